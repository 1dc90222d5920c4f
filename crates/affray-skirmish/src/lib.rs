//! Skirmish: a small game, and the example for whoever writes a ruleset. `docs/writing-a-ruleset.md` leads through it.
//!
//! | module | holds |
//! | --- | --- |
//! | [`turn`] | the order of turns and of a turn, movement: `SK-01` to `SK-04` |
//! | [`strike`] | strikes and wounds: `SK-05` to `SK-12` |
//! | [`scene`], [`state`] | what never changes in a fight, and what does |
//! | [`decision`], [`judge`] | what is asked, and which answers are legal |
//! | [`event`] | what can happen |
//! | [`policy`] | opponents |
//! | [`files`] | encounters, sheets and cases |
//! | [`words`] | what is told, and what odds are about |

#[macro_use(rule)]
extern crate affray_kernel;

pub mod decision;
pub mod event;
pub mod files;
pub mod judge;
pub mod policy;
mod rolls;
pub mod scene;
pub mod state;
pub mod strike;
pub mod turn;
pub mod words;

/// The ledger, `rules.md`.
pub mod ledger {
    affray_session::ledger!();
}

/// Sheets that come with the game.
pub mod sheets {
    /// The stock sheets.
    pub const SHEETS: affray_files::sheets::Shelf = affray_files::shelf!["sheets": "ada", "bo"];
}

/// Encounters that come with the game.
pub mod content {
    /// An encounter with a comment on every key.
    pub const STARTER: &str = include_str!("../content/starter.toml");
    /// Encounters to fight at once.
    pub const ENCOUNTERS: affray_files::sheets::Shelf = affray_files::shelf!["content/encounters": "two-against-one"];
}

/// The game, as the readers of its rules know it.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Skirmish;

affray_prove::catalog!(Skirmish, "skirmish", "A small game of two dice");

affray_prove::game!(Skirmish, policy::Brawler);
