//! Actions: several words and keys for one of them, where people say it so.

use super::attack::{AttackForm, Shot};
use super::{Hand, Held, Side, item, item_name};
use crate::decision::{Action, Aim, Attack, Casting, Circumstances, Maneuver, ManeuverKind, Order};
use crate::state::NONE;
use affray_files::value::{
    FromValue, Map, ReadKeys, Reader, Schema, SchemaKeys, Schemas, TableSchema, ToValue, Value, Writer,
};
use affray_grid::Cell;
use affray_kernel::referee::CombatantId;
use affray_prove::cases::OneOrMany;

/// Actions that are a word as well as a table.
const WORDS: [(&str, ActForm); 2] =
    [("acrobatics", ActForm::Acrobatics { luck: 0 }), ("keep-hold", ActForm::KeepHold { luck: 0 })];

/// An action: a word, or a table with one key.
#[derive(Debug, Clone, Copy, PartialEq, FromValue, ToValue)]
#[value(words = WORDS, expected = "an action, as a word or a table")]
pub enum ActForm {
    /// The activation ends.
    End,
    /// Prepared Defense.
    PreparedDefense,
    /// Total Defense.
    TotalDefense,
    /// Stand up for an Action.
    Stand,
    /// Use the off-hand weapon for +1 Defense.
    Guard,
    /// Let go of the held combatant.
    Release,
    /// Drop prone, for a Reaction.
    DropProne,
    /// A melee attack; with `ranged = true` a shot or throw.
    Attack(AttackForm),
    /// A shot or throw.
    Shoot(Shot),
    /// A Precise Strike.
    PreciseStrike(AttackForm),
    /// A charge.
    Charge(AttackForm),
    /// Movement, piece by piece: `"E"` or `"4 E"` for steps, `"draw ITEM"`, `"draw ITEM off"`,
    /// `"sheathe ITEM"`, `"overrun E"` (by Athletics), `"overrun E acrobatics"`, either with `luck 1` behind.
    Move(Pieces),
    /// A Run, piece by piece as in `move`.
    Run(Pieces),
    /// One square without provoking anybody.
    Disengage(Side),
    /// Stand up by Acrobatics, with that many dice of luck.
    Acrobatics {
        /// Dice bought by Trust to Luck.
        luck: u8,
    },
    /// Draw an item.
    Draw(DrawForm),
    /// Put away an item that is in hand.
    Sheathe(Held),
    /// Drop an item that is in hand.
    Drop(Held),
    /// Disarm: the target, or a table.
    Disarm(ManeuverForm),
    /// Feint: the target, or a table.
    Feint(ManeuverForm),
    /// Bull Rush: the target, or a table; see `push`.
    BullRush(ManeuverForm),
    /// Grapple: the target, or a table.
    Grapple(ManeuverForm),
    /// Trip: the target, or a table.
    Trip(ManeuverForm),
    /// The upkeep of a hold, with that many dice of luck.
    KeepHold {
        /// Dice bought by Trust to Luck.
        luck: u8,
    },
    /// Out of a hold: `"athletics"`, `"acrobatics"`, or a table.
    Escape(EscapeForm),
    /// Mount that mount.
    Mount(CombatantId),
    /// Dismount into that square.
    Dismount(Cell),
    /// The mount moves, piece by piece as in `move`.
    RideMove(Ride<Pieces>),
    /// The mount runs, piece by piece as in `move`.
    RideRun(Ride<Pieces>),
    /// The mount attacks.
    RideAttack(Ride<AttackForm>),
    /// The mount disengages by one square.
    RideDisengage(Ride<Side>),
    /// Cast a spell.
    Cast(CastForm),
    /// Search the backpack for an item.
    Search(DrawForm),
    /// Take an item from the belt.
    Belt(DrawForm),
    /// Pick up an item that lies in the own square.
    PickUp(PickUpForm),
    /// Drink that potion, which is in hand.
    Drink(Held),
    /// Give another combatant a potion to drink.
    GiveDrink {
        /// The potion, which is in hand.
        potion: Held,
        /// The receiver.
        to: CombatantId,
    },
    /// First Aid: the patient, or a table.
    FirstAid(FirstAidForm),
    /// Use a power that has uses per day.
    Power(#[value(named = "power")] u8),
}

impl From<ActForm> for Action {
    fn from(form: ActForm) -> Self {
        let maneuver = |kind, form: ManeuverForm| Self::Maneuver(form.of(kind));
        match form {
            ActForm::End => Self::End,
            ActForm::PreparedDefense => Self::PreparedDefense,
            ActForm::TotalDefense => Self::TotalDefense,
            ActForm::Stand => Self::Stand,
            ActForm::Guard => Self::OffHandGuard,
            ActForm::Release => Self::Release,
            ActForm::DropProne => Self::DropProne,
            ActForm::Attack(form) | ActForm::Shoot(Shot(form)) => Self::Attack(form.into()),
            ActForm::PreciseStrike(form) => Self::Attack(Attack { precise: true, ..form.into() }),
            ActForm::Charge(form) => Self::Charge(form.into()),
            ActForm::Move(Pieces) => Self::Move,
            ActForm::Run(Pieces) => Self::Run,
            ActForm::Disengage(Side(way)) => Self::Disengage(way),
            ActForm::Acrobatics { luck } => Self::StandByAcrobatics { luck },
            ActForm::Draw(DrawForm { item, hand }) => Self::Draw { item, hand },
            ActForm::Sheathe(Held(hand)) => Self::Sheathe { hand },
            ActForm::Drop(Held(hand)) => Self::Drop { hand },
            ActForm::Disarm(form) => maneuver(ManeuverKind::Disarm, form),
            ActForm::Feint(form) => maneuver(ManeuverKind::Feint, form),
            ActForm::BullRush(form) => maneuver(ManeuverKind::BullRush, form),
            ActForm::Grapple(form) => maneuver(ManeuverKind::Grapple, form),
            ActForm::Trip(form) => maneuver(ManeuverKind::Trip, form),
            ActForm::KeepHold { luck } => Self::KeepHold { luck },
            ActForm::Escape(EscapeForm { by, luck }) => Self::Escape { acrobatics: by == Skill::Acrobatics, luck },
            ActForm::Mount(mount) => Self::Mount { mount },
            ActForm::Dismount(to) => Self::Dismount { to },
            ActForm::RideMove(Ride { mount, order: Pieces }) => Self::Order { mount, order: Order::Move },
            ActForm::RideRun(Ride { mount, order: Pieces }) => Self::Order { mount, order: Order::Run },
            ActForm::RideAttack(Ride { mount, order }) => Self::Order { mount, order: Order::Attack(order.into()) },
            ActForm::RideDisengage(Ride { mount, order }) => Self::Order { mount, order: Order::Disengage(order.0) },
            ActForm::Cast(form) => Self::Cast(form.0),
            ActForm::Search(DrawForm { item, hand }) => Self::Search { item, hand },
            ActForm::Belt(DrawForm { item, hand }) => Self::TakeFromBelt { item, hand },
            ActForm::PickUp(PickUpForm { owner, thing, hand }) => Self::PickUp { owner, thing, hand },
            ActForm::Drink(Held(hand)) => Self::Drink { hand },
            ActForm::GiveDrink { potion: Held(hand), to } => Self::GiveDrink { hand, to },
            ActForm::FirstAid(FirstAidForm { patient, luck }) => Self::FirstAid { patient, luck },
            ActForm::Power(power) => Self::UsePower { power },
        }
    }
}

impl From<Action> for ActForm {
    fn from(action: Action) -> Self {
        match action {
            Action::End => Self::End,
            Action::PreparedDefense => Self::PreparedDefense,
            Action::TotalDefense => Self::TotalDefense,
            Action::Stand => Self::Stand,
            Action::OffHandGuard => Self::Guard,
            Action::Release => Self::Release,
            Action::DropProne => Self::DropProne,
            Action::Attack(attack) if attack.precise => Self::PreciseStrike(attack.into()),
            Action::Attack(attack) => Self::Attack(attack.into()),
            Action::Charge(attack) => Self::Charge(attack.into()),
            Action::Move => Self::Move(Pieces),
            Action::Run => Self::Run(Pieces),
            Action::Disengage(way) => Self::Disengage(Side(way)),
            Action::StandByAcrobatics { luck } => Self::Acrobatics { luck },
            Action::Draw { item, hand } => Self::Draw(DrawForm { item, hand }),
            Action::Sheathe { hand } => Self::Sheathe(Held(hand)),
            Action::Drop { hand } => Self::Drop(Held(hand)),
            Action::Maneuver(maneuver) => match maneuver.kind {
                ManeuverKind::Disarm => Self::Disarm(maneuver.into()),
                ManeuverKind::Feint => Self::Feint(maneuver.into()),
                ManeuverKind::BullRush => Self::BullRush(maneuver.into()),
                ManeuverKind::Grapple => Self::Grapple(maneuver.into()),
                ManeuverKind::Trip => Self::Trip(maneuver.into()),
            },
            Action::KeepHold { luck } => Self::KeepHold { luck },
            Action::Escape { acrobatics, luck } => {
                Self::Escape(EscapeForm { by: if acrobatics { Skill::Acrobatics } else { Skill::Athletics }, luck })
            }
            Action::Mount { mount } => Self::Mount(mount),
            Action::Dismount { to } => Self::Dismount(to),
            Action::Order { mount, order: Order::Move } => Self::RideMove(Ride { mount, order: Pieces }),
            Action::Order { mount, order: Order::Run } => Self::RideRun(Ride { mount, order: Pieces }),
            Action::Order { mount, order: Order::Attack(attack) } => {
                Self::RideAttack(Ride { mount, order: attack.into() })
            }
            Action::Order { mount, order: Order::Disengage(way) } => {
                Self::RideDisengage(Ride { mount, order: Side(way) })
            }
            Action::Cast(casting) => Self::Cast(CastForm(casting)),
            Action::Search { item, hand } => Self::Search(DrawForm { item, hand }),
            Action::TakeFromBelt { item, hand } => Self::Belt(DrawForm { item, hand }),
            Action::PickUp { owner, thing, hand } => Self::PickUp(PickUpForm { owner, thing, hand }),
            Action::Drink { hand } => Self::Drink(Held(hand)),
            Action::GiveDrink { hand, to } => Self::GiveDrink { potion: Held(hand), to },
            Action::FirstAid { patient, luck } => Self::FirstAid(FirstAidForm { patient, luck }),
            Action::UsePower { power } => Self::Power(power),
        }
    }
}

/// The path of a movement, piece by piece. It is walked by questions of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pieces;

impl Schema for Pieces {
    fn schema(schemas: &mut Schemas) -> Value {
        OneOrMany::<String>::schema(schemas)
    }
}

impl FromValue for Pieces {
    fn read(value: &Value, reader: &mut Reader<'_>) -> Option<Self> {
        OneOrMany::<String>::read(value, reader).map(|_| Self)
    }
}

impl ToValue for Pieces {
    fn write(&self, _: &mut Writer<'_>) -> Value {
        Value::Array(Vec::new())
    }
}

/// What the mount of a rider does: things that are named are the mount's.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ride<T> {
    mount: CombatantId,
    order: T,
}

