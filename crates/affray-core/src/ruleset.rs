//! What a face or the arena knows of a ruleset.
//!
//! Twice the same: [`Rules`] for code that is compiled for one game and has to be fast, and
//! [`DynRules`] with [`Encounter`] for files, command line and server, where a call through a pointer
//! costs nothing that counts. A ruleset's crate implements the one and hands out the other, so that
//! every generic rule is instantiated there.

use crate::events::{EventKind, RollKind};
use crate::files::{FileError, Source};
use crate::grid::Drawing;
use crate::narrate;
use crate::referee::{CombatantId, Game, Policy, Record, Referee, RollRecord};
use crate::rules::Reference;
use crate::scenario::Scenario;
use crate::session::{LogLine, Table, Terms};
use crate::sheets::Shelf;
use crate::state::ByCombatant;
use crate::tally::Lines;
use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::ops::Range;

/// Reads the files that a file names, such as sheets beside an encounter.
pub type FileResolver<'a> = &'a dyn Fn(&str) -> Result<Source, FileError>;

/// Nothing stands beside the file.
///
/// # Errors
/// Whatever is named.
pub fn no_files(name: &str) -> Result<Source, FileError> {
    Err(FileError::whole(name, "there are no files beside it"))
}

/// A game that can be played turn by turn, statically.
pub trait Rules: Game<State: ByCombatant, Choice: Serialize + DeserializeOwned> {
    /// The game's own policy. It remembers nothing from one turn to the next: what it decides hangs on
    /// the state and on what it planned since the turn began.
    type Own: Policy<Self> + Default + Send;

    /// What can happen, as [`events!`](crate::events!) lists it.
    const EVENTS: &'static [EventKind];

    /// The rolls that have a target number, or a score shown beside them: what a case can explain.
    const ROLLS: &'static [RollKind];

    /// The event with which somebody's turn begins, as files spell it. A fight is told in paragraphs by it.
    const TURN_BEGINS: &'static str = "turn-begins";

    /// Reads an encounter.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    fn load(source: &Source, beside: FileResolver<'_>) -> Result<Scenario<Self>, FileError>;

    /// The combatants: name and side, as a place in the list of sides.
    fn figures(setup: &Self::Setup) -> impl ExactSizeIterator<Item = (&str, u8)> + Clone;

    /// The names of the sides.
    fn sides(setup: &Self::Setup) -> impl ExactSizeIterator<Item = &str>;

    /// An answer that changes nothing, for whoever has none.
    fn default_choice(setup: &Self::Setup, state: &Self::State, question: &Self::Question) -> Self::Choice;

    /// Carries the next turn out.
    ///
    /// # Errors
    /// What the referee lacks.
    fn next_turn<R: Referee<Self>>(
        setup: &Self::Setup,
        state: &mut Self::State,
        referee: &mut R,
    ) -> Result<(), R::Pause>;

    /// Puts a state between two turns into the form that stands for all that are as good: those from which the
    /// same dice lead to the same fight, as one open field is like another from wherever it is looked at. Rounds
    /// stay as they are. Only the cache of turns asks for it: the fewer states there are, the more of its turns come
    /// again. It may rest only on facts that the rules make irrelevant.
    fn canonicalize(setup: &Self::Setup, state: &mut Self::State) {
        let _ = (setup, state);
    }

    /// Which sides still have somebody who fights.
    fn sides_left(setup: &Self::Setup, state: &Self::State) -> SidesLeft;

    /// How the fight ended, if it has.
    fn ending(setup: &Self::Setup, state: &Self::State) -> Option<Ending> {
        match Self::sides_left(setup, state) {
            SidesLeft::Nobody => Some(Ending { side: None, at_limit: false }),
            SidesLeft::Only(side) => Some(Ending { side: Some(side), at_limit: false }),
            SidesLeft::Several => {
                (Self::round_limit(setup) <= Self::rounds(state)).then_some(Ending { side: None, at_limit: true })
            }
        }
    }

    /// How one combatant stands.
    fn final_status(setup: &Self::Setup, state: &Self::State, who: CombatantId) -> FinalStatus;

    /// Completed rounds. No rule reads them, and they take no part in the equality of states: two
    /// battles that stand alike go on alike.
    fn rounds(state: &Self::State) -> u32;

