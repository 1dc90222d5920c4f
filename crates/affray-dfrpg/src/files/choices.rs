//! Choices as files, logs and people write them: entries of a [declaration](super::declaration); and the names in them.

use super::declaration::{
    AimDeclared, Answer, AreaFile, AttackFile, AttackKind, CastFile, CastTable, CastWord, DefendFile, DefendTable,
    DefendWord, FeintDeclared, FinishFile, FreeFile, FreeTable, FreeWord, HandsFile, ManeuverName, ManeuverTable,
    Purpose, ReadyFile, RetreatFile, SPELL_IN_HAND, StepFile, StepTable, WaitFile, advance,
};
use super::state_file::mode_name;
use crate::Dfrpg;
use crate::decision::{
    Advance, Aim, Attack, Concentrate, Defense, DefenseKind, FeintAt, Finish, Free, Grapple, Maneuver, NO_AREA,
    NO_MODE, NONE, Question, Ready, Step, Strike, WaitFor,
};
use crate::scene::{Scene, Setup};
use crate::sheet::{ItemId, Location};
use crate::state::{Area, Form, Reaction, State};
use crate::strike::judge::HELD;
use affray_files::Path;
use affray_files::value::{FromValue, Names, Reader, Schema, Schemas, ToValue, Value, Writer};
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

impl Names for Known<'_> {
    fn all(&self, kind: &str, owner: Option<CombatantId>) -> Vec<&str> {
        let sheet = owner.and_then(|owner| self.setup.combatants.get(owner.index())).map(|one| &one.sheet);
        match kind {
            "combatant" => self.setup.combatants.iter().map(|one| one.name.as_str()).collect(),
            "side" => self.setup.sides.iter().map(|side| side.name.as_str()).collect(),
            "item" => sheet.map_or(Vec::new(), |sheet| sheet.items.iter().map(|item| item.name.as_str()).collect()),
            "spell" => sheet.map_or(Vec::new(), |sheet| sheet.spells.iter().map(|spell| spell.name.as_str()).collect()),
            _ => Vec::new(),
        }
    }

    fn name(&self, kind: &str, owner: Option<CombatantId>, number: usize) -> Option<String> {
        let owner = owner.filter(|owner| owner.index() < self.setup.combatants.len());
        match (kind, u16::try_from(number)) {
            ("item", Ok(item)) => self.setup.item(owner?, ItemId(item)).map(|item| item.name.clone()),
            ("mode", Ok(mode)) => {
                let owner = owner?;
                self.setup.mode(owner, mode).map(|_| mode_name(self.setup, owner, mode))
            }
            _ => self.all(kind, owner).get(number).map(|name| (*name).to_owned()),
        }
    }

    fn fight(&self) -> Option<(&dyn Any, Option<&dyn Any>)> {
        Some((self.setup, self.state.map(|state| state as &dyn Any)))
    }
}

impl Schema for ItemId {
    fn schema(_: &mut Schemas) -> Value {
        Schemas::name_of("item")
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

/// The one who answers, in the fight as it stands; `None` while a file is looked through before its fight is known.
fn answer<'a>(reader: &Reader<'a>) -> Option<Answer<'a>> {
    let (setup, state) = reader.names().fight()?;
    let scene = Scene { setup: setup.downcast_ref()?, state: state?.downcast_ref()? };
    let who = reader.owner().filter(|who| who.index() < scene.state.fighters.len())?;
    Some(Answer::new(scene, who))
}

/// The one whose choice is written.
fn said<'a>(writer: &Writer<'a>) -> Option<Said<'a>> {
    let (setup, _) = writer.names().fight()?;
    Some(Said { setup: setup.downcast_ref()?, who: writer.owner()? })
}

/// Declares a value of a choice by its form in declarations: what stands for it before the fight is known, how it is made
/// of the form, and the form of it.
macro_rules! formed {
    ($type:ty, $form:ty, $unknown:expr, |$ask:ident, $file:ident| $made:expr, |$said:ident, $it:ident| $written:expr) => {
        impl Schema for $type {
            fn schema(schemas: &mut Schemas) -> Value {
                <$form>::schema(schemas)
            }
        }
        impl FromValue for $type {
            fn read(value: &Value, reader: &mut Reader<'_>) -> Option<Self> {
                let $file = <$form>::read(value, reader)?;
                match answer(reader) {
                    Some($ask) => reader.ok($made),
                    None => Some($unknown),
                }
            }
        }
        impl ToValue for $type {
            fn write(&self, writer: &mut Writer<'_>) -> Value {
                let ($it, Some($said)) = (self, said(writer)) else { return Value::Null };
                $written.write(writer)
            }
        }
    };
}

