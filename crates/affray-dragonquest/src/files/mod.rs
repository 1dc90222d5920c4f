//! Files of this ruleset: encounters, cases, and the state of a combatant as files spell it.

pub mod case;
pub mod declaration;
pub mod encounter;
pub mod names;
pub mod sheet_file;
pub mod state_file;

pub use case::CaseFile;
pub use encounter::EncounterFile;
