//! How far a figure can move: a search over cells and facings within a budget.

use super::cell::{Cell, Facing, Layout};
use super::map::Map;

/// The farthest that a search looks from its start, in steps along either coordinate.
const LARGEST_REACH: u16 = 255;

/// One way to move on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MoveKind {
    /// Into the cell on that side, which is straight ahead or next to that; afterwards the figure
    /// faces the way it went.
    Forward(Facing),
    /// Into the cell on that side, any but straight ahead; the facing stays.
    Sidestep(Facing),
    /// One side to the left (+1) or to the right (-1), on the spot.
    Turn(i8),
}

/// A cell and facing that a search reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Reached {
    /// Where.
    pub cell: Cell,
    /// Facing where. In a search over [cells](Flood::cells) alone, the way of the last step.
    pub facing: Facing,
    /// At what least cost, in half points.
    pub cost: u16,
}

/// One move of a path and where it led.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PathStep {
    /// The move.
    pub kind: MoveKind,
    /// The cell after it.
    pub cell: Cell,
    /// The facing after it.
    pub facing: Facing,
    /// The cost of the path up to and including it, in half points.
    pub cost: u16,
}

/// A search for the cheapest ways from one cell to all others within a budget.
///
/// Keep one and use it again and again: its buffers grow to the largest search and are never
/// cleared. The result of a search stands until the next.
///
/// Costs come from the caller's function, in half points; `None` forbids the move. It is not asked
/// about a move that could not lead to a cheaper way than one already found. A step into
/// another cell must cost at least 1 (a lesser cost counts as 1), a turn may cost nothing. Cells off
/// the map are not asked for; cells that are impassable, occupied or out of bounds for any other
/// reason are the function's to refuse. It looks no farther than 255 steps along a coordinate.
///
/// ```
/// use affray_grid::{Cell, Facing, Flood, Map, MoveKind};
/// let (map, mut flood) = (Map::default(), Flood::new());
/// let start = Cell::new(0, 0);
/// // Two movement points: forward costs one, a sidestep two, a turn before the first step one.
/// flood.run(&map, start, Facing::E, 4, |from, _, kind, to| match kind {
///     MoveKind::Forward(_) => map.ground(to)?.entry_cost(2),
///     MoveKind::Sidestep(_) => map.ground(to)?.entry_cost(4),
///     MoveKind::Turn(_) => (from == start).then_some(2),
/// });
/// assert_eq!(flood.cost(Cell::new(2, 0), Facing::E), Some(4));
/// assert_eq!(flood.cost(Cell::new(3, 0), Facing::E), None);
/// assert_eq!(flood.cost(Cell::new(-1, 0), Facing::E), Some(4)); // a step back
/// ```
#[derive(Debug, Clone, Default)]
pub struct Flood {
    /// A square window of raw coordinates around the start, `side` cells wide.
    start: Cell,
    layout: Layout,
    reach: i32,
    side: usize,
    /// Whether the states are cells with a facing (8 slots each) or cells alone (1).
    faced: bool,
    slots: Vec<Slot>,
    /// The number of this search. A slot with another number is empty.
    generation: u32,
    /// For each cost the last entry of the queue that has it; entries form chains.
    heads: Vec<u32>,
    queue: Vec<Waiting>,
    /// The cost that the search has come to.
    now: u16,
    /// The states in the order in which they were settled, which is that of their cost.
    settled: Vec<Reached>,
}

#[derive(Debug, Clone, Copy, Default)]
struct Slot {
    generation: u32,
    cost: u16,
    /// How the state was reached, in [`code`].
    code: u8,
    settled: bool,
}

#[derive(Debug, Clone, Copy)]
struct Waiting {
    slot: u32,
    /// The entry of the same cost that came before.
    next: u32,
    cell: Cell,
    facing: Facing,
}

const NOTHING: u32 = u32::MAX;
const FORWARD: u8 = 0;
const SIDESTEP: u8 = 1;
const LEFT: u8 = 2;
const RIGHT: u8 = 3;

/// Kind, side and the facing before in one byte.
const fn code(kind: u8, side: Facing, before: Facing) -> u8 {
    kind << 6 | side.index() << 3 | before.index()
}

impl Flood {
    /// Searches with buffers that the thread keeps, so that turns of a simulation allocate nothing; a search within such a search
    /// has buffers of its own.
    pub fn with_kept<T>(search: impl FnOnce(&mut Self) -> T) -> T {
        thread_local! {
            static KEPT: std::cell::RefCell<Flood> = std::cell::RefCell::new(Flood::new());
        }
        KEPT.with(|kept| match kept.try_borrow_mut() {
            Ok(mut flood) => search(&mut flood),
            Err(_) => search(&mut Self::new()),
        })
    }

