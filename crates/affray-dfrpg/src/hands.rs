//! Hands and what they hold: dropping, readiness, which hand does what.
//!
//! Rules `DF-034`, `DF-035` and `DF-108`, rulings `DF-R12`, `DF-R13` and `DF-R33`.

use crate::Dfrpg;
use crate::event::Event;
use crate::scene::{Fight, Scene};
use crate::sheet::{ItemKind, MOST_ITEMS};
use crate::state::{Doing, Fighter, Flags, Grabbed, ItemFlags, Lying, NONE, Place};
use affray_core::grid::{Arc, Cell};
use affray_core::referee::{CombatantId, Referee};

impl Scene<'_> {
    /// The hand that holds an item; the first of two.
    pub fn hand_with(self, who: CombatantId, item: u8) -> Option<u8> {
        if item == NONE {
            return None;
        }
        self.fighter(who).hands.iter().position(|&held| held == item).map(|hand| hand as u8)
    }

    /// All hands that hold an item, as bits.
    pub fn hands_with(self, who: CombatantId, item: u8) -> u8 {
        (0..).zip(&self.fighter(who).hands).filter(|&(_, &held)| held == item).map(|(hand, _)| 1 << hand).sum()
    }

    /// `DF-034` Whether an item is held and under control.
    pub fn is_ready(self, who: CombatantId, item: u8) -> bool {
        let fighter = self.fighter(who);
        let state = fighter.items[item as usize];
        state.place == Place::Held
            && !state.flags.any(ItemFlags::UNREADY.and(ItemFlags::BROKEN))
            && self.hand_with(who, item).is_some()
            && (0..).zip(&fighter.hands).all(|(hand, &held)| held != item || fighter.hand_works(self.sheet(who), hand))
            && !self.is_item_grabbed(who, item)
    }

    /// `DF-489` `DF-490` Whether a foe's grab keeps an item, or the arm that holds it, from use.
    #[inline]
    pub fn is_item_grabbed(self, who: CombatantId, item: u8) -> bool {
        self.is_gripped(who) && self.is_item_held(who, item)
    }

    /// The same of somebody of whom a foe has taken hold somehow.
    fn is_item_held(self, who: CombatantId, item: u8) -> bool {
        self.grips_on(who).any(|(_, grab)| {
            grab.grip.item() == Some(item)
                || grab
                    .grip
                    .location()
                    .and_then(|at| crate::injury::hand_of(self.sheet(who), at))
                    // Of a two-handed item either hand.
                    .is_some_and(|hand| self.fighter(who).hands.get(hand as usize) == Some(&item))
        })
    }

    /// `DF-490` Whether a foe holds that arm or hand.
    #[inline]
    pub fn is_hand_grabbed(self, who: CombatantId, hand: u8) -> bool {
        self.is_gripped(who) && self.is_hand_held(who, hand)
    }

    /// The same of somebody of whom a foe has taken hold somehow.
    fn is_hand_held(self, who: CombatantId, hand: u8) -> bool {
        self.grips_on(who).any(|(_, grab)| {
            grab.grip.location().is_some_and(|at| crate::injury::hand_of(self.sheet(who), at) == Some(hand))
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
            let grabs = fighter.grabs.iter().filter(move |grab| grab.victim == who.0 && !grab.is_taken());
            grabs.map(move |grab| (CombatantId(by as u8), *grab))
        })
    }

    /// Whether a hand is free: works, holds nothing, no spell and no foe, and is not held.
    pub fn is_free_hand(self, who: CombatantId, hand: u8) -> bool {
        let fighter = self.fighter(who);
        fighter.hand_works(self.sheet(who), hand)
            && fighter.hands[hand as usize] == NONE
            && !fighter.held.iter().any(|held| held.spell != NONE && held.hand == hand)
            && !fighter.grabs.iter().any(|grab| grab.victim != NONE && grab.hands & (1 << hand) != 0)
            && !self.is_hand_grabbed(who, hand)
    }

    /// The free hands, as bits.
    pub fn free_hands(self, who: CombatantId) -> u8 {
        (0..self.sheet(who).body.hands.min(4)).filter(|&hand| self.is_free_hand(who, hand)).map(|hand| 1 << hand).sum()
    }

    /// `DF-264` `DF-266` `DF-R69` The shield or cloak that gives a defense bonus: ready, on an arm that works
    /// and is not held.
    #[inline]
    pub fn shield(self, who: CombatantId) -> Option<(u8, u8)> {
        // Most have none at all.
        if self.sheet(who).shields == 0 { None } else { self.ready_shield(who) }
    }

    fn ready_shield(self, who: CombatantId) -> Option<(u8, u8)> {
        self.ready_shields(who).next()
    }

    /// All of them: the item and the hand.
    fn ready_shields(self, who: CombatantId) -> impl Iterator<Item = (u8, u8)> {
        let shields = u32::from(self.sheet(who).shields);
        let hands = (0..).zip(&self.fighter(who).hands);
        let is_shield = move |item: u8| item < MOST_ITEMS as u8 && shields >> item & 1 != 0;
        hands.map(|(hand, &item)| (item, hand)).filter(move |&(item, _)| is_shield(item) && self.is_ready(who, item))
    }

    /// `DF-264` `DF-265` The shield or cloak that counts against an attack from there: the item and its hand. Of two the
    /// one with the larger bonus.
    #[inline]
    pub(crate) fn shield_against(self, who: CombatantId, arc: Arc) -> Option<(u8, u8)> {
        if self.sheet(who).shields.count_ones() < 2 {
            return self.shield(who).filter(|&(_, hand)| self.shield_covers(who, hand, arc));
        }
        let covering = self.ready_shields(who).filter(|&(_, hand)| self.shield_covers(who, hand, arc));
        covering.reduce(|best, next| {
            let bonus = |(item, _): (u8, u8)| self.sheet(who).items[item as usize].db;
            if bonus(best) < bonus(next) { next } else { best }
        })
    }

    /// `DF-R33` Whether somebody holds anything that it would lose by dropping everything.
    pub fn can_drop_anything(self, who: CombatantId) -> bool {
        let fighter = self.fighter(who);
        fighter.holds_spell()
            || fighter
                .hands
                .iter()
                .any(|&item| self.sheet(who).items.get(item as usize).is_some_and(|thing| !thing.kind.is_strapped()))
    }

    /// `DF-R12` The side of the second hex of a figure that falls: behind its facing, or the next free
    /// one clockwise; [`NONE`] where there is none, or the body takes one hex only (`DF-156`).
    pub fn second_hex_for(self, who: CombatantId) -> u8 {
        let (sheet, fighter) = (self.sheet(who), self.fighter(who));
        if !sheet.body.humanoid || sheet.sm < 0 {
            return NONE;
        }
        let behind = fighter.facing.opposite();
        // It is free nearly always.
        if self.is_free(fighter.at.step(behind), who) {
            return behind.index();
        }
        (1..6)
            .map(|turn| behind.turned(-turn))
            .find(|&side| self.is_free(fighter.at.step(side), who))
            .map_or(NONE, |side| side.index())
    }

    /// Whether nobody else is in a hex and it can be entered.
    pub fn is_free(self, cell: Cell, except: CombatantId) -> bool {
        self.map().ground(cell).is_some_and(|ground| !ground.impassable) && self.occupant(cell, except).is_none()
    }

    /// Somebody else who is in a hex, conscious or not, unless dead.
    pub fn occupant(self, cell: Cell, except: CombatantId) -> Option<CombatantId> {
        // The hex first: it is another one nearly always.
        let is_there = |&(other, fighter): &(u8, &Fighter)| {
            fighter.occupies(cell) && other != except.0 && fighter.is_present() && !fighter.flags.has(Flags::DEAD)
        };
        (0..).zip(&self.state.fighters).find(is_there).map(|(other, _)| CombatantId(other))
    }
}

