//! What simulations take of memory.

use affray_conformance::memory;
use affray_gurps4::Gurps4;
use affray_gurps4::content::ENCOUNTERS;

#[test]
fn warm_turns_allocate_nothing() {
    memory::warm_turns_of_all_allocate_nothing::<Gurps4>(ENCOUNTERS);
}
