//! Every decision of the game: what is asked, and what may be answered.
//!
//! The order in which the engine asks is part 4 of the ledger. Bigger choices are made of small ones,
//! maneuver first. Each chapter judges its own answers; `judge` brings them together.

use crate::sheet::Flight;
use crate::state::{Focus, Posture};
use affray_3d6::location::Location;
use affray_core::grid::{Arc, Cell, Facing};
use affray_core::referee::CombatantId;
use serde::{Deserialize, Serialize};

pub use crate::state::NONE;

/// A decision that is due.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Question {
    /// `G4-062` `G4-D04` The maneuver.
    Maneuver {
        /// Whose turn it is.
        who: CombatantId,
    },
    /// `G4-097` `G4-D05` A step.
    Step {
        /// Who may step.
        who: CombatantId,
        /// Before what the maneuver is about, or after it.
        before: bool,
    },
    /// `G4-090` `G4-D05` The next piece of a movement.
    Advance {
        /// Who moves.
        who: CombatantId,
        /// What the movement has been so far.
        path: Path,
    },
    /// `G4-095` `G4-096` `G4-D11` The last facing of a movement.
    Finish {
        /// Who moved.
        who: CombatantId,
        /// Any facing, or one side at the most.
        any: bool,
    },
    /// `G4-122` A Feint.
    Feint {
        /// Who feints.
        who: CombatantId,
    },
    /// `G4-D07` An attack, declared with all its options.
    Attack {
        /// Who attacks.
        who: CombatantId,
        /// What the maneuver allows.
        plan: Plan,
    },
    /// `G4-240` `G4-D09` A defense.
    Defend {
        /// Who is attacked.
        who: CombatantId,
        /// The attack.
        attack: Incoming,
        /// The defense that failed already (`G4-163`).
        failed: Option<DefenseKind>,
    },
    /// `G4-R26` The second of two traded attacks: make it?
    Second {
        /// Who attacks.
        who: CombatantId,
        /// As it was declared.
        second: Strike,
    },
    /// `G4-R18` `G4-D06` The trigger of a Wait has come: use it now?
    Wait {
        /// Who waits.
        who: CombatantId,
        /// Who brought the trigger about.
        by: CombatantId,
    },
}

impl Question {
    /// Who is asked.
    pub const fn who(&self) -> CombatantId {
        match *self {
            Self::Maneuver { who }
            | Self::Step { who, .. }
            | Self::Advance { who, .. }
            | Self::Finish { who, .. }
            | Self::Feint { who }
            | Self::Attack { who, .. }
            | Self::Defend { who, .. }
            | Self::Second { who, .. }
            | Self::Wait { who, .. } => who,
        }
    }
}

/// What was decided.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Choice {
    /// A maneuver.
    Maneuver(Maneuver),
    /// A step.
    Step(Step),
    /// A piece of a movement.
    Advance(Advance),
    /// A facing.
    Face(Facing),
    /// A Feint; `None` for none after all.
    Feint(Option<FeintAt>),
    /// An attack.
    Attack(Attack),
    /// A defense.
    Defend(Defense),
    /// Yes or no.
    Yes(bool),
    /// Something done unasked, in the own turn.
    Free(Free),
}

/// `G4-062` What a turn is used for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Maneuver {
    /// Do Nothing (`G4-170`).
    Nothing,
    /// Any that a Wait can be for.
    Do(Act),
    /// Wait (`G4-173`).
    Wait(Wait),
}

/// `G4-066` A maneuver other than Do Nothing and Wait.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Act {
    /// Ready (`G4-110`).
    Ready(Ready),
    /// Aim (`G4-115`).
    Aim {
        /// The ranged mode.
        mode: u8,
        /// At whom.
        target: CombatantId,
    },
    /// Feint (`G4-122`).
    Feint,
    /// Regular Attack (`G4-127`).
    Attack {
        /// With a Giant Step (`G4-159`).
        #[serde(default)]
        giant: bool,
    },
    /// All-Out Attack (`G4-130`).
    AllOut {
        /// Which one.
        form: AllOut,
        /// It will be a Slam or Shield Rush, with full Move (`G4-295`).
        #[serde(default)]
        slam: bool,
    },
    /// Charge Attack (`G4-145`), in melee or at range (`G4-146`, `G4-R14`).
    Charge {
        /// Heroic (`G4-147`).
        #[serde(default)]
        heroic: bool,
    },
    /// Change Posture (`G4-103`).
    ChangePosture(Posture),
    /// Jump (`G4-152`), with any defense (`G4-154`).
    Jump,
    /// Move (`G4-158`).
    Move,
    /// All-Out Defense (`G4-162`).
    Defense(Focus),
    /// Concentrate on a task (`G4-166`).
    Concentrate(u8),
}

