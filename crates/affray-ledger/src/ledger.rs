//! The Markdown of a ledger, read line by line.

use std::collections::{BTreeMap, HashMap};
use std::fmt;

/// What an entry of a ledger is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// A rule of the game: `DF-045`.
    Rule,
    /// A decision where the game is silent or unclear: `DF-R12`.
    Ruling,
    /// A worked example: `DF-E33`.
    Example,
    /// A point at which somebody is asked: `DF-D04`, numbered as in its part of the ledger.
    Decision,
    /// An input that has to be refused: `DF-I07`, numbered as in its part of the ledger, or
    /// `G4-X07` where the ledger itself gives the id.
    Invalid,
}

impl Kind {
    /// The kind of an id by the letter before its number, if there is such a kind.
    pub fn of_letter(letter: Option<char>) -> Option<Self> {
        match letter {
            None => Some(Self::Rule),
            Some('R') => Some(Self::Ruling),
            Some('E') => Some(Self::Example),
            Some('D') => Some(Self::Decision),
            Some('I' | 'X') => Some(Self::Invalid),
            Some(_) => None,
        }
    }
}

/// One entry of a ledger.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The id, such as `DF-045`.
    pub id: String,
    /// What the entry is, by its id.
    pub kind: Kind,
    /// The title in bold, without its full stop; empty if the ledger gives none.
    pub title: String,
    /// In which words a line that the rule gives in a sum is told: those in braces behind the title
    /// (`**Effective score.** {skill}`), or else the title itself, a plain word written small; empty where the
    /// ledger gives neither.
    pub words: String,
    /// The headings above the entry, outermost first, joined by ` / `. The part of the ledger
    /// (`2. Rules`) is left out where a heading below it says more.
    pub section: String,
    /// The marks behind the title, in their order: `core`, `fact`, `named`, `optional`, a source's number.
    pub marks: Vec<String>,
    /// The Markdown of the entry behind its marks, with the tables and paragraphs that follow.
    pub text: String,
    /// The line of the ledger on which the entry begins, counted from 1.
    pub line: u32,
}

/// A fault of a ledger: what cannot be read, or an id that stands twice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// The line, counted from 1.
    pub line: u32,
    /// What is wrong, in a sentence without a full stop.
    pub message: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for Problem {}

/// A ledger: every entry, in the order of the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ledger {
    /// The letters and digits before the hyphen of every id: `DF`.
    pub prefix: String,
    /// The entries, in the order of the file. No id stands twice.
    pub entries: Vec<Entry>,
    by_id: HashMap<String, usize>,
}

impl Ledger {
    /// Reads a ledger. All problems are reported, not only the first.
    pub fn parse(text: &str) -> Result<Self, Vec<Problem>> {
        let Some(prefix) = text.lines().find_map(|line| Some(leading_id(line)?.prefix)) else {
            return Err(vec![Problem { line: 1, message: "the ledger has no entry".to_owned() }]);
        };
        let mut reader = Reader::new(prefix);
        for (number, line) in (1..).zip(text.lines()) {
            reader.line(number, line);
        }
        reader.finish()
    }

    /// The entry of an id, exactly as the ledger writes it.
    pub fn get(&self, id: &str) -> Option<&Entry> {
        self.by_id.get(id).map(|&index| &self.entries[index])
    }

    /// How many entries there are of a kind.
    pub fn count(&self, kind: Kind) -> usize {
        self.entries.iter().filter(|entry| entry.kind == kind).count()
    }
}

/// The part of a ledger in which plain numbered lines are entries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    Decisions,
    Invalid,
    Other,
}

struct Reader<'a> {
    prefix: &'a str,
    entries: Vec<Entry>,
    problems: Vec<Problem>,
    /// Level and text of the headings above the present line, the document's own title excepted.
    headings: Vec<(usize, &'a str)>,
    /// The level of the headings that begin a part, once one was seen.
    part_level: Option<usize>,
    titled: bool,
    part: Part,
    /// A line in bold that stands for a heading below the smallest heading.
    group: Option<&'a str>,
    /// Whether lines still belong to the last entry.
    open: bool,
    fenced: bool,
}

