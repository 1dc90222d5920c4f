//! Every decision of the game: what is asked, and what may be answered.
//!
//! The order in which the engine asks is part 4 of the ledger. Bigger choices are made of small ones,
//! the maneuver first. `judge` (beside each chapter's rules) refuses an illegal answer with the rule
//! that it breaks; `options` lists what a person would be shown.

pub use crate::body::aftermath::{After, Medicine};
use crate::files::choices::{GripKeys, HandKeys, HexesKeys, WatchKeys};

pub use crate::state::{ManeuverKind, NONE, Posture, Watch};
pub use crate::strike::blow::{Blow, Cover, Declared, Defense, Fist, From, IncomingAttack, Mode, Plan, Side};
use affray_files::value::{FromValue, OrNone, ToValue};
use affray_grid::{Cell, Facing};
use affray_kernel::referee::CombatantId;
use affray_session::choices::Asked;

/// A decision that is due.
#[derive(Debug, Clone, Copy, PartialEq, Asked)]
pub enum Question {
    /// `GR-R27` `GR-D17` A free change of posture: up from a crouch when the turn begins, down when it ends.
    #[asked(key = if *end { "drop" } else { "rise" })]
    #[asked(example = if *end { "`kneeling`, `lying`" } else { "`kneeling`, `standing`" })]
    Posture {
        /// Whose turn it is.
        who: CombatantId,
        /// The turn ends.
        end: bool,
    },
    /// `GR-R20` `GR-D04` `GR-D05` The maneuver.
    #[asked(example = "`attack`, `move`, `{ ready-weapon = { item = \"axe\" } }`")]
    Maneuver {
        /// Whose turn it is.
        who: CombatantId,
    },
    /// `GR-R35` `GR-D06` The next hex of a movement, or the facing at its end.
    #[asked(key = "path", example = "`E`, `face NE`, `stop`")]
    Walk {
        /// Who moves.
        who: CombatantId,
        /// What the movement has been so far.
        walk: Walk,
    },
    /// Part 1.4, `GR-D07` An attack, declared with all its options.
    #[asked(example = "`{ target = \"Orc\", at = \"head\" }`, the name of a target or `none`")]
    Attack {
        /// Who attacks.
        who: CombatantId,
        /// What the maneuver allows.
        plan: Plan,
    },
    /// `GR-R09` `GR-D10` An active defense.
    #[asked(example = "`dodge`, `parry`, `parry dagger`, `block` or `none`")]
    Defend {
        /// Who is attacked.
        who: CombatantId,
        /// What comes.
        incoming: IncomingAttack,
    },
    /// `GR-R64` Which hex to step back into.
    #[asked(example = "a hex such as `[2, 0]`")]
    StepBack {
        /// Who retreats.
        who: CombatantId,
        /// From whom.
        by: CombatantId,
    },
    /// `GR-182` `GR-D12` Whether to hit the arm that parried badly instead.
    #[asked(key = "arm")]
    ArmInstead {
        /// Who attacks.
        who: CombatantId,
        /// Whose arm it is.
        target: CombatantId,
    },
    /// `GR-R59` `GR-D14` Whether to riposte with the dagger.
    Riposte {
        /// Who parried.
        who: CombatantId,
        /// Who was parried.
        target: CombatantId,
    },
    /// `GR-R46` Whether to fire at a recognized combatant who enters a watched hex.
    Fire {
        /// Who watches.
        who: CombatantId,
        /// Who enters.
        target: CombatantId,
    },
    /// `GR-R47` Whether to attack a combatant who enters a watched hex.
    Intercept {
        /// Who waits.
        who: CombatantId,
        /// Who enters.
        target: CombatantId,
    },
    /// `GR-115` `GR-116` Into which hex the loser of a takedown falls.
    #[asked(example = "a hex such as `[2, 0]`")]
    Throw {
        /// Who decides.
        who: CombatantId,
        /// Who falls.
        target: CombatantId,
    },
    /// Part 2.19, `GR-D19` What comes next after the battle.
    #[asked(
        example = "`{ treat = { healer = \"Med\", patient = \"Arn\", with = \"first-aid\" } }`, `{ rest = { minutes = 10 } }` or \
                   `over`"
    )]
    After {
        /// Somebody who is up.
        who: CombatantId,
        /// Minutes since the battle.
        minutes: u32,
    },
}

