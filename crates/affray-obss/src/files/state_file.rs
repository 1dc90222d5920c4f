//! The state of a combatant in files: what follows from what is set of it, and what it is compared with.

use crate::Obss;
use crate::body::life::OPEN;
use crate::decision::Attack;
use crate::scene::{Scene, Setup};
use crate::sheet::{ItemKind, Place, Sheet, UNARMED};
use crate::state::{Condition, Feinted, Fighter, Flags, Lying, NONE, State};
use affray_files::value::{FromValue, Partial};
use affray_files::{Diagnostic, Path, error};
use affray_kernel::referee::CombatantId;
use affray_kernel::tally::{Sum, Tally};
use affray_prove::cases::view_of;
use affray_session::encounter::{StateText, Stated};
use affray_session::names;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The state of a combatant, as far as it can be set. Everything that is left out stays as it is.
#[derive(Debug, Clone, Default, PartialEq, FromValue)]
#[value(default)]
pub struct StateFile {
    /// What changes of it alone.
    #[value(flatten)]
    pub fighter: Partial<Fighter>,
    /// Conditions: `true` until it is removed, `false`, or rounds, 1 to 254.
    #[value(range = 0..=254)]
    pub conditions: BTreeMap<String, Lasts>,
    /// The mount that it sits on, by its name; `""` for none. The rider is then where the mount is.
    pub mount: Option<String>,
    /// The hold that it is in; a hold with `""` for none.
    pub hold: Option<HoldFile>,
}

/// A hold, from the side of one of the two.
#[derive(Debug, Clone, Default, PartialEq, Eq, FromValue)]
#[value(default)]
pub struct HoldFile {
    /// The other one; `""` for no hold.
    pub with: String,
    /// This one is the holder. Default: the other is.
    pub holds: bool,
    /// The held one is Pinned rather than Grappled.
    pub pinned: bool,
    /// The holder has paid for it in this activation.
    pub kept: bool,
}

/// How long a condition lasts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, FromValue)]
#[value(expected = "true, false, or a number of rounds")]
pub enum Lasts {
    /// Until it is removed, or not at all.
    #[value(flag)]
    Open(bool),
    /// So many rounds.
    #[value(number)]
    Rounds(u8),
}

/// The item of a name.
///
/// # Errors
/// The items that there are.
pub fn find_item(sheet: &Sheet, name: &str, path: Path) -> Result<u8, Diagnostic> {
    // The things of others stand behind the own ones, and are no hint.
    let all = sheet.items.iter().map(|item| item.name.as_str());
    let own = sheet.items.iter().take(sheet.own as usize).map(|item| item.name.as_str());
    match names::position(all, name) {
        Some(at) => Ok(at as u8),
        None => names::find(own, name, path, || format!("there is no item `{name}`")).map(|at| at as u8),
    }
}

fn find_condition(name: &str) -> Option<Condition> {
    let name = name.to_uppercase().replace(['-', ' '], "_");
    Condition::ALL.into_iter().find(|condition| Flags::NAMES[*condition as usize].0 == name)
}

/// The name of a condition, as files spell it.
pub fn condition_name(condition: Condition) -> String {
    Flags::NAMES[condition as usize].0.to_lowercase()
}

