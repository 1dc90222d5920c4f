//! The plain values of an attack: how it is declared, what it is part of, how its target sees it come, and how he may
//! defend.

use crate::body::location::Location;
use crate::files::choices::ModeKeys;
use crate::sheet::DamageType;
use affray_files::value::{FromValue, Schema, ToValue};
use affray_kernel::referee::CombatantId;

/// What a maneuver allows of an attack.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Plan {
    /// What it is part of.
    pub from: From,
    /// The only target it may have; [`NONE`](crate::state::NONE) for any.
    pub only: u8,
    /// The only arm it may be made with; [`NONE`](crate::state::NONE) for any.
    pub with: u8,
    /// Which shot or blow of the maneuver it is, from 0.
    pub number: u8,
}

/// What an attack is part of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Schema, ToValue)]
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
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
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
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, FromValue, ToValue)]
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
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, FromValue, ToValue)]
#[value(default, rename_all = "kebab-case")]
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
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, FromValue, ToValue)]
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
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, FromValue, ToValue)]
pub struct Blow {
    /// The item; [`crate::sheet::UNARMED`] for fists, feet and teeth. Default: what the maneuver wants, or the hands hold.
    #[value(named = "item", usual)]
    pub with: u8,
    /// How. Default: the first way in which the item can be used.
    #[value(flatten, like = ModeKeys)]
    pub mode: Mode,
    /// The target.
    pub target: CombatantId,
    /// The called location; `None` for none.
    pub at: Option<Location>,
    /// What the game master declares.
    #[value(flatten)]
    pub declared: Declared,
}

/// An attack that is to be defended against.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct IncomingAttack {
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
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
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
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
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
