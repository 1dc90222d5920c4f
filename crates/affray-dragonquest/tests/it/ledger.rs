//! The ledger, and whether code and cases cite it well.

use affray_dragonquest::ledger::REFERENCE;

#[test]
fn the_ledger_is_whole() {
    affray_conformance::citations_are_sound(&REFERENCE);
    assert_eq!(affray_conformance::extent(&REFERENCE), [184, 64, 97, 20, 44]);
}

#[test]
fn nothing_is_left_out() {
    affray_conformance::nothing_is_left_out(&REFERENCE);
    let decisions = REFERENCE.coverage().decisions;
    assert!(decisions.missing_case.is_empty(), "decisions that no case shows: {:?}", decisions.missing_case);
}

#[test]
fn lines_have_words() {
    affray_conformance::lines_have_words(&REFERENCE);
}
