//! Every decision of the game: what is asked, and what may be answered.
//!
//! The order in which the engine asks is part 4 of the ledger. Bigger choices are made of small
//! ones, maneuver first. `judge` (beside each chapter's rules) refuses an illegal answer with the
//! rule that it breaks; `options` lists what a person would be shown.

pub use crate::body::aftermath::After;
pub use crate::files::choices::Anything;
use crate::files::choices::{DiveForm, Holding, StepForm};
use crate::sheet::{ItemId, Location};
use crate::state::{Area, DefenseFocus, Posture, Waiting};
use affray_files::value::{FromValue, Schema, ToValue};
use affray_grid::{Cell, Facing, SideOrNone};
use affray_kernel::referee::CombatantId;
use affray_session::choices::Asked;

pub use crate::state::{NO_MODE, NONE};

/// A decision that is due.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Asked)]
pub enum Question {
    /// `DF-R42` `DF-D02` Act, or do nothing to avoid the roll to stay conscious. Asked only if such a roll
    /// is due.
    #[asked(key = "act")]
    Begin {
        /// Whose turn it is.
        who: CombatantId,
    },
    /// `DF-108` `DF-D02` `DF-D14` Free actions before the maneuver, one at a time until `Free::Done`.
    #[asked(example = "`crouch`, `{ drop = \"Broadsword\" }` or `done`")]
    Free {
        /// Whose turn it is.
        who: CombatantId,
    },
    /// `DF-050` `DF-D03` The one maneuver.
    #[asked(example = crate::words::MANEUVERS)]
    Maneuver {
        /// Whose turn it is.
        who: CombatantId,
    },
    /// `DF-053` `DF-D04` The Step: asked before the action and, if it was not taken then, after it.
    #[asked(example = "a side such as `NE`, `{ to = \"NE\", facing = \"E\" }` or `none`")]
    Step {
        /// Whose turn it is.
        who: CombatantId,
        /// The action is over.
        after: bool,
    },
    /// `DF-110` `DF-D04` The next hex or turn of a full or half move.
    #[asked(key = "path", example = "`E`, `side E`, `turn NE`, `close E`, `attack` or `stop`")]
    Advance {
        /// Who moves.
        who: CombatantId,
        /// What the move has been so far.
        path: Path,
    },
    /// `DF-118` `DF-158` `DF-D13` `DF-R111` The last facing, and a crouch, at the end of the turn or a reaction.
    #[asked(example = "a side such as `NE`, `{ facing = \"E\", crouch = true }` or `none`")]
    Finish {
        /// Whose turn ends.
        who: CombatantId,
        /// How far it may turn: 6 for any facing, 1 for one side, 0 for none.
        turn: u8,
        /// Whether it may crouch.
        crouch: bool,
    },
    /// `DF-170` `DF-D07` `DF-D09` An attack, declared with all its options.
    #[asked(example = "`{ target = \"Orc\", at = \"neck\", deceptive = 1 }`, the name of a target or `none`")]
    Attack {
        /// Who attacks.
        who: CombatantId,
        /// What the maneuver allows.
        plan: AttackPlan,
    },
    /// `DF-070` The foe of a feint.
    #[asked(example = "`{ target = \"Orc\" }` or the name of a target")]
    Feint {
        /// Who feints.
        who: CombatantId,
        /// The only foe it may be, or [`NONE`] for any.
        only: u8,
    },
    /// `DF-122` `DF-D05` Whether to resist somebody's passing.
    ResistEvade {
        /// Who is passed.
        who: CombatantId,
        /// Who passes.
        by: CombatantId,
    },
    /// `DF-086` `DF-090` `DF-D06` Whether a waiter acts on the event.
    React {
        /// Who waits.
        who: CombatantId,
        /// Whose event it is.
        to: CombatantId,
    },
    /// `DF-255` `DF-D08` The defense against an attack that hit.
    #[asked(example = "`dodge`, `parry`, `block`, `none` or `{ with = \"parry\", retreat = true }`")]
    Defend {
        /// Who is attacked.
        who: CombatantId,
        /// By what.
        attack: IncomingAttack,
        /// The defense that was tried first, under `DF-068`.
        failed: Option<DefenseKind>,
    },
    /// `DF-276` Whether to dive for cover from an area.
    #[asked(example = "a side such as `NE`, `stay` or `none`")]
    Dive {
        /// Who is in the area.
        who: CombatantId,
        /// Where its center is.
        center: Cell,
    },
    /// `DF-421` Whether to keep a spell when a roll for distraction is due.
    Keep {
        /// Who casts.
        who: CombatantId,
    },
    /// `DF-431` Whether to resist a spell.
    #[asked(key = "resist")]
    ResistSpell {
        /// The target.
        who: CombatantId,
        /// The caster.
        by: CombatantId,
    },
    /// Whether to pay for a lasting spell that is about to end.
    Maintain {
        /// The caster.
        who: CombatantId,
        /// The spell.
        spell: u8,
        /// On whom.
        on: CombatantId,
    },
    /// `DF-496` Where the second hex of a fallen foe lies.
    #[asked(example = "a side such as `NE`")]
    Fall {
        /// The winner, which chooses.
        who: CombatantId,
        /// Who falls.
        victim: CombatantId,
    },
    /// `DF-D15` What comes next after the battle.
    #[asked(example = "`{ first-aid = { healer = \"Arn\", patient = \"Bo\" } }`, `{ rest = { minutes = 60 } }`, \
                   `{ pass-time = { minutes = 15 } }` or `over`")]
    After {
        /// Somebody who is still there.
        who: CombatantId,
        /// Minutes since the battle.
        minutes: u32,
    },
}

