//! Success rolls and contests: 3d6, at or below an effective score.
//!
//! Rules `DF-001` to `DF-012`, rulings `DF-R02`, `DF-R03` and `DF-R89`. Start with [`grade`].

use crate::Dfrpg;
use crate::scene::Fight;
use affray_core::dice::Dice;
use affray_core::referee::{CombatantId, Referee, Why};
use affray_core::rules::RuleId;
use affray_core::tally::Tally;

/// What every success roll is thrown with.
pub const THREE_DICE: Dice = Dice::d6(3);

/// How a success roll came out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Grade {
    /// `DF-003`
    CriticalSuccess,
    /// `DF-001`
    Success,
    /// `DF-001`
    Failure,
    /// `DF-004`
    CriticalFailure,
}

impl Grade {
    /// Critical or not.
    pub const fn succeeded(self) -> bool {
        matches!(self, Self::CriticalSuccess | Self::Success)
    }
}

/// `DF-001` `DF-003` `DF-004` `DF-005` Grades a roll against an effective score.
///
/// ```
/// use affray_dfrpg::check::{Grade, grade};
/// assert_eq!(grade(14, 5), Grade::Success); // DF-E01: at 14 a 5 is merely good ...
/// assert_eq!(grade(15, 5), Grade::CriticalSuccess); // ... at 15 it is critical
/// assert_eq!(grade(16, 17), Grade::Failure); // DF-E02
/// assert_eq!(grade(6, 16), Grade::CriticalFailure); // DF-E03: by ten
/// ```
pub const fn grade(score: i32, roll: i32) -> Grade {
    match roll {
        ..=4 => Grade::CriticalSuccess,
        5 if 15 <= score => Grade::CriticalSuccess,
        6 if 16 <= score => Grade::CriticalSuccess,
        18.. => Grade::CriticalFailure,
        17 if score <= 15 => Grade::CriticalFailure,
        _ if score + 10 <= roll => Grade::CriticalFailure,
        17 => Grade::Failure, // DF-005: never a success.
        _ if roll <= score => Grade::Success,
        _ => Grade::Failure,
    }
}

/// `DF-006` `DF-007` The margin of victory of a Quick Contest, seen by the first: positive where
/// it wins, 0 for a tie. Automatic results have no part in it (`DF-R89`).
pub const fn quick_contest(score: i32, roll: i32, other_score: i32, other_roll: i32) -> i32 {
    (score - roll) - (other_score - other_roll)
}

/// `DF-008` `DF-R03` The scores with which a Regular Contest is rolled.
pub const fn normalized(one: i32, other: i32) -> (i32, i32) {
    let lower = if one < other { one } else { other };
    let higher = if one < other { other } else { one };
    if 14 < lower || higher < 7 { (one - lower + 10, other - lower + 10) } else { (one, other) }
}

/// `DF-R03` After so many exchanges a Regular Contest is a draw.
pub const MOST_EXCHANGES: u32 = 20;

/// One side of a contest.
#[derive(Debug, Clone)]
pub struct Contestant<T> {
    /// Whose score it is.
    pub who: CombatantId,
    /// What the roll is called.
    pub what: &'static str,
    /// The score.
    pub score: T,
}

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
        self.referee.check(Why::new(who, rule, what), THREE_DICE, score, |roll, score| grade(score, roll))
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
        self.referee.check(Why::new(who, rule, what), THREE_DICE, score, |roll, score| grade(score, roll).succeeded())
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
        let mine = self
            .referee
            .check(Why::new(one.who, rule, one.what), THREE_DICE, &one.score, |roll, score| score - roll)?;
        self.referee
            .check(Why::new(other.who, rule, other.what), THREE_DICE, &other.score, |roll, score| mine - (score - roll))
    }

    /// `DF-006` `DF-007` Rolls a Quick Contest of which only the winner matters: whether the first wins.
    /// Margins beyond the other's reach are one outcome.
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn wins_contest(
        &mut self,
        rule: RuleId,
        one: &Contestant<R::Tally>,
        other: &Contestant<R::Tally>,
    ) -> Result<bool, R::Pause> {
        let limits = (other.score.total() - 18, other.score.total() - 2);
        let mine = self.referee.check(Why::new(one.who, rule, one.what), THREE_DICE, &one.score, |roll, score| {
            (score - roll).clamp(limits.0, limits.1)
        })?;
        self.referee
            .check(Why::new(other.who, rule, other.what), THREE_DICE, &other.score, |roll, score| score - roll < mine)
    }

    /// `DF-008` Rolls a Regular Contest: whether the first wins, or `None` for a draw.
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn regular_contest(
        &mut self,
        rule: RuleId,
        one: &Contestant<R::Tally>,
        other: &Contestant<R::Tally>,
    ) -> Result<Option<bool>, R::Pause> {
        let (first, second) = normalized(one.score.total(), other.score.total());
        let (mut my_score, mut other_score) = (one.score.clone(), other.score.clone());
        if first != my_score.total() {
            my_score.becomes(rule!("DF-R03"), first);
            other_score.becomes(rule!("DF-R03"), second);
        }
        for _ in 0..MOST_EXCHANGES {
            // Whether both succeed or both fail is all the same: the contest goes on.
            let winner = self.referee.merged(|referee| {
                // Automatic results have no part in contests (DF-R89).
                let made = |roll: i32, score: i32| roll <= score;
                let mine = referee.check(Why::new(one.who, rule, one.what), THREE_DICE, &my_score, made)?;
                let theirs = referee.check(Why::new(other.who, rule, other.what), THREE_DICE, &other_score, made)?;
                Ok((mine != theirs).then_some(mine))
            })?;
            if winner.is_some() {
                return Ok(winner);
            }
        }
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decision::{Choice, Question};
    use crate::event::Event;
    use crate::files::encounter::load;
    use crate::scene::Setup;
    use crate::state::State;
    use affray_core::files::Source;
    use affray_core::referee::{Listener, Policy, walk};
    use affray_core::ruleset::alone;
    use affray_core::tally::Sum;
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
        assert_eq!(quick_contest(14, 10, 12, 13), 5, "DF-E04");
        assert_eq!(quick_contest(10, 14, 9, 15), 2, "DF-E05");
        assert_eq!(quick_contest(12, 10, 11, 9), 0, "DF-E05");
        assert_eq!(normalized(20, 17), (13, 10), "DF-E06");
        assert_eq!(normalized(26, 13), (26, 13), "DF-E86");
        assert_eq!(normalized(23, 16), (17, 10), "DF-E92");
        assert_eq!(normalized(5, 6), (10, 11), "DF-R03");
    }

    /// Nobody who is asked.
    struct Nobody;

    impl Policy<Dfrpg> for Nobody {
        fn decide(&mut self, _: &Setup, _: &State, question: &Question) -> Choice {
            panic!("not asked for: {question:?}")
        }
    }

    /// Whoever listens hears of no exchange that leaves a contest undecided: there are as many outcomes as
    /// ways to end it.
    struct Ear;

    impl Listener<Dfrpg> for Ear {
        const HEARS: bool = true;
        fn restart(&mut self) {}
        fn hear(&mut self, _: &Event) {}
    }

    #[test]
    fn a_regular_contest_goes_on_for_20_exchanges() {
        const SCENE: &str = "ruleset = 'dfrpg'\n[[combatant]]\nname = 'A'\nsheet = 'arn'\nat = [0, 0]\n";
        let (_, setup, start) = load(&Source::new("scene", SCENE), &alone).expect("the scene is sound");
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
        assert_eq!(leaves, 41);
    }
}
