//! Brawls in which everybody does anything that is listed.

use affray_obss::Obss;

const SCENE: &str = r#"
ruleset = "obss"
combatant = [
    { name = "Arn", side = "heroes", sheet = "arn", at = [4, 4] },
    { name = "Bel", side = "heroes", sheet = "bel", at = [2, 3] },
    { name = "Cor", side = "heroes", sheet = "cor", at = [4, 2] },
    { name = "Fen", side = "raiders", sheet = "fen", at = [6, 4] },
    { name = "Dag", side = "raiders", sheet = "dag", at = [7, 1] },
    { name = "Gik", side = "raiders", sheet = "gik", at = [5, 3], state = { conditions = { prone = true, frightened = 2 } } },
    { name = "Horse", side = "raiders", sheet = "horse", at = [8, 4] },
    { name = "Lancer", side = "raiders", sheet = "fen", at = [8, 4], state = { mount = "Horse" } },
    { name = "Nag", side = "heroes", sheet = "horse", at = [0, 4], state = { is_mount = true } },
    { name = "Late", side = "heroes", sheet = "gik", at = [2, 5], state = { arrives = 2, conditions = { deafened = 3 } } },
    { name = "Gak", side = "raiders", sheet = "gik", at = [5, 5], state = { fatigue = 3 } },
]
zone = [
    { rectangle = { from = [0, 0], to = [3, 5] }, light = "dim", cover = "medium" },
    { cells = [[4, 1], [4, 3]], narrow = true },
]
[map]
layout = "square"
rows = ["..........", "..,,......", ".....#....", "....h.....", "..........", ".........."]
legend = { h = { elevation = 2 } }
"#;

#[test]
fn anything_that_is_listed_can_be_done() {
    let brawl = affray_proof::load::<Obss>("brawl", SCENE);
    affray_proof::play::anything_that_is_listed_can_be_done(&brawl, 40, 120, 400, |_| false);
}
