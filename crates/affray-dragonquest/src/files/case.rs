//! Cases: proofs of the rules, written like the examples of a rule book.
//!
//! What is said here is what only this ruleset's cases hold; [`affray_prove::cases`] runs them.

use super::choices::Script;
use crate::DragonQuest;
use crate::decision::{Choice, Question, Step};
use crate::scene::{Fight, Scene, Setup};
use crate::state::{Stage, State};
use affray_files::value::FromValue;
use affray_kernel::referee::Referee;
use affray_prove::cases::Declaration;
use affray_session::encounter::EncounterFile;

/// What has to come out of a step besides what every game has.
#[derive(Debug, Clone, Default, PartialEq, FromValue)]
#[value(default)]
pub struct ExpectKeys {
    /// The sides with non-engaged figures, in their order: by initiative until the winner has chosen.
    pub sides: Option<Vec<String>>,
    /// Pulses that are over.
    pub pulses: Option<u32>,
}

/// What a game master brings about.
#[derive(Debug, Clone, PartialEq, FromValue)]
pub enum GmFile {
    /// Surprise is settled.
    Surprise {},
    /// A pulse begins: who is engaged is noted, and the non-engaged sides roll for initiative.
    Initiative {},
    /// The next engagement's order is settled.
    Engagement {},
    /// The winner of the initiative chooses which side's non-engaged figures go first.
    Sides {},
    /// The fight goes on by itself: whatever comes before the next turn, and that turn.
    GoOn {},
    /// The pulse ends: bleeding, poison, wake-ups, counters.
    EndPulse {},
    /// The fight is over: infection is rolled for.
    AfterBattle {},
    /// What comes after the fight is played: infection, if it was not rolled for, and the days that `do.day` says.
    Aftermath {},
}

affray_prove::case_format! {
    DragonQuest, GmFile, ExpectKeys, Declaration<Self>, Script<'a>;

    fn undeclared(setup: &Setup, state: &State, question: &Question) -> Choice {
        match question {
            Question::Walk { .. } => Choice::Step(Step::Stop),
            Question::Loose { .. } => Choice::Loose(true),
            _ => crate::judge::default_choice(Scene { setup, state }, question),
        }
    }

    fn begin(file: &EncounterFile<Self>, _: &Setup, state: &mut State) {
        if file.own.surprise.is_none() {
            state.stage = Stage::Pulse;
        }
    }

    fn compare(expect: &ExpectKeys, setup: &Setup, state: &State, differences: &mut Vec<String>) {
        if let Some(wanted) = &expect.sides {
            let found: Vec<&str> = state.sides.iter().map(|&side| setup.sides[side as usize].name.as_str()).collect();
            if found != *wanted {
                differences.push(format!("the sides are {found:?}, expected {wanted:?}"));
            }
        }
        if let Some(wanted) = expect.pulses
            && state.rounds.0 != wanted
        {
            differences.push(format!("{} pulses are over, expected {wanted}", state.rounds.0));
        }
    }
}

impl<R: Referee<DragonQuest>> Fight<'_, R> {
    /// Carries out what a game master brings about.
    pub(crate) fn bring_about(&mut self, gm: &GmFile) -> Result<(), R::Pause> {
        match gm {
            GmFile::Surprise {} => self.settle_surprise(),
            GmFile::Initiative {} => self.begin_pulse(),
            GmFile::Engagement {} => {
                self.state.stage = if self.next_engagement()? { Stage::Engaged } else { Stage::Engagements };
                Ok(())
            }
            GmFile::Sides {} => {
                self.state.stage = Stage::Sides;
                self.state.turn = 0;
                self.choose_first_side()
            }
            GmFile::GoOn {} => self.next_turn(),
            GmFile::EndPulse {} => self.end_pulse(),
            GmFile::AfterBattle {} => self.after_battle(),
            GmFile::Aftermath {} => self.aftermath(),
        }
    }
}
