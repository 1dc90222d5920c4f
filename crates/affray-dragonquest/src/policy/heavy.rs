//! The ways of multi-hex figures: how the head goes on and turns, round walls and friends, over smaller opponents.
//!
//! A search over hexes and facings of the head, towards where some opponent lies in the melee zone. It is cut
//! off after so many places: then the way leads to the one of them that is nearest.

use crate::decision::Step;
use crate::movement::large::turning_cost;
use crate::movement::zones::{direction, distance, footprint};
use crate::scene::Scene;
use affray_grid::{Cell, Facing};
use affray_kernel::referee::CombatantId;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The head goes no farther than this from where it is, within one search.
const RADIUS: i16 = 14;
/// No hex of the body is farther than this from there.
const WIDE: i16 = RADIUS + 5;
/// Places that are looked at in one search.
const MOST: u32 = 600;
/// Facings, each with an even or odd number of vertices turned so far (`DQ-703`).
const SIDES: usize = 12;

/// The buffers of the search; they grow with the first use.
#[derive(Debug, Clone, Default)]
pub(super) struct Heavy {
    /// By place: the least cost, and whence it came.
    costs: Vec<u16>,
    from: Vec<u16>,
    /// By hex: 0 for not looked at, 1 for open, 2 for closed.
    hexes: Vec<u8>,
    next: BinaryHeap<Reverse<(u16, u16, u16)>>,
    targets: Vec<CombatantId>,
    /// The way that was found, the next piece last.
    pub steps: Vec<Step>,
}

/// A place of the head: its hex, counted from the start, the facing, and the parity of vertices turned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Place {
    q: i16,
    r: i16,
    facing: Facing,
    odd: u8,
}

impl Place {
    fn index(self) -> u16 {
        let width = 2 * RADIUS + 1;
        let hex = (self.q + RADIUS) * width + self.r + RADIUS;
        hex as u16 * SIDES as u16 + u16::from(self.facing.index()) * 2 + u16::from(self.odd)
    }
    fn of(index: u16) -> Self {
        let width = 2 * RADIUS + 1;
        let (hex, side) = ((index / SIDES as u16) as i16, index % SIDES as u16);
        let facing = Facing::hex(i32::from(side / 2));
        Self { q: hex / width - RADIUS, r: hex % width - RADIUS, facing, odd: (side % 2) as u8 }
    }
}

/// Whether a hex is one of those of the melee zone of a head that faces so (`DQ-R28`).
pub(super) fn in_front(head: Cell, facing: Facing, cell: Cell) -> bool {
    direction(head, cell).is_some_and(|way| matches!((way + 6 - facing.index()) % 6, 0 | 1 | 2 | 5))
}

