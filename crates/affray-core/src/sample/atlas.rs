//! What a simulation remembers of turns that it has played: which rolls they ask for, and where the
//! outcomes of those rolls lead.
//!
//! A turn is a function of the state in which it begins, of a policy that remembers nothing from one
//! turn to the next, and of its dice. So a turn that begins in a known state need not be played again
//! to know how it ends: its dice are thrown in their order, each outcome leads to the next roll, and
//! the last one to the next state. Most turns of most fights begin in states that many other fights
//! came through, and of these an [`Atlas`] keeps a map: nodes are rolls, as coarse as the rules read
//! them, or pools of dice, and leaves are states. It is drawn while the rules play, so it is right by construction; a
//! path that is not on it yet is played by the rules. The fights are the same with it and without it,
//! die for die.
//!
//! Gauges, numbers of which only the band matters, are not part of the states that are kept: the fight
//! carries their values along. Where a rule changes one there is a node too, that branches by the band
//! of what it comes to; so the way is known for all values that take the same bands, not just for those
//! with which it was played.
//!
//! Where a rule says that nothing of how a turn came to a point matters but a few things
//! ([`Referee::ways_meet`]), the ways that come there go on as one, those through other turns too: two blows
//! are not a map of all that the second one can do for each outcome of the first. Such points are known by their
//! fingerprints.

use super::Came;
use super::states::States;
use crate::dice::{Dice, Stream};
use crate::distinct::{Distinct, hash_of};
use crate::gauge::{Gauge, MOST_GAUGES, Values};
use crate::referee::{AtReferee, Policy, Pool, Pools, Print, Referee, Share, Why, each_run};
use crate::ruleset::{Ending, Playable};
use crate::tally::{Sum, Tally};
use arrayvec::ArrayVec;
use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

/// How much may be remembered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Room {
    /// The most states, and the most ways in which a fight comes out.
    pub places: usize,
    /// The most words of paths, eight bytes each; there are up to a sixteenth as many points where ways meet.
    pub words: usize,
}

impl Room {
    /// 65,536 states, and 32 MB of paths.
    pub const LARGE: Self = Self { places: 1 << 16, words: 1 << 22 };
    /// 4,096 states, and 2 MB of paths.
    pub const SMALL: Self = Self { places: 1 << 12, words: 1 << 18 };
}

/// Slots that remember which states were seen once; a power of two.
const SEEN: usize = 1 << 17;

/// Rolls with more different sums are played by the rules each time.
const WIDEST: usize = 128;

/// A step from one outcome of a roll: unknown, to another roll, or to the end of the turn. The lowest three
/// bits say which, and of a roll what kind it is, the next one whether the turn completed a round, the others of the
/// lower half where it leads. The upper half says what is thrown there, so that nothing of a node is read before its
/// dice are thrown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Step(u64);

/// Numbers from here on do not fit into a step.
const STEPS: usize = 1 << 28;

impl Step {
    const UNKNOWN: Self = Self(0);

    const PLACE: u32 = 1;
    const OUTCOME: u32 = 2;
    /// To a roll of three six-sided dice that neither change a gauge nor are checked by one, as most are.
    const SIXES: u32 = 3;
    /// To a roll of dice that change a gauge.
    const CHANGE: u32 = 4;
    /// To what happens to a gauge without a roll.
    const GAUGE: u32 = 5;
    const POOL: u32 = 6;
    /// To any other roll of dice.
    const OTHER: u32 = 7;

    /// To the roll whose node begins at that word.
    fn roll(node: Node, at: usize) -> Self {
        Self((node.0 as u64) << 32 | ((at as u32) << 4) as u64 | node.kind() as u64)
    }

    /// To what it leads.
    #[inline]
    const fn kind(self) -> u32 {
        self.0 as u32 & 7
    }

    /// Where it leads.
    #[inline]
    const fn at(self) -> u32 {
        self.0 as u32 >> 4
    }

    /// The rounds that it completes.
    #[inline]
    const fn rounds(self) -> u32 {
        self.0 as u32 >> 3 & 1
    }

    /// What is thrown where it leads.
    #[inline]
    const fn node(self) -> Node {
        Node((self.0 >> 32) as u32)
    }

