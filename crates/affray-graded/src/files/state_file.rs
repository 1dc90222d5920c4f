//! The state of a combatant as files spell it: to set it and to override it.

use crate::Graded;
use crate::decision::{ManeuverKind, Posture};
use crate::scene::{Scene, Setup};
use crate::sheet::{MOST_ITEMS, Sheet, UNARMED};
use crate::state::{
    Aim, Fighter, Flags, Hold, ItemFlags, ItemState, Lasting, Loot, Lying, MOST_PARRIED, Marks, NONE, Parts, State,
    Watch,
};
use affray_files::names::spelled;
use affray_files::value::{FromValue, written};
use affray_files::{Diagnostic, Path, error, plain};
use affray_grid::{Cell, Facing};
use affray_kernel::referee::CombatantId;
use affray_session::encounter::StateText;
use affray_session::names;
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
    /// The posture.
    pub posture: Option<Posture>,
    /// Hit points, -1000 to the most.
    pub hp: Option<i16>,
    /// Fatigue points, 0 to the most.
    pub fp: Option<i16>,
    /// What the weapon hand and the off hand hold, by name; `""` for nothing.
    pub hands: Option<[String; 2]>,
    /// Conditions to set (`true`) or clear (`false`): `stunned`, `unconscious`, `running`, `braced` ...
    pub conditions: BTreeMap<String, bool>,
    /// What it did in its round, to set or clear: `thrust`, `swing`, `acrobatic`, `swerving` ...
    pub marks: BTreeMap<String, bool>,
    /// Parts crippled for the battle, to set or clear: `arm-near`, `leg-far` ...
    pub crippled: BTreeMap<String, bool>,
    /// Crippled parts whose roll to heal was made, to set or clear.
    pub settled: BTreeMap<String, bool>,
    /// Parts crippled for so many rounds, 0 to 255.
    pub lamed: BTreeMap<String, u8>,
    /// Rounds left of strained shoulders: weapon arm, shield arm.
    pub strained: Option<[u16; 2]>,
    /// How items are, by name.
    pub items: BTreeMap<String, ItemFile>,
    /// The maneuver of its latest turn.
    pub deed: Option<ManeuverKind>,
    /// The foe of its Single Foe Defense; `""` for none.
    pub foe: Option<String>,
    /// Parries of this round.
    pub parries: Option<u8>,
    /// Blocks of this round.
    pub blocks: Option<u8>,
    /// Foes parried this round, in their order, up to 6.
    pub parried: Option<Vec<String>>,
    /// What it attacked with on its latest turn; `""` for nothing.
    pub struck: Option<String>,
    /// Aim; rounds 0 for none.
    pub aim: Option<AimFile>,
    /// A feint of its latest turn; the amount 0 for none.
    pub feint: Option<FeintFile>,
    /// Whom it holds.
    pub hold: Option<HoldFile>,
    /// Hexes moved on its latest turn.
    pub moved: Option<u8>,
    /// Where its latest turn began.
    pub from: Option<Cell>,
    /// The side of its hex by which it entered it of late.
    pub entered: Option<Facing>,
    /// HP lost in the battle.
    pub taken: Option<u16>,
    /// Rounds in a row that it has been readying its shield.
    pub readying: Option<u8>,
    /// Own turns until it may try again to break free of a two-handed pin.
    pub pause: Option<u8>,
    /// Spells that last on it, up to 2.
    pub spells: Option<Vec<LastingFile>>,
    /// The spell that it is casting, and for how many turns so far.
    pub casting: Option<CastingFile>,
}

/// What can be set of an item.
#[derive(Debug, Clone, Default, PartialEq, FromValue)]
#[value(default)]
pub struct ItemFile {
    /// Broken.
    pub broken: Option<bool>,
    /// Loaded, or drawn.
    pub loaded: Option<bool>,
    /// Has to be readied.
    pub unready: Option<bool>,
    /// Not with its owner.
    pub away: Option<bool>,
    /// How many are left.
    pub count: Option<u8>,
}

