//! Brawls in which everybody does anything that is listed.

use affray_dfrpg::Dfrpg;
use affray_dfrpg::decision::Question;

const SCENE: &str = r#"
ruleset = "dfrpg"
combatant = [
    { name = "Arn", side = "heroes", sheet = "arn", at = [0, 0], facing = "E" },
    { name = "Bo", side = "heroes", sheet = "bo", at = [0, 1], facing = "E" },
    { name = "Cyn", side = "heroes", sheet = "cyn", at = [-2, 1], facing = "E" },
    { name = "Dag", side = "heroes", sheet = "dag", at = [-2, 0], facing = "E", state = { hands = ["crossbow", "crossbow"] } },
    { name = "Orc", side = "raiders", sheet = "orc", at = [1, 0], facing = "W" },
    { name = "Ogre", side = "raiders", sheet = "ogre", at = [2, 0], facing = "W" },
    { name = "Archer", side = "raiders", sheet = "archer", at = [4, 0], facing = "W" },
    { name = "Knight", side = "raiders", sheet = "knight", at = [1, 1], facing = "W" },
    { name = "Bear", side = "raiders", sheet = "bear", at = [2, -1], facing = "W" },
]
[map]
rows = ["..........", ".......#..", "..h......."]
origin = [-4, -1]
open = true
legend = { h = { elevation = 2 } }
"#;

#[test]
fn anything_that_is_listed_can_be_done() {
    let brawl = affray_conformance::load::<Dfrpg>("brawl", SCENE);
    // Free actions are endless in the hands of chance; most of the time there are none.
    let rarely = |question: &Question| matches!(question, Question::Free { .. });
    affray_conformance::play::anything_that_is_listed_can_be_done(&brawl, 0..20, 150, 120, rarely);
}
