//! What changes in a fight.

use affray_files::value::{FromValue, ToValue};
use affray_grid::Cell;
use affray_kernel::hidden::Hidden;
use affray_kernel::orders::OrderBook;
use affray_kernel::referee::CombatantId;
use affray_kernel::state::Ignored;

/// The changing part of a combatant. Its keys in files are those of its fields.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, FromValue, ToValue)]
#[value(partial)]
pub struct Fighter {
    /// The hex.
    pub at: Cell,
    /// HP left, -100 to 100.
    #[value(range = -100..=100)]
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
        self.hp > 0 && self.is_present()
    }
    /// Whether it has not left the fight.
    pub const fn is_present(&self) -> bool {
        self.at.q != Cell::LIMIT
    }
}

/// Everything that changes.
#[derive(Debug, Default, PartialEq, Eq, Hash)]
pub struct State {
    /// The combatants, in the order of the encounter.
    pub fighters: Vec<Fighter>,
    /// `SK-01` The order of turns.
    pub order: Vec<CombatantId>,
    /// The next turn, as a place in the order.
    pub turn: u8,
    /// Completed rounds. No rule reads them.
    pub rounds: Ignored<u32>,
    /// What is kept from whom.
    pub hidden: Hidden,
    /// What combatants are told to do.
    pub orders: OrderBook,
}

affray_kernel::copied_in_place!(State { lists: [fighters, order], others: [hidden, orders], values: [turn, rounds] });

affray_kernel::by_combatant!(State, fighters: Fighter);

impl State {
    /// Takes a combatant off the map, as though it had left the fight: what those know who do not see it.
    pub fn leave_out(&mut self, who: CombatantId) {
        self[who].at = Cell { q: Cell::LIMIT, r: Cell::LIMIT };
    }
}