/// An aim.
#[derive(Debug, Clone, PartialEq, FromValue)]
pub struct AimFile {
    /// At whom.
    pub target: Option<String>,
    /// At which hex, where nobody is aimed at.
    pub hex: Option<Cell>,
    /// With what.
    pub with: String,
    /// Rounds so far, 0 to 4.
    #[value(range = 0..=4)]
    pub rounds: u8,
}

/// A feint.
#[derive(Debug, Clone, PartialEq, FromValue)]
pub struct FeintFile {
    /// Against whom.
    pub target: String,
    /// What it takes off his defenses, -1 to 20.
    #[value(range = -1..=20)]
    pub amount: i8,
}

/// A hold.
#[derive(Debug, Clone, PartialEq, FromValue)]
pub struct HoldFile {
    /// Whom.
    pub target: String,
    /// The weapon that is held. Default: the weapon arm.
    pub weapon: Option<String>,
    /// With which hands: 1 the weapon hand, 2 the off hand, 3 both.
    #[value(range = 1..=3)]
    pub hands: u8,
    /// It pins.
    #[value(default)]
    pub pins: bool,
}

/// A spell that lasts.
#[derive(Debug, Clone, PartialEq, FromValue)]
pub struct LastingFile {
    /// Whose spell.
    pub by: String,
    /// Which.
    pub spell: String,
    /// Rounds left.
    pub rounds: u8,
}

/// A casting under way.
#[derive(Debug, Clone, PartialEq, FromValue)]
pub struct CastingFile {
    /// Which spell.
    pub spell: String,
    /// On whom.
    pub target: String,
    /// Turns so far.
    pub turns: u8,
}

/// The names of flags, as files spell them.
fn list<F>(names: &[(&str, F)]) -> String {
    names.iter().map(|(name, _)| spelled(name)).collect::<Vec<_>>().join(", ")
}

/// The item of a name; `bare hands` for none of them.
pub fn find_item(sheet: &Sheet, name: &str) -> Option<u8> {
    if matches!(plain(name).as_str(), "barehands" | "barehand") {
        return Some(UNARMED);
    }
    sheet.items.iter().position(|item| plain(&item.name) == plain(name)).map(|at| at as u8)
}

/// `GR-R24` A fighter as the fight begins: all of its defense is before it.
pub fn initial(sheet: &Sheet, at: Cell, facing: Facing) -> Fighter {
    let mut fighter = Fighter {
        at,
        from: at,
        facing,
        posture: Posture::Standing,
        hp: sheet.hp,
        fp: sheet.fp,
        flags: Flags::default(),
        marks: Marks::default(),
        hands: [NONE; 2],
        items: [ItemState::default(); MOST_ITEMS],
        maneuver: ManeuverKind::Nothing,
        last: ManeuverKind::Nothing,
        parries: 0,
        blocks: 0,
        parried: [NONE; MOST_PARRIED],
        struck: NONE,
        struck_last: NONE,
        aim: Aim::NONE,
        feint: NONE,
        feint_amount: 0,
        watch: Watch::None,
        watch_with: NONE,
        hold: Hold::NONE,
        held: 0,
        loot: [Loot::NONE; 2],
        crippled: Parts::default(),
        settled: Parts::default(),
        lamed: [0; 8],
        strained: [0; 2],
        spell: NONE,
        spell_target: NONE,
        cast: 0,
        spells: [Lasting::NONE; 2],
        taken: 0,
        moved: 0,
        entered: NONE,
        pause: 0,
        readying: 0,
        faced: 0,
        tie: 0,
        foe: NONE,
    };
    for (number, item) in sheet.items.iter().take(MOST_ITEMS).enumerate() {
        fighter.items[number].count = item.count.unwrap_or(NONE);
        fighter.items[number].flags.set(ItemFlags::LOADED);
        match item.drawn {
            2 => fighter.hands = [number as u8; 2],
            hand @ (0 | 1) => fighter.hands[hand as usize] = number as u8,
            _ => {}
        }
    }
    fighter
}

