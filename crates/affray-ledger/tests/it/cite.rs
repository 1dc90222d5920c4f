//! Citations in Rust sources and in case files.

use affray_ledger::cite::{Role, in_case, in_source};
use proptest::prelude::*;

/// The citations that count as carrying a rule out.
#[track_caller]
fn source(text: &str, expected: &[(&str, u32)]) {
    let found = in_source("XY", text);
    let found: Vec<(&str, u32)> = found.iter().filter(|c| !c.plain).map(|c| (c.id.as_str(), c.line)).collect();
    assert_eq!(found, expected);
}

/// The citations in plain comments.
#[track_caller]
fn comments(text: &str, expected: &[(&str, u32)]) {
    let found = in_source("XY", text);
    assert!(found.iter().all(|c| !c.plain || [Role::Comment, Role::Mention].contains(&c.role)));
    let found: Vec<(&str, u32)> = found.iter().filter(|c| c.plain).map(|c| (c.id.as_str(), c.line)).collect();
    assert_eq!(found, expected);
}

#[track_caller]
fn roles(text: &str, expected: &[(&str, u32, Role)]) {
    let found = in_source("XY", text);
    let found: Vec<(&str, u32, Role)> = found.iter().map(|c| (c.id.as_str(), c.line, c.role)).collect();
    assert_eq!(found, expected);
}

#[track_caller]
fn case(text: &str, expected: &[(&str, u32)]) {
    let found = in_case("XY", text).expect("TOML");
    let found: Vec<(&str, u32)> = found.iter().map(|c| (c.id.as_str(), c.line)).collect();
    assert_eq!(found, expected);
}

#[test]
fn the_macro() {
    source(
        "let a = rule!(\"XY-001\");\nf(rule! (\n    \"XY-9\"), rule![\"XY-R02\"])",
        &[("XY-001", 1), ("XY-9", 3), ("XY-R02", 2 + 1)],
    );
    // Another prefix is cited all the same: the build reports it as unknown.
    source("rule!(\"ZZ-001\")", &[("ZZ-001", 1)]);
    source("my_rule!(\"XY-001\"); rule(\"XY-001\"); rule!(name); macro_rules! rule { ($id:literal) => {} }", &[]);
    source("rule!{\"XY-001\"} rule!(\"XY-002\")", &[("XY-002", 1)]);
}

#[test]
fn comments_and_strings_do_not_carry_out() {
    source("// rule!(\"XY-001\") `XY-002`\n/* rule!(\"XY-001\") /* */ */ rule!(\"XY-003\")", &[("XY-003", 2)]);
    source("let s = \"rule!(\\\"XY-001\\\")\"; let r = r#\"rule!(\"XY-001\")\"#; rule!(\"XY-003\")", &[("XY-003", 1)]);
    source("let q = ('\"', '\\'', '\\u{22}', b'\"'); fn f<'a>(x: &'a str) { rule!(\"XY-003\") }", &[("XY-003", 1)]);
    source("let r = br\"\\\"; rule!(\"XY-003\")", &[("XY-003", 1)]);
}

#[test]
fn plain_comments_cite_without_counting() {
    comments(
        "// XY-001: so it is.\nf(); // `XY-002`, XY-R03; not ZZ-001\n/* XY-004\n * XY-005 */\n//// XY-006",
        &[("XY-001", 1), ("XY-002", 2), ("XY-R03", 2), ("XY-004", 3), ("XY-005", 4), ("XY-006", 5)],
    );
    comments("/// `XY-001`\n//! `XY-002`\nlet s = \"// XY-003\";\n/// ```\n/// // XY-004\n/// ```", &[]);
    comments("#[cfg(test)]\nmod tests {\n// XY-001\n}\n// XY-002", &[("XY-002", 5)]);
}

