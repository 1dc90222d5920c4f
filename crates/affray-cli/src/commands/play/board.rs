//! The map at the terminal: a frame that stays where it is, figures by side, where one can go and where foes reach.

use crate::text::{BAD, FAINT, GOOD, fit, styled};
use affray_grid::{Cell, Facing, Layout};
use affray_session::{FigureView, Table, View};
use anstyle::{AnsiColor, Style};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

/// Columns that a cell takes.
const CELL: usize = 4;

/// The least part of an open field that is shown, in cells.
const LEAST: (i32, i32) = (11, 7);

/// Cells that are kept between a figure and the edge of the frame.
const MARGIN: i32 = 2;

/// The colors of the sides, again from the first where there are more.
const SIDES: [Style; 4] = [
    AnsiColor::Cyan.on_default().bold(),
    AnsiColor::Yellow.on_default().bold(),
    AnsiColor::Magenta.on_default().bold(),
    AnsiColor::Blue.on_default().bold(),
];

/// A part of the map in columns and rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Frame {
    left: i32,
    top: i32,
    width: i32,
    height: i32,
}

impl Frame {
    /// The least that has all of some cells.
    fn around(places: impl IntoIterator<Item = (i32, i32)>) -> Option<Self> {
        let mut places = places.into_iter();
        let first = places.next()?;
        let (low, high) = places.fold((first, first), |(low, high), (column, row)| {
            ((low.0.min(column), low.1.min(row)), (high.0.max(column), high.1.max(row)))
        });
        Some(Self { left: low.0, top: low.1, width: high.0 - low.0 + 1, height: high.1 - low.1 + 1 })
    }

    fn has(self, (column, row): (i32, i32)) -> bool {
        (self.left..self.left + self.width).contains(&column) && (self.top..self.top + self.height).contains(&row)
    }

    fn widened(self, by: i32) -> Self {
        Self { left: self.left - by, top: self.top - by, width: self.width + 2 * by, height: self.height + 2 * by }
    }

    fn corners(self) -> [(i32, i32); 2] {
        [(self.left, self.top), (self.left + self.width - 1, self.top + self.height - 1)]
    }

    fn has_all_of(self, other: Self) -> bool {
        other.corners().into_iter().all(|corner| self.has(corner))
    }
}

/// What is kept of the map between two times that it is shown.
#[derive(Debug, Clone)]
pub(super) struct Board {
    frame: Option<Frame>,
    /// Nothing but ASCII.
    ascii: bool,
}

/// Columns for the coordinates at an end of a row.
fn labels(layout: Layout, frame: Frame) -> usize {
    let Frame { left, top, width, height } = frame;
    let corners =
        [(left, top), (left + width - 1, top), (left, top + height - 1), (left + width - 1, top + height - 1)];
    let label = |(column, row)| coordinates(cell(layout, column, row)).len();
    corners.into_iter().map(label).max().unwrap_or_default()
}

fn coordinates(cell: Cell) -> String {
    format!("{},{}", cell.q, cell.r)
}

/// What the map shows besides figures.
#[derive(Debug, Default)]
pub(super) struct Marks {
    /// Where who moves can go.
    pub(super) reach: HashSet<Cell>,
    /// Where foes of who acts reach.
    pub(super) threat: HashSet<Cell>,
}

impl Marks {
    /// Of a table at which somebody is asked.
    pub(super) fn of(table: &dyn Table, view: &View) -> Self {
        let Some(asked) = view.figures.iter().find(|figure| Some(&figure.name) == view.asked.as_ref()) else {
            return Self::default();
        };
        let is_foe = |figure: &FigureView| figure.side != asked.side && !figure.out;
        let foes = view.figures.iter().enumerate().filter(|(_, figure)| is_foe(figure));
        Self {
            threat: foes.flat_map(|(at, _)| table.threatened(at)).collect(),
            reach: table.reachable("").into_iter().flat_map(|found| found.places).map(|place| place.cell).collect(),
        }
    }
}

/// The column and the row of a cell; odd rows of hexes are pushed half a cell to the right.
fn place(layout: Layout, cell: Cell) -> (i32, i32) {
    let (q, r) = (i32::from(cell.q), i32::from(cell.r));
    match layout {
        Layout::Hex => (q + r.div_euclid(2), r),
        Layout::Square => (q, r),
    }
}

