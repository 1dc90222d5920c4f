//! A map as text, for a terminal.

use super::cell::{Cell, Facing, Layout};
use super::ground::Ground;
use super::map::{Bounds, Map};
use arrayvec::ArrayString;

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
    /// use affray_core::grid::{Facing, Glyph};
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

/// Draws the map within its bounds; an open map without any shows the cells around (0,0). See
/// [`draw_region`].
pub fn draw(map: &Map, glyph: impl FnMut(Cell) -> Option<Glyph>) -> String {
    let middle = || Bounds::around(map.layout(), [Cell::new(0, 0)], 5);
    let bounds = Some(map.bounds()).filter(|bounds| !bounds.is_empty()).or_else(middle);
    draw_region(map, bounds.unwrap_or(map.bounds()), glyph)
}

/// Draws a part of a map, one line of text for each row of cells.
///
/// A line starts with the coordinates of its first cell and ends with those of its last; within it
/// `q` grows by one from cell to cell and `r` stays. Rows of hexes are staggered. A cell shows what
/// `glyph` returns for it, or else the character of its terrain, followed by its elevation if that
/// is not 0 (and short enough); a cell off the map is blank, and coordinates are those of the first and the last
/// cell that are not. Rows without any are left out.
pub fn draw_region(map: &Map, bounds: Bounds, mut glyph: impl FnMut(Cell) -> Option<Glyph>) -> String {
    let mut rows = Vec::new();
    for row in 0..bounds.height {
        let (mut line, mut ends) = (String::new(), None);
        for cell in (0..bounds.width).map(|column| bounds.cell(column, row)) {
            let shown = glyph(cell).or_else(|| Some(terrain(map, map.ground(cell)?)));
            if shown.is_some() {
                ends = Some((ends.map_or(cell, |(first, _)| first), cell));
            }
            line += &format!("{:^4}", shown.as_ref().map_or("", Glyph::as_str));
        }
        rows.extend(ends.map(|(first, last)| (row, line, format!("{},{}", first.q, first.r), last)));
    }
    let margin = rows.iter().map(|(_, _, first, _)| first.len()).max().unwrap_or(0);
    let mut text = String::new();
    for (row, line, first, last) in rows {
        let pushed = if bounds.layout == Layout::Hex && row % 2 == 1 { 2 } else { 0 };
        let behind = if bounds.layout == Layout::Hex { 2 - pushed } else { 0 };
        text += &format!("{first:>margin$} {:pushed$}{line}{:behind$}{},{}\n", "", "", last.q, last.r);
    }
    text
}

fn terrain(map: &Map, ground: &Ground) -> Glyph {
    let kind = map.terrain(ground);
    match ground.elevation {
        0 => Glyph::new(kind.glyph.encode_utf8(&mut [0; 4])),
        -9..=99 => Glyph::new(&format!("{}{}", kind.glyph, ground.elevation)),
        _ => Glyph::new(&format!("{}…", kind.glyph)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::MapFile;

    fn file(text: &str) -> Map {
        toml::from_str::<MapFile>(text).unwrap().build().unwrap()
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
        let text = draw(&map, |cell| match (cell.q, cell.r) {
            (2, 1) => Some(Glyph::figure("A", Facing::SW)),
            (1, 2) => Some(Glyph::figure("O2", Facing::NE)),
            _ => None,
        });
        let expected = "
 0,0  #   #   #   #   #    4,0
 0,1    #   .1  A↙  ~   #  4,1
-1,2  #   .1 O2↗  ~   .    3,2
-1,3    #   #   #   #   #  3,3
";
        assert_eq!(format!("\n{text}"), expected);
    }

    /// Rows off the map are left out, and coordinates are those of cells that are on it.
    #[test]
    fn what_is_off_the_map_is_not_drawn() {
        let map = file("rows = ['..', '..', '..']");
        let around = Bounds { layout: Layout::Hex, origin: Cell::new(-1, -1), width: 4, height: 5 };
        let expected = "
 0,0   .   .       1,0
 0,1     .   .       1,1
-1,2   .   .       0,2
";
        let text = draw_region(&map, around, |_| None);
        let tidy = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(tidy(&text), tidy(expected), "{text}");
        assert_eq!(text.lines().count(), 3, "{text}");
    }

    #[test]
    fn a_map_of_squares() {
        let map = file("layout = 'square'\norigin = [-1, 4]\nrows = ['#..', 'o.T']");
        let text = draw(&map, |cell| (cell == Cell::new(0, 5)).then(|| Glyph::figure("B", Facing::S)));
        assert_eq!(format!("\n{text}"), "\n-1,4  #   .   .  1,4\n-1,5 o-2  B↓  T  1,5\n");
    }

    #[test]
    fn an_open_map_is_drawn_around_its_middle() {
        assert_eq!(draw(&Map::default(), |_| None).lines().count(), 11);
        assert_eq!(Glyph::new("four").as_str(), "fou");
    }
}