#[test]
fn roles_of_places() {
    use Role::{Code, Comment, Function, Mention, Refusal};
    // The ids at the beginning of a function's doc comment, on several lines too, whatever stands between the two.
    roles(
        "/// `XY-001`, `XY-002`\n/// `XY-003` The roll, unlike `XY-004`.\n#[must_use]\npub(crate) const fn f() {}",
        &[("XY-001", 1, Function), ("XY-002", 1, Function), ("XY-003", 2, Function), ("XY-004", 2, Comment)],
    );
    roles("/// The roll (`XY-001`).\n///\n/// `XY-002`\nfn f() {}", &[("XY-001", 1, Comment), ("XY-002", 3, Comment)]);
    // Tables are edited as functions are; types, fields and modules are not.
    roles(
        "/// `XY-001`\npub const T: [i32; 2] = [1, 2];\n/// `XY-002`\nstatic S: &str = \"\";",
        &[("XY-001", 1, Function), ("XY-002", 3, Function)],
    );
    roles(
        "//! `XY-001`\n/// `XY-002`\npub struct A {\n/// `XY-003`\nb: fn(i32) }",
        &[("XY-001", 1, Mention), ("XY-002", 2, Mention), ("XY-003", 4, Mention)],
    );
    // A plain comment in a function, and outside of one.
    roles("// XY-001\nfn f() { // XY-002\n}", &[("XY-001", 1, Mention), ("XY-002", 2, Comment)]);
    // Refusals by the call, over a nested one too, and by the function.
    roles("refuse(rule!(\"XY-001\"), f(rule!(\"XY-002\")))", &[("XY-001", 1, Refusal), ("XY-002", 1, Refusal)]);
    roles(
        "Err(Refusal::new(\nrule!(\"XY-001\")));\nadd(rule!(\"XY-002\"))",
        &[("XY-001", 2, Refusal), ("XY-002", 3, Code)],
    );
    roles(
        "/// `XY-001`\nfn f(a: [u8; 2]) -> Result<(), Refusal> { g(rule!(\"XY-002\")) }\nfn g() { rule!(\"XY-003\") }",
        &[("XY-001", 1, Refusal), ("XY-002", 2, Refusal), ("XY-003", 3, Code)],
    );
}

#[test]
fn functions_that_show_are_told_by_their_names() {
    use Role::{Code, Display, Function, Refusal};
    roles(
        "/// `XY-001` Shows, by `XY-002`.\nfn show_it() { // XY-003\nadd(rule!(\"XY-004\"));\nrefuse(rule!(\"XY-005\")); }",
        &[
            ("XY-001", 1, Display),
            ("XY-002", 1, Display),
            ("XY-003", 2, Display),
            ("XY-004", 3, Display),
            ("XY-005", 4, Refusal),
        ],
    );
    roles("/// `XY-001`\nfn shower() { rule!(\"XY-002\") }", &[("XY-001", 1, Function), ("XY-002", 2, Code)]);
}

