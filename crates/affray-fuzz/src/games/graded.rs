//! Random play of `graded`.

use crate::play::{FuzzTarget, Stands, nobody_joins_a_friend};
use affray_conformance::encounters::{HEIGHTS, Stock};
use affray_files::sheets::Shelf;
use affray_graded::Graded;
use affray_graded::scene::Setup;
use affray_graded::state::{NONE, State};
use affray_kernel::referee::CombatantId;

impl FuzzTarget for Graded {
    fn encounters() -> Shelf {
        affray_graded::content::ENCOUNTERS
    }

    fn stock() -> Stock<Self> {
        Stock {
            sheets: affray_graded::sheets::SHEETS,
            scenes: &[
                "round_limit = 200",
                "round_limit = 200\n[options]\nrandom_location = true",
                "round_limit = 200\n[options]\nwound_type = false\nlocation_wounds = false\nstray_missiles = false",
            ],
            grounds: HEIGHTS,
            combatants: &["surprised = true", "mount = 12"],
            mounts: None,
            items: &[("arn", "bastard_sword"), ("fay", "dagger"), ("gerda", "broadsword"), ("raider", "axe")],
            room: |_| 1,
            possible: |setup, before, state| {
                Self::possible(setup, state);
                // GR-R90: who is struck down on its way lies where that happened, in the hex of a friend that it passed too.
                let struck = |who: CombatantId| before[who].is_able() && !state[who].is_able();
                let all = |state: &State| -> Vec<Stands> {
                    let stands = |who: CombatantId| {
                        let (cell, side) = (state[who].at, setup.combatants[who.index()].side);
                        Stands { who, cell, side, up: state[who].is_up() && !struck(who) }
                    };
                    state.ids().map(stands).collect()
                };
                nobody_joins_a_friend(&all(before), &all(state));
            },
            most_at_limit: 20,
        }
    }

    fn possible(setup: &Setup, state: &State) {
        let (mut held, mut watching) = (0, 0);
        for (at, fighter) in state.fighters.iter().enumerate() {
            let sheet = &setup.combatants[at].sheet;
            assert!(fighter.hp <= sheet.hp, "more HP than the most");
            assert!((0..=sheet.fp).contains(&fighter.fp), "FP out of their range");
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
            let _ = <Self as affray_session::ruleset::Rules>::status(setup, state, who);
        }
        assert_eq!(watching, usize::from(state.watchers), "watches are miscounted");
    }
}
