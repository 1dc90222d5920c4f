//! Many fights in a row, on one thread.

use crate::results::{LONGEST, Outcome};
use crate::turn_cache::{Next, TurnCache, TurnRecorder};
use crate::{Fought, OutcomeCounts, Results};
use affray_kernel::dice::{Dice, Stream};
use affray_kernel::referee::{CombatantId, DiceSource, Groups, Policy, Recorder, Sampler, Why};
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
    attacks: Attacks,
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
            attacks: Attacks { names: G::ATTACKS, made: vec![false; combatants], missing: combatants },
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
        self.prepare(into);
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
        // A turn from the cache was played by the rules before, in this simulator.
        for (fate, made) in into.fates.iter_mut().zip(&self.attacks.made) {
            fate.attacked |= made;
        }
    }

    /// Fights those fights of a seed without the cache, adds up what they came to, and shows each of them. They are the
    /// fights of [`run`](Self::run).
    pub fn run_each(
        &mut self,
        seed: u64,
        numbers: Range<u64>,
        into: &mut Results,
        mut each: impl FnMut(Fought<'_, G::State>),
    ) {
        self.cache = None;
        self.prepare(into);
        for number in numbers {
            self.attacks.forget();
            let (_, rounds) = self.fight(Stream::new(seed, number));
            into.count(&self.outcome, rounds.into());
            for (fate, made) in into.fates.iter_mut().zip(&self.attacks.made) {
                fate.attacked |= made;
            }
            let Outcome { ending, fates } = &self.outcome;
            let (attacked, state) = (&self.attacks.made, &self.state);
            each(Fought { number, ending: *ending, rounds, fates, attacked, state });
        }
        self.attacks.forget();
    }

    /// Makes room for what fights come to.
    fn prepare(&self, into: &mut Results) {
        into.wins.resize(self.sides, 0);
        into.fates.resize(self.combatants, OutcomeCounts::default());
        into.lengths.resize(LONGEST + 1, 0);
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
        self.policy.turn_begins(self.setup, &self.state);
        let (dice, policy): (&mut dyn DiceSource, &mut dyn Policy<G>) = (stream, &mut self.policy);
        let mut recorder = cached.and_then(|state| Some(TurnRecorder::new(self.cache.as_mut()?, state)));
        let path = recorder.as_mut().map(|recorder| recorder as &mut dyn Recorder);
        let mut watch = Watch { attacks: &mut self.attacks, path };
        // Once everybody has attacked, nobody is watched any more.
        let hears = if watch.attacks.missing > 0 { Some(&mut watch as &mut dyn Recorder) } else { watch.path.take() };
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

/// Who attacked or cast a spell.
#[derive(Debug)]
struct Attacks {
    /// The rolls with which somebody does.
    names: &'static [&'static str],
    /// By combatant, whether it did.
    made: Vec<bool>,
    /// How many did not.
    missing: usize,
}

impl Attacks {
    fn forget(&mut self) {
        self.made.fill(false);
        self.missing = self.made.len();
    }

    fn hear(&mut self, why: &Why) {
        let Some(made) = self.made.get_mut(why.who.index()).filter(|made| !**made) else { return };
        if self.names.contains(&why.what) {
            *made = true;
            self.missing -= 1;
        }
    }
}

/// Hears who attacks, and passes on what the cache has to hear.
struct Watch<'a> {
    attacks: &'a mut Attacks,
    path: Option<&'a mut dyn Recorder>,
}

impl Recorder for Watch<'_> {
    fn rolled(&mut self, why: &Why, dice: Dice, total: i32, groups: &dyn Fn() -> Groups) {
        self.attacks.hear(why);
        if let Some(path) = &mut self.path {
            path.rolled(why, dice, total, groups);
        }
    }

    fn threw(&mut self, why: &Why) {
        self.attacks.hear(why);
        if let Some(path) = &mut self.path {
            path.threw(why);
        }
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
