//! Simulation, table and odds play the same rules.

use affray_conformance::agreement::{readers_agree_with_each_option, simulation_table_and_odds_agree};
use affray_conformance::load;
use affray_graded::Graded;
use affray_graded::content::ENCOUNTERS;

/// Duels and a group fight that come with the program.
#[test]
fn simulation_table_and_odds_agree_on_shipped_encounters() {
    for (name, fights) in [("graded-duel", 24), ("same-duel-graded", 4), ("bow-and-blade", 3), ("alley-brawl", 2)] {
        let text = ENCOUNTERS.get(name).unwrap_or_else(|| panic!("there is no {name}"));
        simulation_table_and_odds_agree(name, &load::<Graded>(name, text), fights);
    }
}

/// A swordsman and an archer on either side.
#[test]
fn simulation_table_and_odds_agree_with_each_option() {
    let mut text = String::from("ruleset = 'graded'\nround_limit = 40\n");
    for (name, side, sheet, at, facing) in [
        ("Arn", "a", "arn", "0, 0", "E"),
        ("Cole", "a", "cole", "-4, 0", "E"),
        ("Bryn", "b", "bryn", "2, 0", "W"),
        ("Ivo", "b", "ivo", "7, 0", "W"),
    ] {
        text += &format!(
            "[[combatant]]\nname = '{name}'\nside = '{side}'\nsheet = '{sheet}'\nat = [{at}]\nfacing = '{facing}'\n"
        );
    }
    readers_agree_with_each_option::<Graded>(&text, 2);
}
