//! What comes with the program can be fought to an end.

use affray_core::files::{FileError, Source};
use affray_core::ruleset::{Encounter, Results};
use affray_obss::content::{ENCOUNTERS, STARTER};
use affray_obss::ruleset::Loaded;

fn alone(name: &str) -> Result<Source, FileError> {
    Err(FileError::whole(name, "shipped alone"))
}

#[test]
fn every_encounter_is_fought_to_its_end() {
    for (name, text) in ENCOUNTERS.iter().chain(&[("starter", STARTER)]) {
        let loaded = Loaded::read(&Source::new(*name, *text), &alone).unwrap_or_else(|error| panic!("{error}"));
        let mut results = Results::default();
        loaded.simulate(1, 0..200, &mut results);
        assert_eq!(results.fights, 200, "{name}");
        assert!(results.at_limit < 10, "{name}: {} of 200 without an end", results.at_limit);
    }
}
