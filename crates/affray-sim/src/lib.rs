//! One encounter fought again and again on one thread, and what its fights came to.
//!
//! A [`Simulator`] plays turns by the rules or, for states that come again, from a cache of turns that knows nothing of
//! the rules; the fights are the same with it and without it. [`Results`] add fights up, in any order.
//!
//! Absent: words, files, threads.

mod results;
mod simulator;
mod turn_cache;

pub use results::{CombatantOutcome, Fought, OutcomeCounts, Results};
pub use simulator::{Simulate, Simulator, Turns};
