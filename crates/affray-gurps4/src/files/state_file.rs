//! The state of a combatant as files spell it: to set it and to override it.

use crate::Gurps4;
use crate::scene::{Scene, Setup};
use crate::sheet::{ItemId, MOST_ITEMS, Sheet};
use crate::state::{Aimed, Feinted, Fighter, Flags, Focus, ItemFlags, ItemState, NONE, Posture, State};
use affray_3d6::location::Location;
use affray_files::names::{one_of_flags, spelled};
use affray_files::value::FromValue;
use affray_files::value::written;
use affray_files::{Diagnostic, Path, plain};
use affray_grid::{Cell, Facing};
use affray_kernel::referee::CombatantId;
use affray_kernel::tally::{Sum, Tally as _};
use affray_session::encounter::StateText;
use affray_session::names::{self};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The settable parts of a combatant's state. A key that is left out changes nothing.
#[derive(Debug, Clone, Default, PartialEq, FromValue)]
pub struct StateFile {
    /// The hex, as `[q, r]`.
    pub at: Option<Cell>,
    /// The facing.
    pub facing: Option<Facing>,
    /// The posture.
    pub posture: Option<Posture>,
    /// Current HP, up to the maximum.
    pub hp: Option<i16>,
    /// Current FP, up to the maximum.
    pub fp: Option<i16>,
    /// What the main hand and the off hand hold, by name; `Ork's club` for what is another's, `""` for nothing.
    pub hands: Option<[String; 2]>,
    /// Conditions to set (`true`) or clear (`false`): `stunned`, `all-out`, `charged`, `blind` ...
    #[value(default)]
    pub conditions: BTreeMap<String, bool>,
    /// How items of its sheet are, by name.
    #[value(default)]
    pub items: BTreeMap<String, ItemFile>,
    /// Parries since its turn began, by hand.
    pub parries: Option<[u8; 2]>,
    /// What an All-Out Defense gives it.
    pub focus: Option<Focus>,
    /// What it aims at; `{}` for nothing.
    pub aim: Option<AimFile>,
    /// What it gained by a Feint; `{}` for nothing.
    pub feint: Option<FeintFile>,
    /// The task that it concentrates on, by name; `""` for none.
    pub task: Option<String>,
    /// Turns spent on the task.
    pub task_turns: Option<u8>,
    /// Hexes entered since its turn began.
    pub moved: Option<u8>,
    /// Shock that ends with its next turn, 0 to 8.
    pub shock: Option<u8>,
    /// Own turns spent stunned.
    pub stunned: Option<u8>,
    /// Own turns that it is still frozen.
    pub frozen: Option<u8>,
    /// Crippled parts and blinded eyes, exactly these.
    pub crippled: Option<Vec<Location>>,
    /// The deepest multiple of HP below zero for which it rolled, 0 to 4.
    pub deaths: Option<u8>,
    /// Who grapples it; `""` for nobody.
    pub grappled_by: Option<String>,
    /// In whose back hexes its turn began.
    pub behind: Option<Vec<String>>,
}

/// An aim.
#[derive(Debug, Clone, Default, PartialEq, FromValue)]
#[value(default)]
pub struct AimFile {
    /// At whom.
    pub target: String,
    /// The weapon. Default: the first ranged one.
    pub with: Option<String>,
    /// How many Aims, 1 to 3. Default: 1.
    pub turns: Option<u8>,
}

/// The margin of a Feint.
#[derive(Debug, Clone, Default, PartialEq, FromValue)]
#[value(default)]
pub struct FeintFile {
    /// Against whom.
    pub target: String,
    /// By how much.
    pub margin: u8,
}

/// The settable parts of an item's state.
#[derive(Debug, Clone, Default, PartialEq, FromValue)]
pub struct ItemFile {
    /// Not ready.
    pub unready: Option<bool>,
    /// Disabled.
    pub disabled: Option<bool>,
    /// Not with its owner.
    pub away: Option<bool>,
    /// Who else has it; `""` for nobody.
    pub with: Option<String>,
    /// HP that it lost.
    pub lost: Option<u8>,
    /// Shots loaded.
    pub shots: Option<u8>,
    /// Ready turns spent on it.
    pub progress: Option<u8>,
}

