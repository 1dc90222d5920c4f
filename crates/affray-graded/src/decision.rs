//! Every decision of the game: what is asked, and what may be answered.
//!
//! The order in which the engine asks is part 4 of the ledger. Bigger choices are made of small ones,
//! the manoeuvre first. `judge` (beside each chapter's rules) refuses an illegal answer with the rule
//! that it breaks; `options` lists what a person would be shown.

use crate::location::Location;
use crate::sheet::DamageType;
pub use crate::state::{Deed, NONE, Posture, Watch};
use affray_core::grid::{Cell, Facing};
use affray_core::referee::CombatantId;
use schemars::JsonSchema;
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
    /// `GR-R20` `GR-D04` `GR-D05` The manoeuvre.
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
        /// What the manoeuvre allows.
        plan: Plan,
    },
    /// `GR-R09` `GR-D10` An active defense.
    Defend {
        /// Who is attacked.
        who: CombatantId,
        /// What comes.
        incoming: Incoming,
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
    /// `GR-R46` Whether to fire at whoever enters a watched hex, having seen who it is.
    Fire {
        /// Who watches.
        who: CombatantId,
        /// Who enters.
        target: CombatantId,
    },
    /// `GR-R47` Whether to attack whoever enters a watched hex.
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
    /// Who is asked.
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
    /// A manoeuvre.
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
    /// `GR-268` to `GR-275` Treats somebody.
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

/// What somebody treats wounds with.
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

/// `GR-R22` `GR-R34` A manoeuvre with its options.
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
        /// The watched hexes, a bit each (see [`crate::wait`]).
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
    /// The manoeuvre in a word.
    pub const fn deed(self) -> Deed {
        match self {
            Self::Nothing => Deed::Nothing,
            Self::Missile { .. } => Deed::Missile,
            Self::RapidFire => Deed::RapidFire,
            Self::PopUp => Deed::PopUp,
            Self::OpportunityFire { .. } => Deed::OpportunityFire,
            Self::Aim { .. } => Deed::Aim,
            Self::Reload { .. } => Deed::Reload,
            Self::Attack => Deed::Attack,
            Self::AllOut { .. } => Deed::AllOut,
            Self::WildSwing => Deed::WildSwing,
            Self::TwoWeapons => Deed::TwoWeapons,
            Self::Feint => Deed::Feint,
            Self::Charge { .. } => Deed::Charge,
            Self::Bash => Deed::Bash,
            Self::Wait { .. } => Deed::Wait,
            Self::ReadyWeapon { .. } => Deed::ReadyWeapon,
            Self::ReadyShield { .. } => Deed::ReadyShield,
            Self::Unarmed => Deed::Unarmed,
            Self::Slam { .. } => Deed::Slam,
            Self::Grapple { .. } => Deed::Grapple,
            Self::Takedown { .. } => Deed::Takedown,
            Self::Tackle { .. } => Deed::Tackle,
            Self::BreakFree { .. } => Deed::BreakFree,
            Self::MultipleDefense => Deed::MultipleDefense,
            Self::SingleDefense { .. } => Deed::SingleDefense,
            Self::Brace => Deed::Brace,
            Self::Retreat => Deed::Retreat,
            Self::Move { .. } => Deed::Move,
            Self::Position { .. } => Deed::Position,
            Self::Cast { .. } => Deed::Cast,
        }
    }
}

/// `GR-R41` How a shooter moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize, JsonSchema)]
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
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
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
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize, JsonSchema)]
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
    pub deed: Deed,
    /// Movement points left.
    pub left: u8,
    /// Movement points that there were.
    pub most: u8,
    /// Hexes so far.
    pub hexes: u8,
    /// Half MV: whoever spends no more may face any way at the end.
    pub half: u8,
    /// The direction of the latest step.
    pub last: u8,
    /// Whose hex has to be entered; [`NONE`] for nobody's.
    pub target: u8,
    /// A hex was entered in which the movement ends.
    pub over: bool,
}

/// What a manoeuvre allows of an attack.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Plan {
    /// What it is part of.
    pub from: From,
    /// The only target it may have; [`NONE`] for any.
    pub only: u8,
    /// The only arm it may be made with; [`NONE`] for any.
    pub with: u8,
    /// Which shot or blow of the manoeuvre it is, from 0.
    pub number: u8,
}

/// What an attack is part of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum From {
    /// A plain Attack.
    Attack,
    /// All Out Attack at +4.
    AllOut,
    /// All Out Attack with +2 damage.
    AllOutStrong,
    /// Wild Swing.
    Wild,
    /// Two-Weapon Attack.
    TwoWeapons,
    /// Feint: no attack, but declared like one.
    Feint,
    /// A Charge's attack at -1.
    Charge,
    /// ... at -3 with +2 damage.
    ChargeStrong,
    /// ... at -3, before a slam.
    ChargeSlam,
    /// ... a feint at -3, before a slam.
    ChargeFeint,
    /// Shield Bash.
    Bash,
    /// Unarmed Attack.
    Unarmed,
    /// What was waited for.
    Wait,
    /// Dagger riposte.
    Riposte,
    /// Missile Attack after a step.
    Missile,
    /// Missile Attack, walking.
    Walking,
    /// Missile Attack, running.
    Running,
    /// Ranged Rapid Attack.
    Rapid,
    /// Pop-Up Attack.
    PopUp,
    /// Opportunity Fire; the width that was watched and the PER roll stand in the shooter's state.
    Opportunity,
    /// A missile that went astray.
    Stray,
    /// A Flying Tackle: no attack, but dodged like one (`GR-118`).
    Tackle,
}

