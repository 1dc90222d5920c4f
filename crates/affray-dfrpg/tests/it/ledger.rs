//! The ledger, and whether code and cases cite it well.

use affray_dfrpg::ledger::REFERENCE;
use affray_session::reference::EntryKind;

#[test]
fn the_ledger_is_whole() {
    affray_conformance::the_ledger_is_whole(&REFERENCE, [345, 137, 110, 15, 52]);
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
