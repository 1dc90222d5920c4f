//! Movement on hexes: what one costs, and how far a figure may turn at the end.

/// Points for a hex: one into a forward hex, two to the side or back.
#[inline]
pub const fn hex_points(forward: bool) -> i32 {
    if forward { 1 } else { 2 }
}

/// How far a figure may turn at the end of a move of which half the budget left is enough: 6 for any facing,
/// 1 for one side.
#[inline]
pub const fn last_turn(budget: i32, spent: i32) -> u8 {
    if budget > 0 && 2 * spent <= budget { 6 } else { 1 }
}

/// How far it may turn where less than half of the budget may be spent.
#[inline]
pub const fn last_turn_below_half(budget: i32, spent: i32) -> u8 {
    if 2 * spent < budget { 6 } else { 1 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_facing() {
        assert_eq!((last_turn(6, 3), last_turn(5, 3), last_turn(0, 0)), (6, 1, 1));
        assert_eq!((last_turn_below_half(6, 3), last_turn_below_half(5, 2), last_turn_below_half(0, 0)), (1, 6, 1));
    }
}
