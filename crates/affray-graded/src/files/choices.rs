//! Choices as files, logs and people write them, where that is not told by their types; and the names in them.

use super::state_file::find_item;
use crate::Graded;
use crate::decision::{Defense, Fist, From as Part, Grip, Mode, NONE, Plan, Question, Step, Watch};
use crate::movement::wait;
use crate::scene::{Scene, Setup};
use crate::sheet::{Sheet, UNARMED};
use crate::state::State;
use affray_files::value::{
    FromValue, Map, Names, ReadKeys, Reader, Schema, SchemaKeys, Schemas, TableSchema, ToValue, Value, WriteKeys,
    Writer,
};
use affray_grid::{Cell, Facing};
use affray_kernel::referee::CombatantId;
use affray_session::choices::ChoiceFormat;

impl ChoiceFormat for Graded {
    fn names<'a>(setup: &'a Setup, state: Option<&'a State>) -> impl Names + 'a {
        Known { setup, state }
    }

    /// What the maneuver wants of an attack that leaves out its weapon or the way in which it is used.
    fn fill_in(setup: &Setup, state: &State, question: &Question, entry: &mut Value) {
        let (Question::Attack { who, plan }, Value::Object(table)) = (question, entry) else { return };
        let attack = Attack { scene: Scene { setup, state }, who: *who, plan };
        let names = Self::names(setup, Some(state));
        let word = table.get("mode").and_then(Value::as_str);
        let named = table.get("with").and_then(Value::as_str).map(|name| find_item(attack.sheet(), name));
        let with = named.unwrap_or_else(|| Some(attack.weapon(word)));
        // A name that there is not is told when the entry is read.
        let Some(with) = with else { return };
        if word.is_none() {
            let mode = ModeKeys::from(attack.first_mode(with)).mode;
            table.insert("mode".to_owned(), affray_files::value::to_value(&mode, &names, None));
        }
        table.insert("with".to_owned(), Writer::new(&names, Some(*who)).named("item", usize::from(with)));
    }
}

/// An attack that is asked for.
struct Attack<'a> {
    scene: Scene<'a>,
    who: CombatantId,
    plan: &'a Plan,
}

impl<'a> Attack<'a> {
    fn sheet(&self) -> &'a Sheet {
        self.scene.sheet(self.who)
    }

    /// The weapon of an attack of that mode, if one is stated.
    fn weapon(&self, mode: Option<&str>) -> u8 {
        let shield = || self.scene.ready_shield(self.who).unwrap_or(NONE);
        match mode {
            Some("punch" | "kick" | "bite") => UNARMED,
            Some("bash") => shield(),
            _ if self.plan.with != NONE => self.plan.with,
            None if self.plan.from == Part::Bash => shield(),
            None if self.plan.from == Part::Unarmed => UNARMED,
            _ => in_hand(self.scene, self.who),
        }
    }

    /// The first way in which something can be used under the plan.
    fn first_mode(&self, with: u8) -> Mode {
        let item = self.sheet().item(with);
        if self.plan.from.is_ranged() {
            return Mode::Shoot;
        }
        if self.plan.from == Part::Bash || item.is_some_and(|item| item.shield.is_some()) {
            return Mode::Bash;
        }
        let Some(item) = item else { return Mode::Punch(Fist::Dx) };
        let modes = [Mode::Crush, Mode::Cut, Mode::Impale];
        let able = |mode: &Mode| mode.column().is_some_and(|column| item.damage[column].is_some());
        modes.into_iter().find(able).unwrap_or(Mode::Crush)
    }
}

/// What the weapon hand holds, or else the off hand, or else bare hands.
fn in_hand(scene: Scene<'_>, who: CombatantId) -> u8 {
    scene.fighter(who).hands.into_iter().find(|&item| item != NONE).unwrap_or(UNARMED)
}

/// What names stand for in a fight.
struct Known<'a> {
    setup: &'a Setup,
    state: Option<&'a State>,
}

/// The parts that can be crippled, by their numbers.
const PARTS: [&str; 8] =
    ["arm-near", "arm-far", "hand-near", "hand-far", "leg-near", "leg-far", "foot-near", "foot-far"];

