//! Which states are as good as each other, so that a simulation that knows one of them knows them all.
//!
//! Nothing here is a rule: the rules play every state as it is, and a simulation that remembers nothing never
//! comes by. What differs without a difference is what ends anyhow before anybody looks at it, and, in a duel on
//! an open field, where on the field it is fought. HP are told apart by bands (`gauges`).

use crate::scene::{Combatant, Scene, Setup};
use crate::state::{Doing, Fighter, ItemFlags, NONE, State};
use affray_core::gauge::Gauge;
use affray_core::grid::{Cell, Map};
use affray_core::referee::CombatantId;

/// Sheets with more HP than that are told apart to the point: nobody's gauge reaches so far.
const MOST_HP: i16 = 800;

/// What an encounter makes no difference of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Likeness {
    /// Everything may be shifted together: a duel on an open field.
    shifted: bool,
    /// Nobody shoots, throws or casts, so that nobody asks how far a target moved, only whether (`DF-237`).
    melee: bool,
}

/// Whether an encounter is a duel with weapons alone.
fn is_duel(combatants: &[Combatant]) -> bool {
    combatants.len() == 2 && combatants.iter().all(|one| one.sheet.spells.is_empty())
}

impl Likeness {
    /// That of an encounter.
    pub fn of(map: &Map, combatants: &[Combatant], mut cells: impl Iterator<Item = Cell>) -> Self {
        let melee = is_duel(combatants)
            && combatants.iter().flat_map(|one| &one.sheet.modes).all(|mode| !mode.kind.is_ranged());
        let shifted = melee && map.is_open() && map.bounds().is_empty() && cells.all(Cell::is_near);
        Self { shifted, melee }
    }
}

/// The HP of two who fight a duel without spells, by what rules make of them: sound or low (`DF-373`), above 0 or
/// not (`DF-375`), and each negative multiple (`DF-376`).
pub(crate) fn gauges(combatants: &[Combatant]) -> Vec<Gauge> {
    if !is_duel(combatants) || combatants.iter().any(|one| MOST_HP < one.sheet.hp) {
        return Vec::new();
    }
    let gauge = |(who, one): (u8, &Combatant)| {
        let max = i32::from(one.sheet.hp);
        let low = (max + 2) / 3;
        let starts = [1, low].into_iter().chain((1..=10).map(|times| 1 - times * max));
        Gauge::new(-11 * max..=max, starts).of_points(CombatantId(who))
    };
    (0..).zip(combatants).map(gauge).collect()
}

impl Likeness {
    /// Whether two fight with nothing that strikes from afar.
    pub(crate) const fn is_duel_with_blades(self) -> bool {
        self.melee
    }
}

/// Puts a state between two turns into the form that stands for all that are as good.
pub(crate) fn simplify(setup: &Setup, state: &mut State) {
    if !setup.likeness.melee {
        return;
    }
    forget_what_ends(setup, state);
    forget_what_lies(state);
    if setup.likeness.shifted {
        shift(state);
    }
}

/// Forgets what nobody looks at before it ends: of who comes next, and where that one can only do nothing, of the
/// other one too, whom nobody attacks before its own turn begins.
fn forget_what_ends(setup: &Setup, state: &mut State) {
    // Opponents ask whether a foe comes who is not there yet.
    let are_close = matches!(&state.fighters[..], [one, other] if setup.map.distance(one.at, other.at) <= 1);
    for fighter in &mut state.fighters {
        fighter.moved = if are_close { 0 } else { fighter.moved.min(1) };
    }
    let Some(&next) = state.order.get(state.turn as usize) else { return };
    let scene = Scene { setup, state };
    let busy = |fighter: &Fighter| {
        matches!(fighter.doing, Doing::Waiting(_)) || fighter.holds_anybody() || fighter.entered != NONE
    };
    if !state.fighters.iter().any(busy) && state[next].is_conscious() && scene.must_do_nothing(next).is_some() {
        for fighter in state.fighters.iter_mut().filter(|fighter| fighter.is_conscious()) {
            fighter.count_anew();
        }
    }
}

/// Forgets where things are that nobody goes back for.
fn forget_what_lies(state: &mut State) {
    if state.ground.is_empty() {
        return;
    }
    let State { fighters, ground, .. } = state;
    ground.retain(|lying| {
        let flags = &mut fighters[lying.owner.index()].items[lying.item as usize].flags;
        let lost = flags.has(ItemFlags::GIVEN_UP);
        if lost {
            *flags = ItemFlags::GIVEN_UP;
        }
        !lost
    });
    ground.sort_unstable_by_key(|lying| (lying.owner, lying.item));
}

