//! Choices as files, logs and people write them, where that is not told by their types; and the names in them.

use super::state_file::find_item;
use crate::DragonQuest;
use crate::body;
use crate::decision::{Action, Arm, Blow, Blows, Choice, Kind, MOST_BLOWS, NONE, Question, Step};
use crate::scene::{Scene, Setup};
use crate::sheet::{ANOTHERS, MOST_ITEMS};
use crate::state::{Flags, State};
use affray_files::Diagnostic;
use affray_files::value::{
    FromValue, Map, Names, ReadKeys, Reader, Schema, SchemaKeys, Schemas, TableSchema, ToValue, Value, WriteKeys,
    Writer,
};
use affray_grid::Facing;
use affray_kernel::referee::{CombatantId, Refusal};
use affray_prove::cases::{self, ChoiceScript, Declaration, LeftOver};
use affray_session::choices::{ChoiceFormat, read_entry};
use affray_session::names;

impl ChoiceFormat for DragonQuest {
    fn names<'a>(setup: &'a Setup, state: Option<&'a State>) -> impl Names + 'a {
        Known { setup, state }
    }
}

/// What names stand for in a fight.
struct Known<'a> {
    setup: &'a Setup,
    state: Option<&'a State>,
}

impl Names for Known<'_> {
    fn all(&self, kind: &str, owner: Option<CombatantId>) -> Vec<&str> {
        let owner = owner.filter(|owner| owner.index() < self.setup.combatants.len());
        let sheet = owner.map(|owner| &self.setup.combatants[owner.index()].sheet);
        match kind {
            "combatant" => self.setup.combatants.iter().map(|one| one.name.as_str()).collect(),
            "side" => self.setup.sides.iter().map(|side| side.name.as_str()).collect(),
            "poison" => body::poison::NAMES.to_vec(),
            "injury" => body::injury::ROWS.to_vec(),
            // By arm: the own ones, then what is another's.
            "arm" | "held item" => owner.map_or(Vec::new(), |owner| {
                let arms = ANOTHERS + (MOST_ITEMS * self.setup.combatants.len()) as u16;
                (0..arms).map(|arm| self.setup.arm(owner, Arm(arm)).map_or("", |item| item.name.as_str())).collect()
            }),
            "own item" => sheet.map_or(Vec::new(), |sheet| {
                sheet.arms.iter().take(usize::from(sheet.items)).map(|item| item.name.as_str()).collect()
            }),
            "spell" => sheet.map_or(Vec::new(), |sheet| sheet.spells.iter().map(|spell| spell.name.as_str()).collect()),
            _ => Vec::new(),
        }
    }

    fn name(&self, kind: &str, owner: Option<CombatantId>, number: usize) -> Option<String> {
        if !matches!(kind, "arm" | "held item") {
            return self.all(kind, owner).get(number).map(|name| (*name).to_owned());
        }
        let owner = owner.filter(|owner| owner.index() < self.setup.combatants.len())?;
        self.setup.arm(owner, Arm(u16::try_from(number).ok()?)).map(|item| item.name.clone())
    }

    fn find(&self, kind: &str, owner: Option<CombatantId>, name: &str) -> Option<usize> {
        match (kind, self.state) {
            ("arm" | "held item", Some(state)) => {
                let found = Scene { setup: self.setup, state }.find_arm(owner?, name)?;
                Some(found.index()).filter(|_| kind == "arm" || found.is_item())
            }
            ("own item", _) => find_item(&self.setup.combatants.get(owner?.index())?.sheet, name).map(usize::from),
            _ => affray_files::names::position(self.all(kind, owner), name),
        }
    }

    fn usual(&self, kind: &str, owner: Option<CombatantId>) -> Option<usize> {
        let (scene, who) = (Scene { setup: self.setup, state: self.state? }, owner?);
        match kind {
            "arm" => Some(scene.prepared_weapon(who).index()),
            "shield" => Some(scene.shields(who).first().map_or(Arm::NONE, |one| one.0).index()),
            _ => None,
        }
    }
}

impl Schema for Arm {
    fn schema(_: &mut Schemas) -> Value {
        Schemas::name_of("weapon or another item, or `bare hands`, `kick` or a natural attack")
    }
}

