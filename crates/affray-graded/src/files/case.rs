//! Cases: proofs of the rules, written like the examples of a rule book.
//!
//! What is said here is what only this ruleset's cases hold; [`affray_prove::cases`] runs them.

use crate::Graded;
use crate::decision::{Choice, Question, Step};
use crate::scene::{Fight, Scene, Setup};
use crate::state::{Stage, State};
use affray_files::value::FromValue;
use affray_kernel::referee::Referee;
use affray_session::encounter::EncounterFile;

/// What has to come out of a step besides what every game has.
#[derive(Debug, Clone, Default, PartialEq, FromValue)]
#[value(default)]
pub struct ExpectKeys {
    /// Rounds that are over.
    pub rounds: Option<u32>,
}

/// What a game master brings about.
#[derive(Debug, Clone, PartialEq, FromValue)]
pub enum GmFile {
    /// Ties for initiative are rolled off, and a round begins.
    Begin {},
    /// The fight goes on by itself: whatever comes before the next turn, and that turn.
    GoOn {},
    /// The round ends: fatigue.
    EndRound {},
    /// What comes after the battle is played, as `do.after` says.
    Aftermath {},
}

affray_prove::case_format! {
    Graded, GmFile, ExpectKeys;

    fn undeclared(setup: &Setup, state: &State, question: &Question) -> Choice {
        match question {
            Question::Walk { .. } => Choice::Step(Step::Stop),
            Question::Fire { .. } => Choice::Fire(true),
            Question::Intercept { .. } => Choice::Intercept(true),
            _ => crate::judge::default_choice(Scene { setup, state }, question),
        }
    }

    fn begin(_: &EncounterFile<Self>, _: &Setup, state: &mut State) {
        // The fight is under way: surprise is for the first round.
        state.stage = Stage::Round;
        state.order = state.ids().collect();
    }

    fn compare(expect: &ExpectKeys, _: &Setup, state: &State, differences: &mut Vec<String>) {
        if let Some(wanted) = expect.rounds
            && state.rounds.0 != wanted
        {
            differences.push(format!("{} rounds are over, expected {wanted}", state.rounds.0));
        }
    }
}

impl<R: Referee<Graded>> Fight<'_, R> {
    /// Carries out what a game master brings about.
    pub(crate) fn bring_about(&mut self, gm: &GmFile) -> Result<(), R::Pause> {
        match gm {
            GmFile::Begin {} => self.begin_round(),
            GmFile::GoOn {} => self.next_turn(),
            GmFile::EndRound {} => {
                self.end_round();
                Ok(())
            }
            GmFile::Aftermath {} => self.aftermath(),
        }
    }
}
