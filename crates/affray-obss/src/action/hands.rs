//! Hands: drawing, sheathing, dropping, the guard of an off-hand weapon.
//!
//! Rules `OB-038`, `OB-119`, `OB-149`, `OB-200`, `OB-201`.

use crate::Obss;
use crate::event::{Event, Fall};
use crate::scene::{Fight, Scene};
use crate::sheet::{ItemKind, Place, UNARMED};
use crate::state::{Flags, NONE};
use affray_kernel::referee::{CombatantId, Referee, Refusal};

impl Scene<'_> {
    /// Hands that an item takes.
    pub fn hands_of(self, who: CombatantId, item: u8) -> u8 {
        match self.sheet(who).item(item).map(|item| &item.kind) {
            Some(ItemKind::Weapon(weapon)) => weapon.hands,
            _ => 1,
        }
    }

    /// `OB-200` Whether an item can be drawn into a hand.
    ///
    /// # Errors
    /// The rule that it breaks.
    pub fn judge_draw(self, who: CombatantId, item: u8, hand: u8) -> Result<(), Refusal> {
        let (sheet, fighter) = (self.sheet(who), self.fighter(who));
        let Some(thing) = sheet.item(item).filter(|_| item != UNARMED && item < sheet.own && hand < 2) else {
            return Err(Refusal::impossible(rule!("OB-200"), "there is no such item or hand"));
        };
        if thing.weapon().is_some_and(|weapon| weapon.natural) {
            return Err(Refusal::impossible(rule!("OB-200"), "that is a part of the body"));
        }
        if fighter.place(item) != Some(Place::Sheathed) {
            return Err(Refusal::impossible(rule!("OB-200"), "that is not sheathed"));
        }
        self.judge_free_hands(who, item, hand)
    }

    /// `OB-119` Whether the hands that an item takes are free.
    ///
    /// # Errors
    /// If not.
    pub fn judge_free_hands(self, who: CombatantId, item: u8, hand: u8) -> Result<(), Refusal> {
        let hands = self.fighter(who).hands;
        let free = if self.hands_of(who, item) == 2 { hands == [NONE; 2] } else { hands[hand as usize] == NONE };
        if !free {
            return Err(Refusal::impossible(rule!("OB-119"), "that hand is not free: drop or sheathe what it holds"));
        }
        // OB-225
        if self.free_hands(who) < usize::from(self.hands_of(who, item)) {
            return Err(Refusal::impossible(rule!("OB-119"), "that hand holds somebody"));
        }
        let shield = matches!(self.sheet(who).item(item).map(|item| &item.kind), Some(ItemKind::Shield { .. }));
        if shield && hand == 0 {
            return Err(Refusal::impossible(rule!("OB-119"), "a shield is for the off hand"));
        }
        Ok(())
    }

    /// Whether a hand holds something to be put away or dropped.
    ///
    /// # Errors
    /// If it is empty.
    pub fn judge_holding(self, who: CombatantId, hand: u8) -> Result<(), Refusal> {
        match self.fighter(who).hands.get(hand as usize) {
            Some(&item) if item != NONE => Ok(()),
            _ => Err(Refusal::impossible(rule!("OB-200"), "that hand holds nothing")),
        }
    }

    /// `OB-200` Whether the item in a hand can be put away: another's item has no sheath.
    ///
    /// # Errors
    /// If not.
    pub fn judge_sheathe(self, who: CombatantId, hand: u8) -> Result<(), Refusal> {
        self.judge_holding(who, hand)?;
        if self.fighter(who).hands[hand as usize] >= self.sheet(who).own {
            return Err(Refusal::impossible(rule!("OB-200"), "there is no sheath for that: drop it"));
        }
        Ok(())
    }

    /// `OB-149` `OB-R45` Whether the off-hand weapon may guard.
    ///
    /// # Errors
    /// The rule that it breaks.
    pub fn judge_guard(self, who: CombatantId) -> Result<(), Refusal> {
        let fighter = self.fighter(who);
        let weapon = |hand: usize| self.sheet(who).item(fighter.hands[hand]).and_then(crate::sheet::Item::weapon);
        let two = weapon(0).is_some() && weapon(1).is_some() && fighter.hands[0] != fighter.hands[1];
        let why = if !two {
            "it takes a weapon in each hand: draw another"
        } else if fighter.flags.has(Flags::OFF_HAND_GUARD) {
            "it guards already, until the next activation: nothing more is needed"
        } else if fighter.flags.has(Flags::OFF_HAND_ATTACKED) {
            "the off hand has attacked in this activation: guard with it in the next one"
        } else {
            return Ok(());
        };
        Err(Refusal::new(rule!("OB-149"), why))
    }

    /// Items that could be drawn now, each with the hand.
    pub fn drawable(self, who: CombatantId, mut list: impl FnMut(u8, u8)) {
        for item in 1..self.sheet(who).own {
            for hand in 0..2 {
                if (hand == 0 || self.hands_of(who, item) == 1) && self.judge_draw(who, item, hand).is_ok() {
                    list(item, hand);
                }
            }
        }
    }
}

impl<R: Referee<Obss>> Fight<'_, R> {
    /// `OB-200` `OB-202` `OB-203` An item comes into a hand for so many Actions.
    pub(crate) fn take_for(&mut self, who: CombatantId, item: u8, hand: u8, price: u8) {
        self.pay(who, price);
        self.take_in_hand(who, item, hand, price);
    }

    /// `OB-200` `OB-201` An item comes into a hand, or into both. `price` is what was paid for it.
    pub fn take_in_hand(&mut self, who: CombatantId, item: u8, hand: u8, price: u8) {
        let both = self.scene().hands_of(who, item) == 2;
        let from = self.state[who].place(item).unwrap_or(Place::Away);
        let fighter = &mut self.state[who];
        fighter.put(item, Place::Held);
        if both {
            fighter.hands = [item; 2];
        } else {
            fighter.hands[hand as usize] = item;
        }
        self.tell(Event::Takes { who, item, price, from });
    }

    /// `OB-200` `OB-201` Puts the item in a hand away. `price` is what was paid for it.
    pub fn sheathe(&mut self, who: CombatantId, hand: u8, price: u8) {
        let fighter = &mut self.state[who];
        let item = fighter.hands[hand as usize];
        fighter.put_away(item, Place::Sheathed);
        fighter.flags.clear(Flags::OFF_HAND_GUARD);
        self.tell(Event::Stows { who, item, price });
    }

    /// `OB-038` The item in a hand falls into the own square.
    pub fn drop_item(&mut self, who: CombatantId, hand: u8) {
        let (item, at) = (self.state[who].hands[hand as usize], self.state[who].at);
        self.fall_from_hand(who, item, at, Fall::LetGo);
    }
}
