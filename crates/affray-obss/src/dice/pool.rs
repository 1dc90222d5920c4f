//! The pool of six-sided dice: sixes explode, ones count nothing, and the first three decide triples.
//!
//! Rules `OB-001` to `OB-012` and `OB-016` to `OB-019`. A pool's outcome is a small summary, [`Rolled`].

use crate::Obss;
use crate::event::Event;
use affray_files::value::{Schema, Schemas, ToValue, Value, Writer};
use affray_kernel::dice::Dice;
use affray_kernel::referee::{CUT, Pool, Thrower, Why};
use affray_kernel::rules::RuleId;
use affray_kernel::tally::Tally;
use std::convert::Infallible;
use std::sync::OnceLock;

/// The most dice of a pool: no sheet and no luck give more.
pub const MOST_POOL: u8 = 40;

/// One six-sided die.
pub const D6: Dice = Dice::d6(1);

/// `OB-010` `OB-011` `OB-R08` The number of dice: three, and those won, less those lost, not below 0.
///
/// ```
/// use affray_obss::dice::pool::pool_size;
/// assert_eq!(pool_size(1 - 4), 0);
/// assert_eq!(pool_size(-1), 2);
/// ```
pub const fn pool_size(net: i32) -> u8 {
    let size = 3 + net;
    if size < 0 {
        0
    } else if size > MOST_POOL as i32 {
        MOST_POOL
    } else {
        size as u8
    }
}

/// The summary of a pool.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rolled {
    /// The sum (`OB-001`).
    pub total: i32,
    /// The three core dice all show 1 (`OB-006`).
    pub ones: bool,
    /// The three core dice all show 6 (`OB-007`).
    pub sixes: bool,
}

/// How a roll came out against a number that it has to reach.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Grade {
    /// Missed by 8 or more, or three ones.
    CriticalFailure,
    /// Missed.
    Failure,
    /// Reached.
    Success,
    /// Reached by 8 or more, or with three sixes.
    CriticalSuccess,
}

impl Grade {
    /// Whether it is a success of either kind: the number was reached.
    #[inline]
    pub const fn succeeded(self) -> bool {
        matches!(self, Self::Success | Self::CriticalSuccess)
    }
}

/// `OB-079` `OB-218` `OB-R27` The margin from which on a roll is critical, above the number or below it.
pub const CRITICAL_MARGIN: i32 = 8;

impl Rolled {
    /// `OB-006` `OB-007` `OB-017` `OB-218` `OB-R12` `OB-R27` The grade of a roll against the number that the dice
    /// have to supply.
    ///
    /// ```
    /// use affray_obss::dice::pool::{Grade, Rolled};
    /// let rolled = |total, ones, sixes| Rolled { total, ones, sixes };
    /// assert_eq!(rolled(5, false, false).grade(13), Grade::CriticalFailure); // short by 8
    /// assert_eq!(rolled(20, true, false).grade(0), Grade::CriticalFailure);
    /// assert_eq!(rolled(18, false, true).grade(30), Grade::CriticalSuccess);
    /// assert_eq!(rolled(12, false, false).grade(5), Grade::Success);
    /// ```
    #[inline]
    pub const fn grade(self, needed: i32) -> Grade {
        let margin = self.total - needed;
        if self.ones || (!self.sixes && margin <= -CRITICAL_MARGIN) {
            Grade::CriticalFailure
        } else if self.sixes || margin >= CRITICAL_MARGIN {
            Grade::CriticalSuccess
        } else if margin < 0 {
            Grade::Failure
        } else {
            Grade::Success
        }
    }
}

/// The reason of a die in a pool: `OB-002` one of a chain is named as such.
const fn die_of(why: Why, again: bool) -> Why {
    let why = why.pooled();
    if again { Why { rule: rule!("OB-002"), what: "exploding die", ..why } } else { why }
}

/// The faces of dice, in the order in which they fell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Faces {
    /// Four bits each, the first one lowest.
    packed: u128,
    /// All that fell, those included for which there is no room.
    count: u32,
}

impl Faces {
    /// The most faces that are kept.
    const MOST: u32 = u128::BITS / 4;

    /// One more.
    #[inline]
    fn push(&mut self, face: i32) {
        if self.count < Self::MOST {
            self.packed |= (face as u128 & 15) << (4 * self.count);
        }
        self.count += 1;
    }

    /// The faces that are kept.
    pub fn iter(self) -> impl Iterator<Item = i32> {
        (0..self.count.min(Self::MOST)).map(move |at| (self.packed >> (4 * at) & 15) as i32)
    }

    /// Faces that fell besides.
    pub const fn more(self) -> u32 {
        self.count.saturating_sub(Self::MOST)
    }
}