/// A move as far as it has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Path {
    /// The budget in half points.
    pub budget: i16,
    /// Half points spent.
    pub spent: i16,
    /// Hexes entered.
    pub hexes: u8,
    /// Only forward movement is allowed, or was made so far in a sprint.
    pub forward_only: bool,
    /// The budget holds the extra point of a sprint (`DF-082`).
    pub sprint: bool,
    /// An attack can still be made on the way (`DF-101`).
    pub may_attack: bool,
    /// Move and Attack: rolls for the movement are at -2 (`DF-102`).
    pub hurried: bool,
    /// Forward hexes in one straight line up to here, for a slam (`DF-R26`).
    pub straight: u8,
}

/// What a maneuver allows of an attack.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct AttackPlan {
    /// The maneuver.
    pub from: AttackFrom,
    /// Attacks still to come after this one, of All-Out Attack (Double).
    pub more: u8,
    /// This is the second strike of a Rapid Strike (`DF-219`).
    pub rapid: bool,
    /// Rapid Strike or Dual-Weapon Attack was used already this turn (`DF-211`).
    pub traded: bool,
    /// The only foe it may be at, or [`NONE`].
    pub only: u8,
    /// Of the second rapid strike: the mode of the first, whose weapon it is made with; [`NO_MODE`] otherwise.
    pub mode: u16,
    /// The hand that struck then, if it was unarmed; [`NONE`] otherwise.
    pub hand: u8,
    /// The move up to here, of Move and Attack.
    pub straight: u8,
    /// Extra damage of a Stop Thrust (`DF-096`).
    pub thrust_bonus: u8,
    /// Penalty of opportunity fire, a positive number (`DF-244`).
    pub area_penalty: u8,
    /// Turns that count as aimed at the watched hex (`DF-245`).
    pub watched: u8,
    /// The crossbow was braced in all of them (`DF-247`).
    pub braced: bool,
    /// The reaction of a Wait: the target's declaration is fixed (`DF-089`).
    pub reaction: bool,
}

/// The maneuver that an attack belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AttackFrom {
    /// Attack.
    Attack,
    /// All-Out Attack.
    AllOut(AllOut),
    /// Move and Attack.
    MoveAndAttack,
}

/// `DF-058` The one bonus of an All-Out Attack.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, FromValue, ToValue)]
pub enum AllOut {
    /// +4 to hit in melee.
    Determined,
    /// Two attacks at one foe.
    Double,
    /// A feint, then an attack.
    Feint,
    /// +2 damage, or +1 per die.
    Strong,
    /// +1 to hit at range.
    Ranged,
}

