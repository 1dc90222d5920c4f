//! Hit locations: where a blow can be aimed, where a random one lands, what they do to a wound.
//!
//! Rules `DF-174` to `DF-182` and `DF-300` to `DF-342`.

use crate::Dfrpg;
use crate::decision::Aim;
use crate::scene::{Fight, Scene};
use crate::sheet::{Body, DamageType, Location};
use crate::state::Fighter;
use affray_3d6::damage::{MultipliedBy, Multiplier};
use affray_kernel::dice::Dice;
use affray_kernel::referee::{CombatantId, Referee, Why};
use affray_kernel::rules::RuleId;

/// `DF-300` `DF-174` `DF-175` `DF-179` `DF-180` `DF-181` `DF-308` The modifier to hit a location.
#[rustfmt::skip]
pub const fn to_hit(location: Location) -> (RuleId, i32) {
    match location {
        Location::Torso                                                    => (rule!("DF-174"),  0),
        Location::Vitals                                                   => (rule!("DF-175"), -3),
        Location::Neck                                                     => (rule!("DF-179"), -5),
        Location::RightEye | Location::LeftEye                             => (rule!("DF-180"), -9),
        Location::Face                                                     => (rule!("DF-181").named("face"), -5),
        Location::Skull                                                    => (rule!("DF-181").named("skull"), -7),
        Location::Groin                                                    => (rule!("DF-181").named("groin"), -3),
        Location::RightArm | Location::LeftArm                             => (rule!("DF-181").named("arm"), -2),
        Location::RightLeg | Location::LeftLeg                             => (rule!("DF-181").named("leg"), -2),
        Location::RightHand | Location::LeftHand                           => (rule!("DF-181").named("hand"), -4),
        Location::RightFoot | Location::LeftFoot                           => (rule!("DF-181").named("foot"), -4),
        Location::Tail                                                     => (rule!("DF-308").named("tail"), -3),
        Location::RightWing | Location::LeftWing                           => (rule!("DF-308").named("wing"), -2),
    }
}

/// `DF-176` `DF-177` `DF-178` `DF-342` The modifier to hit the chinks of a location's armor, the
/// location's own worked in.
pub const fn chinks_to_hit(location: Location) -> (RuleId, i32) {
    match location {
        Location::Torso => (rule!("DF-176"), -8),
        Location::Vitals => (rule!("DF-177"), -10),
        _ => (rule!("DF-178"), -10),
    }
}

/// `DF-302` Whether a miss by one at that aim strikes the torso instead (`DF-R28`).
pub const fn strays_to_torso(aim: Aim) -> bool {
    matches!(
        aim,
        Aim::At(
            Location::RightEye
                | Location::LeftEye
                | Location::Skull
                | Location::Face
                | Location::Groin
                | Location::Neck
                | Location::Vitals
        ) | Aim::Chinks(Location::Vitals)
    )
}

/// `DF-303` Eyes, skull and face.
pub use affray_3d6::location::is_head as is_head_blow;

/// `DF-332` `DF-333` `DF-334` `DF-335` `DF-336` `DF-337` `DF-338` `DF-339`
/// The multipliers on which the family agrees.
use affray_3d6::damage::multiplier as family_multiplier;

/// `DF-332` `DF-333` `DF-334` `DF-335` `DF-336` `DF-337` `DF-338` `DF-339` `DF-340` `DF-343` `DF-R29` `DF-R30` `DF-R31`
/// The wounding multiplier at a location. An area effect has none of them (`DF-344`).
pub const fn multiplier(location: Location, kind: DamageType) -> Multiplier {
    let (location, kind) = match (location, kind) {
        (Location::Skull | Location::RightEye | Location::LeftEye, DamageType::Toxic) => (Location::Torso, kind),
        (Location::Vitals, DamageType::Burning) => (location, DamageType::Impaling),
        _ => (location, kind),
    };
    family_multiplier(location, kind)
}

/// The line of a wounding multiplier.
pub const fn multiplier_line(multiplier: Multiplier) -> RuleId {
    let rule = match multiplier.by {
        MultipliedBy::Type => rule!("DF-332"),
        MultipliedBy::Limb => rule!("DF-333"),
        MultipliedBy::Face => rule!("DF-336"),
        MultipliedBy::Neck => rule!("DF-337"),
        MultipliedBy::Vitals => rule!("DF-338"),
        MultipliedBy::Skull => rule!("DF-339"),
        MultipliedBy::Eye => rule!("DF-340"),
    };
    rule.named(multiplier.words)
}

/// `DF-371` `DF-333` `DF-334` `DF-335` `DF-340` `DF-R76` The least injury that cripples a location of somebody with
/// that many HP: one more than the limit, which is to be exceeded.
pub use affray_3d6::location::crippling_injury;

/// What the roll for a random location shows, before a side is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Found {
    At(Location),
    LegOrTail(Location),
    Sided(Location, Location),
}

/// `DF-300` `DF-306` `DF-307` `DF-R27` Reads 3d on the table, for that body.
const fn find(roll: i32, body: &Body) -> Found {
    let many_legs = body.legs > 2;
    match roll {
        ..=4 => Found::At(Location::Skull),
        5 => Found::At(Location::Face),
        6..=7 => Found::LegOrTail(Location::RightLeg),
        8 if many_legs => Found::At(Location::RightLeg),
        8 => Found::At(Location::RightArm),
        9 if body.wings => Found::Sided(Location::RightWing, Location::LeftWing),
        9..=11 => Found::At(Location::Torso),
        12 if many_legs => Found::At(Location::LeftLeg),
        12 => Found::At(Location::LeftArm),
        13..=14 => Found::LegOrTail(Location::LeftLeg),
        15 if many_legs => Found::Sided(Location::RightFoot, Location::LeftFoot),
        15 => Found::Sided(Location::RightHand, Location::LeftHand),
        16 => Found::Sided(Location::RightFoot, Location::LeftFoot),
        _ => Found::At(Location::Neck),
    }
}

