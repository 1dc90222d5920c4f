//! Attacks with all that follows: stages, throws that belong together and what comes last lose no outcome.

use affray_core::referee::{CombatantId, Policy};
use affray_core::ruleset::Playable;
use affray_graded::Graded;
use affray_graded::decision::{Blow, Choice, Declared, Defense, From, Mode, Plan, Question};
use affray_graded::location::Location;
use affray_graded::scene::{Fight, Setup};
use affray_graded::sheet::UNARMED;
use affray_graded::state::{Flags, NONE, State};
use affray_proof::load;
use affray_proof::ways::nothing_is_lost;

const TARGET: CombatantId = CombatantId(1);

/// Always the same defense.
#[derive(Clone, Copy)]
struct Defends(Defense);

impl Policy<Graded> for Defends {
    fn decide(&mut self, setup: &Setup, state: &State, question: &Question) -> Choice {
        match question {
            Question::Defend { .. } => Choice::Defense(self.0),
            _ => Graded::harmless(setup, state, question),
        }
    }
}

/// An attack of Arn at Bryn, who was changed so beforehand: how many leaves its walk has.
fn attack(mode: Mode, at: Option<Location>, defense: Defense, prepare: impl Fn(&mut State)) -> u64 {
    let text = "ruleset = 'graded'\n\
        [[combatant]]\nname = 'Arn'\nsheet = 'arn'\nat = [0, 0]\nfacing = 'E'\n\
        [[combatant]]\nname = 'Bryn'\nsheet = 'bryn'\nat = [1, 0]\nfacing = 'W'\n";
    let (setup, mut start) = load::<Graded>("scene", text).into_parts();
    prepare(&mut start);
    let blow = Blow { with: 0, mode, target: TARGET, at, declared: Declared::default() };
    let plan = Plan { from: From::Attack, only: NONE, with: NONE, number: 0 };
    nothing_is_lost::<Graded, _>(
        &format!("{mode:?} at {at:?}, {defense:?}"),
        &start,
        Defends(defense),
        |state, referee| {
            let Ok(_) = Fight { setup: &setup, state, referee }.strike(CombatantId(0), &blow, &plan);
        },
        |state, referee| {
            let Ok(_) = Fight { setup: &setup, state, referee }.last_strike(CombatantId(0), &blow, &plan);
        },
    )
}

#[test]
fn a_blow_and_its_block_have_few_outcomes() {
    let leaves = attack(Mode::Cut, None, Defense::Block, |_| ());
    assert!(leaves <= 90, "{leaves}");
}

#[test]
fn whatever_the_defense_nothing_is_lost() {
    for defense in [Defense::None, Defense::Dodge, Defense::Parry(0), Defense::Parry(UNARMED), Defense::Block] {
        for at in [None, Some(Location::Body), Some(Location::Brain), Some(Location::ArmNear)] {
            attack(Mode::Cut, at, defense, |_| ());
        }
    }
}

#[test]
fn however_the_target_is_nothing_is_lost() {
    for (flag, hp) in [(Flags::RETREATING, 9), (Flags::STUNNED, 3), (Flags::NO_DEFENSE, -5), (Flags::BRACED, -30)] {
        for defense in [Defense::Dodge, Defense::Block] {
            attack(Mode::Cut, None, defense, |state| {
                state[TARGET].flags.set(flag);
                state[TARGET].hp = hp;
            });
        }
    }
}