/// An attack that comes in, as its defender sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct IncomingAttack {
    /// Who attacks.
    pub by: CombatantId,
    /// With what.
    pub kind: IncomingKind,
    /// The attacker's mode; [`NO_MODE`] for a grab, shove or slam.
    pub mode: u16,
    /// The hand or foot of an unarmed attack, as in [`Strike::hand`]; [`NONE`] where it says nothing.
    pub hand: u8,
    /// From where, seen by the defender.
    pub arc: affray_grid::Arc,
    /// Whether range rules hold.
    pub ranged: bool,
    /// A missile, which cannot be parried (`DF-281`).
    pub missile: bool,
    /// Levels of deception (`DF-222`).
    pub deceptive: u8,
    /// Penalty of a feint (`DF-071`).
    pub feint: u8,
    /// Both strikes of a Dual-Weapon Attack are at this defender (`DF-216`).
    pub dual: bool,
    /// From above (`DF-188`).
    pub above: bool,
    /// Attacker and defender share a hex, or the attack comes into one where close combat is
    /// (`DF-469`).
    pub close: bool,
}

/// What kind of attack comes in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Schema, ToValue)]
pub enum IncomingKind {
    /// A blow, shot or throw.
    Strike,
    /// A grab.
    Grab,
    /// A shove.
    Shove,
    /// A slam.
    Slam,
    /// A held melee spell.
    Touch,
    /// A missile spell.
    MissileSpell,
}

