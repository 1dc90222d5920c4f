//! The states that a simulation remembers, part by part.
//!
//! Most states of an encounter differ from some other one in one combatant alone. So each combatant is kept once for
//! all states in which it stands so, and the rest of the state likewise; a state is the numbers of its parts. That is a
//! small part of the memory that whole states take, and small enough to stay near the processor, where each look at a
//! whole state in a far corner of the memory would cost as much as many rules.

use crate::distinct::{Distinct, Number};
use crate::state::ByCombatant;
use hashbrown::HashTable;
use std::hash::Hash;
use std::hint::black_box;

/// States by their places, from 0 on.
#[derive(Debug)]
pub(super) struct States<S: ByCombatant> {
    combatants: Distinct<S::Fighter>,
    /// What is left of states without their combatants.
    rests: Distinct<S>,
    /// State after state the numbers of its combatants, and that of its rest.
    numbers: Vec<Number>,
    /// How many parts each state has; the encounter says it.
    each: usize,
    /// The places of states, with their hashes.
    by_hash: HashTable<(u64, u32)>,
}

impl<S: ByCombatant + Clone + Eq + Hash> States<S> {
    pub(super) const fn new() -> Self {
        Self {
            combatants: Distinct::new(),
            rests: Distinct::new(),
            numbers: Vec::new(),
            each: 1,
            by_hash: HashTable::new(),
        }
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.numbers.len() / self.each
    }

    /// The rest of the state of a place, and its combatants, by their numbers.
    #[inline]
    fn parts(&self, place: u32) -> (Number, &[Number]) {
        let numbers = &self.numbers[place as usize * self.each..][..self.each];
        let (&rest, combatants) = numbers.split_last().expect("a state has a rest");
        (rest, combatants)
    }

    /// The place of a state with that hash, if it has one.
    pub(super) fn find(&self, hash: u64, state: &mut S) -> Option<u32> {
        let combatants = std::mem::take(state.list());
        // Hashes need not tell all apart.
        let same = |&(other, place): &(u64, u32)| {
            other == hash && {
                let (rest, numbers) = self.parts(place);
                *self.rests.get(rest) == *state
                    && numbers.len() == combatants.len()
                    && numbers.iter().zip(&combatants).all(|(&one, it)| self.combatants.get(one) == it)
            }
        };
        let found = self.by_hash.find(hash, same).map(|&(_, place)| place);
        *state.list() = combatants;
        found
    }

    /// Gives a state with that hash a place, which it has not yet.
    pub(super) fn insert(&mut self, hash: u64, state: &mut S) -> u32 {
        let combatants = std::mem::take(state.list());
        self.each = combatants.len() + 1;
        let place = self.len() as u32;
        self.numbers.extend(combatants.iter().map(|one| self.combatants.number_of(one)));
        self.numbers.push(self.rests.number_of(state));
        *state.list() = combatants;
        self.by_hash.insert_unique(hash, (hash, place), |&(hash, _)| hash);
        place
    }

    /// Reads the combatants of the state of a place.
    #[inline]
    pub(super) fn look_ahead(&self, place: u32) {
        let (_, numbers) = self.parts(place);
        for &number in numbers {
            black_box(*self.combatants.get(number));
        }
    }

    /// Copies the state of a place.
    #[inline]
    pub(super) fn copy(&self, place: u32, into: &mut S) {
        let (rest, numbers) = self.parts(place);
        let mut combatants = std::mem::take(into.list());
        into.clone_from(self.rests.get(rest));
        combatants.clear();
        combatants.extend(numbers.iter().map(|&one| *self.combatants.get(one)));
        *into.list() = combatants;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::distinct::hash_of;

    #[derive(Debug, Clone, PartialEq, Eq)]
    struct Pair {
        fighters: Vec<u8>,
        turn: u8,
    }

    impl ByCombatant for Pair {
        type Fighter = u8;
        fn list(&mut self) -> &mut Vec<u8> {
            &mut self.fighters
        }
    }

    /// A poor one.
    impl Hash for Pair {
        fn hash<H: std::hash::Hasher>(&self, _: &mut H) {}
    }

    #[test]
    fn states_are_found_and_come_back_whole() {
        let mut states = States::new();
        let all = [[1, 2, 0], [1, 2, 1], [2, 1, 0], [1, 1, 0]].map(|[one, other, turn]| {
            let mut pair = Pair { fighters: vec![one, other], turn };
            let hash = hash_of(&pair);
            assert_eq!(states.find(hash, &mut pair), None, "{pair:?}");
            let place = states.insert(hash, &mut pair);
            (place, pair)
        });
        assert_eq!(states.len(), 4);
        assert_eq!((states.combatants.len(), states.rests.len()), (2, 2), "each part is there once");
        for (place, mut pair) in all {
            assert_eq!(states.find(hash_of(&pair), &mut pair), Some(place));
            let mut copy = Pair { fighters: vec![9], turn: 7 };
            states.copy(place, &mut copy);
            assert_eq!(copy, pair);
        }
    }
}
