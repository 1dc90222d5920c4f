//! A map as a file states it, and how it becomes a [`Map`].

use super::cell::{Cell, Layout};
use super::ground::{Ground, STOCK, TerrainKind};
use super::map::{Bounds, FREE_SIGNS, LARGEST_SIDE, Map, within};
use super::picture::PictureFile;
use affray_files::value::{FromValue, Reader, Schemas, Value};
use affray_files::{Diagnostic, Path, PathStep};
use serde_json::json;
use std::collections::BTreeMap;

/// The most entries of `[[map.area]]`.
const MOST_AREAS: usize = 1024;
/// The most terrain names of one map, the stock included.
const MOST_KINDS: usize = 256;

/// The map of an encounter.
///
/// Without any entry it is an open field of hexes. A drawing comes first, then the areas in their
/// order.
///
/// ```
/// use affray_grid::{Cell, MapFile};
/// let text = r##"
/// rows = ["# # # #",
///         " . b ~ #"]
/// [legend]
/// b = { terrain = "rubble", footing = -2 }
/// [[area]]
/// cells = [[0, 1]]
/// elevation = 1
/// "##;
/// let file: MapFile = affray_files::read(&affray_files::Source::new("map.toml", text)).unwrap();
/// let map = file.build().unwrap();
/// assert_eq!(map.ground(Cell::new(1, 1)).unwrap().footing, Some(-2));
/// ```
#[derive(Debug, Clone, Default, PartialEq, FromValue)]
#[value(default)]
pub struct MapFile {
    /// `"hex"` (the default) or `"square"`.
    pub layout: Layout,
    /// Cells in each row, 1 to 512. Left out with a drawing: as wide as it is.
    #[value(range = 1..=512)]
    pub width: Option<i64>,
    /// Rows, 1 to 512. Left out with a drawing: as many as it has.
    #[value(range = 1..=512)]
    pub height: Option<i64>,
    /// The top left cell, `[q, r]`; `[0, 0]` if left out. On hexes the coordinates are axial and
    /// the second, fourth, ... row is pushed half a hex to the right: from the origin `[0, 0]` the
    /// rows start at `[0, 0]`, `[0, 1]`, `[-1, 2]`, `[-1, 3]`, `[-2, 4]`.
    pub origin: Option<Cell>,
    /// Whether the map goes on without an edge, as plain ground, beyond what is stated here. If
    /// left out: only when neither a size nor a drawing is given.
    pub open: Option<bool>,
    /// What every cell is of which nothing else is said: a terrain name, a list of them that are
    /// there together, or a table of features.
    pub ground: Option<LegendEntry>,
    /// The drawing: one text for each row from the top, one character for each cell. Blanks are
    /// skipped, so that rows of hexes can be drawn staggered.
    pub rows: Vec<String>,
    /// What the characters of the drawing mean, beyond the ready-made terrains: for each a terrain
    /// name, a list of them that are there together, or a table of features.
    pub legend: BTreeMap<String, LegendEntry>,
    /// Cells that differ from the drawing.
    pub area: Vec<AreaFile>,
    /// A picture that is shown under the cells.
    pub picture: Option<PictureFile>,
}

/// A name of a terrain, or several that are in a cell together: costs and elevations add up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TerrainNames(pub Vec<String>);

/// What a character of a drawing means: terrain names or features.
#[derive(Debug, Clone, PartialEq)]
pub enum LegendEntry {
    /// Ready-made terrains, by name.
    Names(TerrainNames),
    /// Features of its own.
    Features(Box<Features>),
}

/// Two corners of a rectangle or two ends of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, FromValue)]
pub struct Span {
    /// One cell.
    pub from: Cell,
    /// The other cell.
    pub to: Cell,
}

/// The cells around a center.
#[derive(Debug, Clone, Copy, PartialEq, Eq, FromValue)]
pub struct Disc {
    /// The cell in the middle.
    pub center: Cell,
    /// The distance up to which cells belong to it, 0 to 512.
    #[value(range = 0..=512)]
    pub radius: i64,
}

