//! Citations: which ids a Rust source or a case file names, and on which line.

use crate::ledger::parse_id;
use toml::de::{DeTable, DeValue};

/// An id as it is named somewhere.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Citation {
    /// The id, as written.
    pub id: String,
    /// The line, counted from 1.
    pub line: u32,
}

/// The ids that a Rust source carries out.
///
/// Counted are `rule!("DF-045")` in code, and an id of the ledger's prefix in backticks in a doc
/// comment. Not counted are other comments, strings, examples in doc comments, the two ends of a
/// range (`` `DF-225` to `DF-234` ``) and whatever stands below `#[cfg(test)]`: a test is no
/// place where a rule is carried out.
pub fn in_source(prefix: &str, source: &str) -> Vec<Citation> {
    let mut scan = Scan { prefix, text: source, at: 0, line: 1, found: Vec::new(), fenced: false };
    scan.run();
    scan.found
}

/// The ids that a case file proves.
///
/// Looked at are `rules` (an array of ids), and every id within the strings `id`, `case` and
/// `proves`, at the top of the file and in each table `case`. What `rules` lists is a citation
/// even if it does not look like an id, so that a slip of the pen is noticed.
///
/// # Errors
/// The line and the message, if the file is no TOML.
pub fn in_case(prefix: &str, text: &str) -> Result<Vec<Citation>, (u32, String)> {
    let table = DeTable::parse(text).map_err(|error| {
        let line = error.span().map_or(1, |span| line_of(text, span.start));
        (line, error.message().to_owned())
    })?;
    let mut found = Vec::new();
    in_case_table(prefix, text, table.get_ref(), &mut found);
    Ok(found)
}

fn in_case_table(prefix: &str, text: &str, table: &DeTable<'_>, found: &mut Vec<Citation>) {
    for (key, value) in table {
        let key: &str = key.get_ref();
        let whole = key == "rules";
        if !whole && !["id", "case", "proves"].contains(&key) {
            continue;
        }
        let one = std::slice::from_ref(value);
        let values = match value.get_ref() {
            DeValue::Array(values) => &values[..],
            _ => one,
        };
        for value in values {
            let line = line_of(text, value.span().start);
            match value.get_ref() {
                DeValue::String(id) if whole => found.push(Citation { id: id.to_string(), line }),
                DeValue::String(words) => {
                    found.extend(ids_within(prefix, words).map(|id| Citation { id: id.to_owned(), line }));
                }
                DeValue::Table(case) if key == "case" => in_case_table(prefix, text, case, found),
                _ => {}
            }
        }
    }
}

/// The ids of a prefix that stand as words of their own in a text.
fn ids_within<'t>(prefix: &str, text: &'t str) -> impl Iterator<Item = &'t str> {
    text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '-')).filter_map(move |word| {
        // `DF-E33-parry` names the example `DF-E33`.
        let rest = word.strip_prefix(prefix)?.strip_prefix('-')?;
        let end = rest.find('-').unwrap_or(rest.len());
        let id = &word[..prefix.len() + 1 + end];
        parse_id(prefix, id).map(|_| id)
    })
}

fn line_of(text: &str, offset: usize) -> u32 {
    let before = &text.as_bytes()[..offset.min(text.len())];
    1 + u32::try_from(before.iter().filter(|&&b| b == b'\n').count()).unwrap_or(u32::MAX - 1)
}

/// A pass over Rust source that knows comments, strings, braces and nothing more.
struct Scan<'a> {
    prefix: &'a str,
    text: &'a str,
    at: usize,
    line: u32,
    found: Vec<Citation>,
    /// Whether the doc comment is within a block of example code.
    fenced: bool,
}

impl<'a> Scan<'a> {
    fn run(&mut self) {
        let mut depth = 0usize;
        // Depth of the braces outside of the test code that the pass is in.
        let mut test: Option<usize> = None;
        let mut test_announced = false;
        while let Some(byte) = self.byte(0) {
            let rest = &self.text.as_bytes()[self.at..];
            if rest.starts_with(b"//") {
                self.line_comment(test.is_some());
                continue;
            }
            if rest.starts_with(b"/*") {
                self.block_comment(test.is_some());
                continue;
            }
            if !byte.is_ascii_whitespace() {
                self.fenced = false;
            }
            match byte {
                b'"' => self.string(),
                b'\'' => self.quote(),
                b'#' if rest.starts_with(b"#[cfg(test)]") => {
                    test_announced |= test.is_none();
                    self.skip("#[cfg(test)]".len());
                }
                b'{' => {
                    if std::mem::take(&mut test_announced) {
                        test = Some(depth);
                    }
                    depth += 1;
                    self.skip(1);
                }
                b'}' => {
                    depth = depth.saturating_sub(1);
                    if test == Some(depth) {
                        test = None;
                    }
                    self.skip(1);
                }
                b';' => {
                    test_announced = false;
                    self.skip(1);
                }
                _ if byte == b'_' || byte.is_ascii_alphanumeric() => self.word(test.is_some()),
                _ => self.skip(1),
            }
        }
    }

    fn byte(&self, ahead: usize) -> Option<u8> {
        self.text.as_bytes().get(self.at + ahead).copied()
    }

