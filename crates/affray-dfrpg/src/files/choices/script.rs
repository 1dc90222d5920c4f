//! What a case declares for one turn, on its way through it.

use crate::Dfrpg;
use crate::decision::{Choice, Question};
use crate::judge::default_choice;
use crate::scene::{Scene, Setup};
use crate::state::State;
use affray_files::{Diagnostic, Path, error};
use affray_prove::cases::{self, ChoiceScript, Declaration, LeftOver};
use affray_session::choices::read_answer;
use affray_session::names;

/// A declaration on its way through a turn.
#[derive(Debug, Clone)]
pub struct Script<'a> {
    said: &'a Declaration<Dfrpg>,
    answers: ChoiceScript<'a, Dfrpg>,
}

impl<'a> From<&'a Declaration<Dfrpg>> for Script<'a> {
    fn from(said: &'a Declaration<Dfrpg>) -> Self {
        Self { said, answers: said.into() }
    }
}

impl cases::Script<Dfrpg> for Script<'_> {
    fn answer(&mut self, setup: &Setup, state: &State, question: &Question) -> Result<Choice, Diagnostic> {
        let name = names::of::<Dfrpg>(setup, question.who());
        match question {
            // Who does something acts.
            Question::Begin { .. } if self.answers.peek("act", name).is_none() => {
                let maneuver = self.said.entries("maneuver").first();
                return Ok(Choice::Begin(maneuver.is_some_and(|maneuver| maneuver != "do-nothing")));
            }
            // A Step that is declared for afterwards is not taken before.
            Question::Step { after, .. }
                if self.answers.peek("step", name).is_some_and(|step| is_after(step) != *after) =>
            {
                return Ok(Choice::Step(None));
            }
            Question::Feint { .. } => {
                let place = Path::root().key("feint");
                let Some((entry, _)) = self.answers.next("feint", name) else {
                    return Err(error(place, "a feint is asked for", "say at whom: feint = { target = \"...\" }"));
                };
                return read_answer::<Dfrpg>(setup, state, question, entry).map_err(|wrong| wrong.below(&place));
            }
            _ => {}
        }
        self.answers.answer(setup, state, question)
    }

    fn left_over(&self) -> Vec<LeftOver> {
        cases::Script::<Dfrpg>::left_over(&self.answers)
    }

    fn restart(&mut self) {
        cases::Script::<Dfrpg>::restart(&mut self.answers);
    }
}

/// Whether a Step is declared for the end of the action.
fn is_after(step: &serde_json::Value) -> bool {
    step.get("after").and_then(serde_json::Value::as_bool).unwrap_or_default()
}

/// The answer to a question for which a declaration has no entry: others react, resist and keep their spells.
pub(in crate::files) fn undeclared(scene: Scene<'_>, question: &Question) -> Choice {
    match question {
        Question::ResistEvade { .. } => Choice::ResistEvade(true),
        Question::React { .. } => Choice::React(true),
        Question::Keep { .. } => Choice::Keep(true),
        Question::ResistSpell { .. } => Choice::Resist(true),
        _ => default_choice(scene, question),
    }
}
