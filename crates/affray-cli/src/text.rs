//! Text for a terminal: widths, tables, bars, numbers.

use anstyle::{AnsiColor, Style};

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

/// Whether standard output is a terminal.
#[allow(dead_code, reason = "faces that differ there")]
pub(crate) fn on_terminal() -> bool {
    std::io::IsTerminal::is_terminal(&std::io::stdout())
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_broken() {
        assert_eq!(wrap("one two three", "  ", 10), "  one two\n  three\n");
        assert_eq!(wrap("- one two three", "", 9), "- one two\n  three\n");
        assert_eq!(wrap("| a | table stays |\n\nend", "  ", 10), "  | a | table stays |\n\n  end\n");
        assert_eq!(wrap("averyverylongword x", "", 4), "averyverylongword\nx\n");
        assert_eq!(wrap("", "", 4), "");
    }
}
