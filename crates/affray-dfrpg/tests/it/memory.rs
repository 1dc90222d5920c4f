//! What simulations take of memory.

use affray_dfrpg::Dfrpg;
use affray_dfrpg::content::ENCOUNTERS;

#[test]
fn warm_turns_allocate_nothing() {
    for (name, text) in ENCOUNTERS {
        affray_conformance::memory::warm_turns_allocate_nothing(
            name,
            &affray_conformance::load::<Dfrpg>(name, text),
            20,
        );
    }
}
