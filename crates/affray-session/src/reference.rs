//! The reference in which rule ids are looked up.
//!
//! A ruleset's build script turns its ledger into a table of [`Entry`] with the places in code and the cases
//! that cite it; a [`Reference`] answers from that table what a rule says and which rules still lack code or
//! proof.

use affray_files::suggest;
use serde::Serialize;

#[doc(hidden)]
pub use affray_kernel::rules::{RuleId, known};

/// What an entry of a ledger is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum EntryKind {
    /// A rule of the game: `DF-045`.
    Rule,
    /// A decision where the game is silent or unclear: `DF-R12`.
    Ruling,
    /// A worked example: `DF-E33`.
    Example,
    /// A point at which somebody is asked: `DF-D04`.
    Decision,
    /// An input that has to be refused: `DF-I07`.
    Invalid,
}

impl EntryKind {
    /// Every kind, in the order in which a ledger has them.
    pub const ALL: [Self; 5] = [Self::Rule, Self::Ruling, Self::Example, Self::Decision, Self::Invalid];
}

/// What stands at a place in code that cites an id. How it is found out is told by `affray_ledger::cite`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
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

/// A place in code that cites an id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Citation {
    /// What stands there.
    pub role: Role,
    /// The file, from the ruleset's crate: `src/attack.rs`; in a crate that rulesets share, `../affray-3d6/src/check.rs`.
    pub file: &'static str,
    /// The line, counted from 1.
    pub line: u32,
    /// Whether it is a plain comment, which does not count as carrying a rule out.
    pub plain: bool,
    /// Whether it gives a line of a roll, a sum or an event.
    pub told: bool,
}

impl Citation {
    /// Whether a rule is carried out or enforced there: it is more than named.
    pub fn carries_out(&self) -> bool {
        self.role <= Role::Refusal
    }

    /// The crate and the file below it, of a citation by a ruleset's crate.
    pub fn crate_and_file<'a>(&'a self, package: &'a str) -> (&'a str, &'a str) {
        let elsewhere = self.file.strip_prefix("../").and_then(|path| path.split_once('/'));
        elsewhere.unwrap_or((package, self.file))
    }
}

/// One entry of a ruleset's ledger, and what cites it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Entry {
    /// The id.
    pub id: RuleId,
    /// What the entry is.
    pub kind: EntryKind,
    /// The title; empty if the ledger gives none. See [`Entry::headline`].
    pub title: &'static str,
    /// In which words a line that the rule gives in a sum is told; empty where the ledger has none.
    pub words: &'static str,
    /// The headings above it, joined by ` / `.
    pub section: &'static str,
    /// The marks behind the title, such as `core` or `optional`.
    pub marks: &'static [&'static str],
    /// What it says, in Markdown, with the tables that belong to it.
    pub text: &'static str,
    /// The line of the ledger, counted from 1.
    pub line: u32,
    /// The places in code that cite it, the one to edit first.
    pub code: &'static [Citation],
    /// The case files that prove it.
    pub cases: &'static [&'static str],
}

impl Entry {
    /// The title, or the beginning of the text where there is none.
    pub fn headline(&self) -> &'static str {
        if !self.title.is_empty() {
            return self.title;
        }
        let line = self.text.lines().next().unwrap_or_default();
        let line = line.split_once(". ").map_or(line, |(sentence, _)| sentence);
        let Some((cut, _)) = line.char_indices().nth(60) else {
            return line;
        };
        let cut = line[..cut].rfind(' ').unwrap_or(cut);
        line[..cut].trim_end_matches([',', ';', ':', '.'])
    }

    /// Whether code carries it out: a plain comment alone does not.
    pub fn has_code(&self) -> bool {
        self.code.iter().any(|place| !place.plain)
    }

    /// Whether the id is cited by code and by a case.
    pub fn is_covered(&self) -> bool {
        self.has_code() && !self.cases.is_empty()
    }
}

/// A ruleset's ledger at run time.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct Reference {
    /// What every id begins with, such as `DF`.
    pub prefix: &'static str,
    /// The crate that carries the rules out, such as `affray-dfrpg`.
    #[serde(rename = "crate")]
    pub package: &'static str,
    /// The entries, in the order of the ledger.
    pub entries: &'static [Entry],
    /// Ids that code or a case cites although the ledger lacks them: id, file, line.
    #[serde(skip)]
    pub unknown: &'static [(&'static str, &'static str, u32)],
    /// Case files that cannot be read: file, line, message.
    #[serde(skip)]
    pub unreadable: &'static [(&'static str, u32, &'static str)],
}

