//! Plots of a report as inline SVG. Whatever has to be read stands beside them as text, except for the letters on the map.

use affray_arena::{Details, Share};
use affray_grid::{Bounds, Cell, Ground, Layout};
use affray_session::catalog::Encounter;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::ops::RangeInclusive;

/// The colors of sides: those that people with any sight for colors tell apart.
const COLORS: [&str; 6] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#8a6d00", "#56b4e9"];

/// The color of a side.
pub(super) fn color(side: usize) -> &'static str {
    COLORS.get(side).copied().unwrap_or("#666")
}

/// A text that cannot be taken for anything else in HTML.
pub(super) fn escaped(text: &str) -> String {
    let mut out = String::new();
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            other => out.push(other),
        }
    }
    out
}

/// Opens a drawing that says what it shows to those who do not see it.
fn open(class: &str, size: &str, stretch: bool, label: &str) -> String {
    let stretch = if stretch { " preserveAspectRatio=\"none\"" } else { "" };
    let label = escaped(label);
    format!("<svg class=\"{class}\" viewBox=\"{size}\"{stretch} role=\"img\" aria-label=\"{label}\">")
}

/// A bar from 0 to a share, with its interval.
pub(super) fn share_bar(share: &Share, color: &str, label: &str) -> String {
    let [at, low, high] = [share.share, share.low, share.high].map(|share| share * 100.0);
    let width = (high - low).max(0.4);
    let low = low.min(100.0 - width);
    format!(
        "{}<rect width=\"100\" height=\"12\" fill=\"#e8e8e8\"/><rect width=\"{at:.2}\" height=\"12\" fill=\"{color}\"/>\
         <rect x=\"{low:.2}\" y=\"4\" width=\"{width:.2}\" height=\"4\" fill=\"#111\" stroke=\"#fff\" stroke-width=\"0.5\" \
         vector-effect=\"non-scaling-stroke\"/></svg>",
        open("bar", "0 0 100 12", true, label)
    )
}

/// A bar of the shares of fights in which somebody is dead, down, or fled.
pub(super) fn fate_bar(dead: f64, down: f64, fled: f64, color: &str, label: &str) -> String {
    let [dead, down, fled] = [dead, down, fled].map(|share| share * 100.0);
    format!(
        "{}<rect width=\"100\" height=\"12\" fill=\"#e8e8e8\"/><rect width=\"{dead:.2}\" height=\"12\" fill=\"{color}\"/>\
         <rect x=\"{dead:.2}\" width=\"{down:.2}\" height=\"12\" fill=\"{color}\" opacity=\"0.45\"/>\
         <rect x=\"{:.2}\" width=\"{fled:.2}\" height=\"12\" fill=\"#fff\"/>\
         <rect x=\"{:.2}\" y=\"5\" width=\"{fled:.2}\" height=\"2\" fill=\"{color}\"/></svg>",
        open("bar", "0 0 100 12", true, label),
        dead + down,
        dead + down
    )
}

/// A bar of HP: the middle half of the fights as a box, the mean as a line.
pub(super) fn hp_bar([low, mean, high]: [f64; 3], most: f64, color: &str, label: &str) -> String {
    let [low, mean, high] = [low, mean, high].map(|hp| 100.0 * hp / most.max(1.0));
    // A box without a width shows, at the end too.
    let (width, low) = ((high - low).max(0.8), low.min(99.2));
    format!(
        "{}<rect y=\"5\" width=\"100\" height=\"2\" fill=\"#ddd\"/>\
         <rect x=\"{low:.2}\" y=\"1\" width=\"{:.2}\" height=\"10\" fill=\"{color}\" opacity=\"0.45\"/>\
         <rect x=\"{:.2}\" width=\"0.8\" height=\"12\" fill=\"#111\"/></svg>",
        open("bar", "0 0 100 12", true, label),
        width,
        (mean - 0.4).clamp(0.0, 99.2)
    )
}

/// Bars of a plot of lengths at the most.
const MOST_BARS: usize = 64;

