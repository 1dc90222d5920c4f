//! The referee: everything a rule cannot decide by itself.
//!
//! Rules are plain functions, generic over [`Referee`]. They ask it for dice, for decisions, and
//! tell it what happened. Each reader of the same rules is one referee:
//!
//! * [`Sampler`] throws seeded dice and lets policies decide: simulations;
//! * [`Tape`] follows recorded inputs, keeps every record and stops where the tape ends: the
//!   table, replays, undo, cases;
//! * [`Walker`] visits every outcome with its weight: exact odds.
//!
//! * [`Expander`] visits every way up to the next decision: searches and hints.
//!
//! Three rules for whoever wants to add to [`Referee`]: a rule never asks who reads it; there is no verb whose
//! default is to do the thing; speed lives above the rules, keyed by state.

mod event_sink;
mod expander;
mod path;
mod pool;
mod prefixed;
mod sampler;
mod tape;
mod walker;

pub use event_sink::EventSink;
pub use expander::{Expanded, Expander, Found, Pause, Step, expand, found_after};
pub use pool::{CUT, FromDice, Pool, Thrower};
pub use prefixed::Prefixed;
pub use sampler::{DiceSource, Groups, Recorded, Recorder, Sampler};
pub use tape::{Input, Live, Need, Nothing, Record, RollRecord, Source, Stop, Tape, Thrown};
pub use walker::{Leaf, Listener, Walker, draw, estimate_leaves, follow, walk, walk_at_most};

use crate::dice::Dice;
use crate::rules::RuleId;
use crate::tally::Tally;
use serde::{Deserialize, Serialize};
use std::fmt::Debug;
use std::hash::Hash;

/// One figure of a battle, by its place in the encounter's list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct CombatantId(pub u8);

impl CombatantId {
    /// The place in the list of combatants.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The types and judgments of one ruleset that the readers need to know.
pub trait Game: Sized + 'static {
    /// What a fight never changes: sheets, map, options.
    type Setup: Send + Sync;
    /// What it does change.
    type State: Clone + Eq + Hash + Debug + Send + Sync + 'static;
    /// A decision that is due, with what one has to know to take it.
    type Question: Copy + Debug + PartialEq + Send;
    /// What was decided.
    type Choice: Copy + Debug + PartialEq + Send;
    /// Something that happened.
    type Event: Clone + Debug + PartialEq + Send;
    /// What a game master sets of a state.
    type Change: Clone + Debug + PartialEq + Send;

    /// Whether a choice answers the question legally.
    ///
    /// # Errors
    /// The rule that the choice breaks, and the way out.
    fn judge(
        setup: &Self::Setup,
        state: &Self::State,
        question: &Self::Question,
        choice: &Self::Choice,
    ) -> Result<(), Refusal>;

    /// Lists the legal choices that a person would be shown, into a cleared buffer.
    fn options(setup: &Self::Setup, state: &Self::State, question: &Self::Question, into: &mut Vec<Self::Choice>);

    /// Carries out what a combatant does unasked, between the decisions that are asked for. It takes
    /// neither dice nor decisions; what happens is told.
    ///
    /// # Errors
    /// The rule that it breaks; the state is then as it was.
    fn free_action(
        setup: &Self::Setup,
        state: &mut Self::State,
        who: CombatantId,
        choice: &Self::Choice,
        tell: &mut dyn FnMut(Self::Event),
    ) -> Result<(), Refusal>;

    /// Sets a part of the state, as a game master may at any time.
    ///
    /// # Errors
    /// What cannot be set, and what could be; the state is then as it was.
    fn set(setup: &Self::Setup, state: &mut Self::State, change: &Self::Change) -> Result<(), String>;

    /// Tells the consequences of a state that was set, from the states before and after it. By default a set state has none at
    /// once.
    fn tell_consequences(
        _setup: &Self::Setup,
        _before: &Self::State,
        _after: &Self::State,
        _tell: &mut dyn FnMut(Self::Event),
    ) {
    }
}