/// What is being put into a state, and what was found wrong so far.
struct Apply<'a> {
    setup: &'a Setup,
    sheet: &'a Sheet,
    wrongs: Vec<Diagnostic>,
}

impl Apply<'_> {
    fn wrong(&mut self, key: &str, message: impl Into<String>, hint: impl Into<String>) {
        self.wrongs.push(error(Path::root().key(key), message, hint));
    }

    fn item(&mut self, key: &str, name: &str) -> Option<u8> {
        let found = find_item(self.sheet, name);
        if found.is_none() {
            let hint = names::one_of(self.sheet.items.iter().map(|item| item.name.as_str()));
            self.wrong(key, format!("there is no item `{name}`"), hint);
        }
        found
    }

    fn owned(&mut self, key: &str, name: &str) -> Option<u8> {
        self.item(key, name).filter(|&item| item != UNARMED)
    }

    fn who(&mut self, key: &str, name: &str) -> Option<CombatantId> {
        names::known::<Graded>(self.setup, name, Path::root().key(key)).map_err(|one| self.wrongs.push(one)).ok()
    }

    fn flags<F: Copy>(
        &mut self,
        key: &str,
        names: &[(&str, F)],
        said: &BTreeMap<String, bool>,
        mut put: impl FnMut(F, bool),
    ) {
        for (name, &on) in said {
            match names.iter().find(|(known, _)| spelled(known) == *name) {
                Some(&(_, flag)) => put(flag, on),
                None => self.wrong(key, format!("there is no `{name}`"), list(names)),
            }
        }
    }
}

impl StateText<Graded> for StateFile {
    fn apply(&self, setup: &Setup, state: &mut State, who: CombatantId) -> Result<(), Vec<Diagnostic>> {
        let sheet = &setup.combatants[who.index()].sheet;
        let mut apply = Apply { setup, sheet, wrongs: Vec::new() };
        let mut fighter = state[who];
        self.apply_place(&mut apply, &mut fighter);
        self.apply_points(&mut apply, &mut fighter);
        self.apply_items(&mut apply, state, &mut fighter, who);
        self.apply_round(&mut apply, &mut fighter);
        self.apply_acts(&mut apply, state, &mut fighter, who);
        fighter.flags.put(Flags::TICKING, fighter.lamed != [0; 8] || fighter.strained != [0; 2]);
        let lame = fighter.flags.has(Flags::TICKING) || fighter.crippled != Parts::default();
        fighter.flags.put(Flags::LAME, lame);
        fighter.flags.put(Flags::INCAPACITATED, fighter.hp <= 0 || fighter.fp <= 0);
        if fighter.flags.any(Flags::INCAPACITATED.union(Flags::UNCONSCIOUS).union(Flags::DEAD))
            && self.posture.is_none()
        {
            fighter.posture = Posture::Lying;
        }
        state[who] = fighter;
        if apply.wrongs.is_empty() { Ok(()) } else { Err(apply.wrongs) }
    }
}

impl StateFile {
    fn apply_place(&self, apply: &mut Apply<'_>, fighter: &mut Fighter) {
        if let Some(at) = self.at {
            if apply.setup.map.ground(at).is_none_or(|ground| ground.impassable) {
                apply.wrong("at", "nobody can stand there", "a passable hex of the map");
            } else {
                fighter.at = at;
                fighter.from = at;
            }
        }
        fighter.from = self.from.unwrap_or(fighter.from);
        if let Some(facing) = self.facing {
            match apply.setup.map.facing(facing) {
                Some(facing) => fighter.facing = facing,
                None => apply.wrong("facing", "no such side", "E, NE, NW, W, SW, SE or 0 to 5"),
            }
        }
        if let Some(entered) = self.entered.and_then(|entered| apply.setup.map.facing(entered)) {
            fighter.entered = entered.index();
        }
        fighter.posture = self.posture.unwrap_or(fighter.posture);
        fighter.moved = self.moved.unwrap_or(fighter.moved);
    }