formed!(Free, FreeFile, Free::Done, |ask, file| ask.free(&file, &Path::root()), |said, it| said.free(it));
formed!(
    Maneuver,
    ManeuverForm,
    Maneuver::DoNothing,
    |ask, file| {
        let table = file.table();
        table.has_its_maneuver().and_then(|()| ask.maneuver(&table))
    },
    |said, it| said.maneuver(it)
);
formed!(StepForm, StepFile, StepForm(None), |ask, file| Ok(StepForm(ask.step(&file))), |_said, it| it.file());
formed!(Finish, FinishFile, UNKNOWN_FINISH, |ask, file| Ok(ask.finish(&file)), |_said, it| FinishFile {
    facing: Some(it.facing),
    crouch: it.crouch
});
formed!(
    Attack,
    AttackForm,
    Attack::Forgo,
    |ask, file| match &file {
        AttackForm::None => Ok(Attack::Forgo),
        AttackForm::Table(file) => ask.attack(file, &Path::root()),
    },
    |said, it| said.attack(it)
);
formed!(
    FeintAt,
    FeintForm,
    UNKNOWN_FEINT,
    |ask, file| match &file {
        FeintForm::None => Ok(FeintAt { target: ask.who(), item: ItemId::NONE, situational: 0 }),
        FeintForm::At(feint) => ask.feint(feint, &Path::root()),
    },
    |said, it| said.feint(it)
);
formed!(Defense, DefendFile, Defense::NONE, |ask, file| ask.defend(&file, None, &Path::root()), |said, it| said
    .defend(it));

const UNKNOWN_FINISH: Finish = Finish { facing: Facing::E, crouch: false };
const UNKNOWN_FEINT: FeintAt = FeintAt { target: CombatantId(0), item: ItemId::NONE, situational: 0 };

/// A maneuver: its name, or a table with what belongs to it.
#[derive(FromValue, ToValue)]
#[value(expected = "a maneuver, as a word or a table")]
enum ManeuverForm {
    /// Alone.
    #[value(text)]
    Name(ManeuverName),
    /// With what belongs to it.
    #[value(table)]
    Table(Box<ManeuverTable>),
}

impl ManeuverForm {
    fn table(self) -> ManeuverTable {
        match self {
            Self::Name(maneuver) => ManeuverTable { maneuver, ..ManeuverTable::default() },
            Self::Table(table) => *table,
        }
    }
}

/// An attack, or none.
#[derive(FromValue, ToValue)]
#[value(expected = "\"none\" or a table such as { target = \"Orc\", with = \"axe\" }")]
enum AttackForm {
    /// None.
    None,
    /// One.
    #[value(table)]
    Table(Box<AttackFile>),
}

/// A feint, or none.
#[derive(FromValue, ToValue)]
#[value(expected = "\"none\" or a table such as { target = \"Orc\" }")]
enum FeintForm {
    /// None.
    None,
    /// One.
    #[value(table)]
    At(FeintDeclared),
}

/// A Step, or none.
pub struct StepForm(Option<Step>);

impl From<Option<Step>> for StepForm {
    fn from(step: Option<Step>) -> Self {
        Self(step)
    }
}

impl From<StepForm> for Option<Step> {
    fn from(form: StepForm) -> Self {
        form.0
    }
}

impl StepForm {
    fn file(&self) -> StepFile {
        self.0.map_or(StepFile::None, |step| {
            let Step { hex, posture, facing } = step;
            StepFile::Table(StepTable { to: hex, posture, facing: Some(facing), after: false })
        })
    }
}

/// A dive: a side, `stay`, the hex itself, or `none`.
pub struct DiveForm(Option<Cell>);

impl From<Option<Cell>> for DiveForm {
    fn from(to: Option<Cell>) -> Self {
        Self(to)
    }
}

impl From<DiveForm> for Option<Cell> {
    fn from(form: DiveForm) -> Self {
        form.0
    }
}

/// A dive as it is written.
#[derive(FromValue, ToValue)]
#[value(expected = "a side of the hex, stay, none, or a hex")]
enum DiveFile {
    /// None.
    None,
    /// A side, or `stay`.
    #[value(text)]
    Way(String),
    /// That hex.
    #[value(list)]
    To(Cell),
}

