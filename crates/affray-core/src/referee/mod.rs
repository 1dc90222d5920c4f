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
//! Adding a verb here costs every reader; prefer a helper on top of the three that stand.

mod pool;
mod print;
mod sampler;
mod tape;
mod telling;
mod walker;

pub(crate) use pool::AtReferee;
pub use pool::{CUT, Pool, Pools, Remembered, Thrower};
pub use print::Print;
pub use sampler::{DiceSource, Recorded, Sampler};
pub use tape::{Input, Live, Need, Nothing, Record, RollRecord, Source, Stop, Tape, Thrown};
pub use telling::Telling;
pub use walker::{Follow, Leaf, Listener, Walker, walk, walk_at_most};

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
    type Setup;
    /// What it does change.
    type State: Clone + Eq + Hash + Debug + 'static;
    /// A decision that is due, with what one has to know to take it.
    type Question: Copy + Debug + PartialEq;
    /// What was decided.
    type Choice: Copy + Debug + PartialEq;
    /// Something that happened.
    type Event: Clone + Debug + PartialEq;

    /// A cheap number in which states mostly differ if they differ at all: of the points and conditions of the
    /// combatants, say. Equal states have equal ones.
    fn glance(state: &Self::State) -> u64 {
        let _ = state;
        0
    }

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
    fn interject(
        setup: &Self::Setup,
        state: &mut Self::State,
        who: CombatantId,
        choice: &Self::Choice,
        tell: &mut dyn FnMut(Self::Event),
    ) -> Result<(), Refusal>;

    /// Sets a part of the state, as a game master may at any time.
    ///
    /// # Errors
    /// Says which paths and values there are; the state is then as it was.
    fn set(setup: &Self::Setup, state: &mut Self::State, path: &str, value: &serde_json::Value) -> Result<(), String>;
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
    /// The same with numbers in its words: each takes the place of a `{}`, once somebody reads it. Policies
    /// that try what is legal pay nothing for words.
    ///
    /// ```
    /// use affray_core::referee::Refusal;
    /// use affray_core::rules::RuleId;
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
    /// The same as something that not even a game master can allow.
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
}

impl Why {
    /// A roll of that combatant under that rule.
    pub const fn new(who: CombatantId, rule: RuleId, what: &'static str) -> Self {
        Self { who, rule, what, scatter: false, hidden: false }
    }
    /// The same, rolled in secret.
    pub const fn hidden(self) -> Self {
        Self { hidden: true, ..self }
    }
    /// The same, marked as settling only where something comes to lie.
    pub const fn scatter(self) -> Self {
        Self { scatter: true, ..self }
    }
}

/// Throws with which an action ends, and what is carried out then: see [`Referee::finish_with`].
pub trait Last<G: Game, R: Referee<G>> {
    /// All that the throws hang on, besides what never changes. A type of keys belongs to one place in the rules.
    type Key: Copy + PartialEq + Debug + 'static;
    /// What the throws come to.
    type Value: Copy + PartialEq + Debug + 'static;
    /// What carrying it out comes to. Nobody reads it in the end.
    type End;

    /// What the throws hang on here.
    fn key(&self, state: &G::State) -> Self::Key;

    /// Throws the dice. Nothing changes yet.
    ///
    /// # Errors
    /// What the referee lacks.
    fn throw(&mut self, referee: &mut R, state: &G::State) -> Result<Self::Value, R::Pause>;

    /// Everything that the throws can come to, in any order, with chances that add up to 1. The same value may come
    /// several times.
    fn each(&self, state: &G::State, into: impl FnMut(Self::Value, f64));

    /// Of which kind a value is. Values of one kind call for the same rolls when they are carried out, and leave
    /// states of which [`instead`](Self::instead) makes one out of the other: a wound of six points may be of the kind
    /// of one of seven, since it does all else that the other does. One of each kind is carried out.
    fn kind(value: &Self::Value) -> u64;

    /// Carries out what the dice came to.
    ///
    /// # Errors
    /// What the referee lacks.
    fn carry_out(&mut self, referee: &mut R, state: &mut G::State, value: &Self::Value) -> Result<Self::End, R::Pause>;

    /// Makes of a state in which one value was carried out the state with another one of its kind instead.
    fn instead(&self, state: &mut G::State, carried_out: &Self::Value, other: &Self::Value);
}

/// Everything a rule cannot decide by itself.
pub trait Referee<G: Game> {
    /// Why the rules can stop here: `Infallible`, or what a tape lacks.
    type Pause;
    /// How target numbers are kept.
    type Tally: Tally;

    /// Throws dice against a target or for their own sake. `read` says what the rule wants to
    /// know of the sum (a grade, a margin, the points that get through armor); totals that read
    /// the same are one outcome to the walker, so a rule should ask for the coarsest it needs.
    fn roll<F: Copy + PartialEq>(
        &mut self,
        why: Why,
        dice: Dice,
        target: Option<&Self::Tally>,
        read: impl Fn(i32) -> F,
    ) -> Result<F, Self::Pause>;

