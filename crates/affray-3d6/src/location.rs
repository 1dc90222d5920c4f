//! Parts of the body that can be hit, and what cripples them.

use affray_files::value::{FromValue, ToValue};

/// A part of the body that can be hit. Right before left.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, FromValue, ToValue)]
pub enum Location {
    /// The default target; the chest.
    Torso,
    /// Organs within the torso.
    Vitals,
    /// Groin.
    Groin,
    /// Neck.
    Neck,
    /// Face.
    Face,
    /// Skull.
    Skull,
    /// Right eye.
    RightEye,
    /// Left eye.
    LeftEye,
    /// Right arm.
    RightArm,
    /// Left arm.
    LeftArm,
    /// Right hand.
    RightHand,
    /// Left hand.
    LeftHand,
    /// Right leg.
    RightLeg,
    /// Left leg.
    LeftLeg,
    /// Right foot.
    RightFoot,
    /// Left foot.
    LeftFoot,
    /// Right wing.
    RightWing,
    /// Left wing.
    LeftWing,
    /// Tail.
    Tail,
}

impl Location {
    /// How many there are.
    pub const COUNT: usize = 19;
    /// All of them, in the order of their numbers.
    pub const ALL: [Self; Self::COUNT] = [
        Self::Torso,
        Self::Vitals,
        Self::Groin,
        Self::Neck,
        Self::Face,
        Self::Skull,
        Self::RightEye,
        Self::LeftEye,
        Self::RightArm,
        Self::LeftArm,
        Self::RightHand,
        Self::LeftHand,
        Self::RightLeg,
        Self::LeftLeg,
        Self::RightFoot,
        Self::LeftFoot,
        Self::RightWing,
        Self::LeftWing,
        Self::Tail,
    ];
    /// As people say it: `right arm`.
    pub fn in_words(self) -> String {
        self.name().replace('-', " ")
    }
    /// As files spell it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Torso => "torso",
            Self::Vitals => "vitals",
            Self::Groin => "groin",
            Self::Neck => "neck",
            Self::Face => "face",
            Self::Skull => "skull",
            Self::RightEye => "right-eye",
            Self::LeftEye => "left-eye",
            Self::RightArm => "right-arm",
            Self::LeftArm => "left-arm",
            Self::RightHand => "right-hand",
            Self::LeftHand => "left-hand",
            Self::RightLeg => "right-leg",
            Self::LeftLeg => "left-leg",
            Self::RightFoot => "right-foot",
            Self::LeftFoot => "left-foot",
            Self::RightWing => "right-wing",
            Self::LeftWing => "left-wing",
            Self::Tail => "tail",
        }
    }
    /// The bit of this location in a set.
    #[inline]
    pub const fn bit(self) -> u32 {
        1 << self as u32
    }
}

/// Eyes, skull and face.
#[inline]
pub const fn is_head(location: Location) -> bool {
    matches!(location, Location::RightEye | Location::LeftEye | Location::Skull | Location::Face)
}

/// Limbs and extremities.
#[inline]
pub const fn is_limb(location: Location) -> bool {
    matches!(
        location,
        Location::RightArm
            | Location::LeftArm
            | Location::RightHand
            | Location::LeftHand
            | Location::RightLeg
            | Location::LeftLeg
            | Location::RightFoot
            | Location::LeftFoot
            | Location::RightWing
            | Location::LeftWing
            | Location::Tail
    )
}

/// The least injury that cripples a location of somebody with that many HP:
/// one more than the limit, which is to be exceeded.
#[rustfmt::skip]
#[inline]
pub const fn crippling_injury(location: Location, hp: i32) -> Option<i32> {
    match location {
        Location::RightArm | Location::LeftArm | Location::RightLeg | Location::LeftLeg
        | Location::RightWing | Location::LeftWing | Location::Tail     => Some(hp / 2 + 1),
        Location::RightHand | Location::LeftHand
        | Location::RightFoot | Location::LeftFoot                      => Some(hp / 3 + 1),
        Location::RightEye | Location::LeftEye                          => Some(hp / 10 + 1),
        _                                                               => None,
    }
}
