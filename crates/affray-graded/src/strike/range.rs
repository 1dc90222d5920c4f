//! Range, speed, height, cover and erratic movement: what makes a shot harder or easier.
//!
//! Rules `GR-205` to `GR-211`; rulings `GR-R77` to `GR-R79`, `GR-R82`.

use crate::decision::{Blow, Cover, Posture};
use crate::scene::Scene;
use crate::sheet::{Ranged, Traits};
use crate::state::{Hold, Marks};
use affray_grid::Cell;
use affray_kernel::referee::CombatantId;
use affray_kernel::tally::{Sum, Tally};

/// `GR-R78` Nothing is shot farther, in yards.
pub const FARTHEST: u32 = 530;

/// Unlimited sight, in yards: the default of encounters.
pub const FAR: u32 = 1000;

/// `GR-206` `GR-R80` The table from 2 yards on: up to so many yards, or from so many miles an hour on, each with its words.
#[rustfmt::skip]
const ROWS: [(u32, &str, u32, &str); 17] = [
    (2, "range to 2 yards", 0, "speed"),
    (5, "range to 5 yards", 10, "speed from 10 mph"),
    (10, "range to 10 yards", 15, "speed from 15 mph"),
    (20, "range to 20 yards", 20, "speed from 20 mph"),
    (35, "range to 35 yards", 30, "speed from 30 mph"),
    (55, "range to 55 yards", 45, "speed from 45 mph"),
    (80, "range to 80 yards", 70, "speed from 70 mph"),
    (110, "range to 110 yards", 100, "speed from 100 mph"),
    (145, "range to 145 yards", 150, "speed from 150 mph"),
    (185, "range to 185 yards", 200, "speed from 200 mph"),
    (230, "range to 230 yards", 300, "speed from 300 mph"),
    (280, "range to 280 yards", 450, "speed from 450 mph"),
    (330, "range to 330 yards", 700, "speed from 700 mph"),
    (380, "range to 380 yards", 1000, "speed from 1000 mph"),
    (430, "range to 430 yards", 1500, "speed from 1500 mph"),
    (480, "range to 480 yards", 2000, "speed from 2000 mph"),
    (530, "range to 530 yards", 3000, "speed from 3000 mph"),
];

/// `GR-206` `GR-R78` The adjustment for a range in yards, 1 or more: between rows the next larger one.
///
/// ```
/// use affray_graded::strike::range::range_adjustment;
/// assert_eq!([1, 2, 3, 10, 11, 110, 111, 220].map(range_adjustment), [2, 0, -1, -2, -3, -7, -8, -10]); // GR-E46
/// ```
#[inline]
pub fn range_adjustment(yards: u32) -> i32 {
    if yards <= 1 {
        return 2;
    }
    -(ROWS.iter().take_while(|row| row.0 < yards).count() as i32)
}

/// The row of the table for a range in yards, 1 or more, in words.
fn range_words(yards: u32) -> &'static str {
    if yards <= 1 {
        return "range of 1 yard";
    }
    ROWS.get(-range_adjustment(yards) as usize).map_or("range beyond 530 yards", |row| row.1)
}

/// `GR-206` `GR-R78` The adjustment for a speed, in twenty-seconds of a mile an hour: the highest row reached.
#[inline]
pub fn speed_adjustment(speed: u32) -> i32 {
    if speed < 220 {
        return 0;
    }
    -(ROWS.iter().skip(1).take_while(|row| row.2 * 22 <= speed).count() as i32)
}

/// The row of the table for a speed with that adjustment, in words.
const fn speed_words(adjustment: i32) -> &'static str {
    ROWS[-adjustment as usize].3
}

/// `GR-207` What a row of cover takes off.
pub const fn cover_penalty(cover: Cover) -> i32 {
    match cover {
        Cover::None => 0,
        Cover::Light => -2,
        Cover::Half => -3,
        Cover::Shoulders => -4,
        Cover::Head => -5,
        Cover::HeadDown | Cover::Full => -7,
    }
}

/// `GR-207` Prone behind light cover.
const PRONE_BEHIND_LIGHT: i32 = -5;

/// `GR-207` The row of cover that takes so much off, in words.
const fn cover_words(row: i32) -> &'static str {
    match row {
        -2 => "light cover",
        -3 => "half the body exposed",
        -4 => "head and shoulders exposed",
        -5 => "only the head exposed",
        _ => "behind cover, head down",
    }
}

/// `GR-R82` So many persons in the line of fire, in words.
const fn persons_words(persons: i32) -> &'static str {
    match persons {
        1 => "one person in the line",
        2 => "two persons in the line",
        3 => "three persons in the line",
        4 => "four persons in the line",
        _ => "persons in the line, 4 for each",
    }
}

/// `GR-207` `GR-R82` What a posture takes off shots at a combatant.
pub const fn posture_cover(posture: Posture) -> i32 {
    match posture {
        Posture::Lying => -4,
        Posture::Crouching | Posture::Kneeling => -2,
        Posture::Standing | Posture::Sitting => 0,
    }
}

