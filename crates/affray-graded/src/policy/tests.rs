//! Choices of opponents.

use super::Tactician;
use crate::decision::{
    Blow, Choice, From, Gait, Maneuver, ManeuverKind, NONE, Plan, Posture, Question, Step, Walk, Watch,
};
use crate::files::Scenario;
use crate::movement::arcs::distance;
use crate::state::State;
use affray_files::{Source, no_files};
use affray_grid::{Cell, Facing};
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

/// The first step of a movement, and the hex to which it leads.
fn step(loaded: &Scenario, state: &State, policy: &mut Tactician, maneuver: ManeuverKind, points: u8) -> Option<Cell> {
    let last = state[ME].facing.index();
    let walk = Walk {
        maneuver,
        left: points,
        most: 2,
        hexes: 2u8.saturating_sub(points),
        half: points,
        last,
        target: NONE,
        over: false,
    };
    match policy.decide(loaded.setup(), state, &Question::Walk { who: ME, walk }) {
        Choice::Step(Step::To(way)) => Some(state[ME].at.step(way)),
        Choice::Step(_) => None,
        other => panic!("{other:?} is no step"),
    }
}

#[test]
fn a_ready_weapon_waits_for_who_is_out_of_reach() {
    // GR-085: whoever comes is struck first. GR-029: what strikes every other round, or misses more often than not, defends.
    for (sheet, waits) in [("gerda", true), ("cutthroat", true), ("halberdier", false), ("dag", false)] {
        let (loaded, state) = scene(&(one("Me", 'a', sheet, [0, 0], "E") + &one("Foe", 'b', sheet, [4, 0], "W")));
        let (chosen, _) = maneuver(&loaded, &state);
        assert_eq!(matches!(chosen, Maneuver::Wait { .. }), waits, "{sheet}: {chosen:?}");
        assert!(waits || chosen == Maneuver::SingleDefense(FOE), "{sheet}: {chosen:?}");
    }
}

#[test]
fn a_step_makes_the_line_clear() {
    // GR-R82: a person in the line takes 4 off, and the step of the shot is free (GR-041).
    let text = one("Me", 'a', "crossbowman", [16, 4], "W")
        + &one("Foe", 'b', "cole", [0, 4], "E")
        + &one("Friend", 'a', "raider", [14, 4], "W");
    let (loaded, state) = scene(&text);
    let (shoots, mut policy) = maneuver(&loaded, &state);
    assert_eq!(shoots, Maneuver::Missile { gait: Gait::Step });
    let to = step(&loaded, &state, &mut policy, ManeuverKind::Missile, 1).expect("a step");
    let mut moved = state.clone();
    moved[ME].at = to;
    let between = |state: &State| crate::scene::Scene { setup: loaded.setup(), state }.persons_between(ME, FOE);
    assert_eq!((between(&state), between(&moved)), (1, 0), "{to:?}");
    // Where nobody stands in between nobody steps.
    let (loaded, state) = scene(&(one("Me", 'a', "crossbowman", [16, 4], "W") + &one("Foe", 'b', "cole", [0, 4], "E")));
    let (_, mut policy) = maneuver(&loaded, &state);
    assert_eq!(step(&loaded, &state, &mut policy, ManeuverKind::Missile, 1), None);
}

#[test]
fn those_who_are_nearly_felled_are_shot_at_first() {
    let text = one("Me", 'a', "cole", [0, 0], "E")
        + &one("Foe", 'b', "dag", [8, 0], "W")
        + &one("Other", 'b', "arn", [9, -2], "W");
    let (loaded, mut state) = scene(&text);
    let at = |state: &State| {
        let (shoots, mut policy) = maneuver(&loaded, state);
        let from = if shoots == Maneuver::RapidFire { From::Rapid } else { From::Missile };
        blow(&loaded, state, &mut policy, from).target
    };
    state[CombatantId(2)].hp = 2;
    assert_eq!(at(&state), CombatantId(2));
    state[CombatantId(2)].hp = 11;
    state[FOE].hp = 2;
    assert_eq!(at(&state), FOE);
}

#[test]
fn archers_who_see_nobody_let_them_come() {
    let walls = "[[map.area]]\ncells = [[3, -3], [3, -2], [3, -1], [3, 0], [3, 1], [3, 2], [3, 3]]\nterrain = 'wall'\n";
    let map = "[map]\nwidth = 30\nheight = 13\norigin = [-4, -6]\n";
    let text = String::from(map)
        + walls
        + &one("Me", 'a', "cole", [0, 0], "E")
        + &one("Foe", 'b', "raider", [14, 0], "W")
        + &one("Other", 'b', "raider", [14, 1], "W");
    let (loaded, mut state) = scene(&text);
    state[FOE].moved = 4;
    let (stays, _) = maneuver(&loaded, &state);
    assert!(matches!(stays, Maneuver::MultipleDefense | Maneuver::OpportunityFire { .. }), "{stays:?}");
    // Those who stand still are looked for.
    state.first_round = false;
    state[FOE].moved = 0;
    let (goes, _) = maneuver(&loaded, &state);
    assert!(matches!(goes, Maneuver::Move { .. }), "{goes:?}");
}

