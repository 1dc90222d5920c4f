//! What follows from attributes and load, each value by a function of its own. Numbers in, a number out.

use crate::damage::Damage;
use affray_kernel::dice::Dice;
use affray_kernel::rules::RuleId;
use affray_kernel::tally::Tally;

/// A skill or attribute by its name, with its score.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Level {
    /// The score.
    pub score: i16,
    /// The name, as sums tell it.
    pub name: &'static str,
}

impl Level {
    /// The higher one; of equals the first.
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        if other.score > self.score { other } else { self }
    }
    /// A sum that begins with the score, under that rule and by this name.
    #[inline]
    pub fn tally<T: Tally>(self, rule: RuleId) -> T {
        T::base(rule.named(self.name), self.score.into())
    }
}

/// Basic Speed, in quarters: fractions are kept.
///
/// ```
/// assert_eq!(affray_3d6::attributes::speed_quarters(14, 11), 25); // 6.25
/// ```
#[inline]
pub const fn speed_quarters(dx: i16, ht: i16) -> i16 {
    dx + ht
}

/// Basic Move: Basic Speed without its fraction.
#[inline]
pub const fn basic_move(speed_quarters: i16) -> i16 {
    speed_quarters / 4
}

/// Basic Lift in tenths of a pound: whole pounds from ten pounds up.
///
/// ```
/// use affray_3d6::attributes::basic_lift;
/// assert_eq!(basic_lift(13), 340); // 33.8 lb
/// assert_eq!(basic_lift(7), 98); // less than ten pounds keeps its fraction
/// ```
#[inline]
pub const fn basic_lift(st: i16) -> i32 {
    let tenths = 2 * st as i32 * st as i32;
    if tenths < 100 { tenths } else { (tenths + 5) / 10 * 10 }
}

/// The encumbrance level under a load, both weights in tenths of a pound; 5 stands for
/// more than can be carried at all. Limits are inclusive.
#[inline]
pub const fn encumbrance(basic_lift: i32, load: i32) -> i16 {
    match load {
        _ if load <= basic_lift => 0,
        _ if load <= 2 * basic_lift => 1,
        _ if load <= 3 * basic_lift => 2,
        _ if load <= 6 * basic_lift => 3,
        _ if load <= 10 * basic_lift => 4,
        _ => 5,
    }
}

/// A Parry or Block of a skill, before the modifier of the weapon.
#[inline]
pub const fn defense_score(skill: i16) -> i16 {
    skill.div_euclid(2) + 3
}

/// From which ST on which damage holds: dice and adds thrusting, dice and adds swinging.
type DamageRow = (i16, (u8, i16), (u8, i16));

/// Thrusting and swinging damage, each row for its ST and all up to the next row.
#[rustfmt::skip]
const DAMAGE_BY_ST: [DamageRow; 41] = [
    (1, (1, -6), (1, -5)), (3, (1, -5), (1, -4)), (5, (1, -4), (1, -3)), (7, (1, -3), (1, -2)),
    (9, (1, -2), (1, -1)), (10, (1, -2), (1, 0)), (11, (1, -1), (1, 1)), (12, (1, -1), (1, 2)),
    (13, (1, 0), (2, -1)), (14, (1, 0), (2, 0)), (15, (1, 1), (2, 1)), (16, (1, 1), (2, 2)),
    (17, (1, 2), (3, -1)), (18, (1, 2), (3, 0)), (19, (2, -1), (3, 1)), (20, (2, -1), (3, 2)),
    (21, (2, 0), (4, -1)), (22, (2, 0), (4, 0)), (23, (2, 1), (4, 1)), (24, (2, 1), (4, 2)),
    (25, (2, 2), (5, -1)), (26, (2, 2), (5, 0)), (27, (3, -1), (5, 1)), (29, (3, 0), (5, 2)),
    (31, (3, 1), (6, -1)), (33, (3, 2), (6, 0)), (35, (4, -1), (6, 1)), (37, (4, 0), (6, 2)),
    (39, (4, 1), (7, -1)), (45, (5, 0), (7, 1)), (50, (5, 2), (8, -1)), (55, (6, 0), (8, 1)),
    (60, (7, -1), (9, 0)), (65, (7, 1), (9, 2)), (70, (8, 0), (10, 0)), (75, (8, 2), (10, 2)),
    (80, (9, 0), (11, 0)), (85, (9, 2), (11, 2)), (90, (10, 0), (12, 0)), (95, (10, 2), (12, 2)),
    (100, (11, 0), (13, 0)),
];

fn damage_row(st: i16) -> DamageRow {
    let rows = DAMAGE_BY_ST.iter().take_while(|row| row.0 <= st).count();
    DAMAGE_BY_ST[rows.saturating_sub(1)]
}

const fn of_row((number, add): (u8, i16)) -> Damage {
    Damage { dice: Dice::d6(number), add }
}

/// Thrusting damage of a ST; between the rows above 40 the lower one holds.
///
/// ```
/// assert_eq!(affray_3d6::attributes::thrust(13).to_string(), "1d");
/// assert_eq!(affray_3d6::attributes::thrust(44).to_string(), "4d+1");
/// ```
#[inline]
pub fn thrust(st: i16) -> Damage {
    of_row(damage_row(st).1)
}

/// Swinging damage of a ST.
///
/// ```
/// assert_eq!(affray_3d6::attributes::swing(13).to_string(), "2d-1");
/// ```
#[inline]
pub fn swing(st: i16) -> Damage {
    of_row(damage_row(st).2)
}

/// The damage of a weapon: what its wielder deals, and the weapon's own adds.
///
/// ```
/// use affray_3d6::attributes::{swing, with_adds};
/// assert_eq!(with_adds(swing(13), 1).to_string(), "2d"); // sw+1 at ST 13
/// ```
#[inline]
pub const fn with_adds(basic: Damage, adds: i16) -> Damage {
    Damage { dice: basic.dice, add: basic.add + adds }
}

/// Half, rounded up.
#[inline]
pub const fn half_up(value: i32) -> i32 {
    (value + 1).div_euclid(2)
}
