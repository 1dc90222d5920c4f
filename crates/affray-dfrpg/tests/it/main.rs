//! What holds of the ruleset as a whole.

mod brawls;
mod cases;
mod chances;
mod content;
mod encounters;
mod exchange;
mod free_action;
mod keys;
mod ledger;
mod log;
mod magic;
mod memory;
mod others;
mod simulation;
mod table;
mod things;
mod told;