    /// To what is next, after so many rounds that were completed; `None` where that is nothing usual.
    fn end(next: Next, rounds: u32) -> Option<Self> {
        let (at, kind) = match next {
            Next::Place(at) => (at, Self::PLACE),
            Next::Outcome(at) => (at, Self::OUTCOME),
        };
        (rounds <= 1 && (at as usize) < STEPS).then_some(Self((at << 4 | rounds << 3 | kind).into()))
    }
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

/// The most points where ways meet between a roll and the next one.
const MOST_MEETING: usize = 4;

/// Turns that were played, by the states in which they begin.
#[derive(Debug)]
pub(super) struct Atlas<G: Playable> {
    /// The first steps of the turns that begin in the states.
    first: Vec<Step>,
    states: States<G::State>,
    outcomes: Distinct<Outcome>,
    /// Nodes one after another: a step for each group of the sums of its dice. Before them there is one more word
    /// where more has to be said than the step that leads to the node says: of a pool which; of a gauge which bands or
    /// values there can be, and there is a step for each; of dice that change a gauge which and by what too, and there
    /// is a step for each group and band; of dice that are checked by a gauge how, and the steps are for failure and
    /// success. The first word of all belongs to none, so that no node begins at 0.
    words: Vec<u64>,
    /// Groupings one after another: for each sum of the dice, from the lowest on, its group. There are few.
    groups: Vec<u8>,
    /// Where they begin, in units of [`UNIT`].
    by_groups: HashMap<Box<[u8]>, u16, FxBuildHasher>,
    /// What sums of dice change a gauge by, one list after another, as in `groups`.
    changes: Vec<i16>,
    by_changes: HashMap<Box<[i16]>, u32, FxBuildHasher>,
    /// The pools that are thrown at nodes.
    pools: Pools<G>,
    /// Hashes of states that were seen once.
    seen: Vec<u32>,
    /// By fingerprint: what is thrown first where ways meet.
    meeting: HashMap<(u64, u64), Step, FxBuildHasher>,
    /// The points that the turn has passed since its last roll, for the next one that is drawn.
    passed: ArrayVec<(u64, u64), MOST_MEETING>,
    room: Room,
}

/// How far the atlas led through turns.
pub(super) struct Followed {
    /// Where the last of them began, or the one that is next.
    pub(super) place: u32,
    /// How many were followed to their ends.
    pub(super) turns: u64,
    /// The rounds of the fight.
    pub(super) rounds: u32,
    pub(super) stop: Stop,
}

/// What ended a way over the atlas.
pub(super) enum Stop {
    /// The fight came out so.
    Outcome(u32),
    /// The turn that begins at the place gets lost.
    Lost,
    /// The last round is over.
    Limit,
}

/// Groupings begin at multiples of this.
const UNIT: usize = 16;

impl<G: Playable> Atlas<G> {
    pub(super) fn new(room: Room) -> Self {
        Self {
            room: Room { words: room.words.min(STEPS), ..room },
            first: Vec::new(),
            states: States::new(),
            outcomes: Distinct::new(),
            words: vec![0],
            groups: Vec::new(),
            by_groups: HashMap::default(),
            changes: Vec::new(),
            by_changes: HashMap::default(),
            pools: Pools::default(),
            seen: vec![0; SEEN],
            meeting: HashMap::default(),
            passed: ArrayVec::new(),
        }
    }

    /// How much is taken.
    pub(super) fn used(&self) -> Room {
        Room { places: self.states.len(), words: self.words.len() }
    }

    /// The place of a state. It gets one when it comes for the second time: a state that never comes
    /// again is not worth the memory. As long as there is much of it, it may get one at once.
    pub(super) fn place_of(&mut self, state: &mut G::State, at_once: bool) -> Option<u32> {
        let hash = hash_of(state);
        if let Some(place) = self.states.find(hash, state) {
            return Some(place);
        }
        if self.room.places <= self.states.len() {
            return None;
        }
        if !at_once || self.room.places / 2 <= self.states.len() {
            let slot = (hash >> 20) as usize % SEEN;
            // A state whose hash leaves nothing here is merely never seen twice.
            let print = (hash as u32) | 1;
            if self.seen[slot] != print {
                self.seen[slot] = print;
                return None;
            }
        }
        self.first.push(Step::UNKNOWN);
        Some(self.states.insert(hash, state))
    }

    /// Reads what belongs to a place from which a turn will soon be played.
    #[inline]
    pub(super) fn look_ahead(&self, place: u32) {
        self.states.look_ahead(place);
    }

    /// Copies the state of a place.
    pub(super) fn copy_state(&self, place: u32, into: &mut G::State) {
        self.states.copy(place, into);
    }

    /// How a fight came out.
    pub(super) fn outcome(&self, at: u32) -> &Outcome {
        self.outcomes.nth(at as usize)
    }

    /// Keeps how a fight came out.
    pub(super) fn keep_outcome(&mut self, outcome: &Outcome) -> u32 {
        self.outcomes.number_of(outcome).index() as u32
    }

    /// Whether there is room for more outcomes.
    pub(super) fn has_room(&self) -> bool {
        self.outcomes.len() < self.room.places
    }

    /// Follows turn after turn from a place on, with the values of the gauges, until something else comes: the turns, the
    /// rounds that were completed before that limit, and where the fight has come to. The dice are those with which it
    /// goes on from there.
    #[inline]
    pub(super) fn follow(
        &self,
        mut place: u32,
        (mut rounds, limit): (u32, u32),
        stream: &mut Stream,
        gauges: &[Gauge],
        values: &mut Values,
    ) -> Followed {
        // Copies, which stay in registers; their addresses are not taken.
        let (mut dice, mut now) = (stream.clone(), *values);
        let mut begun = (dice.clone(), now);
        let mut turns = 0;
        let stop = if limit <= rounds {
            Stop::Limit
        } else {
            let mut step = self.first[place as usize];
            loop {
                step = self.follow_rolls(step, &mut dice, gauges, &mut now);
                match step.kind() {
                    Step::PLACE => {
                        turns += 1;
                        (place, rounds) = (step.at(), rounds + step.rounds());
                        if limit <= rounds {
                            break Stop::Limit;
                        }
                        begun = (dice.clone(), now);
                        step = self.first[place as usize];
                    }
                    Step::OUTCOME => {
                        (turns, rounds) = (turns + 1, rounds + step.rounds());
                        break Stop::Outcome(step.at());
                    }
                    _ => {
                        (dice, now) = begun;
                        break Stop::Lost;
                    }
                }
            }
        };
        (*stream, *values) = (dice, now);
        Followed { place, turns, rounds, stop }
    }

