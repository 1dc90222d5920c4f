//! Plain actions: stances, standing up, hands and carried things.
//!
//! Section K of the ledger, apart from the charge (`movement`).

pub mod carry;
pub mod hands;
pub mod stance;
