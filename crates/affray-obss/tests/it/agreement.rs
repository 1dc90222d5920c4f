//! Simulation, table and odds come to the same.

use affray_conformance::agreement::{readers_agree_with_each_option, simulation_table_and_odds_agree as agree};
use affray_conformance::load;
use affray_obss::Obss;
use affray_obss::content::ENCOUNTERS;

#[test]
fn simulation_table_and_odds_agree() {
    for (name, fights) in [("stone-and-mist", 5), ("ogre-hunt", 3), ("guarded-caster", 3)] {
        let text = ENCOUNTERS.get(name).expect("a shipped encounter");
        agree(name, &load::<Obss>(name, text), fights);
    }
}

/// Tired and hurt spears and swords, near enough to charge.
#[test]
fn simulation_table_and_odds_agree_with_each_option() {
    let scene = r#"
        ruleset = "obss"
        combatant = [
            { name = "Fen", side = "a", sheet = "fen", at = [0, 0], state = { hp = 9, fatigue = 3 } },
            { name = "Arn", side = "a", sheet = "arn", at = [0, 2], state = { hp = 9 } },
            { name = "Gik", side = "b", sheet = "gik", at = [4, 0] },
            { name = "Cor", side = "b", sheet = "cor", at = [5, 2], state = { hp = 9 } },
        ]
    "#;
    readers_agree_with_each_option::<Obss>(scene, 1);
}
