//! Damage: from the dice to the wound.
//!
//! Rules `G4-009`, `G4-310` to `G4-328`, rulings `G4-R27`, `G4-R33`, `G4-R41` and `G4-R47`.

use crate::Gurps4;
use crate::event::{CriticalHit, Event};
use crate::scene::{Fight, Scene};
use crate::sheet::Traits;
use crate::state::Unread;
use affray_3d6::damage::{
    Damage, DamageType, basic_damage, face_multiplier, general_multiplier, knockback, limb_multiplier, neck_multiplier,
};
use affray_3d6::location::{Location, crippling_injury, is_limb};
use affray_core::referee::{CombatantId, Referee, Why};

/// A blow or shot that hit and was not stopped.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Blow {
    /// Who dealt it.
    pub by: CombatantId,
    /// Who is hit.
    pub target: CombatantId,
    /// Its damage, every bonus added.
    pub damage: Damage,
    /// Its type.
    pub kind: DamageType,
    /// Where it lands.
    pub at: Location,
    /// `G4-276` It found a weak spot of the armor.
    pub weak_spot: bool,
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

/// `G4-312` `G4-R33` The injury of what got through: fractions dropped, and at least 1.
pub const fn injury(penetrating: i32, (times, over): (i32, i32)) -> i32 {
    let injury = penetrating * times / over;
    if 0 < penetrating && injury < 1 { 1 } else { injury }
}

/// What a blow does to a body. Blows that do the same are one outcome, whatever the dice showed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hurt {
    /// HP lost, the most for a limb worked in.
    pub lost: i32,
    /// `G4-355` It is a Major Wound.
    pub major: bool,
    /// `G4-327` `G4-321` It cripples the part, or blinds the eye.
    pub cripples: bool,
}

/// What a damage roll comes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Dealt {
    hurt: Option<Hurt>,
    knockback: i32,
    basic: Unread<i32>,
    penetrating: Unread<i32>,
    resisted: Unread<i32>,
}

/// What a blow meets where it lands: it stands before the dice are thrown.
#[derive(Debug, Clone, Copy)]
struct Impact {
    times: i32,
    dr: i32,
    multiplier: (i32, i32),
    major: bool,
    /// `G4-330` What basic damage is divided by for knockback; 0 where the blow cannot push.
    push: i32,
}

impl Scene<'_> {
    /// `G4-311` `G4-276` `G4-277` `G4-R47` DR that a blow meets, weak spots and a critical hit worked in.
    fn resisted(self, blow: &Blow, critical: CriticalHit) -> i32 {
        let dr = self.sheet(blow.target).resistance(blow.at);
        let dr = if blow.weak_spot { dr / 2 } else { dr };
        match critical {
            CriticalHit::HalfDr => dr / 2,
            CriticalHit::NoDr | CriticalHit::TwiceNoDr => 0,
            _ => dr,
        }
    }

    /// What a blow meets.
    fn impact(self, blow: &Blow, critical: CriticalHit) -> Impact {
        Impact {
            times: match critical {
                CriticalHit::Times(times) => times,
                CriticalHit::TwiceNoDr => 2,
                _ => 1,
            },
            dr: self.resisted(blow, critical),
            multiplier: multiplier(blow.at, blow.kind),
            major: critical == CriticalHit::Major,
            push: match blow.kind {
                DamageType::Crushing | DamageType::Cutting => i32::from(self.sheet(blow.target).st).max(3),
                _ => 0,
            },
        }
    }

    /// `G4-327` `G4-328` `G4-355` `G4-R34` `G4-R59` What so many points that got through do to a body.
    pub(crate) fn hurt_at(
        self,
        who: CombatantId,
        at: Location,
        penetrating: i32,
        multiplier: (i32, i32),
        major: bool,
    ) -> Hurt {
        let (max, fighter) = (i32::from(self.sheet(who).hp), self.fighter(who));
        let mut lost = injury(penetrating, multiplier);
        let mut cripples = false;
        if let Some(least) = crippling_injury(at, max) {
            cripples = least <= lost && !fighter.is_crippled(at);
            if is_limb(at) {
                lost = lost.min(least);
            }
        }
        Hurt { lost, major: major || cripples || max < 2 * lost, cripples }
    }

    /// `G4-310` `G4-311` `G4-330` Reads the dice of a damage roll down to what they do.
    #[inline]
    fn dealt(self, blow: &Blow, impact: &Impact, pips: i32) -> Dealt {
        let basic = basic_damage(blow.damage, pips, blow.kind) * impact.times;
        let penetrating = (basic - impact.dr).max(0);
        let hurt =
            (0 < penetrating).then(|| self.hurt_at(blow.target, blow.at, penetrating, impact.multiplier, impact.major));
        // G4-330: a cutting blow pushes only where it does not penetrate.
        let pushes = impact.push != 0 && (blow.kind == DamageType::Crushing || penetrating == 0);
        let knockback = if pushes { knockback(basic, impact.push) } else { 0 };
        Dealt { hurt, knockback, basic: Unread(basic), penetrating: Unread(penetrating), resisted: Unread(impact.dr) }
    }

    /// `G4-326` Whether a blow makes the shock of the groin.
    pub(crate) fn is_groin_blow(self, target: CombatantId, at: Location, kind: DamageType) -> bool {
        at == Location::Groin && kind == DamageType::Crushing && self.sheet(target).is(Traits::MALE)
    }
}

