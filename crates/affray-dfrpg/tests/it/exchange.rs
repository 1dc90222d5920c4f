//! How many outcomes one exchange of blows has, and that their chances add up.

use affray_core::referee::{CombatantId, Policy, Walker, walk};
use affray_dfrpg::Dfrpg;
use affray_dfrpg::decision::{Aim, AttackFrom, AttackPlan, Choice, Defense, DefenseKind, Question, Strike};
use affray_dfrpg::scene::{Fight, Setup};
use affray_dfrpg::sheet::Location;
use affray_dfrpg::state::{Aimed, Doing, Flags, State};
use affray_proof::ways::nothing_is_lost;

const ARN: CombatantId = CombatantId(0);
const ORC: CombatantId = CombatantId(1);

/// Always the same defense.
#[derive(Clone, Copy)]
struct Defends(DefenseKind);

impl Policy<Dfrpg> for Defends {
    fn decide(&mut self, _: &Setup, _: &State, question: &Question) -> Choice {
        match question {
            Question::Defend { .. } => Choice::Defend(Defense::plain(self.0)),
            other => panic!("not asked for: {other:?}"),
        }
    }
    fn is_forgetful(&self) -> bool {
        true
    }
}

const SCENE: &str = r#"
ruleset = "dfrpg"
combatant = [
    { name = "Arn", sheet = "arn", at = [0, 0], facing = "E" },
    { name = "Orc", sheet = "orc", at = [1, 0], facing = "W" },
]
"#;

/// Arn and the orc, who were changed so.
fn scene(change: fn(&mut State)) -> (Setup, State) {
    let (setup, mut start) = affray_proof::load::<Dfrpg>("scene", SCENE).into_parts();
    change(&mut start);
    (setup, start)
}

/// How many leaves a swing of Arn's at the orc has, with stages, as a step of a turn.
fn leaves(by: DefenseKind, aim: Aim, skip_scatter: bool) -> u64 {
    let (setup, start) = scene(|_| {});
    let strike = Strike { aim, ..Strike::plain(0, ORC) };
    let carry_out = |state: &mut State, walker: &mut Walker<'_, Defends, (), State>| {
        let fight = &mut Fight { setup: &setup, state, referee: walker };
        let Ok(_) = fight.strike(ARN, &strike, &AttackPlan::of(AttackFrom::Attack), None);
    };
    walk::<Dfrpg, _, _>(&start, &mut start.clone(), Defends(by), (), skip_scatter, carry_out, |_| {})
}

/// Walks a strike of Arn's from a changed state in every way: how many leaves it has as the last thing that is done.
#[track_caller]
fn last_leaves(by: DefenseKind, strike: Strike, change: fn(&mut State)) -> u64 {
    let (setup, start) = scene(change);
    let plan = AttackPlan::of(AttackFrom::Attack);
    nothing_is_lost::<Dfrpg, _>(
        &format!("{strike:?}, {by:?}"),
        &start,
        Defends(by),
        |state, referee| {
            let Ok(_) = Fight { setup: &setup, state, referee }.strike(ARN, &strike, &plan, None);
        },
        |state, referee| {
            let Ok(_) = Fight { setup: &setup, state, referee }.last_strike(ARN, &strike, &plan);
        },
    )
}

const DEFENSES: [(DefenseKind, Location, u64); 6] = [
    (DefenseKind::None, Location::Torso, 280),
    (DefenseKind::Dodge, Location::Torso, 320),
    (DefenseKind::Parry { hand: 0 }, Location::Torso, 360),
    (DefenseKind::Parry { hand: 0 }, Location::RightLeg, 220),
    // A miss by one strikes the torso, so that there are two blows with all that follows.
    (DefenseKind::Parry { hand: 0 }, Location::Neck, 600),
    (DefenseKind::Parry { hand: 0 }, Location::Skull, 600),
];

#[test]
fn an_exchange_has_few_outcomes() {
    for (defense, at, most) in DEFENSES {
        let [leaves, all] = [true, false].map(|skip_scatter| leaves(defense, Aim::At(at), skip_scatter));
        assert!(leaves <= most && leaves <= all, "{defense:?} {at:?}: {leaves} of {all} outcomes");
    }
}

#[test]
fn stages_lose_nothing() {
    for (defense, at, _) in DEFENSES {
        let last = last_leaves(defense, Strike { aim: Aim::At(at), ..Strike::plain(0, ORC) }, |_| {});
        assert!(last <= 600, "{defense:?} {at:?}: {last} outcomes");
    }
    // The dice choose among all locations.
    last_leaves(DefenseKind::Dodge, Strike { aim: Aim::Random, ..Strike::plain(0, ORC) }, |_| {});
}

/// Wounds that are alike but for their points are carried out once, and stay apart wherever the points matter: near
/// death, where shock was felt before, where aim may be lost, in the middle of a spell, where somebody waits.
#[test]
fn blows_of_one_kind_lose_nothing() {
    let changes: [fn(&mut State); 8] = [
        |state| state[ORC].hp = 1,
        |state| state[ORC].hp = -9,
        |state| (state[ORC].hp, state[ORC].deaths) = (-20, 1),
        |state| {
            state[ORC].hp = -30;
            state[ORC].flags.set(Flags::MORTALLY_WOUNDED);
        },
        |state| state[ORC].shock = 2,
        |state| state[ORC].flags.set(Flags::ACTING),
        |state| {
            state[ORC].doing = Doing::Aiming(Aimed { mode: 0, target: ARN.0, seconds: 2, braced: false });
        },
        |state| state[ORC].retreat_fall = 1,
    ];
    let aims = [Location::Torso, Location::RightArm, Location::Face, Location::Groin];
    for change in changes {
        for aim in aims.map(Aim::At) {
            last_leaves(DefenseKind::None, Strike { aim, ..Strike::plain(0, ORC) }, change);
        }
    }
    // Kicks and blows of a shield push as well.
    for mode in 0..5 {
        last_leaves(DefenseKind::Dodge, Strike::plain(mode, ORC), |_| {});
    }
}