impl FromIterator<i32> for Faces {
    fn from_iter<I: IntoIterator<Item = i32>>(all: I) -> Self {
        let mut faces = Self::default();
        all.into_iter().for_each(|face| faces.push(face));
        faces
    }
}

impl Schema for Faces {
    fn schema(schemas: &mut Schemas) -> Value {
        Vec::<i32>::schema(schemas)
    }
}

impl ToValue for Faces {
    fn write(&self, writer: &mut Writer<'_>) -> Value {
        self.iter().collect::<Vec<_>>().write(writer)
    }
}

/// So many six-sided dice, thrown by the golden rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct OpenDice(pub u8);

impl OpenDice {
    /// `OB-002` `OB-003` `OB-004` `OB-005` `OB-009` `OB-016` `OB-R03` `OB-R04` `OB-R05` `OB-R07` `OB-R11` `OB-001`
    /// Throws all initial dice from left to right, then the chain of each six in the same order.
    ///
    /// # Errors
    /// If a die is missing.
    #[inline]
    pub fn roll<E>(self, mut die: impl FnMut(bool) -> Result<i32, E>) -> Result<Rolled, E> {
        let (mut total, mut sixes, mut core_ones, mut core_sixes) = (0, 0, 0, 0);
        for place in 0..self.0 {
            let face = die(false)?;
            // OB-003: a 1 counts nothing.
            total += if face == 1 { 0 } else { face };
            sixes += u8::from(face == 6);
            // OB-005: only the first three are core.
            if place < 3 {
                core_ones += u8::from(face == 1);
                core_sixes += u8::from(face == 6);
            }
        }
        // OB-002: each chain goes on to the first face that is no six.
        while sixes != 0 {
            let face = die(true)?;
            total += if face == 1 { 0 } else { face };
            sixes -= u8::from(face != 6);
        }
        Ok(Rolled { total, ones: core_ones == 3, sixes: core_sixes == 3 })
    }

    /// `OB-019` The chances of the sums of so many open dice.
    ///
    /// Each die is followed through [`LINKS`] sixes; the rest, `6^-LINKS`, is counted as a chain
    /// that ends there. So the chance of any event is wrong by at most `MOST_POOL · 6^-LINKS`, below 1e-14.
    pub fn sums(self) -> &'static [f64] {
        static SUMS: [OnceLock<Vec<f64>>; MOST_POOL as usize + 1] = [const { OnceLock::new() }; MOST_POOL as usize + 1];
        SUMS[self.0.min(MOST_POOL) as usize].get_or_init(|| {
            if self.0 == 0 {
                return vec![1.0];
            }
            let one = one_die();
            let fewer = Self(self.0.min(MOST_POOL) - 1).sums();
            let mut sums = vec![0.0; fewer.len() + one.len() - 1];
            for (at, chance) in fewer.iter().enumerate() {
                for (points, die) in one.iter().enumerate() {
                    sums[at + points] += chance * die;
                }
            }
            sums
        })
    }

    /// Sums, triple ones and triple sixes with their chances (`OB-019`). Fewer than three dice have neither
    /// triple (`OB-008`, `OB-R06`).
    pub fn each(self, mut each: impl FnMut(Rolled, f64)) {
        let sums = self.sums();
        if self.0 < 3 {
            // OB-008: no complete core.
            for (total, &chance) in sums.iter().enumerate() {
                if chance != 0.0 {
                    each(Rolled { total: total as i32, ones: false, sixes: false }, chance);
                }
            }
            return;
        }
        // Three core ones leave the sum to the other dice; three core sixes add 18 and are thrown again.
        let triple = 1.0 / 216.0;
        let others = Self(self.0 - 3).sums();
        for (total, &chance) in others.iter().enumerate() {
            if chance != 0.0 {
                each(Rolled { total: total as i32, ones: true, sixes: false }, chance * triple);
            }
        }
        for (total, &chance) in sums.iter().enumerate() {
            let ones = others.get(total).copied().unwrap_or(0.0);
            let sixes = total.checked_sub(18).map_or(0.0, |more| sums[more]);
            // Rounding may leave a trace below nothing.
            let plain = chance - triple * (ones + sixes);
            if plain > 0.0 {
                each(Rolled { total: total as i32, ones: false, sixes: false }, plain);
            }
            if sixes != 0.0 {
                each(Rolled { total: total as i32, ones: false, sixes: true }, sixes * triple);
            }
        }
        // Beyond the table of sums: three sixes on top of its highest sums.
        let beyond: f64 = sums[sums.len().saturating_sub(18)..].iter().sum();
        if beyond != 0.0 {
            each(Rolled { total: sums.len() as i32 + 17, ones: false, sixes: true }, beyond * triple);
        }
    }
}

