//! Fights in which anything happens, and fights by policies.

use affray_conformance::{load, play};
use affray_dragonquest::DragonQuest;
use affray_dragonquest::decision::Question;
use affray_session::catalog::DynRules as _;
use affray_sim::Results;

/// Movement goes on for ever in the hands of chance: its first option is the way on.
fn rarely(question: &Question) -> bool {
    matches!(question, Question::Walk { .. })
}

#[test]
fn anything_that_is_listed_can_be_done() {
    for (name, text) in DragonQuest.encounters() {
        play::anything_that_is_listed_can_be_done::<DragonQuest>(&load(name, text), 0..6, 150, 2000, rarely);
    }
}

#[test]
fn fights_end() {
    for (name, text) in DragonQuest.encounters() {
        play::fights_end::<DragonQuest>(name, &load(name, text), 12, 10);
    }
}

#[test]
fn the_cache_changes_no_fight() {
    for (name, text) in DragonQuest.encounters() {
        // Of duels so many that turns are met again with other Fatigue and Endurance.
        let fights = if *name == "axe-and-sword" { 4000 } else { 12 };
        play::the_cache_changes_no_fight::<DragonQuest>(name, &load(name, text), fights);
    }
}

/// Whatever costs Fatigue or Endurance, a duel from the cache is the duel by the rules: blows and bites, spells and breath, barbs,
/// poison, bleeding.
#[test]
fn the_cache_changes_no_duel() {
    const POISONER: &str = "{ name = 'P', ps = 14, md = 22, ag = 16, en = 15, ft = 20, wp = 14, pc = 9, tmr = 6, \
        armor = 'leather', assassin = true, poisons = ['strong venom', 'sleep venom'], \
        weapon = [{ name = 'rapier', rank = 4, poison = 'strong venom' }] }";
    const HUNTER: &str = "{ name = 'H', ps = 15, md = 20, ag = 16, en = 15, ft = 20, wp = 14, pc = 9, tmr = 6, \
        armor = 'leather', weapon = [{ name = 'javelin', rank = 4, barbed = true }, { name = 'dagger', rank = 2 }] }";
    let armed = ["aldric", "fenn", "garm", "hale", "ketil", "elwin", "cyra", "bear", "wolf", "giant-rat"];
    let mut sheets: Vec<String> = armed.iter().map(|sheet| format!("'{sheet}'")).collect();
    sheets.extend(["'giant-serpent'", "'young-dragon'", POISONER, HUNTER].map(str::to_owned));
    for (at, one) in sheets.iter().enumerate() {
        for other in [&sheets[(at + 1) % sheets.len()], &sheets[(at + 5) % sheets.len()]] {
            let text = format!(
                "ruleset = 'dragonquest'\npulse_limit = 100\n\
                [[combatant]]\nname = 'A'\nside = 'a'\nsheet = {one}\nat = [0, 0]\n\
                [[combatant]]\nname = 'B'\nside = 'b'\nsheet = {other}\nat = [9, 0]\nfacing = 'W'\n"
            );
            play::the_cache_changes_no_fight::<DragonQuest>(&format!("{one} and {other}"), &load(one, &text), 150);
        }
    }
}

/// Whatever a policy answers is judged on the way (a debug assertion of the sampler).
#[test]
fn every_stock_sheet_fights_every_other_to_an_end() {
    let armed = |name: &&str| !matches!(*name, "pony" | "riding-horse");
    for one in affray_dragonquest::sheets::SHEETS.names().filter(armed) {
        for other in affray_dragonquest::sheets::SHEETS.names().filter(armed) {
            let text = format!(
                "ruleset = 'dragonquest'\npulse_limit = 2000\n\
                [[combatant]]\nname = 'A'\nside = 'a'\nsheet = '{one}'\nat = [0, 0]\n\
                [[combatant]]\nname = 'B'\nside = 'a'\nsheet = '{other}'\nat = [0, 5]\n\
                [[combatant]]\nname = 'C'\nside = 'c'\nsheet = '{other}'\nat = [12, 0]\nfacing = 'W'\n\
                [[combatant]]\nname = 'D'\nside = 'c'\nsheet = '{one}'\nat = [10, 5]\nfacing = 'W'\n"
            );
            let loaded = load::<DragonQuest>(&format!("{one} and {other}"), &text);
            let mut results = Results::default();
            loaded.simulation().uncached().run(1, 0..8, &mut results);
            assert_eq!((results.fights, results.at_limit), (8, 0), "{one} and {other}");
        }
    }
}
