//! The canonical form of a state: equivalent states become one, so that a simulation meets known states more often.
//!
//! Nothing here is a rule. The canonical form changes only what no rule reads any more.

use crate::scene::{Combatant, Setup};
use crate::state::{Flags, State};
use affray_grid::{Cell, Map};

/// Which states of an encounter are equivalent besides those that differ in nothing that is read again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Symmetry {
    /// The whole fight may be moved: a duel of two without spells on an open field.
    is_movable: bool,
}

impl Symmetry {
    /// The symmetry of an encounter whose combatants begin at those cells.
    pub fn of(map: &Map, combatants: &[Combatant], mut cells: impl Iterator<Item = Cell>) -> Self {
        let is_duel = combatants.len() == 2
            && combatants
                .iter()
                .all(|one| one.sheet.spells.is_empty() && one.sheet.modes.iter().all(|mode| !mode.kind.is_ranged()));
        Self { is_movable: is_duel && map.is_open() && map.bounds().is_empty() && cells.all(Cell::is_near) }
    }
}

/// Puts a state between two turns into its canonical form.
pub(crate) fn canonicalize(setup: &Setup, state: &mut State) {
    forget_last_turn(state);
    if setup.symmetry.is_movable {
        recenter(state);
    }
}

/// 1.4: the counters of the combatant whose turn is next start anew before any rule reads them.
fn forget_last_turn(state: &mut State) {
    if let Some(&next) = state.order.get(state.turn as usize)
        && !state[next].flags.any(Flags::DEAD.union(Flags::FLED))
    {
        state[next].count_anew();
    }
}

/// Moves the whole fight so that the first combatant stands in the middle.
fn recenter(state: &mut State) {
    let Some(first) = state.fighters.first() else { return };
    let middle = first.at;
    if middle == (Cell { q: 0, r: 0 }) {
        return;
    }
    for fighter in &mut state.fighters {
        fighter.at = fighter.at.seen_from(middle);
    }
    for lying in &mut state.ground {
        lying.at = lying.at.seen_from(middle);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::Scenario;
    use crate::state::NONE;
    use affray_files::{Source, no_files};

    fn duel(map: &str, at: [i16; 2], sheet: &str) -> Scenario {
        let foe = [at[0] + 2, at[1]];
        let text = format!(
            "ruleset = 'dfrpg'\n{map}\n[[combatant]]\nname = 'A'\nsheet = '{sheet}'\nat = {at:?}\n\
             [[combatant]]\nname = 'O'\nsheet = 'orc'\nat = {foe:?}\nfacing = 'W'\n"
        );
        Scenario::read(&Source::new("scene", text), &no_files).unwrap_or_else(|error| panic!("{error}"))
    }

    fn begun(loaded: &Scenario) -> State {
        let mut state = loaded.start().clone();
        state.order = state.ids().collect();
        state
    }

    fn canonical(loaded: &Scenario, mut state: State) -> State {
        canonicalize(loaded.setup(), &mut state);
        state
    }

    #[test]
    fn a_duel_on_an_open_field_is_the_same_everywhere() {
        let here = duel("", [0, 0], "arn");
        let there = duel("", [-40, 13], "arn");
        assert_eq!(canonical(&there, begun(&there)), canonical(&here, begun(&here)));
        let walled = "map = { rows = ['########', '........', '........', '........'] }";
        for (map, at, sheet) in [(walled, [1, 1], "arn"), ("", [Cell::NEAR + 1, 0], "arn"), ("", [1, 1], "archer")] {
            let loaded = duel(map, at, sheet);
            assert_eq!(canonical(&loaded, begun(&loaded)), begun(&loaded), "{sheet} at {at:?}");
        }
    }

    #[test]
    fn counters_of_the_next_combatant_start_anew() {
        let loaded = duel("", [0, 0], "arn");
        let mut state = begun(&loaded);
        for fighter in &mut state.fighters {
            (fighter.parries[0], fighter.retreated) = (1, 0);
        }
        let [next, other] = &canonical(&loaded, state.clone()).fighters[..] else { panic!("two") };
        assert_eq!((next.parries[0], next.retreated), (0, NONE));
        assert_eq!(other, &state.fighters[1], "the next combatant may attack the other one");
    }
}
