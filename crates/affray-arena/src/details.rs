//! What single fights show that sums do not: who falls where, and how many HP everybody loses.

use affray_grid::Cell;
use affray_session::catalog::Fight;
use std::collections::BTreeMap;

/// What is counted of single fights, by combatant.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Details {
    /// In how many fights it lost so many HP.
    pub lost: Vec<BTreeMap<u32, u64>>,
    /// In how many fights it lay in a cell at the end, dead or unconscious; by row and column.
    pub fell: Vec<BTreeMap<(i16, i16), u64>>,
}

impl Details {
    /// Counts a fight.
    pub fn count(&mut self, fight: &Fight) {
        let number = self.lost.len().max(fight.combatants.len());
        self.lost.resize(number, BTreeMap::new());
        self.fell.resize(number, BTreeMap::new());
        for ((one, lost), fell) in fight.combatants.iter().zip(&mut self.lost).zip(&mut self.fell) {
            *lost.entry(one.outcome.lost).or_default() += 1;
            if let Some(Cell { q, r }) = one.at.filter(|_| one.outcome.out && !one.outcome.fled) {
                *fell.entry((r, q)).or_default() += 1;
            }
        }
    }

    /// The HP that a combatant lost at the most in so many percent of the fights.
    pub fn quantile(&self, combatant: usize, percent: u64) -> u32 {
        let Some(lost) = self.lost.get(combatant) else { return 0 };
        let enough = (lost.values().sum::<u64>() * percent).div_ceil(100);
        let mut so_far = 0;
        let found = lost.iter().find(|(_, fights)| {
            so_far += **fights;
            enough <= so_far
        });
        found.map_or(0, |(lost, _)| *lost)
    }
}
