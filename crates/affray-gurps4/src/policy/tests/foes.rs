//! Whom opponents go for, shoot at and leave alone.

use super::*;
use crate::decision::Step;
use crate::state::Focus;

/// `G4-R64` `G4-R69` A pit is 2 yards deep: no step leads into it or out, and a blow from its rim reaches whoever is in it.
#[test]
fn whoever_is_in_a_pit_is_struck_from_its_rim() {
    let text = format!(
        "ruleset = 'gurps4'\n[map]\nlayout = 'hex'\nwidth = 16\nheight = 5\n\
         [[map.area]]\ncells = [[9, 2]]\nterrain = 'pit'\n[[map.area]]\ncells = [[4, 2]]\nterrain = 'wall'\n\
         [[combatant]]\nname = 'Me'\nsheet = {{ name = 'Me', {SWORDSMAN} }}\nat = [0, 2]\nfacing = 'E'\n\
         [[combatant]]\nname = 'Foe'\nsheet = 'ork'\nat = [9, 2]\nfacing = 'W'\n"
    );
    let loaded = Scenario::read(&Source::new("scene", text), &no_files).unwrap_or_else(|error| panic!("{error}"));
    let mut state = loaded.start().clone();
    state[ME].flags.set(Flags::ACTING);
    let mut policy = Tactician::default();
    let question = Question::Maneuver { who: ME };
    let chosen = policy.decide(loaded.setup(), &state, &question);
    assert_eq!(chosen, Choice::Maneuver(Maneuver::Do(Act::Move)));
    let path = crate::decision::Path::of(crate::decision::Gait::Move, 5);
    let piece = policy.decide(loaded.setup(), &state, &Question::Advance { who: ME, path });
    assert!(matches!(piece, Choice::Advance(crate::decision::Advance::Forward(_))), "{piece:?}");
    state[ME].at = Cell::new(8, 2);
    let chosen = policy.decide(loaded.setup(), &state, &question);
    assert_eq!(chosen, Choice::Maneuver(ATTACK));
}

/// Me at the origin with a sheet, and others with a name, a side, a sheet and a place.
fn scene_of(me: &str, others: &[(&str, &str, &str, [i16; 2])]) -> (Scenario, State) {
    let mut text = format!(
        "ruleset = 'gurps4'\n[[combatant]]\nname = 'Me'\nside = 'us'\nat = [0, 0]\nfacing = 'E'\n\
         sheet = {{ name = 'Me', {me} }}\n"
    );
    for (name, side, sheet, [q, r]) in others {
        text += &format!(
            "[[combatant]]\nname = '{name}'\nside = '{side}'\nat = [{q}, {r}]\nfacing = 'W'\n\
             sheet = {{ name = '{name}', {sheet} }}\n"
        );
    }
    let loaded = Scenario::read(&Source::new("scene", text), &no_files).unwrap_or_else(|error| panic!("{error}"));
    let mut state = loaded.start().clone();
    state[ME].flags.set(Flags::ACTING);
    (loaded, state)
}

const SLINGER: &str = "st = 12, skills = { Sling = 14, Sword = 14 }, weapon = [\
    { name = 'sling', skill = 'Sling', shots = 1, reload = 2, ready = true, mode = [{ damage = 'sw pi', range = 60 }] }, \
    { name = 'sword', skill = 'Sword', ready = true, off_hand = true, mode = [{ damage = 'sw cut', reach = '1' }] }]";

#[test]
fn with_a_foe_at_hand_a_sword_is_used_before_a_sling_is_loaded() {
    let (loaded, mut state) = two(SLINGER, SWORDSMAN, 1);
    state.item_mut(ME, ItemId::own(0)).shots = 0;
    let (attacks, mut policy) = maneuver(&loaded, &state);
    let from = attacks.attacks().unwrap_or_else(|| panic!("{attacks:?}"));
    assert_eq!(strike(&loaded, &state, &mut policy, from).mode, 1);
    state[FOE].at = Cell::new(12, 0);
    assert_eq!(maneuver(&loaded, &state).0, Maneuver::Do(Act::Ready(Ready::Reload(ItemId::own(0)))));
}

const PLATE: &str = "dr = { torso = 20, skull = 20, eye = 20, face = 20, neck = 20, groin = 20, arm = 20, leg = 20, \
    hand = 20, foot = 20 }";

