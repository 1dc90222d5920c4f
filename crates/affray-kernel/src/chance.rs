//! Sums of probabilities, exact to the last bits whatever their number.

/// A compensated sum: what rounding loses is kept and given back at the end (Neumaier's method).
///
/// ```
/// use affray_kernel::chance::Mass;
/// let mut mass = Mass::default();
/// for chance in [1.0, 1e-17, 1e-17, 1e-17, -1.0] {
///     mass.add(chance);
/// }
/// assert_eq!(mass.value(), 3e-17);
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Mass {
    sum: f64,
    lost: f64,
}

impl Mass {
    /// Adds a chance.
    #[inline]
    pub fn add(&mut self, chance: f64) {
        let sum = self.sum + chance;
        self.lost += if chance.abs() <= self.sum.abs() { (self.sum - sum) + chance } else { (chance - sum) + self.sum };
        self.sum = sum;
    }

    /// What was added, together.
    pub fn value(self) -> f64 {
        self.sum + self.lost
    }
}