/// The module `ledger` of a ruleset: what its build script made of `rules.md`, its code and its cases.
#[macro_export]
macro_rules! ledger {
    () => {
        include!(concat!(env!("OUT_DIR"), "/ledger.rs"));

        /// What this ruleset's rules say, where they are carried out and what proves them.
        pub static REFERENCE: $crate::reference::Reference = $crate::reference::Reference {
            prefix: PREFIX,
            package: env!("CARGO_PKG_NAME"),
            entries: ENTRIES,
            unknown: UNKNOWN,
            unreadable: UNREADABLE,
        };

        /// The id of an entry of the ledger. In a `const`, as in `rule!`, an unknown one does not build.
        #[allow(dead_code, reason = "only a rule cites, and there may be none yet")]
        pub(crate) const fn id(id: &'static str) -> $crate::reference::RuleId {
            $crate::reference::known(IDS, id)
        }
    };
}

/// The modules of a ruleset for the texts that come with it: [`ledger`](crate::ledger!), `sheets` with the files of the folder
/// `sheets`, and `content` with the encounters of `content/encounters` and `content/starter.toml`.
///
/// `affray_session::texts! { sheets: "ada", "bo"; encounters: "two-against-one" }`
#[macro_export]
macro_rules! texts {
    (
        sheets: $($sheet:literal),* $(,)?;
        encounters: $($encounter:literal),* $(,)?
        $(; manuals: $($manual:literal),* $(,)?)?
    ) => {
        /// The ledger of this ruleset, `rules.md`, as the program's reference.
        ///
        /// The table is made by the build script, together with the places in code and the cases that cite each id. Code
        /// cites an id with `rule!`.
        pub mod ledger {
            $crate::ledger!();
        }

        /// Sheets that come with the program.
        pub mod sheets {
            /// The stock sheets.
            pub const SHEETS: $crate::reference::Shelf = $crate::reference::shelf!["sheets": $($sheet),*];
        }

        /// Encounters that come with the program.
        pub mod content {
            /// An encounter to start from, with a comment on every key.
            pub const STARTER: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/content/starter.toml"));

            /// Encounters to fight at once.
            pub const ENCOUNTERS: $crate::reference::Shelf =
                $crate::reference::shelf!["content/encounters": $($encounter),*];

            /// Its manuals among those of the program, which lie together.
            pub const MANUALS: $crate::reference::Shelf =
                $crate::reference::shelf!["../../docs", ".md": $($($manual),*)?];
        }
    };
}

#[doc(hidden)]
pub use affray_files::{sheets::Shelf, shelf};

impl Reference {
    /// The entry of an id as somebody may type it: `DF-045`, `df45`, `45`, `r12`, `DF R12`.
    pub fn get(&self, id: &str) -> Option<&'static Entry> {
        let wanted = self.loose(id)?;
        self.entries.iter().find(|entry| self.loose(entry.id.as_str()) == Some(wanted))
    }

    /// Kind and number of an id, whatever its case, its hyphen and its leading zeros.
    fn loose(&self, id: &str) -> Option<(EntryKind, u32)> {
        let id: String =
            id.chars().filter(|c| !c.is_whitespace() && !"-_`".contains(*c)).map(|c| c.to_ascii_uppercase()).collect();
        let rest = id.strip_prefix(self.prefix).unwrap_or(&id);
        let kind = match rest.chars().next()? {
            '0'..='9' => EntryKind::Rule,
            'R' => EntryKind::Ruling,
            'E' => EntryKind::Example,
            'D' => EntryKind::Decision,
            'I' | 'X' => EntryKind::Invalid,
            _ => return None,
        };
        let digits = if kind == EntryKind::Rule { rest } else { &rest[1..] };
        let plain = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
        Some((kind, digits.parse().ok().filter(|_| plain)?))
    }

    /// The entries in which every word occurs, the best first.
    ///
    /// A word may be the beginning or a part of a word of the entry; case and British or American
    /// spelling make no difference. Words of the title count more than words of the section, and
    /// these more than words of the text; rules stand before examples. Nothing is found for an
    /// empty search.
    pub fn search(&self, words: &str) -> Vec<&'static Entry> {
        let words = fold(words);
        let words: Vec<&str> = words.split_whitespace().collect();
        if words.is_empty() {
            return Vec::new();
        }
        let mut found: Vec<(u32, &'static Entry)> =
            self.entries.iter().filter_map(|entry| Some((score(entry, &words)?, entry))).collect();
        // A stable sort: equals keep the order of the ledger.
        found.sort_by_key(|&(score, entry)| (std::cmp::Reverse(score), entry.kind));
        found.into_iter().map(|(_, entry)| entry).collect()
    }

    /// The words of a search that finds nothing, with those that no entry has replaced by the nearest ones that
    /// entries have; `None` if that finds nothing either.
    pub fn nearest_search(&self, words: &str) -> Option<String> {
        let words = fold(words);
        let nearest = |word: &str| {
            if self.entries.iter().any(|entry| score(entry, &[word]).is_some()) {
                return Some(word.to_owned());
            }
            // Of words that are as near as each other one of a title is meant.
            let texts = self.entries.iter().map(|entry| entry.title).chain(self.entries.iter().map(|entry| entry.text));
            let texts: Vec<String> = texts.map(fold).collect();
            let words = texts.iter().flat_map(|text| text.split(|c: char| !c.is_alphanumeric()));
            suggest(word, words).map(str::to_owned)
        };
        let nearest = words.split_whitespace().map(nearest).collect::<Option<Vec<_>>>()?.join(" ");
        (nearest != words && !self.search(&nearest).is_empty()).then_some(nearest)
    }

    /// Which entries are cited by code and by cases, and which are not.
    pub fn coverage(&self) -> Coverage {
        let of = |kind| Covered::of(self.entries.iter().filter(move |entry| entry.kind == kind));
        Coverage {
            rules: of(EntryKind::Rule),
            rulings: of(EntryKind::Ruling),
            examples: of(EntryKind::Example),
            decisions: of(EntryKind::Decision),
            invalid: of(EntryKind::Invalid),
        }
    }
}

