//! Choices as files, logs and people write them, where that is not told by their types; and the names in them.

use super::state_file::{find_arm, find_item, ranged_mode};
use crate::Gurps4;
use crate::decision::{Advance, Choice, DefenseKind, Form, NO_MODE, Question, Step};
use crate::scene::{Scene, Setup};
use crate::sheet::{ItemId, Sheet};
use crate::state::State;
use affray_files::names::{nearest_of, one_of};
use affray_files::plain;
use affray_files::value::{
    FromValue, Map, Names, ReadKeys, Reader, Schema, SchemaKeys, Schemas, TableSchema, ToValue, Value, WriteKeys,
    Writer,
};
use affray_grid::Facing;
use affray_kernel::referee::CombatantId;
use affray_session::choices::ChoiceFormat;
use std::any::Any;

impl ChoiceFormat for Gurps4 {
    fn names<'a>(setup: &'a Setup, state: Option<&'a State>) -> impl Names + 'a {
        Known { setup, state }
    }

    /// The side to which a Retreat straight back leads.
    fn fill_in(setup: &Setup, state: &State, question: &Question, entry: &mut Value) {
        let (Question::Defend { who, attack, .. }, Value::Object(table)) = (question, entry) else { return };
        if table.get("retreat") == Some(&Value::Bool(true)) {
            let side = Scene { setup, state }.straight_back(*who, attack.by);
            table.insert("retreat".to_owned(), Value::from(side.name()));
        }
    }
}

/// What names stand for in a fight.
struct Known<'a> {
    setup: &'a Setup,
    state: Option<&'a State>,
}

impl Known<'_> {
    fn sheet(&self, owner: Option<CombatantId>) -> Option<&Sheet> {
        self.setup.combatants.get(owner?.index()).map(|one| &one.sheet)
    }

    fn scene(&self) -> Option<Scene<'_>> {
        self.state.map(|state| Scene { setup: self.setup, state })
    }
}

impl Names for Known<'_> {
    fn all(&self, kind: &str, owner: Option<CombatantId>) -> Vec<&str> {
        let sheet = self.sheet(owner);
        match kind {
            "combatant" => self.setup.combatants.iter().map(|one| one.name.as_str()).collect(),
            "side" => self.setup.sides.iter().map(|side| side.name.as_str()).collect(),
            "task" => self.setup.tasks.iter().map(|task| task.name.as_str()).collect(),
            "own item" | "held item" => sheet.map_or(Vec::new(), |sheet| {
                sheet.arms.iter().take(usize::from(sheet.items)).map(|arm| arm.name.as_str()).collect()
            }),
            "item" => sheet.map_or(Vec::new(), |sheet| sheet.arms.iter().map(|arm| arm.name.as_str()).collect()),
            "aimed weapon" => sheet.map_or(Vec::new(), |sheet| {
                let ranged = sheet.modes.iter().filter(|mode| mode.ranged.is_some());
                let weapon = |mode: &crate::sheet::Mode| sheet.arms.get(usize::from(mode.item.number()));
                ranged.filter_map(weapon).map(|arm| arm.name.as_str()).collect()
            }),
            _ => Vec::new(),
        }
    }

    fn name(&self, kind: &str, owner: Option<CombatantId>, number: usize) -> Option<String> {
        let (who, id) = (owner, u16::try_from(number).ok());
        let mode = |id| self.setup.mode(who?, id);
        match kind {
            "item" | "held item" => self.setup.arm(who?, ItemId(id?)).map(|arm| arm.name.clone()),
            "mode" => mode(id?).map(|mode| mode.name.clone()),
            // The weapon of the mode.
            "weapon" | "aimed weapon" => self.setup.arm(who?, mode(id?)?.item).map(|arm| arm.name.clone()),
            _ => self.all(kind, owner).get(number).map(|name| (*name).to_owned()),
        }
    }

    fn find(&self, kind: &str, owner: Option<CombatantId>, name: &str) -> Option<usize> {
        if kind == "item" {
            return find_arm(self.setup, owner?, name).map(usize::from);
        }
        if kind == "held item" {
            return find_item(self.setup, owner?, name).map(usize::from);
        }
        if kind == "aimed weapon" {
            let weapon = find_arm(self.setup, owner?, name)?;
            let first = || self.setup.modes_of(owner?, weapon).next().map(|(mode, _)| mode);
            return ranged_mode(self.setup, owner?, weapon).or_else(first).map(usize::from);
        }
        self.all(kind, owner).iter().position(|known| plain(known) == plain(name))
    }

    fn hint(&self, kind: &str, owner: Option<CombatantId>, name: &str) -> String {
        let hint = nearest_of(self.all(kind, owner), name);
        if kind == "held item" { format!("{hint}; or another's such as `Ork's club`") } else { hint }
    }

    fn usual(&self, kind: &str, owner: Option<CombatantId>) -> Option<usize> {
        let (scene, sheet, who) = (self.scene()?, self.sheet(owner)?, owner?);
        match kind {
            "item" => {
                let natural = sheet.arms.iter().position(|arm| arm.is_natural());
                scene.weapon_in_hand(who).map(usize::from).or(natural).or(Some(0))
            }
            "aimed weapon" => scene.modes(who).find(|(_, mode)| mode.ranged.is_some()).map(|(mode, _)| mode.into()),
            "parrying hand" => {
                let parries = |hand: usize| {
                    let item = scene.fighter(who).hands[hand];
                    scene.arm(who, item).is_none_or(|item| item.parry.is_some())
                };
                Some(usize::from(!parries(0) && parries(1)))
            }
            _ => None,
        }
    }

    fn fight(&self) -> Option<(&dyn Any, Option<&dyn Any>)> {
        Some((self.setup, self.state.map(|state| state as &dyn Any)))
    }
}

