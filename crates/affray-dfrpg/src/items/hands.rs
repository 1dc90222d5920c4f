//! Hands and what they hold: dropping, readiness, which hand does what.
//!
//! Rules `DF-034`, `DF-035` and `DF-108`, rulings `DF-R12`, `DF-R13` and `DF-R33`.

use crate::Dfrpg;
use crate::event::{Event, Unreadied};
use crate::movement::LEDGE;
use crate::scene::{Fight, Scene};
use crate::sheet::{ItemId, MOST_ITEMS};
use crate::state::{Doing, Fighter, Flags, Grabbed, ItemFlags, Lying, NONE, Place};
use affray_grid::{Arc, Cell, Facing};
use affray_kernel::referee::{CombatantId, Referee};

/// `DF-R135` The hands that a body without hands counts as, in a hold.
pub const WHOLE_BODY: u8 = 0b11;

impl Scene<'_> {
    /// The hand that holds an item; the first of two.
    pub fn hand_with(self, who: CombatantId, item: ItemId) -> Option<u8> {
        if item == ItemId::NONE {
            return None;
        }
        self.fighter(who).hands.iter().position(|&held| held == item).map(|hand| hand as u8)
    }

    /// All hands that hold an item, as bits.
    pub fn hands_with(self, who: CombatantId, item: ItemId) -> u8 {
        (0..).zip(&self.fighter(who).hands).filter(|&(_, &held)| held == item).map(|(hand, _)| 1 << hand).sum()
    }

    /// `DF-034` Whether an item is held and under control.
    pub fn is_ready(self, who: CombatantId, item: ItemId) -> bool {
        let (sheet, fighter) = (self.sheet(who), self.fighter(who));
        let state = self.item_state(who, item);
        if state.place != Place::Held || state.flags.any(ItemFlags::UNREADY.union(ItemFlags::BROKEN)) {
            return false;
        }
        let [mut is_held, mut works] = [false, true];
        for hand in 0..4 {
            if fighter.hands[hand as usize] == item {
                is_held = true;
                works &= fighter.hand_works(sheet, hand);
            }
        }
        is_held && works && !self.is_item_grabbed(who, item)
    }

    /// `DF-489` `DF-490` Whether a foe's grab keeps an item, or the arm that holds it, from use.
    #[inline]
    pub fn is_item_grabbed(self, who: CombatantId, item: ItemId) -> bool {
        self.grips_on(who).any(|(_, grab)| {
            grab.grip.item(self.fighter(who)) == Some(item)
                || grab
                    .grip
                    .location()
                    .and_then(|at| crate::body::injury::hand_of(self.sheet(who), at))
                    // Of a two-handed item either hand.
                    .is_some_and(|hand| self.fighter(who).hands.get(hand as usize) == Some(&item))
        })
    }

    /// `DF-490` Whether a foe holds that arm or hand.
    #[inline]
    pub fn is_hand_grabbed(self, who: CombatantId, hand: u8) -> bool {
        self.grips_on(who).any(|(_, grab)| {
            grab.grip.location().is_some_and(|at| crate::body::injury::hand_of(self.sheet(who), at) == Some(hand))
        })
    }

    /// Whether anybody has taken hold of somebody or of what it had in hand.
    #[inline]
    pub fn is_gripped(self, who: CombatantId) -> bool {
        self.state.fighters.iter().any(|by| by.grabs[0].victim == who.0 || by.grabs[1].victim == who.0)
    }

    /// The grabs that foes have on somebody.
    pub fn grips_on(self, who: CombatantId) -> impl Iterator<Item = (CombatantId, Grabbed)> {
        // Hardly anybody holds anybody, and this is asked all the time.
        let fighters: &[Fighter] = if self.is_gripped(who) { &self.state.fighters } else { &[] };
        let holders = fighters.iter().enumerate();
        holders.flat_map(move |(by, fighter)| {
            let grabs = fighter.grabs.iter().filter(move |grab| grab.victim == who.0);
            grabs.map(move |grab| (CombatantId(by as u8), *grab))
        })
    }

    /// Whether a hand is free: works, holds nothing, no spell and no foe, and is not held.
    pub fn is_free_hand(self, who: CombatantId, hand: u8) -> bool {
        let fighter = self.fighter(who);
        fighter.hand_works(self.sheet(who), hand)
            && fighter.hands[hand as usize] == ItemId::NONE
            && !fighter.held.iter().any(|held| held.spell != NONE && held.hand == hand)
            && !fighter.grabs.iter().any(|grab| grab.victim != NONE && grab.hands & (1 << hand) != 0)
            && !self.is_hand_grabbed(who, hand)
    }

    /// The free hands, as bits.
    pub fn free_hands(self, who: CombatantId) -> u8 {
        (0..self.sheet(who).body.hands.min(4)).filter(|&hand| self.is_free_hand(who, hand)).map(|hand| 1 << hand).sum()
    }

    /// `DF-485` `DF-R135` What is free to take hold with, as bits: hands, or a body without hands as two of them.
    pub fn free_grips(self, who: CombatantId) -> u8 {
        match self.sheet(who).grips_with_body() {
            true if self.fighter(who).holds_anybody() => 0,
            true => WHOLE_BODY,
            false => self.free_hands(who),
        }
    }

    /// `DF-264` `DF-266` `DF-R69` The shield or cloak that gives a defense bonus: ready, on an arm that works
    /// and is not held.
    #[inline]
    pub fn shield(self, who: CombatantId) -> Option<(ItemId, u8)> {
        if self.has_shields(who) { self.ready_shields(who).next() } else { None }
    }

    /// Whether somebody can have a shield or cloak on the arm: one of its own, or one that it took.
    #[inline]
    pub fn has_shields(self, who: CombatantId) -> bool {
        self.sheet(who).shields != 0 || !self.state.taken.is_empty()
    }

    /// All of them: the item and the hand.
    fn ready_shields(self, who: CombatantId) -> impl Iterator<Item = (ItemId, u8)> {
        let shields = u32::from(self.sheet(who).shields);
        let hands = (0..).zip(&self.fighter(who).hands);
        let is_shield = move |item: ItemId| match item.index() {
            own @ 0..MOST_ITEMS => shields >> own & 1 != 0,
            _ => item.is_anothers() && self.item(who, item).is_some_and(|item| item.kind.is_strapped()),
        };
        hands.map(|(hand, &item)| (item, hand)).filter(move |&(item, _)| is_shield(item) && self.is_ready(who, item))
    }

    /// `DF-264` `DF-265` The shield or cloak that counts against an attack from there: the item and its hand. Of two
    /// the one with the larger bonus.
    #[inline]
    pub(crate) fn shield_against(self, who: CombatantId, arc: Arc) -> Option<(ItemId, u8)> {
        // Most have none at all.
        if !self.has_shields(who) {
            return None;
        }
        let covering = self.ready_shields(who).filter(|&(_, hand)| self.shield_covers(who, hand, arc));
        covering.reduce(|best, next| {
            let bonus = |(item, _): (ItemId, u8)| self.item(who, item).map_or(0, |item| item.db);
            if bonus(best) < bonus(next) { next } else { best }
        })
    }

    /// `DF-R12` The side of the second hex of a combatant that falls: behind its facing, or the next free
    /// one clockwise; [`NONE`] where there is none, or the body takes one hex only (`DF-156`).
    pub fn second_hex_for(self, who: CombatantId) -> u8 {
        let (sheet, fighter) = (self.sheet(who), self.fighter(who));
        if !sheet.body.humanoid || sheet.sm < 0 {
            return NONE;
        }
        let behind = fighter.facing.opposite();
        // It is free nearly always.
        if self.has_room_to_lie(who, behind) {
            return behind.index();
        }
        (1..6)
            .map(|turn| behind.turned(-turn))
            .find(|&side| self.has_room_to_lie(who, side))
            .map_or(NONE, |side| side.index())
    }

    /// `DF-R12` `DF-R100` Whether the second hex of a lying figure can be on that side of it: free, and over no ledge.
    pub fn has_room_to_lie(self, who: CombatantId, side: Facing) -> bool {
        let at = self.fighter(who).at;
        self.is_free(at.step(side), who) && self.map().elevation_difference(at, at.step(side)).abs() < LEDGE
    }

    /// Whether a hex is empty and can be entered.
    pub fn is_free(self, cell: Cell, except: CombatantId) -> bool {
        self.map().ground(cell).is_some_and(|ground| !ground.impassable) && self.occupant(cell, except).is_none()
    }

    /// Another living combatant in a hex, conscious or not.
    pub fn occupant(self, cell: Cell, except: CombatantId) -> Option<CombatantId> {
        // The hex first: it is another one nearly always.
        let is_there = |&(other, fighter): &(u8, &Fighter)| {
            fighter.occupies(cell) && other != except.0 && fighter.is_present() && !fighter.flags.has(Flags::DEAD)
        };
        (0..).zip(&self.state.fighters).find(is_there).map(|(other, _)| CombatantId(other))
    }
}

