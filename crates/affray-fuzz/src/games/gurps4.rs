//! Random play of `gurps4`.

use crate::play::{FuzzTarget, Stands, nobody_joins_a_friend};
use affray_conformance::encounters::{HEIGHTS, Stock};
use affray_files::sheets::Shelf;
use affray_gurps4::Gurps4;
use affray_gurps4::scene::{Scene, Setup};
use affray_gurps4::sheet::ItemId;
use affray_gurps4::state::{Flags, ItemFlags, NONE, State};
use affray_kernel::referee::CombatantId;

impl FuzzTarget for Gurps4 {
    fn encounters() -> Shelf {
        affray_gurps4::content::ENCOUNTERS
    }

    fn stock() -> Stock<Self> {
        Stock {
            sheets: affray_gurps4::sheets::SHEETS,
            scenes: &[
                "round_limit = 200",
                "round_limit = 200\nsurprise = 'partial'",
                "round_limit = 200\nsurprise = { total = 'north' }",
                "round_limit = 200\n[options]\nforms = false\ndarkness = -2",
            ],
            grounds: HEIGHTS,
            combatants: &["state = { posture = 'kneel' }", "state = { hp = 6 }", "state = { hands = ['', ''] }"],
            mounts: None,
            items: &[("ana", "broadsword"), ("bor", "axe"), ("cai", "knife"), ("dov", "rapier"), ("ork", "club")],
            room: |_| 1,
            possible: |setup, before, state| {
                Self::possible(setup, state);
                let all = |state: &State| -> Vec<Stands> {
                    let stands = |who: CombatantId| {
                        let (cell, side, up) = (state[who].at, setup.combatants[who.index()].side, state[who].is_up());
                        Stands { who, cell, side, up }
                    };
                    state.ids().map(stands).collect()
                };
                nobody_joins_a_friend(&all(before), &all(state));
            },
            most_at_limit: 20,
        }
    }

    fn possible(setup: &Setup, state: &State) {
        for (at, fighter) in state.fighters.iter().enumerate() {
            let (scene, who, sheet) = (Scene { setup, state }, CombatantId(at as u8), &setup.combatants[at].sheet);
            assert!(fighter.hp <= sheet.hp && fighter.fp <= sheet.fp, "more points than the most");
            for &item in fighter.hands.iter().filter(|&&item| item != ItemId::NONE) {
                assert!(scene.item(who, item).is_some(), "a hand holds what is no item");
                assert!(scene.has(who, item), "a hand holds what is elsewhere");
            }
            for (number, item) in (0..).zip(&fighter.items).filter(|(_, item)| item.with != NONE) {
                assert!(usize::from(item.with) != at, "an owner borrows its own item");
                assert!(item.flags.has(ItemFlags::AWAY), "an item is with two");
                let lies = state.ground.iter().any(|lying| (lying.owner, lying.item) == (who, number));
                assert!(!lies, "an item lies on the ground and is with somebody");
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