    /// After so many rounds a fight ends as a draw.
    fn round_limit(setup: &Self::Setup) -> u32;

    /// A record told to people, in one line; `None` for what needs no words.
    fn narrate(setup: &Self::Setup, record: &Record<Self>) -> Option<String> {
        narrate::record::<Self>(setup, record)
    }

    /// A roll in words, without a full stop.
    fn describe_roll(setup: &Self::Setup, roll: &RollRecord) -> String {
        narrate::roll::<Self>(setup, roll)
    }

    /// What the sum of a roll against that number means, said behind it: `, made by 3`.
    fn verdict(roll: &RollRecord, number: i32) -> String {
        let _ = (roll, number);
        String::new()
    }

    /// The number that a roll which is due has, in words behind it.
    fn describe_target(score: &Lines) -> String {
        format!("against {}", narrate::number_first(score))
    }

    /// A score that a roll is measured by, in words.
    fn describe_score(score: &Lines) -> String {
        score.to_string()
    }

    /// A choice in words, without its odds.
    fn describe_choice(setup: &Self::Setup, who: CombatantId, choice: &Self::Choice) -> String;

    /// An event in words; `None` for what needs none.
    fn describe_event(setup: &Self::Setup, event: &Self::Event) -> Option<String>;

    /// An event as JSON, with names in place of numbers.
    fn event_json(setup: &Self::Setup, event: &Self::Event) -> Value;

    /// A choice as a log keeps it. [`Self::read_choice`] reads it back.
    fn choice_json(choice: &Self::Choice) -> Value {
        serde_json::to_value(choice).unwrap_or(Value::Null)
    }

    /// A choice from a log.
    ///
    /// # Errors
    /// What is wrong with it.
    fn read_choice(value: &Value) -> Result<Self::Choice, String> {
        serde_json::from_value(value.clone()).map_err(|error| error.to_string())
    }

    /// A question put to a person, in one line.
    fn prompt(setup: &Self::Setup, state: &Self::State, question: &Self::Question) -> String;

    /// Who is asked.
    fn asked(question: &Self::Question) -> CombatantId;

    /// A choice told to the person who is to make it, with its odds where they are of interest.
    fn label(setup: &Self::Setup, state: &Self::State, question: &Self::Question, choice: &Self::Choice) -> String;

    /// A choice typed in words, for what no list shows.
    ///
    /// # Errors
    /// What could be typed instead.
    fn typed(
        setup: &Self::Setup,
        state: &Self::State,
        question: &Self::Question,
        words: &str,
    ) -> Result<Self::Choice, String>;

    /// What a combatant does unasked, typed in words.
    ///
    /// # Errors
    /// What could be typed instead.
    fn free_action_in_words(
        setup: &Self::Setup,
        state: &Self::State,
        who: CombatantId,
        words: &str,
    ) -> Result<Self::Choice, String>;

    /// The map with the figures on it.
    fn draw(setup: &Self::Setup, state: &Self::State) -> Drawing;

    /// A combatant in one line: points, posture, conditions, what it holds.
    fn status(setup: &Self::Setup, state: &Self::State, who: CombatantId) -> String;
}

/// Which sides have anybody who still fights.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SidesLeft {
    /// None.
    Nobody,
    /// Only this one.
    Only(u8),
    /// Two or more: the fight goes on.
    Several,
}

impl SidesLeft {
    /// Of the sides of all who still fight.
    pub fn of(sides: impl IntoIterator<Item = u8>) -> Self {
        let mut sides = sides.into_iter();
        let Some(first) = sides.next() else { return Self::Nobody };
        if sides.all(|side| side == first) { Self::Only(first) } else { Self::Several }
    }
}

/// How a fight ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub struct Ending {
    /// The side that won, as a place in the list of sides; `None` for a draw.
    pub side: Option<u8>,
    /// It was broken off at the limit of rounds.
    pub at_limit: bool,
}

/// How a combatant came out of a fight.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct FinalStatus {
    /// Dead.
    pub dead: bool,
    /// Out of the fight: dead, unconscious or fled.
    pub out: bool,
    /// Left the fight.
    pub fled: bool,
    /// Hit points left.
    pub hp: i32,
    /// Hit points at the most.
    pub max_hp: i32,
}

