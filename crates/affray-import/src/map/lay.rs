//! Hexes or squares laid over a plan.

use super::tiled::push;
use super::ways::{Parts, tell_closed, tell_cut_off};
use super::{Cells, ImportedMap, Kind, LARGEST_SIDE, MapLine, Plan, Pushed, Start};
use crate::report::Report;
use crate::text::{key, number, quoted};
use std::collections::BTreeMap;

/// The distance between rows of hexes that are 1 wide.
const ROW: f64 = 0.866_025_403_784_438_6;

/// The farthest that a wall runs beside the middle of a cell and is still in the middle, in cells.
const NEAR_THE_MIDDLE: f64 = 0.25;

/// The most lights that become areas.
const MOST_LIGHTS: usize = 500;

/// Where the cells of a game lie on a plan.
pub(super) struct Grid {
    cells: Cells,
    /// Cells for each square of the plan.
    pub(super) each: f64,
    /// The tiles are hexes themselves, a cell each.
    own: Option<Pushed>,
    pub(super) width: usize,
    height: usize,
    /// The plan is pushed down by so many rows, so that odd rows are those that stand to the right.
    down: usize,
}

impl Grid {
    fn new(plan: &Plan, cells: Cells, each: u32) -> Self {
        let n = f64::from(each);
        let own = plan.hexes.filter(|_| cells == Cells::Hex);
        let [wide, high] = plan.size;
        let down = usize::from(own == Some(Pushed::Even));
        let (width, height) = match (cells, own) {
            (_, Some(_)) => (wide as usize, high as usize + down),
            (Cells::Square, _) => ((wide * n).ceil() as usize, (high * n).ceil() as usize),
            (Cells::Hex, _) => {
                ((wide * n).floor().max(1.0) as usize, ((high * n - 0.5) / ROW).floor().max(0.0) as usize + 1)
            }
        };
        Self { cells, each: if own.is_some() { 1.0 } else { n }, own, width, height, down }
    }

    /// The center of a cell on the plan.
    fn center(&self, column: usize, row: usize) -> [f64; 2] {
        let (x, y) = (column as f64 + 0.5, row as f64);
        let pushed = if self.cells == Cells::Hex && row % 2 == 1 { 0.5 } else { 0.0 };
        match (self.cells, self.own) {
            (_, Some(_)) => [x + pushed, y + 0.5 - self.down as f64],
            (Cells::Square, _) => [x / self.each, (y + 0.5) / self.each],
            (Cells::Hex, _) => [(x + pushed) / self.each, (y * ROW + 0.5) / self.each],
        }
    }

    /// The cell in which a point of the plan lies; points on the edge lie inside.
    pub(super) fn cell(&self, [x, y]: [f64; 2]) -> Option<(usize, usize)> {
        let within = |value: f64, most: usize| {
            let value = value.floor();
            if value < -0.5 || value > most as f64 + 0.5 {
                None
            } else {
                Some((value.max(0.0) as usize).min(most.max(1) - 1))
            }
        };
        if self.cells == Cells::Square {
            return Some((within(x * self.each, self.width)?, within(y * self.each, self.height)?));
        }
        let high = if self.own.is_some() { 1.0 } else { ROW };
        let near = if self.own.is_some() { y - 0.5 + self.down as f64 } else { (y * self.each - 0.5) / high };
        let mut best: Option<(f64, (usize, usize))> = None;
        for row in [near.floor(), near.floor() + 1.0, near.floor() - 1.0] {
            if row < 0.0 || row >= self.height as f64 {
                continue;
            }
            let row = row as usize;
            let pushed = if row % 2 == 1 { 0.5 } else { 0.0 };
            let Some(column) = within(x * self.each - pushed, self.width) else { continue };
            let [cx, cy] = self.center(column, row);
            let far = (cx - x).powi(2) + (cy - y).powi(2);
            if best.is_none_or(|(least, _)| far < least - 1e-9) {
                best = Some((far, (column, row)));
            }
        }
        best.map(|(_, cell)| cell)
    }

    /// The cells beside one.
    fn beside(&self, (column, row): (usize, usize)) -> impl Iterator<Item = (usize, usize)> + use<> {
        let pushed = if row % 2 == 1 { 1 } else { 0 };
        let ways: &[(i32, i32)] = match self.cells {
            Cells::Square => &[(1, 0), (-1, 0), (0, 1), (0, -1)],
            Cells::Hex if pushed == 1 => &[(1, 0), (-1, 0), (0, 1), (1, 1), (0, -1), (1, -1)],
            Cells::Hex => &[(1, 0), (-1, 0), (-1, 1), (0, 1), (-1, -1), (0, -1)],
        };
        let (width, height) = (self.width as i32, self.height as i32);
        let at = move |(x, y): &(i32, i32)| (column as i32 + x, row as i32 + y);
        let inside = move |&(x, y): &(i32, i32)| (0..width).contains(&x) && (0..height).contains(&y);
        ways.iter().map(at).filter(inside).map(|(x, y)| (x as usize, y as usize))
    }

