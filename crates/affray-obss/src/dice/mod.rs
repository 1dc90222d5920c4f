//! The dice: pools that explode, and checks against a number.
//!
//! Section A of the ledger.

pub mod check;
pub mod pool;
