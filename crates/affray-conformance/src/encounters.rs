//! Random encounters of the sheets that come with a ruleset, as the text of an encounter file.

use affray_files::sheets::Shelf;
use affray_grid::Layout;
use affray_kernel::dice::Stream;
use affray_session::encounter::EncounterFormat;
use std::collections::HashSet;
use std::fmt::Write as _;

/// Ground on which figures can stand, in words that every ruleset reads.
const GROUNDS: &[&str] = &[
    "terrain = 'rubble'",
    "terrain = 'shallow water'",
    "terrain = 'steep slope'",
    "terrain = 'thicket'",
    "terrain = 'low wall'",
    "obscured = true",
    "blocks_sight = true",
    "light = -3",
];

/// High and low ground on which figures can stand.
pub const HEIGHTS: &[&str] = &["terrain = 'pit'", "elevation = 1", "elevation = 3", "elevation = 10"];

/// Ground that cannot be entered, in words that every ruleset reads.
pub const OBSTACLES: &[&str] =
    &["terrain = 'wall'", "terrain = 'tree'", "terrain = 'deep water'", "terrain = 'chasm'", "impassable = true"];

/// The names of the sides, in the order in which they are listed.
pub const SIDES: [&str; 3] = ["north", "south", "west"];

/// What random encounters of a ruleset are made of, besides its sheets.
pub struct Stock<G: EncounterFormat> {
    /// The sheets of its figures.
    pub sheets: Shelf,
    /// Keys of the file: one of these lines.
    pub scenes: &'static [&'static str],
    /// Features of ground on which figures can stand, besides those that every ruleset has.
    pub grounds: &'static [&'static str],
    /// Keys of a combatant: one of these lines for one figure in four.
    pub combatants: &'static [&'static str],
    /// Its mounts, if they are figures of their own.
    pub mounts: Option<Mounts>,
    /// Sheets with an item of theirs that can lie on the ground.
    pub items: &'static [(&'static str, &'static str)],
    /// How many cells wide and high the place is that a sheet's figure may take.
    pub room: fn(sheet: &str) -> usize,
    /// Fails for a state that can never be after a turn that began with another, such as figures in one cell against the
    /// rules.
    pub possible: fn(&G::Setup, before: &G::State, after: &G::State),
    /// The most fights in a thousand that the limit of rounds breaks off.
    pub most_at_limit: u64,
}

/// How somebody rides in an encounter of a ruleset.
#[derive(Debug, Clone, Copy)]
pub struct Mounts {
    /// Sheets of mounts.
    pub sheets: &'static [&'static str],
    /// Sheets that cannot ride.
    pub beasts: &'static [&'static str],
    /// A line of the mount's combatant.
    pub mount: &'static str,
    /// A line of the rider's combatant; `NAME` stands for the mount's name.
    pub rider: &'static str,
}

/// An encounter, side by side.
#[derive(Debug, Clone)]
pub struct Random {
    head: String,
    sides: Vec<String>,
    tail: String,
}

impl Random {
    /// The text of its file.
    pub fn text(&self) -> String {
        self.listed(0..self.sides.len())
    }

    /// The text of its file with the sides listed the other way round.
    pub fn reversed(&self) -> String {
        self.listed((0..self.sides.len()).rev())
    }

    fn listed(&self, order: impl Iterator<Item = usize>) -> String {
        let sides: String = order.map(|side| self.sides[side].as_str()).collect();
        format!("{}{sides}{}", self.head, self.tail)
    }
}

/// One of a list that has some.
fn one_of<T: Copy>(stream: &mut Stream, list: &[T]) -> T {
    list[stream.below(list.len())]
}

/// Where figures can be, as columns and rows of a drawing.
struct Field {
    layout: Layout,
    /// Rows and columns.
    side: usize,
    /// Columns and rows of a place.
    room: usize,
    /// The places that nobody has.
    free: Vec<(usize, usize)>,
    /// The cells of the others.
    taken: HashSet<(usize, usize)>,
}

impl Field {
    fn new(layout: Layout, room: usize, figures: usize, stream: &mut Stream) -> Self {
        let places = (1..).find(|places| places * places >= 3 * figures).unwrap_or(1);
        // An even number of rows, so that a drawing of hexes turned half round covers itself.
        let side = (room * places + 4 + stream.below(4)).max(10).next_multiple_of(2);
        let across = side / room;
        let free = (0..across).flat_map(|column| (0..across).map(move |row| (column, row))).collect();
        Self { layout, side, room, free, taken: HashSet::new() }
    }