/// How many fights took how long; how many rounds each bar stands for, and with which the last one begins.
pub(super) fn lengths(lengths: &[u64], marks: &[(u64, &str)], label: &str) -> (String, usize, usize) {
    let used = lengths.iter().rposition(|fights| *fights > 0).map_or(1, |last| last + 1);
    let first = lengths.iter().position(|fights| *fights > 0).unwrap_or(0);
    let first = if first < used / 3 { 0 } else { first };
    let each = (used - first).div_ceil(MOST_BARS);
    let bars: Vec<u64> =
        lengths[first.min(lengths.len())..used.min(lengths.len())].chunks(each).map(|bar| bar.iter().sum()).collect();
    let (number, most) = (bars.len().max(1) as f64, bars.iter().copied().max().unwrap_or(0).max(1) as f64);
    let mut out = open("histogram", &format!("0 0 {number} 100"), true, label);
    for (at, fights) in bars.iter().enumerate() {
        let height = 100.0 * *fights as f64 / most;
        let _ = write!(
            out,
            "<rect x=\"{:.2}\" y=\"{:.2}\" width=\"0.9\" height=\"{height:.2}\" fill=\"#4a5568\"/>",
            at as f64 + 0.05,
            100.0 - height
        );
    }
    for (rounds, color) in marks {
        let at = ((*rounds as f64 - first as f64) / each as f64).floor().clamp(0.0, number - 1.0) + 0.5;
        let _ = write!(
            out,
            "<line x1=\"{at}\" x2=\"{at}\" y1=\"0\" y2=\"100\" stroke=\"{color}\" stroke-width=\"2\" \
             vector-effect=\"non-scaling-stroke\"/>"
        );
    }
    out.push_str("</svg>");
    (out, each, first)
}

/// Cells of which each is drawn; of larger maps only those that are not open ground.
const MOST_CELLS: usize = 3000;

/// The height of a row of hexes, the distance of their middles being 1.
const ROW: f64 = 0.866;

/// Where the middle of a cell is drawn.
fn middle(layout: Layout, cell: Cell) -> (f64, f64) {
    match layout {
        Layout::Hex => (f64::from(cell.q) + f64::from(cell.r) / 2.0, f64::from(cell.r) * ROW),
        Layout::Square => (f64::from(cell.q), f64::from(cell.r)),
    }
}

/// The outline of a cell.
fn outline(layout: Layout, cell: Cell) -> String {
    let (x, y) = middle(layout, cell);
    match layout {
        Layout::Hex => format!("M{:.2} {:.2}l.5 .29v.577l-.5 .29l-.5 -.29v-.577z", x, y - 0.577),
        Layout::Square => format!("M{} {}h1v1h-1z", x - 0.5, y - 0.5),
    }
}

/// What a cell is like, as far as the map of a report tells: the color, and the words for it.
pub(super) const GROUNDS: [(&str, &str); 4] = [
    ("#5b5650", "nobody can enter"),
    ("#b9d3b4", "blocks or hinders sight"),
    ("#e3d6b8", "hard to cross, or cover"),
    ("#efe9f5", "higher or lower"),
];

fn ground_color(ground: &Ground) -> Option<usize> {
    if ground.impassable {
        Some(0)
    } else if ground.is_screen() {
        Some(1)
    } else if ground.extra_cost_half > 0 || ground.footing.is_some() || ground.cover {
        Some(2)
    } else {
        (ground.elevation != 0).then_some(3)
    }
}

/// A map with those who fell on it.
pub(super) struct Fallen {
    /// The drawing.
    pub(super) drawing: String,
    /// The grounds that are on it, as places in [`GROUNDS`].
    pub(super) grounds: Vec<usize>,
    /// How many of one side fell where most did, in a fight.
    pub(super) most: f64,
}

/// The range of places, each with its number, that leaves out a fiftieth at each end.
fn trimmed(mut places: Vec<(i32, u64)>) -> RangeInclusive<i32> {
    places.sort_unstable();
    let out = places.iter().map(|(_, number)| number).sum::<u64>() / 50;
    let end = |places: &mut dyn Iterator<Item = &(i32, u64)>| {
        let mut so_far = 0;
        let mut beyond = places.skip_while(|(_, number)| {
            so_far += number;
            so_far <= out
        });
        beyond.next().map_or(0, |(place, _)| *place)
    };
    end(&mut places.iter())..=end(&mut places.iter().rev())
}

