//! Bodies: damage, conditions, life and death, and time that heals or kills.
//!
//! Sections H, N, O and R of the ledger.

pub mod aftermath;
pub mod condition;
pub mod confusion;
pub mod first_aid;
pub mod life;
pub mod time;