/// What was decided. In files it is a table with one key, the name of the variant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, FromValue, ToValue)]
pub enum Choice {
    /// Act or do nothing, where a roll to stay conscious is due. Default: `true`, unless the maneuver
    /// is `do-nothing`.
    #[value(rename = "act")]
    Begin(bool),
    /// Free actions before the maneuver, in their order.
    Free(Free),
    /// The maneuver. Default: `do-nothing`.
    Maneuver(Maneuver),
    /// The Step. Default: none.
    Step(#[value(like = StepForm)] Option<Step>),
    /// A full or half move, piece by piece. Default: none. Each piece is a string: `"E"` enters the
    /// hex on that side forward, `"side E"` sidesteps or backs into it, `"turn NE"` turns before the
    /// first hex, `"close E"` and `"side close E"` enter the hex of a foe to stay in it, `"attack"` is
    /// where the attack of a Move and Attack falls.
    #[value(rename = "path")]
    Advance(Advance),
    /// The last facing and a crouch at the end, of reactions and the turn in their order. Default: neither changes.
    Finish(Finish),
    /// The attacks, in their order.
    Attack(Attack),
    /// The feint.
    Feint(FeintAt),
    /// Whether foes resist being passed, in the order in which they are asked. Default: `true`.
    #[value(rename = "resist_evade")]
    ResistEvade(bool),
    /// Whether waiters react, in the order in which they are asked. Default: `true`.
    React(bool),
    /// Whether casters keep their spells when distracted. Default: `true`.
    Keep(bool),
    /// Whether targets resist spells. Default: `true`.
    Resist(bool),
    /// Whether casters pay for lasting spells that are about to end. Default: `false`.
    Maintain(bool),
    /// Defenses, in the order in which attacks hit. Default: none.
    Defend(Defense),
    /// The hex sides to which those in a blast dive: a side, or `"stay"` to dive on the spot; leave
    /// out for no dive. Default: no dive.
    Dive(#[value(like = DiveForm)] Option<Cell>),
    /// The side on which the second hex of a thrown foe lies. Default: behind it.
    Fall(Facing),
    /// What comes next after the battle.
    After(After),
}

/// `DF-108` A free action.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, FromValue, ToValue)]
#[value(expected = "a free action, as a word or a table")]
pub enum Free {
    /// No more of them.
    Done,
    /// Drop what a hand holds: an item, a spell, or `"hand 0"`.
    Drop(#[value(like = Holding)] u8),
    /// Let a grabbed foe go.
    Release(CombatantId),
    /// Leave a crouch (`DF-159`).
    Rise,
    /// Crouch at the start of the turn (`DF-158`).
    Crouch,
    /// Fast-Draw an item into a hand (`DF-R98`).
    FastDraw {
        /// The item.
        item: ItemId,
        /// The hand: 0 is the main hand.
        #[value(default)]
        hand: u8,
    },
    /// Leave the fight (`DF-R101`).
    Leave,
    /// Give up what is being cast.
    CancelCasting,
    /// Dissipate a held spell (`DF-437`).
    Dissipate {
        /// The hand that holds it.
        hand: u8,
    },
}

/// `DF-057` A maneuver with its sub-choice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, FromValue, ToValue)]
#[value(tag = "maneuver", word = "maneuver", expected = "a maneuver, as a word or a table")]
pub enum Maneuver {
    /// All-Out Attack with its one bonus.
    AllOutAttack(
        /// The one bonus of an All-Out Attack: `determined`, `double`, `feint`, `strong` or `ranged`.
        #[value(rename = "bonus")]
        AllOut,
    ),
    /// Attack.
    Attack,
    /// All-Out Defense.
    AllOutDefense(
        /// The choice of an All-Out Defense: `dodge`, `parry`, `block` or `double`.
        #[value(rename = "focus")]
        DefenseFocus,
    ),
    /// Move and Attack.
    MoveAndAttack,
    /// Feint.
    Feint,
    /// Aim.
    Aim(
        /// What is aimed at whom.
        #[value(rename = "aim")]
        AimAt,
    ),
    /// Move.
    Move,
    /// Change Posture.
    ChangePosture {
        /// The posture that a Change Posture leads to.
        #[value(rename = "posture")]
        to: Posture,
        /// The side on which the second hex lies afterwards. Default: the engine chooses.
        #[value(rename = "second_hex", default = NONE, like = SideOrNone)]
        second: u8,
    },
    /// Concentrate.
    Concentrate(
        /// What is cast, or `"think"`, `"go-on"`.
        #[value(rename = "cast")]
        Concentrate,
    ),
    /// Ready.
    Ready(
        /// What is readied.
        #[value(rename = "ready")]
        Ready,
    ),
    /// Do Nothing.
    DoNothing,
    /// Wait, Stop Thrust or opportunity fire.
    Wait(
        /// What is waited for.
        #[value(rename = "wait")]
        WaitFor,
    ),
}

/// `DF-075` A weapon and the target that it is aimed at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, FromValue, ToValue)]
#[value(expected = "a table such as { target = \"Orc\", with = \"bow\" }")]
pub struct AimAt {
    /// The weapon or its mode. Default: the first ranged mode.
    #[value(rename = "with", named = "aimed attack", usual)]
    pub mode: u16,
    /// At whom.
    pub target: CombatantId,
    /// Braced (`DF-077`).
    #[value(default)]
    pub brace: bool,
}

/// `DF-085` What is waited for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct WaitFor {
    /// The contract.
    pub contract: Waiting,
    /// The movement of the reaction is taken at once, on the own turn (`DF-088`).
    pub move_now: bool,
}

/// `DF-105` What is concentrated on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Concentrate {
    /// Some mental action that is no spell.
    Think,
    /// A spell is begun.
    Cast(Cast),
    /// The spell that was begun goes on.
    GoOn,
    /// It goes on, but at another target or place; not one that was pointed at (`DF-427`).
    GoOnAt {
        /// On whom; [`NONE`] for a place.
        target: u8,
        /// The center of an area.
        cell: Cell,
    },
    /// A held missile is enlarged by that much energy (`DF-436`).
    Enlarge {
        /// The hand that holds it.
        hand: u8,
        /// Energy added.
        energy: u8,
    },
}

/// `DF-420` A spell as it is begun.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Cast {
    /// The spell.
    pub spell: u8,
    /// On whom; [`NONE`] for a place or nothing.
    pub target: u8,
    /// Energy.
    pub energy: u8,
    /// How much of it is paid in HP (`DF-R50`).
    pub hp: u8,
    /// Point with baton or staff (`DF-427`).
    pub point: bool,
    /// The hand that will hold a missile or melee spell.
    pub hand: u8,
    /// The center of an area.
    pub cell: Cell,
    /// The radius of an area in hexes, or of a search in tiles (`DF-448`).
    pub radius: u16,
    /// Known items that a search ignores (`DF-447`).
    pub ignoring: u8,
    /// The game master's modifier.
    pub situational: i8,
}