/// An answer. In files it is a table with one key, the name of the variant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, FromValue, ToValue)]
pub enum Choice {
    /// A free rise from a crouch when the turn begins. Default: none.
    Rise(Posture),
    /// The maneuver. Default: nothing.
    Maneuver(Maneuver),
    /// The movement, piece by piece: `"E"` enters the hex on that side, `"face NE"` ends the movement with that facing,
    /// `"stop"` ends it where another one follows. Default: none.
    #[value(rename = "path")]
    Step(Step),
    /// The attacks and feints, in the order in which they are asked for: tables, or `"none"`. Default: none is made.
    Attack(#[value(like = OrNone<Blow>)] Option<Blow>),
    /// The defenses: `"parry"`, `"parry dagger"`, `"parry bare hands"`, `"block"`, `"dodge"`, `"acrobatic"` or
    /// `"none"`. Default: none.
    #[value(rename = "defend")]
    Defense(Defense),
    /// The hexes into which those who retreat step back. Default: the first that is free.
    #[value(rename = "step_back")]
    StepBack(Cell),
    /// Whether the arm is hit after a failed bare-handed parry. Default: `false`.
    Arm(bool),
    /// Whether fencers riposte with the dagger. Default: `false`.
    Riposte(bool),
    /// Whether who watches with a PER roll fires. Default: `true`.
    Fire(bool),
    /// Whether who waits attacks. Default: `true`.
    Intercept(bool),
    /// Hexes into which those who are taken down fall. Default: where they are.
    Throw(Cell),
    /// A free drop to another posture when the turn ends. Default: none.
    Drop(Posture),
    /// What comes after the battle, one thing after the other. Default: nothing, it is over.
    After(After),
    /// Something done unasked.
    Free(Free),
}

/// `GR-R22` `GR-R34` A maneuver with its options.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, FromValue, ToValue)]
#[value(words = MANEUVERS, expected = "a maneuver, as a word or a table")]
pub enum Maneuver {
    /// `GR-R26` Nothing.
    Nothing,
    /// `GR-041` Missile Attack.
    #[value(skip)]
    Missile {
        /// On the move, or after a step.
        gait: Gait,
    },
    /// `GR-043` Ranged Rapid Attack.
    RapidFire,
    /// `GR-049` Pop-Up Attack.
    PopUp,
    /// `GR-051` Opportunity Fire.
    OpportunityFire {
        /// What is watched: a hex, the three forward hexes or a line.
        #[value(flatten, like = WatchKeys)]
        watch: Watch,
        /// With a PER roll for whether it is a valid target (`GR-053`).
        #[value(default)]
        per: bool,
        /// With which weapon. Default: what the weapon hand holds.
        #[value(named = "item", usual)]
        with: u8,
    },
    /// `GR-055` Aim.
    Aim {
        /// At whom; `None` for a hex.
        target: Option<CombatantId>,
        /// At which hex, where nobody is aimed at.
        #[value(default)]
        hex: Cell,
        /// With which weapon. Default: what the weapon hand holds.
        #[value(named = "item", usual)]
        with: u8,
    },
    /// `GR-060` Reload, or draw another thrown weapon: which.
    Reload(#[value(named = "item")] u8),
    /// `GR-061` Attack.
    Attack,
    /// `GR-062` All Out Attack.
    #[value(skip)]
    AllOut {
        /// `GR-063` +2 damage rather than +4 skill.
        strong: bool,
    },
    /// `GR-064` Wild Swing.
    WildSwing,
    /// `GR-067` Two-Weapon Attack.
    TwoWeapons,
    /// `GR-071` Feint.
    Feint,
    /// `GR-077` All Out Charge.
    Charge {
        /// At whom.
        target: CombatantId,
        /// How. Default: one attack at -1.
        #[value(default = Charge::Attack)]
        how: Charge,
    },
    /// `GR-082` Shield Bash.
    Bash,
    /// `GR-085` Wait.
    Wait {
        /// The watched hexes, a bit each (see [`wait`](crate::movement::wait)). Default: all that can be watched.
        #[value(flatten, like = HexesKeys)]
        hexes: u16,
        /// With which weapon; [`crate::sheet::UNARMED`] for fists and feet. Default: what the weapon hand holds.
        #[value(named = "item", usual)]
        with: u8,
    },
    /// `GR-087` Ready Weapon.
    ReadyWeapon {
        /// Which.
        #[value(named = "item")]
        item: u8,
        /// In which hand: 0 the weapon hand, 1 the off hand. What takes both hands takes both.
        #[value(flatten, like = HandKeys)]
        hand: u8,
    },
    /// `GR-089` Ready Shield, or free the arm of it (`GR-163`).
    ReadyShield(#[value(named = "item")] u8),
    /// `GR-090` Unarmed Attack.
    Unarmed,
    /// `GR-099` Slam.
    Slam(CombatantId),
    /// `GR-107` Grapple.
    Grapple {
        /// Whom.
        target: CombatantId,
        /// What for.
        #[value(flatten, like = GripKeys, of = target)]
        act: Grip,
    },
    /// `GR-112` Takedown.
    Takedown(CombatantId),
    /// `GR-117` Flying Tackle.
    Tackle(CombatantId),
    /// `GR-124` Break Free.
    BreakFree(CombatantId),
    /// `GR-130` Multiple Foe Defense.
    MultipleDefense,
    /// `GR-133` Single Foe Defense.
    SingleDefense(CombatantId),
    /// `GR-137` Brace For Impact.
    Brace,
    /// `GR-141` Retreat.
    Retreat,
    /// `GR-143` Move.
    #[value(skip)]
    Move {
        /// `GR-R79` Erratic movement.
        erratic: Erratic,
    },
    /// `GR-R27` Change Position.
    Position(Posture),
    /// `GR-R33` Cast.
    Cast {
        /// Which spell.
        #[value(named = "spell")]
        spell: u8,
        /// On whom. Default: oneself.
        #[value(mine)]
        target: CombatantId,
    },
}

/// Maneuvers that are a word, besides those without options.
const MANEUVERS: &[(&str, Maneuver)] = &[
    ("missile", Maneuver::Missile { gait: Gait::Step }),
    ("missile-walking", Maneuver::Missile { gait: Gait::Walk }),
    ("missile-running", Maneuver::Missile { gait: Gait::Run }),
    ("all-out", Maneuver::AllOut { strong: false }),
    ("all-out-strong", Maneuver::AllOut { strong: true }),
    ("move", Maneuver::Move { erratic: Erratic::None }),
    ("swerve", Maneuver::Move { erratic: Erratic::Swerving }),
    ("evade", Maneuver::Move { erratic: Erratic::Evading }),
];

impl Maneuver {
    /// The maneuver in a word.
    pub const fn kind(self) -> ManeuverKind {
        match self {
            Self::Nothing => ManeuverKind::Nothing,
            Self::Missile { .. } => ManeuverKind::Missile,
            Self::RapidFire => ManeuverKind::RapidFire,
            Self::PopUp => ManeuverKind::PopUp,
            Self::OpportunityFire { .. } => ManeuverKind::OpportunityFire,
            Self::Aim { .. } => ManeuverKind::Aim,
            Self::Reload(_) => ManeuverKind::Reload,
            Self::Attack => ManeuverKind::Attack,
            Self::AllOut { .. } => ManeuverKind::AllOut,
            Self::WildSwing => ManeuverKind::WildSwing,
            Self::TwoWeapons => ManeuverKind::TwoWeapons,
            Self::Feint => ManeuverKind::Feint,
            Self::Charge { .. } => ManeuverKind::Charge,
            Self::Bash => ManeuverKind::Bash,
            Self::Wait { .. } => ManeuverKind::Wait,
            Self::ReadyWeapon { .. } => ManeuverKind::ReadyWeapon,
            Self::ReadyShield(_) => ManeuverKind::ReadyShield,
            Self::Unarmed => ManeuverKind::Unarmed,
            Self::Slam(_) => ManeuverKind::Slam,
            Self::Grapple { .. } => ManeuverKind::Grapple,
            Self::Takedown(_) => ManeuverKind::Takedown,
            Self::Tackle(_) => ManeuverKind::Tackle,
            Self::BreakFree(_) => ManeuverKind::BreakFree,
            Self::MultipleDefense => ManeuverKind::MultipleDefense,
            Self::SingleDefense(_) => ManeuverKind::SingleDefense,
            Self::Brace => ManeuverKind::Brace,
            Self::Retreat => ManeuverKind::Retreat,
            Self::Move { .. } => ManeuverKind::Move,
            Self::Position(_) => ManeuverKind::Position,
            Self::Cast { .. } => ManeuverKind::Cast,
        }
    }
}

/// `GR-R41` How a shooter moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Gait {
    /// Up to one hex, at no price.
    #[default]
    Step,
    /// Up to half MV.
    Walk,
    /// Up to MV.
    Run,
}

/// `GR-081` The options of a charge.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, FromValue, ToValue)]
pub enum Charge {
    /// One attack at -1.
    Attack,
    /// One attack at -3 with +2 damage.
    Strong,
    /// One attack at -3, then a slam.
    AttackAndSlam,
    /// A feint at -3, then a slam.
    FeintAndSlam,
}

/// `GR-R54` What a Grapple is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Grip {
    /// Grab the weapon arm.
    Arm {
        /// With both hands.
        both: bool,
    },
    /// Grab a weapon.
    Weapon {
        /// Which, by its number on the target's sheet.
        item: u8,
        /// With both hands.
        both: bool,
    },
    /// Force the target to fall.
    Fall,
    /// Take the weapon.
    Take,
    /// Pin a lying target.
    Pin {
        /// With both hands.
        both: bool,
    },
}

/// `GR-210` Erratic movement that is declared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Erratic {
    /// None.
    #[default]
    None,
    /// Swerving from side to side.
    Swerving,
    /// Massive evasion.
    Evading,
}

/// A piece of a movement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Step {
    /// Into the hex on that side.
    To(Facing),
    /// The movement is over, with that facing.
    Face(Facing),
    /// The movement is over.
    Stop,
}

/// A movement so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Walk {
    /// What it is part of.
    pub maneuver: ManeuverKind,
    /// Movement points left.
    pub left: u8,
    /// Movement points that there were.
    pub most: u8,
    /// Hexes so far.
    pub hexes: u8,
    /// Half MV: a movement that costs no more may end with any facing.
    pub half: u8,
    /// The direction of the latest step.
    pub last: u8,
    /// Whose hex has to be entered; [`NONE`] for nobody's.
    pub target: u8,
    /// A hex was entered in which the movement ends.
    pub over: bool,
}

/// What is done unasked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, FromValue, ToValue)]
pub enum Free {
    /// `GR-R54` Lets go of whom it holds.
    LetGo,
    /// Drops an item.
    Drop(#[value(named = "item")] u8),
}
