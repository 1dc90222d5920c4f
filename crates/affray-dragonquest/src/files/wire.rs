//! The state of a combatant as files spell it: to set it and to override it.

use super::script::{set_flags, some};
use crate::scene::{Scene, Setup};
use crate::sheet::{MOST_ITEMS, NATURAL, Sheet};
use crate::state::{Dose, Fighter, Flags, Injuries, ItemFlags, ItemState, Lodged, NONE, State};
use affray_core::files::{Complaint, Path};
use affray_core::grid::{Cell, Facing};
use affray_core::names::{self, plain};
use affray_core::referee::CombatantId;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// What can be set of a combatant's state. Everything that is left out stays as it is.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StateFile {
    /// The hex, as `[q, r]`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<Cell>,
    /// The facing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub facing: Option<Facing>,
    /// Current Endurance, 0 to the original.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub en: Option<u8>,
    /// Current Fatigue, 0 to the original.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ft: Option<u8>,
    /// What the weapon hand and the off hand have prepared, by name; `""` for nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hands: Option<[String; 2]>,
    /// Conditions to set (`true`) or clear (`false`): `stunned`, `prone`, `unconscious`, `evading` ...
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub conditions: BTreeMap<String, bool>,
    /// Grievous injuries to set or clear: `weapon-arm`, `leg`, `eye` ...
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub injuries: BTreeMap<String, bool>,
    /// EN lost at the end of each pulse, 0 to 100.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bleeding: Option<u8>,
    /// Protection that the armor lost, 0 to 20.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub armor_damage: Option<u8>,
    /// Pulses until it wakes; 0 for until it is healed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub asleep: Option<u16>,
    /// EN lost to attacks so far, for the infection after the fight.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub en_lost: Option<u8>,
    /// How items are, by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub items: BTreeMap<String, ItemFile>,
    /// The spell that is prepared, by name; `""` for none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spell: Option<String>,
    /// Pulses until it can breathe again, 0 to 3.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub breath: Option<u8>,
    /// Poisons in its body, by name: ends of pulses at which they work still.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub poisons: BTreeMap<String, u8>,
    /// Poison on its weapons, up to two.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub doses: Option<Vec<DoseFile>>,
    /// Weapons that are stuck in it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stuck: Option<Vec<StuckFile>>,
}

/// Poison on a weapon.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DoseFile {
    /// The weapon.
    pub item: String,
    /// The poison.
    pub poison: String,
    /// Pulses that it stays good, 1 to 4321.
    pub pulses: u16,
}

/// A weapon that is stuck in somebody.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StuckFile {
    /// Whose weapon it is.
    pub owner: String,
    /// The weapon, or the one that loosed it.
    pub item: String,
}

/// What can be set of an item.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ItemFile {
    /// Broken.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub broken: Option<bool>,
    /// Loaded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub loaded: Option<bool>,
    /// Half loaded (heavy crossbow).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub half_loaded: Option<bool>,
    /// Not with its owner.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub away: Option<bool>,
    /// Shots left.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shots: Option<u8>,
}

/// A flag as files spell it.
pub fn spelled(name: &str) -> String {
    name.to_lowercase().replace('_', "-")
}

/// The arm of a name: an item, `bare hands`, `kick`, a natural attack.
pub fn find_arm(sheet: &Sheet, name: &str) -> Option<u8> {
    let at = sheet.arms.iter().position(|arm| !arm.name.is_empty() && plain(&arm.name) == plain(name));
    at.map(|at| at as u8)
}

/// The poison of a name.
///
/// # Errors
/// Which ones there are.
pub fn find_poison(name: &str) -> Result<u8, String> {
    let known = crate::poison::NAMES;
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
        hands: [NONE; 2],
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
            *free = Dose { item: number as u8, poison, pulses: crate::poison::GOOD_FOR };
        }
        if !item.ready {
            continue;
        }
        let shield = item.kind == crate::sheet::ItemKind::Shield;
        let order = if shield { [1, 0] } else { [0, 1] };
        let mut left = item.grip;
        for hand in order {
            if left != 0 && fighter.hands[hand] == NONE {
                fighter.hands[hand] = number as u8;
                left -= 1;
            }
        }
    }
    fighter
}

