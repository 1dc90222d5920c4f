//! Choices of opponents.

use super::Tactician;
use crate::decision::{Blow, Choice, From, Maneuver, NONE, Plan, Question};
use crate::files::Scenario;
use crate::state::State;
use affray_files::{Source, no_files};
use affray_kernel::referee::{CombatantId, Policy};

const ME: CombatantId = CombatantId(0);
const FOE: CombatantId = CombatantId(1);

fn one(name: &str, side: char, sheet: &str, at: [i16; 2], facing: &str) -> String {
    format!("[[combatant]]\nname = '{name}'\nside = '{side}'\nsheet = '{sheet}'\nat = {at:?}\nfacing = '{facing}'\n")
}

fn scene(text: &str) -> (Scenario, State) {
    let text = format!("ruleset = 'graded'\n{text}");
    let loaded = Scenario::read(&Source::new("scene", text), &no_files).unwrap_or_else(|error| panic!("{error}"));
    let state = loaded.start().clone();
    (loaded, state)
}

fn maneuver(loaded: &Scenario, state: &State) -> (Maneuver, Tactician) {
    let mut policy = Tactician::default();
    match policy.decide(loaded.setup(), state, &Question::Maneuver { who: ME }) {
        Choice::Maneuver(maneuver) => (maneuver, policy),
        other => panic!("{other:?} is no maneuver"),
    }
}

/// The first attack of a maneuver.
fn blow(loaded: &Scenario, state: &State, policy: &mut Tactician, from: From) -> Blow {
    let plan = Plan { from, only: NONE, with: NONE, number: 0 };
    match policy.decide(loaded.setup(), state, &Question::Attack { who: ME, plan }) {
        Choice::Attack(Some(blow)) => blow,
        other => panic!("{other:?} is no attack"),
    }
}

#[test]
fn the_nearly_felled_are_shot_at_the_body() {
    let (loaded, mut state) = scene(&(one("Me", 'a', "cole", [0, 0], "E") + &one("Foe", 'b', "gerda", [6, 0], "W")));
    state[FOE].hp = 2;
    let (shoots, mut policy) = maneuver(&loaded, &state);
    let from = if shoots == Maneuver::RapidFire { From::Rapid } else { From::Missile };
    assert_eq!(blow(&loaded, &state, &mut policy, from).at, None, "{shoots:?}");
}

#[test]
fn a_beaten_foe_without_defense_is_struck_at_once() {
    // GR-029: also with a halberd that struck in the round before.
    let (loaded, mut state) =
        scene(&(one("Me", 'a', "halberdier", [0, 0], "E") + &one("Foe", 'b', "dag", [1, 0], "W")));
    state[ME].struck_last = state[ME].hands[0];
    state[FOE].hp = 3;
    state[FOE].flags.set(crate::state::Flags::NO_DEFENSE);
    let (strikes, _) = maneuver(&loaded, &state);
    assert!(matches!(strikes, Maneuver::Attack | Maneuver::AllOut { .. }), "{strikes:?}");
}

#[test]
fn whoever_is_shot_at_waits_for_nobody() {
    // A halberd is longer than an axe: without the crossbow behind it, it would wait.
    let shot_at = |by: &str| {
        let (loaded, state) = scene(
            &(one("Me", 'a', "halberdier", [0, 0], "E")
                + &one("Foe", 'b', "dag", [4, 0], "W")
                + &one("Other", 'b', by, [9, 0], "W")),
        );
        maneuver(&loaded, &state).0
    };
    assert!(matches!(shot_at("dag"), Maneuver::Wait { .. }), "{:?}", shot_at("dag"));
    assert!(!matches!(shot_at("crossbowman"), Maneuver::Wait { .. }), "{:?}", shot_at("crossbowman"));
}