    /// Takes a place out of those that fit.
    fn take(&mut self, stream: &mut Stream, fits: impl Fn(usize) -> bool) -> (usize, usize) {
        let fitting: Vec<usize> = (0..self.free.len()).filter(|&at| fits(self.free[at].0)).collect();
        let at = if fitting.is_empty() { stream.below(self.free.len()) } else { fitting[stream.below(fitting.len())] };
        let place = self.free.swap_remove(at);
        self.occupy(place);
        place
    }

    /// The place opposite, half round the middle of the field.
    fn take_opposite(&mut self, (column, row): (usize, usize)) -> (usize, usize) {
        let last = self.side / self.room - 1;
        let place = (last - column, last - row);
        self.free.retain(|other| *other != place);
        self.occupy(place);
        place
    }

    fn occupy(&mut self, (column, row): (usize, usize)) {
        let room = self.room;
        let cells = (0..room).flat_map(|c| (0..room).map(move |r| (column * room + c, row * room + r)));
        self.taken.extend(cells);
    }

    /// The cell of a figure in a place.
    fn cell(&self, (column, row): (usize, usize)) -> String {
        // A large figure on squares spreads to the right and down; on hexes it surrounds its head.
        let inset = if self.layout == Layout::Square { 0 } else { self.room / 2 };
        self.written(column * self.room + inset, row * self.room + inset)
    }

    fn written(&self, column: usize, row: usize) -> String {
        let q = if self.layout == Layout::Square { column as i32 } else { column as i32 - (row / 2) as i32 };
        format!("[{q}, {row}]")
    }

    /// Draws ground over some of the field: single cells, or a straight line of them.
    fn paint(&self, stream: &mut Stream, features: &str, all: bool, text: &mut String) {
        let mut cells = Vec::new();
        if stream.below(2) == 0 {
            let (column, row, length) = (stream.below(self.side), stream.below(self.side), 2 + stream.below(8));
            let across = stream.below(2) == 0;
            cells.extend((0..length).map(|step| if across { (column + step, row) } else { (column, row + step) }));
        } else {
            cells.extend((0..=stream.below(12)).map(|_| (stream.below(self.side), stream.below(self.side))));
        }
        cells.retain(|cell| cell.0 < self.side && cell.1 < self.side && (all || !self.taken.contains(cell)));
        if !cells.is_empty() {
            let cells: Vec<String> = cells.into_iter().map(|(column, row)| self.written(column, row)).collect();
            let _ = writeln!(text, "[[map.area]]\ncells = [{}]\n{features}", cells.join(", "));
        }
    }
}

/// What stands in an encounter for each figure of a side.
struct Figure {
    sheet: &'static str,
    place: (usize, usize),
    facing: usize,
    own: &'static str,
    mount: Option<&'static str>,
}

impl<G: EncounterFormat> Stock<G> {
    /// The encounter of a number: two sides of 1 to 6 figures, now and then three, and every fiftieth of twenty against
    /// twenty.
    pub fn encounter(&self, number: u64) -> Random {
        let mut stream = Stream::new(17, number);
        let sizes: Vec<usize> = if number % 50 == 49 {
            vec![20, 20]
        } else {
            let sides = if stream.below(8) == 0 { 3 } else { 2 };
            (0..sides).map(|_| 1 + stream.below(6).min(stream.below(6))).collect()
        };
        let names: Vec<Vec<&'static str>> =
            sizes.iter().map(|&size| (0..size).map(|_| self.sheet(&mut stream)).collect()).collect();
        let mut field = self.field(&names, &mut stream);
        let apart = stream.below(2) == 0;
        let columns = field.side / field.room;
        let sides = names.iter().enumerate().map(|(side, sheets)| {
            let figures = sheets.iter().map(|&sheet| {
                let place = field.take(&mut stream, |column| !apart || column * sizes.len() / columns == side);
                self.figure(&mut stream, sheet, place)
            });
            figures.collect()
        });
        let sides: Vec<Vec<Figure>> = sides.collect();
        self.write(&field, &sides, &mut stream)
    }

