#![allow(clippy::print_stdout, reason = "a command")]
//! How many fights a second between tacticians, on one thread: of all encounters that come with the
//! program, of one, or of a file. Something to run a profiler on.
//!
//! `cargo run --release -p affray-graded --example graded-fights -- same-duel-graded 1000`
//! A last word `forgetful` has every turn played by the rules.

use affray_core::files::Source;
use affray_core::ruleset::{Results, alone};
use affray_graded::content::ENCOUNTERS;
use affray_graded::ruleset::Loaded;
use std::time::Instant;

fn main() {
    let only = std::env::args().nth(1);
    let fights = std::env::args().nth(2).and_then(|text| text.parse().ok()).unwrap_or(500);
    let forgetful = std::env::args().nth(3).is_some_and(|word| word == "forgetful");
    if let Some(file) = only.as_ref().filter(|name| name.ends_with(".toml")) {
        let text = std::fs::read_to_string(file).expect("the file can be read");
        return fight(&Source::new(file.as_str(), text), fights, forgetful);
    }
    for (name, text) in ENCOUNTERS.iter().filter(|(name, _)| only.as_ref().is_none_or(|only| only == name)) {
        fight(&Source::new(*name, *text), fights, forgetful);
    }
}

fn fight(source: &Source, fights: u64, forgetful: bool) {
    let encounter = Loaded::read(source, &alone).unwrap_or_else(|error| panic!("{error}"));
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
        "{}: {:.0} fights/s, {mean:.1} rounds, wins {:?}, draws {}, {:?}",
        source.name,
        fights as f64 / seconds,
        results.wins,
        results.draws,
        simulation.turns()
    );
}
