//! The files of this ruleset: encounters, states, cases, declarations, names in place of numbers.

pub mod case;
pub mod encounter;
pub mod names;
pub mod script;
pub mod wire;
