//! Fatigue: losing FP and what low FP does.
//!
//! Rules `DF-410` to `DF-417`, rulings `DF-R40` and `DF-R91`.

use crate::Dfrpg;
use crate::event::Event;
use crate::scene::{Fight, Scene};
use affray_kernel::referee::{CombatantId, Referee, Why};
use affray_kernel::tally::{Sum, Tally};

/// `DF-412` `DF-373` Whether a current value is below one third of its maximum.
pub const fn is_low(now: i32, max: i32) -> bool {
    3 * now < max
}

/// `DF-R40` Half, rounded up.
pub use affray_3d6::attributes::half_up;

impl Scene<'_> {
    /// `DF-373` `DF-412` `DF-R40` A score that low HP and low FP halve, each in turn and rounded up.
    pub fn halved(self, who: CombatantId, score: i32) -> i32 {
        let mut score = Sum::of(score);
        self.halve(&mut score, who);
        score.total()
    }

    /// `DF-373` `DF-412` `DF-R40` Halves a Move or a Dodge for low HP and for low FP, each in turn and rounded up.
    pub fn halve<T: Tally>(self, score: &mut T, who: CombatantId) {
        let (sheet, fighter) = (self.sheet(who), self.fighter(who));
        if is_low(i32::from(fighter.hp), i32::from(sheet.hp)) {
            score.becomes(rule!("DF-R40").named("halved by low HP"), half_up(score.total()));
        }
        if is_low(i32::from(fighter.fp), i32::from(sheet.fp)) {
            score.becomes(rule!("DF-R40").named("halved by low FP"), half_up(score.total()));
        }
    }

    /// `DF-413` `DF-R130` Whether a figure is without FP, and has had some.
    pub fn is_spent(self, who: CombatantId) -> bool {
        self.fighter(who).fp <= 0 && self.sheet(who).fp != 0
    }

    /// `DF-412` ST for rolls: halved, rounded up, at low FP. Damage keeps the full ST.
    pub fn st_for_rolls(self, who: CombatantId) -> i32 {
        let (sheet, fighter) = (self.sheet(who), self.fighter(who));
        let st = i32::from(sheet.st);
        if is_low(i32::from(fighter.fp), i32::from(sheet.fp)) { half_up(st) } else { st }
    }
}

impl<R: Referee<Dfrpg>> Fight<'_, R> {
    /// `DF-411` `DF-414` `DF-415` `DF-R130` Takes FP away: each point lost at 0 or below also costs 1 HP, and FP
    /// never drop below the negative maximum. HP so lost are no blow (`DF-R91`).
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn lose_fp(&mut self, who: CombatantId, loss: &R::Tally) -> Result<(), R::Pause> {
        let lost = loss.total();
        let max = i32::from(self.scene().sheet(who).fp);
        if max == 0 {
            return Ok(());
        }
        let before = i32::from(self.state[who].fp);
        let mut tires = loss.clone();
        tires.at_most(rule!("DF-415").named("all down to the negative maximum"), before + max);
        self.referee.show(Why::new(who, rule!("DF-411"), "fatigue"), &tires);
        if lost <= 0 {
            return Ok(());
        }
        let after = before - tires.total();
        self.state[who].fp = after as i16;
        if after < before {
            self.tell(Event::Tires { who, lost: before - after, fp: after });
        }
        let below = lost - before.clamp(0, lost);
        if below > 0 {
            self.lose_hp(who, &R::Tally::base(rule!("DF-414").named("FP lost at 0 or below"), below), None);
        }
        if after <= -max {
            self.fall_unconscious(who);
        }
        if below > 0 {
            self.death_rolls(who)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_third_is_not_low_yet() {
        assert!(!is_low(4, 12), "DF-E70");
        assert!(is_low(3, 12), "DF-E70");
        assert!(is_low(4, 13), "DF-E63");
        assert!(!is_low(5, 13), "DF-E63");
        assert!(!is_low(5, 14), "DF-E10");
        assert!(is_low(4, 14), "DF-E10");
        assert_eq!(half_up(13), 7, "DF-R40");
        assert_eq!(half_up(9), 5, "DF-E63");
    }
}
