//! Rolling for places: the highest total first, ties rolled again until there are none.
//!
//! Ruling `DQ-R39`. Such a roll-off could go on for ever, so it is a [`Pool`]: who throws every die throws as
//! often as it takes, and exact odds know the chance of every order.

use crate::DragonQuest;
use crate::event::Event;
use crate::scene::D10;
use affray_kernel::referee::{CombatantId, Pool, Thrower, Why};
use affray_kernel::rules::RuleId;
use arrayvec::ArrayVec;

/// The most who roll off together.
pub const MOST: usize = 16;

/// One who rolls.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Roller {
    /// The figure that throws the die.
    pub who: CombatantId,
    /// Added to the die.
    pub added: i32,
    /// The rule that wants the roll.
    pub rule: RuleId,
    /// The purpose of the roll.
    pub what: &'static str,
    /// Whether the total is told.
    pub told: bool,
}

/// Those who roll off, at most [`MOST`].
#[derive(Debug, Clone)]
pub struct RollOff(pub ArrayVec<Roller, MOST>);

/// The order that came out: places in the list of those who roll, the first one's first.
pub type Order = ArrayVec<u8, MOST>;

/// The length of the run of equal totals that begins at a place.
fn tied(totals: &[(u8, i32)], from: usize) -> usize {
    totals[from..].iter().take_while(|one| one.1 == totals[from].1).count()
}

impl RollOff {
    fn settle<T: Thrower<DragonQuest>>(&self, places: &mut [u8], by: &mut T) -> Result<(), T::Pause> {
        let mut totals: ArrayVec<(u8, i32), MOST> = ArrayVec::new();
        for &place in places.iter() {
            totals.push((place, self.total(place, by)?));
        }
        totals.sort_by_key(|&(place, total)| (std::cmp::Reverse(total), place));
        for (into, &(place, _)) in places.iter_mut().zip(&totals) {
            *into = place;
        }
        let mut from = 0;
        while from < places.len() {
            let to = from + tied(&totals, from);
            if to - from > 1 {
                if self.0[places[from] as usize].told {
                    by.tell(|| Event::SidesTie);
                }
                self.settle(&mut places[from..to], by)?;
            }
            from = to;
        }
        Ok(())
    }

    /// One throw for a place.
    fn total<T: Thrower<DragonQuest>>(&self, place: u8, by: &mut T) -> Result<i32, T::Pause> {
        let Roller { who, added, rule, what, told } = self.0[place as usize];
        let die = by.throw(Why::new(who, rule, what), D10, None)?;
        let total = die + added;
        if told {
            by.tell(|| Event::SideInitiative { who, die, added, total });
        }
        Ok(total)
    }

    /// Every order of these with its chance.
    fn orders(&self, places: &[u8]) -> Vec<(Order, f64)> {
        let added = |place: u8| self.0[place as usize].added;
        if places.iter().all(|&place| added(place) == added(places[0])) {
            return permutations(places);
        }
        let mut found: Vec<(Order, f64)> = Vec::new();
        let mut dice = vec![1; places.len()];
        let all = 10f64.powi(places.len() as i32);
        let mut full_ties = 0.0;
        loop {
            let mut totals: ArrayVec<(u8, i32), MOST> =
                places.iter().zip(&dice).map(|(&place, &die)| (place, added(place) + die)).collect();
            totals.sort_by_key(|&(place, total)| (std::cmp::Reverse(total), place));
            if tied(&totals, 0) == places.len() {
                full_ties += 1.0;
            } else {
                self.add_orders(&totals, &mut found);
            }
            // The next throw, as an odometer counts.
            let Some(at) = dice.iter().position(|&die| die < 10) else { break };
            dice[..at].fill(1);
            dice[at] += 1;
        }
        for one in &mut found {
            one.1 /= all - full_ties;
        }
        found
    }

