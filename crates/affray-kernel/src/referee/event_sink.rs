//! What needs neither dice nor decisions.

use super::{Game, Pool, Referee, Why};
use crate::dice::Dice;
use crate::tally::Sum;

/// A referee for what needs neither dice nor decisions, such as what is done unasked: it only passes events on.
pub struct EventSink<'a, G: Game>(pub &'a mut dyn FnMut(G::Event));

impl<G: Game> std::fmt::Debug for EventSink<'_, G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("EventSink")
    }
}

impl<G: Game> Referee<G> for EventSink<'_, G> {
    type Pause = ();
    type Tally = Sum;

    fn roll<F: Copy + PartialEq>(&mut self, _: Why, _: Dice, _: Option<&Sum>, _: impl Fn(i32) -> F) -> Result<F, ()> {
        Err(())
    }

    fn pool<P: Pool<G>, F: Copy + PartialEq>(
        &mut self,
        _: Why,
        _: &P,
        _: &[&Sum],
        _: impl Fn(P::Outcome) -> F,
    ) -> Result<F, ()> {
        Err(())
    }

    fn ask(&mut self, _: &G::Setup, _: &mut G::State, _: G::Question) -> Result<G::Choice, ()> {
        Err(())
    }

    fn tell(&mut self, event: impl FnOnce() -> G::Event) {
        (self.0)(event());
    }

    fn show(&mut self, _: Why, _: &Sum) {}
}
