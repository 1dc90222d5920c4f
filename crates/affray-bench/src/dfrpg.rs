//! The dfrpg ruleset: its full rules against the hand-written duel of the family.

use crate::exchange;
use affray_dfrpg::Dfrpg;
use affray_dfrpg::decision::{Attack, AttackFrom, AttackPlan, Choice, Defense, DefenseKind, Question, Strike};
use affray_dfrpg::files::Scenario;
use affray_dfrpg::scene::{Fight, Scene, Setup};
use affray_dfrpg::state::{Fighter, State};
use affray_kernel::referee::{CombatantId, Policy, walk};

/// Bytes of the changing part of a combatant.
pub(crate) const BYTES: usize = size_of::<Fighter>();

/// The duel of the family.
pub(crate) fn duel() -> Scenario {
    crate::shipped(affray_dfrpg::content::ENCOUNTERS, "duel")
}

/// Four against four on 20x20.
pub(crate) fn mob() -> Scenario {
    crate::shipped(affray_dfrpg::content::ENCOUNTERS, "four-against-four")
}

/// How many attacks a choice is.
pub(crate) fn attacks(choice: &Choice) -> u64 {
    u64::from(matches!(choice, Choice::Attack(attack) if *attack != Attack::Forgo))
}

/// One exchange of blows, whose exact odds are taken: a swordsman's swing at the torso of an orc who
/// parries, with criticals on both sides, damage, knockdown, shock, crippling and death.
pub(crate) struct Exchange {
    encounter: Scenario,
}

/// Parries everything.
struct Parries;

impl Policy<Dfrpg> for Parries {
    fn decide(&mut self, setup: &Setup, state: &State, question: &Question) -> Choice {
        match question {
            Question::Defend { .. } => Choice::Defend(Defense::plain(DefenseKind::Parry { hand: 0 })),
            _ => affray_dfrpg::judge::default_choice(Scene { setup, state }, question),
        }
    }
}

impl Exchange {
    pub(crate) fn new() -> Self {
        let text = r#"
            ruleset = "dfrpg"
            combatant = [
                { name = "Arn", sheet = "arn", at = [0, 0], facing = "E" },
                { name = "Orc", sheet = "orc", at = [1, 0], facing = "W" },
            ]
        "#;
        Self { encounter: crate::read("exchange", text) }
    }
}

impl exchange::Exchange for Exchange {
    type State = State;

    fn start(&self) -> &State {
        self.encounter.start()
    }

    fn walk(&self, scratch: &mut State) -> (u64, f64) {
        let mut sum = 0.0;
        let (who, target) = (CombatantId(0), CombatantId(1));
        let plan = AttackPlan::of(AttackFrom::Attack);
        let strike = Strike::plain(0, target);
        let setup = self.encounter.setup();
        let leaves = walk::<Dfrpg, _, _>(
            self.encounter.start(),
            scratch,
            Parries,
            (),
            true,
            |state, walker| {
                let Ok(_) = Fight { setup, state, referee: walker }.strike(who, &strike, &plan, None);
            },
            |leaf| sum += leaf.chance,
        );
        (leaves, sum)
    }
}
