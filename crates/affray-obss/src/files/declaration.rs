//! The declaration of one activation in a file.
//!
//! A declaration is written as people say it at the table: the actions of the activation in their order, and the
//! decisions of the others meanwhile. How it answers stands in [`answers`](super::answers).

use crate::decision::{Cover, RestBy};
use affray_files::value::FromValue;
use affray_grid::{Cell, Facing};
use affray_prove::cases::OneOrMany;
use std::collections::BTreeMap;

/// The actions of one combatant in its activation, and the decisions of the others meanwhile.
#[derive(Debug, Clone, Default, PartialEq, FromValue)]
#[value(default)]
pub struct Declaration {
    /// The actions, in their order. After the last the activation ends.
    pub act: OneOrMany<ActFile>,
    /// Reactions of others in the middle of it, in the order in which they are asked. An entry with `who` waits
    /// until that one is asked, one without is for the next who is asked. Default: they pass.
    pub react: OneOrMany<ReactFile>,
    /// The free attacks of weapons that were set against a charge: a table without `target`, or `"pass"`.
    /// Default: a plain one.
    pub braced: OneOrMany<StrikeFile>,
    /// How Bull Rushes push, `{ way, squares, follow }`. Default: straight away, as far as it goes, without
    /// following.
    pub push: OneOrMany<PushFile>,
    /// Saving throws, in the order in which they are asked for: the dice of luck, or a table with `who` and
    /// `luck`. Default: no luck.
    pub save: OneOrMany<SaveFile>,
    /// Rests, by name, with the number that HP come back by: `"bab"` or `"cl"`. Default: none.
    pub rest: BTreeMap<String, RestBy>,
    /// How initiative is rolled, by name: `"dex"`, `"int"`, or a table with `int` and `luck`. Default: by
    /// DEX.
    pub initiative: BTreeMap<String, InitiativeFile>,
}

/// An action: a word, or a table with one key.
#[derive(Debug, Clone, PartialEq, FromValue)]
#[value(expected = "an action, as a word or a table")]
pub enum ActFile {
    /// Without more to say.
    #[value(text)]
    Word(ActWord),
    /// With more.
    #[value(table)]
    Table(Box<ActTable>),
}

/// Actions without more to say.
#[derive(Debug, Clone, Copy, PartialEq, Eq, FromValue)]
pub enum ActWord {
    /// The activation ends.
    End,
    /// Prepared Defense.
    PreparedDefense,
    /// Total Defense.
    TotalDefense,
    /// Stand up for an Action.
    Stand,
    /// Stand up by Acrobatics for the Immediate.
    Acrobatics,
    /// Use the off-hand weapon for +1 Defense.
    Guard,
    /// The upkeep of a hold.
    KeepHold,
    /// Let go of the held combatant.
    Release,
    /// Drop prone, for a Reaction.
    DropProne,
}

/// Actions with something to them.
#[derive(Debug, Clone, PartialEq, FromValue)]
pub enum ActTable {
    /// A melee attack; with `ranged = true` a shot or throw.
    Attack(AttackFile),
    /// A shot or throw.
    Shoot(AttackFile),
    /// A Precise Strike.
    PreciseStrike(AttackFile),
    /// A charge.
    Charge(AttackFile),
    /// Movement, piece by piece: `"E"` or `"4 E"` for steps, `"draw ITEM"`, `"draw ITEM off"`,
    /// `"sheathe ITEM"`, `"overrun E"` (by Athletics), `"overrun E acrobatics"`, either with `luck 1` behind.
    Move(OneOrMany<String>),
    /// A Run, piece by piece as in `move`.
    Run(OneOrMany<String>),
    /// One square without provoking anybody.
    Disengage(Facing),
    /// Stand up by Acrobatics, with that many dice of luck.
    Acrobatics {
        /// Dice bought by Trust to Luck.
        luck: u8,
    },
    /// Draw an item.
    Draw(DrawFile),
    /// Put away an item that is in hand.
    Sheathe(String),
    /// Drop an item that is in hand.
    Drop(String),
    /// Disarm: the target, or a table.
    Disarm(ManeuverFile),
    /// Feint: the target, or a table.
    Feint(ManeuverFile),
    /// Bull Rush: the target, or a table; see `push`.
    BullRush(ManeuverFile),
    /// Grapple: the target, or a table.
    Grapple(ManeuverFile),
    /// Trip: the target, or a table.
    Trip(ManeuverFile),
    /// The upkeep of a hold, with that many dice of luck.
    KeepHold {
        /// Dice bought by Trust to Luck.
        luck: u8,
    },
    /// Out of a hold: `"athletics"`, `"acrobatics"`, or a table.
    Escape(EscapeFile),
    /// Mount that mount.
    Mount(String),
    /// Dismount into that square.
    Dismount(Cell),
    /// The mount moves, piece by piece as in `move`.
    RideMove(OneOrMany<String>),
    /// The mount runs, piece by piece as in `move`.
    RideRun(OneOrMany<String>),
    /// The mount attacks.
    RideAttack(AttackFile),
    /// The mount disengages by one square.
    RideDisengage(Facing),
    /// Cast a spell.
    Cast(CastFile),
    /// Search the backpack for an item.
    Search(DrawFile),
    /// Take an item from the belt.
    Belt(DrawFile),
    /// Pick up an item that lies in the own square.
    PickUp {
        /// The item.
        item: String,
        /// Its owner. Default: the own one.
        #[value(default)]
        owner: Option<String>,
        /// The hand. Default: the first free one.
        #[value(default)]
        hand: Option<HandName>,
    },
    /// Drink that potion, which is in hand.
    Drink(String),
    /// Give another combatant a potion to drink.
    GiveDrink {
        /// The potion, which is in hand.
        potion: String,
        /// The receiver.
        to: String,
    },
    /// First Aid: the patient, or a table.
    FirstAid(FirstAidFile),
    /// Use a power that has uses per day.
    Power(String),
}