impl<R: Referee<Dfrpg>> Fight<'_, R> {
    /// Puts an item on the ground in somebody's hex.
    pub fn drop_item(&mut self, who: CombatantId, item: u8) {
        let at = self.state[who].at;
        self.drop_item_at(who, item, at);
    }

    /// `DF-437` `DF-439` A melee spell in a staff stays with its caster, so it is gone with the staff, be that dropped,
    /// taken, put away or broken.
    pub(crate) fn lose_spell_in(&mut self, who: CombatantId, item: u8) {
        if self.state[who].holds_spell() {
            let hands = self.state[who].hands;
            (0..).zip(hands).filter(|&(_, held)| held == item).for_each(|(hand, _)| self.dissipate(who, hand));
        }
    }

    /// Puts an item on the ground somewhere.
    pub fn drop_item_at(&mut self, who: CombatantId, item: u8, at: Cell) {
        self.lose_spell_in(who, item);
        let fighter = &mut self.state[who];
        for held in &mut fighter.hands {
            if *held == item {
                *held = NONE;
            }
        }
        let thing = &mut fighter.items[item as usize];
        thing.place = Place::Away;
        thing.flags.clear(ItemFlags::UNREADY.and(ItemFlags::GIVEN_UP));
        self.state.ground.push(Lying { owner: who, item, at });
        self.tell(Event::Drops { who, item, at });
    }

    /// Marks what lies somewhere while its owner fights on with another weapon, in the hand or at the belt.
    pub(crate) fn give_up_what_lies(&mut self) {
        for at in 0..self.state.ground.len() {
            let Lying { owner, item, at } = self.state.ground[at];
            let fighter = &self.state[owner];
            let others = self.fights_on_without(owner, item)
                || self.has_another(owner, item, Place::Sheathed) && !fighter.occupies(at);
            let broken = fighter.items[item as usize].flags.has(ItemFlags::BROKEN);
            if others || broken {
                self.state[owner].items[item as usize].flags.set(ItemFlags::GIVEN_UP);
            }
        }
    }

    /// Whether a figure has another weapon there than that item.
    fn has_another(&self, who: CombatantId, item: u8, place: Place) -> bool {
        let (sheet, fighter) = (self.scene().sheet(who), &self.state[who]);
        (0..).zip(&sheet.items).any(|(other, thing)| {
            let state = fighter.items[other as usize];
            other != item
                && thing.kind == ItemKind::Melee
                && state.place == place
                && !state.flags.has(ItemFlags::BROKEN)
                && (place != Place::Held || fighter.hands.contains(&other))
        })
    }

    /// Whether a figure that loses an item has another weapon in hand.
    pub(crate) fn fights_on_without(&self, who: CombatantId, item: u8) -> bool {
        self.has_another(who, item, Place::Held)
    }

    /// Drops what a hand holds: an item, a held spell. Strapped shields and cloaks stay.
    pub fn drop_from_hand(&mut self, who: CombatantId, hand: u8) {
        let item = self.state[who].hands[hand as usize];
        if let Some(thing) = self.scene().sheet(who).items.get(item as usize)
            && !thing.kind.is_strapped()
        {
            self.drop_item(who, item);
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
        if !holds_spell && held == [NONE; 4] {
            return;
        }
        for (hand, item) in (0..).zip(held) {
            if item == NONE && !holds_spell {
                continue;
            }
            self.drop_from_hand(who, hand);
            let item = self.state[who].hands[hand as usize];
            if item != NONE && unconscious {
                self.state[who].items[item as usize].flags.set(ItemFlags::UNREADY);
            }
        }
    }

    /// Lets go whom that hand holds alone; a grab with more hands goes on with the rest.
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