impl StateText<Obss> for StateFile {
    fn apply(&self, setup: &Setup, state: &mut State, who: CombatantId) -> Result<(), Vec<Diagnostic>> {
        let mut wrongs = StateText::<Obss>::apply(&self.fighter, setup, state, who).err().unwrap_or_default();
        for (name, lasts) in &self.conditions {
            let Some(condition) = find_condition(name) else {
                let names = Condition::ALL.map(condition_name).join(", ");
                let path = Path::root().key("conditions").key(name.clone());
                wrongs.push(error(path, format!("there is no condition `{name}`"), format!("one of: {names}")));
                continue;
            };
            let rounds = match *lasts {
                Lasts::Open(true) => OPEN,
                Lasts::Open(false) | Lasts::Rounds(0) => 0,
                Lasts::Rounds(rounds) => rounds,
            };
            let fighter = &mut state[who];
            fighter.flags.put(condition.flag(), rounds != 0);
            fighter.rounds[condition as usize] = rounds;
            let sleep_is_said = self.fighter.keys().get("flags").is_some_and(|flags| flags.get("asleep").is_some());
            if condition == Condition::Unconscious && !sleep_is_said {
                // Of a combatant that is down by its HP no sleep is meant, unless it is for rounds.
                let sleeps = rounds != 0 && (rounds != OPEN || fighter.has_strength());
                fighter.flags.put(Flags::ASLEEP, sleeps);
            }
            if condition == Condition::Fatigued {
                fighter.fatigue = if rounds == 0 { 0 } else { fighter.fatigue.max(1) };
            }
        }
        if self.fighter.has("initiative") {
            // OB-025: a given total counts being Deafened already.
            let deaf = state[who].flags.has(Flags::DEAFENED);
            state[who].flags.put(Flags::DEAF_COUNTED, deaf);
        }
        let other = |name: &str, path: Path| match names::known::<Obss>(setup, name, path.clone())? {
            other if other == who => Err(error(path, "that is the same combatant", "another one")),
            other => Ok(other),
        };
        if let Some(name) = &self.mount {
            state.part(who);
            match other(name, Path::root().key("mount")) {
                _ if name.is_empty() => {}
                Ok(mount) => {
                    state.part(mount);
                    state.pair(who, mount);
                    state[mount].normal = state[mount].normal.min(crate::turn::economy::MOUNT_ACTIONS);
                }
                Err(wrong) => wrongs.push(wrong),
            }
        }
        if let Some(hold) = &self.hold {
            state.end_hold(who);
            match other(&hold.with, Path::root().key("hold").key("with")) {
                _ if hold.with.is_empty() => {}
                Ok(other) => {
                    state.end_hold(other);
                    let (holder, held) = if hold.holds { (who, other) } else { (other, who) };
                    state.begin_hold(holder, held, hold.pinned, hold.kept);
                }
                Err(wrong) => wrongs.push(wrong),
            }
        }
        if self.fighter.has("hp") || self.fighter.has("nonlethal") {
            self.settle(setup, state, who);
        }
        if wrongs.is_empty() { Ok(()) } else { Err(wrongs) }
    }
}

/// What the sheet limits, and what follows from the keys that were set.
pub(super) fn fit(setup: &Setup, state: &mut State, who: CombatantId, stated: &mut Stated<'_, State>) {
    let sheet = &setup.combatants[who.index()].sheet;
    let (before, said) = (&stated.before[who], state[who]);
    let fighter = &mut state[who];
    let mut too_many = Vec::new();
    for (power, (&left, &had)) in sheet.powers.iter().zip(said.powers.iter().zip(&before.powers)) {
        if left != had && left > power.most {
            too_many.push(power);
        }
    }
    if stated.has("fatigue") {
        fighter.flags.put(Flags::FATIGUED, fighter.fatigue != 0);
        fighter.rounds[Condition::Fatigued as usize] = OPEN;
    }
    if stated.has("arrives") {
        fighter.flags.put(Flags::GONE, fighter.arrives != 0);
    }
    if stated.has("feints") {
        fighter.feints = [Feinted::NONE; 4];
        said.feints.into_iter().filter(|feint| feint.whom != NONE).for_each(|feint| fighter.note_feint(feint));
    }
    fighter.hands = before.hands;
    let moved = (0..).zip(said.places.iter().zip(&before.places)).filter(|(_, (is, was))| is != was);
    let mut held = false;
    for (item, (&place, _)) in moved {
        held |= place == Place::Held;
        fighter.put_away(item, place);
    }
    if stated.has("hands") {
        for item in fighter.hands.into_iter().filter(|&item| item != NONE) {
            fighter.put(item, if item < sheet.own { Place::Sheathed } else { Place::Away });
        }
        for item in said.hands.into_iter().filter(|&item| item != NONE) {
            fighter.put(item, Place::Held);
        }
        fighter.hands = said.hands;
    }
    if held {
        stated.wrong("items", "hands say what is held", "hands = [\"...\", \"\"]");
    }
    for power in too_many {
        let path = Path::root().key("powers").key(power.name.clone());
        stated.wrongs.push(error(path, "too many uses", format!("0 to {}", power.most)));
    }
}

