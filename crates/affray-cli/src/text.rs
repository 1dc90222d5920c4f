//! Text for a terminal: widths, tables, bars, numbers.

use affray_grid::Drawing;
use anstyle::{AnsiColor, Style};
use std::io::IsTerminal as _;

/// What stands out.
pub(crate) const STRONG: Style = Style::new().bold();
/// What stands back.
pub(crate) const FAINT: Style = Style::new().dimmed();
/// What is well.
pub(crate) const GOOD: Style = AnsiColor::Green.on_default();
/// What is not.
pub(crate) const BAD: Style = AnsiColor::Red.on_default().bold();

/// Columns of the terminal, between 40 and 100; 100 where there is none.
pub(crate) fn width() -> usize {
    terminal_size::terminal_size().map_or(100, |(width, _)| usize::from(width.0).clamp(40, 100))
}

/// Columns of the terminal that standard output is, at least 40.
fn columns_of_terminal() -> Option<usize> {
    size_of_terminal().map(|(columns, _)| columns)
}

/// Columns and rows of the terminal that standard output is.
pub(crate) fn size_of_terminal() -> Option<(usize, usize)> {
    let size = terminal_size::terminal_size().filter(|_| std::io::stdout().is_terminal());
    size.map(|(width, height)| (usize::from(width.0).max(40), usize::from(height.0)))
}

/// A map for standard output: on a terminal as wide as that, elsewhere as wide as it is.
pub(crate) fn map(drawing: &Drawing) -> String {
    drawing.within(columns_of_terminal().unwrap_or(usize::MAX))
}

/// Lines for standard output: on a terminal those that are too long for it are broken at blanks, elsewhere they
/// stay as they are.
pub(crate) fn fit(text: &str) -> String {
    columns_of_terminal().map_or_else(|| text.to_owned(), |width| broken(text, width))
}

/// A line that leaves so many columns of the terminal free, with an ellipsis where something is left out.
pub(crate) fn cut(text: &str, free: usize) -> String {
    let room = columns_of_terminal().map_or(usize::MAX, |columns| columns.saturating_sub(free).max(20));
    if text.chars().count() <= room {
        return text.to_owned();
    }
    let short: String = text.chars().take(room - 1).collect();
    format!("{}…", short.trim_end_matches([' ', ',', ';']))
}

/// Lines of at most that many columns, broken at blanks; what is broken off stands a little further in.
fn broken(text: &str, width: usize) -> String {
    let mut out = String::new();
    for line in text.split_inclusive('\n') {
        if columns(line) <= width {
            out.push_str(line);
            continue;
        }
        let hanging = line.len() - line.trim_start_matches(' ').len() + 4;
        let (mut used, mut fresh) = (0, true);
        for word in line.split_inclusive(' ') {
            let room = columns(word.trim_end_matches(' '));
            if width < used + room && !fresh {
                out.truncate(out.trim_end_matches(' ').len());
                out.push('\n');
                out.push_str(&" ".repeat(hanging));
                used = hanging;
            }
            out.push_str(word);
            used += columns(word);
            fresh &= room == 0;
        }
    }
    out
}

/// How many columns a line takes: neither its break nor its colors take any.
fn columns(line: &str) -> usize {
    let mut inside = false;
    let shows = |letter: &char| {
        let hidden = inside || *letter == '\x1b';
        inside = hidden && *letter != 'm';
        !hidden && !letter.is_control()
    };
    line.chars().filter(shows).count()
}

/// A text with one style, without it where colors are off.
pub(crate) fn styled(style: Style, text: impl std::fmt::Display) -> String {
    format!("{style}{text}{style:#}")
}

/// How many of something: `1 case`, `2 cases`.
pub(crate) fn count(number: usize, one: &str) -> String {
    match number {
        1 => format!("1 {one}"),
        _ => format!("{number} {one}s"),
    }
}