/// `G4-065` `G4-R03` The kind of a maneuver, for triggers (`G4-R18`). The classes of the source are labels that nothing
/// reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs, reason = "each is the name of a maneuver")]
pub enum Deed {
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
    pub const fn deed(self) -> Deed {
        match self {
            Self::Ready(_) => Deed::Ready,
            Self::Aim { .. } => Deed::Aim,
            Self::Feint => Deed::Feint,
            Self::Attack { .. } => Deed::Attack,
            Self::AllOut { .. } => Deed::AllOutAttack,
            Self::Charge { .. } => Deed::Charge,
            Self::ChangePosture(_) => Deed::ChangePosture,
            Self::Jump => Deed::Jump,
            Self::Move => Deed::Move,
            Self::Defense(_) => Deed::AllOutDefense,
            Self::Concentrate(_) => Deed::Concentrate,
        }
    }

    /// What tells it from others of its kind, in two bytes.
    const fn parts(self) -> [u8; 3] {
        match self {
            Self::Ready(Ready::Item(item)) => [0, item, 0],
            Self::Ready(Ready::Reload(item)) => [1, item, 0],
            Self::Ready(Ready::PickUp { owner, item }) => [2, item, owner.0],
            Self::Ready(Ready::Use(item)) => [3, item, 0],
            Self::Ready(Ready::Store(item)) => [4, item, 0],
            Self::Aim { mode, target } => [mode, target.0, 0],
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
    /// What its attacks are part of, if it is for attacks.
    pub const fn attacks(self) -> Option<From> {
        match self {
            Self::Do(Act::Attack { .. }) => Some(From::Attack),
            Self::Do(Act::AllOut { form, .. }) => Some(From::AllOut(form)),
            Self::Do(Act::Charge { heroic }) => Some(From::Charge { heroic }),
            _ => None,
        }
    }

    /// Its kind.
    pub const fn deed(self) -> Deed {
        match self {
            Self::Nothing => Deed::Nothing,
            Self::Do(act) => act.deed(),
            Self::Wait(_) => Deed::Wait,
        }
    }
}

/// `G4-131` to `G4-134` Which All-Out Attack.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum AllOut {
    /// A bonus to hit.
    Determined,
    /// A bonus to damage.
    Strong,
    /// Two attacks.
    Double,
    /// A Feint and an attack.
    Feint,
}

/// `G4-110` What a Ready is used for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ready {
    /// Draw an item, or make ready what is in hand.
    Item(u8),
    /// Reload.
    Reload(u8),
    /// Pick something up.
    PickUp {
        /// Whose it is.
        owner: CombatantId,
        /// The item.
        item: u8,
    },
    /// Drink a potion, use a belt item.
    Use(u8),
    /// Put away what is in hand.
    Store(u8),
}

/// `G4-173` A Wait.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Wait {
    /// For what.
    pub on: Trigger,
    /// What is done then.
    pub then: Act,
}

impl Wait {
    /// The whole of it in two words.
    pub(crate) const fn words(self) -> [u64; 2] {
        let [a, b, c] = self.then.parts();
        let then = 1 | (self.then.deed() as u64) << 8 | (a as u64) << 16 | (b as u64) << 24 | (c as u64) << 32;
        let (by, kind, rest) = match self.on {
            Trigger::Within { by, hexes } => (by, 0, hexes as u64),
            Trigger::Attacks { by, on } => (by, 1, on as u64),
            Trigger::Enters { by, at } => (by, 2, at.q as u16 as u64 | (at.r as u16 as u64) << 16),
            Trigger::Declares { by, what } => (by, 3, what as u64),
        };
        [then, by as u64 | kind << 8 | rest << 16]
    }
}