#[test]
fn whoever_cannot_be_hurt_is_left_for_somebody_who_can() {
    let plate = format!("{PLATE}, {SWORDSMAN}");
    let others = [("Plate", "them", &*plate, [1, 0]), ("Page", "them", SWORDSMAN, [4, -1])];
    let (loaded, state) = scene_of(SWORDSMAN, &others);
    let (_, policy) = maneuver(&loaded, &state);
    assert_eq!(policy.intent.foe, CombatantId(2), "blows");
    let archer = "skills = { Bow = 14 }, \
        weapon = [{ name = 'bow', skill = 'Bow', hands = 2, mode = [{ damage = 'thr+2 imp', range = 150, acc = 3 }] }]";
    let (loaded, mut state) = scene_of(archer, &others);
    for far in [1, 6] {
        state[FOE].at = Cell::new(far, 0);
        state[CombatantId(2)].at = Cell::new(8, -1);
        assert_eq!(maneuver(&loaded, &state).1.intent.foe, CombatantId(2), "shots, {far}");
    }
    // Where nobody can be hurt the near one stays the foe.
    let others = [("Plate", "them", &*plate, [1, 0]), ("Mate", "them", &*plate, [4, -1])];
    let (loaded, state) = scene_of(SWORDSMAN, &others);
    assert_eq!(maneuver(&loaded, &state).1.intent.foe, FOE);
}

/// `G4-226` A shot that misses goes on, and one who stands beyond on the line is a friend.
#[test]
fn archers_shoot_past_nobody_of_their_own() {
    let archer = "skills = { Bow = 14 }, \
        weapon = [{ name = 'bow', skill = 'Bow', hands = 2, mode = [{ damage = 'thr+2 imp', range = 150, acc = 3 }] }]";
    let others =
        [("Near", "them", SWORDSMAN, [6, 0]), ("Far", "them", SWORDSMAN, [5, 3]), ("Friend", "us", SWORDSMAN, [7, 0])];
    let (loaded, mut state) = scene_of(archer, &others);
    assert_eq!(maneuver(&loaded, &state).1.intent.foe, CombatantId(2));
    state[CombatantId(3)].at = Cell::new(0, 5);
    assert_eq!(maneuver(&loaded, &state).1.intent.foe, FOE);
}

/// `G4-R63` Behind the wall on the only way back nobody is seen.
#[test]
fn archers_step_to_nowhere_from_where_they_do_not_see() {
    let archer = "skills = { Bow = 14 }, \
        weapon = [{ name = 'bow', skill = 'Bow', hands = 2, mode = [{ damage = 'thr+2 imp', range = 150, acc = 3 }] }]";
    let scene = |walls: &str| {
        let text = format!(
            "ruleset = 'gurps4'\n[map]\nlayout = 'hex'\nwidth = 12\nheight = 5\n\
             [[map.area]]\ncells = [{walls}]\nterrain = 'wall'\n\
             [[combatant]]\nname = 'Me'\nat = [4, 2]\nfacing = 'E'\nsheet = {{ name = 'Me', {archer} }}\n\
             [[combatant]]\nname = 'Foe'\nat = [6, 2]\nfacing = 'W'\nsheet = {{ name = 'Foe', {SWORDSMAN} }}\n"
        );
        let loaded = Scenario::read(&Source::new("scene", text), &no_files).unwrap_or_else(|error| panic!("{error}"));
        let mut state = loaded.start().clone();
        state[ME].flags.set(Flags::ACTING);
        let (_, mut policy) = maneuver(&loaded, &state);
        let question = Question::Step { who: ME, before: true };
        let choice = policy.decide(loaded.setup(), &state, &question);
        let Choice::Step(Step::To { side, .. }) = choice else { return false };
        let map = &loaded.setup().map;
        assert!(map.in_sight(Cell::new(4, 2).step(side), Cell::new(6, 2)), "{choice:?}");
        true
    };
    assert!(scene("[0, 0]"), "an open way back");
    // North and south of the archer the field is walled up but for hexes that the walls hide.
    assert!(!scene("[4, 1], [5, 1], [4, 3], [3, 3], [3, 2]"), "no way back at all");
    scene("[4, 1], [5, 1], [4, 3], [3, 2]");
    scene("[5, 1], [3, 3], [4, 3], [3, 2]");
}

#[test]
fn whoever_lies_stunned_below_0_hp_waits_for_those_who_come() {
    for (far, expected) in [(3, 2), (8, 1)] {
        let (loaded, mut state) = three(1, "ork", 'b', [far, 0]);
        state[FOE].hp = -8;
        state[FOE].posture = Posture::Prone;
        state[FOE].flags.set(Flags::STUNNED);
        assert_eq!(maneuver(&loaded, &state).1.intent.foe, CombatantId(expected), "the other at {far}");
    }
}

#[test]
fn whoever_is_hurt_waits_for_no_foe_that_waits_as_well() {
    let (loaded, mut state) = beaten(4);
    assert_eq!(maneuver(&loaded, &state).0, Maneuver::Do(Act::Defense(Focus::Double)));
    state[FOE].focus = Focus::Double;
    assert_ne!(maneuver(&loaded, &state).0, Maneuver::Do(Act::Defense(Focus::Double)));
}
