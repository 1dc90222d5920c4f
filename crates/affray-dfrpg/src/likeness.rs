//! Which states are as good as each other, so that a simulation that knows one of them knows them all.
//!
//! Nothing here is a rule: the rules play every state as it is, and a simulation that remembers nothing never
//! comes by. What differs without a difference is what ends anyhow before anybody looks at it, and, in a duel on
//! an open field, where on the field and which way round it is fought. HP are told apart by bands ([`gauges`]).

use crate::scene::{Combatant, Scene, Setup};
use crate::state::{Doing, Fighter, ItemFlags, NONE, State};
use affray_core::gauge::Gauge;
use affray_core::grid::{Cell, Map};
use affray_core::referee::CombatantId;

/// How far from the middle a fight may begin that is to be shifted: it never comes to the end of the world.
const NEAR: i16 = Cell::LIMIT / 2;

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
        let near = |cell: Cell| cell.q.abs() < NEAR && cell.r.abs() < NEAR;
        let shifted = melee && map.is_open() && map.bounds().is_empty() && cells.all(near);
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
    for fighter in &mut state.fighters {
        fighter.moved = fighter.moved.min(1);
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
    let shifted = |at: Cell| Cell { q: at.q.wrapping_sub(middle.q), r: at.r.wrapping_sub(middle.r) };
    for fighter in &mut state.fighters {
        fighter.at = shifted(fighter.at);
    }
    for lying in &mut state.ground {
        lying.at = shifted(lying.at);
    }
}
