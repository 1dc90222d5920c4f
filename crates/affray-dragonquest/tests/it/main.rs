//! What holds of the ruleset as a whole.

mod allowed;
mod brawls;
mod cases;
mod content;
mod ledger;
mod random;
mod table;
