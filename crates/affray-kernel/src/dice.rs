//! Dice: what can be thrown, with which weights, and where a throw comes from.
//!
//! A die is defined once, here: [`Dice::draw`], [`Dice::weights`] and [`Dice::accepts`] are the
//! sampler's, the walker's and the tape's view of the same object, and a chi-square test holds
//! them together.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng as _, SeedableRng};
use serde::Serialize;
use std::sync::OnceLock;

/// The most dice that may be thrown at once. More would overflow the exact weights.
pub const MOST_DICE: u8 = 24;

/// So many dice of up to [`SMALL`] faces can be thrown at once.
pub const FEW_DICE: u8 = 10;

/// The most faces of dice of which more than two are thrown at once, six-sided ones aside.
pub const SMALL: u8 = 20;

/// Some equal dice thrown together, such as 3d6. The result is the sum of their faces; a rule
/// adds its own constant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub struct Dice {
    /// How many, 1 to [`MOST_DICE`].
    pub number: u8,
    /// Faces of each, 2 to 100.
    pub sides: u8,
}

impl Dice {
    /// `number` six-sided dice.
    pub const fn d6(number: u8) -> Self {
        Self { number, sides: 6 }
    }

    /// The lowest sum.
    pub const fn lowest(self) -> i32 {
        self.number as i32
    }

    /// The highest sum.
    pub const fn highest(self) -> i32 {
        self.number as i32 * self.sides as i32
    }

    /// Whether these dice can show that sum.
    pub const fn accepts(self, total: i32) -> bool {
        self.lowest() <= total && total <= self.highest()
    }

    /// The sum of what these dice show, given as the sum itself or die by die. Ten-sided dice count from 0, and 0
    /// is their 10; the 0 (or `00`) of a hundred is 100.
    ///
    /// # Errors
    /// If they cannot show that: `cannot show 19: 3 to 18`, to be put after the name of the dice.
    pub fn shown(self, faces: &[i32]) -> Result<i32, String> {
        let counted = match self.sides {
            sides @ (10 | 100) => faces.iter().map(|&face| if face == 0 { sides.into() } else { face }).collect(),
            _ => faces.to_vec(),
        };
        let hint = match counted[..] {
            [sum] if self.accepts(sum) => return Ok(sum),
            [_] => format!("{} to {}", self.lowest(), self.highest()),
            _ if faces.len() != usize::from(self.number) && self.number == 1 => String::from("it is one die"),
            _ if faces.len() != usize::from(self.number) => format!("they are {} dice", self.number),
            _ if counted.iter().all(|face| (1..=i32::from(self.sides)).contains(face)) => {
                return Ok(counted.iter().sum());
            }
            _ => format!("a die shows 1 to {}", self.sides),
        };
        let faces: Vec<String> = faces.iter().map(i32::to_string).collect();
        Err(format!("cannot show {}: {hint}", faces.join("+")))
    }

