//! Saving throws.
//!
//! Rules `OB-014`, `OB-017`, `OB-031`, `OB-250`, `OB-262`, `OB-320`, `OB-321`.

use crate::Obss;
use crate::decision::{Choice, Question};
use crate::dice::check::Check;
use crate::dice::check::most_luck;
use crate::dice::pool::PoolDice;
use crate::event::Event;
use crate::scene::{Fight, Scene};
use crate::sheet::Save;
use crate::state::Flags;
use affray_kernel::referee::{CombatantId, Referee, Refusal, Why};
use affray_kernel::tally::Tally;

impl Scene<'_> {
    /// `OB-320` The bonus of a saving throw: its base and its ability, less 2 on Reflex while Surprised
    /// (`OB-031`). Being Frightened does not matter (`OB-R70`).
    pub fn save_bonus<T: Tally>(self, who: CombatantId, save: Save, luck: u8) -> T {
        let mut bonus = T::base(rule!("OB-320").named(save.name()), self.sheet(who).save(save));
        bonus.add(rule!("OB-320").named(save.ability().name()), self.sheet(who).ability(save.ability()));
        bonus.add(rule!("OB-262"), self.entanglement(who, save.ability()));
        if save == Save::Ref && self.fighter(who).flags.has(Flags::SURPRISED) {
            bonus.add(rule!("OB-031"), -2);
        }
        bonus.add(rule!("OB-012"), -4 * i32::from(luck));
        bonus
    }

    /// The most luck of a save.
    fn save_luck(self, who: CombatantId, save: Save) -> i32 {
        most_luck(self.sheet(who).save(save), self.ability_now(who, save.ability()))
    }

    /// `OB-014` `OB-015` The luck of a saving throw.
    ///
    /// # Errors
    /// If there are too few points.
    pub fn judge_save(self, who: CombatantId, save: Save, luck: u8) -> Result<(), Refusal> {
        self.judge_luck(rule!("OB-014"), luck, self.sheet(who).save(save), self.ability_now(who, save.ability()))
    }
}

impl<R: Referee<Obss>> Fight<'_, R> {
    /// `OB-320` `OB-321` `OB-R82` A saving throw against a number of `whose`, which `None` has shown before: whether it
    /// succeeds. Equal does; margins mean nothing more.
    ///
    /// # Errors
    /// If an input is missing.
    pub fn roll_save(
        &mut self,
        why: Why,
        save: Save,
        against: R::Tally,
        whose: Option<CombatantId>,
    ) -> Result<bool, R::Pause> {
        let who = why.who;
        // OB-250: the Helpless do not roll at all.
        if save == Save::Ref && self.state[who].is_helpless() {
            self.tell(Event::Saves { who, success: false, rolled: false });
            return Ok(false);
        }
        let luck = if self.scene().save_luck(who, save) == 0 {
            0
        } else {
            let question = Question::Save { who, save, against: against.total() };
            match self.ask(question)? {
                Choice::Save(luck) => luck,
                _ => 0,
            }
        };
        let bonus = self.scene().save_bonus::<R::Tally>(who, save, luck);
        let mut dice = PoolDice::three();
        dice.add(rule!("OB-012"), luck.into());
        let check = Check { why, bonus, dice, against, whose, tie: None, graded: false };
        let success = self.check(&check, |grade, _| grade.succeeded())?;
        self.tell(Event::Saves { who, success, rolled: true });
        Ok(success)
    }
}

#[cfg(test)]
mod tests {
    use crate::sheet::Save;
    use crate::state::Flags;
    use crate::testing::{Duel, arn, bel};
    use affray_kernel::tally::{Sum, Tally};

    #[test]
    fn bonuses() {
        let mut duel = Duel::of(arn(), bel());
        let (arn, bel) = (duel.ids[0], duel.ids[1]);
        let bonus = |duel: &Duel, who, save| duel.scene().save_bonus::<Sum>(who, save, 0).total();
        assert_eq!(bonus(&duel, arn, Save::Ref), 3, "OB-E84");
        assert_eq!(bonus(&duel, bel, Save::Ref), 6, "OB-E84");
        assert_eq!(bonus(&duel, arn, Save::Fort), 5, "OB-E79");
        duel.state.fighters[1].flags.set(Flags::ENTANGLED);
        assert_eq!(bonus(&duel, bel, Save::Ref), 4, "OB-E59");
        duel.state.fighters[0].flags.set(Flags::SURPRISED);
        assert_eq!(bonus(&duel, arn, Save::Ref), 1, "OB-031");
        assert_eq!(bonus(&duel, arn, Save::Fort), 5, "OB-031");
    }
}