    /// Throws dice as [`roll`](Self::roll) does, where the reading changes in a few places only: `ends` are last
    /// sums of runs that read the same, in any order; which are beyond the dice does not matter. A reader that
    /// has to know what every sum means asks once a run.
    #[inline]
    fn roll_in_runs<F: Copy + PartialEq, const N: usize>(
        &mut self,
        why: Why,
        dice: Dice,
        target: Option<&Self::Tally>,
        ends: impl FnOnce() -> [i32; N],
        read: impl Fn(i32) -> F,
    ) -> Result<F, Self::Pause> {
        let _ = ends;
        self.roll(why, dice, target, read)
    }

    /// Has a decision taken. The state is lent so that a game master may change it at that moment:
    /// what a rule read from it before may be out of date afterwards.
    fn ask(&mut self, setup: &G::Setup, state: &mut G::State, question: G::Question) -> Result<G::Choice, Self::Pause>;

    /// Reports what happened. The event is built only if somebody listens.
    fn tell(&mut self, event: impl FnOnce() -> G::Event);

    /// Whether anybody hears of what happens. Where nobody does, a rule may leave out of its readings what is only
    /// told.
    #[inline]
    fn is_heard(&self) -> bool {
        true
    }

    /// Whether what happens is told number by number, to people: then a rule does not cut a reading where it stops to
    /// matter.
    #[inline]
    fn tells_whole(&self) -> bool {
        false
    }

    /// Whether dice are best thrown ahead: the reader goes through outcomes, and nobody hears in which order things
    /// happen. A rule may then throw all dice of a part first, even in another order than that in which they fall, and
    /// carry out what they say afterwards, so that ways which say the same are one.
    #[inline]
    fn looks_ahead(&self) -> bool {
        false
    }

    /// Works out a score from the state as it is. A reader that runs an action again and again along
    /// the same path may remember it; a rule need not, but where a score is dear it should.
    #[inline]
    fn score(&mut self, work_out: impl FnOnce() -> Self::Tally) -> Self::Tally {
        work_out()
    }

    /// Works out anything else from the state as it is, as [`score`](Self::score) does: what an attack is up to
    /// before its first roll, say.
    #[inline]
    fn prepare<V: Copy + 'static>(&mut self, work_out: impl FnOnce() -> V) -> V
    where
        Self: Sized,
    {
        work_out()
    }

    /// Shows a score that a roll is measured by besides its own target, such as what an opponent sets
    /// against it. Only a reader that keeps explanations does anything with it.
    #[inline]
    fn show(&mut self, why: Why, score: &Self::Tally) {
        let _ = (why, score);
    }

    /// Throws dice that belong together. `read` says what the rule wants to know of what they come to;
    /// outcomes that read the same are one to the walker.
    #[inline]
    fn pool<P: Pool<G>, F: Copy + PartialEq>(
        &mut self,
        why: Why,
        pool: &P,
        target: Option<&Self::Tally>,
        read: impl Fn(P::Outcome) -> F,
    ) -> Result<F, Self::Pause>
    where
        Self: Sized,
    {
        pool.throw(why, &mut pool::AtReferee { referee: self, target }).map(read)
    }