    /// In how many of the [`ways`](Self::ways) each sum falls, from the lowest to the highest.
    ///
    /// # Panics
    /// Where there are so many dice that a weight is beyond 64 bits, which no ruleset asks for:
    /// constructors that read outside input refuse more than [`MOST_DICE`].
    pub fn weights(self) -> &'static [u64] {
        static SIXES: [OnceLock<Vec<u64>>; MOST_DICE as usize + 1] =
            [const { OnceLock::new() }; MOST_DICE as usize + 1];
        static ONES: [OnceLock<Vec<u64>>; 101] = [const { OnceLock::new() }; 101];
        static TWOS: [OnceLock<Vec<u64>>; 101] = [const { OnceLock::new() }; 101];
        static FEW: [[OnceLock<Vec<u64>>; SMALL as usize + 1]; FEW_DICE as usize + 1] =
            [const { [const { OnceLock::new() }; SMALL as usize + 1] }; FEW_DICE as usize + 1];
        match (self.number, self.sides) {
            (1, 6) => &[1; 6],
            (2, 6) => &[1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1],
            (3, 6) => &[1, 3, 6, 10, 15, 21, 25, 27, 27, 25, 21, 15, 10, 6, 3, 1],
            (n, 6) => SIXES[n as usize].get_or_init(|| self.convolve()),
            (1, s) => ONES[s as usize].get_or_init(|| self.convolve()),
            (2, s) => TWOS[s as usize].get_or_init(|| self.convolve()),
            (n @ ..=FEW_DICE, s @ ..=SMALL) => FEW[n as usize][s as usize].get_or_init(|| self.convolve()),
            _ => panic!("no table for {}d{}", self.number, self.sides),
        }
    }

    fn convolve(self) -> Vec<u64> {
        let mut weights = vec![1u64];
        for _ in 0..self.number {
            let mut next = vec![0u64; weights.len() + self.sides as usize - 1];
            for (at, weight) in weights.iter().enumerate() {
                for face in 0..self.sides as usize {
                    next[at + face] += weight;
                }
            }
            weights = next;
        }
        weights
    }

    /// The chance of sums for which that holds, in percent.
    ///
    /// ```
    /// use affray_kernel::dice::Dice;
    /// assert_eq!(Dice::d6(3).percent(|sum| sum <= 10), 50.0);
    /// ```
    pub fn percent(self, holds: impl Fn(i32) -> bool) -> f64 {
        let ways = (self.lowest()..).zip(self.weights()).filter(|&(sum, _)| holds(sum)).map(|(_, &ways)| ways);
        100.0 * ways.sum::<u64>() as f64 / self.ways() as f64
    }

    /// The number of equally likely ways in which the dice can fall.
    pub fn ways(self) -> u64 {
        (self.sides as u64).pow(self.number as u32)
    }

    /// Throws the dice.
    #[inline]
    pub fn draw(self, stream: &mut Stream) -> i32 {
        match (self.number, self.sides) {
            (3, 6) => THREE_SIXES[stream.below(216)] as i32,
            (2, 6) => THREE_SIXES[6 * stream.below(36)] as i32 - 1,
            (1, sides) => stream.below(sides as usize) as i32 + 1,
            _ => {
                // By a copy, so that the caller's can stay in registers.
                let mut copy = stream.clone();
                let sum = self.draw_others(&mut copy);
                *stream = copy;
                sum
            }
        }
    }

    /// Throws what is not three six-sided dice or fewer.
    fn draw_others(self, stream: &mut Stream) -> i32 {
        if self.sides == 6 {
            let mut left = self.number;
            let mut total = 0;
            while left > 3 {
                total += THREE_SIXES[stream.below(216)] as i32;
                left -= 3;
            }
            total + if left == 0 { 0 } else { Self { number: left, ..self }.draw(stream) }
        } else {
            (0..self.number).map(|_| stream.below(self.sides as usize) as i32 + 1).sum()
        }
    }
}

impl std::fmt::Display for Dice {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.sides {
            6 => write!(f, "{}d", self.number),
            sides => write!(f, "{}d{sides}", self.number),
        }
    }
}

/// The sum of each of the 216 ways in which 3d6 can fall.
const THREE_SIXES: [u8; 216] = {
    let mut table = [0; 216];
    let mut at = 0;
    while at < 216 {
        table[at] = (at % 6 + at / 6 % 6 + at / 36 + 3) as u8;
        at += 1;
    }
    table
};

/// The random numbers of one fight: a xoshiro256++ generator of its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stream(Xoshiro256PlusPlus);

impl Stream {
    /// The stream of fight `number` of the simulation with that seed. The words of the seed are
    /// splitmix64 outputs, so that neighbors in seed or number have nothing in common.
    #[inline]
    pub fn new(seed: u64, number: u64) -> Self {
        const fn mix(word: u64) -> u64 {
            let word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            let word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            word ^ (word >> 31)
        }
        const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;
        let mut state = mix(seed.wrapping_add(GOLDEN)) ^ mix(number.wrapping_mul(GOLDEN) ^ 0x5851_f42d_4c95_7f2d);
        let mut bytes = [0u8; 32];
        for word in bytes.as_chunks_mut().0 {
            state = state.wrapping_add(GOLDEN);
            *word = mix(state).to_le_bytes();
        }
        Self(Xoshiro256PlusPlus::from_seed(bytes))
    }

