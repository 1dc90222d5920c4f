//! How fast fights of an encounter are: something to run a profiler on.

use affray_files::sheets::Shelf;
use affray_session::encounter::EncounterFormat;
use affray_session::scenario::Scenario;
use affray_sim::Results;
use std::time::Instant;

/// How an encounter is fought.
#[derive(Clone, Copy)]
pub(crate) struct Pace<'a> {
    /// The name of an encounter that comes with the ruleset; `all` is every one of them.
    pub(crate) encounter: &'a str,
    /// How many fights.
    pub(crate) number: u64,
    /// Every turn is played by the rules.
    pub(crate) uncached: bool,
}

impl Pace<'_> {
    /// Fights on one thread and prints how many fights there are in a second; `false` if there is no such encounter.
    pub(crate) fn measure<G: EncounterFormat>(self, shelf: Shelf) -> bool {
        let mut any = false;
        for (name, text) in shelf.iter().filter(|(name, _)| [*name, "all"].contains(&self.encounter)) {
            any = true;
            self.fight(name, &crate::read::<G>(name, text));
        }
        any
    }

    fn fight<G: EncounterFormat>(self, name: &str, encounter: &Scenario<G>) {
        let (mut results, start) = (Results::default(), Instant::now());
        let mut simulation = encounter.simulation();
        if self.uncached {
            simulation = simulation.uncached();
        }
        simulation.run(1, 0..self.number, &mut results);
        let rate = self.number as f64 / start.elapsed().as_secs_f64();
        let rounds = results.rounds.0 as f64 / self.number as f64;
        let Results { wins, draws, at_limit, .. } = &results;
        println!(
            "{name}: {rate:.0} fights/s, {rounds:.1} rounds, wins {wins:?}, draws {draws}, at the limit {at_limit}"
        );
        println!("{name}: {:?}", simulation.turns());
    }
}
