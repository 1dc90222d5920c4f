//! Many fights in a row: what a simulation runs on one thread.

use crate::dice::Stream;
use crate::referee::{CombatantId, Policy, Sampler};
use crate::ruleset::{FateCounts, Playable, Results};
use std::ops::Range;

/// Lengths beyond this are counted together.
const LONGEST: usize = 255;

/// Fights those fights of a seed with the game's own policy and adds up what they came to. Each has
/// a stream of its own, so that it is the same fight in any company. The state's lists are reused:
/// once they are large enough nothing is allocated.
pub fn sample<G: Playable>(
    setup: &G::Setup,
    start: &G::State,
    combatants: usize,
    sides: usize,
    seed: u64,
    numbers: Range<u64>,
    into: &mut Results,
) {
    into.wins.resize(sides, 0);
    into.fates.resize(combatants, FateCounts::default());
    into.lengths.resize(LONGEST + 1, 0);
    let mut state = start.clone();
    let mut sampler = Sampler::new(Stream::new(seed, numbers.start), G::Own::default());
    for number in numbers {
        state.clone_from(start);
        sampler.dice = Stream::new(seed, number);
        sampler.policy.restart();
        let ending = loop {
            if let Some(ending) = G::ending(setup, &state) {
                break ending;
            }
            let Ok(()) = G::next_turn(setup, &mut state, &mut sampler);
        };
        into.fights += 1;
        match ending.side.and_then(|side| into.wins.get_mut(side as usize)) {
            Some(wins) => *wins += 1,
            None => into.draws += 1,
        }
        into.at_limit += u64::from(ending.at_limit);
        let rounds = u64::from(G::rounds(&state));
        into.rounds.0 += rounds;
        into.rounds.1 += rounds * rounds;
        into.rounds.2 = into.rounds.2.max(rounds);
        into.lengths[(rounds as usize).min(LONGEST)] += 1;
        for (who, counts) in into.fates.iter_mut().enumerate() {
            let fate = G::fate(setup, &state, CombatantId(who as u8));
            counts.dead += u64::from(fate.dead);
            counts.out += u64::from(fate.out);
            counts.fled += u64::from(fate.fled);
            let lost = (fate.max_hp - fate.hp.max(0)).max(0) as u64;
            counts.hp_lost += lost;
            counts.hp_lost_squared += lost * lost;
        }
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
