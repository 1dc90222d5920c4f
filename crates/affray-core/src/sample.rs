//! Many fights in a row: what a simulation runs on one thread.

mod turn_cache;

use crate::dice::Stream;
use crate::referee::{CombatantId, DiceSource, Policy, Recorder, Sampler};
use crate::ruleset::{Ending, FinalStatus, OutcomeCounts, Results, Rules, Simulate};
use std::ops::Range;
use turn_cache::{Next, TurnCache, TurnRecorder};

/// Lengths beyond this are counted together.
const LONGEST: usize = 255;

/// Turns are cached in fights of so many combatants at the most: the states of larger fights seldom come again.
const MOST_CACHED: usize = 2;

/// Fights an encounter over and over with the game's own policy, on one thread.
///
/// Each fight has a stream of its own, so that it is the same fight in any company. Turns that were played are
/// cached as long as that saves time.
#[derive(Debug)]
pub struct Simulator<'a, G: Rules> {
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

/// How a fight came out. Of its last state nothing else is of interest, and so most fights come out like
/// some other.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Outcome {
    ending: Ending,
    fates: Vec<CombatantOutcome>,
}

/// How a combatant came out of a fight, as it is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct CombatantOutcome {
    dead: bool,
    out: bool,
    fled: bool,
    /// HP lost; a combatant at 0 or below has lost all.
    lost: u32,
}

impl From<FinalStatus> for CombatantOutcome {
    fn from(fate: FinalStatus) -> Self {
        let lost = (fate.max_hp - fate.hp.max(0)).max(0) as u32;
        Self { dead: fate.dead, out: fate.out, fled: fate.fled, lost }
    }
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

impl<'a, G: Rules> Simulator<'a, G> {
    /// A simulator of an encounter with so many combatants and sides.
    pub fn new(setup: &'a G::Setup, start: &'a G::State, combatants: usize, sides: usize) -> Self {
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

impl<G: Rules> Simulate for Simulator<'_, G>
where
    G::Setup: Sync,
    G::State: Send + Sync,
{
    fn run(&mut self, seed: u64, numbers: Range<u64>, into: &mut Results) {
        Simulator::run(self, seed, numbers, into);
    }
}

impl OutcomeCounts {
    /// Counts HP that were lost in a fight.
    fn lose(&mut self, points: u32) {
        let lost = u64::from(points);
        self.hp_lost += lost;
        self.hp_lost_squared += lost * lost;
    }
}

impl Results {
    fn count(&mut self, outcome: &Outcome, rounds: u64) {
        self.fights += 1;
        match outcome.ending.side.and_then(|side| self.wins.get_mut(side as usize)) {
            Some(wins) => *wins += 1,
            None => self.draws += 1,
        }
        self.at_limit += u64::from(outcome.ending.at_limit);
        self.rounds.0 += rounds;
        self.rounds.1 += rounds * rounds;
        self.rounds.2 = self.rounds.2.max(rounds);
        self.lengths[(rounds as usize).min(LONGEST)] += 1;
        for (counts, fate) in self.fates.iter_mut().zip(&outcome.fates) {
            counts.dead += u64::from(fate.dead);
            counts.out += u64::from(fate.out);
            counts.fled += u64::from(fate.fled);
            counts.lose(fate.lost);
        }
    }

    /// Adds the results of further fights of the same encounter.
    pub fn add(&mut self, other: &Self) {
        fn sum(into: &mut Vec<u64>, other: &[u64]) {
            into.resize(into.len().max(other.len()), 0);
            for (into, other) in into.iter_mut().zip(other) {
                *into += other;
            }
        }
        self.fights += other.fights;
        sum(&mut self.wins, &other.wins);
        self.draws += other.draws;
        self.at_limit += other.at_limit;
        self.rounds.0 += other.rounds.0;
        self.rounds.1 += other.rounds.1;
        self.rounds.2 = self.rounds.2.max(other.rounds.2);
        sum(&mut self.lengths, &other.lengths);
        self.fates.resize(self.fates.len().max(other.fates.len()), OutcomeCounts::default());
        for (into, other) in self.fates.iter_mut().zip(&other.fates) {
            into.dead += other.dead;
            into.out += other.out;
            into.fled += other.fled;
            into.hp_lost += other.hp_lost;
            into.hp_lost_squared += other.hp_lost_squared;
        }
    }
}
