//! The walker: every outcome of an action with its weight, depth first.
//!
//! It runs the action once a leaf, along a path that grows where a new roll is met and advances
//! at its end. Nothing knows in advance which rolls an action makes.
//!
//! A stage of an action ([`Referee::stage`], [`Referee::combine`]) is walked by itself where the path
//! first comes to it, and is one node from then on: its outcomes are the different things that it can
//! come to, and a run that passes it takes one of them instead of carrying the stage out again. That
//! needs a policy that only goes by what it is asked ([`Policy::is_forgetful`]) and nobody who listens.
//! Throws that hang on a key alone ([`Referee::combine_by`]) are walked once for each key, wherever they are
//! thrown; and of what comes last in the action ([`Referee::finish`]) all ways are gone where the path first
//! comes to it, each from a copy of the state there, so that what came before is not run again for each. Where that
//! is throws which say themselves what they can come to ([`Referee::finish_with`]), one value of each kind is carried
//! out, and the others are put in its place.

use super::pool::FromList;
use super::{Game, Last, Policy, Pool, Referee, Why, each_run};
use crate::dice::Dice;
use crate::tally::{Sum, Tally};
use arrayvec::ArrayVec;
use std::any::{Any, TypeId};
use std::cell::Cell;
use std::convert::Infallible;
use std::fmt::Debug;
use std::ops::Range;

/// Hears the events of each run. `()` hears nothing, and then none is built.
pub trait Listener<G: Game> {
    /// Whether events are to be built at all.
    const HEARS: bool;
    /// Called at the start of each run.
    fn restart(&mut self);
    /// Called for each event.
    fn hear(&mut self, event: &G::Event);
}

impl<G: Game> Listener<G> for () {
    const HEARS: bool = false;
    fn restart(&mut self) {}
    fn hear(&mut self, _: &G::Event) {}
}

/// A roll on the path: which of its outcomes the run takes, and the probability up to there.
#[derive(Debug, Clone, Copy)]
struct Node {
    /// Where its outcomes begin in the list of all.
    first: u32,
    /// Which one is taken.
    at: u32,
    /// The probability of everything before it, over the ways of its dice (over 1 for a pool).
    unit: f64,
    /// How many scores were worked out before it.
    scores: u32,
    /// Its place in the list of stages, if it is one; else [`NO_STAGE`].
    stage: u32,
}

/// Says of a node that it is a roll.
const NO_STAGE: u32 = u32::MAX;

/// The ends of a stage: everything that it can come to.
#[derive(Debug)]
struct Ends<S> {
    /// Room for the state in which it began.
    start: Option<S>,
    /// How many ends there are; what is beyond them is room for others.
    count: usize,
    /// The states that it can leave.
    states: Vec<S>,
    /// What it returned with each of them: a list as long as `count`.
    values: Box<dyn Any>,
    /// The chance of each.
    chances: Vec<f64>,
    /// A glance at each state ([`Game::glance`]): states are compared only where these are equal.
    glances: Vec<u64>,
}

impl<S> Default for Ends<S> {
    fn default() -> Self {
        Self {
            start: None,
            count: 0,
            states: Vec::new(),
            values: Box::new(()),
            chances: Vec::new(),
            glances: Vec::new(),
        }
    }
}

impl<S: Clone + PartialEq> Ends<S> {
    /// Forgets all, for a stage that returns values of that type.
    fn begin<V: 'static>(&mut self) {
        self.count = 0;
        self.chances.clear();
        self.glances.clear();
        match self.values.downcast_mut::<Vec<V>>() {
            Some(values) => values.clear(),
            None => self.values = Box::new(Vec::<V>::new()),
        }
    }

    /// Adds a way to its end, a state with that glance.
    fn add<V: PartialEq + 'static>(&mut self, state: &S, glance: u64, value: V, chance: f64) {
        let Some(values) = self.values.downcast_mut::<Vec<V>>() else { return };
        let states = &self.states;
        let known = self
            .glances
            .iter()
            .zip(&*values)
            .zip(states)
            .rposition(|((known, end), other)| *known == glance && *end == value && other == state);
        if let Some(at) = known {
            self.chances[at] += chance;
            return;
        }
        match self.states.get_mut(self.count) {
            Some(room) => room.clone_from(state),
            None => self.states.push(state.clone()),
        }
        values.push(value);
        self.glances.push(glance);
        self.chances.push(chance);
        self.count += 1;
    }

    /// Adds a way that left the state as it was.
    fn add_value<V: PartialEq + 'static>(&mut self, value: V, chance: f64) {
        let Some(values) = self.values.downcast_mut::<Vec<V>>() else { return };
        match values.iter().rposition(|known| *known == value) {
            Some(at) => self.chances[at] += chance,
            None => {
                values.push(value);
                self.chances.push(chance);
            }
        }
    }

    /// What the stage returned there.
    fn value<V: Copy + 'static>(&self, at: usize) -> Option<V> {
        self.values.downcast_ref::<Vec<V>>()?.get(at).copied()
    }
}

