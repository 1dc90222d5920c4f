//! A cache of whole turns, keyed by the state in which they begin. It knows nothing of the rules.
//!
//! A turn is a function of the state in which it begins, of a policy that remembers nothing from one turn to the next,
//! and of its dice. The cache keeps for a state the tree of rolls that turns from there asked for, each roll as coarse
//! as the rules read it, with the states in which the turns ended as its leaves. A turn whose dice stay on the tree is
//! followed without the rules; any other one is played by the rules and adds its path. The fights are the same with
//! the cache and without it, die for die.

use affray_kernel::dice::{Dice, Stream};
use affray_kernel::referee::{Groups, Recorder, Why};
use hashbrown::{HashMap, HashTable};
use rustc_hash::{FxBuildHasher, FxHasher};
use std::hash::{Hash, Hasher as _};

/// The most states that are kept.
const MOST_STATES: usize = 1 << 17;
/// The most edges of trees that are kept, four bytes each.
const MOST_EDGES: usize = 1 << 24;
/// Slots for hashes of states that were seen once; a power of two.
const SEEN: usize = 1 << 18;
/// So many turns are looked at before the cache decides whether it pays.
const TRIAL: u64 = 1 << 12;
/// It pays if at least one turn is followed for so many that are played.
const PAYS: u64 = 6;

/// What one outcome of a roll leads to: nothing known, another roll, the next turn, or the end of the fight. The lowest
/// two bits say which, the third whether a round was completed, the others which roll, state or ending.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Edge(u32);

impl Edge {
    const UNKNOWN: Self = Self(0);
    const ROLL: u32 = 1;
    const STATE: u32 = 2;
    const OVER: u32 = 3;

    fn new(kind: u32, rounds: u32, to: usize) -> Self {
        Self((to as u32) << 3 | rounds << 2 | kind)
    }
    const fn kind(self) -> u32 {
        self.0 & 3
    }
    const fn rounds(self) -> u32 {
        self.0 >> 2 & 1
    }
    const fn to(self) -> usize {
        (self.0 >> 3) as usize
    }
}

/// A roll of a tree.
#[derive(Clone, Copy)]
struct Node {
    dice: Dice,
    /// Where the groups of its sums begin, the lowest sum first.
    groups: u32,
    /// Where its edges begin, one for each group.
    edges: u32,
}

/// Where a turn ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Next {
    /// In the state of that number.
    State(usize),
    /// With the fight, in the ending of that number.
    Over(usize),
}

/// How far turns were followed.
pub(super) struct Followed {
    /// Where the way ends.
    pub(super) next: Next,
    /// How many turns were followed to their ends.
    pub(super) turns: u64,
    /// The rounds that are over.
    pub(super) rounds: u32,
}

/// The cache: states `S`, and endings `E` of fights.
pub(super) struct TurnCache<S, E> {
    states: Vec<S>,
    by_hash: HashTable<(u64, u32)>,
    /// Hashes of states that were seen once.
    seen: Vec<u32>,
    /// By state: what the first roll of its turn is, or where the turn leads that rolls nothing.
    first: Vec<Edge>,
    nodes: Vec<Node>,
    edges: Vec<Edge>,
    /// Groups of sums of dice, one list after another. There are few.
    groups: Vec<u16>,
    by_groups: HashMap<Groups, u32, FxBuildHasher>,
    endings: Vec<E>,
    by_ending: HashMap<E, usize, FxBuildHasher>,
}

impl<S, E> std::fmt::Debug for TurnCache<S, E> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (states, edges) = (self.states.len(), self.edges.len());
        f.debug_struct("TurnCache").field("states", &states).field("edges", &edges).finish_non_exhaustive()
    }
}

