//! The map itself: a flat array of ground and what can be asked of it.

use super::cell::{Arc, Cell, Facing, Layout, arc};
use super::ground::{Ground, STOCK, TerrainKind};
use super::line::Line;

/// The most columns and the most rows that a map can have.
pub const LARGEST_SIDE: u32 = 512;

/// Signs for ground that differs from open ground and has none. No ready-made terrain has one of them.
pub(super) const FREE_SIGNS: &str = "\"'+&$!?|@<>[]{}abcdefghijklmnpqrsuvxyz";

/// How high the eyes of a standing figure are above its ground, in levels of elevation.
pub const EYE_HEIGHT: i32 = 2;

/// A rectangle of cells, as a map is drawn: rows from top to bottom, each from left to right.
///
/// The top left cell is the origin. On hexes the second, fourth, ... row is pushed half a hex to
/// the right, so the first cell of row `y` is `(q - y / 2, r + y)` if `(q, r)` is the origin
/// (rounded down: with the origin (0,0) the rows start at (0,0), (0,1), (-1,2), (-1,3), (-2,4)).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Bounds {
    /// Hexes or squares.
    pub layout: Layout,
    /// The top left cell.
    pub origin: Cell,
    /// Cells in each row.
    pub width: u32,
    /// Rows.
    pub height: u32,
}

impl Bounds {
    /// The place of a cell in the drawing, `(column, row)` from the top left, which may lie outside.
    #[inline]
    fn place(&self, cell: Cell) -> (i32, i32) {
        let (q, r) = self.origin.to(cell);
        match self.layout {
            Layout::Hex => (q + (r >> 1), r),
            Layout::Square => (q, r),
        }
    }

    /// Whether the cell is in the rectangle.
    pub fn contains(&self, cell: Cell) -> bool {
        self.index(cell).is_some()
    }

    /// The number of a cell, counted along the rows from the origin.
    #[inline]
    pub fn index(&self, cell: Cell) -> Option<usize> {
        let (column, row) = self.place(cell);
        // One comparison covers negative numbers too: as unsigned they are large.
        ((column as u32) < self.width && (row as u32) < self.height)
            .then(|| row as usize * self.width as usize + column as usize)
    }

    /// The cell in that column and row, both counted from 0.
    pub fn cell(&self, column: u32, row: u32) -> Cell {
        let pushed = if self.layout == Layout::Hex { row >> 1 } else { 0 };
        Cell {
            q: (i32::from(self.origin.q) + column as i32 - pushed as i32) as i16,
            r: (i32::from(self.origin.r) + row as i32) as i16,
        }
    }

    /// The first and the last cell of the row in which a cell would lie, if there is one.
    pub fn row_of(&self, cell: Cell) -> Option<[Cell; 2]> {
        let row = self.place(cell).1 as u32;
        (row < self.height && self.width > 0).then(|| [self.cell(0, row), self.cell(self.width - 1, row)])
    }

    /// Every cell, in the order of [`index`](Self::index).
    pub fn cells(self) -> impl Iterator<Item = Cell> + Clone {
        (0..self.height).flat_map(move |row| (0..self.width).map(move |column| self.cell(column, row)))
    }

    /// How many cells there are.
    pub fn len(&self) -> usize {
        self.width as usize * self.height as usize
    }

    /// Whether there is no cell.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The smallest rectangle that has all these cells, with so many cells more at each edge;
    /// `None` without a cell.
    pub fn around(layout: Layout, cells: impl IntoIterator<Item = Cell, IntoIter: Clone>, margin: u16) -> Option<Self> {
        let cells = cells.into_iter();
        let margin = i32::from(margin);
        let top = cells.clone().map(|cell| i32::from(cell.r)).min()? - margin;
        let bottom = cells.clone().map(|cell| i32::from(cell.r)).max()? + margin;
        let column = |cell: Cell| match layout {
            Layout::Hex => i32::from(cell.q) + ((i32::from(cell.r) - top) >> 1),
            Layout::Square => i32::from(cell.q),
        };
        let left = cells.clone().map(column).min()? - margin;
        let right = cells.map(column).max()? + margin;
        let clamp = |value: i32| value.clamp(i16::MIN.into(), i16::MAX.into());
        let (left, top) = (clamp(left), clamp(top));
        Some(Self {
            layout,
            origin: Cell { q: left as i16, r: top as i16 },
            width: (clamp(right) - left + 1) as u32,
            height: (clamp(bottom) - top + 1) as u32,
        })
    }

