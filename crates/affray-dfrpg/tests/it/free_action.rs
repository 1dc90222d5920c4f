//! `DF-108`: what may be done at any time comes unasked, is judged, told and kept on the tape.

use affray_dfrpg::Dfrpg;
use affray_dfrpg::decision::{Choice, Free};
use affray_dfrpg::event::Event;
use affray_dfrpg::sheet::ItemId;
use affray_dfrpg::state::Posture;
use affray_kernel::referee::{CombatantId, Input, Nothing, Record, Tape};

const SCENE: &str = r#"
ruleset = "dfrpg"
combatant = [
    { name = "Arn", sheet = "arn", at = [0, 0], state = { posture = "crouching" } },
    { name = "Orc", sheet = "orc", at = [1, 0] },
]
"#;

#[test]
fn dropping_and_rising_between_turns() {
    let (setup, mut state) = affray_conformance::load::<Dfrpg>("scene", SCENE).into_parts();
    let who = CombatantId(0);
    let unasked = |free| Input::Interject { who, choice: Choice::Free(free) };
    let inputs = [unasked(Free::Drop(0)), unasked(Free::Rise)];
    let mut tape = Tape::<Dfrpg, _>::new(&inputs, Nothing);
    tape.settle(&setup, &mut state).expect("both are free at any time");
    assert_eq!(state[who].posture, Posture::Standing, "DF-159");
    assert!(tape.left().is_empty() && tape.used == inputs);
    assert!(matches!(
        tape.records.as_slice(),
        [
            Record::Interjected { .. },
            Record::Event(Event::Drops { item: ItemId(0), .. }),
            Record::Interjected { .. },
            Record::Event(Event::Takes { posture: Posture::Standing, .. })
        ]
    ));
    // Crouching is for the own turn, and the shield is strapped to its arm: the state stays as it was.
    for free in [Free::Crouch, Free::Drop(1)] {
        let inputs = [unasked(free)];
        let (before, mut tape) = (state.clone(), Tape::<Dfrpg, _>::new(&inputs, Nothing));
        let refusal = tape.settle(&setup, &mut state).unwrap_err();
        assert!(refusal.contains("DF-108"), "{refusal}");
        assert!(state == before && tape.records.is_empty());
    }
}