/// Shifts everything so that the first figure stands in the middle.
fn shift(state: &mut State) {
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
    use crate::ruleset::Loaded;
    use crate::state::{Flags, Lying, Place};
    use affray_core::files::Source;
    use affray_core::ruleset::alone;

    fn duel(map: &str, at: [i16; 2], sheet: &str) -> Loaded {
        let foe = [at[0] + 2, at[1]];
        let text = format!(
            "ruleset = 'dfrpg'\n{map}\n[[combatant]]\nname = 'A'\nsheet = '{sheet}'\nat = {at:?}\n\
             [[combatant]]\nname = 'O'\nsheet = 'orc'\nat = {foe:?}\nfacing = 'W'\n"
        );
        Loaded::read(&Source::new("scene", text), &alone).unwrap_or_else(|error| panic!("{error}"))
    }

    fn begun(loaded: &Loaded) -> State {
        let mut state = loaded.start().clone();
        state.order = state.ids().collect();
        state
    }

    fn simple(loaded: &Loaded, mut state: State) -> State {
        simplify(loaded.setup(), &mut state);
        state
    }

    #[test]
    fn an_open_field_is_the_same_all_over() {
        let here = duel("", [0, 0], "arn");
        let there = duel("", [-40, 13], "arn");
        assert_eq!(simple(&there, begun(&there)), simple(&here, begun(&here)));
        let walled = "map = { rows = ['########', '........', '........', '........'] }";
        for (map, at, sheet) in [(walled, [1, 1], "arn"), ("", [Cell::NEAR + 1, 0], "arn"), ("", [1, 1], "archer")] {
            let loaded = duel(map, at, sheet);
            assert_eq!(simple(&loaded, begun(&loaded)), begun(&loaded), "{sheet} at {at:?}");
        }
    }

    #[test]
    fn what_ends_at_once_is_over() {
        let loaded = duel("", [0, 0], "arn");
        let mut state = begun(&loaded);
        for fighter in &mut state.fighters {
            (fighter.parries[0], fighter.retreated) = (1, 0);
        }
        assert_eq!(simple(&loaded, state.clone()), state, "who comes next may attack the other one");
        state.fighters[0].flags.set(Flags::STUNNED);
        for fighter in simple(&loaded, state).fighters {
            assert_eq!((fighter.parries[0], fighter.retreated), (0, NONE), "a stunned foe attacks nobody");
        }
    }

    #[test]
    fn nobody_goes_back_for_what_was_given_up() {
        let loaded = duel("", [0, 0], "arn");
        let lost = |at: Cell, flags: ItemFlags| {
            let mut state = begun(&loaded);
            let owner = CombatantId(0);
            state.ground.push(Lying { owner, item: 0, at });
            state[owner].hands[0] = NONE;
            state[owner].items[0].place = Place::Away;
            state[owner].items[0].flags = flags;
            simple(&loaded, state)
        };
        let (near, far) = (Cell::new(1, 0), Cell::new(4, -2));
        assert_ne!(lost(near, ItemFlags::default()), lost(far, ItemFlags::default()));
        assert_eq!(lost(near, ItemFlags::GIVEN_UP), lost(far, ItemFlags::GIVEN_UP.and(ItemFlags::BROKEN)));
    }

    #[test]
    fn hp_are_told_apart_by_what_rules_make_of_them() {
        let loaded = duel("", [0, 0], "arn");
        let [gauge, _] = &loaded.setup().gauges[..] else { panic!("one for each") };
        let max = i32::from(loaded.setup().combatants[0].sheet.hp);
        assert_eq!(max, 13);
        let bands = [5, 4, 1, 0, -12, -13, -25, -26, -130].map(|hp| gauge.band(hp));
        assert!(bands.is_sorted_by(|one, other| other <= one));
        for (hp, other, alike) in [
            (13, 5, true),
            (5, 4, false),
            (4, 1, true),
            (1, 0, false),
            (0, -12, true),
            (-12, -13, false),
            (-13, -25, true),
            (-25, -26, false),
        ] {
            assert_eq!(gauge.band(hp) == gauge.band(other), alike, "{hp} and {other}");
            assert_eq!(crate::fatigue::is_low(hp, max), crate::fatigue::is_low(gauge.coarse(hp), max), "{hp}");
        }
        assert!(duel("", [0, 0], "wizard").setup().gauges.is_empty(), "healers look at every point");
    }
}
