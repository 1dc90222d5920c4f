//! The state of a combatant as files spell it: to set it and to override it.

use crate::DragonQuest;
use crate::scene::{Scene, Setup};
use crate::sheet::{Arm, MOST_ITEMS, Sheet};
use crate::state::{Bond, Dose, Fighter, Flags, Injuries, ItemFlags, ItemState, Lodged, NONE, State};
use affray_files::names::{one_of_flags, spelled};
use affray_files::value::FromValue;
use affray_files::{Diagnostic, Path, plain};
use affray_grid::{Cell, Facing};
use affray_kernel::referee::CombatantId;
use affray_kernel::tally::{Sum, Tally as _};
use affray_session::encounter::StateText;
use affray_session::names;
use arrayvec::ArrayVec;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// What can be set of a combatant's state. Everything that is left out stays as it is.
#[derive(Debug, Clone, Default, PartialEq, FromValue)]
#[value(default)]
pub struct StateFile {
    /// The hex, as `[q, r]`.
    pub at: Option<Cell>,
    /// The facing.
    pub facing: Option<Facing>,
    /// Current Endurance, 0 to the original.
    pub en: Option<u8>,
    /// Current Fatigue, 0 to the original.
    pub ft: Option<u8>,
    /// What the weapon hand and the off hand have prepared, by name; `""` for nothing, `"Hale's short sword"` for
    /// what is another's.
    pub hands: Option<[String; 2]>,
    /// Conditions to set (`true`) or clear (`false`): `stunned`, `prone`, `unconscious`, `evading` ...
    pub conditions: BTreeMap<String, bool>,
    /// Grievous injuries to set or clear: `weapon-arm`, `leg`, `eye` ...
    pub injuries: BTreeMap<String, bool>,
    /// EN lost at the end of each pulse, 0 to 100.
    #[value(range = 0..=100)]
    pub bleeding: Option<u8>,
    /// Protection that the armor lost, 0 to 20.
    #[value(range = 0..=20)]
    pub armor_damage: Option<u8>,
    /// Pulses until it wakes; 0 for until it is healed.
    pub asleep: Option<u16>,
    /// EN lost to attacks so far, for the infection after the fight.
    pub en_lost: Option<u8>,
    /// How items are, by name.
    pub items: BTreeMap<String, ItemFile>,
    /// The spell that is prepared, by name; `""` for none.
    pub spell: Option<String>,
    /// Pulses until it can breathe again, 0 to 3.
    #[value(range = 0..=3)]
    pub breath: Option<u8>,
    /// Poisons in its body, by name: ends of pulses at which they work still.
    pub poisons: BTreeMap<String, u8>,
    /// Poison on its weapons, up to two.
    pub doses: Option<ArrayVec<DoseFile, 2>>,
    /// Weapons that are stuck in it.
    pub stuck: Option<Vec<StuckFile>>,
    /// Things of others that it has taken up and has with it, in hand or not, exactly these.
    pub taken: Option<Vec<StuckFile>>,
}

/// Poison on a weapon.
#[derive(Debug, Clone, PartialEq, FromValue)]
pub struct DoseFile {
    /// The weapon.
    pub item: String,
    /// The poison.
    pub poison: String,
    /// Pulses that it stays good, 1 to 4321.
    #[value(range = 1..=4321)]
    pub pulses: u16,
}

/// Something that is with somebody whose it is not: a weapon that is stuck in him, or a thing that he has taken up.
#[derive(Debug, Clone, PartialEq, FromValue)]
pub struct StuckFile {
    /// Whose it is.
    pub owner: String,
    /// The item; of what is stuck, the weapon that loosed it.
    pub item: String,
}

/// What can be set of an item.
#[derive(Debug, Clone, Default, PartialEq, FromValue)]
#[value(default)]
pub struct ItemFile {
    /// Broken.
    pub broken: Option<bool>,
    /// Loaded.
    pub loaded: Option<bool>,
    /// Half loaded (heavy crossbow).
    pub half_loaded: Option<bool>,
    /// Not with its owner.
    pub away: Option<bool>,
    /// Shots left.
    pub shots: Option<u8>,
}

/// The arm of a name on a sheet: an item, `bare hands`, `kick`, a natural attack.
pub fn find_arm(sheet: &Sheet, name: &str) -> Option<Arm> {
    let at = sheet.arms.iter().position(|arm| !arm.name.is_empty() && plain(&arm.name) == plain(name));
    at.map(|at| Arm(at as u16))
}

/// The item of a name on a sheet.
pub fn find_item(sheet: &Sheet, name: &str) -> Option<u8> {
    find_arm(sheet, name).filter(|arm| arm.0 < u16::from(sheet.items)).map(|arm| arm.0 as u8)
}

