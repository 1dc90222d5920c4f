//! Threats: reach, touch, lines and the threatened area.
//!
//! Rules `OB-065` to `OB-069`, `OB-171`, rulings `OB-R22`, `OB-R23`, `OB-R35`, `OB-R95`.

use crate::scene::{Footprint, Scene};
use crate::sheet::{ItemKind, Size};
use crate::state::{Flags, NONE};
use affray_grid::Cell;
use affray_kernel::referee::CombatantId;

/// Nothing reaches farther: the largest creatures with a long weapon.
const MOST_REACH: u16 = Size::Colossal.reach() as u16 + 1;

impl Scene<'_> {
    /// `OB-065` `OB-R95` The meters that a blow has to bridge between two combatants.
    #[inline]
    pub fn blow_distance(self, one: CombatantId, other: CombatantId) -> u16 {
        self.blow_between(self.footprint(one), self.footprint(other))
    }

    /// `OB-065` `OB-R88` `OB-R95` In squares, and in meters of height beyond the first.
    #[inline]
    pub(crate) fn blow_between(self, one: Footprint, other: Footprint) -> u16 {
        let distance = one.distance(other);
        if !self.setup.has_heights {
            return distance;
        }
        let (from, to) = line_of_fire(one, other);
        let height = self.floor(from).elevation.abs_diff(self.floor(to).elevation);
        distance + u16::from(height.saturating_sub(1))
    }

    /// `OB-066` `OB-068` How far a combatant can touch, in meters.
    pub fn touch_distance(self, who: CombatantId) -> u16 {
        u16::from(self.sheet(who).size.reach())
    }

    /// `OB-069` `OB-R23` `OB-R22` How far a combatant threatens with its hands: 0 for not at all. A thrown
    /// weapon in hand counts, a launcher and bare hands do not.
    #[inline]
    pub fn threat_reach(self, who: CombatantId) -> u16 {
        let (sheet, fighter) = (self.sheet(who), self.fighter(who));
        let mut reach = sheet.natural_reach;
        for (hand, &item) in fighter.hands.iter().enumerate() {
            if item == NONE || (hand == 1 && fighter.flags.has(Flags::OFF_HAND_GUARD)) {
                continue;
            }
            if let Some(ItemKind::Weapon(weapon)) = sheet.item(item).map(|item| &item.kind) {
                reach = reach.max(weapon.reach);
            }
        }
        u16::from(reach)
    }

    /// `OB-069` Whether one combatant is able and threatens the square of another.
    #[inline]
    pub fn threatens(self, who: CombatantId, other: CombatantId) -> bool {
        if !self.fighter(who).is_able() {
            return false;
        }
        // A cheap look first.
        if self.distance(who, other) > MOST_REACH {
            return false;
        }
        let distance = self.blow_distance(who, other);
        distance <= self.threat_reach(who) && (distance <= 1 || !self.is_blocked(who, other))
    }

    /// `OB-162` `OB-255` Whether an able enemy threatens a combatant.
    pub fn is_threatened(self, who: CombatantId) -> bool {
        self.foes(who).any(|foe| self.threatens(foe, who))
    }

    /// `OB-163` Whether a target is in combat with another than the shooter.
    pub fn is_engaged(self, target: CombatantId, but: CombatantId) -> bool {
        self.foes(target).any(|foe| {
            foe != but && self.fighter(foe).is_able() && (self.threatens(foe, target) || self.threatens(target, foe))
        })
    }

    /// `OB-067` `OB-171` Whether a wall or an obstacle to sight stands on the line between two combatants.
    pub fn is_blocked(self, one: CombatantId, other: CombatantId) -> bool {
        if !self.setup.has_screens {
            return false;
        }
        let (from, to) = line_of_fire(self.footprint(one), self.footprint(other));
        self.map().line(from, to).any(|cell| self.floor(cell).screen)
    }
}

/// `OB-171` The two squares between which the line runs: the closest pair, of several the one with the
/// lowest y, then the lowest x, first of the attacker and then of the target.
pub fn line_of_fire(from: Footprint, to: Footprint) -> (Cell, Cell) {
    if from.side == 1 && to.side == 1 {
        return (from.at, to.at);
    }
    let mut best = (from.at, to.at);
    let mut least = u16::MAX;
    // Rows from the top, each from the left: the first of equals stays.
    for one in from.cells() {
        for other in to.cells() {
            let distance = one.q.abs_diff(other.q).max(one.r.abs_diff(other.r));
            if distance < least {
                (best, least) = ((one, other), distance);
            }
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_runs_between_the_closest_squares() {
        let cell = Cell::new;
        let large = Footprint { at: cell(0, 0), side: 2 };
        let one = |at| Footprint { at, side: 1 };
        assert_eq!(line_of_fire(large, one(cell(4, 0))), (cell(1, 0), cell(4, 0)));
        assert_eq!(line_of_fire(large, one(cell(5, 5))), (cell(1, 1), cell(5, 5)));
        // Three columns off, either row is 3 away: the lowest y.
        assert_eq!(line_of_fire(one(cell(4, 1)), large), (cell(4, 1), cell(1, 0)));
    }
}
