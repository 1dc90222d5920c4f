//! After the battle: rounds that go on until the table says that it is over.
//!
//! Decision `G4-D13`, ruling `G4-R70`. A fight itself calls none of this: the table does, after its end.

use crate::Gurps4;
use crate::decision::{Choice, Question};
use crate::scene::Fight;
use affray_files::value::{FromValue, ToValue};
use affray_kernel::referee::Referee;

/// `G4-D13` What comes next after a battle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, FromValue, ToValue)]
pub enum After {
    /// Nothing: it is over.
    Over,
    /// `G4-R70` The round goes on, or another one begins: turns up to its end.
    Round,
}

impl<R: Referee<Gurps4>> Fight<'_, R> {
    /// `G4-D13` `G4-R70` Plays rounds after a battle, as the table wants them, until it is over or nobody is up.
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn aftermath(&mut self) -> Result<(), R::Pause> {
        let end = self.state.rounds.0;
        while let Some(who) = self.state.ids().find(|&who| self.state[who].is_up()) {
            let round = self.state.rounds.0;
            let question = Question::After { who, rounds: round - end };
            if self.ask(question)? != Choice::After(After::Round) {
                break;
            }
            for _ in 0..self.state.order.len() {
                if self.state.rounds.0 == round {
                    self.next_turn()?;
                }
            }
        }
        Ok(())
    }
}
