//! Maps of map makers as the `[map]` of an encounter.
//!
//! A map is read into a plan in squares of its own: lines that are walls and doors, tiles, places where somebody begins.
//! `lay` puts the hexes or squares of a game over it. The picture is kept as it is.

mod lay;
mod tiled;
mod uvtt;
mod ways;
mod xml;

use crate::report::Report;
use crate::text::{number, quoted};
use affray_files::sheets::Shelf;
use affray_files::{FileError, FileResolver, suggest};

/// The size of the largest picture, in bytes: 64 MiB.
pub const LARGEST_PICTURE: usize = 64 << 20;
/// The size of the largest file: its picture takes a third more as text.
pub const MAX_BYTES: usize = 96 << 20;
/// The most lines of walls.
const MOST_LINES: usize = 100_000;
/// The most cells in a row, and the most rows.
const LARGEST_SIDE: usize = 512;

/// The endings of files with maps.
pub const ENDINGS: [&str; 5] = ["uvtt", "dd2vtt", "df2vtt", "tmj", "tmx"];

/// What the cells of a game are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cells {
    /// Hexes in rows.
    Hex,
    /// Squares.
    Square,
}

/// A map that became that of an encounter.
#[derive(Debug, Clone)]
pub struct ImportedMap {
    /// The tables of the map.
    pub text: String,
    /// Places where somebody begins.
    pub starts: Vec<Start>,
    /// Walls and doors as the map has them, in cells: the center of the first one is 0,0, as for the picture.
    pub lines: Vec<MapLine>,
    /// The picture.
    pub picture: Option<Picture>,
    /// How many cells the picture is wide and high.
    pub size: [f64; 2],
    /// Files that the map names and that were not found beside it: tile sets.
    pub missing: Vec<String>,
    /// What became what.
    pub report: Report,
}

/// A wall or a door as the map has it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MapLine {
    /// `wall`, `object`, `open-door` or `door`.
    pub kind: &'static str,
    /// One end.
    pub from: [f64; 2],
    /// The other end.
    pub to: [f64; 2],
}

impl ImportedMap {
    /// Takes sheets that are neither beside the encounter nor among those of the ruleset from the starting places, and reports at
    /// which objects of the map they stand.
    pub fn check_sheets(&mut self, ruleset: &str, shelf: Shelf, beside: FileResolver<'_>) {
        for start in self.starts.iter_mut().filter(|start| !start.sheet.is_empty()) {
            let is_file = start.sheet.ends_with(".toml");
            let is_known = if is_file { beside(&start.sheet).is_ok() } else { shelf.get(&start.sheet).is_some() };
            if is_known {
                continue;
            }
            let (sheet, told) = (std::mem::take(&mut start.sheet), start.told());
            let why = match is_file {
                true => "there is no such file beside the encounter".to_owned(),
                false => {
                    let near = suggest(&sheet, shelf.names()).map(|near| format!(", the nearest is `{near}`"));
                    format!("{ruleset} has none of that name{}", near.unwrap_or_default())
                }
            };
            let instead = shelf.names().next().unwrap_or_default();
            self.report
                .left_out(format!("the sheet `{sheet}` of {told}: {why}; the sheet `{instead}` stands in for it"));
        }
    }

    /// The tables of the map, with the picture under it by the name of its file.
    pub fn tables(&self, picture: Option<&str>) -> String {
        let Some(name) = picture else { return self.text.clone() };
        let [wide, high] = self.size.map(number);
        // The corner of the map is half a cell before the center of the first one.
        let line = format!("picture = {{ file = {}, at = [-0.5, -0.5], size = [{wide}, {high}] }}", quoted(name));
        self.text.replacen("[map]\n", &format!("[map]\n{line}\n"), 1)
    }

    /// What stands above and below the map in an encounter that is new: a fighter of the sheet `stock` in each starting place whose
    /// sheet is not named.
    pub fn around(&self, ruleset: &str, stock: &str, title: &str) -> (String, String) {
        let above = format!("ruleset = {}\ntitle = {}\n\n", quoted(ruleset), quoted(title));
        let mut names: Vec<String> = Vec::new();
        let mut below = String::from("\n# Yours: who fights here. It stays when the map is imported again.\n");
        for (at, Start { name, side, sheet, at: [q, r], .. }) in self.starts.iter().enumerate() {
            let mut unique = if name.is_empty() { format!("Fighter {}", at + 1) } else { name.clone() };
            while names.contains(&unique) {
                unique += " again";
            }
            let side = if side.is_empty() { String::new() } else { format!("side = {}\n", quoted(side)) };
            let sheet = if sheet.is_empty() { stock } else { sheet };
            let (name, sheet) = (quoted(&unique), quoted(sheet));
            below += &format!("\n[[combatant]]\nname = {name}\n{side}sheet = {sheet}\nat = [{q}, {r}]\n");
            names.push(unique);
        }
        (above, below)
    }
}

