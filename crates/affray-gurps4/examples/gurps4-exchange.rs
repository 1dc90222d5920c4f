#![allow(clippy::print_stdout, reason = "a command")]
//! The exact odds of a swing and its parry, so many times: something to count instructions on.
//!
//! `cargo run --release -p affray-gurps4 --example gurps4-exchange -- TIMES`

use affray_core::files::Source;
use affray_core::referee::{CombatantId, Policy, walk};
use affray_core::ruleset::alone;
use affray_gurps4::Gurps4;
use affray_gurps4::decision::{Choice, Defense, DefenseKind, From, Plan, Question, Strike, Trade};
use affray_gurps4::ruleset::Loaded;
use affray_gurps4::scene::{Fight, Scene, Setup};
use affray_gurps4::state::State;

/// Parries everything.
struct Parries;

impl Policy<Gurps4> for Parries {
    fn decide(&mut self, setup: &Setup, state: &State, question: &Question) -> Choice {
        match question {
            Question::Defend { .. } => Choice::Defend(Defense::plain(DefenseKind::Parry(0))),
            _ => affray_gurps4::judge::harmless(Scene { setup, state }, question),
        }
    }
    fn is_forgetful(&self) -> bool {
        true
    }
}

fn main() {
    let times: u32 = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(1000);
    let text = "ruleset = 'gurps4'\n\
        [[combatant]]\nname = 'Ana'\nsheet = 'ana'\nat = [0, 0]\nfacing = 'E'\n\
        [[combatant]]\nname = 'Ork'\nsheet = 'ork'\nat = [1, 0]\nfacing = 'W'\n";
    let encounter = Loaded::read(&Source::new("exchange", text), &alone).expect("it can be read");
    let (setup, start) = (encounter.setup(), encounter.start());
    let mut scratch = start.clone();
    let (who, plan) = (CombatantId(0), Plan::of(From::Attack));
    let strike = Strike::plain(0, CombatantId(1));
    let (mut leaves, mut sum) = (0, 0.0);
    for _ in 0..times {
        leaves = walk::<Gurps4, _, _>(
            start,
            &mut scratch,
            Parries,
            (),
            true,
            |state, walker| {
                let mut fight = Fight { setup, state, referee: walker };
                let Ok(()) = fight.last_strike(who, &strike, &plan, Trade::None);
            },
            |leaf| sum += leaf.chance,
        );
    }
    println!("{leaves} leaves, {sum:.3} in all");
}
