//! Magic: spells and saving throws.
//!
//! Section P of the ledger.

pub mod casting;
pub mod save;
