//! The dfrpg ruleset of Affray: tactical combat in the style of Dungeon Fantasy.
//!
//! Every rule is stated in this crate's ledger, `rules.md`, under an id; see [`ledger`].

#[macro_use(rule)]
extern crate affray_kernel;

pub mod body;
pub mod catalog;
pub mod check;
pub mod content;
pub mod decision;
pub mod derived;
pub mod event;
pub mod files;
pub mod grapple;
pub mod items;
pub mod judge;
pub mod ledger;
pub mod magic;
pub mod movement;
pub mod odds;
pub mod policy;
mod rolls;
pub mod ruleset;
pub mod scene;
pub mod sheet;
pub mod sheets;
pub mod state;
pub mod strike;
pub mod symmetry;
pub mod turn;
pub mod words;

pub use files::sheet as sheet_file;

/// The ruleset, as the readers of [`affray_kernel::referee`] know it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Dfrpg;

mod game {
    use crate::Dfrpg;
    use crate::decision::{Choice, Question};
    use crate::event::Event;
    use crate::judge;
    use crate::scene::{Scene, Setup};
    use crate::state::State;
    use affray_kernel::referee::{CombatantId, Game, Refusal};
    use affray_session::ruleset::Change;

    impl Game for Dfrpg {
        type Setup = Setup;
        type State = State;
        type Question = Question;
        type Choice = Choice;
        type Event = Event;
        type Change = Change;

        fn judge(setup: &Setup, state: &State, question: &Question, choice: &Choice) -> Result<(), Refusal> {
            judge::judge(Scene { setup, state }, question, choice)
        }

        fn options(setup: &Setup, state: &State, question: &Question, into: &mut Vec<Choice>) {
            judge::options(Scene { setup, state }, question, into);
        }

        fn free_action(
            setup: &Setup,
            state: &mut State,
            who: CombatantId,
            choice: &Choice,
            tell: &mut dyn FnMut(Event),
        ) -> Result<(), Refusal> {
            crate::turn::free::free_action(setup, state, who, choice, tell)
        }

        fn set(setup: &Setup, state: &mut State, change: &Change) -> Result<(), String> {
            affray_prove::cases::set_state::<Self>(setup, state, change)
        }
    }
}
