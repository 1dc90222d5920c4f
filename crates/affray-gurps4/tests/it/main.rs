//! What holds of the ruleset as a whole.

mod brawls;
mod cases;
mod ledger;
mod table;
