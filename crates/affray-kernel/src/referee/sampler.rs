//! The sampler: seeded dice, policies, nothing kept.

use super::pool::FromDice;
use super::{Game, Policy, Pool, Referee, Why};
use crate::dice::{Dice, Stream};
use crate::tally::Sum;
use std::convert::Infallible;
use std::fmt::Debug;

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

impl<D: DiceSource + ?Sized> DiceSource for &mut D {
    fn draw(&mut self, dice: Dice) -> i32 {
        (**self).draw(dice)
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

/// Hears of each throw of a sampler: what it is for, and what the turn needs to be followed again without the rules.
pub trait Recorder {
    /// Dice came to that sum. `groups` tells which sums the rules read alike.
    fn rolled(&mut self, why: &Why, dice: Dice, total: i32, groups: &dyn Fn() -> Groups);
    /// A pool was thrown.
    fn threw(&mut self, why: &Why);
}

/// For each total of some dice, the lowest first, its group. Groups count from 0 in the order in which they come first.
pub type Groups = Vec<u16>;

/// Draws dice, lets a policy decide, keeps nothing.
///
/// Whoever runs all rules of a game passes `&mut dyn DiceSource` and `&mut dyn Policy`, so that they are compiled once.
pub struct Sampler<'a, D, P> {
    /// The dice.
    pub dice: D,
    /// Who decides.
    pub policy: P,
    recorder: Option<&'a mut dyn Recorder>,
}

impl<D: Debug, P: Debug> Debug for Sampler<'_, D, P> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Sampler").field("dice", &self.dice).field("policy", &self.policy).finish_non_exhaustive()
    }
}

impl<'a, D, P> Sampler<'a, D, P> {
    /// A sampler over those dice and that policy.
    pub fn new(dice: D, policy: P) -> Self {
        Self { dice, policy, recorder: None }
    }

    /// A sampler of whose throws a recorder hears, if there is one.
    pub fn with_recorder(dice: D, policy: P, recorder: Option<&'a mut dyn Recorder>) -> Self {
        Self { dice, policy, recorder }
    }
}

impl<G: Game, D: DiceSource, P: Policy<G>> Referee<G> for Sampler<'_, D, P> {
    type Pause = Infallible;
    type Tally = Sum;

    #[inline]
    fn roll<F: Copy + PartialEq>(
        &mut self,
        why: Why,
        dice: Dice,
        _: Option<&Sum>,
        read: impl Fn(i32) -> F,
    ) -> Result<F, Infallible> {
        let total = self.dice.draw(dice);
        if let Some(recorder) = &mut self.recorder {
            recorder.rolled(&why, dice, total, &|| groups((dice.lowest()..=dice.highest()).map(&read)));
        }
        Ok(read(total))
    }

    fn pool<T: Pool<G>, F: Copy + PartialEq>(
        &mut self,
        why: Why,
        pool: &T,
        _: &[&Sum],
        read: impl Fn(T::Outcome) -> F,
    ) -> Result<F, Infallible> {
        let Ok(outcome) = pool.throw(why, &mut FromDice(&mut self.dice));
        if let Some(recorder) = &mut self.recorder {
            recorder.threw(&why);
        }
        Ok(read(outcome))
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
    fn show(&mut self, _: Why, _: &Sum) {}
}

/// The group of each reading: equal readings are one group.
fn groups<F: PartialEq>(readings: impl Iterator<Item = F>) -> Groups {
    let mut first_of_group: Vec<F> = Vec::new();
    let group = |reading: F| match first_of_group.iter().position(|earlier| *earlier == reading) {
        Some(group) => group as u16,
        None => {
            first_of_group.push(reading);
            (first_of_group.len() - 1) as u16
        }
    };
    readings.map(group).collect()
}
