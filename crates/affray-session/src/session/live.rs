//! Where inputs come from that no person gives.

use super::{DiceFrom, Giver, MOST_INPUTS_OF_A_TURN};
use crate::ruleset::Rules;
use affray_kernel::dice::{Dice, Stream};
use affray_kernel::referee::{CombatantId, Game, Need, Policy, Source, Stop, Thrown, Why};
use affray_kernel::tally::Lines;
use std::cell::Cell;

/// What the dice of the operating system show.
pub(super) fn fresh(dice: Dice) -> Result<i32, String> {
    let seed = getrandom::u64().map_err(|error| format!("the operating system gives no dice ({error})"))?;
    Ok(dice.draw(&mut Stream::new(seed, 0)))
}

/// Where inputs come from that no person gives.
pub(super) struct Live<'a, P> {
    pub(super) from: DiceFrom,
    /// A log is followed: fresh dice come from it.
    pub(super) follows: bool,
    pub(super) hands: &'a [bool],
    /// The fight is over: people decide for everybody.
    pub(super) over: &'a Cell<bool>,
    pub(super) dice: Stream,
    pub(super) policy: &'a mut P,
    /// The dice to come after each input, and who gave it.
    pub(super) after: Vec<(Stream, Giver)>,
}

impl<P> Live<'_, P> {
    fn plays(&self, CombatantId(who): CombatantId) -> bool {
        self.hands.get(who as usize).copied().unwrap_or(false)
    }

    fn given<G: Game, T>(&mut self, need: impl FnOnce() -> Need<G>, value: T, by: Giver) -> Result<T, Stop<G>> {
        if self.after.len() >= MOST_INPUTS_OF_A_TURN {
            let message = "the policies do not come to the end of this turn".to_owned();
            return Err(Stop::Misfit { need: need(), message });
        }
        self.after.push((self.dice.clone(), by));
        Ok(value)
    }
}

impl<G: Rules> Source<G> for Live<'_, G::Own> {
    fn roll(&mut self, why: Why, dice: Dice, target: Option<&Lines>) -> Result<Thrown, Stop<G>> {
        let need = || Need::Roll { why, dice, target: target.cloned() };
        let (is_typed, is_fresh) = match self.from {
            DiceFrom::Drawn => (false, false),
            DiceFrom::Typed => (true, false),
            DiceFrom::Fresh => (false, true),
            DiceFrom::TypedOwn => (self.plays(why.who), true),
        };
        if is_typed || (is_fresh && self.follows) {
            return Err(Stop::Need(need()));
        }
        if is_fresh {
            let total = fresh(dice).map_err(|message| Stop::Misfit { need: need(), message })?;
            return self.given(need, Thrown::fell(total), Giver::Fresh);
        }
        let total = dice.draw(&mut self.dice);
        self.given(need, Thrown::fell(total), Giver::Program)
    }

    fn choose(&mut self, setup: &G::Setup, state: &G::State, question: &G::Question) -> Result<G::Choice, Stop<G>> {
        if self.over.get() || self.plays(G::asked(question)) {
            return Err(Stop::Need(Need::Choice(*question)));
        }
        let choice = self.policy.decide(setup, state, question);
        self.given(|| Need::Choice(*question), choice, Giver::Program)
    }
}
