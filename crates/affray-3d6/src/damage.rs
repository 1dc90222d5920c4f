//! Damage: dice with adds, types, and what a type does to a wound.

use affray_files::value::{FromValue, ToValue};
use affray_kernel::dice::Dice;
use serde::{Deserialize, Serialize};

/// Damage as dice and adds: `2d-1`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
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
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, FromValue, ToValue)]
pub enum DamageType {
    /// Small piercing, `pi-`.
    #[serde(rename = "pi-")]
    #[value(rename = "pi-")]
    SmallPiercing,
    /// Burning, `burn`.
    #[serde(rename = "burn")]
    #[value(rename = "burn")]
    Burning,
    /// Corrosion, `cor`.
    #[serde(rename = "cor")]
    #[value(rename = "cor")]
    Corrosion,
    /// Crushing, `cr`.
    #[serde(rename = "cr")]
    #[value(rename = "cr")]
    Crushing,
    /// Fatigue, `fat`.
    #[serde(rename = "fat")]
    #[value(rename = "fat")]
    Fatigue,
    /// Piercing, `pi`.
    #[serde(rename = "pi")]
    #[value(rename = "pi")]
    Piercing,
    /// Toxic, `tox`.
    #[serde(rename = "tox")]
    #[value(rename = "tox")]
    Toxic,
    /// Cutting, `cut`.
    #[serde(rename = "cut")]
    #[value(rename = "cut")]
    Cutting,
    /// Large piercing, `pi+`.
    #[serde(rename = "pi+")]
    #[value(rename = "pi+")]
    LargePiercing,
    /// Impaling, `imp`.
    #[serde(rename = "imp")]
    #[value(rename = "imp")]
    Impaling,
    /// Huge piercing, `pi++`.
    #[serde(rename = "pi++")]
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

/// The wounding multiplier where no location changes it, as a fraction.
#[rustfmt::skip]
#[inline]
pub const fn general_multiplier(kind: DamageType) -> (i32, i32) {
    match kind {
        DamageType::SmallPiercing                         => (1, 2),
        DamageType::Burning | DamageType::Corrosion
        | DamageType::Crushing | DamageType::Fatigue
        | DamageType::Piercing | DamageType::Toxic        => (1, 1),
        DamageType::Cutting | DamageType::LargePiercing   => (3, 2),
        DamageType::Impaling | DamageType::HugePiercing   => (2, 1),
    }
}

/// The wounding multiplier at arms, legs and extremities: impaling and large piercing wounds are not
/// multiplied.
#[inline]
pub const fn limb_multiplier(kind: DamageType) -> (i32, i32) {
    match kind {
        DamageType::Impaling | DamageType::LargePiercing | DamageType::HugePiercing => (1, 1),
        _ => general_multiplier(kind),
    }
}

/// The wounding multiplier at the neck.
#[inline]
pub const fn neck_multiplier(kind: DamageType) -> (i32, i32) {
    match kind {
        DamageType::Crushing | DamageType::Corrosion => (3, 2),
        DamageType::Cutting => (2, 1),
        _ => general_multiplier(kind),
    }
}

/// The wounding multiplier at the face.
#[inline]
pub const fn face_multiplier(kind: DamageType) -> (i32, i32) {
    match kind {
        DamageType::Corrosion => (3, 2),
        _ => general_multiplier(kind),
    }
}

/// Hexes of knockback: whole times that the damage has the target's ST less 2.
#[inline]
pub const fn knockback(basic: i32, st: i32) -> i32 {
    let divisor = if st < 3 { 1 } else { st - 2 };
    basic / divisor
}
