//! Whole fights between tacticians: always legal, always over, and open where they are meant to be.

use super::Tactician;
use crate::Dfrpg;
use crate::content::ENCOUNTERS;
use crate::scene::{Fight, Scene, Setup};
use crate::state::State;
use affray_core::dice::Stream;
use affray_core::referee::{Policy, Sampler};
use affray_core::ruleset::Standing;

/// Reads an encounter that comes with the program.
fn load(name: &str) -> (Setup, State) {
    let (_, text) = ENCOUNTERS.iter().find(|(known, _)| *known == name).expect("the encounter");
    affray_proof::load::<Dfrpg>(&format!("{name}.toml"), text).into_parts()
}

/// Fights so often and counts the victories of each side; the last is the number of draws.
fn fight(name: &str, seeds: u64) -> (Vec<u64>, u64, f64) {
    let (setup, start) = load(name);
    let mut wins = vec![0; setup.sides.len() + 1];
    let mut sampler = Sampler::new(Stream::new(7, 0), Tactician::default());
    let mut rounds = 0u64;
    for seed in 0..seeds {
        let mut state = start.clone();
        sampler.dice = Stream::new(7, seed);
        Policy::<Dfrpg>::restart(&mut sampler.policy);
        let winner = loop {
            match (Scene { setup: &setup, state: &state }).standing() {
                Standing::Nobody => break None,
                Standing::Only(side) => break Some(side),
                Standing::Several if setup.round_limit <= state.round.0 => break None,
                Standing::Several => {
                    let Ok(()) = Fight { setup: &setup, state: &mut state, referee: &mut sampler }.next_turn();
                }
            }
        };
        rounds += u64::from(state.round.0);
        let at = winner.map_or(setup.sides.len(), usize::from);
        wins[at] += 1;
    }
    (wins, sampler.policy.refused(), rounds as f64 / seeds as f64)
}

/// Fights an encounter many times: no answer is ever refused, hardly any fight goes to the limit, and,
/// where both sides are meant to have a chance, both win.
#[track_caller]
fn holds(name: &str, open: bool) {
    let seeds = std::env::var("AFFRAY_SEEDS").ok().and_then(|text| text.parse().ok()).unwrap_or(200);
    let (wins, refused, rounds) = fight(name, seeds);
    if std::env::var_os("AFFRAY_TELL").is_some() {
        tell(&format!("{name}: wins and draws {wins:?}, {rounds:.1} rounds, {refused} refused"));
    }
    let draws = wins.last().copied().unwrap_or(0);
    assert!(draws * 25 <= seeds, "{name}: {draws} of {seeds} fights without an end");
    assert_eq!(refused, 0, "{name}: answers that the rules refuse");
    let least = wins[..wins.len() - 1].iter().min().copied().unwrap_or(0);
    assert!(!open || seeds <= 10 * least, "{name}: {wins:?} is not open");
}

macro_rules! fought {
    ($($test:ident: $name:literal, $open:literal;)*) => {
        $(#[test]
        fn $test() {
            holds($name, $open);
        })*
    };
}

fought! {
    a_duel: "duel", true;
    the_bridge: "bridge", true;
    archers_on_a_slope: "archers-on-a-slope", true;
    the_mage_and_the_escorts: "mage-and-escorts", true;
    wrestler_and_swordsman: "wrestler-and-swordsman", true;
    the_troll: "troll", true;
    four_against_four: "four-against-four", true;
}

/// Whatever else comes with the program is fought to its end as well.
#[test]
fn all_others() {
    let fought = [
        "duel",
        "bridge",
        "archers-on-a-slope",
        "mage-and-escorts",
        "wrestler-and-swordsman",
        "troll",
        "four-against-four",
    ];
    for (name, _) in ENCOUNTERS.iter().filter(|(name, _)| !fought.contains(name)) {
        holds(name, false);
    }
}

/// Writes a line where a test run shows it.
#[allow(clippy::print_stderr, reason = "asked for by an environment variable")]
fn tell(line: &str) {
    eprintln!("{line}");
}

/// See [`affray_proof::watch`].
#[test]
fn watch() {
    affray_proof::watch::<Dfrpg>();
}
