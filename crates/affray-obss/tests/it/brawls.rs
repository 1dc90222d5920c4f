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
    let brawl = affray_conformance::load::<Obss>("brawl", SCENE);
    affray_conformance::play::anything_that_is_listed_can_be_done(&brawl, 0..40, 120, 400, |_| false);
}

const MAGIC: &str = r#"
ruleset = "obss"
combatant = [
    { name = "Eli", side = "heroes", sheet = "eli", at = [4, 4] },
    { name = "Arn", side = "heroes", sheet = "arn", at = [5, 4], state = { hp = -3, conditions = { prone = true } } },
    { name = "Pol", side = "heroes", at = [4, 3], sheet = { name = "Pol", hp = 12, cl = 2, mp = 9, potion = [
        { name = "red", heal = "1d8+2" },
        { name = "blue", heal = "1d4", carried = "pack" },
        { name = "green", heal = "2d4", carried = "main-hand" },
    ], spell = [
        { name = "flash", level = 1, cost = 0, range = 6, mode = "save_negates", save = "will", condition = "confused", rounds = 3 },
        { name = "doze", level = 0, range = 9, radius = 1, mode = "save_negates", save = "fort", condition = "fatigued", rounds = 2 },
    ], day_power = [{ name = "star", uses = 2 }] } },
    { name = "Fen", side = "raiders", sheet = "fen", at = [6, 4], state = { conditions = { confused = 9 } } },
    { name = "Gik", side = "raiders", sheet = "gik", at = [5, 3], state = { conditions = { confused = true } } },
    { name = "Cor", side = "raiders", sheet = "cor", at = [3, 4], state = { conditions = { nauseated = 3 } } },
]
[map]
layout = "square"
rows = ["..........", "..,,......", ".....#....", "..........", "..........", ".........."]
"#;

#[test]
fn anything_that_is_listed_can_be_done_with_magic() {
    let brawl = affray_conformance::load::<Obss>("magic", MAGIC);
    affray_conformance::play::anything_that_is_listed_can_be_done(&brawl, 0..40, 120, 400, |_| false);
}
