//! What a combatant is in the middle of: aims, feints, grips, spells and waits.

use super::Fighter;
use crate::files::state_file::Whom;
use crate::sheet::{ItemId, Location};
use affray_files::value::{FromValue, ToValue};
use affray_grid::{Cell, Facing};
pub(super) use affray_kernel::state::NONE;

/// `DF-075` A weapon aimed at a target.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, FromValue, ToValue)]
#[value(rename = "AimFile")]
pub struct Aimed {
    /// The weapon, or its mode as `"weapon mode"`.
    #[value(rename = "with", named = "mode")]
    pub mode: u16,
    /// At whom.
    #[value(like = Whom)]
    pub target: u8,
    /// Aim maneuvers so far, 1 to 3.
    #[value(range = 1..=3, rule = rule!("DF-076"))]
    pub seconds: u8,
    /// Braced in every one of them (`DF-077`).
    #[value(default, shown)]
    pub braced: bool,
}

/// `DF-071` What a feint left behind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Feinted {
    /// Against whom; [`NONE`] for nobody.
    pub foe: u8,
    /// Penalty to that foe's defenses, a positive number.
    pub penalty: u8,
    /// The weapon that feinted, as of [`Fighter::in_byte`]; [`NONE`] for none.
    pub item: u8,
    /// Ends of the feinter's own turns that it outlasts: 1 or 2.
    pub turns: u8,
}

impl Feinted {
    /// No feint.
    pub const NOBODY: Self = Self { foe: NONE, penalty: 0, item: NONE, turns: 0 };
}

/// What of a foe is held: a part of the body or an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Grip(pub(super) u8);

impl Grip {
    /// A part of the body.
    pub const fn body(location: Location) -> Self {
        Self(location as u8)
    }
    /// An item that the foe holds, as of [`Fighter::in_byte`].
    pub const fn on_item(item: u8) -> Self {
        Self(0x80 | item)
    }
    /// The part of the body.
    pub fn location(self) -> Option<Location> {
        Location::ALL.get(self.0 as usize).copied()
    }
    /// Whether it is an item.
    pub const fn is_on_item(self) -> bool {
        self.0 & 0x80 != 0
    }
    /// The item, of those that the foe holds.
    pub fn item(self, foe: &Fighter) -> Option<ItemId> {
        self.is_on_item().then(|| foe.of_byte(self.0 & 0x7f))
    }
}

/// `DF-485` A grab that stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Grabbed {
    /// Who is held; [`NONE`] for nobody.
    pub victim: u8,
    /// By what.
    pub grip: Grip,
    /// The hands that hold, as bits.
    pub hands: u8,
    /// 1 pinned, 2 lifted, 4 suffocating, 8 new this turn.
    pub how: u8,
}

impl Grabbed {
    /// Nobody is held.
    pub const NOBODY: Self = Self { victim: NONE, grip: Grip::body(Location::Torso), hands: 0, how: 0 };
    /// The victim is pinned (`DF-498`).
    pub const PINNED: u8 = 1;
    /// The victim is lifted (`DF-R35`).
    pub const LIFTED: u8 = 2;
    /// The victim suffocates (`DF-501`).
    pub const SUFFOCATING: u8 = 4;
    /// Grabbed during this turn: the attacks of 'later turns' have to wait.
    pub const NEW: u8 = 8;
}

/// A spell that is being cast.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, FromValue, ToValue)]
#[value(rename = "CastingFile")]
pub struct Casting {
    /// Its name.
    #[value(named = "spell")]
    pub spell: u8,
    /// Seconds of concentration so far.
    pub seconds: u16,
    /// The target; [`NONE`] if it is a place.
    #[value(default = NONE, shown, like = Whom)]
    pub target: u8,
    /// Energy chosen. Default: the spell's least, for which [`NONE`] stands in files.
    #[value(default = NONE, shown, range = 0..=254)]
    pub energy: u8,
    /// Baton or staff is pointed (`DF-427`).
    #[value(default, shown)]
    pub pointed: bool,
    /// Hit points among the energy (`DF-R50`).
    #[value(default, shown)]
    pub hp: u8,
    /// The center of an area.
    #[value(rename = "center", default = Cell { q: 0, r: 0 }, shown)]
    pub cell: Cell,
    /// Its radius in hexes; of a search the penalty for its range, 0 to 2 (`DF-448`).
    #[value(default, shown)]
    pub radius: u8,
    /// The hand that will hold a missile or melee spell: 0 is the main hand.
    #[value(default, shown, range = 0..=3)]
    pub hand: u8,
    /// Known items that a search ignores (`DF-447`).
    #[value(default, shown)]
    pub ignoring: u8,
    /// The game master's modifier.
    #[value(skip)]
    pub situational: i8,
    /// What disturbed the caster since the last roll for distraction.
    #[value(skip)]
    pub disturbed: Disturbed,
}

/// `DF-R51` What of an attack disturbs a caster: one roll at its end, with the worst modifier.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Disturbed {
    /// Nothing.
    #[default]
    Not,
    /// Something that calls for Will-3 (`DF-421`).
    Distracted,
    /// An injury, for which shock counts too (`DF-423`).
    Injured,
}

/// What a combatant is in the middle of from one turn to the next. One thing at a time: each of
/// these is given up for another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Doing {
    /// Nothing that lasts.
    #[default]
    Nothing,
    /// Aiming (`DF-075`).
    Aiming(Aimed),
    /// Casting (`DF-420`).
    Casting(Casting),
    /// Waiting (`DF-085`).
    Waiting(Waiting),
}

