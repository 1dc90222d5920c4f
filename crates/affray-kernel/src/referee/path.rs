//! The path of a reader that visits every outcome: which outcome of each roll the run under way takes.
//!
//! The reader runs an action once a leaf, along a path that grows where a new roll is met and advances at its end.
//! Nothing knows in advance which rolls an action makes.

use super::{Game, Pool, Why};
use crate::dice::{Dice, Stream};
use arrayvec::ArrayVec;

/// The most different sums that one throw can have.
const MOST_TOTALS: usize = 256;

/// A roll on the path: which of its outcomes the run takes, and the probability up to there.
#[derive(Debug, Clone, Copy)]
struct Node {
    /// Where its outcomes begin in the list of all.
    first: usize,
    /// Which one is taken.
    at: usize,
    /// The probability of everything before it.
    before: f64,
}

/// The rolls of a run, and all their outcomes.
#[derive(Debug)]
pub(super) struct Path {
    nodes: Vec<Node>,
    /// Totals (of pools: codes) with their chances, of all nodes of the path one after another.
    outcomes: Vec<(u64, f64)>,
    /// How many rolls the run has made.
    depth: usize,
    /// The probability of the rolls that the run has made.
    pub(super) chance: f64,
    /// Rolls that only settle where something comes to lie take one outcome.
    skip_scatter: bool,
    /// Picks the outcome that a new roll takes, each with the same chance; without it the first one is taken.
    picks: Option<Stream>,
    /// The product of the numbers of outcomes of all rolls of the path, where outcomes are picked.
    pub(super) ways: f64,
}

impl Path {
    /// A path without rolls.
    pub(super) fn new(skip_scatter: bool) -> Self {
        Self { nodes: Vec::new(), outcomes: Vec::new(), depth: 0, chance: 1.0, skip_scatter, picks: None, ways: 1.0 }
    }

    /// A path without rolls, each of which will take an outcome at random.
    pub(super) fn at_random(skip_scatter: bool, picks: Stream) -> Self {
        Self { picks: Some(picks), ..Self::new(skip_scatter) }
    }

    /// Begins the next run.
    pub(super) fn begin(&mut self) {
        (self.depth, self.chance) = (0, 1.0);
        if self.picks.is_some() {
            self.nodes.clear();
            self.outcomes.clear();
            self.ways = 1.0;
        }
    }

    /// Takes the next outcome of the deepest roll that has one left; `false` if there is none.
    pub(super) fn advance(&mut self) -> bool {
        while let Some(node) = self.nodes.last_mut() {
            node.at += 1;
            if node.at < self.outcomes.len() {
                return true;
            }
            self.outcomes.truncate(node.first);
            self.nodes.pop();
        }
        false
    }

    /// Puts a roll on the path whose outcomes begin there.
    fn grow(&mut self, first: usize) {
        let mut at = first;
        if let Some(stream) = &mut self.picks {
            let number = self.outcomes.len() - first;
            at += stream.below(number);
            self.ways *= number as f64;
        }
        self.nodes.push(Node { first, at, before: self.chance });
    }

    /// Passes a roll of the path: the total or code of the outcome that is taken.
    fn pass(&mut self) -> u64 {
        let node = self.nodes[self.depth];
        let (outcome, chance) = self.outcomes[node.at];
        self.depth += 1;
        self.chance = node.before * chance;
        outcome
    }

    /// Throws dice: totals that read the same are one outcome.
    pub(super) fn roll<F: Copy + PartialEq>(&mut self, why: Why, dice: Dice, read: impl Fn(i32) -> F) -> i32 {
        if self.skip_scatter && why.scatter {
            return dice.lowest();
        }
        if self.depth == self.nodes.len() {
            let first = self.outcomes.len();
            let mut readings: ArrayVec<F, MOST_TOTALS> = ArrayVec::new();
            for (total, &ways) in (dice.lowest()..).zip(dice.weights()) {
                let reading = read(total);
                match readings.iter().rposition(|earlier| *earlier == reading) {
                    Some(at) => self.outcomes[first + at].1 += ways as f64,
                    None => {
                        readings.push(reading);
                        self.outcomes.push((total as u64, ways as f64));
                    }
                }
            }
            let all = dice.ways() as f64;
            self.outcomes[first..].iter_mut().for_each(|(_, chance)| *chance /= all);
            self.grow(first);
        }
        self.pass() as i32
    }

    /// Throws a pool: outcomes that read the same are one.
    pub(super) fn pool<G: Game, P: Pool<G>, F: Copy + PartialEq>(
        &mut self,
        pool: &P,
        read: impl Fn(P::Outcome) -> F,
    ) -> P::Outcome {
        if self.depth == self.nodes.len() {
            let first = self.outcomes.len();
            let mut readings: Vec<F> = Vec::with_capacity(32);
            pool.outcomes(|code, chance| {
                let reading = read(P::outcome(code));
                match readings.iter().rposition(|earlier| *earlier == reading) {
                    Some(at) => self.outcomes[first + at].1 += chance,
                    None => {
                        readings.push(reading);
                        self.outcomes.push((code, chance));
                    }
                }
            });
            self.grow(first);
        }
        P::outcome(self.pass())
    }
}

/// The chance of all totals that read as that one does.
pub(super) fn chance_of_reading<F: PartialEq>(dice: Dice, total: i32, read: impl Fn(i32) -> F) -> f64 {
    let reading = read(total);
    let ways: u64 = (dice.lowest()..)
        .zip(dice.weights())
        .filter(|&(other, _)| read(other) == reading)
        .map(|(_, &weight)| weight)
        .sum();
    ways as f64 / dice.ways() as f64
}

/// The chance of all outcomes of a pool that read as that one does.
pub(super) fn chance_of_outcome<G: Game, P: Pool<G>, F: PartialEq>(
    pool: &P,
    outcome: P::Outcome,
    read: impl Fn(P::Outcome) -> F,
) -> f64 {
    let (reading, mut sum) = (read(outcome), 0.0);
    pool.outcomes(|code, chance| {
        if read(P::outcome(code)) == reading {
            sum += chance;
        }
    });
    sum
}