    /// Carries out a part of an action that has an end of its own, such as an attack up to its defense:
    /// what comes after it goes by the state and by what it returns, whatever dice led there. To the
    /// walker ways that come to the same are one outcome, and it carries none of them out twice.
    ///
    /// # Errors
    /// What the part lacks.
    #[inline]
    fn stage<V: Copy + PartialEq + 'static>(
        &mut self,
        state: &mut G::State,
        mut run: impl FnMut(&mut Self, &mut G::State) -> Result<V, Self::Pause>,
    ) -> Result<V, Self::Pause>
    where
        Self: Sized,
    {
        run(self, state)
    }

    /// Throws dice several times, of which a rule wants to know together what they come to. Nothing changes
    /// in between. To the walker throws that come to the same are one outcome.
    ///
    /// # Errors
    /// What the throws lack.
    #[inline]
    fn combine<V: Copy + PartialEq + 'static>(
        &mut self,
        mut throw: impl FnMut(&mut Self) -> Result<V, Self::Pause>,
    ) -> Result<V, Self::Pause>
    where
        Self: Sized,
    {
        throw(self)
    }

    /// Throws dice several times, as [`combine`](Self::combine) does, where all that the throws are and come to
    /// hangs on a key, besides what never changes: what a blow is and what it meets, say, out of all that may have
    /// happened before. A type of keys belongs to one place in the rules. To the walker the throws are worked out
    /// once for each key; debug builds work them out each time and compare.
    ///
    /// # Errors
    /// What the throws lack.
    #[inline]
    fn combine_by<K, V>(
        &mut self,
        key: impl FnOnce() -> K,
        mut throw: impl FnMut(&mut Self) -> Result<V, Self::Pause>,
    ) -> Result<V, Self::Pause>
    where
        Self: Sized,
        K: Copy + PartialEq + Debug + 'static,
        V: Copy + PartialEq + Debug + 'static,
    {
        let _ = key;
        throw(self)
    }

    /// Carries out what comes last: after it the action does nothing more, and nobody reads anything but the state.
    /// It may hold what comes last in itself. Who carries an action out has to know that (a strike is not the last
    /// thing in a turn), so it is for actions that say so of themselves. The walker goes all ways through it from
    /// where it begins, without what came before.
    ///
    /// # Errors
    /// What it lacks.
    #[inline]
    fn finish<V>(
        &mut self,
        state: &mut G::State,
        mut run: impl FnMut(&mut Self, &mut G::State) -> Result<V, Self::Pause>,
    ) -> Result<V, Self::Pause>
    where
        Self: Sized,
    {
        run(self, state)
    }

    /// Throws dice several times and carries out what they come to, as what comes last in an action
    /// ([`finish`](Self::finish)). Nothing else that comes last may be held in it. The walker throws nothing there: it
    /// asks for everything that the throws can come to.
    ///
    /// # Errors
    /// What the throws and the rest lack.
    #[inline]
    fn finish_with<L: Last<G, Self>>(&mut self, state: &mut G::State, mut last: L) -> Result<L::End, Self::Pause>
    where
        Self: Sized,
    {
        let value = last.throw(self, state)?;
        last.carry_out(self, state, &value)
    }

    /// Throws dice several times, as [`combine`](Self::combine) does, where nobody is asked or told anything
    /// in between and what they come to is all that is ever read of them. So it is one outcome to those who
    /// listen too, and to policies that count: an exchange of a contest, say, that leaves it undecided.
    ///
    /// # Errors
    /// What the throws lack.
    #[inline]
    fn merged<V: Copy + PartialEq + 'static>(
        &mut self,
        mut throw: impl FnMut(&mut Self) -> Result<V, Self::Pause>,
    ) -> Result<V, Self::Pause>
    where
        Self: Sized,
    {
        throw(self)
    }

    /// Makes an equal check for each of these reasons, one after another, until one fails: whether none does.
    /// Nothing changes in between. To the walker it is one check, of whether any fails.
    ///
    /// # Errors
    /// What the checks lack.
    #[inline]
    fn check_each(
        &mut self,
        whys: impl Iterator<Item = Why>,
        dice: Dice,
        target: &Self::Tally,
        succeeds: impl Fn(i32, i32) -> bool,
    ) -> Result<bool, Self::Pause>
    where
        Self: Sized,
    {
        for why in whys {
            if !self.check(why, dice, target, &succeeds)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Says that a gauge of the state, by its place in [`Playable::gauges`](crate::ruleset::Playable::gauges),
    /// changes by so much, as far as its range goes, before anything is read of the new value. Only the memory of a
    /// simulation listens: it knows turns by the bands of gauges.
    #[inline]
    fn changes(&mut self, gauge: usize, by: i32) {
        let _ = (gauge, by);
    }

    /// Says that more is about to be read of a gauge than its band: a target number goes by it, say.
    #[inline]
    fn reads(&mut self, gauge: usize) {
        let _ = gauge;
    }

    /// Says what the rest of a turn hangs on from here, besides the state and what the policy noted since the turn
    /// began; `None` where that cannot be said. `is_last` says that nothing else is done in the turn after what is
    /// done now. It holds until the next such word.
    #[inline]
    fn goes_by(&mut self, is_last: bool, known: Option<impl FnOnce(&mut Print)>) {
        let _ = (is_last, known);
    }

    /// Of a simulation, which may remember turns, whether nothing else is done in the turn after what is done now, as
    /// far as it was told; `None` of other readers. What a rule makes of it must come to the same for the same dice.
    #[inline]
    fn remembers(&self) -> Option<bool> {
        None
    }

    /// Says that ways through a turn can meet here: the rest of it hangs on what `meets` hashes, which takes in the
    /// state, and on what was said last ([`goes_by`](Self::goes_by)); where nothing was said they do not. Gauges are
    /// hashed by their bands ([`Gauge::coarse`](crate::gauge::Gauge::coarse)). `meets` is told whether nothing else is
    /// done in the turn after what is done now. Only the memory of a simulation listens: such ways go on as one, and
    /// where the rest is known nothing of it need be played.
    ///
    /// # Errors
    /// That the rest was found by memory.
    #[inline]
    fn ways_meet(&mut self, meets: impl FnOnce(&mut Print, bool)) -> Result<(), Self::Pause> {
        let _ = meets;
        Ok(())
    }

    /// Throws dice that change a gauge, as damage takes HP away: by what `apart` tells apart from the rest of a
    /// reading. Nothing is to be read of the new value before the rule has set it, and [`changes`](Self::changes)
    /// is not said once more. Readings that differ in nothing but that change go on alike for the memory of a
    /// simulation, as long as they lead into the same band.
    ///
    /// # Errors
    /// What the referee lacks.
    #[inline]
    fn throw_for<F: Copy + PartialEq, A: Copy + PartialEq>(
        &mut self,
        why: Why,
        dice: Dice,
        gauge: usize,
        read: impl Fn(i32) -> F,
        apart: impl Fn(&F) -> (A, i32),
    ) -> Result<F, Self::Pause> {
        let _ = (gauge, apart);
        self.throw(why, dice, read)
    }

    /// A check at or below a target of which a gauge has its share. For the memory of a simulation that is one
    /// roll, whatever the gauge stands at: it need not be said that its value is read.
    ///
    /// # Errors
    /// What the referee lacks.
    #[inline]
    fn check_by(&mut self, why: Why, dice: Dice, target: &Self::Tally, by: Share) -> Result<bool, Self::Pause> {
        let number = target.total();
        let _ = by;
        self.roll_in_runs(why, dice, Some(target), || [number], |roll| roll <= number)
    }

    /// Throws dice for their own sake.
    #[inline]
    fn throw<F: Copy + PartialEq>(&mut self, why: Why, dice: Dice, read: impl Fn(i32) -> F) -> Result<F, Self::Pause> {
        self.roll(why, dice, None, read)
    }

    /// Throws dice against a target: `read` gets the total and the target.
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

/// The share of a gauge in the target of a check: so many for each of its points, and the rest, which is the same as
/// long as the gauge stays in its band.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Share {
    /// The gauge, by its place in [`Playable::gauges`](crate::ruleset::Playable::gauges).
    pub gauge: usize,
    /// What the target gets for each point, 1 to 100.
    pub per: i32,
    /// What it is besides.
    pub rest: i32,
}

/// Goes through the runs of sums of some dice that read the same, by their last sums: the first sum of each, its
/// last one, and the reading.
#[inline]
pub(crate) fn each_run<F: Copy + PartialEq, const N: usize>(
    dice: Dice,
    mut ends: [i32; N],
    read: impl Fn(i32) -> F,
    mut each: impl FnMut(i32, i32, F),
) {
    if !ends.is_sorted() {
        ends.sort_unstable();
    }
    let (mut from, highest) = (dice.lowest(), dice.highest());
    let mut run = |last: i32| {
        let last = last.min(highest);
        if from <= last {
            let reading = read(from);
            debug_assert!((from..=last).all(|total| read(total) == reading), "not all of a run read the same");
            each(from, last, reading);
            from = last + 1;
        }
    };
    ends.into_iter().for_each(&mut run);
    run(highest);
}

/// Takes decisions: a person's stand-in, an agent, a script.
pub trait Policy<G: Game> {
    /// Answers a question. Whatever it answers is judged by the same rules as a person's answer.
    fn decide(&mut self, setup: &G::Setup, state: &G::State, question: &G::Question) -> G::Choice;

    /// Called before a fight or an action is run again from its start; forgets what it noted.
    fn restart(&mut self) {}

    /// Called before a turn that begins in a state that has a number: it is the same state as often as the
    /// number comes, so that what was thought of it once may be remembered.
    fn begin_at(&mut self, place: u32) {
        let _ = place;
    }

    /// Called some turns before [`Self::begin_at`] for that place: who remembers much reads what it remembers of it, so
    /// that it is at hand then.
    fn look_ahead(&self, place: u32) {
        let _ = place;
    }

    /// Hashes what it noted since the turn began, as far as answers yet to be given go by it.
    fn note(&self, print: &mut Print) {
        let _ = print;
    }

    /// Whether its answers follow from the setup, the state and the question alone, so that a reader that
    /// knows an answer need not ask for it again. One that counts its answers has to say no.
    fn is_forgetful(&self) -> bool {
        false
    }
}

impl<G: Game, P: Policy<G> + ?Sized> Policy<G> for &mut P {
    fn decide(&mut self, setup: &G::Setup, state: &G::State, question: &G::Question) -> G::Choice {
        (**self).decide(setup, state, question)
    }
    fn restart(&mut self) {
        (**self).restart();
    }
    fn begin_at(&mut self, place: u32) {
        (**self).begin_at(place);
    }
    fn look_ahead(&self, place: u32) {
        (**self).look_ahead(place);
    }
    fn note(&self, print: &mut Print) {
        (**self).note(print);
    }
    fn is_forgetful(&self) -> bool {
        (**self).is_forgetful()
    }
}
