#![allow(clippy::print_stderr, reason = "it tells what it found")]
//! Public characters, as imported sheets: every number that the editor has computed beside what the sheet comes to.
//!
//! `AFFRAY_GCS=FOLDER cargo test -p affray-import --test public -- --nocapture` runs over a folder of `.gcs` files, such as the
//! library of the editor's maker, where it has been fetched; without the variable the test says so and does nothing.

use affray_files::Source;
use affray_import::{Kind, Ruleset};
use affray_sim::Results;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

fn find(folder: &Path, into: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> =
        std::fs::read_dir(folder).expect("the folder can be read").flatten().map(|entry| entry.path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            find(&path, into);
        } else if path.extension().is_some_and(|extension| extension == "gcs") {
            into.push(path);
        }
    }
}

/// Fights a sheet against itself, so long that somebody has to do something.
fn fight(text: &str, ruleset: Ruleset) {
    let encounter = format!(
        "ruleset = \"{}\"\nround_limit = 20\n[[combatant]]\nname = \"A\"\nsheet = \"one.toml\"\nat = [0, 0]\n\
         [[combatant]]\nname = \"B\"\nsheet = \"one.toml\"\nat = [6, 0]\nfacing = \"W\"\n",
        ruleset.id()
    );
    let found = affray_games::find(ruleset.id()).expect("there is such a ruleset");
    let beside = |_: &str| Ok(Source::new("one.toml", text));
    let encounter =
        found.load(&Source::new("fight.toml", encounter), &beside).unwrap_or_else(|error| panic!("{error}"));
    let mut results = Results::default();
    encounter.simulate(1, 0..3, &mut results);
    assert_eq!(results.fights, 3);
}

#[test]
fn numbers_are_those_of_the_editor() {
    let Ok(folder) = std::env::var("AFFRAY_GCS") else {
        eprintln!("no characters: set AFFRAY_GCS to a folder of `.gcs` files");
        return;
    };
    let mut files = Vec::new();
    find(Path::new(&folder), &mut files);
    let mut unexplained = Vec::new();
    for ruleset in Ruleset::ALL {
        let mut reasons = BTreeMap::<String, usize>::new();
        for path in &files {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let text = std::fs::read_to_string(path).expect("the file can be read");
            let imported = affray_import::character(&name, &text, ruleset).expect("it is a character");
            let sheet = Source::new("one.toml", imported.text.clone());
            if let Err(error) = affray_import::check(&sheet, ruleset) {
                unexplained.push(format!("{} {}: {error}", ruleset.id(), path.display()));
                continue;
            }
            fight(&imported.text, ruleset);
            // Nothing else adds to all defenses.
            let reflexes =
                affray_import::gcs::read(&name, &text).expect("it is a character").find("Combat Reflexes").is_some();
            let adds = ["defense_bonus = 1\n", "\"combat-reflexes\""].iter().any(|words| imported.text.contains(words));
            if adds != reflexes {
                unexplained.push(format!("{} {}: Combat Reflexes", ruleset.id(), path.display()));
            }
            for line in imported.report.of(Kind::Differs) {
                let what = line.split([':', ' ']).next().unwrap_or_default();
                let why = line.rsplit(": ").next().unwrap_or_default();
                *reasons.entry(format!("{what}: {why}")).or_default() += 1;
                if line.ends_with("no reason that is known") {
                    unexplained.push(format!("{} {}: {line}", ruleset.id(), path.display()));
                }
            }
        }
        eprintln!("{}: {} characters load and fight; numbers that differ, with the reason:", ruleset.id(), files.len());
        for (reason, count) in reasons {
            eprintln!("{count:6} {reason}");
        }
    }
    assert!(unexplained.is_empty(), "{}", unexplained.join("\n"));
}
