//! Files of this ruleset: encounters, cases, and the state of a combatant as files spell it.

pub mod arms;
pub mod case;
pub mod choices;
pub mod encounter;
pub mod sheet;
pub mod state_file;

pub(crate) use state_file::view;

/// An encounter file.
pub type EncounterFile = affray_session::encounter::EncounterFile<crate::Gurps4>;
/// An encounter that was read.
pub type Scenario = affray_session::scenario::Scenario<crate::Gurps4>;
