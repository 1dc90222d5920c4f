//! `affray odds`.

use super::{affray, project};

#[test]
fn a_table_and_bars() {
    let ran = affray(&["odds", &project("examples/odds/blow.toml")]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    // 196 of the 216 ways of three dice are 14 or less.
    assert!(ran.out.contains("90.74%  ████████████████████████████████████▎"), "{}", ran.out);
    assert!(ran.out.contains("HP lost by Orc  mean "), "{}", ran.out);
    assert!(ran.out.contains("these odds are exact"), "{}", ran.out);
}

#[test]
fn full_precision_for_programs() {
    let json = &affray(&["odds", "--json", &project("examples/odds/blow.toml")]).json()["odds"];
    let plain = &json[0];
    assert!((plain["total"].as_f64().expect("a number") - 1.0).abs() <= 1e-12);
    let of = |name: &str| {
        let chances = plain["chances"].as_array().expect("a list");
        chances.iter().find(|one| one["of"] == name).and_then(|one| one["chance"].as_f64()).expect("it is counted")
    };
    assert!((of("Arn hits Orc") - 196.0 / 216.0).abs() < 1e-14);
    assert!((of("Arn hits Orc critically") - 4.0 / 216.0).abs() < 1e-14);
}

#[test]
fn what_is_illegal_names_its_rule() {
    let file = project("crates/affray-dfrpg/cases/pipeline.toml");
    let ran = affray(&["odds", &file]);
    assert_eq!(ran.code, Some(2));
    assert!(ran.err.contains("odds are of all dice"), "{}", ran.err);
}
