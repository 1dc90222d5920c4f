#![allow(clippy::print_stdout, reason = "a command")]
//! Exact odds of a blow at one on his guard, who parries and strikes back, over and over: something to count
//! instructions on.
//!
//! `cargo run --release -p affray-dragonquest --example dragonquest-exchange -- TIMES`

use affray_core::files::Source;
use affray_core::referee::{CombatantId, Policy, walk};
use affray_core::ruleset::alone;
use affray_dragonquest::DragonQuest;
use affray_dragonquest::decision::{Attack, Blow, Choice, From, Kind, Question};
use affray_dragonquest::ruleset::Loaded;
use affray_dragonquest::scene::{Fight, Scene, Setup};
use affray_dragonquest::state::{Flags, State};

/// Parries, and strikes back.
struct Parries;

impl Policy<DragonQuest> for Parries {
    fn decide(&mut self, setup: &Setup, state: &State, question: &Question) -> Choice {
        let scene = Scene { setup, state };
        match *question {
            Question::Parry { who, .. } => Choice::Parry(scene.parrying_arms(who).next()),
            Question::Attack { who, plan } => Choice::Attack(Attack::One(Blow {
                with: plan.with,
                target: scene.foes(who).next().unwrap_or(who),
                kind: Kind::Plain,
                modifier: 0,
            })),
            _ => affray_dragonquest::judge::harmless(scene, question),
        }
    }
    fn is_forgetful(&self) -> bool {
        true
    }
}

fn main() {
    let times: u64 = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(1000);
    let text = "ruleset = 'dragonquest'\nbegun = true\n\
        [[combatant]]\nname = 'Aldric'\nsheet = 'aldric'\nat = [0, 0]\nfacing = 'E'\n\
        [[combatant]]\nname = 'Brakka'\nsheet = 'brakka'\nat = [1, 0]\nfacing = 'W'\n";
    let encounter = Loaded::read(&Source::new("exchange", text), &alone).expect("it can be read");
    let setup = encounter.setup();
    let mut start = encounter.start().clone();
    start[CombatantId(1)].flags.set(Flags::EVADING);
    let mut scratch = start.clone();
    let (who, target) = (CombatantId(0), CombatantId(1));
    let with = Scene { setup, state: &start }.prepared_weapon(who);
    let blow = Blow { with, target, kind: Kind::Plain, modifier: 0 };
    for time in 0..times {
        let mut sum = 0.0;
        let leaves = walk::<DragonQuest, _, _>(
            &start,
            &mut scratch,
            Parries,
            (),
            true,
            |state, walker| {
                let Ok(()) = Fight { setup, state, referee: walker }.last_strike(who, &blow, From::Melee);
            },
            |leaf| sum += leaf.chance,
        );
        if time == 0 {
            println!("{leaves} leaves, {sum}");
        }
    }
}
