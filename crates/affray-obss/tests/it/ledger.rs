//! The ledger, and whether code and cases cite it well.

use affray_obss::ledger::{ENTRIES, IDS, REFERENCE};
use affray_session::reference::EntryKind;

#[test]
fn the_ledger_is_whole() {
    affray_conformance::the_ledger_is_whole(&REFERENCE, [290, 96, 101, 20, 41]);
    let decisions = REFERENCE.coverage().decisions;
    assert!(decisions.missing_code.is_empty(), "decisions that no code cites: {:?}", decisions.missing_code);
    assert!(decisions.missing_case.is_empty(), "decisions that no case shows: {:?}", decisions.missing_case);
    assert_eq!(ENTRIES.len(), IDS.len());
    assert!(IDS.is_sorted());
}

#[test]
fn entries_are_found() {
    assert_eq!(REFERENCE.get("OB-I07").map(|entry| entry.kind), Some(EntryKind::Invalid));
    assert_eq!(REFERENCE.get("ob89").map(|entry| entry.title), Some("Flanking"));
}
