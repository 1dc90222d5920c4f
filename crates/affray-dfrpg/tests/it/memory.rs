//! What simulations take of memory.

use affray_dfrpg::Dfrpg;
use affray_dfrpg::content::ENCOUNTERS;

#[test]
fn warm_turns_allocate_nothing() {
    for (name, text) in ENCOUNTERS {
        affray_proof::memory::warm_turns_allocate_nothing(name, &affray_proof::load::<Dfrpg>(name, text), 20);
    }
}
