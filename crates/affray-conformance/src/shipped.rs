//! What comes with a ruleset, and what its documentation shows.

use affray_files::{Source, no_files, sheets};
use affray_prove::cases::{CaseFormat, check, event_values};
use affray_session::catalog::{DynRules, FileKind, Odds};
use affray_session::reference::{Entry, Role};
use serde_json::Value;
use std::collections::HashSet;
use std::path::Path;

#[track_caller]
fn can_be_read(ruleset: &dyn DynRules, name: &str, text: &str) {
    if let Err(error) = ruleset.load(&Source::new(name, text), &no_files) {
        panic!("{error}");
    }
}

/// Every encounter that comes with a ruleset can be read.
///
/// # Panics
/// With what is wrong.
pub fn encounters_can_be_read(ruleset: &dyn DynRules) {
    for (name, text) in ruleset.encounters() {
        can_be_read(ruleset, name, text);
    }
}

/// The starter can be read, and explains every key of an encounter: those of the schema itself and of the
/// named parts of it.
///
/// # Panics
/// With what is wrong.
pub fn the_starter_explains_every_key(ruleset: &dyn DynRules, parts: &[&str]) {
    let starter = ruleset.starter();
    can_be_read(ruleset, "starter", starter);
    let schema = ruleset.schema(FileKind::Encounter);
    let properties = |value: &Value| -> Vec<String> {
        value["properties"].as_object().map(|table| table.keys().cloned().collect()).unwrap_or_default()
    };
    let mut keys = properties(&schema);
    for part in parts {
        let found = properties(&schema["$defs"][part]);
        assert!(!found.is_empty(), "the schema has no part {part}");
        keys.extend(found);
    }
    for key in keys {
        let explained = ["= ", "]", " = "].iter().any(|after| starter.contains(&format!("{key}{after}")));
        // What a drawing is made of may be drawn instead.
        assert!(explained || key == "glyph", "{key} is not explained");
    }
}

/// What comes with a ruleset can be read, and its starter explains every key of the encounter file and of those parts of its
/// schema.
///
/// # Panics
/// With what is wrong.
pub fn shipped(ruleset: &dyn DynRules, starter_parts: &[&str]) {
    encounters_can_be_read(ruleset);
    the_starter_explains_every_key(ruleset, starter_parts);
}

/// [`shipped`], and the manuals of a ruleset hold: two encounters and three sheets can be read, cases hold, every event and every refusal is
/// listed, and odds add up. How many examples of odds there are.
///
/// # Panics
/// With what is wrong.
pub fn shipped_and_documented<G: CaseFormat + DynRules>(ruleset: &G, starter_parts: &[&str]) -> usize {
    shipped(ruleset, starter_parts);
    let project = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let manual = |kind: &str| {
        let name = format!("docs/{kind}-{}.md", ruleset.id());
        let text = std::fs::read_to_string(project.join(&name)).unwrap_or_else(|error| panic!("{name}: {error}"));
        Source::new(name, text)
    };
    let Source { name, text, .. } = manual("encounters");
    assert_eq!(encounters_of(ruleset, &name, &text), 2, "{name}");
    let Source { name, text, .. } = manual("sheet");
    for example in examples(&text) {
        if let Err(error) = sheets::read::<G::SheetFile>(&Source::new(name.as_str(), example)) {
            panic!("{error}");
        }
    }
    assert_eq!(examples(&text).count(), 3, "{name}");
    let Source { name, text, .. } = manual("cases");
    cases_of::<G>(&name, &text);
    refusals_of(ruleset, &name, &text);
    odds_of(ruleset, &project.join("examples/odds"))
}

/// The TOML examples of a text.
pub fn examples(text: &str) -> impl Iterator<Item = &str> {
    text.split("```toml\n").skip(1).filter_map(|rest| Some(rest.split_once("```")?.0))
}

/// The TOML examples of a text, each an encounter that can be read; how many there are.
///
/// # Panics
/// With what is wrong.
pub fn encounters_of(ruleset: &dyn DynRules, name: &str, text: &str) -> usize {
    examples(text).map(|example| can_be_read(ruleset, name, example)).count()
}

