//! What a ruleset's build script does: one table of its ledger, its code and its cases.
//!
//! ```no_run
//! // build.rs
//! fn main() -> std::process::ExitCode {
//!     affray_ledger::build::generate("rules.md", "src", "cases")
//! }
//! ```
//!
//! The ruleset, which knows `affray_session`, includes `$OUT_DIR/ledger.rs`.

use crate::cite::{self, Citation, Role};
use crate::ledger::{Kind, Ledger};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{fs, io};

/// Everything that the table is made of.
#[derive(Debug, Clone)]
pub struct Table {
    /// The ledger.
    pub ledger: Ledger,
    /// By id: the places in code, the one to edit first.
    pub code: BTreeMap<String, Vec<Place>>,
    /// By id: the files (`cases/parry.toml`) that prove it.
    pub cases: BTreeMap<String, Vec<String>>,
    /// Cited ids that the ledger lacks: id, file, line.
    pub unknown: Vec<(String, String, u32)>,
    /// Case files that are no TOML: file, line, message.
    pub unreadable: Vec<(String, u32, String)>,
}

/// A place in code that cites an id.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// What stands there.
    pub role: Role,
    /// Its rank among places of that role, as [`cite::Place`] has it.
    pub rank: u32,
    /// The file, from the crate (`src/attack.rs`); in a crate that the rulesets share, `../affray-3d6/src/check.rs`.
    pub file: String,
    /// The line, counted from 1.
    pub line: u32,
    /// Whether it is a plain comment, which does not count as carrying a rule out.
    pub plain: bool,
    /// Whether `rule!(..)` gives a line of a roll, a sum or an event there.
    pub told: bool,
    /// The line of the `fn` that it belongs to.
    pub function: Option<u32>,
    /// What would stand there if its room carried rules out.
    pub own: Role,
}

impl Place {
    /// Whether both are listed as one: they stand on one line, or in one function under one heading of the index.
    fn is_one_with(&self, other: &Self) -> bool {
        let carried_out = Role::Function..=Role::Comment;
        let heading = self.role == other.role || [self, other].iter().all(|one| carried_out.contains(&one.role));
        let function = self.function.is_some() && self.function == other.function;
        self.file == other.file && (self.line == other.line || function && heading)
    }
}

/// The folder or file below `src` of what is told.
const EVENTS: &str = "event";

/// Folders and files below `src` that read, play or tell the rules, but do not carry them out.
const SIDES: [&str; 4] = ["policy", "files", "words", "narrate"];

/// Reads ledger, sources and cases and writes `$OUT_DIR/ledger.rs`; the exit code of a build
/// script, which has told cargo of every problem. Paths are relative to the crate.
pub fn generate(rules: impl AsRef<Path>, src: impl AsRef<Path>, cases: impl AsRef<Path>) -> ExitCode {
    let (rules, src, cases) = (rules.as_ref(), src.as_ref(), cases.as_ref());
    for path in [rules, src, cases] {
        tell(&format!("rerun-if-changed={}", path.display()));
    }
    let written = Table::read(rules, src, cases).and_then(|table| {
        for place in table.code.values().flatten().filter(|place| place.file.starts_with("../")) {
            tell(&format!("rerun-if-changed={}", place.file));
        }
        let out = std::env::var_os("OUT_DIR").ok_or_else(|| vec!["OUT_DIR is not set".to_owned()])?;
        let path = PathBuf::from(out).join("ledger.rs");
        fs::write(&path, table.to_rust()).map_err(|error| vec![format!("{}: {error}", path.display())])
    });
    match written {
        Ok(()) => ExitCode::SUCCESS,
        Err(problems) => {
            for problem in problems {
                tell(&format!("error={problem}"));
            }
            ExitCode::FAILURE
        }
    }
}

#[expect(clippy::print_stdout, reason = "a build script speaks to cargo over its output")]
fn tell(line: &str) {
    println!("cargo::{line}");
}

