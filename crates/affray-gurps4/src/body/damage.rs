//! Damage: from the dice to the wound.
//!
//! Rules `G4-009`, `G4-310` to `G4-328`, rulings `G4-R27`, `G4-R33`, `G4-R34`, `G4-R36`, `G4-R41`, `G4-R47` and `G4-R59`.
//! Every damage roll at a body is read by [`DamageProfile::result`] and dealt by
//! `Fight::take_damage`.

use crate::Gurps4;
use crate::event::CriticalHit;
use crate::scene::{Fight, Scene};
use crate::state::Ignored;
use crate::strike::values::{Plan, Strike};
use affray_3d6::damage::{
    Damage, DamageType, basic_damage, face_multiplier, general_multiplier, limb_multiplier, neck_multiplier,
};
use affray_3d6::location::{Location, crippling_injury, is_limb};
use affray_kernel::referee::{CombatantId, Referee, Why};
use affray_kernel::rules::RuleId;

/// A hit that nothing stopped, before its damage is rolled.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Blow {
    /// The attacker.
    pub by: CombatantId,
    /// The target.
    pub target: CombatantId,
    /// Its damage, every bonus added.
    pub damage: Damage,
    /// Its type.
    pub kind: DamageType,
    /// The location that it hits.
    pub at: Location,
    /// A critical hit: a table is rolled on.
    pub critical: bool,
}

/// `G4-312` `G4-314` `G4-320` `G4-322` `G4-323` `G4-324` `G4-325` `G4-327` `G4-328` The wounding multiplier of a type at a
/// location, as a fraction.
pub const fn multiplier(at: Location, kind: DamageType) -> (i32, i32) {
    match at {
        Location::Skull | Location::RightEye | Location::LeftEye => (4, 1),
        Location::Face => face_multiplier(kind),
        Location::Neck => neck_multiplier(kind),
        Location::Vitals | Location::Groin if kind.is_pointed() => (3, 1),
        _ if is_limb(at) => limb_multiplier(kind),
        _ => general_multiplier(kind),
    }
}

/// The conditions of damage at a location of a body, before the roll.
#[derive(Debug, Clone, Copy)]
pub struct DamageProfile {
    /// Whose body it is.
    pub who: CombatantId,
    /// The location.
    pub at: Location,
    /// The type of the damage.
    pub kind: DamageType,
    /// `G4-R36` By what a critical hit multiplies basic damage.
    pub times: i32,
    /// `G4-311` The DR that counts.
    pub dr: i32,
    /// `G4-312` The wounding multiplier, as a fraction.
    pub multiplier: (i32, i32),
    /// `G4-R36` Any injury is a Major Wound.
    pub major: bool,
    /// The maximum of HP.
    pub max_hp: i32,
    /// `G4-R34` The location is crippled already.
    pub is_crippled: bool,
}

/// An injury, as far as it goes by the damage.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WoundEffect {
    /// HP lost, the most for a limb worked in.
    pub lost: i32,
    /// `G4-355` It is a Major Wound.
    pub major: bool,
    /// `G4-327` `G4-321` It cripples the part, or blinds the eye.
    pub cripples: bool,
}

/// The result of a damage roll. Rolls with one effect on the body are one outcome of the odds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DamageResult {
    /// Whose body it is.
    pub who: CombatantId,
    /// The location.
    pub at: Location,
    /// The type of the damage.
    pub kind: DamageType,
    /// The injury; `None` if nothing got through.
    pub wound: Option<WoundEffect>,
    /// Basic damage.
    pub basic: Ignored<i32>,
    /// The DR that counted.
    pub resisted: Ignored<i32>,
    /// Damage that got through.
    pub penetrating: Ignored<i32>,
}

impl DamageProfile {
    /// `G4-311` `G4-312` `G4-327` `G4-328` `G4-355` `G4-R33` `G4-R34` `G4-R59` The result of so much basic damage.
    pub fn result(&self, basic: i32) -> DamageResult {
        let basic = basic * self.times;
        let penetrating = (basic - self.dr).max(0);
        let (times, over) = self.multiplier;
        let mut lost = (penetrating * times / over).max(1);
        let mut cripples = false;
        if let Some(least) = crippling_injury(self.at, self.max_hp) {
            cripples = lost >= least && !self.is_crippled;
            if is_limb(self.at) {
                lost = lost.min(least);
            }
        }
        let major = self.major || cripples || 2 * lost > self.max_hp;
        DamageResult {
            who: self.who,
            at: self.at,
            kind: self.kind,
            wound: (penetrating > 0).then_some(WoundEffect { lost, major, cripples }),
            basic: Ignored(basic),
            resisted: Ignored(self.dr),
            penetrating: Ignored(penetrating),
        }
    }
}