/// Markdown of a ledger, its long lines broken at blanks and every line indented. Tables stay as
/// they are.
pub(crate) fn wrap(text: &str, indent: &str, width: usize) -> String {
    let mut out = String::new();
    for line in text.lines() {
        let bullet = line.len() - line.trim_start_matches([' ', '-', '*']).len();
        if line.starts_with('|') {
            out.push_str(indent);
            out.push_str(line);
            out.push('\n');
            continue;
        }
        let hanging = " ".repeat(bullet);
        let mut used = 0;
        out.push_str(indent);
        out.push_str(&line[..bullet]);
        used += indent.chars().count() + bullet;
        let mut first = true;
        for word in line[bullet..].split_whitespace() {
            let length = word.chars().count();
            if !first && width < used + 1 + length {
                out.push('\n');
                out.push_str(indent);
                out.push_str(&hanging);
                used = indent.chars().count() + bullet;
                first = true;
            }
            if !first {
                out.push(' ');
                used += 1;
            }
            out.push_str(word);
            used += length;
            first = false;
        }
        while out.ends_with(' ') {
            out.pop();
        }
        out.push('\n');
    }
    out
}

/// A chance in percent, with what is there shown as more than nothing and less than all.
pub(crate) fn percent(chance: f64) -> String {
    let text = format!("{:.2}%", chance * 100.0);
    match text.as_str() {
        "0.00%" if chance > 0.0 => String::from("<0.01%"),
        // A sum may miss 1 by its last bits.
        "100.00%" if chance < 1.0 - 1e-12 => String::from(">99.99%"),
        _ => text,
    }
}

/// A bar of eighths of blocks: `most` is as long as the room, and what is there shows.
pub(crate) fn bar(value: f64, most: f64, room: usize) -> String {
    if value <= 0.0 || most <= 0.0 {
        return String::new();
    }
    let eighths = ((value / most).min(1.0) * room as f64 * 8.0).round().max(1.0) as usize;
    let mut bar = "█".repeat(eighths / 8);
    bar.extend(['▏', '▎', '▍', '▌', '▋', '▊', '▉'].get((eighths % 8).wrapping_sub(1)));
    bar
}

/// A bar in a room for all from 0 to 1: full up to `low`, shaded from there to `high`.
pub(crate) fn span_bar(low: f64, high: f64, room: usize) -> String {
    let columns = |share: f64| (share.clamp(0.0, 1.0) * room as f64).round() as usize;
    let (full, end) = (columns(low), columns(high));
    // An interval shows, however narrow it is.
    let (full, end) = if full < end { (full, end) } else { (full.min(room - 1), full.min(room - 1) + 1) };
    format!("{}{}{}", "█".repeat(full), "▒".repeat(end - full), "·".repeat(room - end))
}

/// A table in columns: the first to the left, numbers to the right.
pub(crate) struct Table<const N: usize> {
    rows: Vec<[String; N]>,
}

impl<const N: usize> Table<N> {
    /// A table with these headings.
    pub(crate) fn new(headings: [&str; N]) -> Self {
        Self { rows: vec![headings.map(str::to_owned)] }
    }

    /// Adds a row.
    pub(crate) fn row(&mut self, row: [String; N]) {
        self.rows.push(row);
    }

    /// Writes it. Columns that begin with a digit are numbers. On a terminal that is too narrow for it, the columns
    /// that do not fit stand below, behind the first one again.
    pub(crate) fn write(&self, out: &mut impl std::io::Write) -> std::io::Result<()> {
        self.write_within(columns_of_terminal().unwrap_or(usize::MAX), out)
    }

