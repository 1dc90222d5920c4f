//! Files of the program and of its documentation can be read.

use affray_conformance::shipped;
use affray_dragonquest::DragonQuest;
use affray_files::{Source, no_files};
use affray_session::catalog::DynRules as _;

#[test]
fn what_is_shipped_and_documented() {
    assert_ne!(
        shipped::shipped_and_documented(&DragonQuest, &["SideFile", "CombatantFile", "Options"]),
        0,
        "no example of odds"
    );
}

#[test]
fn squares_are_refused() {
    let text = "ruleset = \"dragonquest\"\n[map]\nlayout = \"square\"\n[[combatant]]\nname = \"A\"\nsheet = \"aldric\"\nat = [0, 0]\n";
    let error = DragonQuest.load(&Source::new("a.toml", text), &no_files).err().expect("squares");
    assert!(error.to_string().contains("a.toml:3:10: this game is played on hexes"), "{error}");
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
