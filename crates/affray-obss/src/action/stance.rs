//! Prepared and Total Defense, standing up.
//!
//! Rules `OB-191` to `OB-193`, `OB-197` to `OB-199`.

use crate::Obss;
use crate::dice::check::Check;
use crate::dice::pool::Grade;
use crate::event::Event;
use crate::scene::{Fight, Scene};
use crate::sheet::Skill;
use crate::state::{Condition, Flags};
use affray_kernel::referee::{CombatantId, Referee, Refusal, Why};
use affray_kernel::tally::Tally;

/// `OB-198` The number to reach by Acrobatics.
const STAND_DC: i32 = 13;

impl Scene<'_> {
    /// `OB-191` `OB-192` `OB-R51` Each of the two once an activation.
    ///
    /// # Errors
    /// If it was taken.
    pub fn judge_stance(self, who: CombatantId, total: bool) -> Result<(), Refusal> {
        let (flag, rule, price) =
            if total { (Flags::TOTAL_DEFENSE, rule!("OB-192"), 2) } else { (Flags::PREPARED, rule!("OB-191"), 1) };
        if self.fighter(who).flags.has(flag) {
            return Err(Refusal::new(
                rule,
                "it is taken once an activation, and holds until the next one: spend what is left otherwise",
            ));
        }
        self.judge_price(who, price)
    }

    /// `OB-197` `OB-264` Whether a combatant lies and may get up.
    fn judge_getting_up(self, who: CombatantId) -> Result<(), Refusal> {
        let fighter = self.fighter(who);
        if !fighter.flags.has(Flags::PRONE) {
            return Err(Refusal::new(rule!("OB-197"), "only a Prone combatant stands up"));
        }
        if fighter.flags.has(Flags::PINNED) {
            return Err(Refusal::new(rule!("OB-264"), "a Pinned combatant cannot stand up: escape first"));
        }
        Ok(())
    }

    /// `OB-197` Standing up for an Action.
    ///
    /// # Errors
    /// The rule that it breaks.
    pub fn judge_stand(self, who: CombatantId) -> Result<(), Refusal> {
        self.judge_getting_up(who)?;
        self.judge_price(who, 1)
    }

    /// `OB-198` Standing up for the Immediate.
    ///
    /// # Errors
    /// The rule that it breaks.
    pub fn judge_stand_by_acrobatics(self, who: CombatantId, luck: u8) -> Result<(), Refusal> {
        self.judge_getting_up(who)?;
        self.judge_immediate(who)?;
        self.judge_skill_luck(who, Skill::Acrobatics, luck)
    }

    /// `OB-208` `OB-R56` Whether a combatant can drop prone.
    ///
    /// # Errors
    /// The rule that it breaks.
    pub fn judge_drop_prone(self, who: CombatantId) -> Result<(), Refusal> {
        let fighter = self.fighter(who);
        if fighter.flags.has(Flags::PRONE) || fighter.rides() {
            return Err(Refusal::new(
                rule!("OB-208"),
                "only a combatant that stands on the ground drops prone: dismount, if mounted",
            ));
        }
        if !fighter.can_react() {
            return Err(Refusal::new(
                rule!("OB-037"),
                "that takes a Reaction, and it is spent: wait for the next round",
            ));
        }
        Ok(())
    }

    /// Whether standing up for the Immediate is possible at all.
    pub fn may_stand_by_acrobatics(self, who: CombatantId) -> bool {
        let flags = self.fighter(who).flags;
        flags.has(Flags::PRONE) && !flags.has(Flags::PINNED)
    }

    /// `OB-198` `OB-254` The check of standing up for the Immediate.
    pub fn stand_check<T: Tally>(self, who: CombatantId, luck: u8) -> Check<T> {
        let why = Why::new(who, rule!("OB-198"), "stand up");
        let mut check = self.skill_check(why, Skill::Acrobatics, luck, T::base(why.rule, STAND_DC));
        check.dice.add(rule!("OB-254"), self.fright_dice(who));
        // OB-199
        check.graded = true;
        check
    }
}

impl<R: Referee<Obss>> Fight<'_, R> {
    /// `OB-191` `OB-192` `OB-193`
    pub fn take_stance(&mut self, who: CombatantId, total: bool) {
        self.pay(who, if total { 2 } else { 1 });
        self.state[who].flags.set(if total { Flags::TOTAL_DEFENSE } else { Flags::PREPARED });
    }

    /// `OB-197` Stands up for an Action, without a roll.
    pub fn stand(&mut self, who: CombatantId) {
        self.pay(who, 1);
        self.end_condition(who, Condition::Prone);
    }

    /// `OB-198` `OB-199` `OB-R53` Tries to stand up for the Immediate.
    ///
    /// # Errors
    /// If an input is missing.
    pub fn stand_by_acrobatics(&mut self, who: CombatantId, luck: u8) -> Result<(), R::Pause> {
        self.spend_immediate(who);
        let check = self.scene().stand_check::<R::Tally>(who, luck);
        match self.check(&check, |grade, _| grade)? {
            Grade::Success | Grade::CriticalSuccess => self.end_condition(who, Condition::Prone),
            Grade::Failure => {}
            Grade::CriticalFailure => {
                self.lose_actions(who);
                self.tell(Event::LosesActions { who });
            }
        }
        Ok(())
    }

    /// `OB-208` `OB-R56` Drops prone, for a Reaction.
    pub fn drop_prone(&mut self, who: CombatantId) {
        self.spend_reaction(who);
        self.fall_prone(who);
    }

    /// Falls.
    pub fn fall_prone(&mut self, who: CombatantId) {
        if !self.state[who].flags.has(Flags::PRONE) {
            self.bring_condition(who, Condition::Prone, crate::body::life::OPEN);
        }
    }

    /// `OB-231` `OB-R85` Falls, and out of the saddle too.
    ///
    /// # Errors
    /// If an input is missing.
    pub(crate) fn fall(&mut self, who: CombatantId) -> Result<(), R::Pause> {
        self.fall_prone(who);
        self.unseat_if_down(who)
    }

    /// Tells of an action that is paid for and begins.
    pub fn begin_act(&mut self, who: CombatantId, action: crate::decision::Action) {
        self.state.interrupts.begin_act();
        self.tell(Event::Acts { who, action });
    }
}
