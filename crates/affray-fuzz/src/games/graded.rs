//! Random play of `graded`.

use crate::play::FuzzTarget;
use affray_files::sheets::Shelf;
use affray_graded::Graded;
use affray_graded::scene::Setup;
use affray_graded::state::{NONE, State};

impl FuzzTarget for Graded {
    fn encounters() -> Shelf {
        affray_graded::content::ENCOUNTERS
    }

    fn possible(setup: &Setup, state: &State) {
        let (mut held, mut watching) = (0, 0);
        for (at, fighter) in state.fighters.iter().enumerate() {
            let sheet = &setup.combatants[at].sheet;
            assert!(fighter.hp <= sheet.hp, "more HP than the most");
            assert!(0 <= fighter.fp && fighter.fp <= sheet.fp, "FP out of their range");
            for &item in &fighter.hands {
                assert!(item == NONE || (item as usize) < sheet.items.len(), "a hand holds what is not on the sheet");
            }
            held += usize::from(fighter.hold.target != NONE);
            watching += usize::from(fighter.watch != affray_graded::state::Watch::None);
        }
        assert_eq!(held, usize::from(state.holders), "holds are miscounted");
        for who in state.ids() {
            let holders = state.fighters.iter().filter(|one| one.hold.target == who.0).count();
            assert_eq!(holders, usize::from(state[who].held), "the holds on somebody are miscounted");
            for (hand, loot) in state[who].loot.iter().enumerate() {
                assert!(loot.owner == NONE || state[who].hands[hand] == NONE, "a hand holds two things");
            }
            // What a person is shown can be shown.
            let _ = <Self as affray_session::ruleset::Words>::status(setup, state, who);
        }
        assert_eq!(watching, usize::from(state.watchers), "watches are miscounted");
    }
}
