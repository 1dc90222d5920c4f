//! What comes with the program, and what its documentation shows, can be read.

use affray_conformance::shipped;
use affray_files::{Source, no_files};
use affray_graded::Graded;
use affray_graded::content::ENCOUNTERS;
use affray_graded::files::Scenario;
use affray_sim::Results;

#[test]
fn what_is_shipped_and_documented() {
    shipped::shipped_and_documented(&Graded, &["SideFile", "CombatantFile", "Options", "FearFile", "Declared"]);
}

/// Every encounter comes to an end, and is won by either side now and then.
#[test]
fn encounters_are_open() {
    for (name, text) in ENCOUNTERS.iter() {
        let loaded = Scenario::read(&Source::new(*name, *text), &no_files).unwrap_or_else(|error| panic!("{error}"));
        let mut results = Results::default();
        loaded.simulation().run(1, 0..200, &mut results);
        assert_eq!(results.at_limit, 0, "{name}");
        assert!(results.wins.iter().all(|&wins| wins >= 20), "{name}: {:?}", results.wins);
    }
}

/// `AFFRAY_WATCH=file:number` shows a fight.
#[test]
fn a_fight_to_look_at() {
    affray_conformance::watch::<Graded>();
}
