//! What a simulation remembers of turns that it has played: which rolls they ask for, and where the
//! outcomes of those rolls lead.
//!
//! A turn is a function of the state in which it begins, of a policy that remembers nothing from one
//! turn to the next, and of its dice. So a turn that begins in a known state need not be played again
//! to know how it ends: its dice are thrown in their order, each outcome leads to the next roll, and
//! the last one to the next state. Most turns of most fights begin in states that many other fights
//! came through, and of these an [`Atlas`] keeps a map: nodes are rolls, as coarse as the rules read
//! them, and leaves are states. It is drawn while the rules play, so it is right by construction; a
//! path that is not on it yet is played by the rules. The fights are the same with it and without it,
//! die for die.

use super::Came;
use crate::dice::{Dice, Stream};
use crate::referee::{Policy, Referee, Why};
use crate::ruleset::{Ending, Playable};
use crate::tally::Sum;
use hashbrown::HashTable;
use rustc_hash::FxHasher;
use std::convert::Infallible;
use std::hash::{Hash, Hasher as _};

/// How much may be remembered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Room {
    /// The most states, and the most ways in which a fight comes out.
    pub places: usize,
    /// The most words of paths, four bytes each.
    pub words: usize,
}

impl Default for Room {
    /// 65,536 states, and 32 MB of paths.
    fn default() -> Self {
        Self { places: 1 << 16, words: 1 << 23 }
    }
}

/// Slots that remember which states were seen once; a power of two.
const SEEN: usize = 1 << 17;

/// Rolls with more different sums are played by the rules each time: a node has a word for each.
const WIDEST: usize = 128;

/// A step from one outcome of a roll: unknown, to another roll, or to the end of the turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Step(u32);

impl Step {
    const UNKNOWN: Self = Self(0);

    /// To the roll whose node begins at that word.
    fn roll(at: usize) -> Self {
        Self((at as u32) << 1)
    }

    fn end(at: usize) -> Self {
        Self((at as u32) << 1 | 1)
    }
}

/// The end of a turn.
#[derive(Debug, Clone, Copy)]
struct End {
    /// Where the next turn begins, or how the fight came out.
    next: Next,
    /// Rounds that were completed by it.
    rounds: u32,
}

/// What comes after a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Next {
    /// A turn that begins at that place.
    Place(u32),
    /// Nothing: the fight came out so.
    Outcome(u32),
}

/// How a fight came out. Of its last state nothing else is of interest, and so most fights come out like
/// some other.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Outcome {
    pub(super) ending: Ending,
    pub(super) fates: Vec<Came>,
}

/// Turns that were played, by the states in which they begin.
#[derive(Debug)]
pub(super) struct Atlas<G: Playable> {
    /// The first steps of the turns that begin in the states.
    first: Vec<Step>,
    states: Vec<G::State>,
    by_state: HashTable<u32>,
    outcomes: Vec<Outcome>,
    by_outcome: HashTable<u32>,
    /// Nodes one after another: a word that says which dice, then a step for each sum. The first word
    /// belongs to none, so that no node begins at 0.
    words: Vec<u32>,
    ends: Vec<End>,
    /// Hashes of states that were seen once.
    seen: Vec<u32>,
    /// The sums of the running turn.
    drawn: Vec<i32>,
    room: Room,
}

/// How far the atlas led through a turn.
pub(super) enum Way {
    /// To its end: what is next, and the rounds that were completed.
    Through(Next, u32),
    /// Up to an outcome that was never met: the rules have to play the turn, with the sums that were
    /// drawn.
    Lost,
}

fn hash_of<S: Hash>(state: &S) -> u64 {
    let mut hasher = FxHasher::default();
    state.hash(&mut hasher);
    hasher.finish()
}

