//! Success rolls and contests: 3d6, at or below an effective score.
//!
//! Rules `DF-001` to `DF-012`, rulings `DF-R02`, `DF-R03` and `DF-R89`. They are the family's: see
//! [`affray_3d6::check`].

use crate::Dfrpg;
use crate::scene::Fight;
use affray_kernel::referee::{CombatantId, Referee, Why};
use affray_kernel::rules::RuleId;
use affray_kernel::tally::Tally;

pub use affray_3d6::check::{Contestant, Grade, MOST_EXCHANGES, THREE_DICE};

/// `DF-001` `DF-003` `DF-004` `DF-005` Grades a roll against an effective score.
pub use affray_3d6::check::grade;

/// `DF-006` `DF-007` `DF-R89` The margin of victory of a Quick Contest, seen by the first.
pub use affray_3d6::check::margin_of_victory;

/// `DF-008` `DF-R03` The scores with which a Regular Contest is rolled.
pub use affray_3d6::check::normalized;

/// `DF-001` `DF-003` `DF-004` `DF-005` A success roll: its grade, or only whether it succeeds.
use affray_3d6::check::{check, succeeds};

/// `DF-006` `DF-007` A Quick Contest: its margin, or whether the first wins it.
use affray_3d6::check::{quick_contest, wins_contest};

/// `DF-008` `DF-R03` A Regular Contest.
use affray_3d6::check::regular_contest;

impl<R: Referee<Dfrpg>> Fight<'_, R> {
    /// A success roll for which only the grade matters.
    ///
    /// # Errors
    /// What the referee lacks.
    #[inline]
    pub fn check(
        &mut self,
        who: CombatantId,
        rule: RuleId,
        what: &'static str,
        score: &R::Tally,
    ) -> Result<Grade, R::Pause> {
        check(self.referee, Why::new(who, rule, what), score)
    }

    /// A success roll for which only success matters.
    ///
    /// # Errors
    /// What the referee lacks.
    #[inline]
    pub fn succeeds(
        &mut self,
        who: CombatantId,
        rule: RuleId,
        what: &'static str,
        score: &R::Tally,
    ) -> Result<bool, R::Pause> {
        succeeds(self.referee, Why::new(who, rule, what), score)
    }

    /// `DF-006` Rolls a Quick Contest; the margin of victory seen by the first.
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn quick_contest(
        &mut self,
        rule: RuleId,
        one: &Contestant<R::Tally>,
        other: &Contestant<R::Tally>,
    ) -> Result<i32, R::Pause> {
        quick_contest(self.referee, rule, one, other)
    }

    /// `DF-006` `DF-007` Rolls a Quick Contest of which only the winner matters: whether the first wins.
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn wins_contest(
        &mut self,
        rule: RuleId,
        one: &Contestant<R::Tally>,
        other: &Contestant<R::Tally>,
    ) -> Result<bool, R::Pause> {
        wins_contest(self.referee, rule, one, other)
    }

    /// `DF-008` `DF-R03` Rolls a Regular Contest: whether the first wins, or `None` for a draw.
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn regular_contest(
        &mut self,
        rule: RuleId,
        one: &Contestant<R::Tally>,
        other: &Contestant<R::Tally>,
    ) -> Result<Option<bool>, R::Pause> {
        let is_high = one.score.total() > 10;
        let words = if is_high { "both lowered, the lower to 10" } else { "both raised, the lower to 10" };
        regular_contest(self.referee, rule, rule!("DF-R03").named(words), one, other)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decision::{Choice, Question};
    use crate::event::Event;
    use crate::scene::Setup;
    use crate::state::State;
    use affray_kernel::referee::{Listener, Policy, walk};
    use affray_kernel::tally::Sum;
    use std::cell::Cell;

    #[test]
    fn criticals() {
        #[track_caller]
        fn case(example: &str, score: i32, roll: i32, expected: Grade) {
            assert_eq!(grade(score, roll), expected, "{example}: score {score}, roll {roll}");
        }
        case("DF-E01", 15, 5, Grade::CriticalSuccess);
        case("DF-E01", 14, 5, Grade::Success);
        case("DF-E01", 16, 6, Grade::CriticalSuccess);
        case("DF-E01", 15, 6, Grade::Success);
        case("DF-E02", 16, 17, Grade::Failure);
        case("DF-E02", 15, 17, Grade::CriticalFailure);
        case("DF-E02", 20, 18, Grade::CriticalFailure);
        case("DF-E03", 6, 16, Grade::CriticalFailure);
        case("DF-E03", 6, 15, Grade::Failure);
        case("DF-E03", 1, 4, Grade::CriticalSuccess);
        case("DF-E03", 1, 11, Grade::CriticalFailure);
    }

    #[test]
    fn contests() {
        assert_eq!(margin_of_victory(14, 10, 12, 13), 5, "DF-E04");
        assert_eq!(margin_of_victory(10, 14, 9, 15), 2, "DF-E05");
        assert_eq!(margin_of_victory(12, 10, 11, 9), 0, "DF-E05");
        assert_eq!(normalized(20, 17), (13, 10), "DF-E06");
        assert_eq!(normalized(26, 13), (26, 13), "DF-E86");
        assert_eq!(normalized(23, 16), (17, 10), "DF-E92");
        assert_eq!(normalized(5, 6), (10, 11), "DF-R03");
    }

    /// A policy that is never asked.
    struct Nobody;

    impl Policy<Dfrpg> for Nobody {
        fn decide(&mut self, _: &Setup, _: &State, question: &Question) -> Choice {
            panic!("not asked for: {question:?}")
        }
    }

    /// Hears everything. An undecided exchange is not told, so a contest has one outcome for each result.
    struct Ear;

    impl Listener<Dfrpg> for Ear {
        const HEARS: bool = true;
        fn restart(&mut self) {}
        fn hear(&mut self, _: &Event) {}
    }

    #[test]
    fn a_regular_contest_goes_on_for_20_exchanges() {
        const SCENE: &str = "ruleset = 'dfrpg'\n[[combatant]]\nname = 'A'\nsheet = 'arn'\nat = [0, 0]\n";
        let (setup, start) = affray_conformance::load::<Dfrpg>("scene", SCENE).into_parts();
        let side = |what, score| Contestant { who: CombatantId(0), what, score: Sum::of(score) };
        let (mut scratch, winner) = (start.clone(), Cell::new(None));
        let mut chances = [0.0; 3];
        let leaves = walk::<Dfrpg, _, _>(
            &start,
            &mut scratch,
            Nobody,
            Ear,
            true,
            |state, referee| {
                let mut fight = Fight { setup: &setup, state, referee };
                let Ok(won) = fight.regular_contest(rule!("DF-008"), &side("one", 10), &side("other", 12));
                winner.set(won);
            },
            |leaf| chances[winner.get().map_or(2, usize::from)] += leaf.chance,
        );
        // At 10 one makes 108 of 216 throws, at 12 the other makes 160.
        let (one, other) = (108.0 / 216.0, 160.0 / 216.0);
        let again: f64 = one * other + (1.0 - one) * (1.0 - other);
        let ends = (1.0 - again.powi(20)) / (1.0 - again);
        let expected = [(1.0 - one) * other * ends, one * (1.0 - other) * ends, again.powi(20)];
        for (found, expected) in chances.iter().zip(expected) {
            assert!((found - expected).abs() < 1e-12, "{chances:?}, expected {expected}");
        }
        assert_eq!(leaves, 3);
    }
}
