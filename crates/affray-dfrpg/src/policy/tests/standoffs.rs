//! Nobody stands there for ever while something could be done, and a plan is carried out.

use super::super::Tactician;
use super::{maneuver_of, play_on, scene};
use crate::decision::{Choice, Maneuver, Question, Ready};
use crate::scene::Scene;
use crate::state::{Effect, Flags};
use affray_grid::{Arc, Cell};
use affray_kernel::referee::{CombatantId, Policy as _};
use affray_kernel::turns::SidesLeft;

/// Casters without FP left for a spell, with staffs that they never learned to use.
#[test]
fn spent_casters_come_to_blows() {
    let (setup, start) = scene(
        "map = { open = true }
        [[combatant]]\nname = 'North'\nside = 'north'\nsheet = 'cyn'\nat = [2, 8]\nfacing = 'SE'\nstate.fp = 2
        [[combatant]]\nname = 'South'\nside = 'south'\nsheet = 'cyn'\nat = [2, 10]\nfacing = 'NW'\nstate.fp = 2",
    );
    for seed in 0..10 {
        let mut state = start.clone();
        play_on(&setup, &mut state, 400, seed);
        assert!(!matches!((Scene { setup: &setup, state: &state }).sides_left(), SidesLeft::Several), "dice {seed}");
    }
}

/// Up there nobody can be reached, and nobody comes up.
#[test]
fn who_stands_above_a_ledge_comes_down() {
    for (height, comes) in [(3, true), (10, false)] {
        let (setup, mut state) = scene(&format!(
            "map = {{ width = 8, height = 5, area = [{{ cells = [[3, 2], [4, 2]], elevation = {height} }}] }}
            [[combatant]]\nname = 'Above'\nside = 'a'\nsheet = 'orc'\nat = [3, 2]\nfacing = 'E'
            [[combatant]]\nname = 'Below'\nside = 'b'\nsheet = 'orc'\nat = [5, 2]\nfacing = 'W'",
        ));
        play_on(&setup, &mut state, 8, 1);
        let above = state.fighters[0].at;
        assert_eq!(above != Cell::new(3, 2) && above != Cell::new(4, 2), comes, "{height} yards: {above}");
    }
}

/// The chopper does not reach into the pit, but the sling does.
#[test]
fn a_sling_is_drawn_where_nobody_comes() {
    let (setup, state) = scene(
        "map = { width = 8, height = 5, area = [{ cells = [[5, 2]], elevation = -10 }] }
        [[combatant]]\nname = 'Above'\nside = 'a'\nsheet = 'goblin'\nat = [3, 2]\nfacing = 'E'
        [[combatant]]\nname = 'Below'\nside = 'b'\nsheet = 'orc'\nat = [5, 2]\nfacing = 'W'",
    );
    let Maneuver::Ready(ready) = maneuver_of(&setup, &state, CombatantId(0)) else { panic!("no Ready") };
    assert!(matches!(ready, Ready::Draw { .. } | Ready::Sheathe(_)), "{ready:?}");
}

/// On the knees, with the foe behind.
#[test]
fn who_gets_up_to_shoot_turns_to_the_foe() {
    let (setup, mut state) = scene(
        "[[combatant]]\nname = 'Archer'\nside = 'a'\nsheet = 'archer'\nat = [0, 0]\nfacing = 'W'
        state.posture = 'kneeling'
        [[combatant]]\nname = 'Foe'\nside = 'b'\nsheet = 'orc'\nat = [4, 0]\nfacing = 'W'",
    );
    play_on(&setup, &mut state, 1, 0);
    let at = |who: usize| state.fighters[who].at;
    assert_eq!(setup.map.arc(at(0), state.fighters[0].facing, at(1)), Arc::Front);
}

/// Who struck for a Wait may turn afterwards, and the one that moves goes on as planned.
#[test]
fn a_wait_ends_no_plan() {
    let (setup, mut state) = scene(
        "[[combatant]]\nname = 'Runs'\nside = 'a'\nsheet = 'bandit'\nat = [0, 0]\nfacing = 'E'
        [[combatant]]\nname = 'Waits'\nside = 'b'\nsheet = 'orc'\nat = [9, 0]\nfacing = 'W'",
    );
    let (runs, waits) = (CombatantId(0), CombatantId(1));
    state.fighters[0].flags.set(Flags::ACTING);
    let mut policy = Tactician::default();
    policy.decide(&setup, &state, &Question::Maneuver { who: runs });
    let way = policy.plan.way.clone();
    assert!(!way.is_empty());
    policy.decide(&setup, &state, &Question::Step { who: waits, after: true });
    assert_eq!((policy.plan.who, &policy.plan.way), (runs.0, &way));
}

/// In the same hex as a foe, where a spear is of no use, and so badly off that none strikes outside either: at 13, -2 for
/// the knees, -4 for shock and -5 for the spell it would be 2.
#[test]
fn nobody_steps_out_for_a_blow_that_is_not_allowed() {
    for (energy, steps) in [(1, true), (5, false)] {
        let (setup, mut state) = scene(
            "[[combatant]]\nname = 'Guard'\nside = 'a'\nsheet = 'guard'\nat = [0, 0]\nfacing = 'E'
            state = { shock = 4, posture = 'kneeling', crippled = ['right-leg'] }
            [[combatant]]\nname = 'Cultist'\nside = 'b'\nsheet = 'cultist'\nat = [0, 0]\nfacing = 'W'",
        );
        let fumble = setup.combatants[1].sheet.spells.iter().position(|spell| spell.name == "fumble");
        let (on, by, spell) = (CombatantId(0), CombatantId(1), fumble.expect("cultists know it") as u8);
        state.effects.push(Effect { on, by, spell, energy, radius: 0, seconds: 30 });
        let mut policy = Tactician::default();
        policy.decide(&setup, &state, &Question::Maneuver { who: on });
        let step = policy.decide(&setup, &state, &Question::Step { who: on, after: false });
        assert_eq!(matches!(step, Choice::Step(Some(step)) if step.hex.is_some()), steps, "{step:?}");
    }
}
