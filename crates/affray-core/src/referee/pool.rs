//! Pools: dice that belong together, of which only a small summary counts.
//!
//! Some games throw dice one after another, where what the first ones show says how many follow: dice
//! that are thrown again on their highest face, a further die for each degree of success. Every die is
//! an entry of the tape, so that people can throw and type them. The walker must not follow each die,
//! which could go on for ever: a pool knows the chances of its own summaries, cut where what is left
//! has less than a stated chance.

use super::{Game, Referee, Why};
use crate::dice::{Dice, Stream};
use hashbrown::HashTable;
use rustc_hash::FxHasher;
use std::any::{Any, TypeId};
use std::convert::Infallible;
use std::fmt::Debug;
use std::hash::{Hash, Hasher};

/// Where the single dice of a pool come from.
pub trait Thrower<G: Game> {
    /// Why throwing can stop.
    type Pause;

    /// Throws some of the dice.
    ///
    /// # Errors
    /// If there are none (yet).
    fn throw(&mut self, why: Why, dice: Dice) -> Result<i32, Self::Pause>;

    /// Reports what the dice come to so far. Only readers that throw every single die hear of it, so
    /// it is for what people are told on the way; what odds count is told after the pool.
    fn tell(&mut self, event: impl FnOnce() -> G::Event);
}

/// Dice that belong together.
pub trait Pool<G: Game> {
    /// What the dice come to: the little that a rule reads of them.
    type Outcome: Copy;

    /// Throws the dice one after another. It has to come to an end where every die shows its lowest
    /// face.
    ///
    /// # Errors
    /// What the thrower lacks.
    fn throw<T: Thrower<G>>(&self, why: Why, by: &mut T) -> Result<Self::Outcome, T::Pause>;

    /// Every outcome as a code, with its chance. The chances add up to 1; what was cut off has been
    /// given to a neighbor, and its chance is below [`CUT`].
    fn outcomes(&self, each: impl FnMut(u64, f64));

    /// The outcome of a code.
    fn outcome(code: u64) -> Self::Outcome;

    /// Its place among the pools that a simulation remembers; `None` for pools that are not to be remembered,
    /// of which every die is. [`Pools::place_of`] is the answer of all others.
    fn place(&self, why: Why, pools: &mut Pools<G>) -> Option<u32> {
        let _ = (why, pools);
        None
    }
}

/// A pool that simulations remember: its outcomes say their codes.
pub trait Remembered<G: Game>: Pool<G> + Clone + Eq + Hash + Debug + Send + 'static {
    /// The code of an outcome.
    fn code(outcome: Self::Outcome) -> u64;
}

/// Pools that were thrown in a simulation.
#[derive(Debug)]
pub struct Pools<G> {
    kept: Vec<Kept<G>>,
    by_pool: HashTable<(u64, u32)>,
}

/// One of them.
#[derive(Debug)]
struct Kept<G> {
    pool: Box<dyn Throws<G>>,
    /// The codes of its outcomes that have a place.
    codes: Vec<u64>,
    /// The place of each code; [`NO_PLACE`] for none.
    places: Vec<u8>,
}

/// Says that a code has no place.
const NO_PLACE: u8 = u8::MAX;

/// So many outcomes of a pool have a place at the most.
const MOST_PLACES: usize = 128;

/// Outcomes that are rarer have none.
const RAREST: f64 = 1e-6;

/// So many pools are remembered.
const MOST_POOLS: usize = 4096;

/// Codes beyond that have none.
const MOST_CODES: u64 = 4096;

trait Throws<G>: Debug + Send {
    fn throw(&self, stream: &mut Stream) -> u64;
    fn is(&self, other: &dyn Any) -> bool;
}

#[derive(Debug)]
struct Throw<P>(P, Why);

impl<G: Game, P: Remembered<G>> Throws<G> for Throw<P> {
    fn throw(&self, stream: &mut Stream) -> u64 {
        let Ok(outcome) = self.0.throw(self.1, &mut FromStream(stream));
        P::code(outcome)
    }
    fn is(&self, other: &dyn Any) -> bool {
        other.downcast_ref::<P>().is_some_and(|other| *other == self.0)
    }
}

impl<G> Default for Pools<G> {
    fn default() -> Self {
        Self { kept: Vec::new(), by_pool: HashTable::new() }
    }
}

