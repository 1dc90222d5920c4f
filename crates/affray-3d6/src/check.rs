//! Success rolls and contests: 3d6, at or below an effective score.
//!
//! Start with [`grade`]. A ruleset that grades otherwise than by [`Grade`] still rolls [`THREE_DICE`] and
//! shares the contests, in which automatic results have no part.

use affray_kernel::dice::Dice;
use affray_kernel::referee::{CombatantId, Game, Pool, Referee, Thrower, Why};
use affray_kernel::rules::RuleId;
use affray_kernel::tally::Tally;

/// What every success roll is thrown with.
pub const THREE_DICE: Dice = Dice::d6(3);

/// How a success roll came out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Grade {
    /// A critical success.
    CriticalSuccess,
    /// A success.
    Success,
    /// A failure.
    Failure,
    /// A critical failure.
    CriticalFailure,
}

impl Grade {
    /// Critical or not.
    #[inline]
    pub const fn succeeded(self) -> bool {
        matches!(self, Self::CriticalSuccess | Self::Success)
    }
}

/// Grades a roll against an effective score.
///
/// ```
/// use affray_3d6::check::{Grade, grade};
/// assert_eq!(grade(14, 5), Grade::Success); // at 14 a 5 is merely good ...
/// assert_eq!(grade(15, 5), Grade::CriticalSuccess); // ... at 15 it is critical
/// assert_eq!(grade(16, 17), Grade::Failure); // never a success, at 16 no disaster either
/// assert_eq!(grade(6, 16), Grade::CriticalFailure); // by ten
/// ```
#[inline]
pub const fn grade(score: i32, roll: i32) -> Grade {
    match roll {
        ..=4 => Grade::CriticalSuccess,
        5 if score >= 15 => Grade::CriticalSuccess,
        6 if score >= 16 => Grade::CriticalSuccess,
        _ if fails_critically(score, roll) => Grade::CriticalFailure,
        17 => Grade::Failure,
        _ if roll <= score => Grade::Success,
        _ => Grade::Failure,
    }
}

/// What makes a failure critical.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CriticalFailure {
    /// A roll of 18.
    Eighteen,
    /// A roll of 17 at 15 or less.
    Seventeen,
    /// A failure by ten.
    ByTen,
}

/// What makes a roll a critical failure, if it is one: 18, 17 at 15 or less, or by ten.
#[inline]
pub const fn critical_failure(score: i32, roll: i32) -> Option<CriticalFailure> {
    match roll {
        ..=4 => None,
        18.. => Some(CriticalFailure::Eighteen),
        17 if score <= 15 => Some(CriticalFailure::Seventeen),
        _ if roll >= score + 10 => Some(CriticalFailure::ByTen),
        _ => None,
    }
}

/// Whether a roll is a [critical failure](critical_failure).
#[inline]
pub const fn fails_critically(score: i32, roll: i32) -> bool {
    critical_failure(score, roll).is_some()
}

/// Whether a roll succeeds at all: 3 and 4 always do, 17 and 18 never.
#[inline]
pub const fn succeeded(score: i32, roll: i32) -> bool {
    roll <= 4 || roll <= score && roll < 17
}

/// The margin of victory of a Quick Contest, seen by the first: positive where it wins, 0 for a tie.
#[inline]
pub const fn margin_of_victory(score: i32, roll: i32, other_score: i32, other_roll: i32) -> i32 {
    (score - roll) - (other_score - other_roll)
}

/// The scores with which a Regular Contest is rolled: both high or both low ones come to the middle.
#[inline]
pub const fn normalized(one: i32, other: i32) -> (i32, i32) {
    let lower = if one < other { one } else { other };
    let higher = if one < other { other } else { one };
    if lower > 14 || higher < 7 { (one - lower + 10, other - lower + 10) } else { (one, other) }
}

/// After so many exchanges a Regular Contest is a draw.
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

/// A success roll for which only the grade matters.
///
/// # Errors
/// What the referee lacks.
#[inline]
pub fn check<G: Game, R: Referee<G>>(referee: &mut R, why: Why, score: &R::Tally) -> Result<Grade, R::Pause> {
    referee.check(why, THREE_DICE, score, |roll, number| grade(number, roll))
}

/// A success roll for which only success matters.
///
/// # Errors
/// What the referee lacks.
#[inline]
pub fn succeeds<G: Game, R: Referee<G>>(referee: &mut R, why: Why, score: &R::Tally) -> Result<bool, R::Pause> {
    referee.check(why, THREE_DICE, score, |roll, number| succeeded(number, roll))
}

/// Rolls a Quick Contest; the margin of victory seen by the first.
///
/// # Errors
/// What the referee lacks.
#[inline]
pub fn quick_contest<G: Game, R: Referee<G>>(
    referee: &mut R,
    rule: RuleId,
    one: &Contestant<R::Tally>,
    other: &Contestant<R::Tally>,
) -> Result<i32, R::Pause> {
    contest(referee, rule, one, other, |margin| margin)
}

/// Rolls a Quick Contest of which only matters what the margin of victory, seen by the first, is read as.
///
/// # Errors
/// What the referee lacks.
pub fn contest<G: Game, R: Referee<G>, F: Copy + PartialEq>(
    referee: &mut R,
    rule: RuleId,
    one: &Contestant<R::Tally>,
    other: &Contestant<R::Tally>,
    read: impl Fn(i32) -> F,
) -> Result<F, R::Pause> {
    let mine = referee.check(Why::new(one.who, rule, one.what), THREE_DICE, &one.score, |roll, score| score - roll)?;
    let margin = |roll: i32, score: i32| read(mine - (score - roll));
    referee.check(Why::new(other.who, rule, other.what), THREE_DICE, &other.score, margin)
}

