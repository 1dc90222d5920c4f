//! What comes with the program can be fought to an end, and what its documentation shows can be read.

use affray_conformance::shipped;
use affray_files::{Source, no_files};
use affray_grid::STOCK;
use affray_obss::Obss;
use affray_obss::content::{ENCOUNTERS, STARTER};
use affray_obss::state::Flags;
use affray_session::catalog::{DynRules as _, FileKind};
use affray_sim::Results;
use serde_json::Value;

const ON_ENCOUNTERS: &str = include_str!("../../../../docs/encounters-obss.md");
const ON_SHEETS: &str = include_str!("../../../../docs/sheet-obss.md");

/// The keys of a kind of file, wherever in it they stand, but for parts that other files have too.
fn keys(schema: &Value, but: impl Fn(&str) -> bool) -> Vec<&str> {
    let parts = schema["$defs"].as_object().expect("there are parts").iter();
    let own = parts.filter(|(name, _)| !but(name)).map(|(_, part)| part);
    let tables = own.chain([schema]).filter_map(|part| part["properties"].as_object());
    tables.flat_map(|table| table.keys()).map(String::as_str).filter(|key| !matches!(*key, "q" | "r")).collect()
}

/// A text names every one of these keys.
fn names_every_one(text: &str, keys: &[&str]) {
    assert!(keys.len() > 20);
    for key in keys {
        let named = [format!("`{key}`"), format!("[{key}]"), format!(".{key}]"), format!("{key} = ")];
        assert!(named.iter().any(|key| text.contains(key)), "{key} is not named");
    }
}

#[test]
fn every_encounter_is_fought_to_its_end() {
    for (name, text) in ENCOUNTERS.iter().chain(&[("starter", STARTER)]) {
        affray_conformance::play::fights_end(name, &affray_conformance::load::<Obss>(name, text), 200, 5);
    }
}

#[test]
fn every_encounter_is_open() {
    for (name, text) in ENCOUNTERS {
        let (encounter, fights) = (affray_conformance::load::<Obss>(name, text), 300);
        let mut results = Results::default();
        encounter.simulation().run(1, 0..fights, &mut results);
        for (side, &wins) in results.wins.iter().enumerate() {
            let percent = 100 * wins / fights;
            assert!((25..=75).contains(&percent), "{name}: side {side} wins {percent} of 100");
        }
    }
}

#[test]
fn what_is_shipped_and_documented_and_the_starter_with_every_key_put_in() {
    let parts = ["SideFile", "CombatantFile", "ZoneFile", "Options", "HoldFile", "FeintFile", "MapFile", "AreaFile"];
    shipped::shipped_and_documented(&Obss, &parts);
    let is_key = |text: &str| text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    let put_in = |line: &&str| {
        let key = line.split_once(" = ").is_some_and(|(key, _)| is_key(key));
        key || line.starts_with('[')
    };
    let lines = STARTER.lines().map(|line| line.strip_prefix("# ").filter(put_in).unwrap_or(line));
    let whole = lines.collect::<Vec<_>>().join("\n");
    assert!(whole.contains("\nhold = ") && whole.contains("\n[[map.area]]"));
    affray_conformance::play::fights_end("starter", &affray_conformance::load::<Obss>("starter", &whole), 20, 5);
}

#[test]
fn encounters_of_the_documentation() {
    for example in shipped::examples(ON_ENCOUNTERS) {
        affray_conformance::play::fights_end("example", &affray_conformance::load::<Obss>("example", example), 20, 5);
    }
    let (schema, of_sheets) = (Obss.schema(FileKind::Encounter), Obss.schema(FileKind::Sheet));
    let of_sheets = |part: &str| part == "SheetFile" || !of_sheets["$defs"][part].is_null();
    names_every_one(ON_ENCOUNTERS, &keys(&schema, of_sheets));
    for terrain in STOCK {
        let row = format!("| `{}` | `{}` |", terrain.name, terrain.glyph);
        assert!(ON_ENCOUNTERS.contains(&row), "{}", terrain.name);
    }
    for (flag, _) in Flags::NAMES {
        assert!(ON_ENCOUNTERS.contains(&format!("`{}`", flag.to_lowercase())), "{flag}");
    }
}