/// A combatant as others list it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Figure {
    /// The name.
    pub name: String,
    /// The side, as a place in the list of sides.
    pub side: u8,
}

impl Figure {
    /// All of an encounter.
    pub fn all<G: Rules>(setup: &G::Setup) -> Vec<Self> {
        G::figures(setup).map(|(name, side)| Self { name: name.to_owned(), side }).collect()
    }
}

/// The kinds of file for which there is a schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileKind {
    /// An encounter.
    Encounter,
    /// A sheet.
    Sheet,
    /// A file of cases.
    Case,
    /// A line of a log.
    Log,
}

/// The JSON Schema of a kind of file, of a ruleset's encounters, sheets and cases.
pub fn schema<Encounter: JsonSchema, Sheet: JsonSchema, Case: JsonSchema>(kind: FileKind) -> Value {
    let schema = match kind {
        FileKind::Encounter => schemars::schema_for!(Encounter),
        FileKind::Sheet => schemars::schema_for!(Sheet),
        FileKind::Case => schemars::schema_for!(Case),
        FileKind::Log => schemars::schema_for!(LogLine),
    };
    schema.to_value()
}

/// How a case came out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct CaseReport {
    /// Its id.
    pub id: String,
    /// Its title.
    pub title: String,
    /// What differs; empty if it holds.
    pub differences: Vec<String>,
}

/// A ruleset, as files, command line and server know it.
pub trait DynRules: Send + Sync {
    /// Its id: `dfrpg`.
    fn id(&self) -> &'static str;
    /// What it is, in a line.
    fn title(&self) -> &'static str;
    /// Its ledger.
    fn reference(&self) -> &'static Reference;
    /// The JSON Schema of a kind of file.
    fn schema(&self, kind: FileKind) -> Value;
    /// A commented encounter to start from.
    fn starter(&self) -> &'static str;
    /// The encounters that come with it.
    fn encounters(&self) -> Shelf;
    /// The sheets that come with it.
    fn sheets(&self) -> Shelf;
    /// Reads an encounter.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    fn load(&self, source: &Source, beside: FileResolver<'_>) -> Result<Box<dyn Encounter>, FileError>;
    /// Runs the cases of a file.
    ///
    /// # Errors
    /// Where the file cannot be read.
    fn check(&self, source: &Source, beside: FileResolver<'_>) -> Result<Vec<CaseReport>, FileError>;
    /// The exact outcomes of the one step that each case of a file declares.
    ///
    /// # Errors
    /// Where the file cannot be read, or its step is illegal.
    fn odds(&self, source: &Source, beside: FileResolver<'_>) -> Result<Vec<Odds>, FileError>;
}

/// The exact outcomes of a declared step.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Odds {
    /// What was asked, by the case's id and title.
    pub title: String,
    /// How many leaves the walk had.
    pub leaves: u64,
    /// The sum of all chances: 1 within 1e-12.
    pub total: f64,
    /// Simple chances: `hit`, `critical hit`, `stopped`, `knocked down`, `unconscious`, `dead` …,
    /// each with whom it is about.
    pub chances: Vec<Chance>,
    /// Distributions of whole numbers: `HP lost by Orc`.
    pub distributions: Vec<Distribution>,
}

/// The chance of something.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Chance {
    /// Of what.
    pub of: String,
    /// 0 to 1.
    pub chance: f64,
}

/// The chances of the values of a number.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Distribution {
    /// Of what.
    pub of: String,
    /// Value and chance, by rising value.
    pub values: Vec<(i64, f64)>,
    /// The mean, at least.
    pub mean: f64,
    /// The highest value stands for all that are higher, so that the mean is higher too.
    pub open: bool,
}

/// What many fights came to. Adding up is associative and exact: the same for any number of threads.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Results {
    /// Fights.
    pub fights: u64,
    /// Fights won, by side.
    pub wins: Vec<u64>,
    /// Draws, those at the limit of rounds among them.
    pub draws: u64,
    /// Fights that were broken off at the limit of rounds.
    pub at_limit: u64,
    /// Rounds: the sum, the sum of squares, the most.
    pub rounds: (u64, u64, u64),
    /// How many fights took so many rounds, up to the last entry, which holds all longer ones.
    pub lengths: Vec<u64>,
    /// By combatant: how often dead, out, fled, and the sum of HP left (0 at the least) where not dead.
    pub fates: Vec<OutcomeCounts>,
}

