//! Interrupts: acts of others in the middle of somebody's act.
//!
//! An *act* (a move, a shot, a spell) opens *windows* in which others may do something. Two laws hold
//! for all of them: nobody is asked twice about one act unless the game says so, and what is done in a
//! window opens no further windows. A ruleset keeps one [`Interrupts`] in its state for the act under
//! way, and asks its own question of those whom [`may_ask`](Interrupts::may_ask) lets through.

use crate::referee::CombatantId;

/// Who has been asked about the act under way, and whether a window is open. At most 64 combatants.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Interrupts {
    asked: u64,
    open: bool,
}

impl Interrupts {
    /// A new act begins: nobody has been asked about it. Within a window this does nothing.
    pub fn begin_act(&mut self) {
        if !self.open {
            self.asked = 0;
        }
    }

    /// Whether a window can open at all: none is open.
    #[inline]
    pub const fn are_possible(&self) -> bool {
        !self.open
    }

    /// Whether that combatant was not asked about this act yet.
    #[inline]
    pub const fn may_ask(&self, who: CombatantId) -> bool {
        self.asked >> (who.0 & 63) & 1 == 0
    }

    /// Marks that combatant as asked.
    pub fn ask(&mut self, who: CombatantId) {
        self.asked |= 1 << (who.0 & 63);
    }

    /// Somebody acts in a window.
    pub fn open(&mut self) {
        self.open = true;
    }

    /// That is over; the act goes on.
    pub fn close(&mut self) {
        self.open = false;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_is_asked_twice_and_windows_do_not_nest() {
        let (one, other) = (CombatantId(1), CombatantId(63));
        let mut act = Interrupts::default();
        act.ask(one);
        assert!(!act.may_ask(one) && act.may_ask(other));
        act.open();
        assert!(!act.are_possible());
        act.begin_act();
        assert!(!act.may_ask(one), "the act in the window is none of its own");
        act.close();
        act.begin_act();
        assert!(act.may_ask(one) && act.are_possible());
    }
}
