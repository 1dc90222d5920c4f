//! The ledger, and whether code and cases cite it well.

use affray_obss::ledger::{ENTRIES, IDS, REFERENCE, UNKNOWN, UNREADABLE};
use affray_session::reference::EntryKind;

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
    assert_eq!(coverage.rules.total, 290);
    assert_eq!(coverage.rulings.total, 94);
    assert_eq!(coverage.examples.total, 101);
    assert_eq!(coverage.decisions.total, 20);
    assert_eq!(coverage.invalid.total, 41);
    assert_eq!(ENTRIES.len(), IDS.len());
    assert!(IDS.is_sorted());
}

/// Every rule, ruling and decision is carried out by code and proved by a case; every worked example and
/// invalid input is one.
#[test]
fn nothing_is_left_out() {
    let coverage = REFERENCE.coverage();
    let both = [("rules", &coverage.rules), ("rulings", &coverage.rulings), ("decisions", &coverage.decisions)];
    for (what, covered) in both {
        assert!(covered.missing_code.is_empty(), "{what} that no code cites: {:?}", covered.missing_code);
        assert!(covered.missing_case.is_empty(), "{what} that no case cites: {:?}", covered.missing_case);
    }
    assert!(coverage.examples.missing_case.is_empty(), "examples: {:?}", coverage.examples.missing_case);
    assert!(coverage.invalid.missing_case.is_empty(), "invalid input: {:?}", coverage.invalid.missing_case);
}

#[test]
fn entries_are_found() {
    assert_eq!(REFERENCE.get("OB-I07").map(|entry| entry.kind), Some(EntryKind::Invalid));
    assert_eq!(REFERENCE.get("ob89").map(|entry| entry.title), Some("Flanking"));
}

#[test]
fn lines_have_words() {
    affray_conformance::lines_have_words(&REFERENCE);
}
