//! What holds of the ruleset as a whole.

mod allowed;
mod cases;
mod ledger;
mod random;