    /// Goes on by some bytes and counts the lines among them.
    fn skip(&mut self, bytes: usize) {
        let end = (self.at + bytes).min(self.text.len());
        let lines = self.text.as_bytes()[self.at..end].iter().filter(|&&b| b == b'\n').count();
        self.line += u32::try_from(lines).unwrap_or(0);
        self.at = end;
    }

    fn skip_space(&mut self) {
        while self.byte(0).is_some_and(|b| b.is_ascii_whitespace()) {
            self.skip(1);
        }
    }

    fn line_comment(&mut self, in_test: bool) {
        let rest = &self.text[self.at..];
        let comment = &rest[..rest.find('\n').unwrap_or(rest.len())];
        let doc = comment.starts_with("//!") || (comment.starts_with("///") && !comment.starts_with("////"));
        if doc {
            self.doc_line(&comment[3..], self.line, in_test);
        }
        self.skip(comment.len());
    }

    fn block_comment(&mut self, in_test: bool) {
        let start = self.at;
        let mut depth = 0usize;
        let mut end = self.text.len();
        let bytes = self.text.as_bytes();
        let mut at = start;
        while at < bytes.len() {
            if bytes[at..].starts_with(b"/*") {
                depth += 1;
                at += 2;
            } else if bytes[at..].starts_with(b"*/") {
                depth -= 1;
                at += 2;
                if depth == 0 {
                    end = at;
                    break;
                }
            } else {
                at += 1;
            }
        }
        let comment = &self.text[start..end];
        let doc = comment.starts_with("/*!")
            || (comment.starts_with("/**") && !comment.starts_with("/***") && comment != "/**/");
        if doc {
            for (line, text) in (self.line..).zip(comment[3..].lines()) {
                self.doc_line(text.trim_start().trim_start_matches('*'), line, in_test);
            }
        }
        self.skip(comment.len());
    }

    fn doc_line(&mut self, text: &str, line: u32, in_test: bool) {
        if text.trim_start().starts_with("```") {
            self.fenced = !self.fenced;
        } else if !self.fenced && !in_test {
            self.found.extend(ids_in_doc(self.prefix, text).map(|id| Citation { id, line }));
        }
    }

    fn string(&mut self) {
        self.skip(1);
        while let Some(byte) = self.byte(0) {
            match byte {
                b'\\' => self.skip(2),
                b'"' => return self.skip(1),
                _ => self.skip(1),
            }
        }
    }

    /// A character, or a lifetime, which has no second quote.
    fn quote(&mut self) {
        let mut characters = self.text[self.at + 1..].chars();
        match characters.next() {
            Some('\\') => {
                self.skip(3);
                while let Some(byte) = self.byte(0) {
                    self.skip(1);
                    if byte == b'\'' {
                        return;
                    }
                }
            }
            Some(character) if characters.next() == Some('\'') => self.skip(2 + character.len_utf8()),
            _ => self.skip(1),
        }
    }

    fn word(&mut self, in_test: bool) {
        let rest = &self.text[self.at..];
        let length = rest.find(|c: char| c != '_' && !c.is_alphanumeric()).unwrap_or(rest.len());
        let word = &rest[..length];
        self.skip(length);
        if ["r", "br", "cr"].contains(&word) {
            let hashes = rest[length..].bytes().take_while(|&b| b == b'#').count();
            if self.byte(hashes) == Some(b'"') {
                let close = format!("\"{}", "#".repeat(hashes));
                let body = &rest[length + hashes + 1..];
                let end = body.find(&close).map_or(body.len(), |end| end + close.len());
                self.skip(hashes + 1 + end);
            }
        } else if word == "rule" {
            self.rule(in_test);
        }
    }

    /// What follows the word `rule`: nothing of interest, or `!("DF-045")`.
    fn rule(&mut self, in_test: bool) {
        self.skip_space();
        if self.byte(0) != Some(b'!') {
            return;
        }
        self.skip(1);
        self.skip_space();
        if !matches!(self.byte(0), Some(b'(' | b'[' | b'{')) {
            return;
        }
        // A brace is left to the count of braces.
        if self.byte(0) != Some(b'{') {
            self.skip(1);
            self.skip_space();
        }
        if self.byte(0) == Some(b'"') && !in_test {
            let body = &self.text[self.at + 1..];
            let id = &body[..body.find('"').unwrap_or(body.len())];
            self.found.push(Citation { id: id.to_owned(), line: self.line });
        }
    }
}

/// The ids in backticks on a line of a doc comment, the two ends of a range excepted.
fn ids_in_doc(prefix: &str, text: &str) -> impl Iterator<Item = String> {
    let pieces: Vec<&str> = text.split('`').collect();
    let id = |index: usize| {
        // What stands between an opening and a closing backtick has an odd index.
        let piece = *pieces.get(index).filter(|_| index + 1 < pieces.len())?;
        parse_id(prefix, piece).map(|_| piece)
    };
    let range = |index: usize| {
        let between = pieces.get(index).map_or("", |piece| piece.trim());
        ["to", "..", "..=", "-", "–", "until", "through"].contains(&between)
            && id(index - 1).is_some()
            && id(index + 1).is_some()
    };
    let mut found = Vec::new();
    for index in (1..pieces.len()).step_by(2) {
        let ranged = range(index + 1) || (2 < index && range(index - 1));
        if let Some(id) = id(index).filter(|_| !ranged) {
            found.push(id.to_owned());
        }
    }
    found.into_iter()
}