impl Names for Known<'_> {
    fn all(&self, kind: &str, owner: Option<CombatantId>) -> Vec<&str> {
        let sheet = owner.and_then(|owner| self.setup.combatants.get(owner.index())).map(|one| &one.sheet);
        match kind {
            "combatant" => self.setup.combatants.iter().map(|one| one.name.as_str()).collect(),
            "part" => PARTS.to_vec(),
            "fear" => self.setup.fears.iter().map(|fear| fear.source.as_str()).collect(),
            "own item" => sheet.map_or(Vec::new(), |sheet| sheet.items.iter().map(|item| item.name.as_str()).collect()),
            "item" | "held item" => sheet.map_or(Vec::new(), |sheet| {
                let mut names: Vec<&str> = sheet.items.iter().map(|item| item.name.as_str()).collect();
                names.resize(usize::from(UNARMED), "");
                names.push("bare hands");
                names
            }),
            "spell" => sheet.map_or(Vec::new(), |sheet| sheet.spells.iter().map(|spell| spell.name.as_str()).collect()),
            _ => Vec::new(),
        }
    }

    fn usual(&self, kind: &str, owner: Option<CombatantId>) -> Option<usize> {
        let (scene, who) = (Scene { setup: self.setup, state: self.state? }, owner?);
        let hands = scene.fighter(who).hands;
        match kind {
            "item" => Some(in_hand(scene, who).into()),
            "held item" => Some(hands[0].into()),
            "parrying item" => {
                let parries = |item: &u8| scene.item(who, *item).is_some_and(|item| item.parry.is_some());
                Some(hands.into_iter().find(parries).unwrap_or(UNARMED).into())
            }
            _ => None,
        }
    }

    fn find(&self, kind: &str, owner: Option<CombatantId>, name: &str) -> Option<usize> {
        if kind == "watched hex" {
            let scene = Scene { setup: self.setup, state: self.state? };
            let (q, r) = name.split_once(',')?;
            let bit = scene.watch_bit(owner?, Cell::new(q.parse().ok()?, r.parse().ok()?))?;
            return Some(bit.trailing_zeros() as usize);
        }
        if kind == "item" || kind == "held item" {
            let sheet = &self.setup.combatants.get(owner?.index())?.sheet;
            return find_item(sheet, name).map(usize::from);
        }
        affray_files::names::position(self.all(kind, owner), name)
    }
}

/// How a blow is struck: `mode` says how, `skill` with which skill of fist or foot.
pub struct ModeKeys {
    mode: ModeWord,
    skill: Fist,
}

/// How a blow is struck, in a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, FromValue, ToValue)]
enum ModeWord {
    /// A swing that crushes.
    Crush,
    /// A swing that cuts.
    Cut,
    /// A thrust.
    Impale,
    /// Thrown or shot.
    Shoot,
    /// With the shield.
    Bash,
    /// With the fist.
    Punch,
    /// With the foot.
    Kick,
    /// With the teeth.
    Bite,
}

impl SchemaKeys for ModeKeys {
    fn schema_keys(table: &mut TableSchema, schemas: &mut Schemas) {
        let mode = ModeWord::schema(schemas);
        table.key("mode", "How. Default: the first way in which the item can be used.", mode, true, None);
        let skill = Fist::schema(schemas);
        table.key("skill", "The skill of fist or foot. Default: DX.", skill, true, None);
    }
}

impl ReadKeys for ModeKeys {
    fn keys(keys: &mut Vec<&'static str>) {
        keys.extend(["mode", "skill"]);
    }

    fn read_keys(table: &Map, reader: &mut Reader<'_>) -> Option<Self> {
        // Before the fight is known any mode stands for the one that will be filled in.
        let usual = reader.names().usual("mode", reader.owner()).map(|_| ModeWord::Crush);
        let mode = reader.key(table, "mode", || usual);
        let skill = reader.key(table, "skill", || Some(Fist::Dx));
        Some(Self { mode: mode?, skill: skill? })
    }
}

impl WriteKeys for ModeKeys {
    fn write_keys(&self, table: &mut Map, writer: &mut Writer<'_>) {
        writer.key(table, "mode", &self.mode);
        if self.skill != Fist::Dx {
            writer.key(table, "skill", &self.skill);
        }
    }
}

impl From<ModeKeys> for Mode {
    fn from(ModeKeys { mode, skill }: ModeKeys) -> Self {
        match mode {
            ModeWord::Crush => Self::Crush,
            ModeWord::Cut => Self::Cut,
            ModeWord::Impale => Self::Impale,
            ModeWord::Shoot => Self::Shoot,
            ModeWord::Bash => Self::Bash,
            ModeWord::Punch => Self::Punch(skill),
            ModeWord::Kick => Self::Kick(skill),
            ModeWord::Bite => Self::Bite,
        }
    }
}

