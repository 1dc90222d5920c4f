//! What holds of the ruleset as a whole.

mod brawls;
mod cases;
mod content;
mod exchange;
mod interject;
mod ledger;
mod magic;
mod simulation;
mod table;
