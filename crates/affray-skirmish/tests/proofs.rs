//! Everything that has to hold of a ruleset.

use affray_conformance::proofs::Ruleset;
use affray_skirmish::Skirmish;
use affray_skirmish::choice::Question;

#[test]
fn everything_that_has_to_hold() {
    Ruleset {
        folder: env!("CARGO_MANIFEST_DIR"),
        starter_parts: &["SideFile", "CombatantFile"],
        most_options: 100,
        rarely: |question: &Question| matches!(question, Question::Move { .. }),
    }
    .holds::<Skirmish>();
}
