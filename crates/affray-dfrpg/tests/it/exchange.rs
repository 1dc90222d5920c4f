//! How many outcomes one exchange of blows has, and that their chances add up.

use affray_core::referee::{CombatantId, Policy, walk};
use affray_dfrpg::Dfrpg;
use affray_dfrpg::attack::Outcome;
use affray_dfrpg::decision::{Aim, AttackFrom, AttackPlan, Choice, Defense, DefenseKind, Question, Strike};
use affray_dfrpg::scene::{Fight, Setup};
use affray_dfrpg::sheet::Location;
use affray_dfrpg::state::{Aimed, Doing, Flags, State};
use std::collections::HashMap;

const ARN: CombatantId = CombatantId(0);
const ORC: CombatantId = CombatantId(1);

/// Always the same defense.
struct Defends {
    by: DefenseKind,
    /// Says of itself that it answers by the question alone.
    is_forgetful: bool,
}

impl Policy<Dfrpg> for Defends {
    fn decide(&mut self, _: &Setup, _: &State, question: &Question) -> Choice {
        match question {
            Question::Defend { .. } => Choice::Defend(Defense::plain(self.by)),
            other => panic!("not asked for: {other:?}"),
        }
    }
    fn is_forgetful(&self) -> bool {
        self.is_forgetful
    }
}

const SCENE: &str = r#"
ruleset = "dfrpg"
combatant = [
    { name = "Arn", sheet = "arn", at = [0, 0], facing = "E" },
    { name = "Orc", sheet = "orc", at = [1, 0], facing = "W" },
]
"#;

/// The outcomes of a walk, by the state in which they end, with their chances; and how many there are.
type Outcomes = (HashMap<State, f64>, u64);

/// How Arn's swing at the orc is walked.
#[derive(Clone, Copy, PartialEq)]
enum How {
    /// Every way on its own.
    EachWay,
    /// Stages once.
    InStages,
    /// The same as the last thing that is done.
    Last,
}

/// Walks Arn's swing at the orc.
fn swing(by: DefenseKind, aim: Aim, how: How, skip_scatter: bool) -> Outcomes {
    strike(by, Strike { aim, ..Strike::plain(0, ORC) }, |_| {}, how, skip_scatter)
}

/// Walks a strike of Arn's from a changed state.
fn strike(by: DefenseKind, strike: Strike, change: fn(&mut State), how: How, skip_scatter: bool) -> Outcomes {
    let (setup, mut start) = affray_proof::load::<Dfrpg>("scene", SCENE).into_parts();
    change(&mut start);
    let mut scratch = start.clone();
    let plan = AttackPlan::of(AttackFrom::Attack);
    let mut ends = HashMap::new();
    let leaves = walk::<Dfrpg, _, _>(
        &start,
        &mut scratch,
        Defends { by, is_forgetful: how != How::EachWay },
        (),
        skip_scatter,
        |state, walker| {
            let mut fight = Fight { setup: &setup, state, referee: walker };
            let Ok::<Outcome, _>(_) = match how {
                How::Last => fight.last_strike(ARN, &strike, &plan),
                _ => fight.strike(ARN, &strike, &plan, None),
            };
        },
        |leaf| *ends.entry(leaf.state.clone()).or_default() += leaf.chance,
    );
    let total: f64 = ends.values().sum();
    assert!((total - 1.0).abs() < 1e-12, "{by:?} {strike:?}: {total}");
    (ends, leaves)
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
        let (_, leaves) = swing(defense, Aim::At(at), How::InStages, true);
        let (_, all) = swing(defense, Aim::At(at), How::InStages, false);
        assert!(leaves <= most && leaves <= all, "{defense:?} {at:?}: {leaves} of {all} outcomes");
        let (_, last) = swing(defense, Aim::At(at), How::Last, true);
        assert!(last <= 600, "{defense:?} {at:?}: {last} outcomes");
    }
}

#[test]
fn stages_lose_nothing() {
    let aims = DEFENSES.map(|(defense, at, _)| (defense, Aim::At(at))).into_iter();
    for (defense, aim) in aims.chain([(DefenseKind::Dodge, Aim::Random)]) {
        assert_nothing_lost(defense, Strike { aim, ..Strike::plain(0, ORC) }, |_| {});
    }
}

/// A strike has the same outcomes however it is walked.
#[track_caller]
fn assert_nothing_lost(defense: DefenseKind, what: Strike, change: fn(&mut State)) {
    let (each, ways) = strike(defense, what, change, How::EachWay, true);
    for how in [How::InStages, How::Last] {
        let (once, leaves) = strike(defense, what, change, how, true);
        assert!(leaves <= ways && once.len() == each.len(), "{defense:?} {what:?}: {leaves} of {ways}");
        let off = |(state, chance): (&State, &f64)| (once.get(state).copied().unwrap_or_default() - chance).abs();
        let worst = each.iter().map(off).fold(0.0, f64::max);
        assert!(worst < 1e-12, "{defense:?} {what:?}: {worst}");
    }
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
            assert_nothing_lost(DefenseKind::None, Strike { aim, ..Strike::plain(0, ORC) }, change);
        }
    }
    // Kicks and blows of a shield push as well.
    for mode in 0..5 {
        assert_nothing_lost(DefenseKind::Dodge, Strike::plain(mode, ORC), |_| {});
    }
}
