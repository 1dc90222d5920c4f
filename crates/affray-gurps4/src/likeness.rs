//! Which states are as good as each other, so that a simulation that knows one of them knows them all.
//!
//! Nothing here is a rule: the rules play every state as it is, and a simulation that remembers nothing never
//! comes by. What differs without a difference is what ends anyhow before anybody looks at it, and, in a duel on
//! an open field, where on the field and which way round it is fought. Of HP it only matters in which band they are.

use crate::scene::{Combatant, Scene, Setup};
use crate::state::{Fighter, Flags, Focus, OF_THE_ROUND, Stage, State};
use affray_core::gauge::Gauge;
use affray_core::grid::{Cell, Facing, Map};
use affray_core::referee::CombatantId;

/// What an encounter makes no difference of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Likeness {
    /// Everything may be shifted and turned together: a duel on an open field, in arm's reach. From farther away
    /// knockback tells directions apart (`G4-R50`), and with more figures lines do (`G4-R21`).
    turned: bool,
    /// Nobody shoots or throws, so that nobody asks how far a target moved (`G4-R20`).
    melee: bool,
}

impl Likeness {
    /// That of an encounter.
    pub fn of<'a>(map: &Map, combatants: &[Combatant], cells: impl IntoIterator<Item = &'a Fighter>) -> Self {
        let modes = || combatants.iter().flat_map(|one| &one.sheet.modes);
        let melee = modes().all(|mode| mode.ranged.is_none());
        let turned = combatants.len() == 2
            && map.is_open()
            && map.bounds().is_empty()
            && melee
            && modes().all(|mode| mode.reach & !0b11 == 0)
            && cells.into_iter().all(|fighter| fighter.at.is_near());
        Self { turned, melee }
    }
}

/// The HP of the combatants: less than half of them (`G4-341`), 0 or less (`G4-342`), and each full multiple below
/// zero (`G4-342`, `G4-343`) begin a band. Opponents see quarters.
pub(crate) fn gauges(combatants: &[Combatant]) -> Vec<Gauge> {
    let gauge = |(who, one): (usize, &Combatant)| {
        let max = i32::from(one.sheet.hp);
        let quarters = [1, max / 4, (max + 1) / 2, max - max / 4];
        let below = (0..6).map(|times| 1 - times * max);
        Gauge::new(-6 * max..=max, quarters.into_iter().chain(below)).of_points(CombatantId(who as u8))
    };
    combatants.iter().enumerate().map(gauge).collect()
}

impl Fighter {
    /// `G4-063` What ends when the own turn begins.
    #[inline]
    pub(crate) fn begin_round(&mut self) {
        self.parries = [0; 2];
        self.focus = Focus::None;
        self.moved = 0;
        self.flags.clear(OF_THE_ROUND);
    }
}

/// Puts a state between two turns into the form that stands for all that are as good.
pub(crate) fn simplify(setup: &Setup, state: &mut State) {
    if state.stage != Stage::Fight || state.waiting != 0 {
        return;
    }
    if let Some(&next) = state.order.get(state.turn as usize)
        && state[next].is_up()
        && !state[next].flags.has(Flags::ACTING)
    {
        state[next].begin_round();
        let idle = Scene { setup, state: &*state }.must_do_nothing(next);
        if idle && state.fighters.len() == 2 {
            // Nobody attacks the other one before its own turn begins.
            for fighter in state.fighters.iter_mut().filter(|fighter| fighter.is_up()) {
                fighter.begin_round();
            }
        }
    }
    if setup.likeness.melee {
        for fighter in &mut state.fighters {
            fighter.moved = 0;
        }
    }
    if setup.likeness.turned {
        turn(state);
    }
}

/// Shifts and turns everything so that the first figure stands in the middle and faces east.
fn turn(state: &mut State) {
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
    use crate::ruleset::Loaded;
    use affray_core::files::Source;
    use affray_core::ruleset::alone;

    fn duel(at: [i16; 2], foe: [i16; 2], facings: [&str; 2], sheet: &str) -> Loaded {
        let text = format!(
            "ruleset = 'gurps4'\n[[combatant]]\nname = 'A'\nsheet = '{sheet}'\nat = {at:?}\nfacing = '{}'\n\
             [[combatant]]\nname = 'O'\nsheet = 'ork'\nat = {foe:?}\nfacing = '{}'\n",
            facings[0], facings[1]
        );
        Loaded::read(&Source::new("scene", text), &alone).unwrap_or_else(|error| panic!("{error}"))
    }

    fn simple(loaded: &Loaded) -> State {
        let mut state = loaded.start().clone();
        state.stage = Stage::Fight;
        state.order = state.ids().collect();
        simplify(loaded.setup(), &mut state);
        state
    }

    #[test]
    fn an_open_field_is_the_same_all_round() {
        let one = duel([0, 0], [2, -1], ["E", "W"], "ana");
        assert_eq!(simple(&one)[affray_core::referee::CombatantId(1)].at, Cell::new(2, -1));
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
            assert_eq!(simple(&loaded)[affray_core::referee::CombatantId(0)].at, Cell::new(at[0], 0), "{sheet}");
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
            fighter.flags.set(Flags::RETREATED.and(Flags::STUNNED));
        };
        state.fighters.iter_mut().for_each(busy);
        let mut free = state.clone();
        simplify(loaded.setup(), &mut state);
        for fighter in &state.fighters {
            assert_eq!((fighter.parries, fighter.flags), ([0, 0], Flags::STUNNED), "a stunned foe does not attack");
        }
        free.fighters[0].flags.clear(Flags::STUNNED);
        simplify(loaded.setup(), &mut free);
        let state = free;
        assert_eq!((state.fighters[0].parries, state.fighters[0].flags), ([0, 0], Flags::default()));
        assert_eq!(
            (state.fighters[1].parries, state.fighters[1].flags),
            ([1, 0], Flags::RETREATED.and(Flags::STUNNED))
        );
    }
}
