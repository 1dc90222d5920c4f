//! Damage: dice with adds, types, and what a type does to a wound.

use crate::location::{Location, is_limb};
use affray_files::value::{FromValue, ToValue};
use affray_kernel::dice::Dice;

/// Damage as dice and adds: `2d-1`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Damage {
    /// The dice.
    pub dice: Dice,
    /// What is added to their sum.
    pub add: i16,
}

impl std::fmt::Display for Damage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.add {
            0 => self.dice.fmt(f),
            add => write!(f, "{}{add:+}", self.dice),
        }
    }
}

/// What a wound is made by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, FromValue, ToValue)]
pub enum DamageType {
    /// Small piercing, `pi-`.
    #[value(rename = "pi-")]
    SmallPiercing,
    /// Burning, `burn`.
    #[value(rename = "burn")]
    Burning,
    /// Corrosion, `cor`.
    #[value(rename = "cor")]
    Corrosion,
    /// Crushing, `cr`.
    #[value(rename = "cr")]
    Crushing,
    /// Fatigue, `fat`.
    #[value(rename = "fat")]
    Fatigue,
    /// Piercing, `pi`.
    #[value(rename = "pi")]
    Piercing,
    /// Toxic, `tox`.
    #[value(rename = "tox")]
    Toxic,
    /// Cutting, `cut`.
    #[value(rename = "cut")]
    Cutting,
    /// Large piercing, `pi+`.
    #[value(rename = "pi+")]
    LargePiercing,
    /// Impaling, `imp`.
    #[value(rename = "imp")]
    Impaling,
    /// Huge piercing, `pi++`.
    #[value(rename = "pi++")]
    HugePiercing,
}

impl DamageType {
    /// All of them.
    pub const ALL: [Self; 11] = [
        Self::SmallPiercing,
        Self::Burning,
        Self::Corrosion,
        Self::Crushing,
        Self::Fatigue,
        Self::Piercing,
        Self::Toxic,
        Self::Cutting,
        Self::LargePiercing,
        Self::Impaling,
        Self::HugePiercing,
    ];
    /// As sheets abbreviate it.
    #[inline]
    pub const fn name(self) -> &'static str {
        match self {
            Self::SmallPiercing => "pi-",
            Self::Burning => "burn",
            Self::Corrosion => "cor",
            Self::Crushing => "cr",
            Self::Fatigue => "fat",
            Self::Piercing => "pi",
            Self::Toxic => "tox",
            Self::Cutting => "cut",
            Self::LargePiercing => "pi+",
            Self::Impaling => "imp",
            Self::HugePiercing => "pi++",
        }
    }
    /// Any of the four piercing types.
    #[inline]
    pub const fn is_piercing(self) -> bool {
        matches!(self, Self::SmallPiercing | Self::Piercing | Self::LargePiercing | Self::HugePiercing)
    }
    /// Impaling or any piercing: what finds its way through eye slots and chinks.
    #[inline]
    pub const fn is_pointed(self) -> bool {
        matches!(self, Self::Impaling) || self.is_piercing()
    }
}

/// What gives a wound its multiplier: the type of the damage, or the part of the body that changes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MultipliedBy {
    /// The type of the damage.
    Type,
    /// The skull.
    Skull,
    /// An eye.
    Eye,
    /// The face.
    Face,
    /// The neck.
    Neck,
    /// The vitals.
    Vitals,
    /// An arm, a leg or an extremity.
    Limb,
}

/// A wounding multiplier as a fraction, with its reason.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Multiplier {
    /// The numerator.
    pub times: i32,
    /// The denominator.
    pub over: i32,
    /// What gives it.
    pub by: MultipliedBy,
    /// As sums tell it.
    pub words: &'static str,
}

impl Multiplier {
    /// Damage that it multiplies, rounded down.
    #[inline]
    pub const fn of(self, damage: i32) -> i32 {
        damage * self.times / self.over
    }
    /// Whether a sum has a line for it: it changes the damage, or a part of the body takes the type's own away.
    #[inline]
    pub const fn is_told(self) -> bool {
        self.times != self.over || !matches!(self.by, MultipliedBy::Type)
    }
}

/// The wounding multiplier of a type of damage at a part of the body, as far as the rulesets agree on it.
///
/// ```
/// use affray_3d6::damage::{DamageType, multiplier};
/// use affray_3d6::location::Location;
/// assert_eq!(multiplier(Location::Torso, DamageType::Cutting).of(7), 10);
/// assert_eq!(multiplier(Location::Neck, DamageType::Cutting).of(7), 14);
/// assert_eq!(multiplier(Location::LeftArm, DamageType::Impaling).words, "x 1 at a limb");
/// ```
#[rustfmt::skip]
#[inline]
pub const fn multiplier(at: Location, kind: DamageType) -> Multiplier {
    use DamageType::{
        Burning, Corrosion, Crushing, Cutting, Fatigue, HugePiercing, Impaling, LargePiercing, Piercing, SmallPiercing, Toxic,
    };
    use MultipliedBy::{Eye, Face, Limb, Neck, Skull, Type, Vitals};
    let (times, over, by, words) = match (at, kind) {
        (Location::Skull, _)                                                        => (4, 1, Skull, "x 4 at the skull"),
        (Location::RightEye | Location::LeftEye, _)                                 => (4, 1, Eye, "x 4 at the eye"),
        (Location::Vitals, _) if kind.is_pointed()                                  => (3, 1, Vitals, "x 3 at the vitals"),
        (Location::Face, Corrosion)                                                 => (3, 2, Face, "x 1.5 at the face"),
        (Location::Neck, Crushing | Corrosion)                                      => (3, 2, Neck, "x 1.5 at the neck"),
        (Location::Neck, Cutting)                                                   => (2, 1, Neck, "x 2 at the neck"),
        (_, Impaling | LargePiercing | HugePiercing) if is_limb(at)                 => (1, 1, Limb, "x 1 at a limb"),
        (_, SmallPiercing)                                                          => (1, 2, Type, "x 0.5 small piercing"),
        (_, Cutting)                                                                => (3, 2, Type, "x 1.5 cutting"),
        (_, LargePiercing)                                                          => (3, 2, Type, "x 1.5 large piercing"),
        (_, Impaling)                                                               => (2, 1, Type, "x 2 impaling"),
        (_, HugePiercing)                                                           => (2, 1, Type, "x 2 huge piercing"),
        (_, Burning | Corrosion | Crushing | Fatigue | Piercing | Toxic)            => (1, 1, Type, "x 1"),
    };
    Multiplier { times, over, by, words }
}
