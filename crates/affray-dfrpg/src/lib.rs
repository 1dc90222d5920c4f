//! The `dfrpg` ruleset.

pub mod sheet;
