//! Random play of `gurps4`.

use crate::play::FuzzTarget;
use affray_files::sheets::Shelf;
use affray_gurps4::Gurps4;
use affray_gurps4::scene::Setup;
use affray_gurps4::state::{Flags, ItemFlags, NONE, State};

impl FuzzTarget for Gurps4 {
    fn encounters() -> Shelf {
        affray_gurps4::content::ENCOUNTERS
    }

    fn possible(setup: &Setup, state: &State) {
        for (at, fighter) in state.fighters.iter().enumerate() {
            let sheet = &setup.combatants[at].sheet;
            assert!(fighter.hp <= sheet.hp && fighter.fp <= sheet.fp, "more points than the most");
            for &item in fighter.hands.iter().filter(|&&item| item != NONE) {
                assert!(item < sheet.items, "a hand holds what is not on the sheet");
                let away = fighter.items[item as usize].flags.has(ItemFlags::AWAY);
                assert!(!away, "a hand holds what is elsewhere");
            }
            assert!(setup.map.ground(fighter.at).is_some(), "somebody stands off the map");
            let waits = state.waiting & 1 << at != 0;
            assert_eq!(waits, fighter.wait.is_some(), "who waits is not noted");
            assert!(!waits || !fighter.flags.any(Flags::STUNNED.union(Flags::DEAD)), "the stunned and the dead wait");
            assert!(fighter.grappled_by == NONE || state.any_grapple, "a grapple is not noted");
        }
        for (at, lying) in state.ground.iter().enumerate() {
            let same = |other: &affray_gurps4::state::Lying| other.owner == lying.owner && other.item == lying.item;
            assert!(!state.ground[at + 1..].iter().any(same), "an item lies in two places");
        }
    }
}
