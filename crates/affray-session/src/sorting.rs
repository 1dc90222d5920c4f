//! Sorting the values of a game. The sort itself is compiled once and not for each of them: it was an eighth of what a ruleset
//! compiled to, and lists at a table are short.

use std::cmp::Ordering;

/// Sorts a list by a key, the lowest first; equals stay as they are.
pub fn sort_by_key<T, K: Ord>(list: &mut Vec<T>, key: impl Fn(&T) -> K) {
    let keys: Vec<K> = list.iter().map(key).collect();
    let places = places(keys.len(), &|one, other| keys[one].cmp(&keys[other]));
    let mut all: Vec<Option<T>> = list.drain(..).map(Some).collect();
    list.extend(places.into_iter().filter_map(|at| all[at].take()));
}

/// The places of a list in their order.
fn places(count: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut places: Vec<usize> = (0..count).collect();
    places.sort_by(|&one, &other| compare(one, other));
    places
}

#[cfg(test)]
mod tests {
    #[test]
    fn equals_stay_in_their_order() {
        let mut words = vec!["three", "one", "four", "six", "eleven"];
        super::sort_by_key(&mut words, |word| word.len());
        assert_eq!(words, ["one", "six", "four", "three", "eleven"]);
    }
}
