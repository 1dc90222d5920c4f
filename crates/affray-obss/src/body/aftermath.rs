//! After the battle: rounds that go on, time that passes, rest, until the table says that it is over.
//!
//! Decision `OB-D20`, ruling `OB-R94`. A fight itself calls none of this: the table does, after its end. First Aid,
//! healing by magic and drinks are acts of the rounds that go on; the effects of hours and of a rest stand in
//! [`time`](super::time).

use super::time::{HOUR, MINUTE};
use crate::Obss;
use crate::decision::{Choice, Question};
use crate::scene::{Fight, Scene};
use affray_files::value::{FromValue, ToValue};
use affray_kernel::referee::{CombatantId, Referee, Refusal};

/// `OB-D20` What comes next after a battle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, FromValue, ToValue)]
pub enum After {
    /// Nothing: it is over.
    Over,
    /// `OB-R94` The round goes on, or another one begins: activations up to its end.
    Round,
    /// `OB-343` Time passes outside of combat, so many rounds and hours together.
    PassTime {
        /// So many rounds, up to 1000000.
        #[value(default, range = 0..=1_000_000)]
        rounds: u32,
        /// So many hours more, up to 2700.
        #[value(default, range = 0..=2700)]
        hours: u32,
    },
    /// `OB-300` Eight hours pass, in which everybody may rest.
    Rest,
}

impl Scene<'_> {
    /// `OB-343` Whether that can come next after a battle.
    ///
    /// # Errors
    /// If no time is to pass.
    pub fn judge_after(self, after: After) -> Result<(), Refusal> {
        if after == (After::PassTime { rounds: 0, hours: 0 }) {
            return Err(Refusal::impossible(rule!("OB-343"), "no time passes: say how many `rounds` or `hours`"));
        }
        Ok(())
    }
}

/// What a person would be shown after a battle: a round, some times, a rest.
pub(crate) fn after_options(into: &mut Vec<Choice>) {
    let pass = |rounds, hours| After::PassTime { rounds, hours };
    let all = [After::Over, After::Round, pass(MINUTE, 0), pass(0, 1), After::Rest];
    into.extend(all.map(Choice::After));
}

impl<R: Referee<Obss>> Fight<'_, R> {
    /// `OB-D20` `OB-R94` Plays what comes after a battle, as the table wants it, until it is over.
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn aftermath(&mut self) -> Result<(), R::Pause> {
        let end = self.scene().now();
        loop {
            let who = self.state.ids().find(|&who| self.state[who].is_able()).unwrap_or(CombatantId(0));
            let question = Question::After { who, rounds: self.scene().now() - end };
            let Choice::After(after) = self.ask(question)? else { return Ok(()) };
            match after {
                After::Over => return Ok(()),
                After::Round => self.finish_round()?,
                After::PassTime { rounds, hours } => {
                    let late = self.break_off_round()?;
                    self.advance_time(hours * HOUR + rounds, late)?;
                    self.reset_budgets();
                }
                After::Rest => {
                    let late = self.break_off_round()?;
                    self.rest(late)?;
                    self.reset_budgets();
                }
            }
        }
    }

    /// `OB-020` The activations that are left of the round, and its end.
    fn finish_round(&mut self) -> Result<(), R::Pause> {
        let round = self.state.rounds.0;
        // One more than there are activations, where initiative is still to be rolled.
        for _ in 0..=self.state.fighters.len() {
            if self.state.rounds.0 == round {
                self.next_turn()?;
            }
        }
        Ok(())
    }

    /// `OB-R94` `OB-284` The round that is going on ends. In the activations that are left of it nobody acts, and
    /// conditions count down. Says, a bit for each, whose activations were left: of these the dying bleed, together with
    /// the rounds that pass.
    fn break_off_round(&mut self) -> Result<u64, R::Pause> {
        let mut late = 0;
        if self.state.turn == 0 && !self.state.first_round {
            return Ok(late);
        }
        for at in usize::from(self.state.turn)..self.state.order.len() {
            let who = self.state.order[at];
            self.wait_out(who, 1);
            late |= 1 << (who.0 & 63);
        }
        self.end_round()?;
        Ok(late)
    }
}