fn hash_of<T: Hash>(it: &T) -> u64 {
    let mut hasher = FxHasher::default();
    it.hash(&mut hasher);
    let hash = hasher.finish();
    // The hasher multiplies, which carries a difference only upwards.
    (hash ^ hash >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

impl<S: Clone + Eq + Hash, E: Clone + Eq + Hash> TurnCache<S, E> {
    pub(super) fn new() -> Self {
        Self {
            states: Vec::new(),
            by_hash: HashTable::new(),
            seen: vec![0; SEEN],
            first: Vec::new(),
            nodes: Vec::new(),
            edges: Vec::new(),
            groups: Vec::new(),
            by_groups: HashMap::default(),
            endings: Vec::new(),
            by_ending: HashMap::default(),
        }
    }

    /// Whether the cache saves time, after so many turns that were followed and that were played.
    pub(super) fn pays(followed: u64, played: u64) -> bool {
        followed + played < TRIAL || followed * PAYS >= played
    }

    /// The number of a state. A state gets one when it comes for the second time: one that never comes again is not
    /// worth the memory.
    pub(super) fn number_of(&mut self, state: &S) -> Option<usize> {
        let hash = hash_of(state);
        let states = &self.states;
        let same = |&(other, number): &(u64, u32)| other == hash && states[number as usize] == *state;
        if let Some(&(_, number)) = self.by_hash.find(hash, same) {
            return Some(number as usize);
        }
        let (slot, print) = ((hash >> 40) as usize % SEEN, hash as u32 | 1);
        if self.seen[slot] != print || self.states.len() == MOST_STATES {
            self.seen[slot] = print;
            return None;
        }
        let number = self.states.len();
        self.by_hash.insert_unique(hash, (hash, number as u32), |&(hash, _)| hash);
        self.states.push(state.clone());
        self.first.push(Edge::UNKNOWN);
        Some(number)
    }

    /// The state of a number.
    pub(super) fn state(&self, number: usize) -> &S {
        &self.states[number]
    }

    /// The number of an ending; `None` where there is no room for it.
    pub(super) fn number_of_ending(&mut self, ending: &E) -> Option<usize> {
        if let Some(&number) = self.by_ending.get(ending) {
            return Some(number);
        }
        let number = self.endings.len();
        (number < MOST_STATES).then(|| {
            self.endings.push(ending.clone());
            self.by_ending.insert(ending.clone(), number);
            number
        })
    }

    /// The ending of a number.
    pub(super) fn ending(&self, number: usize) -> &E {
        &self.endings[number]
    }

    /// Follows turn after turn from a state on, until one leaves its tree, the fight is over or the limit of rounds is
    /// reached. The stream is then as it was when the next turn began.
    pub(super) fn follow(&self, mut state: usize, mut rounds: u32, limit: u32, stream: &mut Stream) -> Followed {
        let mut turns = 0;
        while rounds < limit {
            let before = stream.clone();
            let end = self.follow_turn(self.first[state], stream);
            match end.kind() {
                Edge::STATE => state = end.to(),
                Edge::OVER => {
                    let next = Next::Over(end.to());
                    return Followed { next, turns: turns + 1, rounds: rounds + end.rounds() };
                }
                _ => {
                    *stream = before;
                    break;
                }
            }
            (turns, rounds) = (turns + 1, rounds + end.rounds());
        }
        Followed { next: Next::State(state), turns, rounds }
    }

    /// Follows a turn to its end, or to where it leaves its tree.
    fn follow_turn(&self, mut edge: Edge, stream: &mut Stream) -> Edge {
        while edge.kind() == Edge::ROLL {
            let Node { dice, groups, edges } = self.nodes[edge.to()];
            edge = self.edges[edges as usize + self.group(dice, groups, dice.draw(stream))];
        }
        edge
    }

    /// Says where a turn ended whose path was recorded, after so many rounds that it completed.
    pub(super) fn end(&mut self, path: Path, next: Next, rounds: u32) {
        let (kind, to) = match next {
            Next::State(state) => (Edge::STATE, state),
            Next::Over(ending) => (Edge::OVER, ending),
        };
        // A turn that passes several rounds is played each time.
        if rounds <= 1 {
            self.put(path.0, Edge::new(kind, rounds, to));
        }
    }

    fn put(&mut self, at: At, edge: Edge) {
        match at {
            At::First(state) => self.first[state] = edge,
            At::Edge(at) => self.edges[at] = edge,
            At::Lost => {}
        }
    }

    fn group(&self, dice: Dice, groups: u32, total: i32) -> usize {
        usize::from(self.groups[groups as usize + (total - dice.lowest()) as usize])
    }

    /// Adds a roll of dice; an unknown edge where there is no room for it.
    fn add_dice(&mut self, dice: Dice, groups: Groups) -> Edge {
        let number = groups.iter().max().map_or(0, |most| usize::from(*most) + 1);
        if self.edges.len() + number > MOST_EDGES {
            return Edge::UNKNOWN;
        }
        let at = self.groups.len() as u32;
        let groups = *self.by_groups.entry(groups).or_insert_with_key(|groups| {
            self.groups.extend_from_slice(groups);
            at
        });
        let edges = self.edges.len() as u32;
        self.edges.resize(self.edges.len() + number, Edge::UNKNOWN);
        self.nodes.push(Node { dice, groups, edges });
        Edge::new(Edge::ROLL, 0, self.nodes.len() - 1)
    }
}

/// Draws the path of a turn that the rules play.
pub(super) struct TurnRecorder<'a, S, E> {
    cache: &'a mut TurnCache<S, E>,
    /// The edge to which the turn has come.
    at: At,
}

/// The path of a turn that was played, by the edge at its end.
#[derive(Debug, Clone, Copy)]
pub(super) struct Path(At);

/// A place for an edge.
#[derive(Debug, Clone, Copy)]
enum At {
    /// The beginning of the turn from that state.
    First(usize),
    /// An outcome of a roll.
    Edge(usize),
    /// None: there is no room, or a pool was thrown.
    Lost,
}

impl<'a, S: Clone + Eq + Hash, E: Clone + Eq + Hash> TurnRecorder<'a, S, E> {
    /// Begins a turn from that state.
    pub(super) fn new(cache: &'a mut TurnCache<S, E>, state: usize) -> Self {
        Self { cache, at: At::First(state) }
    }

    fn edge(&self) -> Edge {
        match self.at {
            At::First(state) => self.cache.first[state],
            At::Edge(edge) => self.cache.edges[edge],
            At::Lost => Edge::UNKNOWN,
        }
    }

    /// The turn is over: where its path has come to.
    pub(super) fn path(self) -> Path {
        Path(self.at)
    }

    /// The node of the roll that is under way, which is added where it is not known.
    fn node(&mut self, add: impl FnOnce(&mut TurnCache<S, E>) -> Edge) -> Option<Node> {
        if matches!(self.at, At::Lost) {
            return None;
        }
        if self.edge() == Edge::UNKNOWN {
            let edge = add(self.cache);
            self.cache.put(self.at, edge);
        }
        let edge = self.edge();
        debug_assert!(edge.kind() != Edge::STATE && edge.kind() != Edge::OVER, "a turn rolls on after its end");
        (edge.kind() == Edge::ROLL).then(|| self.cache.nodes[edge.to()])
    }
}

impl<S: Clone + Eq + Hash, E: Clone + Eq + Hash> Recorder for TurnRecorder<'_, S, E> {
    fn rolled(&mut self, _: &Why, dice: Dice, total: i32, groups: &dyn Fn() -> Groups) {
        self.at = match self.node(|cache| cache.add_dice(dice, groups())) {
            Some(Node { groups, edges, .. }) => At::Edge(edges as usize + self.cache.group(dice, groups, total)),
            None => At::Lost,
        };
    }

    /// Turns with pools are played each time: their dice go too many ways.
    fn threw(&mut self, _: &Why) {
        self.at = At::Lost;
    }
}
