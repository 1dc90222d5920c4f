//! The state of a combatant as files spell it: to set it, to override it and to compare it.
//!
//! One list of names serves encounters, cases, overrides and what a case expects.

mod apply;
mod view;

pub(super) use apply::fit;
pub use view::view;

use crate::decision::WaitFor;
use crate::scene::{Scene, Setup};
use crate::sheet::{ItemId, Location, Mode, Sheet};
use crate::state::{Aimed, Casting, Fighter, Flags, Grabbed, NONE, Place};
use affray_files::names::position;
use affray_files::value::{FromValue, Later, Partial, Reader, Schema, Schemas, ToValue, Value, Writer};
use affray_grid::{Cell, Facing};
use affray_kernel::referee::CombatantId;
use std::collections::BTreeMap;

/// Who is one of these lies, and holds nothing (`DF-380`, `DF-R56`).
const OUT: Flags = Flags::UNCONSCIOUS.union(Flags::DEAD).union(Flags::ASLEEP);

/// What can be set of a combatant's state. Everything that is left out stays as it is.
///
/// Besides these, every condition is a key of its own with `true` or `false`: see `conditions`.
#[derive(Debug, Clone, Default, PartialEq, FromValue)]
pub struct StateFile {
    /// What changes of it alone.
    #[value(flatten)]
    pub fighter: Partial<Fighter>,
    /// What goes with its sheet, or with others.
    #[value(flatten)]
    pub held: Later<StateKeys>,
}

/// What of the state of a combatant goes with its sheet, with others, or with more than one part of it.
#[derive(FromValue, ToValue)]
pub struct StateKeys {
    /// The shock penalty, 0 to 8.
    #[value(range = 0..=8)]
    shock: Option<u8>,
    /// Parries since the own turn began, by hand: main hand first.
    parries: Option<Vec<u8>>,
    /// Unbalanced items that attacked since the own turn began.
    attacked_with: Option<Vec<ItemId>>,
    /// Unbalanced items that parried since the own turn began.
    parried_with: Option<Vec<ItemId>>,
    /// What each hand holds, main hand first: the name of an item, `"Bo's rapier"` for what is another's, or `""`.
    /// Everything that no hand holds any more is sheathed.
    hands: Option<Vec<InHand>>,
    /// Things of others that it has with it, in hand or not: exactly these.
    taken: Option<Vec<TakenKeys>>,
    /// The state of single items of its own, by name, whoever has them.
    #[value(default, shown)]
    items: BTreeMap<String, ItemKeys>,
    /// What it aims.
    aim: Option<Aimed>,
    /// What it casts.
    casting: Option<Casting>,
    /// What it waits for.
    waiting: Option<WaitFor>,
    /// Feints that still stand, at most two.
    feints: Option<Vec<FeintedKeys>>,
    /// Whom it has grabbed, at most two grabs.
    grabs: Option<Vec<GrabKeys>>,
}

/// The state of an item.
#[derive(Default, FromValue, ToValue)]
#[value(rename = "ItemFile")]
struct ItemKeys {
    /// `held` (then `hands` says where), `sheathed` or `away`.
    place: Option<Place>,
    /// Under control.
    ready: Option<bool>,
    /// Broken.
    broken: Option<bool>,
    /// Held for its long reach, where changing the reach takes a Ready.
    long_reach: Option<bool>,
    /// Hit points lost as an object, 0 to 255.
    hp_lost: Option<u8>,
    /// Shots left.
    shots: Option<u8>,
    /// Ready maneuvers already spent on a reload.
    reloading: Option<u8>,
}

/// A feint that still stands.
#[derive(FromValue, ToValue)]
#[value(rename = "FeintFile")]
struct FeintedKeys {
    /// Against whom.
    #[value(like = Whom)]
    foe: u8,
    /// The penalty to that foe's defenses, a positive number.
    penalty: u8,
    /// The weapon that feinted.
    with: Option<InHand>,
    /// Ends of the feinter's own turns that it outlasts: 1 (the default) or 2.
    #[value(default = 1, shown, range = 1..=2)]
    turns: u8,
}

/// A grab that stands.
#[derive(FromValue, ToValue)]
#[value(rename = "GrabFile")]
struct GrabKeys {
    /// Who is held.
    #[value(like = Whom)]
    victim: u8,
    /// By what part of the body.
    part: Option<Location>,
    /// By what item.
    #[value(of = victim)]
    item: Option<ItemId>,
    /// The hands that hold: 0 is the main hand.
    hands: Vec<u8>,
    /// Pinned.
    #[value(default, shown)]
    pinned: bool,
    /// Lifted.
    #[value(default, shown)]
    lifted: bool,
    /// Suffocating.
    #[value(default, shown)]
    suffocating: bool,
    /// Grabbed during this very turn.
    #[value(default, shown)]
    new: bool,
}

impl GrabKeys {
    /// What of it stands in [`Grabbed::how`].
    const fn how(&self) -> [(bool, u8); 4] {
        [
            (self.pinned, Grabbed::PINNED),
            (self.lifted, Grabbed::LIFTED),
            (self.suffocating, Grabbed::SUFFOCATING),
            (self.new, Grabbed::NEW),
        ]
    }
}

/// Something that is with somebody whose it is not.
#[derive(FromValue, ToValue)]
#[value(rename = "TakenFile")]
struct TakenKeys {
    /// Whose it is.
    owner: CombatantId,
    /// The item, by its name on the owner's sheet.
    #[value(named = "own item", of = owner)]
    item: u8,
}

/// What a hand holds: an item, or `""` for nothing.
#[derive(Clone, Copy)]
struct InHand(ItemId);

impl Schema for InHand {
    fn schema(schemas: &mut Schemas) -> Value {
        ItemId::schema(schemas)
    }
}

