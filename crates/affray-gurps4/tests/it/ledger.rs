//! The ledger, and whether code and cases cite it well.

use affray_gurps4::ledger::REFERENCE;

#[test]
fn the_ledger_is_whole() {
    affray_conformance::the_ledger_is_whole(&REFERENCE, [194, 70, 120, 13, 38]);
}
