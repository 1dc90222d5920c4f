//! What simulations take of memory, and that it changes no fight.

use affray_conformance::{load, memory, play};
use affray_obss::Obss;
use affray_obss::content::ENCOUNTERS;

#[test]
fn warm_turns_allocate_nothing() {
    for (name, text) in ENCOUNTERS {
        memory::warm_turns_allocate_nothing(name, &load::<Obss>(name, text), 20);
    }
}

#[test]
fn the_cache_changes_no_fight() {
    for (name, text) in ENCOUNTERS {
        // A duel comes to the same states again and again, others hardly ever.
        let fights = if *name == "stone-and-mist" { 400 } else { 12 };
        play::the_cache_changes_no_fight::<Obss>(name, &load(name, text), fights);
    }
}