/// The poison of a name.
///
/// # Errors
/// Which ones there are.
pub fn find_poison(name: &str) -> Result<u8, String> {
    let known = crate::body::poison::NAMES;
    let at = known.iter().position(|known| plain(known) == plain(name));
    at.map(|at| at as u8).ok_or_else(|| names::one_of(known))
}

/// A fighter as the fight begins.
pub fn initial(sheet: &Sheet, at: Cell, facing: Facing) -> Fighter {
    let mut fighter = Fighter {
        at,
        facing,
        en: sheet.en,
        ft: sheet.ft,
        injuries: Injuries::default(),
        flags: Flags::default(),
        hands: [Arm::NONE; 2],
        items: [ItemState::default(); MOST_ITEMS],
        doses: [Dose::NONE; 2],
        poisons: [0; 3],
        bleeding: 0,
        stuck: 0,
        armor_damage: 0,
        asleep: 0,
        en_lost_otherwise: 0,
        restrains: NONE,
        mount: NONE,
        rider: NONE,
        spell: NONE,
        breath: 0,
        turned: 0,
        engagement: NONE,
    };
    for (number, item) in sheet.arms.iter().take(MOST_ITEMS).enumerate() {
        fighter.items[number].shots = item.shots.unwrap_or(NONE);
        fighter.items[number].flags.set(ItemFlags::LOADED);
        if let Some(poison) = item.poison
            && let Some(free) = fighter.doses.iter_mut().find(|dose| dose.item == NONE)
        {
            *free = Dose { item: number as u8, poison, pulses: crate::body::poison::GOOD_FOR };
        }
        if !item.ready {
            continue;
        }
        let shield = item.kind == crate::sheet::ItemKind::Shield;
        let order = if shield { [1, 0] } else { [0, 1] };
        let mut left = item.grip;
        for hand in order {
            if left != 0 && fighter.hands[hand] == Arm::NONE {
                fighter.hands[hand] = Arm::own(number as u8);
                left -= 1;
            }
        }
    }
    fighter
}

impl StateText<DragonQuest> for StateFile {
    fn apply(&self, setup: &Setup, state: &mut State, who: CombatantId) -> Result<(), Vec<Diagnostic>> {
        let sheet = &setup.combatants[who.index()].sheet;
        let mut wrongs = Vec::new();
        self.hand_out(setup, state, who, &mut wrongs);
        let State { fighters, lodged, .. } = state;
        let fighter = &mut fighters[who.index()];
        let en_lost = fighter.en_lost(sheet);
        let root = Path::root();
        let mut wrong = |key: &str, message: String, hint: String| {
            wrongs.push(Diagnostic::new(root.key(key), message).hint(hint));
        };
        if let Some(at) = self.at {
            if setup.map.ground(at).is_none() {
                wrong("at", "that is off the map".to_owned(), "a hex of the map".to_owned());
            } else {
                fighter.at = at;
            }
        }
        if let Some(facing) = self.facing {
            match setup.map.facing(facing) {
                Some(facing) => fighter.facing = facing,
                None => wrong("facing", "no such side".to_owned(), "E, NE, NW, W, SW, SE or 0 to 5".to_owned()),
            }
        }
        for (key, value, most, into) in
            [("en", self.en, sheet.en, &mut fighter.en), ("ft", self.ft, sheet.ft, &mut fighter.ft)]
        {
            match value {
                Some(value) if most < value => wrong(key, format!("{value} is out of range"), format!("0 to {most}")),
                Some(value) => *into = value,
                None => {}
            }
        }
        for (name, &on) in &self.conditions {
            match Flags::NAMES.iter().find(|(known, _)| spelled(known) == *name) {
                Some(&(_, flag)) => fighter.flags.put(flag, on),
                None => wrong("conditions", format!("there is no condition `{name}`"), one_of_flags(Flags::NAMES)),
            }
        }
        for (name, &on) in &self.injuries {
            match Injuries::NAMES.iter().find(|(known, _)| spelled(known) == *name) {
                Some(&(_, flag)) => fighter.injuries.put(flag, on),
                None => wrong("injuries", format!("there is no injury `{name}`"), one_of_flags(Injuries::NAMES)),
            }
        }
        fighter.bleeding = self.bleeding.unwrap_or(fighter.bleeding);
        fighter.armor_damage = self.armor_damage.unwrap_or(fighter.armor_damage);
        fighter.asleep = self.asleep.unwrap_or(fighter.asleep);
        fighter.set_en_lost(sheet, self.en_lost.unwrap_or(en_lost));
        for (name, file) in &self.items {
            let Some(item) = find_item(sheet, name) else {
                wrong("items", format!("there is no item `{name}`"), "an item of the sheet".to_owned());
                continue;
            };
            let item = &mut fighter.items[item as usize];
            for (value, flag) in [
                (file.broken, ItemFlags::BROKEN),
                (file.loaded, ItemFlags::LOADED),
                (file.half_loaded, ItemFlags::HALF_LOADED),
            ] {
                item.flags.put(flag, value.unwrap_or(item.flags.has(flag)));
            }
            item.shots = file.shots.unwrap_or(item.shots);
        }
        if let Some(name) = &self.spell {
            let spells = sheet.spells.iter().map(|spell| spell.name.as_str());
            match names::position(spells.clone(), name) {
                Some(spell) => fighter.spell = spell as u8,
                None if name.is_empty() => fighter.spell = NONE,
                None => wrong("spell", format!("there is no spell `{name}`"), names::one_of(spells)),
            }
        }
        fighter.breath = self.breath.unwrap_or(fighter.breath);
        for (name, &pulses) in &self.poisons {
            match find_poison(name) {
                Ok(poison) => fighter.poisons[poison as usize] = pulses,
                Err(hint) => wrong("poisons", format!("there is no poison `{name}`"), hint),
            }
        }
        if let Some(doses) = &self.doses {
            fighter.doses = [Dose::NONE; 2];
            for (dose, into) in doses.iter().zip(&mut fighter.doses) {
                match (find_item(sheet, &dose.item), find_poison(&dose.poison)) {
                    (Some(item), Ok(poison)) => *into = Dose { item, poison, pulses: dose.pulses },
                    (None, _) => {
                        wrong("doses", format!("there is no item `{}`", dose.item), "an item of the sheet".to_owned());
                    }
                    (_, Err(hint)) => wrong("doses", format!("there is no poison `{}`", dose.poison), hint),
                }
            }
        }
        if let Some(stuck) = &self.stuck {
            lodged.retain(|one| one.target != who || one.bond != Bond::Stuck);
            fighter.stuck = 0;
            for one in stuck {
                match one.find(setup) {
                    Ok((owner, item)) => {
                        let arm = &setup.combatants[owner.index()].sheet.arms[item as usize];
                        fighter.stuck = fighter.stuck.saturating_add(crate::arms::stuck::hindrance(arm).1);
                        lodged.push(Lodged { target: who, owner, item, bond: Bond::Stuck });
                    }
                    Err((message, hint)) => wrong("stuck", message, hint),
                }
            }
        }
        // Rider and mount are in one hex and face one way (DQ-R30).
        let (at, facing) = (fighter.at, fighter.facing);
        for partner in [fighter.mount, fighter.rider].into_iter().filter(|&partner| partner != NONE) {
            let partner = &mut fighters[partner as usize];
            (partner.at, partner.facing) = (at, facing);
        }
        if wrongs.is_empty() { Ok(()) } else { Err(wrongs) }
    }
}