    /// Follows a turn from a step on. Where its way gets lost the dice and the values are those of its beginning.
    #[inline]
    fn follow_from(
        &self,
        step: Step,
        stream: &mut Stream,
        gauges: &[Gauge],
        values: &mut Values,
    ) -> Option<(Next, u32)> {
        let (mut dice, mut now) = (stream.clone(), *values);
        let end = self.follow_rolls(step, &mut dice, gauges, &mut now);
        let next = match end.kind() {
            Step::PLACE => Next::Place(end.at()),
            Step::OUTCOME => Next::Outcome(end.at()),
            _ => return None,
        };
        (*stream, *values) = (dice, now);
        Some((next, end.rounds()))
    }

    /// Follows the turn that begins at a place, to what is next and the rounds that it completes. Where its way gets lost
    /// the dice and the values are those of its beginning.
    #[inline]
    pub(super) fn follow_turn(
        &self,
        place: u32,
        stream: &mut Stream,
        gauges: &[Gauge],
        values: &mut Values,
    ) -> Option<(Next, u32)> {
        self.follow_from(self.first[place as usize], stream, gauges, values)
    }

    /// The place to which a turn leads in which nothing is rolled, if it is such, and the rounds that it completes.
    #[inline]
    pub(super) fn leads_on(&self, place: u32) -> Option<(u32, u32)> {
        let step = self.first[place as usize];
        (step.kind() == Step::PLACE).then(|| (step.at(), step.rounds()))
    }

    /// Follows a turn as far as it is known: the step that leads out of it, or the unknown one.
    #[inline(always)]
    fn follow_rolls(&self, mut step: Step, stream: &mut Stream, gauges: &[Gauge], values: &mut Values) -> Step {
        loop {
            while step.kind() == Step::SIXES {
                let above = Dice::draw_above_three(stream);
                step = Step(self.words[step.at() as usize + usize::from(self.groups[step.node().groups() + above])]);
            }
            let (node, at) = (step.node(), step.at() as usize);
            let word = match step.kind() {
                Step::CHANGE => {
                    let sum = node.dice().draw(stream);
                    self.change(at, node, sum, gauges, values)
                }
                Step::POOL => {
                    let mut dice = stream.clone();
                    let pool = self.words[at] as u32;
                    let code = self.pools.throw(pool, &mut dice);
                    *stream = dice;
                    let place = self.pools.place_of_code(pool, code);
                    place.map(|place| at + 1 + usize::from(self.groups[node.groups() + place]))
                }
                Step::OTHER => {
                    let sum = node.dice().draw(stream);
                    Some(if node.is_check() { self.checked(at, sum, values) } else { at + self.group(node, sum) })
                }
                Step::GAUGE => node
                    .gauge()
                    .and_then(|change| change.apply(gauges, values))
                    .map(|branch| at + 1 + Reach(self.words[at] as u32).place(branch)),
                _ => return step,
            };
            step = word.map_or(Step::UNKNOWN, |word| Step(self.words[word]));
        }
    }

    /// Draws the map of a turn in which the way got lost, while the rules play it with the same
    /// dice. The values of the gauges are those at its beginning.
    pub(super) fn explore<'a>(&'a mut self, place: u32, gauges: &'a [Gauge], values: Values) -> Chart<'a, G> {
        let here = Some(Here { step: self.first[place as usize], from: From::Place(place) });
        self.passed.clear();
        Chart { here, atlas: self, gauges, values, goes_by: None }
    }

    /// Notes what comes after a turn that was explored, and the rounds that it completed.
    pub(super) fn note_end(&mut self, from: From, next: Next, rounds: u32) {
        if let Some(end) = Step::end(next, rounds) {
            debug_assert!(
                [Step::UNKNOWN, end].contains(&self.step(from)),
                "a turn ended in another way than those that met it"
            );
            self.lead(from, end);
        }
    }

    /// The step from there.
    fn step(&self, from: From) -> Step {
        match from {
            From::Place(place) => self.first[place as usize],
            From::Outcome(word) => Step(self.words[word]),
        }
    }

    /// Leads on from a point where ways meet, if something was drawn there already; else it is kept for the next roll.
    fn meet(&mut self, from: From, print: (u64, u64)) -> Step {
        let Some(&step) = self.meeting.get(&print) else {
            let _ = self.passed.try_push(print);
            return Step::UNKNOWN;
        };
        self.lead(from, step);
        self.begin_all_at(step);
        step
    }

