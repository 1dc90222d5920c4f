//! A fight to look at, for whoever works on a policy.

use crate::load;
use affray_files::Source;
use affray_session::encounter::EncounterFormat;
use affray_session::{DiceFrom, LogEntry, Table as _, Terms};

/// Shows a fight, if a test run is asked for it: `AFFRAY_WATCH=file:number:rounds` shows the fight of that
/// number of an encounter file, or, with rounds, the first one from it on that takes so many.
///
/// # Panics
/// If there is no such file, or it cannot be read.
#[allow(clippy::print_stderr, reason = "asked for by an environment variable")]
pub fn watch<G: EncounterFormat>()
where
    G::Setup: Clone,
{
    let Ok(wanted) = std::env::var("AFFRAY_WATCH") else { return };
    let mut words = wanted.split(':');
    let name = words.next().unwrap_or_default();
    let mut number = || words.next()?.parse::<u64>().ok();
    let (first, rounds) = (number().unwrap_or(0), number());
    let source = Source::read(name).unwrap_or_else(|error| panic!("{error}"));
    for number in first..first + if rounds.is_some() { 1000 } else { 1 } {
        let terms = Terms {
            ruleset: String::new(),
            title: String::new(),
            seed: 7,
            number,
            dice: DiceFrom::Drawn,
            by_hand: Vec::new(),
            orders: Vec::new(),
            encounter: source.clone(),
            beside: Vec::new(),
        };
        let fight = load::<G>(name, &source.text).session(terms).unwrap_or_else(|error| panic!("{error}"));
        if rounds.is_some_and(|least| u64::from(G::rounds(fight.state())) < least) {
            continue;
        }
        for line in fight.lines() {
            match (&line.text, &line.entry) {
                (Some(text), _) => eprintln!("{text}"),
                (None, LogEntry::Choice { who, choice, .. }) => eprintln!("    {who}: {choice}"),
                _ => {}
            }
        }
        for one in fight.standing() {
            eprintln!("{one:?}");
        }
        return;
    }
}
