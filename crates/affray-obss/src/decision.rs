//! Every decision of the game: questions and their answers.
//!
//! The order in which the engine asks is part 4 of the ledger. Each chapter judges its own answers and
//! lists the options of a person; [`judge`](crate::judge) finds the chapter.

use crate::files::choices::{ActForm, BracedForm, InitiativeForm, ReactForm, RestForm, SaveForm};
use crate::sheet::Save;
use crate::turn::react::Trigger;
use affray_files::value::{FromValue, Schema, ToValue};
use affray_grid::{Cell, Facing};
use affray_kernel::referee::CombatantId;
use affray_session::choices::Asked;

pub use crate::body::aftermath::After;
pub use crate::state::NONE;

/// A decision that is due.
#[derive(Debug, Clone, Copy, PartialEq, Asked)]
pub enum Question {
    /// `OB-022` `OB-D02` DEX or INT for initiative, and luck.
    #[asked(example = "`dex` or `int`")]
    Initiative {
        /// The one who rolls.
        who: CombatantId,
    },
    /// `OB-040` `OB-D05` `OB-D11` `OB-D13` `OB-D17` `OB-D18` The next action of an activation, or its end.
    #[asked(example = "`{ attack = \"Bel\" }`")]
    Act {
        /// The active combatant.
        who: CombatantId,
    },
    /// `OB-050` `OB-D06` The next square of a move.
    #[asked(example = "`E`, `draw ITEM`, `sheathe ITEM`, `overrun E` or `stop`")]
    Advance {
        /// The mover.
        who: CombatantId,
        /// The move so far.
        path: Path,
    },
    /// `OB-235` `OB-D03` `OB-D07` `OB-D09` `OB-D10` `OB-D16` Whether and how to act in the middle of another's act.
    #[asked(example = "`strike` or `pass`")]
    React {
        /// The one who may.
        who: CombatantId,
        /// The combatant whose act is interrupted.
        to: CombatantId,
        /// The act.
        trigger: Trigger,
    },
    /// `OB-241` The free attack of a weapon that was set against a charge.
    #[asked(example = "a weapon or `pass`")]
    Braced {
        /// The one who set it.
        who: CombatantId,
        /// The charger.
        at: CombatantId,
    },
    /// `OB-224` `OB-D12` Where to, how far, and whether the pusher follows.
    #[asked(example = "`{ squares = 1 }`")]
    Push {
        /// The pusher.
        who: CombatantId,
        /// Whom.
        target: CombatantId,
        /// Squares at the most.
        most: u8,
    },
    /// `OB-015` `OB-D15` Luck for a saving throw, before its dice.
    #[asked(example = "how much luck")]
    Save {
        /// The one who saves.
        who: CombatantId,
        /// Which save.
        save: Save,
        /// The number to reach.
        against: i32,
    },
    /// `OB-300` `OB-D20` Whether to rest for eight hours, and the number that HP come back by.
    #[asked(example = "`bab`, `cl` or `none`")]
    Rest {
        /// The one who may.
        who: CombatantId,
    },
    /// `OB-D20` What comes next after the battle.
    #[asked(example = "`round`, `{ pass-time = { hours = 1 } }`, `rest` or `over`")]
    After {
        /// The first who is able to act.
        who: CombatantId,
        /// Rounds since the battle was over.
        rounds: u32,
    },
}

/// A move as far as it has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Path {
    /// Meters that it may cost.
    pub budget: u16,
    /// Meters spent.
    pub spent: u16,
    /// Squares entered.
    pub steps: u8,
    /// It is a Run (`OB-054`).
    pub run: bool,
    /// `OB-228` The Overrun of this move is paid.
    pub overruns: bool,
    /// `OB-230` It was given back.
    pub refunded: bool,
    /// `OB-227` The enemies that were overrun, one bit each.
    pub passed: u64,
    /// `OB-229` The last free square.
    pub free: Cell,
}

impl Path {
    /// A move that begins.
    pub const fn begin(from: Cell, budget: u16, run: bool) -> Self {
        Self { budget, spent: 0, steps: 0, run, overruns: false, refunded: false, passed: 0, free: from }
    }
    /// Meters left.
    pub const fn left(&self) -> u16 {
        self.budget.saturating_sub(self.spent)
    }
}

