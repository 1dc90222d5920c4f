//! A map as text, for a terminal.

use super::cell::{Cell, Facing, Layout};
use super::ground::{Ground, STOCK};
use super::map::{Bounds, FREE_SIGNS, Map};
use arrayvec::ArrayString;
use serde::{Serialize, Serializer};
use std::fmt;

/// What a caller puts into a cell of a drawing: one to three characters, each one column wide.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Glyph(ArrayString<12>);

impl Glyph {
    /// The first three characters of a text.
    pub fn new(text: &str) -> Self {
        let mut short = ArrayString::new();
        for character in text.chars().take(3) {
            // Three characters of at most 4 bytes each always fit.
            let _ = short.try_push(character);
        }
        Self(short)
    }

    /// A figure: up to two characters for who it is, and an arrow for where it faces.
    ///
    /// ```
    /// use affray_grid::{Facing, Glyph};
    /// assert_eq!(Glyph::figure("A", Facing::NE).as_str(), "A↗");
    /// ```
    pub fn figure(who: &str, facing: Facing) -> Self {
        let mut text = ArrayString::<12>::new();
        for character in who.chars().take(2).chain([facing.arrow()]) {
            let _ = text.try_push(character);
        }
        Self(text)
    }

    /// The glyph as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// A map that was drawn: rows of cells, to be written as wide as there is room.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Drawing {
    layout: Layout,
    rows: Vec<Row>,
    /// What the characters of the ground mean that are to be seen.
    legend: Vec<String>,
    /// What is said instead of a map.
    instead: &'static str,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Row {
    /// Whether it is pushed half a cell to the right.
    pushed: bool,
    /// The cell of the first column.
    first: Cell,
    /// What each cell shows; `None` for cells off the map.
    cells: Vec<Option<Glyph>>,
}

impl Drawing {
    /// Words where there is no map to be drawn.
    pub const fn instead(words: &'static str) -> Self {
        Self { layout: Layout::Hex, rows: Vec::new(), legend: Vec::new(), instead: words }
    }

    /// The drawing with an entry more in what its characters mean.
    #[must_use]
    pub fn with_entry(mut self, entry: String) -> Self {
        self.legend.push(entry);
        self
    }

    /// Cells of the map that it shows.
    pub fn cells(&self) -> usize {
        self.rows.iter().flat_map(|row| &row.cells).flatten().count()
    }

    /// The drawing as text, in lines of at most that many columns, as far as four cells fit in. What does not fit
    /// stands below, with the rows from the top again. What its characters mean comes last.
    pub fn within(&self, columns: usize) -> String {
        // Columns off the map in every row are left out.
        let first = self.rows.iter().filter_map(|row| row.cells.iter().position(Option::is_some)).min().unwrap_or(0);
        let last = self.rows.iter().filter_map(|row| row.cells.iter().rposition(Option::is_some)).max();
        let end = last.map_or(first, |last| last + 1);
        let labels = self.rows.iter().flat_map(|row| [row.label(first), row.label(end.saturating_sub(1))]);
        let label = labels.map(|label| label.len()).max().unwrap_or(0);
        let most = (columns.saturating_sub(2 * label + 3) / 4).max(4);
        let parts = (end - first).div_ceil(most).max(1);
        let each = (end - first).div_ceil(parts).max(1);
        let part = |from: usize| self.part(from, (from + each).min(end));
        let parts: Vec<String> = (first..end).step_by(each).map(part).filter(|text| !text.is_empty()).collect();
        self.instead.to_owned() + &parts.join("\n") + &self.legend_within(columns)
    }

    fn legend_within(&self, columns: usize) -> String {
        let mut text = String::new();
        let mut room = 0;
        for entry in &self.legend {
            let width = entry.chars().count() + 2;
            if room < width {
                text += if text.is_empty() { "" } else { ",\n" };
                room = columns;
            } else {
                text += ", ";
            }
            text += entry;
            room = room.saturating_sub(width);
        }
        if text.is_empty() { text } else { text + "\n" }
    }

    /// The columns from one to another. Rows without any cell of the map are left out.
    fn part(&self, from: usize, to: usize) -> String {
        let mut lines = Vec::new();
        for row in &self.rows {
            let cells = &row.cells[from..to];
            let Some(first) = cells.iter().position(Option::is_some) else { continue };
            let last = cells.iter().rposition(Option::is_some).unwrap_or(first);
            let shown = |cell: &Option<Glyph>| format!("{:^4}", cell.as_ref().map_or("", Glyph::as_str));
            let line: String = cells.iter().map(shown).collect();
            lines.push((row.pushed, line, row.label(from + first), row.label(from + last)));
        }
        let margin = lines.iter().map(|(_, _, first, _)| first.len()).max().unwrap_or(0);
        let mut text = String::new();
        for (pushed, line, first, last) in lines {
            let pushed = if pushed { 2 } else { 0 };
            let behind = if self.layout == Layout::Hex { 2 - pushed } else { 0 };
            text += &format!("{first:>margin$} {:pushed$}{line}{:behind$}{last}\n", "", "");
        }
        text
    }
}