    /// What is thrown first at the points that the turn has passed.
    fn begin_all_at(&mut self, step: Step) {
        for print in self.passed.drain(..) {
            if self.meeting.len() < self.room.words / 16 {
                self.meeting.insert(print, step);
            }
        }
    }

    /// The group of a sum.
    #[inline]
    fn group(&self, node: Node, sum: i32) -> usize {
        usize::from(self.groups[node.groups() + (sum - node.dice().lowest()) as usize])
    }

    /// Whether a sum of dice is at or below what a gauge has a share in, as the word of a node that leads on.
    #[inline]
    fn checked(&self, at: usize, sum: i32, values: &Values) -> usize {
        at + 1 + usize::from(sum <= Checked::of(self.words[at]).number(values))
    }

    /// Changes a gauge by what a sum of dice says at a node, and says which word of it leads on.
    #[inline(always)]
    fn change(&self, at: usize, node: Node, sum: i32, gauges: &[Gauge], values: &mut Values) -> Option<usize> {
        let Changed { gauge, list, reach } = Changed::of(self.words[at]);
        let by = self.changes[list + (sum - node.dice().lowest()) as usize];
        let band = GaugeNode { gauge, by: Some(by) }.apply(gauges, values)?;
        Some(at + 1 + self.group(node, sum) * reach.count() + reach.place(band))
    }

    fn lead(&mut self, from: From, step: Step) {
        match from {
            From::Place(place) => self.first[place as usize] = step,
            From::Outcome(word) => self.words[word] = step.0,
        }
    }

    /// Draws a node for a roll to which that step leads, with those groups of sums; `None` if there is no room.
    fn draw_node(&mut self, from: From, dice: Dice, groups: Option<Groups>) -> Option<Step> {
        let (groups, count) = groups?;
        let groups = self.grouping(&groups)?;
        self.push_node(from, Node::new(dice, groups), None, count)
    }

    /// Draws a node for a check by a gauge.
    fn draw_check(&mut self, from: From, dice: Dice, by: Share) -> Option<Step> {
        self.push_node(from, Node::checking(dice), Some(Checked::word(by)?), 2)
    }

    /// The same where the sums change a gauge, each by so much, so that it can come into those bands.
    fn draw_change(
        &mut self,
        from: From,
        dice: Dice,
        groups: Option<Groups>,
        (gauge, reach): (usize, Reach),
        by: &[i16],
    ) -> Option<Step> {
        let (groups, count) = groups?;
        let groups = self.grouping(&groups)?;
        let list = match self.by_changes.get(by) {
            Some(&list) => list,
            None => {
                let list = u32::try_from(self.changes.len()).ok().filter(|&list| list < Changed::LISTS)?;
                self.changes.extend_from_slice(by);
                self.by_changes.insert(by.into(), list);
                list
            }
        };
        let changed = Changed { gauge, list: list as usize, reach };
        self.push_node(from, Node::changing(dice, groups), Some(changed.word()), count * reach.count())
    }

    /// The same for the pool of a place.
    fn draw_pool<F: Copy + PartialEq>(&mut self, from: From, pool: u32, read: impl Fn(u64) -> F) -> Option<Step> {
        let (groups, count) = grouped(self.pools.codes(pool).iter().map(|&code| read(code)))?;
        let groups = self.grouping(&groups)?;
        self.push_node(from, Node::pool(groups), Some(pool.into()), count)
    }

    /// Puts a node with so many groups, and what it says besides, behind the others.
    fn push_node(&mut self, from: From, node: Node, besides: Option<u64>, groups: usize) -> Option<Step> {
        let at = self.words.len();
        let first = at + usize::from(besides.is_some());
        if self.room.words < first + groups {
            return None;
        }
        self.words.extend(besides);
        self.words.resize(first + groups, Step::UNKNOWN.0);
        let step = Step::roll(node, at);
        self.lead(from, step);
        self.begin_all_at(step);
        Some(step)
    }