impl<R: Referee<Dfrpg>> Fight<'_, R> {
    /// `DF-437` `DF-439` A melee spell in a staff stays with its caster, so it is gone with the staff, be that dropped,
    /// taken, put away or broken.
    pub(crate) fn lose_spell_in(&mut self, who: CombatantId, item: ItemId) {
        if self.state[who].holds_spell() {
            let hands = self.state[who].hands;
            (0..).zip(hands).filter(|&(_, held)| held == item).for_each(|(hand, _)| self.dissipate(who, hand));
        }
    }

    /// Puts an item on the ground somewhere.
    pub fn drop_item(&mut self, who: CombatantId, item: ItemId, at: Cell) {
        if item.thing(who).is_some() {
            self.put_there(who, item, at);
            self.tell(Event::Drops { who, item, at });
        }
    }

    /// An item leaves the hands and lies there.
    pub(crate) fn put_there(&mut self, who: CombatantId, item: ItemId, at: Cell) {
        self.lose_spell_in(who, item);
        let Some((owner, number)) = item.thing(who) else { return };
        self.state[who].empty_of(item);
        self.state.place_item(who, item, Place::Away);
        self.state.clear_item(who, item, ItemFlags::UNREADY);
        self.state.ground.push(Lying { owner, item: number, at });
    }

    /// Drops what a hand holds: an item, a held spell. Strapped shields and cloaks stay.
    pub fn drop_from_hand(&mut self, who: CombatantId, hand: u8) {
        let item = self.state[who].hands[hand as usize];
        if let Some(thing) = self.scene().item(who, item)
            && !thing.kind.is_strapped()
        {
            self.drop_item(who, item, self.state[who].at);
        }
        // DF-437: a missile dropped to the floor is gone.
        if self.state[who].holds_spell() {
            self.dissipate(who, hand);
        }
    }

    /// `DF-R33` Drops everything held. Shields stay on the arm; after a fall from unconsciousness they
    /// are not ready.
    pub fn drop_everything(&mut self, who: CombatantId, unconscious: bool) {
        let fighter = &self.state[who];
        let held = fighter.hands;
        let holds_spell = fighter.holds_spell();
        if !holds_spell && held == [ItemId::NONE; 4] {
            return;
        }
        for (hand, item) in (0..).zip(held) {
            if item == ItemId::NONE && !holds_spell {
                continue;
            }
            self.drop_from_hand(who, hand);
            let item = self.state[who].hands[hand as usize];
            if item != ItemId::NONE && unconscious && !self.scene().item_state(who, item).flags.has(ItemFlags::UNREADY)
            {
                self.state.set_item(who, item, ItemFlags::UNREADY);
                self.tell(Event::Unready { who, item, why: Unreadied::Unconscious });
            }
        }
    }

    /// Ends the grab by that hand alone; a grab with more hands goes on with the rest.
    pub fn let_go_with_hand(&mut self, who: CombatantId, hand: u8) {
        for slot in 0..2 {
            let grab = &mut self.state[who].grabs[slot];
            if grab.victim != NONE && grab.hands & (1 << hand) != 0 {
                grab.hands &= !(1 << hand);
                if grab.hands == 0 {
                    self.let_go(who, slot);
                    continue;
                }
                // DF-R35: one hand does not lift what two did.
                let grab = *grab;
                let foe = CombatantId(grab.victim);
                if grab.how & Grabbed::LIFTED != 0 && !self.scene().can_lift(who, foe, grab.hands) {
                    self.state[who].grabs[slot].how &= !Grabbed::LIFTED;
                }
            }
        }
    }

    /// `DF-511` Lets everybody go.
    pub fn release_all(&mut self, who: CombatantId) {
        for slot in 0..2 {
            self.let_go(who, slot);
        }
    }

    /// `DF-422` Gives up aim, casting and Wait, as stun and unconsciousness do.
    pub fn give_up_what_lasts(&mut self, who: CombatantId) {
        match std::mem::take(&mut self.state[who].doing) {
            Doing::Nothing => {}
            Doing::Aiming(_) => self.tell(Event::AimLost { who }),
            Doing::Casting(casting) => self.tell(Event::SpellLost { who, spell: casting.spell }),
            Doing::Waiting(_) => self.tell(Event::WaitLapses { who }),
        }
    }
}
