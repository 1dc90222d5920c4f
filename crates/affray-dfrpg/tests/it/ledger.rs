//! The ledger, and whether code and cases cite it well.

use affray_core::rules::EntryKind;
use affray_dfrpg::ledger::{ENTRIES, IDS, REFERENCE, UNKNOWN, UNREADABLE};

#[test]
fn every_cited_id_exists() {
    assert!(UNKNOWN.is_empty(), "cited, but not in the ledger: {UNKNOWN:#?}");
}

#[test]
fn every_case_file_can_be_read() {
    assert!(UNREADABLE.is_empty(), "{UNREADABLE:#?}");
}

#[test]
fn the_ledger_is_whole() {
    let coverage = REFERENCE.coverage();
    assert_eq!(coverage.rules.total, 345);
    assert_eq!(coverage.rulings.total, 101);
    assert_eq!(coverage.examples.total, 110);
    assert_eq!(coverage.decisions.total, 15);
    assert_eq!(coverage.invalid.total, 52);
    assert_eq!(ENTRIES.len(), IDS.len());
    assert!(IDS.is_sorted());
}

/// Every rule and ruling is carried out by code and proved by a case; every worked example and invalid
/// input is one.
#[test]
fn nothing_is_left_out() {
    let coverage = REFERENCE.coverage();
    for (what, covered) in [("rules", &coverage.rules), ("rulings", &coverage.rulings)] {
        assert!(covered.missing_code.is_empty(), "{what} that no code cites: {:?}", covered.missing_code);
        assert!(covered.missing_case.is_empty(), "{what} that no case cites: {:?}", covered.missing_case);
    }
    assert!(coverage.examples.missing_case.is_empty(), "examples: {:?}", coverage.examples.missing_case);
    assert!(coverage.invalid.missing_case.is_empty(), "invalid input: {:?}", coverage.invalid.missing_case);
}

#[test]
fn entries_are_found() {
    let parry = REFERENCE.get("df45").map(|entry| entry.id);
    assert_eq!(parry, None, "numbers between groups are reserved");
    let encumbrance = REFERENCE.get("25").expect("DF-025");
    assert_eq!(encumbrance.title, "Encumbrance table");
    assert!(encumbrance.text.contains("| 4 | Extra-heavy |"));
    assert!(encumbrance.text.ends_with("Limits are inclusive."));
    assert_eq!(encumbrance.section, "2.2 Attributes and derived values");
    assert_eq!(encumbrance.marks, ["fact"]);
    assert_eq!(REFERENCE.get("DF-I07").map(|entry| entry.kind), Some(EntryKind::Invalid));
    assert_eq!(REFERENCE.search("maneuver one")[0].id.as_str(), "DF-050");
}
