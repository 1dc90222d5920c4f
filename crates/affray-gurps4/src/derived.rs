//! Scores derived from attributes, load, wounds and fatigue.
//!
//! Rules `G4-020` to `G4-033`, `G4-341`, `G4-346`, `G4-350`, `G4-351`; rulings `G4-R34`, `G4-R37`,
//! `G4-R38` and `G4-R46`. Constant scores are worked out once, by [`files::sheet`](crate::files::sheet).

use crate::scene::Scene;
use crate::sheet::Traits;
use crate::state::{Flags, Posture};
use affray_3d6::location::Location;
use affray_kernel::referee::CombatantId;
use affray_kernel::rules::RuleId;
use affray_kernel::tally::{Sum, Tally};

/// `G4-023` Basic Speed in quarters.
pub use affray_3d6::attributes::speed_quarters;

/// `G4-024` Basic Move.
pub use affray_3d6::attributes::basic_move;

/// `G4-025` Basic Lift in tenths of a pound.
pub use affray_3d6::attributes::basic_lift;

/// `G4-026` The level of encumbrance, both weights in tenths of a pound; 5 for more than can be carried.
pub use affray_3d6::attributes::encumbrance;

/// `G4-031` Damage by ST.
pub use affray_3d6::attributes::{swing, thrust, with_adds};

/// `G4-346` `G4-R46` Half, rounded up.
pub use affray_3d6::attributes::half_up;

/// `G4-027` Move under a load: at least 1.
pub const fn loaded_move(basic_move: i16, encumbrance: i16) -> i16 {
    let level = if encumbrance < 4 { encumbrance } else { 4 };
    let loaded = basic_move * (5 - level) / 5;
    if loaded < 1 { 1 } else { loaded }
}

/// `G4-341` `G4-346` Whether a value is below half of its maximum; exactly half is not.
#[inline]
pub const fn is_low(now: i32, max: i32) -> bool {
    2 * now < max
}

/// Arms and legs, whose loss tells on every DX-based skill (`G4-R34`).
const LIMBS: u16 =
    (Location::RightArm.bit() | Location::LeftArm.bit() | Location::RightLeg.bit() | Location::LeftLeg.bit()) as u16;
/// Legs and feet, each of which halves Move when crippled (`G4-R34`).
pub(crate) const WALKING: u16 =
    (Location::RightLeg.bit() | Location::LeftLeg.bit() | Location::RightFoot.bit() | Location::LeftFoot.bit()) as u16;
/// The legs, without which nobody stands (`G4-R34`).
pub(crate) const LEGS: u16 = (Location::RightLeg.bit() | Location::LeftLeg.bit()) as u16;
/// The eyes.
pub(crate) const EYES: u16 = (Location::RightEye.bit() | Location::LeftEye.bit()) as u16;

/// `G4-326` `G4-350` The most shock, with a crushing blow to the groin and without.
pub(crate) const fn most_shock(groin: bool) -> (RuleId, i32) {
    if groin { (rule!("G4-326").named("at most 8"), 8) } else { (rule!("G4-350").named("at most 4"), 4) }
}

