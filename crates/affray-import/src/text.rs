//! Pieces of TOML, as people like to read it.

/// A text in quotes, as TOML has it.
pub fn quoted(text: &str) -> String {
    let mut out = String::from('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            _ if c.is_control() => out.push(' '),
            _ => out.push(c),
        }
    }
    out.push('"');
    out
}

/// A key, in quotes where it needs them.
pub(crate) fn key(text: &str) -> String {
    let is_bare = !text.is_empty() && text.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_'));
    if is_bare { text.to_owned() } else { quoted(text) }
}

/// A number without needless zeros, of at most three decimals.
pub(crate) fn number(number: f64) -> String {
    let text = format!("{number:.3}");
    let short = text.trim_end_matches('0').trim_end_matches('.');
    if short == "-0" { "0".to_owned() } else { short.to_owned() }
}

/// A comment, broken into lines.
pub(crate) fn comment(text: &str) -> String {
    let mut out = String::new();
    let mut line = String::from("#");
    for word in text.split_whitespace() {
        if line.len() + word.len() > 108 {
            out += &line;
            out.push('\n');
            line = String::from("#");
        }
        line.push(' ');
        line += word;
    }
    out + &line + "\n"
}

/// What has no effect in a sheet, as a comment; empty if all has.
pub(crate) fn without_effect(notes: &[String]) -> String {
    let all = notes.join(", ");
    if all.is_empty() { all } else { comment(&format!("Without effect here: {}.", all.trim_end_matches('.'))) }
}

/// A list, on one line or, where it is long, an entry a line.
pub(crate) fn list(items: &[String]) -> String {
    let one: String = items.join(", ");
    if one.len() <= 96 {
        return format!("[{one}]");
    }
    let lines: String = items.iter().map(|item| format!("    {item},\n")).collect();
    format!("[\n{lines}]")
}

/// A table on one line: not every reader of TOML takes one that is broken.
pub(crate) fn inline(entries: &[String]) -> String {
    format!("{{ {} }}", entries.join(", "))
}

/// Names one after another: `a, b and c`.
pub(crate) fn names<T: AsRef<str>>(names: &[T]) -> String {
    let names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
    match names.as_slice() {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces() {
        assert_eq!(quoted("5'6\" \\ \u{7}"), "\"5'6\\\" \\\\  \"");
        assert_eq!((key("Axe/Mace"), key("Knife")), ("\"Axe/Mace\"".to_owned(), "Knife".to_owned()));
        assert_eq!((number(3.0), number(2.25), number(-0.0)), ("3".to_owned(), "2.25".to_owned(), "0".to_owned()));
        assert_eq!(names(&["a", "b", "c"]), "a, b and c");
        assert_eq!(comment("a b"), "# a b\n");
        let notes = ["Luck".to_owned(), "At Move 12.".to_owned()];
        assert_eq!(
            (without_effect(&notes).as_str(), without_effect(&[]).as_str()),
            ("# Without effect here: Luck, At Move 12.\n", "")
        );
    }
}
