//! Cheap estimates: what a blow is worth, by target number, from tables made when the program is built.

use crate::sheet::DamageType;
use crate::strike::damage::{Grade, graded};
use affray_kernel::tally::{Sum, Tally as _};

/// Target numbers from 0 to 30 are told apart.
const SCORES: usize = 31;

/// In how many of 216 ways 3d6 show that sum.
const WAYS: [u16; 19] = [0, 0, 0, 1, 3, 6, 10, 15, 21, 25, 27, 27, 25, 21, 15, 10, 6, 3, 1];

/// Chances of a success, in 216ths.
const SUCCESS: [u16; SCORES] = {
    let mut table = [0; SCORES];
    let mut score = 0;
    while score < SCORES {
        let mut roll = 3;
        while roll <= 18 {
            if crate::check::succeeded(score as i32, roll) {
                table[score] += WAYS[roll as usize];
            }
            roll += 1;
        }
        score += 1;
    }
    table
};

/// In how many of 216 ways an attack on that number (skill less PD) has each [`Grade`].
const GRADES: [[u16; 5]; SCORES] = {
    let mut table = [[0; 5]; SCORES];
    let mut score = 0;
    while score < SCORES {
        let mut roll = 3;
        while roll <= 18 {
            if let Some(grade) = Grade::of(crate::check::margin(score as i32, roll)) {
                table[score][grade as usize] += WAYS[roll as usize];
            }
            roll += 1;
        }
        score += 1;
    }
    table
};

/// What a hit of each [`Grade`] does, in percent of the potential damage, on the whole.
const PERCENT: [i32; 5] = [25, 50, 75, 100, 150];

/// What a hit of each [`Grade`] does before DR, a critical one on the whole; those that are not critical at most so much.
pub(crate) fn damages(potential: i32, cap: i32, kind: DamageType) -> [i32; 5] {
    [Grade::Quarter, Grade::Half, Grade::Most, Grade::Full, Grade::Critical].map(|grade| {
        let damage = graded(Sum::of(potential), grade, kind).total();
        if grade == Grade::Critical { damage * PERCENT[4] / 100 } else { damage.min(cap) }
    })
}

/// The lowest number whose critical misses are told from those of higher ones: below it all but a 3 and a 4 are.
const LEAST: i32 = -5;

/// Chances of a critical miss, in 216ths, from [`LEAST`] up.
const FUMBLES: [u16; SCORES] = {
    let mut table = [0; SCORES];
    let mut place = 0;
    while place < SCORES {
        let mut roll = 3;
        while roll <= 18 {
            if crate::check::fails_critically(place as i32 + LEAST, roll) {
                table[place] += WAYS[roll as usize];
            }
            roll += 1;
        }
        place += 1;
    }
    table
};

/// The chance of a critical miss on that number, PD not counted, in 216ths.
pub(crate) const fn fumbles(score: i32) -> i32 {
    FUMBLES[place(score - LEAST)] as i32
}

/// `GR-212` What a critical miss costs on the whole, in thousandths of being out of the fight: a weapon, as a rule, or a turn.
pub(crate) const MISHAP: i32 = 100;

/// What an attack on that number (skill less PD) is worth undefended, in 216ths of its full damage.
const WORTH: [u16; SCORES] = {
    let mut table = [0; SCORES];
    let mut score = 0;
    while score < SCORES {
        let mut grade = 0;
        let mut total = 0;
        while grade < PERCENT.len() {
            total += GRADES[score][grade] as i32 * PERCENT[grade];
            grade += 1;
        }
        table[score] = (total / 100) as u16;
        score += 1;
    }
    table
};

/// A score as a place in the tables.
const fn place(score: i32) -> usize {
    if score < 0 {
        0
    } else if score as usize >= SCORES {
        SCORES - 1
    } else {
        score as usize
    }
}

/// What an attack on that number (skill less PD) is worth against a defense (0 for none), in 216ths: the sum over
/// its grades of the harm that each of them does.
pub(crate) fn expect(score: i32, defense: i32, harm: [i32; 5]) -> i32 {
    let sum =
        |score: i32| -> i32 { GRADES[place(score)].iter().zip(harm).map(|(&ways, harm)| i32::from(ways) * harm).sum() };
    if defense <= 2 {
        return sum(score);
    }
    let chance = success(defense);
    let off = 2 + (if defense < 4 { 0 } else { (defense - 3) / 3 });
    (sum(score) * (216 - chance) + sum(score - off) * chance) / 216
}

/// The chance of a success, in 216ths.
pub(crate) const fn success(score: i32) -> i32 {
    SUCCESS[place(score)] as i32
}

/// What a blow is worth, in 216ths of its full damage, on skill less PD against a defense (0 for none). A
/// defense that succeeds takes 2 and half of its margin off, so that its worth is that of a blow so much worse.
pub(crate) const fn worth(score: i32, defense: i32) -> i32 {
    let plain = WORTH[place(score)] as i32;
    if defense <= 2 {
        return plain;
    }
    let chance = success(defense);
    let off = 2 + (if defense < 4 { 0 } else { (defense - 3) / 3 });
    let blunted = WORTH[place(score - off)] as i32;
    (plain * (216 - chance) + blunted * chance) / 216
}