impl Table {
    /// Reads a ledger, the Rust sources below `src` and the case files below `cases`. A folder
    /// `cases` that is not there is an empty one.
    ///
    /// # Errors
    /// One line for each problem of the ledger, or for a file that cannot be read.
    pub fn read(rules: &Path, src: &Path, cases: &Path) -> Result<Self, Vec<String>> {
        let text = read(rules)?;
        let ledger = Ledger::parse(&text).map_err(|problems| {
            let line = |problem: &crate::Problem| format!("{}:{}: {}", rules.display(), problem.line, problem.message);
            problems.iter().map(line).collect::<Vec<_>>()
        })?;
        let mut table =
            Self { ledger, code: BTreeMap::new(), cases: BTreeMap::new(), unknown: Vec::new(), unreadable: Vec::new() };
        for (path, name) in files(src, "rs")? {
            // A file of its own for tests is as little a place where a rule is carried out as a
            // module for tests is.
            if !name.ends_with("/tests.rs") && !name.contains("/tests/") {
                table.add_source(&name, &read(&path)?, |item| shared(src, item));
            }
        }
        table.lift_files();
        for (path, name) in files(cases, "toml")? {
            table.add_case(&name, &read(&path)?);
        }
        Ok(table)
    }

    /// Adds the citations of a Rust source, each in its place by [`Role`] and rank, then by file and line. A function has
    /// one place for what it carries out, and one for what it refuses. `shared` finds the file and the line of an item
    /// that the source has from elsewhere.
    pub fn add_source(&mut self, name: &str, text: &str, shared: impl Fn(&str) -> Option<(String, u32)>) {
        let room = name.split('/').nth(1).map_or("", |room| room.trim_end_matches(".rs"));
        for cite::Place { id, mut line, mut role, mut rank, plain, told, function, item } in
            cite::in_source(&self.ledger.prefix, text)
        {
            if self.ledger.get(&id).is_none() {
                self.unknown.push((id, name.to_owned(), line));
                continue;
            }
            let mut file = name.to_owned();
            match item.map(|item| shared(&item)) {
                Some(Some(place)) => (file, line) = place,
                Some(None) => (role, rank) = (Role::Mention, 0),
                None => {}
            }
            let own = role;
            if SIDES.contains(&room) {
                (role, rank) = (Role::Side, 0);
            } else if room == EVENTS && role <= Role::Refusal {
                (role, rank) = (Role::Display, 0);
            }
            let places = self.code.entry(id).or_default();
            let place = Place { role, rank, file, line, plain, told, function, own };
            match places.iter_mut().find(|other| other.is_one_with(&place)) {
                // As what counts most there.
                Some(other) => {
                    let (told, own) = (told || other.told, own.min(other.own));
                    if (plain, &place) < (other.plain, &*other) {
                        *other = place;
                    }
                    (other.told, other.own) = (told, own);
                }
                None => places.push(place),
            }
            places.sort();
        }
    }

    /// What nothing but the reading of files carries out is carried out there.
    fn lift_files(&mut self) {
        let carries = |role: Role| role <= Role::Refusal;
        for places in self.code.values_mut() {
            if places.iter().any(|place| carries(place.role)) {
                continue;
            }
            for place in places.iter_mut().filter(|place| place.file.starts_with("src/files/")) {
                if carries(place.own) {
                    place.role = place.own;
                }
            }
            places.sort();
        }
    }

    /// Adds the citations of a case file.
    pub fn add_case(&mut self, name: &str, text: &str) {
        match cite::in_case(&self.ledger.prefix, text) {
            Err((line, message)) => self.unreadable.push((name.to_owned(), line, message)),
            Ok(citations) => {
                for Citation { id, line } in citations {
                    if self.ledger.get(&id).is_none() {
                        self.unknown.push((id, name.to_owned(), line));
                        continue;
                    }
                    let files = self.cases.entry(id).or_default();
                    if files.last().is_none_or(|last| last != name) {
                        files.push(name.to_owned());
                    }
                }
            }
        }
    }

    /// The table as Rust source.
    pub fn to_rust(&self) -> String {
        let mut out = String::new();
        self.write(&mut out).unwrap_or_else(|error| unreachable!("a String takes all: {error}"));
        out
    }