/// What a cell is like, feature by feature. What is not stated stays as it was.
#[derive(Debug, Clone, Default, PartialEq, FromValue)]
#[value(default)]
pub struct Features {
    /// Ready-made terrains to start from, by name. They replace what was there except for
    /// the light and the height: a pit is dug from where the ground was.
    pub terrain: Option<TerrainNames>,
    /// A name for what comes of it.
    pub name: Option<String>,
    /// The character to draw it with, if it is not that of the legend or the terrain.
    pub glyph: Option<String>,
    /// Extra movement points to enter, 0 to 100 in steps of 0.5.
    #[value(range = 0..=100)]
    pub cost: Option<f64>,
    /// Height of the ground in yards or levels, -100 to 100.
    #[value(range = -100..=100)]
    pub elevation: Option<i64>,
    /// Nobody can enter.
    pub impassable: Option<bool>,
    /// Nobody can see through, from whatever height.
    pub blocks_sight: Option<bool>,
    /// One can see into it, but not through it.
    pub obscured: Option<bool>,
    /// There is something to hide behind.
    pub cover: Option<bool>,
    /// How much damage the cover stops, 0 to 50; more than 0 says that there is cover.
    #[value(range = 0..=50)]
    pub cover_dr: Option<i64>,
    /// Entering wants a roll to stay on one's feet, with this modifier, -10 to 0.
    #[value(range = -10..=0)]
    pub footing: Option<i64>,
    /// Light: 0 is good, -1 to -10 ever deeper darkness.
    #[value(range = -10..=0)]
    pub light: Option<i64>,
}

impl Features {
    /// Checks the features, complaining once, for use on any number of cells.
    fn check(&self, build: &mut Build) -> Change {
        Change {
            terrain: (self.terrain.as_ref()).map(|names| build.under("terrain", |build| build.stock(&names.0))),
            name: (self.name.as_ref()).and_then(|name| build.under("name", |build| build.name(name))),
            glyph: (self.glyph.as_ref()).and_then(|glyph| build.under("glyph", |build| build.glyph(glyph))),
            extra_cost_half: self.cost.map(|cost| build.half_points("cost", cost)),
            elevation: self.elevation.map(|value| build.range("elevation", value, -100, 100) as i8),
            impassable: self.impassable,
            blocks_sight: self.blocks_sight,
            obscured: self.obscured,
            cover: self.cover.or(self.cover_dr.filter(|&dr| dr > 0).map(|_| true)),
            cover_dr: self.cover_dr.map(|value| build.range("cover_dr", value, 0, 50) as u8),
            footing: self.footing.map(|value| build.range("footing", value, -10, 0) as i8),
            light: self.light.map(|value| build.range("light", value, -10, 0) as i8),
        }
    }
}

/// Cells of the map and what is to be there. What is not stated stays as it was. The cells may be named in several ways
/// at once.
#[derive(Debug, Clone, Default, PartialEq, FromValue)]
#[value(default)]
pub struct AreaFile {
    /// Single cells.
    pub cells: Vec<Cell>,
    /// All cells whose centers lie in the rectangle between the centers of two corner cells.
    pub rectangle: Option<Span>,
    /// The cells on the straight line from center to center, both ends included.
    pub line: Option<Span>,
    /// The cells up to some distance from a center. What lies off the map is left out.
    pub disc: Option<Disc>,
    /// What is there.
    #[value(flatten)]
    pub features: Features,
}

impl affray_files::value::Schema for TerrainNames {
    fn schema(schemas: &mut Schemas) -> Value {
        schemas.define::<Self>("TerrainNames", |_| {
            let name = json!({ "enum": STOCK.iter().map(|stock| stock.name).collect::<Vec<_>>() });
            json!({
                "description": "A ready-made terrain, or several that are in a cell together: costs and elevations add up.",
                "anyOf": [name, { "type": "array", "items": name, "minItems": 1 }],
            })
        })
    }
}