impl<'a> Reader<'a> {
    fn new(prefix: &'a str) -> Self {
        Self {
            prefix,
            entries: Vec::new(),
            problems: Vec::new(),
            headings: Vec::new(),
            part_level: None,
            titled: false,
            part: Part::Other,
            group: None,
            open: false,
            fenced: false,
        }
    }

    fn line(&mut self, number: u32, line: &'a str) {
        if line.trim_start().starts_with("```") {
            self.fenced = !self.fenced;
            self.continue_entry(line);
        } else if self.fenced {
            self.continue_entry(line);
        } else if let Some((level, heading)) = heading(line) {
            self.heading(level, heading);
        } else if line.trim_end() == "---" {
            self.open = false;
        } else if let Some(id) = leading_id(line) {
            self.entry(number, &id);
        } else if let Some(group) = group(line) {
            self.group = Some(group);
            self.open = false;
        } else if !self.numbered(number, line) {
            self.continue_entry(line);
        }
    }

    fn heading(&mut self, level: usize, heading: &'a str) {
        self.open = false;
        self.group = None;
        // The first heading of the file is its title, unless it already is a numbered part.
        if !self.titled && !heading.starts_with(|c: char| c.is_ascii_digit()) {
            self.titled = true;
            return;
        }
        self.titled = true;
        let part_level = *self.part_level.get_or_insert(level);
        if level <= part_level {
            let lower = heading.to_lowercase();
            self.part = if lower.contains("decision points") {
                Part::Decisions
            } else if lower.contains("invalid input") {
                Part::Invalid
            } else {
                Part::Other
            };
        }
        self.headings.retain(|&(above, _)| above < level);
        self.headings.push((level, heading));
    }

    fn section(&self) -> String {
        let mut parts: Vec<&str> = self.headings.iter().map(|&(_, heading)| heading).collect();
        parts.extend(self.group);
        if parts.len() > 1 {
            parts.remove(0);
        }
        parts.join(" / ")
    }

    fn entry(&mut self, number: u32, found: &LeadingId<'a>) {
        if found.prefix != self.prefix {
            let message = format!("`{}` does not begin with {}-", found.id, self.prefix);
            self.problem(number, message);
        }
        let kind = parse_id(self.prefix, found.id).map(|(kind, _)| kind);
        let Some(kind) = kind else {
            if found.prefix == self.prefix {
                self.problem(number, format!("`{}` is no id of a kind known here", found.id));
            }
            self.open = false;
            return;
        };
        let (title, rest) = title(found.rest.trim());
        let (words, rest) = words(&title, &rest);
        let (marks, text) = marks(rest.into());
        let (id, section, text) = (found.id.to_owned(), self.section(), text.into_owned());
        self.push(Entry { id, kind, title, words, section, marks, text, line: number });
    }

    /// Reads the entries that only have a number: decision points and invalid inputs.
    fn numbered(&mut self, number: u32, line: &str) -> bool {
        let mut is_row = false;
        let (letter, kind) = match self.part {
            Part::Decisions => ('D', Kind::Decision),
            Part::Invalid => ('I', Kind::Invalid),
            Part::Other => return false,
        };
        let (id, text) = if let Some((count, text)) = list_item(line) {
            (format!("{}-{letter}{count:02}", self.prefix), text.to_owned())
        } else if let Some(cells) = row(line).filter(|_| kind == Kind::Invalid) {
            let first = cells[0].trim_matches('`');
            let id = match first.parse::<u32>() {
                Ok(count) => format!("{}-{letter}{count:02}", self.prefix),
                Err(_) if parse_id(self.prefix, first).is_some_and(|(k, _)| k == kind) => first.to_owned(),
                Err(_) => return false,
            };
            let text = match &cells[1..] {
                [input] => (*input).to_owned(),
                [input, rest @ ..] => format!("{input} ({})", rest.join("; ")),
                [] => return false,
            };
            is_row = true;
            (id, text)
        } else {
            return false;
        };
        let (title, text) = title(&text);
        let (words, section, text) = (String::new(), self.section(), text.into_owned());
        self.push(Entry { id, kind, title, words, section, marks: Vec::new(), text, line: number });
        // A paragraph below a table belongs to the table, not to its last row.
        self.open = !is_row;
        true
    }

