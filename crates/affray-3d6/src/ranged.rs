//! Speed and range.

/// The modifier for a sum of yards of range and yards per second of speed, from 0 down.
///
/// ```
/// use affray_3d6::ranged::speed_range;
/// assert_eq!(speed_range(2), 0);
/// assert_eq!(speed_range(14), -5);
/// assert_eq!(speed_range(200), -12);
/// assert_eq!(speed_range(1500), -17);
/// ```
#[inline]
pub const fn speed_range(yards: i32) -> i32 {
    let mut row = yards;
    let mut steps = 0;
    // Each ten times as far is six rows further, and rows round up to the next one.
    while row > 150 {
        row = (row + 9) / 10;
        steps += 6;
    }
    let modifier = match row {
        ..=2 => 0,
        3 => 1,
        4..=5 => 2,
        6..=7 => 3,
        8..=10 => 4,
        11..=15 => 5,
        16..=20 => 6,
        21..=30 => 7,
        31..=50 => 8,
        51..=70 => 9,
        71..=100 => 10,
        _ => 11,
    };
    -(modifier + steps)
}
