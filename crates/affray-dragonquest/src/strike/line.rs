//! Lines of fire: whether one is clear, and who stands on it.
//!
//! Rules `DQ-420`, `DQ-422` to `DQ-424`, rulings `DQ-R06`, `DQ-R16`. A line runs from center to center; where
//! it is the edge between two hexes, the figures in both are on it, and only both together block it.
//! Nobody can ask for a line beforehand: these functions are called where the Fire action is carried
//! out, and by nothing that judges or lists choices (`DQ-424`).

use crate::event::LandCause;
use crate::movement::zones::distance;
use crate::scene::Scene;
use crate::state::Flags;
use affray_grid::{Cell, Ground, Layout, Map};
use affray_kernel::referee::CombatantId;
use arrayvec::ArrayVec;

/// Figures on a line, in the order in which they are met, each with its hex there.
pub type OnLine = ArrayVec<(CombatantId, Cell), 64>;

/// `DQ-R06` Whether a hex lets no line through.
fn closes(ground: &Ground) -> bool {
    ground.is_screen()
}

/// Whether a map has anything at all that a line does not go through.
pub fn has_screens(map: &Map) -> bool {
    let far = Cell::new(Cell::LIMIT, Cell::LIMIT);
    map.bounds().cells().chain([far]).any(|cell| map.ground(cell).is_some_and(closes))
}

/// Whether a map has anything at all that is in the way of a movement.
pub fn has_barriers(map: &Map) -> bool {
    let far = Cell::new(Cell::LIMIT, Cell::LIMIT);
    let slows = |ground: &Ground| ground.impassable || ground.extra_cost_half > 0;
    map.bounds().cells().chain([far]).any(|cell| map.ground(cell).is_some_and(slows))
}

/// The hexes of the line from one hex through another and on, `hexes` of them, each with its twin.
fn ray(from: Cell, through: Cell, hexes: i32) -> impl Iterator<Item = (Cell, Option<Cell>)> {
    let steps = distance(from, through).max(1);
    // A point so far out on the same line that all of them lie before it.
    let times = hexes / steps + 1;
    let far = |from: i16, to: i16| (i32::from(from) + times * (i32::from(to) - i32::from(from))) as i16;
    let end = Cell { q: far(from.q, through.q), r: far(from.r, through.r) };
    Layout::Hex.line(from, end).twins().take(if from == through { 0 } else { hexes.max(0) as usize })
}

