//! The walker: every outcome of an action with its probability, depth first; or, along a given path, the one outcome
//! that the path leads to; or one that dice lead to.

use super::path::{Path, chance_of_outcome, chance_of_reading};
use super::pool::FromDice;
use super::{DiceSource as _, Game, Policy, Pool, Recorded, Referee, Why};
use crate::dice::{Dice, Stream};
use crate::tally::Sum;
use std::convert::Infallible;
use std::fmt::Debug;

/// Hears the events of each run. `()` hears nothing, and then none is built.
pub trait Listener<G: Game> {
    /// Whether events are to be built at all.
    const HEARS: bool;
    /// Called at the start of each run.
    fn restart(&mut self);
    /// Called for each event.
    fn hear(&mut self, event: &G::Event);
}

impl<G: Game> Listener<G> for () {
    const HEARS: bool = false;
    fn restart(&mut self) {}
    fn hear(&mut self, _: &G::Event) {}
}

/// One outcome of an action.
#[derive(Debug)]
pub struct Leaf<'a, S, L> {
    /// Its probability.
    pub chance: f64,
    /// The state in which it ends.
    pub state: &'a S,
    /// What the listener heard on the way.
    pub heard: &'a mut L,
}

/// Which outcomes the rolls of a run take.
enum Way<'a> {
    /// Those of a path on which all outcomes get their turn.
    Every(&'a mut Path),
    /// Those of given sums of dice, with the probability of what was read of them.
    Given(Recorded<'a>, f64),
    /// Those that dice show.
    Drawn(&'a mut Stream),
}

/// Hears an event.
type Hear<'a, G> = dyn FnMut(&<G as Game>::Event) + 'a;

/// The walker's referee. [`walk`] and [`follow`] drive it.
pub struct Walker<'a, G: Game> {
    policy: &'a mut dyn Policy<G>,
    hear: Option<&'a mut Hear<'a, G>>,
    way: Way<'a>,
}

impl<G: Game> Debug for Walker<'_, G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Walker").finish_non_exhaustive()
    }
}