    fn apply_points(&self, apply: &mut Apply<'_>, fighter: &mut Fighter) {
        let sheet = apply.sheet;
        for (key, value, least, most, into) in
            [("hp", self.hp, -1000, sheet.hp, &mut fighter.hp), ("fp", self.fp, 0, sheet.fp, &mut fighter.fp)]
        {
            match value {
                Some(value) if !(least..=most).contains(&value) => {
                    apply.wrong(key, format!("{value} is out of range"), format!("{least} to {most}"));
                }
                Some(value) => *into = value,
                None => {}
            }
        }
        fighter.taken = self.taken.unwrap_or(fighter.taken);
        apply.flags("conditions", Flags::NAMES, &self.conditions, |flag, on| fighter.flags.put(flag, on));
        apply.flags("marks", Marks::NAMES, &self.marks, |mark, on| fighter.marks.put(mark, on));
        apply.flags("crippled", Parts::NAMES, &self.crippled, |part, on| fighter.crippled.put(part, on));
        apply.flags("settled", Parts::NAMES, &self.settled, |part, on| fighter.settled.put(part, on));
        for (name, &rounds) in &self.lamed {
            match Parts::NAMES.iter().position(|(known, _)| spelled(known) == *name) {
                Some(part) => fighter.lamed[part] = rounds,
                None => apply.wrong("lamed", format!("there is no `{name}`"), list(Parts::NAMES)),
            }
        }
        fighter.strained = self.strained.unwrap_or(fighter.strained);
    }

    fn apply_items(&self, apply: &mut Apply<'_>, state: &mut State, fighter: &mut Fighter, who: CombatantId) {
        if let Some(hands) = &self.hands {
            let mut held = [NONE; 2];
            for (hand, name) in hands.iter().enumerate().filter(|(_, name)| !name.is_empty()) {
                held[hand] = apply.owned("hands", name).unwrap_or(NONE);
            }
            fighter.hands = held;
            for item in held.into_iter().filter(|&item| item != NONE) {
                fighter.items[item as usize].flags.clear(ItemFlags::AWAY);
            }
            state.ground.retain(|lying| !(lying.owner == who && held.contains(&lying.item)));
            // Nor is it in the hand that wrested it away; what is in this one's hands makes room.
            for other in &mut state.fighters {
                for loot in other.loot.iter_mut().filter(|loot| loot.owner == who.0 && held.contains(&loot.item)) {
                    *loot = Loot::NONE;
                }
            }
            for (hand, loot) in fighter.loot.iter_mut().enumerate() {
                if held[hand] != NONE && loot.owner != NONE {
                    state.ground.push(Lying { owner: CombatantId(loot.owner), item: loot.item, at: fighter.at });
                    *loot = Loot::NONE;
                }
            }
        }
        for (name, file) in &self.items {
            let Some(item) = apply.owned("items", name) else { continue };
            let item = &mut fighter.items[item as usize];
            for (value, flag) in [
                (file.broken, ItemFlags::BROKEN),
                (file.loaded, ItemFlags::LOADED),
                (file.unready, ItemFlags::UNREADY),
                (file.away, ItemFlags::AWAY),
            ] {
                item.flags.put(flag, value.unwrap_or(item.flags.has(flag)));
            }
            item.count = file.count.unwrap_or(item.count);
        }
    }

