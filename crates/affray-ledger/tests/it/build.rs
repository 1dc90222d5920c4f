//! The table that a build script writes.

use affray_ledger::build::Table;
use affray_ledger::cite::Role;
use std::fs;

const LEDGER: &str = "\
# 2. Rules
- `XY-001` **Roll.** [core] \"Low\" is good.
- `XY-002` **Hit.** [core] Or not.
# 5. Worked examples
- `XY-E01` A roll.
";

fn table(files: &[(&str, &str)]) -> Result<Table, Vec<String>> {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path();
    fs::create_dir(root.join("src")).expect("a folder");
    for (name, text) in [("rules.md", LEDGER)].iter().chain(files) {
        let path = root.join(name);
        fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        fs::write(path, text).expect("written");
    }
    Table::read(&root.join("rules.md"), &root.join("src"), &root.join("cases"))
}

#[test]
fn citations_are_gathered_by_id() {
    let table = table(&[
        ("src/hit.rs", "/// `XY-001` `XY-001` here\nfn f() { rule!(\"XY-001\"); rule!(\"XY-003\") }"),
        ("src/attack/roll.rs", "rule!(\"XY-001\")"),
        ("src/attack/tests.rs", "rule!(\"XY-002\")"),
        ("src/notes.txt", "rule!(\"XY-002\")"),
        ("cases/deep/er/b.toml", "rules = [\"XY-001\", \"XY-001\"]"),
        ("cases/a.toml", "rules = [\"XY-001\", \"XY-9\"]\nid = \"XY-E01\""),
        ("cases/broken.toml", "\nid = "),
    ])
    .expect("a table");
    assert_eq!(places(&table, "XY-001"), ["src/hit.rs:1", "src/attack/roll.rs:1"]);
    assert!(!table.code.contains_key("XY-002"));
    assert_eq!(table.cases["XY-001"], ["cases/a.toml", "cases/deep/er/b.toml"]);
    assert_eq!(table.cases["XY-E01"], ["cases/a.toml"]);
    assert_eq!(
        table.unknown,
        [("XY-003".to_owned(), "src/hit.rs".to_owned(), 2), ("XY-9".to_owned(), "cases/a.toml".to_owned(), 1),]
    );
    assert_eq!(table.unreadable.len(), 1);
    assert_eq!((table.unreadable[0].0.as_str(), table.unreadable[0].1), ("cases/broken.toml", 2));
}

/// The places of an id in the order of the index.
fn places(table: &Table, id: &str) -> Vec<String> {
    table.code[id].iter().map(|place| format!("{}:{}", place.file, place.line)).collect()
}