/// The cell in a column and a row.
fn cell(layout: Layout, column: i32, row: i32) -> Cell {
    let q = if layout == Layout::Hex { column - row.div_euclid(2) } else { column };
    Cell { q: q as i16, r: row as i16 }
}

impl Board {
    /// One that is not shown yet.
    pub(super) const fn new(ascii: bool) -> Self {
        Self { frame: None, ascii }
    }

    /// Whether it shows nothing but ASCII.
    pub(super) const fn is_ascii(&self) -> bool {
        self.ascii
    }

    /// The map in at most so many columns and rows, and behind it what its signs mean if that is `explained`.
    pub(super) fn draw(
        &mut self,
        table: &dyn Table,
        marks: &Marks,
        room: (usize, usize),
        explained: bool,
    ) -> [String; 2] {
        let (map, view) = (table.field(), table.view());
        let layout = map.layout();
        let most = Self::most(table, &view, room);
        let sides: Vec<&str> = view.figures.iter().fold(Vec::new(), |mut sides, figure| {
            if !sides.contains(&figure.side.as_str()) {
                sides.push(&figure.side);
            }
            sides
        });
        let frame = self.frame(table, &view, most);
        self.frame = Some(frame);
        // Who stands over the others in each cell: who acts, those who fight, then those who came first.
        let mut figures: HashMap<Cell, Vec<&FigureView>> = HashMap::new();
        let mut over: Vec<&FigureView> = view.figures.iter().collect();
        over.sort_by_key(|figure| (Some(&figure.name) != view.asked.as_ref(), figure.out));
        for figure in over {
            for &cell in &figure.cells {
                figures.entry(cell).or_default().push(figure);
            }
        }
        let labels = labels(layout, frame);
        let lying: HashSet<Cell> = view.ground.iter().map(|item| item.cell).collect();
        let (mut text, mut heights) = (String::new(), false);
        let mut terrain = BTreeMap::<String, BTreeSet<&str>>::new();
        for row in frame.top..frame.top + frame.height {
            let cells: Vec<Cell> =
                (frame.left..frame.left + frame.width).map(|column| cell(layout, column, row)).collect();
            let on_map = |cell: &&Cell| map.contains(**cell);
            let (first, last) = (cells.iter().find(on_map), cells.iter().rfind(on_map));
            let label = |cell: Option<&Cell>| cell.map_or(String::new(), |&cell| coordinates(cell));
            let pushed = if layout == Layout::Hex && row.rem_euclid(2) == 1 { 2 } else { 0 };
            let behind = if layout == Layout::Hex { 2 - pushed } else { 0 };
            let mut line = String::new();
            for cell in &cells {
                let Some(ground) = map.ground(*cell) else {
                    line += &" ".repeat(CELL);
                    continue;
                };
                if let Some(here) = figures.get(cell) {
                    line += &self.figure(here, *cell, &sides, view.asked.as_deref());
                    continue;
                }
                let kind = map.terrain(ground);
                let is_plain = kind.glyph == '.' && ground.elevation == 0;
                if kind.glyph != '.' {
                    terrain.entry(terrain_sign(kind.glyph, "", self.ascii)).or_default().insert(&kind.name);
                }
                heights |= ground.elevation != 0;
                let height = if ground.elevation == 0 { String::new() } else { ground.elevation.to_string() };
                let sign = match lying.contains(cell) {
                    true => "&".to_owned(),
                    false => terrain_sign(kind.glyph, &height, self.ascii),
                };
                let (can_go, is_threatened) = (marks.reach.contains(cell), marks.threat.contains(cell));
                let sign = match (can_go, is_threatened) {
                    (true, true) if is_plain && sign == "." => "±".to_owned(),
                    (true, false) if is_plain && sign == "." => "+".to_owned(),
                    (false, true) if is_plain && sign == "." => "!".to_owned(),
                    _ => sign,
                };
                let style = match (can_go, is_threatened) {
                    (_, true) => BAD,
                    (true, false) => GOOD,
                    (false, false) => FAINT,
                };
                let sign = self.plain(&sign);
                let length = sign.chars().count();
                let before = if length >= CELL { "" } else { " " };
                let room = CELL.saturating_sub(before.len() + length);
                line += &format!("{before}{}{}", styled(style, sign), " ".repeat(room));
            }
            text += &format!("{:>labels$} {:pushed$}{line}{:behind$}{}\n", label(first), "", "", label(last));
        }
        let out_of_frame = view
            .figures
            .iter()
            .filter(|figure| !figure.out && figure.cells.first().is_some_and(|&cell| !frame.has(place(layout, cell))));
        let beyond: Vec<String> = out_of_frame
            .map(|figure| format!("{} at {},{}", figure.name, figure.cells[0].q, figure.cells[0].r))
            .collect();
        if !beyond.is_empty() {
            text += &fit(&format!("{}\n", styled(FAINT, format!("Beyond the frame: {}.", beyond.join(", ")))));
        }
        let mut legend = String::new();
        if explained {
            let mut signs = Vec::new();
            for (at, side) in sides.iter().enumerate() {
                let sample = self.tag("Ab", at);
                signs.push(format!("{} {side}", styled(SIDES[at % SIDES.len()], sample)));
            }
            signs.push("> who acts".to_owned());
            signs.push(self.plain("× out of the fight"));
            if view.figures.iter().any(|figure| figure.cells.len() > 1) {
                signs.push("_ another cell of who stands or lies in several".to_owned());
            }
            if view.figures.iter().any(|figure| figure.facing.is_some()) && self.ascii {
                signs.push("faces > E, ' NE, ` NW, < W, , SW, . SE".to_owned());
            }
            signs.push(format!("{} can go there", styled(GOOD, "+")));
            signs.push(format!("{} in reach of a foe", styled(BAD, "!")));
            signs.push(format!("{} both", styled(BAD, self.plain("±"))));
            if !lying.is_empty() {
                signs.push("& an item".to_owned());
            }
            let is_shared = |here: &Vec<&FigureView>| here.iter().filter(|figure| !figure.out).count() > 1;
            if figures.values().any(is_shared) {
                signs.push("* several in one place".to_owned());
            }
            let named = |(sign, names): (String, BTreeSet<&str>)| {
                format!("{sign} {}", names.into_iter().collect::<Vec<_>>().join(", "))
            };
            signs.extend(terrain.into_iter().map(named));
            if heights {
                signs.push("a number behind one is its height".to_owned());
            }
            legend = fit(&format!("{}\n", signs.join("; ")));
        }
        [text, legend]
    }