impl From<Mode> for ModeKeys {
    fn from(mode: Mode) -> Self {
        let (mode, skill) = match mode {
            Mode::Crush => (ModeWord::Crush, Fist::Dx),
            Mode::Cut => (ModeWord::Cut, Fist::Dx),
            Mode::Impale => (ModeWord::Impale, Fist::Dx),
            Mode::Shoot => (ModeWord::Shoot, Fist::Dx),
            Mode::Bash => (ModeWord::Bash, Fist::Dx),
            Mode::Punch(skill) => (ModeWord::Punch, skill),
            Mode::Kick(skill) => (ModeWord::Kick, skill),
            Mode::Bite => (ModeWord::Bite, Fist::Dx),
        };
        Self { mode, skill }
    }
}

/// What is watched for Opportunity Fire: one `hex`, a `line`, or else the three forward hexes.
pub struct WatchKeys(Watch);

affray_files::keys_of!(WatchKeys, Watch);

impl SchemaKeys for WatchKeys {
    fn schema_keys(table: &mut TableSchema, schemas: &mut Schemas) {
        let hex = affray_prove::cases::Cells::schema(schemas);
        table.key("hex", "The hex.", hex, true, None);
        let line = Facing::schema(schemas);
        table.key("line", "The direction of the line.", line, true, None);
    }
}

impl ReadKeys for WatchKeys {
    fn keys(keys: &mut Vec<&'static str>) {
        keys.extend(["hex", "line"]);
    }

    fn read_keys(table: &Map, reader: &mut Reader<'_>) -> Option<Self> {
        let hexes: Option<affray_prove::cases::Cells> = reader.key(table, "hex", || Some(None))?;
        let line: Option<Facing> = reader.key(table, "line", || Some(None))?;
        // What is neither one hex nor one line is refused (GR-052).
        Some(Self(match (hexes.as_deref(), line) {
            (Some([hex]), None) => Watch::Hex(*hex),
            (None, Some(line)) => Watch::Line(line),
            (None, None) => Watch::Forward,
            _ => Watch::None,
        }))
    }
}

impl WriteKeys for WatchKeys {
    fn write_keys(&self, table: &mut Map, writer: &mut Writer<'_>) {
        match &self.0 {
            Watch::Hex(hex) => writer.key(table, "hex", hex),
            Watch::Line(line) => writer.key(table, "line", line),
            Watch::Forward => {}
            Watch::None | Watch::Reach(_) => writer.key(table, "hex", &Vec::<Cell>::new()),
        }
    }
}

/// The hexes of a Wait: a list of them; in a log a number, with a bit for each hex that can be watched. Default: all.
pub struct HexesKeys(u16);

affray_files::keys_of!(HexesKeys, u16);

/// The hexes of a Wait as they are written.
#[derive(FromValue, ToValue)]
enum HexesForm {
    /// Hexes.
    #[value(list)]
    Cells(Vec<Cell>),
    /// A bit each.
    #[value(number)]
    Bits(u16),
}

impl SchemaKeys for HexesKeys {
    fn schema_keys(table: &mut TableSchema, schemas: &mut Schemas) {
        let hexes = HexesForm::schema(schemas);
        table.key("hexes", "The hexes. Default: all that can be watched.", hexes, true, None);
    }
}

impl ReadKeys for HexesKeys {
    fn keys(keys: &mut Vec<&'static str>) {
        keys.push("hexes");
    }

    fn read_keys(table: &Map, reader: &mut Reader<'_>) -> Option<Self> {
        let cells = match reader.key(table, "hexes", || Some(HexesForm::Bits(wait::ALL)))? {
            HexesForm::Bits(bits) => return Some(Self(bits)),
            HexesForm::Cells(cells) => cells,
        };
        let mut bits = if cells.is_empty() { wait::ALL } else { 0 };
        for (at, hex) in cells.into_iter().enumerate() {
            let name = format!("{},{}", hex.q, hex.r);
            let place = reader.names().find("watched hex", reader.owner(), &name).or_else(|| {
                let hint = "hexes in reach, in the forward arc (GR-R47)";
                let wrong = format!("{name} cannot be watched");
                reader.below("hexes", |reader| reader.entry(at, |reader| reader.wrong(wrong, hint)))
            })?;
            bits |= 1 << place;
        }
        Some(Self(bits))
    }
}

impl WriteKeys for HexesKeys {
    fn write_keys(&self, table: &mut Map, writer: &mut Writer<'_>) {
        if self.0 != wait::ALL {
            writer.key(table, "hexes", &self.0);
        }
    }
}

/// The hand that readies a weapon.
#[derive(FromValue, ToValue)]
pub struct HandKeys {
    /// In the off hand.
    #[value(default)]
    off_hand: bool,
}