impl<G: Playable> Atlas<G> {
    pub(super) fn new(room: Room) -> Self {
        Self {
            room,
            first: Vec::new(),
            states: Vec::new(),
            by_state: HashTable::new(),
            outcomes: Vec::new(),
            by_outcome: HashTable::new(),
            words: vec![0],
            ends: Vec::new(),
            seen: vec![0; SEEN],
            drawn: Vec::with_capacity(64),
        }
    }

    /// The place of a state. It gets one when it comes for the second time: a state that never comes
    /// again is not worth the memory.
    pub(super) fn place_of(&mut self, state: &G::State) -> Option<u32> {
        let hash = hash_of(state);
        let found = self.by_state.find(hash, |&place| self.states[place as usize] == *state);
        if found.is_some() || self.room.places <= self.states.len() {
            return found.copied();
        }
        let slot = (hash >> 20) as usize % SEEN;
        // A state whose hash leaves nothing here is merely never seen twice.
        let print = (hash as u32) | 1;
        if self.seen[slot] != print {
            self.seen[slot] = print;
            return None;
        }
        let place = self.states.len() as u32;
        self.first.push(Step::UNKNOWN);
        self.states.push(state.clone());
        let states = &self.states;
        self.by_state.insert_unique(hash, place, |&place| hash_of(&states[place as usize]));
        Some(place)
    }

    /// The state of a place.
    pub(super) fn state(&self, place: u32) -> &G::State {
        &self.states[place as usize]
    }

    /// How a fight came out.
    pub(super) fn outcome(&self, at: u32) -> &Outcome {
        &self.outcomes[at as usize]
    }

    /// Keeps how a fight came out.
    pub(super) fn keep_outcome(&mut self, outcome: &Outcome) -> u32 {
        let hash = hash_of(outcome);
        let outcomes = &mut self.outcomes;
        if let Some(&at) = self.by_outcome.find(hash, |&at| outcomes[at as usize] == *outcome) {
            return at;
        }
        let at = outcomes.len() as u32;
        outcomes.push(outcome.clone());
        self.by_outcome.insert_unique(hash, at, |&at| hash_of(&outcomes[at as usize]));
        at
    }

    /// Whether there is room for more outcomes.
    pub(super) fn has_room(&self) -> bool {
        self.outcomes.len() < self.room.places
    }

    /// Follows a turn as far as it is known.
    #[inline]
    pub(super) fn follow(&mut self, place: u32, stream: &mut Stream) -> Way {
        self.drawn.clear();
        let mut step = self.first[place as usize];
        loop {
            let at = (step.0 >> 1) as usize;
            if step.0 & 1 == 1 {
                let end = self.ends[at];
                return Way::Through(end.next, end.rounds);
            }
            if step == Step::UNKNOWN {
                return Way::Lost;
            }
            let dice = unpacked(self.words[at]);
            let sum = dice.draw(stream);
            self.drawn.push(sum);
            step = Step(self.words[at + 1 + (sum - dice.lowest()) as usize]);
        }
    }

    /// Draws the map of the turn that [`follow`](Self::follow) was lost in, while the rules play it.
    pub(super) fn explore(&mut self, place: u32) -> Chart<'_, G> {
        Chart { here: Some(Here { step: self.first[place as usize], from: From::Place(place) }), rolls: 0, atlas: self }
    }

    /// Notes what comes after a turn that was explored, and the rounds that it completed.
    pub(super) fn note_end(&mut self, from: From, next: Next, rounds: u32) {
        let end = Step::end(self.ends.len());
        self.ends.push(End { next, rounds });
        self.lead(from, end);
    }

    fn lead(&mut self, from: From, step: Step) {
        match from {
            From::Place(place) => self.first[place as usize] = step,
            From::Outcome { first, sums } => {
                for (sum, word) in self.words[first..].iter_mut().take(WIDEST).enumerate() {
                    if sums >> sum & 1 == 1 {
                        *word = step.0;
                    }
                }
            }
        }
    }

    /// Draws a node for a roll to which that step leads; `None` if there is no room.
    fn draw_node(&mut self, from: From, dice: Dice) -> Option<Step> {
        let sums = (dice.highest() - dice.lowest() + 1) as usize;
        let at = self.words.len();
        if WIDEST < sums || self.room.words < at + 1 + sums {
            return None;
        }
        self.words.push(packed(dice));
        self.words.resize(at + 1 + sums, Step::UNKNOWN.0);
        let step = Step::roll(at);
        self.lead(from, step);
        Some(step)
    }
}