/// A decision. The variants answer the questions of the same names. In files it is a table with one key.
#[derive(Debug, Clone, Copy, PartialEq, FromValue, ToValue)]
pub enum Choice {
    /// Initiative.
    Initiative(#[value(like = InitiativeForm)] Initiative),
    /// An action.
    Act(#[value(like = ActForm)] Action),
    /// A step of a move.
    Advance(Advance),
    /// A reaction.
    React(#[value(like = ReactForm)] Reaction),
    /// The free attack of a weapon that was set; none to forgo it.
    Braced(#[value(like = BracedForm)] Option<Attack>),
    /// The way of a push.
    Push(Push),
    /// `OB-014` A saving throw, with that many dice bought by Trust to Luck.
    Save(#[value(like = SaveForm)] u8),
    /// A rest; none for no rest.
    Rest(#[value(like = RestForm)] Option<RestBy>),
    /// What comes after the battle.
    After(After),
}

/// `OB-224` How a Bull Rush pushes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Push {
    /// The direction.
    pub way: Facing,
    /// How many squares.
    pub squares: u8,
    /// The pusher follows step by step.
    pub follow: bool,
}

/// `OB-210` A special maneuver. Overrun is a part of a move: [`Advance::Overrun`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Maneuver {
    /// Which.
    pub kind: ManeuverKind,
    /// The target.
    pub target: CombatantId,
    /// Disarm: by DEX rather than by STR (`OB-212`).
    pub by_dex: bool,
    /// Disarm: the weapon that the target is to lose, an item of its sheet (`OB-222`).
    pub item: u8,
    /// Dice bought by Trust to Luck (`OB-215`).
    pub luck: u8,
}

/// The special maneuvers that are actions of their own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, FromValue, ToValue)]
pub enum ManeuverKind {
    /// `OB-222`
    Disarm,
    /// `OB-223`
    Feint,
    /// `OB-224`
    BullRush,
    /// `OB-225`
    Grapple,
    /// `OB-231`
    Trip,
}

/// `OB-332` An order of a rider to the mount.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Order {
    /// Movement.
    Move,
    /// Run.
    Run,
    /// An attack.
    Attack(Attack),
    /// Disengage by one square.
    Disengage(Facing),
}

/// `OB-022` How initiative is rolled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, FromValue, ToValue)]
#[value(default)]
pub struct Initiative {
    /// By INT rather than by DEX.
    pub int: bool,
    /// `OB-012` Dice bought by Trust to Luck.
    pub luck: u8,
}

/// An action of an activation.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Action {
    /// No more: the activation ends.
    End,
    /// `OB-152` An attack of the sequence; `OB-195` a Precise Strike.
    Attack(Attack),
    /// `OB-051` Movement.
    Move,
    /// `OB-054` Run.
    Run,
    /// `OB-186` Charge.
    Charge(Attack),
    /// `OB-191` Prepared Defense.
    PreparedDefense,
    /// `OB-192` Total Defense.
    TotalDefense,
    /// `OB-194` Disengage by one square.
    Disengage(Facing),
    /// `OB-197` Stand up for an Action.
    Stand,
    /// `OB-198` Stand up by Acrobatics for the Immediate.
    StandByAcrobatics {
        /// Dice bought by Trust to Luck.
        luck: u8,
    },
    /// `OB-200` Draw an item into a hand.
    Draw {
        /// The item.
        item: u8,
        /// The hand: 0 is the main one. A two-handed weapon takes both.
        hand: u8,
    },
    /// `OB-200` Sheathe the item in a hand.
    Sheathe {
        /// The hand.
        hand: u8,
    },
    /// `OB-038` Drop the item in a hand.
    Drop {
        /// The hand.
        hand: u8,
    },
    /// `OB-149` Use the off-hand weapon for +1 Defense.
    OffHandGuard,
    /// `OB-210` A special maneuver.
    Maneuver(Maneuver),
    /// `OB-226` The upkeep of a hold.
    KeepHold {
        /// Dice bought by Trust to Luck.
        luck: u8,
    },
    /// `OB-226` Out of a hold.
    Escape {
        /// By Acrobatics rather than by Athletics.
        acrobatics: bool,
        /// Dice bought by Trust to Luck.
        luck: u8,
    },
    /// `OB-226` Let go of the held combatant.
    Release,
    /// `OB-208` Drop prone, for a Reaction.
    DropProne,
    /// `OB-206` Mount.
    Mount {
        /// The mount.
        mount: CombatantId,
    },
    /// `OB-206` Dismount into that square.
    Dismount {
        /// The square.
        to: Cell,
    },
    /// `OB-331` The mount does something.
    Order {
        /// The mount.
        mount: CombatantId,
        /// The order.
        order: Order,
    },
    /// `OB-310` Cast a spell.
    Cast(Casting),
    /// `OB-202` Search the backpack for an item.
    Search {
        /// The item.
        item: u8,
        /// The hand that takes it.
        hand: u8,
    },
    /// `OB-203` Take an item from the belt.
    TakeFromBelt {
        /// The item.
        item: u8,
        /// The hand.
        hand: u8,
    },
    /// `OB-203` Pick up an item that lies in the own square.
    PickUp {
        /// Its owner.
        owner: CombatantId,
        /// The item, on that sheet.
        thing: u8,
        /// The hand.
        hand: u8,
    },
    /// `OB-204` Drink the potion that a hand holds, for the Immediate.
    Drink {
        /// The hand.
        hand: u8,
    },
    /// `OB-205` Give another combatant the potion in a hand to drink.
    GiveDrink {
        /// The hand.
        hand: u8,
        /// The receiver.
        to: CombatantId,
    },
    /// `OB-292` First Aid.
    FirstAid {
        /// The receiver.
        patient: CombatantId,
        /// Dice bought by Trust to Luck.
        luck: u8,
    },
    /// `OB-344` Use a power that has uses per day. The game master says its effect.
    UsePower {
        /// The power.
        power: u8,
    },
}

/// `OB-050` A step of a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Advance {
    /// Into the next square that way.
    Step(Facing),
    /// `OB-201` Draw an item on the way.
    Draw {
        /// The item.
        item: u8,
        /// The hand.
        hand: u8,
    },
    /// `OB-201` Sheathe the item in a hand on the way.
    Sheathe {
        /// The hand.
        hand: u8,
    },
    /// No farther.
    Stop,
    /// `OB-227` Into the next square that way, over the enemy there.
    Overrun {
        /// The direction.
        way: Facing,
        /// By Acrobatics rather than by Athletics.
        acrobatics: bool,
        /// Dice bought by Trust to Luck.
        luck: u8,
    },
}

/// `OB-235` An act in the middle of another's act.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Reaction {
    /// Nothing.
    Pass,
    /// `OB-237` An opportunity attack.
    Strike(Attack),
    /// `OB-243` Stand up by Acrobatics for the Immediate.
    StandByAcrobatics {
        /// Dice bought by Trust to Luck.
        luck: u8,
    },
    /// `OB-240` Set that weapon against the charge.
    Set {
        /// The weapon.
        item: u8,
    },
    /// `OB-243` Drink the potion that a hand holds.
    Drink {
        /// The hand.
        hand: u8,
    },
    /// `OB-243` Cast a spell that costs the Immediate.
    Cast(Casting),
}

