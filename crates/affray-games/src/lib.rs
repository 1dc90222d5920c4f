//! The list of Affray's rulesets: the one place that knows all of them.
//!
//! A face or the arena asks here for a ruleset, by its id or by the file that names it, and speaks
//! with it through [`DynRules`] alone.
//!
//! A fight at a table, its log line by line, as `affray fight duel --seed 7 --log FILE` writes it:
//!
//! ```
//! use affray_files::FileError;
//! use affray_session::{DiceFrom, Terms};
//!
//! let (ruleset, source) = affray_games::encounter("duel").expect("it comes with `dfrpg`");
//! // Sheets in files of their own are read by the caller; the duel has none.
//! let beside = |name: &str| Err(FileError::whole(name, "there is no such file"));
//! let encounter = ruleset.load(&source, &beside)?;
//! let table = encounter.table(Terms {
//!     ruleset: ruleset.id().to_owned(),
//!     title: encounter.title().to_owned(),
//!     seed: 7,
//!     number: 0,
//!     dice: DiceFrom::Drawn,
//!     by_hand: Vec::new(), // names of whom people play; the policies play the others
//!     orders: Vec::new(), // what the policies are told to do
//!     encounter: source,
//!     beside: Vec::new(),
//! })?;
//! let told: Vec<&str> = table.lines().iter().filter_map(|line| line.text.as_deref()).collect();
//! assert!(told.contains(&"Vela's turn."));
//! assert!(table.written()[0].starts_with(r#"{"line":0,"is":"header""#));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A program that plays both sides through a moment of the fight alone, in JSON, is `examples/agent.rs`.
//!
//! `affray-arena` fights an encounter as often as you like; [`DynRules::odds`] and [`DynRules::check`] take a file each.

use affray_files::names::nearest_of;
use affray_files::value::Value;
use affray_files::{Diagnostic, FileError, Path, Source, complain, tree};
use affray_session::catalog::DynRules;

/// Every ruleset, in the order in which they are listed to people.
pub fn all() -> &'static [&'static dyn DynRules] {
    &[
        &affray_dfrpg::Dfrpg,
        &affray_gurps4::Gurps4,
        &affray_graded::Graded,
        &affray_dragonquest::DragonQuest,
        &affray_obss::Obss,
    ]
}

/// The ruleset of an id, in small or capital letters.
pub fn find(id: &str) -> Option<&'static dyn DynRules> {
    all().iter().copied().find(|ruleset| ruleset.id().eq_ignore_ascii_case(id))
}

/// The ids of all rulesets.
pub fn ids() -> impl Iterator<Item = &'static str> {
    all().iter().map(|ruleset| ruleset.id())
}

/// The ruleset that a file of encounters, cases or odds names under its key `ruleset`.
///
/// # Errors
/// If the text is no TOML, names no ruleset, or one that there is not.
pub fn of_source(source: &Source) -> Result<&'static dyn DynRules, FileError> {
    let tree = tree(source)?;
    let path = Path::root().key("ruleset");
    let ruleset = match tree.get("ruleset") {
        Some(Value::String(ruleset)) => ruleset.as_str(),
        Some(_) => return Err(complain(source, [Diagnostic::new(path, "expected a text in quotes")])),
        None => return Err(complain(source, [Diagnostic::new(Path::root(), "missing field `ruleset`")])),
    };
    find(ruleset).ok_or_else(|| {
        let known: Vec<&str> = ids().collect();
        let complaint =
            Diagnostic::new(path, format!("there is no ruleset `{ruleset}`")).hint(nearest_of(known, ruleset));
        complain(source, [complaint])
    })
}

/// An encounter that comes with a ruleset, by its name.
pub fn encounter(name: &str) -> Option<(&'static dyn DynRules, Source)> {
    all().iter().copied().find_map(|ruleset| {
        let (name, text) = ruleset.encounters().iter().find(|(known, _)| known.eq_ignore_ascii_case(name))?;
        Some((ruleset, Source::new(format!("{name} (built in)"), *text)))
    })
}

/// The names of all encounters that come with a ruleset.
pub fn encounters() -> impl Iterator<Item = &'static str> {
    all().iter().flat_map(|ruleset| ruleset.encounters().iter().map(|(name, _)| *name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rulesets_have_ids_of_their_own() {
        let mut known: Vec<_> = ids().collect();
        known.sort_unstable();
        known.dedup();
        assert_eq!(known.len(), all().len());
        assert!(find("DFRPG").is_some());
        assert!(find("").is_none());
    }

    #[test]
    fn files_name_their_ruleset() {
        let of = |text: &str| {
            of_source(&Source::new("a.toml", text)).map(|ruleset| ruleset.id()).map_err(|error| error.to_string())
        };
        assert_eq!(of("title = \"A fight\"\nruleset = \"dfrpg\"\n"), Ok("dfrpg"));
        assert_eq!(
            of("ruleset = \"dfrgp\"\n"),
            Err(format!(
                "a.toml:1:11: there is no ruleset `dfrgp` (did you mean `dfrpg`? one of: {})",
                ids().collect::<Vec<_>>().join(", ")
            ))
        );
        assert!(of("title = \"A fight\"\n").is_err_and(|error| error.contains("ruleset")));
        assert!(of("ruleset = ").is_err_and(|error| error.starts_with("a.toml:1:")));
    }

    #[test]
    fn every_encounter_that_is_shipped_can_be_read() {
        for name in encounters() {
            let (ruleset, source) = encounter(name).expect("it is in the list");
            if let Err(error) = ruleset.load(&source, &affray_files::no_files) {
                panic!("{error}");
            }
        }
    }
}
