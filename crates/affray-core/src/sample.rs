//! Many fights in a row: what a simulation runs on one thread.

mod atlas;

use crate::dice::Stream;
use crate::referee::{CombatantId, Policy, Sampler};
use crate::ruleset::{Ending, FateCounts, Playable, Results, Simulate};
use atlas::{Atlas, Way};
use std::ops::Range;

/// Lengths beyond this are counted together.
const LONGEST: usize = 255;

/// Fights an encounter over and over with the game's own policy, on one thread.
///
/// Each fight has a stream of its own, so that it is the same fight in any company. What was learned of
/// the encounter's turns on the way is kept for further fights: see `atlas`. Memory has a bound.
#[derive(Debug)]
pub struct Simulator<'a, G: Playable> {
    setup: &'a G::Setup,
    start: &'a G::State,
    combatants: usize,
    sides: usize,
    atlas: Option<Atlas<G>>,
    policy: G::Own,
    state: G::State,
    /// The place of the start.
    first: Option<u32>,
    turns: Turns,
}

/// How the turns of a simulation were played.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Turns {
    /// By memory alone.
    pub remembered: u64,
    /// By the rules, from a state that is remembered.
    pub lost: u64,
    /// By the rules, from a state that is not.
    pub new: u64,
}

/// Where a fight has come to.
#[derive(Clone, Copy)]
enum At {
    /// To a place of the atlas.
    Known(u32),
    /// To the simulator's own state.
    New,
}

impl<'a, G: Playable> Simulator<'a, G> {
    /// A simulator of an encounter with so many combatants and sides.
    pub fn new(setup: &'a G::Setup, start: &'a G::State, combatants: usize, sides: usize) -> Self {
        Self {
            setup,
            start,
            combatants,
            sides,
            atlas: Some(Atlas::new()),
            policy: G::Own::default(),
            state: start.clone(),
            first: None,
            turns: Turns::default(),
        }
    }

    /// How the turns so far were played.
    pub fn turns(&self) -> Turns {
        self.turns
    }

    /// One that plays every turn by the rules and remembers none. It fights the same fights, more slowly.
    #[must_use]
    pub fn forgetful(self) -> Self {
        Self { atlas: None, ..self }
    }

    /// Fights those fights of a seed and adds up what they came to.
    pub fn run(&mut self, seed: u64, numbers: Range<u64>, into: &mut Results) {
        into.wins.resize(self.sides, 0);
        into.fates.resize(self.combatants, FateCounts::default());
        into.lengths.resize(LONGEST + 1, 0);
        for number in numbers {
            let mut stream = Stream::new(seed, number);
            let (ending, rounds, at) = self.fight(&mut stream);
            into.fights += 1;
            match ending.side.and_then(|side| into.wins.get_mut(side as usize)) {
                Some(wins) => *wins += 1,
                None => into.draws += 1,
            }
            into.at_limit += u64::from(ending.at_limit);
            let rounds = u64::from(rounds);
            into.rounds.0 += rounds;
            into.rounds.1 += rounds * rounds;
            into.rounds.2 = into.rounds.2.max(rounds);
            into.lengths[(rounds as usize).min(LONGEST)] += 1;
            let end = match (at, &self.atlas) {
                (At::Known(place), Some(atlas)) => atlas.state(place),
                _ => &self.state,
            };
            for (who, counts) in into.fates.iter_mut().enumerate() {
                let fate = G::fate(self.setup, end, CombatantId(who as u8));
                counts.dead += u64::from(fate.dead);
                counts.out += u64::from(fate.out);
                counts.fled += u64::from(fate.fled);
                let lost = (fate.max_hp - fate.hp.max(0)).max(0) as u64;
                counts.hp_lost += lost;
                counts.hp_lost_squared += lost * lost;
            }
        }
    }

    /// One fight to its end: how it ended, after how many rounds, and where.
    fn fight(&mut self, stream: &mut Stream) -> (Ending, u32, At) {
        let limit = G::round_limit(self.setup);
        let mut rounds = G::rounds(self.start);
        self.state.clone_from(self.start);
        if let (Some(atlas), None) = (&mut self.atlas, self.first) {
            self.first = atlas.place_of(self.setup, self.start);
        }
        let mut at = self.first.map_or(At::New, At::Known);
        loop {
            let over = match (at, &self.atlas) {
                (At::Known(place), Some(atlas)) => atlas.over(place),
                _ => G::ending(self.setup, &self.state).filter(|ending| !ending.at_limit),
            };
            if let Some(ending) = over {
                return (ending, rounds, at);
            }
            if limit <= rounds {
                return (Ending { side: None, at_limit: true }, rounds, at);
            }
            match (at, &mut self.atlas) {
                (At::Known(place), Some(atlas)) => match atlas.follow(place, stream) {
                    Way::Through(next, more) => {
                        self.turns.remembered += 1;
                        rounds += more;
                        at = At::Known(next);
                    }
                    Way::Lost => {
                        self.turns.lost += 1;
                        self.state.clone_from(atlas.state(place));
                        let before = G::rounds(&self.state);
                        self.policy.restart();
                        let mut explorer = atlas.explorer(place, stream, &mut self.policy);
                        let Ok(()) = G::next_turn(self.setup, &mut self.state, &mut explorer);
                        let last = explorer.last();
                        let more = G::rounds(&self.state) - before;
                        rounds += more;
                        at = At::New;
                        if let Some(next) = atlas.place_of(self.setup, &self.state) {
                            at = At::Known(next);
                            if let Some(last) = last {
                                atlas.note_end(last, next, more);
                            }
                        }
                    }
                },
                (_, atlas) => {
                    self.turns.new += 1;
                    let before = G::rounds(&self.state);
                    self.policy.restart();
                    let mut sampler = Sampler::new(&mut *stream, &mut self.policy);
                    let Ok(()) = G::next_turn(self.setup, &mut self.state, &mut sampler);
                    rounds += G::rounds(&self.state) - before;
                    if let Some(atlas) = atlas {
                        at = atlas.place_of(self.setup, &self.state).map_or(At::New, At::Known);
                    }
                }
            }
        }
    }
}

impl<G: Playable> Simulate for Simulator<'_, G>
where
    G::Setup: Sync,
    G::State: Send + Sync,
{
    fn run(&mut self, seed: u64, numbers: Range<u64>, into: &mut Results) {
        Simulator::run(self, seed, numbers, into);
    }
}

impl Results {
    /// Adds the results of further fights of the same encounter.
    pub fn add(&mut self, other: &Self) {
        fn sum(into: &mut Vec<u64>, other: &[u64]) {
            into.resize(into.len().max(other.len()), 0);
            for (into, other) in into.iter_mut().zip(other) {
                *into += other;
            }
        }
        self.fights += other.fights;
        sum(&mut self.wins, &other.wins);
        self.draws += other.draws;
        self.at_limit += other.at_limit;
        self.rounds.0 += other.rounds.0;
        self.rounds.1 += other.rounds.1;
        self.rounds.2 = self.rounds.2.max(other.rounds.2);
        sum(&mut self.lengths, &other.lengths);
        self.fates.resize(self.fates.len().max(other.fates.len()), FateCounts::default());
        for (into, other) in self.fates.iter_mut().zip(&other.fates) {
            into.dead += other.dead;
            into.out += other.out;
            into.fled += other.fled;
            into.hp_lost += other.hp_lost;
            into.hp_lost_squared += other.hp_lost_squared;
        }
    }
}