impl FromValue for Arm {
    fn read(value: &Value, reader: &mut Reader<'_>) -> Option<Self> {
        reader.named("arm", value).map(|number| Self(number as u16))
    }
}

impl ToValue for Arm {
    fn write(&self, writer: &mut Writer<'_>) -> Value {
        writer.named("arm", self.index())
    }
}

/// What a key means that is left out: what is in hand, or the shield.
fn usual(kind: &str, reader: &mut Reader<'_>) -> Option<Arm> {
    let usual = reader.names().usual(kind, reader.owner()).map(|number| Arm(number as u16));
    usual.or_else(|| reader.missing("with"))
}

/// The weapon of a charge.
pub struct WithKeys(Arm);

affray_files::keys_of!(WithKeys, Arm);

impl SchemaKeys for WithKeys {
    fn schema_keys(table: &mut TableSchema, schemas: &mut Schemas) {
        let arm = Arm::schema(schemas);
        let doc = "The weapon. Default: what is in hand first, else a natural attack, else bare hands.";
        table.key("with", doc, arm, true, None);
    }
}

impl ReadKeys for WithKeys {
    fn keys(keys: &mut Vec<&'static str>) {
        keys.push("with");
    }

    fn read_keys(table: &Map, reader: &mut Reader<'_>) -> Option<Self> {
        let stated: Option<Arm> = reader.key(table, "with", || Some(None))?;
        stated.or_else(|| usual("arm", reader)).map(Self)
    }
}

impl WriteKeys for WithKeys {
    fn write_keys(&self, table: &mut Map, writer: &mut Writer<'_>) {
        writer.key(table, "with", &self.0);
    }
}

/// A blow as it is declared.
#[derive(FromValue, ToValue)]
#[value(rename = "Blow")]
struct BlowForm {
    /// At whom.
    target: CombatantId,
    /// The weapon, `"bare hands"`, `"kick"` or a natural attack; what is another's as `"Hale's short sword"`. Default:
    /// what is in hand first, else a natural attack, else bare hands; the shield for a rush.
    with: Option<Arm>,
    /// The attack type. Default: a plain attack.
    #[value(default)]
    kind: KindWord,
    /// Who helps to restrain, up to two.
    #[value(default)]
    helpers: Vec<CombatantId>,
    /// What the target is to be disarmed of.
    #[value(of = target)]
    item: Option<Arm>,
    /// The game master's modifier, -50 to +50.
    #[value(default)]
    modifier: i8,
}

/// The attack types, in a word.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, FromValue, ToValue)]
#[value(rename = "AttackType")]
enum KindWord {
    /// A plain attack.
    #[default]
    Plain,
    /// To make the target fall.
    Trip,
    /// With net, whip or bola.
    Entangle,
    /// To hold the target fast; `helpers` says with whom.
    Restrain,
    /// To knock the target unconscious.
    Knockout,
    /// With a shield.
    Rush,
    /// To make the target drop the `item`.
    Disarm,
}

impl Schema for Blow {
    fn schema(schemas: &mut Schemas) -> Value {
        BlowForm::schema(schemas)
    }
}

impl FromValue for Blow {
    fn read(value: &Value, reader: &mut Reader<'_>) -> Option<Self> {
        let form = BlowForm::read(value, reader)?;
        let kind = match form.kind {
            KindWord::Plain => Kind::Plain,
            KindWord::Trip => Kind::Trip,
            KindWord::Entangle => Kind::Entangle,
            KindWord::Restrain => {
                Kind::Restrain { helper: form.helpers.first().copied(), second: form.helpers.get(1).copied() }
            }
            KindWord::Knockout => Kind::Knockout,
            KindWord::Rush => Kind::Rush,
            KindWord::Disarm => {
                let asks = ("of what is the target disarmed?", "name it in `item`");
                let item = form.item.or_else(|| reader.below("item", |reader| reader.wrong(asks.0, asks.1)));
                Kind::Disarm { held: item? }
            }
        };
        // A rush is made with the shield.
        let kind_of_arm = if kind == Kind::Rush { "shield" } else { "arm" };
        let with = form.with.or_else(|| usual(kind_of_arm, reader))?;
        Some(Self { with, target: form.target, kind, modifier: form.modifier })
    }
}

