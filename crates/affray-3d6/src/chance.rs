//! Chances and expected wounds, from tables that are computed when the program is built.
//!
//! An opponent does not walk through every outcome of an exchange: it multiplies the chance to hit, the
//! chance that no defense stops the blow and what the blow is worth. The chances are exact for their scores.

use crate::check::THREE_DICE;
use crate::damage::Damage;

/// In how many of the 216 ways 3d6 show at most that total.
const AT_MOST: [u16; 19] = {
    let ways = [0, 0, 0, 1, 3, 6, 10, 15, 21, 25, 27, 27, 25, 21, 15, 10, 6, 3, 1];
    let mut sums = [0; 19];
    let mut total = 3;
    while total < 19 {
        sums[total] = sums[total - 1] + ways[total];
        total += 1;
    }
    sums
};

/// The mean of a value over all rolls of 3d6.
pub fn mean(value: impl Fn(i32) -> f64) -> f64 {
    (3..=18).zip(THREE_DICE.weights()).map(|(roll, &ways)| value(roll) * ways as f64).sum::<f64>() / 216.0
}

/// Scores below 4 are as good as 4, scores above 16 as 16.
const fn known(score: i32) -> usize {
    if score < 4 {
        4
    } else if score > 16 {
        16
    } else {
        score as usize
    }
}

/// The chance of a success for each score.
static SUCCESS: [f32; 17] = {
    let mut table = [0.0; 17];
    let mut score = 4;
    while score < 17 {
        table[score] = AT_MOST[score] as f32 / 216.0;
        score += 1;
    }
    table
};

/// The chance of a critical success for each score.
static CRITICAL: [f32; 17] = {
    let mut table = [0.0; 17];
    let mut score = 4;
    while score < 17 {
        let most = if score == 16 {
            6
        } else if score == 15 {
            5
        } else {
            4
        };
        table[score] = AT_MOST[most] as f32 / 216.0;
        score += 1;
    }
    table
};

/// The chance of a success roll: 3 and 4 always succeed, 17 and 18 never do.
#[inline]
pub const fn success(score: i32) -> f32 {
    SUCCESS[known(score)]
}

/// The chance of a critical success.
#[inline]
pub const fn critical(score: i32) -> f32 {
    CRITICAL[known(score)]
}

/// Skills and defenses above these are as good as these.
const SKILLS: usize = 41;
const DEFENSES: usize = 25;

/// How well a blow lands with the best deception, and how many levels of it that is.
#[derive(Debug, Clone, Copy)]
pub struct Landing {
    /// The chance that it hits and is not stopped.
    pub chance: f32,
    /// Levels of deception.
    pub levels: u8,
}

/// The chance that a blow hits and nothing stops it.
#[inline]
pub const fn lands(skill: i32, defense: Option<i32>) -> f32 {
    let (hit, sure) = (success(skill), critical(skill));
    match defense {
        None => hit,
        Some(defense) => sure + (hit - sure) * (1.0 - success(defense)),
    }
}

/// The best landing for each skill and defense. Deception never goes below 10.
static LANDINGS: [[Landing; DEFENSES]; SKILLS] = {
    let mut table = [[Landing { chance: 0.0, levels: 0 }; DEFENSES]; SKILLS];
    let mut skill = 3;
    while skill < SKILLS {
        let mut defense = 0;
        while defense < DEFENSES {
            let mut best = Landing { chance: lands(skill as i32, Some(defense as i32)), levels: 0 };
            let mut levels = 1;
            while skill as i32 - 2 * levels >= 10 {
                let chance = lands(skill as i32 - 2 * levels, Some(defense as i32 - levels));
                // A level more has to be worth something: a plain blow is not read so easily.
                if best.chance + 0.005 < chance {
                    best = Landing { chance, levels: levels as u8 };
                }
                levels += 1;
            }
            table[skill][defense] = best;
            defense += 1;
        }
        skill += 1;
    }
    table
};

/// The best way for a blow of that skill to land against that defense; `None` for no defense at all.
/// Below 3 nothing may be tried.
#[inline]
pub fn landing(skill: i32, defense: Option<i32>) -> Landing {
    if skill < 3 {
        return Landing { chance: 0.0, levels: 0 };
    }
    match defense {
        None => Landing { chance: success(skill), levels: 0 },
        Some(defense) => LANDINGS[(skill as usize).min(SKILLS - 1)][defense.clamp(0, DEFENSES as i32 - 1) as usize],
    }
}

