//! The ledger, and whether code and cases cite it well.

use affray_dragonquest::ledger::{ENTRIES, IDS, REFERENCE, UNKNOWN, UNREADABLE};

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
    assert_eq!(coverage.rules.total, 184);
    assert_eq!(coverage.rulings.total, 61);
    assert_eq!(coverage.examples.total, 97);
    assert_eq!(coverage.decisions.total, 20);
    assert_eq!(coverage.invalid.total, 44);
    assert_eq!(ENTRIES.len(), IDS.len());
    assert!(IDS.is_sorted());
}