    fn apply_round(&self, apply: &mut Apply<'_>, fighter: &mut Fighter) {
        fighter.maneuver = self.deed.unwrap_or(fighter.maneuver);
        fighter.parries = self.parries.unwrap_or(fighter.parries);
        fighter.blocks = self.blocks.unwrap_or(fighter.blocks);
        fighter.readying = self.readying.unwrap_or(fighter.readying);
        fighter.pause = self.pause.unwrap_or(fighter.pause);
        if let Some(foe) = &self.foe {
            fighter.foe = if foe.is_empty() { NONE } else { apply.who("foe", foe).map_or(NONE, |foe| foe.0) };
        }
        if let Some(parried) = &self.parried {
            fighter.parried = [NONE; MOST_PARRIED];
            for (name, into) in parried.iter().zip(&mut fighter.parried) {
                *into = apply.who("parried", name).map_or(NONE, |foe| foe.0);
            }
        }
        if let Some(name) = &self.struck {
            fighter.struck = if name.is_empty() { NONE } else { apply.item("struck", name).unwrap_or(NONE) };
        }
        if let Some(aim) = &self.aim {
            let with = apply.owned("aim", &aim.with).unwrap_or(NONE);
            let target = aim.target.as_ref().and_then(|name| apply.who("aim", name));
            fighter.aim = Aim {
                target: target.map_or(NONE, |target| target.0),
                hex: aim.hex.filter(|_| target.is_none()).unwrap_or_default(),
                rounds: aim.rounds,
                item: with,
            };
        }
        if let Some(feint) = &self.feint {
            let target = apply.who("feint", &feint.target);
            fighter.feint = target.filter(|_| feint.amount != 0).map_or(NONE, |target| target.0);
            fighter.feint_amount = feint.amount;
        }
    }

    fn apply_acts(&self, apply: &mut Apply<'_>, state: &mut State, fighter: &mut Fighter, who: CombatantId) {
        if let Some(hold) = &self.hold {
            if fighter.hold.target != NONE {
                let before = CombatantId(fighter.hold.target);
                state[before].held = state[before].held.saturating_sub(1);
                state.holders = state.holders.saturating_sub(1);
                fighter.hold = Hold::NONE;
            }
            if let Some(target) = apply.who("hold", &hold.target).filter(|&target| target != who) {
                let other = &apply.setup.combatants[target.index()].sheet;
                let item = match &hold.weapon {
                    None => NONE,
                    Some(name) => find_item(other, name).unwrap_or(NONE),
                };
                fighter.hold = Hold { target: target.0, item, hands: hold.hands, pins: hold.pins };
                state[target].held = state[target].held.saturating_add(1);
                state.holders = state.holders.saturating_add(1);
            }
        }
        if let Some(spells) = &self.spells {
            fighter.spells = [Lasting::NONE; 2];
            for (file, into) in spells.iter().zip(&mut fighter.spells) {
                let Some(by) = apply.who("spells", &file.by) else { continue };
                let all = apply.setup.combatants[by.index()].sheet.spells.iter().map(|spell| spell.name.as_str());
                match names::position(all.clone(), &file.spell) {
                    Some(spell) => *into = Lasting { by: by.0, spell: spell as u8, rounds: file.rounds },
                    None => {
                        let hint = names::one_of(all);
                        apply.wrong("spells", format!("there is no spell `{}`", file.spell), hint);
                    }
                }
            }
        }
        if let Some(casting) = &self.casting {
            let target = apply.who("casting", &casting.target);
            let all = apply.sheet.spells.iter().map(|spell| spell.name.as_str());
            match (names::position(all.clone(), &casting.spell), target) {
                (Some(spell), Some(target)) => {
                    (fighter.spell, fighter.spell_target, fighter.cast) = (spell as u8, target.0, casting.turns);
                }
                (None, _) => {
                    let hint = names::one_of(all);
                    apply.wrong("casting", format!("there is no spell `{}`", casting.spell), hint);
                }
                _ => {}
            }
        }
    }
}