/// What throws come to that hang on a key alone, for all keys of one type.
#[derive(Debug)]
struct Table<K, V> {
    /// Each key, with the end of its values; they begin where those of the key before end.
    keys: Vec<(K, u32)>,
    values: Vec<(V, f64)>,
}

/// A table of whatever types.
trait AnyTable: Any + Debug {
    /// Forgets all.
    fn clear(&mut self);
}

impl<K: Debug + 'static, V: Debug + 'static> AnyTable for Table<K, V> {
    fn clear(&mut self) {
        self.keys.clear();
        self.values.clear();
    }
}

impl<K: PartialEq, V: PartialEq> Table<K, V> {
    /// Where the values of a key are.
    #[inline]
    fn find(&self, key: &K) -> Option<Range<usize>> {
        let at = self.keys.iter().rposition(|(known, _)| known == key)?;
        let first = at.checked_sub(1).map_or(0, |before| self.keys[before].1);
        Some(first as usize..self.keys[at].1 as usize)
    }
}

impl<K, V: Copy + PartialEq> Table<K, V> {
    /// Joins equal values, of those that begin there and are in the order of their kinds.
    fn join_equal(&mut self, first: usize, kind: impl Fn(&V) -> u64) {
        let values = &mut self.values;
        let (mut end, mut begin) = (first, first);
        for at in first..values.len() {
            let (value, chance) = values[at];
            if begin < end && kind(&values[begin].0) != kind(&value) {
                begin = end;
            }
            match values[begin..end].iter_mut().find(|(known, _)| *known == value) {
                Some((_, sum)) => *sum += chance,
                None => {
                    values[end] = (value, chance);
                    end += 1;
                }
            }
        }
        values.truncate(end);
    }
}

/// What was worked out on the way.
#[derive(Debug)]
enum Known {
    Score(i32),
    Prepared(Box<dyn Any>),
}

/// The room of a walk, which is kept for the next one on the thread: a policy may walk often.
#[derive(Debug)]
struct Spare<S> {
    nodes: Vec<Node>,
    outcomes: Vec<(u64, f64)>,
    scores: Vec<Known>,
    ends: Vec<Ends<S>>,
    tables: Vec<(TypeId, Box<dyn AnyTable>)>,
    states: Vec<S>,
}

/// So many states are kept for the next walk.
const MOST_SPARE: usize = 4096;

thread_local! {
    static SPARE: Cell<Option<Box<dyn Any>>> = const { Cell::new(None) };
}

impl<S: 'static> Spare<S> {
    /// The room of the walk before, if it was of the same game; nobody else has it meanwhile.
    fn take() -> Self {
        SPARE.take().and_then(|spare| spare.downcast().ok()).map_or_else(
            || Self {
                nodes: Vec::with_capacity(16),
                outcomes: Vec::with_capacity(128),
                scores: Vec::with_capacity(16),
                ends: Vec::new(),
                tables: Vec::new(),
                states: Vec::new(),
            },
            |spare| *spare,
        )
    }

    /// Keeps it, unless it is large.
    fn keep(mut self) {
        if MOST_SPARE < self.ends.iter().map(|ends| ends.states.len()).sum() {
            return;
        }
        self.scores.clear();
        self.tables.iter_mut().for_each(|(_, table)| table.clear());
        SPARE.set(Some(Box::new(self)));
    }
}

/// The walker's referee. [`walk`] drives it.
pub struct Walker<'a, P, L, S> {
    policy: P,
    listener: L,
    /// Whoever visits the leaves, and how many there are at the most.
    leaf: &'a mut dyn FnMut(Leaf<'_, S, L>),
    most: u64,
    leaves: u64,
    /// There are more.
    gave_up: bool,
    /// What comes last has visited its leaves itself.
    finished: bool,
    /// How many stages and combined throws are being walked, one in another.
    inside: u32,
    nodes: Vec<Node>,
    /// Totals (of pools: codes) with their weights, of all nodes of the path one after another.
    outcomes: Vec<(u64, f64)>,
    /// What was worked out on the path: a run that goes the same way does not do it again.
    scores: Vec<Known>,
    /// How many of them the run has asked for.
    scored: usize,
    /// The ends of the stages on the path, and lists that are not in use.
    ends: Vec<Ends<S>>,
    spare: Vec<Ends<S>>,
    /// What throws come to that hang on a key alone.
    tables: Vec<(TypeId, Box<dyn AnyTable>)>,
    /// Room for states.
    states: Vec<S>,
    depth: usize,
    chance: f64,
    skip_scatter: bool,
}