impl Scene<'_> {
    /// The hex of a figure that one aims at: of a large one the nearest in the ranged zone, else the
    /// nearest.
    pub fn aim_at(self, who: CombatantId, target: CombatantId) -> Cell {
        if self.is_single(target) {
            return self.fighter(target).at;
        }
        let from = self.fighter(who).at;
        let body = self.body(target);
        let nearest = body.iter().copied().min_by_key(|&cell| (!self.in_ranged_zone(who, cell), distance(from, cell)));
        nearest.unwrap_or(self.fighter(target).at)
    }

    /// `DQ-420` `DQ-422` `DQ-R16` Whether a figure has a line of fire to a hex: it lies in the ranged zone (a
    /// cone, so that the whole line does), and nothing between closes the line.
    pub fn has_line(self, who: CombatantId, to: Cell) -> bool {
        let from = self.fighter(who).at;
        let open = |cell: Cell| !self.map().ground(cell).is_some_and(closes);
        self.in_ranged_zone(who, to)
            && Layout::Hex.line(from, to).twins().all(|(cell, twin)| open(cell) || twin.is_some_and(open))
    }

    /// `DQ-424` [`has_line`](Self::has_line), or the ranged zone alone where lines are taken as clear.
    pub fn has_line_of_fire(self, who: CombatantId, to: Cell) -> bool {
        if self.setup.assumes_clear_lines { self.in_ranged_zone(who, to) } else { self.has_line(who, to) }
    }

    /// Whether a figure can be hit by what comes its way: the dead and the gone are not.
    pub(crate) fn is_there(self, who: CombatantId) -> bool {
        !self.fighter(who).flags.any(Flags::DEAD.union(Flags::GONE))
    }

    /// `DQ-423` `DQ-R16` The figures on a line of fire, nearest first: those strictly between, the target,
    /// then the others in the target's hex. Each is met once. A line that is taken as clear (`DQ-424`) has nobody between.
    pub fn on_line(self, who: CombatantId, target: CombatantId, to: Cell) -> OnLine {
        let from = self.fighter(who).at;
        let whole = distance(from, to);
        let mut met = OnLine::new();
        let others = || self.state.ids().filter(|&one| one != who && one != target && self.is_there(one));
        // The hexes of a line are those with the whole distance divided between them.
        let near = |cell: &Cell| {
            let here = distance(from, *cell);
            let between = here != 0 && here + distance(*cell, to) == whole;
            between && !(self.setup.assumes_clear_lines && here < whole)
        };
        let between = |one: CombatantId| {
            if self.is_single(one) { near(&self.fighter(one).at) } else { self.body(one).iter().any(near) }
        };
        if others().any(between) {
            for (cell, twin) in Layout::Hex.line(from, to).twins() {
                for cell in [Some(cell), twin].into_iter().flatten().filter(near) {
                    self.meet(&mut met, cell, others());
                }
            }
            let _ = met.try_push((target, to));
            self.meet(&mut met, to, others());
        } else {
            let _ = met.try_push((target, to));
        }
        met
    }

    fn meet(self, met: &mut OnLine, cell: Cell, others: impl Iterator<Item = CombatantId>) {
        for one in others {
            if self.covers(one, cell) && met.iter().all(|(known, _)| *known != one) {
                let _ = met.try_push((one, cell));
            }
        }
    }

    /// `DQ-421` `DQ-R16` The landing place of a missile that hits nothing: so many hexes along the line, or in the
    /// last hex before an obstruction or the edge of the map.
    pub fn landing(self, who: CombatantId, through: Cell, hexes: i32) -> (Cell, LandCause) {
        let from = self.fighter(who).at;
        // What reaches its target's hex is not stopped by what grows there.
        let open = |cell: Cell| cell == through || self.map().ground(cell).is_some_and(|ground| !ground.blocks_sight);
        let mut last = from;
        for (cell, twin) in ray(from, through, hexes) {
            match (open(cell), twin) {
                (true, _) => last = cell,
                (false, Some(twin)) if open(twin) => last = twin,
                (false, _) if self.map().ground(cell).is_none() => return (last, LandCause::Edge),
                (false, _) => return (last, LandCause::Obstruction),
            }
        }
        (last, LandCause::Spent)
    }

    /// `DQ-R51` The figures in the hexes of a line of so many hexes, nearest first, friends and foes.
    pub fn along_line(self, who: CombatantId, through: Cell, hexes: i32) -> OnLine {
        let mut met = OnLine::new();
        self.each_of_line(who, through, hexes, |cell| {
            self.meet(&mut met, cell, self.state.ids().filter(|&one| one != who && self.is_there(one)));
        });
        met
    }

    /// `DQ-R51` The hexes of a line of so many hexes, nearest first.
    pub fn each_of_line(self, who: CombatantId, through: Cell, hexes: i32, mut each: impl FnMut(Cell)) {
        let from = self.fighter(who).at;
        let stops = |cell: Cell, what: fn(&Ground) -> bool| self.map().ground(cell).is_none_or(what);
        for (cell, twin) in ray(from, through, hexes) {
            let both = |what: fn(&Ground) -> bool| stops(cell, what) && twin.is_none_or(|twin| stops(twin, what));
            if both(|ground| ground.blocks_sight) {
                break;
            }
            let hexes = [Some(cell), twin].into_iter().flatten();
            hexes.filter(|&cell| self.in_ranged_zone(who, cell)).for_each(&mut each);
            if both(closes) {
                break;
            }
        }
    }

    /// `DQ-R48` The hexes next to a figure from which a ranged attack comes: the last of the line, and its
    /// twin.
    pub fn last_of_line(self, by: CombatantId, who: CombatantId) -> (Cell, Option<Cell>) {
        let (from, to) = (self.fighter(by).at, self.fighter(who).at);
        Layout::Hex.line(to, from).twins().next().unwrap_or((from, None))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(q: i16, r: i16) -> Cell {
        Cell { q, r }
    }

    /// `DQ-E55` The line from (0,0) to (1,-2) is the edge of (0,-1) and (1,-1).
    #[test]
    fn rays() {
        let cells = |through, hexes| ray(cell(0, 0), through, hexes).collect::<Vec<_>>();
        assert_eq!(cells(cell(1, -2), 1), [(cell(0, -1), Some(cell(1, -1)))]);
        assert_eq!(cells(cell(2, 0), 3), [(cell(1, 0), None), (cell(2, 0), None), (cell(3, 0), None)]);
        assert_eq!(cells(cell(1, -2), 4).last(), Some(&(cell(2, -4), None)));
        assert_eq!(cells(cell(0, 0), 4), []);
        // DQ-E53
        assert_eq!(cells(cell(12, 0), 90).last(), Some(&(cell(90, 0), None)));
    }
}