/// `G4-R18` What a Wait is for. `by` is whoever has to do it; [`NONE`] for any enemy.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Trigger {
    /// Comes within that distance.
    Within {
        /// Who.
        by: u8,
        /// How near.
        hexes: u8,
    },
    /// Declares an attack.
    Attacks {
        /// Who.
        by: u8,
        /// On whom; [`NONE`] for anybody.
        on: u8,
    },
    /// Enters a hex.
    Enters {
        /// Who.
        by: u8,
        /// Which.
        at: Cell,
    },
    /// Declares a maneuver.
    Declares {
        /// Who.
        by: u8,
        /// Which.
        what: Deed,
    },
}

/// `G4-097` A step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
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

/// How a figure moves.
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

/// What a movement has been so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Path {
    /// How it moves.
    pub gait: Gait,
    /// Points that it has.
    pub budget: i16,
    /// Points that it used.
    pub spent: i16,
    /// Hexes entered.
    pub hexes: u8,
}

/// A piece of a movement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
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
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct FeintAt {
    /// With which weapon or cloak.
    pub with: u8,
    /// Against whom.
    pub target: CombatantId,
}

/// What an attack is part of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum From {
    /// A Regular Attack.
    Attack,
    /// An All-Out Attack.
    AllOut(AllOut),
    /// A Charge Attack.
    Charge {
        /// Heroic (`G4-147`).
        heroic: bool,
    },
}

/// What a maneuver allows of an attack.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Plan {
    /// What it is part of.
    pub from: From,
    /// Attacks that follow this one.
    pub more: u8,
    /// One was traded already in this turn (`G4-274`).
    pub traded: bool,
    /// It has to be a Slam or Shield Rush, as full Move was used for it.
    pub slam: bool,
    /// Points of movement left, for who goes on after a Slam (`G4-300`).
    pub left: i16,
}

impl Plan {
    /// One attack of that maneuver.
    pub const fn of(from: From) -> Self {
        Self { from, more: 0, traded: false, slam: false, left: 0 }
    }
}

/// An attack as it is declared.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Attack {
    /// None after all.
    None,
    /// One.
    One(Strike),
    /// One with each hand, the main hand's first (`G4-270`).
    Dual(Strike, Strike),
    /// Two with one weapon (`G4-272`).
    Rapid(Strike, Strike),
}

/// `G4-R26` What a traded attack is part of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Trade {
    /// A plain attack.
    #[default]
    None,
    /// A Dual Weapon Attack with the main hand, or with the off hand.
    Dual {
        /// The off hand.
        off: bool,
        /// Both go for the same target (`G4-271`).
        same: bool,
    },
    /// A Rapid Strike.
    Rapid,
}

/// What an attack does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Form {
    /// A plain blow or shot.
    #[default]
    Blow,
    /// To disarm of that item (`G4-280`).
    Disarm(u8),
    /// To break that item (`G4-288`).
    Break(u8),
    /// A Slam (`G4-295`).
    Slam,
    /// A Shield Rush (`G4-301`).
    ShieldRush,
    /// A grapple (`G4-R43`).
    Grapple,
    /// To break free of a grapple (`G4-R43`).
    BreakFree,
}

impl Form {
    /// Whether a body is thrown at the target instead of a weapon.
    pub const fn is_slam(self) -> bool {
        matches!(self, Self::Slam | Self::ShieldRush)
    }
    /// Whether no weapon is used.
    pub const fn is_bodily(self) -> bool {
        matches!(self, Self::Slam | Self::ShieldRush | Self::Grapple | Self::BreakFree)
    }
    /// Whether it goes for what the target holds.
    pub const fn held(self) -> Option<u8> {
        match self {
            Self::Disarm(item) | Self::Break(item) => Some(item),
            _ => None,
        }
    }
}

/// `G4-123` How the margin of a Feint is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum FeintUse {
    /// Against the target's defense.
    #[default]
    Defense,
    /// For the roll to hit.
    Skill,
}

/// `G4-D08` What the game master declares about one attack (`G4-R51`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Situation {
    /// `G4-209` 0, or -2 to -4.
    pub distraction: i8,
    /// `G4-210` The target's cover: 0, or -2 to -4.
    pub cover: i8,
    /// `G4-211` 0 to -9, on top of none; what the scene says holds where it is worse.
    pub darkness: i8,
    /// `G4-213` The shooter is behind cover.
    pub behind_cover: bool,
    /// `G4-223` Anything else, -10 to 10.
    pub other: i8,
    /// `G4-240` The target does not know of it.
    pub unaware: bool,
}