impl From<u8> for HandKeys {
    fn from(hand: u8) -> Self {
        Self { off_hand: hand != 0 }
    }
}

impl From<HandKeys> for u8 {
    fn from(keys: HandKeys) -> Self {
        keys.off_hand.into()
    }
}

/// What a Grapple is for.
#[derive(FromValue, ToValue)]
pub struct GripKeys {
    /// What for. Default: the arm.
    #[value(default, rename = "for")]
    act: GripWord,
    /// The weapon to grab. Default: what the target's weapon hand holds.
    #[value(named = "held item", none, usual)]
    weapon: u8,
    /// With both hands.
    #[value(default)]
    both: bool,
}

/// What a Grapple is for, in a word.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, FromValue, ToValue)]
enum GripWord {
    /// To grab the weapon arm.
    #[default]
    Arm,
    /// To grab a weapon.
    Weapon,
    /// To force the target to fall.
    Fall,
    /// To take the weapon.
    Take,
    /// To pin.
    Pin,
}

impl From<GripKeys> for Grip {
    fn from(GripKeys { act, weapon, both }: GripKeys) -> Self {
        match act {
            GripWord::Arm => Self::Arm { both },
            GripWord::Weapon => Self::Weapon { item: weapon, both },
            GripWord::Fall => Self::Fall,
            GripWord::Take => Self::Take,
            GripWord::Pin => Self::Pin { both },
        }
    }
}

impl From<Grip> for GripKeys {
    fn from(grip: Grip) -> Self {
        let (act, weapon, both) = match grip {
            Grip::Arm { both } => (GripWord::Arm, NONE, both),
            Grip::Weapon { item, both } => (GripWord::Weapon, item, both),
            Grip::Fall => (GripWord::Fall, NONE, false),
            Grip::Take => (GripWord::Take, NONE, false),
            Grip::Pin { both } => (GripWord::Pin, NONE, both),
        };
        Self { act, weapon, both }
    }
}

impl Schema for Defense {
    fn schema(_: &mut Schemas) -> Value {
        Schemas::text("`parry`, `parry` and an item, `block`, `dodge`, `acrobatic` or `none`.")
    }
}

impl FromValue for Defense {
    fn read(value: &Value, reader: &mut Reader<'_>) -> Option<Self> {
        let words = String::read(value, reader)?;
        Some(match words.trim() {
            "none" => Self::None,
            "block" => Self::Block,
            "dodge" => Self::Dodge,
            "acrobatic" => Self::Acrobatic,
            "parry" => {
                let usual = reader.names().usual("parrying item", reader.owner());
                Self::Parry(usual.map_or(UNARMED, |item| item as u8))
            }
            words => match words.strip_prefix("parry ") {
                Some(name) => Self::Parry(reader.named("item", &Value::from(name.trim()))? as u8),
                None => {
                    let hint = "parry, parry and an item, block, dodge, acrobatic or none";
                    return reader.wrong(format!("`{words}` is no defense"), hint);
                }
            },
        })
    }
}

impl ToValue for Defense {
    fn write(&self, writer: &mut Writer<'_>) -> Value {
        Value::from(match *self {
            Self::None => "none",
            Self::Block => "block",
            Self::Dodge => "dodge",
            Self::Acrobatic => "acrobatic",
            Self::Parry(item) => {
                let item = writer.named("item", item.into());
                return Value::from(format!("parry {}", item.as_str().unwrap_or_default()));
            }
        })
    }
}

impl Schema for Step {
    fn schema(_: &mut Schemas) -> Value {
        Schemas::text("A side such as \"E\", \"face E\" or \"stop\".")
    }
}

impl FromValue for Step {
    fn read(value: &Value, reader: &mut Reader<'_>) -> Option<Self> {
        let words = String::read(value, reader)?;
        let split: Vec<&str> = words.split_whitespace().collect();
        Some(match *split.as_slice() {
            ["stop"] => Self::Stop,
            ["face", to] => Self::Face(Facing::hex_side(to, reader)?),
            [to] => Self::To(Facing::hex_side(to, reader)?),
            _ => {
                let hint = "a side such as \"E\", \"face E\" or \"stop\"";
                return reader.wrong(format!("`{words}` is no piece of a movement"), hint);
            }
        })
    }
}

impl ToValue for Step {
    fn write(&self, _: &mut Writer<'_>) -> Value {
        Value::from(match self {
            Self::Stop => "stop".to_owned(),
            Self::Face(to) => format!("face {}", to.name()),
            Self::To(to) => to.name().to_owned(),
        })
    }
}
