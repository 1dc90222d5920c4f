//! What simulations take of memory.

use affray_gurps4::Gurps4;
use affray_gurps4::content::ENCOUNTERS;

#[test]
fn warm_turns_allocate_nothing() {
    for (name, text) in ENCOUNTERS {
        affray_conformance::memory::warm_turns_allocate_nothing(
            name,
            &affray_conformance::load::<Gurps4>(name, text),
            20,
        );
    }
}
