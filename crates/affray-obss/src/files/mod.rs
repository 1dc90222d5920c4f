//! The files of this ruleset: sheets, encounters, states, cases, declarations, names in place of numbers.

pub mod answers;
pub mod case;
pub mod declaration;
pub mod encounter;
pub mod names;
pub mod sheet;
pub mod state_file;

pub use case::CaseFile;
pub use encounter::EncounterFile;