    /// The columns and rows of the map for which there is room.
    fn most(table: &dyn Table, view: &View, room: (usize, usize)) -> (i32, i32) {
        let (map, layout) = (table.field(), table.field().layout());
        let all = view.figures.iter().flat_map(|figure| figure.cells.iter().map(|&cell| place(layout, cell)));
        let all = Frame::around(all.chain(whole(layout, &map.bounds()).into_iter().flat_map(Frame::corners)));
        let labels = 2 * all.map_or(0, |all| labels(layout, all)) + if layout == Layout::Hex { 3 } else { 1 };
        ((room.0.saturating_sub(labels) / CELL).max(4) as i32, room.1.max(5) as i32)
    }

    /// The rows that the map takes if there is that room: all of a small one, else those of all who fight.
    pub(super) fn rows(&self, table: &dyn Table, room: (usize, usize)) -> usize {
        let view = table.view();
        self.frame(table, &view, Self::most(table, &view, room)).height as usize
    }

    /// The part of the map that is shown: all of it, if there is room; else as before, as long as who acts is in it and all
    /// are who were.
    fn frame(&self, table: &dyn Table, view: &View, most: (i32, i32)) -> Frame {
        let map = table.field();
        let (layout, bounds) = (map.layout(), map.bounds());
        let whole = whole(layout, &bounds);
        let up = || view.figures.iter().filter(|figure| !figure.out);
        let all = || up().flat_map(|figure| figure.cells.iter().map(|&cell| place(layout, cell)));
        let asked = up().find(|figure| Some(&figure.name) == view.asked.as_ref());
        let foes = || {
            let is_foe = |figure: &&FigureView| asked.is_some_and(|asked| asked.side != figure.side);
            up().filter(is_foe).filter_map(|figure| Some(place(layout, *figure.cells.first()?)))
        };
        let asked = asked.and_then(|figure| Some(place(layout, *figure.cells.first()?)));
        let fits = |frame: Frame| frame.width <= most.0 && frame.height <= most.1;
        // Somebody can have gone beyond the rows of an open map.
        if let Some(whole) = whole.filter(|whole| fits(*whole) && all().all(|place| whole.has(place))) {
            return whole;
        }
        let whole = whole.filter(|_| !map.is_open());
        let Some(wanted) = Frame::around(all()).or(whole) else {
            return Frame { left: 0, top: 0, width: LEAST.0, height: LEAST.1 };
        };
        if let Some(old) = self.frame.filter(|old| fits(*old)) {
            if old.has_all_of(wanted) {
                return old;
            }
            // It grows as far as there is room, so that it does not jump.
            let both = [old, wanted.widened(MARGIN)].map(Frame::corners);
            if let Some(both) = Frame::around(both.into_iter().flatten()).filter(|both| fits(*both)) {
                return both;
            }
            let sees_a_foe = foes().next().is_none() || foes().any(|foe| old.has(foe));
            let inner = old.widened(-MARGIN);
            if !fits(wanted) && sees_a_foe && asked.is_none_or(|asked| inner.has(asked)) {
                return old;
            }
        }
        let wide = wanted.widened(MARGIN);
        // Of a map with edges no more is shown than there is.
        let edges = whole.map_or(most, |whole| (whole.width.min(most.0), whole.height.min(most.1)));
        let size = (wide.width.max(LEAST.0).min(edges.0), wide.height.max(LEAST.1).min(edges.1));
        let at = |left: i32, top: i32| Frame { left, top, width: size.0, height: size.1 };
        let middle = (wanted.left + wanted.width / 2, wanted.top + wanted.height / 2);
        let frame = match (fits(wanted), asked) {
            // Who acts, the nearest foe, and as many others as there is room for.
            (false, Some(asked)) => {
                let far = |foe: (i32, i32)| (foe.0 - asked.0).abs().max((foe.1 - asked.1).abs());
                let nearest = foes().min_by_key(|&foe| far(foe));
                let worth = |frame: Frame| {
                    let seen = all().filter(|&place| frame.has(place)).count();
                    let inner = frame.widened(-1);
                    let stands_clear =
                        usize::from(inner.has(asked)) + usize::from(nearest.is_some_and(|it| inner.has(it)));
                    (nearest.is_some_and(|foe| frame.has(foe)), seen, stands_clear)
                };
                let ways = |asked: i32, size: i32| asked - size + 1..=asked;
                let all = ways(asked.1, size.1).flat_map(|top| ways(asked.0, size.0).map(move |left| at(left, top)));
                all.max_by_key(|&frame| worth(frame)).unwrap_or(at(asked.0, asked.1))
            }
            _ => at(middle.0 - size.0 / 2, middle.1 - size.1 / 2),
        };
        let (mut left, mut top) = (frame.left, frame.top);
        if let Some(whole) = whole {
            left = left.clamp(whole.left, (whole.left + whole.width - size.0).max(whole.left));
            top = top.clamp(whole.top, (whole.top + whole.height - size.1).max(whole.top));
        }
        at(left, top)
    }

