//! Citations: which ids a Rust source or a case file names, and on which line.

use crate::ledger::parse_id;
use toml::de::{DeTable, DeValue};

/// An id in a case file.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Citation {
    /// The id, as written.
    pub id: String,
    /// The line, counted from 1.
    pub line: u32,
}

/// An id in a Rust source.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The id, as written.
    pub id: String,
    /// The line, counted from 1.
    pub line: u32,
    /// What stands there.
    pub role: Role,
    /// Among places of one role the lower number stands first. See [`in_source`].
    pub rank: u32,
    /// Whether it is a plain comment, which does not count as carrying a rule out.
    pub plain: bool,
    /// Whether it is `rule!(..)` in a roll, a sum or an event, whose words are told.
    pub told: bool,
    /// The line of the `fn` that it belongs to.
    pub function: Option<u32>,
    /// The item that a `use` there names: `affray_3d6::check::grade`.
    pub item: Option<String>,
}

/// What stands at a place that cites a rule. The order is that of an index: the place to edit comes first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    /// A function or a table: its doc comment begins with the id.
    Function,
    /// `rule!(..)` in a roll, a sum or an event.
    Code,
    /// A comment in a function, or further on in its doc comment.
    Comment,
    /// A refusal, or a function that judges a declaration.
    Refusal,
    /// A function that only shows or tells what was decided, or an event.
    Display,
    /// A comment of a type, a field or a module.
    Mention,
    /// Opponents, files and words.
    Side,
}

/// The ids that a Rust source cites, by line.
///
/// Read are `rule!("DF-045")` in code, an id of the ledger's prefix in backticks in a doc comment,
/// and any id in a plain comment. Not read are strings, examples in doc comments, the two ends of
/// a range in a doc comment (`` `DF-225` to `DF-234` ``) and everything below `#[cfg(test)]`: a
/// test is no place where a rule is carried out.
///
/// The roles follow from the text:
///
/// - The ids with which the doc comment of a `fn`, `const` or `static` begins make it a
///   [`Role::Function`]. Of several functions, one that also has `rule!(..)` with that id in a line
///   of a sum comes first, then one that has it anywhere, then one with `&mut` in its signature, since it rolls or changes
///   something, then one that names the id earlier in its doc comment.
/// - `rule!(..)` among the arguments of a call whose path has `refus` or `impossible` in it is a
///   [`Role::Refusal`]. So are `rule!(..)` and the first ids of the doc comment of a function whose
///   signature has `Refusal` in it; the function comes first.
/// - In a function whose name begins with `show_`, `tell_` or `describe_`, and in its doc comment, all but a refusal is a
///   [`Role::Display`].
/// - Any other `rule!(..)` is [`Role::Code`]. Any other comment is a [`Role::Comment`] if it stands
///   in a function or is the doc comment of one, else a [`Role::Mention`].
///
/// - The ids with which the doc comment of a `use` begins are a [`Role::Function`] at each [item](Place::item) that it names.
///
/// [`Role::Side`] depends on the folder, which only the caller knows.
pub fn in_source(prefix: &str, source: &str) -> Vec<Place> {
    let mut scan = Scan {
        prefix,
        text: source,
        at: 0,
        line: 1,
        found: Vec::new(),
        fenced: false,
        doc: None,
        calls: Vec::new(),
        functions: Vec::new(),
        body: None,
    };
    scan.run();
    scan.found.sort_by_key(|place| place.line);
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

/// A pass over Rust source that knows comments, strings, brackets, functions and nothing more.
struct Scan<'a> {
    prefix: &'a str,
    text: &'a str,
    at: usize,
    line: u32,
    found: Vec<Place>,
    /// Whether the doc comment is within a block of example code.
    fenced: bool,
    /// The doc comment whose item has not come yet.
    doc: Option<Doc>,
    /// The open parentheses.
    calls: Vec<Call>,
    /// The functions that the pass is in, the innermost last.
    functions: Vec<Function>,
    /// The function whose body begins at that offset.
    body: Option<(usize, Function)>,
}

