//! What breaks an aim or a spell that is being cast.
//!
//! Rules `DF-078`, `DF-079`, `DF-105` and `DF-421` to `DF-423`, rulings `DF-R51`, `DF-R54`, `DF-R88`
//! and `DF-R93`. Whatever disturbs a caster is only noted when it happens ([`Fight::distract`]); the
//! one roll for all of it comes at the end of the attack or other event
//! ([`Fight::settle_distractions`]), after every other roll (`DF-011`).

use crate::Dfrpg;
use crate::decision::{Choice, Question};
use crate::event::Event;
use crate::scene::Fight;
use crate::state::{Disturbed, Doing, NONE};
use affray_kernel::referee::{CombatantId, Referee};
use affray_kernel::tally::Tally;

impl<R: Referee<Dfrpg>> Fight<'_, R> {
    /// `DF-078` `DF-423` An injury: an aimer rolls Will or loses the aim, a caster will have to roll
    /// Will-3 and minus shock.
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn distract_by_injury(&mut self, who: CombatantId) -> Result<(), R::Pause> {
        if self.is_aiming(who) {
            let score = R::Tally::base(rule!("DF-078").named("Will"), i32::from(self.scene().sheet(who).will));
            if !self.succeeds(who, rule!("DF-078"), "keep the aim", &score)? {
                self.lose_aim(who);
            }
        }
        self.distract(who, Disturbed::Injured);
        Ok(())
    }

    /// `DF-421` `DF-R54` Notes a disturbance of a caster: an injury, an active defense, a spell resisted, a knockback, a
    /// fall, a grab or the try of one, somebody's interruption (`DF-R88`). `DF-R51` Of several the worst counts;
    /// `DF-R93` a missile that is held already only stops growing.
    #[inline]
    pub fn distract(&mut self, who: CombatantId, how: Disturbed) {
        if let Doing::Casting(casting) = &mut self.state[who].doing {
            casting.disturbed = casting.disturbed.max(how);
        }
        if self.state[who].holds_spell() {
            self.end_enlarging(who, NONE, true);
        }
    }

    /// `DF-421` `DF-423` `DF-D11` Every disturbed caster rolls Will-3, after an injury minus shock, or
    /// loses the spell. It may be given up instead.
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn settle_distractions(&mut self) -> Result<(), R::Pause> {
        for who in self.state.ids() {
            if matches!(self.state[who].doing, Doing::Casting(casting) if casting.disturbed != Disturbed::Not) {
                self.settle_distraction(who)?;
            }
        }
        Ok(())
    }

    fn settle_distraction(&mut self, who: CombatantId) -> Result<(), R::Pause> {
        let keeps = self.ask(Question::Keep { who })? == Choice::Keep(true);
        let Doing::Casting(casting) = &mut self.state[who].doing else { return Ok(()) };
        let how = std::mem::take(&mut casting.disturbed);
        let spell = casting.spell;
        let mut score = R::Tally::base(rule!("DF-105").named("Will"), i32::from(self.scene().sheet(who).will));
        score.add(rule!("DF-421"), -3);
        if how == Disturbed::Injured {
            score.add(rule!("DF-423"), -self.scene().shock(who));
        }
        if !keeps || !self.succeeds(who, rule!("DF-421"), "concentration", &score)? {
            self.state[who].doing = Doing::Nothing;
            self.tell(Event::SpellLost { who, spell });
        }
        Ok(())
    }

    /// `DF-079` `DF-421` `DF-092` What the use of an active defense does to the defender's own plans.
    pub fn distract_by_defense(&mut self, who: CombatantId) {
        self.state[who].flags.set(crate::state::Flags::DEFENDED);
        if self.is_aiming(who) {
            self.lose_aim(who);
        }
        self.distract(who, Disturbed::Distracted);
    }

    /// Whether a combatant aims, be it only by watching a single hex (`DF-245`).
    fn is_aiming(&self, who: CombatantId) -> bool {
        match self.state[who].doing {
            Doing::Aiming(_) => true,
            Doing::Waiting(wait) => wait.seconds > 0,
            _ => false,
        }
    }

    /// Loses what was aimed so far. Who watches a hex still waits, but without the bonus.
    fn lose_aim(&mut self, who: CombatantId) {
        match &mut self.state[who].doing {
            Doing::Waiting(wait) => wait.seconds = 0,
            doing => *doing = Doing::Nothing,
        }
        self.tell(Event::AimLost { who });
    }
}
