//! Choices of opponents among the options of this game.

use super::Tactician;
use crate::Gurps4;
use crate::decision::{
    Act, AllOut, Attack, Choice, Defense, DefenseKind, Form, From, IncomingAttack, Maneuver, Plan, Question, Ready,
    Strike,
};
use crate::files::Scenario;
use crate::maneuver::ready::put_down;
use crate::scene::Scene;
use crate::sheet::ItemId;
use crate::state::{Flags, Posture, State};
use affray_files::{Source, no_files};
use affray_grid::Cell;
use affray_kernel::referee::{CombatantId, Policy};

const ME: CombatantId = CombatantId(0);
const FOE: CombatantId = CombatantId(1);

/// The one at the origin, the other so many hexes east of it, face to face; it is the first one's turn.
fn face_to_face(me: &str, foe: &str, hexes: i16) -> (Scenario, State) {
    let text = format!(
        "ruleset = 'gurps4'\n[[combatant]]\nname = 'Me'\nsheet = '{me}'\nat = [0, 0]\nfacing = 'E'\n\
         [[combatant]]\nname = 'Foe'\nsheet = '{foe}'\nat = [{hexes}, 0]\nfacing = 'W'\n"
    );
    let loaded = Scenario::read(&Source::new("scene", text), &no_files).unwrap_or_else(|error| panic!("{error}"));
    let mut state = loaded.start().clone();
    state[ME].flags.set(Flags::ACTING);
    (loaded, state)
}

fn maneuver(loaded: &Scenario, state: &State) -> (Maneuver, Tactician) {
    let mut policy = Tactician::default();
    match policy.decide(loaded.setup(), state, &Question::Maneuver { who: ME }) {
        Choice::Maneuver(maneuver) => (maneuver, policy),
        other => panic!("{other:?} is no maneuver"),
    }
}

/// The attack of that maneuver, made from where it stands.
fn strike(loaded: &Scenario, state: &State, policy: &mut Tactician, from: From) -> Strike {
    match policy.decide(loaded.setup(), state, &Question::Attack { who: ME, plan: Plan::of(from) }) {
        Choice::Attack(Attack::One(strike)) => strike,
        other => panic!("{other:?} is no attack"),
    }
}

#[test]
fn the_helpless_are_attacked_all_out_and_openly() {
    let (loaded, mut state) = face_to_face("ana", "ork", 1);
    state[FOE].flags.set(Flags::STUNNED);
    state[FOE].posture = Posture::Prone;
    let (maneuver, mut policy) = maneuver(&loaded, &state);
    let Maneuver::Do(Act::AllOut { form, slam: false }) = maneuver else { panic!("{maneuver:?}") };
    let strike = strike(&loaded, &state, &mut policy, From::AllOut(form));
    assert!(strike.telegraphic, "{strike:?}");
    assert_ne!(form, AllOut::Feint);
}

#[test]
fn who_cannot_defend_is_telegraphed_to() {
    let (loaded, mut state) = face_to_face("ork", "ana", 1);
    state[FOE].flags.set(Flags::ALL_OUT);
    let (maneuver, mut policy) = maneuver(&loaded, &state);
    assert_eq!(maneuver, Maneuver::Do(Act::Attack { giant: false }));
    let strike = strike(&loaded, &state, &mut policy, From::Attack);
    assert!(strike.telegraphic && strike.deceptive == 0, "{strike:?}");
}

#[test]
fn the_skilled_deceive() {
    let (loaded, state) = face_to_face("dov", "ana", 1);
    let (_, mut policy) = maneuver(&loaded, &state);
    let strike = strike(&loaded, &state, &mut policy, From::Attack);
    assert!(strike.deceptive < 0 || strike.at != affray_3d6::location::Location::Torso, "{strike:?}");
}

