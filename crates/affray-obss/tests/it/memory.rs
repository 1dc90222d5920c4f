//! What simulations take of memory, and that it changes no fight.

use affray_conformance::{load, memory, play};
use affray_obss::Obss;
use affray_obss::content::ENCOUNTERS;

#[test]
fn warm_turns_allocate_nothing() {
    memory::warm_turns_of_all_allocate_nothing::<Obss>(ENCOUNTERS);
}

#[test]
fn the_cache_changes_no_fight() {
    for (name, text) in ENCOUNTERS {
        // A duel comes to the same states again and again, others hardly ever.
        let fights = if *name == "stone-and-mist" { 400 } else { 12 };
        play::the_cache_changes_no_fight::<Obss>(name, &load(name, text), fights);
    }
}
