//! Files: sheets, encounters, cases, and states as both spell them.

pub mod case;
pub mod choices;
pub mod encounter;
pub mod gear_file;
pub mod sheet_file;
pub mod state_file;

pub(crate) use state_file::view;

/// An encounter file.
pub type EncounterFile = affray_session::encounter::EncounterFile<crate::Graded>;
/// An encounter that was read.
pub type Scenario = affray_session::scenario::Scenario<crate::Graded>;