    fn push(&mut self, entry: Entry) {
        self.entries.push(entry);
        self.open = true;
    }

    fn continue_entry(&mut self, line: &str) {
        if let Some(entry) = self.entries.last_mut().filter(|_| self.open) {
            entry.text.push('\n');
            entry.text.push_str(line.trim_end());
        }
    }

    fn problem(&mut self, line: u32, message: String) {
        self.problems.push(Problem { line, message });
    }

    fn finish(mut self) -> Result<Ledger, Vec<Problem>> {
        let mut numbers: BTreeMap<(Kind, u32), u32> = BTreeMap::new();
        let mut by_id = HashMap::new();
        for index in 0..self.entries.len() {
            let entry = &mut self.entries[index];
            entry.text = entry.text.trim().to_owned();
            let (line, kind) = (entry.line, entry.kind);
            if entry.text.is_empty() && entry.title.is_empty() {
                let message = format!("`{}` says nothing", entry.id);
                self.problems.push(Problem { line, message });
            }
            by_id.insert(entry.id.clone(), index);
            // `DF-45` and `DF-045` are one number, and whoever looks one up would get either.
            let key = (kind, parse_id(self.prefix, &entry.id).map_or(0, |(_, number)| number));
            if let Some(first) = numbers.insert(key, line) {
                let message = format!("`{}` stands twice, first on line {first}", entry.id);
                self.problems.push(Problem { line, message });
            }
        }
        if !self.problems.is_empty() {
            self.problems.sort_by_key(|problem| problem.line);
            return Err(self.problems);
        }
        Ok(Ledger { prefix: self.prefix.to_owned(), entries: self.entries, by_id })
    }
}

/// The kind and the number of an id that has this prefix.
pub(crate) fn parse_id(prefix: &str, id: &str) -> Option<(Kind, u32)> {
    let rest = id.strip_prefix(prefix)?.strip_prefix('-')?;
    let letter = rest.chars().next().filter(char::is_ascii_uppercase);
    let digits = if letter.is_some() { &rest[1..] } else { rest };
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    Some((Kind::of_letter(letter)?, digits.parse().ok()?))
}

struct LeadingId<'a> {
    id: &'a str,
    prefix: &'a str,
    rest: &'a str,
}

/// An id in backticks at the beginning of a line, perhaps behind a list's hyphen.
fn leading_id(line: &str) -> Option<LeadingId<'_>> {
    let line = line.strip_prefix("- ").or_else(|| line.strip_prefix("* ")).unwrap_or(line);
    let (id, rest) = line.strip_prefix('`')?.split_once('`')?;
    let (prefix, number) = id.split_once('-')?;
    let named = (1..=6).contains(&prefix.len())
        && prefix.starts_with(|c: char| c.is_ascii_uppercase())
        && prefix.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit());
    let numbered = number.bytes().any(|b| b.is_ascii_digit());
    (named && numbered).then_some(LeadingId { id, prefix, rest })
}

fn heading(line: &str) -> Option<(usize, &str)> {
    let level = line.bytes().take_while(|&b| b == b'#').count();
    let text = line[level..].strip_prefix(' ')?;
    (1..=6).contains(&level).then_some((level, text.trim()))
}

