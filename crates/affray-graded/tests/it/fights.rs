//! Fights of policies come to an end.

use affray_core::files::Source;
use affray_core::ruleset::{Results, alone};
use affray_graded::ruleset::Loaded;
use affray_graded::sheets::SHEETS;

/// Whatever a policy answers is judged on the way (a debug assertion of the sampler).
#[test]
fn every_stock_sheet_fights_every_other_to_an_end() {
    for one in SHEETS.names() {
        for other in SHEETS.names() {
            let text = format!(
                "ruleset = 'graded'\nround_limit = 2000\n\
                [[combatant]]\nname = 'A'\nside = 'a'\nsheet = '{one}'\nat = [0, 0]\n\
                [[combatant]]\nname = 'B'\nside = 'a'\nsheet = '{other}'\nat = [0, 5]\n\
                [[combatant]]\nname = 'C'\nside = 'c'\nsheet = '{other}'\nat = [12, 0]\nfacing = 'W'\n\
                [[combatant]]\nname = 'D'\nside = 'c'\nsheet = '{one}'\nat = [10, 5]\nfacing = 'W'\n"
            );
            let source = Source::new(format!("{one} and {other}"), text);
            let loaded = Loaded::read(&source, &alone).unwrap_or_else(|error| panic!("{error}"));
            let mut results = Results::default();
            loaded.simulation().forgetful().run(1, 0..8, &mut results);
            assert_eq!((results.fights, results.at_limit), (8, 0), "{one} and {other}");
        }
    }
}
