//! Cheap estimates: what a blow is worth, by target number, from tables made when the program is built.

use crate::strike::damage::Grade;

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
            if crate::check::succeeds(roll, score as i32) {
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
            if let Some(grade) = Grade::of(crate::check::margin(roll, score as i32)) {
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
/// its grades of what each of them does, given in percent of the potential damage.
pub(crate) fn expect(score: i32, defense: i32, does: impl Fn(i32) -> i32) -> i32 {
    let harm = PERCENT.map(does);
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