impl Scene<'_> {
    /// `G4-311` `G4-312` `G4-R36` `G4-R47` The conditions of damage of a type at a location, after that row of the
    /// critical hit tables.
    pub fn damage_profile(self, who: CombatantId, at: Location, kind: DamageType, row: CriticalHit) -> DamageProfile {
        let sheet = self.sheet(who);
        let dr = sheet.resistance(at);
        DamageProfile {
            who,
            at,
            kind,
            times: match row {
                CriticalHit::Times(times) => times,
                CriticalHit::TwiceNoDr => 2,
                _ => 1,
            },
            dr: match row {
                CriticalHit::HalfDr => dr / 2,
                CriticalHit::NoDr | CriticalHit::TwiceNoDr => 0,
                _ => dr,
            },
            multiplier: multiplier(at, kind),
            major: row == CriticalHit::Major,
            max_hp: sheet.hp.into(),
            is_crippled: self.fighter(who).is_crippled(at),
        }
    }
}

impl<R: Referee<Gurps4>> Fight<'_, R> {
    /// `G4-009` `G4-310` `G4-R36` `G4-R41` Rolls on the critical table, where the hit was critical, and for damage. A
    /// row can give the highest damage without a roll. `read` gets the row and basic damage.
    ///
    /// # Errors
    /// The input that the referee lacks.
    pub(crate) fn roll_damage<F: Copy + PartialEq>(
        &mut self,
        rule: RuleId,
        blow: &Blow,
        read: impl Fn(Scene<'_>, CriticalHit, i32) -> F,
    ) -> Result<(CriticalHit, F), R::Pause> {
        let row =
            if blow.critical { self.roll_critical_hit(blow.by, blow.target, blow.at)? } else { CriticalHit::Normal };
        let scene = Scene { setup: self.setup, state: self.state };
        let read = |pips: i32| read(scene, row, basic_damage(blow.damage, pips, blow.kind));
        let result = if row == CriticalHit::Maximum {
            read(blow.damage.dice.highest())
        } else {
            self.referee.throw(Why::new(blow.by, rule, "damage"), blow.damage.dice, read)?
        };
        Ok((row, result))
    }

    /// `G4-276` `G4-277` `G4-R41` A blow or shot that nothing stopped: critical table, damage, wound, knockback, Will.
    ///
    /// # Errors
    /// The input that the referee lacks.
    pub(crate) fn land_blow(
        &mut self,
        by: CombatantId,
        strike: &Strike,
        plan: &Plan,
        critical: bool,
    ) -> Result<(), R::Pause> {
        let (who, at) = (strike.target, strike.at);
        let (damage, kind) = self.scene().damage_of(by, strike, plan);
        let blow = Blow { by, target: who, damage, kind, at, critical };
        let (row, (result, knockback)) = self.roll_damage(rule!("G4-310"), &blow, |scene, row, basic| {
            let mut profile = scene.damage_profile(who, at, kind, row);
            if strike.armor {
                profile.dr /= 2;
            }
            let result = profile.result(basic);
            (result, scene.knockback(&result))
        })?;
        self.take_damage(&result, row)?;
        if row == CriticalHit::Drops {
            self.drop_weapon(who);
        }
        if knockback > 0 {
            self.knock_back(by, who, knockback)?;
        }
        if result.wound.is_some() { self.distracted(who) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn injuries() {
        let lost = |penetrating: i32, multiplier: (i32, i32)| {
            let profile = DamageProfile {
                who: CombatantId(0),
                at: Location::Torso,
                kind: DamageType::Crushing,
                times: 1,
                dr: 2,
                multiplier,
                major: false,
                max_hp: 10,
                is_crippled: false,
            };
            profile.result(penetrating + 2).wound.map_or(0, |wound| wound.lost)
        };
        assert_eq!(lost(1, (1, 2)), 1, "G4-E32");
        assert_eq!(lost(3, (1, 2)), 1, "G4-E32");
        assert_eq!(lost(4, (1, 2)), 2, "G4-E32");
        assert_eq!(lost(3, (3, 2)), 4, "G4-E32");
        assert_eq!(lost(0, (4, 1)), 0);
    }

    #[test]
    fn multipliers() {
        use DamageType::*;
        for (rule, at, kind, expected) in [
            ("G4-312", Location::Torso, Cutting, (3, 2)),
            ("G4-312", Location::Torso, Burning, (1, 1)),
            ("G4-320", Location::Skull, SmallPiercing, (4, 1)),
            ("G4-321", Location::LeftEye, Crushing, (4, 1)),
            ("G4-322", Location::Face, Corrosion, (3, 2)),
            ("G4-322", Location::Face, Impaling, (2, 1)),
            ("G4-323", Location::Neck, Crushing, (3, 2)),
            ("G4-323", Location::Neck, Cutting, (2, 1)),
            ("G4-324", Location::Vitals, SmallPiercing, (3, 1)),
            ("G4-325", Location::Groin, Impaling, (3, 1)),
            ("G4-325", Location::Groin, Cutting, (3, 2)),
            ("G4-327", Location::RightArm, Impaling, (1, 1)),
            ("G4-328", Location::LeftFoot, Cutting, (3, 2)),
        ] {
            assert_eq!(multiplier(at, kind), expected, "{rule}: {kind:?} at {at:?}");
        }
    }
}