/// `DF-437` A spell that is ready in a hand or staff.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, FromValue, ToValue)]
#[value(rename = "HeldFile")]
pub struct HeldSpell {
    /// Its name.
    #[value(named = "spell")]
    pub spell: u8,
    /// Its energy.
    #[value(default, shown)]
    pub energy: u8,
    /// The hand: 0 is the main hand.
    #[value(default, shown, range = 0..=3)]
    pub hand: u8,
    /// Seconds in which it was cast and enlarged; 0 if it can no longer be enlarged (`DF-R52`).
    #[value(default, shown)]
    pub seconds: u8,
}

impl HeldSpell {
    /// None.
    pub const NONE: Self = Self { spell: NONE, energy: 0, hand: 0, seconds: 0 };
}

/// `DF-085` The event that a Wait is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, FromValue, ToValue)]
pub enum Trigger {
    /// A foe comes within the reach of the weapon (for Ready: adjacent).
    ComesIntoReach,
    /// A foe moves at all.
    Moves,
    /// A foe moves closer in order to attack in melee or to evade past (`DF-095`): Stop Thrust.
    Charges,
    /// A foe appears or moves in the watched area (`DF-243`).
    InArea,
    /// A foe declares an attack on the waiter.
    AttacksMe,
    /// A foe declares an attack on anybody.
    Attacks,
    /// A foe declares a spell.
    Casts,
    /// A foe readies an item, aims or waits.
    Prepares,
    /// A foe falls or kneels.
    GoesDown,
    /// A foe is wounded.
    IsWounded,
}

/// `DF-085` What a waiter will do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, FromValue, ToValue)]
pub enum Reaction {
    /// Attack.
    Attack,
    /// All-Out Attack (Determined).
    Determined,
    /// All-Out Attack (Double).
    DoubleAttack,
    /// All-Out Attack (Feint).
    FeintAttack,
    /// All-Out Attack (Strong).
    Strong,
    /// All-Out Attack with a ranged weapon.
    AllOutRanged,
    /// Feint.
    Feint,
    /// Ready the item whose number stands in `mode`.
    Ready,
}

/// `DF-085` How the attack of a waiter is made: by the defined kind, with the weapon or the hands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, ToValue)]
pub enum Form {
    /// A strike.
    #[default]
    Strike,
    /// A Rapid Strike (`DF-219`).
    Rapid,
    /// A Dual-Weapon Attack (`DF-213`).
    Dual,
    /// A shove (`DF-228`).
    Shove,
    /// A slam (`DF-229`).
    Slam,
    /// A grab (`DF-485`).
    Grab,
    /// `DF-495`.
    Takedown,
    /// `DF-497`.
    Pin,
    /// `DF-499`.
    Strangle,
    /// `DF-489`.
    Wrest,
    /// `DF-490`.
    ForceDrop,
    /// `DF-509`.
    BreakFree,
}

impl Form {
    /// Whether it is made with the body, rather than with a weapon or blow.
    pub const fn is_close(self) -> bool {
        !matches!(self, Self::Strike | Self::Rapid | Self::Dual)
    }
}

/// `DF-243` `DF-244` The area of an opportunity fire.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Area {
    /// Where it begins, or the center of a disc.
    pub from: Cell,
    /// The direction of a row or line.
    pub towards: Facing,
    /// Hexes of a row; 0 for a line without end; 128 plus the radius for a disc.
    pub size: u8,
}

/// `DF-085` A Wait that stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Waiting {
    /// The event.
    pub trigger: Trigger,
    /// Whose; [`NONE`] for any foe.
    pub foe: u8,
    /// The reaction.
    pub reaction: Reaction,
    /// The mode that attacks or feints, or the item to ready.
    pub mode: u16,
    /// Where it will strike: a [`Location`], or [`NONE`] for a random one.
    pub location: u8,
    /// Deceptive levels (`DF-222`).
    pub deceptive: u8,
    /// How an attack is made.
    pub form: Form,
    /// The second mode of a Dual-Weapon Attack, or the item that is grabbed; [`NO_MODE`] otherwise.
    pub other: u16,
    /// Turns for which the same single hex has been watched (`DF-245`); 0 otherwise. The engine
    /// keeps it.
    pub seconds: u8,
    /// The crossbow is braced (`DF-247`).
    pub braced: bool,
    /// The movement of the reaction was taken already (`DF-088`). The engine keeps it.
    pub moved: bool,
    /// The watched area of [`Trigger::InArea`].
    pub area: Area,
}

impl Waiting {
    /// An Attack on whatever moves.
    pub const NOTHING: Self = Self {
        trigger: Trigger::Moves,
        foe: NONE,
        reaction: Reaction::Attack,
        mode: 0,
        location: Location::Torso as u8,
        deceptive: 0,
        form: Form::Strike,
        other: NO_MODE,
        seconds: 0,
        braced: false,
        moved: false,
        area: Area { from: Cell { q: 0, r: 0 }, towards: Facing::E, size: 1 },
    };
}

/// Stands for no mode.
pub const NO_MODE: u16 = ItemId::NONE.0;

/// `DF-067` `DF-068` The choice of an All-Out Defense.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, FromValue, ToValue)]
pub enum DefenseFocus {
    /// No All-Out Defense.
    #[default]
    None,
    /// +2 to Dodge.
    Dodge,
    /// +2 to Parry.
    Parry,
    /// +2 to Block.
    Block,
    /// Two different defenses against each attack.
    Double,
}
