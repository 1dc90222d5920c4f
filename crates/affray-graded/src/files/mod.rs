//! Files: encounters, cases, and states as both spell them.

pub mod case;
pub mod encounter;
pub mod names;
pub mod script;
pub mod wire;