impl ToValue for Blow {
    fn write(&self, writer: &mut Writer<'_>) -> Value {
        let (kind, helpers, item) = match self.kind {
            Kind::Plain => (KindWord::Plain, Vec::new(), None),
            Kind::Trip => (KindWord::Trip, Vec::new(), None),
            Kind::Entangle => (KindWord::Entangle, Vec::new(), None),
            Kind::Restrain { helper, second } => {
                (KindWord::Restrain, [helper, second].into_iter().flatten().collect(), None)
            }
            Kind::Knockout => (KindWord::Knockout, Vec::new(), None),
            Kind::Rush => (KindWord::Rush, Vec::new(), None),
            Kind::Disarm { held } => (KindWord::Disarm, Vec::new(), Some(held)),
        };
        let with = Some(self.with);
        BlowForm { target: self.target, with, kind, helpers, item, modifier: self.modifier }.write(writer)
    }
}

/// Several blows of one attack.
#[derive(FromValue, ToValue)]
#[value(rename = "Blows")]
struct BlowsForm {
    /// The blows, in their order, 2 to 4.
    blows: Vec<Blow>,
}

impl Schema for Blows {
    fn schema(schemas: &mut Schemas) -> Value {
        BlowsForm::schema(schemas)
    }
}

impl FromValue for Blows {
    fn read(value: &Value, reader: &mut Reader<'_>) -> Option<Self> {
        let BlowsForm { blows } = BlowsForm::read(value, reader)?;
        Self::new(&blows).or_else(|| {
            let wrong = format!("{} blows", blows.len());
            reader.below("blows", |reader| reader.wrong(wrong, format!("several are 2 to {MOST_BLOWS}")))
        })
    }
}

impl ToValue for Blows {
    fn write(&self, writer: &mut Writer<'_>) -> Value {
        BlowsForm { blows: self.all().to_vec() }.write(writer)
    }
}

/// What parries: a weapon, or `none`.
pub struct ParryForm(Option<Arm>);

impl From<Option<Arm>> for ParryForm {
    fn from(with: Option<Arm>) -> Self {
        Self(with)
    }
}

impl From<ParryForm> for Option<Arm> {
    fn from(form: ParryForm) -> Self {
        form.0
    }
}

impl Schema for ParryForm {
    fn schema(_: &mut Schemas) -> Value {
        Schemas::text("The name of what parries, or `none`.")
    }
}

impl FromValue for ParryForm {
    fn read(value: &Value, reader: &mut Reader<'_>) -> Option<Self> {
        if value == "none" { Some(Self(None)) } else { Arm::read(value, reader).map(|arm| Self(Some(arm))) }
    }
}

impl ToValue for ParryForm {
    fn write(&self, writer: &mut Writer<'_>) -> Value {
        self.0.map_or(Value::from("none"), |arm| arm.write(writer))
    }
}

impl Schema for Step {
    fn schema(_: &mut Schemas) -> Value {
        Schemas::text("A side such as \"E\", \"turn E\", \"jump E 2\" or \"stop\".")
    }
}

impl FromValue for Step {
    fn read(value: &Value, reader: &mut Reader<'_>) -> Option<Self> {
        let words = String::read(value, reader)?;
        let split: Vec<&str> = words.split_whitespace().collect();
        Some(match *split.as_slice() {
            ["stop"] => Self::Stop,
            ["turn", to] => Self::Turn(Facing::hex_side(to, reader)?),
            ["jump", to, hexes] => match hexes.parse() {
                Ok(hexes) => Self::Jump { way: Facing::hex_side(to, reader)?, hexes },
                Err(_) => return reader.wrong(format!("`{hexes}` is no number of hexes"), "1 to 3"),
            },
            [to] => Self::To(Facing::hex_side(to, reader)?),
            _ => {
                let hint = "a side such as \"E\", \"turn E\", \"jump E 2\" or \"stop\"";
                return reader.wrong(format!("`{words}` is no piece of a movement"), hint);
            }
        })
    }
}

impl ToValue for Step {
    fn write(&self, _: &mut Writer<'_>) -> Value {
        Value::from(match self {
            Self::Stop => "stop".to_owned(),
            Self::Turn(to) => format!("turn {}", to.name()),
            Self::Jump { way, hexes } => format!("jump {} {hexes}", way.name()),
            Self::To(to) => to.name().to_owned(),
        })
    }
}

