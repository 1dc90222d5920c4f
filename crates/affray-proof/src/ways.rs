//! What a walk works out once, or begins anew from its last part, is the same as if it went every way on its own.

use affray_core::referee::{Game, Policy, Walker, walk};
use std::collections::HashMap;

/// A policy that says of itself whether it answers by the question alone: if not, every way is gone on its own.
#[derive(Debug, Clone, Copy)]
pub struct Says<P> {
    policy: P,
    is_forgetful: bool,
}

impl<G: Game, P: Policy<G>> Policy<G> for Says<P> {
    fn decide(&mut self, setup: &G::Setup, state: &G::State, question: &G::Question) -> G::Choice {
        self.policy.decide(setup, state, question)
    }
    fn is_forgetful(&self) -> bool {
        self.is_forgetful
    }
}

/// The outcomes of an action by the states in which it ends, with their chances; and how many leaves there are.
type Outcomes<S> = (HashMap<S, f64>, u64);

fn outcomes<G: Game, P: Policy<G>>(
    start: &G::State,
    says: Says<P>,
    run: impl FnMut(&mut G::State, &mut Walker<'_, Says<P>, (), G::State>),
) -> Outcomes<G::State> {
    let mut ends = HashMap::<G::State, f64>::new();
    let mut scratch = start.clone();
    let leaves = walk::<G, _, _>(start, &mut scratch, says, (), true, run, |leaf| {
        *ends.entry(leaf.state.clone()).or_default() += leaf.chance;
    });
    (ends, leaves)
}

/// An action as it is carried out in a turn, and the same as the last thing that is done, have the same outcomes with
/// the same chances, those of every way on its own: how many leaves the last has.
///
/// # Panics
/// With what differs.
#[track_caller]
pub fn nothing_is_lost<G: Game, P: Policy<G> + Copy>(
    name: &str,
    start: &G::State,
    policy: P,
    mut in_turn: impl FnMut(&mut G::State, &mut Walker<'_, Says<P>, (), G::State>),
    last: impl FnMut(&mut G::State, &mut Walker<'_, Says<P>, (), G::State>),
) -> u64 {
    let (each, ways) = outcomes::<G, _>(start, Says { policy, is_forgetful: false }, &mut in_turn);
    let total: f64 = each.values().sum();
    assert!((total - 1.0).abs() < 1e-12, "{name}: {total} in all");
    let says = Says { policy, is_forgetful: true };
    let in_turn = outcomes::<G, _>(start, says, in_turn);
    let last = outcomes::<G, _>(start, says, last);
    for (how, (once, leaves)) in [("in a turn", &in_turn), ("last", &last)] {
        assert!(*leaves <= ways, "{name}, {how}: {leaves} of {ways} ways");
        assert_eq!(once.len(), each.len(), "{name}, {how}: so many different outcomes");
        let off = |(state, chance): (&G::State, &f64)| (once.get(state).copied().unwrap_or_default() - chance).abs();
        let worst = each.iter().map(off).fold(0.0, f64::max);
        assert!(worst < 1e-14, "{name}, {how}: a chance is {worst} off");
    }
    last.1
}
