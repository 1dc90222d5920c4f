//! Frequencies: what the sampler throws is what the walker counts.

use crate::Nobody;
use affray_kernel::dice::Stream;
use affray_kernel::referee::{Game, Referee, Sampler, walk};
use affray_session::ruleset::Rules;
use affray_session::scenario::Scenario;
use std::cell::Cell;
use std::fmt::Debug;

/// A roll of a game, against any target.
pub trait Roll<G: Game> {
    /// What the rules read of it.
    type Reading: Copy + PartialEq + Debug;

    /// Makes the roll, in a state that it leaves as it was.
    ///
    /// # Errors
    /// What the referee lacks.
    fn make<R: Referee<G>>(
        &self,
        setup: &G::Setup,
        state: &mut G::State,
        referee: &mut R,
        target: i32,
    ) -> Result<Self::Reading, R::Pause>;
}

/// Readings of which fewer are expected are counted together.
const FEW: f64 = 10.0;

/// Chi-square of a roll against every one of those targets: the sampler's readings against the weights that
/// the walker gives them.
///
/// The bound of each test is a normal deviate of `sqrt(2 ln(targets * 1e6))`, by the Wilson-Hilferty cube
/// root. A normal deviate exceeds `z` with a chance below `exp(-z * z / 2)`, so that one false alarm in all of
/// them together has a chance below 1e-6 (Bonferroni).
///
/// # Panics
/// With the target and what was counted.
pub fn rolls_follow_their_weights<G: Rules, R: Roll<G>>(
    encounter: &Scenario<G>,
    roll: &R,
    targets: impl IntoIterator<Item = i32>,
    throws: u64,
) {
    let targets: Vec<i32> = targets.into_iter().collect();
    let bound = (2.0 * (targets.len() as f64 * 1e6).ln()).sqrt();
    for (number, &target) in (0..).zip(&targets) {
        let weights = weights(encounter, roll, target);
        let total: f64 = weights.iter().map(|(_, chance)| chance).sum();
        assert!((total - 1.0).abs() < 1e-12, "against {target} the chances come to {total}: {weights:?}");
        let mut state = encounter.start().clone();
        let mut sampler = Sampler::new(Stream::new(7, number), Nobody);
        let mut seen = vec![0u64; weights.len()];
        for _ in 0..throws {
            let Ok(reading) = roll.make(encounter.setup(), &mut state, &mut sampler, target);
            match weights.iter().position(|(known, _)| *known == reading) {
                Some(at) => seen[at] += 1,
                None => panic!("against {target} the sampler throws {reading:?}, and the walker only {weights:?}"),
            }
        }
        assert_eq!(&state, encounter.start(), "the roll against {target} changes the state");
        let expected: Vec<f64> = weights.iter().map(|(_, chance)| chance * throws as f64).collect();
        let found = deviate(&seen, &expected);
        assert!(found < bound, "against {target} {seen:?} of {throws}, expected {weights:?}: {found} of {bound}");
    }
}

/// Every reading with its exact chance.
fn weights<G: Rules, R: Roll<G>>(encounter: &Scenario<G>, roll: &R, target: i32) -> Vec<(R::Reading, f64)> {
    let (mut weights, reading): (Vec<(R::Reading, f64)>, _) = (Vec::new(), Cell::new(None));
    let mut scratch = encounter.start().clone();
    walk::<G, _, _>(
        encounter.start(),
        &mut scratch,
        Nobody,
        (),
        false,
        |state, walker| {
            let Ok(read) = roll.make(encounter.setup(), state, walker, target);
            reading.set(Some(read));
        },
        |leaf| {
            let Some(read) = reading.get() else { return };
            match weights.iter_mut().find(|(known, _)| *known == read) {
                Some((_, chance)) => *chance += leaf.chance,
                None => weights.push((read, leaf.chance)),
            }
        },
    );
    weights
}

/// The normal deviate of a chi-square.
fn deviate(seen: &[u64], expected: &[f64]) -> f64 {
    // The rare ones together.
    let (mut classes, mut rare) = (Vec::new(), (0.0, 0.0));
    for (&seen, &expected) in seen.iter().zip(expected) {
        if expected < FEW {
            rare = (rare.0 + seen as f64, rare.1 + expected);
        } else {
            classes.push((seen as f64, expected));
        }
    }
    match classes.first_mut() {
        Some(first) if rare.1 < FEW => *first = (first.0 + rare.0, first.1 + rare.1),
        _ => classes.push(rare),
    }
    if classes.len() < 2 {
        return 0.0;
    }
    let chi: f64 = classes.iter().map(|(seen, expected)| (seen - expected).powi(2) / expected).sum();
    let freedom = (classes.len() - 1) as f64;
    let spread = 2.0 / (9.0 * freedom);
    ((chi / freedom).cbrt() - (1.0 - spread)) / spread.sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_weight_is_found_out() {
        // 3d6 at 10 or less: 108 of 216. An error of one way in 216 in 400,000 throws is 6 deviates.
        assert!(deviate(&[200_000, 200_000], &[200_000.0, 200_000.0]) < 0.0);
        assert!(deviate(&[201_852, 198_148], &[200_000.0, 200_000.0]) > 5.0);
        assert!(deviate(&[200_300, 199_700], &[200_000.0, 200_000.0]) < 2.0);
        assert_eq!(deviate(&[400_000], &[400_000.0]), 0.0);
    }
}