/// A declaration on its way through a turn.
#[derive(Debug, Clone)]
pub struct Script<'a> {
    said: &'a Declaration<DragonQuest>,
    answers: ChoiceScript<'a, DragonQuest>,
}

impl<'a> From<&'a Declaration<DragonQuest>> for Script<'a> {
    fn from(said: &'a Declaration<DragonQuest>) -> Self {
        Self { said, answers: said.into() }
    }
}

impl Script<'_> {
    /// How many entries of a list were used.
    fn used(&self, list: &str) -> usize {
        let left = cases::Script::<DragonQuest>::left_over(&self.answers);
        left.iter().find(|left| left.list == list).map_or(self.said.entries(list).len(), |left| left.used)
    }

    /// Whether entries of a list are left.
    fn has_left(&self, list: &str) -> bool {
        self.used(list) < self.said.entries(list).len()
    }

    /// `DQ-413` By what rule nobody asks for a parry that is left over.
    fn no_parry(&self, scene: Scene<'_>) -> Option<Refusal> {
        let parry = self.said.entries("parry").get(self.used("parry"))?;
        let target = self.said.entries("attack").first()?.get("target")?.as_str()?;
        let target = names::combatant::<DragonQuest>(scene.setup, target)?;
        let choice = read_entry::<DragonQuest>(scene.setup, scene.state, target, "parry", parry).ok()?;
        let Choice::Parry(Some(with)) = choice else { return None };
        let message = "a parry is offered where the roll is 31 or more above the chance";
        Some(scene.judge_parry(target, with).err().unwrap_or(Refusal::new(rule!("DQ-413"), message)))
    }
}

impl cases::Script<DragonQuest> for Script<'_> {
    fn answer(&mut self, setup: &Setup, state: &State, question: &Question) -> Result<Choice, Diagnostic> {
        // Items are dropped before the action, as often as is said.
        if let Question::Act { who, .. } = question
            && let Some((entry, path)) = self.answers.next("free", names::of::<DragonQuest>(setup, *who))
        {
            return read_entry::<DragonQuest>(setup, state, *who, "free", entry).map_err(|wrong| wrong.below(&path));
        }
        self.answers.answer(setup, state, question)
    }

    fn left_over(&self) -> Vec<LeftOver> {
        cases::Script::<DragonQuest>::left_over(&self.answers)
    }

    fn restart(&mut self) {
        cases::Script::<DragonQuest>::restart(&mut self.answers);
    }

    /// `DQ-202` `DQ-315` `DQ-353` `DQ-354` `DQ-413` `DQ-728` An action too many, a movement after the blow that one made
    /// before it too, a turn after a spell where there is none, a parry where none is offered.
    fn forbidden(&self, setup: &Setup, state: &State, whose: Option<CombatantId>) -> Option<Refusal> {
        let (scene, who) = (Scene { setup, state }, whose?);
        let action = |at: usize| {
            let entry = self.said.entries("action").get(at)?;
            match read_entry::<DragonQuest>(setup, state, who, "action", entry) {
                Ok(Choice::Act(action)) => Some(action),
                _ => None,
            }
        };
        let acted = self.used("action");
        let left = self.has_left("action") || self.has_left("path");
        let mount = scene.fighter(who).mount;
        if left && mount != NONE && scene.fighter(CombatantId(mount)).flags.has(Flags::MOMENTUM) {
            return Some(Refusal::new(rule!("DQ-728"), "momentum carries the mount on: the rider passes"));
        }
        if let Some(further) = action(acted) {
            let first = acted.checked_sub(1).and_then(action).map(Action::deed);
            return scene.judge_action(who, first, further).err();
        }
        if self.has_left("path") && matches!(action(0), Some(Action::Attack { .. })) {
            let message = "one moves before the blow or after it, not both";
            return Some(Refusal::new(rule!("DQ-202"), message));
        }
        if self.has_left("face") && matches!(action(0), Some(Action::Cast { .. })) {
            let message = "a figure that is not engaged neither moves nor turns when casting";
            return Some(Refusal::new(rule!("DQ-315"), message));
        }
        self.no_parry(scene)
    }
}
