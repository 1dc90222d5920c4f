//! A rule's whole world: chances, dice, scores with their reasons, rule ids, the referee and its readers, interrupts,
//! what states are made of, and turns.
//!
//! A rule is a plain function over a battle and a [`referee::Referee`]; everything that it cannot decide by itself, it
//! asks of that.
//!
//! Absent: any one game, maps, file formats, words for people.

pub mod chance;
pub mod dice;
pub mod events;
pub mod hidden;
pub mod interrupt;
pub mod orders;
pub mod referee;
pub mod roll_off;
pub mod rules;
pub mod state;
pub mod tally;
pub mod turns;
