//! `affray rules`, `affray list`, `affray docs` and `affray schema`.

use super::schemas::misfits;
use super::{affray, folder, project};

#[test]
fn a_rule_by_its_id() {
    for args in [&["rules", "DF-025"][..], &["rules", "dfrpg", "25"], &["rules", "df25"]] {
        let ran = affray(args);
        assert_eq!(ran.code, Some(0), "{args:?}");
        assert!(ran.out.starts_with("DF-025 Encumbrance table"), "{}", ran.out);
        assert!(ran.out.contains("| 4 | Extra-heavy |"), "{}", ran.out);
        // It stands in the code that the family shares.
        assert!(ran.out.contains("Carried out in\n  affray-3d6 src/attributes.rs:"), "{}", ran.out);
    }
}

/// The first line of the index is the doc comment of the function that makes the roll.
#[test]
fn the_place_to_edit_comes_first() {
    let told = affray(&["rules", "DF-367"]).out;
    let first = told.lines().skip_while(|line| *line != "Carried out in").nth(1).expect("it is carried out");
    let (file, line) = first.rsplit_once(':').expect("a file and a line");
    let file = file.strip_prefix("  affray-dfrpg ").expect("a crate and a file");
    let line: usize = line.parse().expect("a line");
    let source = std::fs::read_to_string(project(&format!("crates/affray-dfrpg/{file}"))).expect("a source");
    let mut source = source.lines().skip(line - 1);
    let doc = source.next().expect("the line is there").trim();
    assert!(doc.starts_with("///") && doc.contains("`DF-367`"), "{first}: {doc}");
    assert!(source.take(30).any(|line| line.contains("rule!(\"DF-367\")")), "{first}");
    let json = &affray(&["rules", "DF-367", "--json"]).json()["entries"];
    assert_eq!((&json[0]["crate"], &json[0]["code"][0]["role"]), (&"affray-dfrpg".into(), &"function".into()));
}

#[test]
fn rules_by_words() {
    let ran = affray(&["rules", "dfrpg", "feint", "-n", "3"]);
    assert!(ran.out.starts_with("DF-070  Feint"), "{}", ran.out);
    assert_eq!(ran.out.lines().count(), 4, "{}", ran.out);
    let json = &affray(&["rules", "feint", "--json", "-n", "2"]).json()["entries"];
    assert_eq!(json.as_array().map(Vec::len), Some(2));
    assert_eq!(json[0]["id"], "DF-070");
    assert_eq!(json[0]["ruleset"], "dfrpg");
    assert!(json[0]["text"].as_str().is_some_and(|text| !text.is_empty()));
}

#[test]
fn misspelled_words() {
    for (args, near) in [
        (&["rules", "dfrpg", "fient"][..], "did you mean `feint`?"),
        (&["rules", "grapling"], "did you mean `grappling`?"),
        (&["rules", "gurps4", "telegrafic attack"], "did you mean `telegraphic attack`?"),
        (&["rules", "dfrgp"], "did you mean the ruleset `dfrpg`?"),
        (&["rules", "gurps4", "DF-222"], "DF-222 is of another ruleset"),
        (&["rules", "dfrpg", "999"], "rules are numbered DF-001 to DF-"),
    ] {
        let ran = affray(args);
        assert_eq!(ran.code, Some(2), "{args:?}");
        assert!(ran.err.contains(near), "{args:?}: {}", ran.err);
    }
}

#[test]
fn what_the_help_shows_is_there() {
    let help = affray(&["rules", "--help"]).out;
    let examples: Vec<&str> = help.lines().filter_map(|line| line.trim().strip_prefix("affray rules")).collect();
    assert_eq!(examples.len(), 5, "{help}");
    for example in examples {
        let (words, _) = example.split_once("  ").unwrap_or((example, ""));
        let words: Vec<&str> = ["rules"].into_iter().chain(words.split_whitespace()).collect();
        assert_eq!(affray(&words).code, Some(0), "{words:?}");
    }
}

#[test]
fn lists() {
    assert!(affray(&["rules"]).out.starts_with("dfrpg"));
    assert_eq!(affray(&["rules", "--json"]).json()["rulesets"][0]["rules"], 345);
    assert!(affray(&["rules", "dfrpg"]).out.contains("  DF-001  Success roll"));
    assert_eq!(affray(&["rules", "dfrpg", "--json"]).json()["prefix"], "DF");
}

#[test]
fn coverage() {
    let text = affray(&["rules", "dfrpg", "--coverage"]);
    assert_eq!(text.code, Some(0));
    assert!(text.out.contains(" of 345 rules are carried out by code and proved by a case"), "{}", text.out);
    let json = affray(&["rules", "--coverage", "--json"]).json();
    assert_eq!(json["coverage"]["dfrpg"]["rules"]["total"], 345);
    assert!(json["coverage"]["dfrpg"]["invalid"]["missing_case"].is_array());
    assert_eq!(affray(&["rules", "dfrpg", "feint", "--coverage"]).code, Some(2));
}