/// Rolls a Quick Contest of which only the winner matters: whether the first wins. Margins beyond the
/// other's reach are one outcome.
///
/// # Errors
/// What the referee lacks.
#[inline]
pub fn wins_contest<G: Game, R: Referee<G>>(
    referee: &mut R,
    rule: RuleId,
    one: &Contestant<R::Tally>,
    other: &Contestant<R::Tally>,
) -> Result<bool, R::Pause> {
    let limits = (other.score.total() - 18, other.score.total() - 2);
    let mine = referee.check(Why::new(one.who, rule, one.what), THREE_DICE, &one.score, |roll, score| {
        (score - roll).clamp(limits.0, limits.1)
    })?;
    referee.check(Why::new(other.who, rule, other.what), THREE_DICE, &other.score, |roll, score| score - roll < mine)
}

/// Rolls a Regular Contest: whether the first wins, or `None` for a draw. The rule `normal` is what moves
/// both scores where it has to.
///
/// # Errors
/// What the referee lacks.
pub fn regular_contest<G: Game, R: Referee<G>>(
    referee: &mut R,
    rule: RuleId,
    normal: RuleId,
    one: &Contestant<R::Tally>,
    other: &Contestant<R::Tally>,
) -> Result<Option<bool>, R::Pause> {
    let (first, second) = normalized(one.score.total(), other.score.total());
    let (mut my_score, mut other_score) = (one.score.clone(), other.score.clone());
    if first != my_score.total() {
        my_score.becomes(normal, first);
        other_score.becomes(normal, second);
    }
    let side = |contestant: &Contestant<R::Tally>, number| Side { who: contestant.who, what: contestant.what, number };
    let contest = RegularContest { rule, sides: [side(one, first), side(other, second)] };
    let why = Why::new(one.who, rule, one.what);
    referee.pool(why, &contest, &[&my_score, &other_score], |winner| winner)
}

/// A Regular Contest: both roll until one succeeds and the other fails, at most [`MOST_EXCHANGES`] times.
#[derive(Debug, Clone)]
struct RegularContest {
    rule: RuleId,
    sides: [Side; 2],
}

/// One side of it.
#[derive(Debug, Clone)]
struct Side {
    who: CombatantId,
    what: &'static str,
    /// The number to roll at or below.
    number: i32,
}

impl RegularContest {
    /// The chances that nobody wins, that the first wins and that the second wins.
    fn chances(&self) -> [f64; 3] {
        let [first, second] = [&self.sides[0], &self.sides[1]].map(|side| {
            let made = (THREE_DICE.lowest()..).zip(THREE_DICE.weights()).filter(|&(roll, _)| roll <= side.number);
            made.map(|(_, &ways)| ways).sum::<u64>() as f64 / THREE_DICE.ways() as f64
        });
        let (wins, loses) = (first * (1.0 - second), second * (1.0 - first));
        let undecided = 1.0 - wins - loses;
        // Each exchange happens if all before it are undecided.
        let exchanges: f64 = (0..MOST_EXCHANGES).map(|before| undecided.powi(before as i32)).sum();
        [undecided.powi(MOST_EXCHANGES as i32), wins * exchanges, loses * exchanges]
    }
}

impl<G: Game> Pool<G> for RegularContest {
    /// Whether the first wins, or `None` for a draw.
    type Outcome = Option<bool>;

    fn throw<T: Thrower<G>>(&self, _: Why, by: &mut T) -> Result<Option<bool>, T::Pause> {
        let mut made = |place: usize| {
            let side = &self.sides[place];
            let roll = by.throw(Why::new(side.who, self.rule, side.what), THREE_DICE, Some(place))?;
            Ok(roll <= side.number)
        };
        for _ in 0..MOST_EXCHANGES {
            let (first, second) = (made(0)?, made(1)?);
            if first != second {
                return Ok(Some(first));
            }
        }
        Ok(None)
    }

    fn outcomes(&self, mut each: impl FnMut(u64, f64)) {
        (0..).zip(self.chances()).for_each(|(code, chance)| each(code, chance));
    }

    fn outcome(code: u64) -> Option<bool> {
        match code {
            0 => None,
            code => Some(code == 1),
        }
    }

    fn code(winner: Option<bool>) -> u64 {
        winner.map_or(0, |first| if first { 1 } else { 2 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_roll_succeeds_as_it_is_graded() {
        for score in -5..30 {
            for roll in 3..=18 {
                let graded = grade(score, roll);
                assert_eq!(graded.succeeded(), succeeded(score, roll), "{score}, {roll}");
                assert_eq!(graded == Grade::CriticalFailure, fails_critically(score, roll), "{score}, {roll}");
            }
        }
    }

    #[test]
    fn regular_contests_have_the_chances_of_their_exchanges() {
        // 10 against 10: 108 of 216 each, so that a quarter of all exchanges is won and a quarter lost.
        let side = |number| Side { who: CombatantId(0), what: "ST", number };
        let contest = RegularContest { rule: RuleId::new("XY-1"), sides: [side(10), side(10)] };
        let chances = contest.chances();
        let draw = 0.5f64.powi(20);
        assert!((chances[0] - draw).abs() < 1e-15);
        assert!((chances[1] - (1.0 - draw) / 2.0).abs() < 1e-15 && (chances[2] - chances[1]).abs() < 1e-15);
    }

    #[test]
    fn contests_are_normalized_where_both_are_high_or_low() {
        assert_eq!(normalized(20, 17), (13, 10));
        assert_eq!(normalized(26, 13), (26, 13));
        assert_eq!(normalized(5, 6), (10, 11));
        assert_eq!(margin_of_victory(10, 14, 9, 15), 2, "both failed, and one wins all the same");
    }
}