impl<T: Schema> Schema for Ride<T> {
    const IS_LIST: bool = T::IS_LIST;
    fn schema(schemas: &mut Schemas) -> Value {
        T::schema(schemas)
    }
}

impl<T: FromValue> FromValue for Ride<T> {
    fn read(value: &Value, reader: &mut Reader<'_>) -> Option<Self> {
        let rider = reader.owner();
        let mount = reader.names().usual("mount", rider).map(|mount| CombatantId(mount as u8)).or(rider);
        reader.set_owner(mount);
        let order = T::read(value, reader);
        reader.set_owner(rider);
        Some(Self { mount: mount.unwrap_or(CombatantId(NONE)), order: order? })
    }
}

impl<T: ToValue> ToValue for Ride<T> {
    fn write(&self, writer: &mut Writer<'_>) -> Value {
        let rider = writer.owner();
        writer.set_owner(Some(self.mount));
        let order = self.order.write(writer);
        writer.set_owner(rider);
        order
    }
}

/// A special maneuver: the target's name, or a table.
#[derive(Debug, Clone, Copy, PartialEq, FromValue, ToValue)]
#[value(word = "target", expected = "the name of a combatant, or a table")]
pub struct ManeuverForm {
    /// The target.
    target: CombatantId,
    /// Disarm: the weapon that the target is to lose. Default: that in its main hand.
    #[value(of = target, named = "weapon", usual, none)]
    weapon: u8,
    /// Disarm: by DEX.
    #[value(default)]
    by_dex: bool,
    /// Dice bought by Trust to Luck.
    #[value(default)]
    luck: u8,
}

