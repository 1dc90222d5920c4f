//! Fights on several threads that come to the same on any number of them.

use crate::Difference;
use affray_session::catalog::{Encounter, Fight};
use affray_sim::{Results, Simulate};
use std::num::NonZero;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// The most fights of one simulation: beyond it, sums of squares would not be exact any more.
pub const MOST_FIGHTS: u64 = 1_000_000_000;

/// The most threads of one simulation.
pub const MOST_THREADS: usize = 1024;

/// Fights that one thread fights before it reports. Few enough that a stop is heard soon.
const SHARD: u64 = 64;

/// Shards before the width of an interval is looked at for the first time.
const FIRST_LOOK: u64 = 4;

/// Shards that are fought in one go at the most, where single fights are kept that long and where they are not.
const MOST_SHARDS: [u64; 2] = [256, 4096];

/// How an encounter is fought many times.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Settings {
    /// The seed from which every fight's own stream is derived.
    pub seed: u64,
    /// How many fights, at the most where an interval is asked for.
    pub fights: u64,
    /// Half of the interval of every side's share of wins, 0 to 1: fights go on until it is no wider. Without it all are fought.
    pub within: Option<f64>,
    /// How many threads.
    pub threads: NonZero<usize>,
}

/// What many fights came to.
#[derive(Debug, Clone, PartialEq)]
pub struct Simulation {
    /// The seed from which every fight's own stream is derived.
    pub seed: u64,
    /// How many fights were wanted; [`Results::fights`] says how many were fought.
    pub wanted: u64,
    /// Half of the interval that was asked for.
    pub within: Option<f64>,
    /// What they came to.
    pub results: Results,
}

impl Simulation {
    fn new(settings: &Settings) -> Self {
        let Settings { seed, fights, within, .. } = *settings;
        Self { seed, wanted: fights, within, results: Results::default() }
    }

    /// Whether every fight that was wanted was fought.
    pub fn is_complete(&self) -> bool {
        self.results.fights == self.wanted || self.is_narrow()
    }

    /// Half of the widest interval of a side's share of wins.
    pub fn reached(&self) -> f64 {
        let Results { wins, fights, .. } = &self.results;
        wins.iter().map(|&wins| crate::Share::of(wins, *fights).half()).fold(0.0, f64::max)
    }

    /// Whether the intervals are as narrow as asked.
    fn is_narrow(&self) -> bool {
        self.results.fights > 0 && self.within.is_some_and(|within| self.reached() <= within)
    }
}

/// Variants of an encounter that were fought with the same streams of dice.
#[derive(Debug, Clone, PartialEq)]
pub struct Comparison {
    /// What each variant came to, the encounter as it stands first.
    pub simulations: Vec<Simulation>,
    /// By variant, the first among them, and by side of the first: how its wins differ from those of the first.
    pub differences: Vec<Vec<Difference>>,
}

/// Fights an encounter many times, with a policy in everybody's place.
///
/// Fights are split into shards of a fixed size. Each fight draws from a stream of its own, and all
/// sums are of whole numbers, so that the results are the same on any number of threads. `done` hears
/// of each shard, from any thread, how many fights it had. Once `stop` is set, no further shard
/// begins, and the results are of those that were finished.
///
/// # Errors
/// If there are more fights or threads than the limits allow, or the system gives no threads.
pub fn simulate(
    encounter: &dyn Encounter,
    settings: &Settings,
    done: &(dyn Fn(u64) + Sync),
    stop: &AtomicBool,
) -> Result<Simulation, String> {
    let mut simulation = Simulation::new(settings);
    // One simulator a thread, for all of its shards: it gets faster with every fight.
    let simulators: Vec<Mutex<Box<dyn Simulate + Send + '_>>> =
        (0..settings.threads.get().min(MOST_THREADS)).map(|_| Mutex::new(encounter.simulator())).collect();
    let play = |task: &Task| {
        let mut results = Results::default();
        let simulator = simulators[task.thread].lock();
        simulator.unwrap_or_else(std::sync::PoisonError::into_inner).run(settings.seed, task.fights(), &mut results);
        results
    };
    run(settings, 1, MOST_SHARDS[1], play, done, stop, &mut |shard| {
        shard.iter().for_each(|results| simulation.results.add(results));
        simulation.is_narrow()
    })?;
    Ok(simulation)
}

