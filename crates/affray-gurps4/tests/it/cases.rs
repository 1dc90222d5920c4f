//! Every case of `cases/` holds.

#[test]
fn every_case_holds() {
    affray_conformance::every_case_holds::<affray_gurps4::Gurps4>(env!("CARGO_MANIFEST_DIR"));
}
