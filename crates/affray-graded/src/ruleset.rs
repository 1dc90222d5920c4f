//! The ruleset as it is played, and encounters that were read.
//!
//! Every reader is instantiated here, so that the rules are compiled once, in their own crate.

use crate::Graded;
use crate::decision::{Choice, Free, Question};
use crate::event::Event;
use crate::policy::Tactician;
use crate::scene::{Fight, Scene, Setup};
use crate::state::{Flags, OUT, Stage, State};
use affray_files::value::Variants;
use affray_grid::Drawing;
use affray_kernel::events::{EventKind, RollKind};
use affray_kernel::referee::{CombatantId, Referee, RollRecord};
use affray_kernel::tally::Lines;
use affray_kernel::turns::{FinalStatus, SidesLeft, TurnRules};
use affray_session::choices::{self};
use affray_session::ruleset::Rules;

impl TurnRules for Graded {
    type Own = Tactician;

    fn figures(setup: &Setup) -> impl ExactSizeIterator<Item = (&str, u8)> + Clone {
        setup.combatants.iter().map(|one| (one.name.as_str(), one.side))
    }

    fn sides(setup: &Setup) -> impl ExactSizeIterator<Item = &str> {
        setup.sides.iter().map(String::as_str)
    }

    fn default_choice(setup: &Setup, state: &State, question: &Question) -> Choice {
        crate::judge::default_choice(Scene { setup, state }, question)
    }

    fn next_turn<R: Referee<Self>>(setup: &Setup, state: &mut State, referee: &mut R) -> Result<(), R::Pause> {
        Fight { setup, state, referee }.next_turn()
    }

    fn sides_left(setup: &Setup, state: &State) -> SidesLeft {
        if state.stage != Stage::Over {
            return SidesLeft::Several;
        }
        let able = setup.combatants.iter().zip(&state.fighters).filter(|(_, fighter)| fighter.is_able());
        SidesLeft::of(able.map(|(one, _)| one.side))
    }

    fn final_status(setup: &Setup, state: &State, who: CombatantId) -> FinalStatus {
        let (fighter, sheet) = (&state[who], &setup.combatants[who.index()].sheet);
        FinalStatus {
            dead: fighter.flags.has(Flags::DEAD),
            out: fighter.flags.any(OUT.union(Flags::INCAPACITATED)),
            fled: false,
            hp: i32::from(fighter.hp),
            max_hp: i32::from(sheet.hp),
        }
    }

    fn rounds(state: &State) -> u32 {
        state.rounds.0
    }

    fn round_limit(setup: &Setup) -> u32 {
        setup.round_limit
    }

    fn asked(question: &Question) -> CombatantId {
        question.who()
    }
}

impl Rules for Graded {
    const EVENTS: &'static [EventKind] = Event::KINDS;
    const ROLLS: &'static [RollKind] = crate::words::rolls::ROLLS;

    fn verdict(roll: &RollRecord, number: i32) -> String {
        crate::words::verdict(roll, number)
    }

    fn describe_score(score: &Lines) -> String {
        affray_session::narrate::explained(score)
    }

    fn describe_choice(setup: &Setup, who: CombatantId, choice: &Choice) -> String {
        crate::words::choice(setup, who, choice)
    }

    fn describe_event(setup: &Setup, event: &Event) -> Option<String> {
        crate::words::event(setup, event)
    }

    fn prompt(setup: &Setup, state: &State, question: &Question) -> String {
        crate::words::prompt(Scene { setup, state }, question)
    }

    fn label(setup: &Setup, state: &State, question: &Question, choice: &Choice) -> String {
        crate::words::label(Scene { setup, state }, question, choice)
    }

    fn free_action_in_words(setup: &Setup, state: &State, who: CombatantId, words: &str) -> Result<Choice, String> {
        match words.trim() {
            words if words.eq_ignore_ascii_case("let go") => Ok(Choice::Free(Free::LetGo)),
            words if words.starts_with("drop ") => {
                choices::typed_pair::<Self>(setup, state, who, ("free", Free::ENTRIES), words)
            }
            _ => Err("type `let go`, or `drop` and the item".to_owned()),
        }
    }

    fn draw(setup: &Setup, state: &State) -> Drawing {
        crate::words::draw(Scene { setup, state })
    }

    fn status(setup: &Setup, state: &State, who: CombatantId) -> String {
        crate::words::status(Scene { setup, state }, who)
    }
}

/// An encounter of this ruleset that was read.
pub type Scenario = affray_session::scenario::Scenario<Graded>;
