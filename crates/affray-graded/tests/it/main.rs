//! What holds of the ruleset as a whole.

mod cases;
mod content;
mod fights;
mod ledger;
mod proofs;