    /// The letters of a figure as its side has them: those of the first side large, those of the second small, and so on, with
    /// a `'` before them from the third on.
    pub(super) fn tag(&self, tag: &str, side: usize) -> String {
        let cased = if side.is_multiple_of(2) { tag.to_uppercase() } else { tag.to_lowercase() };
        let has_case = tag.chars().any(char::is_alphabetic);
        if side > 1 || (side == 1 && !has_case) { format!("'{cased}") } else { cased }
    }

    /// The four columns of a cell in which somebody is.
    fn figure(&self, here: &[&FigureView], cell: Cell, sides: &[&str], asked: Option<&str>) -> String {
        let Some(figure) = here.first() else { return " ".repeat(CELL) };
        let side = sides.iter().position(|side| *side == figure.side).unwrap_or_default();
        let tag = self.tag(&figure.tag, side);
        let is_asked = asked == Some(figure.name.as_str());
        let shares = here.iter().skip(1).any(|other| !other.out);
        let sign = match figure.facing {
            _ if figure.out => self.plain("×"),
            _ if shares => "*".to_owned(),
            _ if figure.cells.first() != Some(&cell) => "_".to_owned(),
            Some(facing) => self.arrow(facing),
            None => String::new(),
        };
        let style = if figure.out { FAINT } else { SIDES[side % SIDES.len()] };
        let text: String = format!("{tag}{sign}").chars().take(CELL).collect();
        let mark = if is_asked { ">" } else { " " };
        let length = text.chars().count();
        // What is as wide as the cell has no room for a mark.
        let mark = if length >= CELL { "" } else { mark };
        let room = CELL.saturating_sub(length + mark.len());
        format!("{mark}{}{}", styled(style, text), " ".repeat(room))
    }

