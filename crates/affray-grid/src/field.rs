//! How far it is from everywhere to the nearest of some cells.

use super::cell::{Cell, Facing};
use super::map::Map;

/// The most cells that a field keeps; a larger one takes fewer steps.
const MOST_CELLS: usize = 1 << 21;

/// The number of steps from every cell to the nearest of some goals, for those who choose where to
/// go: each step to a cell with a lower number leads on.
///
/// Keep one and use it again and again: its buffers are not cleared.
///
/// ```
/// use affray_grid::{Cell, Facing, Field, Map};
/// let (map, mut field) = (Map::default(), Field::new());
/// field.run(&map, &[Cell::new(5, 0)], 10, |_| true);
/// assert_eq!(field.distance(Cell::new(1, 0)), Some(4));
/// assert_eq!(field.downhill(&map, Cell::new(1, 0)), Some(Facing::E));
/// ```
#[derive(Debug, Clone, Default)]
pub struct Field {
    /// The box of raw coordinates that the field covers.
    least: Cell,
    width: usize,
    height: usize,
    slots: Vec<(u32, u16)>,
    generation: u32,
    queue: Vec<Cell>,
}

impl Field {
    /// A field without buffers; they grow with the first use.
    pub fn new() -> Self {
        Self::default()
    }

    /// Measures the way to the nearest goal, up to `most_steps`, through cells of the map for which
    /// `passable` holds. Goals count even if they are not passable; those off the map do not.
    ///
    /// On an open map whose goals are so far apart that two million cells would not hold them, the
    /// goals that are too far from the first are left out.
    pub fn run(&mut self, map: &Map, goals: &[Cell], most_steps: u16, mut passable: impl FnMut(Cell) -> bool) {
        self.queue.clear();
        self.frame(map, goals, most_steps);
        self.generation = self.generation.wrapping_add(1);
        if self.generation == 0 {
            self.slots.fill((0, 0));
            self.generation = 1;
        }
        if self.slots.len() < self.width * self.height {
            self.slots.resize(self.width * self.height, (0, 0));
        }
        for &goal in goals {
            if map.contains(goal) {
                self.visit(goal, 0);
            }
        }
        let mut next = 0;
        while let Some(&cell) = self.queue.get(next) {
            next += 1;
            let steps = self.distance(cell).unwrap_or(most_steps);
            if steps == most_steps {
                break;
            }
            for &side in Facing::all(map.layout()) {
                let to = cell.step(side);
                if self.distance(to).is_none() && map.contains(to) && passable(to) {
                    self.visit(to, steps + 1);
                }
            }
        }
    }

    /// The steps to the nearest goal; `None` if there is no way of at most so many steps.
    pub fn distance(&self, cell: Cell) -> Option<u16> {
        let (generation, steps) = *self.slots.get(self.index(cell)?)?;
        (generation == self.generation).then_some(steps)
    }

    /// The side of a cell by which the way to the nearest goal goes on; of several the first in
    /// order of direction. `None` at a goal and where no way is known.
    pub fn downhill(&self, map: &Map, cell: Cell) -> Option<Facing> {
        let here = self.distance(cell).unwrap_or(u16::MAX);
        (map.neighbors(cell))
            .filter_map(|(side, to)| Some((self.distance(to)?, side)))
            .min()
            .filter(|&(steps, _)| steps < here)
            .map(|(_, side)| side)
    }

    /// Every cell that was measured, nearest first.
    pub fn cells(&self) -> &[Cell] {
        &self.queue
    }

    fn index(&self, cell: Cell) -> Option<usize> {
        let (q, r) = self.least.to(cell);
        let (q, r) = (q as usize, r as usize);
        (q < self.width && r < self.height).then(|| r * self.width + q)
    }

    fn visit(&mut self, cell: Cell, steps: u16) {
        if let Some(index) = self.index(cell).filter(|&index| self.slots[index].0 != self.generation) {
            self.slots[index] = (self.generation, steps);
            self.queue.push(cell);
        }
    }

