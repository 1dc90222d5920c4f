//! What files of cases say, and what is said of them: in every game the same.

use affray_files::{Source, no_files};
use affray_grid::Cell;
use affray_kernel::referee::CombatantId;
use affray_prove::cases::check;
use affray_session::catalog::CaseReport;
use affray_session::ruleset::Words as _;
use affray_session::scenario::Scenario;
use affray_skirmish::Skirmish;
use affray_skirmish::decision::{Act, Choice, Go, Question};
use affray_skirmish::event::Event;

/// Ada strikes Bo: 8 or less with 2d6, then Bo parries with 5 or less.
const SCENE: &str = r#"
ruleset = "skirmish"
combatant = [{ name = "Ada", sheet = "ada", at = [0, 0] }, { name = "Bo", sheet = "bo", at = [1, 0] }]
"#;

fn cases(text: &str) -> Vec<CaseReport> {
    let source = Source::new("cases.toml", format!("{SCENE}{text}"));
    check::<Skirmish>(&source, &no_files, None).unwrap_or_else(|error| panic!("{error}"))
}

/// What differs in the one step in which Ada strikes Bo.
fn strike(step: &str) -> Vec<String> {
    let text =
        format!("[[case]]\nid = 'it'\n[[case.play]]\nturn = 'Ada'\ndo = {{ act = {{ strike = 'Bo' }} }}\n{step}\n");
    cases(&text).remove(0).differences
}

#[test]
fn decisions_that_are_asked_for() {
    for holds in [
        "asked = ['act', 'parry']",
        "asked = [{ question = 'parry', who = 'bo' }]",
        "asked = [{ who = 'Ada' }, { who = 'Bo' }], not_asked = [{ question = 'parry', who = 'Ada' }]",
    ] {
        assert_eq!(strike(&format!("dice = [8, 6, 5]\nexpect = {{ {holds} }}")), [""; 0], "{holds}");
    }
    // A miss is not parried.
    assert_eq!(strike("dice = [9]\nexpect = { not_asked = ['parry', { who = 'Bo' }] }"), [""; 0]);
    let asked = "asked were, in this order: Ada for `move`, Ada for `act`, Bo for `parry`";
    assert_eq!(
        strike("dice = [8, 6, 5]\nexpect = { asked = ['parry', 'act'], not_asked = [{ who = 'Bo' }] }"),
        [
            format!("step 1 (Ada): nobody asked anybody for `act` (after those before it): {asked}"),
            format!("step 1 (Ada): Bo for anything was asked: {asked}"),
        ]
    );
    for (wrong, told) in [
        ("asked = ['pary']", "no decision is called `pary` (did you mean `parry`? one of: move, act, parry)"),
        ("not_asked = [{ who = 'Bob' }]", "there is no combatant `Bob`"),
        ("not_asked = [{ whom = 'Bo' }]", "unknown field `whom`"),
    ] {
        let differences = strike(&format!("expect = {{ {wrong} }}")).join("; ");
        assert!(differences.contains(told), "{differences}");
        assert!(differences.contains("cases.toml:9:"), "{differences}");
    }
}

#[test]
fn what_events_cannot_state() {
    for (wrong, told) in [
        (
            "never = [{ event = 'strikes', hits = 'yes' }]",
            "cases.toml:9:49: `yes` cannot be here (one of: true or false)",
        ),
        ("never = [{ event = 'wounded', lost = '4' }]", "`4` cannot be here (one of: a whole number)"),
        ("never = [{ event = 'wounded', points = 4 }]", "the event `wounded` does not state `points`"),
        (
            "never = [{ event = 'strikes', target = 'Bob' }]",
            "there is no combatant `Bob` (did you mean `Bo`? one of: Ada, Bo)",
        ),
        ("events = [{ event = 'moves', to = [1, 2, 3] }]", "[1,2,3] cannot be here (one of: a list of 2)"),
    ] {
        let differences = strike(&format!("expect = {{ {wrong} }}")).join("; ");
        assert!(differences.contains(told), "{differences}");
    }
}

