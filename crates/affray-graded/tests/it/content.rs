//! What comes with the program, and what its documentation shows, can be read.

use affray_conformance::shipped;
use affray_files::{Source, no_files};
use affray_graded::Graded;
use affray_graded::content::ENCOUNTERS;
use affray_graded::ruleset::Scenario;
use affray_session::catalog::DynRules as _;
use affray_sim::Results;

#[test]
fn encounters_of_the_program() {
    shipped::encounters_can_be_read(&Graded);
    assert!(Graded.encounters().0.len() >= 5);
}

/// Every encounter comes to an end, and is won by either side now and then.
#[test]
fn encounters_are_open() {
    for (name, text) in ENCOUNTERS.iter() {
        let loaded = Scenario::read(&Source::new(*name, *text), &no_files).unwrap_or_else(|error| panic!("{error}"));
        let mut results = Results::default();
        loaded.simulation().run(1, 0..200, &mut results);
        assert_eq!(results.at_limit, 0, "{name}");
        assert!(results.wins.iter().all(|&wins| wins >= 20), "{name}: {:?}", results.wins);
    }
}

#[test]
fn the_starter_as_it_is_and_with_every_key_put_in() {
    let tables = ["SideFile", "CombatantFile", "Options", "FearFile", "Declared"];
    shipped::the_starter_explains_every_key(&Graded, &tables);
}

#[test]
fn encounters_of_the_documentation() {
    let text = include_str!("../../../../docs/encounters-graded.md");
    assert_eq!(shipped::encounters_of(&Graded, "docs/encounters-graded.md", text), 2);
}

#[test]
fn sheets_of_the_documentation() {
    let text = include_str!("../../../../docs/sheet-graded.md");
    let examples: Vec<&str> =
        text.split("```toml\n").skip(1).filter_map(|rest| Some(rest.split_once("```")?.0)).collect();
    assert_eq!(examples.len(), 2);
    for example in examples {
        if let Err(error) = affray_graded::files::sheet_file::read(&Source::new("docs/sheet-graded.md", example)) {
            panic!("{error}");
        }
    }
}

/// `AFFRAY_WATCH=file:number` shows a fight.
#[test]
fn a_fight_to_look_at() {
    affray_conformance::watch::<Graded>();
}

#[test]
fn cases_and_events_of_the_documentation() {
    let text = include_str!("../../../../docs/cases-graded.md");
    shipped::cases_of::<Graded>("docs/cases-graded.md", text);
    shipped::refusals_of(&Graded, "docs/cases-graded.md", text);
}