/// A place where somebody begins.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Start {
    /// The name; empty for a place that the map does not name.
    pub name: String,
    /// The side; empty for none.
    pub side: String,
    /// The sheet; empty for none.
    pub sheet: String,
    /// The cell, `[q, r]`.
    pub at: [i32; 2],
    /// The object of the map that names it: `object 7 of the layer who`; empty for a place that the map does not name.
    pub object: String,
}

impl Start {
    /// Who begins there, with the object of the map.
    fn told(&self) -> String {
        match (self.name.as_str(), self.object.as_str()) {
            ("", "") => "a place".to_owned(),
            ("", object) => object.to_owned(),
            (name, "") => name.to_owned(),
            (name, object) => format!("{name} ({object})"),
        }
    }
}

/// A picture of the ground.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// The ending of its name: `png`.
    pub ending: &'static str,
    /// The file.
    pub bytes: Vec<u8>,
}

/// What a line of a plan is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    /// A wall.
    Wall,
    /// A thing that cannot be seen through.
    Object,
    /// A door that is open.
    OpenDoor,
    /// A door that is shut.
    Door,
}

impl Kind {
    /// How a cell with it is drawn.
    const fn letter(self) -> char {
        match self {
            Self::Wall => '#',
            Self::Object => 'O',
            Self::OpenDoor => '_',
            Self::Door => 'D',
        }
    }

    /// What it is called.
    const fn name(self) -> &'static str {
        match self {
            Self::Wall => "wall",
            Self::Object => "object",
            Self::OpenDoor => "open-door",
            Self::Door => "door",
        }
    }

    /// Whether nobody gets through.
    const fn is_shut(self) -> bool {
        !matches!(self, Self::OpenDoor)
    }
}

/// A map in squares of its own.
#[derive(Debug, Default)]
struct Plan {
    /// Squares in a row, and rows.
    size: [f64; 2],
    /// Walls and doors.
    lines: Vec<(Kind, [f64; 2], [f64; 2])>,
    /// What tiles and areas are, as the entry of a legend; the first is plain ground.
    kinds: Vec<String>,
    /// The kinds of the tiles, row by row; none for a map without tiles.
    tiles: Vec<usize>,
    /// Tiles in a row.
    columns: usize,
    /// The tiles are hexes, the odd rows of which are pushed to the right, or the even ones.
    hexes: Option<Pushed>,
    /// Places where somebody begins, each with where it lies.
    starts: Vec<(Start, [f64; 2])>,
    /// How dark it is beyond the lights, 0 to -9.
    dark: i32,
    /// Lights: where, and how far they reach.
    lights: Vec<([f64; 2], f64)>,
    picture: Option<Picture>,
    /// Files that are not beside the map.
    missing: Vec<String>,
}

/// Which rows of hexes are pushed half a hex to the right.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Pushed {
    Odd,
    Even,
}

/// Reads a file that a map names, such as a tile set, from beside it.
pub type Beside<'a> = &'a dyn Fn(&str) -> Option<String>;

/// Makes the map of an encounter, with so many cells for each square of the map, 1 to 8.
///
/// # Errors
/// If the file is no map, or too large for one.
///
/// ```
/// use affray_import::map::{Cells, map};
/// let text = r#"{ "format": 0.3, "resolution": { "map_origin": { "x": 0, "y": 0 }, "map_size": { "x": 3, "y": 1 } },
///     "line_of_sight": [[{ "x": 1.5, "y": 0 }, { "x": 1.5, "y": 1 }]] }"#;
/// let map = map("room.uvtt", text, Cells::Square, 1, &|_| None).unwrap();
/// assert!(map.text.contains(r##"". # .""##));
/// ```
pub fn map(file: &str, text: &str, cells: Cells, each: u32, beside: Beside<'_>) -> Result<ImportedMap, FileError> {
    let wrong = |message: String| FileError::whole(file, message);
    if text.len() > MAX_BYTES {
        return Err(wrong(format!("the file has more than {} MB, the largest map that is read", MAX_BYTES >> 20)));
    }
    let json = xml::parse(text).map_err(wrong)?;
    let mut report = Report::default();
    let plan = if json.get("resolution").is_some() {
        uvtt::read(&json, &mut report)
    } else if json.get("tilewidth").is_some() {
        tiled::read(&json, beside, &mut report)
    } else {
        Err("this is no map: Universal VTT has a table `resolution`, Tiled a number `tilewidth`".to_owned())
    };
    lay::lay(plan.map_err(wrong)?, cells, each.clamp(1, 8), report).map_err(wrong)
}
