//! What holds of the ruleset as a whole.

mod agreement;
mod allowed;
mod brawls;
mod cases;
mod chances;
mod content;
mod exchange;
mod keys;
mod ledger;
mod memory;
mod rounds;
mod table;
mod things;
mod told;
