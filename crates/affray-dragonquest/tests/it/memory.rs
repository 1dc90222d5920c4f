//! What simulations take of memory.

use affray_dragonquest::DragonQuest;
use affray_dragonquest::content::ENCOUNTERS;

#[test]
fn warm_turns_allocate_nothing() {
    for (name, text) in ENCOUNTERS {
        affray_conformance::memory::warm_turns_allocate_nothing(
            name,
            &affray_conformance::load::<DragonQuest>(name, text),
            20,
        );
    }
}