/// The TOML examples of a text on cases hold, and its tables name every event of the game with what it states
/// and its values, and every roll with what it decides.
///
/// # Panics
/// With what differs, and with the rows that are missing.
pub fn cases_of<G: CaseFormat>(name: &str, text: &str) {
    for example in examples(text) {
        let reports =
            check::<G>(&Source::new(name, example), &no_files, None).unwrap_or_else(|error| panic!("{error}"));
        for report in reports {
            assert!(report.differences.is_empty(), "{name}: {report:?}");
        }
    }
    let missing = G::EVENTS.iter().filter_map(|kind| {
        let fields: Vec<String> = kind.fields.iter().map(|field| format!("`{field}`")).collect();
        let row = format!("| `{}` | {} |", kind.spelled(), fields.join(", "));
        (!text.contains(&row)).then(|| format!("{row} {} |", kind.told()))
    });
    let missing: Vec<String> = missing.collect();
    assert!(missing.is_empty(), "{name} does not list these events:\n{}", missing.join("\n"));
    let missing: Vec<String> = event_values::<G>().into_iter().filter(|row| !text.contains(row)).collect();
    assert!(missing.is_empty(), "{name} does not list these values of events:\n{}", missing.join("\n"));
    let rows = G::ROLLS.iter().map(|kind| format!("| `{}` | {} |", kind.name, kind.decides));
    let missing: Vec<String> = rows.filter(|row| !text.contains(row)).collect();
    assert!(missing.is_empty(), "{name} does not list these rolls:\n{}", missing.join("\n"));
}

/// The table of refusals of a text on cases names every rule by which code refuses.
///
/// # Panics
/// With the rows that are missing.
pub fn refusals_of(ruleset: &dyn DynRules, name: &str, text: &str) {
    let refuses = |entry: &&Entry| entry.code.iter().any(|place| place.role == Role::Refusal);
    let rules = ruleset.reference().entries.iter().filter(refuses);
    let rows = rules.map(|entry| (format!("| `{}` | ", entry.id), entry.headline()));
    let missing: Vec<String> =
        rows.filter(|(row, _)| !text.contains(row)).map(|(row, headline)| format!("{row}{headline} |")).collect();
    assert!(missing.is_empty(), "{name} does not list these refusals:\n{}", missing.join("\n"));
}

/// The odds of every file of a folder that is of this ruleset: their chances add up to 1, and programs can tell them
/// apart. How many there are.
///
/// # Panics
/// With what is wrong.
pub fn odds_of(ruleset: &dyn DynRules, folder: &Path) -> usize {
    let mut found = 0;
    for entry in std::fs::read_dir(folder).expect("the folder is there") {
        let source = Source::read(entry.expect("it can be listed").path()).expect("it can be read");
        if !source.text.contains(&format!("ruleset = \"{}\"", ruleset.id())) {
            continue;
        }
        for odds in ruleset.odds(&source, &no_files).unwrap_or_else(|error| panic!("{error}")) {
            found += 1;
            assert!((odds.total - 1.0).abs() <= 1e-12, "{}: {}", odds.title, odds.total);
            assert!(!odds.chances.is_empty(), "{}", odds.title);
            odds_have_ids(&odds);
            for distribution in &odds.distributions {
                let sum: f64 = distribution.values.iter().map(|(_, chance)| chance).sum();
                assert!((sum - 1.0).abs() < 1e-9, "{}: {}: {sum}", odds.title, distribution.of);
            }
        }
    }
    found
}

/// Id, combatants and thing tell the chances of a step apart, and its distributions.
///
/// # Panics
/// With what has no id, or that of another.
#[track_caller]
pub fn odds_have_ids(odds: &Odds) {
    let chances = odds.chances.iter().map(|one| ("chance", &one.id, &one.who, &one.what));
    let distributions = odds.distributions.iter().map(|one| ("distribution", &one.id, &one.who, &one.what));
    let mut known = HashSet::new();
    for one in chances.chain(distributions) {
        assert!(!one.1.is_empty() && known.insert(one), "{}: {one:?}", odds.title);
    }
}
