//! The state of a combatant as files spell it: to set it, to override it and to compare it.
//!
//! One list of names serves encounters, cases, overrides and expectations.

use crate::Obss;
use crate::body::life::OPEN;
use crate::decision::Attack;
use crate::scene::{Scene, Setup};
use crate::sheet::{ItemKind, Place, Sheet, UNARMED};
use crate::state::{Condition, Feinted, Fighter, Flags, Lying, NONE, State};
use affray_files::value::{FromValue, NoNames, to_value};
use affray_files::{Diagnostic, Path, error};
use affray_grid::Cell;
use affray_kernel::referee::CombatantId;
use affray_kernel::tally::{Sum, Tally};
use affray_session::encounter::StateText;
use affray_session::names;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The state of a combatant, as far as it can be set. Everything that is left out stays as it is.
#[derive(Debug, Clone, Default, PartialEq, FromValue)]
#[value(default)]
pub struct StateFile {
    /// Hit points; may be negative. -2000 to 1000.
    #[value(range = -2000..=1000)]
    pub hp: Option<i16>,
    /// Nonlethal damage, 0 to 2000.
    #[value(range = 0..=2000)]
    pub nonlethal: Option<i16>,
    /// Lost of the maximum of HP, 0 to 1000.
    #[value(range = 0..=1000)]
    pub max_hp_lost: Option<i16>,
    /// Magic points, 0 to 200.
    #[value(range = 0..=200)]
    pub mp: Option<i16>,
    /// The square, as `[column, row]`.
    pub at: Option<Cell>,
    /// The total of initiative, -50 to 1000. A fight rolls it when it begins, whatever stands here.
    #[value(range = -50..=1000)]
    pub initiative: Option<i16>,
    /// Normal Actions left, 0 to 4.
    #[value(range = 0..=4)]
    pub normal: Option<u8>,
    /// Immediates left, 0 to 2.
    #[value(range = 0..=2)]
    pub immediate: Option<u8>,
    /// Reactions left, 0 to 2.
    #[value(range = 0..=2)]
    pub reaction: Option<u8>,
    /// Extra tokens left, 0 or 1.
    #[value(range = 0..=1)]
    pub token: Option<u8>,
    /// Attack rolls of the activation, 0 to 50.
    #[value(range = 0..=50)]
    pub attacks: Option<u8>,
    /// Attacks that were paid with one Action, 0 to 50.
    #[value(range = 0..=50)]
    pub paid: Option<u8>,
    /// Critical hits suffered this round, 0 to 50.
    #[value(range = 0..=50)]
    pub criticals: Option<u8>,
    /// First Aid attempts on it, 0 to 100.
    #[value(range = 0..=100)]
    pub first_aid: Option<u8>,
    /// The level of Fatigued, 0 to 3.
    #[value(range = 0..=3)]
    pub fatigue: Option<u8>,
    /// Rounds outside of combat since its health last changed, 0 to 359.
    #[value(range = 0..=359)]
    pub waited: Option<u16>,
    /// Uses left of powers, by name.
    pub powers: BTreeMap<String, u8>,
    /// Conditions: `true` until it is removed, `false`, or rounds, 1 to 254.
    #[value(range = 0..=254)]
    pub conditions: BTreeMap<String, Lasts>,
    /// Other flags, by name: `surprised`, `ran`, `charged`, `prepared`, `total_defense` ...
    pub flags: BTreeMap<String, bool>,
    /// The item in each hand, main hand first: its name, or `""`.
    pub hands: Option<Vec<String>>,
    /// The mount that it sits on, by its name; `""` for none. The rider is then where the mount is.
    pub mount: Option<String>,
    /// It is a mount, ridden or not: it acts with its rider.
    pub is_mount: Option<bool>,
    /// The hold that it is in; a hold with `""` for none.
    pub hold: Option<HoldFile>,
    /// Feints that were made, in the place of those that stand. At most 4.
    pub feints: Option<Vec<FeintFile>>,
    /// It comes after so many rounds, 1 to 250, and acts from the round after that on; 0 if it is there.
    #[value(range = 0..=250)]
    pub arrives: Option<u8>,
    /// Where single items are: sheathed, belt, pack or away.
    pub items: BTreeMap<String, Place>,
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

/// A feint that was made.
#[derive(Debug, Clone, PartialEq, Eq, FromValue)]
pub struct FeintFile {
    /// The combatant that is easier to hit.
    pub whom: String,
    /// The combatant that it is easier to hit for.
    pub by: String,
    /// Ends of this one's activations that it lasts, 1 or 2.
    #[value(default = 1, range = 1..=2)]
    pub ends: u8,
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

/// A flag by its name, conditions aside.
fn find_flag(name: &str) -> Option<Flags> {
    let name = name.to_uppercase().replace(['-', ' '], "_");
    let known = Flags::NAMES.iter().skip(Condition::ALL.len()).find(|(known, _)| *known == name);
    known.map(|(_, flag)| *flag)
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
        let mut wrongs = Vec::new();
        let sheet = &setup.combatants[who.index()].sheet;
        let fighter = &mut state[who];
        macro_rules! set {
            ($($field:ident)*) => {$(
                fighter.$field = self.$field.unwrap_or(fighter.$field);
            )*};
        }
        set!(hp nonlethal max_hp_lost mp at initiative normal immediate reaction token attacks paid criticals first_aid);
        set!(fatigue waited);
        for (name, &left) in &self.powers {
            let path = Path::root().key("powers").key(name.clone());
            match sheet.powers.iter().position(|power| power.name.eq_ignore_ascii_case(name)) {
                Some(at) if left <= sheet.powers[at].most => fighter.powers[at] = left,
                Some(at) => wrongs.push(error(path, "too many uses", format!("0 to {}", sheet.powers[at].most))),
                None => {
                    let names: Vec<&str> = sheet.powers.iter().map(|power| power.name.as_str()).collect();
                    wrongs.push(error(
                        path,
                        format!("there is no power `{name}`"),
                        format!("one of: {}", names.join(", ")),
                    ));
                }
            }
        }
        if self.fatigue.is_some() {
            fighter.flags.put(Flags::FATIGUED, fighter.fatigue != 0);
            fighter.rounds[Condition::Fatigued as usize] = OPEN;
        }
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
            fighter.flags.put(condition.flag(), rounds != 0);
            fighter.rounds[condition as usize] = rounds;
            if condition == Condition::Unconscious {
                // Of a combatant that is down by its HP no sleep is meant, unless it is for rounds.
                let sleeps = rounds != 0 && (rounds != OPEN || fighter.has_strength());
                fighter.flags.put(Flags::ASLEEP, sleeps);
            }
            if condition == Condition::Fatigued {
                fighter.fatigue = if rounds == 0 { 0 } else { fighter.fatigue.max(1) };
            }
        }
        for (name, &on) in &self.flags {
            match find_flag(name) {
                Some(flag) => fighter.flags.put(flag, on),
                None => {
                    let names: Vec<String> =
                        Flags::NAMES.iter().skip(Condition::ALL.len()).map(|(name, _)| name.to_lowercase()).collect();
                    let path = Path::root().key("flags").key(name.clone());
                    let message = format!("there is no flag `{name}`");
                    wrongs.push(error(path, message, format!("one of: {}", names.join(", "))));
                }
            }
        }
        for (name, &place) in &self.items {
            match find_item(sheet, name, Path::root().key("items").key(name.clone())) {
                Ok(_) if place == Place::Held => wrongs.push(error(
                    Path::root().key("items").key(name.clone()),
                    "hands say what is held",
                    "hands = [\"...\", \"\"]",
                )),
                Ok(item) if item >= sheet.own => wrongs.push(error(
                    Path::root().key("items").key(name.clone()),
                    "that is another's",
                    "it can be held, or lie on the ground",
                )),
                Ok(item) => {
                    fighter.put_away(item, place);
                }
                Err(complaint) => wrongs.push(complaint),
            }
        }
        if let Some(hands) = &self.hands {
            wrongs.extend(set_hands(sheet, fighter, hands).err());
        }
        wrongs.extend(self.apply_others(setup, state, who));
        if self.hp.is_some() || self.nonlethal.is_some() {
            self.settle(setup, state, who);
        }
        if wrongs.is_empty() { Ok(()) } else { Err(wrongs) }
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
        if self.hp.is_some() {
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
        if self.hands.is_none() {
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

    /// Sets the bonds of a combatant to others: mount, hold, feints; and its arrival.
    fn apply_others(&self, setup: &Setup, state: &mut State, who: CombatantId) -> Vec<Diagnostic> {
        let mut wrongs = Vec::new();
        if self.initiative.is_some() {
            // OB-025: a given total counts being Deafened already.
            let deaf = state[who].flags.has(Flags::DEAFENED);
            state[who].flags.put(Flags::DEAF_COUNTED, deaf);
        }
        let find = |name: &str, path: Path, wrongs: &mut Vec<Diagnostic>| match names::known::<Obss>(
            setup,
            name,
            path.clone(),
        ) {
            Ok(other) if other != who => Some(other),
            Ok(_) => {
                wrongs.push(error(path, "that is the same combatant", "another one"));
                None
            }
            Err(complaint) => {
                wrongs.push(complaint);
                None
            }
        };
        if let Some(is_mount) = self.is_mount {
            state[who].is_mount = is_mount;
        }
        if let Some(name) = &self.mount {
            state.part(who);
            if !name.is_empty()
                && let Some(mount) = find(name, Path::root().key("mount"), &mut wrongs)
            {
                state.part(mount);
                state.pair(who, mount);
                state[mount].normal = state[mount].normal.min(crate::turn::economy::MOUNT_ACTIONS);
            }
        }
        if let Some(hold) = &self.hold {
            state.end_hold(who);
            if !hold.with.is_empty()
                && let Some(other) = find(&hold.with, Path::root().key("hold").key("with"), &mut wrongs)
            {
                state.end_hold(other);
                let (holder, held) = if hold.holds { (who, other) } else { (other, who) };
                state.begin_hold(holder, held, hold.pinned, hold.kept);
            }
        }
        if let Some(feints) = &self.feints {
            state[who].feints = [Feinted::NONE; 4];
            if feints.len() > 4 {
                let path = Path::root().key("feints");
                let message = format!("{} feints", feints.len());
                wrongs.push(error(path, message, "at most 4".to_owned()));
            }
            for (at, feint) in feints.iter().enumerate().take(4) {
                let path = |key: &str| Path::root().key("feints").index(at).key(key);
                let whom = names::known::<Obss>(setup, &feint.whom, path("whom"));
                let by = names::known::<Obss>(setup, &feint.by, path("by"));
                let (whom, by) = match (whom, by) {
                    (Ok(whom), Ok(by)) => (whom, by),
                    (whom, by) => {
                        wrongs.extend(whom.err().into_iter().chain(by.err()));
                        continue;
                    }
                };
                state[who].note_feint(Feinted { whom: whom.0, by: by.0, ends: feint.ends });
            }
        }
        if let Some(rounds) = self.arrives {
            state[who].arrives = rounds;
            state[who].flags.put(Flags::GONE, rounds != 0);
        }
        wrongs
    }
}

fn set_hands(sheet: &Sheet, fighter: &mut Fighter, hands: &[String]) -> Result<(), Diagnostic> {
    let path = Path::root().key("hands");
    if hands.len() != 2 {
        let hint = "two names, main hand first; \"\" for nothing";
        return Err(error(path, format!("{} hands", hands.len()), hint));
    }
    let mut held = [NONE; 2];
    for (hand, name) in hands.iter().enumerate() {
        if !name.is_empty() {
            held[hand] = find_item(sheet, name, path.index(hand))?;
        }
    }
    for item in fighter.hands.into_iter().filter(|&item| item != NONE) {
        fighter.put(item, if item < sheet.own { Place::Sheathed } else { Place::Away });
    }
    for item in held.into_iter().filter(|&item| item != NONE) {
        fighter.put(item, Place::Held);
    }
    fighter.hands = held;
    Ok(())
}

/// The state of a combatant under the names of a [`StateFile`], with derived values.
pub fn view(scene: Scene<'_>, who: CombatantId) -> Value {
    let (sheet, fighter) = (scene.sheet(who), scene.fighter(who));
    let held = |hand: u8| sheet.item(hand).map_or("", |item| item.name.as_str());
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
    let flags: serde_json::Map<String, Value> = Flags::NAMES
        .iter()
        .skip(Condition::ALL.len())
        .map(|&(name, flag)| (name.to_lowercase(), json!(fighter.flags.has(flag))))
        .collect();
    let items: serde_json::Map<String, Value> = sheet
        .items
        .iter()
        .zip(fighter.places)
        .take(sheet.own as usize)
        .skip(1)
        .map(|(item, place)| (item.name.clone(), to_value(&place, &NoNames, None)))
        .collect();
    let powers: serde_json::Map<String, Value> =
        sheet.powers.iter().zip(fighter.powers).map(|(power, left)| (power.name.clone(), json!(left))).collect();
    json!({
        "hp": fighter.hp,
        "nonlethal": fighter.nonlethal,
        "max_hp_lost": fighter.max_hp_lost,
        "mp": fighter.mp,
        "at": fighter.at,
        "initiative": fighter.initiative,
        "normal": fighter.normal,
        "immediate": fighter.immediate,
        "reaction": fighter.reaction,
        "token": fighter.token,
        "attacks": fighter.attacks,
        "paid": fighter.paid,
        "criticals": fighter.criticals,
        "first_aid": fighter.first_aid,
        "fatigue": fighter.fatigue,
        "powers": powers,
        "waited": fighter.waited,
        "conditions": conditions,
        "flags": flags,
        "mount": if fighter.rides() { scene.name(CombatantId(fighter.mounted)) } else { "" },
        "is_mount": fighter.is_mount,
        "hold": json!({
            "with": if fighter.hold.with == NONE { "" } else { scene.name(CombatantId(fighter.hold.with)) },
            "holds": fighter.hold.holds,
            "kept": fighter.hold.kept,
        }),
        "feints": fighter.feints.iter().filter(|feint| feint.whom != NONE).map(|feint| json!({
            "whom": scene.name(CombatantId(feint.whom)),
            "by": scene.name(CombatantId(feint.by)),
            "ends": feint.ends,
        })).collect::<Vec<_>>(),
        "arrives": fighter.arrives,
        "hands": [held(fighter.hands[0]), held(fighter.hands[1])],
        "items": items,
        "defense": scene.defense::<Sum>(who, &Attack::melee(who, UNARMED)).total(),
        "max_hp": scene.max_hp(who),
        "death_line": scene.death_line(who),
        "helpless": fighter.is_helpless(),
        "able": fighter.is_able(),
        "threatened": scene.is_threatened(who),
        "distracted": scene.is_distracted(who),
        "threat_reach": scene.threat_reach(who),
    })
}