/// The state of a combatant under the names that a [`StateFile`] has, and what follows from it.
pub fn view(scene: Scene<'_>, who: CombatantId) -> Value {
    let (sheet, fighter) = (scene.sheet(who), scene.fighter(who));
    let item = |item: u8| match item {
        UNARMED => "bare hands",
        item => sheet.item(item).map_or("", |item| item.name.as_str()),
    };
    let name = |who: u8| scene.setup.combatants.get(who as usize).map_or("", |one| one.name.as_str());
    let set = |all: &[(&str, bool)]| -> Value { all.iter().map(|&(name, on)| (spelled(name), json!(on))).collect() };
    let conditions: Vec<_> = Flags::NAMES.iter().map(|&(name, flag)| (name, fighter.flags.has(flag))).collect();
    let marks: Vec<_> = Marks::NAMES.iter().map(|&(name, mark)| (name, fighter.marks.has(mark))).collect();
    let parts = |set: Parts| Parts::NAMES.iter().map(|&(name, part)| (name, set.has(part))).collect::<Vec<_>>();
    let lamed: Value =
        Parts::NAMES.iter().zip(fighter.lamed).map(|((name, _), rounds)| (spelled(name), json!(rounds))).collect();
    let items: serde_json::Map<String, Value> = sheet
        .items
        .iter()
        .zip(&fighter.items)
        .map(|(item, state)| {
            let value = json!({
                "broken": state.flags.has(ItemFlags::BROKEN),
                "loaded": state.flags.has(ItemFlags::LOADED),
                "unready": state.flags.has(ItemFlags::UNREADY),
                "away": state.flags.has(ItemFlags::AWAY),
                "count": state.count,
            });
            (item.name.clone(), value)
        })
        .collect();
    let spells: Vec<Value> = fighter
        .spells
        .iter()
        .filter(|one| one.by != NONE)
        .map(|one| {
            let spell =
                scene.setup.combatants.get(one.by as usize).and_then(|by| by.sheet.spells.get(one.spell as usize));
            json!({ "by": name(one.by), "spell": spell.map(|spell| spell.name.as_str()), "rounds": one.rounds })
        })
        .collect();
    let parried: Vec<&str> = fighter.parried.iter().filter(|&&one| one != NONE).map(|&one| name(one)).collect();
    let aim = &fighter.aim;
    let scores = scene.scores(who);
    json!({
        "at": [fighter.at.q, fighter.at.r],
        "facing": fighter.facing.name(),
        "posture": written(&fighter.posture),
        "hp": fighter.hp,
        "fp": fighter.fp,
        "hands": [item(fighter.hands[0]), item(fighter.hands[1])],
        "conditions": set(&conditions),
        "marks": set(&marks),
        "crippled": set(&parts(fighter.crippled)),
        "settled": set(&parts(fighter.settled)),
        "lamed": lamed,
        "strained": fighter.strained,
        "items": items,
        "deed": written(&fighter.maneuver),
        "foe": name(fighter.foe),
        "parries": fighter.parries,
        "blocks": fighter.blocks,
        "parried": parried,
        "struck": item(fighter.struck),
        "aim": {
            "target": name(aim.target),
            "hex": [aim.hex.q, aim.hex.r],
            "with": item(aim.item),
            "rounds": aim.rounds,
        },
        "feint": { "target": name(fighter.feint), "amount": fighter.feint_amount },
        "watch": written(&fighter.watch),
        "hold": { "target": name(fighter.hold.target), "hands": fighter.hold.hands, "pins": fighter.hold.pins },
        "held": fighter.held,
        "wrested": fighter.loot.map(|loot| {
            let owner = scene.setup.combatants.get(loot.owner as usize);
            owner.and_then(|one| one.sheet.item(loot.item)).map_or("", |item| item.name.as_str())
        }),
        "moved": fighter.moved,
        "taken": fighter.taken,
        "readying": fighter.readying,
        "pause": fighter.pause,
        "spells": spells,
        "casting": { "spell": sheet.spells.get(fighter.spell as usize).map(|spell| spell.name.as_str()), "turns": fighter.cast },
        "faced": fighter.faced,
        // What follows from the state and the sheet.
        "st": scores.st,
        "dx": scores.dx,
        "thrust": scores.thrust,
        "swing": scores.swing,
        "mv": scene.mv(who),
        "encumbrance": sheet.encumbrance,
        "initiative": scores.initiative,
    })
}
