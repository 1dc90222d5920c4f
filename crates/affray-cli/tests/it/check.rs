//! `affray check`.

use super::{affray, affray_with, folder, project};

const SCENE: &str = r#"
ruleset = "dfrpg"
[[combatant]]
name = "Arn"
sheet = "arn"
at = [0, 0]
[[combatant]]
name = "Orc"
sheet = "orc"
at = [1, 0]
facing = "W"
"#;

/// A cut that does what the rules say, and the same with a wrong expectation.
fn cut(lost_to: i32) -> String {
    format!(
        r#"{SCENE}
[[case]]
id = "cut"
title = "A cut"
[[case.play]]
turn = "Arn"
do = {{ maneuver = "attack", attack = {{ target = "Orc", with = "broadsword swing" }}, defend = "parry" }}
dice = [11, 10, "4+3"]
expect.state.Orc = {{ hp = {lost_to} }}
"#
    )
}

#[test]
fn cases_of_the_project() {
    let ran = affray(&["check", &project("crates/affray-dfrpg/cases/pipeline.toml")]);
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{}", ran.out);
    assert!(ran.out.ends_with("in 1 file: all hold\n"), "{}", ran.out);
}

#[test]
fn a_folder_with_a_case_that_fails() {
    let (_folder, path) = folder(&[
        ("good.toml", &cut(7)),
        ("below/bad.toml", &cut(6)),
        ("below/sheet.toml", "name = \"Somebody\"\nst = 10\ndx = 10\niq = 10\nht = 10\n"),
        ("notes.txt", "no case"),
    ]);
    let ran = affray(&["check", &path("")]);
    assert_eq!(ran.code, Some(1), "{}{}", ran.out, ran.err);
    assert!(ran.out.contains("FAILS cut A cut"), "{}", ran.out);
    assert!(ran.out.contains("bad.toml") && !ran.out.contains("good.toml"), "{}", ran.out);
    assert!(ran.out.contains("step 1 (Arn)") && ran.out.contains("hp"), "{}", ran.out);
    assert!(ran.out.ends_with("2 cases in 2 files: 1 failed\n"), "{}", ran.out);
    let verbose = affray(&["check", "-v", &path("good.toml")]);
    assert!(verbose.out.contains("holds cut A cut"), "{}", verbose.out);

    let ran = affray(&["check", "--json", &path("")]);
    assert_eq!(ran.code, Some(1));
    let json = ran.json();
    assert_eq!((&json["cases"], &json["failed"], &json["unreadable"]), (&2.into(), &1.into(), &0.into()));
    assert_eq!(json["files"][0]["cases"][0]["id"], "cut");
    assert_eq!(json["files"][0]["cases"][0]["differences"].as_array().map(Vec::len), Some(1));
}

#[test]
fn what_cannot_be_read_does_not_hide_the_rest() {
    let (_folder, path) = folder(&[("bad.toml", "ruleset = \"dfrpg\"\n[[case]\nid = 3\n"), ("good.toml", &cut(7))]);
    let ran = affray(&["check", &path("bad.toml"), &path("good.toml")]);
    assert_eq!(ran.code, Some(2));
    assert!(ran.out.contains("1 case in 1 file: all hold; 1 file cannot be read"), "{}", ran.out);
    assert!(ran.err.contains("bad.toml:2:8"), "{}", ran.err);
    // One case that cannot be read fails, and the others of its file are run.
    let (_folder, path) = folder(&[("mixed.toml", &format!("{}\n[[case]]\nid = 3\n", cut(7)))]);
    let ran = affray(&["check", &path("mixed.toml")]);
    assert_eq!((ran.code, ran.err.as_str()), (Some(1), ""));
    assert!(ran.out.contains("FAILS case 2") && ran.out.contains("mixed.toml:23:6:"), "{}", ran.out);
    assert!(ran.out.ends_with("2 cases in 1 file: 1 failed\n"), "{}", ran.out);
    // A folder without any case is a mistake, not a success.
    let (_folder, path) = folder(&[("notes.txt", "no case")]);
    let ran = affray(&["check", &path("")]);
    assert_eq!(ran.code, Some(2));
    assert!(ran.out.contains("no cases were found"), "{}", ran.out);
}

#[test]
fn odds_are_told_to_be_odds() {
    let case = cut(7);
    let odds = case.lines().filter(|line| !line.starts_with("dice") && !line.starts_with("expect"));
    let odds = odds.collect::<Vec<_>>().join("\n");
    let without_dice = case.replace("dice = [11, 10, \"4+3\"]", "");
    let (_folder, path) = folder(&[("odds.toml", &odds), ("case.toml", &without_dice)]);
    let ran = affray(&["check", &path("odds.toml")]);
    assert_eq!(ran.code, Some(1));
    assert!(ran.out.contains(&format!("`affray odds {}`", path("odds.toml"))), "{}", ran.out);
    // What expects something is a case, of which the dice are missing.
    let ran = affray(&["check", &path("case.toml")]);
    assert_eq!((ran.code, ran.out.contains("affray odds")), (Some(1), false), "{}", ran.out);
}

#[test]
fn cases_from_standard_input() {
    assert_eq!(affray_with(&["check", "-"], &cut(7)).code, Some(0));
    assert_eq!(affray_with(&["check", "-"], &cut(8)).code, Some(1));
}