/// `OB-310` `OB-D14` A spell as it is cast.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Casting {
    /// The spell.
    pub spell: u8,
    /// Its target, or the point around which it works.
    pub aim: Aim,
    /// Dice bought by Trust to Luck for its attack roll.
    pub luck: u8,
    /// The game master's word on its attack.
    pub circumstances: Circumstances,
}

/// The aim of a spell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Schema, ToValue)]
pub enum Aim {
    /// A combatant; for an area, its square.
    Whom(CombatantId),
    /// `OB-322` At a point.
    At(Cell),
}

/// `OB-300` The number that HP come back by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, FromValue, ToValue)]
#[value(rename_all = "lowercase")]
pub enum RestBy {
    /// CON and BAB.
    Bab,
    /// CON and CL.
    Cl,
}

/// How a weapon is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, FromValue, ToValue)]
pub enum Way {
    /// In melee.
    #[default]
    Melee,
    /// Shot or thrown.
    Ranged,
}

/// A degree of cover.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, FromValue, ToValue)]
#[value(rename_all = "lowercase")]
#[allow(missing_docs, reason = "the degrees of OB-113")]
pub enum Cover {
    #[default]
    None,
    Light,
    Medium,
    Complete,
}

impl Cover {
    /// `OB-113` Its bonus to Defense.
    pub const fn bonus(self) -> i32 {
        match self {
            Self::None => 0,
            Self::Light => 2,
            Self::Medium => 4,
            Self::Complete => 8,
        }
    }
    /// It in words.
    pub const fn name(self) -> &'static str {
        match self {
            Self::None => "no cover",
            Self::Light => "light cover",
            Self::Medium => "medium cover",
            Self::Complete => "complete cover",
        }
    }
}

/// `OB-109` The game master's word on one attack.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, FromValue, ToValue)]
#[value(default)]
pub struct Circumstances {
    /// `OB-092` It comes from behind.
    pub from_behind: bool,
    /// `OB-115` The cover of the target against it.
    pub cover: Option<Cover>,
    /// Added to the attack roll, -8 to 8.
    pub ar: i8,
    /// Dice added to the pool, -2 to 2.
    pub dice: i8,
    /// Added to Defense, -8 to 8.
    pub def: i8,
}

/// `OB-D08` An attack with all its options.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Attack {
    /// The target.
    pub target: CombatantId,
    /// The weapon, as an item; 0 is unarmed.
    pub item: u8,
    /// With the off hand (`OB-147`).
    pub off_hand: bool,
    /// In melee or at range.
    pub way: Way,
    /// By DEX, with a versatile weapon (`OB-080`).
    pub by_dex: bool,
    /// For nonlethal damage (`OB-082`).
    pub nonlethal: bool,
    /// It only has to touch, and does nothing by itself (`OB-081`).
    pub touch: bool,
    /// A Precise Strike (`OB-195`).
    pub precise: bool,
    /// The first of a pair under the Low Level Option (`OB-155`).
    pub pair: bool,
    /// Dice bought by Trust to Luck (`OB-012`).
    pub luck: u8,
    /// The game master's word.
    pub circumstances: Circumstances,
}

impl Attack {
    /// A plain melee attack.
    pub const fn melee(target: CombatantId, item: u8) -> Self {
        Self {
            target,
            item,
            off_hand: false,
            way: Way::Melee,
            by_dex: false,
            nonlethal: false,
            touch: false,
            precise: false,
            pair: false,
            luck: 0,
            circumstances: Circumstances { from_behind: false, cover: None, ar: 0, dice: 0, def: 0 },
        }
    }
}

/// A cell as two numbers, for refusals.
pub(crate) fn place(cell: Cell) -> [i32; 2] {
    [i32::from(cell.q), i32::from(cell.r)]
}
