//! What simulations take of memory. Allocations are counted for the whole program that runs the tests, by
//! thread.

use affray_files::sheets::Shelf;
use affray_session::encounter::EncounterFormat;
use affray_session::ruleset::Rules;
use affray_session::scenario::Scenario;
use affray_sim::{Results, Simulator};

/// A simulated turn allocates nothing once the buffers are warm, and memory is flat in the number of fights:
/// fights that were fought before take none at all, and others at the most that a buffer grows.
///
/// # Panics
/// With how much they took.
pub fn warm_turns_allocate_nothing<G: Rules>(name: &str, encounter: &Scenario<G>, fights: u64) {
    takes_nothing(name, encounter.simulation().uncached(), fights);
}

/// No simulated turn of these encounters allocates once the buffers are warm.
///
/// # Panics
/// With how much one took.
pub fn warm_turns_of_all_allocate_nothing<G: EncounterFormat>(encounters: Shelf) {
    for (name, text) in encounters {
        warm_turns_allocate_nothing(name, &crate::load::<G>(name, text), crate::often(20, 4));
    }
}

/// The growth of a buffer for what has not come up before.
const GROWTH: u64 = 16;

fn takes_nothing<G: Rules>(what: &str, mut simulation: Simulator<'_, G>, fights: u64) {
    let mut results = Results::default();
    simulation.run(1, 0..fights, &mut results);
    simulation.run(1, 0..fights, &mut results);
    let again = allocation_counter::measure(|| simulation.run(1, 0..fights, &mut results));
    assert_eq!(again.count_total, 0, "{what}: {fights} fights that were fought before took {again:?}");
    let further = allocation_counter::measure(|| simulation.run(1, fights..2 * fights, &mut results));
    assert!(further.count_total <= GROWTH, "{what}: {fights} further fights took {further:?}");
}
