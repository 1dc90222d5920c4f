#![allow(clippy::print_stdout, reason = "a command")]
//! The exact odds of the attacks of a full round, so many times: three open pools with criticals and exploding damage,
//! unconsciousness and death. Something to run a profiler on:
//!
//! `cargo run --release -p affray-obss --example obss-exchange -- 100`

use affray_core::files::Source;
use affray_core::referee::{CombatantId, Policy, walk};
use affray_core::ruleset::alone;
use affray_obss::Obss;
use affray_obss::decision::{Action, Attack, Choice, Question};
use affray_obss::ruleset::Loaded;
use affray_obss::scene::{Fight, Scene, Setup};
use affray_obss::state::State;
use std::time::Instant;

/// Strikes three times, and does nothing about what others do.
struct Strikes;

impl Policy<Obss> for Strikes {
    fn decide(&mut self, setup: &Setup, state: &State, question: &Question) -> Choice {
        let scene = Scene { setup, state };
        match *question {
            Question::Act { who }
                if scene.fighter(who).normal != 0 && scene.fighter(CombatantId(1 - who.0)).stands() =>
            {
                let item = scene.fighter(who).hands[0];
                Choice::Act(Action::Attack(Attack::melee(CombatantId(1 - who.0), item)))
            }
            _ => affray_obss::judge::harmless(scene, question),
        }
    }
    fn is_forgetful(&self) -> bool {
        true
    }
}

fn main() {
    let times: u32 = std::env::args().nth(1).and_then(|number| number.parse().ok()).unwrap_or(100);
    let text = "ruleset = 'obss'\n\
        [[combatant]]\nname = 'Cor'\nsheet = 'cor'\nat = [0, 0]\n\
        [[combatant]]\nname = 'Arn'\nsheet = 'arn'\nat = [1, 0]\n";
    let encounter = Loaded::read(&Source::new("round", text), &alone).unwrap_or_else(|error| panic!("{error}"));
    let mut start = encounter.start().clone();
    start.order = vec![CombatantId(0), CombatantId(1)];
    (start.settled, start.without_magic) = (true, true);
    for fighter in &mut start.fighters {
        (fighter.normal, fighter.immediate, fighter.reaction) = (3, 1, 1);
    }
    let (mut scratch, setup) = (start.clone(), encounter.setup());
    let (mut leaves, mut sum) = (0, 0.0);
    let begin = Instant::now();
    for _ in 0..times {
        leaves += walk::<Obss, _, _>(
            &start,
            &mut scratch,
            Strikes,
            (),
            true,
            |state, walker| {
                let Ok(()) = Fight { setup, state, referee: walker }.activation(CombatantId(0));
            },
            |leaf| sum += leaf.chance * f64::from(leaf.state.fighters[1].hp),
        );
    }
    let micros = begin.elapsed().as_secs_f64() * 1e6 / f64::from(times);
    println!("{} leaves, {:.9} HP left, {micros:.1} us", leaves / u64::from(times), sum / f64::from(times));
}