/// Why a choice is refused: the rule, and what would be legal.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, Serialize)]
#[error("[{rule}] {message}")]
pub struct Refusal {
    /// The rule that the choice breaks.
    pub rule: RuleId,
    /// What is wrong and what would be right.
    pub message: Wording,
    /// Whether not even a game master can allow it, because it names something that is not there.
    pub impossible: bool,
}

impl Refusal {
    /// A refusal that a game master may overrule.
    pub fn new(rule: RuleId, message: impl Into<Wording>) -> Self {
        Self { rule, message: message.into(), impossible: false }
    }
    /// A refusal with numbers in its words: each takes the place of a `{}`, once somebody reads it. Policies
    /// that try what is legal pay nothing for words.
    ///
    /// ```
    /// use affray_kernel::referee::Refusal;
    /// use affray_kernel::rules::RuleId;
    /// let refusal = Refusal::counted(RuleId::new("XY-1"), "that takes {} of {}", [3, 2]);
    /// assert_eq!(refusal.to_string(), "[XY-1] that takes 3 of 2");
    /// ```
    pub fn counted<const N: usize>(rule: RuleId, words: &'static str, numbers: [i32; N]) -> Self {
        const { assert!(N <= MOST_NUMBERS, "more numbers than a refusal has room for") };
        let mut all = [0; MOST_NUMBERS];
        for (into, number) in all.iter_mut().zip(numbers) {
            *into = number;
        }
        Self { rule, message: Wording::Counted(words, all), impossible: false }
    }
    /// This refusal as something that not even a game master can allow.
    #[must_use]
    pub fn made_impossible(self) -> Self {
        Self { impossible: true, ..self }
    }
    /// A refusal of something that cannot be carried out at all.
    pub fn impossible(rule: RuleId, message: impl Into<Wording>) -> Self {
        Self { rule, message: message.into(), impossible: true }
    }
}

/// So many numbers have room in the words of a refusal.
const MOST_NUMBERS: usize = 3;

/// The words of a refusal, put together when they are read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Wording {
    /// As they stand.
    Fixed(&'static str),
    /// With a number in the place of each `{}`.
    Counted(&'static str, [i32; MOST_NUMBERS]),
    /// Words of its own, such as a name.
    Own(String),
}

impl std::fmt::Display for Wording {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Fixed(words) => f.write_str(words),
            Self::Own(words) => f.write_str(words),
            Self::Counted(words, numbers) => {
                let mut parts = words.split("{}");
                f.write_str(parts.next().unwrap_or_default())?;
                parts.zip(numbers).try_for_each(|(part, number)| write!(f, "{number}{part}"))
            }
        }
    }
}

impl Serialize for Wording {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl From<&'static str> for Wording {
    fn from(words: &'static str) -> Self {
        Self::Fixed(words)
    }
}

impl From<Wording> for String {
    fn from(words: Wording) -> Self {
        words.to_string()
    }
}

impl From<String> for Wording {
    fn from(words: String) -> Self {
        Self::Own(words)
    }
}

/// What a roll is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Why {
    /// Whose roll it is.
    pub who: CombatantId,
    /// The rule that wants it.
    pub rule: RuleId,
    /// What it decides, in a word or two: `attack`, `dodge`, `damage`.
    #[serde(rename = "for")]
    pub what: &'static str,
    /// Whether it only settles where something comes to lie. Odds may leave such rolls out.
    #[serde(skip)]
    pub scatter: bool,
    /// Whether the dice are for the game master's eyes only: faces do not show them to players.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub hidden: bool,
    /// Whether an event tells the die together with others of its pool: faces do not tell it by itself.
    #[serde(skip)]
    pub pooled: bool,
}

impl Why {
    /// A roll of that combatant under that rule.
    pub const fn new(who: CombatantId, rule: RuleId, what: &'static str) -> Self {
        Self { who, rule, what, scatter: false, hidden: false, pooled: false }
    }
    /// This roll, thrown in secret.
    pub const fn hidden(self) -> Self {
        Self { hidden: true, ..self }
    }
    /// This roll, as one of several dice that are told together.
    pub const fn pooled(self) -> Self {
        Self { pooled: true, ..self }
    }
    /// This roll, marked as settling only where something comes to lie.
    pub const fn scatter(self) -> Self {
        Self { scatter: true, ..self }
    }
}

