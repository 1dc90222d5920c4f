//! Other people's things: what each of them is worth to whoever takes it up.
//!
//! Ruling `DF-R116`. An item stays on the sheet of its owner, and how it is (broken, worn, loaded, under control) in
//! his state, in whosesoever hands it comes: so that it is one thing, wherever it lies and whoever picks it up. What
//! differs from wielder to wielder (skill, damage, what falls short of the minimum ST) changes in no fight, and is
//! worked out for each pair of them before it begins. A combatant names what is another's by an [`ItemId`] beyond its
//! own, which says whose it is by itself, and strikes with it in modes of such numbers. [`Scene::item`],
//! [`Scene::mode`] and [`Scene::item_state`] answer for all alike, so that nothing but these look-ups and the few
//! functions that say where a thing is know that there are others' things.

use crate::scene::{Combatant, Scene, Setup};
use crate::sheet::{ANOTHERS, Item, ItemId, MOST_ITEMS, MOST_MODES, Mode, Sheet};
use crate::state::{Fighter, ItemFlags, ItemState, Place, State, Taken};
use affray_kernel::referee::CombatantId;
use affray_session::encounter::by_sheet;
use std::sync::Arc;

/// What somebody's item is to another one who wields it.
#[derive(Debug, Clone)]
pub struct Belonging {
    /// The item: `Bo's rapier`.
    pub item: Item,
    /// The ways of attacking with it.
    pub modes: Vec<Mode>,
}

/// What everybody's things are to one combatant, by their numbers from the first that is another's on; nothing to one
/// without hands.
pub type Others = Arc<[Option<Belonging>]>;

/// `DF-R116` What things are to each combatant that is not their owner.
pub(crate) fn others(combatants: &[Combatant]) -> Vec<Others> {
    // Those of one sheet wield them alike; their own things, which are there too, nobody asks for.
    by_sheet(combatants, |sheet| match sheet.body.hands {
        0 => Others::default(),
        _ => (0..).zip(combatants).flat_map(|(number, owner)| of_one(sheet, number, owner)).collect(),
    })
}

/// The things of one owner.
fn of_one<'a>(
    wielder: &'a Sheet,
    number: u8,
    owner: &'a Combatant,
) -> impl Iterator<Item = Option<Belonging>> + use<'a> {
    let made = crate::files::sheet::in_hands_of(wielder, &owner.sheet);
    let first = ItemId(ANOTHERS + MOST_ITEMS as u16 * u16::from(number));
    let mut things = made.into_iter();
    (0..MOST_ITEMS as u16).map(move |place| {
        let (mut item, mut modes) = things.next()?;
        item.name = format!("{}'s {}", owner.name, item.name);
        for mode in &mut modes {
            mode.item = Some(ItemId(first.0 + place));
        }
        Some(Belonging { item, modes })
    })
}

/// The number of a mode of another's item.
pub const fn mode_of(item: ItemId, number: usize) -> u16 {
    ANOTHERS + (item.0 - ANOTHERS) * MOST_MODES as u16 + number as u16
}

impl Setup {
    /// An item, its own or another's; `None` for what is none.
    #[inline]
    pub fn item(&self, who: CombatantId, item: ItemId) -> Option<&Item> {
        match self.combatants[who.index()].sheet.items.get(item.index()) {
            Some(own) => Some(own),
            None if item.is_anothers() => Some(&self.anothers(who, item)?.item),
            None => None,
        }
    }

    /// What another's item is to somebody.
    #[cold]
    pub(crate) fn anothers(&self, who: CombatantId, item: ItemId) -> Option<&Belonging> {
        let belonging = self.others[who.index()].get(item.index().checked_sub(usize::from(ANOTHERS))?)?;
        // What is one's own goes by its own number.
        belonging.as_ref().filter(|_| item.thing(who).is_some_and(|(owner, _)| owner != who))
    }

    /// All things of others, as somebody names them.
    pub fn others_things(&self, who: CombatantId) -> impl Iterator<Item = ItemId> {
        let numbers = ANOTHERS..ANOTHERS + self.others[who.index()].len() as u16;
        numbers.map(ItemId).filter(move |&item| self.anothers(who, item).is_some())
    }