    /// A point of the plan in cells, where the center of the first cell is 0,0.
    fn in_cells(&self, [x, y]: [f64; 2]) -> [f64; 2] {
        match self.own {
            Some(_) => [x - 0.5, (y - 0.5 + self.down as f64) * ROW],
            None => [x, y].map(|value| value * self.each - 0.5),
        }
    }

    /// A cell as encounters name it.
    fn name(&self, (column, row): (usize, usize)) -> [i32; 2] {
        let pushed = if self.cells == Cells::Hex { row / 2 } else { 0 };
        [column as i32 - pushed as i32, row as i32]
    }
}

/// Takes a hair off each end at which no other line ends: a wall that ends between two cells does not take the second one, and
/// leaves the way past it open.
fn draw_in(lines: &mut [(Kind, [f64; 2], [f64; 2])]) {
    const HAIR: f64 = 1e-6;
    let key = |point: [f64; 2]| point.map(|value| (value * 1000.0).round() as i64);
    let mut ends: BTreeMap<[i64; 2], usize> = BTreeMap::new();
    for (_, from, to) in lines.iter() {
        for end in [*from, *to] {
            *ends.entry(key(end)).or_default() += 1;
        }
    }
    let is_free = |end: [f64; 2]| ends.get(&key(end)) == Some(&1);
    for (_, from, to) in lines {
        let way = [to[0] - from[0], to[1] - from[1]];
        let long = way[0].hypot(way[1]);
        if long < 2.0 * HAIR {
            continue;
        }
        let (first, last) = (is_free(*from), is_free(*to));
        for axis in 0..2 {
            let hair = way[axis] / long * HAIR;
            from[axis] += if first { hair } else { 0.0 };
            to[axis] -= if last { hair } else { 0.0 };
        }
    }
}

/// How far a point lies from a line between two others.
fn distance([x, y]: [f64; 2], from: [f64; 2], to: [f64; 2]) -> f64 {
    let (dx, dy) = (to[0] - from[0], to[1] - from[1]);
    let long = dx.hypot(dy);
    if long < 1e-9 { (x - from[0]).hypot(y - from[1]) } else { ((x - from[0]) * dy - (y - from[1]) * dx).abs() / long }
}

/// The part of a line that lies on the plan.
fn clipped(from: [f64; 2], to: [f64; 2], size: [f64; 2]) -> Option<([f64; 2], [f64; 2])> {
    let (mut first, mut last) = (0.0_f64, 1.0_f64);
    for axis in 0..2 {
        let way = to[axis] - from[axis];
        for (way, room) in [(-way, from[axis]), (way, size[axis] - from[axis])] {
            if way == 0.0 {
                if room < 0.0 {
                    return None;
                }
            } else if way < 0.0 {
                first = first.max(room / way);
            } else {
                last = last.min(room / way);
            }
        }
    }
    let at = |part: f64| [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part];
    (first <= last).then(|| (at(first), at(last)))
}

/// The tile of a plan in which a point lies.
pub(super) fn on_plan(plan: &Plan, [x, y]: [f64; 2]) -> Option<usize> {
    let row = Some(y.floor()).filter(|row| (0.0..plan.size[1]).contains(row))? as usize;
    let column = (x - push(plan.hexes, row)).floor();
    let column = Some(column).filter(|column| *column >= 0.0 && (*column as usize) < plan.columns)? as usize;
    Some(row * plan.columns + column)
}

