//! What every ruleset of Affray stands on: dice, referee, tally, maps and files.
//!
//! No word of any one game is in here. A rule is a plain function over a battle and a
//! [`referee::Referee`]; everything that it cannot decide by itself, it asks of that.

pub mod cases;
pub mod chance;
pub mod dice;
pub mod encounter;
pub mod events;
pub mod files;
pub mod grid;
pub mod interrupt;
pub mod names;
pub mod narrate;
pub mod odds;
pub mod referee;
pub mod rules;
pub mod ruleset;
pub mod sample;
pub mod scenario;
pub mod session;
pub mod sheets;
pub mod state;
pub mod tally;