/// Fights variants of an encounter, each with the same streams of dice, and shows every fight in its order: the number of the
/// variant, and the fight. The first of them is the one with which the others are compared. All of them have the same number of
/// fights: where an interval is asked for, that of the widest counts.
///
/// # Errors
/// As [`simulate`].
pub fn compare(
    variants: &[&dyn Encounter],
    settings: &Settings,
    done: &(dyn Fn(u64) + Sync),
    stop: &AtomicBool,
    each: &mut dyn FnMut(usize, &Fight),
) -> Result<Comparison, String> {
    let mut simulations = vec![Simulation::new(settings); variants.len()];
    let names: Vec<Vec<String>> = variants.iter().map(|variant| variant.sides()).collect();
    let first = names.first().cloned().unwrap_or_default();
    // By variant and side of the first: the fights that only the variant won, and those that only the first did.
    let mut only = vec![vec![(0, 0); first.len()]; variants.len()];
    let play = |task: &Task| {
        let (mut results, mut fights) = (Results::default(), Vec::new());
        variants[task.variant].fights(settings.seed, task.fights(), &mut results, &mut |fight| fights.push(fight));
        (results, fights)
    };
    let shards = (MOST_SHARDS[0] / variants.len().max(1) as u64).max(1);
    run(settings, variants.len(), shards, play, done, stop, &mut |shard| {
        let winner = |variant: usize, fight: &Fight| {
            let name = fight.winner.and_then(|side| names[variant].get(usize::from(side)))?;
            first.iter().position(|side| side == name)
        };
        for (variant, (results, fights)) in shard.iter().enumerate() {
            simulations[variant].results.add(results);
            for (fight, other) in fights.iter().zip(&shard[0].1) {
                let (winner, other) = (winner(variant, fight), winner(0, other));
                if winner != other {
                    winner.into_iter().for_each(|side| only[variant][side].0 += 1);
                    other.into_iter().for_each(|side| only[variant][side].1 += 1);
                }
                each(variant, fight);
            }
        }
        settings.within.is_some() && simulations.iter().all(Simulation::is_narrow)
    })?;
    let fights = simulations.first().map_or(0, |first| first.results.fights);
    let of =
        |sides: Vec<(u64, u64)>| sides.into_iter().map(|(more, less)| Difference::of(more, less, fights)).collect();
    Ok(Comparison { simulations, differences: only.into_iter().map(of).collect() })
}

/// A shard of the fights of one variant.
struct Task {
    variant: usize,
    thread: usize,
    first: u64,
    end: u64,
}

impl Task {
    fn fights(&self) -> std::ops::Range<u64> {
        self.first..self.end
    }
}

/// Plays shards on all threads. `add` gets each shard, in their order, with what each variant came to in it, and says whether
/// that is enough; after what number of fights it is asked does not depend on the threads.
fn run<T: Send>(
    settings: &Settings,
    variants: usize,
    most_shards: u64,
    play: impl Fn(&Task) -> T + Sync,
    done: &(dyn Fn(u64) + Sync),
    stop: &AtomicBool,
    add: &mut dyn FnMut(&[T]) -> bool,
) -> Result<(), String> {
    let Settings { fights, threads, .. } = *settings;
    if fights > MOST_FIGHTS {
        return Err(format!("{fights} fights are more than {MOST_FIGHTS}, the most of one simulation"));
    }
    if threads.get() > MOST_THREADS {
        return Err(format!("{threads} threads are more than {MOST_THREADS}, the most of one simulation"));
    }
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads.get())
        .build()
        .map_err(|error| format!("there are no {threads} threads: {error}"))?;
    let (shards, variants) = (fights.div_ceil(SHARD), variants as u64);
    let (mut fought, mut look) = (0, FIRST_LOOK);
    while fought < shards && !stop.load(Ordering::Relaxed) {
        let end = shards.min(fought + most_shards);
        let end = if settings.within.is_some() { end.min(look) } else { end };
        let next = AtomicU64::new(fought * variants);
        let played = pool.broadcast(|thread| {
            let mut played = Vec::new();
            while !stop.load(Ordering::Relaxed) {
                let task = next.fetch_add(1, Ordering::Relaxed);
                if end * variants <= task {
                    break;
                }
                let (shard, variant) = (task / variants, (task % variants) as usize);
                let (first, end) = (shard * SHARD, fights.min((shard + 1) * SHARD));
                played.push((task, play(&Task { variant, thread: thread.index(), first, end })));
                done(end - first);
            }
            played
        });
        let mut played: Vec<(u64, T)> = played.into_iter().flatten().collect();
        played.sort_by_key(|(task, _)| *task);
        let played: Vec<T> = played.into_iter().map(|(_, came_to)| came_to).collect();
        // After a stop the last shard may lack some of the variants.
        let enough = played.chunks_exact(variants as usize).fold(false, |_, shard| add(shard));
        fought = end;
        if fought == look {
            if enough {
                break;
            }
            look += (look / 8).max(1);
        }
    }
    Ok(())
}