/// The cells that a line runs through, `cell` by `cell`: those of its part that lies on a plan of that size. `each` is how many cells
/// a square of the plan has, `is_square` says that cells which meet at a corner are no neighbors.
pub(super) fn covered(
    from: [f64; 2],
    to: [f64; 2],
    size: [f64; 2],
    each: f64,
    is_square: bool,
    is_door: bool,
    cell: impl Fn([f64; 2]) -> Option<(usize, usize)>,
) -> Vec<(usize, usize)> {
    let Some((from, to)) = clipped(from, to, size) else { return Vec::new() };
    let (dx, dy) = (to[0] - from[0], to[1] - from[1]);
    let steps = ((dx.hypot(dy) * each * 10.0).ceil() as usize).max(1);
    let mut covers: Vec<(usize, usize)> = Vec::new();
    for step in 0..=steps {
        let part = step as f64 / steps as f64;
        // The ends of a door stand in the wall.
        if is_door && steps > 4 && !(0.15..=0.85).contains(&part) {
            continue;
        }
        let Some(next) = cell([from[0] + dx * part, from[1] + dy * part]) else { continue };
        // Nobody slips between two squares that meet at a corner.
        if let Some(&(column, row)) = covers.last()
            && is_square
            && column != next.0
            && row != next.1
        {
            covers.push((next.0, row));
        }
        covers.push(next);
    }
    covers.dedup();
    covers
}

/// Lines for a report, by their ends, the first few.
fn told_lines(lines: &[([f64; 2], [f64; 2])]) -> String {
    let one = |(from, to): &([f64; 2], [f64; 2])| {
        let [[x, y], [u, v]] = [from, to].map(|point| point.map(number));
        format!("{x},{y} to {u},{v}")
    };
    let some = lines.iter().take(5).map(one).collect::<Vec<_>>().join("; ");
    some + if lines.len() > 5 { "; and more" } else { "" }
}

/// Lays cells over a plan.
pub(super) fn lay(mut plan: Plan, cells: Cells, each: u32, mut report: Report) -> Result<ImportedMap, String> {
    let grid = Grid::new(&plan, cells, each);
    let (width, height) = (grid.width, grid.height);
    if width > LARGEST_SIDE || height > LARGEST_SIDE {
        return Err(format!(
            "the map would have {width} x {height} cells, and {LARGEST_SIDE} a side are the most: give fewer `--cells`"
        ));
    }
    let mut letters = Letters::default();
    let mut drawn = vec!['.'; width * height];
    for row in 0..height {
        for column in 0..width {
            let center = grid.center(column, row);
            drawn[row * width + column] = match on_plan(&plan, center) {
                Some(tile) if !plan.tiles.is_empty() => letters.of(&plan.kinds, plan.tiles[tile]),
                None if !plan.tiles.is_empty() && center[1] < 0.0 => '#',
                _ => '.',
            };
        }
    }
    draw_in(&mut plan.lines);
    plan.lines.sort_by_key(|(kind, ..)| *kind);
    let (mut beyond, mut aside, mut cut, mut doors) = (Vec::new(), Vec::new(), 0, [0, 0]);
    let mut lines = Vec::new();
    for &(kind, start, end) in &plan.lines {
        let Some((from, to)) = clipped(start, end, plan.size) else {
            beyond.push((start, end));
            continue;
        };
        lines.push(MapLine { kind: kind.name(), from: grid.in_cells(from), to: grid.in_cells(to) });
        // Map makers draw to a hair beyond the edge.
        let is_far = |one: [f64; 2], other: [f64; 2]| (one[0] - other[0]).hypot(one[1] - other[1]) > 0.5;
        cut += usize::from(is_far(start, from) || is_far(end, to));
        let is_door = matches!(kind, Kind::Door | Kind::OpenDoor);
        let is_square = cells == Cells::Square;
        let covers = covered(start, end, plan.size, grid.each, is_square, is_door, |point| grid.cell(point));
        let far = |&(column, row): &(usize, usize)| {
            distance(grid.center(column, row), from, to) * grid.each > NEAR_THE_MIDDLE
        };
        if !is_door && covers.iter().any(far) {
            aside.push((start, end));
        }
        for (column, row) in covers {
            drawn[row * width + column] = kind.letter();
        }
        doors[usize::from(kind == Kind::Door)] += usize::from(is_door);
    }
    let of = |letter: char| drawn.iter().filter(|one| **one == letter).count();
    report.took(format!(
        "{width} x {height} {}, {each} for a square of the map",
        if cells == Cells::Hex { "hexes" } else { "squares" }
    ));
    if of('#') > 0 {
        report.changed(format!("walls: {} cells are wall; a thin wall takes the cells that it runs through", of('#')));
    }
    if doors != [0, 0] {
        let doors = [(doors[1], "shut", "D, a wall to whoever does not open it"), (doors[0], "open", "_")];
        for (number, how, drawn) in doors.into_iter().filter(|(number, ..)| *number > 0) {
            report.took(format!("{}: {drawn}", many(number, &format!("{how} door"))));
        }
    }
    if of('O') > 0 {
        report.took(format!("objects that block sight: {} cells (O)", of('O')));
    }
    if !beyond.is_empty() {
        let (lines, lie) = if beyond.len() == 1 { ("line", "lies") } else { ("lines", "lie") };
        let told = told_lines(&beyond);
        report.left_out(format!("{} {lines} of wall that {lie} off the map: {told}", beyond.len()));
    }
    if !aside.is_empty() {
        let (lines, told) = (many(aside.len(), "line"), told_lines(&aside));
        let runs = if aside.len() == 1 { "runs" } else { "run" };
        report.changed(format!(
            "{lines} of wall that {runs} beside the middle of a cell and take{} it whole: {told}",
            if aside.len() == 1 { "s" } else { "" }
        ));
    }
    if cut > 0 {
        let lines = if cut == 1 { "line of wall that goes" } else { "lines of wall that go" };
        report.changed(format!("{cut} {lines} beyond the map: cut off at its edge"));
    }
    let is_shut = |letter: char| matches!(letter, '#' | 'D' | 'O') || letters.is_shut(letter);
    let at = |cell: usize| (cell % width, cell / width);
    let beside = |cell: usize| grid.beside(at(cell)).map(|(column, row)| row * width + column).collect();
    let parts = Parts::new(drawn.len(), |cell| !is_shut(drawn[cell]), beside);
    let free = drawn.iter().filter(|letter| !is_shut(**letter)).count();
    if free < 2 {
        let cells = many(free, "cell");
        return Err(format!(
            "walls leave {cells} where somebody could stand, and a fight takes two: give more `--cells`"
        ));
    }
    let starts = starts(&plan.starts, &grid, |cell| is_shut(drawn[cell]), &parts, &mut report);
    let kinds: Vec<bool> = plan.kinds.iter().map(|kind| is_impassable(kind)).collect();
    tell_closed(&plan, &grid, &parts, &kinds, &mut report);
    if let Some(picture) = &plan.picture {
        report.took(format!("the picture, {} bytes of {}", picture.bytes.len(), picture.ending));
    }
    let text = tables(&grid, &drawn, &letters) + &darkness(&plan.lights, plan.dark, &grid, &mut report);
    let size = plan.size.map(|side| side * grid.each);
    Ok(ImportedMap { text, starts, lines, picture: plan.picture, size, missing: plan.missing, report })
}

