//! Opponents: they go to the nearest foe and strike.

use crate::Skirmish;
use crate::decision::{Act, Choice, Go, Question, default_choice, judge};
use crate::state::{Scene, Setup, State};
use affray_prove::prelude::*;

/// Rises, goes to the nearest foe, strikes where it can and guards where it cannot; parries always.
#[derive(Debug, Clone, Copy, Default)]
pub struct Brawler;

impl Policy<Skirmish> for Brawler {
    fn decide(&mut self, setup: &Setup, state: &State, question: &Question) -> Choice {
        let (scene, who) = (Scene { setup, state }, question.who());
        let distance = |cell, foe| setup.map.distance(cell, state[foe].at);
        let nearest = scene.foes(who).min_by_key(|&foe| (distance(state[who].at, foe), foe));
        match (question, nearest) {
            (Question::Move { .. }, _) if state[who].fallen => Choice::Move(Go::Rise),
            (Question::Move { .. }, Some(foe)) => {
                let reach = u32::from(scene.sheet(who).weapon.reach);
                let price = |cell: Cell| distance(cell, foe).max(reach);
                let best = scene.destinations(who, |cells| cells.min_by_key(|&to| (price(to), to)));
                let nearer = best.filter(|&to| price(to) < price(state[who].at));
                Choice::Move(nearer.map_or(Go::Stay, Go::To))
            }
            (Question::Act { .. }, Some(foe)) => {
                let strike = Choice::Act(Act::Strike(foe));
                if judge(scene, question, &strike).is_ok() { strike } else { Choice::Act(Act::Guard) }
            }
            _ => default_choice(scene, question),
        }
    }
}
