//! Maneuvers and movements as they are declared: plain values.

use crate::sheet::ItemId;
use crate::strike::values::{AllOut, From};
use affray_files::value::{FromValue, ToValue};
use affray_grid::{Cell, Facing};
use affray_kernel::referee::CombatantId;

/// `G4-062` The one maneuver of a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, FromValue, ToValue)]
pub enum Maneuver {
    /// Do Nothing (`G4-170`).
    Nothing,
    /// Any that a Wait can be for.
    #[value(other)]
    Do(Act),
    /// Wait (`G4-173`).
    Wait(Wait),
}

/// `G4-066` A maneuver other than Do Nothing and Wait.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, FromValue, ToValue)]
#[value(words = ACTS)]
pub enum Act {
    /// Ready (`G4-110`).
    #[value(other)]
    Ready(Ready),
    /// Aim (`G4-115`).
    Aim {
        /// The ranged weapon. Default: the first.
        #[value(rename = "with", named = "aimed weapon", none, usual)]
        mode: u16,
        /// At whom.
        target: CombatantId,
    },
    /// Feint (`G4-122`).
    #[value(skip)]
    Feint,
    /// Regular Attack (`G4-127`).
    #[value(skip)]
    Attack {
        /// With a Giant Step (`G4-159`).
        giant: bool,
    },
    /// All-Out Attack (`G4-130`).
    #[value(skip)]
    AllOut {
        /// Which one.
        form: AllOut,
        /// It will be a Slam or Shield Rush, with full Move (`G4-295`).
        slam: bool,
    },
    /// Charge Attack (`G4-145`), in melee or at range (`G4-146`, `G4-R14`).
    #[value(skip)]
    Charge {
        /// Heroic (`G4-147`).
        heroic: bool,
    },
    /// Change Posture (`G4-103`).
    ChangePosture(Posture),
    /// Jump (`G4-152`), with any defense (`G4-154`).
    #[value(skip)]
    Jump,
    /// Move (`G4-158`).
    #[value(skip)]
    Move,
    /// All-Out Defense (`G4-162`).
    Defense(Focus),
    /// Concentrate on a task (`G4-166`).
    Concentrate(#[value(named = "task")] u8),
}

/// Maneuvers that are a word.
const ACTS: &[(&str, Act)] = &[
    ("attack", Act::Attack { giant: false }),
    ("giant-step", Act::Attack { giant: true }),
    ("all-out-determined", Act::AllOut { form: AllOut::Determined, slam: false }),
    ("all-out-strong", Act::AllOut { form: AllOut::Strong, slam: false }),
    ("all-out-double", Act::AllOut { form: AllOut::Double, slam: false }),
    ("all-out-feint", Act::AllOut { form: AllOut::Feint, slam: false }),
    ("slam-determined", Act::AllOut { form: AllOut::Determined, slam: true }),
    ("slam-strong", Act::AllOut { form: AllOut::Strong, slam: true }),
    ("slam-double", Act::AllOut { form: AllOut::Double, slam: true }),
    ("slam-feint", Act::AllOut { form: AllOut::Feint, slam: true }),
    ("charge", Act::Charge { heroic: false }),
    ("heroic-charge", Act::Charge { heroic: true }),
    ("feint", Act::Feint),
    ("jump", Act::Jump),
    ("move", Act::Move),
];

/// `G4-065` `G4-R03` The kind of a maneuver, for triggers (`G4-R18`). The classes of the source are labels that nothing
/// reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, FromValue, ToValue)]
#[allow(missing_docs, reason = "each is the name of a maneuver")]
pub enum ManeuverKind {
    Nothing,
    Ready,
    Aim,
    Feint,
    Attack,
    AllOutAttack,
    Charge,
    ChangePosture,
    Jump,
    Move,
    AllOutDefense,
    Concentrate,
    Wait,
}

impl Act {
    /// Its kind.
    pub const fn kind(self) -> ManeuverKind {
        match self {
            Self::Ready(_) => ManeuverKind::Ready,
            Self::Aim { .. } => ManeuverKind::Aim,
            Self::Feint => ManeuverKind::Feint,
            Self::Attack { .. } => ManeuverKind::Attack,
            Self::AllOut { .. } => ManeuverKind::AllOutAttack,
            Self::Charge { .. } => ManeuverKind::Charge,
            Self::ChangePosture(_) => ManeuverKind::ChangePosture,
            Self::Jump => ManeuverKind::Jump,
            Self::Move => ManeuverKind::Move,
            Self::Defense(_) => ManeuverKind::AllOutDefense,
            Self::Concentrate(_) => ManeuverKind::Concentrate,
        }
    }

