//! Lists of attacks tell the chances that the odds of those attacks tell.

use affray_conformance::odds::lists_tell_the_odds;
use affray_graded::Graded;
use affray_graded::decision::{Choice, From, Question};
use affray_session::catalog::DynRules as _;

#[test]
fn lists_of_attacks_tell_what_the_odds_tell() {
    let is_one = |question: &Question, choice: &Choice| {
        matches!(question, Question::Attack { plan, .. } if matches!(plan.from, From::Attack | From::AllOut))
            && matches!(choice, Choice::Attack(Some(_)))
    };
    lists_tell_the_odds::<Graded>(Graded.encounters(), "hits", is_one);
}
