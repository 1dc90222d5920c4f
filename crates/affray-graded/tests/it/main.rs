//! What holds of the ruleset as a whole.

mod agreement;
mod cases;
mod content;
mod fights;
mod ledger;
mod proofs;
mod told;