#[test]
fn dice_that_run_out_or_are_left_over() {
    let missing = strike("dice = [8, 6]\nexpect = { targets = [8, 6], events = [{ event = 'falls' }] }");
    assert_eq!(missing.len(), 4, "{missing:#?}");
    assert!(missing[0].starts_with("step 1 (Ada): 1d for damage (SK-08) is not in the list of dice"), "{missing:#?}");
    for line in ["rolled 8", "rolled 6", "\"hits\":true", "Bo decides `parry`"] {
        assert!(missing[1].contains(line), "{line}: {missing:#?}");
    }
    assert!(missing[2].contains("targets [8, 5], expected [8, 6]"), "{missing:#?}");
    assert!(missing[3].contains("no event event = \"falls\""), "{missing:#?}");
    let left = strike("dice = [9, 3]\nexpect = { targets = [7] }");
    assert_eq!(left.len(), 3, "{left:#?}");
    assert!(left[0].ends_with("1 throw was left over") && left[1].contains("rolled 9"), "{left:#?}");
    assert!(left[2].contains("targets [8], expected [7]"), "{left:#?}");
}

#[test]
fn one_error_hides_no_other_case() {
    let text = r#"
[[case]]
id = "typo"
titel = "A key that there is not"
[[case]]
id = "good"
[[case.play]]
turn = "Ada"
do = { act = { strike = "Bo" } }
dice = [9]
[[case]]
id = 3
[[case]]
id = "nobody"
with = ["Cy"]
"#;
    let reports = cases(text);
    let told: Vec<(&str, bool, usize)> =
        reports.iter().map(|report| (report.id.as_str(), report.loads, report.differences.len())).collect();
    assert_eq!(told, [("typo", false, 1), ("good", true, 0), ("case 3", false, 1), ("nobody", false, 1)]);
    assert_eq!(
        reports[0].differences,
        ["this case cannot be read: cases.toml:7:1: unknown field `titel` (did you mean `title`?)"]
    );
    assert!(reports[2].differences[0].contains("cases.toml:15:6: "), "{reports:?}");
    assert!(reports[3].differences[0].contains("cases.toml:18:9: the file has no combatant `Cy`"), "{reports:?}");
}

#[test]
fn a_table_of_rows() {
    // Ada's skill is 8; a strike at somebody who lies is at +2, and one who is wounded strikes at -1.
    let text = r#"
[[case]]
id = "skill"
title = "The number to roll"
[[case.play]]
turn = "Ada"
do = { act = { strike = "Bo" } }
dice = [12]
expect.targets = [8]
[[case.table]]
[[case.table]]
title = "A better one"
sheet.Ada.skill = 10
play.expect.targets = [10]
[[case.table]]
title = "A wrong expectation"
state.Bo.fallen = true
play.expect.targets = [9]
[[case.table]]
sheet.Ada.skil = 10
[[case.table]]
state.Ada.hp = "few"
[[case.table]]
play = [{}, { turn = "Bo", do = { move = "rise" }, refused = "SK-03" }]
"#;
    let reports = cases(text);
    let told: Vec<(&str, &str, String)> =
        reports.iter().map(|one| (one.id.as_str(), one.title.as_str(), one.differences.join("; "))).collect();
    assert_eq!(told[0], ("skill, row 1", "The number to roll", String::new()));
    assert_eq!(told[1], ("skill, row 2", "A better one", String::new()));
    assert_eq!((told[2].0, told[2].1), ("skill, row 3", "A wrong expectation"));
    assert!(told[2].2.starts_with("step 1 (Ada): targets [10], expected [9]"), "{}", told[2].2);
    assert!(told[3].2.contains("cases.toml:23:11: unknown field `skil` (did you mean `skill`?)"), "{}", told[3].2);
    assert!(told[4].2.contains("cases.toml:25:16: expected a whole number"), "{}", told[4].2);
    assert_eq!(told[5], ("skill, row 6", "The number to roll", String::new()));
}

#[test]
fn sheets_of_a_case() {
    let text = r#"
[[case]]
id = "changed"
sheet.bo = { toughness = 9, weapon.adds = 3 }
[[case.play]]
turn = "Ada"
do = { act = { strike = "Bo" } }
dice = [8, 6, 5]
[[case]]
id = "nobody"
sheet.Cy.skill = 3
[[case]]
id = "no-table"
sheet.Bo = "ada"
[[case]]
id = "range"
sheet.Bo.skill = 13
"#;
    let told: Vec<String> = cases(text).into_iter().map(|one| one.differences.join("; ")).collect();
    assert_eq!(told[0], "");
    assert!(told[1].contains("cases.toml:14:7: there is no combatant `Cy`"), "{}", told[1]);
    assert!(told[2].contains("cases.toml:17:12: expected a table"), "{}", told[2]);
    assert!(told[3].contains("cases.toml:20:18: 13 is out of range"), "{}", told[3]);
}

