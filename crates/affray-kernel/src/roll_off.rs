//! Places for which equals roll off: the highest first, and equals again.
//!
//! That could go on for ever, so it is a [`Pool`]: who throws every die throws as often as it takes, and exact
//! odds know that every order of equals is as likely as any other.

use crate::dice::Dice;
use crate::referee::{CombatantId, Game, Pool, Referee, Thrower, Why};
use crate::rules::RuleId;
use arrayvec::ArrayVec;
use std::cmp::Reverse;

/// The most who roll off together.
const MOST: usize = 16;
/// So many times equals roll again; after that the order stands in which they are named.
const MOST_REROLLS: u8 = 20;

/// Equals who roll off, at most [`MOST`].
#[derive(Debug, Clone)]
struct RollOff {
    who: ArrayVec<CombatantId, MOST>,
    rule: RuleId,
    /// What each throws.
    dice: Dice,
}

/// Puts equals into the order in which they come out. More than 16 settle it in parts, those who are named first
/// before the others.
///
/// # Errors
/// The input that the referee lacks.
pub fn roll_off<G: Game, R: Referee<G>>(
    equals: &mut [CombatantId],
    rule: RuleId,
    dice: Dice,
    referee: &mut R,
) -> Result<(), R::Pause> {
    for part in equals.chunks_mut(MOST).filter(|part| part.len() > 1) {
        let who: ArrayVec<CombatantId, MOST> = part.iter().copied().collect();
        let roll = RollOff { who: who.clone(), rule, dice };
        let outcome = referee.pool(Why::new(who[0], rule, "order"), &roll, &[], |code| code)?;
        for (into, place) in part.iter_mut().zip(order_of(outcome, who.len())) {
            *into = who[place];
        }
    }
    Ok(())
}

/// The places of an outcome among so many who rolled, the first one's first.
fn order_of(outcome: u64, count: usize) -> impl Iterator<Item = usize> {
    (0..count.min(MOST)).map(move |place| (outcome >> (4 * place) & 15) as usize)
}

/// Four bits for each place.
fn encode(places: &[u8]) -> u64 {
    places.iter().rev().fold(0, |code, &place| code << 4 | u64::from(place))
}

impl RollOff {
    fn count(&self) -> usize {
        self.who.len()
    }

    fn settle<G: Game, T: Thrower<G>>(&self, places: &mut [u8], rerolls: u8, by: &mut T) -> Result<(), T::Pause> {
        if places.len() < 2 || rerolls == 0 {
            return Ok(());
        }
        let mut rolls = [0; MOST];
        for &place in places.iter() {
            let why = Why::new(self.who[place as usize], self.rule, "order");
            rolls[place as usize] = by.throw(why, self.dice, None)?;
        }
        highest_first(places, &rolls);
        for equals in places.chunk_by_mut(|&one, &other| rolls[one as usize] == rolls[other as usize]) {
            self.settle::<G, T>(equals, rerolls - 1, by)?;
        }
        Ok(())
    }
}

/// Puts places in the order of their rolls, the highest first.
fn highest_first(places: &mut [u8], rolls: &[i32]) {
    places.sort_by_key(|&place| (Reverse(rolls[place as usize]), place));
}

/// Calls `each` for every order of what follows a place.
fn permute(places: &mut [u8], from: usize, each: &mut impl FnMut(&[u8])) {
    if places.len() <= from {
        return each(places);
    }
    for at in from..places.len() {
        places.swap(from, at);
        permute(places, from + 1, each);
        places.swap(from, at);
    }
}

const PLACES: [u8; MOST] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];

impl<G: Game> Pool<G> for RollOff {
    /// The order, coded; [`order_of`] reads it.
    type Outcome = u64;

    fn throw<T: Thrower<G>>(&self, _: Why, by: &mut T) -> Result<u64, T::Pause> {
        let mut places = PLACES;
        let places = &mut places[..self.count()];
        self.settle::<G, T>(places, MOST_REROLLS, by)?;
        Ok(encode(places))
    }

    fn outcomes(&self, mut each: impl FnMut(u64, f64)) {
        let mut places = PLACES;
        let places = &mut places[..self.count()];
        let orders: f64 = (1..=places.len()).map(|count| count as f64).product();
        permute(places, 0, &mut |order| each(encode(order), 1.0 / orders));
    }

    fn outcome(code: u64) -> u64 {
        code
    }

    fn code(order: u64) -> u64 {
        order
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_order_once() {
        let mut seen = Vec::new();
        permute(&mut [0, 1, 2], 0, &mut |order| seen.push(order_of(encode(order), 3).collect::<Vec<_>>()));
        seen.sort();
        assert_eq!(seen, [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]);
    }
}