impl FromValue for TerrainNames {
    fn read(value: &Value, reader: &mut Reader<'_>) -> Option<Self> {
        match value {
            Value::String(name) => Some(Self(vec![name.clone()])),
            Value::Array(_) => FromValue::read(value, reader).map(Self),
            _ => reader.expected("a terrain name or a list of terrain names", value),
        }
    }
}

impl affray_files::value::Schema for LegendEntry {
    fn schema(schemas: &mut Schemas) -> Value {
        let forms = [TerrainNames::schema(schemas), Features::schema(schemas)];
        schemas.define::<Self>(
            "LegendEntry",
            |_| json!({ "description": "Terrain names, or a table of features.", "anyOf": forms }),
        )
    }
}

impl FromValue for LegendEntry {
    fn read(value: &Value, reader: &mut Reader<'_>) -> Option<Self> {
        match value {
            Value::String(_) | Value::Array(_) => TerrainNames::read(value, reader).map(Self::Names),
            Value::Object(_) => Features::read(value, reader).map(|features| Self::Features(Box::new(features))),
            _ => reader.expected("a terrain name, a list of terrain names or a table of features", value),
        }
    }
}

impl MapFile {
    /// The map that the file states, or everything that is wrong with it. The paths of complaints
    /// start at `map`.
    ///
    /// # Errors
    /// All that is wrong with the file, each at its place.
    pub fn build(&self) -> Result<Map, Vec<Diagnostic>> {
        let mut build = Build::new();
        let plain = match &self.ground {
            Some(entry) => build.under("ground", |build| build.entry(entry, None, Ground::OPEN)),
            None => Ground::OPEN,
        };
        let symbols = build.under("legend", |build| self.symbols(plain, build));
        let drawn = self.drawn(plain, &symbols, &mut build);
        let size = self.size(&drawn, &mut build);
        let origin = build.under("origin", |build| build.origin(self.origin.unwrap_or_default()));
        if let Some((key, message, hint)) = self.picture.as_ref().and_then(PictureFile::problem) {
            build.under("picture", |build| build.under(key, |build| build.complain(message, hint)));
        }
        if self.area.len() > MOST_AREAS {
            let message = format!("{} areas are too many", self.area.len());
            build.under("area", |build| build.complain(message, format!("at most {MOST_AREAS}; use a drawing")));
            return Err(build.complaints);
        }
        let stated = Bounds { layout: self.layout, origin, width: size.0, height: size.1 };
        let open = self.open.unwrap_or(stated.is_empty());
        if stated.is_empty() && !open {
            build.complain(
                "a map without an edge needs `open`, one with an edge needs a size",
                "give `rows`, or `width` and `height`, or `open = true`",
            );
        }
        // Sizes are sound from here on, and a closed map has nothing outside.
        if !build.complaints.is_empty() {
            return Err(build.complaints);
        }
        let areas: Vec<(Change, Vec<Cell>)> = build.under("area", |build| {
            (self.area.iter().enumerate())
                .map(|(index, area)| {
                    build.under(index, |build| area.build(self.layout, (!open).then_some(&stated), build))
                })
                .collect()
        });
        let bounds = if open { build.widened(stated, &areas) } else { stated };
        if !build.complaints.is_empty() {
            return Err(build.complaints);
        }
        let mut cells = vec![plain; bounds.len()];
        for (cell, ground) in stated.cells().zip(drawn.concat()) {
            if let Some(index) = bounds.index(cell) {
                cells[index] = ground;
            }
        }
        for (change, at) in &areas {
            for index in at.iter().filter_map(|&cell| bounds.index(cell)) {
                cells[index] = change.apply(cells[index], &mut build);
            }
        }
        if !build.complaints.is_empty() {
            return Err(build.complaints);
        }
        let ground = |cell| bounds.index(cell).map_or(plain, |index| cells[index]);
        Ok(Map::from_fn(bounds, open.then_some(plain), ground).with_kinds(build.kinds))
    }