impl<P, L, S> Debug for Walker<'_, P, L, S> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Walker").field("path", &self.nodes).field("leaves", &self.leaves).finish_non_exhaustive()
    }
}

/// One outcome of an action.
#[derive(Debug)]
pub struct Leaf<'a, S, L> {
    /// Its probability.
    pub chance: f64,
    /// The state in which it ends.
    pub state: &'a S,
    /// What the listener heard on the way.
    pub heard: &'a mut L,
}

/// Visits every outcome of an action and returns their number.
///
/// `run` carries the action out on the scratch state, which is set to `start` before each run.
/// With `skip_scatter`, rolls that only settle where something comes to lie take one outcome.
pub fn walk<G, P, L>(
    start: &G::State,
    scratch: &mut G::State,
    policy: P,
    listener: L,
    skip_scatter: bool,
    run: impl FnMut(&mut G::State, &mut Walker<'_, P, L, G::State>),
    leaf: impl FnMut(Leaf<'_, G::State, L>),
) -> u64
where
    G: Game,
    P: Policy<G>,
    L: Listener<G>,
{
    walk_at_most(u64::MAX, start, scratch, policy, listener, skip_scatter, run, leaf).unwrap_or(u64::MAX)
}

/// The same, given up where there are more outcomes than `most`: `None` then.
#[allow(clippy::too_many_arguments, reason = "each is a part of its own, and there is one caller a reader")]
pub fn walk_at_most<G, P, L>(
    most: u64,
    start: &G::State,
    scratch: &mut G::State,
    policy: P,
    listener: L,
    skip_scatter: bool,
    mut run: impl FnMut(&mut G::State, &mut Walker<'_, P, L, G::State>),
    mut leaf: impl FnMut(Leaf<'_, G::State, L>),
) -> Option<u64>
where
    G: Game,
    P: Policy<G>,
    L: Listener<G>,
{
    let Spare { nodes, outcomes, scores, ends, tables, states } = Spare::take();
    let mut walker = Walker {
        policy,
        listener,
        leaf: &mut leaf,
        most,
        leaves: 0,
        gave_up: false,
        finished: false,
        inside: 0,
        nodes,
        outcomes,
        scores,
        scored: 0,
        ends: Vec::new(),
        spare: ends,
        tables,
        states,
        depth: 0,
        chance: 1.0,
        skip_scatter,
    };
    loop {
        scratch.clone_from(start);
        walker.depth = 0;
        walker.scored = 0;
        walker.chance = 1.0;
        walker.policy.restart();
        walker.listener.restart();
        run(scratch, &mut walker);
        walker.visit(scratch);
        if !walker.goes_on(0) {
            break;
        }
    }
    if walker.gave_up {
        return None;
    }
    let Walker { leaves, nodes, outcomes, scores, spare: ends, tables, states, .. } = walker;
    Spare { nodes, outcomes, scores, ends, tables, states }.keep();
    Some(leaves)
}

impl<P, L, S> Walker<'_, P, L, S> {
    /// Visits the leaf to which the run came, unless what came last has visited all of its own.
    #[inline]
    fn visit(&mut self, state: &S) {
        if std::mem::take(&mut self.finished) {
            return;
        }
        self.leaves += 1;
        (self.leaf)(Leaf { chance: self.chance, state, heard: &mut self.listener });
    }

    /// Takes the next way below that depth. There may be none, or too many leaves.
    #[inline]
    fn goes_on(&mut self, depth: usize) -> bool {
        if self.gave_up || !self.advance(depth) {
            return false;
        }
        self.gave_up = self.leaves == self.most;
        !self.gave_up
    }

    /// Takes the next outcome of the deepest roll that has one left, of those below that depth.
    #[inline]
    fn advance(&mut self, depth: usize) -> bool {
        // Mostly it is the last roll, and nothing was worked out after it.
        if depth < self.nodes.len()
            && let Some(node) = self.nodes.last_mut()
            && node.at as usize + 1 < self.outcomes.len()
            && self.scores.len() <= node.scores as usize
        {
            node.at += 1;
            return true;
        }
        self.advance_anyhow(depth)
    }

    fn advance_anyhow(&mut self, depth: usize) -> bool {
        while depth < self.nodes.len()
            && let Some(node) = self.nodes.last_mut()
        {
            node.at += 1;
            if (node.scores as usize) < self.scores.len() {
                self.scores.truncate(node.scores as usize);
            }
            if (node.at as usize) < self.outcomes.len() {
                return true;
            }
            self.outcomes.truncate(node.first as usize);
            if node.stage != NO_STAGE {
                self.spare.extend(self.ends.pop());
            }
            self.nodes.pop();
        }
        false
    }
}

impl<P, L, S> Walker<'_, P, L, S> {
    /// The place of the table of what throws come to that hang on such keys.
    fn table_of<K: PartialEq + Debug + 'static, V: PartialEq + Debug + 'static>(&mut self) -> usize {
        let id = TypeId::of::<Table<K, V>>();
        self.tables.iter().position(|(known, _)| *known == id).unwrap_or_else(|| {
            self.tables.push((id, Box::new(Table::<K, V> { keys: Vec::new(), values: Vec::new() })));
            self.tables.len() - 1
        })
    }

    /// The table at a place, if it is of such keys.
    #[inline]
    fn table<K: 'static, V: 'static>(&mut self, place: usize) -> Option<&mut Table<K, V>> {
        (&mut *self.tables[place].1 as &mut dyn Any).downcast_mut()
    }

    /// Walks throws that hang on a key: where in that table they stand from now on. Where they stood there before,
    /// they have to come to the same.
    fn walk_by<K: Copy + PartialEq + Debug + 'static, V: Copy + PartialEq + Debug + 'static>(
        &mut self,
        place: usize,
        key: K,
        known: Option<Range<usize>>,
        throw: &mut impl FnMut(&mut Self) -> Result<V, Infallible>,
    ) -> Range<usize> {
        let mut values: Vec<(V, f64)> = Vec::new();
        self.each_way(|walker| {
            let Ok(value) = throw(walker);
            match values.iter_mut().rfind(|(known, _)| *known == value) {
                Some((_, sum)) => *sum += walker.chance,
                None => values.push((value, walker.chance)),
            }
        });
        let Some(table) = self.table::<K, V>(place) else { return 0..0 };
        if let Some(known) = known {
            debug_assert_eq!(table.values[known.clone()], values, "throws hang on more than {key:?}");
            return known;
        }
        let first = table.values.len();
        table.values.append(&mut values);
        table.keys.push((key, table.values.len() as u32));
        first..table.values.len()
    }

    /// Goes every way through a stage that begins here. Chances are counted from there.
    fn each_way(&mut self, mut go: impl FnMut(&mut Self)) {
        let (depth, scored, unit) = (self.depth, self.scored, self.chance);
        self.inside += 1;
        loop {
            (self.depth, self.scored, self.chance) = (depth, scored, 1.0);
            go(self);
            if !self.advance(depth) {
                break;
            }
        }
        self.inside -= 1;
        self.scores.truncate(scored);
        (self.depth, self.scored, self.chance) = (depth, scored, unit);
    }

    /// Puts a roll on the path whose outcomes begin there, weighed in such units.
    #[inline]
    fn push_roll(&mut self, first: usize, unit: f64) {
        let first = first as u32;
        self.nodes.push(Node { first, at: first, unit, scores: self.scored as u32, stage: NO_STAGE });
    }

    /// Passes a node of the path: the outcome that is taken, and its stage if it is one.
    #[inline]
    fn pass(&mut self) -> (u64, u32) {
        debug_assert!(!self.finished, "something follows what was to come last");
        let node = self.nodes[self.depth];
        let (outcome, weight) = self.outcomes[node.at as usize];
        self.depth += 1;
        self.chance = node.unit * weight;
        (outcome, node.stage)
    }

    /// Puts a stage on the path, with all its ends.
    fn push_stage(&mut self, ends: Ends<S>) {
        let (first, stage) = (self.outcomes.len() as u32, self.ends.len() as u32);
        self.outcomes.extend((0..).zip(ends.chances.iter().copied()));
        self.ends.push(ends);
        self.nodes.push(Node { first, at: first, unit: self.chance, scores: self.scored as u32, stage });
    }

    /// Passes a stage of the path: its ends, and which of them is taken.
    #[inline]
    fn pass_stage(&mut self) -> (&Ends<S>, usize) {
        let (at, stage) = self.pass();
        (&self.ends[stage as usize], at as usize)
    }
}

impl<P, L, S: Clone> Walker<'_, P, L, S> {
    /// Goes all ways through throws with which the action ends, from here; what the last one comes to.
    fn go_on_with<G, W>(&mut self, state: &mut S, last: &mut W) -> Option<W::End>
    where
        G: Game<State = S>,
        Self: Referee<G, Pause = Infallible>,
        W: Last<G, Self>,
    {
        let place = self.table_of::<W::Key, W::Value>();
        let range = self.list_last(state, last, place);
        // Nobody else looks into this table meanwhile: its keys are of this place in the rules alone.
        let values = std::mem::take(&mut self.table::<W::Key, W::Value>(place)?.values);
        let (depth, scored, unit) = (self.depth, self.scored, self.chance);
        let mut start = self.states.pop().unwrap_or_else(|| state.clone());
        start.clone_from(state);
        self.inside += 1;
        let (mut left, mut come_to) = (&values[range], None);
        while let Some((first, _)) = left.first().filter(|_| !self.gave_up) {
            let kind = W::kind(first);
            let alike = left[1..].iter().take_while(|(value, _)| W::kind(value) == kind).count();
            let (alike, others) = left.split_at(1 + alike);
            left = others;
            self.scores.truncate(scored);
            loop {
                if come_to.is_some() {
                    state.clone_from(&start);
                }
                (self.depth, self.scored, self.chance) = (depth, scored, unit);
                let Ok(end) = last.carry_out(self, state, first);
                come_to = Some(end);
                self.visit_alike(state, alike, last);
                if self.gave_up || !self.advance(depth) {
                    break;
                }
            }
        }
        self.inside -= 1;
        self.states.push(start);
        self.table::<W::Key, W::Value>(place)?.values = values;
        self.finished = true;
        come_to
    }

    /// Where everything stands in the table of that place that throws can come to with which the action ends, by kind.
    fn list_last<G, W>(&mut self, state: &S, last: &mut W, place: usize) -> Range<usize>
    where
        G: Game<State = S>,
        Self: Referee<G, Pause = Infallible>,
        W: Last<G, Self>,
    {
        let key = last.key(state);
        let Some(table) = self.table::<W::Key, W::Value>(place) else { return 0..0 };
        let range = table.find(&key).unwrap_or_else(|| {
            let first = table.values.len();
            last.each(state, |value, chance| table.values.push((value, chance)));
            table.values[first..].sort_by_key(|(value, _)| W::kind(value));
            table.join_equal(first, W::kind);
            table.keys.push((key, table.values.len() as u32));
            first..table.values.len()
        });
        if cfg!(debug_assertions) {
            let mut left = table.values[range.clone()].to_vec();
            self.each_way(|walker| {
                let Ok(value) = last.throw(walker, state);
                let listed = left.iter_mut().find(|(listed, _)| *listed == value);
                let listed = listed.unwrap_or_else(|| panic!("{value:?} is not listed for {key:?}"));
                listed.1 -= walker.chance;
            });
            assert!(left.iter().all(|(_, off)| off.abs() < 1e-9), "the throws of {key:?} are listed wrongly: {left:?}");
        }
        range
    }

    /// Visits the leaves of values of one kind, the first of which was carried out.
    #[inline]
    fn visit_alike<G, W>(&mut self, state: &mut S, alike: &[(W::Value, f64)], last: &W)
    where
        G: Game<State = S>,
        Self: Referee<G>,
        W: Last<G, Self>,
    {
        let (way, mut carried_out) = (self.chance, None);
        for (value, chance) in alike {
            self.gave_up = self.leaves == self.most;
            if self.gave_up {
                return;
            }
            if let Some(other) = carried_out {
                last.instead(state, other, value);
            }
            carried_out = Some(value);
            self.leaves += 1;
            (self.leaf)(Leaf { chance: way * chance, state, heard: &mut self.listener });
        }
    }
}

/// Adds a run of equal readings to the outcomes of a roll, which begin at `first`.
#[inline]
fn end_run<F: PartialEq>(
    readings: &mut ArrayVec<F, MOST_TOTALS>,
    outcomes: &mut Vec<(u64, f64)>,
    first: usize,
    reading: F,
    began: i32,
    ways: u64,
) {
    match readings.iter().rposition(|earlier| *earlier == reading) {
        Some(at) => outcomes[first + at].1 += ways as f64,
        None => {
            readings.push(reading);
            outcomes.push((began as u64, ways as f64));
        }
    }
}

/// The most different sums that one throw can have.
const MOST_TOTALS: usize = 256;

impl<G: Game, P: Policy<G>, L: Listener<G>> Referee<G> for Walker<'_, P, L, G::State> {
    type Pause = Infallible;
    type Tally = Sum;

    fn roll<F: Copy + PartialEq>(
        &mut self,
        why: Why,
        dice: Dice,
        _: Option<&Sum>,
        read: impl Fn(i32) -> F,
    ) -> Result<F, Infallible> {
        if self.skip_scatter && why.scatter {
            return Ok(read(dice.lowest()));
        }
        if self.depth == self.nodes.len() {
            let first = self.outcomes.len();
            let mut readings: ArrayVec<F, MOST_TOTALS> = ArrayVec::new();
            // Equal readings mostly follow each other: they are added up as a run.
            let mut run: Option<(F, i32)> = None;
            let mut ways = 0;
            for (total, &weight) in (dice.lowest()..).zip(dice.weights()) {
                let reading = read(total);
                if let Some((before, began)) = run {
                    if before == reading {
                        ways += weight;
                        continue;
                    }
                    end_run(&mut readings, &mut self.outcomes, first, before, began, ways);
                }
                (run, ways) = (Some((reading, total)), weight);
            }
            if let Some((before, began)) = run {
                end_run(&mut readings, &mut self.outcomes, first, before, began, ways);
            }
            self.push_roll(first, self.chance / dice.ways() as f64);
        }
        let (total, _) = self.pass();
        Ok(read(total as i32))
    }

    fn roll_in_runs<F: Copy + PartialEq, const N: usize>(
        &mut self,
        why: Why,
        dice: Dice,
        _: Option<&Sum>,
        ends: impl FnOnce() -> [i32; N],
        read: impl Fn(i32) -> F,
    ) -> Result<F, Infallible> {
        if self.skip_scatter && why.scatter {
            return Ok(read(dice.lowest()));
        }
        if self.depth == self.nodes.len() {
            let first = self.outcomes.len();
            let mut readings: ArrayVec<F, MOST_TOTALS> = ArrayVec::new();
            let outcomes = &mut self.outcomes;
            each_run(dice, ends(), &read, |total, last, reading| {
                let ways: u64 = if dice.number == 1 {
                    (last - total) as u64 + 1
                } else {
                    let place = |total: i32| (total - dice.lowest()) as usize;
                    dice.weights()[place(total)..=place(last)].iter().sum()
                };
                end_run(&mut readings, outcomes, first, reading, total, ways);
            });
            self.push_roll(first, self.chance / dice.ways() as f64);
        }
        let (total, _) = self.pass();
        Ok(read(total as i32))
    }

    fn pool<T: Pool<G>, F: Copy + PartialEq>(
        &mut self,
        _: Why,
        pool: &T,
        _: Option<&Sum>,
        read: impl Fn(T::Outcome) -> F,
    ) -> Result<F, Infallible> {
        if self.depth == self.nodes.len() {
            let first = self.outcomes.len();
            let mut readings: Vec<F> = Vec::with_capacity(32);
            let outcomes = &mut self.outcomes;
            pool.outcomes(|code, chance| {
                let reading = read(T::outcome(code));
                match readings.iter().rposition(|earlier| *earlier == reading) {
                    Some(at) => outcomes[first + at].1 += chance,
                    None => {
                        readings.push(reading);
                        outcomes.push((code, chance));
                    }
                }
            });
            self.push_roll(first, self.chance);
        }
        let (code, _) = self.pass();
        Ok(read(T::outcome(code)))
    }

    fn stage<V: Copy + PartialEq + 'static>(
        &mut self,
        state: &mut G::State,
        mut run: impl FnMut(&mut Self, &mut G::State) -> Result<V, Infallible>,
    ) -> Result<V, Infallible> {
        // Each way is carried out once, so whoever listens or counts would miss the others.
        if !Referee::<G>::looks_ahead(self) {
            return run(self, state);
        }
        if self.depth == self.nodes.len() {
            let mut ends = self.spare.pop().unwrap_or_default();
            ends.begin::<V>();
            let mut start = ends.start.take().unwrap_or_else(|| state.clone());
            start.clone_from(state);
            self.each_way(|walker| {
                let Ok(value) = run(walker, state);
                ends.add(state, G::glance(state), value, walker.chance);
                state.clone_from(&start);
            });
            ends.start = Some(start);
            self.push_stage(ends);
        }
        let (ends, at) = self.pass_stage();
        state.clone_from(&ends.states[at]);
        // The value is of the stage's own type always.
        ends.value(at).map_or_else(|| run(self, state), Ok)
    }

    fn combine<V: Copy + PartialEq + 'static>(
        &mut self,
        mut throw: impl FnMut(&mut Self) -> Result<V, Infallible>,
    ) -> Result<V, Infallible> {
        if !Referee::<G>::looks_ahead(self) {
            return throw(self);
        }
        self.merged(throw)
    }

    fn combine_by<K, V>(
        &mut self,
        key: impl FnOnce() -> K,
        mut throw: impl FnMut(&mut Self) -> Result<V, Infallible>,
    ) -> Result<V, Infallible>
    where
        K: Copy + PartialEq + Debug + 'static,
        V: Copy + PartialEq + Debug + 'static,
    {
        if !Referee::<G>::looks_ahead(self) {
            return throw(self);
        }
        if self.depth == self.nodes.len() {
            let key = key();
            let place = self.table_of::<K, V>();
            let known = self.table::<K, V>(place).and_then(|table| table.find(&key));
            let range = match known {
                Some(range) if !cfg!(debug_assertions) => range,
                known => self.walk_by(place, key, known, &mut throw),
            };
            // An outcome says the table and the place in it.
            let (first, code) = (self.outcomes.len(), (place << 32 | range.start) as u64);
            let mut outcomes = std::mem::take(&mut self.outcomes);
            if let Some(table) = self.table::<K, V>(place) {
                outcomes.extend((code..).zip(table.values[range].iter().map(|&(_, chance)| chance)));
            }
            self.outcomes = outcomes;
            self.push_roll(first, self.chance);
        }
        let (code, _) = self.pass();
        let value = self.table::<K, V>(code as usize >> 32).map(|table| table.values[code as u32 as usize].0);
        // The table is always of these types.
        value.map_or_else(|| throw(self), Ok)
    }

    fn finish<V>(
        &mut self,
        state: &mut G::State,
        mut run: impl FnMut(&mut Self, &mut G::State) -> Result<V, Infallible>,
    ) -> Result<V, Infallible> {
        // Who listens hears every run from its beginning; and within a stage its ends are wanted.
        if !Referee::<G>::looks_ahead(self) || self.inside != 0 {
            return run(self, state);
        }
        let (depth, scored, unit) = (self.depth, self.scored, self.chance);
        let mut start = self.states.pop().unwrap_or_else(|| state.clone());
        start.clone_from(state);
        let value = loop {
            let Ok(value) = run(self, state);
            self.visit(state);
            if !self.goes_on(depth) {
                break value;
            }
            (self.depth, self.scored, self.chance) = (depth, scored, unit);
            state.clone_from(&start);
        };
        self.states.push(start);
        self.finished = true;
        Ok(value)
    }

    fn finish_with<W: Last<G, Self>>(&mut self, state: &mut G::State, mut last: W) -> Result<W::End, Infallible> {
        let come_to =
            if Referee::<G>::looks_ahead(self) && self.inside == 0 { self.go_on_with(state, &mut last) } else { None };
        match come_to {
            Some(end) => Ok(end),
            None => {
                let value = last.throw(self, state)?;
                last.carry_out(self, state, &value)
            }
        }
    }

    fn merged<V: Copy + PartialEq + 'static>(
        &mut self,
        mut throw: impl FnMut(&mut Self) -> Result<V, Infallible>,
    ) -> Result<V, Infallible> {
        if self.depth == self.nodes.len() {
            let mut ends = self.spare.pop().unwrap_or_default();
            ends.begin::<V>();
            self.each_way(|walker| {
                let Ok(value) = throw(walker);
                ends.add_value(value, walker.chance);
            });
            self.push_stage(ends);
        }
        let (ends, at) = self.pass_stage();
        ends.value(at).map_or_else(|| throw(self), Ok)
    }

    fn check_each(
        &mut self,
        mut whys: impl Iterator<Item = Why>,
        dice: Dice,
        target: &Sum,
        succeeds: impl Fn(i32, i32) -> bool,
    ) -> Result<bool, Infallible> {
        if !Referee::<G>::looks_ahead(self) {
            return Ok(whys.all(|why| self.check(why, dice, target, &succeeds).is_ok_and(|succeeds| succeeds)));
        }
        if self.depth == self.nodes.len() {
            let number = target.total();
            let ways = (dice.lowest()..).zip(dice.weights()).filter(|&(total, _)| succeeds(total, number));
            let one = ways.map(|(_, &weight)| weight).sum::<u64>() as f64 / dice.ways() as f64;
            let all = one.powi(whys.count() as i32);
            let first = self.outcomes.len();
            self.outcomes.extend([(1, all), (0, 1.0 - all)].into_iter().filter(|&(_, chance)| 0.0 < chance));
            self.push_roll(first, self.chance);
        }
        let (all, _) = self.pass();
        Ok(all != 0)
    }

    fn score(&mut self, work_out: impl FnOnce() -> Sum) -> Sum {
        let at = self.scored;
        self.scored += 1;
        if let Some(&Known::Score(total)) = self.scores.get(at) {
            return Sum::of(total);
        }
        let score = work_out();
        self.scores.push(Known::Score(score.total()));
        score
    }

    fn prepare<V: Copy + 'static>(&mut self, work_out: impl FnOnce() -> V) -> V {
        let at = self.scored;
        self.scored += 1;
        if let Some(Known::Prepared(value)) = self.scores.get(at)
            && let Some(value) = value.downcast_ref()
        {
            return *value;
        }
        let value = work_out();
        self.scores.push(Known::Prepared(Box::new(value)));
        value
    }

    fn ask(&mut self, setup: &G::Setup, state: &mut G::State, question: G::Question) -> Result<G::Choice, Infallible> {
        Ok(self.policy.decide(setup, state, &question))
    }

    #[inline]
    fn tell(&mut self, event: impl FnOnce() -> G::Event) {
        if L::HEARS {
            self.listener.hear(&event());
        }
    }

    #[inline]
    fn is_heard(&self) -> bool {
        L::HEARS
    }

    #[inline]
    fn looks_ahead(&self) -> bool {
        !L::HEARS && self.policy.is_forgetful()
    }
}