impl From {
    /// Whether what is loosed or thrown is meant.
    pub const fn is_ranged(self) -> bool {
        matches!(
            self,
            Self::Missile | Self::Walking | Self::Running | Self::Rapid | Self::PopUp | Self::Opportunity | Self::Stray
        )
    }
}

/// How a blow is struck.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Mode {
    /// A swing that crushes.
    Crush,
    /// A swing that cuts.
    Cut,
    /// A thrust.
    Impale,
    /// Thrown or shot.
    Shoot,
    /// With the shield.
    Bash,
    /// With the fist.
    Punch(Fist),
    /// With the foot.
    Kick(Fist),
    /// With the teeth.
    Bite,
}

impl Mode {
    /// The damage type of a melee mode by its place in the sheet; `None` for what has no such place.
    pub const fn column(self) -> Option<usize> {
        match self {
            Self::Crush => Some(0),
            Self::Cut => Some(1),
            Self::Impale => Some(2),
            _ => None,
        }
    }
    /// The damage type of what is neither thrown nor shot.
    pub const fn kind(self) -> DamageType {
        match self {
            Self::Cut => DamageType::Cutting,
            Self::Impale => DamageType::Impaling,
            _ => DamageType::Crushing,
        }
    }
    /// Whether it is fist, foot or teeth.
    pub const fn is_unarmed(self) -> bool {
        matches!(self, Self::Punch(_) | Self::Kick(_) | Self::Bite)
    }
    /// `GR-R71` `GR-R53` Whether it counts as a thrust.
    pub const fn is_thrust(self) -> bool {
        matches!(self, Self::Impale | Self::Bash) || self.is_unarmed()
    }
}

/// `GR-091` The skill that a fist or foot is used with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Fist {
    /// None: DX.
    #[default]
    Dx,
    /// Boxing.
    Boxing,
    /// Brawling.
    Brawling,
}

/// `GR-R77` What a game master declares of one attack. The worst of scenario, hex and attack counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Declared {
    /// Cannot hear, -4 to 0.
    pub hearing: i8,
    /// Darkness, -9 to 0.
    pub darkness: i8,
    /// Footing, -2 to 0.
    pub footing: i8,
    /// Obstruction, -5 to 0.
    pub obstruction: i8,
    /// The target's erratic movement: 0 none to 4, that of a hummingbird.
    pub erratic: u8,
    /// Cover of the target.
    pub cover: Cover,
    /// Persons in the line, 0 to 9, besides those that the engine counts.
    pub persons: u8,
    /// The target's speed in miles an hour, 0 to 3000.
    pub speed: u16,
    /// An unfamiliar weapon.
    pub unfamiliar: bool,
    /// `GR-167` The target is not aware of this attack.
    pub unaware: bool,
}

/// `GR-207` Cover.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Cover {
    /// None.
    #[default]
    None,
    /// Light cover, such as bushes.
    Light,
    /// Half the body.
    Half,
    /// Head and shoulders exposed.
    Shoulders,
    /// Only the head exposed.
    Head,
    /// Behind cover that hides a prone one but for his head.
    HeadDown,
    /// Everything: no shot.
    Full,
}

/// An attack as it is declared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Blow {
    /// The item; [`crate::sheet::UNARMED`] for fists, feet and teeth.
    pub with: u8,
    /// How.
    pub mode: Mode,
    /// The target.
    pub target: CombatantId,
    /// The called location; `None` for none.
    #[serde(default)]
    pub at: Option<Location>,
    /// What the game master declares.
    #[serde(default)]
    pub declared: Declared,
}

/// An attack that is to be defended against.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Incoming {
    /// Who attacks.
    pub by: CombatantId,
    /// With what.
    pub with: u8,
    /// How.
    pub mode: Mode,
    /// What it is part of.
    pub from: From,
    /// The margin after PD (`GR-R01`).
    pub margin: i32,
    /// Where it will hit.
    pub at: Location,
    /// The target's own hex through which it comes (`GR-R37`).
    pub side: Side,
}

/// `GR-R37` The adjacent hex through which an attack comes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Side {
    /// The front hex.
    Front,
    /// The forward hex on the shield side: the shield hex.
    ShieldFront,
    /// The other forward hex.
    WeaponFront,
    /// The side hex on the shield side.
    ShieldSide,
    /// The other side hex.
    WeaponSide,
    /// The rear hex.
    Rear,
}

impl Side {
    /// Whether it is one of the three forward hexes.
    pub const fn is_forward(self) -> bool {
        matches!(self, Self::Front | Self::ShieldFront | Self::WeaponFront)
    }
    /// Whether it is a side hex.
    pub const fn is_side(self) -> bool {
        matches!(self, Self::ShieldSide | Self::WeaponSide)
    }
}

/// `GR-R09` An active defense.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Defense {
    /// None.
    None,
    /// Parry with that item; [`crate::sheet::UNARMED`] for the bare hand.
    Parry(u8),
    /// Block.
    Block,
    /// Dodge.
    Dodge,
    /// Acrobatic Dodge.
    Acrobatic,
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
