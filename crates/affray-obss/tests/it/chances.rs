//! Every target of a check comes up as often as its weight says, exploding dice and all.

use affray_conformance::chances::{Roll, rolls_follow_their_weights};
use affray_kernel::referee::{CombatantId, Referee, Why};
use affray_kernel::rules::RuleId;
use affray_kernel::tally::Tally;
use affray_obss::Obss;
use affray_obss::dice::check::Check;
use affray_obss::dice::pool::{Grade, PoolDice};
use affray_obss::scene::{Fight, Setup};
use affray_obss::state::State;

const SCENE: &str = "ruleset = 'obss'\n[[combatant]]\nname = 'A'\nsheet = 'arn'\nat = [0, 0]\n";

/// `OB-017` A check with so many dice beyond three, against what its bonus has to reach.
struct Dice(i32);

impl Roll<Obss> for Dice {
    type Reading = Grade;
    fn make<R: Referee<Obss>>(
        &self,
        setup: &Setup,
        state: &mut State,
        referee: &mut R,
        target: i32,
    ) -> Result<Grade, R::Pause> {
        let rule = RuleId::new("OB-017");
        let (who, bonus) = (CombatantId(0), R::Tally::base(rule, 0));
        let mut dice = PoolDice::three();
        dice.add(rule, self.0);
        let against = R::Tally::base(rule, target);
        let check =
            Check { why: Why::new(who, rule, "check"), bonus, dice, against, whose: None, tie: None, graded: false };
        Fight { setup, state, referee }.check(&check, |grade, _| grade)
    }
}

#[test]
fn every_target_of_a_check() {
    let scene = affray_conformance::load::<Obss>("scene", SCENE);
    for dice in -1..=2 {
        rolls_follow_their_weights(&scene, &Dice(dice), 0..=40, 30_000);
    }
}
