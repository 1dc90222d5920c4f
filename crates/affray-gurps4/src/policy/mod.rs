//! Opponents that the program plays.
//!
//! A [`Tactician`] answers for whoever is asked, with the same decisions that people use. It plans a turn once,
//! at its first question (`tactics`), by chances and expected wounds from tables (`odds`), and answers the
//! questions that follow from the plan; `route` moves, `defend` answers attacks. It remembers nothing from one
//! turn to the next: what it would do follows from the state.
//!
//! How it fights: it goes for who is near and cannot defend himself well, strikes where a blow is worth most,
//! deceives the skilled and telegraphs to the helpless. Nobody is struck all-out at who could strike back. FP
//! go into weapons that would be unready, into the one step that is missing, into blows and defenses that
//! decide, and never below half. Who has a shield or the heavier body slams out of a charge: lying, the foe
//! hardly strikes back. Archers aim while nobody is near, and lead who dodges well.

mod defend;
mod odds;
mod route;
mod tactics;
#[cfg(test)]
mod tests;

use crate::Gurps4;
use crate::decision::{Attack, Choice, FeintAt, Maneuver, Plan, Question};
use crate::judge::harmless;
use crate::scene::{Scene, Setup};
use crate::state::State;
use affray_core::grid::Field;
use affray_core::referee::{CombatantId, Policy};
use tactics::Intent;

/// An opponent. It remembers nothing from one turn to the next.
#[derive(Debug, Clone)]
pub struct Tactician {
    intent: Intent,
    field: Field,
}

impl Default for Tactician {
    fn default() -> Self {
        Self { intent: Intent::nobody(), field: Field::new() }
    }
}

impl Tactician {
    /// What is meant for this turn, thought of now where a Wait brought it about.
    fn meant(&mut self, scene: Scene<'_>, who: CombatantId) -> Intent {
        if self.intent.who != who.0 {
            self.intent = tactics::intend(scene, who);
        }
        self.intent
    }

    /// The attack that was planned, or else the best from here.
    fn attack(&mut self, scene: Scene<'_>, who: CombatantId, plan: &Plan) -> Attack {
        let intent = self.meant(scene, who);
        if let Some(strike) = intent.strike {
            let planned = intent.second.map_or(Attack::One(strike), |second| Attack::Rapid(strike, second));
            if scene.fighter(strike.target).is_up() && scene.judge_attack(who, plan, &planned).is_ok() {
                return planned;
            }
        }
        tactics::from_here(scene, who, plan).map_or(Attack::None, Attack::One)
    }
}

impl Policy<Gurps4> for Tactician {
    fn decide(&mut self, setup: &Setup, state: &State, question: &Question) -> Choice {
        let scene = Scene { setup, state };
        match *question {
            Question::Maneuver { who } => {
                self.intent = tactics::intend(scene, who);
                let legal = scene.judge_maneuver(who, &self.intent.maneuver).is_ok();
                Choice::Maneuver(if legal { self.intent.maneuver } else { Maneuver::Nothing })
            }
            Question::Step { who, before } => {
                let intent = self.meant(scene, who);
                Choice::Step(route::step(scene, who, &intent, before))
            }
            Question::Advance { who, path } => {
                let intent = self.meant(scene, who);
                Choice::Advance(route::advance(scene, who, &intent, &path, &mut self.field))
            }
            Question::Finish { who, any } => {
                let intent = self.meant(scene, who);
                Choice::Face(route::last_facing(scene, who, &intent, any))
            }
            Question::Feint { who } => {
                let intent = self.meant(scene, who);
                let with = intent.strike.and_then(|strike| scene.mode(who, strike.mode)).map(|mode| mode.item);
                let feint = with.map(|with| FeintAt { with, target: intent.foe });
                Choice::Feint(feint.filter(|feint| scene.judge_feint(who, feint).is_ok()))
            }
            Question::Attack { who, plan } => Choice::Attack(self.attack(scene, who, &plan)),
            Question::Defend { who, attack, failed } => Choice::Defend(defend::defend(scene, who, &attack, failed)),
            Question::Second { .. } => harmless(scene, question),
            Question::Wait { .. } => Choice::Yes(true),
        }
    }

    fn restart(&mut self) {
        self.intent = Intent::nobody();
    }
}
