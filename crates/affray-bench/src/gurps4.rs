//! The gurps4 ruleset: its full rules against the hand-written duel of the family.

use crate::exchange;
use affray_gurps4::Gurps4;
use affray_gurps4::decision::{Attack, Choice, Defense, DefenseKind, From, Plan, Question, Strike, Trade};
use affray_gurps4::files::Scenario;
use affray_gurps4::scene::{Fight, Scene, Setup};
use affray_gurps4::state::{Fighter, State};
use affray_kernel::referee::{CombatantId, Policy, walk};

/// Bytes of the changing part of a combatant.
pub(crate) const BYTES: usize = size_of::<Fighter>();

/// The duel of the family.
pub(crate) fn duel() -> Scenario {
    crate::shipped(affray_gurps4::content::ENCOUNTERS, "same-duel-gurps4")
}

/// Four against four, an archer among them.
pub(crate) fn mob() -> Scenario {
    crate::shipped(affray_gurps4::content::ENCOUNTERS, "party-and-raiders")
}

/// How many attacks a choice is.
pub(crate) fn attacks(choice: &Choice) -> u64 {
    match choice {
        Choice::Attack(Attack::One(_)) => 1,
        Choice::Attack(Attack::Dual(..) | Attack::Rapid(..)) => 2,
        _ => 0,
    }
}

/// Parries everything.
struct Parries;

impl Policy<Gurps4> for Parries {
    fn decide(&mut self, setup: &Setup, state: &State, question: &Question) -> Choice {
        match question {
            Question::Defend { .. } => Choice::Defend(Defense::plain(DefenseKind::Parry(0))),
            _ => affray_gurps4::judge::default_choice(Scene { setup, state }, question),
        }
    }
}

/// One exchange of blows, whose exact odds are taken: a swing at the torso of somebody who parries, with both
/// critical tables, damage, knockdown, shock and death.
pub(crate) struct Exchange(Scenario);

impl Exchange {
    pub(crate) fn new() -> Self {
        let text = "ruleset = 'gurps4'\n\
            [[combatant]]\nname = 'Ana'\nsheet = 'ana'\nat = [0, 0]\nfacing = 'E'\n\
            [[combatant]]\nname = 'Ork'\nsheet = 'ork'\nat = [1, 0]\nfacing = 'W'\n";
        Self(crate::read("exchange", text))
    }
}

impl exchange::Exchange for Exchange {
    type State = State;

    fn start(&self) -> &State {
        self.0.start()
    }

    fn walk(&self, scratch: &mut State) -> (u64, f64) {
        let mut sum = 0.0;
        let (who, setup) = (CombatantId(0), self.0.setup());
        let strike = Strike::plain(0, CombatantId(1));
        let plan = Plan::of(From::Attack);
        let leaves = walk::<Gurps4, _, _>(
            self.0.start(),
            scratch,
            Parries,
            (),
            true,
            |state, walker| {
                let Ok(()) = Fight { setup, state, referee: walker }.strike(who, &strike, &plan, Trade::None);
            },
            |leaf| sum += leaf.chance,
        );
        (leaves, sum)
    }
}
