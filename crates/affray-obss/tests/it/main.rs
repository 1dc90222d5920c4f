//! The tests of the ruleset that need more than one module.

mod agreement;
mod brawls;
mod cases;
mod chances;
mod content;
mod encounters;
mod ledger;
mod memory;
mod table;
mod things;
mod told;