impl ManeuverForm {
    fn of(self, kind: ManeuverKind) -> Maneuver {
        let Self { target, weapon, by_dex, luck } = self;
        Maneuver { kind, target, by_dex, item: if kind == ManeuverKind::Disarm { weapon } else { 0 }, luck }
    }
}

impl From<Maneuver> for ManeuverForm {
    fn from(maneuver: Maneuver) -> Self {
        let Maneuver { kind, target, by_dex, item, luck } = maneuver;
        Self { target, weapon: if kind == ManeuverKind::Disarm { item } else { NONE }, by_dex, luck }
    }
}

/// An escape: the skill, or a table.
#[derive(Debug, Clone, Copy, PartialEq, FromValue, ToValue)]
#[value(word = "by", expected = "a skill, or a table")]
pub struct EscapeForm {
    /// The skill.
    by: Skill,
    /// Dice bought by Trust to Luck.
    #[value(default)]
    luck: u8,
}

/// The skills of an escape.
#[derive(Debug, Clone, Copy, PartialEq, Eq, FromValue, ToValue)]
#[value(rename = "EscapeSkill")]
#[allow(missing_docs, reason = "the two skills")]
pub(super) enum Skill {
    Athletics,
    Acrobatics,
}

/// First Aid: the patient, or a table.
#[derive(Debug, Clone, Copy, PartialEq, FromValue, ToValue)]
#[value(word = "patient", expected = "the name of a combatant, or a table")]
pub struct FirstAidForm {
    /// The patient.
    patient: CombatantId,
    /// Dice bought by Trust to Luck.
    #[value(default)]
    luck: u8,
}

