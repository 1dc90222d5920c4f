//! Exact odds of an exchange of blows: what is timed of every ruleset.

use std::hint::black_box;

/// An exchange of blows whose exact odds are taken.
pub(crate) trait Exchange {
    /// The ruleset's state.
    type State: Clone;

    /// Where it begins.
    fn start(&self) -> &Self::State;

    /// Goes every way through it: how many outcomes there are, and what their chances add up to.
    fn walk(&self, scratch: &mut Self::State) -> (u64, f64);

    /// How many outcomes there are.
    fn leaves(&self) -> u64 {
        let (leaves, sum) = self.walk(&mut self.start().clone());
        assert!((sum - 1.0).abs() < 1e-9, "the chances add up to {sum}");
        leaves
    }

    /// Walks it so many times.
    fn repeat(&self, times: u32) {
        let mut scratch = self.start().clone();
        for _ in 0..times {
            black_box(self.walk(&mut scratch));
        }
    }

    /// Microseconds of one walk.
    fn time(&self) -> f64 {
        const TIMES: u32 = 200;
        crate::seconds(|| self.repeat(TIMES)) / f64::from(TIMES) * 1e6
    }
}
