//! What proves a ruleset, and what it answers without a fight: cases, and exact odds of a declared step.
//!
//! [`cases`] runs worked examples by tape, sampler and walker; [`odds`] adds up every outcome of a step. [`catalog!`]
//! makes a ruleset known to faces, with both.
//!
//! Absent: any one game, threads, terminals.

pub mod cases;
#[doc(hidden)]
pub mod catalog;
pub mod notes;
pub mod odds;
pub mod prelude;
