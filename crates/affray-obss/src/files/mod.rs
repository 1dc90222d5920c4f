//! The files of this ruleset: sheets, encounters, states, cases, declarations, choices.

pub mod case;
pub mod choices;
pub mod declaration;
pub mod encounter;
pub mod sheet;
pub mod state_file;

pub(crate) use state_file::view;

/// An encounter file.
pub type EncounterFile = affray_session::encounter::EncounterFile<crate::Obss>;
/// An encounter that was read.
pub type Scenario = affray_session::scenario::Scenario<crate::Obss>;