/// The ids of a doc comment.
struct Doc {
    ids: Vec<DocId>,
    /// Whether the doc comment consists of ids so far.
    leading: bool,
    /// Whether `const` or `static` stands behind it.
    table: bool,
}

struct DocId {
    id: String,
    line: u32,
    leading: bool,
}

/// A function that the pass is in.
#[derive(Default)]
struct Function {
    /// The number of braces that are open outside of it.
    depth: usize,
    /// The line of the word `fn`.
    line: u32,
    /// Whether its signature has `Refusal` in it.
    judges: bool,
    /// Whether it shows or tells what was decided, as its name says.
    displays: bool,
    /// The first of the found places that stand for it, and how many they are.
    places: (usize, usize),
}

/// The rank of a function without `rule!(..)` in a sum.
const NOT_IN_SUM: u32 = 10_000;
/// The rank of a function without `rule!(..)`.
const NOT_IN_BODY: u32 = 1000;
/// The rank of a function without `&mut`.
const NOT_MUT: u32 = 100;

impl<'a> Scan<'a> {
    fn run(&mut self) {
        let mut depth = 0usize;
        // Depth of the braces outside of the test code that the pass is in.
        let mut test: Option<usize> = None;
        let mut test_announced = false;
        let mut brackets = 0usize;
        // Depth of the brackets outside of the attribute that the pass is in.
        let mut attribute: Option<usize> = None;
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
                b'#' if rest.starts_with(b"#[") => {
                    attribute = attribute.or(Some(brackets));
                    self.skip(1);
                }
                b'[' => {
                    brackets += 1;
                    self.skip(1);
                }
                b']' => {
                    brackets = brackets.saturating_sub(1);
                    attribute = attribute.filter(|&outside| outside < brackets);
                    self.skip(1);
                }
                b'(' => {
                    self.calls.push(call(&self.text[..self.at]));
                    self.skip(1);
                }
                b')' => {
                    self.calls.pop();
                    self.skip(1);
                }
                b'{' => {
                    if std::mem::take(&mut test_announced) {
                        test = Some(depth);
                    }
                    if let Some((_, function)) = self.body.take_if(|(at, _)| *at == self.at) {
                        self.functions.push(Function { depth, ..function });
                    }
                    depth += 1;
                    self.skip(1);
                }
                b'}' => {
                    self.end_doc();
                    depth = depth.saturating_sub(1);
                    if test == Some(depth) {
                        test = None;
                    }
                    if self.functions.last().is_some_and(|function| function.depth == depth) {
                        self.functions.pop();
                    }
                    self.skip(1);
                }
                b';' => {
                    test_announced = false;
                    self.skip(1);
                }
                _ if byte == b'_' || byte.is_ascii_alphanumeric() => self.word(test.is_some(), attribute.is_some()),
                _ => self.skip(1),
            }
        }
        self.end_doc();
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

    fn line_comment(&mut self, in_test: bool) {
        let rest = &self.text[self.at..];
        let comment = &rest[..rest.find('\n').unwrap_or(rest.len())];
        let doc = comment.starts_with("//!") || (comment.starts_with("///") && !comment.starts_with("////"));
        if doc {
            let inner = comment.starts_with("//!");
            self.doc_line(&comment[3..], self.line, inner, in_test);
        } else {
            self.plain_comment(comment, in_test);
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
            let inner = comment.starts_with("/*!");
            for (line, text) in (self.line..).zip(comment[3..].lines()) {
                self.doc_line(text.trim_start().trim_start_matches('*'), line, inner, in_test);
            }
        } else {
            self.plain_comment(comment, in_test);
        }
        self.skip(comment.len());
    }

    fn plain_comment(&mut self, comment: &str, in_test: bool) {
        if in_test {
            return;
        }
        let role = match self.functions.last() {
            None => Role::Mention,
            Some(function) if function.displays => Role::Display,
            Some(_) => Role::Comment,
        };
        let function = self.functions.last().map(|function| function.line);
        for (line, text) in (self.line..).zip(comment.lines()) {
            let place = |id: &str| Place { plain: true, function, ..place(id.to_owned(), line, role, 0) };
            self.found.extend(ids_within(self.prefix, text).map(place));
        }
    }

    /// A line of a doc comment: of what follows it, or an `inner` one of what it stands in.
    fn doc_line(&mut self, text: &str, line: u32, inner: bool, in_test: bool) {
        if text.trim_start().starts_with("```") {
            self.fenced = !self.fenced;
            return;
        }
        if self.fenced || in_test {
            return;
        }
        let (ids, all) = ids_in_doc(self.prefix, text);
        if inner {
            self.found.extend(ids.into_iter().map(|(id, _)| place(id, line, Role::Mention, 0)));
            return;
        }
        let doc = self.doc.get_or_insert(Doc { ids: Vec::new(), leading: true, table: false });
        let leading = doc.leading;
        doc.ids.extend(ids.into_iter().map(|(id, first)| DocId { id, line, leading: leading && first }));
        doc.leading &= all;
    }

    /// The doc comment belongs to something that carries out no rule.
    fn end_doc(&mut self) {
        let Some(doc) = self.doc.take() else { return };
        for (position, DocId { id, line, leading }) in (0..).zip(doc.ids) {
            let role = if leading && doc.table { Role::Function } else { Role::Mention };
            let rank = if role == Role::Function { NOT_IN_SUM + NOT_IN_BODY + NOT_MUT + position } else { 0 };
            self.found.push(place(id, line, role, rank));
        }
    }

    /// What follows the word `use` behind a doc comment: items that carry out the ids with which it begins.
    fn items(&mut self) {
        let rest = &self.text[self.at..];
        let path = rest[..rest.find(';').unwrap_or(0)].trim();
        let (module, names) = path.rsplit_once("::").unwrap_or_default();
        let names = names.trim_matches(['{', '}']).split(',').filter_map(|name| name.split_whitespace().next());
        let names: Vec<&str> = names.collect();
        for (position, DocId { id, line, leading }) in (0..).zip(self.doc.take().map_or(Vec::new(), |doc| doc.ids)) {
            if !leading || names.is_empty() {
                self.found.push(place(id, line, Role::Mention, 0));
                continue;
            }
            for name in &names {
                let item = Some(format!("{module}::{name}"));
                let rank = NOT_IN_SUM + NOT_IN_BODY + NOT_MUT + position;
                self.found.push(Place { item, ..place(id.clone(), line, Role::Function, rank) });
            }
        }
    }

    /// What follows the word `fn`: a name and a signature, or nothing of interest if it is a type.
    fn function(&mut self) {
        let rest = &self.text[self.at..];
        if !rest.trim_start().starts_with(|c: char| c == '_' || c.is_alphabetic()) {
            return;
        }
        let mut open = 0i32;
        let end = rest.find(|c: char| {
            open += i32::from("([".contains(c)) - i32::from(")]".contains(c));
            open == 0 && "{;".contains(c)
        });
        let Some(end) = end else { return };
        let signature = &rest[..end];
        let judges = signature.contains("Refusal");
        let displays = ["show_", "tell_", "describe_"].iter().any(|verb| signature.trim_start().starts_with(verb));
        let first = self.found.len();
        let base = NOT_IN_SUM + NOT_IN_BODY + if signature.contains("&mut") { 0 } else { NOT_MUT };
        for (position, DocId { id, line, leading }) in (0..).zip(self.doc.take().map_or(Vec::new(), |doc| doc.ids)) {
            let (role, rank) = match (leading, judges) {
                (true, true) => (Role::Refusal, 0),
                _ if displays => (Role::Display, 0),
                (true, false) => (Role::Function, base + position),
                (false, _) => (Role::Comment, 0),
            };
            self.found.push(Place { function: Some(self.line), ..place(id, line, role, rank) });
        }
        let places = (first, self.found.len() - first);
        self.body = Some((self.at + end, Function { depth: 0, line: self.line, judges, displays, places }));
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

    fn word(&mut self, in_test: bool, in_attribute: bool) {
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
        } else if word == "fn" {
            self.function();
            return;
        } else if word == "use" && !in_attribute && self.doc.is_some() {
            self.items();
            return;
        }
        if let Some(doc) = self.doc.as_mut().filter(|_| !in_attribute) {
            match word {
                "const" | "static" => doc.table = true,
                "pub" | "crate" | "super" | "in" | "async" | "unsafe" | "extern" => {}
                _ => self.end_doc(),
            }
        }
    }

    /// What follows the word `rule`: nothing of interest, or `!("DF-045")`.
    fn rule(&mut self, in_test: bool) {
        let rest = &self.text[self.at..];
        let id = rest.trim_start().strip_prefix('!').and_then(|rest| rest.trim_start().strip_prefix(['(', '[']));
        let Some(body) = id.and_then(|rest| rest.trim_start().strip_prefix('"')).filter(|_| !in_test) else { return };
        let before = &rest[..rest.len() - body.len()];
        let line = self.line + u32::try_from(before.matches('\n').count()).unwrap_or(0);
        self.cite(&body[..body.find('"').unwrap_or(body.len())], line);
    }

    /// `rule!(..)` with that id.
    fn cite(&mut self, id: &'a str, line: u32) {
        let function = self.functions.last();
        let refusal = function.is_some_and(|function| function.judges) || self.calls.contains(&Call::Refusal);
        let role = match function {
            _ if refusal => Role::Refusal,
            Some(function) if function.displays => Role::Display,
            _ => Role::Code,
        };
        for Function { places: (first, count), .. } in &self.functions {
            for place in &mut self.found[*first..first + count] {
                if place.id == id && place.role == Role::Function && !refusal {
                    let kept = if self.calls.contains(&Call::Sum) { 0 } else { place.rank / NOT_IN_SUM * NOT_IN_SUM };
                    place.rank = kept + place.rank % NOT_IN_BODY;
                }
            }
        }
        let function = function.map(|function| function.line);
        let place = place(id.to_owned(), line, role, refusal.into());
        self.found.push(Place { told: !refusal, function, ..place });
    }
}