/// Visits every outcome of an action and returns their number.
///
/// `run` carries the action out on the scratch state, which is set to `start` before each run.
/// With `skip_scatter`, rolls that only settle where something comes to lie take one outcome.
pub fn walk<G, P, L>(
    start: &G::State,
    scratch: &mut G::State,
    policy: P,
    listener: L,
    skip_scatter: bool,
    run: impl FnMut(&mut G::State, &mut Walker<'_, G>),
    leaf: impl FnMut(Leaf<'_, G::State, L>),
) -> u64
where
    G: Game,
    P: Policy<G>,
    L: Listener<G>,
{
    walk_at_most(u64::MAX, start, scratch, policy, listener, skip_scatter, run, leaf).unwrap_or(u64::MAX)
}

/// Visits every outcome of an action as [`walk`] does, and gives up where there are more than `most`: `None` then.
#[allow(clippy::too_many_arguments, reason = "each is a part of its own, and there is one caller a reader")]
pub fn walk_at_most<G, P, L>(
    most: u64,
    start: &G::State,
    scratch: &mut G::State,
    mut policy: P,
    mut listener: L,
    skip_scatter: bool,
    mut run: impl FnMut(&mut G::State, &mut Walker<'_, G>),
    mut leaf: impl FnMut(Leaf<'_, G::State, L>),
) -> Option<u64>
where
    G: Game,
    P: Policy<G>,
    L: Listener<G>,
{
    let (mut path, mut leaves) = (Path::new(skip_scatter), 0);
    loop {
        scratch.clone_from(start);
        path.begin();
        policy.restart();
        listener.restart();
        let mut hear = |event: &G::Event| listener.hear(event);
        let hear = L::HEARS.then_some(&mut hear as &mut Hear<'_, G>);
        run(scratch, &mut Walker { policy: &mut policy, hear, way: Way::Every(&mut path) });
        leaves += 1;
        leaf(Leaf { chance: path.chance, state: scratch, heard: &mut listener });
        if !path.advance() {
            return Some(leaves);
        }
        if leaves == most {
            return None;
        }
    }
}

/// Estimates how many outcomes an action has for [`walk`], from so many runs: the mean of the product of the numbers of
/// outcomes of a run's rolls, where each roll takes one of its outcomes with equal chances. The estimate has no bias
/// (Knuth, "Estimating the efficiency of backtrack programs", 1975).
pub fn estimate_leaves<G, P>(
    runs: u32,
    start: &G::State,
    scratch: &mut G::State,
    mut policy: P,
    skip_scatter: bool,
    mut run: impl FnMut(&mut G::State, &mut Walker<'_, G>),
) -> f64
where
    G: Game,
    P: Policy<G>,
{
    let (mut path, mut sum) = (Path::at_random(skip_scatter, Stream::new(0, 0)), 0.0);
    for _ in 0..runs {
        scratch.clone_from(start);
        path.begin();
        policy.restart();
        run(scratch, &mut Walker { policy: &mut policy, hear: None, way: Way::Every(&mut path) });
        sum += path.ways;
    }
    sum / f64::from(runs)
}

/// Carries an action out along one path, whose rolls take these sums of dice: the probability of what the rules read
/// of them, 0 if there are too few.
pub fn follow<G: Game>(totals: &[i32], mut policy: impl Policy<G>, run: impl FnOnce(&mut Walker<'_, G>)) -> f64 {
    policy.restart();
    let mut walker = Walker { policy: &mut policy, hear: None, way: Way::Given(Recorded::new(totals), 1.0) };
    run(&mut walker);
    match walker.way {
        Way::Given(given, chance) if !given.ran_out => chance,
        _ => 0.0,
    }
}

/// Carries an action out once with dice that fall, for a sample where there are too many outcomes to visit them all.
pub fn draw<G, P, L>(dice: &mut Stream, policy: &mut P, listener: &mut L, run: impl FnOnce(&mut Walker<'_, G>))
where
    G: Game,
    P: Policy<G>,
    L: Listener<G>,
{
    policy.restart();
    listener.restart();
    let mut hear = |event: &G::Event| listener.hear(event);
    let hear = L::HEARS.then_some(&mut hear as &mut Hear<'_, G>);
    run(&mut Walker { policy, hear, way: Way::Drawn(dice) });
}

impl<G: Game> Referee<G> for Walker<'_, G> {
    type Pause = Infallible;
    type Tally = Sum;

    fn roll<F: Copy + PartialEq>(
        &mut self,
        why: Why,
        dice: Dice,
        _: Option<&Sum>,
        read: impl Fn(i32) -> F,
    ) -> Result<F, Infallible> {
        let total = match &mut self.way {
            Way::Every(path) => path.roll(why, dice, &read),
            Way::Given(given, chance) => {
                let total = given.draw(dice);
                *chance *= chance_of_reading(dice, total, &read);
                total
            }
            Way::Drawn(stream) => dice.draw(stream),
        };
        Ok(read(total))
    }

    fn pool<P: Pool<G>, F: Copy + PartialEq>(
        &mut self,
        why: Why,
        pool: &P,
        _: &[&Sum],
        read: impl Fn(P::Outcome) -> F,
    ) -> Result<F, Infallible> {
        let outcome = match &mut self.way {
            Way::Every(path) => path.pool(pool, &read),
            Way::Given(given, chance) => {
                let Ok(outcome) = pool.throw(why, &mut FromDice(given));
                *chance *= chance_of_outcome(pool, outcome, &read);
                outcome
            }
            Way::Drawn(stream) => {
                let Ok(outcome) = pool.throw(why, &mut FromDice(&mut **stream));
                outcome
            }
        };
        Ok(read(outcome))
    }

    fn ask(&mut self, setup: &G::Setup, state: &mut G::State, question: G::Question) -> Result<G::Choice, Infallible> {
        Ok(self.policy.decide(setup, state, &question))
    }

    fn tell(&mut self, event: impl FnOnce() -> G::Event) {
        if let Some(hear) = &mut self.hear {
            hear(&event());
        }
    }

    fn show(&mut self, _: Why, _: &Sum) {}
}