    /// A search without buffers; they grow with the first use.
    pub fn new() -> Self {
        Self::default()
    }

    /// Searches over cells and facings. The cost function gets the cell and facing before the move,
    /// the move, and the cell after it (the same for a turn).
    ///
    /// A start off the map reaches nothing. The start itself is reached at no cost.
    pub fn run(
        &mut self,
        map: &Map,
        start: Cell,
        facing: Facing,
        budget: u16,
        cost: impl FnMut(Cell, Facing, MoveKind, Cell) -> Option<u16>,
    ) {
        self.run_until(map, start, facing, budget, cost, |_| false);
    }

    /// Searches over cells and facings as [`run`](Self::run) does, up to the first of the cheapest ones that is what is
    /// looked for: returns it.
    pub fn run_until(
        &mut self,
        map: &Map,
        start: Cell,
        facing: Facing,
        budget: u16,
        mut cost: impl FnMut(Cell, Facing, MoveKind, Cell) -> Option<u16>,
        mut is_found: impl FnMut(Reached) -> bool,
    ) -> Option<Reached> {
        if !self.begin(map, start, facing, budget, true) {
            return None;
        }
        let last = (Facing::all(self.layout).len() - 1) as i8;
        while let Some((slot, at)) = self.next(budget) {
            if is_found(at) {
                return Some(at);
            }
            for turn in [1, -1] {
                let side = at.facing.turned(turn);
                let to = slot - usize::from(at.facing.index()) + usize::from(side.index());
                if self.may_improve(to, at.cost)
                    && let Some(price) = cost(at.cell, at.facing, MoveKind::Turn(turn), at.cell)
                {
                    let there = Reached { facing: side, ..at };
                    let kind = if turn == 1 { LEFT } else { RIGHT };
                    self.offer(to, there, price, budget, code(kind, side, at.facing));
                }
            }
            if at.cost == budget {
                continue; // Any step costs something.
            }
            for turn in 0..=last {
                let side = at.facing.turned(turn);
                let cell = at.cell.step(side);
                let Some(base) = self.slot_of(cell).filter(|_| map.contains(cell)) else {
                    continue;
                };
                let to = base + usize::from(side.index());
                if (turn <= 1 || turn == last)
                    && self.may_improve(to, at.cost + 1)
                    && let Some(price) = cost(at.cell, at.facing, MoveKind::Forward(side), cell)
                {
                    let there = Reached { cell, facing: side, ..at };
                    self.offer(to, there, price.max(1), budget, code(FORWARD, side, at.facing));
                }
                let to = base + usize::from(at.facing.index());
                if turn != 0
                    && self.may_improve(to, at.cost + 1)
                    && let Some(price) = cost(at.cell, at.facing, MoveKind::Sidestep(side), cell)
                {
                    let there = Reached { cell, ..at };
                    self.offer(to, there, price.max(1), budget, code(SIDESTEP, side, at.facing));
                }
            }
        }
        None
    }

    /// Searches over cells alone, for rules without facing: all steps are alike but for their cost,
    /// and count as [`MoveKind::Forward`] in a path. Much quicker than [`run`](Self::run).
    pub fn cells(&mut self, map: &Map, start: Cell, budget: u16, cost: impl FnMut(Cell, Cell) -> Option<u16>) {
        self.cells_until(map, start, budget, cost, |_| false);
    }

    /// Searches over [`cells`](Self::cells) up to the first of the cheapest ones that is what is looked for: returns it.
    pub fn cells_until(
        &mut self,
        map: &Map,
        start: Cell,
        budget: u16,
        mut cost: impl FnMut(Cell, Cell) -> Option<u16>,
        mut is_found: impl FnMut(Reached) -> bool,
    ) -> Option<Reached> {
        if !self.begin(map, start, Facing::new(map.layout(), 0), budget, false) {
            return None;
        }
        while let Some((_, at)) = self.next(budget) {
            if is_found(at) {
                return Some(at);
            }
            if at.cost == budget {
                continue; // Any step costs something.
            }
            for &side in Facing::all(self.layout) {
                let cell = at.cell.step(side);
                let Some(to) = self.slot_of(cell) else {
                    continue;
                };
                if self.may_improve(to, at.cost + 1)
                    && map.contains(cell)
                    && let Some(price) = cost(at.cell, cell)
                {
                    let there = Reached { cell, facing: side, ..at };
                    self.offer(to, there, price.max(1), budget, code(FORWARD, side, side));
                }
            }
        }
        None
    }