    /// The corners of a box of raw coordinates around the rectangle: least and greatest q and r.
    pub(super) fn extent(&self) -> (Cell, Cell) {
        let (columns, rows) = (self.width.max(1) - 1, self.height.max(1) - 1);
        let (last_left, last_right) = (self.cell(0, rows), self.cell(columns, rows));
        let top_right = self.cell(columns, 0);
        (
            Cell { q: self.origin.q.min(last_left.q), r: self.origin.r },
            Cell { q: top_right.q.max(last_right.q), r: last_right.r },
        )
    }
}

/// The map of a fight. It never changes.
///
/// Its ground is a flat array over a rectangle, its [`bounds`](Self::bounds). An *open* map goes on
/// beyond them as the same plain ground everywhere; there may be no array at all.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Map {
    bounds: Bounds,
    cells: Box<[Ground]>,
    /// What lies beyond the bounds, if anything does.
    beyond: Option<Ground>,
    kinds: Vec<TerrainKind>,
    /// Good light everywhere.
    is_light: bool,
    /// Level 0 everywhere.
    is_flat: bool,
    /// Boxes of raw coordinates, each by two corners, around all that nobody sees through.
    screens: Vec<(Cell, Cell)>,
}

impl Map {
    /// A field without obstacles and without an edge.
    ///
    /// ```
    /// use affray_grid::{Cell, Layout, Map};
    /// let map = Map::open(Layout::Hex);
    /// assert!(map.contains(Cell::new(-1, 0)) && map.contains(Cell::new(0, 300)));
    /// ```
    pub fn open(layout: Layout) -> Self {
        let bounds = Bounds { layout, origin: Cell::default(), width: 0, height: 0 };
        Self::from_fn(bounds, Some(Ground::OPEN), |_| Ground::OPEN)
    }

    /// A map whose ground is what the function says; `beyond` is that of an open map outside the
    /// bounds. Terrains are those of the [`STOCK`].
    ///
    /// # Panics
    /// Where a side is longer than [`LARGEST_SIDE`]. A [`MapFile`](super::MapFile) is checked.
    pub fn from_fn(bounds: Bounds, beyond: Option<Ground>, ground: impl FnMut(Cell) -> Ground) -> Self {
        assert!(bounds.width <= LARGEST_SIDE && bounds.height <= LARGEST_SIDE, "map too large");
        let cells: Box<[Ground]> = bounds.cells().map(ground).collect();
        let screens = if beyond.is_some_and(|ground| ground.is_screen()) {
            vec![(Cell { q: i16::MIN, r: i16::MIN }, Cell { q: i16::MAX, r: i16::MAX })]
        } else {
            boxes(bounds.cells().zip(&cells).filter(|(_, ground)| ground.is_screen()).map(|(cell, _)| cell))
        };
        Self {
            bounds,
            is_light: cells.iter().chain(&beyond).all(|ground| ground.light == 0),
            is_flat: cells.iter().chain(&beyond).all(|ground| ground.elevation == 0),
            screens,
            cells,
            beyond,
            kinds: STOCK.iter().map(|stock| TerrainKind { name: stock.name.to_owned(), glyph: stock.glyph }).collect(),
        }
    }

    /// This map with other terrain names.
    pub(super) fn with_kinds(self, kinds: Vec<TerrainKind>) -> Self {
        Self { kinds, ..self }
    }

    /// Gives the ground of a cell another name, with a sign of its own as long as there are any.
    pub fn name_ground(&mut self, cell: Cell, name: &str) {
        self.rename(cell, name, false);
    }

    /// Gives the ground of a cell another name, under the sign that it has.
    pub fn explain_ground(&mut self, cell: Cell, name: &str) {
        self.rename(cell, name, true);
    }

