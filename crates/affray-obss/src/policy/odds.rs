//! Chances by table, for estimates: worked out once, looked up ever after.

use crate::dice::pool::{OpenDice, Rolled};
use std::sync::LazyLock;

/// Pools of up to so many dice are in the table; larger ones count as the largest.
const DICE: usize = 12;

/// The least and the highest number that is in the table.
const NEEDED: std::ops::RangeInclusive<i32> = -8..=80;

const ROWS: usize = (*NEEDED.end() - *NEEDED.start() + 1) as usize;

/// Luck that a policy thinks of: more dice are hardly ever worth their points.
const MOST_LUCK: usize = 3;

/// So much of a plain blow's damage is in its dice, for the choice of luck.
const IN_DICE: f32 = 0.6;

type Table<T> = [[T; ROWS]; DICE + 1];

struct Tables {
    /// The chance to reach a number, and the number of criticals that is to be expected, up to three.
    hits: Table<(f32, f32)>,
    /// The luck that serves best, by the most that can be bought.
    luck: [Table<u8>; MOST_LUCK + 1],
}

static TABLES: LazyLock<Box<Tables>> = LazyLock::new(|| {
    let mut tables =
        Box::new(Tables { hits: [[(0.0, 0.0); ROWS]; DICE + 1], luck: [[[0; ROWS]; DICE + 1]; MOST_LUCK + 1] });
    for (dice, line) in tables.hits.iter_mut().enumerate() {
        // The chance of three sixes, and of each sum alone.
        let (mut always, mut sums) = (0.0, [0.0; ROWS]);
        OpenDice(dice as u8).each(|rolled, chance| match rolled {
            Rolled { ones: true, .. } => {}
            Rolled { sixes: true, .. } => always += chance,
            Rolled { total, .. } => sums[row(total)] += chance,
        });
        for ((reach, _), sum) in line.iter_mut().zip(sums).rev() {
            always += sum;
            *reach = always as f32;
        }
        let reach = *line;
        for (needed, (_, criticals)) in NEEDED.zip(line) {
            *criticals = (1..=3).map(|step| reach[row(needed + 8 * step)].0).sum();
        }
    }
    let hits = tables.hits;
    for (most, table) in tables.luck.iter_mut().enumerate() {
        for (dice, line) in table.iter_mut().enumerate() {
            for (needed, luck) in NEEDED.zip(line) {
                let worth = |luck: usize| {
                    let (reach, criticals) = hits[(dice + luck).min(DICE)][row(needed + 4 * luck as i32)];
                    reach + IN_DICE * criticals
                };
                // Of equals the least.
                *luck = (1..=most).fold(0, |best, more| if worth(more) > worth(best) { more } else { best }) as u8;
            }
        }
    }
    tables
});

const fn row(needed: i32) -> usize {
    let (least, most) = (*NEEDED.start(), *NEEDED.end());
    (if needed < least {
        0
    } else if needed > most {
        most - least
    } else {
        needed - least
    }) as usize
}

#[inline]
fn pool(dice: i32) -> usize {
    (dice + 3).clamp(0, DICE as i32) as usize
}

/// The chance that a pool of three dice and so many more reaches a number.
#[inline]
pub(super) fn reach(dice: i32, needed: i32) -> f32 {
    hit(dice, needed).0
}

/// The chance of a hit, and the number of criticals that is to be expected.
#[inline]
pub(super) fn hit(dice: i32, needed: i32) -> (f32, f32) {
    TABLES.hits[pool(dice)][row(needed)]
}

/// The luck that serves an attack best, of which so much can be bought.
#[inline]
pub(super) fn luck(dice: i32, needed: i32, most: u8) -> u8 {
    TABLES.luck[usize::from(most).min(MOST_LUCK)][pool(dice)][row(needed)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::pool::{chance_to_reach, pool_size};

    #[test]
    fn the_table_is_right() {
        for (dice, needed) in [(0, 8), (-1, 10), (1, 12), (2, -3), (0, 40)] {
            let chance = chance_to_reach(pool_size(dice), needed) as f32;
            assert!((reach(dice, needed) - chance).abs() < 1e-6, "{dice} {needed}");
        }
    }
}