impl OpenDice {
    /// Sums, triple ones and triple sixes as in [`each`](Self::each). Totals beyond which there is less than [`CUT`] in
    /// all count as that total.
    pub(crate) fn each_up_to_cut(self, mut each: impl FnMut(Rolled, f64)) {
        let (mut beyond, mut most) = (0.0, 0);
        for (total, chance) in self.sums().iter().enumerate().rev() {
            beyond += chance;
            if beyond >= CUT {
                most = total as i32;
                break;
            }
        }
        self.each(|rolled, chance| each(Rolled { total: rolled.total.min(most), ..rolled }, chance));
    }
}

/// Sixes in a row through which a chain is followed: `6^-20` is below 3e-16.
pub const LINKS: usize = 20;

/// `OB-019` One open die: `6q + r` with r of 0, 2, 3, 4 or 5 has the chance `6^-(q+1)`.
fn one_die() -> &'static [f64] {
    static ONE: OnceLock<Vec<f64>> = OnceLock::new();
    ONE.get_or_init(|| {
        let mut chances = vec![0.0; 6 * LINKS + 1];
        let mut link = 1.0 / 6.0;
        for sixes in 0..LINKS {
            for points in [0, 2, 3, 4, 5] {
                chances[6 * sixes + points] += link;
            }
            link /= 6.0;
        }
        chances[6 * LINKS] += link * 6.0;
        chances
    })
}

impl Pool<Obss> for OpenDice {
    type Outcome = Rolled;

    #[inline]
    fn throw<T: Thrower<Obss>>(&self, why: Why, by: &mut T) -> Result<Rolled, T::Pause> {
        // Only the first die shows the target.
        let mut target = Some(0);
        let mut faces = Faces::default();
        let rolled = self.roll(|again| {
            let face = by.throw(die_of(why, again), D6, target.take())?;
            faces.push(face);
            Ok(face)
        })?;
        if self.0 != 0 {
            by.tell(|| Event::Thrown { who: why.who, dice: self.0, faces, total: rolled.total });
        }
        Ok(rolled)
    }

    fn outcomes(&self, mut each: impl FnMut(u64, f64)) {
        self.each_up_to_cut(|rolled, chance| each(Self::code(rolled), chance));
    }

    fn code(rolled: Rolled) -> u64 {
        (rolled.total as u64) << 2 | (rolled.sixes as u64) << 1 | rolled.ones as u64
    }

    fn outcome(code: u64) -> Rolled {
        Rolled { total: (code >> 2) as i32, ones: code & 1 != 0, sixes: code & 2 != 0 }
    }
}

/// The purpose of dice that are told together: in files the name of the roll, in words its rule besides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Purpose {
    /// The name of the roll.
    pub what: &'static str,
    /// The rule that wants it.
    pub rule: RuleId,
}

impl Schema for Purpose {
    fn schema(schemas: &mut Schemas) -> Value {
        String::schema(schemas)
    }
}

impl ToValue for Purpose {
    fn write(&self, writer: &mut Writer<'_>) -> Value {
        self.what.to_owned().write(writer)
    }
}

/// Dice of a spell or a potion, which are thrown one by one and told together.
#[derive(Debug, Clone, Copy)]
pub struct SingleDice(pub Dice);

impl Pool<Obss> for SingleDice {
    /// Their sum.
    type Outcome = i32;

    fn throw<T: Thrower<Obss>>(&self, why: Why, by: &mut T) -> Result<i32, T::Pause> {
        let Dice { number, sides } = self.0;
        if number == 1 {
            return by.throw(why, self.0, None);
        }
        let (mut faces, mut total) = (Faces::default(), 0);
        for _ in 0..number {
            let face = by.throw(why.pooled(), Dice { number: 1, sides }, None)?;
            faces.push(face);
            total += face;
        }
        let purpose = Purpose { what: why.what, rule: why.rule };
        by.tell(|| Event::Shows { who: why.who, purpose, dice: number, sides, faces, total });
        Ok(total)
    }

    fn outcomes(&self, mut each: impl FnMut(u64, f64)) {
        for (sum, &ways) in (self.0.lowest() as u64..).zip(self.0.weights()) {
            each(sum, ways as f64 / self.0.ways() as f64);
        }
    }

    fn code(sum: i32) -> u64 {
        sum as u64
    }

    fn outcome(code: u64) -> i32 {
        code as i32
    }
}

/// `OB-019` The chance to reach the number that the dice have to supply.
///
/// ```
/// let chance = affray_obss::dice::pool::chance_to_reach(3, 8);
/// assert!((chance - 337.0 / 432.0).abs() < 1e-12);
/// ```
pub fn chance_to_reach(dice: u8, needed: i32) -> f64 {
    let mut chance = 0.0;
    OpenDice(dice).each(|rolled, weight| {
        if rolled.grade(needed).succeeded() {
            chance += weight;
        }
    });
    chance
}

