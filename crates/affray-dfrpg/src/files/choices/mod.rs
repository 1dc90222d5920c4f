//! Choices as files, logs and people write them, where that is not told by their types; and the names in them.

mod attack;
mod cast;
mod defend;
mod script;
mod wait;

pub use script::Script;
pub(super) use script::undeclared;

use super::state_file::{find_item, find_mode, find_spell, mode_name};
use crate::Dfrpg;
use crate::decision::{Advance, FeintAt, Finish, Question, Step};
use crate::scene::{Scene, Setup};
use crate::sheet::{ItemId, ModeKind};
use crate::state::{Posture, State};
use crate::strike::judge::HELD;
use affray_files::names::{nearest_of, position};
use affray_files::value::{FromValue, Names, Reader, Schema, Schemas, ToValue, Value, Writer};
use affray_files::{Diagnostic, Path, error, plain};
use affray_grid::{Cell, Facing};
use affray_kernel::referee::CombatantId;
use affray_session::choices::ChoiceFormat;
use std::any::Any;

impl ChoiceFormat for Dfrpg {
    fn names<'a>(setup: &'a Setup, state: Option<&'a State>) -> impl Names + 'a {
        Known { setup, state }
    }

    /// The side to which a Retreat straight away leads.
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

/// How the spell is called that a hand holds.
const SPELL_IN_HAND: &str = "spell in hand ";

impl<'a> Known<'a> {
    /// The fight, for somebody who is in it.
    fn asked(&self, who: Option<CombatantId>) -> Option<(Scene<'a>, CombatantId)> {
        let scene = Scene { setup: self.setup, state: self.state? };
        Some((scene, who.filter(|who| who.index() < scene.state.fighters.len())?))
    }

    /// What somebody attacks with: a mode, or 128 and the hand that holds a spell.
    fn attack(&self, who: Option<CombatantId>, name: &str) -> Option<u16> {
        let (scene, who) = self.asked(who)?;
        if let Some(spell) = find_spell(scene.sheet(who), name) {
            let held = scene.fighter(who).held.iter().find(|held| held.spell == spell);
            return held.map(|held| HELD | u16::from(held.hand));
        }
        match numbered(name, SPELL_IN_HAND) {
            Some(hand) => Some(HELD | u16::from(hand)),
            None => find_mode(scene, who, name),
        }
    }
}

impl Names for Known<'_> {
    fn all(&self, kind: &str, owner: Option<CombatantId>) -> Vec<&str> {
        let sheet = owner.and_then(|owner| self.setup.combatants.get(owner.index())).map(|one| &one.sheet);
        match kind {
            "combatant" => self.setup.combatants.iter().map(|one| one.name.as_str()).collect(),
            "side" => self.setup.sides.iter().map(|side| side.name.as_str()).collect(),
            "item" | "own item" => {
                sheet.map_or(Vec::new(), |sheet| sheet.items.iter().map(|item| item.name.as_str()).collect())
            }
            "spell" => sheet.map_or(Vec::new(), |sheet| sheet.spells.iter().map(|spell| spell.name.as_str()).collect()),
            _ => Vec::new(),
        }
    }

    fn name(&self, kind: &str, owner: Option<CombatantId>, number: usize) -> Option<String> {
        let owner = owner.filter(|owner| owner.index() < self.setup.combatants.len());
        let mode = |who, mode: u16| self.setup.mode(who, mode).map(|_| mode_name(self.setup, who, mode));
        match (kind, u16::try_from(number)) {
            ("item", Ok(item)) => self.setup.item(owner?, ItemId(item)).map(|item| item.name.clone()),
            ("attack" | "aimed attack", Ok(held)) if held & HELD != 0 && held < ItemId::NONE.0 => {
                Some(format!("{SPELL_IN_HAND}{}", held & !HELD))
            }
            ("mode" | "attack" | "aimed attack", Ok(number)) => mode(owner?, number),
            _ => self.all(kind, owner).get(number).map(|name| (*name).to_owned()),
        }
    }

