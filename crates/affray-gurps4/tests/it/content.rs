//! What comes with the program, and what its documentation shows, can be read.

use affray_conformance::shipped;
use affray_files::{Source, no_files};
use affray_gurps4::Gurps4;
use affray_session::catalog::{DynRules as _, FileKind};

#[test]
fn what_is_shipped_and_documented() {
    assert_ne!(
        shipped::shipped_and_documented(&Gurps4, &["SideFile", "CombatantFile", "Options", "Task"]),
        0,
        "no example of odds"
    );
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