/// `DF-R131` Whether the body has that location at all.
pub const fn has(body: &Body, location: Location) -> bool {
    match location {
        Location::RightWing | Location::LeftWing => body.wings,
        Location::Tail => body.tail,
        Location::RightLeg | Location::LeftLeg | Location::RightFoot | Location::LeftFoot => body.legs > 0,
        Location::RightArm | Location::RightHand => body.hands > 0,
        Location::LeftArm | Location::LeftHand => body.hands > 1,
        _ => body.lacks & location.bit() == 0,
    }
}

/// `DF-R131` The location by which a wound is multiplied and knocks down: an eye without a skull behind it is a face.
pub const fn wounded_as(body: &Body, location: Location) -> Location {
    match location {
        Location::RightEye | Location::LeftEye if !has(body, Location::Skull) => Location::Face,
        _ => location,
    }
}

/// Whether a part is a leg or a foot.
pub(crate) const fn is_leg(part: Location) -> bool {
    matches!(part, Location::RightLeg | Location::LeftLeg | Location::RightFoot | Location::LeftFoot)
}

/// The limb of which a hand or foot is the end.
pub const fn limb_of(location: Location) -> Option<Location> {
    match location {
        Location::RightHand => Some(Location::RightArm),
        Location::LeftHand => Some(Location::LeftArm),
        Location::RightFoot => Some(Location::RightLeg),
        Location::LeftFoot => Some(Location::LeftLeg),
        _ => None,
    }
}

impl Fighter {
    /// `DF-374` Whether a part of the body was destroyed, by itself or with its limb.
    #[inline]
    pub fn is_gone(&self, location: Location) -> bool {
        !self.destroyed.is_empty()
            && (self.destroyed.has(location) || limb_of(location).is_some_and(|limb| self.destroyed.has(limb)))
    }
}

impl Scene<'_> {
    /// `DF-301` A place on the body as it is: what is missing, or was destroyed, is the chest. Eyes
    /// leave a socket that can still be hit.
    pub fn present(self, who: CombatantId, location: Location) -> Location {
        let is_eye = matches!(location, Location::RightEye | Location::LeftEye);
        let gone = !is_eye && self.fighter(who).is_gone(location);
        if gone || !has(&self.sheet(who).body, location) { Location::Torso } else { location }
    }
}

impl<R: Referee<Dfrpg>> Fight<'_, R> {
    /// `DF-182` `DF-300` `DF-301` `DF-305` Rolls for a random location.
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn random_location(&mut self, by: CombatantId, target: CombatantId) -> Result<Location, R::Pause> {
        let body = self.scene().sheet(target).body;
        let why = Why::new(by, rule!("DF-300"), "location");
        let location = match self.referee.throw(why, Dice::d6(3), |roll| find(roll, &body))? {
            Found::At(location) => location,
            Found::LegOrTail(_) if body.legs == 0 && body.tail => Location::Tail,
            Found::LegOrTail(leg) if body.legs != 0 && body.tail_useful => {
                let why = Why::new(by, rule!("DF-305"), "leg or tail");
                if self.referee.throw(why, Dice::d6(1), |die| die == 1)? { Location::Tail } else { leg }
            }
            Found::LegOrTail(leg) => leg,
            Found::Sided(right, left) => {
                let why = Why::new(by, rule!("DF-301"), "side");
                if self.referee.throw(why, Dice::d6(1), |die| die <= 3)? { right } else { left }
            }
        };
        Ok(self.scene().present(target, location))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn crippling_limits_are_exceeded_not_met() {
        for (example, location, hp, least) in [
            ("DF-E18", Location::RightArm, 14, Some(8)),
            ("DF-E19", Location::RightHand, 14, Some(5)),
            ("DF-E15", Location::LeftEye, 14, Some(2)),
            ("DF-R76", Location::RightArm, 11, Some(6)),
            ("DF-R76", Location::RightArm, 10, Some(6)),
            ("DF-300", Location::Torso, 10, None),
        ] {
            assert_eq!(crippling_injury(location, hp), least, "{example}");
        }
    }

    #[test]
    fn multipliers() {
        use DamageType::*;
        for (rule, location, kind, expected) in [
            ("DF-332", Location::Torso, Cutting, (3, 2)),
            ("DF-332", Location::Torso, SmallPiercing, (1, 2)),
            ("DF-333", Location::LeftArm, Impaling, (1, 1)),
            ("DF-333", Location::LeftArm, Cutting, (3, 2)),
            ("DF-334", Location::Tail, HugePiercing, (1, 1)),
            ("DF-336", Location::Face, Corrosion, (3, 2)),
            ("DF-337", Location::Neck, Cutting, (2, 1)),
            ("DF-337", Location::Neck, Crushing, (3, 2)),
            ("DF-337", Location::Neck, Impaling, (2, 1)),
            ("DF-338", Location::Vitals, SmallPiercing, (3, 1)),
            ("DF-338", Location::Vitals, Burning, (3, 1)),
            ("DF-339", Location::Skull, Fatigue, (4, 1)),
            ("DF-339", Location::Skull, Toxic, (1, 1)),
            ("DF-340", Location::RightEye, Impaling, (4, 1)),
            ("DF-343", Location::Torso, Fatigue, (1, 1)),
        ] {
            let Multiplier { times, over, .. } = multiplier(location, kind);
            assert_eq!((times, over), expected, "{rule}: {kind:?} at {location:?}");
        }
    }
}