/// One attack as it is declared.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Strike {
    /// The mode; [`NONE`] for what is done with the body.
    pub mode: u8,
    /// The target.
    pub target: CombatantId,
    /// Where it is aimed.
    pub at: Location,
    /// What it does.
    #[serde(default)]
    pub form: Form,
    /// `G4-137` Taken on the skill for a penalty on the defense: 0, -2, -4 and so on.
    #[serde(default)]
    pub deceptive: i8,
    /// `G4-140`
    #[serde(default)]
    pub telegraphic: bool,
    /// `G4-276` Attack Armor.
    #[serde(default)]
    pub armor: bool,
    /// `G4-128` Mighty Blow.
    #[serde(default)]
    pub mighty: bool,
    /// `G4-273` Flurry of Blows.
    #[serde(default)]
    pub flurry: bool,
    /// `G4-112` Rapid Recovery before the attack.
    #[serde(default)]
    pub recover: bool,
    /// `G4-112` Rapid Recovery after the attack.
    #[serde(default)]
    pub recover_after: bool,
    /// `G4-123` What the margin of a Feint is used for.
    #[serde(default)]
    pub feint: FeintUse,
    /// What the game master says about it.
    #[serde(default)]
    pub situation: Situation,
}

impl Strike {
    /// A plain attack at the torso.
    pub fn plain(mode: u8, target: CombatantId) -> Self {
        Self {
            mode,
            target,
            at: Location::Torso,
            form: Form::Blow,
            deceptive: 0,
            telegraphic: false,
            armor: false,
            mighty: false,
            flurry: false,
            recover: false,
            recover_after: false,
            feint: FeintUse::Defense,
            situation: Situation::default(),
        }
    }
}

/// An attack as its target sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Incoming {
    /// Who attacks.
    pub by: CombatantId,
    /// With which mode; [`NONE`] for the body.
    pub mode: u8,
    /// What it does.
    pub form: Form,
    /// From where.
    pub arc: Arc,
    /// The attacker was there when its turn began (`G4-244`).
    pub behind: bool,
    /// How it comes, if it is ranged.
    pub flight: Option<Flight>,
    /// Yards.
    pub distance: i16,
    /// The penalty of Deceptive Attack or Lead (`G4-137`).
    pub deceptive: i8,
    /// The bonus against a Telegraphic Attack (`G4-140`).
    pub telegraphic: bool,
    /// The penalty of a Feint (`G4-123`).
    pub feint: u8,
    /// Both weapons of a Dual Weapon Attack come at it (`G4-271`).
    pub dual: bool,
    /// It does not know of it.
    pub unaware: bool,
}

/// `G4-240` An active defense.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DefenseKind {
    /// None.
    None,
    /// Dodge.
    Dodge,
    /// Parry with what that hand holds, or with the hand: 0 the main hand, 1 the off hand.
    Parry(u8),
    /// Block.
    Block,
}

/// A defense as it is declared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Defense {
    /// Which.
    pub kind: DefenseKind,
    /// `G4-252` A Retreat into the hex on that side.
    #[serde(default)]
    pub retreat: Option<Facing>,
    /// `G4-250` An Acrobatic Dodge.
    #[serde(default)]
    pub acrobatic: bool,
    /// `G4-251` Dive!
    #[serde(default)]
    pub dive: bool,
    /// `G4-254` A Feverish Defense.
    #[serde(default)]
    pub feverish: bool,
    /// `G4-244` A roll for Blind Fighting first.
    #[serde(default)]
    pub blind_fighting: bool,
}

impl Defense {
    /// No defense.
    pub const NONE: Self = Self::plain(DefenseKind::None);
    /// A defense without options.
    pub const fn plain(kind: DefenseKind) -> Self {
        Self { kind, retreat: None, acrobatic: false, dive: false, feverish: false, blind_fighting: false }
    }
}

/// What a figure does unasked in its own turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Free {
    /// Drop an item.
    Drop(u8),
    /// `G4-112` Rapid Recovery.
    Recover(u8),
    /// `G4-R43` Let go of whom one grapples.
    LetGo(CombatantId),
}
