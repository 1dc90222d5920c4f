//! Reads a ruleset's ledger (`rules.md`) and finds where its ids are cited.
//!
//! A ledger states every rule of a game under an id. It is written for people, in Markdown:
//!
//! ```
//! let ledger = affray_ledger::Ledger::parse("
//! ## 2. Rules
//! ### 2.1 Rolls
//! - `XY-001` **Success roll.** [core] The total at or below the score succeeds.
//! ## 6. Invalid input
//! 1. A roll below three dice (XY-001).
//! ").unwrap();
//! assert_eq!(ledger.get("XY-001").unwrap().title, "Success roll");
//! assert_eq!(ledger.get("XY-I01").unwrap().text, "A roll below three dice (XY-001).");
//! ```
//!
//! [`Ledger`] is the parser, [`cite`] reads citations out of Rust sources and case files, and
//! [`build`] is what a ruleset's build script calls to make a table of both. This crate knows
//! no other crate of Affray, so that a build script compiles quickly.

pub mod build;
pub mod cite;
mod ledger;

pub use ledger::{Entry, Kind, Ledger, Problem};
