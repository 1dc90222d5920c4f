#![allow(clippy::print_stdout, reason = "a command")]
//! Fights an encounter that comes with the program, or a file, so many times, on one thread, every turn by the rules or
//! by memory. Something to run a profiler on:
//!
//! `cargo run --release -p affray-obss --example obss-fights -- stone-and-mist 1000 [remembering]`

use affray_core::files::Source;
use affray_core::ruleset::{Results, alone};
use affray_obss::content::ENCOUNTERS;
use affray_obss::ruleset::Loaded;
use std::time::Instant;

fn main() {
    let mut words = std::env::args().skip(1);
    let wanted = words.next().unwrap_or_default();
    let fights = words.next().and_then(|number| number.parse().ok()).unwrap_or(1000u64);
    let remembers = words.next().is_some();
    let file = wanted.ends_with(".toml").then(|| std::fs::read_to_string(&wanted).expect("it can be read"));
    let shipped = ENCOUNTERS.iter().filter(|(name, _)| wanted == "all" || *name == wanted).copied();
    for (name, text) in shipped.chain(file.as_deref().map(|text| (&*wanted, text))) {
        let encounter = Loaded::read(&Source::new(name, text), &alone).unwrap_or_else(|error| panic!("{error}"));
        let simulation = encounter.simulation();
        let mut simulation = if remembers { simulation } else { simulation.forgetful() };
        let (mut results, start) = (Results::default(), Instant::now());
        simulation.run(1, 0..fights, &mut results);
        let rate = fights as f64 / start.elapsed().as_secs_f64();
        let (rounds, wins) = (results.rounds.0 as f64 / fights as f64, &results.wins);
        println!(
            "{name}: {rate:.0} fights/s, {rounds:.1} rounds, wins {wins:?}, {} endless, {:?}",
            results.at_limit,
            simulation.turns()
        );
    }
}
