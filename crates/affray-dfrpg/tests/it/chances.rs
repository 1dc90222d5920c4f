//! Every target of a success roll comes up as often as its weight says, critical or not.

use affray_conformance::chances::{Roll, rolls_follow_their_weights};
use affray_conformance::odds::lists_tell_the_odds;
use affray_dfrpg::Dfrpg;
use affray_dfrpg::check::{Contestant, Grade};
use affray_dfrpg::decision::{Attack, Choice, Question};
use affray_dfrpg::scene::{Fight, Setup};
use affray_dfrpg::state::State;
use affray_kernel::referee::{CombatantId, Referee};
use affray_kernel::rules::RuleId;
use affray_kernel::tally::Tally;
use affray_session::catalog::DynRules as _;

const SCENE: &str = "ruleset = 'dfrpg'\n[[combatant]]\nname = 'A'\nsheet = 'arn'\nat = [0, 0]\n";
const WHO: CombatantId = CombatantId(0);
const RULE: RuleId = RuleId::new("DF-001");

/// `DF-001` A success roll.
struct Success;

impl Roll<Dfrpg> for Success {
    type Reading = Grade;
    fn make<R: Referee<Dfrpg>>(
        &self,
        setup: &Setup,
        state: &mut State,
        referee: &mut R,
        target: i32,
    ) -> Result<Grade, R::Pause> {
        Fight { setup, state, referee }.check(WHO, RULE, "check", &R::Tally::base(RULE, target))
    }
}

/// `DF-006` A Quick Contest against 12, and whether it is won; `DF-008` a Regular one.
struct Contest {
    regular: bool,
}

impl Roll<Dfrpg> for Contest {
    type Reading = Option<bool>;
    fn make<R: Referee<Dfrpg>>(
        &self,
        setup: &Setup,
        state: &mut State,
        referee: &mut R,
        target: i32,
    ) -> Result<Option<bool>, R::Pause> {
        let side = |what, score| Contestant { who: WHO, what, score: R::Tally::base(RULE, score) };
        let (one, other) = (side("one", target), side("other", 12));
        let mut fight = Fight { setup, state, referee };
        if self.regular {
            return fight.regular_contest(RULE, &one, &other);
        }
        Ok(Some(fight.wins_contest(RULE, &one, &other)?))
    }
}

#[test]
fn every_target_of_a_success_roll() {
    rolls_follow_their_weights(&affray_conformance::load::<Dfrpg>("scene", SCENE), &Success, -5..=30, 200_000);
}

#[test]
fn every_target_of_a_contest() {
    let scene = affray_conformance::load::<Dfrpg>("scene", SCENE);
    rolls_follow_their_weights(&scene, &Contest { regular: false }, 0..=30, 100_000);
    rolls_follow_their_weights(&scene, &Contest { regular: true }, 3..=24, 50_000);
}

#[test]
fn lists_of_attacks_tell_what_the_odds_tell() {
    let is_one = |question: &Question, choice: &Choice| {
        matches!(question, Question::Attack { plan, .. } if plan.more == 0 && !plan.rapid)
            && matches!(choice, Choice::Attack(Attack::Strike(_)))
    };
    lists_tell_the_odds::<Dfrpg>(Dfrpg.encounters(), "lands", is_one);
}