/// A spell as it is cast.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CastForm(pub Casting);

/// The keys of a spell as it is cast.
#[derive(FromValue, ToValue)]
#[value(rename = "Cast")]
struct CastKeys {
    /// The spell.
    #[value(named = "spell")]
    spell: u8,
    /// The target.
    target: Option<CombatantId>,
    /// Around which point.
    at: Option<Cell>,
    /// Dice bought by Trust to Luck for its attack roll.
    #[value(default)]
    luck: u8,
    #[value(flatten)]
    circumstances: Circumstances,
}

impl Schema for CastForm {
    fn schema(schemas: &mut Schemas) -> Value {
        CastKeys::schema(schemas)
    }
}

impl FromValue for CastForm {
    fn read(value: &Value, reader: &mut Reader<'_>) -> Option<Self> {
        let CastKeys { spell, target, at, luck, circumstances } = CastKeys::read(value, reader)?;
        let aim = match (target, at) {
            (Some(target), None) => Aim::Whom(target),
            (None, Some(at)) => Aim::At(at),
            _ => return reader.wrong("a spell is for somebody or for a place", "one of `target` and `at`"),
        };
        Some(Self(Casting { spell, aim, luck, circumstances }))
    }
}

impl ToValue for CastForm {
    fn write(&self, writer: &mut Writer<'_>) -> Value {
        let Casting { spell, aim, luck, circumstances } = self.0;
        let (target, at) = match aim {
            Aim::Whom(target) => (Some(target), None),
            Aim::At(at) => (None, Some(at)),
        };
        CastKeys { spell, target, at, luck, circumstances }.write(writer)
    }
}

