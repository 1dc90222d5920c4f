//! The ledger, and whether code and cases cite it well.

use affray_graded::ledger::REFERENCE;

#[test]
fn the_ledger_is_whole() {
    affray_proof::citations_are_sound(&REFERENCE);
    assert_eq!(affray_proof::extent(&REFERENCE), [284, 115, 129, 19, 42]);
}

#[test]
fn nothing_is_left_out() {
    affray_proof::nothing_is_left_out(&REFERENCE);
}