    fn find(&self, kind: &str, owner: Option<CombatantId>, name: &str) -> Option<usize> {
        match (kind, self.asked(owner)) {
            ("attack" | "aimed attack", _) => return self.attack(owner, name).map(usize::from),
            ("mode", Some((scene, who))) => return find_mode(scene, who, name).map(usize::from),
            ("item", Some((scene, who))) => return find_item(scene, who, name).map(usize::from),
            _ => {}
        }
        let all = self.all(kind, owner);
        let alike = || all.iter().position(|known| plain(known) == plain(name));
        position(all.iter().copied(), name).or_else(alike)
    }

    fn hint(&self, kind: &str, owner: Option<CombatantId>, name: &str) -> String {
        let is_attack = matches!(kind, "mode" | "attack" | "aimed attack");
        let Some((scene, who)) = self.asked(owner).filter(|_| is_attack) else {
            return nearest_of(self.all(kind, owner).into_iter().filter(|known| !known.is_empty()), name);
        };
        if find_spell(scene.sheet(who), name).is_some() {
            return String::from("no hand holds it: cast it first");
        }
        let modes: Vec<String> = scene.modes(who).map(|(mode, _)| mode_name(self.setup, who, mode)).collect();
        nearest_of(modes.iter().map(String::as_str), name)
    }

    /// What is aimed first: a weapon that shoots or is thrown.
    fn usual(&self, kind: &str, owner: Option<CombatantId>) -> Option<usize> {
        let (scene, who) = self.asked(owner).filter(|_| kind == "aimed attack")?;
        Some(first_mode(scene, who, ModeKind::is_ranged).into())
    }

    fn fight(&self) -> Option<(&dyn Any, Option<&dyn Any>)> {
        Some((self.setup, self.state.map(|state| state as &dyn Any)))
    }
}

/// The first mode of such a kind, else the first of all.
fn first_mode(scene: Scene<'_>, who: CombatantId, is_wanted: impl Fn(ModeKind) -> bool) -> u16 {
    scene.modes(who).find(|(_, mode)| is_wanted(mode.kind)).map_or(0, |(mode, _)| mode)
}

/// The number behind a word.
fn numbered(name: &str, word: &str) -> Option<u8> {
    name.strip_prefix(word)?.parse().ok()
}

impl Schema for ItemId {
    fn schema(_: &mut Schemas) -> Value {
        Schemas::name_of("item")
    }
}

impl FromValue for ItemId {
    fn read(value: &Value, reader: &mut Reader<'_>) -> Option<Self> {
        reader.named("item", value).map(|item| Self(item as u16))
    }
}

impl ToValue for ItemId {
    fn write(&self, writer: &mut Writer<'_>) -> Value {
        writer.named("item", usize::from(self.0))
    }
    fn is_absent(&self) -> bool {
        *self == Self::NONE
    }
}

/// The one who answers, in the fight as it stands.
#[derive(Clone, Copy)]
struct Asked<'a> {
    scene: Scene<'a>,
    who: CombatantId,
}

impl<'a> Asked<'a> {
    /// `None` while a file is looked through before its fight is known.
    fn of(reader: &Reader<'a>) -> Option<Self> {
        let (setup, state) = reader.names().fight()?;
        let known = Known { setup: setup.downcast_ref()?, state: state?.downcast_ref() };
        known.asked(reader.owner()).map(|(scene, who)| Self { scene, who })
    }

    /// The first hand that is free; without one the main hand.
    fn free_hand(self) -> u8 {
        match self.scene.free_hands(self.who) {
            0 => 0,
            free => free.trailing_zeros() as u8,
        }
    }
}

/// A value of which the fight says what is left out.
trait Formed: Sized + PartialEq {
    /// How it stands in files.
    type Form: FromValue + ToValue;
    /// What stands for it before the fight is known.
    const UNKNOWN: Self;
    /// What the word `none` means, of that combatant, if it can stand there.
    const NONE: Option<fn(CombatantId) -> Self> = None;