/// The chance to win a Quick Contest outright.
#[inline]
pub fn wins_contest(mine: i32, theirs: i32) -> f32 {
    let ways = |total: usize| f32::from(AT_MOST[total] - AT_MOST[total - 1]) / 216.0;
    // A tie wins nothing: the other one has to roll so high that its margin is smaller.
    (3..=18).map(|roll| ways(roll as usize) * (1.0 - below_or_at(theirs - mine + roll))).sum()
}

/// The chance that 3d6 show at most that, without automatic results.
fn below_or_at(total: i32) -> f32 {
    f32::from(AT_MOST[total.clamp(2, 18) as usize]) / 216.0
}

/// Sums of up to so many dice are tabled; of more, the rest counts with its mean.
pub const DICE: usize = 12;
const SUMS: usize = 6 * DICE + 2;

/// For each number of dice and each threshold: the chance of at least that sum, and the expected points
/// above it.
static SUMS_OF_DICE: [[(f32, f32); SUMS]; DICE + 1] = {
    let mut table = [[(0.0, 0.0); SUMS]; DICE + 1];
    let mut chances = [0.0f32; SUMS];
    chances[0] = 1.0;
    let mut dice = 0;
    while dice <= DICE {
        let (mut at_least, mut above) = (0.0, 0.0);
        let mut sum = SUMS - 1;
        loop {
            // The points above `sum` are those above `sum + 1` and one for each chance to be there.
            above += at_least;
            at_least += chances[sum];
            table[dice][sum] = (at_least, above);
            if sum == 0 {
                break;
            }
            sum -= 1;
        }
        let mut next = [0.0f32; SUMS];
        let mut sum = 0;
        while sum + 6 < SUMS {
            let mut face = 1;
            while face <= 6 {
                next[sum + face] += chances[sum] / 6.0;
                face += 1;
            }
            sum += 1;
        }
        chances = next;
        dice += 1;
    }
    table
};

/// What gets through armor: dice against a threshold.
#[derive(Debug, Clone, Copy)]
pub struct Through {
    /// How many dice, at most [`DICE`].
    pub dice: usize,
    /// Points that the dice have to show before anything gets through.
    pub need: i32,
}

impl Through {
    /// The expected points that get through.
    #[inline]
    pub fn mean(self) -> f32 {
        if self.need <= 0 {
            3.5 * self.dice as f32 - self.need as f32
        } else {
            SUMS_OF_DICE[self.dice][(self.need as usize).min(SUMS - 1)].1
        }
    }

    /// The chance of at least so many points.
    #[inline]
    pub fn at_least(self, points: i32) -> f32 {
        let sum = self.need + points;
        if sum <= 0 { 1.0 } else { SUMS_OF_DICE[self.dice][(sum as usize).min(SUMS - 1)].0 }
    }
}

impl Through {
    /// What gets through that DR; of more dice than are tabled the rest counts with its mean.
    #[inline]
    pub fn new(damage: Damage, dr: i32) -> Self {
        let extra = i32::from(damage.dice.number) - DICE as i32;
        let add = i32::from(damage.add) + if extra > 0 { extra * 7 / 2 } else { 0 };
        Self { dice: (damage.dice.number as usize).min(DICE), need: dr - add }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_of_three_dice() {
        for (score, of_216) in [(2, 4), (4, 4), (9, 81), (10, 108), (14, 196), (16, 212), (20, 212)] {
            assert!((success(score) * 216.0 - of_216 as f32).abs() < 1e-3, "{score}");
        }
        assert!((critical(16) * 216.0 - 20.0).abs() < 1e-3);
    }

    #[test]
    fn sums_of_dice() {
        let one = Through { dice: 1, need: 3 };
        assert!((one.mean() - 1.0).abs() < 1e-5, "1d against 3: 1, 2 or 3 of six faces");
        assert!((one.at_least(1) - 0.5).abs() < 1e-6);
        let two = Through { dice: 2, need: -2 };
        assert!((two.mean() - 9.0).abs() < 1e-5, "2d+2");
        assert!((two.at_least(14) - 1.0 / 36.0).abs() < 1e-6);
    }

    #[test]
    fn deception_pays_for_the_skilled() {
        assert_eq!(landing(12, Some(10)).levels, 0, "95 % would become 50 %: 12 to 10 costs more than it brings");
        assert!(landing(18, Some(12)).levels > 0);
        assert_eq!(landing(18, None).levels, 0);
        assert!(landing(2, Some(8)).chance < 1e-6, "below 3 nothing may be tried");
    }

    #[test]
    fn contests() {
        assert!((wins_contest(10, 10) - 0.4537).abs() < 1e-3, "equals tie in about 9 % of all cases");
        assert!(wins_contest(16, 10) > 0.9);
    }
}
