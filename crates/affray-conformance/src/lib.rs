//! What has to hold of every ruleset: each proof is a function that a ruleset's tests call.
//!
//! They panic with what is wrong. Nothing but tests, examples and `affray-fuzz` depends on this crate.

pub mod agreement;
pub mod chances;
pub mod encounters;
pub mod hands;
pub mod index;
pub mod interference;
pub mod keys;
pub mod memory;
pub mod odds;
pub mod play;
pub mod position;
pub mod proofs;
pub mod random;
pub mod secrets;
pub mod shipped;
pub mod table;
pub mod told;
mod watch;

pub use watch::watch;

use affray_files::{Source, no_files};
use affray_kernel::referee::{Game, Policy};
use affray_prove::cases::{CaseFormat, check};
use affray_session::encounter::EncounterFormat;
use affray_session::reference::{Citation, Entry, EntryKind, Reference, Role};
use affray_session::scenario::Scenario;
use std::path::{Path, PathBuf};

/// Nobody who is asked.
#[derive(Debug, Clone, Copy)]
pub struct Nobody;

impl<G: Game> Policy<G> for Nobody {
    fn decide(&mut self, _: &G::Setup, _: &G::State, question: &G::Question) -> G::Choice {
        panic!("not asked for: {question:?}")
    }
}

/// How often something is tried that could be tried without end: `all` times in an optimized build, as CI does, and `few` times
/// in an unoptimized one, which everybody waits for who changes something.
pub const fn often(all: u64, few: u64) -> u64 {
    if cfg!(debug_assertions) { few } else { all }
}

/// An encounter without files beside it.
///
/// # Panics
/// If it cannot be read.
#[track_caller]
pub fn load<G: EncounterFormat>(name: &str, text: &str) -> Scenario<G> {
    Scenario::read(&Source::new(name, text), &no_files).unwrap_or_else(|error| panic!("{error}"))
}

/// Every case below `cases/` of a crate holds, with tape, sampler and walker in agreement.
///
/// `CASES=words cargo test` runs only the files in whose path the words occur.
///
/// # Panics
/// With what differs.
pub fn every_case_holds<G: CaseFormat>(crate_folder: &str) {
    let folder = Path::new(crate_folder).join("cases");
    let only = std::env::var("CASES").unwrap_or_default();
    let (mut run, mut failures) = (0, Vec::new());
    for path in files_below(&folder) {
        if !path.to_string_lossy().contains(&only) {
            continue;
        }
        let beside = |name: &str| Source::read(folder.join(name));
        match Source::read(&path).and_then(|source| check::<G>(&source, &beside, None)) {
            Err(error) => failures.push(error.to_string()),
            Ok(reports) => {
                run += reports.len();
                for report in reports.iter().filter(|report| !report.differences.is_empty()) {
                    let differences = report.differences.join("\n  ");
                    failures.push(format!("{} {} ({}):\n  {differences}", path.display(), report.id, report.title));
                }
            }
        }
    }
    assert!(failures.is_empty(), "{} of {run} cases fail:\n{}", failures.len(), failures.join("\n"));
}

/// All case files below a folder, in a stable order.
fn files_below(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("the folder can be listed") {
            let path = entry.expect("the folder can be listed").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "toml") {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

/// Whatever code and cases cite is in the ledger.
///
/// # Panics
/// With what is not.
pub fn citations_are_sound(reference: &Reference) {
    assert!(reference.unknown.is_empty(), "cited, but not in the ledger: {:#?}", reference.unknown);
    assert!(reference.unreadable.is_empty(), "case files that cannot be read: {:#?}", reference.unreadable);
}

/// Every rule and ruling is carried out by code and proved by a case; every worked example and invalid
/// input is one.
///
/// # Panics
/// With what is left out.
pub fn nothing_is_left_out(reference: &Reference) {
    let coverage = reference.coverage();
    for (what, covered) in [("rules", &coverage.rules), ("rulings", &coverage.rulings)] {
        assert!(covered.missing_code.is_empty(), "{what} that no code cites: {:?}", covered.missing_code);
        assert!(covered.missing_case.is_empty(), "{what} that no case cites: {:?}", covered.missing_case);
    }
    assert!(coverage.examples.missing_case.is_empty(), "examples: {:?}", coverage.examples.missing_case);
    assert!(coverage.invalid.missing_case.is_empty(), "invalid input: {:?}", coverage.invalid.missing_case);
}

/// Every rule and ruling is carried out somewhere, not only named, but for those that say themselves, by the mark `named`
/// behind their title, that there is nothing to carry out: a label that nothing reads, a choice that is not offered.
///
/// # Panics
/// With those that are only named, and with those that say so although they are carried out.
pub fn nothing_is_only_named(reference: &Reference) {
    let rules = reference.entries.iter().filter(|entry| matches!(entry.kind, EntryKind::Rule | EntryKind::Ruling));
    let (carried_out, named): (Vec<_>, Vec<_>) = rules.partition(|entry| entry.code.iter().any(Citation::carries_out));
    let marked = |entry: &&Entry| entry.marks.contains(&"named");
    let lacking: Vec<_> = named.into_iter().filter(|entry| !marked(entry)).collect();
    assert!(lacking.is_empty(), "rules that are named, but carried out nowhere: {:?}", ids(&lacking));
    let spare: Vec<_> = carried_out.into_iter().filter(marked).collect();
    assert!(spare.is_empty(), "rules with the mark `named` that are carried out: {:?}", ids(&spare));
}

/// Every rule that gives a line of a sum, a roll or an event has words for it in the ledger, short enough for a line.
///
/// # Panics
/// With those that have none, and with those that are longer than 32 letters.
pub fn lines_have_words(reference: &Reference) {
    let told = |entry: &&Entry| entry.code.iter().any(|place| place.told && place.role != Role::Side);
    let lacking: Vec<_> = reference.entries.iter().filter(told).filter(|entry| entry.words.is_empty()).collect();
    assert!(lacking.is_empty(), "rules without words (`{{words}}` behind the title): {:?}", ids(&lacking));
    let long: Vec<_> = reference.entries.iter().filter(told).filter(|entry| entry.words.chars().count() > 32).collect();
    assert!(long.is_empty(), "rules whose words fill more than 32 letters: {:?}", ids(&long));
}

fn ids(entries: &[&Entry]) -> Vec<&'static str> {
    entries.iter().map(|entry| entry.id.as_str()).collect()
}

/// All that has to hold of a ledger, which has so many rules, rulings, examples, decisions and invalid inputs.
///
/// # Panics
/// With what does not.
pub fn the_ledger_is_whole(reference: &Reference, expected: [usize; 5]) {
    assert_eq!(extent(reference), expected);
    citations_are_sound(reference);
    nothing_is_left_out(reference);
    nothing_is_only_named(reference);
    lines_have_words(reference);
    index::what_decides_comes_first(reference);
    index::what_is_shared_is_listed(reference);
}

/// How many rules, rulings, examples, decisions and invalid inputs the ledger has.
pub fn extent(reference: &Reference) -> [usize; 5] {
    let all = reference.coverage();
    [all.rules, all.rulings, all.examples, all.decisions, all.invalid].map(|covered| covered.total)
}
