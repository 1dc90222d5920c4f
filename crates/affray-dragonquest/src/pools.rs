//! Fatigue and Endurance as gauges: between two changes rules and opponents of a duel read of them no more than the
//! band they are in, or say that they do.
//!
//! Who changes a pool does so by `Fight::take`. Nothing here is a rule of its own; fights of more than two have no
//! gauges, as their states hardly ever come again.

use crate::DragonQuest;
use crate::scene::{Combatant, Fight, Scene};
use crate::sheet::Sheet;
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
}

impl Pool {
    const ALL: [Self; 2] = [Self::Endurance, Self::Fatigue];

    /// Its place among the gauges of an encounter.
    pub(crate) const fn of(self, who: CombatantId) -> usize {
        2 * who.index() + self as usize
    }

    /// That of a place, and whose it is.
    #[inline]
    const fn at(place: usize) -> (CombatantId, Self) {
        (CombatantId((place / 2) as u8), Self::ALL[place % 2])
    }

    fn points(self, fighter: &Fighter) -> u8 {
        match self {
            Self::Endurance => fighter.en,
            Self::Fatigue => fighter.ft,
        }
    }

    fn points_mut(self, fighter: &mut Fighter) -> &mut u8 {
        match self {
            Self::Endurance => &mut fighter.en,
            Self::Fatigue => &mut fighter.ft,
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
            // Dead at 0 and down up to 3 (DQ-517, DQ-518). Opponents see who has lost half.
            Pool::Endurance => Gauge::new(0..=en, [1, 4, i32::from(sheet.en) / 2 + 1]).of_points(who),
            // Endurance is next at 0 (DQ-503), and spells have their cost (DQ-R22). How tired somebody is who still can
            // shake blows off, opponents do not see.
            Pool::Fatigue => {
                let costs = sheet.spells.iter().map(|spell| i32::from(spell.cost));
                Gauge::new(0..=ft, costs.chain([1]))
            }
        }
    };
    (0..Pool::ALL.len() * combatants.len()).map(|place| gauge(Pool::at(place))).collect()
}

/// The value of a gauge.
#[inline]
pub(crate) fn value(state: &State, place: usize) -> i32 {
    let (who, pool) = Pool::at(place);
    i32::from(pool.points(&state[who]))
}

/// Sets it.
#[inline]
pub(crate) fn set(state: &mut State, place: usize, value: i32) {
    let (who, pool) = Pool::at(place);
    *pool.points_mut(&mut state[who]) = value as u8;
}

impl Fighter {
    /// `DQ-R26` EN lost to attacks.
    pub fn en_lost(&self, sheet: &Sheet) -> u8 {
        let gone = i16::from(sheet.en) - i16::from(self.en);
        (gone - self.en_lost_otherwise).clamp(0, u8::MAX.into()) as u8
    }

    /// Sets it, with what Endurance there is.
    pub(crate) fn set_en_lost(&mut self, sheet: &Sheet, lost: u8) {
        self.en_lost_otherwise = i16::from(sheet.en) - i16::from(self.en) - i16::from(lost);
    }
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
        self.say_taken(who, pool, points);
        self.take_as_said(who, pool, points)
    }

    /// Says that points are taken off a pool, as far as it goes.
    pub(crate) fn say_taken(&mut self, who: CombatantId, pool: Pool, points: i32) {
        self.referee.changes(pool.of(who), -points.max(0));
    }

    /// Takes points off a pool of which the referee has been told.
    pub(crate) fn take_as_said(&mut self, who: CombatantId, pool: Pool, points: i32) -> u8 {
        let left = pool.points_mut(&mut self.state[who]);
        let taken = points.clamp(0, i32::from(*left)) as u8;
        *left -= taken;
        taken
    }

    /// `DQ-R26` Takes Endurance that is not lost to an attack: how much.
    pub(crate) fn take_otherwise(&mut self, who: CombatantId, points: i32) -> u8 {
        let taken = self.take(who, Pool::Endurance, points);
        self.state[who].en_lost_otherwise += i16::from(taken);
        taken
    }

    /// Says that a number goes by the points of a pool.
    pub(crate) fn reads(&mut self, who: CombatantId, pool: Pool) {
        self.referee.reads(pool.of(who));
    }
}
