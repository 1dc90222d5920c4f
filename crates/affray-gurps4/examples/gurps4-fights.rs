#![allow(clippy::print_stdout, reason = "a command")]
//! How fights between tacticians go, and how many there are in a second on one thread: something to run a
//! profiler on, and to see what opponents do.
//!
//! `cargo run --release -p affray-gurps4 --example gurps4-fights -- axe-and-shield 1000`; `story` instead of a number
//! tells the first fight, and a number after it another one. `forgetful` after the number of fights plays every
//! turn by the rules.

use affray_core::dice::{Dice, Stream};
use affray_core::files::Source;
use affray_core::referee::{Policy, Referee, Why};
use affray_core::ruleset::{Playable, Results, alone};
use affray_core::tally::Sum;
use affray_gurps4::Gurps4;
use affray_gurps4::content::ENCOUNTERS;
use affray_gurps4::decision::{Choice, Question};
use affray_gurps4::event::Event;
use affray_gurps4::policy::Tactician;
use affray_gurps4::ruleset::Loaded;
use affray_gurps4::scene::Setup;
use affray_gurps4::state::State;
use std::convert::Infallible;
use std::time::Instant;

/// Tells what happens.
struct Teller<'a> {
    setup: &'a Setup,
    stream: Stream,
    policy: Tactician,
}

impl Referee<Gurps4> for Teller<'_> {
    type Pause = Infallible;
    type Tally = Sum;

    fn roll<F: Copy + PartialEq>(
        &mut self,
        _: Why,
        dice: Dice,
        _: Option<&Sum>,
        read: impl Fn(i32) -> F,
    ) -> Result<F, Infallible> {
        Ok(read(dice.draw(&mut self.stream)))
    }

    fn ask(&mut self, setup: &Setup, state: &mut State, question: Question) -> Result<Choice, Infallible> {
        Ok(self.policy.decide(setup, state, &question))
    }

    fn tell(&mut self, event: impl FnOnce() -> Event) {
        if let Some(words) = Gurps4::told_event(self.setup, &event()) {
            println!("  {words}");
        }
    }
}

fn main() {
    let only = std::env::args().nth(1);
    let what = std::env::args().nth(2).unwrap_or_else(|| "500".to_owned());
    let more = std::env::args().nth(3).unwrap_or_default();
    for (name, text) in
        ENCOUNTERS.iter().filter(|(name, _)| only.as_ref().is_none_or(|only| only == name || only == "all"))
    {
        let encounter = Loaded::read(&Source::new(*name, *text), &alone).unwrap_or_else(|error| panic!("{error}"));
        match what.parse() {
            Ok(fights) => measure(name, &encounter, fights, more == "forgetful"),
            Err(_) => tell(&encounter, more.parse().unwrap_or(0)),
        }
    }
}

fn tell(encounter: &Loaded, number: u64) {
    let (setup, mut state) = (encounter.setup(), encounter.start().clone());
    let mut teller = Teller { setup, stream: Stream::new(1, number), policy: Tactician::default() };
    while Gurps4::ending(setup, &state).is_none() {
        let Ok(()) = Gurps4::next_turn(setup, &mut state, &mut teller);
        for who in state.ids() {
            println!("    {}", Gurps4::status(setup, &state, who));
        }
    }
}

fn measure(name: &str, encounter: &Loaded, fights: u64, forgetful: bool) {
    let mut results = Results::default();
    let start = Instant::now();
    let mut simulation = encounter.simulation();
    if forgetful {
        simulation = simulation.forgetful();
    }
    simulation.run(1, 0..fights, &mut results);
    let seconds = start.elapsed().as_secs_f64();
    let mean = results.rounds.0 as f64 / fights as f64;
    println!(
        "{name}: {:.0} fights/s, {mean:.1} rounds, wins {:?}, draws {}, at the limit {}",
        fights as f64 / seconds,
        results.wins,
        results.draws,
        results.at_limit
    );
    println!("{name}: {:?}, {:?}", simulation.turns(), simulation.used());
}
