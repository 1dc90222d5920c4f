//! What comes with the program, and what its documentation shows, can be read.

use affray_conformance::shipped;
use affray_dfrpg::Dfrpg;
use affray_files::{Source, no_files};
use affray_session::catalog::DynRules as _;

#[test]
fn what_is_shipped_and_documented() {
    let parts = ["SideFile", "CombatantFile", "GroundFile", "EffectFile", "MapFile", "AreaFile"];
    assert_ne!(shipped::shipped_and_documented(&Dfrpg, &parts), 0, "no example of odds");
}

#[test]
fn the_documentation_lists_the_terrains() {
    let text = include_str!("../../../../docs/encounters-dfrpg.md");
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
fn cases_prove_rules_that_there_are() {
    let text = "ruleset = \"dfrpg\"\n[[combatant]]\nname = \"A\"\nsheet = \"arn\"\nat = [0, 0]\n\
        [[case]]\nid = \"x\"\nrules = [\"DF-E09\", \"DF-999\"]\n[[case.play]]\nturn = \"A\"\nrefused = \"DF-050\"\n";
    let reports = Dfrpg.check(&Source::new("a.toml", text), &no_files).expect("only a case is wrong");
    assert!(reports[0].differences[0].contains("a.toml:8:20: there is no rule `DF-999`"), "{reports:?}");
}

#[test]
fn cases_share_every_key_of_an_encounter() {
    let text = "ruleset = \"dfrpg\"\nround_limit = 10\nside = [{ name = \"orcs\", morale = 50 }]\n\
        effect = [{ on = \"Arn\", by = \"Cyn\", spell = \"gloom\", seconds = 9 }]\n\
        ground = [{ owner = \"Orc\", item = \"axe\", at = [3, 0] }]\n\
        combatant = [{ name = \"Arn\", sheet = \"arn\", at = [0, 0] },\n\
        { name = \"Orc\", side = \"orcs\", sheet = \"orc\", at = [1, 0], facing = \"W\" },\n\
        { name = \"Cyn\", side = \"orcs\", sheet = \"cyn\", at = [9, 0] }]\n\
        [[case]]\nid = \"shared\"\nplay = [{ turn = \"Arn\", dice = [11, 10, \"4+3\"],\n\
        do = { maneuver = \"attack\", attack = { target = \"Orc\", with = \"broadsword swing\" }, defend = \"dodge\" },\n\
        expect = { targets = [12, 8], ground = [{ owner = \"Orc\", item = \"axe\", at = [3, 0] }] } }]\n";
    let reports = Dfrpg.check(&Source::new("a.toml", text), &no_files).unwrap_or_else(|error| panic!("{error}"));
    for report in reports {
        assert!(report.differences.is_empty(), "{report:?}");
    }
}

#[test]
fn numbers_out_of_range_are_told_at_once() {
    let text = "ruleset = \"dfrpg\"\nround_limit = 0\nside = [{ name = \"a\", morale = 101 }]\n\
        [[combatant]]\nname = \"A\"\nsheet = { name = \"A\", st = 0, dx = 10, iq = 10, ht = 10 }\nat = [0, 0]\n\
        state = { shock = 9, held_spells = [{ spell = \"ember\", hand = 4 }] }\n";
    let error = Dfrpg.load(&Source::new("a.toml", text), &no_files).err().expect("numbers out of range");
    assert_eq!(
        error.to_string(),
        "a.toml:2:15: 0 is out of range (1 to 100000)\n\
         a.toml:3:32: 101 is out of range (1 to 100)\n\
         a.toml:6:28: 0 is out of range (1 to 100)\n\
         a.toml:8:19: 9 is out of range (0 to 8)\n\
         a.toml:8:47: there is no spell `ember` (there are none)\n\
         a.toml:8:63: 4 is out of range (0 to 3)"
    );
}

#[test]
fn a_search_has_no_radius() {
    let text = "ruleset = \"dfrpg\"\n[[combatant]]\nname = \"A\"\nat = [0, 0]\n\
        sheet = { name = \"A\", st = 10, dx = 10, iq = 14, ht = 10, traits = [\"Magery 1\"], spells = { seek = 15 } }\n\
        state.casting = { spell = \"seek\", seconds = 1, radius = 100 }\n";
    let error = Dfrpg.load(&Source::new("a.toml", text), &no_files).err().expect("no radius");
    assert_eq!(error.to_string(), "a.toml:6:57: a search has a penalty for its range, no radius (0 to 2)");
    let text = text.replace("100", "2");
    assert!(Dfrpg.load(&Source::new("a.toml", &text), &no_files).is_ok(), "DF-448");
}