/// The keys of a mode: `with` names the weapon, `mode` its mode.
pub struct ModeKeys(u16);

affray_files::keys_of!(ModeKeys, u16);

impl SchemaKeys for ModeKeys {
    fn schema_keys(table: &mut TableSchema, _: &mut Schemas) {
        let weapon = "The weapon. Default: what is in hand first, else a natural weapon.";
        table.key("with", weapon, Schemas::name_of("item"), true, None);
        table.key("mode", "The mode of the weapon. Default: its first.", Schemas::name_of("mode"), true, None);
    }
}

impl ReadKeys for ModeKeys {
    fn keys(keys: &mut Vec<&'static str>) {
        keys.extend(["with", "mode"]);
    }

    fn read_keys(table: &Map, reader: &mut Reader<'_>) -> Option<Self> {
        let item = reader.named_key(table, "with", "item", true, true)?;
        let mode: Option<String> = reader.key(table, "mode", || Some(None))?;
        let setup = reader.names().fight().and_then(|(setup, _)| setup.downcast_ref::<Setup>());
        let (Some(setup), Some(who)) = (setup, reader.owner()) else { return Some(Self(NO_MODE)) };
        let modes = || setup.modes_of(who, ItemId(item as u16));
        let found = match &mode {
            None => modes().next(),
            Some(name) => match modes().find(|(_, mode)| mode.name.eq_ignore_ascii_case(name)) {
                None => {
                    let all = one_of(modes().map(|(_, mode)| mode.name.as_str()));
                    return reader.below("mode", |reader| reader.wrong(format!("there is no mode `{name}`"), all));
                }
                found => found,
            },
        };
        Some(Self(found.map_or(NO_MODE, |(mode, _)| mode)))
    }
}

impl WriteKeys for ModeKeys {
    fn write_keys(&self, table: &mut Map, writer: &mut Writer<'_>) {
        if self.0 == NO_MODE {
            return;
        }
        let mode = usize::from(self.0);
        table.insert("with".to_owned(), writer.named("weapon", mode));
        table.insert("mode".to_owned(), writer.named("mode", mode));
    }
}

/// The keys of the form of an attack: `form` says which, `item` what of the target it goes for.
#[derive(FromValue, ToValue)]
pub struct FormKeys {
    /// What the attack does. Default: a plain blow.
    #[value(default)]
    form: FormWord,
    /// The weapon that is to be struck from the hand or broken. Default: what the target holds first.
    #[value(named = "item", none, usual, like = u16)]
    item: ItemId,
}

/// What an attack does.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, FromValue, ToValue)]
enum FormWord {
    /// A plain blow or shot.
    #[default]
    Blow,
    /// To disarm.
    Disarm,
    /// To break a weapon.
    Break,
    /// A Slam.
    Slam,
    /// A Shield Rush.
    ShieldRush,
    /// A grapple.
    Grapple,
    /// To break free of a grapple.
    BreakFree,
}

impl From<FormKeys> for Form {
    fn from(keys: FormKeys) -> Self {
        match keys.form {
            FormWord::Blow => Self::Blow,
            FormWord::Disarm => Self::Disarm(keys.item),
            FormWord::Break => Self::Break(keys.item),
            FormWord::Slam => Self::Slam,
            FormWord::ShieldRush => Self::ShieldRush,
            FormWord::Grapple => Self::Grapple,
            FormWord::BreakFree => Self::BreakFree,
        }
    }
}

impl From<Form> for FormKeys {
    fn from(form: Form) -> Self {
        let word = match form {
            Form::Blow => FormWord::Blow,
            Form::Disarm(_) => FormWord::Disarm,
            Form::Break(_) => FormWord::Break,
            Form::Slam => FormWord::Slam,
            Form::ShieldRush => FormWord::ShieldRush,
            Form::Grapple => FormWord::Grapple,
            Form::BreakFree => FormWord::BreakFree,
        };
        Self { form: word, item: form.held().unwrap_or(ItemId::NONE) }
    }
}

