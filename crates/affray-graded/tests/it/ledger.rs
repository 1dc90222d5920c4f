//! The ledger, and whether code and cases cite it well.

use affray_graded::ledger::REFERENCE;

#[test]
fn the_ledger_is_whole() {
    affray_conformance::the_ledger_is_whole(&REFERENCE, [284, 118, 129, 19, 42]);
}
