//! What holds of the ruleset as a whole.

mod agreement;
mod cases;
mod chances;
mod content;
mod fights;
mod ledger;
mod proofs;
mod things;
mod told;
