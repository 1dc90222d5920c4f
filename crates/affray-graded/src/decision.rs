//! Every decision of the game: what is asked, and what may be answered.
//!
//! The order in which the engine asks is part 4 of the ledger. Bigger choices are made of small ones,
//! the maneuver first. `judge` (beside each chapter's rules) refuses an illegal answer with the rule
//! that it breaks; `options` lists what a person would be shown.

pub use crate::state::{ManeuverKind, NONE, Posture, Watch};
pub use crate::strike::blow::{Blow, Cover, Declared, Defense, Fist, From, IncomingAttack, Mode, Plan, Side};
use affray_files::value::{FromValue, ToValue};
use affray_grid::{Cell, Facing};
use affray_kernel::referee::CombatantId;
use serde::{Deserialize, Serialize};

/// A decision that is due.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Question {
    /// `GR-R27` `GR-D17` A free change of posture: up from a crouch when the turn begins, down when it ends.
    Posture {
        /// Whose turn it is.
        who: CombatantId,
        /// The turn ends.
        end: bool,
    },
    /// `GR-R20` `GR-D04` `GR-D05` The maneuver.
    Maneuver {
        /// Whose turn it is.
        who: CombatantId,
    },
    /// `GR-R35` `GR-D06` The next hex of a movement, or the facing at its end.
    Walk {
        /// Who moves.
        who: CombatantId,
        /// What the movement has been so far.
        walk: Walk,
    },
    /// Part 1.4, `GR-D07` An attack, declared with all its options.
    Attack {
        /// Who attacks.
        who: CombatantId,
        /// What the maneuver allows.
        plan: Plan,
    },
    /// `GR-R09` `GR-D10` An active defense.
    Defend {
        /// Who is attacked.
        who: CombatantId,
        /// What comes.
        incoming: IncomingAttack,
    },
    /// `GR-R64` Which hex to step back into.
    StepBack {
        /// Who retreats.
        who: CombatantId,
        /// From whom.
        by: CombatantId,
    },
    /// `GR-182` `GR-D12` Whether to hit the arm that parried badly instead.
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
    Throw {
        /// Who decides.
        who: CombatantId,
        /// Who falls.
        target: CombatantId,
    },
    /// Part 2.19, `GR-D19` What is done after the battle.
    Aftermath {
        /// Who does it.
        who: CombatantId,
    },
}

impl Question {
    /// The combatant that is asked.
    pub const fn who(&self) -> CombatantId {
        match *self {
            Self::Posture { who, .. }
            | Self::Maneuver { who }
            | Self::Walk { who, .. }
            | Self::Attack { who, .. }
            | Self::Defend { who, .. }
            | Self::StepBack { who, .. }
            | Self::ArmInstead { who, .. }
            | Self::Riposte { who, .. }
            | Self::Fire { who, .. }
            | Self::Intercept { who, .. }
            | Self::Throw { who, .. }
            | Self::Aftermath { who } => who,
        }
    }
}

/// An answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Choice {
    /// A posture; the present one for no change.
    Posture(Posture),
    /// A maneuver.
    Maneuver(Maneuver),
    /// A piece of a movement.
    Step(Step),
    /// An attack, or none.
    Attack(Option<Blow>),
    /// A defense.
    Defense(Defense),
    /// A hex.
    Hex(Cell),
    /// Yes or no.
    Yes(bool),
    /// Something done unasked.
    Free(Free),
    /// Something done after the battle.
    Tend(Tend),
}

/// Part 2.19: what can be done after the battle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Tend {
    /// Nothing.
    Nothing,
    /// `GR-268` to `GR-275` Treats a combatant.
    Treat {
        /// Whom.
        patient: CombatantId,
        /// With what.
        with: Medicine,
    },
    /// `GR-276` to `GR-278` A day of rest and proper food.
    Rest {
        /// The physician who cares for him.
        care: Option<CombatantId>,
    },
    /// `GR-257` So many minutes of rest.
    Breathe {
        /// Minutes.
        minutes: u16,
    },
    /// `GR-279` to `GR-281` `GR-R110` Lies unconscious until he may wake.
    Wake,
    /// `GR-282` to `GR-284` The roll for a crippled part.
    Mend {
        /// Its place among the parts of the state, 0 to 7.
        part: u8,
    },
}

/// What a combatant treats wounds with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Medicine {
    /// First Aid.
    FirstAid,
    /// Physician.
    Physician,
    /// Neither.
    Unskilled,
}

