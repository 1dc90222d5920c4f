//! Everything that has to hold of a ruleset.

use affray_conformance::encounters::Stock;
use affray_conformance::proofs::Ruleset;
use affray_kernel::referee::CombatantId;
use affray_skirmish::Skirmish;
use affray_skirmish::decision::Question;
use affray_skirmish::sheets::SHEETS;
use affray_skirmish::state::State;

/// Nobody goes where somebody stands.
fn nobody_is_joined(before: &State, after: &State) {
    let standing = |who: &CombatantId| after[*who].is_up();
    for mover in after.ids().filter(standing).filter(|&who| before[who].at != after[who].at) {
        let other = after.ids().filter(standing).find(|&other| other != mover && after[other].at == after[mover].at);
        assert_eq!(other, None, "{mover:?} went into a hex where somebody stands");
    }
}

#[test]
fn everything_that_has_to_hold() {
    Ruleset::<Skirmish> {
        folder: env!("CARGO_MANIFEST_DIR"),
        starter_parts: &["SideFile", "CombatantFile"],
        most_options: 100,
        rarely: |question| matches!(question, Question::Move { .. }),
        options_scene: "",
        stock: Stock {
            sheets: SHEETS,
            scenes: &["round_limit = 200"],
            grounds: &[],
            combatants: &["state = { hp = 6 }"],
            mounts: None,
            items: &[],
            room: |_| 1,
            possible: |_, before, after| nobody_is_joined(before, after),
            most_at_limit: 20,
        },
    }
    .holds();
}