    /// The ground for each character of the legend.
    fn symbols(&self, plain: Ground, build: &mut Build) -> BTreeMap<char, Ground> {
        let mut symbols = BTreeMap::new();
        for (key, entry) in &self.legend {
            build.under(key, |build| {
                if let Some(glyph) = build.glyph(key) {
                    symbols.insert(glyph, build.entry(entry, Some(glyph), plain));
                }
            });
        }
        symbols
    }

    /// The drawing, row by row.
    fn drawn(&self, plain: Ground, symbols: &BTreeMap<char, Ground>, build: &mut Build) -> Vec<Vec<Ground>> {
        let mut rows = Vec::new();
        let most = LARGEST_SIDE as usize;
        build.under("rows", |build| {
            if most < self.rows.len() {
                build.complain(format!("{} rows are too many", self.rows.len()), format!("at most {most}"));
            }
            for (index, row) in self.rows.iter().enumerate().take(most) {
                let mut grounds = Vec::new();
                let mut unknown = Vec::new();
                for glyph in row.chars().filter(|glyph| !glyph.is_whitespace()) {
                    let stock = || STOCK.iter().find(|stock| stock.glyph == glyph).map(|stock| stock.ground);
                    match symbols.get(&glyph).copied().or_else(|| Some(plain.replaced(stock()?))) {
                        Some(ground) => grounds.push(ground),
                        None => {
                            grounds.push(plain);
                            if !unknown.contains(&glyph) {
                                unknown.push(glyph);
                            }
                        }
                    }
                }
                build.under(index, |build| {
                    for glyph in unknown {
                        build.complain(
                            format!("'{glyph}' is not in the legend"),
                            format!("add it to `map.legend`, or use one of {}", stock_glyphs()),
                        );
                    }
                    if most < grounds.len() {
                        build.complain(format!("{} cells are too many", grounds.len()), format!("at most {most}"));
                    }
                });
                rows.push(grounds);
            }
        });
        rows
    }

    /// Width and height, of the drawing and as stated; 0 where there is neither.
    fn size(&self, drawn: &[Vec<Ground>], build: &mut Build) -> (u32, u32) {
        let most = i64::from(LARGEST_SIDE);
        let mut side = |key: &str, stated: Option<i64>, drawn: Option<usize>| match (stated, drawn) {
            (Some(stated), Some(drawn)) if stated != drawn as i64 => {
                build.under(key, |build| {
                    build.complain(
                        format!("is {stated}, but the drawing has {drawn}"),
                        "leave it out, or make `rows` agree",
                    );
                });
                drawn as u32
            }
            (_, Some(drawn)) => drawn as u32,
            (Some(stated), None) => build.range(key, stated, 1, most) as u32,
            (None, None) => 0,
        };
        let width = side("width", self.width, drawn.first().map(Vec::len));
        let height = side("height", self.height, (!drawn.is_empty()).then_some(drawn.len()));
        for (index, row) in drawn.iter().enumerate() {
            if row.len() != width as usize || row.is_empty() {
                build.under("rows", |build| {
                    build.under(index, |build| {
                        let message = format!("this row has {} cells, the first has {width}", row.len());
                        build.complain(message, "give every row the same number of cells, at least one");
                    });
                });
            }
        }
        if drawn.is_empty() && self.width.is_some() != self.height.is_some() {
            let missing = if self.width.is_some() { "height" } else { "width" };
            build.under(missing, |build| build.complain("is missing", "give both `width` and `height`"));
        }
        (width, height)
    }
}