    /// It, of what a file says.
    fn made(form: Self::Form, asked: Asked<'_>) -> Result<Self, Diagnostic>;

    /// How that combatant's stands in files.
    fn form(&self, who: CombatantId) -> Self::Form;

    /// Its schema, under that name if it has one of its own.
    fn describe(name: &str, schemas: &mut Schemas) -> Value {
        let form = Self::Form::schema(schemas);
        match Self::NONE {
            Some(_) => schemas.variants::<Self>(name, "", |_| vec![Schemas::word("none", "None."), form]),
            None => form,
        }
    }

    /// Reads it.
    fn read_formed(value: &Value, reader: &mut Reader<'_>) -> Option<Self> {
        if let (Some("none"), Some(none)) = (value.as_str(), Self::NONE) {
            return reader.owner().map(none);
        }
        let form = Self::Form::read(value, reader)?;
        match Asked::of(reader) {
            Some(asked) => reader.ok(Self::made(form, asked)),
            None => Some(Self::UNKNOWN),
        }
    }

    /// Writes it.
    fn write_formed(&self, writer: &mut Writer<'_>) -> Value {
        match (writer.owner(), Self::NONE) {
            (Some(who), Some(none)) if *self == none(who) => Value::from("none"),
            (Some(who), _) => self.form(who).write(writer),
            (None, _) => Value::Null,
        }
    }
}

/// Makes a value of files of what is [`Formed`].
macro_rules! formed {
    ($type:ty) => {
        impl affray_files::value::Schema for $type {
            const IS_LIST: bool =
                <<$type as $crate::files::choices::Formed>::Form as affray_files::value::Schema>::IS_LIST;
            fn schema(schemas: &mut affray_files::value::Schemas) -> affray_files::value::Value {
                <Self as $crate::files::choices::Formed>::describe(stringify!($type), schemas)
            }
        }

        impl affray_files::value::FromValue for $type {
            fn read(value: &affray_files::value::Value, reader: &mut affray_files::value::Reader<'_>) -> Option<Self> {
                $crate::files::choices::Formed::read_formed(value, reader)
            }
        }

        impl affray_files::value::ToValue for $type {
            fn write(&self, writer: &mut affray_files::value::Writer<'_>) -> affray_files::value::Value {
                $crate::files::choices::Formed::write_formed(self, writer)
            }
        }
    };
}
use formed;

/// A hand by what it holds: an item, a spell, or its number as in `"hand 0"`.
pub struct Holding(u8);

affray_files::keys_of!(Holding, u8);

impl Schema for Holding {
    fn schema(schemas: &mut Schemas) -> Value {
        String::schema(schemas)
    }
}

impl FromValue for Holding {
    fn read(value: &Value, reader: &mut Reader<'_>) -> Option<Self> {
        let name = String::read(value, reader)?;
        if let Some(hand) = numbered(&name, "hand ") {
            return Some(Self(hand));
        }
        let Some(Asked { scene, who }) = Asked::of(reader) else { return Some(Self(0)) };
        let spell = find_spell(scene.sheet(who), &name);
        let held = spell.and_then(|spell| scene.fighter(who).held.iter().find(|held| held.spell == spell));
        if let Some(held) = held {
            return Some(Self(held.hand));
        }
        let item = ItemId::read(value, reader)?;
        let hand = scene.hand_with(who, item).map(Self);
        hand.or_else(|| reader.wrong(format!("no hand holds {name}"), "name what is held"))
    }
}

impl ToValue for Holding {
    fn write(&self, _: &mut Writer<'_>) -> Value {
        Value::from(format!("hand {}", self.0))
    }
}

/// Anything, in words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Anything;

impl Schema for Anything {
    fn schema(schemas: &mut Schemas) -> Value {
        String::schema(schemas)
    }
}

impl FromValue for Anything {
    fn read(value: &Value, reader: &mut Reader<'_>) -> Option<Self> {
        String::read(value, reader).map(|_| Self)
    }
}

impl ToValue for Anything {
    fn write(&self, _: &mut Writer<'_>) -> Value {
        Value::from("something")
    }
}

/// A Step, or none.
#[derive(PartialEq)]
pub struct StepForm(Option<Step>);

affray_files::keys_of!(StepForm, Option<Step>);

/// A side before the action with the facing as it is, or in full.
#[derive(FromValue, ToValue)]
#[value(expected = "a side of the hex, or a table")]
enum StepFile {
    /// To that side.
    #[value(text)]
    To(Facing),
    /// In full.
    #[value(table)]
    Table(StepKeys),
}

/// A Step in full.
#[derive(Default, FromValue, ToValue)]
#[value(default)]
struct StepKeys {
    /// The side to which it goes. Default: no hex.
    to: Option<Facing>,
    /// Kneeling or standing in place of the hex.
    posture: Option<Posture>,
    /// The facing afterwards. Default: as before.
    facing: Option<Facing>,
    /// After the action rather than before it. Default: `false`.
    after: bool,
}

impl Formed for StepForm {
    type Form = StepFile;
    const UNKNOWN: Self = Self(None);
    const NONE: Option<fn(CombatantId) -> Self> = Some(|_| Self(None));