#[test]
fn schemas() {
    for kind in ["encounter", "sheet", "case", "log", "sim", "odds", "check"] {
        let ran = affray(&["schema", kind]);
        assert_eq!(ran.code, Some(0));
        assert!(ran.json()["$schema"].as_str().is_some_and(|schema| schema.contains("json-schema.org")), "{kind}");
    }
    assert!(affray(&["schema", "encounter"]).json()["properties"]["round_limit"].is_object());
    let of_graded = affray(&["schema", "case", "graded"]).out;
    assert_eq!(of_graded, affray(&["schema", "case", "--ruleset", "graded"]).out);
    assert!(of_graded.contains("step_back") && !affray(&["schema", "case"]).out.contains("step_back"));
}

#[test]
fn what_comes_with_the_program() {
    let all = affray(&["list"]).out;
    for ruleset in affray_games::all() {
        let names = ruleset.encounters().names().chain(ruleset.sheets().names());
        let told = affray(&["list", ruleset.id()]).out;
        for name in names.chain([ruleset.id(), ruleset.title()]) {
            assert!(told.contains(name) && all.contains(name), "{name}");
        }
        assert!(all.contains(&told));
    }
    let (_folder, path) = folder(&[
        ("fight.toml", "ruleset = 'dfrpg'\ntitle = 'Tonight'\n[[combatant]]\n"),
        ("sheet.toml", "name = 'Orc'\n"),
        ("broken.toml", "name = \n"),
    ]);
    let ran = affray(&["list", &path("fight.toml"), &path("sheet.toml"), &path("broken.toml")]);
    assert_eq!(ran.code, Some(2));
    assert!(ran.out.contains("fight.toml  an encounter of dfrpg: Tonight\n"), "{}", ran.out);
    assert!(
        ran.out.contains("sheet.toml  a sheet: Orc\n") && ran.err.contains("broken.toml"),
        "{}{}",
        ran.out,
        ran.err
    );
}

#[test]
fn every_manual_is_inside() {
    let list = affray(&["docs"]).out;
    for entry in std::fs::read_dir(project("docs")).expect("there are manuals") {
        let path = entry.expect("it is listed").path();
        if path.extension().is_none_or(|kind| kind != "md") {
            continue;
        }
        let name = path.file_stem().and_then(|name| name.to_str()).expect("it has a name");
        assert!(list.lines().any(|line| line.split(' ').next() == Some(name)), "`affray docs` does not list {name}");
        assert_eq!(affray(&["docs", name]).out, std::fs::read_to_string(&path).expect("it can be read"), "{name}");
    }
    assert!(affray(&["docs", "cases", "obss"]).out.starts_with("# Cases of `obss`"));
    assert!(affray(&["docs", "case-obss"]).err.contains("did you mean `cases-obss`?"));
}

/// Every key that is printed stands in the schema, and the other way round.
#[test]
fn what_is_printed_has_its_schema() {
    let (blow, cases) = (project("examples/odds/blow.toml"), project("crates/affray-dfrpg/cases/pipeline.toml"));
    let printed = [
        ("sim", affray(&["sim", "duel", "-n", "5", "--json"]).json()),
        ("sim", affray(&["sim", "duel", "--within", "20%", "--vary", "Vela.sheet=orc", "--json"]).json()),
        ("odds", affray(&["odds", "--json", &blow]).json()),
        ("check", affray(&["check", "--json", &cases]).json()),
    ];
    for (command, json) in printed {
        let schema = affray(&["schema", command]).json();
        assert_eq!(misfits(&schema, &schema, &json, ""), [""; 0], "{command}");
        assert_eq!((&json["schema"], &json["version"]), (&format!("affray-{command}").into(), &1.into()));
        assert!(affray(&["--version"]).out.contains(json["program"].as_str().expect("a version")));
    }
    let json = affray(&["sim", "duel", "-n", "5", "--json"]).json();
    assert_eq!((&json["ruleset"], &json["confidence"]), (&"dfrpg".into(), &0.95.into()));
    let odds = &affray(&["odds", "--json", &blow]).json()["odds"][0];
    let hit = odds["chances"].as_array().and_then(|all| all.iter().find(|one| one["id"] == "hits")).expect("a hit");
    assert_eq!((&odds["id"], hit["who"].as_array().map(Vec::len)), (&"plain".into(), Some(2)));
    assert_eq!(affray(&["rules", "--json"]).json()["schema"], "affray-rules");
}

#[test]
fn no_schema_speaks_of_another_game() {
    let games = affray_games::all();
    for game in games {
        for kind in ["encounter", "sheet", "case"] {
            let schema = affray(&["schema", kind, game.id()]).out;
            for other in games.iter().filter(|other| other.id() != game.id()) {
                let prefix = format!("{}-", other.reference().prefix);
                assert!(!schema.contains(&prefix), "{} {kind}: {prefix}", game.id());
            }
            let is_of_hexes = game.id() != "obss";
            assert!(!is_of_hexes || !schema.contains("\"N\""), "{} {kind}: north", game.id());
            assert!(game.id() != "gurps4" || !schema.contains("-wing\""), "{kind}: wings");
        }
    }
}
