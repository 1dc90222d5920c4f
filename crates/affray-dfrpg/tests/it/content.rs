//! What comes with the program, and what its documentation shows, can be read.

use affray_core::files::{FileError, Source};
use affray_core::ruleset::Ruleset as _;
use affray_dfrpg::Dfrpg;
use affray_dfrpg::files::encounter;

fn alone(name: &str) -> Result<Source, FileError> {
    Err(FileError::whole(name, "there is nothing beside it"))
}

#[track_caller]
fn can_be_read(name: &str, text: &str) {
    if let Err(error) = encounter::load(&Source::new(name, text), &alone) {
        panic!("{error}");
    }
}

#[test]
fn encounters_of_the_program() {
    for (name, text) in Dfrpg.encounters() {
        can_be_read(name, text);
    }
}

#[test]
fn the_starter_as_it_is_and_with_every_key_put_in() {
    let starter = Dfrpg.starter();
    can_be_read("starter", starter);
    // It names every key of an encounter: those of a schema's properties, one below another.
    let schema = Dfrpg.schema(affray_core::ruleset::FileKind::Encounter);
    let properties = |value: &serde_json::Value| -> Vec<String> {
        value["properties"].as_object().map(|table| table.keys().cloned().collect()).unwrap_or_default()
    };
    let mut keys = properties(&schema);
    for part in ["SideFile", "CombatantFile", "GroundFile", "EffectFile", "MapFile", "AreaFile"] {
        let found = properties(&schema["$defs"][part]);
        assert!(!found.is_empty(), "{part}");
        keys.extend(found);
    }
    for key in keys {
        let explained = ["= ", "]", " = "].iter().any(|after| starter.contains(&format!("{key}{after}")));
        // What a drawing is made of may be drawn instead.
        assert!(explained || key == "glyph", "{key} is not explained");
    }
}

/// The TOML examples of a text.
fn examples(text: &str) -> impl Iterator<Item = &str> {
    text.split("```toml\n").skip(1).filter_map(|rest| Some(rest.split_once("```")?.0))
}

#[test]
fn encounters_of_the_documentation() {
    let text = include_str!("../../../../docs/encounters-dfrpg.md");
    assert_eq!(examples(text).count(), 2);
    for example in examples(text) {
        can_be_read("docs/encounters-dfrpg.md", example);
    }
    for terrain in affray_core::grid::STOCK {
        assert!(text.contains(&format!("| `{}` | `{}` |", terrain.name, terrain.glyph)), "{}", terrain.name);
    }
}

#[test]
fn squares_are_refused() {
    let text =
        "ruleset = \"dfrpg\"\n[map]\nlayout = \"square\"\n[[combatant]]\nname = \"A\"\nsheet = \"arn\"\nat = [0, 0]\n";
    let error = encounter::load(&Source::new("a.toml", text), &alone).expect_err("squares");
    assert!(error.to_string().contains("a.toml:3:10: this game is played on hexes"), "{error}");
}

#[test]
fn odds_of_the_documentation() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/odds");
    let mut found = 0;
    for entry in std::fs::read_dir(&folder).expect("the folder is there") {
        let source = Source::read(entry.expect("it can be listed").path()).expect("it can be read");
        for odds in Dfrpg.odds(&source, &alone).unwrap_or_else(|error| panic!("{error}")) {
            found += 1;
            assert!((odds.total - 1.0).abs() <= 1e-12, "{}: {}", odds.title, odds.total);
            assert!(!odds.chances.is_empty(), "{}", odds.title);
            for distribution in &odds.distributions {
                let sum: f64 = distribution.values.iter().map(|(_, chance)| chance).sum();
                assert!((sum - 1.0).abs() < 1e-9, "{}: {}: {sum}", odds.title, distribution.of);
            }
        }
    }
    assert!(0 < found);
}