impl Heavy {
    /// Looks for the way to where one of those `wanted` lies in the melee zone: with `most` by at least one hex, and for
    /// no more points than that; without, as near as it can. Whom it leads to; [`Heavy::steps`]
    /// holds the pieces that `points` are enough for.
    pub(super) fn find(
        &mut self,
        scene: Scene<'_>,
        who: CombatantId,
        points: i32,
        most: Option<i32>,
        wanted: impl Fn(CombatantId) -> bool,
    ) -> Option<CombatantId> {
        self.steps.clear();
        self.targets.clear();
        self.targets.extend(scene.foes(who).filter(|&foe| wanted(foe)));
        let fighter = scene.fighter(who);
        let start = fighter.at;
        let own = scene.sheet(who).hexes;
        let targets = &self.targets;
        let far = |head: Cell| {
            targets.iter().map(|&foe| (distance(head, scene.fighter(foe).at), foe)).min().unwrap_or((i32::MAX, who))
        };
        let reach = most.unwrap_or(i32::MAX);
        let (whole, _) = far(start);
        if targets.is_empty() || reach.saturating_add(4) < whole {
            return None;
        }
        let width = 2 * WIDE as usize + 1;
        self.hexes.clear();
        self.hexes.resize(width * width, 0);
        let hex_of = |cell: Cell| {
            let (q, r) = (cell.q - start.q + WIDE, cell.r - start.r + WIDE);
            let inside = q >= 0 && (q as usize) < width && r >= 0 && (r as usize) < width;
            inside.then(|| q as usize * width + r as usize)
        };
        let mut holders = false;
        for other in scene.state.ids().filter(|&other| other != who && scene.fighter(other).is_up()) {
            let (foe, single) = (scene.are_foes(who, other), scene.is_single(other));
            holders |= foe && !single;
            if !foe || !single {
                for cell in scene.body(other) {
                    if let Some(hex) = hex_of(cell) {
                        self.hexes[hex] = 2;
                    }
                }
            }
        }
        let hexes = &mut self.hexes;
        let mut has_room = |head: Cell, facing: Facing| {
            footprint(head, facing, own).into_iter().all(|cell| {
                let Some(hex) = hex_of(cell) else { return false };
                if hexes[hex] == 0 {
                    hexes[hex] = if scene.is_passable(cell) { 1 } else { 2 };
                }
                hexes[hex] == 1
            })
        };
        let cell_of = |place: Place| Cell { q: start.q + place.q, r: start.r + place.r };
        self.costs.clear();
        self.costs
            .resize(usize::from(u16::try_from(SIDES * (2 * RADIUS as usize + 1).pow(2)).unwrap_or(u16::MAX)), u16::MAX);
        self.from.resize(self.costs.len(), 0);
        self.next.clear();
        let begin = Place { q: 0, r: 0, facing: fighter.facing, odd: fighter.turned % 2 };
        self.costs[usize::from(begin.index())] = 0;
        let guess = |cell: Cell| (far(cell).0 - 1).max(0) as u16;
        self.next.push(Reverse((guess(start), 0, begin.index())));
        let mut found: Option<(Place, CombatantId)> = None;
        let mut nearest = (whole, u16::MAX, begin);
        let mut looked = 0;
        while let Some(Reverse((_, cost, index))) = self.next.pop() {
            let place = Place::of(index);
            if self.costs[usize::from(index)] < cost {
                continue;
            }
            let head = cell_of(place);
            let at_goal = |&&foe: &&CombatantId| scene.body(foe).iter().any(|&cell| in_front(head, place.facing, cell));
            if (head != start || most.is_none())
                && let Some(&foe) = targets.iter().find(at_goal)
            {
                found = Some((place, foe));
                break;
            }
            looked += 1;
            let (away, _) = far(head);
            if (away, cost) < (nearest.0, nearest.1) {
                nearest = (away, cost, place);
            }
            if looked >= MOST || i32::from(cost) > 2 * points && away < whole {
                break;
            }
            let goes_on = head == start || !holders || !scene.is_held_at(who, head);
            let ahead = [place.facing, place.facing.turned(1)].map(|way| (Step::To(way), way)).into_iter();
            let turns = (1..6).map(|by| place.facing.turned(by)).map(|facing| (Step::Turn(facing), facing));
            for (step, way) in ahead.filter(|_| goes_on).chain(turns) {
                let (to, more) = match step {
                    Step::To(_) => {
                        let cell = head.step(way);
                        let (q, r) = (cell.q - start.q, cell.r - start.r);
                        if q.abs() > RADIUS || r.abs() > RADIUS {
                            continue;
                        }
                        (Place { q, r, ..place }, scene.entry_cost(cell))
                    }
                    _ => {
                        let vertices = place.facing.sides_to(way);
                        let odd = (place.odd + vertices) % 2;
                        (Place { facing: way, odd, ..place }, i32::from(turning_cost(place.odd, vertices)))
                    }
                };
                let sum = cost + more as u16;
                let cell = cell_of(to);
                let rest = guess(cell);
                // The head of a large opponent may be some hexes behind what is nearest of it.
                if reach < i32::from(sum) + i32::from(rest) - if holders { 4 } else { 0 }
                    || self.costs[usize::from(to.index())] <= sum
                    || !has_room(cell, to.facing)
                {
                    continue;
                }
                self.costs[usize::from(to.index())] = sum;
                self.from[usize::from(to.index())] = index;
                self.next.push(Reverse((sum + rest, sum, to.index())));
            }
        }
        let (end, foe) = match found {
            Some(found) => found,
            None if most.is_some() || nearest.0 >= whole => return None,
            None => (nearest.2, far(cell_of(nearest.2)).1),
        };
        // Back to the start, leaving out what there are no points for.
        let mut place = end;
        while place != begin {
            let before = Place::of(self.from[usize::from(place.index())]);
            if i32::from(self.costs[usize::from(place.index())]) <= points {
                let step = match direction(cell_of(before), cell_of(place)) {
                    Some(way) => Step::To(Facing::hex(i32::from(way))),
                    None => Step::Turn(place.facing),
                };
                self.steps.push(step);
            }
            place = before;
        }
        Some(foe)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::Scenario;
    use affray_files::{Source, no_files};

    /// A serpent (three hexes, TMR 6) and others on a field.
    fn find(others: &str, points: i32, most: Option<i32>) -> (Option<CombatantId>, Vec<Step>) {
        let text = format!(
            "ruleset = 'dragonquest'\nbegun = true\n\
            [[combatant]]\nname = 'Serpent'\nside = 'a'\nsheet = 'giant-serpent'\nat = [0, 0]\n{others}"
        );
        let loaded = Scenario::read(&Source::new("a.toml", text), &no_files).unwrap_or_else(|error| panic!("{error}"));
        let scene = Scene { setup: loaded.setup(), state: loaded.start() };
        let mut heavy = Heavy::default();
        let found = heavy.find(scene, CombatantId(0), points, most, |_| true);
        (found, heavy.steps.into_iter().rev().collect())
    }

    #[test]
    fn ways_of_the_head() {
        let east = Step::To(Facing::E);
        let dorn = |q: i16| format!("[[combatant]]\nname = 'Dorn'\nside = 'b'\nsheet = 'dorn'\nat = [{q}, 0]\n");
        // Straight on, up to the hex before him; what there are no points for is left out.
        assert_eq!(find(&dorn(4), 6, None), (Some(CombatantId(1)), vec![east; 3]));
        assert_eq!(find(&dorn(12), 6, None).1.len(), 6);
        // A charge of three hexes reaches the first and not the second.
        assert_eq!(find(&dorn(4), 3, Some(3)).0, Some(CombatantId(1)));
        assert_eq!(find(&dorn(5), 3, Some(3)).0, None);
        // Round a friend who is in the way.
        let friend = "[[combatant]]\nname = 'Mate'\nside = 'a'\nsheet = 'giant-serpent'\nat = [3, 0]\n";
        let (found, steps) = find(&format!("{}{friend}", dorn(6)), 6, None);
        assert_eq!(found, Some(CombatantId(1)));
        assert!(steps.len() >= 4 && steps.iter().any(|&step| step != east), "{steps:?}");
    }
}