impl<G: Game> Pools<G> {
    /// The place of a pool, which it gets when it comes for the first time.
    pub fn place_of<P: Remembered<G>>(&mut self, pool: &P, why: Why) -> Option<u32> {
        let mut hasher = FxHasher::default();
        TypeId::of::<P>().hash(&mut hasher);
        pool.hash(&mut hasher);
        let hash = hasher.finish();
        let kept = &self.kept;
        let same = |&(other, at): &(u64, u32)| other == hash && kept[at as usize].pool.is(pool);
        if let Some(&(_, at)) = self.by_pool.find(hash, same) {
            return Some(at);
        }
        if MOST_POOLS <= self.kept.len() {
            return None;
        }
        let at = self.kept.len() as u32;
        let mut outcomes: Vec<(u64, f64)> = Vec::new();
        pool.outcomes(|code, chance| {
            if code < MOST_CODES && RAREST <= chance {
                outcomes.push((code, chance));
            }
        });
        outcomes.sort_by(|(_, one), (_, other)| other.total_cmp(one));
        outcomes.truncate(MOST_PLACES);
        let codes: Vec<u64> = outcomes.iter().map(|&(code, _)| code).collect();
        let mut places = vec![NO_PLACE; codes.iter().max().map_or(0, |most| *most as usize + 1)];
        for (place, &code) in codes.iter().enumerate() {
            places[code as usize] = place as u8;
        }
        self.kept.push(Kept { pool: Box::new(Throw(pool.clone(), why)), codes, places });
        self.by_pool.insert_unique(hash, (hash, at), |&(hash, _)| hash);
        Some(at)
    }

    /// Throws the pool of a place: the code of its outcome.
    #[inline]
    pub(crate) fn throw(&self, at: u32, stream: &mut Stream) -> u64 {
        self.kept[at as usize].pool.throw(stream)
    }

    /// The codes that have a place in that pool, in the order of their places.
    pub(crate) fn codes(&self, at: u32) -> &[u64] {
        &self.kept[at as usize].codes
    }

    /// The place of a code in that pool.
    #[inline]
    pub(crate) fn place_of_code(&self, at: u32, code: u64) -> Option<usize> {
        let place = *self.kept[at as usize].places.get(usize::try_from(code).ok()?)?;
        (place != NO_PLACE).then_some(place as usize)
    }
}

/// Throws the dice of a pool from a stream.
struct FromStream<'a>(&'a mut Stream);

impl<G: Game> Thrower<G> for FromStream<'_> {
    type Pause = Infallible;

    #[inline]
    fn throw(&mut self, _: Why, dice: Dice) -> Result<i32, Infallible> {
        Ok(dice.draw(self.0))
    }

    #[inline]
    fn tell(&mut self, _: impl FnOnce() -> G::Event) {}
}

/// The chance that one pool may at most give to another outcome than the one that it belongs to.
pub const CUT: f64 = 1e-13;

/// Throws the dice of a pool at a referee, the first of them against the target.
pub(crate) struct AtReferee<'a, T, R> {
    pub(crate) referee: &'a mut R,
    pub(crate) target: Option<&'a T>,
}

impl<G: Game, R: Referee<G>> Thrower<G> for AtReferee<'_, R::Tally, R> {
    type Pause = R::Pause;

    #[inline]
    fn throw(&mut self, why: Why, dice: Dice) -> Result<i32, R::Pause> {
        let target = self.target.take();
        self.referee.roll(why, dice, target, |total| total)
    }

    #[inline]
    fn tell(&mut self, event: impl FnOnce() -> G::Event) {
        self.referee.tell(event);
    }
}

/// Takes the dice of a pool from a list.
pub(super) struct FromList<'a, 'b> {
    pub(super) left: &'b mut &'a [i32],
    pub(super) ran_out: bool,
}

impl<G: Game> Thrower<G> for FromList<'_, '_> {
    type Pause = Infallible;

    fn throw(&mut self, _: Why, dice: Dice) -> Result<i32, Infallible> {
        let Some((&total, left)) = self.left.split_first() else {
            self.ran_out = true;
            return Ok(dice.lowest());
        };
        *self.left = left;
        Ok(total)
    }

    fn tell(&mut self, _: impl FnOnce() -> G::Event) {}
}