    /// Everything that was reached, cheapest first; the first is the start.
    pub fn reached(&self) -> &[Reached] {
        &self.settled
    }

    /// The least cost of being there and facing so; `None` if it was not reached. After a search
    /// over [cells](Self::cells) the facing does not matter.
    pub fn cost(&self, cell: Cell, facing: Facing) -> Option<u16> {
        self.find(cell, facing).map(|slot| self.slots[slot].cost)
    }

    /// The cheapest way to be in a cell, of several equally cheap the one with the first facing.
    pub fn cheapest(&self, cell: Cell) -> Option<Reached> {
        (Facing::all(self.layout).iter())
            .filter_map(|&facing| {
                Some(Reached {
                    cell,
                    facing: self.arrival(self.find(cell, facing)?, facing),
                    cost: self.cost(cell, facing)?,
                })
            })
            .min_by_key(|reached| (reached.cost, reached.facing))
    }

    /// Writes the cheapest path to a cell and facing, in the order of going, over what the buffer
    /// held; the path to the start is empty. `false`, and an empty buffer, if it was not reached.
    pub fn path(&self, cell: Cell, facing: Facing, steps: &mut Vec<PathStep>) -> bool {
        steps.clear();
        let Some(mut slot) = self.find(cell, facing) else {
            return false;
        };
        let (mut cell, mut facing) = (cell, self.arrival(slot, facing));
        while !self.is_start(cell, facing) {
            let Slot { cost, code, .. } = self.slots[slot];
            let side = Facing::new(self.layout, i32::from(code >> 3 & 7));
            let kind = match code >> 6 {
                FORWARD => MoveKind::Forward(side),
                SIDESTEP => MoveKind::Sidestep(side),
                LEFT => MoveKind::Turn(1),
                _ => MoveKind::Turn(-1),
            };
            steps.push(PathStep { kind, cell, facing, cost });
            if !matches!(kind, MoveKind::Turn(_)) {
                cell = cell.step(side.opposite());
            }
            facing = Facing::new(self.layout, i32::from(code & 7));
            let Some(before) = self.find(cell, facing) else {
                break;
            };
            slot = before;
            facing = self.arrival(slot, facing);
        }
        steps.reverse();
        true
    }

    /// Makes ready for a search and puts the start into the queue, if the map has it.
    fn begin(&mut self, map: &Map, start: Cell, facing: Facing, budget: u16, faced: bool) -> bool {
        self.settled.clear();
        self.queue.clear();
        self.heads.clear();
        self.now = 0;
        self.start = start;
        self.layout = map.layout();
        self.faced = faced;
        self.reach = budget.min(LARGEST_REACH).into();
        self.side = 2 * self.reach as usize + 1;
        self.generation = self.generation.wrapping_add(1);
        let slots = self.side * self.side * if faced { 8 } else { 1 };
        if self.generation == 0 {
            self.slots.fill(Slot::default());
            self.generation = 1;
        }
        if self.slots.len() < slots {
            self.slots.resize(slots, Slot::default());
        }
        let Some(facing) = map.facing(facing).filter(|_| map.contains(start)) else {
            return false;
        };
        self.heads.resize(usize::from(budget) + 1, NOTHING);
        let slot = self.slot_of(start).unwrap_or(0) + if faced { facing.index().into() } else { 0 };
        let at = Reached { cell: start, facing, cost: 0 };
        self.offer(slot, at, 0, budget, code(FORWARD, facing, facing));
        true
    }

    /// The first slot of a cell, if the window has it.
    fn slot_of(&self, cell: Cell) -> Option<usize> {
        let (q, r) = self.start.to(cell);
        let (q, r) = ((q + self.reach) as usize, (r + self.reach) as usize);
        (q < self.side && r < self.side).then(|| (r * self.side + q) * if self.faced { 8 } else { 1 })
    }

    /// The slot of a settled state.
    fn find(&self, cell: Cell, facing: Facing) -> Option<usize> {
        let slot = self.slot_of(cell)?;
        let slot = if self.faced { slot + usize::from(facing.on(self.layout)?.index()) } else { slot };
        let found = self.slots.get(slot)?;
        (found.generation == self.generation && found.settled).then_some(slot)
    }

    /// The facing that a state has: in a search over cells alone, that of the last step.
    fn arrival(&self, slot: usize, facing: Facing) -> Facing {
        if self.faced {
            facing.on(self.layout).unwrap_or(facing)
        } else {
            Facing::new(self.layout, i32::from(self.slots[slot].code >> 3 & 7))
        }
    }

