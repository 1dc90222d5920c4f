//! Skirmish: a small game, and the example for whoever writes a ruleset. `docs/writing-a-ruleset.md` leads through it.

pub mod decision;
pub mod event;
pub mod files;
pub mod policy;
pub mod state;
pub mod strike;
pub mod turn;
pub mod words;

/// Answers are judged where they stand, and a look at a battle stands beside its state.
pub use {decision as judge, state as scene};

affray_session::texts! {
    sheets: "ada", "bo";
    encounters: "two-against-one"
}

/// The game, as the readers of its rules know it.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Skirmish;

affray_prove::game!(Skirmish, "skirmish", "A small game of two dice", policy::Brawler);
