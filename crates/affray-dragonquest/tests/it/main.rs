//! Tests of the ruleset as a whole.

mod agreement;
mod brawls;
mod cases;
mod chances;
mod content;
mod ledger;
mod memory;
mod random;
mod table;
mod things;
mod told;
