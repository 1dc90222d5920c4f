//! How many outcomes one exchange of blows has, and that their chances add up.

use affray_core::files::Source;
use affray_core::referee::{CombatantId, Policy, walk};
use affray_dfrpg::Dfrpg;
use affray_dfrpg::attack::Outcome;
use affray_dfrpg::decision::{Aim, AttackFrom, AttackPlan, Choice, Defense, DefenseKind, Question, Strike};
use affray_dfrpg::files::encounter::load;
use affray_dfrpg::scene::{Fight, Setup};
use affray_dfrpg::sheet::Location;
use affray_dfrpg::state::State;

const ARN: CombatantId = CombatantId(0);
const ORC: CombatantId = CombatantId(1);

/// Always the same defense.
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

/// Walks Arn's swing at the orc and returns the number of outcomes, their total chance and the
/// chance that the orc lost HP.
fn swing(defense: DefenseKind, aim: Aim, skip_scatter: bool) -> (u64, f64, f64) {
    let (_, setup, start) =
        load(&Source::new("scene", SCENE), &|_| unreachable!("stock sheets only")).expect("the scene is sound");
    let mut scratch = start.clone();
    let strike = Strike { aim, ..Strike::plain(0, ORC) };
    let plan = AttackPlan::of(AttackFrom::Attack);
    let (mut total, mut hurt) = (0.0, 0.0);
    let leaves = walk::<Dfrpg, _, _>(
        &start,
        &mut scratch,
        Defends(defense),
        (),
        skip_scatter,
        |state, walker| {
            let mut fight = Fight { setup: &setup, state, referee: walker };
            let Ok::<Outcome, _>(_) = fight.strike(ARN, &strike, &plan, None);
        },
        |leaf| {
            total += leaf.chance;
            if leaf.state[ORC].hp < 14 {
                hurt += leaf.chance;
            }
        },
    );
    (leaves, total, hurt)
}

#[test]
fn an_exchange_has_few_outcomes() {
    for (defense, aim, most) in [
        (DefenseKind::None, Aim::At(Location::Torso), 280),
        (DefenseKind::Dodge, Aim::At(Location::Torso), 320),
        (DefenseKind::Parry { hand: 0 }, Aim::At(Location::Torso), 520),
        (DefenseKind::Parry { hand: 0 }, Aim::At(Location::RightLeg), 220),
        // A miss by one strikes the torso, so that there are two blows with all that follows.
        (DefenseKind::Parry { hand: 0 }, Aim::At(Location::Neck), 900),
        (DefenseKind::Parry { hand: 0 }, Aim::At(Location::Skull), 1450),
    ] {
        let (leaves, total, _) = swing(defense, aim, true);
        assert!((total - 1.0).abs() < 1e-12, "{defense:?} {aim:?}: {total}");
        let (all, total, _) = swing(defense, aim, false);
        assert!((total - 1.0).abs() < 1e-12, "{defense:?} {aim:?}: {total}");
        assert!(leaves <= most && leaves <= all, "{defense:?} {aim:?}: {leaves} of {all} outcomes");
    }
}