#[test]
fn a_line_is_watched_without_a_doubt_where_no_friend_crosses_it() {
    // GR-053: to make sure takes 2 off. A wall across the field with a gap that is not in line with anybody.
    let text = String::from("[map]\nwidth = 30\nheight = 13\norigin = [-4, -6]\n")
        + "[[map.area]]\ncells = [[6, -3], [6, -2], [6, -1], [6, 0], [6, 1], [6, 2], [6, 3]]\nterrain = 'wall'\n"
        + &one("Me", 'a', "crossbowman", [0, 0], "E")
        + &one("Foe", 'b', "raider", [14, 0], "W");
    let watches = |text: &str| {
        let (loaded, mut state) = scene(text);
        state[FOE].moved = 4;
        match maneuver(&loaded, &state).0 {
            Maneuver::OpportunityFire { watch: Watch::Line(_), per, .. } => per,
            other => panic!("{other:?} is no watch"),
        }
    };
    assert!(!watches(&(text.clone() + &one("Friend", 'a', "spearman", [2, 3], "E"))));
    assert!(watches(&(text + &one("Friend", 'a', "spearman", [2, 1], "E"))));
}

#[test]
fn a_crossbow_is_loaded_and_shot_at_once_at_who_has_no_defense() {
    // GR-038
    let (loaded, mut state) =
        scene(&(one("Me", 'a', "crossbowman", [0, 0], "E") + &one("Foe", 'b', "raider", [2, 0], "W")));
    let with = state[ME].hands[0] as usize;
    state[ME].items[with].flags.clear(crate::state::ItemFlags::LOADED);
    state[FOE].flags.set(crate::state::Flags::NO_DEFENSE);
    state[FOE].hp = 5;
    assert_eq!(maneuver(&loaded, &state).0, Maneuver::RapidFire);
}

#[test]
fn there_is_a_way_round_a_fallen_friend() {
    // GR-R36: a friend's hex is passed, not shared; the hexes beside him are as far.
    let text = one("Me", 'a', "captain", [2, 0], "W")
        + &one("Foe", 'b', "crossbowman", [0, 2], "NE")
        + &one("Friend", 'a', "raider", [1, 1], "W");
    let (loaded, mut state) = scene(&text);
    state[ME].hp = 8;
    let friend = CombatantId(2);
    state[friend].hp = -4;
    state[friend].posture = Posture::Lying;
    state[friend].flags.set(crate::state::Flags::INCAPACITATED);
    let (strikes, mut policy) = maneuver(&loaded, &state);
    assert!(matches!(strikes, Maneuver::Attack | Maneuver::AllOut { .. }), "{strikes:?}");
    for left in [2, 1] {
        if let Some(to) = step(&loaded, &state, &mut policy, strikes.kind(), left) {
            state[ME].facing = Facing::HEX.into_iter().find(|&way| state[ME].at.step(way) == to).expect("a neighbor");
            state[ME].at = to;
        }
    }
    assert!(state[ME].at != state[friend].at && distance(state[ME].at, state[FOE].at) == 1, "{:?}", state[ME].at);
}

#[test]
fn a_foe_who_is_nearly_felled_is_struck_where_he_is_easiest_to_hit() {
    // Halberdier in scale: against 12 HP the neck is worth its -7; at 2 HP any blow at the body does.
    let (loaded, mut state) =
        scene(&(one("Me", 'a', "arn", [0, 0], "E") + &one("Foe", 'b', "halberdier", [1, 0], "W")));
    state[FOE].hp = 2;
    let (strikes, mut policy) = maneuver(&loaded, &state);
    let from = if matches!(strikes, Maneuver::AllOut { .. }) { From::AllOut } else { From::Attack };
    assert_eq!(blow(&loaded, &state, &mut policy, from).at, None, "{strikes:?}");
}

#[test]
fn the_last_fatigue_is_kept_for_a_blow() {
    // GR-254, GR-R92: encumbrance 2 costs 2 FP a round, and doing nothing none.
    let at = |q: i16| {
        let (loaded, mut state) =
            scene(&(one("Me", 'a', "halberdier", [0, 0], "E") + &one("Foe", 'b', "raider", [q, 0], "W")));
        state[ME].fp = 2;
        maneuver(&loaded, &state).0
    };
    assert_eq!(at(8), Maneuver::Nothing);
    assert!(matches!(at(2), Maneuver::Attack | Maneuver::AllOut { .. }), "{:?}", at(2));
}

#[test]
fn the_lamed_wait_on_their_knees_for_who_comes() {
    // GR-R85: a crippled foot leaves no more; lying down to crawl takes the weapon out of the fight (GR-R83).
    let text = one("Me", 'a', "fay", [0, 0], "E") + &one("Foe", 'b', "cutthroat", [3, 0], "W");
    let (loaded, mut state) = scene(&text);
    state[ME].hp = 1;
    state[ME].posture = Posture::Kneeling;
    state[ME].flags.set(crate::state::Flags::LAME);
    state[ME].crippled.set(crate::state::LEGS);
    state[FOE].moved = 2;
    assert!(matches!(maneuver(&loaded, &state).0, Maneuver::Wait { .. }), "{:?}", maneuver(&loaded, &state).0);
    state[FOE].moved = 0;
    state.first_round = false;
    assert_eq!(maneuver(&loaded, &state).0, Maneuver::Position(Posture::Lying));
}

