//! Many fights in a row, on one thread.

use crate::results::{LONGEST, Outcome};
use crate::turn_cache::{Next, TurnCache, TurnRecorder};
use crate::{OutcomeCounts, Results};
use affray_kernel::dice::Stream;
use affray_kernel::referee::{CombatantId, DiceSource, Policy, Recorder, Sampler};
use affray_kernel::turns::{Ending, TurnRules};
use std::ops::Range;

/// Turns are cached in fights of so many combatants at the most: the states of larger fights seldom come again.
const MOST_CACHED: usize = 2;

/// Fights one encounter again and again, and gets faster on the way.
pub trait Simulate {
    /// Fights those fights of a seed with policies and adds up what they came to. They are the same fights
    /// whatever was fought before.
    fn run(&mut self, seed: u64, numbers: Range<u64>, into: &mut Results);
}

/// Fights an encounter over and over with the game's own policy, on one thread.
///
/// Each fight has a stream of its own, so that it is the same fight in any company. Turns that were played are
/// cached as long as that saves time.
#[derive(Debug)]
pub struct Simulator<'a, G: TurnRules> {
    setup: &'a G::Setup,
    start: &'a G::State,
    combatants: usize,
    sides: usize,
    cache: Option<TurnCache<G::State, Outcome>>,
    policy: G::Own,
    state: G::State,
    /// How the latest fight came out that is not cached.
    outcome: Outcome,
    turns: Turns,
}

/// How the turns of a simulation were played.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Turns {
    /// From the cache alone.
    pub cached: u64,
    /// By the rules.
    pub played: u64,
}

/// Where a fight has come to.
enum At {
    /// To a state of the cache, by its number.
    Cached(usize),
    /// To the simulator's own state.
    New,
    /// To its end: in an ending of the cache, or in [`Simulator::outcome`].
    Over(Option<usize>),
}

impl<'a, G: TurnRules> Simulator<'a, G> {
    /// A simulator of an encounter that begins in that state.
    pub fn new(setup: &'a G::Setup, start: &'a G::State) -> Self {
        let (combatants, sides) = (G::figures(setup).len(), G::sides(setup).len());
        Self {
            setup,
            start,
            combatants,
            sides,
            cache: (combatants <= MOST_CACHED).then(TurnCache::new),
            policy: G::Own::default(),
            state: start.clone(),
            outcome: Outcome { ending: Ending { side: None, at_limit: false }, fates: Vec::with_capacity(combatants) },
            turns: Turns::default(),
        }
    }

    /// How the turns so far were played.
    pub fn turns(&self) -> Turns {
        self.turns
    }

    /// A simulator that plays every turn by the rules. It fights the same fights.
    #[must_use]
    pub fn uncached(self) -> Self {
        Self { cache: None, ..self }
    }

    /// Fights those fights of a seed and adds up what they came to.
    pub fn run(&mut self, seed: u64, numbers: Range<u64>, into: &mut Results) {
        into.wins.resize(self.sides, 0);
        into.fates.resize(self.combatants, OutcomeCounts::default());
        into.lengths.resize(LONGEST + 1, 0);
        for number in numbers {
            let (ending, rounds) = self.fight(Stream::new(seed, number));
            let outcome = match (ending, &self.cache) {
                (Some(number), Some(cache)) => cache.ending(number),
                _ => &self.outcome,
            };
            into.count(outcome, rounds.into());
            if !TurnCache::<G::State, Outcome>::pays(self.turns.cached, self.turns.played) {
                self.cache = None;
            }
        }
    }

    /// Fights one fight: the number of its ending in the cache, and the rounds.
    fn fight(&mut self, mut stream: Stream) -> (Option<usize>, u32) {
        let limit = G::round_limit(self.setup);
        let mut rounds = G::rounds(self.start);
        self.state.clone_from(self.start);
        let mut at = self.arrive();
        loop {
            at = match at {
                At::Over(ending) => return (ending, rounds),
                At::New if rounds >= limit => self.stop(),
                At::New => self.play(None, &mut stream, &mut rounds),
                At::Cached(state) => {
                    let Some(cache) = &self.cache else { unreachable!("only the cache has numbers") };
                    let way = cache.follow(state, rounds, limit, &mut stream);
                    self.turns.cached += way.turns;
                    rounds = way.rounds;
                    match way.next {
                        Next::Over(ending) => At::Over(Some(ending)),
                        Next::State(state) => {
                            self.state.clone_from(cache.state(state));
                            if rounds >= limit { self.stop() } else { self.play(Some(state), &mut stream, &mut rounds) }
                        }
                    }
                }
            };
        }
    }

    /// Plays a turn by the rules, from the simulator's own state on; its path goes to the cache if the state has a
    /// number there.
    fn play(&mut self, cached: Option<usize>, stream: &mut Stream, rounds: &mut u32) -> At {
        self.turns.played += 1;
        let before = G::rounds(&self.state);
        self.policy.restart();
        let (dice, policy): (&mut dyn DiceSource, &mut dyn Policy<G>) = (stream, &mut self.policy);
        let mut recorder = cached.and_then(|state| Some(TurnRecorder::new(self.cache.as_mut()?, state)));
        let hears = recorder.as_mut().map(|recorder| recorder as &mut dyn Recorder);
        let Ok(()) = G::next_turn(self.setup, &mut self.state, &mut Sampler::with_recorder(dice, policy, hears));
        let more = G::rounds(&self.state) - before;
        *rounds += more;
        let path = recorder.map(TurnRecorder::path);
        let at = self.arrive();
        if let (Some(path), Some(cache)) = (path, &mut self.cache) {
            match at {
                At::Cached(state) => cache.end(path, Next::State(state), more),
                At::Over(Some(ending)) => cache.end(path, Next::Over(ending), more),
                At::New | At::Over(None) => {}
            }
        }
        at
    }

    /// Stops a fight after the last round.
    fn stop(&mut self) -> At {
        self.come_out(Ending { side: None, at_limit: true })
    }

    /// Where the simulator's own state is, between two turns.
    fn arrive(&mut self) -> At {
        // The rounds are counted apart from the state.
        if let Some(ending) = G::ending(self.setup, &self.state).filter(|ending| !ending.at_limit) {
            return self.come_out(ending);
        }
        let Some(cache) = &mut self.cache else { return At::New };
        G::canonicalize(self.setup, &mut self.state);
        cache.number_of(&self.state).map_or(At::New, At::Cached)
    }

    /// Writes down how a fight came out that ended in the simulator's own state.
    fn come_out(&mut self, ending: Ending) -> At {
        self.outcome.ending = ending;
        self.outcome.fates.clear();
        for who in 0..self.combatants {
            self.outcome.fates.push(G::final_status(self.setup, &self.state, CombatantId(who as u8)).into());
        }
        At::Over(self.cache.as_mut().and_then(|cache| cache.number_of_ending(&self.outcome)))
    }
}

impl<G: TurnRules> Simulate for Simulator<'_, G>
where
    G::Setup: Sync,
    G::State: Send + Sync,
{
    fn run(&mut self, seed: u64, numbers: Range<u64>, into: &mut Results) {
        Simulator::run(self, seed, numbers, into);
    }
}
