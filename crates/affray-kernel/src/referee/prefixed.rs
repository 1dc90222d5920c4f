//! A referee that first takes inputs which were given, and then asks another referee.

use super::pool::AtReferee;
use super::{Game, Input, Pool, Referee, Why};
use crate::dice::Dice;

/// Carries a turn on from its middle: it takes the inputs that a [`Tape`](super::Tape) took since the turn began, silently,
/// and asks another referee from there on. So a fight can be simulated from any moment of it, and the odds of what somebody
/// is about to do are exact. The inputs have to be those of the same turn, from the same state.
/// Cases and odds of files use it without inputs, so that the rules are compiled for one such reader and not for two.
#[derive(Debug)]
pub struct Prefixed<'a, G: Game, R> {
    given: &'a [Input<G::Choice, G::Change>],
    /// Settings that came where a roll was due: they take effect at the next decision.
    delayed: Vec<&'a G::Change>,
    referee: &'a mut R,
}

impl<'a, G: Game, R: Referee<G>> Prefixed<'a, G, R> {
    /// A referee that takes those inputs first.
    pub fn new(given: &'a [Input<G::Choice, G::Change>], referee: &'a mut R) -> Self {
        Self { given, delayed: Vec::new(), referee }
    }

    /// Applies settings that are left when the turn is over.
    pub fn settle(&mut self, setup: &G::Setup, state: &mut G::State) {
        for change in std::mem::take(&mut self.delayed) {
            // It was applied once before, to the same state.
            let _ = G::set(setup, state, change);
        }
    }

    /// The sum of the next roll, where one was given.
    fn next_total(&mut self) -> Option<i32> {
        while let Some((input, left)) = self.given.split_first() {
            match input {
                Input::Set(change) => {
                    self.delayed.push(change);
                    self.given = left;
                }
                Input::Roll { .. } if matches!(left.first(), Some(Input::Void)) => self.given = &left[1..],
                &Input::Roll { total, .. } => {
                    self.given = left;
                    return Some(total);
                }
                _ => return None,
            }
        }
        None
    }
}

impl<G: Game, R: Referee<G>> Referee<G> for Prefixed<'_, G, R> {
    type Pause = R::Pause;
    type Tally = R::Tally;

    fn roll<F: Copy + PartialEq>(
        &mut self,
        why: Why,
        dice: Dice,
        target: Option<&R::Tally>,
        read: impl Fn(i32) -> F,
    ) -> Result<F, R::Pause> {
        match self.next_total() {
            Some(total) => Ok(read(total)),
            None => self.referee.roll(why, dice, target, read),
        }
    }

    fn pool<P: Pool<G>, F: Copy + PartialEq>(
        &mut self,
        why: Why,
        pool: &P,
        targets: &[&R::Tally],
        read: impl Fn(P::Outcome) -> F,
    ) -> Result<F, R::Pause> {
        // The dice of a pool are inputs one by one, and some of them may have fallen already.
        if self.given.is_empty() {
            return self.referee.pool(why, pool, targets, read);
        }
        pool.throw(why, &mut AtReferee { referee: self, targets }).map(read)
    }

    fn ask(&mut self, setup: &G::Setup, state: &mut G::State, question: G::Question) -> Result<G::Choice, R::Pause> {
        self.settle(setup, state);
        while let Some((input, left)) = self.given.split_first() {
            self.given = left;
            match input {
                &Input::Choice { choice, .. } => return Ok(choice),
                Input::Set(change) => drop(G::set(setup, state, change)),
                Input::Interject { who, choice } => drop(G::free_action(setup, state, *who, choice, &mut |_| {})),
                Input::Roll { .. } | Input::Void => {}
            }
        }
        self.referee.ask(setup, state, question)
    }

    fn tell(&mut self, event: impl FnOnce() -> G::Event) {
        if self.given.is_empty() {
            self.referee.tell(event);
        }
    }

    fn show(&mut self, why: Why, score: &R::Tally) {
        if self.given.is_empty() {
            self.referee.show(why, score);
        }
    }
}