/// `DF-106` What is readied.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, FromValue, ToValue)]
pub enum Ready {
    /// Draw an item, or pick one up from the own hex, into a hand.
    Draw {
        /// The item.
        item: ItemId,
        /// The hand; the first of two for a two-handed item: 0 is the main hand.
        #[value(default)]
        hand: u8,
    },
    /// Get an item under control again.
    Regain(ItemId),
    /// Hold a weapon for its other reach.
    Reach(ItemId),
    /// One step of a reload.
    Reload(ItemId),
    /// Put an item away.
    Sheathe(ItemId),
    /// Take an item into another hand or grip.
    Shift {
        /// The item.
        item: ItemId,
        /// The hand.
        hand: u8,
    },
    /// Get rid of a shield in close combat (`DF-466`).
    DitchShield(ItemId),
    /// Lift a grabbed foe (`DF-R35`).
    Lift(CombatantId),
    /// A door, an ability, anything the map does not know.
    Other(Anything),
}

/// `DF-053` A Step: a hex, or a change between kneeling and standing, and a facing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Step {
    /// The side by which the hex is left, if one is.
    pub hex: Option<Facing>,
    /// The new posture, if that takes the place of the hex (`DF-160`).
    pub posture: Option<Posture>,
    /// The facing afterwards (`DF-055`).
    pub facing: Facing,
}

/// `DF-110` A piece of a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Advance {
    /// Into one of the three front hexes, facing the direction of travel (`DF-113`).
    Forward {
        /// The side by which the hex is left.
        side: Facing,
        /// To stay in the hex of a foe rather than pass (`DF-123`).
        close: bool,
    },
    /// Into any adjacent hex, keeping the facing (`DF-114`).
    Sidestep {
        /// The side by which the hex is left.
        side: Facing,
        /// See `Forward`.
        close: bool,
    },
    /// Turn before the first hex (`DF-115`).
    Turn {
        /// The new facing.
        to: Facing,
    },
    /// Attack now (`DF-101`).
    Attack,
    /// The move is over.
    Stop,
}

/// `DF-118` `DF-158` The end of a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Finish {
    /// The last facing.
    pub facing: Facing,
    /// Crouch.
    pub crouch: bool,
}

/// `DF-070` A feint.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct FeintAt {
    /// The foe; the feinter itself for no feint after all.
    pub target: CombatantId,
    /// The item that feints; [`ItemId::NONE`] for the body, a cloak or a shield.
    pub item: ItemId,
    /// The game master's modifier, of the feinter.
    pub situational: i8,
}

/// What a blow is aimed at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Schema, ToValue)]
pub enum Aim {
    /// A location.
    At(Location),
    /// Chinks in the armor of a location (`DF-176`..`DF-178`).
    Chinks(Location),
    /// Wherever the dice say (`DF-182`).
    Random,
    /// An item, to damage it (`DF-183`).
    Damage(ItemId),
    /// An item, to strike it out of the hand (`DF-184`).
    Disarm(ItemId),
}

/// One blow, shot or throw.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Strike {
    /// The mode: a place in [`Sheet::modes`](crate::sheet::Sheet::modes), 128 plus the hand that
    /// holds a spell (`DF-434`, `DF-435`), or that of another's weapon (see
    /// [`mode_of`](crate::items::borrowed::mode_of)).
    pub mode: u16,
    /// The hand or foot of an unarmed strike; [`NONE`] where the weapon says it.
    pub hand: u8,
    /// At whom.
    pub target: CombatantId,
    /// At what.
    pub aim: Aim,
    /// Levels of deception (`DF-222`).
    pub deceptive: u8,
    /// The game master's modifier (`DF-012`).
    pub situational: i8,
    /// The speed of the attacker's mount or vehicle (`DF-238`).
    pub mount_speed: u8,
    /// The target cannot perceive the attack (`DF-R61`).
    pub unseen: bool,
    /// Drops onto the target from above, landing on that side of it or, for [`NONE`], in its hex
    /// (`DF-188`).
    pub drop: Option<u8>,
}