#[test]
fn the_place_to_edit_comes_first() {
    let knockdown = "\
//! Injuries: `XY-001`.

/// `XY-001` Whether a wound calls for a roll.
fn needs_roll(lost: i32) -> bool {
    lost > 5 // XY-001: not exactly half.
}

/// `XY-002` `XY-001` The roll.
fn knockdown(&mut self) {
    let mut score = base(rule!(\"XY-001\"), 10);
}
";
    let table = table(&[
        ("src/a_judge.rs", "/// `XY-001` Judges.\nfn judge() -> Result<(), Refusal> { refuse(rule!(\"XY-001\")) }"),
        ("src/files/read.rs", "// XY-001\n/// `XY-001` Reads.\nfn read() { rule!(\"XY-001\") }"),
        ("src/injury.rs", knockdown),
        ("src/policy.rs", "/// `XY-001` Guesses.\nfn guess(&mut self) {}"),
    ])
    .expect("a table");
    assert_eq!(
        places(&table, "XY-001"),
        [
            // The function that rolls, with its sum; another one, with its comment.
            "src/injury.rs:8",
            "src/injury.rs:3",
            // Refusals.
            "src/a_judge.rs:1",
            // The module, files and opponents.
            "src/injury.rs:1",
            "src/files/read.rs:1",
            "src/files/read.rs:2",
            "src/policy.rs:1",
        ]
    );
}

#[test]
fn what_is_only_shown_comes_behind_what_decides() {
    let shows = "/// `XY-001` Shows it.\nfn show_roll(&mut self) { // XY-001\nshow(rule!(\"XY-001\")) }";
    let decides = "/// `XY-001` Judges.\nfn judge() -> Result<(), Refusal> {\n    refuse(rule!(\"XY-001\"))\n}";
    let event = "/// The roll (`XY-001`).\nstruct Rolled;\nfn rule() -> RuleId { rule!(\"XY-001\") }";
    let table =
        table(&[("src/a.rs", shows), ("src/b.rs", decides), ("src/event.rs", event), ("src/files/c.rs", shows)])
            .expect("a table");
    let found: Vec<(Role, bool, u32)> =
        table.code["XY-001"].iter().map(|place| (place.role, place.told, place.line)).collect();
    assert_eq!(
        found,
        [
            (Role::Refusal, false, 1),
            (Role::Display, true, 1),
            (Role::Display, true, 3),
            (Role::Mention, false, 1),
            (Role::Side, true, 1)
        ]
    );
    assert_eq!(places(&table, "XY-001")[..3], ["src/b.rs:1", "src/a.rs:1", "src/event.rs:3"]);
}

#[test]
fn a_function_is_listed_once_under_each_heading() {
    let both = "\
/// `XY-001` The roll.
fn roll(&mut self) {
    add(rule!(\"XY-001\")); // XY-001
    add(rule!(\"XY-001\"));
    refuse(rule!(\"XY-001\"));
    refuse(rule!(\"XY-001\"));
    add(rule!(\"XY-002\"));
    add(rule!(\"XY-002\"));
}
/// Another roll, by `XY-002`.
fn other() {
    add(rule!(\"XY-002\"));
}
";
    let table = table(&[("src/hit.rs", both)]).expect("a table");
    let found = |id: &str| table.code[id].iter().map(|place| (place.role, place.line, place.told)).collect::<Vec<_>>();
    assert_eq!(found("XY-001"), [(Role::Function, 1, true), (Role::Refusal, 5, false)]);
    assert_eq!(found("XY-002"), [(Role::Code, 7, true), (Role::Code, 12, true)]);
}

#[test]
fn plain_comments_are_listed_but_do_not_count() {
    let table = table(&[("src/hit.rs", "// XY-001\nfn f() { // XY-002, XY-009\nrefuse(rule!(\"XY-002\")); // XY-002")])
        .expect("a table");
    assert_eq!(places(&table, "XY-001"), ["src/hit.rs:1"]);
    assert!(table.code["XY-001"].iter().all(|place| place.plain));
    // On one line with code it is the code that is listed.
    assert_eq!(places(&table, "XY-002"), ["src/hit.rs:2", "src/hit.rs:3"]);
    let of_line_3 = table.code["XY-002"].iter().find(|place| place.line == 3).expect("it is listed");
    assert_eq!((of_line_3.plain, of_line_3.role), (false, Role::Refusal));
    // A slip of the pen in a comment is noticed.
    assert_eq!(table.unknown, [("XY-009".to_owned(), "src/hit.rs".to_owned(), 2)]);
}

#[test]
fn the_table_as_source() {
    let source =
        table(&[("src/hit.rs", "rule!(\"XY-001\")"), ("cases/a.toml", "id = \"XY-E01\"")]).expect("a table").to_rust();
    for part in [
        "pub const PREFIX: &str = \"XY\";",
        "pub const IDS: &[(&str, &str)] = &[(\"XY-001\", \"roll\"), (\"XY-002\", \"hit\"), (\"XY-E01\", \"\")];",
        "text: \"\\\"Low\\\" is good.\",",
        "Citation { role: affray_session::reference::Role::Code, file: \"src/hit.rs\", line: 1, plain: false, told: true }",
        "cases: &[\"cases/a.toml\"],",
        "kind: affray_session::reference::EntryKind::Example,",
    ] {
        assert!(source.contains(part), "{part} is missing in:\n{source}");
    }
}

#[test]
fn a_ruleset_may_lack_cases_but_not_a_sound_ledger() {
    assert!(table(&[]).expect("a table").cases.is_empty());
    let problems = table(&[("rules.md", "`XY-001` a\n`XY-001` b")]).expect_err("twice");
    assert_eq!(problems.len(), 1);
    assert!(problems[0].ends_with("rules.md:2: `XY-001` stands twice, first on line 1"), "{problems:?}");
}

#[test]
fn what_is_shared_is_carried_out_where_it_stands() {
    let folder = tempfile::tempdir().expect("a folder");
    let (root, beside) = (folder.path().join("affray-xy"), folder.path().join("affray-family/src"));
    for folder in [&root.join("src"), &beside] {
        fs::create_dir_all(folder).expect("a folder");
    }
    let source = "\
/// `XY-001` The roll.
pub use affray_family::check::{grade, Lost};
/// `XY-002` The hit.
pub use affray_family::nowhere::hit;
/// `XY-E01` The roll under another name.
use affray_family::check::grade as rolled;
";
    for (path, text) in [
        (root.join("rules.md"), LEDGER),
        (root.join("src/check.rs"), source),
        (
            beside.join("check.rs"),
            "/// Any game's.\nimpl Lost {\n    fn grade(self) {}\n}\npub const fn grade(roll: i32) {}\n",
        ),
    ] {
        fs::write(path, text).expect("written");
    }
    let table = Table::read(&root.join("rules.md"), &root.join("src"), &root.join("cases")).expect("a table");
    assert_eq!(places(&table, "XY-001"), ["../affray-family/src/check.rs:5", "src/check.rs:1"]);
    assert_eq!(table.code["XY-001"][0].role, Role::Function);
    assert_eq!(places(&table, "XY-E01"), ["../affray-family/src/check.rs:5"]);
    // What is not found is named where the `use` stands.
    assert_eq!(places(&table, "XY-002"), ["src/check.rs:3"]);
    assert_eq!(table.code["XY-002"][0].role, Role::Mention);
}

#[test]
fn what_only_the_reading_of_files_carries_out_is_carried_out_there() {
    let reads = "/// `XY-001` `XY-002` Reads it.\nfn read() {}";
    let table = table(&[("src/files/sheet.rs", reads), ("src/hit.rs", "/// `XY-002` Hits.\nfn hit() {}")]);
    let roles = |id: &str| table.as_ref().expect("a table").code[id].iter().map(|place| place.role).collect::<Vec<_>>();
    assert_eq!(roles("XY-001"), [Role::Function]);
    assert_eq!(roles("XY-002"), [Role::Function, Role::Side]);
}