/// How well an entry answers a search, or `None` if a word is missing.
fn score(entry: &Entry, words: &[&str]) -> Option<u32> {
    let (title, section, text) = (fold(entry.title), fold(entry.section), fold(entry.text));
    let id = entry.id.as_str().to_lowercase();
    let mut total = 0;
    for &word in words {
        let mut best = 0;
        if id == word {
            best = 1000;
        }
        for (place, whole, start, part) in [(&title, 60, 40, 20), (&section, 12, 8, 4), (&text, 6, 4, 2)] {
            for (at, _) in place.match_indices(word) {
                let starts = !place[..at].ends_with(char::is_alphanumeric);
                let ends = !place[at + word.len()..].starts_with(char::is_alphanumeric);
                best = best.max(match (starts, ends) {
                    (true, true) => whole,
                    (true, false) => start,
                    (false, _) => part,
                });
            }
        }
        if best == 0 {
            return None;
        }
        total += best;
    }
    // The title as a whole: `Parry` before `Parry with a shield`.
    let phrase = words.join(" ");
    if title == phrase {
        total += 200;
    } else if title.contains(&phrase) {
        total += 30;
    }
    Some(total)
}

/// A text as it is compared in a search: small letters, American spelling.
fn fold(text: &str) -> String {
    let mut text = text.to_lowercase();
    for (british, american) in
        [("manoeuvre", "maneuver"), ("defence", "defense"), ("offence", "offense"), ("armour", "armor")]
    {
        if text.contains(british) {
            text = text.replace(british, american);
        }
    }
    text
}

/// How much of a ledger is carried out and proved, by kind of entry.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Coverage {
    /// Rules of the game.
    pub rules: Covered,
    /// Rulings.
    pub rulings: Covered,
    /// Worked examples. What counts for these is the case.
    pub examples: Covered,
    /// Decision points.
    pub decisions: Covered,
    /// Inputs that have to be refused.
    pub invalid: Covered,
}

/// How many entries of a kind are cited, and which are not.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Covered {
    /// All of the kind.
    pub total: usize,
    /// Cited by code.
    pub by_code: usize,
    /// Cited by a case.
    pub by_case: usize,
    /// Cited by code and by a case.
    pub by_both: usize,
    /// Not cited by code.
    pub missing_code: Vec<RuleId>,
    /// Not cited by a case.
    pub missing_case: Vec<RuleId>,
}