#[test]
fn functions_that_roll_come_first() {
    let text = "\
/// `XY-001` Pure.
fn a(&self) {}
/// `XY-002` `XY-001` Changes something.
fn b(&mut self) {}
/// `XY-001` Changes something.
fn c(&mut self) {}
/// `XY-003` `XY-002` `XY-001` Rolls.
fn d(&self) { if true { check(rule!(\"XY-001\")); } }
/// `XY-001` Refuses.
fn e(&mut self) { refuse(rule!(\"XY-001\")); }
/// `XY-002` `XY-001` Adds up.
fn f(&self) { sum.add(rule!(\"XY-001\"), 2); }
";
    let mut found = in_source("XY", text);
    found.retain(|place| place.id == "XY-001" && place.role == Role::Function);
    found.sort_by_key(|place| place.rank);
    assert_eq!(found.iter().map(|place| place.line).collect::<Vec<_>>(), [11, 7, 5, 9, 3, 1]);
}

#[test]
fn doc_comments_cite() {
    source(
        "//! `XY-001` the module.\n/// `XY-002` `XY-R03` a function, XY-004 is not quoted.\nfn f() {}",
        &[("XY-001", 1), ("XY-002", 2), ("XY-R03", 2)],
    );
    source("/** `XY-001`\n * `XY-002`\n */\n//// `XY-003`\n/*** `XY-003` */", &[("XY-001", 1), ("XY-002", 2)]);
    source("/// `ZZ-001` `XY-` `XY-Q1` `f(XY-001)`", &[]);
    // An odd backtick leaves the rest of the line unquoted.
    source("/// a ` b `XY-001` c", &[]);
}

#[test]
fn ranges_do_not_cite() {
    source("//! Rules `XY-225` to `XY-234`, `XY-240`..`XY-242` and `XY-225..XY-234`; see `XY-300`.", &[("XY-300", 1)]);
    source("/// `XY-001` to `hit`, `XY-002` to", &[("XY-001", 1), ("XY-002", 1)]);
}

#[test]
fn examples_in_doc_comments_do_not_cite() {
    source("/// `XY-001`\n/// ```\n/// // `XY-002`\n/// ```\n/// `XY-003`\nfn f() {}", &[("XY-001", 1), ("XY-003", 5)]);
    // A fence that was left open ends with the comment.
    source("/// ```\n/// `XY-002`\nfn f() {}\n/// `XY-003`", &[("XY-003", 4)]);
}

#[test]
fn tests_do_not_cite() {
    source(
        "rule!(\"XY-001\");\n#[cfg(test)]\nmod tests {\n/// `XY-002`\nfn f() { rule!(\"XY-002\") }\n}\nrule!(\"XY-003\")",
        &[("XY-001", 1), ("XY-003", 7)],
    );
    source("#[cfg(test)]\nmod tests;\nfn f() { rule!(\"XY-003\") }", &[("XY-003", 3)]);
}

#[test]
fn case_files() {
    case(
        "rules = [\"XY-001\",\n\"XY-R02\", \"typo\"]\nid = \"XY-E03\"",
        &[("XY-001", 1), ("XY-R02", 2), ("typo", 2), ("XY-E03", 3)],
    );
    case("case = \"XY-E03-parry, and XY-I07; not ZZ-E03 nor AXY-E04\"", &[("XY-E03", 1), ("XY-I07", 1)]);
    case("proves = [\"XY-001\", \"the rest of XY-002\"]", &[("XY-001", 1), ("XY-002", 1)]);
    case(
        "rules = [\"XY-001\"]\n[[case]]\nid = \"XY-E01\"\n[[case]]\nrules = [\"XY-002\"]\n[[case.step]]\nid = \"XY-E09\"",
        &[("XY-001", 1), ("XY-E01", 3), ("XY-002", 5)],
    );
    case("case = { id = \"XY-E01\" }", &[("XY-E01", 1)]);
    case("[sheet]\nid = \"XY-E01\"\nrules = 7", &[]);
    case("rules = 7\nid = 3\ncase = [1, 2]", &[]);
    case("", &[]);
}

#[test]
fn a_case_file_that_is_no_toml() {
    let (line, message) = in_case("XY", "a = 1\nb = \n").expect_err("no TOML");
    assert_eq!(line, 2);
    assert!(!message.is_empty());
}

proptest! {
    #[test]
    fn no_source_panics(text in "(\\PC|[\n\"'`/*!#{}();]|///|/\\*\\*|rule!\\(\"|r#\"|#\\[cfg\\(test\\)\\]|`XY-001`){0,60}") {
        let lines = 1 + text.matches('\n').count();
        for citation in in_source("XY", &text) {
            prop_assert!((citation.line as usize) <= lines);
        }
    }

    #[test]
    fn no_case_panics(text in "(\\PC|[\n\"'=\\[\\]{},.]|rules|id|case|\"XY-001\"){0,40}") {
        let _ = in_case("XY", &text);
    }
}