    fn rename(&mut self, cell: Cell, name: &str, keeps_sign: bool) {
        let Some(ground) = self.bounds.index(cell).and_then(|index| self.cells.get_mut(index)) else { return };
        let known = self.kinds.iter().position(|kind| kind.name == name);
        let kind = known.unwrap_or_else(|| {
            let is_free = |sign: &char| self.kinds.iter().all(|kind| kind.glyph != *sign);
            let old = self.kinds.get(usize::from(ground.terrain)).map_or(STOCK[0].glyph, |kind| kind.glyph);
            let free = FREE_SIGNS.chars().find(is_free).filter(|_| !keeps_sign);
            let glyph = free.unwrap_or(old);
            self.kinds.push(TerrainKind { name: name.to_owned(), glyph });
            self.kinds.len() - 1
        });
        ground.terrain = u8::try_from(kind).unwrap_or(ground.terrain);
    }

    /// Whether a named terrain is drawn with that sign.
    pub(super) fn has_sign(&self, sign: char) -> bool {
        self.kinds.iter().any(|kind| kind.glyph == sign)
    }

    /// What a cell is made of, in words; nothing off the map.
    pub fn describe(&self, cell: Cell) -> Option<String> {
        let ground = self.ground(cell)?;
        let mut parts = vec![self.terrain(ground).name.clone()];
        if ground.elevation != 0 {
            parts.push(format!("height {}", ground.elevation));
        }
        parts.extend(ground.features());
        Some(parts.join(", "))
    }

    /// Hexes or squares.
    #[inline]
    pub fn layout(&self) -> Layout {
        self.bounds.layout
    }

    /// Columns of the array; 0 on an open map without one.
    pub fn width(&self) -> u32 {
        self.bounds.width
    }

    /// Rows of the array.
    pub fn height(&self) -> u32 {
        self.bounds.height
    }

    /// The rectangle whose ground the map states cell by cell. An open map goes on outside it.
    pub fn bounds(&self) -> Bounds {
        self.bounds
    }

    /// Whether the map goes on beyond its bounds (up to [`Cell::LIMIT`]).
    pub fn is_open(&self) -> bool {
        self.beyond.is_some()
    }

    /// Whether the map has this cell.
    pub fn contains(&self, cell: Cell) -> bool {
        match self.beyond {
            Some(_) => cell.is_within_limit(),
            None => self.bounds.contains(cell),
        }
    }

    /// The ground of a cell; `None` off the map.
    #[inline]
    pub fn ground(&self, cell: Cell) -> Option<&Ground> {
        match self.bounds.index(cell) {
            Some(index) => self.cells.get(index),
            None => self.beyond.as_ref().filter(|_| cell.is_within_limit()),
        }
    }

    /// The ground of a cell; off the map it is impassable.
    #[inline]
    pub fn at(&self, cell: Cell) -> Ground {
        const NOWHERE: Ground = Ground { impassable: true, ..Ground::OPEN };
        self.ground(cell).copied().unwrap_or(NOWHERE)
    }

    /// The modifier for light there; none off the map.
    #[inline]
    pub fn light(&self, cell: Cell) -> i32 {
        if self.is_light { 0 } else { self.ground(cell).map_or(0, |ground| i32::from(ground.light)) }
    }

    /// How the terrain of a ground is named and drawn.
    pub fn terrain(&self, ground: &Ground) -> &TerrainKind {
        // Terrain 0 is always there. A number that is not is a caller's own; show it as open.
        self.kinds.get(usize::from(ground.terrain)).unwrap_or(&self.kinds[0])
    }

    /// A facing as this map understands it: the direction of the same compass name. `None` for
    /// north and south on hexes.
    pub fn facing(&self, facing: Facing) -> Option<Facing> {
        facing.on(self.layout())
    }

    /// The cell next to this one in that direction, if the map has it.
    pub fn neighbor(&self, cell: Cell, facing: Facing) -> Option<Cell> {
        Some(cell.step(facing)).filter(|&cell| self.contains(cell))
    }

