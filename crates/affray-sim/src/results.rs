//! What fights came to, one by one and added up.

use affray_kernel::turns::{Ending, FinalStatus};
use serde::Serialize;

/// Lengths beyond this are counted together.
pub(crate) const LONGEST: usize = 255;

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

/// How one combatant did in many fights.
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
    /// Whether it attacked or cast a spell in any of the fights.
    pub attacked: bool,
}

/// A fight that was fought, and the state in which it ended.
#[derive(Debug, Clone, Copy)]
pub struct Fought<'a, S> {
    /// Which fight of its seed.
    pub number: u64,
    /// How it ended.
    pub ending: Ending,
    /// Completed rounds.
    pub rounds: u32,
    /// By combatant, how it came out.
    pub fates: &'a [CombatantOutcome],
    /// By combatant, whether it attacked or cast a spell.
    pub attacked: &'a [bool],
    /// The state at the end.
    pub state: &'a S,
}

/// How a fight came out. Of its last state nothing else is of interest, and so most fights come out like
/// some other.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Outcome {
    pub(crate) ending: Ending,
    pub(crate) fates: Vec<CombatantOutcome>,
}

/// How a combatant came out of a fight, as it is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct CombatantOutcome {
    /// Dead.
    pub dead: bool,
    /// Out of the fight: dead, unconscious or fled.
    pub out: bool,
    /// Left the fight.
    pub fled: bool,
    /// HP lost; a combatant at 0 or below has lost all.
    pub lost: u32,
}

impl From<FinalStatus> for CombatantOutcome {
    fn from(fate: FinalStatus) -> Self {
        let lost = (fate.max_hp - fate.hp.max(0)).max(0) as u32;
        Self { dead: fate.dead, out: fate.out, fled: fate.fled, lost }
    }
}

impl OutcomeCounts {
    /// Counts HP that were lost in a fight.
    fn lose(&mut self, points: u32) {
        let lost = u64::from(points);
        self.hp_lost += lost;
        self.hp_lost_squared += lost * lost;
    }
}

impl Results {
    /// Counts a fight of so many rounds.
    pub(crate) fn count(&mut self, outcome: &Outcome, rounds: u64) {
        self.fights += 1;
        match outcome.ending.side.and_then(|side| self.wins.get_mut(side as usize)) {
            Some(wins) => *wins += 1,
            None => self.draws += 1,
        }
        self.at_limit += u64::from(outcome.ending.at_limit);
        self.rounds.0 += rounds;
        self.rounds.1 += rounds * rounds;
        self.rounds.2 = self.rounds.2.max(rounds);
        self.lengths[(rounds as usize).min(LONGEST)] += 1;
        for (counts, fate) in self.fates.iter_mut().zip(&outcome.fates) {
            counts.dead += u64::from(fate.dead);
            counts.out += u64::from(fate.out);
            counts.fled += u64::from(fate.fled);
            counts.lose(fate.lost);
        }
    }

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
        self.fates.resize(self.fates.len().max(other.fates.len()), OutcomeCounts::default());
        for (into, other) in self.fates.iter_mut().zip(&other.fates) {
            into.dead += other.dead;
            into.out += other.out;
            into.fled += other.fled;
            into.hp_lost += other.hp_lost;
            into.hp_lost_squared += other.hp_lost_squared;
            into.attacked |= other.attacked;
        }
    }
}
