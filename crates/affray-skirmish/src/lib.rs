//! Skirmish: a small game, and the example for whoever writes a ruleset. `docs/writing-a-ruleset.md` leads through it.
//!
//! | module | holds |
//! | --- | --- |
//! | [`turn`] | the order of turns and of a turn, movement: `SK-01` to `SK-04` |
//! | [`strike`] | strikes and wounds: `SK-05` to `SK-12` |
//! | [`state`] | what never changes in a fight, and what does |
//! | [`choice`] | what is asked, and which answers are legal |
//! | [`event`] | what can happen |
//! | [`policy`] | opponents |
//! | [`files`] | encounters, sheets and cases |
//! | [`words`] | what is told, and what odds are about |

#[macro_use(rule)]
extern crate affray_kernel;

pub mod choice;
pub mod event;
pub mod files;
pub mod policy;
pub mod state;
pub mod strike;
pub mod turn;
pub mod words;

/// The ledger, `rules.md`.
pub mod ledger {
    affray_session::ledger!();
}

/// Sheets that come with the game.
pub mod sheets {
    /// The stock sheets.
    pub const SHEETS: affray_files::sheets::Shelf = affray_files::shelf!["sheets": "ada", "bo"];
}

/// Encounters that come with the game.
pub mod content {
    /// An encounter with a comment on every key.
    pub const STARTER: &str = include_str!("../content/starter.toml");
    /// Encounters to fight at once.
    pub const ENCOUNTERS: affray_files::sheets::Shelf = affray_files::shelf!["content/encounters": "two-against-one"];
}

pub use files as sheet_file;

use affray_kernel::referee::{CombatantId, Game, Referee, Refusal};
use affray_kernel::turns::{FinalStatus, SidesLeft, TurnRules};
use affray_session::ruleset::Change;
use choice::{Choice, Question};
use event::Event;
use state::{Fight, Scene, Setup, State};

/// The game, as the readers of its rules know it.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Skirmish;

affray_prove::catalog!(Skirmish, "skirmish", "A small game of two dice");

impl Game for Skirmish {
    type Setup = Setup;
    type State = State;
    type Question = Question;
    type Choice = Choice;
    type Event = Event;
    type Change = Change;

    fn judge(setup: &Setup, state: &State, question: &Question, choice: &Choice) -> Result<(), Refusal> {
        choice::judge(Scene { setup, state }, question, choice)
    }

    fn options(setup: &Setup, state: &State, question: &Question, into: &mut Vec<Choice>) {
        choice::options(Scene { setup, state }, question, into);
    }

    fn free_action(
        _: &Setup,
        _: &mut State,
        _: CombatantId,
        _: &Choice,
        _: &mut dyn FnMut(Event),
    ) -> Result<(), Refusal> {
        Err(Refusal::impossible(rule!("SK-02"), "a turn is a movement and an action: nothing is done besides"))
    }

    fn set(setup: &Setup, state: &mut State, change: &Change) -> Result<(), String> {
        affray_prove::cases::set_state::<Self>(setup, state, change)
    }
}

impl TurnRules for Skirmish {
    type Own = policy::Brawler;

    fn figures(setup: &Setup) -> impl ExactSizeIterator<Item = (&str, u8)> + Clone {
        setup.combatants.iter().map(|one| (one.name.as_str(), one.side))
    }

    fn sides(setup: &Setup) -> impl ExactSizeIterator<Item = &str> {
        setup.sides.iter().map(String::as_str)
    }

    fn default_choice(_: &Setup, _: &State, question: &Question) -> Choice {
        choice::default_choice(question)
    }

    fn next_turn<R: Referee<Self>>(setup: &Setup, state: &mut State, referee: &mut R) -> Result<(), R::Pause> {
        Fight { setup, state, referee }.next_turn()
    }

    fn sides_left(setup: &Setup, state: &State) -> SidesLeft {
        let up = setup.combatants.iter().zip(&state.fighters).filter(|(_, fighter)| fighter.is_up());
        SidesLeft::of(up.map(|(one, _)| one.side))
    }

    fn final_status(setup: &Setup, state: &State, who: CombatantId) -> FinalStatus {
        let (hp, max_hp) = (i32::from(state[who].hp), i32::from(setup.sheet(who).hp));
        FinalStatus { dead: false, out: hp <= 0, fled: false, hp, max_hp }
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
