//! How fast fights are: the `*-fights` examples of the rulesets, which are something to run a profiler on.

use crate::load;
use affray_files::Source;
use affray_files::sheets::Shelf;
use affray_session::encounter::EncounterFormat;
use affray_session::scenario::Scenario;
use affray_sim::Results;
use std::time::Instant;

/// Fights as the words of the command line say, on one thread, and prints how many fights there are in a second. The
/// words are the name of an encounter that comes with the ruleset, a file or `all`, which is the default; how many
/// fights, by default 500; and `uncached` if every turn is to be played by the rules.
///
/// # Panics
/// If there is no such encounter or file, or it cannot be read.
pub fn fights<G: EncounterFormat>(shelf: Shelf) {
    let mut words = std::env::args().skip(1);
    let wanted = words.next().unwrap_or_else(|| String::from("all"));
    let number = words.next().map_or(500, |text| text.parse().expect("the second word is how many fights"));
    let uncached = words.next().is_some_and(|word| word == "uncached");
    let file = wanted.ends_with(".toml").then(|| Source::read(&wanted).unwrap_or_else(|error| panic!("{error}")));
    let shipped = shelf.iter().filter(|(name, _)| wanted == "all" || *name == wanted).copied();
    let all: Vec<_> = shipped.chain(file.as_ref().map(|file| (file.name.as_str(), file.text.as_str()))).collect();
    assert!(!all.is_empty(), "no encounter `{wanted}`: {}", shelf.names().collect::<Vec<_>>().join(", "));
    for (name, text) in all {
        measure(name, &load::<G>(name, text), number, uncached);
    }
}

#[allow(clippy::print_stdout, reason = "what examples print")]
fn measure<G: EncounterFormat>(name: &str, encounter: &Scenario<G>, fights: u64, uncached: bool) {
    let (mut results, start) = (Results::default(), Instant::now());
    let mut simulation = encounter.simulation();
    if uncached {
        simulation = simulation.uncached();
    }
    simulation.run(1, 0..fights, &mut results);
    let rate = fights as f64 / start.elapsed().as_secs_f64();
    let rounds = results.rounds.0 as f64 / fights as f64;
    let Results { wins, draws, at_limit, .. } = &results;
    println!("{name}: {rate:.0} fights/s, {rounds:.1} rounds, wins {wins:?}, draws {draws}, at the limit {at_limit}");
    println!("{name}: {:?}", simulation.turns());
}
