//! Attacks with all that follows: throws that belong together and what comes last lose no outcome.

use affray_3d6::location::Location;
use affray_core::referee::{CombatantId, Policy};
use affray_gurps4::Gurps4;
use affray_gurps4::decision::{Choice, Defense, DefenseKind, Form, From, Plan, Question, Strike, Trade};
use affray_gurps4::scene::{Fight, Scene, Setup};
use affray_gurps4::state::{Flags, State};
use affray_proof::load;
use affray_proof::ways::nothing_is_lost;

const TARGET: CombatantId = CombatantId(1);

/// Always the same defense.
#[derive(Clone, Copy)]
struct Defends(DefenseKind);

impl Policy<Gurps4> for Defends {
    fn decide(&mut self, setup: &Setup, state: &State, question: &Question) -> Choice {
        match question {
            Question::Defend { .. } => Choice::Defend(Defense::plain(self.0)),
            _ => affray_gurps4::judge::harmless(Scene { setup, state }, question),
        }
    }
}

/// An attack of Ana at Ork, who was changed so beforehand: how many leaves its walk has.
fn attack(at: Location, form: Form, defense: DefenseKind, prepare: impl Fn(&mut State)) -> u64 {
    let text = "ruleset = 'gurps4'\n\
        [[combatant]]\nname = 'Ana'\nsheet = 'ana'\nat = [0, 0]\nfacing = 'E'\n\
        [[combatant]]\nname = 'Ork'\nsheet = 'ork'\nat = [1, 0]\nfacing = 'W'\n";
    let (setup, mut start) = load::<Gurps4>("scene", text).into_parts();
    prepare(&mut start);
    let strike = Strike { at, form, ..Strike::plain(0, TARGET) };
    let plan = Plan::of(From::Attack);
    nothing_is_lost::<Gurps4, _>(
        &format!("{form:?} at {at:?}, {defense:?}"),
        &start,
        Defends(defense),
        |state, referee| {
            let Ok(()) = Fight { setup: &setup, state, referee }.strike(CombatantId(0), &strike, &plan, Trade::None);
        },
        |state, referee| {
            let Ok(()) =
                Fight { setup: &setup, state, referee }.last_strike(CombatantId(0), &strike, &plan, Trade::None);
        },
    )
}

#[test]
fn a_swing_and_its_parry_have_few_outcomes() {
    let leaves = attack(Location::Torso, Form::Blow, DefenseKind::Parry(0), |_| ());
    assert!(leaves <= 120, "{leaves}");
}

#[test]
fn whatever_the_defense_nothing_is_lost() {
    for defense in [DefenseKind::None, DefenseKind::Dodge, DefenseKind::Parry(0)] {
        for at in [Location::Torso, Location::Skull, Location::Neck, Location::RightArm, Location::Groin] {
            attack(at, Form::Blow, defense, |_| ());
        }
        attack(Location::Torso, Form::Slam, defense, |_| ());
        attack(Location::Torso, Form::Disarm(0), defense, |_| ());
    }
}

#[test]
fn however_the_target_is_nothing_is_lost() {
    for hp in [3, 0, -8, -40] {
        attack(Location::Torso, Form::Blow, DefenseKind::Parry(0), |state| {
            state[TARGET].hp = hp;
            state[TARGET].flags.set(Flags::OFF_BALANCE);
        });
    }
}
