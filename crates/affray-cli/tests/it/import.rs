//! `affray import`: files that are written, kept and refused.

use super::{affray, folder};

const GCS: &str = r#"{ "version": 5, "profile": { "name": "Ana" }, "attributes": [
  { "attr_id": "st", "calc": { "value": 13 } }, { "attr_id": "hp", "calc": { "value": 14 } } ],
  "traits": [{ "id": "t1", "name": "Bite", "weapons": [
    { "id": "w1", "usage": "Bite", "reach": "C", "calc": { "level": 11, "damage": "1d-1 cut" } } ] }] }"#;

#[test]
fn a_character_becomes_a_sheet_that_fights() {
    let (_folder, path) = folder(&[
        ("ana.gcs", GCS),
        (
            "fight.toml",
            "ruleset = 'gurps4'\n[[combatant]]\nname = 'A'\nsheet = 'ana.toml'\nat = [0, 0]\n\
             [[combatant]]\nname = 'B'\nsheet = 'ork'\nat = [1, 0]\n",
        ),
    ]);
    let (file, sheet) = (path("ana.gcs"), path("ana.toml"));
    let dry = affray(&["import", &file, "--dry-run"]);
    assert!(
        dry.out.contains("took      Bite: Bite 1d-1 cut at 11") && dry.out.ends_with("Nothing is written.\n"),
        "{}",
        dry.out
    );
    let printed = affray(&["import", &file, "-o", "-", "--ruleset", "dfrpg"]);
    assert!(printed.out.contains("[[natural]]\nname = \"Bite\"\nlimb = \"body\"\n"), "{}", printed.out);
    assert!(printed.err.contains("took"), "{}", printed.err);
    assert!(!std::path::Path::new(&sheet).exists(), "neither writes a file");
    assert_eq!(affray(&["import", &file]).code, Some(0));
    assert_eq!(affray(&["sim", &path("fight.toml"), "-n", "3"]).code, Some(0));
    // Written again for the same ruleset it is the same; what somebody added stays.
    let text = std::fs::read_to_string(&sheet).expect("it is written");
    let more = text.replacen("# >>>", "st = 15\n# >>>", 1) + "\n[[item]]\nname = \"potion\"\nhp = 4\n";
    std::fs::write(&sheet, &more).expect("it can be written");
    let again = affray(&["import", &file]);
    assert!(again.out.contains("kept      st: yours stays"), "{}", again.out);
    let lines = std::fs::read_to_string(&sheet).expect("it is written");
    assert_eq!(lines.lines().filter(|line| line.starts_with("st = ")).collect::<Vec<_>>(), ["st = 15"]);
    assert!(std::fs::read_to_string(&sheet).expect("it is written").ends_with("name = \"potion\"\nhp = 4\n"));
    std::fs::write(&sheet, text.replacen("hp = 14", "hp = 20", 1)).expect("it can be written");
    let changed = affray(&["import", &file]);
    assert!(changed.code == Some(2) && changed.err.contains("changed by hand"), "{}", changed.err);
    assert_eq!(affray(&["import", &file, "--force"]).code, Some(0));
    assert_eq!(std::fs::read_to_string(&sheet).expect("it is written"), text);
}

#[test]
fn files_of_others_are_not_overwritten() {
    let (_folder, path) = folder(&[
        ("ana.gcs", GCS),
        ("ana.toml", "name = 'Mine'\n"),
        ("bad.gcs", "{ \"version\": 2 }"),
        ("sub/bo.gcs", GCS),
    ]);
    let ran = affray(&["import", &path("ana.gcs")]);
    assert!(ran.code == Some(2) && ran.err.contains("is there already"), "{}", ran.err);
    assert_eq!(std::fs::read_to_string(path("ana.toml")).expect("it is there"), "name = 'Mine'\n");
    // A folder: what goes well is written, what does not is told.
    let ran = affray(&["import", &path("."), "-o", &path("out")]);
    assert!(
        ran.code == Some(2) && ran.err.contains("this is version 2") && ran.out.contains("2 sheets written"),
        "{}{}",
        ran.out,
        ran.err
    );
    assert!(std::path::Path::new(&path("out/sub/bo.toml")).exists());
    for (args, says) in [
        (&["import", &path("none.gcs")][..], "none.gcs"),
        (&["import", &path("bad.gcs"), "--ruleset", "obss"], "for gurps4 or dfrpg"),
        (&["import", &path("."), "-o", "-"], "goes into a folder"),
    ] {
        let ran = affray(args);
        assert!(ran.code == Some(2) && ran.err.contains(says), "{args:?}: {}", ran.err);
    }
}

#[test]
fn a_map_becomes_an_encounter_that_is_fought() {
    let cellar = include_str!("../../../affray-import/tests/files/cellar.uvtt");
    let (_folder, path) = folder(&[("cellar.uvtt", cellar), ("bad.tmj", "{}")]);
    let (file, encounter) = (path("cellar.uvtt"), path("cellar.toml"));
    for (ruleset, cells) in [("gurps4", "2"), ("obss", "1"), ("dfrpg", "1")] {
        let ran = affray(&["import", &file, "--ruleset", ruleset, "--cells", cells, "--force"]);
        assert!(ran.code == Some(0) && ran.out.contains("changed   walls: "), "{}{}", ran.out, ran.err);
        assert_eq!(affray(&["sim", &encounter, "-n", "2"]).code, Some(0), "{ruleset}");
    }
    assert!(std::fs::read(path("cellar.png")).expect("it is beside").starts_with(b"\x89PNG"));
    // Who fights there stays, and so does the ruleset.
    let text = std::fs::read_to_string(&encounter).expect("it is written");
    std::fs::write(&encounter, text.replace("Fighter 1", "Ana")).expect("it can be written");
    assert_eq!(affray(&["import", &file]).code, Some(0));
    let again = std::fs::read_to_string(&encounter).expect("it is written");
    assert!(again.starts_with("ruleset = \"dfrpg\"\n") && again.contains("name = \"Ana\""), "{again}");
    // A picture that no import has written is not overwritten.
    std::fs::write(path("other.png"), "mine").expect("it can be written");
    let other = ["import", &file, "-o", &path("other.toml")];
    let ran = affray(&other);
    assert!(ran.code == Some(2) && ran.err.contains("other.png is there already"), "{}", ran.err);
    assert_eq!(std::fs::read(path("other.png")).expect("it is there"), b"mine");
    assert!(!std::path::Path::new(&path("other.toml")).exists());
    std::fs::remove_file(path("other.png")).expect("it is there");
    assert_eq!((affray(&other).code, affray(&other).code), (Some(0), Some(0)));
    let ran = affray(&["import", &path("bad.tmj")]);
    assert!(ran.code == Some(2) && ran.err.contains("this is no map"), "{}", ran.err);
}
