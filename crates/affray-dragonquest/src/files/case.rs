//! Cases: proofs of the rules, written like the examples of a rule book.
//!
//! What is said here is what only this ruleset's cases hold; [`affray_prove::cases`] runs them.

use super::choices::Script;
use super::state_file::view;
use crate::DragonQuest;
use crate::decision::{Choice, Question, Step};
use crate::scene::{Fight, Scene, Setup};
use crate::state::{Stage, State};
use affray_files::value::FromValue;
use affray_kernel::referee::{CombatantId, Referee};
use affray_prove::cases::{CaseFormat, Declaration};
use affray_session::encounter::EncounterFile;
use serde_json::Value;

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

impl CaseFormat for DragonQuest {
    type Declaration = Declaration<Self>;
    type Gm = GmFile;
    type ExpectKeys = ExpectKeys;
    type Script<'a> = Script<'a>;

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

    fn bring_about<R: Referee<Self>>(
        gm: &GmFile,
        setup: &Setup,
        state: &mut State,
        referee: &mut R,
    ) -> Result<(), R::Pause> {
        let mut fight = Fight { setup, state, referee };
        match gm {
            GmFile::Surprise {} => fight.settle_surprise(),
            GmFile::Initiative {} => fight.begin_pulse(),
            GmFile::Engagement {} => {
                fight.state.stage = if fight.next_engagement()? { Stage::Engaged } else { Stage::Engagements };
                Ok(())
            }
            GmFile::Sides {} => {
                fight.state.stage = Stage::Sides;
                fight.state.turn = 0;
                fight.choose_first_side()
            }
            GmFile::GoOn {} => fight.next_turn(),
            GmFile::EndPulse {} => fight.end_pulse(),
            GmFile::AfterBattle {} => fight.after_battle(),
            GmFile::Aftermath {} => fight.aftermath(),
        }
    }

    fn view(setup: &Setup, state: &State, who: CombatantId) -> Value {
        view(Scene { setup, state }, who)
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
