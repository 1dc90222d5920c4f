//! Random files and random play: nothing may panic, hang or leave an illegal state.
//!
//! Every run is named by a seed, so a failure is repeated by `affray-fuzz TARGET --seed N --inputs 1`.

pub mod files;
pub mod games;
pub mod play;

use affray_kernel::dice::Stream;

/// A source of random numbers with the few shapes that the targets need.
#[derive(Debug, Clone)]
pub struct Chance(Stream);

impl Chance {
    /// The stream of a seed.
    pub fn new(seed: u64) -> Self {
        Self(Stream::new(seed, 0))
    }
    /// 0 to `bound - 1`.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0.below(bound.max(1))
    }
    /// Once in so many times.
    pub fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }
    /// One of a list.
    pub fn pick<'a, T>(&mut self, list: &'a [T]) -> Option<&'a T> {
        list.get(self.below(list.len()))
    }
    /// A number that is mostly small, sometimes at an edge, sometimes anything.
    pub fn byte(&mut self) -> u8 {
        match self.below(8) {
            0 => 255,
            1 => self.below(256) as u8,
            2 => 128 + self.below(6) as u8,
            _ => self.below(8) as u8,
        }
    }
    /// Such a number with a sign.
    pub fn small(&mut self) -> i8 {
        self.byte() as i8
    }
}
