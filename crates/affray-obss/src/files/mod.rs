//! The files of this ruleset: encounters, states, names in place of numbers.

pub mod case;
pub mod encounter;
pub mod names;
pub mod wire;