impl StateFile {
    /// Who has what: whatever is taken up or put into a hand is nowhere else any more.
    fn hand_out(&self, setup: &Setup, state: &mut State, who: CombatantId, wrongs: &mut Vec<Diagnostic>) {
        let mut wrong = |path: Path, message: String, hint: String| {
            wrongs.push(Diagnostic::new(path, message).hint(hint));
        };
        let root = Path::root();
        for (name, file) in &self.items {
            let Some(item) = find_item(&setup.combatants[who.index()].sheet, name) else { continue };
            let is_away = state[who].items[usize::from(item)].flags.has(ItemFlags::AWAY);
            match file.away {
                Some(true) if !is_away => state.take_away(who, item),
                Some(false) if is_away => state.give(who, Arm::own(item)),
                _ => {}
            }
        }
        if let Some(taken) = &self.taken {
            let had: Vec<Arm> = Scene { setup, state }.taken(who).collect();
            for (owner, item) in had.into_iter().filter_map(|arm| arm.thing(who)) {
                state.take_away(owner, item);
            }
            for (at, one) in taken.iter().enumerate() {
                match one.find(setup) {
                    Ok((owner, _)) if owner == who => {
                        let message = format!("the {} is its own", one.item);
                        wrong(root.key("taken").index(at), message, "what is another's".to_owned());
                    }
                    Ok((owner, item)) => state.give(who, Arm::of(who, owner, item)),
                    Err((message, hint)) => wrong(root.key("taken").index(at), message, hint),
                }
            }
        }
        let Some(hands) = &self.hands else { return };
        let mut held = [Arm::NONE; 2];
        for (hand, name) in hands.iter().enumerate().filter(|(_, name)| !name.is_empty()) {
            match (Scene { setup, state }).find_arm(who, name).filter(|arm| arm.is_item()) {
                Some(item) => held[hand] = item,
                None => {
                    let hint = "an item of the sheet, or another's: `Hale's short sword`".to_owned();
                    wrong(root.key("hands").index(hand), format!("there is no item `{name}`"), hint);
                }
            }
        }
        for item in held {
            state.give(who, item);
        }
        state[who].hands = held;
    }
}