    fn made(form: StepFile, Asked { scene, who }: Asked<'_>) -> Result<Self, Diagnostic> {
        let facing = scene.fighter(who).facing;
        Ok(Self(Some(match form {
            StepFile::To(side) => Step { hex: Some(side), posture: None, facing },
            StepFile::Table(step) => {
                Step { hex: step.to, posture: step.posture, facing: step.facing.unwrap_or(facing) }
            }
        })))
    }

    fn form(&self, _: CombatantId) -> StepFile {
        let keys =
            |step: Step| StepKeys { to: step.hex, posture: step.posture, facing: Some(step.facing), after: false };
        StepFile::Table(self.0.map(keys).unwrap_or_default())
    }
}

formed!(StepForm);

/// The end of a turn.
#[derive(Default, FromValue, ToValue)]
#[value(default, rename = "FinishFile", expected = "a table such as { facing = \"E\" }")]
pub struct FinishKeys {
    /// The last facing.
    facing: Option<Facing>,
    /// Crouch.
    crouch: bool,
}

impl Formed for Finish {
    type Form = FinishKeys;
    const UNKNOWN: Self = Self { facing: Facing::E, crouch: false };

    fn made(form: FinishKeys, Asked { scene, who }: Asked<'_>) -> Result<Self, Diagnostic> {
        Ok(Self { facing: form.facing.unwrap_or(scene.fighter(who).facing), crouch: form.crouch })
    }

    fn form(&self, _: CombatantId) -> FinishKeys {
        FinishKeys { facing: Some(self.facing), crouch: self.crouch }
    }
}

formed!(Finish);

/// A feint as it is declared.
#[derive(FromValue, ToValue)]
#[value(expected = "a table such as { target = \"Orc\" }")]
pub struct FeintKeys {
    /// At whom.
    target: CombatantId,
    /// The weapon. Default: whatever has the best score.
    with: Option<ItemId>,
    /// The game master's modifier, -10 to +10.
    #[value(default)]
    situational: i8,
}

impl FeintAt {
    /// No feint after all: one at itself.
    const fn none(who: CombatantId) -> Self {
        Self { target: who, item: ItemId::NONE, situational: 0 }
    }
}

impl Formed for FeintAt {
    type Form = FeintKeys;
    const UNKNOWN: Self = Self::none(CombatantId(0));
    const NONE: Option<fn(CombatantId) -> Self> = Some(Self::none);

    fn made(form: FeintKeys, asked: Asked<'_>) -> Result<Self, Diagnostic> {
        if form.target == asked.who {
            let what = "[DF-070] nobody feints at himself";
            return Err(error(Path::root().key("target"), what, "name a foe within reach"));
        }
        let item = form.with.unwrap_or(ItemId::NONE);
        Ok(Self { target: form.target, item, situational: form.situational })
    }

