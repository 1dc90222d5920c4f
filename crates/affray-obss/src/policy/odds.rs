//! Chances by table, for estimates: worked out once, looked up ever after.

use crate::pool::{chance_to_reach, pool_size};
use affray_core::dice::Dice;
use std::sync::LazyLock;

/// Pools of so many dice are in the table; larger ones count as the largest.
const DICE: usize = 8;

/// The least and the highest number that is in the table.
const NEEDED: std::ops::RangeInclusive<i32> = -8..=80;

const ROWS: usize = (*NEEDED.end() - *NEEDED.start() + 1) as usize;

static TABLE: LazyLock<Box<[[f32; ROWS]; DICE + 1]>> = LazyLock::new(|| {
    let mut table = Box::new([[0.0; ROWS]; DICE + 1]);
    for (dice, row) in table.iter_mut().enumerate() {
        for (needed, chance) in NEEDED.zip(row) {
            *chance = chance_to_reach(dice as u8, needed) as f32;
        }
    }
    table
});

/// The chance that a pool of three dice and so many more reaches a number.
pub(super) fn reach(dice: i32, needed: i32) -> f32 {
    let needed = needed.clamp(*NEEDED.start(), *NEEDED.end());
    TABLE[usize::from(pool_size(dice)).min(DICE)][(needed - NEEDED.start()) as usize]
}

/// About what an attack does: the chance of a hit, and half the dice again for the criticals to come.
pub(super) fn damage(dice: i32, needed: i32, weapon: Dice, fixed: i32, reduction: u8) -> f32 {
    let mean = f32::from(weapon.number) * (f32::from(weapon.sides) + 1.0) / 2.0;
    let plain = (mean + fixed as f32 - f32::from(reduction)).max(1.0);
    reach(dice, needed) * plain + (reach(dice, needed + 8) + reach(dice, needed + 16)) * mean
}
