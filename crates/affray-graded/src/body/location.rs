//! Hit locations: what can be aimed at, what it costs, and where a blow falls that is not aimed.
//!
//! Rules `GR-181`, `GR-225` to `GR-227`; rulings `GR-R18`, `GR-R62`, `GR-R98`, `GR-R100`, `GR-R101`.

use crate::state::Parts;
use affray_files::value::{FromValue, ToValue};

/// How many locations there are.
pub const LOCATIONS: usize = 19;

/// A part of the body that can be hit. *Near* is the weapon side, *far* the shield side (`GR-R100`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, FromValue, ToValue)]
#[allow(missing_docs, reason = "named for what they are")]
pub enum Location {
    Body,
    Vital,
    Heart,
    Head,
    Brain,
    Neck,
    Mouth,
    EyeNear,
    EyeFar,
    ArmNear,
    ArmFar,
    HandNear,
    HandFar,
    LegNear,
    LegFar,
    KneeNear,
    KneeFar,
    FootNear,
    FootFar,
}

use Location::*;

impl Location {
    /// All of them.
    pub const ALL: [Self; LOCATIONS] = [
        Body, Vital, Heart, Head, Brain, Neck, Mouth, EyeNear, EyeFar, ArmNear, ArmFar, HandNear, HandFar, LegNear,
        LegFar, KneeNear, KneeFar, FootNear, FootFar,
    ];

    /// The parts that can be crippled, in the order of [`Parts::NAMES`].
    pub(crate) const LIMBS: [Self; 8] = [ArmNear, ArmFar, HandNear, HandFar, LegNear, LegFar, FootNear, FootFar];

    /// In words.
    pub const fn words(self) -> &'static str {
        match self {
            Body => "body",
            Vital => "vital organ",
            Heart => "heart",
            Head => "head",
            Brain => "brain",
            Neck => "neck",
            Mouth => "mouth",
            EyeNear => "eye on the weapon side",
            EyeFar => "eye on the shield side",
            ArmNear => "weapon arm",
            ArmFar => "shield arm",
            HandNear => "weapon hand",
            HandFar => "off hand",
            LegNear => "leg on the weapon side",
            LegFar => "leg on the shield side",
            KneeNear => "knee on the weapon side",
            KneeFar => "knee on the shield side",
            FootNear => "foot on the weapon side",
            FootFar => "foot on the shield side",
        }
    }

    /// `GR-225` `GR-R100` Where a blow falls that is not aimed, by 3d6. Which hand and foot is another roll.
    pub const fn at_random(roll: i32) -> Self {
        match roll {
            ..=3 => Brain,
            4 => Head,
            5 => ArmFar,
            6 => HandNear,
            7 => ArmNear,
            8..=11 => Body,
            12 => LegFar,
            13 | 14 => LegNear,
            15 | 16 => FootNear,
            17.. => Vital,
        }
    }

    /// `GR-181` `GR-R98` What a called shot costs. A closed helm makes eyes harder to hit.
    pub const fn penalty(self, closed_helm: bool) -> i32 {
        match self {
            Body => 0,
            Vital => -3,
            Heart | Mouth => -8,
            Head | HandNear | HandFar | FootNear | FootFar => -5,
            Brain | Neck => -7,
            EyeNear | EyeFar => {
                if closed_helm {
                    -10
                } else {
                    -9
                }
            }
            ArmNear | LegNear | LegFar => -2,
            ArmFar | KneeNear | KneeFar => -4,
        }
    }

    /// `GR-R95` Whether blows there are blows to the head.
    pub const fn is_head(self) -> bool {
        matches!(self, Head | Brain | Neck | Mouth | EyeNear | EyeFar)
    }
    /// `GR-R17` Whether it counts as torso.
    pub const fn is_torso(self) -> bool {
        matches!(self, Body | Vital | Heart)
    }
    /// Whether it is an eye.
    pub const fn is_eye(self) -> bool {
        matches!(self, EyeNear | EyeFar)
    }
    /// `GR-R18` `GR-R95` The part that a blow there cripples, and whether that takes a half of HT (2) or a third (3).
    pub const fn limb(self) -> Option<(Parts, i32)> {
        Some(match self {
            ArmNear => (Parts::ARM_NEAR, 2),
            ArmFar => (Parts::ARM_FAR, 2),
            LegNear => (Parts::LEG_NEAR, 2),
            LegFar => (Parts::LEG_FAR, 2),
            HandNear => (Parts::HAND_NEAR, 3),
            HandFar => (Parts::HAND_FAR, 3),
            KneeNear => (Parts::LEG_NEAR, 3),
            KneeFar => (Parts::LEG_FAR, 3),
            FootNear => (Parts::FOOT_NEAR, 3),
            FootFar => (Parts::FOOT_FAR, 3),
            _ => return None,
        })
    }
    /// `GR-230` `GR-231` The least damage of one blow that cripples the limb there, and the most that it suffers.
    pub const fn crippling_damage(self, ht: i32) -> Option<i32> {
        match self.limb() {
            Some((_, share)) => Some((ht + share - 1) / share),
            None => None,
        }
    }
    /// `GR-R113` Whether a suit of armor covers it.
    pub const fn is_in_suit(self) -> bool {
        !self.is_head()
    }
    /// `GR-R113` `GR-R98` Whether a helm covers it.
    pub const fn is_in_helm(self, closed: bool) -> bool {
        match self {
            Head | Brain => true,
            Neck | Mouth | EyeNear | EyeFar => closed,
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn locations_stand_in_their_order() {
        for (at, location) in Location::ALL.into_iter().enumerate() {
            assert_eq!(location as usize, at);
        }
    }

    /// `GR-E67`
    #[test]
    fn called_shots() {
        for (at, closed, penalty) in
            [(Neck, false, -7), (HandNear, false, -5), (EyeFar, false, -9), (EyeNear, true, -10), (Body, true, 0)]
        {
            assert_eq!(at.penalty(closed), penalty, "{at:?}");
        }
    }
}