impl Scene<'_> {
    /// Yards to a target as they count; 0 in the same hex.
    pub fn effective_range(self, who: CombatantId, target: CombatantId) -> u32 {
        self.range_score::<Sum>(who, target).total() as u32
    }

    /// `GR-208` `GR-209` `GR-R78` How the range to a target comes about: fewer yards downhill, more uphill, at least 1
    /// but in the same hex.
    pub(crate) fn range_score<T: Tally>(self, who: CombatantId, target: CombatantId) -> T {
        let mut yards = T::base(rule!("GR-R78").named("yards"), self.apart(who, target) as i32);
        if yards.total() == 0 {
            return yards;
        }
        let up = self.feet_above(target, who);
        // Feet: a yard is three, and downhill two yards count for one.
        if up < 0 {
            yards.add(rule!("GR-208").named("downhill"), -(-up / 6));
        } else {
            yards.add(rule!("GR-209").named("uphill"), up / 3);
        }
        yards.at_least(rule!("GR-R78").named("at least 1"), 1);
        yards
    }

    /// `GR-205` `GR-206` `GR-R78` Range, lessened by accuracy, and speed, which is not.
    pub(crate) fn add_range<T: Tally>(self, score: &mut T, who: CombatantId, blow: &Blow, ranged: &Ranged) {
        let (words, range) = match self.effective_range(who, blow.target) {
            0 => self.point_blank(who, blow.target),
            yards => (range_words(yards), range_adjustment(yards)),
        };
        score.add(rule!("GR-206").named(words), range);
        score.add(rule!("GR-205"), ranged.acc.min(-range).max(0));
        // A hex a round is 15/22 of a mile an hour.
        let target = self.fighter(blow.target);
        let declared = u32::from(blow.declared.speed.max(self.setup.scenario.speed)) * 22;
        let speed = if declared == 0 { u32::from(target.moved) * 15 } else { declared };
        let speed = speed_adjustment(speed);
        score.add(rule!("GR-206").named(speed_words(speed)), speed);
    }

    /// `GR-R78` In the same hex: two feet, or one at whom one holds or is held by.
    fn point_blank(self, who: CombatantId, target: CombatantId) -> (&'static str, i32) {
        let holds = |hold: Hold, whom: CombatantId| hold.target == whom.0;
        let close = holds(self.fighter(who).hold, target) || holds(self.fighter(target).hold, who);
        if close { ("range of a foot", 5) } else { ("range of 2 feet", 3) }
    }

    /// `GR-207` `GR-210` `GR-R79` `GR-R82` Cover, persons in the line of a shot that is aimed, and erratic movement.
    pub(crate) fn add_cover<T: Tally>(self, score: &mut T, shooter: Option<CombatantId>, blow: &Blow) {
        let target = self.fighter(blow.target);
        let scenario = &self.setup.scenario;
        let mut row = cover_penalty(blow.declared.cover).min(cover_penalty(scenario.cover));
        if self.setup.any_declared {
            row = row.min(self.ground_cover(blow.target));
        }
        // Prone behind light cover is a row of its own.
        let mut words = cover_words(row);
        if target.posture == Posture::Lying && row == cover_penalty(Cover::Light) {
            (row, words) = (PRONE_BEHIND_LIGHT, "lying behind light cover");
        }
        let posture = posture_cover(target.posture);
        let rule = rule!("GR-207").named(if posture < row { target.posture.word() } else { words });
        score.add(rule, row.min(posture));
        let between = shooter.map_or(0, |shooter| self.persons_between(shooter, blow.target));
        let persons = i32::from(blow.declared.persons) + between;
        score.add(rule!("GR-R82").named(persons_words(persons)), -4 * persons);
        let traits = self.sheet(blow.target).traits;
        let own = match () {
            () if traits.has(Traits::HOVERING) && target.moved != 0 => 4,
            () if traits.has(Traits::SCURRYING) && target.moved != 0 => 3,
            () if target.marks.has(Marks::EVADING) => 2,
            () if target.marks.has(Marks::SWERVING) => 1,
            () => 0,
        };
        score.add(rule!("GR-210"), -own.max(i32::from(blow.declared.erratic.max(scenario.erratic))));
    }

    /// `GR-207` `GR-R79` What the cover of the hex in which a combatant stands takes off shots at it.
    pub(crate) fn ground_cover(self, who: CombatantId) -> i32 {
        cover_penalty(match self.map().ground(self.fighter(who).at) {
            Some(ground) if ground.cover && ground.cover_dr == 0 => Cover::Light,
            Some(ground) if ground.cover => Cover::Half,
            _ => Cover::None,
        })
    }

    /// `GR-R82` Whether somebody counts as a person in the line of a shot.
    pub(crate) fn stands_in_line(self, who: CombatantId) -> bool {
        self.fighter(who).is_up() && self.fighter(who).posture == Posture::Standing
    }

    /// `GR-R82` How many stand strictly between.
    pub fn persons_between(self, who: CombatantId, target: CombatantId) -> i32 {
        self.persons_on_line(self.fighter(who).at, self.fighter(target).at)
    }

    /// `GR-R82` How many stand strictly between two hexes.
    pub(crate) fn persons_on_line(self, from: Cell, to: Cell) -> i32 {
        if self.state.fighters.len() <= 2 {
            return 0;
        }
        let stands = |cell| self.bodies(cell).filter(|&one| self.stands_in_line(one));
        self.map().line(from, to).map(|cell| stands(cell).count() as i32).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `GR-E48`
    #[test]
    fn speeds() {
        let hexes = |hexes: u32| speed_adjustment(hexes * 15);
        assert_eq!([0, 14, 15, 22].map(hexes), [0, 0, -1, -2]);
        assert_eq!([9, 10, 14, 15, 3000].map(|mph| speed_adjustment(mph * 22)), [0, -1, -1, -2, -16]);
    }
}
