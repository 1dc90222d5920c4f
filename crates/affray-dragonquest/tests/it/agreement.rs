//! Simulation, table and odds come to the same, in a duel, in group fights and under each option.

use affray_conformance::agreement::{readers_agree_with_each_option, simulation_table_and_odds_agree};
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
#[test]
fn simulation_table_and_odds_agree_with_each_option() {
    let scene = "ruleset = 'dragonquest'\nbegun = true\npulse_limit = 60\n\
        [[combatant]]\nname = 'A'\nside = 'a'\nsheet = 'aldric'\nat = [0, 0]\n\
        [[combatant]]\nname = 'B'\nside = 'a'\nat = [0, 1]\n\
        sheet = { name = 'B', ps = 20, md = 18, ag = 15, en = 15, wp = 12, pc = 10, \
        weapon = [{ name = 'scimitar', rank = 6, bonus = 'ps', ps = 13 }] }\n\
        [[combatant]]\nname = 'C'\nside = 'c'\nsheet = 'hale'\nat = [2, 0]\nfacing = 'W'\n\
        [[combatant]]\nname = 'D'\nside = 'c'\nsheet = 'wolf'\nat = [3, 1]\nfacing = 'W'\n";
    readers_agree_with_each_option::<DragonQuest>(scene, 2);
}