/// Throws faces from a list, for tests and previews.
pub fn faces(dice: u8, faces: &[i32]) -> (Rolled, usize) {
    let mut used = 0;
    let Ok(rolled) = OpenDice(dice).roll(|_| {
        let face = faces.get(used).copied().unwrap_or(1);
        used += 1;
        Ok::<i32, Infallible>(face)
    });
    (rolled, used)
}

/// `OB-010` The size of a pool, line by line.
#[derive(Debug, Clone)]
pub struct PoolDice<T> {
    tally: T,
    changed: bool,
}

impl<T: Tally> PoolDice<T> {
    /// Three.
    #[inline]
    pub fn three() -> Self {
        Self { tally: T::base(rule!("OB-010").named("dice"), 3), changed: false }
    }
    /// More dice, or fewer.
    #[inline]
    pub fn add(&mut self, rule: RuleId, dice: i32) {
        self.tally.add(rule, dice);
        self.changed |= dice != 0;
    }
    /// Dice beyond three; negative for fewer.
    #[inline]
    pub fn more(&self) -> i32 {
        self.tally.total() - 3
    }
    /// `OB-R08` How they come about, if anything changed them: netted first, and then not below 0.
    pub fn explained(&self) -> Option<T> {
        let mut tally = self.changed.then(|| self.tally.clone())?;
        tally.at_least(rule!("OB-010").named("at least 0"), 0);
        Some(tally)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn worked_examples() {
        #[track_caller]
        fn case(example: &str, dice: u8, list: &[i32], total: i32, ones: bool, sixes: bool) {
            assert_eq!(faces(dice, list), (Rolled { total, ones, sixes }, list.len()), "{example}");
        }
        case("OB-E01", 3, &[6, 2, 5, 6, 6, 3], 28, false, false);
        case("OB-E02", 3, &[1, 3, 6, 1], 9, false, false);
        case("OB-E03", 3, &[6, 6, 2, 1, 6, 3], 23, false, false);
        case("OB-E04", 4, &[6, 1, 5, 6, 2, 4], 23, false, false);
        case("OB-E05", 2, &[1, 1], 0, false, false);
        case("OB-E05", 2, &[6, 6, 2, 3], 17, false, false);
        case("OB-E06", 0, &[], 0, false, false);
        case("OB-E10", 3, &[1, 1, 1], 0, true, false);
        case("OB-E11", 4, &[1, 1, 1, 6, 5], 11, true, false);
        case("OB-E12", 4, &[1, 1, 5, 1], 5, false, false);
        case("OB-E13", 3, &[6, 6, 6, 1, 1, 2], 20, false, true);
        case("OB-E15", 4, &[6, 5, 6, 6, 1, 2, 3], 28, false, false);
    }

    #[test]
    fn chances_of_the_ledger() {
        #[track_caller]
        fn case(example: &str, dice: u8, needed: i32, ways: (u32, u32)) {
            let expected = f64::from(ways.0) / f64::from(ways.1);
            let chance = chance_to_reach(dice, needed);
            assert!((chance - expected).abs() < 1e-12, "{example}: {chance} for {expected}");
        }
        case("OB-E17", 3, 8, (337, 432));
        case("OB-E17", 4, 12, (1897, 2592));
        case("OB-E17", 5, 16, (32675, 46656));
        case("OB-E18", 3, -5, (215, 216));
        case("OB-E18", 0, 0, (1, 1));
        case("OB-E18", 0, 1, (0, 1));
    }

    /// The table of `OB-019`.
    #[test]
    fn the_table_of_the_ledger() {
        for (needed, row) in [
            (0, [1.0000, 0.9954, 0.9954, 0.9954]),
            (10, [0.2870, 0.6227, 0.8468, 0.9466]),
            (20, [0.0296, 0.1047, 0.2624, 0.4720]),
            (30, [0.0021, 0.0143, 0.0429, 0.1113]),
        ] {
            for (dice, expected) in (2..).zip(row) {
                let chance = chance_to_reach(dice, needed);
                assert!((chance - expected).abs() < 5.1e-5, "{dice} dice for {needed}: {chance}");
            }
        }
    }

    #[test]
    fn chances_add_up() {
        for dice in [0, 1, 2, 3, 4, 7, 18] {
            let (mut all, mut mean) = (0.0, 0.0);
            OpenDice(dice).each(|rolled, chance| {
                all += chance;
                mean += chance * f64::from(rolled.total);
            });
            assert!((all - 1.0).abs() < 1e-13, "{dice}: {all}");
            assert!((mean - 4.0 * f64::from(dice)).abs() < 1e-9, "{dice}: {mean}");
        }
    }
}
