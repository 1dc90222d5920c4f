//! Numbers of a state, such as hit points, of which it matters in which band they are.

use crate::referee::CombatantId;
use std::ops::RangeInclusive;

/// So many gauges of a state are told apart from it at the most.
pub const MOST_GAUGES: usize = 4;

/// The values of the gauges of a state.
///
/// They are one word, which stays in a register: a simulation notes them turn by turn, and what was written in pieces
/// is slow to be read from memory as a whole right after.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Values(u64);

impl Values {
    /// That of a gauge.
    #[inline]
    pub(crate) const fn get(self, gauge: usize) -> i16 {
        (self.0 >> (gauge % MOST_GAUGES * 16)) as i16
    }

    /// Sets that of a gauge.
    #[inline]
    pub(crate) const fn set(&mut self, gauge: usize, value: i16) {
        let by = gauge % MOST_GAUGES * 16;
        self.0 = self.0 & !(0xffff << by) | (value as u16 as u64) << by;
    }
}

/// A number of a state of which rules and opponents read no more than in which of a few bands it is, except where
/// they say so ([`Referee::reads`](crate::referee::Referee::reads)): fatigue that is there or used up, hit points
/// above a third, above 0, and so on.
///
/// Most states of a duel differ from each other in such numbers alone, and go on alike. So a simulation that
/// remembers turns remembers them for a whole band, and keeps the numbers beside.
///
/// ```
/// use affray_core::gauge::Gauge;
/// // Hit points of one who has 12: hurt badly below 4, and unconscious at 0.
/// let hp = Gauge::new(-60..=12, [1, 4]);
/// assert_eq!((hp.band(12), hp.band(4), hp.band(3), hp.band(-7)), (2, 2, 1, 0));
/// assert_eq!((hp.top(1), hp.top(-5)), (3, 0));
/// assert_eq!(hp.band(hp.coarse(2)), hp.band(2));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Gauge {
    range: (i16, i16),
    /// The band of each value from the lowest on.
    bands: Box<[u8]>,
    /// The highest value of each band.
    tops: Box<[i16]>,
    /// The value that stands for each band.
    stand_ins: Box<[i16]>,
    points_of: Option<CombatantId>,
}

impl Gauge {
    /// One that stays within that range, with a band that begins at each of those values, besides the one that
    /// begins with the lowest. Where a band begins outside of the range, it does not count.
    ///
    /// # Panics
    /// Where the range is empty, or reaches beyond 10,000 either way, or has more than 250 bands: no sheet makes it so.
    pub fn new(range: RangeInclusive<i32>, starts: impl IntoIterator<Item = i32>) -> Self {
        const WIDEST: i32 = 10_000;
        let (lowest, highest) = (*range.start(), *range.end());
        assert!(-WIDEST <= lowest && lowest <= highest && highest <= WIDEST, "the range of a gauge");
        let mut starts: Vec<i32> = starts.into_iter().filter(|&start| lowest < start && start <= highest).collect();
        starts.sort_unstable();
        starts.dedup();
        assert!(starts.len() < 250, "the bands of a gauge");
        let bands = (lowest..=highest).map(|value| starts.partition_point(|&start| start <= value) as u8).collect();
        let tops: Vec<i32> = starts.iter().map(|start| start - 1).chain([highest]).collect();
        let lows = [lowest].into_iter().chain(starts);
        let stand_ins = lows.zip(&tops).map(|(low, top)| (low + (top - low + 1) / 2) as i16).collect();
        Self {
            range: (lowest as i16, highest as i16),
            bands,
            tops: tops.into_iter().map(|top| top as i16).collect(),
            stand_ins,
            points_of: None,
        }
    }

    /// The same as the number that [`Playable::fate`](crate::ruleset::Playable::fate) calls the combatant's hit
    /// points.
    #[must_use]
    pub fn of_points(self, who: CombatantId) -> Self {
        Self { points_of: Some(who), ..self }
    }

    /// Whose hit points it is, if it is.
    pub(crate) fn points_of(&self) -> Option<CombatantId> {
        self.points_of
    }

    /// A value within the range: that one, or the end that is nearer.
    #[inline]
    pub fn clamp(&self, value: i32) -> i32 {
        value.clamp(i32::from(self.range.0), i32::from(self.range.1))
    }

    /// The band of a value, from 0 for the lowest one on.
    #[inline]
    pub fn band(&self, value: i32) -> usize {
        usize::from(self.bands[self.place(value)])
    }

    /// The highest value of the band of a value: what a reading of dice may be cut at, where it is cut at what is
    /// left.
    #[inline]
    pub fn top(&self, value: i32) -> i32 {
        i32::from(self.tops[self.band(value)])
    }

    /// The lowest value of the band of a value.
    #[inline]
    pub(crate) fn bottom(&self, value: i32) -> i32 {
        self.band(value).checked_sub(1).map_or(i32::from(self.range.0), |below| i32::from(self.tops[below]) + 1)
    }

    /// The value that stands for all of the band of a value, in its middle: what opponents go by.
    #[inline]
    pub fn coarse(&self, value: i32) -> i32 {
        i32::from(self.stand_ins[self.band(value)])
    }

    /// The place of a value among all.
    #[inline]
    pub(crate) fn place(&self, value: i32) -> usize {
        (self.clamp(value) - i32::from(self.range.0)) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_is_in_a_band_with_its_stand_in() {
        let gauge = Gauge::new(0..=23, [0, 1, 7, 7, 24, 90, -3]);
        assert_eq!([0, 1, 6, 7, 23].map(|value| gauge.bottom(value)), [0, 1, 1, 7, 7]);
        assert_eq!([0, 1, 6, 7, 23].map(|value| gauge.band(value)), [0, 1, 1, 2, 2]);
        assert_eq!([0, 3, 8].map(|value| gauge.top(value)), [0, 6, 23]);
        assert_eq!([0, 1, 6, 7, 23].map(|value| gauge.coarse(value)), [0, 4, 4, 15, 15]);
        assert_eq!([-5, 40].map(|value| gauge.clamp(value)), [0, 23]);
        assert_eq!([-5, 40].map(|value| gauge.band(value)), [0, 2], "what is beyond is at the end");
    }
}