/// A line in bold that heads the entries below it: `**Ready**`, `**Wait** (see below)`.
fn group(line: &str) -> Option<&str> {
    let (bold, rest) = line.strip_prefix("**")?.split_once("**")?;
    let ends = bold.ends_with(['.', ':']) || rest.starts_with(':');
    (!ends && rest.len() <= 100).then(|| bold.trim_start_matches('[').trim_end_matches(']'))
}

/// `7. text` at the beginning of a line.
fn list_item(line: &str) -> Option<(u32, &str)> {
    let (number, text) = line.split_once(". ")?;
    Some((number.parse().ok()?, text.trim()))
}

/// The cells of a table's row, at least one.
fn row(line: &str) -> Option<Vec<&str>> {
    let inner = line.trim().strip_prefix('|')?.strip_suffix('|')?;
    Some(inner.split('|').map(str::trim).collect())
}

/// Splits the title in bold off. A title that is the beginning of the first sentence stays in
/// the text too, which would else lack its subject.
fn title(text: &str) -> (String, std::borrow::Cow<'_, str>) {
    let Some((bold, rest)) = text.strip_prefix("**").and_then(|text| text.split_once("**")) else {
        return (String::new(), text.into());
    };
    let name = bold.trim().trim_end_matches(['.', ':']);
    let name = name.strip_prefix('[').and_then(|name| name.strip_suffix(']')).unwrap_or(name);
    let whole = bold.trim_end().ends_with(['.', ':', '?', '!']) || rest.trim_start().starts_with(['[', '(', ':', '{']);
    if whole || rest.trim().is_empty() {
        (name.to_owned(), rest.trim_start().trim_start_matches(':').trim_start().into())
    } else {
        (name.to_owned(), format!("{bold}{rest}").into())
    }
}

/// Splits the words of a rule's lines off, which stand in braces: see [`Entry::words`].
fn words<'a>(title: &str, text: &'a str) -> (String, &'a str) {
    if let Some((words, rest)) = text.strip_prefix('{').and_then(|text| text.split_once('}')) {
        return (words.trim().to_owned(), rest.trim_start());
    }
    // `Neck` and `Single foe` are plain words, written small; `Deceptive Attack` and `ST above 40` are names.
    let is_plain = !title.chars().skip(1).any(char::is_uppercase);
    (if is_plain { title.to_lowercase() } else { title.to_owned() }, text)
}

/// Splits the marks off: `[core]`, `[core, 12.1]`, `(fact)`, one behind the other. Where none is at
/// the beginning, the first of the same line counts: `Darkness -1 to -9. [core] Declared.`
fn marks(text: std::borrow::Cow<'_, str>) -> (Vec<String>, std::borrow::Cow<'_, str>) {
    let (first, _) = text.split_once('\n').unwrap_or((&text, ""));
    let Some(start) = first.match_indices(['[', '(']).map(|(at, _)| at).find(|&at| mark(&first[at..]).is_some()) else {
        return (Vec::new(), text);
    };
    let mut marks = Vec::new();
    let mut rest = &text[start..];
    while let Some((inner, behind)) = mark(rest) {
        marks.extend(inner.split(',').map(|mark| mark.trim().to_owned()));
        rest = behind.trim_start_matches(' ');
    }
    let before = text[..start].trim_end();
    let space = if before.is_empty() { "" } else { " " };
    let rest = format!("{before}{space}{rest}");
    (marks, rest.into())
}

/// A mark at the beginning of a text, without its brackets, and what is behind it.
fn mark(text: &str) -> Option<(&str, &str)> {
    let close = match text.as_bytes().first()? {
        b'[' => ']',
        b'(' => ')',
        _ => return None,
    };
    let (inner, behind) = text[1..].split_once(close)?;
    let word = inner.split([',', ' ', ':']).next()?;
    ["core", "fact", "named", "optional"].contains(&word).then_some((inner, behind))
}
