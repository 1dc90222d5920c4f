//! Fights in which anything happens, and fights by policies.

use affray_core::ruleset::Ruleset as _;
use affray_dragonquest::DragonQuest;
use affray_dragonquest::decision::Question;
use affray_proof::{load, play};

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
fn memory_changes_no_fight() {
    for name in ["axe-and-sword", "cavalry"] {
        let (_, text) =
            DragonQuest.encounters().into_iter().find(|(known, _)| *known == name).expect("it comes with it");
        play::memory_changes_no_fight::<DragonQuest>(name, &load(name, text), 12);
    }
}