#[test]
fn a_spell_is_cast_before_anybody_comes() {
    // GR-R33: a ward takes two turns; MV of a raider is 5.
    let at = |q: i16| {
        let (loaded, state) =
            scene(&(one("Me", 'a', "hedge-mage", [0, 0], "E") + &one("Foe", 'b', "raider", [q, 0], "W")));
        maneuver(&loaded, &state).0
    };
    assert_eq!(at(14), Maneuver::Cast { spell: 0, target: ME });
    assert!(!matches!(at(6), Maneuver::Cast { .. }));
}

/// GR-086: both strike, and the one who comes has no defense.
#[test]
fn nobody_goes_all_out_into_a_wait() {
    let (loaded, mut state) = scene(&(one("Me", 'a', "bryn", [0, 0], "E") + &one("Foe", 'b', "arn", [3, 0], "W")));
    assert!(matches!(maneuver(&loaded, &state).0, Maneuver::AllOut { .. }), "{:?}", maneuver(&loaded, &state).0);
    state[FOE].watch = Watch::Reach(u16::MAX);
    state[FOE].watch_with = state[FOE].hands[0];
    assert!(!matches!(maneuver(&loaded, &state).0, Maneuver::AllOut { .. }), "{:?}", maneuver(&loaded, &state).0);
}

/// GR-R63: a spear reaches two hexes, but not past a wall; past the end of one, a way of two steps leads to where it does.
#[test]
fn nobody_strikes_past_a_wall() {
    let strikes = |walls: &str| {
        let text = format!("[map]\nwidth = 9\nheight = 9\n[[map.area]]\ncells = [{walls}]\nterrain = 'wall'\n")
            + &one("Me", 'a', "spearman", [4, 2], "SE")
            + &one("Foe", 'b', "raider", [4, 4], "NW");
        let (loaded, state) = scene(&text);
        matches!(maneuver(&loaded, &state).0, Maneuver::Attack | Maneuver::AllOut { .. })
    };
    let long = "[1, 4], [2, 4], [3, 3], [4, 3], [5, 2], [6, 2], [7, 1]";
    assert_eq!(["[0, 0]", "[4, 3]", long].map(strikes), [true, true, false]);
}

/// GR-R81: an axe gets over six feet of height and not over seven, wherever the ledge leaves no way up; who cannot be struck is
/// not attacked all out, and a foe on the ground is struck in his place.
#[test]
fn nobody_strikes_at_a_foe_too_high_up() {
    let struck = |feet: i32, other: &str| {
        let text = format!("[map]\nwidth = 9\nheight = 9\n[[map.area]]\ncells = [[4, 4]]\nelevation = {feet}\n")
            + &one("Me", 'a', "raider", [4, 3], "SE")
            + &one("Foe", 'b', "raider", [4, 4], "NW")
            + other;
        let (loaded, state) = scene(&text);
        let intent = maneuver(&loaded, &state);
        matches!(intent.0, Maneuver::Attack | Maneuver::AllOut { .. } | Maneuver::TwoWeapons)
    };
    assert_eq!([0, 6, 7, 10].map(|feet| struck(feet, "")), [true, true, false, false]);
    let near = one("Other", 'b', "raider", [3, 3], "E");
    assert!(struck(10, &near));
}

/// GR-212: stunned in the dark, at close quarters with a foe in chain, nobody thrusts at a neck that is out of reach of the
/// dice; a foe who strikes is met behind a guard where no blow is fair.
#[test]
fn nobody_strikes_where_a_blow_rather_costs_the_weapon() {
    use super::blows::is_fair;
    use crate::scene::Scene;
    use affray_kernel::tally::{Sum, Tally as _};
    for darkness in [-3, -6, -9] {
        let text = format!("[scenario]\ndarkness = {darkness}\n")
            + &one("Me", 'a', "fay", [0, 0], "E")
            + &one("Foe", 'b', "dag", [0, 0], "W");
        let (loaded, mut state) = scene(&text);
        state[ME].flags.set(crate::state::Flags::STUN_WILL);
        state[FOE].maneuver = ManeuverKind::Attack;
        let (chosen, mut policy) = maneuver(&loaded, &state);
        let from = match chosen {
            Maneuver::Attack => From::Attack,
            Maneuver::AllOut { .. } => From::AllOut,
            _ => continue,
        };
        let blow = blow(&loaded, &state, &mut policy, from);
        let plan = Plan { from, only: NONE, with: NONE, number: 0 };
        let scene = Scene { setup: loaded.setup(), state: &state };
        let score = scene.attack_score::<Sum>(ME, &blow, &plan).total();
        assert!(is_fair(score), "{darkness}: {blow:?} on {score}");
    }
}