formed!(
    DiveForm,
    DiveFile,
    DiveForm(None),
    |ask, file| match &file {
        DiveFile::None => Ok(DiveForm(None)),
        DiveFile::Way(word) => ask.dive(word, Path::root()).map(|to| DiveForm(Some(to))),
        DiveFile::To(cell) => Ok(DiveForm(Some(*cell))),
    },
    |_said, it| it.0.map_or(DiveFile::None, DiveFile::To)
);

impl Schema for Advance {
    fn schema(_: &mut Schemas) -> Value {
        Schemas::text("A side such as \"E\", \"side E\", \"turn E\", \"close E\", \"attack\" or \"stop\".")
    }
}

impl FromValue for Advance {
    fn read(value: &Value, reader: &mut Reader<'_>) -> Option<Self> {
        let words = String::read(value, reader)?;
        reader.ok(advance(&words, Path::root()))
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

/// Puts a choice into the form of a declaration.
struct Said<'a> {
    setup: &'a Setup,
    who: CombatantId,
}

impl Said<'_> {
    fn combatant(&self, who: CombatantId) -> String {
        self.setup.combatants.get(who.index()).map_or_else(|| "nobody".to_owned(), |one| one.name.clone())
    }

    fn item_of(&self, who: CombatantId, item: ItemId) -> String {
        let there = who.index() < self.setup.combatants.len();
        let found = there.then(|| self.setup.item(who, item)).flatten();
        found.map_or_else(|| "nothing".to_owned(), |item| item.name.clone())
    }

    fn item(&self, item: ItemId) -> String {
        self.item_of(self.who, item)
    }

    fn spell(&self, spell: u8) -> Option<String> {
        let one = self.setup.combatants.get(self.who.index())?;
        one.sheet.spells.get(usize::from(spell)).map(|spell| spell.name.clone())
    }

    fn mode(&self, mode: u16) -> String {
        if mode & HELD != 0 && mode < NO_MODE {
            return format!("{SPELL_IN_HAND}{}", mode & !HELD);
        }
        mode_name(self.setup, self.who, mode)
    }

    fn free(&self, free: &Free) -> FreeFile {
        match *free {
            Free::Done => FreeFile::Word(FreeWord::Done),
            Free::Drop(hand) => FreeFile::Table(FreeTable::Drop(format!("hand {hand}"))),
            Free::Release(foe) => FreeFile::Table(FreeTable::Release(self.combatant(foe))),
            Free::Rise => FreeFile::Word(FreeWord::Rise),
            Free::Crouch => FreeFile::Word(FreeWord::Crouch),
            Free::FastDraw { item, hand } => FreeFile::Table(FreeTable::FastDraw { item: self.item(item), hand }),
            Free::Leave => FreeFile::Word(FreeWord::Leave),
            Free::CancelCasting => FreeFile::Word(FreeWord::CancelCasting),
            Free::Dissipate { hand } => FreeFile::Table(FreeTable::Dissipate { hand }),
        }
    }

    fn maneuver(&self, maneuver: &Maneuver) -> ManeuverForm {
        let mut table = ManeuverTable::default();
        table.maneuver = match *maneuver {
            Maneuver::Attack => ManeuverName::Attack,
            Maneuver::MoveAndAttack => ManeuverName::MoveAndAttack,
            Maneuver::Feint => ManeuverName::Feint,
            Maneuver::Move => ManeuverName::Move,
            Maneuver::DoNothing => ManeuverName::DoNothing,
            Maneuver::AllOutAttack(bonus) => {
                table.bonus = Some(bonus.into());
                ManeuverName::AllOutAttack
            }
            Maneuver::AllOutDefense(focus) => {
                table.focus = Some(focus);
                ManeuverName::AllOutDefense
            }
            Maneuver::Aim(aim) => {
                let (target, with) = (self.combatant(aim.target), Some(self.mode(aim.mode)));
                table.aim = Some(AimDeclared { target, with, brace: aim.brace });
                ManeuverName::Aim
            }
            Maneuver::ChangePosture { to, second } => {
                table.posture = Some(to);
                table.second_hex = (second != NONE).then(|| Facing::hex(second.into()));
                ManeuverName::ChangePosture
            }
            Maneuver::Concentrate(what) => {
                table.cast = Some(self.cast(&what));
                ManeuverName::Concentrate
            }
            Maneuver::Ready(what) => {
                table.ready = Some(self.ready(&what));
                ManeuverName::Ready
            }
            Maneuver::Wait(wait) => {
                table.wait = Some(self.wait(&wait));
                ManeuverName::Wait
            }
        };
        let alone = ManeuverTable { maneuver: table.maneuver, ..ManeuverTable::default() };
        if table == alone { ManeuverForm::Name(table.maneuver) } else { ManeuverForm::Table(Box::new(table)) }
    }

