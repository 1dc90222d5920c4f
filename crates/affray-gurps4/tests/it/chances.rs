//! Every target of a success roll and of a Quick Contest comes up as often as its weight says.

use affray_conformance::chances::{Roll, rolls_follow_their_weights};
use affray_conformance::odds::lists_tell_the_odds;
use affray_gurps4::Gurps4;
use affray_gurps4::check::{Contestant, quick_contest, succeeds};
use affray_gurps4::decision::{Attack, Choice, From, Question};
use affray_gurps4::scene::Setup;
use affray_gurps4::state::State;
use affray_kernel::referee::{CombatantId, Referee, Why};
use affray_kernel::rules::RuleId;
use affray_kernel::tally::Tally;
use affray_session::catalog::DynRules as _;

const SCENE: &str = "ruleset = 'gurps4'\n[[combatant]]\nname = 'A'\nsheet = 'ana'\nat = [0, 0]\n";
const WHO: CombatantId = CombatantId(0);
const RULE: RuleId = RuleId::new("G4-001");

/// `G4-001` A success roll.
struct Success;

impl Roll<Gurps4> for Success {
    type Reading = bool;
    fn make<R: Referee<Gurps4>>(
        &self,
        _: &Setup,
        _: &mut State,
        referee: &mut R,
        target: i32,
    ) -> Result<bool, R::Pause> {
        succeeds(referee, Why::new(WHO, RULE, "check"), &R::Tally::base(RULE, target))
    }
}

/// `G4-006` The margin of a Quick Contest against 12.
struct Contest;

impl Roll<Gurps4> for Contest {
    type Reading = i32;
    fn make<R: Referee<Gurps4>>(
        &self,
        _: &Setup,
        _: &mut State,
        referee: &mut R,
        target: i32,
    ) -> Result<i32, R::Pause> {
        let side = |what, score| Contestant { who: WHO, what, score: R::Tally::base(RULE, score) };
        quick_contest(referee, RULE, &side("one", target), &side("other", 12))
    }
}

#[test]
fn every_target_of_a_success_roll() {
    rolls_follow_their_weights(&affray_conformance::load::<Gurps4>("scene", SCENE), &Success, -5..=30, 200_000);
}

#[test]
fn every_target_of_a_contest() {
    rolls_follow_their_weights(&affray_conformance::load::<Gurps4>("scene", SCENE), &Contest, 0..=30, 50_000);
}

#[test]
fn lists_of_attacks_tell_what_the_odds_tell() {
    let is_one = |question: &Question, choice: &Choice| {
        matches!(question, Question::Attack { plan, .. } if plan.from == From::Attack)
            && matches!(choice, Choice::Attack(Attack::One(_)))
    };
    lists_tell_the_odds::<Gurps4>(Gurps4.encounters(), "lands", is_one);
}