    /// The encounter of a number in which two sides of 1 to 4 figures mirror each other.
    pub fn mirrored(&self, number: u64) -> Random {
        let mut stream = Stream::new(18, number);
        let names: Vec<&'static str> = (0..=stream.below(4)).map(|_| self.sheet(&mut stream)).collect();
        let mut field = self.field(&[names.clone(), names.clone()], &mut stream);
        let half = field.side / field.room / 2;
        let (mut one, mut other) = (Vec::new(), Vec::new());
        for sheet in names {
            let place = field.take(&mut stream, |column| column < half);
            let figure = self.figure(&mut stream, sheet, place);
            let facing = (figure.facing + 3) % 6;
            other.push(Figure { place: field.take_opposite(place), facing, ..figure });
            one.push(figure);
        }
        self.write(&field, &[one, other], &mut stream)
    }

    fn sheet(&self, stream: &mut Stream) -> &'static str {
        one_of(stream, self.sheets.0).0
    }

    fn field(&self, names: &[Vec<&'static str>], stream: &mut Stream) -> Field {
        let mounts = self.mounts.iter().flat_map(|mounts| mounts.sheets);
        let room = names.iter().flatten().chain(mounts).map(|sheet| (self.room)(sheet)).max().unwrap_or(1);
        Field::new(G::LAYOUT, room, names.iter().map(Vec::len).sum(), stream)
    }

    fn figure(&self, stream: &mut Stream, sheet: &'static str, place: (usize, usize)) -> Figure {
        let mount = self.mounts.filter(|mounts| {
            let rides = !mounts.sheets.contains(&sheet) && !mounts.beasts.contains(&sheet);
            rides && stream.below(6) == 0
        });
        let mount = mount.map(|mounts| one_of(stream, mounts.sheets));
        let own = !self.combatants.is_empty() && mount.is_none() && stream.below(4) == 0;
        let own = if own { one_of(stream, self.combatants) } else { "" };
        Figure { sheet, place, facing: stream.below(6), own, mount }
    }

    fn write(&self, field: &Field, sides: &[Vec<Figure>], stream: &mut Stream) -> Random {
        let mut head = format!("ruleset = '{}'\n", G::ID);
        let scene = one_of(stream, self.scenes);
        let layout = if G::LAYOUT == Layout::Square { "square" } else { "hex" };
        let _ = writeln!(head, "{scene}\n[map]\nlayout = '{layout}'\nwidth = {0}\nheight = {0}", field.side);
        if stream.below(4) != 0 {
            for _ in 0..stream.below(6) {
                let own = stream.below(3) == 0 && !self.grounds.is_empty();
                let features = one_of(stream, if own { self.grounds } else { GROUNDS });
                field.paint(stream, features, true, &mut head);
            }
            for _ in 0..stream.below(4) {
                let features = one_of(stream, OBSTACLES);
                field.paint(stream, features, false, &mut head);
            }
        }
        let mut tail = String::new();
        let side = |(number, figures): (usize, &Vec<Figure>)| {
            let mut text = String::new();
            let side = SIDES[number];
            for (number, figure) in figures.iter().enumerate() {
                let Figure { sheet, place, facing, own, mount } = figure;
                let name = format!("{sheet} of the {side} {number}");
                let mut combatant = |name: &str, sheet: &str, keys: &str| {
                    let at = field.cell(*place);
                    let _ =
                        writeln!(text, "[[combatant]]\nname = '{name}'\nside = '{side}'\nsheet = '{sheet}'\nat = {at}");
                    if G::LAYOUT == Layout::Hex {
                        let _ = writeln!(text, "facing = {facing}");
                    }
                    text.push_str(keys);
                    text.push('\n');
                };
                match (mount, &self.mounts) {
                    (Some(mount), Some(mounts)) => {
                        let bearer = format!("{mount} of {name}");
                        combatant(&bearer, mount, mounts.mount);
                        combatant(&name, sheet, &mounts.rider.replace("NAME", &bearer));
                    }
                    _ => combatant(&name, sheet, own),
                }
                let items: Vec<_> = self.items.iter().filter(|(owner, _)| owner == sheet).collect();
                if !items.is_empty() && stream.below(4) == 0 {
                    let item = one_of(stream, &items).1;
                    let at = field.cell(*place);
                    let _ = writeln!(tail, "[[ground]]\nowner = '{name}'\nitem = '{item}'\nat = {at}");
                }
            }
            text
        };
        let sides = sides.iter().enumerate().map(side).collect();
        Random { head, sides, tail }
    }
}
