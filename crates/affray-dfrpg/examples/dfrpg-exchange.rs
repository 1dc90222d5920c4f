#![allow(clippy::print_stdout, reason = "a command")]
//! One exchange of blows between two who think of nothing: what the rules alone cost. Something to count
//! instructions on.
//!
//! `cargo run --release -p affray-dfrpg --example dfrpg-exchange -- WHAT TIMES`, where WHAT is `copy` (the state
//! is copied back and nothing else), `strike` (after a copy one strike, parried), `turn` (whole turns with
//! a strike each), `idle` (the same turns with the strike forgone) or `odds`, or `neck` and `skull` for the
//! odds of a called shot.

use affray_dfrpg::Dfrpg;
use affray_dfrpg::decision::{
    Aim, Attack, AttackFrom, AttackPlan, Choice, Defense, DefenseKind, Maneuver, Question, Strike,
};
use affray_dfrpg::files::Scenario;
use affray_dfrpg::scene::{Fight, Scene, Setup};
use affray_dfrpg::sheet::Location;
use affray_dfrpg::state::State;
use affray_files::{FileError, Source};
use affray_kernel::dice::Stream;
use affray_kernel::referee::{CombatantId, Policy, Sampler, walk};
use affray_kernel::turns::TurnRules;

/// Attacks the other one or does not, and parries everything.
#[derive(Clone, Copy)]
struct Simple {
    strikes: bool,
}

impl Policy<Dfrpg> for Simple {
    fn decide(&mut self, setup: &Setup, state: &State, question: &Question) -> Choice {
        match question {
            Question::Maneuver { .. } => Choice::Maneuver(Maneuver::Attack),
            Question::Attack { who, .. } if self.strikes => {
                Choice::Attack(Attack::Strike(Strike::plain(0, CombatantId(1 - who.0))))
            }
            Question::Defend { .. } => Choice::Defend(Defense::plain(DefenseKind::Parry { hand: 0 })),
            _ => affray_dfrpg::judge::default_choice(Scene { setup, state }, question),
        }
    }
}

fn main() {
    let what = std::env::args().nth(1).unwrap_or_else(|| "odds".into());
    let times: u64 = std::env::args().nth(2).and_then(|text| text.parse().ok()).unwrap_or(1000);
    let text = r#"
        ruleset = "dfrpg"
        combatant = [
            { name = "Arn", sheet = "arn", at = [0, 0], facing = "E" },
            { name = "Orc", sheet = "orc", at = [1, 0], facing = "W" },
        ]
    "#;
    let alone = |file: &str| -> Result<Source, FileError> { Err(FileError::whole(file, "nothing stands beside it")) };
    let encounter = Scenario::read(&Source::new("exchange", text), &alone).expect("it can be read");
    let (setup, start) = (encounter.setup(), encounter.start());
    let mut state = start.clone();
    let (who, target) = (CombatantId(0), CombatantId(1));
    let plan = AttackPlan::of(AttackFrom::Attack);
    let mut strike = Strike::plain(0, target);
    let mut hp = 0i64;
    match what.as_str() {
        "copy" => {
            for _ in 0..times {
                state.clone_from(start);
                hp += i64::from(state.fighters[1].hp);
            }
        }
        "strike" => {
            let mut sampler = Sampler::new(Stream::new(1, 1), Simple { strikes: true });
            for _ in 0..times {
                state.clone_from(start);
                let Ok(_) = Fight { setup, state: &mut state, referee: &mut sampler }.strike(who, &strike, &plan, None);
                hp += i64::from(state.fighters[1].hp);
            }
        }
        "turn" | "idle" => {
            let mut sampler = Sampler::new(Stream::new(1, 1), Simple { strikes: what == "turn" });
            let Ok(()) = Dfrpg::next_turn(setup, &mut state, &mut sampler);
            let Ok(()) = Dfrpg::next_turn(setup, &mut state, &mut sampler);
            let begun = state.clone();
            for _ in 0..times {
                state.fighters.copy_from_slice(&begun.fighters);
                let Ok(()) = Dfrpg::next_turn(setup, &mut state, &mut sampler);
                hp += i64::from(state.fighters[1].hp);
            }
        }
        _ => {
            match what.as_str() {
                "neck" => strike.aim = Aim::At(Location::Neck),
                "skull" => strike.aim = Aim::At(Location::Skull),
                "random" => strike.aim = Aim::Random,
                _ => {}
            }
            for time in 0..times {
                let mut sum = 0.0;
                let leaves = walk::<Dfrpg, _, _>(
                    start,
                    &mut state,
                    Simple { strikes: true },
                    (),
                    true,
                    |state, walker| {
                        let Ok(_) = Fight { setup, state, referee: walker }.strike(who, &strike, &plan, None);
                    },
                    |leaf| {
                        sum += leaf.chance;
                        hp += i64::from(leaf.state.fighters[1].hp);
                    },
                );
                if time == 0 {
                    println!("{leaves} leaves, {sum}");
                }
            }
        }
    }
    println!("{what}: {times} times, {hp}");
}
