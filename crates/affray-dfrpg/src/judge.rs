//! The judge: which answer to a question is legal, and the list that a person is shown.
//!
//! It only finds the chapter that holds the rules: each chapter judges its own answers.

use crate::decision::{Choice, Question};
use crate::scene::Scene;
use affray_core::referee::Refusal;

/// Whether a choice answers a question legally.
///
/// # Errors
/// The rule that it breaks, and the way out.
pub fn judge(scene: Scene<'_>, question: &Question, choice: &Choice) -> Result<(), Refusal> {
    match (question, choice) {
        (Question::Defend { who, attack, failed }, Choice::Defend(defense)) => scene.judge_defense(*who, attack, *failed, defense),
        (Question::ResistSpell { who, .. }, Choice::Yes(resists)) => scene.judge_resist_spell(*who, *resists),
        _ => Ok(()),
    }
}

/// Lists the legal choices that a person would be shown.
pub fn options(scene: Scene<'_>, question: &Question, into: &mut Vec<Choice>) {
    let _ = (scene, question, into);
}
