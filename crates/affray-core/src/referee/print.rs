//! Fingerprints of what the rest of a turn hangs on.

use std::hash::Hasher;

/// A fingerprint of 128 bits. Of as many different things as a simulation remembers, two have the same one with a
/// chance below 1e-27.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Print {
    one: u64,
    other: u64,
}

impl Print {
    /// All of it.
    #[inline]
    pub(crate) fn whole(self) -> (u64, u64) {
        (self.one, self.other)
    }
}

/// Both halves of a product, one upon the other.
#[inline]
const fn folded(one: u64, other: u64) -> u64 {
    let product = one as u128 * other as u128;
    product as u64 ^ (product >> 64) as u64
}

impl Hasher for Print {
    #[inline]
    fn write_u64(&mut self, word: u64) {
        self.one = folded(self.one ^ word ^ 0x2d35_8dcc_aa6c_78a5, 0x9e37_79b9_7f4a_7c15);
        self.other = (self.other.rotate_left(29) ^ word).wrapping_mul(0xd6e8_feb8_6659_fd93);
    }

    #[inline]
    fn write_u8(&mut self, byte: u8) {
        self.write_u64(byte.into());
    }

    #[inline]
    fn write_u16(&mut self, word: u16) {
        self.write_u64(word.into());
    }

    #[inline]
    fn write_u32(&mut self, word: u32) {
        self.write_u64(word.into());
    }

    #[inline]
    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }

    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks();
        for &word in words {
            self.write_u64(u64::from_le_bytes(word));
        }
        if !rest.is_empty() {
            self.write_u64(rest.iter().fold(0, |word, &byte| word << 8 | u64::from(byte)));
        }
    }

    #[inline]
    fn finish(&self) -> u64 {
        self.one
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;
    use std::hash::Hash as _;

    #[test]
    fn small_differences_print_differently_in_both_halves() {
        let prints = (0..64u8).flat_map(|one| (0..64u8).map(move |other| [one, 0, other, 7])).map(|bytes| {
            let mut print = Print::default();
            bytes.hash(&mut print);
            bytes.map(u32::from).hash(&mut print);
            print.whole()
        });
        let (one, other): (HashSet<u64>, HashSet<u64>) = prints.unzip();
        assert_eq!((one.len(), other.len()), (4096, 4096));
    }
}