/// A special maneuver: the target's name, or a table.
#[derive(Debug, Clone, PartialEq, FromValue)]
#[value(expected = "the name of a combatant, or a table")]
pub enum ManeuverFile {
    /// The target.
    #[value(text)]
    At(String),
    /// In full.
    #[value(table)]
    Table(ManeuverTable),
}

/// A special maneuver in full.
#[derive(Debug, Clone, PartialEq, FromValue)]
pub struct ManeuverTable {
    /// The target.
    pub target: String,
    /// Disarm: the weapon that the target is to lose. Default: that in its main hand.
    pub weapon: Option<String>,
    /// Disarm: by DEX.
    #[value(default)]
    pub by_dex: bool,
    /// Dice bought by Trust to Luck.
    #[value(default)]
    pub luck: u8,
}

/// An escape: the skill, or a table.
#[derive(Debug, Clone, PartialEq, FromValue)]
#[value(expected = "a skill, or a table")]
pub enum EscapeFile {
    /// By that skill.
    #[value(text)]
    By(EscapeSkill),
    /// In full.
    #[value(table)]
    Table(EscapeTable),
}

/// The table of [`EscapeFile`].
#[derive(Debug, Clone, PartialEq, FromValue)]
pub struct EscapeTable {
    /// The skill.
    pub by: EscapeSkill,
    /// Dice bought by Trust to Luck.
    #[value(default)]
    pub luck: u8,
}

/// A spell as it is cast.
#[derive(Debug, Clone, Default, PartialEq, FromValue)]
#[value(default)]
pub struct CastFile {
    /// The spell.
    pub spell: String,
    /// The target.
    pub target: Option<String>,
    /// Around which point.
    pub at: Option<Cell>,
    /// Dice bought by Trust to Luck for its attack roll.
    pub luck: u8,
    /// The game master's circumstance of the attack roll, -8 to 8.
    pub ar: i8,
    /// Of its dice, -2 to 2.
    pub dice: i8,
    /// Of the Defense, -8 to 8.
    pub def: i8,
    /// The game master declares the target's cover.
    pub cover: Option<Cover>,
    /// The game master declares that it comes from behind.
    pub from_behind: bool,
}

/// First Aid.
#[derive(Debug, Clone, PartialEq, FromValue)]
#[value(expected = "the name of a combatant, or a table")]
pub enum FirstAidFile {
    /// The patient.
    #[value(text)]
    For(String),
    /// With luck.
    #[value(table)]
    Table(FirstAidTable),
}

/// The table of [`FirstAidFile`].
#[derive(Debug, Clone, PartialEq, FromValue)]
pub struct FirstAidTable {
    /// The patient.
    pub patient: String,
    /// Dice bought by Trust to Luck.
    pub luck: u8,
}

/// The skills of an escape or an Overrun.
#[derive(Debug, Clone, Copy, PartialEq, Eq, FromValue)]
#[value(rename_all = "lowercase")]
#[allow(missing_docs, reason = "the two skills")]
pub enum EscapeSkill {
    Athletics,
    Acrobatics,
}

/// How a Bull Rush pushes.
#[derive(Debug, Clone, PartialEq, FromValue)]
pub struct PushFile {
    /// The direction. Default: straight away.
    pub way: Option<Facing>,
    /// Squares. Default: as many as there are.
    pub squares: Option<u8>,
    /// The pusher follows.
    #[value(default)]
    pub follow: bool,
}

/// A saving throw.
#[derive(Debug, Clone, PartialEq, FromValue)]
#[value(expected = "a number of dice, or a table")]
pub enum SaveFile {
    /// With that many dice of luck, for the next save.
    #[value(number)]
    Luck(u8),
    /// Of one.
    #[value(table)]
    Table(SaveTable),
}

/// The table of [`SaveFile`].
#[derive(Debug, Clone, PartialEq, FromValue)]
pub struct SaveTable {
    /// The one who saves.
    pub who: String,
    /// Dice bought by Trust to Luck.
    pub luck: u8,
}