/// How one combatant came out of many fights.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct OutcomeCounts {
    /// Dead.
    pub dead: u64,
    /// Out of the fight, the dead among them.
    pub out: u64,
    /// Fled.
    pub fled: u64,
    /// HP lost, in all.
    pub hp_lost: u64,
    /// The sum of the squares of HP lost in each fight.
    pub hp_lost_squared: u64,
}

/// Fights one encounter again and again, and gets faster on the way.
pub trait Simulate {
    /// Fights those fights of a seed with policies and adds up what they came to. They are the same fights
    /// whatever was fought before.
    fn run(&mut self, seed: u64, numbers: Range<u64>, into: &mut Results);
}

/// An encounter that was read.
pub trait Encounter: Send + Sync {
    /// Its title.
    fn title(&self) -> &str;
    /// The combatants.
    fn figures(&self) -> Vec<Figure>;
    /// The sides.
    fn sides(&self) -> Vec<String>;
    /// Something that fights it many times, on one thread.
    fn simulator(&self) -> Box<dyn Simulate + Send + '_>;
    /// Fights those fights of a seed with policies and adds up what they came to.
    fn simulate(&self, seed: u64, numbers: Range<u64>, into: &mut Results) {
        self.simulator().run(seed, numbers, into);
    }
    /// A table at which it is played on those terms; the fight goes on until somebody has to do something.
    ///
    /// # Errors
    /// If nobody has a name that is to be played by hand, or a policy finds no end.
    fn table(&self, terms: Terms) -> Result<Box<dyn Table + Send>, String>;
}

/// The ruleset of a game as faces know it: its id and title, and by their usual names in its crate its
/// ledger, its kinds of file and the texts that come with it.
///
/// `affray_core::catalog!(Mini, "mini", "A game of two dice");`
#[macro_export]
#[allow(clippy::crate_in_macro_def, reason = "they are the ruleset's own")]
macro_rules! catalog {
    ($game:ident, $id:literal, $title:literal) => {
        impl $crate::ruleset::DynRules for $game {
            fn id(&self) -> &'static str {
                $id
            }
            fn title(&self) -> &'static str {
                $title
            }
            fn reference(&self) -> &'static $crate::rules::Reference {
                &crate::ledger::REFERENCE
            }
            fn schema(&self, kind: $crate::ruleset::FileKind) -> $crate::cases::serde_json::Value {
                use crate::{files::case::CaseFile, files::encounter::EncounterFile, sheet_file::SheetFile};
                $crate::ruleset::schema::<EncounterFile, SheetFile, CaseFile>(kind)
            }
            fn starter(&self) -> &'static str {
                crate::content::STARTER
            }
            fn encounters(&self) -> $crate::sheets::Shelf {
                crate::content::ENCOUNTERS
            }
            fn sheets(&self) -> $crate::sheets::Shelf {
                crate::sheets::SHEETS
            }
            fn load(
                &self,
                source: &$crate::files::Source,
                beside: $crate::ruleset::FileResolver<'_>,
            ) -> Result<Box<dyn $crate::ruleset::Encounter>, $crate::files::FileError> {
                Ok(Box::new($crate::scenario::Scenario::<$game>::read(source, beside)?))
            }
            fn check(
                &self,
                source: &$crate::files::Source,
                beside: $crate::ruleset::FileResolver<'_>,
            ) -> Result<Vec<$crate::ruleset::CaseReport>, $crate::files::FileError> {
                $crate::cases::known_rules::<$game>(source, self.reference())?;
                $crate::cases::check::<$game>(source, beside)
            }
            fn odds(
                &self,
                source: &$crate::files::Source,
                beside: $crate::ruleset::FileResolver<'_>,
            ) -> Result<Vec<$crate::ruleset::Odds>, $crate::files::FileError> {
                $crate::odds::odds::<$game>(source, beside)
            }
        }
    };
}
