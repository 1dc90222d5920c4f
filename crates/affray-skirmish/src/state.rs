//! What changes in a fight.

use affray_files::value::{FromValue, ToValue};
use affray_grid::Cell;
use affray_kernel::state::{Ignored, refill};

/// The changing part of a combatant. Its keys in files are those of its fields.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, FromValue, ToValue)]
pub struct Fighter {
    /// The hex.
    pub at: Cell,
    /// HP left.
    pub hp: i16,
    /// `SK-11` It lies.
    pub fallen: bool,
    /// `SK-04` It guards.
    pub guards: bool,
    /// `SK-07` It parried since its turn.
    pub parried: bool,
}

impl Fighter {
    /// `SK-12` Whether it still fights.
    pub const fn is_up(&self) -> bool {
        self.hp > 0
    }
}

/// Everything that changes.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// The combatants, in the order of the encounter.
    pub fighters: Vec<Fighter>,
    /// The next turn, as a place in the order.
    pub turn: u8,
    /// Completed rounds. No rule reads them.
    pub rounds: Ignored<u32>,
}

impl Clone for State {
    fn clone(&self) -> Self {
        Self { fighters: self.fighters.clone(), turn: self.turn, rounds: self.rounds }
    }
    /// Copies into the list that stands: a simulated turn allocates nothing.
    fn clone_from(&mut self, source: &Self) {
        refill(&mut self.fighters, &source.fighters);
        (self.turn, self.rounds) = (source.turn, source.rounds);
    }
}

affray_kernel::by_combatant!(State, fighters: Fighter);
