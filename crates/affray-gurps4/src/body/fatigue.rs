//! Extra effort: what is paid for in fatigue, and what low fatigue does.
//!
//! Rules `G4-180`, `G4-181`, `G4-346` to `G4-348`, rulings `G4-R19`, `G4-R56` and `G4-R67`.

use crate::Gurps4;
use crate::check::succeeds;
use crate::event::{Condition, Effort, Event};
use crate::scene::{Fight, Scene};
use crate::state::{Flags, Posture};
use crate::strike::values::Strike;
use affray_kernel::referee::{CombatantId, Referee, Refusal, Why};
use affray_kernel::tally::Tally;

impl Scene<'_> {
    /// `G4-347` `G4-R67` Whether a figure is without FP, and has had some.
    pub fn is_spent(self, who: CombatantId) -> bool {
        self.fighter(who).fp <= 0 && self.sheet(who).fp != 0
    }

    /// `G4-181` `G4-R19` Whether a figure has the FP for so many extra efforts.
    ///
    /// # Errors
    /// If it has not.
    #[inline]
    pub fn judge_effort(self, who: CombatantId, points: i16) -> Result<(), Refusal> {
        if points != 0 && self.fighter(who).fp < points {
            return Err(Refusal::new(rule!("G4-181"), "too few FP for that extra effort: leave it out"));
        }
        Ok(())
    }
}

impl<R: Referee<Gurps4>> Fight<'_, R> {
    /// `G4-180` `G4-348` `G4-R67` Pays 1 FP for an extra effort. What that does follows at once.
    pub fn pay(&mut self, who: CombatantId, effort: Effort) {
        if self.scene().sheet(who).fp == 0 {
            return;
        }
        let fighter = &mut self.state[who];
        fighter.fp = fighter.fp.saturating_sub(1);
        let left = fighter.fp;
        self.tell(Event::Tires { who, effort, left: left.into() });
        if left <= -self.scene().sheet(who).fp {
            self.collapse(who);
        }
    }

    /// `G4-128` `G4-180` `G4-273` Pays for the extra efforts of an attack that are paid for when it is declared.
    pub(crate) fn pay_for(&mut self, who: CombatantId, strike: &Strike) {
        for effort in strike.paid_at_once() {
            self.pay(who, effort);
        }
    }

    /// `G4-347` `G4-348` `G4-R56` Collapses.
    pub fn collapse(&mut self, who: CombatantId) {
        if !self.state[who].is_up() {
            return;
        }
        self.state[who].flags.set(Flags::COLLAPSED);
        self.tell(Event::Becomes { who, condition: Condition::Collapsed });
        self.falls_out(who);
    }

    /// Takes a combatant out of the fight: prone, with nothing begun, holding nobody.
    pub(crate) fn falls_out(&mut self, who: CombatantId) {
        self.take_posture(who, Posture::Prone);
        self.give_up_all(who);
        self.release_all(who);
    }

    /// `G4-347` `G4-R56` Rolls Will without FP for any maneuver but Do Nothing: whether the combatant can act.
    ///
    /// # Errors
    /// The input that the referee lacks.
    pub fn roll_for_will_to_act(&mut self, who: CombatantId) -> Result<bool, R::Pause> {
        if !self.scene().is_spent(who) {
            return Ok(true);
        }
        let score = R::Tally::base(rule!("G4-347").named("Will"), self.scene().sheet(who).will.into());
        let acts = succeeds(self.referee, Why::new(who, rule!("G4-347"), "will"), &score)?;
        if !acts {
            self.collapse(who);
        }
        Ok(acts)
    }

    /// `G4-R56` A combatant that collapsed for want of FP and has some again is conscious, lying down.
    pub(crate) fn wake(&mut self, who: CombatantId) {
        let fighter = &mut self.state[who];
        if fighter.flags.has(Flags::COLLAPSED) && fighter.fp >= 1 {
            fighter.flags.clear(Flags::COLLAPSED);
            self.tell(Event::Wakes { who });
        }
    }
}