    /// Where a grouping stands; `None` if there is no room for it.
    fn grouping(&mut self, groups: &[u8]) -> Option<u16> {
        if let Some(&at) = self.by_groups.get(groups) {
            return Some(at);
        }
        let at = u16::try_from(self.groups.len() / UNIT).ok().filter(|&at| at != u16::MAX)?;
        self.groups.extend_from_slice(groups);
        self.groups.resize(self.groups.len().next_multiple_of(UNIT), 0);
        self.by_groups.insert(groups.into(), at);
        Some(at)
    }
}

/// The group of each outcome, and the number of groups.
type Groups = (ArrayVec<u8, WIDEST>, usize);

/// The groups of the sums of dice of which only some runs read the same; `None` if there are too many.
fn grouped_runs<F: Copy + PartialEq, const N: usize>(
    dice: Dice,
    ends: [i32; N],
    read: impl Fn(i32) -> F,
) -> Option<Groups> {
    let mut readings: ArrayVec<F, WIDEST> = ArrayVec::new();
    let mut groups: ArrayVec<u8, WIDEST> = ArrayVec::new();
    let mut fits = (dice.highest() - dice.lowest()) < WIDEST as i32;
    each_run(dice, ends, read, |first, last, reading| {
        if !fits {
            return;
        }
        let group = readings.iter().rposition(|earlier| *earlier == reading).unwrap_or_else(|| {
            fits &= readings.try_push(reading).is_ok();
            readings.len() - 1
        });
        for _ in first..=last {
            groups.push(group as u8);
        }
    });
    fits.then_some((groups, readings.len()))
}

/// The group of each outcome by its reading, and the number of groups; `None` if there are too many.
fn grouped<F: PartialEq>(outcomes: impl Iterator<Item = F>) -> Option<Groups> {
    let mut readings: ArrayVec<F, WIDEST> = ArrayVec::new();
    let mut groups: ArrayVec<u8, WIDEST> = ArrayVec::new();
    for reading in outcomes {
        // Equal readings mostly follow each other.
        let last = groups.last().map(|&last| usize::from(last)).filter(|&last| readings[last] == reading);
        let group = match last.or_else(|| readings.iter().rposition(|earlier| *earlier == reading)) {
            Some(group) => group,
            None => {
                readings.try_push(reading).ok()?;
                readings.len() - 1
            }
        };
        groups.try_push(group as u8).ok()?;
    }
    Some((groups, readings.len()))
}

/// What is thrown at a node: the dice (none for a pool), and the grouping of their sums.
#[derive(Debug, Clone, Copy)]
struct Node(u32);

/// What a node whose dice change a gauge says besides: which, where the list begins that says by what, and the bands
/// that it can come to.
#[derive(Debug, Clone, Copy)]
struct Changed {
    gauge: usize,
    list: usize,
    reach: Reach,
}

impl Changed {
    /// Lists begin below that.
    const LISTS: u32 = 1 << 29;

    #[inline]
    const fn of(word: u64) -> Self {
        let half = word as u32;
        Self { gauge: (half & 7) as usize, list: (half >> 3) as usize, reach: Reach((word >> 32) as u32) }
    }

    const fn word(self) -> u64 {
        (self.reach.0 as u64) << 32 | ((self.list as u32) << 3 | self.gauge as u32) as u64
    }
}

/// What a node whose dice are checked by a gauge says besides: which and what each of its points counts for, and the
/// rest.
#[derive(Debug, Clone, Copy)]
struct Checked {
    gauge: usize,
    per: i32,
    rest: i32,
}

impl Checked {
    fn word(Share { gauge, per, rest }: Share) -> Option<u64> {
        let half = (per as u32) << 3 | gauge as u32;
        (gauge < MOST_GAUGES && (0..=100).contains(&per)).then_some(u64::from(rest as u32) << 32 | u64::from(half))
    }

    #[inline]
    const fn of(word: u64) -> Self {
        let half = word as u32;
        Self { gauge: (half & 7) as usize, per: (half >> 3) as i32, rest: (word >> 32) as i32 }
    }

    #[inline]
    fn number(self, values: &Values) -> i32 {
        self.rest + self.per * i32::from(values.get(self.gauge))
    }
}

/// What happens to a gauge.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct GaugeNode {
    gauge: usize,
    /// By how much it changes; `None` where its value is read.
    by: Option<i16>,
}

impl GaugeNode {
    /// Changes the value, and says which way that leads.
    #[inline(always)]
    fn apply(self, gauges: &[Gauge], values: &mut Values) -> Option<usize> {
        let (gauge, value) = (gauges.get(self.gauge)?, i32::from(values.get(self.gauge)));
        let Some(by) = self.by else { return Some(gauge.place(value)) };
        let changed = gauge.clamp(value + i32::from(by));
        values.set(self.gauge, changed as i16);
        Some(gauge.band(changed))
    }

    /// Where it can lead from any value of the band of that one.
    fn reach(self, gauges: &[Gauge], values: &Values) -> Reach {
        let (gauge, value) = (&gauges[self.gauge], i32::from(values.get(self.gauge)));
        match self.by {
            Some(by) => Reach::of_bands(gauge, value, [by]),
            None => Reach::new(gauge.place(gauge.bottom(value)), gauge.place(gauge.top(value))),
        }
    }
}

/// A word that says which bands, or places of values, a gauge can come to where it is in a known band: the first, and
/// how many there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Reach(u32);

impl Reach {
    fn new(first: usize, last: usize) -> Self {
        Self(((last - first + 1) as u32) << 16 | first as u32)
    }

    /// The bands into which changes by so much lead from any value of the band of that one.
    fn of_bands(gauge: &Gauge, value: i32, by: impl IntoIterator<Item = i16>) -> Self {
        let (bottom, top) = (gauge.bottom(value), gauge.top(value));
        let ends = |(least, most): (i32, i32), by: i16| (least.min(by.into()), most.max(by.into()));
        let (least, most) = by.into_iter().fold((i32::MAX / 2, i32::MIN / 2), ends);
        Self::new(gauge.band(bottom + least.min(most)), gauge.band(top + most.max(least)))
    }

    #[inline]
    const fn count(self) -> usize {
        (self.0 >> 16) as usize
    }