    /// A mode, with its own or another's item; `None` for a spell that a hand holds.
    #[inline]
    pub fn mode(&self, who: CombatantId, mode: u16) -> Option<&Mode> {
        match self.combatants[who.index()].sheet.modes.get(usize::from(mode)) {
            Some(own) => Some(own),
            None if mode >= ANOTHERS => self.mode_with_anothers(who, mode),
            None => None,
        }
    }

    #[cold]
    fn mode_with_anothers(&self, who: CombatantId, mode: u16) -> Option<&Mode> {
        let number = usize::from(mode - ANOTHERS);
        let item = ItemId(ANOTHERS + (number / MOST_MODES) as u16);
        self.anothers(who, item)?.modes.get(number % MOST_MODES)
    }

    /// The modes of an item, its own or another's.
    pub fn modes_of(&self, who: CombatantId, item: ItemId) -> impl Iterator<Item = (u16, &Mode)> + Clone {
        let others = if item.is_anothers() { self.anothers(who, item) } else { None };
        let own = if item == ItemId::NONE || item.is_anothers() {
            &[]
        } else {
            self.combatants[who.index()].sheet.modes.as_slice()
        };
        let own = (0..).zip(own).filter(move |(_, mode)| mode.item == Some(item));
        let others = others
            .into_iter()
            .flat_map(move |one| one.modes.iter().enumerate().map(move |(number, mode)| (mode_of(item, number), mode)));
        own.chain(others)
    }
}

impl<'a> Scene<'a> {
    /// An item, its own or another's; `None` for what is none.
    #[inline]
    pub fn item(self, who: CombatantId, item: ItemId) -> Option<&'a Item> {
        self.setup.item(who, item)
    }

    /// How an item is, and where to that combatant; of what is none, away.
    #[inline]
    pub fn item_state(self, who: CombatantId, item: ItemId) -> ItemState {
        match self.fighter(who).items.get(item.index()) {
            Some(own) => *own,
            None => self.item_of_another(who, item),
        }
    }

    #[cold]
    fn item_of_another(self, who: CombatantId, item: ItemId) -> ItemState {
        let none = ItemState { place: Place::Away, flags: ItemFlags::default(), wear: 0, shots: 0 };
        let Some((owner, number)) = item.thing(who).filter(|_| item.is_anothers()) else { return none };
        let Some(its) = self.state.fighters.get(owner.index()) else { return none };
        let place = if self.fighter(who).hands.contains(&item) {
            Place::Held
        } else if self.taken(who).any(|taken| taken == item) {
            Place::Sheathed
        } else {
            Place::Away
        };
        its.items.get(usize::from(number)).map_or(none, |state| ItemState { place, ..*state })
    }

    /// What a combatant has with it that is another's, in hand or not.
    #[inline]
    pub fn taken(self, who: CombatantId) -> impl Iterator<Item = ItemId> + Clone + use<'a> {
        let all = self.state.taken.iter().filter(move |one| one.by == who);
        all.map(move |one| ItemId::of(who, one.owner, one.item))
    }

    /// Its own items, and what it has with it that is another's.
    #[inline]
    pub fn items(self, who: CombatantId) -> impl Iterator<Item = ItemId> + Clone + use<'a> {
        self.sheet(who).own_items().chain(self.taken(who))
    }

    /// All modes of attack, by their numbers: those of its own sheet, and of what it has with it that is another's.
    #[inline]
    pub fn modes(self, who: CombatantId) -> impl Iterator<Item = (u16, &'a Mode)> + Clone + use<'a> {
        let taken = self.taken(who).flat_map(move |item| self.setup.modes_of(who, item));
        (0..).zip(&self.sheet(who).modes).chain(taken)
    }

    /// The modes of an item, its own or another's.
    pub fn modes_of(self, who: CombatantId, item: ItemId) -> impl Iterator<Item = (u16, &'a Mode)> + Clone {
        self.setup.modes_of(who, item)
    }

    /// `DF-R116` What bodies in the hexes of a combatant carry that is in no hand: who is dead, unconscious or asleep
    /// keeps nobody from it.
    pub fn on_bodies_here(self, who: CombatantId) -> impl Iterator<Item = ItemId> + use<'a> {
        let bodies = self.state.ids().filter(move |&other| self.is_body_at_hand(who, other));
        bodies.flat_map(move |other| {
            let carried = self.items(other).filter(move |&item| self.item_state(other, item).place == Place::Sheathed);
            carried.filter_map(move |item| item.thing(other).map(|(owner, number)| ItemId::of(who, owner, number)))
        })
    }

    /// `DF-R116` Whether somebody else is a body in a hex of that combatant.
    fn is_body_at_hand(self, who: CombatantId, other: CombatantId) -> bool {
        let it = self.fighter(other);
        other != who && !it.is_conscious() && it.is_present() && self.share_hex(who, other)
    }

    /// The items that lie in the hexes of a combatant, whosesoever they are.
    pub fn lying_here(self, who: CombatantId) -> impl Iterator<Item = ItemId> + Clone + use<'a> {
        let here = self.state.ground.iter().filter(move |lying| self.fighter(who).occupies(lying.at));
        here.map(move |lying| ItemId::of(who, lying.owner, lying.item))
    }
}

