//! What comes with the program can be fought to an end.

use affray_obss::Obss;
use affray_obss::content::{ENCOUNTERS, STARTER};

#[test]
fn every_encounter_is_fought_to_its_end() {
    for (name, text) in ENCOUNTERS.iter().chain(&[("starter", STARTER)]) {
        affray_proof::play::fights_end(name, &affray_proof::load::<Obss>(name, text), 200, 5);
    }
}