impl AreaFile {
    /// What changes, and the cells where it does.
    fn build(&self, layout: Layout, edge: Option<&Bounds>, build: &mut Build) -> (Change, Vec<Cell>) {
        let change = self.features.check(build);
        if change == Change::default() {
            build.complain("says nothing of its cells", "give a terrain or a feature, such as `terrain = \"rubble\"`");
        }
        if self.cells.is_empty() && self.rectangle.is_none() && self.line.is_none() && self.disc.is_none() {
            build.complain("has no cells", "give `cells`, `rectangle`, `line` or `disc`");
        }
        let is_on_map = |cell: Cell| edge.map_or(cell.is_within_limit(), |edge| edge.contains(cell));
        let must_be_on_map = |build: &mut Build, cell: Cell| {
            if !is_on_map(cell) {
                build.complain(
                    format!("{cell} is not on the map"),
                    match edge {
                        Some(edge) => match edge.row_of(cell) {
                            Some([first, last]) => format!("its row goes from {first} to {last}"),
                            None => format!("the map is {} by {} cells from {}", edge.width, edge.height, edge.origin),
                        },
                        None => format!("coordinates go from -{0} to {0}", Cell::LIMIT),
                    },
                );
            }
            is_on_map(cell)
        };
        let mut cells = Vec::new();
        build.under("cells", |build| {
            for (index, &cell) in self.cells.iter().enumerate() {
                if build.under(index, |build| must_be_on_map(build, cell)) {
                    cells.push(cell);
                }
            }
        });
        let span = |build: &mut Build, key: &str, span: Option<Span>| -> Option<Span> {
            let span = span?;
            build.under(key, |build| {
                let from = build.under("from", |build| must_be_on_map(build, span.from));
                let to = build.under("to", |build| must_be_on_map(build, span.to));
                let most = 2 * LARGEST_SIDE;
                let fits = layout.distance(span.from, span.to) <= most;
                if !fits {
                    build.complain("is too large", format!("at most {most} steps from end to end"));
                }
                Some(span).filter(|_| from && to && fits)
            })
        };
        if let Some(span) = span(build, "rectangle", self.rectangle) {
            cells.extend(rectangle(layout, span));
        }
        if let Some(span) = span(build, "line", self.line) {
            cells.extend(layout.line(span.from, span.to).with_ends());
        }
        if let Some(disc) = self.disc {
            build.under("disc", |build| {
                let radius = build.range("radius", disc.radius, 0, LARGEST_SIDE.into()) as u16;
                if build.under("center", |build| must_be_on_map(build, disc.center)) {
                    cells.extend(within(layout, disc.center, radius));
                }
            });
        }
        cells.retain(|&cell| is_on_map(cell));
        (change, cells)
    }
}

/// The cells whose centers lie in the rectangle between two centers.
fn rectangle(layout: Layout, span: Span) -> impl Iterator<Item = Cell> {
    // Where a center lies from left to right, in half cells on hexes: a row down is one half.
    let (scale, shift) = match layout {
        Layout::Hex => (2, 1),
        Layout::Square => (1, 0),
    };
    let across = move |cell: Cell| scale * i32::from(cell.q) + shift * i32::from(cell.r);
    let (left, right) = (across(span.from).min(across(span.to)), across(span.from).max(across(span.to)));
    let (top, bottom) = (span.from.r.min(span.to.r), span.from.r.max(span.to.r));
    (top..=bottom).flat_map(move |r| {
        let pushed = shift * i32::from(r);
        let first = (left - pushed).div_euclid(scale) + i32::from((left - pushed).rem_euclid(scale) != 0);
        let last = (right - pushed).div_euclid(scale);
        (first..=last).map(move |q| Cell { q: q as i16, r })
    })
}

/// The features of a file, checked.
#[derive(Debug, Clone, Default, PartialEq)]
struct Change {
    terrain: Option<Ground>,
    name: Option<String>,
    glyph: Option<char>,
    extra_cost_half: Option<u8>,
    elevation: Option<i8>,
    impassable: Option<bool>,
    blocks_sight: Option<bool>,
    obscured: Option<bool>,
    cover: Option<bool>,
    cover_dr: Option<u8>,
    footing: Option<i8>,
    light: Option<i8>,
}

