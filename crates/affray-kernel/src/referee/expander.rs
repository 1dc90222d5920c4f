//! The expander: from a state and the steps so far, every way up to the next decision or the end of the turn.
//!
//! Searches stand on it: each way has its probability, the steps that lead there, and what is due then. Like the
//! walker it tells outcomes of dice apart only where the rules do.

use super::path::Path;
use super::pool::FromDice;
use super::{Game, Pool, Recorded, Referee, Why};
use crate::dice::Dice;
use crate::tally::Sum;
use std::fmt::Debug;

/// A step through a turn: what dice showed, or a decision.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Step<C> {
    /// The sum of a roll. In place of a whole [`Pool`], the dice of the pool may stand one after another.
    Roll(i32),
    /// The code of what a pool came to.
    Pool(u64),
    /// A decision.
    Choice(C),
}

/// What a way leads to.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Found<Q> {
    /// Somebody has to decide this.
    Question(Q),
    /// The turn is over.
    End,
}

/// A way through a turn.
#[derive(Debug)]
pub struct Expanded<'a, G: Game> {
    /// The probability of its dice, after the steps that were given.
    pub chance: f64,
    /// The steps that it adds to those that were given.
    pub steps: &'a [Step<G::Choice>],
    /// What it leads to.
    pub found: Found<G::Question>,
    /// The state there.
    pub state: &'a G::State,
}

/// The expander's referee. [`expand`] drives it.
#[derive(Debug)]
pub struct Expander<'a, G: Game> {
    given: &'a [Step<G::Choice>],
    path: &'a mut Path,
    /// The steps after those that were given.
    added: &'a mut Vec<Step<G::Choice>>,
}

/// Why the expander stopped a run.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Pause<Q> {
    /// A decision is due.
    Question(Q),
    /// The steps that were given do not fit: this is the place of the first that is wrong, from the end of the list.
    Misfit {
        /// How many steps were left, the wrong one among them.
        left: usize,
    },
}

/// Visits every way from a state and the steps so far to the next decision or the end of the turn.
///
/// `run` plays a turn on the scratch state, which is set to `start` before each run. The probabilities of all ways add
/// up to 1. With `skip_scatter`, rolls that only settle where something comes to lie take one outcome.
///
/// # Errors
/// Where a step does not fit what the rules ask for: its place in the list.
pub fn expand<G: Game>(
    start: &G::State,
    scratch: &mut G::State,
    given: &[Step<G::Choice>],
    skip_scatter: bool,
    mut run: impl FnMut(&mut G::State, &mut Expander<'_, G>) -> Result<(), Pause<G::Question>>,
    mut each: impl FnMut(Expanded<'_, G>),
) -> Result<(), usize> {
    let (mut path, mut added) = (Path::new(skip_scatter), Vec::new());
    loop {
        scratch.clone_from(start);
        path.begin();
        added.clear();
        let found = match run(scratch, &mut Expander { given, path: &mut path, added: &mut added }) {
            Ok(()) => Found::End,
            Err(Pause::Question(question)) => Found::Question(question),
            Err(Pause::Misfit { left }) => return Err(given.len() - left),
        };
        each(Expanded { chance: path.chance, steps: &added, found, state: scratch });
        if !path.advance() {
            return Ok(());
        }
    }
}

/// What the steps so far of a turn lead to if no dice come before it: one run, of which nothing is told. The state is set to what
/// it is there; nothing if dice come first, or a step does not fit what the rules ask for.
pub fn found_after<G: Game>(
    state: &mut G::State,
    given: &[Step<G::Choice>],
    run: impl FnOnce(&mut G::State, &mut Expander<'_, G>) -> Result<(), Pause<G::Question>>,
) -> Option<Found<G::Question>> {
    let (mut path, mut added) = (Path::new(false), Vec::new());
    let found = match run(state, &mut Expander { given, path: &mut path, added: &mut added }) {
        Ok(()) => Found::End,
        Err(Pause::Question(question)) => Found::Question(question),
        Err(Pause::Misfit { .. }) => return None,
    };
    added.is_empty().then_some(found)
}

impl<G: Game> Expander<'_, G> {
    fn misfit<T>(&self) -> Result<T, Pause<G::Question>> {
        Err(Pause::Misfit { left: self.given.len() })
    }
}

impl<G: Game> Referee<G> for Expander<'_, G> {
    type Pause = Pause<G::Question>;
    type Tally = Sum;

    fn roll<F: Copy + PartialEq>(
        &mut self,
        why: Why,
        dice: Dice,
        _: Option<&Sum>,
        read: impl Fn(i32) -> F,
    ) -> Result<F, Self::Pause> {
        let total = match self.given.split_first() {
            Some((&Step::Roll(total), left)) if dice.accepts(total) => {
                self.given = left;
                total
            }
            Some(_) => return self.misfit(),
            None => {
                let total = self.path.roll(why, dice, &read);
                self.added.push(Step::Roll(total));
                total
            }
        };
        Ok(read(total))
    }

    fn pool<P: Pool<G>, F: Copy + PartialEq>(
        &mut self,
        why: Why,
        pool: &P,
        _: &[&Sum],
        read: impl Fn(P::Outcome) -> F,
    ) -> Result<F, Self::Pause> {
        let outcome = match self.given.split_first() {
            Some((&Step::Pool(code), left)) => {
                self.given = left;
                P::outcome(code)
            }
            Some((Step::Roll(_), _)) => {
                let dice = self.given.iter().map_while(|step| match step {
                    Step::Roll(total) => Some(*total),
                    _ => None,
                });
                let dice: Vec<i32> = dice.collect();
                let mut recorded = Recorded::new(&dice);
                let Ok(outcome) = pool.throw(why, &mut FromDice(&mut recorded));
                if recorded.ran_out {
                    return self.misfit();
                }
                self.given = &self.given[dice.len() - recorded.left().len()..];
                outcome
            }
            Some(_) => return self.misfit(),
            None => {
                let outcome = self.path.pool(pool, &read);
                self.added.push(Step::Pool(P::code(outcome)));
                outcome
            }
        };
        Ok(read(outcome))
    }

    fn ask(&mut self, _: &G::Setup, _: &mut G::State, question: G::Question) -> Result<G::Choice, Self::Pause> {
        match self.given.split_first() {
            Some((&Step::Choice(choice), left)) => {
                self.given = left;
                Ok(choice)
            }
            Some(_) => self.misfit(),
            None => Err(Pause::Question(question)),
        }
    }

    fn tell(&mut self, _: impl FnOnce() -> G::Event) {}

    fn show(&mut self, _: Why, _: &Sum) {}
}
