//! Plain actions: stances, standing up, hands and what is carried.
//!
//! Section K of the ledger, apart from the charge (`movement`).

pub mod carry;
pub mod hands;
pub mod stance;