#[test]
fn an_axe_is_readied_for_fatigue_while_there_is_some() {
    let (loaded, mut state) = face_to_face("bor", "ork", 1);
    let (_, mut policy) = maneuver(&loaded, &state);
    assert!(strike(&loaded, &state, &mut policy, From::Attack).recover_after);
    // Tired: it spends a second instead.
    state[ME].fp = 6;
    let (_, mut policy) = maneuver(&loaded, &state);
    let tired = strike(&loaded, &state, &mut policy, From::Attack);
    assert!(!tired.recover_after && !tired.mighty, "{tired:?}");
}

#[test]
fn what_is_a_step_too_far_takes_a_giant_step_or_a_heroic_charge() {
    for hexes in [3, 5] {
        let (loaded, mut state) = face_to_face("ana", "ork", hexes);
        let (near, _) = maneuver(&loaded, &state);
        assert!(
            matches!(near, Maneuver::Do(Act::Attack { giant: true } | Act::Charge { .. })),
            "{hexes} hexes: {near:?}"
        );
        state[ME].fp = 3;
        let (tired, _) = maneuver(&loaded, &state);
        assert!(
            !matches!(tired, Maneuver::Do(Act::Attack { giant: true } | Act::Charge { heroic: true })),
            "{hexes} hexes, tired: {tired:?}"
        );
    }
}

#[test]
fn a_heavy_body_slams_out_of_a_charge() {
    let (loaded, mut state) = face_to_face("gru", "cai", 5);
    // Without FP to spare for anything else.
    state[ME].fp = 7;
    let (charge, mut policy) = maneuver(&loaded, &state);
    assert_eq!(charge, Maneuver::Do(Act::Charge { heroic: false }));
    state[ME].at = Cell::new(4, 0);
    let strike = strike(&loaded, &state, &mut policy, From::Charge { heroic: false });
    assert_eq!(strike.form, Form::Slam);
}

#[test]
fn archers_aim_from_afar_and_shoot_who_is_near() {
    let (loaded, mut state) = face_to_face("cai", "ork", 30);
    let (far, _) = maneuver(&loaded, &state);
    assert!(matches!(far, Maneuver::Do(Act::Aim { .. })), "{far:?}");
    state[FOE].at = Cell::new(2, 0);
    let (near, mut policy) = maneuver(&loaded, &state);
    assert_eq!(near, Maneuver::Do(Act::Attack { giant: false }));
    let shot = strike(&loaded, &state, &mut policy, From::Attack);
    assert!(loaded.setup().combatants[0].sheet.modes[shot.mode as usize].ranged.is_some());
}

#[test]
fn a_master_strikes_twice() {
    let sheet = "{ name = 'Master', dx = 14, traits = ['weapon-master'], skills = { Rapier = 18 }, weapon = [{ name = 'rapier', skill = 'Rapier', fencing = true, mode = [{ damage = '1d+1 imp', reach = '1' }] }] }";
    let text = format!(
        "ruleset = 'gurps4'\n[[combatant]]\nname = 'Me'\nsheet = {sheet}\nat = [0, 0]\nfacing = 'E'\n\
         [[combatant]]\nname = 'Foe'\nsheet = 'ork'\nat = [1, 0]\nfacing = 'W'\n"
    );
    let loaded = Scenario::read(&Source::new("scene", text), &no_files).unwrap_or_else(|error| panic!("{error}"));
    let mut state = loaded.start().clone();
    state[ME].flags.set(Flags::ACTING);
    let (_, mut policy) = maneuver(&loaded, &state);
    let question = Question::Attack { who: ME, plan: Plan::of(From::Attack) };
    let choice = policy.decide(loaded.setup(), &state, &question);
    assert!(matches!(choice, Choice::Attack(Attack::Rapid(..))), "{choice:?}");
}

/// Ana without a weapon, the foe two hexes on, and what he dropped between the two.
fn disarmed(foe: &str) -> (Scenario, State) {
    let (loaded, mut state) = face_to_face("ana", foe, 2);
    let setup = loaded.setup();
    state.take_away(ME, ItemId::own(0));
    state.take_away(ME, ItemId::own(1));
    for item in (0..setup.combatants[1].sheet.items).map(ItemId::own) {
        put_down(&mut state, FOE, item, Cell::new(1, 0));
    }
    (loaded, state)
}

