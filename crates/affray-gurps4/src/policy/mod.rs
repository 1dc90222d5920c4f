//! Opponents that the program plays.
//!
//! A [`Tactician`] answers for whoever is asked, with the same decisions that people use. It plans a turn once,
//! at its first question (`tactics`), by chances and expected wounds from tables (`odds`), and answers the
//! questions that follow from the plan; `route` moves, `defend` answers attacks. What it would do follows from
//! the state alone; what it remembers from one turn to the next is what it would find by thinking again.
//!
//! How it fights: it goes for who is near and cannot defend himself well, strikes where a blow is worth most,
//! deceives the skilled and telegraphs to the helpless. Nobody is struck all-out at who could strike back. FP
//! go into weapons that would be unready, into the one step that is missing, into blows that decide and into
//! defenses, and never below half. Who has a shield or the heavier body slams out of a charge: lying, the foe
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
use crate::scene::{Identity, Scene, Setup};
use crate::state::State;
use affray_core::grid::Field;
use affray_core::referee::{CombatantId, Policy};
use odds::Thoughts;
use tactics::Intent;

/// An opponent. What it does follows from the state alone.
#[derive(Debug, Clone)]
pub struct Tactician {
    intent: Intent,
    field: Field,
    /// The encounter to which its memory belongs.
    encounter: Identity,
    thoughts: Thoughts,
}

impl Default for Tactician {
    fn default() -> Self {
        Self {
            intent: Intent::nobody(),
            field: Field::new(),
            encounter: Identity::default(),
            thoughts: Thoughts::new(),
        }
    }
}

impl Tactician {
    /// What is meant for a turn that begins.
    fn begin(&mut self, scene: Scene<'_>, who: CombatantId) -> Intent {
        let mut intent = tactics::intend(scene, who, &mut self.thoughts);
        if scene.judge_maneuver(who, &intent.maneuver).is_err() {
            intent.maneuver = Maneuver::Nothing;
        }
        intent
    }

    /// What is meant for this turn, thought of now where a Wait brought it about.
    #[inline]
    fn meant(&mut self, scene: Scene<'_>, who: CombatantId) -> &Intent {
        if self.intent.who != who.0 {
            self.intent = tactics::intend(scene, who, &mut self.thoughts);
        }
        &self.intent
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
        tactics::from_here(scene, who, plan, &mut self.thoughts).map_or(Attack::None, Attack::One)
    }
}

impl Policy<Gurps4> for Tactician {
    fn decide(&mut self, setup: &Setup, state: &State, question: &Question) -> Choice {
        let scene = Scene { setup, state };
        if !std::sync::Arc::ptr_eq(&self.encounter, &setup.identity) {
            self.encounter = setup.identity.clone();
            self.thoughts.clear();
        }
        match *question {
            Question::Maneuver { who } => {
                self.intent = self.begin(scene, who);
                Choice::Maneuver(self.intent.maneuver)
            }
            Question::Step { who, before } => {
                let intent = self.meant(scene, who);
                Choice::Step(route::step(scene, who, intent, before))
            }
            Question::Advance { who, ref path } => {
                self.meant(scene, who);
                Choice::Advance(route::advance(scene, who, &self.intent, path, &mut self.field))
            }
            Question::Finish { who, any } => {
                let intent = self.meant(scene, who);
                Choice::Face(route::last_facing(scene, who, intent, any))
            }
            Question::Feint { who } => {
                let intent = self.meant(scene, who);
                let with = intent.strike.and_then(|strike| scene.mode(who, strike.mode)).map(|mode| mode.item);
                let feint = with.map(|with| FeintAt { with, target: intent.foe });
                Choice::Feint(feint.filter(|feint| scene.judge_feint(who, feint).is_ok()))
            }
            Question::Attack { who, ref plan } => Choice::Attack(self.attack(scene, who, plan)),
            Question::Defend { who, ref attack, failed } => Choice::Defend(defend::defend(scene, who, attack, failed)),
            Question::Second { .. } => harmless(scene, question),
            Question::Wait { .. } => Choice::Yes(true),
        }
    }

    fn restart(&mut self) {
        self.intent = Intent::nobody();
    }
}
