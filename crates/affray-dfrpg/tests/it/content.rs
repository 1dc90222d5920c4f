//! What comes with the program, and what its documentation shows, can be read.

use affray_conformance::shipped;
use affray_dfrpg::Dfrpg;
use affray_files::{Source, no_files};
use affray_session::catalog::DynRules as _;

#[test]
fn encounters_of_the_program() {
    shipped::encounters_can_be_read(&Dfrpg);
}

#[test]
fn the_starter_as_it_is_and_with_every_key_put_in() {
    let parts = ["SideFile", "CombatantFile", "GroundFile", "EffectFile", "MapFile", "AreaFile"];
    shipped::the_starter_explains_every_key(&Dfrpg, &parts);
}

#[test]
fn encounters_of_the_documentation() {
    let text = include_str!("../../../../docs/encounters-dfrpg.md");
    assert_eq!(shipped::encounters_of(&Dfrpg, "docs/encounters-dfrpg.md", text), 2);
    for terrain in affray_grid::STOCK {
        assert!(text.contains(&format!("| `{}` | `{}` |", terrain.name, terrain.glyph)), "{}", terrain.name);
    }
}

#[test]
fn squares_are_refused() {
    let text =
        "ruleset = \"dfrpg\"\n[map]\nlayout = \"square\"\n[[combatant]]\nname = \"A\"\nsheet = \"arn\"\nat = [0, 0]\n";
    let error = Dfrpg.load(&Source::new("a.toml", text), &no_files).err().expect("squares");
    assert!(error.to_string().contains("a.toml:3:10: this game is played on hexes"), "{error}");
}

#[test]
fn odds_of_the_documentation() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/odds");
    assert!(0 < shipped::odds_of(&Dfrpg, &folder));
}

#[test]
fn cases_prove_rules_that_there_are() {
    let text = "ruleset = \"dfrpg\"\n[[combatant]]\nname = \"A\"\nsheet = \"arn\"\nat = [0, 0]\n\
        [[case]]\nid = \"x\"\nrules = [\"DF-E09\", \"DF-999\"]\n[[case.play]]\nturn = \"A\"\nrefused = \"DF-050\"\n";
    let error = Dfrpg.check(&Source::new("a.toml", text), &no_files).expect_err("no such rule");
    assert!(error.to_string().contains("a.toml:8:20: there is no rule `DF-999`"), "{error}");
}

#[test]
fn cases_and_events_of_the_documentation() {
    let text = include_str!("../../../../docs/cases-dfrpg.md");
    shipped::cases_of::<Dfrpg>("docs/cases-dfrpg.md", text);
}