    /// A number from 0 to `bound - 1`; the bias of the multiplication is below `bound / 2^64`.
    #[inline]
    pub fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.0.next_u64()) * bound as u128) >> 64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dice_show_their_sum_or_each_of_them() {
        let two = Dice::d6(2);
        assert_eq!(two.shown(&[7]), Ok(7));
        assert_eq!(two.shown(&[4, 3]), Ok(7));
        let wrong = |faces: &[i32]| two.shown(faces).unwrap_err();
        assert_eq!(wrong(&[13]), "cannot show 13: 2 to 12");
        assert_eq!(wrong(&[4, 7]), "cannot show 4+7: a die shows 1 to 6");
        assert_eq!(wrong(&[0, 3]), "cannot show 0+3: a die shows 1 to 6");
        assert_eq!(wrong(&[4, 3, 1]), "cannot show 4+3+1: they are 2 dice");
        assert_eq!(Dice::d6(1).shown(&[1, 1]).unwrap_err(), "cannot show 1+1: it is one die");
        assert_eq!(Dice { number: 1, sides: 10 }.shown(&[0]), Ok(10));
        assert_eq!(Dice { number: 2, sides: 10 }.shown(&[0, 7]), Ok(17));
        assert_eq!(Dice { number: 1, sides: 100 }.shown(&[0]), Ok(100));
        assert_eq!(Dice { number: 1, sides: 20 }.shown(&[0]).unwrap_err(), "cannot show 0: 1 to 20");
    }

    #[test]
    fn weights_are_counts_of_ways() {
        for dice in [
            Dice::d6(1),
            Dice::d6(2),
            Dice::d6(3),
            Dice::d6(4),
            Dice::d6(24),
            Dice { number: 1, sides: 100 },
            Dice { number: 4, sides: 12 },
            Dice { number: 10, sides: 20 },
        ] {
            assert_eq!(dice.weights().iter().sum::<u64>(), dice.ways(), "{dice}");
            assert_eq!(dice.weights().len() as i32, dice.highest() - dice.lowest() + 1, "{dice}");
        }
        // 4d6 shows 14 in 146 of 1296 ways.
        assert_eq!(Dice::d6(4).weights()[10], 146);
    }

    #[test]
    fn streams_differ_by_seed_and_by_number() {
        let first = |seed, number| Stream::new(seed, number).below(usize::MAX);
        assert_eq!(first(1, 2), first(1, 2));
        assert_ne!(first(1, 2), first(2, 1));
        assert_ne!(first(1, 2), first(1, 3));
    }

    /// Chi-square of every kind of dice against its weights. The bound is a normal deviate of 5.2,
    /// by the Wilson-Hilferty cube root, so that a false alarm has a chance below 1e-6.
    #[test]
    fn draws_follow_the_weights() {
        for dice in (1..=6).map(Dice::d6).chain([
            Dice { number: 1, sides: 10 },
            Dice { number: 1, sides: 100 },
            Dice { number: 2, sides: 10 },
        ]) {
            let throws = 400_000u64;
            let mut stream = Stream::new(7, u64::from(dice.number) * 1000 + u64::from(dice.sides));
            let mut seen = vec![0u64; dice.weights().len()];
            for _ in 0..throws {
                seen[(dice.draw(&mut stream) - dice.lowest()) as usize] += 1;
            }
            assert!(deviate(&seen, dice.weights(), throws) < 5.2, "{dice}: {seen:?}");
        }
    }

    fn deviate(seen: &[u64], weights: &[u64], throws: u64) -> f64 {
        let all = weights.iter().sum::<u64>() as f64;
        let chi: f64 = seen
            .iter()
            .zip(weights)
            .map(|(&seen, &weight)| {
                let expected = throws as f64 * weight as f64 / all;
                (seen as f64 - expected).powi(2) / expected
            })
            .sum();
        let freedom = (seen.len() - 1) as f64;
        let spread = 2.0 / (9.0 * freedom);
        ((chi / freedom).cbrt() - (1.0 - spread)) / spread.sqrt()
    }
}
