//! Files of this ruleset: encounters, and the state of a combatant as files spell it.

pub mod encounter;
pub mod names;
pub mod wire;
