//! The state of a combatant as files spell it: to set it, to override it and to compare it.
//!
//! One list of names serves encounters, cases, overrides and what a case expects.

mod apply;
mod view;

pub(super) use apply::fit;
pub use view::view;

use crate::scene::{Scene, Setup};
use crate::sheet::{Item, ItemId, Location, Mode, Sheet};
use crate::state::{Fighter, Flags, Place};
use affray_files::value::{FromValue, Partial};
use affray_files::{Diagnostic, Path, error};
use affray_grid::{Cell, Facing};
use affray_kernel::referee::CombatantId;
use affray_session::names;
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
    /// The shock penalty, 0 to 8.
    #[value(range = 0..=8)]
    pub shock: Option<u8>,
    /// Parries since the own turn began, by hand: main hand first.
    pub parries: Option<Vec<u8>>,
    /// Unbalanced items that attacked since the own turn began.
    pub attacked_with: Option<Vec<String>>,
    /// Unbalanced items that parried since the own turn began.
    pub parried_with: Option<Vec<String>>,
    /// What each hand holds, main hand first: the name of an item, `"Bo's rapier"` for what is another's, or `""`.
    /// Everything that no hand holds any more is sheathed.
    pub hands: Option<Vec<String>>,
    /// Things of others that it has with it, in hand or not: exactly these.
    pub taken: Option<Vec<TakenFile>>,
    /// The state of single items of its own, by name, whoever has them.
    #[value(default)]
    pub items: BTreeMap<String, ItemFile>,
    /// What it aims.
    pub aim: Option<AimFile>,
    /// What it casts.
    pub casting: Option<CastingFile>,
    /// What it waits for.
    pub waiting: Option<super::declaration::WaitFile>,
    /// Feints that still stand, at most two.
    pub feints: Option<Vec<FeintFile>>,
    /// Whom it has grabbed, at most two grabs.
    pub grabs: Option<Vec<GrabFile>>,
}

/// The state of an item.
#[derive(Debug, Clone, Default, PartialEq, FromValue)]
pub struct ItemFile {
    /// `held` (then `hands` says where), `sheathed` or `away`.
    pub place: Option<Place>,
    /// Under control.
    pub ready: Option<bool>,
    /// Broken.
    pub broken: Option<bool>,
    /// Held for its long reach, where changing the reach takes a Ready.
    pub long_reach: Option<bool>,
    /// Hit points lost as an object, 0 to 255.
    pub hp_lost: Option<u8>,
    /// Shots left.
    pub shots: Option<u8>,
    /// Ready maneuvers already spent on a reload.
    pub reloading: Option<u8>,
}

/// An aim that stands.
#[derive(Debug, Clone, PartialEq, FromValue)]
pub struct AimFile {
    /// The weapon, or its mode as `"weapon mode"`.
    pub with: String,
    /// At whom.
    pub target: String,
    /// Aim maneuvers so far, 1 to 3.
    #[value(range = 1..=3, rule = rule!("DF-076"))]
    pub seconds: u8,
    /// Braced in every one of them.
    #[value(default)]
    pub braced: bool,
}

/// A spell that is being cast.
#[derive(Debug, Clone, PartialEq, FromValue)]
pub struct CastingFile {
    /// Its name.
    pub spell: String,
    /// Seconds of concentration so far.
    pub seconds: u16,
    /// The target.
    pub target: Option<String>,
    /// Energy chosen. Default: the spell's least.
    pub energy: Option<u8>,
    /// Baton or staff is pointed.
    #[value(default)]
    pub pointed: bool,
    /// HP among the energy.
    #[value(default)]
    pub hp: u8,
    /// The center of an area.
    pub center: Option<Cell>,
    /// Its radius in hexes; of a search the penalty for its range, 0 to 2.
    #[value(default)]
    pub radius: u8,
    /// The hand that will hold a missile or melee spell: 0 is the main hand.
    #[value(default, range = 0..=3)]
    pub hand: u8,
    /// Known things that a search ignores.
    #[value(default)]
    pub ignoring: u8,
}