    /// The place of a band, or of the place of a value, among them.
    #[inline]
    const fn place(self, of: usize) -> usize {
        let place = of.wrapping_sub((self.0 & 0xffff) as usize);
        debug_assert!(place < self.count(), "a gauge left its band without a word");
        place
    }
}

impl Node {
    const fn new(dice: Dice, groups: u16) -> Self {
        Self((groups as u32) << 16 | (dice.number as u32) << 8 | dice.sides as u32)
    }

    /// Of dice that change a gauge. Nobody throws so many dice that have so few sums.
    const fn changing(dice: Dice, groups: u16) -> Self {
        Self(Self::new(dice, groups).0 | Self::CHANGES)
    }

    const CHANGES: u32 = 1 << 15;

    /// Whether dice change a gauge, of a node that has dice.
    #[inline]
    const fn changes_a_gauge(self) -> bool {
        self.0 & Self::CHANGES != 0
    }

    /// Of dice that are checked by a gauge: such as nobody changes a gauge by, of the last grouping that there could
    /// be.
    const fn checking(dice: Dice) -> Self {
        Self(Self::new(dice, u16::MAX).0 | Self::CHANGES)
    }

    /// Whether dice are checked by a gauge, of a node that has dice.
    #[inline]
    const fn is_check(self) -> bool {
        self.0 & Self::CHECKS == Self::CHECKS
    }

    const CHECKS: u32 = 0xffff << 16 | Self::CHANGES;

    const fn pool(groups: u16) -> Self {
        Self((groups as u32) << 16)
    }

    /// Whether dice are thrown, and no pool.
    #[inline]
    const fn has_dice(self) -> bool {
        self.0 & 0xff != 0
    }

    #[inline]
    const fn is_pool(self) -> bool {
        self.0 & 0xffff == 0
    }

    /// What kind of step leads to it.
    fn kind(self) -> u32 {
        if self.gauge().is_some() {
            Step::GAUGE
        } else if self.is_pool() {
            Step::POOL
        } else if self.is_check() {
            Step::OTHER
        } else if self.changes_a_gauge() {
            Step::CHANGE
        } else if self.dice() == Dice::d6(3) {
            Step::SIXES
        } else {
            Step::OTHER
        }
    }

    /// Dice have sides, and a pool nothing in its lower half: what has no sides and something there is a gauge.
    const fn of_gauge(node: GaugeNode) -> Self {
        let (by, read) = match node.by {
            Some(by) => (by as u16, 0),
            None => (0, Self::READ),
        };
        Self((by as u32) << 16 | (node.gauge as u32 + 1) << 8 | read)
    }

    const READ: u32 = 1 << 15;

    #[inline]
    fn gauge(self) -> Option<GaugeNode> {
        if self.has_dice() || self.is_pool() {
            return None;
        }
        let by = (self.0 & Self::READ == 0).then_some((self.0 >> 16) as i16);
        Some(GaugeNode { gauge: (self.0 >> 8 & 0x7f) as usize - 1, by })
    }

    #[inline]
    const fn dice(self) -> Dice {
        Dice { number: (self.0 >> 8) as u8 & 0x7f, sides: self.0 as u8 }
    }

    /// Where the groups of its sums begin.
    #[inline]
    const fn groups(self) -> usize {
        (self.0 >> 16) as usize * UNIT
    }
}

/// From where a step leads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum From {
    /// From the beginning of a turn.
    Place(u32),
    /// From the outcome of a roll whose step is that word.
    Outcome(usize),
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
    /// `None` where the map has no room for the way.
    here: Option<Here>,
    gauges: &'a [Gauge],
    /// Their values, as far as the turn has come.
    values: Values,
    /// What the rest of the turn hangs on besides the state, where that is known, and whether nothing else is done in it.
    goes_by: Option<(Print, bool)>,
}