    fn cast(&self, what: &Concentrate) -> CastFile {
        let target = |target: u8| (target != NONE).then(|| self.combatant(CombatantId(target)));
        CastFile::Table(Box::new(match *what {
            Concentrate::Think => return CastFile::Word(CastWord::Think),
            Concentrate::GoOn => return CastFile::Word(CastWord::GoOn),
            Concentrate::Cast(cast) => CastTable {
                spell: self.spell(cast.spell),
                target: target(cast.target),
                energy: Some(cast.energy),
                hp: cast.hp,
                point: cast.point,
                hand: Some(cast.hand),
                center: Some(cast.cell),
                radius: Some(cast.radius),
                ignoring: cast.ignoring,
                situational: cast.situational,
                ..CastTable::default()
            },
            Concentrate::GoOnAt { target: at, cell } => {
                CastTable { go_on: true, target: target(at), center: Some(cell), ..CastTable::default() }
            }
            Concentrate::Enlarge { hand, energy } => {
                CastTable { enlarge: true, hand: Some(hand), energy: Some(energy), ..CastTable::default() }
            }
        }))
    }

    fn ready(&self, what: &Ready) -> ReadyFile {
        match *what {
            Ready::Draw { item, hand } => ReadyFile::Draw { item: self.item(item), hand },
            Ready::Regain { item } => ReadyFile::Regain(self.item(item)),
            Ready::Reach { item } => ReadyFile::Reach(self.item(item)),
            Ready::Reload { item } => ReadyFile::Reload(self.item(item)),
            Ready::Sheathe { item } => ReadyFile::Sheathe(self.item(item)),
            Ready::Shift { item, hand } => ReadyFile::Shift { item: self.item(item), hand },
            Ready::DitchShield { item } => ReadyFile::DitchShield(self.item(item)),
            Ready::Lift { victim } => ReadyFile::Lift(self.combatant(victim)),
            Ready::Other => ReadyFile::Other("something".to_owned()),
        }
    }

    fn wait(&self, WaitFor { contract, move_now }: &WaitFor) -> WaitFile {
        let kind = match contract.form {
            Form::Strike | Form::Rapid | Form::Dual => AttackKind::Strike,
            Form::Shove => AttackKind::Shove,
            Form::Slam => AttackKind::Slam,
            Form::Grab => AttackKind::Grab,
            Form::Takedown => AttackKind::Takedown,
            Form::Pin => AttackKind::Pin,
            Form::Strangle => AttackKind::Strangle,
            Form::Wrest => AttackKind::Wrest,
            Form::ForceDrop => AttackKind::ForceDrop,
            Form::BreakFree => AttackKind::BreakFree,
        };
        let foe = CombatantId(contract.foe);
        let grabs_item = contract.form == Form::Grab && contract.other != NO_MODE;
        WaitFile {
            trigger: contract.trigger,
            foe: (contract.foe != NONE).then(|| self.combatant(foe)),
            reaction: contract.reaction,
            with: Some(match contract.reaction {
                Reaction::Ready => self.item(ItemId(contract.mode)),
                _ => self.mode(contract.mode),
            }),
            at: Some(match Location::ALL.get(usize::from(contract.location)) {
                Some(location) => location.name().to_owned(),
                None => "random".to_owned(),
            }),
            deceptive: contract.deceptive,
            kind,
            rapid: contract.form == Form::Rapid,
            dual: (contract.form == Form::Dual).then(|| self.mode(contract.other)),
            item: grabs_item.then(|| self.item_of(foe, ItemId(contract.other))),
            area: (contract.area != NO_AREA).then(|| area(&contract.area)),
            seconds: contract.seconds,
            brace: contract.braced,
            move_now: *move_now,
        }
    }

