//! Borrowed items: an item in the hands of a figure that is not its owner.
//!
//! Ruling `DQ-R62`. An item stays on the sheet of its owner, and its condition (broken, loaded, poisoned) in the owner's
//! state. Rank, shortfall, bonus and the defense of a shield differ from wielder to wielder; they change in no fight and
//! are worked out for each pair before it begins. A figure names a borrowed item by an [`Arm`] beyond its own, which
//! also says whose it is; [`Setup::arm`](crate::scene::Setup::arm) answers for all arms alike.

use crate::scene::{Combatant, Scene};
use crate::sheet::{ANOTHERS, Arm, Item, ItemKind, MOST_ITEMS, Sheet};
use crate::state::{Bond, Fighter, ItemFlags, ItemState, State};
use affray_files::plain;
use affray_kernel::referee::CombatantId;
use affray_session::encounter::by_sheet;
use std::sync::Arc;

/// The items of all others in the hands of one figure, by the numbers of its arms from the first that is another's on;
/// nothing to one without hands.
pub type Others = Arc<[Item]>;

/// `DQ-R62` The items of others in the hands of each figure.
pub(crate) fn others(combatants: &[Combatant], bonuses: bool) -> Vec<Others> {
    // Those of one sheet are worth the same; their own things, which are there too, nobody asks for.
    by_sheet(combatants, |sheet| match sheet.has_hands {
        false => Arc::default(),
        true => combatants.iter().flat_map(|owner| of_one(sheet, owner, bonuses)).collect(),
    })
}

/// The things of one owner.
fn of_one<'a>(wielder: &'a Sheet, owner: &'a Combatant, bonuses: bool) -> impl Iterator<Item = Item> + 'a {
    let damage = &owner.sheet.plain_damage;
    let worth = move |(item, &plain): (&Item, &(i8, i8))| match item.kind {
        ItemKind::Nothing => Item::nothing(),
        _ => worth(wielder, &owner.name, item, plain, bonuses),
    };
    owner.sheet.arms.iter().zip(damage).take(MOST_ITEMS).map(worth)
}

/// Whether two items are of one kind: of one row of the tables, or of one name where they stand in neither.
fn is_same_kind(one: &Item, other: &Item) -> bool {
    one.kind == other.kind && one.row == other.row && (one.row.is_some() || plain(&one.name) == plain(&other.name))
}

/// `DQ-R62` What somebody's item is worth to a wielder: its own numbers, with the wielder's Ranks and bonus, if the
/// sheet states them for an item of that kind, and by the wielder's PS.
fn worth(wielder: &Sheet, owner: &str, item: &Item, plain: (i8, i8), bonuses: bool) -> Item {
    let known = || wielder.arms.iter().filter(|own| is_same_kind(own, item));
    let mut item = Item {
        name: format!("{owner}'s {}", item.name),
        grip: item.most_hands,
        shortfall: item.ps.saturating_sub(wielder.ps) as i8,
        rank: known().filter_map(|own| own.rank).max(),
        mode: known().max_by_key(|own| own.rank).map_or_else(Default::default, |own| own.mode),
        ready: false,
        poison: None,
        ..item.clone()
    };
    if let Some(shield) = item.shield {
        let rank = known().filter_map(|own| own.shield_rank).max();
        item.serve_as_shield(shield, rank);
    }
    item.with_bonus(wielder.ps, bonuses, plain);
    item
}

