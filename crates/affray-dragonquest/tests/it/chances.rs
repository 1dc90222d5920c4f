//! Every target of percentile dice comes up as often as its weight says.

use affray_conformance::chances::{Roll, rolls_follow_their_weights};
use affray_dragonquest::DragonQuest;
use affray_dragonquest::scene::{Fight, Setup};
use affray_dragonquest::state::State;
use affray_kernel::referee::{CombatantId, Referee};
use affray_kernel::rules::RuleId;
use affray_kernel::tally::Tally;

const SCENE: &str = "ruleset = 'dragonquest'\nbegun = true\n[[combatant]]\nname = 'A'\nsheet = 'aldric'\nat = [0, 0]\n";

/// `DQ-001` A roll of D100 against a chance.
struct Percentile;

impl Roll<DragonQuest> for Percentile {
    type Reading = bool;
    fn make<R: Referee<DragonQuest>>(
        &self,
        setup: &Setup,
        state: &mut State,
        referee: &mut R,
        target: i32,
    ) -> Result<bool, R::Pause> {
        let rule = RuleId::new("DQ-001");
        Fight { setup, state, referee }.succeeds(CombatantId(0), rule, "check", &R::Tally::base(rule, target))
    }
}

#[test]
fn every_target_of_a_percentile_roll() {
    rolls_follow_their_weights(
        &affray_conformance::load::<DragonQuest>("scene", SCENE),
        &Percentile,
        -1..=101,
        100_000,
    );
}