impl Covered {
    fn of<'a>(entries: impl Iterator<Item = &'a Entry>) -> Self {
        let mut covered = Self::default();
        for entry in entries {
            covered.total += 1;
            covered.by_both += usize::from(entry.is_covered());
            if !entry.has_code() {
                covered.missing_code.push(entry.id);
            }
            if entry.cases.is_empty() {
                covered.missing_case.push(entry.id);
            }
        }
        covered.by_code = covered.total - covered.missing_code.len();
        covered.by_case = covered.total - covered.missing_case.len();
        covered
    }

    /// Whether code and a case cite every entry.
    pub fn is_complete(&self) -> bool {
        self.by_both == self.total
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn entry(id: &'static str, kind: EntryKind, title: &'static str, text: &'static str) -> Entry {
        Entry {
            id: RuleId::new(id),
            kind,
            title,
            words: "",
            section: "2.9 Active defences",
            marks: &[],
            text,
            line: 1,
            code: &[],
            cases: &[],
        }
    }

    const fn place(line: u32, plain: bool) -> Citation {
        Citation { role: Role::Comment, file: "src/a.rs", line, plain, told: false }
    }

    static ENTRIES: &[Entry] = &[
        Entry {
            code: &[place(3, false)],
            cases: &["cases/a.toml"],
            ..entry("G4-005", EntryKind::Rule, "Parry with a shield", "As a block.")
        },
        Entry {
            code: &[place(7, true), place(9, false)],
            ..entry("G4-045", EntryKind::Rule, "Parry", "Half the skill, and armour does not matter.")
        },
        entry("G4-R12", EntryKind::Ruling, "Retreat", "Only once; a parry counts."),
        entry("G4-E03", EntryKind::Example, "", "A parry at 11, then"),
        // A plain comment does not count as carrying it out.
        Entry { code: &[place(8, true)], ..entry("G4-X07", EntryKind::Invalid, "", "A second parry") },
    ];
    static REFERENCE: Reference =
        Reference { prefix: "G4", package: "affray-gurps4", entries: ENTRIES, unknown: &[], unreadable: &[] };

    #[test]
    fn ids_as_they_are_typed() {
        for (typed, id) in [
            ("G4-045", Some("G4-045")),
            ("g4-45", Some("G4-045")),
            ("g445", Some("G4-045")),
            ("45", Some("G4-045")),
            (" 045 ", Some("G4-045")),
            ("r12", Some("G4-R12")),
            ("G4 R12", Some("G4-R12")),
            ("g4e3", Some("G4-E03")),
            ("i07", Some("G4-X07")),
            ("x7", Some("G4-X07")),
            ("46", None),
            ("", None),
            ("é5", None),
            ("DF-045", None),
            ("45+", None),
            ("99999999999999999999", None),
        ] {
            assert_eq!(REFERENCE.get(typed).map(|entry| entry.id.as_str()), id, "{typed:?}");
        }
    }

    #[test]
    fn searches() {
        let ids =
            |words: &str| -> Vec<&str> { REFERENCE.search(words).iter().map(|entry| entry.id.as_str()).collect() };
        assert_eq!(ids("parry"), ["G4-045", "G4-005", "G4-R12", "G4-E03", "G4-X07"]);
        assert_eq!(ids("PARRY shield"), ["G4-005"]);
        assert_eq!(ids("armor"), ["G4-045"]);
        assert_eq!(ids("defense retreat"), ["G4-R12"]);
        assert_eq!(ids("g4-e03"), ["G4-E03"]);
        assert!(ids("parry dragon").is_empty());
        assert!(ids("  ").is_empty());
    }

    #[test]
    fn misspelled_searches() {
        for (misspelled, meant) in [
            ("pary", Some("parry")),
            ("Shiled parry", Some("shield parry")),
            // A word of a text, where no title has one that is near; British spelling as ever.
            ("matterr armour", Some("matter armor")),
            ("parry dragon", None),
            // Each word is there, but no entry has both.
            ("retreat shield", None),
            ("parry", None),
            ("", None),
        ] {
            assert_eq!(REFERENCE.nearest_search(misspelled).as_deref(), meant, "{misspelled}");
        }
    }

    #[test]
    fn coverage_counts_and_names() {
        let coverage = REFERENCE.coverage();
        let rules = &coverage.rules;
        assert_eq!((rules.total, rules.by_code, rules.by_case, rules.by_both), (2, 2, 1, 1));
        assert_eq!(rules.missing_case, [RuleId::new("G4-045")]);
        assert!(!rules.is_complete());
        assert_eq!(coverage.invalid.missing_code, [RuleId::new("G4-X07")]);
        assert!(coverage.decisions.is_complete());
        let json = serde_json::to_value(&coverage).unwrap();
        assert_eq!(json["rules"]["missing_case"][0], "G4-045");
    }

    #[test]
    fn headlines() {
        assert_eq!(ENTRIES[0].headline(), "Parry with a shield");
        assert_eq!(ENTRIES[3].headline(), "A parry at 11, then");
        let two = entry("G4-1", EntryKind::Rule, "", "Darkness -1 to -9. Declared.");
        assert_eq!(two.headline(), "Darkness -1 to -9");
        let long = entry(
            "G4-1",
            EntryKind::Rule,
            "",
            "ä long sentence, with more than sixty letters in it, all in all, it is",
        );
        assert_eq!(long.headline(), "ä long sentence, with more than sixty letters in it, all in");
    }
}