impl Row {
    /// The coordinates of the cell in that column.
    fn label(&self, column: usize) -> String {
        format!("{},{}", i64::from(self.first.q) + column as i64, self.first.r)
    }
}

/// As wide as it is.
impl fmt::Display for Drawing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.within(usize::MAX))
    }
}

/// As text, as wide as it is.
impl Serialize for Drawing {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Draws the map within its bounds; an open map without any shows the cells around (0,0). See
/// [`draw_region`].
pub fn draw(map: &Map, glyph: impl FnMut(Cell) -> Option<Glyph>) -> Drawing {
    let middle = || Bounds::around(map.layout(), [Cell::new(0, 0)], 5);
    let bounds = Some(map.bounds()).filter(|bounds| !bounds.is_empty()).or_else(middle);
    draw_region(map, bounds.unwrap_or(map.bounds()), glyph)
}

/// Draws a part of a map, one line of text for each row of cells.
///
/// A line starts with the coordinates of its first cell and ends with those of its last; within it
/// `q` grows by one from cell to cell and `r` stays. Rows of hexes are staggered. A cell shows what
/// `glyph` returns for it, or else the character of its terrain, followed by its elevation if that
/// is not 0 (and short enough); ground without a name that is not open has a character of its own; a cell off the map is blank, and coordinates are those of the first and the last
/// cell that are not. Rows without any are left out. Below it stands what the characters of the ground mean that
/// are to be seen.
pub fn draw_region(map: &Map, bounds: Bounds, mut glyph: impl FnMut(Cell) -> Option<Glyph>) -> Drawing {
    let (mut legend, mut heights) = (Vec::new(), false);
    // Where the light is the same everywhere, it distinguishes no cell.
    let mut lights = bounds.cells().filter_map(|cell| map.ground(cell)).map(|ground| ground.light);
    let usual = lights.next().filter(|first| lights.all(|light| light == *first));
    let mut signs = Signs { map, unnamed: Vec::new() };
    let mut shown = |cell: Cell| {
        glyph(cell).or_else(|| {
            let ground = map.ground(cell)?;
            let kind = map.terrain(ground);
            let (sign, name) = if kind.glyph == STOCK[0].glyph && kind.name == STOCK[0].name {
                let light = if usual.is_some() { 0 } else { ground.light };
                signs.unnamed(&Ground { light, ..*ground })
            } else {
                (kind.glyph, kind.name.clone())
            };
            let means = format!("{sign} {name}");
            if name != STOCK[0].name && !legend.contains(&means) {
                legend.push(means);
            }
            heights |= ground.elevation != 0;
            Some(terrain(sign, ground))
        })
    };
    let row = |row: u32| Row {
        pushed: bounds.layout == Layout::Hex && row % 2 == 1,
        first: bounds.cell(0, row),
        cells: (0..bounds.width).map(|column| shown(bounds.cell(column, row))).collect(),
    };
    let rows = (0..bounds.height).map(row).collect();
    if heights {
        legend.push("a number behind one is its height".to_owned());
    }
    Drawing { layout: bounds.layout, rows, legend, instead: "" }
}

/// The signs of ground without a name that is not open, as far as they were given.
struct Signs<'m> {
    map: &'m Map,
    unnamed: Vec<(char, String)>,
}

impl Signs<'_> {
    /// The sign of such ground, and what it is like.
    fn unnamed(&mut self, ground: &Ground) -> (char, String) {
        let open = (STOCK[0].glyph, STOCK[0].name.to_owned());
        let like = ground.features().join(", ");
        if like.is_empty() {
            return open;
        }
        if let Some(known) = self.unnamed.iter().find(|(_, known)| *known == like) {
            return known.clone();
        }
        let is_free = |sign: &char| !self.map.has_sign(*sign) && self.unnamed.iter().all(|(given, _)| given != sign);
        let made = (FREE_SIGNS.chars().find(is_free).unwrap_or(open.0), like);
        self.unnamed.push(made.clone());
        made
    }
}