    /// Chooses the box: what can be reached from the goals, as far as the map and memory go.
    fn frame(&mut self, map: &Map, goals: &[Cell], most_steps: u16) {
        (self.width, self.height) = (0, 0);
        let mut goals = goals.iter().copied().filter(|&goal| map.contains(goal));
        let Some(first) = goals.next() else { return };
        let (mut least, mut most) = ((first.q, first.r), (first.q, first.r));
        let cells = |least: (i16, i16), most: (i16, i16), margin: i32| {
            let side = |least: i16, most: i16| (i32::from(most) - i32::from(least) + 1 + 2 * margin) as usize;
            side(least.0, most.0) * side(least.1, most.1)
        };
        for goal in goals {
            let wider = (least.0.min(goal.q), least.1.min(goal.r));
            let up_to = (most.0.max(goal.q), most.1.max(goal.r));
            if cells(wider, up_to, 0) <= MOST_CELLS {
                (least, most) = (wider, up_to);
            }
        }
        let mut margin = i32::from(most_steps.min(2 * Cell::LIMIT as u16));
        while margin > 0 && cells(least, most, margin) > MOST_CELLS && map.is_open() {
            margin -= 1 + margin / 16;
        }
        let (lowest, highest) = if map.is_open() {
            let limit = Cell::LIMIT;
            (Cell::new(-limit, -limit), Cell::new(limit, limit))
        } else {
            map.bounds().extent()
        };
        let down = |value: i16, edge: i16| (i32::from(value) - margin).max(edge.into());
        let up = |value: i16, edge: i16| (i32::from(value) + margin).min(edge.into());
        let (left, right) = (down(least.0, lowest.q), up(most.0, highest.q));
        let (top, bottom) = (down(least.1, lowest.r), up(most.1, highest.r));
        self.least = Cell::new(left as i16, top as i16);
        (self.width, self.height) = ((right - left + 1) as usize, (bottom - top + 1) as usize);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Bounds, Ground, Layout};

    #[test]
    fn the_way_round_a_wall() {
        // # is a wall:   . . G
        //                 . # #
        //                . . .
        let bounds = Bounds { layout: Layout::Hex, origin: Cell::new(0, 0), width: 3, height: 3 };
        let map = Map::from_fn(bounds, None, |_| Ground::OPEN);
        let wall = [Cell::new(1, 1), Cell::new(2, 1)];
        let mut field = Field::new();
        field.run(&map, &[Cell::new(2, 0)], 99, |cell| !wall.contains(&cell));
        // Back from the goal: (1,0) 1, (0,0) 2 and (0,1) 2 (it touches (1,0)), (-1,2) and (0,2) 3,
        // (1,2) 4.
        let steps = |q, r| field.distance(Cell::new(q, r));
        assert_eq!([steps(2, 0), steps(1, 0), steps(0, 0), steps(0, 1)], [Some(0), Some(1), Some(2), Some(2)]);
        assert_eq!([steps(-1, 2), steps(0, 2), steps(1, 2), steps(1, 1)], [Some(3), Some(3), Some(4), None]);
        assert_eq!(field.downhill(&map, Cell::new(1, 2)), Some(Facing::W));
        assert_eq!(field.downhill(&map, Cell::new(2, 0)), None);
        assert_eq!(field.cells().len(), 7);
    }

    #[test]
    fn distant_goals_and_reuse() {
        let (map, mut field) = (Map::open(Layout::Square), Field::new());
        field.run(&map, &[Cell::new(-8000, -8000), Cell::new(8000, 8000)], 3, |_| true);
        assert_eq!(field.cells().len(), 49);
        field.run(&map, &[Cell::new(0, 0), Cell::new(0, 300)], 1, |_| true);
        assert_eq!(field.cells().len(), 18);
        assert_eq!(field.distance(Cell::new(1, 299)), Some(1));
        assert_eq!(field.distance(Cell::new(-8000, -8000)), None);
        field.run(&map, &[], 9, |_| true);
        assert_eq!(field.distance(Cell::new(0, 0)), None);
        field.run(&map, &[Cell::new(8191, 0)], u16::MAX, |cell| cell.r == 0);
        assert_eq!(field.distance(Cell::new(8100, 0)), Some(91));
    }
}