impl<'a> Scene<'a> {
    /// The condition of an item, one's own or another's; `None` for an arm that is no item.
    #[inline]
    pub fn item(self, who: CombatantId, arm: Arm) -> Option<&'a ItemState> {
        let (owner, item) = arm.thing(who)?;
        self.state.fighters.get(owner.index())?.items.get(usize::from(item))
    }

    /// Whether an item is broken.
    #[inline]
    pub fn is_broken(self, who: CombatantId, arm: Arm) -> bool {
        self.item(who, arm).is_some_and(|item| item.flags.has(ItemFlags::BROKEN))
    }

    /// Whether an item is prepared and whole.
    #[inline]
    pub fn wields(self, who: CombatantId, arm: Arm) -> bool {
        self.fighter(who).holds(arm) && !self.is_broken(who, arm)
    }

    /// Whether a figure has an item with it, in hand or not.
    pub fn has(self, who: CombatantId, arm: Arm) -> bool {
        if arm.is_anothers() {
            return self.taken(who).any(|taken| taken == arm);
        }
        self.item(who, arm).is_some_and(|item| !item.flags.has(ItemFlags::AWAY))
    }

    /// The items of others that a figure has with it.
    pub fn taken(self, who: CombatantId) -> impl Iterator<Item = Arm> + Clone + use<'a> {
        let all = self.state.lodged.iter().filter(move |one| one.target == who && one.bond == Bond::Taken);
        all.map(move |one| Arm::of(who, one.owner, one.item))
    }

    /// Its own items and the borrowed ones.
    pub fn items(self, who: CombatantId) -> impl Iterator<Item = Arm> + Clone + use<'a> {
        self.sheet(who).own_items().chain(self.taken(who))
    }

    /// All that a figure could strike with: items that it has with it, hands, kick and natural attacks.
    pub fn arms(self, who: CombatantId) -> impl Iterator<Item = Arm> + Clone + use<'a> {
        (0..self.sheet(who).arms.len() as u16).map(Arm).chain(self.taken(who))
    }

    /// The items that lie in the hexes of a figure, of any owner.
    pub fn lying_here(self, who: CombatantId) -> impl Iterator<Item = Arm> + Clone + use<'a> {
        let here = self.state.ground.iter().filter(move |lying| self.covers(who, lying.at));
        here.map(move |lying| Arm::of(who, lying.owner, lying.item))
    }

    /// The arm of a name: an item, `bare hands`, `kick`, a natural attack; `Hale's short sword` for what is another's,
    /// for which the name of the item is enough if the figure has it with it or stands over it.
    pub fn find_arm(self, who: CombatantId, name: &str) -> Option<Arm> {
        let others = self.setup.others[who.index()].iter();
        let others = (ANOTHERS..).map(Arm).zip(others).filter(|(arm, _)| arm.thing(who).is_some_and(|of| of.0 != who));
        let named = |item: &Item| item.kind != ItemKind::Nothing && plain(&item.name) == plain(name);
        let at_hand = || {
            let said = |&arm: &Arm| {
                arm.thing(who).is_some_and(|(owner, item)| named(&self.sheet(owner).arms[usize::from(item)]))
            };
            self.taken(who).chain(self.lying_here(who)).find(said)
        };
        self.sheet(who)
            .find_arm(name)
            .or_else(|| others.clone().find(|(_, item)| named(item)).map(|(arm, _)| arm))
            .or_else(at_hand)
    }
}

impl State {
    /// The condition of an item, one's own or another's, to change it; `None` for an arm that is no item.
    #[inline]
    pub fn item_mut(&mut self, who: CombatantId, arm: Arm) -> Option<&mut ItemState> {
        let (owner, item) = arm.thing(who)?;
        self.fighters.get_mut(owner.index())?.items.get_mut(usize::from(item))
    }

    /// An item is with nobody any more: out of all hands, off the ground, and away from its owner.
    pub fn take_away(&mut self, owner: CombatantId, item: u8) {
        for who in self.ids() {
            let arm = Arm::of(who, owner, item);
            for hand in self[who].hands.iter_mut().filter(|hand| **hand == arm) {
                *hand = Arm::NONE;
            }
        }
        self.ground.retain(|one| (one.owner, one.item) != (owner, item));
        self.lodged.retain(|one| (one.owner, one.item, one.bond) != (owner, item, Bond::Taken));
        if let Some(own) = self.item_mut(owner, Arm::own(item)) {
            own.flags.set(ItemFlags::AWAY);
        }
    }

    /// A figure has an item with it from now on.
    pub fn give(&mut self, who: CombatantId, arm: Arm) {
        let Some((owner, item)) = arm.thing(who) else { return };
        self.take_away(owner, item);
        if owner == who {
            let Fighter { items, .. } = &mut self[who];
            items[usize::from(item)].flags.clear(ItemFlags::AWAY);
        } else {
            self.lodged.push(crate::state::Lodged { target: who, owner, item, bond: Bond::Taken });
        }
    }
}
