//! The gurps4 ruleset of Affray: GURPS 4th edition style combat in seconds, with 3d6.
//!
//! Every rule is stated in this crate's ledger, `rules.md`, under an id; see [`ledger`]. What it shares with
//! the other rulesets of the 3d6 family stands in [`affray_3d6`].
//!
//! | subject | module | section of the ledger |
//! | --- | --- | --- |
//! | what never changes: attributes, skills, weapons | [`sheet`], [`sheet_file`] | 1.1 to 1.3 |
//! | what changes | [`state`] | |
//! | success rolls and contests | [`check`] | 2.1 |
//! | Move, Dodge, ST, shock: what wounds and fatigue do to scores | [`derived`] | 2.2, 2.11 |
//! | the order of turns and of a turn, stun, maneuvers | [`turn`] | 2.3 |
//! | movement, steps, sharing hexes | [`movement`] | 2.4, 2.5 |
//! | jumps | [`jump`] | 2.6 |
//! | postures | [`posture`] | 2.5 |
//! | Ready, what hands hold, what is done unasked | [`hands`] | 2.6 |
//! | Aim, Concentrate, and what disturbs them | [`aim`] | 2.6 |
//! | Feint | [`feint`] | 2.6 |
//! | Wait and interrupts | [`wait`] | 2.6 |
//! | extra effort and fatigue | [`effort`] | 2.6, 2.11 |
//! | the roll to hit | [`to_hit`] | 2.7 |
//! | declaring an attack, and its order | [`attack`] | 1.4, 2.6 |
//! | the line of an attack; missed attacks | [`mod@line`], [`stray`] | 2.7 |
//! | active defenses | [`defense`] | 2.8 |
//! | two weapons, rapid strikes, disarming, breaking | [`forms`] | 2.9 |
//! | slams and shield rushes | [`slam`] | 2.9 |
//! | grapples | [`grapple`] | R43 |
//! | damage and hit locations | [`damage`] | 2.10 |
//! | knockback and collisions | [`knockback`] | 2.10 |
//! | critical hits and misses | [`critical`] | R36 |
//! | injury, crippling, death, knockdown | [`injury`] | 2.11 |
//! | surprise and initiative | [`surprise`] | 2.12 |
//! | what is asked and answered | [`decision`], [`judge`] | 4 |
//! | encounters, cases, states as files spell them | [`files`] | |
//! | what the odds of a step are about | [`odds`] | |
//! | opponents | [`policy`] | |
//! | the canonical form of a state between two turns | [`symmetry`] | |
//! | the words of a fight | [`narrate`] | |
//!
//! How a turn runs: [`turn`] asks for the maneuver and composes it of [`steps`](scene::Fight::steps), a
//! [`movement`](scene::Fight::travel) and [`attacks`](scene::Fight::attack); one attack is carried out by
//! [`strike`](scene::Fight::strike), which asks its target for a [`defense`](scene::Fight::defend) and hands a
//! hit to [`damage`]. Others come in between at [`checkpoints`](scene::Fight::checkpoint).
//!
//! An *arm* is an item or a natural weapon of the sheet, by its number; a *mode* is a way to strike with one.

#[macro_use(rule)]
extern crate affray_core;

pub mod aim;
pub mod attack;
pub mod catalog;
pub mod check;
pub mod content;
pub mod critical;
pub mod damage;
pub mod decision;
pub mod defense;
pub mod derived;
pub mod effort;
pub mod event;
pub mod feint;
pub mod files;
pub mod forms;
pub mod grapple;
pub mod hands;
pub mod injury;
pub mod judge;
pub mod jump;
pub mod knockback;
pub mod ledger;
pub mod line;
pub mod movement;
pub mod narrate;
pub mod odds;
pub mod policy;
pub mod posture;
mod rolls;
pub mod ruleset;
pub mod scene;
pub mod sheet;
pub mod sheet_file;
pub mod sheets;
pub mod slam;
pub mod state;
pub mod stray;
pub mod surprise;
pub mod symmetry;
pub mod to_hit;
pub mod turn;
pub mod wait;

/// The ruleset, as the readers of [`affray_core::referee`] know it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Gurps4;

mod game {
    use crate::Gurps4;
    use crate::decision::{Choice, Question};
    use crate::event::Event;
    use crate::judge;
    use crate::scene::{Scene, Setup};
    use crate::state::State;
    use affray_core::referee::{CombatantId, Game, Refusal};

    impl Game for Gurps4 {
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
            crate::hands::interject(setup, state, who, choice, tell)
        }

        fn set(setup: &Setup, state: &mut State, path: &str, value: &serde_json::Value) -> Result<(), String> {
            affray_core::cases::set_state::<Self>(setup, state, path, value)
        }
    }
}