/// An attack: the target's name, or a table.
#[derive(Debug, Clone, PartialEq, FromValue)]
#[value(expected = "the name of a combatant, or a table")]
pub enum AttackFile {
    /// A plain attack on that target.
    #[value(text)]
    At(String),
    /// In full.
    #[value(table)]
    Table(Box<AttackTable>),
}

/// An attack out of turn: `"pass"`, the name of a weapon, or a table without `target`.
#[derive(Debug, Clone, PartialEq, FromValue)]
#[value(expected = "the name of a weapon, or a table")]
pub enum StrikeFile {
    /// The weapon.
    #[value(text)]
    With(String),
    /// In full.
    #[value(table)]
    Table(Box<AttackTable>),
}

/// An attack in full.
#[derive(Debug, Clone, Default, PartialEq, FromValue)]
#[value(default)]
pub struct AttackTable {
    /// The target. Left out where it can be but one.
    pub target: Option<String>,
    /// The weapon, or `"unarmed"`. Default: the first in hand that can do it.
    pub with: Option<String>,
    /// With the off hand. Default: if only that holds it.
    pub off_hand: Option<bool>,
    /// A shot or throw.
    pub ranged: bool,
    /// By DEX, with a versatile weapon.
    pub by_dex: bool,
    /// For nonlethal damage.
    pub nonlethal: bool,
    /// It only has to touch.
    pub touch: bool,
    /// The first of a pair under the Low Level Option.
    pub pair: bool,
    /// Dice bought by Trust to Luck.
    pub luck: u8,
    /// The game master declares that it comes from behind.
    pub from_behind: bool,
    /// The game master declares the target's cover: none, light, medium, complete.
    pub cover: Option<Cover>,
    /// The game master's circumstance of the attack roll, -8 to 8.
    pub ar: i8,
    /// Of its dice, -2 to 2.
    pub dice: i8,
    /// Of the Defense, -8 to 8.
    pub def: i8,
}

/// An item to draw: a name, or a table.
#[derive(Debug, Clone, PartialEq, FromValue)]
#[value(expected = "the name of an item, or a table")]
pub enum DrawFile {
    /// Into the first free hand; a shield into the off hand.
    #[value(text)]
    Item(String),
    /// Into a hand.
    #[value(table)]
    Table(DrawTable),
}

/// The table of [`DrawFile`].
#[derive(Debug, Clone, PartialEq, FromValue)]
pub struct DrawTable {
    /// The item.
    pub item: String,
    /// The hand.
    pub hand: HandName,
}

/// A hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, FromValue)]
#[value(rename_all = "lowercase")]
#[allow(missing_docs, reason = "the two hands")]
pub enum HandName {
    Main,
    Off,
}

/// An act in the middle of another's act: `"pass"`, `"acrobatics"`, or a table.
#[derive(Debug, Clone, PartialEq, FromValue)]
#[value(expected = "a reaction, as a word or a table")]
pub enum ReactFile {
    /// Without more to say.
    #[value(text)]
    Word(ReactWord),
    /// In full.
    #[value(table)]
    Table(Box<ReactTable>),
}

/// Reactions without more to say.
#[derive(Debug, Clone, Copy, PartialEq, Eq, FromValue)]
pub enum ReactWord {
    /// Nothing.
    Pass,
    /// A plain opportunity attack.
    Strike,
    /// Stand up by Acrobatics.
    Acrobatics,
}

/// A reaction in full. Without `strike`, `set` and `acrobatics` it is to pass.
#[derive(Debug, Clone, Default, PartialEq, FromValue)]
#[value(default)]
pub struct ReactTable {
    /// The one who reacts. Default: the next who is asked.
    pub who: Option<String>,
    /// An opportunity attack: the weapon, or a table.
    pub strike: Option<StrikeFile>,
    /// Set that weapon against the charge.
    pub set: Option<String>,
    /// Stand up by Acrobatics.
    pub acrobatics: bool,
    /// Dice bought by Trust to Luck for the Acrobatics.
    pub luck: u8,
    /// Drink that potion, which is in hand.
    pub drink: Option<String>,
    /// Cast a spell that costs the Immediate.
    pub cast: Option<CastFile>,
}

/// How initiative is rolled.
#[derive(Debug, Clone, PartialEq, FromValue)]
#[value(expected = "\"dex\", \"int\", or a table")]
pub enum InitiativeFile {
    /// `"dex"` or `"int"`.
    #[value(text)]
    Word(InitiativeWord),
    /// In full.
    #[value(table)]
    Table(InitiativeTable),
}

/// The table of [`InitiativeFile`].
#[derive(Debug, Clone, PartialEq, FromValue)]
pub struct InitiativeTable {
    /// By INT rather than by DEX.
    #[value(default)]
    pub int: bool,
    /// Dice bought by Trust to Luck.
    #[value(default)]
    pub luck: u8,
}

/// The abilities of initiative (`OB-I39`: no others).
#[derive(Debug, Clone, Copy, PartialEq, Eq, FromValue)]
#[value(rename_all = "lowercase")]
#[allow(missing_docs, reason = "the two abilities")]
pub enum InitiativeWord {
    Dex,
    Int,
}