/// The item or natural weapon of a name, an own one or `Ork's club`.
pub fn find_arm(setup: &Setup, who: CombatantId, name: &str) -> Option<ItemId> {
    let own = (0..setup.combatants.get(who.index())?.sheet.arms.len() as u8).map(ItemId::own);
    let called = |arm: &ItemId| setup.arm(who, *arm).is_some_and(|arm| plain(&arm.name) == plain(name));
    own.chain(setup.others_things(who)).find(called)
}

/// The item of a name, an own one or `Ork's club`.
pub fn find_item(setup: &Setup, who: CombatantId, name: &str) -> Option<ItemId> {
    find_arm(setup, who, name).filter(|&item| setup.arm(who, item).is_some_and(|item| !item.is_natural()))
}

/// The first mode with which a weapon shoots or is thrown.
pub fn ranged_mode(setup: &Setup, who: CombatantId, weapon: ItemId) -> Option<u16> {
    setup.modes_of(who, weapon).find(|(_, mode)| mode.ranged.is_some()).map(|(mode, _)| mode)
}

/// A fighter as the fight begins.
pub fn initial(sheet: &Sheet, at: Cell, facing: Facing) -> Fighter {
    let mut fighter = Fighter {
        at,
        facing,
        posture: Posture::Standing,
        hp: sheet.hp,
        fp: sheet.fp,
        flags: Flags::default(),
        hands: [ItemId::NONE; 2],
        items: [ItemState::default(); MOST_ITEMS],
        parries: [0; 2],
        focus: Focus::None,
        aim: Aimed::NONE,
        feint: Feinted::NONE,
        task: NONE,
        task_turns: 0,
        wait: None,
        moved: 0,
        shock: 0,
        shock_later: 0,
        stunned: 0,
        frozen: 0,
        crippled: 0,
        deaths: 0,
        grappled_by: NONE,
        behind: 0,
    };
    for (number, item) in sheet.arms.iter().take(sheet.items as usize).enumerate() {
        fighter.items[number].shots = item.shots;
        if !item.ready {
            continue;
        }
        let order = if item.off_hand { [1, 0] } else { [0, 1] };
        let mut left = item.hands;
        for hand in order {
            if left != 0 && fighter.hands[hand] == ItemId::NONE {
                fighter.hands[hand] = ItemId::own(number as u8);
                left -= 1;
            }
        }
    }
    fighter
}