/// A place in no function, and no plain comment.
const fn place(id: String, line: u32, role: Role, rank: u32) -> Place {
    Place { id, line, role, rank, plain: false, told: false, function: None, item: None }
}

/// What a call makes of `rule!(..)` among its arguments.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Call {
    /// A refusal.
    Refusal,
    /// A line of a sum.
    Sum,
    /// Something else.
    Other,
}

/// The call that opens behind this text.
fn call(before: &str) -> Call {
    let path = before.rsplit(|c: char| c != '_' && c != ':' && !c.is_alphanumeric()).next().unwrap_or_default();
    let path = path.to_ascii_lowercase();
    match path.rsplit(':').next() {
        _ if path.contains("refus") || path.contains("impossible") => Call::Refusal,
        Some("base" | "add" | "becomes" | "at_least" | "at_most") => Call::Sum,
        _ => Call::Other,
    }
}

/// The ids in backticks on a line of a doc comment, the two ends of a range excepted, each with
/// whether only ids stand before it; and whether nothing but ids stands on the line.
fn ids_in_doc(prefix: &str, text: &str) -> (Vec<(String, bool)>, bool) {
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
    let mut leading = true;
    for index in (1..pieces.len()).step_by(2) {
        leading &= ["", ","].contains(&pieces[index - 1].trim());
        let ranged = range(index + 1) || (index > 2 && range(index - 1));
        match id(index).filter(|_| !ranged) {
            Some(id) => found.push((id.to_owned(), leading)),
            None => leading = false,
        }
    }
    let all = leading && ["", ","].contains(&pieces[pieces.len() - 1].trim());
    (found, all)
}
