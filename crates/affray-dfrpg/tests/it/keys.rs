//! Every key of a sheet has an effect that a case proves, as the manual says.

#[test]
fn every_key_of_a_sheet_is_proved() {
    affray_conformance::keys::every_key_is_proved(&affray_dfrpg::Dfrpg, env!("CARGO_MANIFEST_DIR"));
}