    /// The neighbors that the map has, each with the direction towards it, counterclockwise from
    /// east.
    pub fn neighbors(&self, cell: Cell) -> impl Iterator<Item = (Facing, Cell)> + '_ {
        (Facing::all(self.layout()).iter()).filter_map(move |&facing| Some((facing, self.neighbor(cell, facing)?)))
    }

    /// The cells of the map up to that distance, the center included, row by row.
    pub fn within(&self, center: Cell, radius: u16) -> impl Iterator<Item = Cell> + '_ {
        within(self.layout(), center, radius).filter(|&cell| self.contains(cell))
    }

    /// The cells of the map at exactly that distance, row by row.
    pub fn ring(&self, center: Cell, radius: u16) -> impl Iterator<Item = Cell> + '_ {
        self.within(center, radius).filter(move |&cell| self.distance(center, cell) == u32::from(radius))
    }

    /// The fewest steps between two cells: see [`Layout::distance`].
    #[inline]
    pub fn distance(&self, a: Cell, b: Cell) -> u32 {
        self.layout().distance(a, b)
    }

    /// Whether two different cells touch.
    #[inline]
    pub fn adjacent(&self, a: Cell, b: Cell) -> bool {
        self.layout().adjacent(a, b)
    }

    /// The direction nearest to the straight line: see [`Layout::facing_towards`].
    pub fn facing_towards(&self, a: Cell, b: Cell) -> Facing {
        self.layout().facing_towards(a, b)
    }

    /// The arc of a figure in which a cell lies: see [`arc`].
    #[inline]
    pub fn arc(&self, from: Cell, facing: Facing, to: Cell) -> Arc {
        arc(self.layout(), from, facing, to)
    }

    /// The cells strictly between two others: see [`Line`].
    pub fn line(&self, a: Cell, b: Cell) -> Line {
        self.layout().line(a, b)
    }

    /// How much higher the ground of `b` is than that of `a`. Off the map it is level 0.
    #[inline]
    pub fn elevation_difference(&self, a: Cell, b: Cell) -> i32 {
        if self.is_flat { 0 } else { self.elevation(b) - self.elevation(a) }
    }

    /// Whether standing figures on two cells see each other: [`in_sight_at`](Self::in_sight_at)
    /// with both pairs of eyes [`EYE_HEIGHT`] above their ground.
    #[inline]
    pub fn in_sight(&self, a: Cell, b: Cell) -> bool {
        self.is_clear(a, b) || self.in_sight_at(a, EYE_HEIGHT, b, EYE_HEIGHT)
    }

    /// Whether one look tells that nothing is in the way between two cells: the ground is flat, and the box
    /// around the line meets none of those around screens.
    #[inline]
    fn is_clear(&self, a: Cell, b: Cell) -> bool {
        self.is_flat
            && self.screens.iter().all(|(low, high)| {
                a.q.max(b.q) < low.q || high.q < a.q.min(b.q) || a.r.max(b.r) < low.r || high.r < a.r.min(b.r)
            })
    }

    /// Whether eyes so high above the ground of two cells see each other; the same both ways.
    ///
    /// They do not if the [line](Self::line) between passes a cell that
    /// [nobody sees through](Ground::is_screen) (which has no top to look over), or whose ground is
    /// higher than the straight line between the eyes at the point of it nearest to the center of
    /// that cell. So something that can be looked over is stated as elevation. Where the line is
    /// the edge between two hexes, only both together block. Neither end blocks, nor does a cell
    /// off the map. Darkness is a rule's affair.
    pub fn in_sight_at(&self, a: Cell, eyes_a: i32, b: Cell, eyes_b: i32) -> bool {
        let vector = a.to(b);
        let product =
            |one: (i32, i32), two: (i32, i32)| -> i64 { self.layout().product((one.0 as i16, one.1 as i16), two) };
        let whole = product(vector, vector);
        let height_a = i64::from(self.elevation(a)) + i64::from(eyes_a);
        let height_b = i64::from(self.elevation(b)) + i64::from(eyes_b);
        let lower = height_a.min(height_b);
        let blocks = |cell: Cell| {
            self.ground(cell).is_some_and(|ground| {
                // The line is nowhere lower than the lower eyes.
                if !ground.is_screen() && i64::from(ground.elevation) <= lower {
                    return false;
                }
                let part = product(vector, a.to(cell));
                ground.is_screen() || height_a * (whole - part) + height_b * part < i64::from(ground.elevation) * whole
            })
        };
        (self.line(a, b).twins()).all(|(cell, twin)| !blocks(cell) || twin.is_some_and(|twin| !blocks(twin)))
    }

    fn elevation(&self, cell: Cell) -> i32 {
        self.ground(cell).map_or(0, |ground| ground.elevation.into())
    }
}

