//! First Aid.
//!
//! Rules `OB-287`, `OB-289`, `OB-290`, `OB-292`, `OB-293`, `OB-295`, rulings `OB-R76`, `OB-R77`.

use crate::Obss;
use crate::dice::check::Check;
use crate::event::Event;
use crate::scene::{Fight, Scene};
use crate::sheet::Skill;
use crate::state::Flags;
use affray_kernel::referee::{CombatantId, Referee, Refusal, Why};
use affray_kernel::tally::Tally;

/// `OB-292` Its price.
const PRICE: u8 = 3;

impl Scene<'_> {
    /// `OB-292` `OB-293` `OB-295` Whether First Aid can be given.
    ///
    /// # Errors
    /// The rule that it breaks.
    pub fn judge_first_aid(self, who: CombatantId, patient: CombatantId, luck: u8) -> Result<(), Refusal> {
        if !self.exists(patient) || patient == who || !self.fighter(patient).is_present() {
            return Err(Refusal::impossible(rule!("OB-292"), "First Aid is for somebody else"));
        }
        let fighter = self.fighter(patient);
        if fighter.flags.has(Flags::DEAD) {
            return Err(Refusal::impossible(rule!("OB-295"), "nothing helps the dead"));
        }
        if fighter.hp > 0 {
            return Err(Refusal::new(rule!("OB-292"), "First Aid is for those at 0 HP or below"));
        }
        if self.blow_distance(who, patient) > 1 {
            return Err(Refusal::new(rule!("OB-292"), "the patient has to be adjacent: go there"));
        }
        if self.fighter(who).normal < PRICE {
            return Err(Refusal::new(rule!("OB-292"), "First Aid takes 3 Actions"));
        }
        self.judge_price(who, PRICE)?;
        self.judge_skill_luck(who, Skill::FirstAid, luck)
    }

    /// `OB-290` `OB-R76` The number that a First Aid check has to reach: 12 (`OB-287`), and for the dying a point for each
    /// HP below 0 (`OB-289`) and 2 for each earlier attempt.
    pub fn first_aid_dc<T: Tally>(self, patient: CombatantId) -> T {
        let fighter = self.fighter(patient);
        let mut against = T::base(rule!("OB-287").named("base"), 12);
        if fighter.hp < 0 {
            against.add(rule!("OB-289").named("HP below 0"), -i32::from(fighter.hp));
            against.add(rule!("OB-290").named("earlier attempts"), 2 * i32::from(fighter.first_aid));
        }
        against
    }

    /// `OB-293` `OB-254` The check of First Aid for a patient.
    pub fn first_aid_check<T: Tally>(self, who: CombatantId, patient: CombatantId, luck: u8) -> Check<T> {
        let why = Why::new(who, rule!("OB-293"), "First Aid");
        let mut check = self.skill_check::<T>(why, Skill::FirstAid, luck, self.first_aid_dc(patient));
        check.dice.add(rule!("OB-254"), self.fright_dice(who));
        check
    }
}

impl<R: Referee<Obss>> Fight<'_, R> {
    /// `OB-287` `OB-289` `OB-R77` First Aid: brings the dying to 0, those at 0 to 1.
    ///
    /// # Errors
    /// If an input is missing.
    pub fn first_aid(&mut self, who: CombatantId, patient: CombatantId, luck: u8) -> Result<(), R::Pause> {
        self.pay(who, PRICE);
        let check = self.scene().first_aid_check::<R::Tally>(who, patient, luck);
        let success = self.check(&check, |grade, _| grade.succeeded())?;
        self.tell(Event::Treats { who, patient, success });
        let dying = self.state[patient].hp < 0;
        if dying {
            // OB-290: an attempt counts, successful or not.
            self.state[patient].first_aid = self.state[patient].first_aid.saturating_add(1);
        }
        // On the healthy, as a game master may allow, it does nothing.
        if success && self.state[patient].hp <= 0 && !self.state[patient].flags.has(Flags::DEAD) {
            self.set_hp(patient, if dying { 0 } else { 1 });
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{Duel, arn, bel};
    use affray_kernel::tally::{Sum, Tally as _};

    #[test]
    fn what_has_to_be_reached() {
        let mut duel = Duel::of(bel(), arn());
        for (example, hp, attempts, dc) in
            [("OB-E76", -6, 0, 18), ("OB-E76", -7, 1, 21), ("OB-E77", 0, 3, 12), ("OB-E95", -6, 2, 22)]
        {
            (duel.state.fighters[1].hp, duel.state.fighters[1].first_aid) = (hp, attempts);
            assert_eq!(duel.scene().first_aid_dc::<Sum>(duel.ids[1]).total(), dc, "{example}");
        }
    }
}
