//! Simulation, table and odds come to the same, in a duel, in group fights and under each option.

use affray_conformance::agreement::simulation_table_and_odds_agree;
use affray_conformance::load;
use affray_dragonquest::DragonQuest;
use affray_session::catalog::DynRules as _;

#[test]
fn simulation_table_and_odds_agree_in_every_encounter() {
    for (name, text) in DragonQuest.encounters() {
        let fights = if *name == "axe-and-sword" { 5 } else { 2 };
        simulation_table_and_odds_agree::<DragonQuest>(name, &load(name, text), fights);
    }
}

/// A fight with shields, with a weapon that has a bonus, and with a beast.
fn with(option: &str) {
    let text = format!(
        "ruleset = 'dragonquest'\nbegun = true\npulse_limit = 60\n[options]\n{option}\n\
        [[combatant]]\nname = 'A'\nside = 'a'\nsheet = 'aldric'\nat = [0, 0]\n\
        [[combatant]]\nname = 'B'\nside = 'a'\nat = [0, 1]\n\
        sheet = {{ name = 'B', ps = 20, md = 18, ag = 15, en = 15, wp = 12, pc = 10, \
        weapon = [{{ name = 'scimitar', rank = 6, bonus = 'ps', ps = 13 }}] }}\n\
        [[combatant]]\nname = 'C'\nside = 'c'\nsheet = 'hale'\nat = [2, 0]\nfacing = 'W'\n\
        [[combatant]]\nname = 'D'\nside = 'c'\nsheet = 'wolf'\nat = [3, 1]\nfacing = 'W'\n"
    );
    simulation_table_and_odds_agree::<DragonQuest>(option, &load(option, &text), 3);
}

#[test]
fn with_the_arc_of_shields() {
    with("shield_arc = true");
}

#[test]
fn with_damage_bonuses() {
    with("damage_bonus = true");
}

#[test]
fn with_a_cost_of_facing() {
    with("facing_cost = 1");
}

#[test]
fn without_a_penalty_for_what_neither_breaks_nor_drops() {
    with("misfit_penalty = 'none'");
}
