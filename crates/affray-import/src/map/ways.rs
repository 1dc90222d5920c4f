//! Ways on a map: what is connected on the plan and on the cells that were laid over it.

use super::lay::{Grid, covered, many, on_plan};
use super::{Kind, Plan, Start};
use crate::report::Report;
use crate::text::{names, number};
use std::collections::VecDeque;

/// The most squares of the fine raster that shows what is open on the plan.
const MOST_FINE: f64 = 4.2e6;

/// The most places that a line of a report names.
const MOST_TOLD: usize = 5;

/// Squares of the raster beyond which nobody on a free cell reaches: a cell and a quarter.
const FAR: usize = 5;

/// The least squares of the raster that are a place: a cell.
const LEAST_GONE: usize = 16;

/// The parts of a map between which nobody goes: for each cell the number of its part, 0 where nobody stands.
pub(super) struct Parts {
    of: Vec<usize>,
    /// The number of cells of each part, 0 for the first one.
    sizes: Vec<usize>,
}

impl Parts {
    /// The parts of the cells that are free.
    pub(super) fn new(count: usize, is_free: impl Fn(usize) -> bool, beside: impl Fn(usize) -> Vec<usize>) -> Self {
        let (mut of, mut sizes) = (vec![0; count], vec![0]);
        for first in 0..count {
            if of[first] != 0 || !is_free(first) {
                continue;
            }
            let number = sizes.len();
            let (mut part, mut at) = (vec![first], 0);
            of[first] = number;
            while let Some(&cell) = part.get(at) {
                at += 1;
                for next in beside(cell) {
                    if of[next] == 0 && is_free(next) {
                        of[next] = number;
                        part.push(next);
                    }
                }
            }
            sizes.push(part.len());
        }
        Self { of, sizes }
    }

    /// The cells of the largest part, the first one of several, in their order.
    pub(super) fn largest(&self) -> Vec<usize> {
        let largest = (1..self.sizes.len()).rev().max_by_key(|&part| self.sizes[part]);
        let of = |part| (0..self.of.len()).filter(|&cell| self.of[cell] == part).collect();
        largest.map(of).unwrap_or_default()
    }
}

/// Reports those who begin where no way leads to anybody of another side.
pub(super) fn tell_cut_off(starts: &[(Start, usize)], parts: &Parts, report: &mut Report) {
    let is_foe = |one: &Start, other: &Start| one.side.is_empty() || one.side != other.side;
    for (at, (start, cell)) in starts.iter().enumerate() {
        let part = parts.of[*cell];
        let mut foes =
            starts.iter().enumerate().filter(|(other, (foe, _))| *other != at && is_foe(start, foe)).peekable();
        if foes.peek().is_none() || foes.any(|(_, (_, cell))| parts.of[*cell] == part) {
            continue;
        }
        let [q, r] = start.at;
        let room = many(parts.sizes[part], "cell");
        report.note(format!(
            "{} begins at {q},{r}, from where no way leads to anybody of another side: walls or shut doors close off its {room}",
            start.told()
        ));
    }
}

/// Reports ways of the plan that walls close and places that they fill, since they take whole cells.
pub(super) fn tell_closed(plan: &Plan, grid: &Grid, parts: &Parts, is_shut: &[bool], report: &mut Report) {
    let Some(fine) = Fine::new(plan, grid, is_shut) else { return };
    let regions = Parts::new(fine.open.len(), |at| fine.open[at], |at| fine.beside(at));
    // The part of the cells in which each square of the raster lies.
    let part: Vec<usize> = (0..fine.open.len())
        .map(|at| grid.cell(fine.center(at)).map_or(0, |(column, row)| parts.of[row * grid.width + column]))
        .collect();
    let mut within: Vec<Vec<(usize, usize)>> = vec![Vec::new(); regions.sizes.len()];
    for (at, &region) in regions.of.iter().enumerate().filter(|(_, region)| **region != 0) {
        if part[at] != 0 && !within[region].iter().any(|(known, _)| *known == part[at]) {
            within[region].push((part[at], at));
        }
    }
    let mut closed = Vec::new();
    for (region, within) in within.iter().enumerate() {
        let Some(main) = within.iter().map(|(part, _)| *part).max_by_key(|&part| parts.sizes[part]) else { continue };
        for (one, _) in within.iter().filter(|(one, _)| *one != main) {
            if closed.len() > MOST_TOLD {
                break;
            }
            closed.extend(fine.gap(&part, *one, region, &regions.of).map(|at| fine.told(at)));
        }
    }
    let far = fine.far(&part);
    let gone = Parts::new(far.len(), |at| far[at], |at| fine.beside(at));
    let large = (1..gone.sizes.len()).filter(|&one| gone.sizes[one] >= LEAST_GONE).take(MOST_TOLD + 1);
    let gone: Vec<String> = large
        .filter_map(|one| {
            let mut all = (0..gone.of.len()).filter(|&at| gone.of[at] == one);
            all.nth(gone.sizes[one] / 2).map(|at| fine.told(at))
        })
        .collect();
    for (places, what) in [(closed, "ways that walls close"), (gone, "places that walls fill")] {
        if !places.is_empty() {
            let more = if places.len() > MOST_TOLD { " and elsewhere" } else { "" };
            let places = names(&places[..places.len().min(MOST_TOLD)]);
            report.note(format!(
                "{what}, since a wall takes whole cells: at {places}{more} (squares of the map); with more cells for each square they \
                 stay open"
            ));
        }
    }
}

