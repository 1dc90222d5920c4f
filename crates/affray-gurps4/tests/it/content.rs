//! What comes with the program, and what its documentation shows, can be read.

use affray_conformance::shipped;
use affray_files::{Source, no_files};
use affray_gurps4::Gurps4;
use affray_session::catalog::{DynRules as _, FileKind};

#[test]
fn encounters_of_the_program() {
    shipped::encounters_can_be_read(&Gurps4);
}

#[test]
fn the_starter_as_it_is_and_with_every_key_put_in() {
    shipped::the_starter_explains_every_key(&Gurps4, &["SideFile", "CombatantFile", "Options", "Task"]);
}

#[test]
fn encounters_of_the_documentation() {
    let text = include_str!("../../../../docs/encounters-gurps4.md");
    assert_eq!(shipped::encounters_of(&Gurps4, "docs/encounters-gurps4.md", text), 2);
}

#[test]
fn sheets_of_the_documentation() {
    let text = include_str!("../../../../docs/sheet-gurps4.md");
    let examples: Vec<&str> =
        text.split("```toml\n").skip(1).filter_map(|rest| Some(rest.split_once("```")?.0)).collect();
    assert_eq!(examples.len(), 3);
    for example in examples {
        if let Err(error) = affray_gurps4::files::sheet::read(&Source::new("docs/sheet-gurps4.md", example)) {
            panic!("{error}");
        }
    }
}

#[test]
fn cases_and_events_of_the_documentation() {
    let text = include_str!("../../../../docs/cases-gurps4.md");
    shipped::cases_of::<Gurps4>("docs/cases-gurps4.md", text);
    shipped::refusals_of(&Gurps4, "docs/cases-gurps4.md", text);
}

#[test]
fn squares_are_refused() {
    let text =
        "ruleset = \"gurps4\"\n[map]\nlayout = \"square\"\n[[combatant]]\nname = \"A\"\nsheet = \"ana\"\nat = [0, 0]\n";
    let error = Gurps4.load(&Source::new("a.toml", text), &no_files).err().expect("squares");
    assert!(error.to_string().contains("a.toml:3:10: this game is played on hexes"), "{error}");
}

#[test]
fn facings_are_those_of_hexes_and_nobody_has_wings() {
    for kind in [FileKind::Encounter, FileKind::Sheet, FileKind::Case, FileKind::Log] {
        let schema = Gurps4.schema(kind).to_string();
        for foreign in ["right-wing", "left-wing", "\"tail\"", "\"SE\",\"S\"", "\"N\""] {
            assert!(!schema.contains(foreign), "{kind:?} has {foreign}");
        }
    }
    let scene = "ruleset = 'gurps4'\ncombatant = [{ name = 'Ana', sheet = 'ana', at = [0, 0] }]\n[[case]]\nid = 'it'\n";
    for (event, told) in
        [("{ event = 'turns', facing = 'N' }", "`N` cannot be here"), ("{ event = 'turns', facing = 'NE' }", "")]
    {
        let play =
            format!("[[case.play]]\nturn = 'Ana'\ndo = {{ maneuver = 'nothing' }}\nexpect = {{ never = [{event}] }}\n");
        let source = Source::new("a.toml", format!("{scene}{play}"));
        let report = Gurps4.check(&source, &no_files).expect("a file of cases").remove(0);
        assert_eq!(report.differences.is_empty(), told.is_empty(), "{event}: {report:?}");
        assert!(report.differences.join("; ").contains(told), "{event}: {report:?}");
    }
}

#[test]
fn odds_of_the_documentation() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/odds");
    assert!(shipped::odds_of(&Gurps4, &folder) > 0);
}
