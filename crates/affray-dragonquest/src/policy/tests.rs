//! Whole fights between tacticians: always legal, always over, and open where they are meant to be.

use crate::DragonQuest;
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
    let mut wrong = String::new();
    for (name, text) in ENCOUNTERS {
        let results = fight(name, text, 100);
        let least = results.wins.iter().min().copied().unwrap_or(0);
        if results.fights < results.at_limit * 25 || 20 * least < results.fights {
            wrong += &format!("{name}: {:?} won, {} at the limit\n", results.wins, results.at_limit);
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
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
    for (one, other) in [("aldric", "brakka"), ("hale", "dorn"), ("ketil", "wolf"), ("bear", "garm"), ("elwin", "ogre")]
    {
        let results = fight(one, &against(one, other), 30);
        assert_eq!(results.at_limit, 0, "{one} and {other}");
    }
}

/// See [`affray_proof::watch`].
#[test]
fn watch() {
    affray_proof::watch::<DragonQuest>();
}

/// A broken side runs for the edge of the map; a side that spares takes its opponents alive.
#[test]
fn morale_and_mercy() {
    let text = |keys: &str| {
        let mut text = String::from("ruleset = 'dragonquest'\n[map]\nrows = [\n");
        for _ in 0..12 {
            text += "\"................\",\n";
        }
        text += &format!("]\n[[side]]\nname = 'a'\n{keys}\n[[side]]\nname = 'b'\n");
        for (at, (side, sheet, q, r)) in
            [("a", "garm", 1, 3), ("a", "dorn", 0, 5), ("b", "ketil", 10, 3), ("b", "aldric", 9, 5)]
                .into_iter()
                .enumerate()
        {
            text += &format!(
                "[[combatant]]\nname = 'N{at}'\nside = '{side}'\nsheet = '{sheet}'\nat = [{q}, {r}]\nfacing = '{}'\n",
                if side == "a" { "E" } else { "W" }
            );
        }
        text
    };
    let fled = |results: &Results| results.fates.iter().map(|fate| fate.fled).sum::<u64>();
    let brave = fight("brave", &text(""), 60);
    let broken = fight("broken", &text("morale = 50"), 60);
    assert_eq!(fled(&brave), 0);
    assert!(5 < fled(&broken), "{} fled", fled(&broken));
    let merciful = fight("merciful", &text("spares = true"), 60);
    let dead = |results: &Results| results.fates[2].dead + results.fates[3].dead;
    assert!(4 * dead(&merciful) <= dead(&brave), "{} dead, else {}", dead(&merciful), dead(&brave));
}
