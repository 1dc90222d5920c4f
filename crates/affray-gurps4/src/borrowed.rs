//! Other people's things: how they are used by whoever picks them up.
//!
//! Ruling `G4-R65`. An item stays on the sheet of its owner, and its condition (disabled, damaged, loaded, unready) in
//! the owner's state, whoever holds it. The values that differ from wielder to wielder (skill, damage) change in no
//! fight and are worked out for each pair of combatants beforehand. An [`ItemId`] says whose a thing is; only the
//! look-ups here and the few functions that say where a thing is know that others' things exist.

use crate::scene::{Combatant, Scene, Setup};
use crate::sheet::{Item, ItemId, Mode, Sheet};
use crate::state::{ItemFlags, ItemState, NONE, State};
use affray_kernel::referee::CombatantId;
use affray_session::encounter::by_sheet;
use std::sync::Arc;

/// The things of one combatant in the hands of another one.
#[derive(Debug, Clone)]
pub struct Belongings {
    /// Its items, by their numbers: `Ork's club`.
    items: Vec<Item>,
    /// Its modes, by their numbers; those of natural weapons are left out.
    modes: Vec<Mode>,
}

/// The things of everybody in the hands of one combatant, by their owners.
pub type Others = Arc<[Belongings]>;

/// `G4-R65` Others' things for each combatant; those with equal sheets wield them alike.
pub(crate) fn others(combatants: &[Combatant]) -> Vec<Others> {
    let all = |sheet: &_| (0..).zip(combatants).map(|(owner, other)| in_hands_of(sheet, owner, other)).collect();
    by_sheet(combatants, all)
}

/// `G4-R65` The things of an owner as somebody else uses them: with the wielder's skill and ST, for the rest as they are.
fn in_hands_of(wielder: &Sheet, number: u8, owner: &Combatant) -> Belongings {
    let id = |item: u8| ItemId((u16::from(number) + 1) << 8 | u16::from(item));
    let items = owner.sheet.arms.iter().take(owner.sheet.items.into()).map(|item| {
        let (score, untrained) = wielder.trained_in(&item.takes);
        let name = format!("{}'s {}", owner.name, item.name);
        Item { name, score, untrained, off_hand: item.is_shield(), ..item.clone() }
    });
    let items: Vec<Item> = items.collect();
    let modes = owner.sheet.modes.iter().filter_map(|mode| {
        items.get(usize::from(mode.item.number()))?;
        let (thrust, swing) = (wielder.thrust, wielder.swing);
        let (score, untrained) = wielder.trained_in(&mode.takes);
        Some(Mode {
            item: id(mode.item.number()),
            score: score + mode.bonus,
            untrained,
            damage: mode.text.of(thrust, swing),
            strength: mode.text.by_strength(thrust, swing),
            ..mode.clone()
        })
    });
    let modes = modes.collect();
    Belongings { items, modes }
}

impl Setup {
    /// The things of another one in the hands of that combatant.
    #[cold]
    fn belongings(&self, who: CombatantId, owner: CombatantId) -> Option<&Belongings> {
        self.others.get(who.index())?.get(owner.index()).filter(|_| owner != who)
    }

    /// An item or natural weapon; another's as that combatant uses it.
    #[inline]
    pub fn arm(&self, who: CombatantId, arm: ItemId) -> Option<&Item> {
        let number = usize::from(arm.number());
        if arm.is_anothers() {
            return self.belongings(who, arm.owner(who))?.items.get(number);
        }
        self.combatants.get(who.index())?.sheet.arms.get(number)
    }

    /// A way to strike; with another's weapon as that combatant uses it.
    #[inline]
    pub fn mode(&self, who: CombatantId, mode: u16) -> Option<&Mode> {
        // Modes are numbered as items are.
        let ItemId(number) = ItemId(mode);
        if ItemId(mode).is_anothers() {
            return self.belongings(who, ItemId(mode).owner(who))?.modes.get(usize::from(number as u8));
        }
        self.combatants.get(who.index())?.sheet.modes.get(usize::from(mode))
    }

    /// The ways to strike with an item or natural weapon, the usual one first.
    pub fn modes_of(&self, who: CombatantId, arm: ItemId) -> impl Iterator<Item = (u16, &Mode)> + Clone {
        let modes = if arm.is_anothers() {
            self.belongings(who, arm.owner(who)).map_or(&[][..], |its| &its.modes)
        } else {
            self.combatants.get(who.index()).map_or(&[][..], |one| &one.sheet.modes)
        };
        let numbered = (0..).zip(modes).filter(move |(_, mode)| mode.item == arm);
        numbered.map(move |(number, mode)| (arm.mode(number), mode))
    }

