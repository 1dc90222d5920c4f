//! The ledger, and whether code and cases cite it well.

use affray_gurps4::ledger::REFERENCE;

#[test]
fn the_ledger_is_whole() {
    affray_conformance::citations_are_sound(&REFERENCE);
    assert_eq!(affray_conformance::extent(&REFERENCE), [194, 66, 120, 12, 38]);
}

#[test]
fn nothing_is_left_out() {
    affray_conformance::nothing_is_left_out(&REFERENCE);
}

#[test]
fn lines_have_words() {
    affray_conformance::lines_have_words(&REFERENCE);
}
