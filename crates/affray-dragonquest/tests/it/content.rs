//! Files of the program and of its documentation can be read.

use affray_conformance::shipped;
use affray_dragonquest::DragonQuest;
use affray_files::{Source, no_files};
use affray_session::catalog::DynRules as _;

#[test]
fn encounters_of_the_program() {
    shipped::encounters_can_be_read(&DragonQuest);
    assert!(5 <= DragonQuest.encounters().0.len());
}

#[test]
fn the_starter_as_it_is_and_with_every_key_put_in() {
    shipped::the_starter_explains_every_key(&DragonQuest, &["SideFile", "CombatantFile", "Options"]);
}

#[test]
fn encounters_of_the_documentation() {
    let text = include_str!("../../../../docs/encounters-dragonquest.md");
    assert_eq!(shipped::encounters_of(&DragonQuest, "docs/encounters-dragonquest.md", text), 2);
}

#[test]
fn sheets_of_the_documentation() {
    let text = include_str!("../../../../docs/sheet-dragonquest.md");
    let examples: Vec<&str> =
        text.split("```toml\n").skip(1).filter_map(|rest| Some(rest.split_once("```")?.0)).collect();
    assert_eq!(examples.len(), 3);
    for example in examples {
        if let Err(error) =
            affray_dragonquest::files::sheet_file::read(&Source::new("docs/sheet-dragonquest.md", example))
        {
            panic!("{error}");
        }
    }
}

#[test]
fn squares_are_refused() {
    let text = "ruleset = \"dragonquest\"\n[map]\nlayout = \"square\"\n[[combatant]]\nname = \"A\"\nsheet = \"aldric\"\nat = [0, 0]\n";
    let error = DragonQuest.load(&Source::new("a.toml", text), &no_files).err().expect("squares");
    assert!(error.to_string().contains("a.toml:3:10: this game is played on hexes"), "{error}");
}

#[test]
fn odds_of_the_documentation() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/odds");
    assert!(0 < shipped::odds_of(&DragonQuest, &folder));
}

#[test]
fn steps_are_refused_by_rules_that_there_are() {
    let text = "ruleset = \"dragonquest\"\n[[combatant]]\nname = \"A\"\nsheet = \"aldric\"\nat = [0, 0]\n\
        [[case]]\nid = \"x\"\n[[case.play]]\nturn = \"A\"\nrefused = \"DQ-9999\"\n";
    let reports = DragonQuest.check(&Source::new("a.toml", text), &no_files).expect("only a case is wrong");
    assert!(reports[0].differences[0].contains("a.toml:10:11: there is no rule `DQ-9999`"), "{reports:?}");
    // In what has to come out, too: a rule that there is not gives no line.
    let text = text.replace("refused = \"DQ-9999\"", "expect.tally = [{ for = \"defense\", without = [\"DQ-9999\"] }]");
    let reports = DragonQuest.check(&Source::new("a.toml", text), &no_files).expect("only a case is wrong");
    assert!(reports[0].differences[0].contains("there is no rule `DQ-9999`"), "{reports:?}");
}

#[test]
fn cases_and_events_of_the_documentation() {
    let text = include_str!("../../../../docs/cases-dragonquest.md");
    shipped::cases_of::<DragonQuest>("docs/cases-dragonquest.md", text);
    shipped::refusals_of(&DragonQuest, "docs/cases-dragonquest.md", text);
}
