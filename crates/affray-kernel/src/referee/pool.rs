//! Pools: dice that belong together, of which only a small summary counts.
//!
//! Some games throw dice one after another, where what the first ones show says how many follow: dice
//! that are thrown again on their highest face, a further die for each degree of success, a contest that goes on
//! until somebody wins. Every die is an entry of the tape, so that people can throw and type them. The walker must
//! not follow each die, which could go on for ever: a pool knows the chances of its own summaries, cut where what is
//! left has less than a stated chance.

use super::{DiceSource, Game, Referee, Why};
use crate::dice::Dice;
use std::convert::Infallible;
use std::fmt::Debug;

/// Where the single dice of a pool come from.
pub trait Thrower<G: Game> {
    /// Why throwing can stop.
    type Pause;

    /// Throws some of the dice. `target` says against which of the pool's targets, by its place among them.
    ///
    /// # Errors
    /// If there are none (yet).
    fn throw(&mut self, why: Why, dice: Dice, target: Option<usize>) -> Result<i32, Self::Pause>;

    /// Reports what the dice come to so far. Only readers that throw every single die hear of it, so
    /// it is for what people are told on the way; what odds count is told after the pool.
    fn tell(&mut self, event: impl FnOnce() -> G::Event);
}

/// Dice that belong together.
pub trait Pool<G: Game>: Debug {
    /// What the dice come to: the little that a rule reads of them.
    type Outcome: Copy;

    /// Throws the dice one after another. It has to come to an end where every die shows its lowest
    /// face.
    ///
    /// # Errors
    /// What the thrower lacks.
    fn throw<T: Thrower<G>>(&self, why: Why, by: &mut T) -> Result<Self::Outcome, T::Pause>;

    /// Lists every outcome as a code, with its chance. The chances add up to 1; what was cut off has been
    /// given to a neighbor, and its chance is below [`CUT`].
    fn outcomes(&self, each: impl FnMut(u64, f64));

    /// The outcome of a code.
    fn outcome(code: u64) -> Self::Outcome;

    /// The code of an outcome.
    fn code(outcome: Self::Outcome) -> u64;
}

/// The chance that one pool may at most give to another outcome than the one that it belongs to.
pub const CUT: f64 = 1e-13;

/// Throws the dice of a pool as rolls of a referee.
pub(super) struct AtReferee<'a, T, R> {
    pub(super) referee: &'a mut R,
    pub(super) targets: &'a [&'a T],
}

impl<G: Game, R: Referee<G>> Thrower<G> for AtReferee<'_, R::Tally, R> {
    type Pause = R::Pause;

    fn throw(&mut self, why: Why, dice: Dice, target: Option<usize>) -> Result<i32, R::Pause> {
        let target = target.and_then(|place| self.targets.get(place).copied());
        self.referee.roll(why, dice, target, |total| total)
    }

    fn tell(&mut self, event: impl FnOnce() -> G::Event) {
        self.referee.tell(event);
    }
}

/// Throws the dice of a pool from a source of dice, and tells nobody.
pub struct FromDice<'a>(pub &'a mut dyn DiceSource);

impl Debug for FromDice<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("FromDice")
    }
}

impl<G: Game> Thrower<G> for FromDice<'_> {
    type Pause = Infallible;

    #[inline]
    fn throw(&mut self, _: Why, dice: Dice, _: Option<usize>) -> Result<i32, Infallible> {
        Ok(self.0.draw(dice))
    }

    #[inline]
    fn tell(&mut self, _: impl FnOnce() -> G::Event) {}
}
