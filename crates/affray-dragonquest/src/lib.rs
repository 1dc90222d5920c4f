//! The dragonquest ruleset of Affray: combat in five-second pulses with percentile dice.
//!
//! Every rule is stated in this crate's ledger, `rules.md`, under an id; see [`ledger`].
//!
//! | subject | module |
//! | --- | --- |
//! | what never changes: characteristics, arms (items, hands, kick, natural attacks) | [`sheet`], [`sheet_file`], [`tables`] |
//! | what changes | [`state`] |
//! | hexes, melee and ranged zones, rear, engaged or not, footprints | [`zones`] |
//! | modified characteristics, strike chance, defense, protection, TMR | [`derived`] |
//! | order of a pulse, surprise, free pulse, end of a pulse | [`pulse`] |
//! | initiative of sides and engagements, ties, rear hexes | [`initiative`] |
//! | rolling for places, with ties | [`rolloff`] |
//! | which action is legal, and what it consists of | [`turn`] |
//! | movement hex by hex, jumps | [`movement`] |
//! | multi-hex figures: their movement, trampling | [`large`] |
//! | riders and mounts | [`mount`] |
//! | declaring an attack, who can parry | [`attack`] |
//! | one blow from its roll to its end: misfortune, parry, riposte | [`strike`] |
//! | attack types, two weapons, sweeps | [`kinds`] |
//! | close combat: coming to grips, repulsing, breaking out, holding fast | [`close`] |
//! | damage, grievous injuries, stun, unconsciousness, death | [`harm`] |
//! | lines of fire, what is loosed along them, weapons that stick | [`mod@line`], [`missile`], [`stuck`] |
//! | poison | [`poison`] |
//! | spells and Talents, a monster's breath | [`magic`], [`breath`] |
//! | infection after the fight | [`aftermath`] |
//! | hands, tasks of a Pass, dropping | [`hands`] |
//! | what is another's | [`others`] |
//! | what is asked and answered | [`decision`], [`judge`] |
//! | encounters, cases, states as files spell them | [`files`] |
//! | the canonical form of a state between two turns | [`likeness`] |
//! | what the odds of a step are about | [`odds`] |
//! | opponents | [`policy`] |
//! | the words of a fight | [`narrate`] |
//!
//! How a turn runs: [`pulse`] finds whose turn it is, [`turn`] asks for the action and composes it of a
//! [`walk`](scene::Fight::walk), an [`attack`](scene::Fight::attack) and the like; an attack is declared
//! in [`attack`] and carried out by [`strike`], which asks the target for its parry (an interrupt: the
//! free attack of a riposte is an attack like any other, with a plan of its own) and hands a hit to
//! [`harm`]. A figure's hexes are [`zones::footprint`] of its head and facing; rider and mount are two
//! figures that are linked by `mount` and `rider` of [`state::Fighter`] and share hex and facing.
//!
//! An [`Arm`](sheet::Arm) is what a blow is struck with: an item by its number on the sheet, bare hands, a kick, a
//! natural attack, or an item of another's sheet. A [`decision::Plan`] says what an action allows of an
//! attack, a [`decision::Blow`] is the attack itself.

#[macro_use(rule)]
extern crate affray_core;

pub mod aftermath;
pub mod attack;
pub mod breath;
pub mod catalog;
pub mod close;
pub mod content;
pub mod decision;
pub mod derived;
pub mod event;
pub mod files;
pub mod hands;
pub mod harm;
pub mod initiative;
pub mod judge;
pub mod kinds;
pub mod large;
pub mod ledger;
pub mod likeness;
pub mod line;
pub mod magic;
pub mod missile;
pub mod mount;
pub mod movement;
pub mod narrate;
pub mod odds;
pub mod others;
pub mod poison;
pub mod policy;
pub mod pulse;
pub mod rolloff;
mod rolls;
pub mod ruleset;
pub mod scene;
pub mod sheet;
pub mod sheet_file;
pub mod sheets;
pub mod state;
pub mod strike;
pub mod stuck;
pub mod tables;
pub mod turn;
pub mod zones;

/// The ruleset, as the readers of [`affray_core::referee`] know it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct DragonQuest;

mod game {
    use crate::DragonQuest;
    use crate::decision::{Choice, Question};
    use crate::event::Event;
    use crate::judge;
    use crate::scene::{Scene, Setup};
    use crate::state::State;
    use affray_core::referee::{CombatantId, Game, Refusal};

    impl Game for DragonQuest {
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