    fn arrow(&self, facing: Facing) -> String {
        if !self.ascii {
            return facing.arrow().to_string();
        }
        let sign = match facing.name() {
            "E" => ">",
            "NE" => "'",
            "N" => "^",
            "NW" => "`",
            "W" => "<",
            "SW" => ",",
            "S" => "v",
            _ => ".",
        };
        sign.to_owned()
    }

    fn plain(&self, text: &str) -> String {
        if self.ascii { ascii(text) } else { text.to_owned() }
    }
}

/// What stands on the map for a terrain of that height: no letter alone, since those are figures there.
fn terrain_sign(glyph: char, height: &str, ascii: bool) -> String {
    let sign = match glyph {
        'W' if !ascii => '≈',
        'T' if !ascii => '♣',
        't' if !ascii => 'π',
        'w' if !ascii => '≡',
        'o' if !ascii => '○',
        letter if letter.is_alphabetic() && height.len() + 3 <= CELL => return format!("({letter}{height})"),
        number if number.is_ascii_digit() && height.starts_with(number) => return height.to_owned(),
        sign => sign,
    };
    format!("{sign}{height}")
}

/// All of a map, unless it has no edge anywhere.
fn whole(layout: Layout, bounds: &affray_grid::Bounds) -> Option<Frame> {
    if bounds.is_empty() {
        return None;
    }
    let corners = [(0, 0), (bounds.width - 1, 0), (0, bounds.height - 1), (bounds.width - 1, bounds.height - 1)];
    Frame::around(corners.map(|(column, row)| place(layout, bounds.cell(column, row))))
}

