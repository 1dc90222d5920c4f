//! Many fights at once, and what they say about one.
//!
//! [`simulate`] fights an encounter over and over on any number of threads, [`Report`] makes shares
//! with confidence intervals of what came out. Odds of single actions are exact and come from the
//! rulesets themselves, for they alone walk through the outcomes of their rules.
//!
//! ```
//! use affray_arena::{Report, simulate};
//! use affray_files::FileError;
//! use std::num::NonZero;
//! use std::sync::atomic::AtomicBool;
//!
//! let (ruleset, source) = affray_games::encounter("duel").expect("it comes with `dfrpg`");
//! let encounter = ruleset.load(&source, &|name: &str| Err(FileError::whole(name, "there is no such file")))?;
//! let (seed, fights, threads) = (7, 100, NonZero::new(2).expect("two"));
//! let stop = AtomicBool::new(false); // set it from elsewhere to end the simulation early
//! let simulation = simulate(&*encounter, seed, fights, threads, &|_fought| (), &stop)?;
//! let report = Report::new(&*encounter, &simulation);
//! assert!(report.complete);
//! assert_eq!(report.sides.iter().map(|side| side.wins.count).sum::<u64>() + report.draws.count, fights);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod report;
mod simulate;

pub use report::{CONFIDENCE, CombatantReport, Mean, Report, Rounds, Share, SideReport};
pub use simulate::{MOST_FIGHTS, MOST_THREADS, Simulation, simulate};