impl Change {
    fn apply(&self, old: Ground, build: &mut Build) -> Ground {
        let base = self.terrain.map_or(old, |terrain| old.replaced(terrain));
        Ground {
            elevation: self.elevation.unwrap_or(base.elevation),
            impassable: self.impassable.unwrap_or(base.impassable),
            blocks_sight: self.blocks_sight.unwrap_or(base.blocks_sight),
            obscured: self.obscured.unwrap_or(base.obscured),
            cover: self.cover.unwrap_or(base.cover),
            cover_dr: self.cover_dr.unwrap_or(base.cover_dr),
            extra_cost_half: self.extra_cost_half.unwrap_or(base.extra_cost_half),
            footing: self.footing.or(base.footing),
            light: self.light.unwrap_or(base.light),
            terrain: build.kind(base.terrain, self.name.as_deref(), self.glyph),
        }
    }
}

impl Ground {
    /// This place with another terrain on it.
    fn replaced(self, terrain: Self) -> Self {
        let elevation = self.elevation.saturating_add(terrain.elevation);
        Self { elevation, light: self.light.min(terrain.light), ..terrain }
    }
}

/// A map being built: where in the file we are, what was wrong so far, which terrains there are.
struct Build {
    path: Path,
    complaints: Vec<Diagnostic>,
    kinds: Vec<TerrainKind>,
}

impl Build {
    fn new() -> Self {
        let kind = |stock: &super::Stock| TerrainKind { name: stock.name.to_owned(), glyph: stock.glyph };
        Self { path: Path::root().key("map"), complaints: Vec::new(), kinds: STOCK.iter().map(kind).collect() }
    }

    fn under<T>(&mut self, key: impl Into<PathStep>, work: impl FnOnce(&mut Self) -> T) -> T {
        self.path.steps.push(key.into());
        let result = work(self);
        self.path.steps.pop();
        result
    }

    fn complain(&mut self, message: impl Into<String>, hint: impl Into<String>) {
        let complaint = Diagnostic::new(self.path.clone(), message).hint(hint);
        if !self.complaints.contains(&complaint) {
            self.complaints.push(complaint);
        }
    }

    fn range(&mut self, key: &str, value: i64, least: i64, most: i64) -> i64 {
        if !(least..=most).contains(&value) {
            self.under(key, |build| build.complain(format!("{value} is out of range"), format!("{least} to {most}")));
        }
        value.clamp(least, most)
    }

    fn half_points(&mut self, key: &str, points: f64) -> u8 {
        let halves = points * 2.0;
        if !(0.0..=200.0).contains(&halves) || halves.fract() != 0.0 {
            self.under(key, |build| {
                build.complain(format!("{points} is no movement cost"), "0 to 100 in steps of 0.5");
            });
        }
        halves as u8
    }

    fn glyph(&mut self, text: &str) -> Option<char> {
        let mut characters = text.chars();
        match (characters.next(), characters.next()) {
            (Some(glyph), None) if !glyph.is_whitespace() && !glyph.is_control() => Some(glyph),
            _ => {
                self.complain(format!("{text:?} is not one visible character"), "such as \"#\"");
                None
            }
        }
    }

    fn name(&mut self, text: &str) -> Option<String> {
        let sound = (1..=40).contains(&text.chars().count()) && !text.chars().any(char::is_control);
        if !sound {
            self.complain(format!("{text:?} is no name"), "1 to 40 characters");
        }
        sound.then(|| text.to_owned())
    }

    fn origin(&mut self, origin: Cell) -> Cell {
        let most = Cell::LIMIT / 2;
        if most < origin.q.saturating_abs() || most < origin.r.saturating_abs() {
            self.complain(format!("{origin} is too far out"), format!("coordinates from -{most} to {most}"));
            return Cell::default();
        }
        origin
    }

