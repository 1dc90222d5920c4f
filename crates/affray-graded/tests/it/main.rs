//! What holds of the ruleset as a whole.

mod cases;
mod fights;
mod ledger;
