//! The canonical form of a state between two turns: states with one canonical form lead to the same fight with the
//! same dice.
//!
//! It rests on three facts of the rules. What lasts until the own turn begins is not read any more once that turn is
//! next (`G4-063`). Where nobody shoots or throws, no rule asks how far a target moved (`G4-R20`). A melee duel
//! within arm's reach on an open field is the same from wherever the field is looked at.

use crate::scene::{Scene, Setup};
use crate::state::{Flags, Stage, State};
use affray_grid::{Cell, Facing};

/// Puts a state between two turns into its canonical form.
pub(crate) fn canonicalize(setup: &Setup, state: &mut State) {
    if state.stage != Stage::Fight || state.waiting != 0 {
        return;
    }
    end_round_of_next(setup, state);
    let modes = || setup.combatants.iter().flat_map(|one| &one.sheet.modes);
    if modes().any(|mode| mode.ranged.is_some()) {
        return;
    }
    for fighter in &mut state.fighters {
        fighter.moved = 0;
    }
    // From farther than one hex knockback tells directions apart (G4-R50), and more figures make lines (G4-R21).
    let duel = state.fighters.len() == 2 && state.fighters.iter().all(|fighter| fighter.at.is_near());
    let open = setup.map.is_open() && setup.map.bounds().is_empty();
    if duel && open && modes().all(|mode| mode.reach & !0b11 == 0) {
        recenter(state);
    }
}

/// Ends for the next combatant what its turn ends anyway.
fn end_round_of_next(setup: &Setup, state: &mut State) {
    let Some(&next) = state.order.get(state.turn as usize) else { return };
    if !state[next].is_up() || state[next].flags.has(Flags::ACTING) {
        return;
    }
    state[next].begin_round();
    let idle = Scene { setup, state: &*state }.must_do_nothing(next);
    if idle && state.fighters.len() == 2 {
        // Nobody attacks the other one before its own turn begins.
        for fighter in state.fighters.iter_mut().filter(|fighter| fighter.is_up()) {
            fighter.begin_round();
        }
    }
}

/// Shifts and turns everything so that the first combatant stands in the middle and faces east.
fn recenter(state: &mut State) {
    let Some(first) = state.fighters.first() else { return };
    let (middle, sides) = (first.at, (6 - first.facing.index()) % 6);
    let turned = |at: Cell| {
        let Cell { mut q, mut r } = at.seen_from(middle);
        for _ in 0..sides {
            (q, r) = (q.wrapping_add(r), q.wrapping_neg());
        }
        Cell { q, r }
    };
    for fighter in &mut state.fighters {
        fighter.at = turned(fighter.at);
        fighter.facing = Facing::hex(i32::from(fighter.facing.index() + sides));
    }
    for lying in &mut state.ground {
        lying.at = turned(lying.at);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::Scenario;
    use crate::state::Fighter;
    use affray_files::{Source, no_files};

    fn duel(at: [i16; 2], foe: [i16; 2], facings: [&str; 2], sheet: &str) -> Scenario {
        let text = format!(
            "ruleset = 'gurps4'\n[[combatant]]\nname = 'A'\nsheet = '{sheet}'\nat = {at:?}\nfacing = '{}'\n\
             [[combatant]]\nname = 'O'\nsheet = 'ork'\nat = {foe:?}\nfacing = '{}'\n",
            facings[0], facings[1]
        );
        Scenario::read(&Source::new("scene", text), &no_files).unwrap_or_else(|error| panic!("{error}"))
    }

    fn simple(loaded: &Scenario) -> State {
        let mut state = loaded.start().clone();
        state.stage = Stage::Fight;
        state.order = state.ids().collect();
        canonicalize(loaded.setup(), &mut state);
        state
    }

    #[test]
    fn an_open_field_is_the_same_all_round() {
        let one = duel([0, 0], [2, -1], ["E", "W"], "ana");
        assert_eq!(simple(&one)[affray_kernel::referee::CombatantId(1)].at, Cell::new(2, -1));
        // The same two, by each of the six sides: NE of E and E of E, then so much further round.
        for (at, foe, facings) in [
            ([5, 5], [7, 4], ["E", "W"]),
            ([0, 0], [1, -2], ["NE", "SW"]),
            ([-3, 2], [-4, 1], ["NW", "SE"]),
            ([1, 0], [-1, 1], ["W", "E"]),
            ([1, 1], [0, 3], ["SW", "NE"]),
            ([0, 0], [1, 1], ["SE", "NW"]),
        ] {
            assert_eq!(simple(&duel(at, foe, facings, "ana")), simple(&one), "{at:?} {foe:?}");
        }
        let other_way = duel([0, 0], [1, 1], ["E", "W"], "ana");
        assert_ne!(simple(&other_way), simple(&one), "the mirror image is another fight");
    }

    #[test]
    fn arrows_and_far_places_tell_fields_apart() {
        for (at, sheet) in [([1, 0], "cai"), ([Cell::NEAR + 1, 0], "ana")] {
            let loaded = duel(at, [at[0] + 2, 0], ["NE", "SW"], sheet);
            assert_eq!(simple(&loaded)[affray_kernel::referee::CombatantId(0)].at, Cell::new(at[0], 0), "{sheet}");
        }
    }

    #[test]
    fn what_ends_at_once_is_over() {
        let loaded = duel([0, 0], [1, 0], ["E", "W"], "ana");
        let mut state = loaded.start().clone();
        state.stage = Stage::Fight;
        state.order = state.ids().collect();
        let busy = |fighter: &mut Fighter| {
            fighter.parries = [1, 0];
            fighter.flags.set(Flags::RETREATED.union(Flags::STUNNED));
        };
        state.fighters.iter_mut().for_each(busy);
        let mut free = state.clone();
        canonicalize(loaded.setup(), &mut state);
        for fighter in &state.fighters {
            assert_eq!((fighter.parries, fighter.flags), ([0, 0], Flags::STUNNED), "a stunned foe does not attack");
        }
        free.fighters[0].flags.clear(Flags::STUNNED);
        canonicalize(loaded.setup(), &mut free);
        let state = free;
        assert_eq!((state.fighters[0].parries, state.fighters[0].flags), ([0, 0], Flags::default()));
        assert_eq!(
            (state.fighters[1].parries, state.fighters[1].flags),
            ([1, 0], Flags::RETREATED.union(Flags::STUNNED))
        );
    }
}
