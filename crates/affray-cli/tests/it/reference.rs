//! `affray rules` and `affray schema`.

use super::affray;

#[test]
fn a_rule_by_its_id() {
    for args in [&["rules", "DF-025"][..], &["rules", "dfrpg", "25"], &["rules", "df25"]] {
        let ran = affray(args);
        assert_eq!(ran.code, Some(0), "{args:?}");
        assert!(ran.out.starts_with("DF-025 Encumbrance table"), "{}", ran.out);
        assert!(ran.out.contains("| 4 | Extra-heavy |"), "{}", ran.out);
        assert!(ran.out.contains("src/derived.rs:"), "{}", ran.out);
    }
}

#[test]
fn rules_by_words() {
    let ran = affray(&["rules", "dfrpg", "feint", "-n", "3"]);
    assert!(ran.out.starts_with("DF-070  Feint"), "{}", ran.out);
    assert_eq!(ran.out.lines().count(), 4, "{}", ran.out);
    let json = affray(&["rules", "feint", "--json", "-n", "2"]).json();
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
    assert_eq!(affray(&["rules", "--json"]).json()[0]["rules"], 345);
    assert!(affray(&["rules", "dfrpg"]).out.contains("  DF-001  Success roll"));
    assert_eq!(affray(&["rules", "dfrpg", "--json"]).json()["prefix"], "DF");
}

#[test]
fn coverage() {
    let text = affray(&["rules", "dfrpg", "--coverage"]);
    assert_eq!(text.code, Some(0));
    assert!(text.out.contains(" of 345 rules are carried out by code and proved by a case"), "{}", text.out);
    let json = affray(&["rules", "--coverage", "--json"]).json();
    assert_eq!(json["dfrpg"]["rules"]["total"], 345);
    assert!(json["dfrpg"]["invalid"]["missing_case"].is_array());
    assert_eq!(affray(&["rules", "dfrpg", "feint", "--coverage"]).code, Some(2));
}

#[test]
fn schemas() {
    for kind in ["encounter", "sheet", "case", "log"] {
        let ran = affray(&["schema", kind]);
        assert_eq!(ran.code, Some(0));
        assert!(ran.json()["$schema"].as_str().is_some_and(|schema| schema.contains("json-schema.org")), "{kind}");
    }
    assert!(affray(&["schema", "encounter"]).json()["properties"]["round_limit"].is_object());
}
