//! The graded ruleset of Affray: damage graded by how well the attack succeeded, in rounds of three seconds.
//!
//! Every rule is stated in this crate's ledger, `rules.md`, under an id; see [`ledger`].
//!
//! | subject | module |
//! | --- | --- |
//! | what never changes: scores, skills, weapons, armor | [`sheet`], [`sheet_file`], [`tables`] |
//! | what changes | [`state`] |
//! | success rolls and contests | [`check`] |
//! | arcs, reach, sight, height | [`arcs`] |
//! | order of a round, its borders and those of a turn | [`round`] |
//! | which manoeuvre is legal, and what it consists of | [`turn`] |
//! | movement hex by hex, postures, running | [`movement`] |
//! | declaring an attack, its roll, and how it goes on | [`attack`] |
//! | passive defense, damage resistance | [`armor`] |
//! | active defenses | [`defense`] |
//! | all-out defenses, bracing, retreat | [`stance`] |
//! | grading, potential damage, multipliers | [`damage`] |
//! | hit locations | [`location`] |
//! | wounds, crippling, stun, knockback, death | [`injury`] |
//! | critical tables | [`critical`] |
//! | missile manoeuvres, aim | [`missile`] |
//! | fear and panic | [`fear`] |
//! | range, speed, cover | [`range`] |
//! | stray missiles | [`stray`] |
//! | two weapons, feints, charges, ripostes | [`melee`] |
//! | Wait and Opportunity Fire | [`wait`] |
//! | fist, foot and teeth | [`unarmed`] |
//! | slam, grapple, takedown, tackle, break free | [`grapple`] |
//! | hands, readying, loading, dropping | [`hands`] |
//! | spells | [`magic`] |
//! | bleeding, treatment, healing | [`aftermath`] |
//! | what is asked and answered | [`decision`], [`judge`] |
//! | encounters, cases, states as files spell them | [`files`] |
//! | what the odds of a step are about | [`odds`] |
//! | opponents, and what they know beforehand | [`policy`], [`estimate`] |
//! | the words of a fight | [`narrate`] |
//!
//! How a turn runs: [`round`] finds whose turn it is, [`turn`] asks for the manoeuvre and composes it of a
//! [`walk`](scene::Fight::walk), an [`attack`](scene::Fight::attack) and the like; an attack is declared,
//! judged and rolled in [`attack`], which asks the target for its defense ([`defense`]) and hands a hit to
//! [`injury`].

#[macro_use(rule)]
extern crate affray_core;

pub mod aftermath;
pub mod arcs;
pub mod armor;
pub mod attack;
pub mod catalog;
pub mod check;
pub mod content;
pub mod critical;
pub mod damage;
pub mod decision;
pub mod defense;
pub mod estimate;
pub mod event;
pub mod fear;
pub mod files;
pub mod grapple;
pub mod hands;
pub mod injury;
pub mod judge;
pub mod ledger;
pub mod location;
pub mod magic;
pub mod melee;
pub mod missile;
pub mod movement;
pub mod narrate;
pub mod odds;
pub mod policy;
pub mod range;
mod rolls;
pub mod round;
pub mod ruleset;
pub mod scene;
pub mod sheet;
pub mod sheet_file;
pub mod sheets;
pub mod stance;
pub mod state;
pub mod stray;
pub mod tables;
pub mod turn;
pub mod unarmed;
pub mod wait;
mod worth;

/// The ruleset, as the readers of [`affray_core::referee`] know it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Graded;

mod game {
    use crate::Graded;
    use crate::decision::{Choice, Question};
    use crate::event::Event;
    use crate::judge;
    use crate::scene::{Scene, Setup};
    use crate::state::State;
    use affray_core::referee::{CombatantId, Game, Refusal};

    impl Game for Graded {
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
