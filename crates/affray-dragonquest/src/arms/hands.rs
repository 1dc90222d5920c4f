//! Hands and what is in them.
//!
//! Rulings `DQ-R15`, `DQ-R24`, `DQ-R36`, `DQ-R44`, `DQ-R62`.

use crate::DragonQuest;
use crate::decision::{Arm, Choice, Free};
use crate::event::{DropCause, Event};
use crate::scene::{Fight, Scene};
use crate::sheet::ItemKind;
use crate::state::{Bond, Flags, ItemFlags, Lying, State};
use affray_kernel::referee::{CombatantId, Referee, Refusal};

impl Scene<'_> {
    /// The hands into which an item would go, if there is room.
    pub fn hands_for(self, who: CombatantId, item: Arm) -> Option<[bool; 2]> {
        let fighter = self.fighter(who);
        let arm = self.arm(who, item)?;
        if !self.sheet(who).has_hands {
            return None;
        }
        let free = |hand: usize| fighter.hands[hand] == Arm::NONE && fighter.has_use_of(hand);
        let shield = arm.kind == ItemKind::Shield;
        match (free(0), free(1)) {
            (true, true) if arm.grip >= 2 => Some([true, true]),
            _ if arm.hands >= 2 => None,
            (_, true) if shield => Some([false, true]),
            (true, _) => Some([true, false]),
            (false, true) => Some([false, true]),
            (false, false) => None,
        }
    }

    /// `DQ-222` Whether an item can be held ready where the figure is: what close combat makes one drop is of no
    /// use in it.
    pub(crate) fn judge_in_close(self, who: CombatantId, item: Arm) -> Result<(), Refusal> {
        if self.in_close_combat(who) && !self.suits_close(who, item) {
            return Err(Refusal::new(rule!("DQ-222"), "in close combat only items rated for it can be held ready"));
        }
        Ok(())
    }

    /// `DQ-R36` Whether a figure has something in hand that it could drop.
    ///
    /// # Errors
    /// That it has not.
    pub fn judge_drop(self, who: CombatantId, item: Arm) -> Result<(), Refusal> {
        let there = who.index() < self.state.fighters.len() && self.arm(who, item).is_some();
        if there && self.fighter(who).holds(item) {
            Ok(())
        } else {
            Err(Refusal::impossible(rule!("DQ-R36"), "that is not in hand"))
        }
    }
}

/// Takes an item out of the hands.
pub(crate) fn let_go(state: &mut State, who: CombatantId, item: Arm) {
    let fighter = &mut state[who];
    if !fighter.holds(item) {
        return;
    }
    fighter.empty_of(item);
    if let Some(item) = state.item_mut(who, item) {
        item.flags.clear(ItemFlags::HALF_LOADED);
    }
}

/// An item leaves a figure that had it with it. Whose it is, and which one on that sheet.
pub(crate) fn part_with(state: &mut State, who: CombatantId, item: Arm) -> Option<(CombatantId, u8)> {
    let (owner, number) = item.thing(who)?;
    let_go(state, who, item);
    if owner == who {
        state[who].items[usize::from(number)].flags.set(ItemFlags::AWAY);
    } else {
        state.lodged.retain(|one| (one.owner, one.item, one.bond) != (owner, number, Bond::Taken));
    }
    Some((owner, number))
}

/// Lets an item fall into the hex.
fn drop_item(state: &mut State, who: CombatantId, item: Arm, cause: DropCause) -> Event {
    let at = state[who].at;
    if let Some((owner, item)) = part_with(state, who, item) {
        state.ground.push(Lying { owner, item, at });
    }
    Event::Drops { who, item, at, cause }
}

impl<R: Referee<DragonQuest>> Fight<'_, R> {
    /// `DQ-R36` A free action between decisions: dropping an item in the figure's own action.
    ///
    /// # Errors
    /// The rule that it breaks.
    pub(crate) fn free_action(&mut self, who: CombatantId, choice: &Choice) -> Result<(), Refusal> {
        let Choice::Free(Free::Drop(item)) = *choice else {
            return Err(Refusal::impossible(rule!("DQ-R36"), "unasked, a figure can only drop something"));
        };
        self.scene().judge_drop(who, item)?;
        if !self.state[who].flags.has(Flags::ACTING) {
            return Err(Refusal::new(rule!("DQ-R36"), "items are dropped in the figure's own action"));
        }
        self.drop_item(who, item, DropCause::Choice);
        Ok(())
    }
}

impl<R: Referee<DragonQuest>> Fight<'_, R> {
    /// Drops an item into the figure's hex.
    pub fn drop_item(&mut self, who: CombatantId, item: Arm, cause: DropCause) {
        let event = drop_item(self.state, who, item, cause);
        self.tell(event);
    }

    /// A weapon breaks (`DQ-404`, `DQ-R15`); it stays in hand, and is of no use.
    pub fn break_item(&mut self, who: CombatantId, item: Arm) {
        if let Some(item) = self.state.item_mut(who, item) {
            item.flags.set(ItemFlags::BROKEN);
        }
        self.tell(Event::Breaks { who, item });
    }

    /// `DQ-614` Takes an item into the hands, if there is room; a poisoned one with care.
    pub(crate) fn prepare(&mut self, who: CombatantId, item: Arm) -> Result<(), R::Pause> {
        if let Some(hands) = self.scene().hands_for(who, item) {
            for (hand, into) in hands.into_iter().enumerate() {
                if into {
                    self.state[who].hands[hand] = item;
                }
            }
            self.handle_poison(who, item)?;
        }
        Ok(())
    }
}
