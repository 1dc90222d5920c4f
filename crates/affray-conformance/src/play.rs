//! Play by policies and by chance.

use affray_kernel::dice::Stream;
use affray_kernel::referee::{Policy, Sampler};
use affray_session::ruleset::Rules;
use affray_session::scenario::Scenario;
use affray_sim::Results;
use std::collections::BTreeSet;
use std::ops::Range;

/// Takes any of the options, as a stream of its own says.
struct Anything<G: Rules> {
    stream: Stream,
    options: Vec<G::Choice>,
    most: usize,
    rarely: fn(&G::Question) -> bool,
}

impl<G: Rules> Policy<G> for Anything<G> {
    fn decide(&mut self, setup: &G::Setup, state: &G::State, question: &G::Question) -> G::Choice {
        self.options.clear();
        G::options(setup, state, question, &mut self.options);
        assert!(!self.options.is_empty(), "nothing to choose: {question:?}");
        assert!(self.options.len() <= self.most, "{} options: {question:?}", self.options.len());
        let mut listed = BTreeSet::new();
        for option in &self.options {
            assert_eq!(G::judge(setup, state, question, option), Ok(()), "{question:?} -> {option:?}");
            let told = G::describe_choice(setup, G::asked(question), option);
            assert!(!told.starts_with(char::is_lowercase), "`{told}` does not begin with a capital");
            let written = G::choice_json(setup, G::asked(question), option);
            let read = G::read_choice(setup, state, G::asked(question), &written);
            assert_eq!(read.as_ref(), Ok(option), "{written} is read otherwise than it was written");
            assert!(listed.insert(written.to_string()), "{written} is listed twice: {question:?}");
        }
        let few = (self.rarely)(question) && self.stream.below(4) != 0;
        self.options[self.stream.below(if few { 1 } else { self.options.len() })]
    }
}

/// Brawls of those numbers, in which everybody does anything that is listed: every option is legal and listed once, there is
/// always something to choose among and never more than `most` options, and nothing panics. Of what is rarely
/// done, as it is endless in the hands of chance, the first option is taken most of the time.
///
/// # Panics
/// With what is wrong.
pub fn anything_that_is_listed_can_be_done<G: Rules>(
    encounter: &Scenario<G>,
    brawls: Range<u64>,
    turns: u32,
    most: usize,
    rarely: fn(&G::Question) -> bool,
) {
    for number in brawls.take(crate::often(u64::from(u32::MAX), 6) as usize) {
        let mut state = encounter.start().clone();
        let policy = Anything::<G> { stream: Stream::new(1, number), options: Vec::new(), most, rarely };
        let mut referee = Sampler::new(Stream::new(2, number), policy);
        for _ in 0..turns {
            if G::ending(encounter.setup(), &state).is_some() {
                break;
            }
            let Ok(()) = G::next_turn(encounter.setup(), &mut state, &mut referee);
        }
    }
}

/// Fights are the same whether turns come from the cache or are played by the rules each time, in one run or in
/// several, in any order.
///
/// # Panics
/// If they are not.
pub fn the_cache_changes_no_fight<G: Rules>(name: &str, encounter: &Scenario<G>, fights: u64) {
    // Of duels so many that turns come again.
    let fights = crate::often(fights, (fights / 20).max(2));
    let (mut by_rules, mut cached, mut in_parts) = (Results::default(), Results::default(), Results::default());
    encounter.simulation().uncached().run(5, 0..fights, &mut by_rules);
    encounter.simulation().run(5, 0..fights, &mut cached);
    let mut simulation = encounter.simulation();
    simulation.run(9, 0..fights, &mut Results::default());
    simulation.run(5, fights / 2..fights, &mut in_parts);
    simulation.run(5, 0..fights / 2, &mut in_parts);
    // Who attacked is known of a simulator as a whole, with what it fought before.
    for (fate, other) in in_parts.fates.iter_mut().zip(&cached.fates) {
        fate.attacked &= other.attacked;
    }
    assert_eq!(by_rules.fights, fights, "{name}");
    assert_eq!(by_rules, cached, "{name}");
    assert_eq!(by_rules, in_parts, "{name}, after other fights and in another order");
}

/// Fights come to an end: no more than that share of them, in percent, are broken off at the limit of
/// rounds.
///
/// # Panics
/// If too many are.
pub fn fights_end<G: Rules>(name: &str, encounter: &Scenario<G>, fights: u64, percent: u64) {
    let mut results = Results::default();
    encounter.simulation().run(1, 0..fights, &mut results);
    assert_eq!(results.fights, fights, "{name}");
    assert!(results.at_limit * 100 <= fights * percent, "{name}: {} of {fights} without an end", results.at_limit);
}
