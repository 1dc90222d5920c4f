//! What breaks an aim or a spell that is being cast.
//!
//! Rules `DF-078`, `DF-079`, `DF-105` and `DF-421` to `DF-423`, rulings `DF-R51`, `DF-R54`, `DF-R93`.

use crate::Dfrpg;
use crate::decision::{Choice, Question};
use crate::event::Event;
use crate::scene::Fight;
use crate::state::Doing;
use affray_core::referee::{CombatantId, Referee};
use affray_core::tally::Tally;

impl<R: Referee<Dfrpg>> Fight<'_, R> {
    /// `DF-078` `DF-423` An injury: an aimer rolls Will or loses the aim, a caster rolls Will-3 and
    /// minus shock or loses the spell.
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn distract_by_injury(&mut self, who: CombatantId) -> Result<(), R::Pause> {
        match self.state[who].doing {
            Doing::Aiming(_) => {
                let score = R::Tally::base(rule!("DF-078"), i32::from(self.scene().sheet(who).will));
                if !self.succeeds(who, rule!("DF-078"), "keep the aim", &score)? {
                    self.state[who].doing = Doing::Nothing;
                    self.tell(Event::AimLost { who });
                }
                Ok(())
            }
            Doing::Casting(_) => {
                let shock = self.scene().shock(who);
                self.distract(who, shock)
            }
            _ => Ok(()),
        }
    }

    /// `DF-421` A distraction: Will-3, minus `shock` after an injury, or the spell is lost. The
    /// caster may give it up instead of rolling.
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn distract(&mut self, who: CombatantId, shock: i32) -> Result<(), R::Pause> {
        let Doing::Casting(casting) = self.state[who].doing else { return Ok(()) };
        let keeps = self.referee.ask(self.setup, self.state, Question::Keep { who })? == Choice::Yes(true);
        let mut score = R::Tally::base(rule!("DF-421"), i32::from(self.scene().sheet(who).will));
        score.add(rule!("DF-421"), -3);
        score.add(rule!("DF-423"), -shock);
        if !keeps || !self.succeeds(who, rule!("DF-421"), "concentration", &score)? {
            self.state[who].doing = Doing::Nothing;
            self.tell(Event::SpellLost { who, spell: casting.spell });
        }
        Ok(())
    }

    /// `DF-079` `DF-421` `DF-092` What the use of an active defense does to the defender's own plans.
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn distract_by_defense(&mut self, who: CombatantId) -> Result<(), R::Pause> {
        self.state[who].flags.set(crate::state::Flags::DEFENDED);
        match self.state[who].doing {
            Doing::Aiming(_) => {
                self.state[who].doing = Doing::Nothing;
                self.tell(Event::AimLost { who });
                Ok(())
            }
            Doing::Casting(_) => self.distract(who, 0),
            _ => Ok(()),
        }
    }
}