impl AttackPlan {
    /// One plain attack of the maneuver.
    pub const fn of(from: AttackFrom) -> Self {
        Self {
            from,
            more: 0,
            rapid: false,
            traded: false,
            only: NONE,
            mode: NO_MODE,
            hand: NONE,
            straight: 0,
            thrust_bonus: 0,
            area_penalty: 0,
            watched: 0,
            braced: false,
            reaction: false,
        }
    }
}

impl Strike {
    /// A plain strike at the torso.
    pub const fn plain(mode: u16, target: CombatantId) -> Self {
        Self {
            mode,
            hand: NONE,
            target,
            aim: Aim::At(Location::Torso),
            deceptive: 0,
            situational: 0,
            mount_speed: 0,
            unseen: false,
            drop: None,
        }
    }
}

/// An attack of any kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Attack {
    /// No attack after all.
    Forgo,
    /// A strike.
    Strike(Strike),
    /// The first strike of a Rapid Strike (`DF-219`); the second is asked for afterwards.
    Rapid(Strike),
    /// Both strikes of a Dual-Weapon Attack (`DF-213`), the main hand's first.
    Dual(Strike, Strike),
    /// A shove (`DF-228`).
    Shove(Grapple),
    /// A slam (`DF-229`).
    Slam(Grapple),
    /// A grab of a part of the body (`DF-485`).
    Grab(Grapple, Location),
    /// A grab of a held item.
    GrabItem(Grapple, ItemId),
    /// `DF-495`.
    Takedown(Grapple),
    /// `DF-497`.
    Pin(Grapple),
    /// `DF-499`.
    Strangle(Grapple),
    /// Take a grabbed item (`DF-489`).
    Wrest(Grapple),
    /// Make the foe drop what a grabbed hand holds (`DF-490`).
    ForceDrop(Grapple),
    /// `DF-509`.
    BreakFree(Grapple),
    /// Help that fighter in a takedown or pin this second (`DF-472`).
    Assist(CombatantId),
}

impl Attack {
    /// How an attack of close combat takes hold; `None` of a strike, of help and of no attack.
    pub const fn at_close(&self) -> Option<Grapple> {
        match *self {
            Self::Forgo | Self::Strike(_) | Self::Rapid(_) | Self::Dual(..) | Self::Assist(_) => None,
            Self::Shove(with)
            | Self::Slam(with)
            | Self::Grab(with, _)
            | Self::GrabItem(with, _)
            | Self::Takedown(with)
            | Self::Pin(with)
            | Self::Strangle(with)
            | Self::Wrest(with)
            | Self::ForceDrop(with)
            | Self::BreakFree(with) => Some(with),
        }
    }
}

/// Whom a close attack is at, and with which hands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Grapple {
    /// The other one.
    pub target: CombatantId,
    /// Hands used, as bits.
    pub hands: u8,
    /// The game master's modifier.
    pub situational: i8,
}

/// The kinds of active defense.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Schema, ToValue)]
pub enum DefenseKind {
    /// None.
    None,
    /// `DF-256`.
    Dodge,
    /// `DF-257`, with what that hand holds, or with the hand itself.
    Parry {
        /// The hand.
        hand: u8,
    },
    /// `DF-263`, with the shield or cloak.
    Block,
    /// `DF-268`.
    BlockWithFoe,
    /// `DF-441`.
    Spell {
        /// Which.
        #[value(named = "spell")]
        spell: u8,
    },
}

/// A defense with its options.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Defense {
    /// The kind.
    pub kind: DefenseKind,
    /// Retreat by that side (`DF-270`).
    pub retreat: Option<Facing>,
    /// Acrobatic Dodge (`DF-269`).
    pub acrobatic: bool,
    /// Dodge and Drop (`DF-275`).
    pub drop: bool,
    /// The game master's modifier.
    pub situational: i8,
}

impl Defense {
    /// A defense without options.
    pub const fn plain(kind: DefenseKind) -> Self {
        Self { kind, retreat: None, acrobatic: false, drop: false, situational: 0 }
    }
    /// No defense.
    pub const NONE: Self = Self::plain(DefenseKind::None);
}

/// A watched area with nothing in it, for waits that watch none.
pub const NO_AREA: Area = Area { from: Cell { q: 0, r: 0 }, towards: Facing::E, size: 1 };
