//! The sampler: seeded dice, policies, nothing kept.

use super::{Game, Policy, Referee, Why};
use crate::dice::{Dice, Stream};
use crate::tally::Sum;
use std::convert::Infallible;

/// Where a sampler's dice come from: a generator, or a list that was written down before.
pub trait DiceSource {
    /// The sum that the dice show.
    fn draw(&mut self, dice: Dice) -> i32;
}

impl DiceSource for Stream {
    #[inline]
    fn draw(&mut self, dice: Dice) -> i32 {
        dice.draw(self)
    }
}

/// Dice that were written down, to check that the sampler plays what the tape played.
#[derive(Debug, Clone)]
pub struct Recorded<'a> {
    left: &'a [i32],
    /// Whether a die was asked for that the list no longer had.
    pub ran_out: bool,
}

impl<'a> Recorded<'a> {
    /// Reads these sums in their order.
    pub fn new(totals: &'a [i32]) -> Self {
        Self { left: totals, ran_out: false }
    }
    /// The sums not yet asked for.
    pub fn left(&self) -> &'a [i32] {
        self.left
    }
}

impl DiceSource for Recorded<'_> {
    fn draw(&mut self, dice: Dice) -> i32 {
        match self.left.split_first() {
            Some((&total, left)) => {
                self.left = left;
                total
            }
            None => {
                self.ran_out = true;
                dice.lowest()
            }
        }
    }
}

/// Draws dice, lets a policy decide, keeps nothing.
#[derive(Debug)]
pub struct Sampler<D, P> {
    /// The dice.
    pub dice: D,
    /// Who decides.
    pub policy: P,
}

impl<D, P> Sampler<D, P> {
    /// A sampler over those dice and that policy.
    pub fn new(dice: D, policy: P) -> Self {
        Self { dice, policy }
    }
}

impl<G: Game, D: DiceSource, P: Policy<G>> Referee<G> for Sampler<D, P> {
    type Pause = Infallible;
    type Tally = Sum;

    #[inline]
    fn roll<F: Copy + PartialEq>(
        &mut self,
        _: Why,
        dice: Dice,
        _: Option<&Sum>,
        read: impl Fn(i32) -> F,
    ) -> Result<F, Infallible> {
        Ok(read(self.dice.draw(dice)))
    }

    #[inline]
    fn ask(&mut self, setup: &G::Setup, state: &mut G::State, question: G::Question) -> Result<G::Choice, Infallible> {
        let choice = self.policy.decide(setup, state, &question);
        debug_assert_eq!(G::judge(setup, state, &question, &choice), Ok(()), "{question:?} -> {choice:?}");
        Ok(choice)
    }

    #[inline]
    fn tell(&mut self, _: impl FnOnce() -> G::Event) {}

    #[inline]
    fn is_heard(&self) -> bool {
        false
    }
}
