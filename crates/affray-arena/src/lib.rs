//! Many fights at once, and what they say about one.
//!
//! [`simulate`] fights an encounter over and over on any number of threads, [`Report`] makes shares
//! with confidence intervals of what came out. Odds of single actions are exact and come from the
//! rulesets themselves, for they alone walk through the outcomes of their rules.

mod report;
mod simulate;

pub use report::{CombatantReport, Mean, Report, Rounds, Share, SideReport};
pub use simulate::{MOST_FIGHTS, MOST_THREADS, Simulation, simulate};
