//! Arcs, reach and sight: where an attack comes from and what can be reached and seen.
//!
//! Rules `GR-018`, `GR-199`; rulings `GR-R37`, `GR-R38`, `GR-R63`, `GR-R81`.

use crate::decision::Side;
use crate::scene::Scene;
use crate::state::NONE;
use affray_grid::{Cell, Facing, Layout};
use affray_kernel::referee::CombatantId;

/// Feet above the ground at which a standing figure's eyes are.
pub(crate) const EYES: i32 = 5;

/// Hexes between two hexes.
#[inline]
pub fn distance(a: Cell, b: Cell) -> u32 {
    Layout::Hex.distance(a, b)
}

/// `GR-R37` The direction of the hex next to `from` that the line to `to` crosses; along an edge, the one
/// that is the more forward of the two. `None` for the same hex.
pub fn towards(from: Cell, facing: Facing, to: Cell) -> Option<Facing> {
    if from == to {
        return None;
    }
    let (q, r) = (i32::from(to.q) - i32::from(from.q), i32::from(to.r) - i32::from(from.r));
    // Twice the scalar product with a step that way: the greatest is that of the nearest direction.
    let along = |way: Facing| {
        let (x, y) = way.vector();
        let (x, y) = (i32::from(x), i32::from(y));
        2 * (q * x + r * y) + q * y + r * x
    };
    let mut best = (facing, along(facing));
    for way in Facing::HEX {
        let along = along(way);
        if along > best.1 || along == best.1 && facing.sides_to(way) < facing.sides_to(best.0) {
            best = (way, along);
        }
    }
    Some(best.0)
}

impl Scene<'_> {
    /// `GR-R37` How a direction lies to a combatant.
    pub fn side_towards(self, who: CombatantId, way: Facing) -> Side {
        let facing = self.fighter(who).facing;
        let turn = facing.turn_to(way) * self.sheet(who).shield_turn();
        match turn {
            0 => Side::Front,
            1 => Side::ShieldFront,
            -1 => Side::WeaponFront,
            2 => Side::ShieldSide,
            -2 => Side::WeaponSide,
            _ => Side::Rear,
        }
    }

    /// `GR-R37` The combatant's hex through which something comes from there.
    pub fn side_of(self, who: CombatantId, from: Cell) -> Side {
        let fighter = self.fighter(who);
        towards(fighter.at, fighter.facing, from).map_or(Side::Front, |way| self.side_towards(who, way))
    }

    /// `GR-R37` The target's hex through which an attack comes; from the same hex, that by which the
    /// attacker entered on this or his last turn.
    pub fn side_attacked(self, target: CombatantId, by: CombatantId) -> Side {
        let attacker = self.fighter(by);
        if attacker.at != self.fighter(target).at {
            return self.side_of(target, attacker.at);
        }
        match attacker.entered {
            NONE => Side::Front,
            way => self.side_towards(target, Facing::hex(i32::from(way))),
        }
    }

    /// `GR-R37` Whether a combatant has another in front: in its forward hexes or cones, or in its own hex.
    pub fn has_in_front(self, who: CombatantId, target: CombatantId) -> bool {
        let (one, other) = (self.fighter(who).at, self.fighter(target).at);
        one == other || self.side_of(who, other).is_forward()
    }

    /// Hexes between two combatants.
    #[inline]
    pub fn apart(self, one: CombatantId, other: CombatantId) -> u32 {
        distance(self.fighter(one).at, self.fighter(other).at)
    }

    /// `GR-R63` Whether a combatant sees a hex.
    pub fn sees_hex(self, who: CombatantId, at: Cell) -> bool {
        self.is_in_sight(self.fighter(who).at, at)
    }

    /// `GR-R63` Whether somebody in one hex sees another hex.
    pub(crate) fn is_in_sight(self, from: Cell, at: Cell) -> bool {
        distance(from, at) <= self.setup.sight
            && (!(self.setup.any_screen || self.setup.any_height) || self.map().in_sight_at(from, EYES, at, EYES))
    }

    /// `GR-R63` Whether a combatant sees another.
    #[inline]
    pub fn sees(self, who: CombatantId, target: CombatantId) -> bool {
        self.sees_hex(who, self.fighter(target).at)
    }

    /// How much higher the first stands than the second, in feet.
    #[inline]
    pub fn feet_above(self, one: CombatantId, other: CombatantId) -> i32 {
        if self.setup.any_height {
            self.map().elevation_difference(self.fighter(other).at, self.fighter(one).at)
        } else {
            0
        }
    }

    /// Those who stand, kneel, sit or lie in a hex, dead or alive.
    pub fn bodies(self, at: Cell) -> impl Iterator<Item = CombatantId> {
        self.state.ids().filter(move |&who| self.fighter(who).at == at)
    }
}

/// `GR-199` `GR-R81` What a melee attack from above takes off defenses.
pub const fn height_penalty(feet: i32) -> i32 {
    match feet {
        ..=3 => 0,
        4 => -1,
        5 => -2,
        6.. => -3,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The direction is that of the first hex of the line, or of its twin.
    #[test]
    fn directions_are_those_of_lines() {
        let here = Cell::new(0, 0);
        for (q, r) in (-9..=9).flat_map(|q| (-9..=9).map(move |r| (q, r))).filter(|&cell| cell != (0, 0)) {
            let to = Cell::new(q, r);
            // A line leaves out its ends.
            let (first, twin) = Layout::Hex.line(here, to).twins().next().unwrap_or((to, None));
            for facing in Facing::HEX {
                let next = here.step(towards(here, facing, to).unwrap());
                assert!(next == first || Some(next) == twin, "{q}, {r}");
                let sides = |cell: Cell| facing.sides_to(towards(here, facing, cell).unwrap());
                assert!(twin.is_none_or(|twin| sides(next) == sides(first).min(sides(twin))), "{q}, {r}");
            }
        }
    }

    #[test]
    fn lines_along_an_edge_come_in_through_the_more_forward_hex() {
        let (here, north) = (Cell::new(0, 0), Cell::new(1, -2)); // between NE and NW
        assert_eq!(towards(here, Facing::E, north), Some(Facing::NE));
        assert_eq!(towards(here, Facing::W, north), Some(Facing::NW));
        assert_eq!(towards(here, Facing::E, Cell::new(5, 0)), Some(Facing::E));
        assert_eq!(towards(here, Facing::E, here), None);
    }

    /// `GR-E77`
    #[test]
    fn heights() {
        assert_eq!([3, 4, 5, 6, 9].map(height_penalty), [0, -1, -2, -3, -3]);
    }
}