    /// The ready-made terrains of these names, all in one cell.
    fn stock(&mut self, names: &[String]) -> Ground {
        if names.is_empty() {
            self.complain("no terrain is named", "leave it out, or name one");
        }
        let mut ground: Option<Ground> = None;
        for name in names {
            match Ground::stock(name) {
                Some(stock) => ground = Some(ground.map_or(stock, |ground| ground.and(stock))),
                None => {
                    let known: Vec<&str> = STOCK.iter().map(|stock| stock.name).collect();
                    self.complain(format!("there is no terrain {name:?}"), format!("one of {}", known.join(", ")));
                }
            }
        }
        let mut ground = ground.unwrap_or_default();
        if ground.extra_cost_half > 200 || ground.elevation < -100 {
            self.complain("these terrains are too many for one cell", "at most 100 points and a depth of 100 in all");
        }
        if names.len() > 1 && self.complaints.is_empty() {
            ground.terrain = self.kind(ground.terrain, Some(&names.join(", ")), None);
        }
        ground
    }

    fn entry(&mut self, entry: &LegendEntry, glyph: Option<char>, plain: Ground) -> Ground {
        let mut change = match entry {
            LegendEntry::Names(names) => Change { terrain: Some(self.stock(&names.0)), ..Change::default() },
            LegendEntry::Features(features) => features.check(self),
        };
        change.glyph = change.glyph.or(glyph);
        change.apply(plain, self)
    }

    /// The number of the terrain with that name and glyph, each as in another if it is not given; what has a name of its own is
    /// not drawn as open ground.
    fn kind(&mut self, like: u8, name: Option<&str>, glyph: Option<char>) -> u8 {
        let old = &self.kinds[usize::from(like)];
        let is_named = name.is_some_and(|name| name != old.name) && old.glyph == STOCK[0].glyph;
        let is_known = |kind: &&TerrainKind| Some(kind.name.as_str()) == name && FREE_SIGNS.contains(kind.glyph);
        let known = self.kinds.iter().find(is_known).map(|kind| kind.glyph);
        let free = || FREE_SIGNS.chars().find(|sign| self.kinds.iter().all(|kind| kind.glyph != *sign));
        let glyph = glyph.or_else(|| if is_named { known.or_else(free) } else { None }).unwrap_or(old.glyph);
        let name = name.unwrap_or(&old.name);
        if let Some(index) = self.kinds.iter().position(|kind| kind.name == name && kind.glyph == glyph) {
            return index as u8;
        }
        if self.kinds.len() >= MOST_KINDS {
            self.complain("too many different names and glyphs", format!("at most {MOST_KINDS} with the ready-made"));
            return like;
        }
        let kind = TerrainKind { name: name.to_owned(), glyph };
        self.kinds.push(kind);
        (self.kinds.len() - 1) as u8
    }

    /// The rectangle that also has the areas of an open map.
    fn widened(&mut self, stated: Bounds, areas: &[(Change, Vec<Cell>)]) -> Bounds {
        let outside = areas.iter().flat_map(|(_, cells)| cells).copied().filter(|&cell| !stated.contains(cell));
        if outside.clone().next().is_none() {
            return stated;
        }
        let all = stated.cells().chain(outside);
        let bounds = Bounds::around(stated.layout, all, 0).unwrap_or(stated);
        if bounds.width.max(bounds.height) > LARGEST_SIDE {
            self.under("area", |build| {
                build.complain(
                    format!("the areas spread over {} by {} cells", bounds.width, bounds.height),
                    format!("at most {LARGEST_SIDE} by {LARGEST_SIDE}"),
                );
            });
        }
        bounds
    }
}

fn stock_glyphs() -> String {
    STOCK.iter().map(|stock| stock.glyph).collect()
}

#[cfg(test)]
mod tests;