impl Default for Map {
    fn default() -> Self {
        Self::open(Layout::Hex)
    }
}

/// At most so many boxes around what nobody sees through.
const BOXES: usize = 4;

/// A few boxes of raw coordinates in which all these cells are, one cell wider at each edge than need be:
/// cells that are near each other share one.
fn boxes(cells: impl Iterator<Item = Cell>) -> Vec<(Cell, Cell)> {
    let mut boxes: Vec<(Cell, Cell)> = Vec::new();
    for cell in cells {
        let low = Cell { q: cell.q.saturating_sub(1), r: cell.r.saturating_sub(1) };
        let high = Cell { q: cell.q.saturating_add(1), r: cell.r.saturating_add(1) };
        let holds =
            |(from, to): &(Cell, Cell)| from.q <= cell.q && cell.q <= to.q && from.r <= cell.r && cell.r <= to.r;
        let known = boxes.iter().position(holds);
        match known.or((boxes.len() == BOXES).then_some(0)) {
            None => boxes.push((low, high)),
            Some(at) => {
                let (from, to) = boxes[at];
                boxes[at] = (
                    Cell { q: from.q.min(low.q), r: from.r.min(low.r) },
                    Cell { q: to.q.max(high.q), r: to.r.max(high.r) },
                );
            }
        }
    }
    boxes
}

