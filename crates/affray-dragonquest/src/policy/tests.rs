//! Whole fights between tacticians: always legal, always over, and open where they are meant to be.

use crate::content::ENCOUNTERS;
use crate::ruleset::Loaded;
use affray_core::files::Source;
use affray_core::ruleset::{Results, alone};

/// Fights so many fights. Whatever the policy answers is judged on the way (a debug assertion of the sampler).
fn fight(name: &str, text: &str, fights: u64) -> Results {
    let loaded = Loaded::read(&Source::new(name, text), &alone).unwrap_or_else(|error| panic!("{error}"));
    let mut results = Results::default();
    loaded.simulation().forgetful().run(7, 0..fights, &mut results);
    results
}

#[test]
fn every_encounter_comes_to_an_end_and_is_open() {
    for (name, text) in ENCOUNTERS {
        let results = fight(name, text, 60);
        assert!(results.at_limit * 25 <= results.fights, "{name}: {} fights at the limit", results.at_limit);
    }
}

/// Two of each kind against two others, on an open field, mounts left out.
fn against(one: &str, other: &str) -> String {
    format!(
        "ruleset = 'dragonquest'\npulse_limit = 1000\n\
        [[combatant]]\nname = 'A'\nside = 'a'\nsheet = '{one}'\nat = [0, 0]\n\
        [[combatant]]\nname = 'B'\nside = 'a'\nsheet = '{one}'\nat = [0, 3]\n\
        [[combatant]]\nname = 'C'\nside = 'c'\nsheet = '{other}'\nat = [12, 0]\nfacing = 'W'\n\
        [[combatant]]\nname = 'D'\nside = 'c'\nsheet = '{other}'\nat = [11, 3]\nfacing = 'W'\n"
    )
}

#[test]
fn no_fight_of_two_against_two_stalls() {
    for (one, other) in [("aldric", "brakka"), ("hale", "dorn"), ("ketil", "wolf"), ("bear", "garm"), ("elwin", "ogre")] {
        let results = fight(one, &against(one, other), 30);
        assert_eq!(results.at_limit, 0, "{one} and {other}");
    }
}
