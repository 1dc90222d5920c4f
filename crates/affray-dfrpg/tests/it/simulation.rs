//! Simulations: what a simulator remembers of turns changes no fight.

use affray_core::files::{FileError, Source};
use affray_core::ruleset::Results;
use affray_dfrpg::content::ENCOUNTERS;
use affray_dfrpg::ruleset::Loaded;

fn load(name: &str, text: &str) -> Loaded {
    let alone = |file: &str| -> Result<Source, FileError> { Err(FileError::whole(file, "nothing stands beside it")) };
    Loaded::read(&Source::new(name, text), &alone).expect("it can be read")
}

/// The same fights whether turns are remembered or played by the rules each time, in one run or in
/// several, in any order.
#[test]
fn memory_changes_no_fight() {
    for (name, text) in ENCOUNTERS {
        let fights = if *name == "duel" { 400 } else { 40 };
        let encounter = load(name, text);
        let (mut by_rules, mut remembered, mut in_parts) = (Results::default(), Results::default(), Results::default());
        encounter.simulation().forgetful().run(5, 0..fights, &mut by_rules);
        encounter.simulation().run(5, 0..fights, &mut remembered);
        let mut simulation = encounter.simulation();
        simulation.run(9, 0..fights, &mut Results::default());
        simulation.run(5, fights / 2..fights, &mut in_parts);
        simulation.run(5, 0..fights / 2, &mut in_parts);
        assert_eq!(by_rules.fights, fights, "{name}");
        assert_eq!(by_rules, remembered, "{name}");
        assert_eq!(by_rules, in_parts, "{name}, after other fights and in another order");
    }
}
