//! The dfrpg ruleset of Affray: tactical combat in the style of Dungeon Fantasy.
//!
//! Every rule is stated in this crate's ledger, `rules.md`, under an id; see [`ledger`].

#[macro_use(rule)]
extern crate affray_core;

pub mod aftermath;
pub mod aim;
pub mod attack;
pub mod attack_options;
pub mod attack_rules;
pub mod blast;
pub mod casting;
pub mod catalog;
pub mod check;
pub mod close;
pub mod concentration;
pub mod content;
pub mod critical;
pub mod damage;
pub mod decision;
pub mod defense;
pub mod derived;
pub mod effects;
pub mod evade;
pub mod event;
pub mod fall;
pub mod fatigue;
pub mod feint;
pub mod files;
pub mod free;
pub mod fright;
pub mod grapple;
pub mod hands;
pub mod injury;
pub mod judge;
pub mod ledger;
pub mod location;
pub mod magic;
pub mod maneuver;
pub mod missile;
pub mod movement;
pub mod narrate;
pub mod objects;
pub mod odds;
pub mod order;
pub mod others;
pub mod policy;
pub mod posture;
pub mod ranged;
pub mod ready;
mod rolls;
pub mod ruleset;
pub mod scene;
pub mod sheet;
pub mod sheet_file;
pub mod sheets;
pub mod slam;
pub mod state;
pub mod step;
pub mod symmetry;
pub mod turn;
pub mod wait;

/// The ruleset, as the readers of [`affray_core::referee`] know it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Dfrpg;

mod game {
    use crate::Dfrpg;
    use crate::decision::{Choice, Question};
    use crate::event::Event;
    use crate::judge;
    use crate::scene::{Scene, Setup};
    use crate::state::State;
    use affray_core::referee::{CombatantId, Game, Refusal};

    impl Game for Dfrpg {
        type Setup = Setup;
        type State = State;
        type Question = Question;
        type Choice = Choice;
        type Event = Event;

        fn judge(setup: &Setup, state: &State, question: &Question, choice: &Choice) -> Result<(), Refusal> {
            judge::judge(Scene { setup, state }, question, choice)
        }

        fn options(setup: &Setup, state: &State, question: &Question, into: &mut Vec<Choice>) {
            judge::options(Scene { setup, state }, question, into);
        }

        fn interject(
            setup: &Setup,
            state: &mut State,
            who: CombatantId,
            choice: &Choice,
            tell: &mut dyn FnMut(Event),
        ) -> Result<(), Refusal> {
            crate::free::interject(setup, state, who, choice, tell)
        }

        fn set(setup: &Setup, state: &mut State, path: &str, value: &serde_json::Value) -> Result<(), String> {
            affray_core::cases::set_state::<Self>(setup, state, path, value)
        }
    }
}