    fn write(&self, out: &mut String) -> std::fmt::Result {
        let ledger = &self.ledger;
        writeln!(out, "/// What every id of this ledger begins with.")?;
        writeln!(out, "pub const PREFIX: &str = {:?};\n", ledger.prefix)?;

        let mut ids: Vec<(&str, &str)> = ledger.entries.iter().map(|entry| (&*entry.id, &*entry.words)).collect();
        ids.sort_unstable();
        writeln!(out, "/// Every id of the ledger with the words of its lines, in the order of their letters.")?;
        writeln!(out, "pub const IDS: &[(&str, &str)] = &{ids:?};\n")?;

        writeln!(out, "/// Ids that code or a case cites although the ledger lacks them: id, file, line.")?;
        writeln!(out, "pub static UNKNOWN: &[(&str, &str, u32)] = &{:?};\n", self.unknown)?;

        writeln!(out, "/// Case files that cannot be read: file, line, message.")?;
        writeln!(out, "pub static UNREADABLE: &[(&str, u32, &str)] = &{:?};\n", self.unreadable)?;

        writeln!(out, "/// Every entry of the ledger, in its order.")?;
        writeln!(out, "pub static ENTRIES: &[affray_session::reference::Entry] = &[")?;
        for entry in &ledger.entries {
            let kind = match entry.kind {
                Kind::Rule => "Rule",
                Kind::Ruling => "Ruling",
                Kind::Example => "Example",
                Kind::Decision => "Decision",
                Kind::Invalid => "Invalid",
            };
            writeln!(out, "    affray_session::reference::Entry {{")?;
            writeln!(out, "        id: affray_kernel::rules::RuleId::new({:?}),", entry.id)?;
            writeln!(out, "        kind: affray_session::reference::EntryKind::{kind},")?;
            writeln!(out, "        title: {:?},", entry.title)?;
            writeln!(out, "        words: {:?},", entry.words)?;
            writeln!(out, "        section: {:?},", entry.section)?;
            writeln!(out, "        marks: &{:?},", entry.marks)?;
            writeln!(out, "        text: {:?},", entry.text)?;
            writeln!(out, "        line: {},", entry.line)?;
            write!(out, "        code: &[")?;
            for Place { role, file, line, plain, told, .. } in self.code.get(&entry.id).into_iter().flatten() {
                let role = format!("affray_session::reference::Role::{role:?}");
                write!(
                    out,
                    "affray_session::reference::Citation {{ role: {role}, file: {file:?}, line: {line}, plain: {plain}, told: {told} }}, "
                )?;
            }
            writeln!(out, "],")?;
            let cases = self.cases.get(&entry.id).map_or(&[][..], Vec::as_slice);
            writeln!(out, "        cases: &{cases:?},")?;
            writeln!(out, "    }},")?;
        }
        writeln!(out, "];")
    }
}

fn read(path: &Path) -> Result<String, Vec<String>> {
    fs::read_to_string(path).map_err(|error| vec![format!("{}: {error}", path.display())])
}

/// The file and the line of a function or constant of a crate beside the one whose sources these are:
/// `affray_3d6::check::grade`.
fn shared(src: &Path, item: &str) -> Option<(String, u32)> {
    let (module, name) = item.rsplit_once("::")?;
    let (package, module) = module.split_once("::")?;
    let package = package.replace('_', "-");
    let file = format!("../{package}/src/{}.rs", module.replace("::", "/"));
    let text = fs::read_to_string(src.parent()?.join(&file)).ok()?;
    let declares = |line: &str| {
        // A method of that name is indented.
        !line.starts_with(' ')
            && ["fn ", "const "].iter().any(|word| {
                let rest = line.split_once(word).and_then(|(_, rest)| rest.strip_prefix(name));
                rest.is_some_and(|rest| rest.starts_with(['(', '<', ':']))
            })
    };
    let at = text.lines().position(declares)?;
    Some((file, u32::try_from(at + 1).ok()?))
}

/// All files below a folder with an extension, sorted by name: the path, and the name that
/// begins with the folder's own and has forward slashes everywhere.
fn files(folder: &Path, extension: &str) -> Result<Vec<(PathBuf, String)>, Vec<String>> {
    let name = folder.file_name().map_or(String::new(), |name| name.to_string_lossy().into_owned());
    let mut found = Vec::new();
    let mut folders = vec![(folder.to_owned(), name)];
    while let Some((path, name)) = folders.pop() {
        let entries = match fs::read_dir(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            entries => entries.map_err(|error| vec![format!("{}: {error}", path.display())])?,
        };
        for entry in entries {
            let entry = entry.map_err(|error| vec![format!("{}: {error}", path.display())])?;
            let path = entry.path();
            let name = format!("{name}/{}", entry.file_name().to_string_lossy());
            // Not following links: a folder that holds itself would never end.
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                folders.push((path, name));
            } else if path.extension().is_some_and(|found| found == extension) {
                found.push((path, name));
            }
        }
    }
    found.sort_by(|a, b| a.1.cmp(&b.1));
    Ok(found)
}
