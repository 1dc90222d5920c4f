//! The ledger, and whether code and cases cite it well.

use affray_dragonquest::ledger::REFERENCE;

#[test]
fn the_ledger_is_whole() {
    affray_conformance::the_ledger_is_whole(&REFERENCE, [184, 64, 97, 20, 44]);
    let decisions = REFERENCE.coverage().decisions;
    assert!(decisions.missing_case.is_empty(), "decisions that no case shows: {:?}", decisions.missing_case);
}