/// A number of things: `1 shut door`, `2 shut doors`.
pub(super) fn many(number: usize, thing: &str) -> String {
    format!("{number} {thing}{}", if number == 1 { "" } else { "s" })
}

/// Whether the entry of a legend is ground that lets nobody in.
fn is_impassable(entry: &str) -> bool {
    entry.contains("wall") || entry.contains("impassable")
}

/// Letters for kinds of ground, as they are needed.
#[derive(Default)]
struct Letters {
    known: Vec<(usize, char, String)>,
}

impl Letters {
    /// Whether the ground of a letter lets nobody in.
    fn is_shut(&self, letter: char) -> bool {
        self.known.iter().any(|(_, known, text)| *known == letter && is_impassable(text))
    }

    const FREE: &'static str = "abcdefghijklmnpqrsuvxyzABCEFGHIJKLMNPQRSUVXYZ0123456789";

    fn of(&mut self, kinds: &[String], kind: usize) -> char {
        if kind == 0 {
            return '.';
        }
        if let Some((_, letter, _)) = self.known.iter().find(|(known, ..)| *known == kind) {
            return *letter;
        }
        let text = &kinds[kind];
        let letter = match text.as_str() {
            "{ terrain = \"wall\" }" => '#',
            _ => Self::FREE.chars().nth(self.known.len()).unwrap_or('.'),
        };
        self.known.push((kind, letter, text.clone()));
        letter
    }
}