/// A plan in squares that are a quarter of a cell wide: what is open there and what is not.
struct Fine {
    /// Squares for each one of the plan.
    times: f64,
    columns: usize,
    open: Vec<bool>,
}

impl Fine {
    /// The raster of a plan; nothing for one that is too large for it.
    fn new(plan: &Plan, grid: &Grid, is_shut: &[bool]) -> Option<Self> {
        let times = 4.0 * grid.each;
        let [columns, rows] = plan.size.map(|side| (side * times).ceil());
        if columns * rows > MOST_FINE {
            return None;
        }
        let (columns, rows) = (columns as usize, rows as usize);
        let mut fine = Self { times, columns, open: vec![true; columns * rows] };
        if !plan.tiles.is_empty() {
            for at in 0..fine.open.len() {
                fine.open[at] = !on_plan(plan, fine.center(at)).is_some_and(|tile| is_shut[plan.tiles[tile]]);
            }
        }
        let cell = |[x, y]: [f64; 2]| {
            let within = |value: f64, most: usize| (value.max(0.0) as usize).min(most.max(1) - 1);
            Some((within(x * times, columns), within(y * times, rows)))
        };
        for open in [false, true] {
            for (kind, from, to) in plan.lines.iter().filter(|(kind, ..)| kind.is_shut() != open) {
                for (column, row) in covered(*from, *to, plan.size, times, true, *kind == Kind::OpenDoor, cell) {
                    fine.open[row * columns + column] = open;
                }
            }
        }
        Some(fine)
    }

    fn center(&self, at: usize) -> [f64; 2] {
        [at % self.columns, at / self.columns].map(|number| (number as f64 + 0.5) / self.times)
    }

    /// Which open squares lie farther from all cells that are free than somebody there reaches.
    fn far(&self, part: &[usize]) -> Vec<bool> {
        let mut far = self.open.clone();
        let mut queue: VecDeque<(usize, usize)> =
            (0..part.len()).filter(|&at| self.open[at] && part[at] != 0).map(|at| (at, 0)).collect();
        queue.iter().for_each(|&(at, _)| far[at] = false);
        while let Some((at, steps)) = queue.pop_front() {
            for next in self.beside(at) {
                if far[next] && steps < FAR {
                    far[next] = false;
                    queue.push_back((next, steps + 1));
                }
            }
        }
        far
    }

    fn beside(&self, at: usize) -> Vec<usize> {
        let column = at % self.columns;
        let mut all = Vec::with_capacity(4);
        all.extend((column > 0).then(|| at - 1));
        all.extend((column + 1 < self.columns).then_some(at + 1));
        all.extend(at.checked_sub(self.columns));
        all.extend(Some(at + self.columns).filter(|at| *at < self.open.len()));
        all
    }

    /// The middle of the shortest way within a region that leads from a part of the cells to another one.
    fn gap(&self, part: &[usize], from: usize, region: usize, regions: &[usize]) -> Option<usize> {
        let mut came = vec![usize::MAX; self.open.len()];
        let mut queue: VecDeque<usize> =
            (0..part.len()).filter(|&at| regions[at] == region && part[at] == from).collect();
        queue.iter().for_each(|&at| came[at] = at);
        while let Some(at) = queue.pop_front() {
            if part[at] != from && part[at] != 0 {
                let way: Vec<usize> =
                    std::iter::successors(Some(at), |&at| Some(came[at])).take_while(|&at| part[at] != from).collect();
                return way.get(way.len() / 2).copied();
            }
            for next in self.beside(at).into_iter().filter(|&next| regions[next] == region) {
                if came[next] == usize::MAX {
                    came[next] = at;
                    queue.push_back(next);
                }
            }
        }
        None
    }

    /// Where a square lies, in squares of the map.
    fn told(&self, at: usize) -> String {
        let [x, y] = self.center(at).map(|value| number((value * 10.0).round() / 10.0));
        format!("{x},{y}")
    }
}
