//! Fights in which anything happens, and fights by policies.

use affray_conformance::{load, play};
use affray_gurps4::Gurps4;
use affray_gurps4::decision::Question;
use affray_session::catalog::DynRules as _;

/// Movement goes on for ever in the hands of chance: its first option is the end.
fn rarely(question: &Question) -> bool {
    matches!(question, Question::Advance { .. })
}

#[test]
fn anything_that_is_listed_can_be_done() {
    for (name, text) in Gurps4.encounters() {
        play::anything_that_is_listed_can_be_done::<Gurps4>(&load(name, text), 0..6, 150, 2000, rarely);
    }
}

#[test]
fn fights_end() {
    for (name, text) in Gurps4.encounters() {
        play::fights_end::<Gurps4>(name, &load(name, text), 12, 10);
    }
}

#[test]
fn the_cache_changes_no_fight() {
    for (name, text) in Gurps4.encounters() {
        play::the_cache_changes_no_fight::<Gurps4>(name, &load(name, text), 12);
    }
}