/// Defenses that are a word.
const DEFENSES: [(&str, DefenseKind); 5] = [
    ("none", DefenseKind::None),
    ("dodge", DefenseKind::Dodge),
    ("parry-main", DefenseKind::Parry(0)),
    ("parry-off", DefenseKind::Parry(1)),
    ("block", DefenseKind::Block),
];

impl Schema for DefenseKind {
    fn schema(schemas: &mut Schemas) -> Value {
        let words = || DEFENSES.iter().map(|(word, _)| *word).chain(["parry"]);
        schemas.variants::<Self>(
            "DefenseKind",
            "An active defense; `parry` is with the main hand if it can, else with the off hand.",
            |_| words().map(|word| Schemas::word(word, "")).collect(),
        )
    }
}

impl FromValue for DefenseKind {
    fn read(value: &Value, reader: &mut Reader<'_>) -> Option<Self> {
        let words: Vec<&str> = DEFENSES.iter().map(|(word, _)| *word).chain(["parry"]).collect();
        let (word, _) = reader.variant(value, &words, &[], None)?;
        if word == "parry" {
            return Some(Self::Parry(reader.names().usual("parrying hand", reader.owner()).unwrap_or(0) as u8));
        }
        DEFENSES.iter().find(|(known, _)| *known == word).map(|(_, kind)| *kind)
    }
}

impl ToValue for DefenseKind {
    fn write(&self, _: &mut Writer<'_>) -> Value {
        Value::from(DEFENSES.iter().find(|(_, kind)| kind == self).map_or("parry", |(word, _)| word))
    }
}

impl Schema for Step {
    fn schema(_: &mut Schemas) -> Value {
        Schemas::text("A side such as \"E\", \"E facing NE\", \"face NE\", \"rise\" or \"stay\".")
    }
}

impl FromValue for Step {
    fn read(value: &Value, reader: &mut Reader<'_>) -> Option<Self> {
        let words = String::read(value, reader)?;
        let split: Vec<&str> = words.split_whitespace().collect();
        Some(match *split.as_slice() {
            ["stay"] => Self::Stay,
            ["rise"] => Self::Rise,
            ["face", to] => Self::Face(Facing::hex_side(to, reader)?),
            [way] => Self::To { side: Facing::hex_side(way, reader)?, facing: Facing::hex_side(way, reader)? },
            [way, "facing", to] => {
                Self::To { side: Facing::hex_side(way, reader)?, facing: Facing::hex_side(to, reader)? }
            }
            _ => {
                let hint = "a side such as \"E\", \"E facing NE\", \"face NE\", \"rise\" or \"stay\"";
                return reader.wrong(format!("`{words}` is no step"), hint);
            }
        })
    }
}

impl ToValue for Step {
    fn write(&self, _: &mut Writer<'_>) -> Value {
        Value::from(match self {
            Self::Stay => "stay".to_owned(),
            Self::Rise => "rise".to_owned(),
            Self::Face(to) => format!("face {}", to.name()),
            Self::To { side, facing } if side == facing => side.name().to_owned(),
            Self::To { side, facing } => format!("{} facing {}", side.name(), facing.name()),
        })
    }
}

impl Schema for Advance {
    fn schema(_: &mut Schemas) -> Value {
        Schemas::text("A side such as \"E\", \"sidestep NW\", \"turn E\", \"jump 2\" or \"stop\".")
    }
}

impl FromValue for Advance {
    fn read(value: &Value, reader: &mut Reader<'_>) -> Option<Self> {
        let words = String::read(value, reader)?;
        let split: Vec<&str> = words.split_whitespace().collect();
        Some(match *split.as_slice() {
            ["stop"] => Self::Stop,
            ["turn", to] => Self::Turn(Facing::hex_side(to, reader)?),
            ["sidestep", way] => Self::Sidestep(Facing::hex_side(way, reader)?),
            ["jump", hexes] => match hexes.parse() {
                Ok(hexes) => Self::Jump(hexes),
                Err(_) => return reader.wrong(format!("`{hexes}` is no number of hexes"), "1, 2 ..."),
            },
            [way] => Self::Forward(Facing::hex_side(way, reader)?),
            _ => {
                let hint = "a side such as \"E\", \"sidestep NW\", \"turn E\", \"jump 2\" or \"stop\"";
                return reader.wrong(format!("`{words}` is no piece of a movement"), hint);
            }
        })
    }
}

impl ToValue for Advance {
    fn write(&self, _: &mut Writer<'_>) -> Value {
        Value::from(match self {
            Self::Stop => "stop".to_owned(),
            Self::Turn(to) => format!("turn {}", to.name()),
            Self::Sidestep(way) => format!("sidestep {}", way.name()),
            Self::Jump(hexes) => format!("jump {hexes}"),
            Self::Forward(way) => way.name().to_owned(),
        })
    }
}

/// The answer to a question for which a declaration has no entry.
pub(super) fn undeclared(scene: Scene<'_>, question: &Question) -> Choice {
    match question {
        Question::Wait { .. } => Choice::Wait(true),
        _ => crate::judge::default_choice(scene, question),
    }
}
