//! What holds of the ruleset as a whole.

mod cases;
mod exchange;
mod ledger;
mod magic;
