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
use crate::state::{Flags, ItemFlags, Posture, State};
use affray_3d6::damage::{Damage, DamageType};
use affray_3d6::location::Location;
use affray_files::{Source, no_files};
use affray_grid::Cell;
use affray_kernel::dice::Dice;
use affray_kernel::referee::{CombatantId, Policy};

mod foes;

const ME: CombatantId = CombatantId(0);
const FOE: CombatantId = CombatantId(1);

/// The one at the origin, the other so many hexes east of it, face to face; it is the first one's turn.
fn face_to_face(me: &str, foe: &str, hexes: i16) -> (Scenario, State) {
    with_sheet(&format!("'{me}'"), foe, hexes)
}

/// [`face_to_face`] with a sheet of one's own, as TOML, for the first.
fn with_sheet(me: &str, foe: &str, hexes: i16) -> (Scenario, State) {
    let text = format!(
        "ruleset = 'gurps4'\n[[combatant]]\nname = 'Me'\nsheet = {me}\nat = [0, 0]\nfacing = 'E'\n\
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
fn who_shoots_all_out_stays_where_it_is() {
    let (loaded, mut state) = face_to_face("cai", "ork", 30);
    state[ME].aim = crate::state::Aimed { mode: 0, target: FOE.0, turns: 3 };
    let (shoots, mut policy) = maneuver(&loaded, &state);
    assert_eq!(shoots, Maneuver::Do(Act::AllOut { form: AllOut::Determined, slam: false }));
    let path = crate::decision::Path { gait: crate::decision::Gait::AllOut, budget: 3, spent: 0, hexes: 0 };
    let choice = policy.decide(loaded.setup(), &state, &Question::Advance { who: ME, path });
    assert_eq!(choice, Choice::Advance(crate::decision::Advance::Stop));
}

#[test]
fn a_master_strikes_twice() {
    let sheet = "{ name = 'Master', dx = 14, traits = ['weapon-master'], skills = { Rapier = 18 }, weapon = [{ name = 'rapier', skill = 'Rapier', fencing = true, mode = [{ damage = '1d+1 imp', reach = '1' }] }] }";
    let (loaded, mut state) = with_sheet(sheet, "ork", 1);
    let is_rapid = |state: &State| {
        let (_, mut policy) = maneuver(&loaded, state);
        let question = Question::Attack { who: ME, plan: Plan::of(From::Attack) };
        let choice = policy.decide(loaded.setup(), state, &question);
        matches!(choice, Choice::Attack(Attack::Rapid(..)))
    };
    // A retreat from the first blow would lead out of the reach of the second.
    assert!(!is_rapid(&state), "G4-252");
    state[FOE].flags.set(Flags::RETREATED);
    assert!(is_rapid(&state));
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
fn a_blow_that_would_surely_be_parried_is_not_telegraphed() {
    // G4-141: 14 and a parry of 12, with Retreat 15. A Telegraphic Attack would meet 17.
    let (loaded, state) = face_to_face("gru", "dov", 1);
    let (attacks, mut policy) = maneuver(&loaded, &state);
    let Some(from) = attacks.attacks() else { panic!("{attacks:?}") };
    let strike = strike(&loaded, &state, &mut policy, from);
    assert!(!strike.telegraphic, "{strike:?}");
}

/// Bor with the axe on the ground before him and the right arm crippled, and Ana so far away.
fn beaten(hexes: i16) -> (Scenario, State) {
    let (loaded, mut state) = face_to_face("bor", "ana", hexes);
    put_down(&mut state, ME, ItemId::own(0), Cell::new(0, 0));
    state[ME].hands = [ItemId::NONE; 2];
    state[ME].crippled = affray_3d6::location::Location::RightArm.bit() as u16;
    state[ME].hp = 3;
    (loaded, state)
}

#[test]
fn the_disarmed_and_badly_hurt_do_not_step_into_reach() {
    let (loaded, state) = beaten(2);
    let (guards, mut policy) = maneuver(&loaded, &state);
    assert!(matches!(guards, Maneuver::Do(Act::Defense(_))), "{guards:?}");
    let step = policy.decide(loaded.setup(), &state, &Question::Step { who: ME, before: true });
    let Choice::Step(step) = step else { panic!("{step:?}") };
    let to = if let crate::decision::Step::To { side, .. } = step { state[ME].at.step(side) } else { state[ME].at };
    let scene = Scene { setup: loaded.setup(), state: &state };
    assert!(scene.map().distance(to, state[FOE].at) >= 2, "{step:?}");
}

#[test]
fn two_blows_are_not_meant_for_whoever_retreats_from_the_first() {
    // An axe that is unready and no FP to spare: nobody can strike back.
    let (loaded, mut state) = face_to_face("ana", "bor", 1);
    state.take_away(FOE, ItemId::own(0));
    state[FOE].hands = [ItemId::NONE; 2];
    let (attacks, _) = maneuver(&loaded, &state);
    assert_ne!(attacks, Maneuver::Do(Act::AllOut { form: AllOut::Double, slam: false }), "G4-252");
}

/// Ana at the origin before an ork, and somebody else.
fn three(foe: i16, sheet: &str, side: char, at: [i16; 2]) -> (Scenario, State) {
    let text = format!(
        "ruleset = 'gurps4'\n[[combatant]]\nname = 'Me'\nside = 'a'\nsheet = 'ana'\nat = [0, 0]\nfacing = 'E'\n\
         [[combatant]]\nname = 'Foe'\nside = 'b'\nsheet = 'ork'\nat = [{foe}, 0]\nfacing = 'W'\n\
         [[combatant]]\nname = 'Other'\nside = '{side}'\nsheet = '{sheet}'\nat = {at:?}\nfacing = 'W'\n"
    );
    let loaded = Scenario::read(&Source::new("scene", text), &no_files).unwrap_or_else(|error| panic!("{error}"));
    let mut state = loaded.start().clone();
    state[ME].flags.set(Flags::ACTING);
    (loaded, state)
}

#[test]
fn whoever_is_still_in_the_fight_comes_before_whoever_is_out_of_it() {
    let (loaded, mut state) = three(1, "ork", 'b', [1, -1]);
    state[FOE].hp = -8;
    state[FOE].posture = Posture::Prone;
    state[FOE].flags.set(Flags::STUNNED);
    let (attacks, mut policy) = maneuver(&loaded, &state);
    let Some(from) = attacks.attacks() else { panic!("{attacks:?}") };
    assert_eq!(strike(&loaded, &state, &mut policy, from).target, CombatantId(2));
}

#[test]
fn a_giant_step_is_paid_for_only_where_both_steps_lead_to_a_blow() {
    // The one hex that two steps lead to is taken by a friend.
    let (loaded, state) = three(3, "dov", 'a', [2, 0]);
    assert_ne!(maneuver(&loaded, &state).0, Maneuver::Do(Act::Attack { giant: true }));
    let (loaded, state) = three(3, "dov", 'a', [0, 2]);
    assert!(matches!(maneuver(&loaded, &state).0, Maneuver::Do(Act::Attack { giant: true } | Act::Charge { .. })));
}

#[test]
fn the_last_fatigue_is_spent_on_the_last_defense() {
    let (loaded, mut state) = face_to_face("dov", "bor", 1);
    let attack = Scene { setup: loaded.setup(), state: &state }.incoming(
        FOE,
        &Strike::plain(0, ME),
        crate::decision::Trade::None,
    );
    state[ME].flags.set(Flags::RETREATED);
    state[ME].parries = [1, 1];
    // Half of the FP are kept while he is well, none once a third of the HP is left.
    state[ME].fp = loaded.setup().combatants[0].sheet.fp / 2;
    let is_feverish = |state: &State| {
        let question = Question::Defend { who: ME, attack, failed: None };
        match Tactician::default().decide(loaded.setup(), state, &question) {
            Choice::Defend(defense) => defense.feverish,
            other => panic!("{other:?} is no defense"),
        }
    };
    assert!(!is_feverish(&state));
    state[ME].hp = 3;
    assert!(is_feverish(&state));
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

/// A drake with a breath of 20 yards and a bite, and Ana so far away.
fn drake(hexes: i16) -> (Scenario, State) {
    let sheet = "{ name = 'Drake', st = 14, skills = { 'Innate Attack' = 14 }, \
                 natural = [{ name = 'bite', skill = 'DX', mode = [{ damage = '1d-3 cut', reach = 'C,1' }] }, \
                 { name = 'breath', skill = 'Innate Attack', mode = [{ damage = '4d burn', range = 20 }] }] }";
    with_sheet(sheet, "ana", hexes)
}

#[test]
fn breath_is_used_and_feared_within_its_range() {
    for hexes in [1, 6] {
        let (loaded, state) = drake(hexes);
        let (attacks, mut policy) = maneuver(&loaded, &state);
        let Some(from) = attacks.attacks() else { panic!("{attacks:?}") };
        let breath = strike(&loaded, &state, &mut policy, from);
        assert!(loaded.setup().combatants[0].sheet.modes[breath.mode as usize].ranged.is_some(), "{breath:?}");
    }
    let (loaded, state) = drake(40);
    assert_eq!(maneuver(&loaded, &state).0, Maneuver::Do(Act::Move));
    let feared = |hexes: i16| {
        let (loaded, mut state) = drake(hexes);
        // It comes no nearer by itself.
        state[ME].posture = Posture::Prone;
        super::rating::is_threatened(Scene { setup: loaded.setup(), state: &state }, FOE)
    };
    assert!(feared(20) && !feared(21));
}

/// Somebody with a sword in hand and a bow for two hands on the back, and an ork so far away.
fn archer(hexes: i16) -> (Scenario, State) {
    let sheet = "{ name = 'Archer', dx = 12, skills = { Bow = 14, Broadsword = 12 }, \
                 weapon = [{ name = 'sword', skill = 'Broadsword', mode = [{ damage = 'sw cut', reach = '1' }] }, \
                 { name = 'bow', skill = 'Bow', hands = 2, shots = 1, reload = 2, mode = [{ damage = 'thr+2 imp', range = 200, acc = 2 }] }] }";
    with_sheet(sheet, "ork", hexes)
}

#[test]
fn a_bow_is_drawn_where_the_foe_is_far() {
    let (sword, bow) = (ItemId::own(0), ItemId::own(1));
    let (loaded, mut state) = archer(60);
    assert_eq!(maneuver(&loaded, &state).0, Maneuver::Do(Act::Ready(Ready::Store(sword))));
    state[ME].hands = [ItemId::NONE; 2];
    assert_eq!(maneuver(&loaded, &state).0, Maneuver::Do(Act::Ready(Ready::Item(bow))));
    let (loaded, state) = archer(6);
    assert!(!matches!(maneuver(&loaded, &state).0, Maneuver::Do(Act::Ready(_))));
}

#[test]
fn who_has_fists_takes_up_a_weapon_of_its_own_too() {
    let sheet = "{ name = 'Bo', dx = 12, skills = { Broadsword = 14 }, natural = [{ name = 'punch', skill = 'DX', mode = [{ damage = '1d-3 cr', reach = 'C' }] }], \
                 weapon = [{ name = 'sword', skill = 'Broadsword', mode = [{ damage = 'sw cut', reach = '1' }] }] }";
    let (loaded, mut state) = with_sheet(sheet, "ork", 6);
    state[ME].hands = [ItemId::NONE; 2];
    assert_eq!(maneuver(&loaded, &state).0, Maneuver::Do(Act::Ready(Ready::Item(ItemId::own(0)))));
}

#[test]
fn a_point_goes_where_armor_is_thin() {
    // 1d-1 at Bor: DR 3 before the vitals, DR 1 before the groin, and the same times three (G4-325).
    let (loaded, state) = face_to_face("dov", "bor", 1);
    let (attacks, mut policy) = maneuver(&loaded, &state);
    let Some(from) = attacks.attacks() else { panic!("{attacks:?}") };
    let strike = strike(&loaded, &state, &mut policy, from);
    assert_ne!(strike.at, affray_3d6::location::Location::Vitals, "{strike:?}");
    let pointed = &loaded.setup().combatants[0].sheet.modes[0];
    let worth = |at| {
        super::rating::wound(Scene { setup: loaded.setup(), state: &state }, FOE, at, pointed.damage, pointed.kind)
    };
    use affray_3d6::location::Location::{Groin, Vitals};
    assert!(worth(Groin) > 2.0 * worth(Vitals), "{} and {}", worth(Groin), worth(Vitals));
}

/// Dov with the dagger in the off hand, and the rapier on the ground so far behind him.
fn rapier_lost(hexes: i16) -> (Scenario, State) {
    let (loaded, mut state) = face_to_face("dov", "ana", 1);
    put_down(&mut state, ME, ItemId::own(0), Cell::new(-hexes, 0));
    (loaded, state)
}

#[test]
fn the_own_weapon_is_taken_up_though_another_is_in_hand() {
    let (loaded, state) = rapier_lost(1);
    assert_eq!(maneuver(&loaded, &state).0, Maneuver::Do(Act::Ready(Ready::PickUp(ItemId::own(0)))));
    // A few hexes away it is gone for.
    let (loaded, mut state) = rapier_lost(4);
    let (goes, mut policy) = maneuver(&loaded, &state);
    assert_eq!(goes, Maneuver::Do(Act::Move));
    let mut path = crate::decision::Path::of(crate::decision::Gait::Move, 6);
    while let Choice::Advance(piece) = policy.decide(loaded.setup(), &state, &Question::Advance { who: ME, path }) {
        let scene = Scene { setup: loaded.setup(), state: &state };
        assert!(scene.judge_advance(ME, &path, &piece).is_ok(), "{piece:?}");
        let (side, spent) = match piece {
            crate::decision::Advance::Forward(side) => (Some(side), 1),
            crate::decision::Advance::Sidestep(side) => (Some(side), 2),
            crate::decision::Advance::Turn(to) => (None, i16::from(state[ME].facing.sides_to(to))),
            _ => break,
        };
        if let crate::decision::Advance::Forward(to) | crate::decision::Advance::Turn(to) = piece {
            state[ME].facing = to;
        }
        path.spent += spent;
        if let Some(side) = side {
            path.hexes += 1;
            state[ME].at = state[ME].at.step(side);
        }
    }
    let scene = Scene { setup: loaded.setup(), state: &state };
    assert!(scene.lying_here(ME).next().is_some(), "at {:?}", state[ME].at);
}

#[test]
fn a_spear_at_the_belt_is_better_than_a_fist() {
    let sheet = "{ name = 'Skirmisher', dx = 13, skills = { Spear = 13, Brawling = 12 }, \
                 weapon = [{ name = 'spear', skill = 'Spear', hands = 2, ready = false, mode = [{ damage = 'thr+3 imp', reach = '1,2' }] }], \
                 natural = [{ name = 'fist', skill = 'Brawling', mode = [{ damage = 'thr-1 cr', reach = 'C,1' }] }] }";
    let (loaded, state) = with_sheet(sheet, "bor", 1);
    assert_eq!(maneuver(&loaded, &state).0, Maneuver::Do(Act::Ready(Ready::Item(ItemId::own(0)))));
}

#[test]
fn a_charge_is_for_where_it_comes_to_a_blow() {
    use crate::decision::Gait;
    let leads = |facing: affray_grid::Facing, hexes: i16| {
        let (loaded, mut state) = face_to_face("ana", "ork", hexes);
        state[ME].facing = facing;
        let scene = Scene { setup: loaded.setup(), state: &state };
        super::ways::Ways::new().lead_to_blow(scene, ME, FOE, 0b10, Gait::Charge)
    };
    // Six points: six hexes ahead; two of them turn so far (G4-092) that the hex behind is one of those in front (G4-091).
    assert!(leads(affray_grid::Facing::E, 7) && !leads(affray_grid::Facing::E, 8));
    assert!(leads(affray_grid::Facing::W, 5) && !leads(affray_grid::Facing::W, 6));
    // G4-R05: nobody charges through a foe, nor into the hex of a friend.
    let (loaded, mut state) = three(7, "dov", 'a', [6, 0]);
    let scene = Scene { setup: loaded.setup(), state: &state };
    assert!(!super::ways::Ways::new().lead_to_blow(scene, ME, FOE, 0b10, Gait::Charge));
    state[CombatantId(2)].at = Cell::new(3, 3);
    let scene = Scene { setup: loaded.setup(), state: &state };
    assert!(super::ways::Ways::new().lead_to_blow(scene, ME, FOE, 0b10, Gait::Charge));
}

#[test]
fn whoever_was_deceived_is_attacked() {
    let (loaded, mut state) = three(1, "bor", 'b', [1, -1]);
    state[FOE].posture = Posture::Kneel;
    for deceived in [FOE, CombatantId(2)] {
        state[ME].feint = crate::state::Feinted { foe: deceived.0, margin: 8, fresh: false };
        let (attacks, mut policy) = maneuver(&loaded, &state);
        let Some(from) = attacks.attacks() else { panic!("{attacks:?}") };
        assert_eq!(strike(&loaded, &state, &mut policy, from).target, deceived, "G4-124");
    }
}

#[test]
fn whoever_cannot_strike_back_is_cut_at_and_not_pushed() {
    let (loaded, mut state) = face_to_face("ana", "bor", 1);
    state.take_away(FOE, ItemId::own(0));
    state[FOE].hands = [ItemId::NONE; 2];
    state[FOE].hp = 0;
    let (attacks, mut policy) = maneuver(&loaded, &state);
    let Some(from) = attacks.attacks() else { panic!("{attacks:?}") };
    assert_eq!(strike(&loaded, &state, &mut policy, from).form, Form::Blow, "{attacks:?}");
}

#[test]
fn the_stunned_are_not_waited_for() {
    use affray_session::orders::Ordered;
    let one = |name: &str, side: char, sheet: &str, at: [i16; 2]| {
        format!("[[combatant]]\nname = '{name}'\nside = '{side}'\nsheet = '{sheet}'\nat = {at:?}\n")
    };
    let text = String::from("ruleset = 'gurps4'\n")
        + &one("Me", 'a', "ana", [0, 0])
        + &one("Foe", 'b', "ork", [5, 0])
        + &one("Archer", 'a', "cai", [-2, 0])
        + &one("Other", 'b', "bor", [5, 1]);
    let loaded = Scenario::read(&Source::new("scene", text), &no_files).unwrap_or_else(|error| panic!("{error}"));
    let mut state = loaded.start().clone();
    state[ME].flags.set(Flags::ACTING);
    let mut policy = Ordered::<Tactician>::default();
    let mut waits = |state: &State| {
        let choice = policy.decide(loaded.setup(), state, &Question::Maneuver { who: ME });
        matches!(choice, Choice::Maneuver(Maneuver::Wait(_)))
    };
    // As many can come as stand here, and one here shoots.
    assert!(waits(&state));
    state[FOE].flags.set(Flags::STUNNED);
    assert!(!waits(&state));
}

#[test]
fn the_better_of_all_hands_is_reckoned_with() {
    // The main hand parried once (G4-247): the off hand still has 10.
    let (loaded, mut state) = face_to_face("ana", "gru", 1);
    let guard = |state: &State| {
        let scene = Scene { setup: loaded.setup(), state };
        super::rating::Target::of(scene, ME, FOE, crate::decision::NO_MODE).guard
    };
    // Brawling 13: Parry 9, Dodge 9; a Retreat helps the Dodge more.
    assert_eq!(guard(&state), Some(12));
    state[FOE].flags.set(Flags::RETREATED);
    state[FOE].hp = 9;
    state[FOE].parries = [1, 0];
    // Below half HP the Dodge is 5, the first hand 5.
    assert_eq!(guard(&state), Some(9));
}

#[test]
fn no_point_of_fatigue_is_paid_that_halves_the_dodge() {
    let (loaded, mut state) = face_to_face("ork", "ana", 1);
    state[ME].flags.set(Flags::CHARGED);
    state[ME].hp = 4;
    let attack = Scene { setup: loaded.setup(), state: &state }.incoming(
        FOE,
        &Strike::plain(0, ME),
        crate::decision::Trade::None,
    );
    let is_feverish = |state: &State| {
        let question = Question::Defend { who: ME, attack, failed: None };
        let choice = Tactician::default().decide(loaded.setup(), state, &question);
        matches!(choice, Choice::Defend(Defense { kind: DefenseKind::Dodge, feverish: true, .. }))
    };
    state[ME].fp = 7;
    assert!(is_feverish(&state));
    // G4-346: 5 of 11 are below half.
    state[ME].fp = 6;
    assert!(!is_feverish(&state));
}

#[test]
fn nobody_steps_into_the_hex_of_one_foe_to_strike_at_another() {
    // Ana's sword strikes at distance 1 alone; the ork two hexes on is wounded, and one without a scratch is between.
    let (loaded, mut state) = three(2, "ork", 'b', [1, 0]);
    state[FOE].hp = 3;
    let (_, mut policy) = maneuver(&loaded, &state);
    let step = policy.decide(loaded.setup(), &state, &Question::Step { who: ME, before: true });
    let Choice::Step(step) = step else { panic!("{step:?}") };
    let to = if let crate::decision::Step::To { side, .. } = step { state[ME].at.step(side) } else { state[ME].at };
    assert_ne!(to, state[CombatantId(2)].at, "{step:?}");
}

#[test]
fn whoever_stands_by_helps_a_beset_archer() {
    use affray_session::orders::Ordered;
    let one = |name: &str, side: char, sheet: &str, at: [i16; 2]| {
        format!("[[combatant]]\nname = '{name}'\nside = '{side}'\nsheet = '{sheet}'\nat = {at:?}\n")
    };
    let text = String::from("ruleset = 'gurps4'\n")
        + &one("Me", 'a', "ana", [0, 0])
        + &one("Foe", 'b', "ork", [9, 0])
        + &one("Archer", 'a', "cai", [-6, 0])
        + &one("Other", 'b', "bor", [9, 1]);
    let loaded = Scenario::read(&Source::new("scene", text), &no_files).unwrap_or_else(|error| panic!("{error}"));
    let mut state = loaded.start().clone();
    state[ME].flags.set(Flags::ACTING);
    let mut policy = Ordered::<Tactician>::default();
    let mut waits = |state: &State| {
        let choice = policy.decide(loaded.setup(), state, &Question::Maneuver { who: ME });
        matches!(choice, Choice::Maneuver(Maneuver::Wait(_)))
    };
    assert!(waits(&state));
    state[CombatantId(3)].at = Cell::new(-5, 0);
    assert!(!waits(&state));
}

/// Two with sheets of their own, as TOML, so many hexes apart, face to face.
fn two(me: &str, foe: &str, hexes: i16) -> (Scenario, State) {
    let text = format!(
        "ruleset = 'gurps4'\n[[combatant]]\nname = 'Me'\nsheet = {{ name = 'Me', {me} }}\nat = [0, 0]\nfacing = 'E'\n\
         [[combatant]]\nname = 'Foe'\nsheet = {{ name = 'Foe', {foe} }}\nat = [{hexes}, 0]\nfacing = 'W'\n"
    );
    let loaded = Scenario::read(&Source::new("scene", text), &no_files).unwrap_or_else(|error| panic!("{error}"));
    let mut state = loaded.start().clone();
    state[ME].flags.set(Flags::ACTING);
    (loaded, state)
}

const FENCER: &str = "st = 11, dx = 16, skills = { Rapier = 20 }, \
    weapon = [{ name = 'rapier', skill = 'Rapier', parry = 0, mode = [{ damage = 'thr+1 imp', reach = '1,2' }] }], \
    natural = [{ name = 'kick', skill = 'DX', mode = [{ bonus = -2, damage = 'thr cr', reach = 'C,1' }] }]";
const SWORDSMAN: &str = "skills = { Sword = 14 }, \
    weapon = [{ name = 'sword', skill = 'Sword', parry = 0, mode = [{ damage = 'sw cut', reach = '1' }] }]";
const ATTACK: Maneuver = Maneuver::Do(Act::Attack { giant: false });

#[test]
fn nobody_feints_with_an_unready_weapon() {
    let (loaded, mut state) = two(FENCER, &format!("dodge_bonus = 6, {SWORDSMAN}"), 1);
    state[ME].fp = 6;
    let (ready, _) = maneuver(&loaded, &state);
    assert_eq!(ready, Maneuver::Do(Act::Feint));
    state.item_mut(ME, ItemId::own(0)).flags.set(ItemFlags::UNREADY);
    let (unready, _) = maneuver(&loaded, &state);
    assert_ne!(unready, Maneuver::Do(Act::Feint), "G4-122");
}

#[test]
fn an_unready_weapon_is_readied_and_no_kick_takes_its_place() {
    let (loaded, mut state) = two(FENCER, SWORDSMAN, 1);
    state.item_mut(ME, ItemId::own(0)).flags.set(ItemFlags::UNREADY);
    state[ME].fp = 3;
    assert_eq!(maneuver(&loaded, &state).0, Maneuver::Do(Act::Ready(Ready::Item(ItemId::own(0)))));
}

#[test]
fn whoever_is_badly_hurt_shoots_back_at_an_archer_or_goes_there() {
    let archer = "skills = { Bow = 14 }, \
        weapon = [{ name = 'bow', skill = 'Bow', hands = 2, mode = [{ damage = 'thr+2 imp', range = 150, acc = 3 }] }]";
    let (loaded, mut state) = two(SWORDSMAN, archer, 8);
    state[ME].hp = 3;
    let (hurt, _) = maneuver(&loaded, &state);
    assert_eq!(hurt, Maneuver::Do(Act::Move));
    let both = "skills = { Sword = 14, Bow = 14 }, weapon = [\
        { name = 'sword', skill = 'Sword', mode = [{ damage = 'sw cut', reach = '1' }] }, \
        { name = 'bow', skill = 'Bow', hands = 2, ready = false, mode = [{ damage = 'thr+2 imp', range = 150, acc = 3 }] }]";
    let (loaded, mut state) = two(both, archer, 8);
    state[ME].hp = 3;
    assert_eq!(maneuver(&loaded, &state).0, Maneuver::Do(Act::Ready(Ready::Store(ItemId::own(0)))));
    state[ME].hands = [ItemId::NONE; 2];
    assert_eq!(maneuver(&loaded, &state).0, Maneuver::Do(Act::Ready(Ready::Item(ItemId::own(1)))));
}

#[test]
fn armor_that_no_plain_blow_gets_through_is_struck_mightily_or_at_the_eye_or_not_at_all() {
    let spider = "dx = 14, skills = { Brawling = 16 }, lacks = ['arm', 'hand'], \
        natural = [{ name = 'bite', skill = 'Brawling', mode = [{ damage = '1d cut', reach = 'C' }] }]";
    let armored = |dr: u8, eye: u8| {
        format!(
            "dr = {{ skull = {dr}, eye = {eye}, face = {dr}, neck = {dr}, torso = {dr}, groin = {dr}, arm = {dr}, \
             leg = {dr} }}, {SWORDSMAN}"
        )
    };
    // 1d stops at 6, 1d+2 gets through.
    let (loaded, mut state) = two(spider, &armored(6, 6), 1);
    let (attacks, mut policy) = maneuver(&loaded, &state);
    assert_eq!(attacks, ATTACK);
    state[ME].at = state[FOE].at;
    let bite = strike(&loaded, &state, &mut policy, From::Attack);
    assert!(bite.mighty, "{bite:?}");
    // Without FP: All-Out Attack (Strong).
    state[ME].fp = 3;
    assert_eq!(maneuver(&loaded, &state).0, Maneuver::Do(Act::AllOut { form: AllOut::Strong, slam: false }));
    // Nothing gets through: it guards itself.
    let (loaded, state) = two(FENCER, &armored(30, 30), 1);
    assert!(matches!(maneuver(&loaded, &state).0, Maneuver::Do(Act::Defense(_))));
    let (loaded, state) = two(FENCER, &armored(30, 2), 1);
    let (attacks, mut policy) = maneuver(&loaded, &state);
    let from = attacks.attacks().unwrap_or_else(|| panic!("{attacks:?}"));
    assert_eq!(strike(&loaded, &state, &mut policy, from).at, Location::RightEye);
}

#[test]
fn a_crippled_arm_is_not_worth_crippling_again() {
    let (loaded, mut state) = two(FENCER, SWORDSMAN, 1);
    let blow = Damage { dice: Dice::d6(1), add: 0 };
    let worth = |state: &State| {
        let scene = Scene { setup: loaded.setup(), state };
        super::rating::wound(scene, FOE, Location::RightArm, blow, DamageType::Cutting)
    };
    let before = worth(&state);
    state[FOE].crippled |= Location::RightArm.bit() as u16;
    assert!(worth(&state) < before - 0.1, "G4-R34");
}

#[test]
fn in_the_same_hex_a_long_sword_parries_nothing() {
    let claws = "skills = { Brawling = 14 }, \
        natural = [{ name = 'claws', skill = 'Brawling', mode = [{ damage = 'thr cut', reach = 'C' }] }]";
    let (loaded, state) = two(claws, &SWORDSMAN.replace("14", "18"), 1);
    let scene = Scene { setup: loaded.setup(), state: &state };
    let target = super::rating::Target::of(scene, ME, FOE, crate::decision::NO_MODE);
    // A parry: 3 and half of 18, 1 for the retreat. In the hex it dodges at 5 + 3, 3 for the retreat.
    assert_eq!((target.guard, target.against(1)), (Some(13), Some(11)));
    assert_eq!(super::rating::nearest_reach(scene, ME), 1, "it goes into the hex of the foe");
    assert_eq!(super::rating::nearest_reach(scene, FOE), 2);
}

#[test]
fn the_next_hex_is_no_run_for_a_charge() {
    let unarmed = "st = 18, skills = { Brawling = 14 }";
    let (loaded, mut state) = two(unarmed, SWORDSMAN, 1);
    let (slams, mut policy) = maneuver(&loaded, &state);
    assert_eq!(slams, ATTACK);
    assert_eq!(strike(&loaded, &state, &mut policy, From::Attack).form, Form::Slam);
    state[FOE].at = Cell::new(5, 0);
    assert_eq!(maneuver(&loaded, &state).0, Maneuver::Do(Act::Charge { heroic: false }));
}