/// Follows one path of sums and computes the probability of what it comes to.
#[derive(Debug)]
pub struct Follow<'a, P> {
    left: &'a [i32],
    policy: P,
    /// While throws are merged: every way to throw them.
    ways: Option<Ways>,
    /// The probability of the outcomes that the path went through, 0 if it ran out.
    pub chance: f64,
}

impl<'a, P> Follow<'a, P> {
    /// Follows these sums.
    pub fn new(totals: &'a [i32], policy: P) -> Self {
        Self { left: totals, policy, ways: None, chance: 1.0 }
    }
}

/// Every way to throw some dice, one after another.
#[derive(Debug, Default)]
struct Ways {
    /// The throws of this way, each with what can still come of it: totals (of pools: codes) with their
    /// chances, the one that is taken last.
    throws: Vec<Vec<(u64, f64)>>,
    /// How many of them this way has come to.
    depth: usize,
}

impl Ways {
    /// The next throw of this way, which can come to these: its total and its chance.
    fn throw(&mut self, all: impl FnOnce(&mut Vec<(u64, f64)>)) -> (u64, f64) {
        if self.depth == self.throws.len() {
            let mut outcomes = Vec::new();
            all(&mut outcomes);
            self.throws.push(outcomes);
        }
        self.depth += 1;
        self.throws[self.depth - 1].last().copied().unwrap_or_default()
    }

