//! The obss ruleset of Affray: fantasy combat with exploding dice, on squares.
//!
//! Every rule is stated in this crate's ledger, `rules.md`, under an id; see [`ledger`].
//!
//! # Where things are
//!
//! | module | sections of the ledger |
//! | --- | --- |
//! | [`pool`], [`strike`], [`check`] | A: the open dice, the dice of an attack as one pool, checks |
//! | [`order`], [`turn`], [`economy`] | B, C: initiative, rounds, activations, the budget of a round |
//! | [`movement`], [`charge`], [`threat`] | D, part of K: steps, charges, reach, lines, threatened squares |
//! | [`score`], [`flank`], [`attack`] | E, F, G, I, J: sums, flanking, what an attack may be and how it goes |
//! | [`life`], [`condition`] | H, N, O: damage, conditions, life and death |
//! | [`shots`] | part of J: cover by creatures, shots that go astray |
//! | [`stance`], [`hands`], [`carry`] | K: defenses, standing up, drawing and dropping, belt, backpack, potions |
//! | [`maneuver`], [`feint`], [`bull_rush`], [`grapple`], [`overrun`] | L: special maneuvers |
//! | [`mount`] | Q: mounts |
//! | [`react`] | M: acts in the middle of others' acts |
//! | [`confusion`] | N: what the Confused do |
//! | [`first_aid`], [`time`] | O, R: First Aid, hours, rest, dawn |
//! | [`casting`], [`save`] | P: spells, saving throws |
//! | [`switches`] | 1.2: the options of an encounter |
//!
//! [`Scene`](scene::Scene) is a look at a battle: scores and judgments. [`Fight`](scene::Fight) is a battle
//! that goes on: a scene and a referee. [`judge`] finds the chapter that judges an answer; a new action is a
//! variant of [`Action`](decision::Action), a line in `judge`, a line in `turn`, and a chapter.
//!
//! # How rules are added
//!
//! * An action: a variant of `Action`, its judgment in the chapter's file and a line in `judge`, its
//!   carrying out and a line in `turn`, its words in `narrate`. Price and legality are judged before
//!   anything is asked of the referee; [`pay`](scene::Fight::pay) takes the whole price at once.
//! * A situational modifier: a line in [`score`], in the row of its section. Bonuses of `OB-085` go through
//!   the list of bonuses, which `bonus_stacking` reads; penalties are added directly.
//! * A check against a number: [`Scene::skill_check`](scene::Scene::skill_check) or a
//!   [`Check`](check::Check) of its own, then [`Fight::check`](scene::Fight::check) with the coarsest reading
//!   of its [`Grade`](pool::Grade).
//! * Dice of an attack: never by single throws, but as a [`Strike`](strike::Strike), so that exact odds see
//!   one roll with some dozens of outcomes. What every die tells on the way is told within the pool; what
//!   odds count is told after it.
//! * A condition: [`bring_condition`](scene::Fight::bring_condition) and
//!   [`end_condition`](scene::Fight::end_condition). Health is settled by
//!   [`take_damage`](scene::Fight::take_damage) and the functions beside it, and by nothing else.
//!
//! An act that others can interrupt calls [`Fight::window`](scene::Fight::window) where they can, and looks
//! afterwards whether its actor is still able. A rare rule stands behind one cheap look: a flag of the
//! [`Fighter`](state::Fighter), or a `has_..` of the [`Setup`](scene::Setup).

#[macro_use(rule)]
extern crate affray_core;

pub mod attack;
pub mod bull_rush;
pub mod carry;
pub mod casting;
pub mod catalog;
pub mod charge;
pub mod check;
pub mod condition;
pub mod confusion;
pub mod content;
pub mod decision;
pub mod economy;
pub mod event;
pub mod feint;
pub mod files;
pub mod first_aid;
pub mod flank;
pub mod grapple;
pub mod hands;
pub mod judge;
pub mod ledger;
pub mod life;
pub mod maneuver;
pub mod mount;
pub mod movement;
pub mod narrate;
pub mod odds;
pub mod order;
pub mod overrun;
pub mod policy;
pub mod pool;
pub mod react;
mod rolls;
pub mod ruleset;
pub mod save;
pub mod scene;
pub mod score;
pub mod sheet;
pub mod sheet_file;
pub mod sheets;
pub mod shots;
pub mod stance;
pub mod state;
pub mod strike;
pub mod switches;
#[cfg(test)]
mod testing;
pub mod threat;
pub mod time;
pub mod turn;

/// The ruleset, as the readers of [`affray_core::referee`] know it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Obss;

mod game {
    use crate::Obss;
    use crate::decision::{Action, Choice, Question};
    use crate::event::Event;
    use crate::judge;
    use crate::scene::{Fight, Scene, Setup};
    use crate::state::State;
    use affray_core::referee::{CombatantId, Game, Refusal, Telling};

    impl Game for Obss {
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
            let Choice::Act(Action::Drop { hand }) = *choice else {
                return Err(Refusal::impossible(rule!("OB-041"), "unasked, one can only drop what a hand holds"));
            };
            let scene = Scene { setup, state };
            if !scene.exists(who) {
                return Err(Refusal::impossible(rule!("OB-041"), "there is no such combatant"));
            }
            scene.judge_able(who)?;
            scene.judge_holding(who, hand)?;
            Fight { setup, state, referee: &mut Telling(tell) }.drop_item(who, hand);
            Ok(())
        }

        fn set(setup: &Setup, state: &mut State, path: &str, value: &serde_json::Value) -> Result<(), String> {
            affray_core::cases::set_state::<Self>(setup, state, path, value)
        }
    }
}