/// Where everybody began, and where those lay who fell; nothing if nobody did.
pub(super) fn fallen(encounter: &dyn Encounter, details: &Details, fights: u64) -> Option<Fallen> {
    let (map, figures, places) = (encounter.map(), encounter.figures(), encounter.places());
    let layout = map.layout();
    // By row and column and side, how many fell there.
    let mut fell: BTreeMap<(i16, i16, u8), u64> = BTreeMap::new();
    for (figure, cells) in figures.iter().zip(&details.fell) {
        for (&(r, q), number) in cells {
            *fell.entry((r, q, figure.side)).or_default() += number;
        }
    }
    let mut fell: Vec<((i16, i16, u8), u64)> = fell.into_iter().collect();
    fell.sort_by_key(|(_, number)| std::cmp::Reverse(*number));
    let most = fell.first()?.1;
    let cell = |&((r, q, _), _): &((i16, i16, u8), u64)| Cell { q, r };
    // The few who fell far away do not widen the map.
    let across = trimmed(fell.iter().map(|at| ((2.0 * middle(layout, cell(at)).0) as i32, at.1)).collect());
    let down = trimmed(fell.iter().map(|at| (i32::from(cell(at).r), at.1)).collect());
    let is_near =
        |at: &Cell| across.contains(&((2.0 * middle(layout, *at).0) as i32)) && down.contains(&i32::from(at.r));
    let near = fell.iter().map(cell).filter(is_near);
    let shown: Vec<Cell> = places.iter().flatten().copied().chain(near).collect();
    let bounds = Bounds::around(layout, shown, 1)?;
    let mut grounds = Vec::new();
    let mut by_ground: [String; 5] = Default::default();
    if bounds.len() <= 200 * MOST_CELLS {
        for cell in bounds.cells() {
            let Some(ground) = map.ground(cell) else { continue };
            match ground_color(ground) {
                Some(kind) => {
                    by_ground[kind] += &outline(layout, cell);
                    if !grounds.contains(&kind) {
                        grounds.push(kind);
                    }
                }
                None if bounds.len() <= MOST_CELLS => by_ground[4] += &outline(layout, cell),
                None => {}
            }
        }
    }
    grounds.sort_unstable();
    let corner = middle(layout, bounds.origin);
    let (width, height) = match layout {
        Layout::Hex => (f64::from(bounds.width) + 0.5, f64::from(bounds.height) * ROW + 0.3),
        Layout::Square => (f64::from(bounds.width), f64::from(bounds.height)),
    };
    let size = format!(
        "{:.2} {:.2} {width:.2} {height:.2}",
        corner.0 - 0.5,
        corner.1 - if layout == Layout::Hex { 0.58 } else { 0.5 }
    );
    let mut out = open("map", &size, false, "The map with those who fell; the letters are where everybody began");
    for (kind, path) in by_ground.iter().enumerate().filter(|(_, path)| !path.is_empty()) {
        let fill = GROUNDS.get(kind).map_or("#fff", |(color, _)| color);
        let _ = write!(out, "<path d=\"{path}\" fill=\"{fill}\" stroke=\"#ccc\" stroke-width=\"0.03\"/>");
    }
    for (at, number) in fell.iter().filter(|at| bounds.contains(cell(at))).map(|at| (at, at.1)) {
        let (x, y) = middle(layout, cell(at));
        let radius = 0.48 * (number as f64 / most as f64).sqrt();
        if radius >= 0.02 {
            let color = color(usize::from(at.0.2));
            let _ =
                write!(out, "<circle cx=\"{x:.2}\" cy=\"{y:.2}\" r=\"{radius:.3}\" fill=\"{color}\" opacity=\"0.8\"/>");
        }
    }
    for ((figure, place), letters) in figures.iter().zip(places).zip(encounter.tags()) {
        let Some(place) = place else { continue };
        let ((x, y), color) = (middle(layout, place), color(usize::from(figure.side)));
        let (name, letters) = (escaped(&figure.name), escaped(&letters));
        let _ = write!(
            out,
            "<g><title>{name}</title><circle cx=\"{x:.2}\" cy=\"{y:.2}\" r=\"0.4\" fill=\"#fff\" fill-opacity=\"0.85\" stroke=\"{color}\" \
             stroke-width=\"0.08\"/><text x=\"{x:.2}\" y=\"{:.2}\" font-size=\"{}\" text-anchor=\"middle\" fill=\"#111\">{letters}</text></g>",
            y + 0.16,
            if letters.chars().count() < 3 { 0.46 } else { 0.32 }
        );
    }
    out.push_str("</svg>");
    Some(Fallen { drawing: out, grounds, most: most as f64 / fights.max(1) as f64 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_text() {
        assert_eq!(escaped("<b onclick='x'>&\"Arn\""), "&lt;b onclick=&#39;x&#39;&gt;&amp;&quot;Arn&quot;");
    }

    #[test]
    fn the_few_far_away_are_left_out() {
        assert_eq!(trimmed(vec![(-40, 1), (3, 50), (1, 48), (90, 1)]), 1..=3);
        assert_eq!(trimmed(vec![(7, 1)]), 7..=7);
    }

    #[test]
    fn a_bar_for_each_length_or_for_several() {
        let (plot, each, first) = lengths(&[0, 3, 1, 0], &[], "");
        assert_eq!((plot.matches("<rect").count(), each, first), (2, 1, 1));
        let (plot, each, first) = lengths(&[1; 256], &[(5, "#111")], "");
        assert_eq!((plot.matches("<rect").count(), plot.matches("<line").count(), each, first), (64, 1, 4, 0));
        // Nothing was fought.
        assert_eq!(lengths(&[], &[], "").1, 1);
    }
}