/// A feint that still stands.
#[derive(Debug, Clone, PartialEq, FromValue)]
pub struct FeintFile {
    /// Against whom.
    pub foe: String,
    /// The penalty to that foe's defenses, a positive number.
    pub penalty: u8,
    /// The weapon that feinted.
    pub with: Option<String>,
    /// Ends of the feinter's own turns that it outlasts: 1 (the default) or 2.
    #[value(default = 1, range = 1..=2)]
    pub turns: u8,
}

/// A grab that stands.
#[derive(Debug, Clone, PartialEq, FromValue)]
pub struct GrabFile {
    /// Who is held.
    pub victim: String,
    /// By what part of the body.
    pub part: Option<Location>,
    /// By what item.
    pub item: Option<String>,
    /// The hands that hold: 0 is the main hand.
    pub hands: Vec<u8>,
    /// Pinned.
    #[value(default)]
    pub pinned: bool,
    /// Lifted.
    #[value(default)]
    pub lifted: bool,
    /// Suffocating.
    #[value(default)]
    pub suffocating: bool,
    /// Grabbed during this very turn.
    #[value(default)]
    pub new: bool,
}

/// Something that is with somebody whose it is not.
#[derive(Debug, Clone, PartialEq, FromValue)]
pub struct TakenFile {
    /// Whose it is.
    pub owner: String,
    /// The item, by its name on the owner's sheet.
    pub item: String,
}

/// The number of an item of a sheet by its name.
pub(super) fn find_own_item(sheet: &Sheet, name: &str, path: Path) -> Result<u8, Diagnostic> {
    let items = sheet.items.iter().map(|item: &Item| item.name.as_str());
    names::find(items, name, path, || format!("{} has no item `{name}`", sheet.name)).map(|at| at as u8)
}

/// An item as somebody names it: one of its own, or `Bo's rapier` for what is another's, for which `rapier` is enough
/// if the combatant has no such item itself, and has that one with it or stands over it.
pub(super) fn find_item(scene: Scene<'_>, who: CombatantId, name: &str, path: Path) -> Result<ItemId, Diagnostic> {
    let found = find_own_item(scene.sheet(who), name, path);
    found.map(ItemId::own).or_else(|wrong| find_anothers(scene, who, name).ok_or(wrong))
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
pub(super) fn find_spell(sheet: &Sheet, name: &str, path: Path) -> Result<u8, Diagnostic> {
    let spells = sheet.spells.iter().map(|spell| spell.name.as_str());
    names::find(spells, name, path, || format!("{} has no spell `{name}`", sheet.name)).map(|at| at as u8)
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
pub(super) fn find_mode(scene: Scene<'_>, who: CombatantId, name: &str, path: Path) -> Result<u16, Diagnostic> {
    let sheet = scene.sheet(who);
    let all = (0..).zip(&sheet.modes);
    let of_item = |mode: &Mode| mode.item.and_then(|item| scene.item(who, item)).map(|item| item.name.as_str());
    let full_name = |mode: u16| mode_name(scene.setup, who, mode);
    all.clone()
        .find(|&(mode, _)| full_name(mode).eq_ignore_ascii_case(name))
        .or_else(|| all.clone().find(|(_, mode)| of_item(mode).is_some_and(|item| item.eq_ignore_ascii_case(name))))
        .or_else(|| all.clone().find(|(_, mode)| mode.name.eq_ignore_ascii_case(name)))
        .map(|(mode, _)| mode)
        .or_else(|| find_mode_with_anothers(scene, who, name))
        .ok_or_else(|| {
            let names: Vec<_> = scene.modes(who).map(|(mode, _)| full_name(mode)).collect();
            error(
                path,
                format!("{} has no way to attack named `{name}`", sheet.name),
                names::one_of(names.iter().map(String::as_str)),
            )
        })
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
