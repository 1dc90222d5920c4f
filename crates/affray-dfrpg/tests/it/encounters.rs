//! Encounters that once went wrong.

use affray_conformance::random::fight;
use affray_dfrpg::Dfrpg;

/// A foe in a pit is two hexes away for a blow and one yard more for the depth: an opponent meant to reach it all the same
/// after a step.
#[test]
fn a_foe_in_a_pit() {
    let text = "ruleset = 'dfrpg'
        round_limit = 200
        map = { width = 10, height = 10, area = [
            { cells = [[8, 1], [1, 6], [4, 5], [-3, 6], [7, 2], [4, 8], [6, 0], [2, 4], [4, 4]], terrain = 'pit' },
            { cells = [[4, 7], [5, 7], [6, 7]], blocks_sight = true },
            { cells = [[2, 1], [1, 2], [-2, 5], [7, 1], [0, 5], [1, 3], [-1, 7], [2, 5], [-1, 2]], impassable = true },
            { cells = [[4, 2], [0, 8], [-3, 9], [-1, 4], [7, 0], [4, 9], [5, 5], [1, 1], [4, 6]], terrain = 'chasm' },
            { cells = [[0, 1], [6, 1], [4, 4]], impassable = true } ] }
        combatant = [
            { name = 'North', sheet = 'swashbuckler', at = [1, 5], facing = 4 },
            { name = 'South', sheet = 'swashbuckler', at = [8, 1], facing = 2, state = { posture = 'kneeling' } } ]";
    for seed in 1..=40 {
        fight::<Dfrpg>("a foe in a pit", text, seed, |_, _, _| {});
    }
}