    /// Adds the orders to which one throw leads, ties within it settled.
    fn add_orders(&self, totals: &[(u8, i32)], found: &mut Vec<(Order, f64)>) {
        let mut orders = vec![(Order::new(), 1.0)];
        let mut from = 0;
        while from < totals.len() {
            let to = from + tied(totals, from);
            let group: Order = totals[from..to].iter().map(|one| one.0).collect();
            let parts = if group.len() == 1 { vec![(group, 1.0)] } else { self.orders(&group) };
            let joined = orders.iter().flat_map(|(order, chance)| {
                parts.iter().map(move |(part, other)| (order.iter().chain(part).copied().collect(), chance * other))
            });
            orders = joined.collect();
            from = to;
        }
        for (order, chance) in orders {
            match found.iter_mut().find(|one| one.0 == order) {
                Some(one) => one.1 += chance,
                None => found.push((order, chance)),
            }
        }
    }
}

/// All orders are equally likely where everybody adds the same.
fn permutations(places: &[u8]) -> Vec<(Order, f64)> {
    let mut all = vec![Order::new()];
    for &place in places {
        let longer = all.iter().flat_map(|order| {
            (0..=order.len()).map(move |at| {
                let mut order = order.clone();
                order.insert(at, place);
                order
            })
        });
        all = longer.collect();
    }
    let chance = 1.0 / all.len() as f64;
    all.into_iter().map(|order| (order, chance)).collect()
}

/// Four bits for each place, after a bit that marks the end.
fn encode(order: &[u8]) -> u64 {
    order.iter().rev().fold(0, |code, &place| code << 4 | u64::from(place))
}

impl Pool<DragonQuest> for RollOff {
    /// The order, coded; [`order_of`] reads it.
    type Outcome = u64;

    fn throw<T: Thrower<DragonQuest>>(&self, _: Why, by: &mut T) -> Result<u64, T::Pause> {
        let mut places: Order = (0..self.0.len().min(MOST) as u8).collect();
        self.settle(&mut places, by)?;
        Ok(encode(&places))
    }

    fn outcomes(&self, mut each: impl FnMut(u64, f64)) {
        let places: Order = (0..self.0.len().min(MOST) as u8).collect();
        for (order, chance) in self.orders(&places) {
            each(encode(&order), chance);
        }
    }

    fn code(outcome: u64) -> u64 {
        outcome
    }

    fn outcome(code: u64) -> u64 {
        code
    }
}

/// The places of an outcome, of so many who rolled.
pub fn order_of(outcome: u64, count: usize) -> impl Iterator<Item = usize> {
    (0..count.min(MOST)).map(move |place| (outcome >> (4 * place) & 15) as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chances(added: &[i32]) -> Vec<(Vec<u8>, f64)> {
        let roller = |&added| Roller { who: CombatantId(0), added, rule: rule!("DQ-R39"), what: "tie", told: false };
        let rollers = added.iter().map(roller).collect();
        let mut all = Vec::new();
        RollOff(rollers).outcomes(|code, chance| {
            all.push((order_of(code, added.len()).map(|place| place as u8).collect(), chance));
        });
        all.sort_by(|a: &(Vec<u8>, f64), b| a.0.cmp(&b.0));
        all
    }

    #[test]
    fn odds() {
        let close = |a: f64, b: f64| assert!((a - b).abs() < 1e-12, "{a} {b}");
        // Two alike: even chances.
        for (_, chance) in chances(&[0, 0]) {
            close(chance, 0.5);
        }
        // One more: of 100 throws 9 tie, 55 go to the stronger and 36 to the other.
        let two = chances(&[1, 0]);
        assert_eq!(two[0].0, [0, 1]);
        close(two[0].1, 55.0 / 91.0);
        // Three, of whom one cannot be reached: the others are even.
        let three = chances(&[0, 20, 0]);
        assert_eq!(three.len(), 2);
        close(three[0].1, 0.5);
        close(chances(&[3, 1, 0]).iter().map(|one| one.1).sum(), 1.0);
    }
}