impl State {
    /// How an item is, whosesoever it is, to change it; `None` for what is none.
    #[inline]
    pub fn item_mut(&mut self, who: CombatantId, item: ItemId) -> Option<&mut ItemState> {
        if item < ItemId::NONE {
            return self[who].items.get_mut(item.index());
        }
        self.item_of_another_mut(who, item)
    }

    #[cold]
    fn item_of_another_mut(&mut self, who: CombatantId, item: ItemId) -> Option<&mut ItemState> {
        let (owner, number) = item.thing(who)?;
        self.fighters.get_mut(owner.index())?.items.get_mut(usize::from(number))
    }

    /// Says that an item is so.
    #[inline]
    pub fn set_item(&mut self, who: CombatantId, item: ItemId, flags: ItemFlags) {
        if let Some(state) = self.item_mut(who, item) {
            state.flags.set(flags);
        }
    }

    /// Says that an item is not so any more.
    #[inline]
    pub fn clear_item(&mut self, who: CombatantId, item: ItemId, flags: ItemFlags) {
        if let Some(state) = self.item_mut(who, item) {
            state.flags.clear(flags);
        }
    }

    /// An item that lay somewhere does not any more.
    pub fn pick_up(&mut self, who: CombatantId, item: ItemId) {
        if let Some(thing) = item.thing(who) {
            self.ground.retain(|lying| (lying.owner, lying.item) != thing);
        }
    }

    /// An item is somewhere from now on, as that combatant names it: with it, in hand or not, or with nobody. Into a
    /// hand or onto the ground it has to be put besides.
    pub fn place_item(&mut self, who: CombatantId, item: ItemId, place: Place) {
        if !self.taken.is_empty() || item.is_anothers() {
            self.take_from_all(who, item);
        }
        if !item.is_anothers() {
            if let Some(state) = self[who].items.get_mut(item.index()) {
                state.place = place;
            }
        } else if let Some((owner, number)) = item.thing(who)
            && place != Place::Away
        {
            let taken = Taken { by: who, owner, item: number };
            let key = |one: &Taken| (one.owner, one.item);
            let at = self.taken.partition_point(|one| key(one) < key(&taken));
            self.taken.insert(at, taken);
        }
    }

    /// Nobody but that combatant has an item in its hands or with it any more, nor its owner.
    #[cold]
    fn take_from_all(&mut self, who: CombatantId, item: ItemId) {
        let Some((owner, number)) = item.thing(who) else { return };
        self.taken.retain(|one| (one.owner, one.item) != (owner, number));
        for other in self.ids() {
            if other != who {
                self[other].empty_of(ItemId::of(other, owner, number));
            }
        }
        let Some(Fighter { items, .. }) = self.fighters.get_mut(owner.index()) else { return };
        if let Some(state) = items.get_mut(usize::from(number)) {
            state.place = Place::Away;
        }
    }
}