impl<G: Playable> Chart<'_, G> {
    /// The step that leads to the end of the turn; `None` where the way is not on the map.
    pub(super) fn last(&self) -> Option<From> {
        self.here.map(|here| here.from)
    }

    /// Goes on as others did that came to that point, or as others will that come to it: to the end of the turn and the
    /// rounds that were completed, if all the rest of it is known.
    fn meet(&mut self, stream: &mut Stream, meets: impl FnOnce(&mut Print, bool)) -> Option<(Next, u32)> {
        let ((mut print, is_last), here) = (self.goes_by?, self.here.as_mut()?);
        if here.step != Step::UNKNOWN {
            return None;
        }
        meets(&mut print, is_last);
        here.step = self.atlas.meet(here.from, print.whole());
        // Every other turn is played to its end all the same where that is checked.
        if cfg!(debug_assertions) && stream.clone().below(2) == 0 {
            return None;
        }
        self.atlas.follow_from(here.step, stream, self.gauges, &mut self.values)
    }

    /// The values of the gauges, as far as the turn has come.
    pub(super) fn values(&self) -> Values {
        self.values
    }

    /// Throws dice, and draws what they lead to: the sum.
    fn roll(&mut self, stream: &mut Stream, dice: Dice, groups: impl FnOnce() -> Option<Groups>) -> i32 {
        let sum = dice.draw(stream);
        self.here = self.here.and_then(|here| {
            let step = match here.step {
                Step::UNKNOWN => self.atlas.draw_node(here.from, dice, groups())?,
                known => known,
            };
            debug_assert_eq!(step.node().dice(), dice, "the turn went another way than before");
            let word = step.at() as usize + self.atlas.group(step.node(), sum);
            Some(Here { step: Step(self.atlas.words[word]), from: From::Outcome(word) })
        });
        sum
    }

    /// Throws dice that are checked by a gauge, and draws what they lead to: the sum.
    fn check_by(&mut self, stream: &mut Stream, dice: Dice, number: i32, by: Share) -> i32 {
        if self.gauges.len() <= by.gauge {
            return self.roll(stream, dice, || grouped_runs(dice, [number], |sum| sum <= number));
        }
        let sum = dice.draw(stream);
        self.here = self.here.and_then(|here| {
            let step = match here.step {
                Step::UNKNOWN => self.atlas.draw_check(here.from, dice, by)?,
                known => known,
            };
            let at = step.at() as usize;
            let word = self.atlas.checked(at, sum, &self.values);
            debug_assert_eq!(word == at + 2, sum <= number, "a gauge has another share in a target");
            Some(Here { step: Step(self.atlas.words[word]), from: From::Outcome(word) })
        });
        sum
    }

    /// Throws dice that change a gauge, and draws what they lead to: the sum.
    fn roll_for<A: Copy + PartialEq>(
        &mut self,
        stream: &mut Stream,
        dice: Dice,
        gauge: usize,
        apart: impl Fn(i32) -> (A, i32),
    ) -> i32 {
        let gauges = self.gauges;
        let Some(whole) = gauges.get(gauge) else {
            return self.roll(stream, dice, || grouped((dice.lowest()..=dice.highest()).map(apart)));
        };
        let sum = dice.draw(stream);
        let by = |sum: i32| apart(sum).1.clamp(i16::MIN.into(), i16::MAX.into()) as i16;
        let (here, mut values) = (self.here, self.values);
        GaugeNode { gauge, by: Some(by(sum)) }.apply(gauges, &mut self.values);
        self.here = here.and_then(|here| {
            let step = match here.step {
                Step::UNKNOWN => {
                    let sums = dice.lowest()..=dice.highest();
                    let groups = grouped(sums.clone().map(|sum| apart(sum).0));
                    let by: ArrayVec<i16, WIDEST> = sums.take(WIDEST).map(by).collect();
                    let reach = Reach::of_bands(whole, values.get(gauge).into(), by.iter().copied());
                    self.atlas.draw_change(here.from, dice, groups, (gauge, reach), &by)?
                }
                known => known,
            };
            let word = self.atlas.change(step.at() as usize, step.node(), sum, gauges, &mut values)?;
            Some(Here { step: Step(self.atlas.words[word]), from: From::Outcome(word) })
        });
        sum
    }

    /// Notes what happens to a gauge.
    fn gauge(&mut self, node: GaugeNode) {
        let (gauges, before) = (self.gauges, self.values);
        let Some(branch) = node.apply(gauges, &mut self.values) else { return };
        self.here = self.here.and_then(|here| {
            let step = match here.step {
                Step::UNKNOWN => {
                    let reach = node.reach(gauges, &before);
                    self.atlas.push_node(here.from, Node::of_gauge(node), Some(reach.0.into()), reach.count())?
                }
                known => known,
            };
            debug_assert_eq!(step.node().gauge(), Some(node), "the turn went another way than before");
            let at = step.at() as usize;
            let word = at + 1 + Reach(self.atlas.words[at] as u32).place(branch);
            Some(Here { step: Step(self.atlas.words[word]), from: From::Outcome(word) })
        });
    }

    /// Whether the values of the gauges are those of the state that the turn came to.
    pub(super) fn agrees(&self, state: &G::State) -> bool {
        let value = |at: usize| i32::from(self.values.get(at));
        self.gauges.iter().enumerate().all(|(at, gauge)| gauge.clamp(G::gauge(state, at)) == value(at))
    }

    /// Whether the way is on the map still.
    fn is_on_the_map(&self) -> bool {
        self.here.is_some()
    }

    /// Throws the pool of a place, and draws what it leads to.
    fn pool<P: Pool<G>, F: Copy + PartialEq>(
        &mut self,
        stream: &mut Stream,
        pool: u32,
        read: impl Fn(P::Outcome) -> F,
    ) -> F {
        let code = self.atlas.pools.throw(pool, stream);
        self.here = self.here.and_then(|here| {
            let place = self.atlas.pools.place_of_code(pool, code)?;
            let step = match here.step {
                Step::UNKNOWN => self.atlas.draw_pool(here.from, pool, |code| read(P::outcome(code)))?,
                known => known,
            };
            let word = step.at() as usize + 1 + usize::from(self.atlas.groups[step.node().groups() + place]);
            Some(Here { step: Step(self.atlas.words[word]), from: From::Outcome(word) })
        });
        read(P::outcome(code))
    }
}

