//! Fatigue, Endurance, and what is counted of them, as gauges: between two changes rules and opponents of a duel
//! read of them no more than the band they are in, or say that they do.
//!
//! Who changes a pool does so by [`Fight::take`]. Nothing here is a rule of its own; fights of more than two have no
//! gauges, as their states hardly ever come again.

use crate::DragonQuest;
use crate::scene::{Combatant, Fight, Scene};
use crate::state::{Fighter, State};
use affray_core::gauge::Gauge;
use affray_core::referee::{CombatantId, Referee};

/// What a gauge is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pool {
    /// Endurance that is left.
    Endurance,
    /// Fatigue that is left.
    Fatigue,
    /// Endurance lost to attacks (`DQ-R26`).
    Lost,
}

impl Pool {
    const ALL: [Self; 3] = [Self::Endurance, Self::Fatigue, Self::Lost];

    /// Its place among the gauges of an encounter.
    pub(crate) const fn of(self, who: CombatantId) -> usize {
        Self::ALL.len() * who.index() + self as usize
    }

    /// That of a place, and whose it is.
    fn at(place: usize) -> (CombatantId, Self) {
        (CombatantId((place / Self::ALL.len()) as u8), Self::ALL[place % Self::ALL.len()])
    }

    fn points(self, fighter: &Fighter) -> u8 {
        match self {
            Self::Endurance => fighter.en,
            Self::Fatigue => fighter.ft,
            Self::Lost => fighter.en_lost,
        }
    }

    fn points_mut(self, fighter: &mut Fighter) -> &mut u8 {
        match self {
            Self::Endurance => &mut fighter.en,
            Self::Fatigue => &mut fighter.ft,
            Self::Lost => &mut fighter.en_lost,
        }
    }
}

/// The gauges of an encounter: of a duel's two figures in turn those of [`Pool`].
pub(crate) fn gauges(combatants: &[Combatant], state: &State) -> Vec<Gauge> {
    if combatants.len() != 2 {
        return Vec::new();
    }
    let gauge = |(who, pool): (CombatantId, Pool)| {
        let (sheet, fighter) = (&combatants[who.index()].sheet, &state[who]);
        let (en, ft) = (i32::from(sheet.en.max(fighter.en)), i32::from(sheet.ft.max(fighter.ft)));
        match pool {
            // Dead at 0 and down up to 3 (DQ-517, DQ-518); opponents see who has lost half.
            Pool::Endurance => Gauge::new(0..=en, [1, 4, i32::from(sheet.en) / 2 + 1]).of_points(who),
            // Endurance is next at 0 (DQ-503), and spells have their cost (DQ-R22).
            Pool::Fatigue => {
                let costs = sheet.spells.iter().map(|spell| i32::from(spell.cost));
                Gauge::new(0..=ft, [1, ft / 2 + 1].into_iter().chain(costs))
            }
            // Of the living no more can be.
            Pool::Lost => Gauge::new(0..=(i32::from(fighter.en_lost) + en).min(i32::from(u8::MAX)), []),
        }
    };
    (0..Pool::ALL.len() * combatants.len()).map(|place| gauge(Pool::at(place))).collect()
}

/// The value of a gauge.
pub(crate) fn value(state: &State, place: usize) -> i32 {
    let (who, pool) = Pool::at(place);
    i32::from(pool.points(&state[who]))
}

/// Sets it.
pub(crate) fn set(state: &mut State, place: usize, value: i32) {
    let (who, pool) = Pool::at(place);
    *pool.points_mut(&mut state[who]) = value as u8;
}

impl Scene<'_> {
    /// The points of a pool as opponents see them: in a duel those that stand for their band.
    #[inline]
    pub(crate) fn rough(self, who: CombatantId, pool: Pool) -> i32 {
        let points = i32::from(pool.points(self.fighter(who)));
        self.setup.gauges.get(pool.of(who)).map_or(points, |gauge| gauge.coarse(points))
    }

    /// As many points as damage to a pool is cut at: what is left of it, or in a duel the most of that band.
    #[inline]
    pub(crate) fn at_most(self, who: CombatantId, pool: Pool) -> i32 {
        let points = i32::from(pool.points(self.fighter(who)));
        self.setup.gauges.get(pool.of(who)).map_or(points, |gauge| gauge.top(points).max(points))
    }

    /// `DQ-502` `DQ-503` The pool from which the next damage comes.
    #[inline]
    pub(crate) fn next_pool(self, who: CombatantId) -> Pool {
        if self.fighter(who).ft == 0 { Pool::Endurance } else { Pool::Fatigue }
    }
}

impl<R: Referee<DragonQuest>> Fight<'_, R> {
    /// Takes points off a pool, as far as it goes: how many.
    pub(crate) fn take(&mut self, who: CombatantId, pool: Pool, points: i32) -> u8 {
        self.referee.changes(pool.of(who), -points.max(0));
        let left = pool.points_mut(&mut self.state[who]);
        let taken = points.clamp(0, i32::from(*left)) as u8;
        *left -= taken;
        taken
    }

    /// Counts Endurance that somebody lost to an attack, by what is left of it not for his death.
    pub(crate) fn count_lost(&mut self, who: CombatantId, points: u8) {
        if self.state[who].en == 0 {
            return;
        }
        self.referee.changes(Pool::Lost.of(who), i32::from(points));
        let lost = &mut self.state[who].en_lost;
        *lost = lost.saturating_add(points);
    }

    /// Says that a number goes by the points of a pool.
    pub(crate) fn reads(&mut self, who: CombatantId, pool: Pool) {
        self.referee.reads(pool.of(who));
    }
}