    fn form(&self, _: CombatantId) -> FeintKeys {
        let with = (self.item != ItemId::NONE).then_some(self.item);
        FeintKeys { target: self.target, with, situational: self.situational }
    }
}

formed!(FeintAt);

/// A dive, or none.
#[derive(PartialEq)]
pub struct DiveForm(Option<Cell>);

affray_files::keys_of!(DiveForm, Option<Cell>);

/// A dive as it is written: a side, `stay`, or the hex itself.
#[derive(FromValue, ToValue)]
#[value(expected = "a side of the hex, stay, none, or a hex")]
enum DiveFile {
    /// Down on the spot.
    Stay,
    /// To that side.
    #[value(text)]
    Way(Side),
    /// Into that hex.
    #[value(list)]
    To(Cell),
}

/// A side of a hex, by its name alone.
struct Side(Facing);

impl Schema for Side {
    fn schema(schemas: &mut Schemas) -> Value {
        String::schema(schemas)
    }
}

impl FromValue for Side {
    fn read(value: &Value, reader: &mut Reader<'_>) -> Option<Self> {
        Facing::hex_side(&String::read(value, reader)?, reader).map(Self)
    }
}

impl ToValue for Side {
    fn write(&self, writer: &mut Writer<'_>) -> Value {
        self.0.write(writer)
    }
}

impl Formed for DiveForm {
    type Form = DiveFile;
    const UNKNOWN: Self = Self(None);
    const NONE: Option<fn(CombatantId) -> Self> = Some(|_| Self(None));

    fn made(form: DiveFile, Asked { scene, who }: Asked<'_>) -> Result<Self, Diagnostic> {
        let at = scene.fighter(who).at;
        Ok(Self(Some(match form {
            DiveFile::Stay => at,
            DiveFile::Way(Side(side)) => at.step(side),
            DiveFile::To(cell) => cell,
        })))
    }

    fn form(&self, _: CombatantId) -> DiveFile {
        self.0.map_or(DiveFile::Stay, DiveFile::To)
    }
}

formed!(DiveForm);

impl Schema for Advance {
    fn schema(_: &mut Schemas) -> Value {
        Schemas::text("A side such as \"E\", \"side E\", \"turn E\", \"close E\", \"attack\" or \"stop\".")
    }
}

impl FromValue for Advance {
    fn read(value: &Value, reader: &mut Reader<'_>) -> Option<Self> {
        let words = String::read(value, reader)?;
        let split: Vec<&str> = words.split_whitespace().collect();
        let (side, to, close) = match *split.as_slice() {
            ["attack"] => return Some(Self::Attack),
            ["stop"] => return Some(Self::Stop),
            ["turn", to] => return Facing::hex_side(to, reader).map(|to| Self::Turn { to }),
            ["side", "close", to] => (true, to, true),
            ["side", to] => (true, to, false),
            ["close", to] => (false, to, true),
            [to] => (false, to, false),
            _ => {
                let hint = "a side such as \"E\", \"side E\", \"turn E\", \"close E\", \"attack\" or \"stop\"";
                return reader.wrong(format!("`{words}` is no piece of a move"), hint);
            }
        };
        let to = Facing::hex_side(to, reader)?;
        Some(if side { Self::Sidestep { side: to, close } } else { Self::Forward { side: to, close } })
    }
}

impl ToValue for Advance {
    fn write(&self, _: &mut Writer<'_>) -> Value {
        Value::from(match *self {
            Self::Forward { side, close: false } => side.name().to_owned(),
            Self::Forward { side, close: true } => format!("close {}", side.name()),
            Self::Sidestep { side, close: false } => format!("side {}", side.name()),
            Self::Sidestep { side, close: true } => format!("side close {}", side.name()),
            Self::Turn { to } => format!("turn {}", to.name()),
            Self::Attack => "attack".to_owned(),
            Self::Stop => "stop".to_owned(),
        })
    }
}
