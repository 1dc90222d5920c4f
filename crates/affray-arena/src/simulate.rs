//! Fights on several threads that come to the same on any number of them.

use affray_session::catalog::Encounter;
use affray_sim::Results;
use std::num::NonZero;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// The most fights of one simulation: beyond it, sums of squares would not be exact any more.
pub const MOST_FIGHTS: u64 = 1_000_000_000;

/// The most threads of one simulation.
pub const MOST_THREADS: usize = 1024;

/// Fights that one thread fights before it reports. Few enough that a stop is heard soon.
const SHARD: u64 = 64;

/// What many fights came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Simulation {
    /// The seed from which every fight's own stream is derived.
    pub seed: u64,
    /// How many fights were wanted; [`Results::fights`] says how many were fought.
    pub wanted: u64,
    /// What they came to.
    pub results: Results,
}

impl Simulation {
    /// Whether every fight that was wanted was fought.
    pub fn is_complete(&self) -> bool {
        self.results.fights == self.wanted
    }
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
    seed: u64,
    fights: u64,
    threads: NonZero<usize>,
    done: &(dyn Fn(u64) + Sync),
    stop: &AtomicBool,
) -> Result<Simulation, String> {
    if MOST_FIGHTS < fights {
        return Err(format!("{fights} fights are more than {MOST_FIGHTS}, the most of one simulation"));
    }
    if MOST_THREADS < threads.get() {
        return Err(format!("{threads} threads are more than {MOST_THREADS}, the most of one simulation"));
    }
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads.get())
        .build()
        .map_err(|error| format!("there are no {threads} threads: {error}"))?;
    let next = AtomicU64::new(0);
    // One simulator a thread, for all of its shards: it gets faster with every fight.
    let results = pool.broadcast(|_| {
        let (mut simulator, mut results) = (encounter.simulator(), Results::default());
        loop {
            let first = next.fetch_add(SHARD, Ordering::Relaxed);
            if fights <= first || stop.load(Ordering::Relaxed) {
                return results;
            }
            let numbers = first..fights.min(first + SHARD);
            let number = numbers.end - numbers.start;
            simulator.run(seed, numbers, &mut results);
            done(number);
        }
    });
    let results = results.into_iter().fold(Results::default(), |mut one, other| {
        one.add(&other);
        one
    });
    Ok(Simulation { seed, wanted: fights, results })
}