    /// Its parameters, in three bytes.
    const fn parts(self) -> [u8; 3] {
        match self {
            Self::Ready(Ready::Item(ItemId(item))) => [0, item as u8, (item >> 8) as u8],
            Self::Ready(Ready::Reload(ItemId(item))) => [1, item as u8, (item >> 8) as u8],
            Self::Ready(Ready::PickUp(ItemId(item))) => [2, item as u8, (item >> 8) as u8],
            Self::Ready(Ready::Use(ItemId(item))) => [3, item as u8, (item >> 8) as u8],
            Self::Ready(Ready::Store(ItemId(item))) => [4, item as u8, (item >> 8) as u8],
            Self::Aim { mode, target } => [target.0, mode as u8, (mode >> 8) as u8],
            Self::Attack { giant } => [giant as u8, 0, 0],
            Self::AllOut { form, slam } => [form as u8, slam as u8, 0],
            Self::Charge { heroic } => [heroic as u8, 0, 0],
            Self::ChangePosture(posture) => [posture as u8, 0, 0],
            Self::Defense(focus) => [focus as u8, 0, 0],
            Self::Concentrate(task) => [task, 0, 0],
            Self::Feint | Self::Jump | Self::Move => [0, 0, 0],
        }
    }
}

impl Maneuver {
    /// Its attacks, if it has any.
    pub const fn attacks(self) -> Option<From> {
        match self {
            Self::Do(Act::Attack { .. }) => Some(From::Attack),
            Self::Do(Act::AllOut { form, .. }) => Some(From::AllOut(form)),
            Self::Do(Act::Charge { heroic }) => Some(From::Charge { heroic }),
            _ => None,
        }
    }

