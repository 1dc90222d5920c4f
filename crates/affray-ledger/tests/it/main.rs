//! The parser, the citations and the table, from outside.

mod build;
mod cite;
mod ledger;