#[test]
fn sheets_of_the_documentation() {
    names_every_one(ON_SHEETS, &keys(&Obss.schema(FileKind::Sheet), |_| false));
    for name in Obss.sheets().names() {
        assert!(ON_SHEETS.contains(&format!("| `{name}` |")), "{name}");
    }
}

#[test]
fn what_this_game_lacks_is_refused() {
    #[track_caller]
    fn refused(text: &str, expected: &str) {
        let text = format!("ruleset = \"obss\"\n{text}");
        let error = Obss.load(&Source::new("a.toml", text), &no_files).err().expect("it is refused");
        assert_eq!(error.to_string(), expected);
    }
    let arn = "[[combatant]]\nname = \"A\"\nsheet = \"arn\"\nat = [0, 0]\n";
    refused(
        &format!("[map]\nlayout = \"hex\"\n{arn}"),
        "a.toml:3:10: this game is played on squares (layout = \"square\")",
    );
    refused(&format!("{arn}facing = \"E\"\n"), "a.toml:6:10: there is no facing in this game (leave it out)");
    refused(
        &format!("[[side]]\nname = \"B\"\n{arn}"),
        "a.toml:3:8: nobody is on the side `B` (a combatant of that side)",
    );
}

#[test]
fn sides_stand_in_the_order_in_which_they_are_listed() {
    let one = |name: &str, at: i32| {
        format!("[[combatant]]\nname = \"{name}\"\nside = \"{name}s\"\nsheet = \"arn\"\nat = [{at}, 0]\n")
    };
    let text = format!("ruleset = \"obss\"\n[[side]]\nname = \"Bs\"\n{}{}", one("A", 0), one("B", 2));
    let encounter = affray_conformance::load::<Obss>("a", &text);
    let sides: Vec<&str> = encounter.setup().sides.iter().map(|side| side.name.as_str()).collect();
    assert_eq!(sides, ["Bs", "As"]);
    assert_eq!(encounter.setup().combatants[0].side, 1);
}

#[test]
fn cases_share_every_key_of_an_encounter() {
    let text = "ruleset = \"obss\"\ntime = \"05:59\"\norder = [\"B\", \"A\"]\n\
        ground = [{ owner = \"A\", item = \"longsword\", at = [2, 0] }]\n\
        combatant = [{ name = \"A\", sheet = \"guard\", at = [0, 0] }, { name = \"B\", sheet = \"bel\", at = [9, 0] }]\n\
        [[case]]\nid = \"shared\"\nplay = [{ gm = { pass-time = { rounds = 6 } }, expect = { \
        events = [{ event = \"dawn\" }], order = [\"B\", \"A\"], \
        ground = [{ owner = \"A\", item = \"longsword\", at = [2, 0] }] } }]\n\
        [[case]]\nid = \"own\"\ntime = \"12:00\"\nplay = [{ gm = { pass-time = { rounds = 6 } }, \
        expect.never = [{ event = \"dawn\" }] }]\n";
    let reports = Obss.check(&Source::new("a.toml", text), &no_files).unwrap_or_else(|error| panic!("{error}"));
    for report in reports {
        assert!(report.differences.is_empty(), "{report:?}");
    }
}

#[test]
fn what_the_states_of_a_case_say_together_is_told_there() {
    let text = "ruleset = \"obss\"\ncombatant = [{ name = \"A\", sheet = \"arn\", at = [0, 0] },\n\
        { name = \"B\", sheet = \"bel\", at = [5, 0], state = { hp = 3 } }]\n\
        [[case]]\nid = \"far\"\n[case.state.b]\nhands = [\"\", \"\"]\nhold = { with = \"A\", holds = true }\n";
    let reports = Obss.check(&Source::new("a.toml", text), &no_files).expect("only a case is wrong");
    assert_eq!(
        reports[0].differences,
        ["this case cannot be read: a.toml:8:8: B cannot hold A over 5 m (at most 1 m)"]
    );
}