    /// Its kind.
    pub const fn kind(self) -> ManeuverKind {
        match self {
            Self::Nothing => ManeuverKind::Nothing,
            Self::Do(act) => act.kind(),
            Self::Wait(_) => ManeuverKind::Wait,
        }
    }
}

/// `G4-110` The use of a Ready.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, FromValue, ToValue)]
pub enum Ready {
    /// Draw an item, or make ready what is in hand.
    #[value(rename = "ready")]
    Item(ItemId),
    /// Reload.
    Reload(ItemId),
    /// Pick something up: `club`, or `Ork's club` that is another's.
    PickUp(ItemId),
    /// Drink a potion, use a belt item.
    Use(ItemId),
    /// Put away what is in hand.
    Store(ItemId),
}

/// `G4-173` A Wait.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, FromValue, ToValue)]
pub struct Wait {
    /// For what.
    pub on: Trigger,
    /// What is done then: any maneuver but a Wait, and not nothing.
    #[value(rule = rule!("G4-R18"))]
    pub then: Act,
}

impl Wait {
    /// The whole of it in two words.
    pub(crate) const fn words(self) -> [u64; 2] {
        let [a, b, c] = self.then.parts();
        let then = 1 | (self.then.kind() as u64) << 8 | (a as u64) << 16 | (b as u64) << 24 | (c as u64) << 32;
        let (by, kind, rest) = match self.on {
            Trigger::Within { by, hexes } => (by, 0, hexes as u64),
            Trigger::Attacks { by, on } => (by, 1, on as u64),
            Trigger::Enters { by, at } => (by, 2, at.q as u16 as u64 | (at.r as u16 as u64) << 16),
            Trigger::Declares { by, what } => (by, 3, what as u64),
        };
        [then, by as u64 | kind << 8 | rest << 16]
    }
}

/// `G4-R18` The trigger of a Wait. `by` names the one who triggers it; [`NONE`](affray_kernel::state::NONE) for any enemy.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, FromValue, ToValue)]
pub enum Trigger {
    /// Comes within that distance.
    Within {
        /// Who.
        #[value(named = "combatant", none)]
        by: u8,
        /// How near.
        hexes: u8,
    },
    /// Declares an attack.
    Attacks {
        /// Who.
        #[value(named = "combatant", none)]
        by: u8,
        /// On whom; [`NONE`](affray_kernel::state::NONE) for anybody.
        #[value(named = "combatant", none)]
        on: u8,
    },
    /// Enters a hex.
    Enters {
        /// Who.
        #[value(named = "combatant", none)]
        by: u8,
        /// Which.
        at: Cell,
    },
    /// Declares a maneuver.
    Declares {
        /// Who.
        #[value(named = "combatant", none)]
        by: u8,
        /// Which.
        what: ManeuverKind,
    },
}

/// `G4-100` A posture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, FromValue, ToValue)]
pub enum Posture {
    /// Standing.
    #[default]
    Standing,
    /// Crouching.
    Crouch,
    /// Kneeling.
    Kneel,
    /// Sitting.
    Sit,
    /// Lying.
    Prone,
}

/// `G4-162` `G4-163` The kind of an All-Out Defense.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, FromValue, ToValue)]
pub enum Focus {
    /// Nothing.
    #[default]
    None,
    /// Dodge +2.
    Dodge,
    /// Parry +2.
    Parry,
    /// Block +2.
    Block,
    /// Two different defenses against each attack.
    Double,
}

/// `G4-097` A step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Step {
    /// None.
    Stay,
    /// Into the next hex that way, facing so afterwards.
    To {
        /// The way.
        side: Facing,
        /// The facing afterwards.
        facing: Facing,
    },
    /// Only a facing.
    Face(Facing),
    /// From kneeling, crouching or sitting to standing (`G4-103`).
    Rise,
}

/// The kind of a movement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Gait {
    /// A Move.
    Move,
    /// The movement of an All-Out Attack.
    AllOut,
    /// A Charge, or an All-Out Attack that is a Slam: full Move.
    Charge,
    /// The run-up of a jump: straight ahead only.
    RunUp,
    /// On through a dodged Slam: straight ahead, not by choice.
    Slam,
}

/// A movement so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Path {
    /// Its kind.
    pub gait: Gait,
    /// Points that it has.
    pub budget: i16,
    /// Points that it used.
    pub spent: i16,
    /// Hexes entered.
    pub hexes: u8,
}

/// A piece of a movement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Advance {
    /// Into a forward hex; the figure turns that way (`G4-091`).
    Forward(Facing),
    /// Into a side or back hex without a turn (`G4-094`).
    Sidestep(Facing),
    /// A turn (`G4-092`).
    Turn(Facing),
    /// The jump itself, so many hexes ahead (`G4-155`).
    Jump(u8),
    /// No further.
    Stop,
}

/// `G4-122` A Feint as it is declared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, FromValue, ToValue)]
pub struct FeintAt {
    /// With which weapon or cloak. Default: what is in hand first.
    #[value(named = "item", usual, like = u16)]
    pub with: ItemId,
    /// Against whom.
    pub target: CombatantId,
}

/// A free action, done unasked in the own turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, FromValue, ToValue)]
pub enum Free {
    /// Drop an item.
    Drop(ItemId),
    /// `G4-112` Rapid Recovery.
    Recover(ItemId),
    /// `G4-R43` Let go of whom one grapples.
    LetGo(CombatantId),
}
