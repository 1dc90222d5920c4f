//! The ledger, and whether code and cases cite it well.

use affray_dragonquest::ledger::REFERENCE;

#[test]
fn the_ledger_is_whole() {
    affray_proof::citations_are_sound(&REFERENCE);
    assert_eq!(affray_proof::extent(&REFERENCE), [184, 61, 97, 20, 44]);
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