fn terrain(sign: char, ground: &Ground) -> Glyph {
    match ground.elevation {
        0 => Glyph::new(sign.encode_utf8(&mut [0; 4])),
        -9..=99 => Glyph::new(&format!("{sign}{}", ground.elevation)),
        _ => Glyph::new(&format!("{sign}…")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::MapFile;

    fn file(text: &str) -> Map {
        affray_files::read::<MapFile>(&affray_files::Source::new("map.toml", text)).unwrap().build().unwrap()
    }

    #[test]
    fn a_map_of_hexes() {
        let map = file(
            r##"
            rows = ["# # # # #",
                     "# . . ~ #",
                    "# . , ~ .",
                     "# # # # #"]
            [[area]]
            cells = [[1, 1], [0, 2]]
            elevation = 1
            "##,
        );
        let drawing = draw(&map, |cell| match (cell.q, cell.r) {
            (2, 1) => Some(Glyph::figure("A", Facing::SW)),
            (1, 2) => Some(Glyph::figure("O2", Facing::NE)),
            _ => None,
        });
        let expected = "
 0,0  #   #   #   #   #    4,0
 0,1    #   .1  A↙  ~   #  4,1
-1,2  #   .1 O2↗  ~   .    3,2
-1,3    #   #   #   #   #  3,3
# wall, ~ shallow water,
a number behind one is its height
";
        assert_eq!(format!("\n{}", drawing.within(33)), expected, "33 columns are enough");
        assert_eq!(
            drawing.to_string().lines().last(),
            Some("# wall, ~ shallow water, a number behind one is its height")
        );
    }

    /// What does not fit stands below, labeled anew; four cells stand beside each other at least.
    #[test]
    fn a_drawing_that_is_too_wide_goes_on_below() {
        let map = file("rows = ['.#.#.#.', '#.#.#.#']");
        let expected = "
0,0  .   #   .   #    3,0
0,1    #   .   #   .  3,1

4,0  .   #   .    6,0
4,1    #   .   #  6,1
# wall
";
        let drawing = draw(&map, |_| None);
        for columns in [36, 25, 10] {
            assert_eq!(format!("\n{}", drawing.within(columns)), expected, "{columns} columns");
        }
        assert_eq!(drawing.within(37).lines().count(), 3);
    }

    /// Each kind of ground that is not open has a sign of its own, named or not; a light that is the same everywhere has none.
    #[test]
    fn what_is_not_open_ground_has_its_own_sign() {
        let text = "
            width = 8
            height = 1
            area = [
                { rectangle = { from = [0, 0], to = [7, 0] }, light = -3 },
                { cells = [[0, 0]], name = 'knoll' },
                { cells = [[1, 0]], name = 'bushes', cover = true },
                { cells = [[2, 0], [7, 0]], cover = true, elevation = 2 },
                { cells = [[3, 0]], cost = 1, footing = -2 },
                { cells = [[4, 0]], terrain = 'rubble' },
                { cells = [[5, 0]], elevation = 1 },
            ]
        ";
        let expected = "
0,0  \"   '   +2  &   ,   .1  .   +2   7,0
\" knoll, ' bushes, + cover, & entering costs 1 more, footing -2, , rubble, a number behind one is its height
";
        assert_eq!(format!("\n{}", draw(&file(text), |_| None)), expected);
        let patch = file("rows = ['...']\narea = [{ cells = [[1, 0]], light = -4 }]");
        assert_eq!(draw(&patch, |_| None).to_string(), "0,0  .   \"   .    2,0\n\" light -4\n");
    }

    /// Rows and columns off the map are left out, and coordinates are those of cells that are on it.
    #[test]
    fn what_is_off_the_map_is_not_drawn() {
        let map = file("rows = ['..', '..', '..']");
        let around = Bounds { layout: Layout::Hex, origin: Cell::new(-1, -1), width: 4, height: 5 };
        let expected = "
 0,0    .   .      1,0
 0,1      .   .    1,1
-1,2    .   .      0,2
";
        let text = draw_region(&map, around, |_| None).to_string();
        assert_eq!(format!("\n{text}"), expected);
    }

    #[test]
    fn a_map_of_squares() {
        let map = file("layout = 'square'\norigin = [-1, 4]\nrows = ['#..', 'o.T']");
        let text = draw(&map, |cell| (cell == Cell::new(0, 5)).then(|| Glyph::figure("B", Facing::S)));
        assert_eq!(
            format!("\n{text}"),
            "
-1,4  #   .   .  1,4
-1,5 o-2  B↓  T  1,5
# wall, o pit, T tree, a number behind one is its height
"
        );
    }

    #[test]
    fn an_open_map_is_drawn_around_its_middle() {
        assert_eq!(draw(&Map::default(), |_| None).to_string().lines().count(), 11);
        assert_eq!(Glyph::new("four").as_str(), "fou");
    }
}