impl FromValue for InHand {
    fn read(value: &Value, reader: &mut Reader<'_>) -> Option<Self> {
        if value == "" { Some(Self(ItemId::NONE)) } else { ItemId::read(value, reader).map(Self) }
    }
}

impl ToValue for InHand {
    fn write(&self, writer: &mut Writer<'_>) -> Value {
        if self.0 == ItemId::NONE { Value::from("") } else { self.0.write(writer) }
    }
}

/// Somebody, or `"nobody"`.
pub struct Whom(u8);

affray_files::keys_of!(Whom, u8);

impl Schema for Whom {
    fn schema(schemas: &mut Schemas) -> Value {
        CombatantId::schema(schemas)
    }
}

impl FromValue for Whom {
    fn read(value: &Value, reader: &mut Reader<'_>) -> Option<Self> {
        match value.as_str() {
            Some(name) if name.eq_ignore_ascii_case("nobody") => Some(Self(NONE)),
            _ => CombatantId::read(value, reader).map(|who| Self(who.0)),
        }
    }
}

impl ToValue for Whom {
    fn write(&self, writer: &mut Writer<'_>) -> Value {
        CombatantId(self.0).write(writer)
    }
}

/// The number of an item of a sheet by its name.
pub(super) fn find_own_item(sheet: &Sheet, name: &str) -> Option<u8> {
    position(sheet.items.iter().map(|item| item.name.as_str()), name).map(|at| at as u8)
}

/// An item as somebody names it: one of its own, or `Bo's rapier` for what is another's, for which `rapier` is enough
/// if the combatant has no such item itself, and has that one with it or stands over it.
pub(super) fn find_item(scene: Scene<'_>, who: CombatantId, name: &str) -> Option<ItemId> {
    find_own_item(scene.sheet(who), name).map(ItemId::own).or_else(|| find_anothers(scene, who, name))
}

/// What is another's, by its name.
fn find_anothers(scene: Scene<'_>, who: CombatantId, name: &str) -> Option<ItemId> {
    let name = name.trim();
    let named = |&item: &ItemId| scene.item(who, item).is_some_and(|item| item.name.eq_ignore_ascii_case(name));
    let at_hand = |&item: &ItemId| {
        bare_name(scene, who, item).is_some_and(|bare| bare.eq_ignore_ascii_case(name)) && item.is_anothers()
    };
    let mut near = scene.taken(who).chain(scene.lying_here(who)).chain(scene.on_bodies_here(who));
    scene.setup.others_things(who).find(named).or_else(|| near.find(at_hand))
}

/// The name of an item on the sheet of its owner.
fn bare_name(scene: Scene<'_>, who: CombatantId, item: ItemId) -> Option<&str> {
    let (owner, number) = item.thing(who)?;
    let sheet = &scene.setup.combatants.get(owner.index())?.sheet;
    sheet.items.get(usize::from(number)).map(|item| item.name.as_str())
}

/// The number of a spell by its name.
pub(super) fn find_spell(sheet: &Sheet, name: &str) -> Option<u8> {
    position(sheet.spells.iter().map(|spell| spell.name.as_str()), name).map(|at| at as u8)
}

/// The names by which a mode can be called: `item mode`, `item` for its first mode, `punch`.
pub fn mode_name(setup: &Setup, who: CombatantId, mode: u16) -> String {
    let Some(found) = setup.mode(who, mode) else {
        return String::from("?");
    };
    match found.item.and_then(|item| setup.item(who, item)) {
        Some(item) => format!("{} {}", item.name, found.name),
        None => found.name.clone(),
    }
}

/// The number of a mode by one of its names. What is another's goes by the names of [`find_item`].
pub(super) fn find_mode(scene: Scene<'_>, who: CombatantId, name: &str) -> Option<u16> {
    let all = (0..).zip(&scene.sheet(who).modes);
    let of_item = |mode: &Mode| mode.item.and_then(|item| scene.item(who, item)).map(|item| item.name.as_str());
    all.clone()
        .find(|&(mode, _)| mode_name(scene.setup, who, mode).eq_ignore_ascii_case(name))
        .or_else(|| all.clone().find(|(_, mode)| of_item(mode).is_some_and(|item| item.eq_ignore_ascii_case(name))))
        .or_else(|| all.clone().find(|(_, mode)| mode.name.eq_ignore_ascii_case(name)))
        .map(|(mode, _)| mode)
        .or_else(|| find_mode_with_anothers(scene, who, name))
}

/// A mode of what is another's: `Bo's rapier thrust`, `rapier thrust`; without the last word the first one.
fn find_mode_with_anothers(scene: Scene<'_>, who: CombatantId, name: &str) -> Option<u16> {
    if let Some(item) = find_anothers(scene, who, name) {
        return scene.modes_of(who, item).next().map(|(mode, _)| mode);
    }
    let spaces = name.match_indices(' ').map(|(at, _)| at);
    spaces.rev().find_map(|at| {
        let item = find_anothers(scene, who, &name[..at])?;
        let rest = name[at..].trim();
        scene.modes_of(who, item).find(|(_, mode)| mode.name.eq_ignore_ascii_case(rest)).map(|(mode, _)| mode)
    })
}

/// The state in which a combatant comes to a fight.
pub fn initial(sheet: &Sheet, at: Cell, facing: Facing) -> Fighter {
    let hands = sheet.hands_at_start();
    let mut fighter = Fighter { at, facing, hp: sheet.hp, fp: sheet.fp, hands, ..Fighter::default() };
    for (state, item) in fighter.items.iter_mut().zip(&sheet.items) {
        state.place = if item.start.hands() == 0 { Place::Sheathed } else { Place::Held };
        state.shots = item.shots;
    }
    fighter
}
