//! Simulations know who attacked, in every ruleset.

use affray_files::no_files;
use affray_sim::Results;

/// Where somebody falls, somebody of another side attacked or cast a spell.
#[test]
fn nobody_falls_by_itself() {
    for name in affray_games::encounters() {
        let (ruleset, source) = affray_games::encounter(name).expect("it comes with the program");
        let encounter = ruleset.load(&source, &no_files).unwrap_or_else(|error| panic!("{error}"));
        let (figures, mut results, mut fallen) = (encounter.figures(), Results::default(), 0);
        encounter.fights(3, 0..12, &mut results, &mut |fight| {
            let all = || figures.iter().zip(&fight.combatants);
            let Some((figure, _)) = all().find(|(_, one)| one.outcome.out && !one.outcome.fled) else { return };
            fallen += 1;
            let by = all().any(|(other, one)| other.side != figure.side && one.attacked);
            assert!(by, "{name}, fight {}: nobody attacked, and {} fell", fight.number, figure.name);
        });
        assert!(fallen > 0, "{name}: somebody falls in 12 fights");
        // The sums of a simulator with its cache know the same.
        let mut sums = Results::default();
        encounter.simulate(3, 0..12, &mut sums);
        assert_eq!(sums, results, "{name}");
    }
}
