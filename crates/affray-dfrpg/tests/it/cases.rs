//! Every case of `cases/` holds.

#[test]
fn every_case_holds() {
    affray_conformance::every_case_holds::<affray_dfrpg::Dfrpg>(env!("CARGO_MANIFEST_DIR"));
}