impl StateFile {
    /// Changes the state of a combatant.
    ///
    /// # Errors
    /// What is wrong with it; the state may be changed in part.
    pub fn apply(&self, setup: &Setup, state: &mut State, who: CombatantId) -> Result<(), Vec<Complaint>> {
        let sheet = &setup.combatants[who.index()].sheet;
        let State { fighters, ground, lodged, .. } = state;
        let fighter = &mut fighters[who.index()];
        let en_lost = fighter.en_lost(sheet);
        let root = Path::root();
        let mut wrongs = Vec::new();
        let mut wrong = |key: &str, message: String, hint: String| {
            wrongs.push(Complaint::new(root.key(key), message).hint(hint));
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
        if let Some(hands) = &self.hands {
            let mut held = [NONE; 2];
            for (hand, name) in hands.iter().enumerate().filter(|(_, name)| !name.is_empty()) {
                match find_arm(sheet, name).filter(|&arm| arm < sheet.items) {
                    Some(item) => held[hand] = item,
                    None => wrong("hands", format!("there is no item `{name}`"), "an item of the sheet".to_owned()),
                }
            }
            fighter.hands = held;
            for item in held.into_iter().filter(|&item| item != NONE) {
                fighter.items[item as usize].flags.clear(ItemFlags::AWAY);
            }
            ground.retain(|lying| !(lying.owner == who && held.contains(&lying.item)));
        }
        for (name, &on) in &self.conditions {
            match Flags::NAMES.iter().find(|(known, _)| spelled(known) == *name) {
                Some(&(_, flag)) => fighter.flags.put(flag, on),
                None => wrong("conditions", format!("there is no condition `{name}`"), list(Flags::NAMES)),
            }
        }
        for (name, &on) in &self.injuries {
            match Injuries::NAMES.iter().find(|(known, _)| spelled(known) == *name) {
                Some(&(_, flag)) => fighter.injuries.put(flag, on),
                None => wrong("injuries", format!("there is no injury `{name}`"), list(Injuries::NAMES)),
            }
        }
        fighter.bleeding = self.bleeding.unwrap_or(fighter.bleeding).min(100);
        fighter.armor_damage = self.armor_damage.unwrap_or(fighter.armor_damage).min(20);
        fighter.asleep = self.asleep.unwrap_or(fighter.asleep);
        fighter.set_en_lost(sheet, self.en_lost.unwrap_or(en_lost));
        for (name, file) in &self.items {
            let Some(item) = find_arm(sheet, name).filter(|&item| item < sheet.items) else {
                wrong("items", format!("there is no item `{name}`"), "an item of the sheet".to_owned());
                continue;
            };
            let item = &mut fighter.items[item as usize];
            for (value, flag) in [
                (file.broken, ItemFlags::BROKEN),
                (file.loaded, ItemFlags::LOADED),
                (file.half_loaded, ItemFlags::HALF_LOADED),
                (file.away, ItemFlags::AWAY),
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
        fighter.breath = self.breath.unwrap_or(fighter.breath).min(3);
        for (name, &pulses) in &self.poisons {
            match find_poison(name) {
                Ok(poison) => fighter.poisons[poison as usize] = pulses,
                Err(hint) => wrong("poisons", format!("there is no poison `{name}`"), hint),
            }
        }
        if let Some(doses) = &self.doses {
            fighter.doses = [Dose::NONE; 2];
            if fighter.doses.len() < doses.len() {
                wrong("doses", format!("{} poisoned weapons", doses.len()), "at most 2".to_owned());
            }
            for (dose, into) in doses.iter().zip(&mut fighter.doses) {
                match (find_arm(sheet, &dose.item).filter(|&item| item < sheet.items), find_poison(&dose.poison)) {
                    (Some(item), Ok(poison)) => *into = Dose { item, poison, pulses: dose.pulses },
                    (None, _) => {
                        wrong("doses", format!("there is no item `{}`", dose.item), "an item of the sheet".to_owned());
                    }
                    (_, Err(hint)) => wrong("doses", format!("there is no poison `{}`", dose.poison), hint),
                }
            }
        }
        if let Some(stuck) = &self.stuck {
            lodged.retain(|one| one.target != who || one.entangles);
            fighter.stuck = 0;
            for one in stuck {
                let found = names::combatant::<crate::DragonQuest>(setup, &one.owner).and_then(|owner| {
                    let item = find_arm(&setup.combatants[owner.index()].sheet, &one.item)?;
                    (item < NATURAL).then_some((owner, item))
                });
                match found {
                    Some((owner, item)) => {
                        let arm = &setup.combatants[owner.index()].sheet.arms[item as usize];
                        fighter.stuck = fighter.stuck.saturating_add(crate::stuck::hindrance(arm));
                        lodged.push(Lodged { target: who, owner, item, entangles: false });
                    }
                    None => {
                        let message = format!("`{}` has no `{}`", one.owner, one.item);
                        wrong("stuck", message, names::all::<crate::DragonQuest>(setup));
                    }
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

/// The state of a combatant under the names that a [`StateFile`] has, and what follows from it.
pub fn view(scene: Scene<'_>, who: CombatantId) -> Value {
    let (sheet, fighter) = (scene.sheet(who), scene.fighter(who));
    let item = |item: u8| sheet.arm(item).map_or("", |item| item.name.as_str());
    let combatant = |who: u8| some(who).map(|who| scene.setup.combatants[who as usize].name.as_str());
    let items: serde_json::Map<String, Value> = (0..sheet.items)
        .map(|number| {
            let state = &fighter.items[number as usize];
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
        let poison = crate::poison::NAMES.get(dose.poison as usize);
        json!({ "item": item(dose.item), "poison": poison, "pulses": dose.pulses })
    };
    let doses: Vec<Value> = fighter.doses.iter().filter(|dose| dose.item != NONE).map(dose).collect();
    let stuck: Vec<Value> = (scene.state.lodged.iter().filter(|one| one.target == who && !one.entangles))
        .map(|one| {
            let owner = &scene.setup.combatants[one.owner.index()];
            let item = owner.sheet.arm(one.item).map(|arm| arm.name.as_str());
            json!({ "owner": owner.name, "item": item })
        })
        .collect();
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
        "poisons": crate::poison::NAMES.iter().zip(fighter.poisons).map(|(name, pulses)| (*name, pulses)).collect::<BTreeMap<_, _>>(),
        "doses": doses,
        "stuck": stuck,
        "mount": combatant(fighter.mount),
        "rider": combatant(fighter.rider),
        "restrains": combatant(fighter.restrains),
        // What follows from it.
        "infection": scene.infection_of_injuries(who),
        "mod_ag": scene.mod_ag(who),
        "mod_md": scene.mod_md(who),
        "perception": scene.perception(who),
        "protection": scene.protection(who),
        "tmr": scene.tmr(who),
        "initiative": scene.initiative(who),
        "engaged": scene.is_engaged(who),
        "has_zone": scene.has_melee_zone(who),
        "body": scene.body(who).iter().map(|cell| json!([cell.q, cell.r])).collect::<Vec<_>>(),
    })
}

fn list<T>(names: &[(&str, T)]) -> String {
    let names: Vec<String> = names.iter().map(|(name, _)| spelled(name)).collect();
    format!("one of: {}", names.join(", "))
}
