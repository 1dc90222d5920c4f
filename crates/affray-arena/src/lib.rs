//! Many fights at once, and what they say about one.
//!
//! [`simulate`] fights an encounter over and over on any number of threads, [`compare`] several variants of it with the same
//! dice; [`Report`] makes shares with confidence intervals of what came out. Odds of single actions are exact and come from the
//! rulesets themselves, for they alone walk through the outcomes of their rules.
//!
//! ```
//! use affray_arena::{Report, Settings, simulate};
//! use affray_files::FileError;
//! use std::num::NonZero;
//! use std::sync::atomic::AtomicBool;
//!
//! let (ruleset, source) = affray_games::encounter("duel").expect("it comes with `dfrpg`");
//! let encounter = ruleset.load(&source, &|name: &str| Err(FileError::whole(name, "there is no such file")))?;
//! let settings = Settings { seed: 7, fights: 100, within: None, threads: NonZero::new(2).expect("two") };
//! let stop = AtomicBool::new(false); // set it from elsewhere to end the simulation early
//! let simulation = simulate(&*encounter, &settings, &|_fought| (), &stop)?;
//! let report = Report::new(&*encounter, &simulation);
//! assert!(report.complete);
//! assert_eq!(report.sides.iter().map(|side| side.wins.count).sum::<u64>() + report.draws.count, settings.fights);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod details;
mod report;
mod simulate;
mod span;

pub use details::Details;
pub use report::{
    CONFIDENCE, CombatantReport, Difference, Mean, Report, Rounds, Share, SideDifference, SideReport, VariantReport,
    Within,
};
pub use simulate::{Comparison, MOST_FIGHTS, MOST_THREADS, Settings, Simulation, compare, simulate};
pub use span::{PlayReport, SideSpan, SpanReport};
