//! Opponents: a policy that plays a sensible fight.

use crate::Dfrpg;
use crate::decision::{Choice, Question};
use crate::scene::{Scene, Setup};
use crate::state::State;
use affray_core::referee::Policy;

/// The ruleset's own policy.
#[derive(Debug, Clone, Default)]
pub struct Tactician;

impl Policy<Dfrpg> for Tactician {
    fn decide(&mut self, setup: &Setup, state: &State, question: &Question) -> Choice {
        crate::judge::harmless(Scene { setup, state }, question)
    }
}