/// Places where somebody begins; where the map names none, two that lie far from each other.
fn starts(
    given: &[(Start, [f64; 2])],
    grid: &Grid,
    is_shut: impl Fn(usize) -> bool,
    parts: &Parts,
    report: &mut Report,
) -> Vec<Start> {
    let cell_of = |cell: usize| (cell % grid.width, cell / grid.width);
    let mut taken: Vec<(Start, usize)> = Vec::new();
    for (start, place) in given {
        let Some(wanted) = grid.cell(*place).map(|(column, row)| row * grid.width + column) else {
            report.left_out(format!("{}, who begins off the map", start.told()));
            continue;
        };
        let far = |cell: &usize| {
            let ((column, row), [u, v]) = (cell_of(*cell), *place);
            let [x, y] = grid.center(column, row);
            ((x - u).powi(2) + (y - v).powi(2)) as f32
        };
        let is_taken = |cell: usize| taken.iter().any(|(_, other)| *other == cell);
        let free = (0..grid.width * grid.height).filter(|&cell| !is_shut(cell) && !is_taken(cell));
        let near = || free.min_by(|one, other| far(one).total_cmp(&far(other)));
        let Some(cell) = Some(wanted).filter(|&cell| !is_shut(cell) && !is_taken(cell)).or_else(near) else {
            report.left_out(format!("{}: no cell is left where it could begin", start.told()));
            continue;
        };
        let start = Start { at: grid.name(cell_of(cell)), ..start.clone() };
        if cell != wanted {
            let ([q, r], [u, v]) = (start.at, grid.name(cell_of(wanted)));
            let why = if is_shut(wanted) { "wall" } else { "taken" };
            report.changed(format!("{} begins at {q},{r}, for its place {u},{v} is {why}", start.told()));
        }
        taken.push((start, cell));
    }
    if !taken.is_empty() {
        report.took(many(taken.len(), "starting place"));
        tell_cut_off(&taken, parts, report);
        return taken.into_iter().map(|(start, _)| start).collect();
    }
    // Of the largest part without a shut door or wall in it the first cell and the last one.
    let largest = parts.largest();
    let mut ends: Vec<usize> = largest.first().into_iter().chain(largest.last()).copied().collect();
    ends.dedup();
    ends.into_iter().map(|cell| Start { at: grid.name(cell_of(cell)), ..Start::default() }).collect()
}

/// The areas of darkness and light, which a wall does not hold up.
fn darkness(lights: &[([f64; 2], f64)], dark: i32, grid: &Grid, report: &mut Report) -> String {
    if dark == 0 {
        return String::new();
    }
    let area = |from: (usize, usize), to: (usize, usize)| {
        let ([q, r], [u, v]) = (grid.name(from), grid.name(to));
        format!("\n[[map.area]]\nrectangle = {{ from = [{q}, {r}], to = [{u}, {v}] }}\nlight = {dark}\n")
    };
    let (right, below) = (grid.width - 1, grid.height - 1);
    let mut out = area((0, 0), (right, below));
    // The last hexes of the rows that are pushed to the right, where the last row is none.
    if grid.cells == Cells::Hex && below > 0 && below % 2 == 0 {
        out += &area((right, 1), (right, below - 1));
    }
    let mut lit = 0;
    for (at, range) in lights.iter().take(MOST_LIGHTS) {
        let Some(cell) = grid.cell(*at) else { continue };
        let ([q, r], radius) = (grid.name(cell), (range * grid.each).round().min(512.0));
        out += &format!("\n[[map.area]]\ndisc = {{ center = [{q}, {r}], radius = {radius} }}\nlight = 0\n");
        lit += 1;
    }
    let (count, lights) = (lights.len(), many(lights.len(), "light"));
    let of = if lit == count { "each".to_owned() } else { format!("{lit} of them") };
    report.changed(format!("{lights}: light {dark} everywhere, and 0 within the range of {of}, through walls too"));
    out
}

/// The tables of the map.
fn tables(grid: &Grid, drawn: &[char], letters: &Letters) -> String {
    let mut out = String::from("[map]\n");
    if grid.cells == Cells::Square {
        out += "layout = \"square\"\n";
    }
    out += "rows = [\n";
    for (row, line) in drawn.chunks(grid.width).enumerate() {
        let line: Vec<String> = line.iter().map(char::to_string).collect();
        let pushed = if grid.cells == Cells::Hex && row % 2 == 1 { " " } else { "" };
        out += &format!("    {},\n", quoted(&format!("{pushed}{}", line.join(" "))));
    }
    out += "]\n";
    let mut legend: Vec<(char, String)> = Vec::new();
    for (letter, entry) in [
        ('D', "{ terrain = \"wall\", name = \"shut door\" }"),
        ('_', "{ name = \"open door\" }"),
        ('O', "{ name = \"object\", impassable = true, blocks_sight = true }"),
    ] {
        if drawn.contains(&letter) {
            legend.push((letter, entry.to_owned()));
        }
    }
    legend.extend(
        letters.known.iter().filter(|(_, letter, _)| *letter != '#').map(|(_, letter, text)| (*letter, text.clone())),
    );
    if !legend.is_empty() {
        out += "[map.legend]\n";
        for (letter, entry) in legend {
            out += &format!("{} = {entry}\n", key(&letter.to_string()));
        }
    }
    out
}
