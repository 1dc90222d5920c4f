//! Opponents that the program plays.
//!
//! A [`Tactician`] answers the same questions as a person. It plans a turn once, at its first question (`tactics`), by
//! chances and expected wounds from tables (`rating`); `rearm` looks for better weapons, `ways` for where a movement
//! comes to a blow, `route` moves, `defend` answers attacks. Its choices follow from the state alone.
//!
//! It attacks a near foe that cannot defend itself well, and aims where a blow is worth most. Whom it cannot hurt, and whoever
//! lies stunned below 0 HP, it leaves for others, and it shoots past no friend where another target is near. It deceives skilled
//! foes and telegraphs to helpless ones. It attacks all-out only where no foe can strike back, or with nothing left to
//! lose. It spends FP, never below half of them, on unready weapons, on the one step that is missing, on decisive
//! blows and on defenses. With a shield or the heavier body it slams out of a charge, since a prone foe can hardly
//! strike back. Archers aim while no foe is near, and lead a target that dodges well.

mod defend;
pub(crate) mod orders;
pub(crate) mod preferences;
mod rating;
mod rearm;
mod route;
mod tactics;
#[cfg(test)]
mod tests;
mod ways;

use crate::Gurps4;
use crate::decision::{Attack, Choice, FeintAt, Maneuver, Plan, Question};
use crate::judge::default_choice;
use crate::scene::{Identity, Scene, Setup};
use crate::state::State;
use affray_kernel::referee::{CombatantId, Policy};
use rating::BlowCache;
use tactics::TurnPlan;
use ways::Ways;

/// An opponent. What it does follows from the state alone.
#[derive(Debug, Clone)]
pub struct Tactician {
    intent: TurnPlan,
    ways: Ways,
    /// The encounter to which its memory belongs.
    encounter: Identity,
    cache: BlowCache,
}

impl Default for Tactician {
    fn default() -> Self {
        Self { intent: TurnPlan::nobody(), ways: Ways::new(), encounter: Identity::default(), cache: BlowCache::new() }
    }
}

impl Tactician {
    /// The plan of a turn that begins.
    fn begin(&mut self, scene: Scene<'_>, who: CombatantId) -> TurnPlan {
        let mut intent = tactics::plan_turn(scene, who, &mut self.cache, &mut self.ways);
        if scene.judge_maneuver(who, &intent.maneuver).is_err() {
            intent.maneuver = Maneuver::Nothing;
        }
        intent
    }

    /// The plan of this turn, made now for a triggered Wait.
    #[inline]
    fn meant(&mut self, scene: Scene<'_>, who: CombatantId) -> &TurnPlan {
        if self.intent.who != who.0 {
            self.intent = tactics::plan_turn(scene, who, &mut self.cache, &mut self.ways);
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
        tactics::from_here(scene, who, plan, &mut self.cache).map_or(Attack::None, Attack::One)
    }
}

impl Policy<Gurps4> for Tactician {
    fn decide(&mut self, setup: &Setup, state: &State, question: &Question) -> Choice {
        let scene = Scene { setup, state };
        if !std::sync::Arc::ptr_eq(&self.encounter, &setup.identity) {
            self.encounter = setup.identity.clone();
            self.cache.clear();
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
                Choice::Advance(route::advance(scene, who, &self.intent, path, &mut self.ways))
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
            Question::Second { .. } | Question::After { .. } => default_choice(scene, question),
            Question::Wait { .. } => Choice::Wait(true),
        }
    }

    fn restart(&mut self) {
        self.intent = TurnPlan::nobody();
    }
}