impl<R: Referee<Gurps4>> Fight<'_, R> {
    /// `G4-310` `G4-R36` The critical table, where the hit was critical, and the damage.
    fn roll_damage(&mut self, blow: &Blow) -> Result<(CriticalHit, Dealt), R::Pause> {
        let critical =
            if blow.critical { self.roll_critical_hit(blow.by, blow.target, blow.at)? } else { CriticalHit::Normal };
        let impact = self.scene().impact(blow, critical);
        let scene = Scene { setup: self.setup, state: self.state };
        let dealt = if critical == CriticalHit::Maximum {
            scene.dealt(blow, &impact, blow.damage.dice.highest())
        } else {
            let why = Why::new(blow.by, rule!("G4-310"), "damage");
            self.referee.throw(why, blow.damage.dice, |pips| scene.dealt(blow, &impact, pips))?
        };
        // What the row does to the damage is done; what is left of it matters.
        let after = match critical {
            CriticalHit::Drops | CriticalHit::Fells | CriticalHit::Stuns => critical,
            _ => CriticalHit::Normal,
        };
        Ok((after, dealt))
    }

    /// `G4-R41` A blow that nothing stopped: critical table, damage, wound, knockback, Will.
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn strike_home(&mut self, blow: &Blow) -> Result<(), R::Pause> {
        let (critical, dealt) = self.roll_damage(blow)?;
        let who = blow.target;
        self.tell(Event::Damaged {
            who,
            basic: dealt.basic.0,
            kind: blow.kind,
            location: blow.at,
            resisted: dealt.resisted.0,
            penetrating: dealt.penetrating.0,
        });
        if let Some(hurt) = dealt.hurt {
            self.suffer(who, &hurt, blow.at, blow.kind, critical)?;
        }
        if critical == CriticalHit::Drops
            && let Some(item) = self.scene().weapon_in_hand(who)
        {
            let at = self.state[who].at;
            self.drop_item(who, item, at);
        }
        if 0 < dealt.knockback {
            self.knock_back(blow.by, who, dealt.knockback)?;
        }
        if dealt.hurt.is_some() { self.distracted(who) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn injuries() {
        assert_eq!(injury(1, (1, 2)), 1, "G4-E32");
        assert_eq!(injury(3, (1, 2)), 1, "G4-E32");
        assert_eq!(injury(4, (1, 2)), 2, "G4-E32");
        assert_eq!(injury(3, (3, 2)), 4, "G4-E32");
        assert_eq!(injury(0, (4, 1)), 0);
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
