//! The files of this ruleset: encounters, states, choices and cases.
//!
//! `docs/cases-dfrpg.md` and `docs/encounters-dfrpg.md` describe them for their writers.

pub mod case;
pub mod choices;
pub mod encounter;
pub mod sheet;
pub mod state_file;

pub(crate) use state_file::view;

/// An encounter file.
pub type EncounterFile = affray_session::encounter::EncounterFile<crate::Dfrpg>;
/// An encounter that was read.
pub type Scenario = affray_session::scenario::Scenario<crate::Dfrpg>;