impl StuckFile {
    /// Whose thing it is, and which one on that sheet.
    ///
    /// # Errors
    /// What is wrong, and what there is.
    fn find(&self, setup: &Setup) -> Result<(CombatantId, u8), (String, String)> {
        let all = || names::all::<crate::DragonQuest>(setup);
        let owner = names::combatant::<crate::DragonQuest>(setup, &self.owner)
            .ok_or_else(|| (format!("there is no combatant `{}`", self.owner), all()))?;
        let sheet = &setup.combatants[owner.index()].sheet;
        let item = find_item(sheet, &self.item).ok_or_else(|| {
            let items = sheet.arms.iter().take(usize::from(sheet.items)).map(|item| item.name.as_str());
            (format!("{} has no `{}`", self.owner, self.item), names::one_of(items))
        })?;
        Ok((owner, item))
    }
}

/// The names of flags that are set, as files spell them: what cases compare.
fn set_flags<F: Copy>(names: &[(&str, F)], has: impl Fn(F) -> bool) -> Value {
    names.iter().map(|&(name, flag)| (spelled(name), Value::Bool(has(flag)))).collect()
}

/// An index as an option.
const fn some(index: u8) -> Option<u8> {
    if index == NONE { None } else { Some(index) }
}

/// The state of a combatant under the names that a [`StateFile`] has, and what follows from it.
pub fn view(scene: Scene<'_>, who: CombatantId) -> Value {
    let (sheet, fighter) = (scene.sheet(who), scene.fighter(who));
    let item = |item: Arm| scene.arm(who, item).map_or("", |item| item.name.as_str());
    let combatant = |who: u8| some(who).map(|who| scene.setup.combatants[who as usize].name.as_str());
    let items: serde_json::Map<String, Value> = sheet
        .own_items()
        .map(|number| {
            let state = &fighter.items[number.index()];
            let value = json!({
                "broken": state.flags.has(ItemFlags::BROKEN),
                "loaded": state.flags.has(ItemFlags::LOADED),
                "half_loaded": state.flags.has(ItemFlags::HALF_LOADED),
                "away": state.flags.has(ItemFlags::AWAY),
                "shots": some(state.shots),
            });
            (item(number).to_owned(), value)
        })
        .collect();
    let dose = |dose: &Dose| {
        let poison = crate::body::poison::NAMES.get(dose.poison as usize);
        json!({ "item": item(Arm::own(dose.item)), "poison": poison, "pulses": dose.pulses })
    };
    let doses: Vec<Value> = fighter.doses.iter().filter(|dose| dose.item != NONE).map(dose).collect();
    let with_it = |bond: Bond| -> Vec<Value> {
        let all = scene.state.lodged.iter().filter(|one| one.target == who && one.bond == bond);
        all.map(|one| {
            let item = scene.arm(one.owner, Arm::own(one.item)).map(|arm| arm.name.as_str());
            json!({ "owner": scene.setup.combatants[one.owner.index()].name, "item": item })
        })
        .collect()
    };
    json!({
        "at": [fighter.at.q, fighter.at.r],
        "facing": fighter.facing.name(),
        "en": fighter.en,
        "ft": fighter.ft,
        "hands": [item(fighter.hands[0]), item(fighter.hands[1])],
        "conditions": set_flags(Flags::NAMES, |flag| fighter.flags.has(flag)),
        "injuries": set_flags(Injuries::NAMES, |flag| fighter.injuries.has(flag)),
        "bleeding": fighter.bleeding,
        "armor_damage": fighter.armor_damage,
        "asleep": fighter.asleep,
        "en_lost": fighter.en_lost(sheet),
        "items": items,
        "spell": sheet.spells.get(fighter.spell as usize).map(|spell| spell.name.as_str()),
        "breath": fighter.breath,
        "poisons": crate::body::poison::NAMES.iter().zip(fighter.poisons).map(|(name, pulses)| (*name, pulses)).collect::<BTreeMap<_, _>>(),
        "doses": doses,
        "stuck": with_it(Bond::Stuck),
        "taken": with_it(Bond::Taken),
        "mount": combatant(fighter.mount),
        "rider": combatant(fighter.rider),
        "restrains": combatant(fighter.restrains),
        // Consequences.
        "infection": scene.infection_of_injuries(who),
        "mod_ag": scene.mod_ag(who),
        "mod_md": scene.mod_md(who),
        "perception": scene.perception(who),
        "protection": scene.protection(who),
        "tmr": scene.tmr(who),
        "initiative": scene.initiative::<Sum>(who).total(),
        "engaged": scene.is_engaged(who),
        "has_zone": scene.has_melee_zone(who),
        "body": scene.body(who).iter().map(|cell| json!([cell.q, cell.r])).collect::<Vec<_>>(),
    })
}