#[test]
fn the_unarmed_pick_up_what_others_dropped_and_strike_with_it() {
    let (loaded, mut state) = disarmed("ork");
    let club = ItemId::of(ME, FOE, 0);
    assert_eq!(maneuver(&loaded, &state).0, Maneuver::Do(Act::Ready(Ready::PickUp(club))), "G4-R65");
    state.give(ME, club);
    state[ME].hands = [club, ItemId::NONE];
    let (attacks, mut policy) = maneuver(&loaded, &state);
    let Some(from) = attacks.attacks() else { panic!("{attacks:?}") };
    state[ME].at = Cell::new(1, 0);
    assert_eq!(strike(&loaded, &state, &mut policy, from).mode, club.mode(0));
    // Who has nothing either takes up what is his own.
    let (loaded, mut state) = disarmed("dov");
    state[FOE].flags.set(Flags::ACTING);
    let choice = Tactician::default().decide(loaded.setup(), &state, &Question::Maneuver { who: FOE });
    assert_eq!(choice, Choice::Maneuver(Maneuver::Do(Act::Ready(Ready::PickUp(ItemId::own(0))))));
}

#[test]
fn a_weapon_for_which_no_hand_is_free_lies_on() {
    let (loaded, mut state) = disarmed("bor");
    assert!(matches!(maneuver(&loaded, &state).0, Maneuver::Do(Act::Ready(Ready::PickUp(_)))));
    // The shield is in the way of an axe for two hands.
    state.give(ME, ItemId::own(1));
    state[ME].hands[1] = ItemId::own(1);
    assert!(!matches!(maneuver(&loaded, &state).0, Maneuver::Do(Act::Ready(_))));
}

#[test]
fn who_lies_rises() {
    let (loaded, mut state) = face_to_face("ana", "ork", 1);
    state[ME].posture = Posture::Prone;
    assert_eq!(maneuver(&loaded, &state).0, Maneuver::Do(Act::ChangePosture(Posture::Kneel)));
}

#[test]
fn what_would_end_the_fight_is_worth_a_point_of_fatigue() {
    let (loaded, mut state) = face_to_face("dov", "bor", 1);
    let scene = Scene { setup: loaded.setup(), state: &state };
    let strike = Strike::plain(0, ME);
    let attack: IncomingAttack = scene.incoming(FOE, &strike, crate::decision::Trade::None);
    let mut policy = Tactician::default();
    let mut answer = |state: &State| -> Defense {
        match policy.decide(loaded.setup(), state, &Question::Defend { who: ME, attack, failed: None }) {
            Choice::Defend(defense) => defense,
            other => panic!("{other:?} is no defense"),
        }
    };
    // Where he cannot retreat, a Dodge or Parry of 12 gains by it.
    state[ME].flags.set(Flags::RETREATED);
    state[ME].parries = [1, 1];
    let defense = answer(&state);
    assert!(defense.kind != DefenseKind::None && defense.feverish, "{defense:?}");
    state[ME].fp = 0;
    assert!(!answer(&state).feverish);
}

#[test]
fn answers_are_legal() {
    for (me, foe) in [("ana", "gru"), ("cai", "bor"), ("dov", "cai"), ("bor", "ork")] {
        for hexes in 1..9 {
            let (loaded, state) = face_to_face(me, foe, hexes);
            let (maneuver, _) = maneuver(&loaded, &state);
            let question = Question::Maneuver { who: ME };
            let choice = Choice::Maneuver(maneuver);
            let judged = <Gurps4 as affray_kernel::referee::Game>::judge(loaded.setup(), &state, &question, &choice);
            assert!(judged.is_ok() && maneuver != Maneuver::Nothing, "{me} and {foe} at {hexes}: {maneuver:?}");
        }
    }
}
