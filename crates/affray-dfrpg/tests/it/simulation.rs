//! Simulation, cache, table and exact odds come to the same.

use affray_conformance::agreement::{each_option_matters, readers_agree_with_each_option};
use affray_dfrpg::Dfrpg;
use affray_dfrpg::content::ENCOUNTERS;

#[test]
fn the_cache_changes_no_fight() {
    for (name, text) in ENCOUNTERS {
        // Of duels so many that turns are met again with other HP.
        let fights = if name.contains("duel") { 3000 } else { 40 };
        let encounter = affray_conformance::load::<Dfrpg>(name, text);
        affray_conformance::play::the_cache_changes_no_fight(name, &encounter, fights);
    }
}

#[test]
fn simulation_table_and_odds_agree() {
    for (name, fights) in [("duel", 4), ("wrestler-and-swordsman", 3), ("four-against-four", 1)] {
        let text = ENCOUNTERS.iter().find(|(shipped, _)| *shipped == name).map(|(_, text)| text);
        let encounter = affray_conformance::load::<Dfrpg>(name, text.expect("it is shipped"));
        affray_conformance::agreement::simulation_table_and_odds_agree(name, &encounter, fights);
    }
}

/// Arn lies before an orc, from which he retreats by rolling away, and his archer shoots past him.
const OPTIONS_SCENE: &str = r#"
    ruleset = "dfrpg"
    combatant = [
        { name = "Arn", side = "ford", sheet = "arn", at = [0, 0], facing = "E", state = { posture = "prone" } },
        { name = "Ash", side = "ford", sheet = "archer", at = [-4, 0], facing = "E" },
        { name = "Orc", side = "road", sheet = "orc", at = [2, 0], facing = "W" },
        { name = "Gob", side = "road", sheet = "goblin", at = [5, 0], facing = "W" },
    ]
"#;

#[test]
fn simulation_table_and_odds_agree_with_each_option() {
    readers_agree_with_each_option::<Dfrpg>(OPTIONS_SCENE, 2);
    each_option_matters::<Dfrpg>(OPTIONS_SCENE, 100);
}