    /// Begins the next way; whether there is one.
    fn advance(&mut self) -> bool {
        self.depth = 0;
        while let Some(throw) = self.throws.last_mut() {
            throw.pop();
            if !throw.is_empty() {
                return true;
            }
            self.throws.pop();
        }
        false
    }
}

impl<G: Game, P: Policy<G>> Referee<G> for Follow<'_, P> {
    type Pause = Infallible;
    type Tally = Sum;

    fn roll<F: Copy + PartialEq>(
        &mut self,
        _: Why,
        dice: Dice,
        _: Option<&Sum>,
        read: impl Fn(i32) -> F,
    ) -> Result<F, Infallible> {
        if let Some(ways) = &mut self.ways {
            let all = dice.ways() as f64;
            let outcomes = (dice.lowest()..).zip(dice.weights());
            let (total, chance) =
                ways.throw(|into| into.extend(outcomes.map(|(total, &weight)| (total as u64, weight as f64 / all))));
            self.chance *= chance;
            return Ok(read(total as i32));
        }
        let Some((&total, left)) = self.left.split_first() else {
            self.chance = 0.0;
            return Ok(read(dice.lowest()));
        };
        self.left = left;
        let reading = read(total);
        let ways: u64 = (dice.lowest()..)
            .zip(dice.weights())
            .filter(|&(other, _)| read(other) == reading)
            .map(|(_, &weight)| weight)
            .sum();
        self.chance *= ways as f64 / dice.ways() as f64;
        Ok(reading)
    }

    fn pool<T: Pool<G>, F: Copy + PartialEq>(
        &mut self,
        why: Why,
        pool: &T,
        _: Option<&Sum>,
        read: impl Fn(T::Outcome) -> F,
    ) -> Result<F, Infallible> {
        if let Some(ways) = &mut self.ways {
            let (code, chance) = ways.throw(|into| pool.outcomes(|code, chance| into.push((code, chance))));
            self.chance *= chance;
            return Ok(read(T::outcome(code)));
        }
        let mut list = FromList { left: &mut self.left, ran_out: false };
        let Ok(outcome) = pool.throw(why, &mut list);
        let ran_out = list.ran_out;
        let reading = read(outcome);
        let mut chance = 0.0;
        if !ran_out {
            pool.outcomes(|code, weight| {
                if read(T::outcome(code)) == reading {
                    chance += weight;
                }
            });
        }
        self.chance *= chance;
        Ok(reading)
    }

    fn merged<V: Copy + PartialEq + 'static>(
        &mut self,
        mut throw: impl FnMut(&mut Self) -> Result<V, Infallible>,
    ) -> Result<V, Infallible> {
        if self.ways.is_some() {
            return throw(self);
        }
        let before = self.chance;
        let Ok(value) = throw(self);
        if 0.0 < self.chance {
            let mut sum = 0.0;
            self.ways = Some(Ways::default());
            loop {
                self.chance = 1.0;
                let Ok(other) = throw(self);
                if other == value {
                    sum += self.chance;
                }
                if !self.ways.as_mut().is_some_and(Ways::advance) {
                    break;
                }
            }
            self.ways = None;
            self.chance = before * sum;
        }
        Ok(value)
    }

    fn ask(&mut self, setup: &G::Setup, state: &mut G::State, question: G::Question) -> Result<G::Choice, Infallible> {
        Ok(self.policy.decide(setup, state, &question))
    }

    fn tell(&mut self, _: impl FnOnce() -> G::Event) {}

    /// As a walk to which nobody listens, whose outcomes it is compared with.
    fn is_heard(&self) -> bool {
        false
    }
}
