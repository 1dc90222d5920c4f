//! Simulation, table and odds agree: on a duel, on a group fight, and with each option.

use affray_conformance::agreement::{readers_agree_with_each_option, simulation_table_and_odds_agree};
use affray_conformance::load;
use affray_gurps4::Gurps4;
use affray_gurps4::content::ENCOUNTERS;

fn shipped(name: &str, fights: u64) {
    let text = ENCOUNTERS.get(name).unwrap_or_else(|| panic!("there is no encounter `{name}`"));
    simulation_table_and_odds_agree::<Gurps4>(name, &load(name, text), fights);
}

/// Ana and Cai against Ork.
const SCENE: &str = "ruleset = 'gurps4'\n\
         [[combatant]]\nname = 'Ana'\nside = 'ford'\nsheet = 'ana'\nat = [0, 0]\nfacing = 'E'\n\
         [[combatant]]\nname = 'Cai'\nside = 'ford'\nsheet = 'cai'\nat = [-3, 0]\nfacing = 'E'\n\
         [[combatant]]\nname = 'Ork'\nside = 'road'\nsheet = 'ork'\nat = [3, 0]\nfacing = 'W'\n";

#[test]
fn simulation_table_and_odds_agree_on_a_duel() {
    shipped("same-duel-gurps4", 5);
}

#[test]
fn simulation_table_and_odds_agree_on_a_group_fight() {
    shipped("party-and-raiders", 3);
}

#[test]
fn simulation_table_and_odds_agree_with_each_option() {
    readers_agree_with_each_option::<Gurps4>(SCENE, 2);
}

#[test]
fn simulation_table_and_odds_agree_on_a_surprise() {
    for line in ["surprise = 'partial'", "surprise = { total = 'road' }"] {
        simulation_table_and_odds_agree::<Gurps4>(line, &load(line, &format!("{line}\n{SCENE}")), 3);
    }
}
