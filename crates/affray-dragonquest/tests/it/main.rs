//! What holds of the ruleset as a whole.

mod cases;
mod ledger;
mod random;