/// A text for terminals that know nothing but ASCII.
pub(super) fn ascii(text: &str) -> String {
    let plain = |letter: char| match letter {
        '×' => 'x',
        '±' => '$',
        '→' => '>',
        '←' => '<',
        '↗' => '\'',
        '↖' => '`',
        '↘' => '.',
        '↙' => ',',
        '↑' => '^',
        '↓' => 'v',
        '–' | '—' => '-',
        '…' => '.',
        '█' | '▉' | '▊' | '▋' | '▌' | '▍' | '▎' | '▏' => '=',
        letter if letter.is_ascii() => letter,
        _ => '?',
    };
    text.chars().map(plain).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fight::{Hands, Wishes, sit_down};
    use crate::input::Inputs;
    use affray_session::{Command, DiceFrom};
    use std::path::Path;

    fn table(encounter: &str) -> Box<dyn Table + Send> {
        let wishes = Wishes { seed: 1, dice: DiceFrom::Drawn, by_hand: Hands::All, orders: Vec::new() };
        let path = Path::new(encounter);
        sit_down(path, &Inputs::of(path), wishes).unwrap_or_else(|failure| panic!("{failure:?}"))
    }

    /// The text without its colors.
    fn bare(text: &str) -> String {
        anstream::adapter::strip_str(text).to_string()
    }

    #[test]
    fn the_frame_stays_while_somebody_walks() {
        let mut table = table("duel");
        let mut board = Board::new(false);
        let labels = |text: &str| -> Vec<String> {
            text.lines().map(|line| line.trim_start().split(' ').next().unwrap_or_default().to_owned()).collect()
        };
        let first = bare(&board.draw(&*table, &Marks::default(), (80, 24), false).concat());
        for _ in 0..4 {
            table.act(Command::Choose { words: "1".to_owned(), allow: false }).unwrap();
            let next = bare(&board.draw(&*table, &Marks::default(), (80, 24), false).concat());
            assert_eq!(labels(&first), labels(&next));
            assert!(next.lines().all(|line| line.chars().count() <= 80), "{next}");
        }
    }

    #[test]
    fn who_acts_and_a_foe_are_in_the_frame_if_there_is_room_for_both() {
        for encounter in affray_games::encounters() {
            let table = table(encounter);
            let view = table.view();
            let Some(asked) = view.figures.iter().find(|figure| Some(&figure.name) == view.asked.as_ref()) else {
                continue;
            };
            for room in [(80, 8), (80, 14), (120, 24)] {
                let mut board = Board::new(false);
                let text = bare(&board.draw(&*table, &Marks::default(), room, false).concat());
                assert!(
                    text.lines().all(|line| line.chars().count() <= room.0 || line.starts_with("Beyond")),
                    "{text}"
                );
                assert!(
                    text.lines().filter(|line| !line.starts_with("Beyond")).count() <= room.1,
                    "{encounter}: {text}"
                );
                let layout = table.field().layout();
                let (frame, most) = (board.frame.unwrap(), Board::most(&*table, &view, room));
                let at = |figure: &FigureView| place(layout, figure.cells[0]);
                assert!(frame.has(at(asked)), "{encounter}: {text}");
                let foes = view.figures.iter().filter(|figure| figure.side != asked.side);
                let near = |foe: &&FigureView| Frame::around([at(asked), at(foe)]).unwrap();
                let has_room = |frame: Frame| frame.width <= most.0 && frame.height <= most.1;
                let near_foes: Vec<_> = foes.filter(|foe| has_room(near(foe))).collect();
                assert!(near_foes.is_empty() || near_foes.iter().any(|foe| frame.has(at(foe))), "{encounter}: {text}");
            }
        }
    }

    #[test]
    fn sides_differ_by_case_and_marks_by_signs() {
        let table = table("duel");
        let view = table.view();
        let mut board = Board::new(true);
        let text = bare(&board.draw(&*table, &Marks::of(&*table, &view), (80, 24), true).concat());
        assert!(text.is_ascii(), "{text}");
        assert!(text.contains(" S>") || text.contains(">S>"), "{text}");
        assert!(text.contains("v<"), "{text}");
        assert!(text.contains("AB The garrison; ab The fencing school; > who acts"), "{text}");
    }

    #[test]
    fn terrain_has_no_letters_and_who_acts_stands_over_the_others() {
        let table = table("bridge");
        let mut board = Board::new(true);
        let [map, legend] = board.draw(&*table, &Marks::default(), (80, 24), true).map(|text| bare(&text));
        assert!(map.contains(" (W) (W)") && legend.contains("(W) deep water"), "{map}{legend}");
        let [map, legend] = Board::new(false).draw(&*table, &Marks::default(), (80, 24), true).map(|text| bare(&text));
        assert!(map.contains(" ≈   ≈ ") && legend.contains("≈ deep water"), "{map}{legend}");
        // A lancer on its horse.
        let mut table = self::table("cavalry");
        table.ask_all(false).unwrap();
        let tag = loop {
            let view = table.view();
            let asked = view.figures.iter().find(|one| Some(&one.name) == view.asked.as_ref()).expect("somebody acts");
            if view.figures.iter().any(|one| one.name != asked.name && one.cells.first() == asked.cells.first()) {
                break asked.tag.to_uppercase();
            }
            let say = |words: &str| Command::Choose { words: words.to_owned(), allow: false };
            table.act(say("pass")).or_else(|_| table.act(say("1"))).unwrap();
        };
        let [map, legend] = board.draw(&*table, &Marks::default(), (80, 24), true).map(|text| bare(&text));
        assert!(map.contains(&format!(">{tag}*")), "{tag}: {map}");
        assert!(legend.contains("* several in one place"), "{legend}");
    }

    #[test]
    fn signs_of_terrain() {
        let sign = |glyph, height| [terrain_sign(glyph, height, false), terrain_sign(glyph, height, true)];
        assert_eq!(sign('W', ""), ["≈", "(W)"]);
        assert_eq!(sign('o', "-2"), ["○-2", "o-2"]);
        assert_eq!(sign('A', "2"), ["(A2)", "(A2)"]);
        assert_eq!(sign('3', "3"), ["3", "3"]);
        assert_eq!(sign('~', "1"), ["~1", "~1"]);
    }

    #[test]
    fn no_more_is_shown_of_a_map_with_edges_than_there_is() {
        let table = table("ogre-hunt");
        let [map, legend] = Board::new(true).draw(&*table, &Marks::default(), (80, 14), true).map(|text| bare(&text));
        assert_eq!(map.lines().filter(|line| !line.starts_with("Beyond")).count(), 10, "{map}");
        assert!(legend.contains("\" boulders, light cover; # wall; , rubble, difficult"), "{legend}");
    }
}
