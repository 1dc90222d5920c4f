//! Flanking by exact geometry.
//!
//! Rules `OB-089`, `OB-090`, ruling `OB-R30`. All in whole numbers: half meters, and crossings compared as
//! fractions.

use crate::scene::{Footprint, Scene};
use affray_kernel::referee::CombatantId;

impl Footprint {
    /// Its center in half meters, where a square's own center has even coordinates.
    fn center(self) -> (i64, i64) {
        let side = i64::from(self.side) - 1;
        (2 * i64::from(self.at.q) + side, 2 * i64::from(self.at.r) + side)
    }
}

/// `OB-089` `OB-R30` Whether the segment between the centers of two figures goes through the inside of a third
/// and touches two opposite sides of it. A corner belongs to both its sides.
pub fn is_between(one: Footprint, target: Footprint, other: Footprint) -> bool {
    let (from, to) = (one.center(), other.center());
    let (left, top) = (2 * i64::from(target.at.q) - 1, 2 * i64::from(target.at.r) - 1);
    let size = 2 * i64::from(target.side);
    // Along one axis: how far it is to the near and to the far side, over the length of the way.
    let axis = |from: i64, to: i64, low: i64| {
        let way = to - from;
        let (near, far) = if way > 0 { (low - from, low + size - from) } else { (from - low - size, from - low) };
        (near, far, way.abs())
    };
    let (near_x, far_x, way_x) = axis(from.0, to.0, left);
    let (near_y, far_y, way_y) = axis(from.1, to.1, top);
    // Straight along an axis: through the inside, and so from side to side, if it is within the other.
    if way_x == 0 || way_y == 0 {
        let (near, far, way, low, at) =
            if way_x == 0 { (near_y, far_y, way_y, left, from.0) } else { (near_x, far_x, way_x, top, from.1) };
        return way != 0 && near >= 0 && far <= way && at > low && at < low + size;
    }
    // Where it enters and leaves the strip of each axis: near / way and far / way, compared crosswise.
    let enters = (near_x * way_y).cmp(&(near_y * way_x));
    let leaves = (far_x * way_y).cmp(&(far_y * way_x));
    let (first, first_way) = if enters.is_ge() { (near_x, way_x) } else { (near_y, way_y) };
    let (last, last_way) = if leaves.is_le() { (far_x, way_x) } else { (far_y, way_y) };
    let inside = first * last_way < last * first_way && first >= 0 && last <= last_way;
    let by_x = enters.is_ge() && leaves.is_le();
    let by_y = enters.is_le() && leaves.is_ge();
    inside && (by_x || by_y)
}

impl Scene<'_> {
    /// `OB-089` `OB-090` Whether an ally helps the attacker to flank the target.
    pub fn is_flanked(self, target: CombatantId, by: CombatantId) -> bool {
        // Two against one at the least.
        let fighters = self.state.fighters.len();
        if fighters < 3 {
            return false;
        }
        let (place, from) = (self.footprint(target), self.footprint(by));
        self.state.ids().any(|ally| {
            ally != by
                && ally != target
                && !self.are_foes(ally, by)
                && self.threatens(ally, target)
                && is_between(from, place, self.footprint(ally))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use affray_grid::Cell;

    #[test]
    fn worked_examples() {
        let print = |(q, r): (i16, i16), side| Footprint { at: Cell::new(q, r), side };
        #[track_caller]
        fn case(one: Footprint, target: Footprint, other: Footprint, expected: bool) {
            assert_eq!(is_between(one, target, other), expected, "{one:?} {other:?}");
            assert_eq!(is_between(other, target, one), expected, "{other:?} {one:?}");
        }
        let target = print((0, 0), 1);
        // OB-E48
        case(print((-1, -1), 1), target, print((1, 1), 1), true);
        case(print((-1, -1), 1), target, print((1, 0), 1), false);
        case(print((-1, -1), 1), target, print((1, -1), 1), false);
        case(print((-1, 0), 1), target, print((1, 0), 1), true);
        case(print((-2, -1), 1), target, print((2, 1), 1), true);
        // OB-E92
        case(print((-1, 0), 1), print((0, 0), 2), print((2, 1), 1), true);
        // On the same side.
        case(print((1, 0), 1), target, print((2, 0), 1), false);
    }
}