#[test]
fn several_of_one_kind() {
    let text = r#"
[[case]]
id = "three"
combatant = [{ name = "Rat", count = 3, sheet = "bo", at = [4, 0] }]
state."Rat 3".hp = 5
[[case.play]]
turn = "Rat 2"
do = { act = { strike = "Ada" } }
refused = "SK-05"
[[case.play]]
turn = "Rat 3"
expect.state."Rat 1".at = [4, 0]
expect.state."Rat 2".at = [5, 0]
expect.state."Rat 3" = { at = [5, -1], hp = 5 }
[[case]]
id = "wrong"
combatant = [{ name = "Rat", count = 65, sheet = "bo", at = [4, 0] }, { name = "Cat", count = 2, sheet = "cat", at = [7, 0] }]
"#;
    let told: Vec<String> = cases(text).into_iter().map(|one| one.differences.join("; ")).collect();
    assert_eq!(told[0], "");
    assert!(told[1].contains("cases.toml:20:38: 65 is out of range (1 to 64)"), "{}", told[1]);
    let encounter = "ruleset = 'skirmish'\n[map]\nrows = ['. #']\n[[combatant]]\nname = 'Rat'\ncount = 3\nsheet = 'cat'\nat = [0, 0]\n";
    let error = Scenario::<Skirmish>::read(&Source::new("a.toml", encounter), &no_files).err().unwrap().to_string();
    assert_eq!(
        error.lines().collect::<Vec<_>>(),
        [
            "a.toml:6:9: there is no room around [0, 0] for 3 (fewer, or a place with more free cells around it)",
            "a.toml:7:9: the program has no sheet `cat` (a file ending in `.toml`, or one of: ada, bo)",
        ]
    );
}

#[test]
fn words_stand_at_declarations() {
    let (setup, state) = affray_conformance::load::<Skirmish>("cases.toml", SCENE).into_parts();
    let (who, by, to) = (CombatantId(0), CombatantId(1), Cell { q: 2, r: -1 });
    let event = |event: Event| Skirmish::describe_event(&setup, &event);
    assert_eq!(event(Event::Strikes { who, target: by, hits: true }).as_deref(), Some("Ada hits Bo."));
    assert_eq!(event(Event::Strikes { who, target: by, hits: false }).as_deref(), Some("Ada misses Bo."));
    assert_eq!(event(Event::Wounded { who, lost: 4, left: -1 }).as_deref(), Some("Ada loses 4 HP, -1 left."));
    assert_eq!(event(Event::Moves { who, to }).as_deref(), Some("Ada goes to 2,-1."));
    let choice = |choice: Choice| Skirmish::describe_choice(&setup, who, &choice);
    assert_eq!(choice(Choice::Move(Go::Rise)), "Rise", "a variant without words says its name");
    assert_eq!(choice(Choice::Move(Go::To(to))), "Go to 2,-1");
    assert_eq!(choice(Choice::Act(Act::Strike(by))), "Strike Bo");
    assert_eq!([true, false].map(|parries| choice(Choice::Parry(parries))), ["Parry", "No parry"]);
    assert_eq!(Skirmish::prompt(&setup, &state, &Question::Parry { who, by }), "Ada: parry the strike of Bo?");
}

#[test]
fn the_cases_of_the_guide_hold() {
    let name = "docs/writing-a-ruleset.md";
    let guide = std::fs::read_to_string(format!("{}/../../{name}", env!("CARGO_MANIFEST_DIR"))).expect("it is there");
    let blocks = guide.split("```toml\n").skip(1).filter_map(|rest| Some(rest.split_once("```")?.0));
    let files: Vec<&str> = blocks.filter(|block| block.contains("[[case]]")).collect();
    assert!(!files.is_empty(), "the guide shows no case");
    for file in files {
        let reports =
            check::<Skirmish>(&Source::new(name, file), &no_files, None).unwrap_or_else(|error| panic!("{error}"));
        for report in reports {
            assert!(report.differences.is_empty(), "{}: {:?}", report.id, report.differences);
        }
    }
}