/// The referee of a simulated turn: draws dice, lets a policy decide, and draws a map of the turn where
/// there is a chart for it.
#[derive(Debug)]
pub(super) struct Player<'a, G: Playable> {
    pub(super) stream: &'a mut Stream,
    pub(super) policy: &'a mut G::Own,
    pub(super) chart: Option<Chart<'a, G>>,
    /// What comes after the turn, and the rounds that it completes, once the map says it.
    pub(super) found: Option<(Next, u32)>,
}

/// Says that the map led through the rest of the turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Found;

impl<G: Playable> Referee<G> for Player<'_, G> {
    type Pause = Found;
    type Tally = Sum;

    #[inline]
    fn roll<F: Copy + PartialEq>(
        &mut self,
        _: Why,
        dice: Dice,
        _: Option<&Sum>,
        read: impl Fn(i32) -> F,
    ) -> Result<F, Found> {
        let sum = match &mut self.chart {
            None => dice.draw(self.stream),
            Some(chart) => chart.roll(self.stream, dice, || grouped((dice.lowest()..=dice.highest()).map(&read))),
        };
        Ok(read(sum))
    }

    #[inline]
    fn roll_in_runs<F: Copy + PartialEq, const N: usize>(
        &mut self,
        _: Why,
        dice: Dice,
        _: Option<&Sum>,
        ends: impl FnOnce() -> [i32; N],
        read: impl Fn(i32) -> F,
    ) -> Result<F, Found> {
        let sum = match &mut self.chart {
            None => dice.draw(self.stream),
            Some(chart) => chart.roll(self.stream, dice, || grouped_runs(dice, ends(), &read)),
        };
        Ok(read(sum))
    }

    #[inline]
    fn pool<P: Pool<G>, F: Copy + PartialEq>(
        &mut self,
        why: Why,
        pool: &P,
        _: Option<&Sum>,
        read: impl Fn(P::Outcome) -> F,
    ) -> Result<F, Found> {
        if let Some(chart) = &mut self.chart
            && chart.is_on_the_map()
            && let Some(at) = pool.place(why, &mut chart.atlas.pools)
        {
            return Ok(chart.pool::<P, F>(self.stream, at, read));
        }
        pool.throw(why, &mut AtReferee { referee: self, target: None }).map(read)
    }

    fn ask(&mut self, setup: &G::Setup, state: &mut G::State, question: G::Question) -> Result<G::Choice, Found> {
        let choice = self.policy.decide(setup, state, &question);
        debug_assert_eq!(G::judge(setup, state, &question, &choice), Ok(()), "{question:?} -> {choice:?}");
        Ok(choice)
    }

    #[inline]
    fn check_by(&mut self, _: Why, dice: Dice, target: &Sum, by: Share) -> Result<bool, Found> {
        let number = target.total();
        let sum = match &mut self.chart {
            None => dice.draw(self.stream),
            Some(chart) => chart.check_by(self.stream, dice, number, by),
        };
        Ok(sum <= number)
    }

    #[inline]
    fn throw_for<F: Copy + PartialEq, A: Copy + PartialEq>(
        &mut self,
        _: Why,
        dice: Dice,
        gauge: usize,
        read: impl Fn(i32) -> F,
        apart: impl Fn(&F) -> (A, i32),
    ) -> Result<F, Found> {
        let sum = match &mut self.chart {
            None => dice.draw(self.stream),
            Some(chart) => chart.roll_for(self.stream, dice, gauge, |sum| apart(&read(sum))),
        };
        Ok(read(sum))
    }

    #[inline]
    fn changes(&mut self, gauge: usize, by: i32) {
        if let Some(chart) = &mut self.chart
            && by != 0
        {
            let by = by.clamp(i16::MIN.into(), i16::MAX.into()) as i16;
            chart.gauge(GaugeNode { gauge, by: Some(by) });
        }
    }

    #[inline]
    fn reads(&mut self, gauge: usize) {
        if let Some(chart) = &mut self.chart {
            chart.gauge(GaugeNode { gauge, by: None });
        }
    }

    #[inline]
    fn goes_by(&mut self, is_last: bool, known: Option<impl FnOnce(&mut Print)>) {
        if let Some(chart) = &mut self.chart {
            chart.goes_by = known.map(|hash| {
                let mut print = Print::default();
                hash(&mut print);
                self.policy.note(&mut print);
                (print, is_last)
            });
        }
    }

    #[inline]
    fn remembers(&self) -> Option<bool> {
        Some(self.chart.as_ref().is_some_and(|chart| chart.goes_by.is_some_and(|(_, is_last)| is_last)))
    }

    #[inline]
    fn ways_meet(&mut self, meets: impl FnOnce(&mut Print, bool)) -> Result<(), Found> {
        if let Some(chart) = &mut self.chart {
            self.found = chart.meet(self.stream, meets);
        }
        if self.found.is_some() { Err(Found) } else { Ok(()) }
    }

    #[inline]
    fn tell(&mut self, _: impl FnOnce() -> G::Event) {}

    #[inline]
    fn is_heard(&self) -> bool {
        false
    }
}
