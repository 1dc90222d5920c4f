//! Fights between the opponents of a ruleset, as a simulation plays them: what is timed, and what it is counted by.

use affray_kernel::dice::Stream;
use affray_kernel::referee::{Policy, Sampler};
use affray_session::catalog::Encounter;
use affray_session::ruleset::Rules;
use affray_session::scenario::Scenario;
use affray_sim::Results;

/// Counts the attacks that a policy declares.
struct Counting<G: Rules> {
    policy: G::Own,
    /// How many attacks a choice is.
    count: fn(&G::Choice) -> u64,
    attacks: u64,
}

impl<G: Rules> Policy<G> for Counting<G> {
    fn decide(&mut self, setup: &G::Setup, state: &G::State, question: &G::Question) -> G::Choice {
        let choice = self.policy.decide(setup, state, question);
        self.attacks += (self.count)(&choice);
        choice
    }
    fn restart(&mut self) {
        self.policy.restart();
    }
}

/// Attacks in those fights of the simulation's seed.
pub(crate) fn attacks_in<G: Rules>(
    encounter: &Scenario<G>,
    seed: u64,
    fights: u64,
    count: fn(&G::Choice) -> u64,
) -> u64 {
    let mut state = encounter.start().clone();
    let mut attacks = 0;
    for number in 0..fights {
        state.clone_from(encounter.start());
        let policy = Counting::<G> { policy: G::Own::default(), count, attacks: 0 };
        let mut sampler = Sampler::new(Stream::new(seed, number), policy);
        while G::ending(encounter.setup(), &state).is_none() {
            sampler.policy.restart();
            let Ok(()) = G::next_turn(encounter.setup(), &mut state, &mut sampler);
        }
        attacks += sampler.policy.attacks;
    }
    attacks
}

/// Fights so many, as a simulation does.
pub(crate) fn fights(encounter: &impl Encounter, seed: u64, fights: u64) -> Results {
    let mut results = Results::default();
    encounter.simulate(seed, 0..fights, &mut results);
    results
}
