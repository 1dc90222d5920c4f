//! Simulations: what a simulator remembers of turns changes no fight.

use affray_dfrpg::Dfrpg;
use affray_dfrpg::content::ENCOUNTERS;

#[test]
fn the_cache_changes_no_fight() {
    for (name, text) in ENCOUNTERS {
        // Of duels so many that turns are met again with other HP.
        let fights = if name.contains("duel") { 3000 } else { 40 };
        let encounter = affray_proof::load::<Dfrpg>(name, text);
        affray_proof::play::the_cache_changes_no_fight(name, &encounter, fights);
    }
}
