//! Random play of `dragonquest`.

use crate::play::Tormented;
use affray_core::sheets::Shelf;
use affray_dragonquest::DragonQuest;
use affray_dragonquest::scene::Setup;
use affray_dragonquest::state::{NONE, State};

impl Tormented for DragonQuest {
    fn encounters() -> Shelf {
        affray_dragonquest::content::ENCOUNTERS
    }

    fn possible(setup: &Setup, state: &State) {
        for (at, fighter) in state.fighters.iter().enumerate() {
            let sheet = &setup.combatants[at].sheet;
            assert!(fighter.en <= sheet.en, "more Endurance than the most");
            assert!(fighter.ft <= sheet.ft, "more Fatigue than the most");
            for &item in &fighter.hands {
                assert!(item == NONE || (item as usize) < sheet.arms.len(), "a hand holds what is not on the sheet");
            }
        }
    }
}
