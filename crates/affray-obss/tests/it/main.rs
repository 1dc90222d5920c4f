//! The tests of the ruleset that need more than one module.

mod brawls;
mod cases;
mod content;
mod ledger;