    fn write_within(&self, room: usize, out: &mut impl std::io::Write) -> std::io::Result<()> {
        let widths: [usize; N] = std::array::from_fn(|column| {
            self.rows.iter().map(|row| row[column].chars().count()).max().unwrap_or_default()
        });
        let numbers: [bool; N] = std::array::from_fn(|column| {
            let number = |row: &[String; N]| row[column].starts_with(|c: char| c.is_ascii_digit() || "<>".contains(c));
            column > 0 && self.rows[1..].iter().all(number)
        });
        let mut from = 1;
        while from < N {
            let mut used = widths[0];
            let fits = |width: &usize| {
                used += 2 + width;
                used <= room
            };
            // One at least, however narrow it is.
            let to = (from + widths[from..].iter().copied().take_while(fits).count().max(1)).min(N);
            if from != 1 {
                writeln!(out)?;
            }
            for (at, row) in self.rows.iter().enumerate() {
                let cells = std::iter::once(0).chain(from..to).map(|column| {
                    let width = widths[column];
                    if numbers[column] { format!("{:>width$}", row[column]) } else { format!("{:width$}", row[column]) }
                });
                let line = cells.collect::<Vec<_>>().join("  ");
                let line = line.trim_end();
                if at == 0 { writeln!(out, "{}", styled(FAINT, line))? } else { writeln!(out, "{line}")? }
            }
            from = to;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_that_do_not_fit_go_on_below() {
        let mut table = Table::new(["", "side", "wins", "out"]);
        table.row(["Arn", "heroes", "12", "3"].map(str::to_owned));
        let within = |room| {
            let mut out = Vec::new();
            table.write_within(room, &mut out).unwrap();
            String::from_utf8(out).unwrap().replace("\x1b[2m", "").replace("\x1b[0m", "")
        };
        assert_eq!(within(80), "     side    wins  out\nArn  heroes    12    3\n");
        assert_eq!(within(12), "     side\nArn  heroes\n\n     wins\nArn    12\n\n     out\nArn    3\n");
        assert_eq!(within(15), "     side\nArn  heroes\n\n     wins  out\nArn    12    3\n");
    }

    #[test]
    fn long_lines_are_broken_at_blanks() {
        assert_eq!(broken("  one two three\n\nfour\n", 40), "  one two three\n\nfour\n");
        assert_eq!(broken("  one two three four\n", 11), "  one two\n      three\n      four\n");
        assert_eq!(broken("\x1b[1mone two\x1b[0m\n", 7), "\x1b[1mone two\x1b[0m\n");
        assert_eq!(broken("\x1b[1mone two\x1b[0m", 6), "\x1b[1mone\n    two\x1b[0m");
        // What has no blank stays whole.
        assert_eq!(broken("antidisestablishmentarianism", 9), "antidisestablishmentarianism");
    }

    #[test]
    fn long_lines_are_broken() {
        assert_eq!(wrap("one two three", "  ", 10), "  one two\n  three\n");
        assert_eq!(wrap("- one two three", "", 9), "- one two\n  three\n");
        assert_eq!(wrap("| a | table stays |\n\nend", "  ", 10), "  | a | table stays |\n\n  end\n");
        assert_eq!(wrap("averyverylongword x", "", 4), "averyverylongword\nx\n");
        assert_eq!(wrap("", "", 4), "");
    }

    #[test]
    fn chances_in_percent() {
        for (chance, text) in [
            (0.0, "0.00%"),
            (1e-9, "<0.01%"),
            (0.12345, "12.35%"),
            (0.999_999, ">99.99%"),
            (1.0 - 1e-15, "100.00%"),
            (1.0, "100.00%"),
        ] {
            assert_eq!(percent(chance), text);
        }
    }

    #[test]
    fn bars_with_intervals() {
        assert_eq!(span_bar(0.25, 0.75, 4), "█▒▒·");
        assert_eq!(span_bar(0.5, 0.51, 4), "██▒·");
        assert_eq!(span_bar(0.0, 0.0, 4), "▒···");
        assert_eq!(span_bar(1.0, 1.0, 4), "███▒");
    }

    #[test]
    fn bars() {
        assert_eq!(bar(0.0, 1.0, 4), "");
        assert_eq!(bar(1e-9, 1.0, 4), "▏");
        assert_eq!(bar(0.5, 1.0, 4), "██");
        assert_eq!(bar(0.4, 0.4, 3), "███");
        assert_eq!(bar(0.625, 1.0, 2), "█▎");
    }
}