    fn strike(&self, strike: &Strike) -> AttackFile {
        let (at, item, purpose) = match strike.aim {
            Aim::At(location) => (Some(location.name().to_owned()), None, None),
            Aim::Chinks(location) => (Some(format!("chinks {}", location.name().to_owned())), None, None),
            Aim::Random => (Some("random".to_owned()), None, None),
            Aim::Damage(item) => (None, Some(item), Some(Purpose::Damage)),
            Aim::Disarm(item) => (None, Some(item), Some(Purpose::Disarm)),
        };
        AttackFile {
            target: self.combatant(strike.target),
            with: Some(self.mode(strike.mode)),
            hand: (strike.hand != NONE).then_some(strike.hand),
            at,
            item: item.map(|item| self.item_of(strike.target, item)),
            purpose,
            deceptive: strike.deceptive,
            situational: strike.situational,
            mount_speed: strike.mount_speed,
            unseen: strike.unseen,
            drop: strike.drop.map(|side| match side {
                NONE => "in".to_owned(),
                side => Facing::hex(side.into()).name().to_owned(),
            }),
            ..AttackFile::default()
        }
    }

    fn attack(&self, attack: &Attack) -> AttackForm {
        let close = |kind, with: &Grapple| AttackFile {
            kind,
            target: self.combatant(with.target),
            hands: Some(HandsFile::These((0..8).filter(|hand| with.hands & 1 << hand != 0).collect())),
            situational: with.situational,
            ..AttackFile::default()
        };
        AttackForm::Table(Box::new(match attack {
            Attack::Forgo => return AttackForm::None,
            Attack::Strike(one) => self.strike(one),
            Attack::Rapid(one) => AttackFile { rapid: true, ..self.strike(one) },
            Attack::Dual(one, other) => AttackFile { dual: Some(Box::new(self.strike(other))), ..self.strike(one) },
            Attack::Shove(with) => close(AttackKind::Shove, with),
            Attack::Slam(with) => close(AttackKind::Slam, with),
            Attack::Grab(with, part) => {
                AttackFile { at: Some(part.name().to_owned()), ..close(AttackKind::Grab, with) }
            }
            Attack::GrabItem(with, item) => {
                AttackFile { item: Some(self.item_of(with.target, *item)), ..close(AttackKind::Grab, with) }
            }
            Attack::Takedown(with) => close(AttackKind::Takedown, with),
            Attack::Pin(with) => close(AttackKind::Pin, with),
            Attack::Strangle(with) => close(AttackKind::Strangle, with),
            Attack::Wrest(with) => close(AttackKind::Wrest, with),
            Attack::ForceDrop(with) => close(AttackKind::ForceDrop, with),
            Attack::BreakFree(with) => close(AttackKind::BreakFree, with),
            Attack::Assist(friend) => {
                AttackFile { kind: AttackKind::Assist, target: self.combatant(*friend), ..AttackFile::default() }
            }
        }))
    }

    fn feint(&self, feint: &FeintAt) -> FeintForm {
        if feint.target == self.who {
            return FeintForm::None;
        }
        let with = (feint.item != ItemId::NONE).then(|| self.item(feint.item));
        FeintForm::At(FeintDeclared { target: self.combatant(feint.target), with, situational: feint.situational })
    }

    fn defend(&self, defense: &Defense) -> DefendFile {
        let mut table = DefendTable {
            retreat: defense.retreat.map(RetreatFile::To),
            acrobatic: defense.acrobatic,
            drop: defense.drop,
            situational: defense.situational,
            ..DefendTable::default()
        };
        table.with = match defense.kind {
            DefenseKind::None => DefendWord::None,
            DefenseKind::Dodge => DefendWord::Dodge,
            DefenseKind::Block => DefendWord::Block,
            DefenseKind::BlockWithFoe => DefendWord::BlockWithFoe,
            DefenseKind::Parry { hand } => {
                table.hand = Some(hand);
                DefendWord::Parry
            }
            DefenseKind::Spell { spell } => {
                table.spell = self.spell(spell);
                DefendWord::Spell
            }
        };
        let alone = DefendTable { with: table.with, ..DefendTable::default() };
        if table == alone { DefendFile::Word(table.with) } else { DefendFile::Table(Box::new(table)) }
    }
}

/// The form of a watched area.
fn area(area: &Area) -> AreaFile {
    let (hexes, radius) = match area.size {
        0 => (None, None),
        size if size & 0x80 != 0 => (None, Some(size & 0x7f)),
        size => (Some(size), None),
    };
    AreaFile { from: area.from, towards: Some(area.towards), hexes, line: area.size == 0, radius }
}
