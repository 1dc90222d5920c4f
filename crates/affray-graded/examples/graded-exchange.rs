#![allow(clippy::print_stdout, reason = "a command")]
//! The exact odds of a blow and its block, so many times: something to count instructions on.
//!
//! `cargo run --release -p affray-graded --example graded-exchange -- TIMES`.

use affray_core::files::Source;
use affray_core::referee::{CombatantId, Policy, walk};
use affray_core::ruleset::{Playable, alone};
use affray_graded::Graded;
use affray_graded::decision::{Blow, Choice, Declared, Defense, From, Mode, Plan, Question};
use affray_graded::ruleset::Loaded;
use affray_graded::scene::{Fight, Setup};
use affray_graded::state::{NONE, State};

/// Blocks, and does nothing else.
struct Blocks;

impl Policy<Graded> for Blocks {
    fn decide(&mut self, setup: &Setup, state: &State, question: &Question) -> Choice {
        match question {
            Question::Defend { .. } => Choice::Defense(Defense::Block),
            _ => Graded::harmless(setup, state, question),
        }
    }
    fn is_forgetful(&self) -> bool {
        true
    }
}

fn main() {
    let times: u32 = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(1000);
    let text = "ruleset = 'graded'\n\
        [[combatant]]\nname = 'Arn'\nsheet = 'arn'\nat = [0, 0]\nfacing = 'E'\n\
        [[combatant]]\nname = 'Bryn'\nsheet = 'bryn'\nat = [1, 0]\nfacing = 'W'\n";
    let encounter = Loaded::read(&Source::new("exchange", text), &alone).expect("it can be read");
    let (setup, start) = (encounter.setup(), encounter.start());
    let mut scratch = start.clone();
    let blow = Blow { with: 0, mode: Mode::Cut, target: CombatantId(1), at: None, declared: Declared::default() };
    let plan = Plan { from: From::Attack, only: NONE, with: NONE, number: 0 };
    let (mut leaves, mut sum) = (0, 0.0);
    for _ in 0..times {
        leaves = walk::<Graded, _, _>(
            start,
            &mut scratch,
            Blocks,
            (),
            true,
            |state, walker| {
                let Ok(_) = Fight { setup, state, referee: walker }.last_strike(CombatantId(0), &blow, &plan);
            },
            |leaf| sum += leaf.chance,
        );
    }
    println!("{leaves} leaves, {sum:.3} in all");
}