const fn packed(dice: Dice) -> u32 {
    (dice.number as u32) << 8 | dice.sides as u32
}

const fn unpacked(word: u32) -> Dice {
    Dice { number: (word >> 8) as u8, sides: word as u8 }
}

/// From where a step leads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum From {
    /// From the beginning of a turn.
    Place(u32),
    /// From the outcome that those sums of a roll make, as bits from its lowest sum; its steps begin
    /// at that word.
    Outcome { first: usize, sums: u128 },
}

/// Where on the map a turn is.
#[derive(Debug, Clone, Copy)]
struct Here {
    step: Step,
    from: From,
}

/// The map of a turn while it is drawn.
#[derive(Debug)]
pub(super) struct Chart<'a, G: Playable> {
    atlas: &'a mut Atlas<G>,
    /// Rolls so far. The first ones were drawn before the way was lost.
    rolls: usize,
    /// `None` where the map has no room for the way.
    here: Option<Here>,
}

impl<G: Playable> Chart<'_, G> {
    /// The step that leads to the end of the turn; `None` where the way is not on the map.
    pub(super) fn last(&self) -> Option<From> {
        self.here.map(|here| here.from)
    }

    /// Throws dice, and draws what they lead to.
    fn roll<F: Copy + PartialEq>(&mut self, stream: &mut Stream, dice: Dice, read: impl Fn(i32) -> F) -> F {
        let sum = match self.atlas.drawn.get(self.rolls) {
            Some(&sum) => sum,
            None => dice.draw(stream),
        };
        self.rolls += 1;
        let outcome = read(sum);
        self.here = self.here.and_then(|here| {
            let step = match here.step {
                Step::UNKNOWN => self.atlas.draw_node(here.from, dice)?,
                known => known,
            };
            let first = (step.0 >> 1) as usize + 1;
            let mut sums = 0;
            for (bit, sum) in (dice.lowest()..=dice.highest()).enumerate() {
                sums |= u128::from(read(sum) == outcome) << bit;
            }
            let next = Step(self.atlas.words[first + (sum - dice.lowest()) as usize]);
            Some(Here { step: next, from: From::Outcome { first, sums } })
        });
        outcome
    }
}

/// The referee of a simulated turn: draws dice, lets a policy decide, and draws a map of the turn where
/// there is a chart for it.
#[derive(Debug)]
pub(super) struct Player<'a, G: Playable> {
    pub(super) stream: &'a mut Stream,
    pub(super) policy: &'a mut G::Own,
    pub(super) chart: Option<Chart<'a, G>>,
}

impl<G: Playable> Referee<G> for Player<'_, G> {
    type Pause = Infallible;
    type Tally = Sum;

    #[inline]
    fn roll<F: Copy + PartialEq>(
        &mut self,
        _: Why,
        dice: Dice,
        _: Option<&Sum>,
        read: impl Fn(i32) -> F,
    ) -> Result<F, Infallible> {
        Ok(match &mut self.chart {
            None => read(dice.draw(self.stream)),
            Some(chart) => chart.roll(self.stream, dice, read),
        })
    }

    fn ask(&mut self, setup: &G::Setup, state: &mut G::State, question: G::Question) -> Result<G::Choice, Infallible> {
        let choice = self.policy.decide(setup, state, &question);
        debug_assert_eq!(G::judge(setup, state, &question, &choice), Ok(()), "{question:?} -> {choice:?}");
        Ok(choice)
    }

    fn tell(&mut self, _: impl FnOnce() -> G::Event) {}
}
