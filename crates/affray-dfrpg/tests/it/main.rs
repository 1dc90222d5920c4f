//! What holds of the ruleset as a whole.

mod cases;
mod content;
mod exchange;
mod ledger;
mod magic;
