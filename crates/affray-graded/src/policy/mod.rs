//! Opponents: a policy that plays a sensible fight.
//!
//! A [`Tactician`] answers for any combatant, with the same decisions that people use. It plans once, at
//! the first question of a turn, and answers the questions that follow from the plan.

mod archery;
mod blows;
mod defend;
pub mod estimate;
pub(crate) mod orders;
pub(crate) mod preferences;
mod tactics;
#[cfg(test)]
mod tests;
mod ways;
mod worth;

use crate::Graded;
use crate::decision::{Choice, Question};
use crate::judge::default_choice;
use crate::scene::{Scene, Setup};
use crate::state::State;
use affray_kernel::referee::Policy;
use tactics::Intent;

/// The policy of this game.
#[derive(Debug, Clone, Default)]
pub struct Tactician {
    intent: Intent,
}

impl Policy<Graded> for Tactician {
    fn decide(&mut self, setup: &Setup, state: &State, question: &Question) -> Choice {
        let scene = Scene { setup, state };
        match *question {
            Question::Maneuver { who } => {
                self.intent = tactics::intend(scene, who);
                Choice::Maneuver(self.intent.maneuver)
            }
            Question::Walk { who, walk } => Choice::Step(self.intent.step(scene, who, &walk)),
            Question::Attack { who, plan } => Choice::Attack(self.intent.attack(scene, who, &plan)),
            Question::Defend { who, incoming } => Choice::Defense(defend::best(scene, who, &incoming)),
            Question::ArmInstead { .. } => Choice::Arm(false),
            Question::Riposte { who, target } => Choice::Riposte(blows::is_worth_riposte(scene, who, target)),
            Question::Intercept { .. } => Choice::Intercept(true),
            Question::Fire { who, target } => Choice::Fire(scene.are_foes(who, target)),
            Question::Posture { .. } | Question::StepBack { .. } | Question::Throw { .. } | Question::After { .. } => {
                default_choice(scene, question)
            }
        }
    }

    fn restart(&mut self) {
        self.intent = Intent::default();
    }
}