/// The cells up to that distance that coordinates can name, row by row.
pub(super) fn within(layout: Layout, center: Cell, radius: u16) -> impl Iterator<Item = Cell> + Clone {
    let reach = i32::from(radius);
    (-reach..=reach).flat_map(move |r| {
        let (first, last) = match layout {
            Layout::Hex => ((-reach).max(-reach - r), reach.min(reach - r)),
            Layout::Square => (-reach, reach),
        };
        (first..=last).filter_map(move |q| {
            Some(Cell {
                q: i16::try_from(i32::from(center.q) + q).ok()?,
                r: i16::try_from(i32::from(center.r) + r).ok()?,
            })
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rectangle(layout: Layout, origin: Cell, width: u32, height: u32) -> Bounds {
        Bounds { layout, origin, width, height }
    }

    #[test]
    fn rows_of_hexes_are_staggered() {
        let bounds = rectangle(Layout::Hex, Cell::new(0, 0), 3, 5);
        let starts: Vec<Cell> = (0..5).map(|row| bounds.cell(0, row)).collect();
        let cell = Cell::new;
        assert_eq!(starts, [cell(0, 0), cell(0, 1), cell(-1, 2), cell(-1, 3), cell(-2, 4)]);
        assert!(bounds.contains(cell(-2, 4)) && bounds.contains(cell(0, 4)));
        assert!(!bounds.contains(cell(1, 4)) && !bounds.contains(cell(-1, 1)));
        assert_eq!(bounds.index(cell(-1, 3)), Some(9));
        assert_eq!(bounds.extent(), (cell(-2, 0), cell(2, 4)));
    }

    #[test]
    fn the_rectangle_around_cells() {
        let cell = Cell::new;
        let bounds = Bounds::around(Layout::Hex, [cell(0, 0), cell(-1, 3)], 0).unwrap();
        // Column of (-1,3) seen from row 0: -1 + 1 = 0.
        assert_eq!(bounds, rectangle(Layout::Hex, cell(0, 0), 1, 4));
        assert_eq!(Bounds::around(Layout::Hex, [], 1), None);
        let bounds = Bounds::around(Layout::Square, [cell(2, 2)], 1).unwrap();
        assert_eq!(bounds, rectangle(Layout::Square, cell(1, 1), 3, 3));
    }

    #[test]
    fn an_open_map_has_negative_and_distant_cells() {
        let map = Map::default();
        for cell in [Cell::new(-1, 0), Cell::new(20, 0), Cell::new(0, 300), Cell::new(-8191, 8191)] {
            assert_eq!(map.ground(cell), Some(&Ground::OPEN), "{cell}");
        }
        assert!(!map.contains(Cell::new(8192, 0)) && map.ground(Cell::new(0, i16::MIN)).is_none());
        assert_eq!(map.neighbor(Cell::new(8191, 0), Facing::E), None);
        assert_eq!(map.neighbors(Cell::new(0, 0)).count(), 6);
        assert_eq!(map.within(Cell::new(5, 5), 2).count(), 19);
        assert_eq!(map.ring(Cell::new(5, 5), 2).count(), 12);
        assert_eq!(Map::open(Layout::Square).within(Cell::new(0, 0), 2).count(), 25);
    }

    #[test]
    fn a_closed_map_ends() {
        let map = Map::from_fn(rectangle(Layout::Hex, Cell::new(0, 0), 3, 3), None, |_| Ground::OPEN);
        assert_eq!(map.neighbors(Cell::new(0, 0)).map(|(side, _)| side).collect::<Vec<_>>(), [Facing::E, Facing::SE]);
        assert!(map.at(Cell::new(-1, 0)).impassable);
        assert_eq!(map.within(Cell::new(1, 1), 9).count(), 9);
    }

    fn sight(layout: Layout, a: Cell, b: Cell, grounds: &[(Cell, Ground)]) -> bool {
        let bounds = rectangle(layout, Cell::new(-20, -10), 40, 20);
        let map = Map::from_fn(bounds, None, |cell| {
            grounds.iter().find(|(at, _)| *at == cell).map_or(Ground::OPEN, |(_, ground)| *ground)
        });
        assert_eq!(map.in_sight(a, b), map.in_sight(b, a));
        map.in_sight(a, b)
    }

    #[test]
    fn walls_and_hills_block_sight() {
        let cell = Cell::new;
        let wall = Ground::stock("wall").unwrap();
        let hill = |elevation| Ground { elevation, ..Ground::OPEN };
        let hex = |grounds: &[(Cell, Ground)]| sight(Layout::Hex, cell(0, 0), cell(4, 0), grounds);
        assert!(hex(&[]));
        assert!(!hex(&[(cell(2, 0), wall)]));
        assert!(hex(&[(cell(2, 1), wall)]));
        assert!(hex(&[(cell(0, 0), wall), (cell(4, 0), wall)]));
        // Eyes at 2 look over a hill of 2, not of 3.
        assert!(hex(&[(cell(2, 0), hill(2))]));
        assert!(!hex(&[(cell(2, 0), hill(3))]));
        // From a tower of 4 (eyes 6) to eyes 2: 5 at the first hex, 3 at the third.
        assert!(hex(&[(cell(0, 0), hill(4)), (cell(1, 0), hill(5))]));
        assert!(!hex(&[(cell(0, 0), hill(4)), (cell(3, 0), hill(4))]));
        assert!(hex(&[(cell(0, 0), hill(4)), (cell(3, 0), hill(3))]));
        // No elevation looks over a wall.
        assert!(!hex(&[(cell(0, 0), hill(90)), (cell(3, 0), wall)]));
    }

    #[test]
    fn sight_along_an_edge_needs_both_hexes_blocked() {
        let cell = Cell::new;
        let wall = Ground::stock("wall").unwrap();
        let edge = |grounds: &[(Cell, Ground)]| sight(Layout::Hex, cell(0, 0), cell(1, 1), grounds);
        assert!(edge(&[(cell(0, 1), wall)]));
        assert!(edge(&[(cell(1, 0), wall)]));
        assert!(!edge(&[(cell(1, 0), wall), (cell(0, 1), wall)]));
        // On squares the corner itself is free.
        let walls = [(cell(1, 0), wall), (cell(0, 1), wall)];
        assert!(sight(Layout::Square, cell(0, 0), cell(1, 1), &walls));
        assert!(!sight(Layout::Square, cell(0, 0), cell(2, 1), &walls));
    }

    #[test]
    fn heights() {
        let bounds = rectangle(Layout::Square, Cell::new(0, 0), 2, 1);
        let map = Map::from_fn(bounds, None, |cell| Ground { elevation: cell.q as i8 * 3 - 1, ..Ground::OPEN });
        assert_eq!(map.elevation_difference(Cell::new(0, 0), Cell::new(1, 0)), 3);
        assert_eq!(map.elevation_difference(Cell::new(1, 0), Cell::new(0, 0)), -3);
        assert_eq!(map.elevation_difference(Cell::new(0, 0), Cell::new(9, 9)), 1);
    }
}
