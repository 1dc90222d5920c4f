//! What simulations take of memory.

use affray_conformance::memory;
use affray_dfrpg::Dfrpg;
use affray_dfrpg::content::ENCOUNTERS;

#[test]
fn warm_turns_allocate_nothing() {
    memory::warm_turns_of_all_allocate_nothing::<Dfrpg>(ENCOUNTERS);
}
