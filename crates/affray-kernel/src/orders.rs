//! What combatants are told to do by whoever commands them.
//!
//! Orders are part of the state, as what is [hidden](crate::hidden) is: opponents that the program plays follow them. No
//! rule reads them, and people are bound by none.

use crate::referee::CombatantId;
use crate::turns::TurnRules;
use std::sync::Arc;

/// What somebody is after.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Task {
    /// What seems best.
    #[default]
    Free,
    /// Goes for the foes, also where it would be better to let them come.
    Advance,
    /// Stays where it is, and strikes and shoots at those who come near.
    Hold,
    /// Goes to a cell, given by its two coordinates, and holds there.
    Guard(i16, i16),
    /// Stays near somebody and fights those who come near that one.
    Protect(CombatantId),
    /// Fights that foe alone, as long as it is in the fight.
    Hunt(CombatantId),
    /// Gets away from the foes.
    Escape,
    /// Takes foes alive, as far as the game's rules let it.
    Capture,
}

/// The orders of one combatant.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Orders {
    /// What it is after.
    pub task: Task,
    /// It leaves those alone who have no points left.
    pub spares: bool,
    /// It leaves those alone too who have orders to get away now.
    pub mercy: bool,
    /// It gets away once it has so many percent of its points left, or fewer; 0 for never.
    pub nerve: u8,
    /// It gets away once so many percent of its side, or fewer, are still in the fight; 0 for never.
    pub side_nerve: u8,
    /// How well it fights.
    pub wits: Wits,
}

/// How well somebody fights whom the program plays.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Wits {
    /// By instinct: the nearest foe, with plain blows.
    Instinct,
    /// As the game's own policy does.
    #[default]
    Trained,
    /// It tries out plans before each of its turns.
    Cunning,
}

/// The orders of all combatants. Mostly there are none: then they cost nothing to copy.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct OrderBook(Option<Arc<[Orders]>>);

impl OrderBook {
    /// Nobody has any.
    pub const NONE: Self = Self(None);

    /// Whether nobody has any.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    /// The orders of a combatant.
    #[inline]
    pub fn of(&self, who: CombatantId) -> Orders {
        self.0.as_deref().and_then(|all| all.get(who.index())).copied().unwrap_or_default()
    }

    /// Gives a combatant orders, in the place of those that it had.
    pub fn give(&mut self, who: CombatantId, orders: Orders) {
        let mut all = self.0.as_deref().map_or(Vec::new(), <[Orders]>::to_vec);
        if all.len() <= who.index() {
            all.resize(who.index() + 1, Orders::default());
        }
        all[who.index()] = orders;
        // One form for one meaning: states are compared.
        while all.last() == Some(&Orders::default()) {
            all.pop();
        }
        self.0 = (!all.is_empty()).then(|| all.into());
    }
}

/// Whether a combatant has orders to get away now.
pub fn gets_away<G: TurnRules>(setup: &G::Setup, state: &G::State, who: CombatantId) -> bool {
    let book = G::orders(state);
    if book.is_empty() {
        return false;
    }
    let Orders { task, nerve, side_nerve, .. } = book.of(who);
    if task == Task::Escape {
        return true;
    }
    let status = |one| G::final_status(setup, state, one);
    let own = status(who);
    if nerve != 0 && own.points_left() <= 10 * i32::from(nerve) {
        return true;
    }
    if side_nerve == 0 {
        return false;
    }
    let side = G::side(setup, who);
    let (mut left, mut all) = (0, 0);
    for (one, (_, of)) in (0..).map(CombatantId).zip(G::figures(setup)) {
        if of == side {
            all += 1;
            left += u32::from(!status(one).out);
        }
    }
    left < all && 100 * left <= u32::from(side_nerve) * all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_have_one_form() {
        let mut book = OrderBook::default();
        let hold = Orders { task: Task::Hold, ..Orders::default() };
        book.give(CombatantId(2), hold);
        assert_eq!((book.of(CombatantId(2)), book.of(CombatantId(1))), (hold, Orders::default()));
        book.give(CombatantId(2), Orders::default());
        assert_eq!(book, OrderBook::NONE);
        assert!(book.is_empty());
    }
}