/// Everything a rule cannot decide by itself.
pub trait Referee<G: Game> {
    /// Why the rules can stop here: `Infallible`, or what a reader lacks.
    type Pause;
    /// How target numbers are kept.
    type Tally: Tally;

    /// Throws dice against a target or for their own sake. `read` says what the rule wants to
    /// know of the sum (a grade, a margin, the points that get through armor); totals that read
    /// the same are one outcome to the walker, so a rule should ask for the coarsest it needs.
    ///
    /// # Errors
    /// What the referee lacks.
    fn roll<F: Copy + PartialEq>(
        &mut self,
        why: Why,
        dice: Dice,
        target: Option<&Self::Tally>,
        read: impl Fn(i32) -> F,
    ) -> Result<F, Self::Pause>;

    /// Throws dice that belong together. The pool says of each throw which of the targets it is against.
    /// `read` says what the rule wants to know of the outcome; outcomes that read the same are one to the walker.
    ///
    /// # Errors
    /// What the referee lacks.
    fn pool<P: Pool<G>, F: Copy + PartialEq>(
        &mut self,
        why: Why,
        pool: &P,
        targets: &[&Self::Tally],
        read: impl Fn(P::Outcome) -> F,
    ) -> Result<F, Self::Pause>;

    /// Has a decision taken. The state is lent so that a game master may change it at that moment:
    /// what a rule read from it before may be out of date afterwards.
    ///
    /// # Errors
    /// What the referee lacks.
    fn ask(&mut self, setup: &G::Setup, state: &mut G::State, question: G::Question) -> Result<G::Choice, Self::Pause>;

    /// Reports what happened. The event is built only if somebody listens.
    fn tell(&mut self, event: impl FnOnce() -> G::Event);

    /// Shows a sum that no roll has as its target: what a roll has to reach besides, as the score of an opponent, or
    /// damage from the dice to the points lost. Only a reader that keeps explanations uses it.
    fn show(&mut self, why: Why, score: &Self::Tally);

    /// Throws dice for their own sake. No reader overrides it.
    ///
    /// # Errors
    /// What the referee lacks.
    #[inline]
    fn throw<F: Copy + PartialEq>(&mut self, why: Why, dice: Dice, read: impl Fn(i32) -> F) -> Result<F, Self::Pause> {
        self.roll(why, dice, None, read)
    }

    /// Throws dice against a target: `read` gets the total and the target. No reader overrides it.
    ///
    /// # Errors
    /// What the referee lacks.
    #[inline]
    fn check<F: Copy + PartialEq>(
        &mut self,
        why: Why,
        dice: Dice,
        target: &Self::Tally,
        read: impl Fn(i32, i32) -> F,
    ) -> Result<F, Self::Pause> {
        let number = target.total();
        self.roll(why, dice, Some(target), |total| read(total, number))
    }
}

/// Takes decisions: a person's stand-in, an agent, a script.
pub trait Policy<G: Game> {
    /// Answers a question. Whatever it answers is judged by the same rules as a person's answer.
    fn decide(&mut self, setup: &G::Setup, state: &G::State, question: &G::Question) -> G::Choice;

    /// Called before a turn or an action is run from its start; forgets its plans.
    fn restart(&mut self) {}

    /// Called with the state in which a turn begins, before it is run or taken up again in its middle. Who never hears of it
    /// decides by the moment alone.
    fn turn_begins(&mut self, setup: &G::Setup, state: &G::State) {
        let _ = (setup, state);
    }
}

impl<G: Game, P: Policy<G> + ?Sized> Policy<G> for &mut P {
    fn decide(&mut self, setup: &G::Setup, state: &G::State, question: &G::Question) -> G::Choice {
        (**self).decide(setup, state, question)
    }
    fn restart(&mut self) {
        (**self).restart();
    }
    fn turn_begins(&mut self, setup: &G::Setup, state: &G::State) {
        (**self).turn_begins(setup, state);
    }
}
