//! Things that come again and again, each kept once and known by a number.

use hashbrown::HashTable;
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher as _};
use std::num::NonZeroU32;

/// The number of a thing among those of one [`Distinct`], in four bytes even where there may be none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Number(NonZeroU32);

impl Number {
    /// Its place among them, from 0 on.
    #[inline]
    pub const fn index(self) -> usize {
        self.0.get() as usize - 1
    }
}

/// Things that are kept once each.
///
/// What many places of a memory have in common takes the room of one this way, and stays near the processor.
///
/// ```
/// use affray_core::distinct::Distinct;
/// let mut words = Distinct::new();
/// let [one, other, again] = ["parry", "dodge", "parry"].map(|word| words.number_of(&word));
/// assert!(one == again && one != other);
/// assert_eq!((*words.get(other), words.len()), ("dodge", 2));
/// ```
#[derive(Debug, Clone)]
pub struct Distinct<T> {
    all: Vec<T>,
    by_hash: HashTable<(u64, Number)>,
}

impl<T> Distinct<T> {
    /// None yet.
    pub const fn new() -> Self {
        Self { all: Vec::new(), by_hash: HashTable::new() }
    }

    /// The thing of a number.
    ///
    /// # Panics
    /// Where the number is of another `Distinct`, or from before it was cleared.
    #[inline]
    pub fn get(&self, number: Number) -> &T {
        self.nth(number.index())
    }

    /// The thing at a place, from 0 on.
    ///
    /// # Panics
    /// Where there are not so many.
    #[inline]
    pub fn nth(&self, index: usize) -> &T {
        &self.all[index]
    }

    /// How many there are.
    pub const fn len(&self) -> usize {
        self.all.len()
    }

    /// Whether there is none.
    pub const fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Forgets all.
    pub fn clear(&mut self) {
        self.all.clear();
        self.by_hash.clear();
    }
}

impl<T: Hash + Eq + Clone> Distinct<T> {
    /// The number of a thing, which it gets when it comes for the first time.
    ///
    /// # Panics
    /// Where there are more than four thousand million.
    pub fn number_of(&mut self, it: &T) -> Number {
        let hash = hash_of(it);
        let all = &mut self.all;
        let same = |&(other, number): &(u64, Number)| other == hash && all[number.index()] == *it;
        if let Some(&(_, number)) = self.by_hash.find(hash, same) {
            return number;
        }
        all.push(it.clone());
        let number = Number(u32::try_from(all.len()).ok().and_then(NonZeroU32::new).expect("too many things"));
        self.by_hash.insert_unique(hash, (hash, number), |&(hash, _)| hash);
        number
    }
}

impl<T> Default for Distinct<T> {
    fn default() -> Self {
        Self::new()
    }
}

/// A hash whose bits can be taken from anywhere.
pub(crate) fn hash_of<T: Hash>(it: &T) -> u64 {
    let mut hasher = FxHasher::default();
    it.hash(&mut hasher);
    // The hasher multiplies, which carries a difference only upwards: what is above goes below too.
    let hash = hasher.finish();
    (hash ^ hash >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ hash >> 29
}