impl StateFile {
    /// `OB-139` `OB-280` to `OB-283` `OB-285` Settles unconsciousness, dying and death by HP and nonlethal damage. A
    /// combatant that goes down falls by the rules, unless the file says otherwise.
    fn settle(&self, setup: &Setup, state: &mut State, who: CombatantId) {
        let line = Scene { setup, state }.death_line(who);
        let sheet = &setup.combatants[who.index()].sheet;
        let fighter = &mut state[who];
        let was_down = fighter.flags.any(Flags::UNCONSCIOUS.union(Flags::DYING).union(Flags::DEAD));
        let (hp, nonlethal) = (i32::from(fighter.hp), i32::from(fighter.nonlethal));
        if self.fighter.has("hp") {
            fighter.flags.put(Flags::DEAD, hp <= line);
            fighter.flags.put(Flags::DYING, hp < 0);
        }
        if hp > 0 && hp > nonlethal {
            return;
        }
        fighter.flags.set(Flags::UNCONSCIOUS);
        if !fighter.flags.has(Flags::ASLEEP) {
            fighter.rounds[Condition::Unconscious as usize] = OPEN;
        }
        if was_down {
            return;
        }
        (fighter.normal, fighter.immediate, fighter.reaction, fighter.token) = (0, 0, 0, 0);
        fighter.braced = NONE;
        if !self.conditions.contains_key("prone") {
            fighter.flags.set(Flags::PRONE);
            fighter.rounds[Condition::Prone as usize] = OPEN;
        }
        if !self.fighter.has("hands") {
            let at = fighter.at;
            for item in fighter.hands {
                let fighter = &mut state[who];
                let falls = sheet.item(item).is_some_and(|thing| !matches!(thing.kind, ItemKind::Shield { .. }));
                if falls && fighter.holds(item) {
                    fighter.put_away(item, Place::Away);
                    state.ground.push(Lying { owner: who, item, at });
                }
            }
        }
    }
}

/// The state of a combatant, and what follows from it.
pub fn view(scene: Scene<'_>, who: CombatantId) -> Value {
    let fighter = scene.fighter(who);
    let conditions: serde_json::Map<String, Value> = Condition::ALL
        .into_iter()
        .map(|condition| {
            let lasts = match (fighter.has(condition), fighter.rounds[condition as usize]) {
                (false, _) => json!(false),
                (true, OPEN) => json!(true),
                (true, rounds) => json!(rounds),
            };
            (condition_name(condition), lasts)
        })
        .collect();
    let follows = json!({
        "conditions": conditions,
        "mount": if fighter.rides() { scene.name(CombatantId(fighter.mounted)) } else { "" },
        "hold": json!({
            "with": if fighter.hold.with == NONE { "" } else { scene.name(CombatantId(fighter.hold.with)) },
            "holds": fighter.hold.holds,
            "kept": fighter.hold.kept,
        }),
        "defense": scene.defense::<Sum>(who, &Attack::melee(who, UNARMED)).total(),
        "max_hp": scene.max_hp(who),
        "death_line": scene.death_line(who),
        "helpless": fighter.is_helpless(),
        "able": fighter.is_able(),
        "threatened": scene.is_threatened(who),
        "distracted": scene.is_distracted(who),
        "threat_reach": scene.threat_reach(who),
    });
    view_of::<Obss>(scene.setup, scene.state, who, &[], follows)
}