impl Scene<'_> {
    /// `G4-341` Whether the figure has less than half of its HP.
    #[inline]
    pub fn is_wounded(self, who: CombatantId) -> bool {
        is_low(self.fighter(who).hp.into(), self.sheet(who).hp.into())
    }

    /// `G4-346` Whether the figure has less than half of its FP.
    #[inline]
    pub fn is_tired(self, who: CombatantId) -> bool {
        is_low(self.fighter(who).fp.into(), self.sheet(who).fp.into())
    }

    /// `G4-341` `G4-346` `G4-R37` `G4-R46` Halves a score for low HP and again for low FP, each rounded up.
    #[inline]
    pub fn halve<T: Tally>(self, who: CombatantId, score: &mut T) {
        if self.is_wounded(who) {
            score.becomes(rule!("G4-341"), half_up(score.total()));
        }
        if self.is_tired(who) {
            score.becomes(rule!("G4-346"), half_up(score.total()));
        }
    }

    /// `G4-027` `G4-100` `G4-104` `G4-R06` `G4-R34` `G4-R46` Current Move, explained.
    pub fn move_score<T: Tally>(self, who: CombatantId) -> T {
        let fighter = self.fighter(who);
        let sheet = self.sheet(who);
        let mut score = T::base(rule!("G4-027"), i32::from(sheet.loaded_move));
        if sheet.loaded_move != sheet.basic_move {
            const LOADS: [&str; 5] =
                ["stated", "light load, x 0.8", "medium load, x 0.6", "heavy load, x 0.4", "extra-heavy load, x 0.2"];
            score = T::base(rule!("G4-024").named("Basic Move"), sheet.basic_move.into());
            score.becomes(
                rule!("G4-027").named(LOADS[sheet.encumbrance.clamp(0, 4) as usize]),
                sheet.loaded_move.into(),
            );
        }
        self.halve(who, &mut score);
        match fighter.posture {
            Posture::Standing => {}
            Posture::Crouch | Posture::Kneel | Posture::Sit => {
                score.becomes(rule!("G4-100").named(fighter.posture.halves()), half_up(score.total()));
            }
            Posture::Prone => score.becomes(rule!("G4-104"), 1),
        }
        if fighter.crippled & WALKING != 0 {
            score.becomes(rule!("G4-R34"), half_up(score.total()));
        }
        score
    }

    /// `G4-R06` Current Move.
    #[inline]
    pub fn move_points(self, who: CombatantId) -> i32 {
        self.move_score::<affray_kernel::tally::Sum>(who).total()
    }

    /// `G4-028` `G4-245` `G4-026` `G4-033` `G4-R66` Current Dodge, before what is special about an attack: at least 1 under any load.
    #[inline]
    pub fn dodge_score<T: Tally>(self, who: CombatantId) -> T {
        let sheet = self.sheet(who);
        let mut score = T::base(
            rule!("G4-028").named(if sheet.speed % 4 == 0 {
                "Basic Speed"
            } else {
                "Basic Speed without its fraction"
            }),
            i32::from(sheet.speed / 4),
        );
        score.add(rule!("G4-028"), 3);
        score.add(rule!("G4-033"), if self.has_reflexes(who) { 1 } else { 0 });
        score.add(rule!("G4-R66"), sheet.dodge_bonus.into());
        score.add(rule!("G4-026"), -i32::from(sheet.encumbrance));
        score.at_least(rule!("G4-028").named("minimum"), 1);
        self.halve(who, &mut score);
        score
    }

    /// `G4-346` `G4-R37` ST for contests, rolls and heavy parries, under the rule that asks for it.
    pub fn strength<T: Tally>(self, who: CombatantId, rule: RuleId) -> T {
        let mut st = T::base(rule.named("ST"), self.sheet(who).st.into());
        if self.is_tired(who) {
            st.becomes(rule!("G4-346"), half_up(st.total()));
        }
        st
    }

    /// `G4-350` `G4-R38` The shock that a figure suffers now, from 0 up.
    #[inline]
    pub fn shock(self, who: CombatantId) -> i32 {
        let fighter = self.fighter(who);
        if fighter.shock | fighter.shock_later == 0 {
            return 0;
        }
        self.shock_with(who, Sum::of(0), false).total()
    }

    /// `G4-326` `G4-350` `G4-R38` The shock of a wound, perhaps to the groin, with what the figure has of it.
    pub(crate) fn shock_with<T: Tally>(self, who: CombatantId, wound: T, groin: bool) -> T {
        let (fighter, mut shock) = (self.fighter(who), wound);
        let lasts = i32::from(fighter.shock) + i32::from(fighter.shock_later);
        shock.add(rule!("G4-R38").named("shock that lasts"), lasts);
        let (rule, most) = most_shock(groin || fighter.flags.any(Flags::GROIN.union(Flags::GROIN_LATER)));
        shock.at_most(rule, most);
        shock
    }

    /// `G4-R34` Whether an arm or a leg is crippled, which costs 3 on every DX-based skill.
    #[inline]
    pub fn is_maimed(self, who: CombatantId) -> bool {
        self.fighter(who).crippled & LIMBS != 0
    }

    /// `G4-350` `G4-R34` Shock and crippled limbs, as they lower a skill in use.
    #[inline]
    pub fn add_wounds<T: Tally>(self, score: &mut T, who: CombatantId) {
        score.add(rule!("G4-350"), -self.shock(who));
        if self.is_maimed(who) {
            score.add(rule!("G4-327").named("crippled limb"), -3);
        }
    }

    /// `G4-212` `G4-R44` Whether a figure cannot see: both eyes lost, or so declared.
    #[inline]
    pub fn is_blind(self, who: CombatantId) -> bool {
        let fighter = self.fighter(who);
        fighter.flags.has(Flags::BLIND) || fighter.crippled & EYES == EYES
    }

    /// `G4-033` Whether it has Combat Reflexes.
    #[inline]
    pub fn has_reflexes(self, who: CombatantId) -> bool {
        self.sheet(who).is(Traits::COMBAT_REFLEXES)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn load_and_move() {
        // G4-E07: Ana.
        let loaded = |tenths| loaded_move(6, encumbrance(basic_lift(13), tenths));
        assert_eq!(loaded(340), 6);
        assert_eq!(loaded(345), 4);
        assert_eq!(loaded(1020), 3);
        assert_eq!(loaded(1025), 2);
        assert_eq!(loaded(3400), 1);
        assert_eq!(encumbrance(basic_lift(13), 3405), 5);
        for (st, tenths) in [(5, 50), (7, 98), (9, 160), (12, 290), (20, 800)] {
            assert_eq!(basic_lift(st), tenths, "G4-E08: ST {st}");
        }
        assert_eq!(loaded_move(6, 3), 2, "G4-E09");
    }

    #[test]
    fn below_half() {
        assert!(!is_low(7, 13) && is_low(6, 13), "G4-E21");
        assert!(is_low(7, 15) && !is_low(8, 15), "G4-E21");
        assert!(!is_low(6, 12) && is_low(5, 12), "G4-E22");
    }

    #[test]
    fn damage_by_st() {
        for (st, thr, sw) in [
            (2, "1d-6", "1d-5"),
            (18, "1d+2", "3d"),
            (19, "2d-1", "3d+1"),
            (44, "4d+1", "7d-1"),
            (45, "5d", "7d+1"),
            (100, "11d", "13d"),
        ] {
            assert_eq!((thrust(st).to_string().as_str(), swing(st).to_string().as_str()), (thr, sw), "G4-E10: {st}");
        }
    }
}