/// An item to draw: a name, or a table with the hand.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct DrawForm {
    item: u8,
    hand: u8,
}

impl SchemaKeys for DrawForm {
    fn schema_keys(table: &mut TableSchema, schemas: &mut Schemas) {
        table.key("item", "The item.", Schemas::name_of("item"), false, None);
        let hand = "The hand. Default: the first free one; of a shield the off hand.";
        table.key("hand", hand, Hand::schema(schemas), true, None);
    }
}

impl Schema for DrawForm {
    fn schema(schemas: &mut Schemas) -> Value {
        let table = schemas.table::<Self>("Draw", "An item and the hand that takes it.");
        serde_json::json!({ "anyOf": [Schemas::name_of("item"), table] })
    }
}

impl ReadKeys for DrawForm {
    const EXPECTED: &'static str = "the name of an item, or a table";

    fn keys(keys: &mut Vec<&'static str>) {
        keys.extend(["item", "hand"]);
    }

    fn read_keys(table: &Map, reader: &mut Reader<'_>) -> Option<Self> {
        let name: String = reader.key(table, "item", || None)?;
        let item = reader.below("item", |reader| item("item", &Value::from(name.as_str()), reader))?;
        let hand: Option<Hand> = reader.key(table, "hand", || Some(None))?;
        let free = || reader.names().find("free hand", reader.owner(), &name).unwrap_or(0) as u8;
        Some(Self { item, hand: hand.map_or_else(free, u8::from) })
    }
}

impl FromValue for DrawForm {
    fn read(value: &Value, reader: &mut Reader<'_>) -> Option<Self> {
        if value.is_string() { reader.unpacked("item", value) } else { reader.table(value) }
    }
}

impl ToValue for DrawForm {
    fn write(&self, writer: &mut Writer<'_>) -> Value {
        serde_json::json!({ "item": item_name(self.item, writer), "hand": Hand::from(self.hand).write(writer) })
    }
}

/// Something that lies in the own square.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PickUpForm {
    owner: CombatantId,
    thing: u8,
    hand: u8,
}

impl SchemaKeys for PickUpForm {
    fn schema_keys(table: &mut TableSchema, schemas: &mut Schemas) {
        table.key("item", "The item.", Schemas::name_of("item"), false, None);
        table.key("owner", "Its owner. Default: the own one.", Schemas::name_of("combatant"), true, None);
        table.key("hand", "The hand. Default: the first free one.", Hand::schema(schemas), true, None);
    }
}

impl Schema for PickUpForm {
    fn schema(schemas: &mut Schemas) -> Value {
        schemas.table::<Self>("PickUp", "An item on the ground.")
    }
}

impl FromValue for PickUpForm {
    fn read(value: &Value, reader: &mut Reader<'_>) -> Option<Self> {
        let table = reader.keys_of(value, &["item", "owner", "hand"])?;
        let who = reader.owner();
        let owner: CombatantId = reader.key(table, "owner", || Some(who.unwrap_or(CombatantId(NONE))))?;
        let name: String = reader.key(table, "item", || None)?;
        reader.set_owner(Some(owner));
        let thing = reader.below("item", |reader| item("item", &Value::from(name.as_str()), reader));
        reader.set_owner(who);
        let hand: Option<Hand> = reader.key(table, "hand", || Some(None))?;
        let names = reader.names();
        let free = || {
            let own = if Some(owner) == who { names.find("free hand", who, &name) } else { None };
            own.or_else(|| names.usual("empty hand", who)).unwrap_or(0) as u8
        };
        Some(Self { owner, thing: thing?, hand: hand.map_or_else(free, u8::from) })
    }
}

impl ToValue for PickUpForm {
    fn write(&self, writer: &mut Writer<'_>) -> Value {
        let who = writer.owner();
        writer.set_owner(Some(self.owner));
        let item = item_name(self.thing, writer);
        writer.set_owner(who);
        let (owner, hand) = (self.owner.write(writer), Hand::from(self.hand).write(writer));
        serde_json::json!({ "item": item, "owner": owner, "hand": hand })
    }
}