    /// All items of others, as that combatant names them.
    pub fn others_things(&self, who: CombatantId) -> impl Iterator<Item = ItemId> {
        let others = (0..).map(CombatantId).zip(&self.combatants).filter(move |(owner, _)| *owner != who);
        others.flat_map(move |(owner, one)| (0..one.sheet.items).map(move |item| ItemId::of(who, owner, item)))
    }
}

impl<'a> Scene<'a> {
    /// Something that a combatant holds, carries or strikes with.
    #[inline]
    pub fn arm(self, who: CombatantId, arm: ItemId) -> Option<&'a Item> {
        self.setup.arm(who, arm)
    }

    /// An item, not a natural weapon.
    pub fn item(self, who: CombatantId, item: ItemId) -> Option<&'a Item> {
        self.arm(who, item).filter(|item| !item.is_natural())
    }

    /// A way to strike.
    #[inline]
    pub fn mode(self, who: CombatantId, mode: u16) -> Option<&'a Mode> {
        self.setup.mode(who, mode)
    }

    /// The condition of an item, its own or another's. Natural weapons are always as they begin.
    #[inline]
    pub fn item_state(self, who: CombatantId, item: ItemId) -> ItemState {
        let owner = self.state.fighters.get(item.owner(who).index());
        owner.and_then(|owner| owner.items.get(usize::from(item.number()))).copied().unwrap_or_default()
    }

    /// Whether it is in hand, ready and whole, or a part of the body.
    #[inline]
    pub fn wields(self, who: CombatantId, item: ItemId) -> bool {
        let useless = ItemFlags::UNREADY.union(ItemFlags::DISABLED);
        let held = self.fighter(who).holds(item) && !self.item_state(who, item).flags.any(useless);
        held || self.arm(who, item).is_some_and(Item::is_natural)
    }

    /// Others' things in its hands.
    #[inline]
    fn borrowed_in_hand(self, who: CombatantId) -> impl Iterator<Item = ItemId> + Clone + use<'a> {
        let [main, off] = self.fighter(who).hands;
        let both = [main, if off == main { ItemId::NONE } else { off }];
        both.into_iter().filter(|item| item.is_anothers())
    }

    /// The ways to strike with its own arms and with others' weapons in its hands, by their numbers.
    #[inline]
    pub fn modes(self, who: CombatantId) -> impl Iterator<Item = (u16, &'a Mode)> + Clone + use<'a> {
        let borrowed = self.borrowed_in_hand(who).flat_map(move |item| self.setup.modes_of(who, item));
        (0..).zip(&self.sheet(who).modes).chain(borrowed)
    }

    /// Its own items and natural weapons, and others' things in its hands, by their numbers.
    #[inline]
    pub fn arms(self, who: CombatantId) -> impl Iterator<Item = ItemId> + Clone + use<'a> {
        (0..self.sheet(who).arms.len() as u8).map(ItemId::own).chain(self.borrowed_in_hand(who))
    }

    /// Others' things that it has with it, in hand or put away.
    pub fn borrowed(self, who: CombatantId) -> impl Iterator<Item = ItemId> + use<'a> {
        self.setup.others_things(who).filter(move |&item| self.item_state(who, item).with == who.0)
    }

    /// `G4-R10` `G4-R65` `G4-R69` The things that lie in its hex or the next one, whosesoever they are.
    pub fn lying_here(self, who: CombatantId) -> impl Iterator<Item = ItemId> + Clone + use<'a> {
        let at = self.fighter(who).at;
        let near = self.state.ground.iter().filter(move |lying| self.blow_between(at, lying.at) <= 1);
        near.map(move |lying| ItemId::of(who, lying.owner, lying.item))
    }
}

impl State {
    /// The condition of an item, which has to be one.
    #[inline]
    pub(crate) fn item_mut(&mut self, who: CombatantId, item: ItemId) -> &mut ItemState {
        &mut self[item.owner(who)].items[usize::from(item.number())]
    }

    /// Takes an item from wherever it is: from whoever has it, and from the ground.
    pub(crate) fn take_away(&mut self, who: CombatantId, item: ItemId) {
        let (owner, number) = (item.owner(who), item.number());
        self.ground.retain(|lying| (lying.owner, lying.item) != (owner, number));
        self[owner].let_go_of(ItemId::own(number));
        let one = self.item_mut(who, item);
        one.flags.set(ItemFlags::AWAY);
        let with = std::mem::replace(&mut one.with, NONE);
        if with != NONE {
            self[CombatantId(with)].let_go_of(ItemId::of(CombatantId(with), owner, number));
        }
    }

    /// Gives an item to a combatant, which has it in no hand yet.
    pub(crate) fn give(&mut self, who: CombatantId, item: ItemId) {
        self.take_away(who, item);
        let one = self.item_mut(who, item);
        if item.is_anothers() {
            one.with = who.0;
        } else {
            one.flags.clear(ItemFlags::AWAY);
        }
    }
}