impl StateText<Gurps4> for StateFile {
    fn apply(&self, setup: &Setup, state: &mut State, who: CombatantId) -> Result<(), Vec<Diagnostic>> {
        let sheet = &setup.combatants[who.index()].sheet;
        let root = Path::root();
        let mut wrongs = Vec::new();
        let mut wrong = |key: &str, message: String, hint: String| {
            wrongs.push(Diagnostic::new(root.key(key), message).hint(hint));
        };
        let figure = |name: &str| names::combatant::<Gurps4>(setup, name).filter(|&other| other != who);
        let item_of = |name: &str| find_item(setup, who, name);
        if let Some(hands) = &self.hands {
            let mut held = [ItemId::NONE; 2];
            for (hand, name) in hands.iter().enumerate().filter(|(_, name)| !name.is_empty()) {
                match item_of(name) {
                    Some(item) => held[hand] = item,
                    None => {
                        let hint = "an item of the sheet, or another's such as `Ork's club`".to_owned();
                        wrong("hands", format!("there is no item `{name}`"), hint);
                    }
                }
            }
            for item in held.into_iter().filter(|&item| item != ItemId::NONE) {
                state.give(who, item);
            }
            state[who].hands = held;
        }
        for (name, file) in &self.items {
            let Some(item) = item_of(name).filter(|item| !item.is_anothers()) else {
                wrong("items", format!("there is no item `{name}`"), "an item of the sheet".to_owned());
                continue;
            };
            let (away, with) = (state.item_mut(who, item).flags.has(ItemFlags::AWAY), state.item_mut(who, item).with);
            match (file.away, away) {
                (Some(true), false) => state.take_away(who, item),
                (Some(false), true) => state.give(who, item),
                _ => {}
            }
            match file.with.as_deref() {
                None => {}
                Some("") if with != NONE => state.take_away(who, item),
                Some("") => {}
                Some(name) => match figure(name) {
                    Some(other) if other.0 == with => {}
                    Some(other) => state.give(other, ItemId::of(other, who, item.number())),
                    None => wrong("items", format!("there is no `{name}`"), names::all::<Gurps4>(setup)),
                },
            }
            let one = state.item_mut(who, item);
            for (value, flag) in [(file.unready, ItemFlags::UNREADY), (file.disabled, ItemFlags::DISABLED)] {
                one.flags.put(flag, value.unwrap_or(one.flags.has(flag)));
            }
            one.lost = file.lost.unwrap_or(one.lost);
            one.shots = file.shots.unwrap_or(one.shots).min(sheet.arms[usize::from(item.number())].shots);
            one.progress = file.progress.unwrap_or(one.progress).min(60);
        }
        let fighter = &mut state[who];
        if let Some(at) = self.at {
            match setup.map.ground(at) {
                None => wrong("at", "that is off the map".to_owned(), "a hex of the map".to_owned()),
                Some(_) => fighter.at = at,
            }
        }
        if let Some(facing) = self.facing {
            match setup.map.facing(facing) {
                Some(facing) => fighter.facing = facing,
                None => wrong("facing", "no such side".to_owned(), "E, NE, NW, W, SW, SE or 0 to 5".to_owned()),
            }
        }
        fighter.posture = self.posture.unwrap_or(fighter.posture);
        for (key, value, most, into) in
            [("hp", self.hp, sheet.hp, &mut fighter.hp), ("fp", self.fp, sheet.fp, &mut fighter.fp)]
        {
            match value {
                Some(value) if value > most || value < -10 * most.min(3000) => {
                    wrong(key, format!("{value} is out of range"), format!("{} to {most}", -10 * most.min(3000)));
                }
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
        fighter.parries = self.parries.unwrap_or(fighter.parries).map(|parries| parries.min(20));
        fighter.focus = self.focus.unwrap_or(fighter.focus);
        if let Some(aim) = &self.aim {
            let mode = match &aim.with {
                Some(name) => find_arm(setup, who, name).and_then(|weapon| ranged_mode(setup, who, weapon)),
                None => (0..).zip(&sheet.modes).find(|(_, mode)| mode.ranged.is_some()).map(|(mode, _)| mode),
            };
            fighter.aim = match (mode, figure(&aim.target)) {
                _ if aim.target.is_empty() => Aimed::NONE,
                (Some(mode), Some(target)) => {
                    Aimed { mode, target: target.0, turns: aim.turns.unwrap_or(1).clamp(1, 3) }
                }
                _ => {
                    wrong("aim", "that cannot be aimed".to_owned(), "a ranged weapon and another figure".to_owned());
                    fighter.aim
                }
            };
        }
        if let Some(feint) = &self.feint {
            fighter.feint = match figure(&feint.target) {
                _ if feint.target.is_empty() => Feinted::NONE,
                Some(foe) => Feinted { foe: foe.0, margin: feint.margin.min(30), fresh: false },
                None => {
                    wrong("feint", format!("there is no `{}`", feint.target), names::all::<Gurps4>(setup));
                    fighter.feint
                }
            };
        }
        if let Some(name) = &self.task {
            let tasks = setup.tasks.iter().map(|task| task.name.as_str());
            match names::position(tasks.clone(), name) {
                Some(task) => fighter.task = task as u8,
                None if name.is_empty() => fighter.task = NONE,
                None => wrong("task", format!("there is no task `{name}`"), names::one_of(tasks)),
            }
        }
        fighter.task_turns = self.task_turns.unwrap_or(fighter.task_turns).min(200);
        fighter.moved = self.moved.unwrap_or(fighter.moved);
        fighter.shock = self.shock.unwrap_or(fighter.shock).min(8);
        fighter.stunned = self.stunned.unwrap_or(fighter.stunned).min(30);
        fighter.frozen = self.frozen.unwrap_or(fighter.frozen).min(6);
        if let Some(crippled) = &self.crippled {
            fighter.crippled = 0;
            for &at in crippled {
                if at as usize >= crate::sheet::LOCATIONS {
                    wrong(
                        "crippled",
                        format!("`{}` is no location here", at.name()),
                        "an arm, a leg, an eye".to_owned(),
                    );
                    continue;
                }
                fighter.crippled |= at.bit() as u16;
            }
        }
        fighter.deaths = self.deaths.unwrap_or(fighter.deaths).min(4);
        if let Some(name) = &self.grappled_by {
            match figure(name) {
                Some(other) => fighter.grappled_by = other.0,
                None if name.is_empty() => fighter.grappled_by = NONE,
                None => wrong("grappled_by", format!("there is no `{name}`"), names::all::<Gurps4>(setup)),
            }
        }
        if let Some(behind) = &self.behind {
            fighter.behind = 0;
            for name in behind {
                match figure(name) {
                    Some(other) => fighter.behind |= 1 << (other.0 & 63),
                    None => wrong("behind", format!("there is no `{name}`"), names::all::<Gurps4>(setup)),
                }
            }
        }
        crate::body::injury::settle_stated(setup, state, who, self.posture.is_some());
        if state[who].flags.any(crate::state::OUT.union(Flags::STUNNED)) {
            state[who].wait = None;
            state.waiting &= !(1 << (who.0 & 63));
        }
        state.any_grapple = state.fighters.iter().any(|fighter| fighter.grappled_by != NONE);
        if wrongs.is_empty() { Ok(()) } else { Err(wrongs) }
    }
}

/// The state of a combatant under the names that a [`StateFile`] has, and what follows from it.
pub fn view(scene: Scene<'_>, who: CombatantId) -> Value {
    let (sheet, fighter) = (scene.sheet(who), scene.fighter(who));
    let arm = |arm: ItemId| scene.arm(who, arm).map_or("", |arm| arm.name.as_str());
    let figure = |who: u8| scene.setup.combatants.get(who as usize).map_or("", |one| one.name.as_str());
    let items: serde_json::Map<String, Value> = (0..sheet.items)
        .map(|number| {
            let state = &fighter.items[usize::from(number)];
            let value = json!({
                "unready": state.flags.has(ItemFlags::UNREADY),
                "disabled": state.flags.has(ItemFlags::DISABLED),
                "away": state.flags.has(ItemFlags::AWAY),
                "with": figure(state.with),
                "lost": state.lost,
                "shots": state.shots,
                "progress": state.progress,
            });
            (arm(ItemId::own(number)).to_owned(), value)
        })
        .collect();
    let conditions: serde_json::Map<String, Value> =
        Flags::NAMES.iter().map(|&(name, flag)| (spelled(name), Value::Bool(fighter.flags.has(flag)))).collect();
    let crippled: Vec<&str> = Location::ALL.iter().filter(|&&at| fighter.is_crippled(at)).map(|at| at.name()).collect();
    let behind: Vec<&str> = scene
        .state
        .ids()
        .filter(|other| fighter.behind & 1 << (other.0 & 63) != 0)
        .map(|other| figure(other.0))
        .collect();
    let aim = if fighter.aims() {
        let with = scene.mode(who, fighter.aim.mode).map_or("", |mode| arm(mode.item));
        json!({ "target": figure(fighter.aim.target), "with": with, "turns": fighter.aim.turns })
    } else {
        json!({})
    };
    let feint = if fighter.feint.foe == NONE {
        json!({})
    } else {
        json!({ "target": figure(fighter.feint.foe), "margin": fighter.feint.margin })
    };
    json!({
        "at": [fighter.at.q, fighter.at.r],
        "facing": fighter.facing.name(),
        "posture": written(&fighter.posture),
        "hp": fighter.hp,
        "fp": fighter.fp,
        "hands": [arm(fighter.hands[0]), arm(fighter.hands[1])],
        "conditions": conditions,
        "items": items,
        "parries": fighter.parries,
        "focus": written(&fighter.focus),
        "aim": aim,
        "feint": feint,
        "task": scene.setup.tasks.get(fighter.task as usize).map_or("", |task| task.name.as_str()),
        "task_turns": fighter.task_turns,
        "moved": fighter.moved,
        "shock": fighter.shock,
        "stunned": fighter.stunned,
        "frozen": fighter.frozen,
        "crippled": crippled,
        "deaths": fighter.deaths,
        "grappled_by": figure(fighter.grappled_by),
        "behind": behind,
        // What follows from it.
        "waits": fighter.wait.is_some(),
        "move": scene.move_points(who),
        "dodge": scene.dodge_score::<Sum>(who).total(),
        "st": scene.strength::<Sum>(who, rule!("G4-R37")).total(),
        "shock_now": scene.shock(who),
        "encumbrance": sheet.encumbrance,
        "thrust": sheet.thrust.to_string(),
        "swing": sheet.swing.to_string(),
        "speed": f64::from(sheet.speed) / 4.0,
        "lift": f64::from(sheet.lift) / 10.0,
    })
}
