//! Files: sheets, encounters, cases, and states as both spell them.

pub mod case;
pub mod declaration;
pub mod encounter;
pub mod names;
pub mod sheet_file;
pub mod state_file;

pub use case::CaseFile;
pub use encounter::EncounterFile;
