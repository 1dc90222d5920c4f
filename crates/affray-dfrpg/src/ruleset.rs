//! The ruleset as it is played, and encounters that were read.
//!
//! Every reader is instantiated here, so that the rules are compiled once, in their own crate. What
//! faces ask of a ruleset before a fight stands in `catalog`.

use crate::Dfrpg;
use crate::decision::{Choice, Question};
use crate::event::Event;
use crate::policy::Tactician;
use crate::scene::{Fight, Scene, Setup};
use crate::state::{Flags, State};
use affray_grid::Drawing;
use affray_kernel::events::{EventKind, RollKind};
use affray_kernel::referee::{CombatantId, Referee, RollRecord};
use affray_kernel::turns::{FinalStatus, SidesLeft, TurnRules};
use affray_session::choices::{self};
use affray_session::ruleset::Rules;

impl TurnRules for Dfrpg {
    type Own = Tactician;

    fn figures(setup: &Setup) -> impl ExactSizeIterator<Item = (&str, u8)> + Clone {
        setup.combatants.iter().map(|one| (one.name.as_str(), one.side))
    }

    fn sides(setup: &Setup) -> impl ExactSizeIterator<Item = &str> {
        setup.sides.iter().map(|side| side.name.as_str())
    }

    fn default_choice(setup: &Setup, state: &State, question: &Question) -> Choice {
        crate::judge::default_choice(Scene { setup, state }, question)
    }

    fn next_turn<R: Referee<Self>>(setup: &Setup, state: &mut State, referee: &mut R) -> Result<(), R::Pause> {
        Fight { setup, state, referee }.next_turn()
    }

    fn aftermath<R: Referee<Self>>(setup: &Setup, state: &mut State, referee: &mut R) -> Result<(), R::Pause> {
        Fight { setup, state, referee }.aftermath()
    }

    fn canonicalize(setup: &Setup, state: &mut State) {
        crate::symmetry::canonicalize(setup, state);
    }

    fn sides_left(setup: &Setup, state: &State) -> SidesLeft {
        (Scene { setup, state }).sides_left()
    }

    fn final_status(setup: &Setup, state: &State, who: CombatantId) -> FinalStatus {
        let fighter = &state[who];
        FinalStatus {
            dead: fighter.flags.has(Flags::DEAD),
            out: !fighter.is_conscious(),
            fled: fighter.flags.has(Flags::FLED),
            hp: i32::from(fighter.hp),
            max_hp: i32::from(setup.combatants[who.index()].sheet.hp),
        }
    }

    fn rounds(state: &State) -> u32 {
        state.round.0
    }

    fn round_limit(setup: &Setup) -> u32 {
        setup.round_limit
    }

    fn asked(question: &Question) -> CombatantId {
        question.who()
    }
}

impl Rules for Dfrpg {
    const EVENTS: &'static [EventKind] = Event::KINDS;
    const ROLLS: &'static [RollKind] = crate::rolls::ROLLS;

    fn verdict(roll: &RollRecord, number: i32) -> String {
        crate::words::verdict(roll, number)
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

    fn typed(setup: &Setup, state: &State, question: &Question, words: &str) -> Result<Choice, String> {
        let words = words.trim();
        choices::typed_entry::<Self>(setup, state, question, words, crate::words::entry(question, words))
    }

    fn free_action_in_words(setup: &Setup, state: &State, who: CombatantId, words: &str) -> Result<Choice, String> {
        Self::typed(setup, state, &Question::Free { who }, words)
    }

    fn draw(setup: &Setup, state: &State) -> Drawing {
        crate::words::draw(Scene { setup, state })
    }

    fn status(setup: &Setup, state: &State, who: CombatantId) -> String {
        crate::words::status(Scene { setup, state }, who)
    }
}

/// An encounter of this ruleset that was read.
pub type Scenario = affray_session::scenario::Scenario<Dfrpg>;