    fn is_start(&self, cell: Cell, facing: Facing) -> bool {
        self.settled.first().is_some_and(|first| first.cell == cell && (!self.faced || first.facing == facing))
    }

    /// Whether a way of that cost would be better than what is known.
    fn may_improve(&self, slot: usize, cost: u16) -> bool {
        let known = self.slots[slot];
        known.generation != self.generation || cost < known.cost
    }

    /// Notes a way to a state, of so much more than the cost that `there` carries, if it is within
    /// the budget and better than what is known.
    fn offer(&mut self, slot: usize, there: Reached, price: u16, budget: u16, code: u8) {
        let cost = there.cost.saturating_add(price);
        let known = &mut self.slots[slot];
        let is_new = known.generation != self.generation;
        if budget < cost || (!is_new && known.cost <= cost) {
            return;
        }
        *known = Slot { generation: self.generation, cost, code, settled: false };
        let head = &mut self.heads[usize::from(cost)];
        let Reached { cell, facing, .. } = there;
        self.queue.push(Waiting { slot: slot as u32, next: *head, cell, facing });
        *head = (self.queue.len() - 1) as u32;
    }

    /// Settles the cheapest state that waits.
    fn next(&mut self, budget: u16) -> Option<(usize, Reached)> {
        loop {
            let head = &mut self.heads[usize::from(self.now)];
            if *head == NOTHING {
                if self.now == budget {
                    return None;
                }
                self.now += 1;
                continue;
            }
            let Waiting { slot, next, cell, facing } = self.queue[*head as usize];
            *head = next;
            let slot = slot as usize;
            let known = &mut self.slots[slot];
            // A cheaper way may have been found since.
            if !known.settled && known.cost == self.now {
                known.settled = true;
                let reached = Reached { cell, facing, cost: self.now };
                self.settled.push(reached);
                return Some((slot, reached));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Bounds, Ground};

    /// Forward 1 point, any other step 2, a turn before the first step 1 a side.
    fn walk<'a>(map: &'a Map, start: Cell) -> impl FnMut(Cell, Facing, MoveKind, Cell) -> Option<u16> + 'a {
        move |from, _, kind, to| match kind {
            MoveKind::Forward(_) => map.ground(to)?.entry_cost(2),
            MoveKind::Sidestep(_) => map.ground(to)?.entry_cost(4),
            MoveKind::Turn(_) => (from == start).then_some(2),
        }
    }

    #[test]
    fn two_points_on_open_ground() {
        let (map, start) = (Map::default(), Cell::new(0, 0));
        let mut flood = Flood::new();
        flood.run(&map, start, Facing::E, 4, walk(&map, start));
        // At no cost the start. For one point three cells forward and two turns. For two points:
        // on the spot NW and SW; turned left once: forward into NE (known), E (known) and NW: one
        // new state in (0,-1), the same to the right in (-1,1). Forward twice: from (1,0) E into
        // (2,0), NE into (2,-1), SE into (1,1); from (1,-1) facing NE: NE (2,-2), E (2,-1) facing
        // E, NW (1,-2); from (0,1) facing SE: SE (0,2), E (1,1) facing E, SW (-1,2). Sidesteps
        // facing E into five cells.
        let at = |cost| flood.reached().iter().filter(|reached| reached.cost == cost).count();
        assert_eq!((at(0), at(1), at(2), at(3)), (1, 0, 5, 0));
        // 2 turns, (0,-1) NW and (-1,1) SW; turned and straight on is (1,-1) NE, known; turned
        // left and then right-hand E is known; 9 forward; 5 sidesteps.
        assert_eq!(at(4), 2 + 2 + 9 + 5);
        assert_eq!(flood.cost(Cell::new(0, -1), Facing::NW), Some(4));
        assert_eq!(flood.cost(Cell::new(0, -1), Facing::E), Some(4));
        assert_eq!(flood.cost(Cell::new(0, -1), Facing::W), None);
        assert_eq!(flood.cheapest(Cell::new(2, -1)).unwrap().facing, Facing::E);
        assert_eq!(flood.cheapest(Cell::new(3, 0)), None);
    }

