//! Exact odds of an attack with all that follows from it.

use affray_3d6::location::Location;
use affray_conformance::load;
use affray_gurps4::Gurps4;
use affray_gurps4::decision::{Choice, Defense, DefenseKind, Form, From, Plan, Question, Strike, Trade};
use affray_gurps4::scene::{Fight, Scene, Setup};
use affray_gurps4::sheet::ItemId;
use affray_gurps4::state::{Flags, State};
use affray_kernel::dice::Stream;
use affray_kernel::referee::{CombatantId, Policy, Walker, draw, estimate_leaves, walk};

const TARGET: CombatantId = CombatantId(1);

/// Always the one defense.
struct Defends(DefenseKind);

impl Policy<Gurps4> for Defends {
    fn decide(&mut self, setup: &Setup, state: &State, question: &Question) -> Choice {
        match question {
            Question::Defend { .. } => Choice::Defend(Defense::plain(self.0)),
            _ => affray_gurps4::judge::default_choice(Scene { setup, state }, question),
        }
    }
}

/// Ana and Ork, face to face.
const SCENE: &str = "ruleset = 'gurps4'\n\
    [[combatant]]\nname = 'Ana'\nsheet = 'ana'\nat = [0, 0]\nfacing = 'E'\n\
    [[combatant]]\nname = 'Ork'\nsheet = 'ork'\nat = [1, 0]\nfacing = 'W'\n";

/// Walks an attack of Ana at Ork, who was changed so beforehand: how many leaves there are. Their chances add up to 1.
fn attack(at: Location, form: Form, defense: DefenseKind, change: impl Fn(&mut State)) -> u64 {
    let (setup, mut start) = load::<Gurps4>("scene", SCENE).into_parts();
    change(&mut start);
    let strike = Strike { at, form, ..Strike::plain(0, TARGET) };
    let (plan, mut total) = (Plan::of(From::Attack), 0.0);
    let leaves = walk::<Gurps4, _, _>(
        &start,
        &mut start.clone(),
        Defends(defense),
        (),
        true,
        |state, referee| {
            let Ok(()) = Fight { setup: &setup, state, referee }.strike(CombatantId(0), &strike, &plan, Trade::None);
        },
        |leaf| total += leaf.chance,
    );
    assert!((total - 1.0).abs() < 1e-12, "{form:?} at {at:?}, {defense:?}: {total} in all");
    leaves
}

#[test]
fn a_swing_and_its_parry_have_few_outcomes() {
    let leaves = attack(Location::Torso, Form::Blow, DefenseKind::Parry(0), |_| ());
    assert!(leaves <= 600, "{leaves}");
}

#[test]
fn the_chances_of_every_attack_add_up() {
    for defense in [DefenseKind::None, DefenseKind::Dodge, DefenseKind::Parry(0)] {
        for at in [Location::Torso, Location::Skull, Location::Neck, Location::RightArm, Location::Groin] {
            attack(at, Form::Blow, defense, |_| ());
        }
        attack(Location::Torso, Form::Slam, defense, |_| ());
        attack(Location::Torso, Form::Disarm(ItemId::own(0)), defense, |_| ());
    }
}

#[test]
fn the_chances_add_up_however_the_target_is() {
    for hp in [3, 0, -8, -40] {
        attack(Location::Torso, Form::Blow, DefenseKind::Parry(0), |state| {
            state[TARGET].hp = hp;
            state[TARGET].flags.set(Flags::OFF_BALANCE);
        });
    }
}

/// Dice that fall come to what all outcomes together say: 4,000 throws are off by no more than 4 standard deviations, 0.032 at
/// the most.
#[test]
fn drawn_outcomes_have_the_chances_of_all() {
    let (setup, start) = load::<Gurps4>("scene", SCENE).into_parts();
    let (plan, strike) = (Plan::of(From::Attack), Strike::plain(0, TARGET));
    let strikes = |state: &mut State, referee: &mut Walker<'_, Gurps4>| {
        let Ok(()) = Fight { setup: &setup, state, referee }.strike(CombatantId(0), &strike, &plan, Trade::None);
    };
    let is_hurt = |state: &State| state[TARGET].hp < start[TARGET].hp;
    let defends = || Defends(DefenseKind::Parry(0));
    let (mut state, mut chance, mut hurt) = (start.clone(), 0.0, 0);
    walk::<Gurps4, _, _>(&start, &mut state, defends(), (), true, strikes, |leaf| {
        chance += if is_hurt(leaf.state) { leaf.chance } else { 0.0 };
    });
    for number in 0..4_000 {
        state.clone_from(&start);
        let dice = &mut Stream::new(3, number);
        draw::<Gurps4, _, _>(dice, &mut defends(), &mut (), |walker| strikes(&mut state, walker));
        hurt += u32::from(is_hurt(&state));
    }
    let share = f64::from(hurt) / 4_000.0;
    assert!(chance > 0.1 && (share - chance).abs() < 0.032, "{share} of the throws, {chance} of all");
}

/// 2,000 runs that take each outcome of a roll equally often come within a tenth of the number of all outcomes.
#[test]
fn the_number_of_outcomes_is_estimated() {
    let (setup, start) = load::<Gurps4>("scene", SCENE).into_parts();
    let (plan, strike) = (Plan::of(From::Attack), Strike::plain(0, TARGET));
    for defense in [DefenseKind::None, DefenseKind::Dodge, DefenseKind::Parry(0)] {
        let strikes = |state: &mut State, referee: &mut Walker<'_, Gurps4>| {
            let Ok(()) = Fight { setup: &setup, state, referee }.strike(CombatantId(0), &strike, &plan, Trade::None);
        };
        let mut state = start.clone();
        let leaves = walk::<Gurps4, _, _>(&start, &mut state, Defends(defense), (), true, strikes, |_| ()) as f64;
        let estimate = estimate_leaves::<Gurps4, _>(2_000, &start, &mut state, Defends(defense), true, strikes);
        assert!((estimate / leaves - 1.0).abs() < 0.1, "{defense:?}: {estimate}, and there are {leaves}");
    }
}