/// `GR-R22` `GR-R34` A maneuver with its options.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Maneuver {
    /// `GR-R26` Nothing.
    Nothing,
    /// `GR-041` Missile Attack.
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
        watch: Watch,
        /// With a PER roll for whether it is a valid target (`GR-053`).
        per: bool,
        /// With which weapon.
        with: u8,
    },
    /// `GR-055` Aim.
    Aim {
        /// At whom; `None` for a hex.
        target: Option<CombatantId>,
        /// At which hex, where nobody is aimed at.
        hex: Cell,
        /// With which weapon.
        with: u8,
    },
    /// `GR-060` Reload, or draw another thrown weapon.
    Reload {
        /// What.
        item: u8,
    },
    /// `GR-061` Attack.
    Attack,
    /// `GR-062` All Out Attack.
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
        /// How.
        how: Charge,
    },
    /// `GR-082` Shield Bash.
    Bash,
    /// `GR-085` Wait.
    Wait {
        /// The watched hexes, a bit each (see [`wait`](crate::movement::wait)).
        hexes: u16,
        /// With which weapon; [`crate::sheet::UNARMED`] for fists and feet.
        with: u8,
    },
    /// `GR-087` Ready Weapon.
    ReadyWeapon {
        /// Which.
        item: u8,
        /// In which hand: 0 the weapon hand, 1 the off hand. What takes both hands takes both.
        hand: u8,
    },
    /// `GR-089` Ready Shield, or free the arm of it (`GR-163`).
    ReadyShield {
        /// Which.
        item: u8,
    },
    /// `GR-090` Unarmed Attack.
    Unarmed,
    /// `GR-099` Slam.
    Slam {
        /// Whom.
        target: CombatantId,
    },
    /// `GR-107` Grapple.
    Grapple {
        /// Whom.
        target: CombatantId,
        /// What for.
        act: Grip,
    },
    /// `GR-112` Takedown.
    Takedown {
        /// Whom.
        target: CombatantId,
    },
    /// `GR-117` Flying Tackle.
    Tackle {
        /// Whom.
        target: CombatantId,
    },
    /// `GR-124` Break Free.
    BreakFree {
        /// Of whom.
        holder: CombatantId,
    },
    /// `GR-130` Multiple Foe Defense.
    MultipleDefense,
    /// `GR-133` Single Foe Defense.
    SingleDefense {
        /// Against whom.
        foe: CombatantId,
    },
    /// `GR-137` Brace For Impact.
    Brace,
    /// `GR-141` Retreat.
    Retreat,
    /// `GR-143` Move.
    Move {
        /// `GR-R79` Erratic movement.
        erratic: Erratic,
    },
    /// `GR-R27` Change Position.
    Position {
        /// Into which posture.
        to: Posture,
    },
    /// `GR-R33` Cast.
    Cast {
        /// Which spell.
        spell: u8,
        /// On whom.
        target: CombatantId,
    },
}

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
            Self::Reload { .. } => ManeuverKind::Reload,
            Self::Attack => ManeuverKind::Attack,
            Self::AllOut { .. } => ManeuverKind::AllOut,
            Self::WildSwing => ManeuverKind::WildSwing,
            Self::TwoWeapons => ManeuverKind::TwoWeapons,
            Self::Feint => ManeuverKind::Feint,
            Self::Charge { .. } => ManeuverKind::Charge,
            Self::Bash => ManeuverKind::Bash,
            Self::Wait { .. } => ManeuverKind::Wait,
            Self::ReadyWeapon { .. } => ManeuverKind::ReadyWeapon,
            Self::ReadyShield { .. } => ManeuverKind::ReadyShield,
            Self::Unarmed => ManeuverKind::Unarmed,
            Self::Slam { .. } => ManeuverKind::Slam,
            Self::Grapple { .. } => ManeuverKind::Grapple,
            Self::Takedown { .. } => ManeuverKind::Takedown,
            Self::Tackle { .. } => ManeuverKind::Tackle,
            Self::BreakFree { .. } => ManeuverKind::BreakFree,
            Self::MultipleDefense => ManeuverKind::MultipleDefense,
            Self::SingleDefense { .. } => ManeuverKind::SingleDefense,
            Self::Brace => ManeuverKind::Brace,
            Self::Retreat => ManeuverKind::Retreat,
            Self::Move { .. } => ManeuverKind::Move,
            Self::Position { .. } => ManeuverKind::Position,
            Self::Cast { .. } => ManeuverKind::Cast,
        }
    }
}

/// `GR-R41` How a shooter moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize, FromValue, ToValue)]
#[serde(rename_all = "kebab-case")]
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
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, FromValue, ToValue)]
#[serde(rename_all = "kebab-case")]
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
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
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
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize, FromValue, ToValue)]
#[serde(rename_all = "kebab-case")]
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
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
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
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Free {
    /// `GR-R54` Lets go of whom it holds.
    LetGo,
    /// Drops an item.
    Drop(u8),
}