    #[test]
    fn a_path_goes_round_a_wall() {
        let bounds = Bounds { layout: Layout::Hex, origin: Cell::new(0, 0), width: 5, height: 3 };
        let wall = [Cell::new(2, 0), Cell::new(2, 1)];
        let map = Map::from_fn(bounds, None, |cell| Ground { impassable: wall.contains(&cell), ..Ground::OPEN });
        let start = Cell::new(1, 0);
        let (mut flood, mut path) = (Flood::new(), Vec::new());
        flood.run(&map, start, Facing::E, 40, walk(&map, start));
        // (1,0) to (3,0): down SE to (1,1), SE to (1,2), E to (2,2), NE to (3,1), NW to (3,0): each
        // turns one side and is forward. 5 points.
        assert_eq!(flood.cost(Cell::new(3, 0), Facing::NW), Some(10));
        assert!(flood.path(Cell::new(3, 0), Facing::NW, &mut path));
        let cells: Vec<Cell> = path.iter().map(|step| step.cell).collect();
        let cell = Cell::new;
        assert_eq!(cells, [cell(1, 1), cell(1, 2), cell(2, 2), cell(3, 1), cell(3, 0)]);
        assert_eq!(path[0].kind, MoveKind::Forward(Facing::SE));
        assert_eq!(
            path[4],
            PathStep { kind: MoveKind::Forward(Facing::NW), cell: cell(3, 0), facing: Facing::NW, cost: 10 }
        );
        assert!(flood.path(start, Facing::E, &mut path) && path.is_empty());
        assert!(!flood.path(cell(2, 0), Facing::E, &mut path));
        // The same without facing.
        flood.cells(&map, start, 10, |_, to| map.ground(to)?.entry_cost(2));
        assert_eq!(flood.cheapest(cell(3, 0)), Some(Reached { cell: cell(3, 0), facing: Facing::NW, cost: 10 }));
        assert!(flood.path(cell(3, 0), Facing::E, &mut path));
        assert_eq!(path.iter().map(|step| step.cell).collect::<Vec<_>>(), cells);
    }

    #[test]
    fn turns_may_be_free() {
        let map = Map::open(Layout::Square);
        let mut flood = Flood::new();
        flood.run(&map, Cell::new(0, 0), Facing::N, 0, |_, _, kind, _| matches!(kind, MoveKind::Turn(_)).then_some(0));
        assert_eq!(flood.reached().len(), 8);
        flood.cells(&map, Cell::new(0, 0), 2, |_, _| Some(1));
        assert_eq!(flood.reached().len(), 25);
    }

    #[test]
    fn a_start_off_the_map_reaches_nothing() {
        let mut flood = Flood::new();
        flood.cells(&Map::default(), Cell::new(9000, 0), 5, |_, _| Some(1));
        assert!(flood.reached().is_empty());
        assert_eq!(flood.cheapest(Cell::new(9000, 0)), None);
        flood.run(&Map::default(), Cell::new(0, 0), Facing::N, 5, |_, _, _, _| Some(1));
        assert!(flood.reached().is_empty()); // Hexes have no north.
    }

    #[test]
    fn a_search_beyond_the_window_stops_at_its_edge() {
        let map = Map::open(Layout::Square);
        let mut flood = Flood::new();
        flood.cells(&map, Cell::new(0, 0), 600, |from, to| (to.r == 0 && from.q < to.q).then_some(2));
        assert_eq!(flood.reached().last().map(|reached| reached.cell), Some(Cell::new(255, 0)));
    }
}

#[cfg(test)]
mod speed {
    use super::*;
    use std::time::Instant;

    /// `cargo test --release -p affray-grid speed -- --ignored --nocapture`
    #[test]
    #[ignore = "a measurement, for a release build"]
    #[allow(clippy::print_stderr)]
    fn speed_of_a_flood() {
        let (map, start) = (Map::default(), Cell::new(3, 4));
        let mut flood = Flood::new();
        for budget in [2, 4, 6, 10, 12] {
            let times = 20_000;
            let began = Instant::now();
            for _ in 0..times {
                flood.run(&map, start, Facing::E, budget, |from, _, kind, to| match kind {
                    MoveKind::Forward(_) => map.ground(to)?.entry_cost(2),
                    MoveKind::Sidestep(_) => map.ground(to)?.entry_cost(4),
                    MoveKind::Turn(_) => (from == start).then_some(2),
                });
            }
            let faced = began.elapsed() / times;
            let states = flood.reached().len();
            let began = Instant::now();
            for _ in 0..times {
                flood.cells(&map, start, budget, |_, to| map.ground(to)?.entry_cost(2));
            }
            let cells = began.elapsed() / times;
            eprintln!("budget {budget}: {states} states {faced:?}, {} cells {cells:?}", flood.reached().len());
        }
    }
}
