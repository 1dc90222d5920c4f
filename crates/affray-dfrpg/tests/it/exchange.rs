//! How many outcomes one exchange of blows has, and that their chances add up.

use affray_dfrpg::Dfrpg;
use affray_dfrpg::decision::{Aim, AttackFrom, AttackPlan, Choice, Defense, DefenseKind, Question, Strike};
use affray_dfrpg::scene::{Fight, Setup};
use affray_dfrpg::sheet::Location;
use affray_dfrpg::state::{Aimed, Doing, Flags, State};
use affray_kernel::referee::{CombatantId, Policy, Walker, walk};

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
    let (setup, mut start) = affray_conformance::load::<Dfrpg>("scene", SCENE).into_parts();
    change(&mut start);
    (setup, start)
}

/// The number of outcomes of a strike of Arn's at the orc, and the sum of their chances.
fn walk_strike(by: DefenseKind, strike: Strike, skip_scatter: bool, change: fn(&mut State)) -> (u64, f64) {
    let (setup, start) = scene(change);
    let plan = AttackPlan::of(AttackFrom::Attack);
    let mut sum = 0.0;
    let carry_out = |state: &mut State, walker: &mut Walker<'_, Dfrpg>| {
        let Ok(_) = Fight { setup: &setup, state, referee: walker }.strike(ARN, &strike, &plan, None);
    };
    let mut scratch = start.clone();
    let leaves =
        walk::<Dfrpg, _, _>(&start, &mut scratch, Defends(by), (), skip_scatter, carry_out, |leaf| sum += leaf.chance);
    (leaves, sum)
}

const DEFENSES: [(DefenseKind, Location, u64); 6] = [
    (DefenseKind::None, Location::Torso, 290),
    (DefenseKind::Dodge, Location::Torso, 340),
    (DefenseKind::Parry { hand: 0 }, Location::Torso, 610),
    (DefenseKind::Parry { hand: 0 }, Location::RightLeg, 260),
    // A miss by one strikes the torso, so that there are two blows with all that follows.
    (DefenseKind::Parry { hand: 0 }, Location::Neck, 1120),
    (DefenseKind::Parry { hand: 0 }, Location::Skull, 1780),
];

#[test]
fn an_exchange_has_few_outcomes() {
    for (defense, at, most) in DEFENSES {
        let strike = Strike { aim: Aim::At(at), ..Strike::plain(0, ORC) };
        let (leaves, sum) = walk_strike(defense, strike, true, |_| {});
        let (all, sum_of_all) = walk_strike(defense, strike, false, |_| {});
        assert!(leaves <= most && leaves <= all, "{defense:?} {at:?}: {leaves} of {all} outcomes");
        for sum in [sum, sum_of_all] {
            assert!((sum - 1.0).abs() < 1e-12, "{defense:?} {at:?}: {sum} in all");
        }
    }
}

/// Near death, where shock was felt before, where aim may be lost, in the middle of a turn, where somebody is about to
/// fall.
#[test]
fn chances_add_up_in_every_condition() {
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
    let adds_up = |by, strike, change| {
        let (_, sum) = walk_strike(by, strike, true, change);
        assert!((sum - 1.0).abs() < 1e-12, "{strike:?}, {by:?}: {sum} in all");
    };
    for change in changes {
        for aim in aims.map(Aim::At) {
            adds_up(DefenseKind::None, Strike { aim, ..Strike::plain(0, ORC) }, change);
        }
    }
    adds_up(DefenseKind::Dodge, Strike { aim: Aim::Random, ..Strike::plain(0, ORC) }, |_| {});
    // Kicks and blows of a shield push as well.
    for mode in 0..5 {
        adds_up(DefenseKind::Dodge, Strike::plain(mode, ORC), |_| {});
    }
}
