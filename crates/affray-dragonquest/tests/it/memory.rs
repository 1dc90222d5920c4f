//! What simulations take of memory.

use affray_conformance::memory;
use affray_dragonquest::DragonQuest;
use affray_dragonquest::content::ENCOUNTERS;

#[test]
fn warm_turns_allocate_nothing() {
    memory::warm_turns_of_all_allocate_nothing::<DragonQuest>(ENCOUNTERS);
}
