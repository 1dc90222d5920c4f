//! Random play of `obss`.

use crate::play::Tormented;
use affray_core::sheets::Shelf;
use affray_obss::Obss;
use affray_obss::scene::Setup;
use affray_obss::state::{NONE, State};

impl Tormented for Obss {
    fn encounters() -> Shelf {
        affray_obss::content::ENCOUNTERS
    }

    fn possible(setup: &Setup, state: &State) {
        for (at, fighter) in state.fighters.iter().enumerate() {
            let sheet = &setup.combatants[at].sheet;
            for &item in &fighter.hands {
                assert!(item == NONE || (item as usize) < sheet.items.len(), "a hand holds what is not on the sheet");
            }
        }
    }
}
