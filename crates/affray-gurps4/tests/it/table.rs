//! Fights at a table.

use affray_conformance::hands::Hands as _;
use affray_conformance::often;
use affray_conformance::table::{self, Sitting};
use affray_grid::Cell;
use affray_gurps4::Gurps4;
use affray_gurps4::decision::Question;
use affray_gurps4::sheet::ItemId;
use affray_kernel::referee::CombatantId;
use affray_session::{Command, DiceFrom, LogEntry, Table as _, Wanted};
use serde_json::json;

const CLOSE: &str = r#"
ruleset = "gurps4"
title = "Sword, club and arrows"
round_limit = 12
combatant = [
    { name = "Ana", side = "A", sheet = "ana", at = [0, 0], facing = "E" },
    { name = "Ork", side = "B", sheet = "ork", at = [1, 0], facing = "W" },
    { name = "Cai", side = "B", sheet = "cai", at = [6, 0], facing = "W" },
]
"#;

const SITTING: Sitting<'_> = Sitting { ruleset: "gurps4", text: CLOSE, names: &["Ana", "Ork", "Cai"] };

/// What only this game knows of, sensible or not.
fn whims() -> Vec<Command> {
    let mut whims: Vec<Command> = (-15..25)
        .map(|hp| Command::Set { path: "Ork.hp".to_owned(), value: json!(hp) })
        .chain((0..30).map(|_| Command::Interject { who: "Ana".to_owned(), words: "drop broadsword".to_owned() }))
        .collect();
    let borrow = [
        Command::Interject { who: "Ork".to_owned(), words: "drop club".to_owned() },
        Command::Choose { words: "pick up Ork's club".to_owned(), allow: true },
        Command::Choose { words: r#"{ store = "Ork's club" }"#.to_owned(), allow: true },
        Command::Set { path: "Ana.hands".to_owned(), value: json!(["Ork's club", "Cai's knife"]) },
        Command::Set { path: "Ork.items".to_owned(), value: json!({ "club": { "with": "Cai" } }) },
    ];
    whims.extend(std::iter::repeat_n(borrow, 10).flatten());
    whims.extend((0..30).map(|_| Command::Choose { words: "heroic-charge".to_owned(), allow: true }));
    whims
}

#[test]
fn a_table_is_exact() {
    table::holds::<Gurps4>(&SITTING, &whims());
}

/// Bor's axe has reach 1 and 2; Ana can step back from him to 6,0 straight, and to two hexes beside it.
const AXE: &str = r#"
ruleset = "gurps4"
combatant = [
    { name = "Bor", side = "A", sheet = "bor", at = [8, 0], facing = "W" },
    { name = "Ana", side = "B", sheet = "ana", at = [7, 0], facing = "E" },
]
"#;

/// `G4-085` In reach is what a weapon reaches; `G4-252` `G4-R24` a Retreat goes by every side that leads away.
#[test]
fn reach_and_retreat_go_as_far_as_they_do() {
    let axe = Sitting { text: AXE, names: &["Bor", "Ana"], ..SITTING };
    for (words, to) in [
        ("block retreat=W", (6, 0)),
        ("block retreat=true", (6, 0)),
        ("block retreat=SW", (6, 1)),
        ("dodge, retreating NW", (7, -1)),
    ] {
        let mut table = axe.session::<Gurps4>(3, 0, DiceFrom::Typed, axe.names);
        let reached = table.threatened(0);
        for (cell, expected) in [((7, 0), true), ((6, 0), true), ((6, 1), true), ((5, 0), false), ((9, 0), false)] {
            assert_eq!(reached.contains(&Cell::new(cell.0, cell.1)), expected, "{cell:?}: {reached:?}");
        }
        for words in ["do nothing", "attack", "stay", "ana"] {
            table.say(words).unwrap_or_else(|wrong| panic!("{words}: {wrong}"));
        }
        table.act(Command::Roll { words: "10".to_owned() }).expect("a roll to hit is due");
        table.say(words).unwrap_or_else(|wrong| panic!("{words}: {wrong}"));
        assert_eq!(table.state()[CombatantId(1)].at, Cell::new(to.0, to.1), "{words}");
    }
}

/// Ana, who acts first, stands over the club that Ork dropped.
const DROPPED: &str = r#"
ruleset = "gurps4"
combatant = [
    { name = "Ana", side = "A", sheet = "ana", at = [0, 0], facing = "E", state = { hands = ["", "shield"] } },
    { name = "Ork", side = "B", sheet = "ork", at = [1, 0], facing = "W" },
]
[[ground]]
owner = "Ork"
item = "club"
at = [0, 0]
"#;

/// `G4-R65` Others' things by their words: listed, typed, logged and followed.
#[test]
fn others_things_are_picked_up_by_their_words() {
    let sitting = Sitting { ruleset: "gurps4", text: DROPPED, names: &["Ana", "Ork"] };
    let (ana, club) = (CombatantId(0), ItemId::of(CombatantId(0), CombatantId(1), 0));
    let mut table = sitting.session::<Gurps4>(3, 0, DiceFrom::Drawn, sitting.names);
    let Wanted::Choice { options, .. } = table.wanted() else { panic!("{:?}", table.wanted()) };
    assert!(options.iter().any(|option| option.words.starts_with("Pick up Ork's club")), "{options:?}");
    let refused = table.position().say("pick up Ork's hammer").expect_err("nobody has a hammer").to_string();
    assert!(!refused.contains('\n') && refused.contains("Ork's club"), "{refused}");
    let choose = |words: &str| Command::Choose { words: words.to_owned(), allow: false };
    table.act(choose("pick up Ork's club")).expect("it lies there");
    while table.state()[ana].hands[0] != club {
        table.act(choose("stay")).expect("the step before it");
    }
    let lines = format!("{:?}", table.lines());
    assert!(lines.contains("Ana picks up Ork's club."), "{lines}");
    let terms = sitting.terms(3, 0, DiceFrom::Drawn, sitting.names);
    let mut again = sitting.load::<Gurps4>().session_to_follow(terms).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(again.follow(table.written()), Ok(0));
    assert_eq!(again.state(), table.state());
}

/// `G4-252` Whoever charged cannot retreat: each defense is offered once all the same.
#[test]
fn a_defense_is_offered_once() {
    let mut asked = 0;
    for seed in 0..often(12, 4) {
        let mut table = SITTING.session::<Gurps4>(seed, 0, DiceFrom::Drawn, SITTING.names);
        for _ in 0..40 {
            let Wanted::Choice { who, key, options, .. } = table.wanted() else { break };
            if key == "defend" && who == "Ana" {
                asked += 1;
                let mut words: Vec<String> = options.into_iter().map(|option| option.words).collect();
                let count = words.len();
                words.sort();
                words.dedup();
                assert_eq!(words.len(), count, "{words:?}");
            }
            let all: &[&str] =
                if who == "Ana" { &["charge", "stop", "none", "1"] } else { &["attack Ana", "attack", "1"] };
            let choose = |words: &&str| Command::Choose { words: (*words).to_owned(), allow: false };
            assert!(all.iter().any(|words| table.act(choose(words)).is_ok()), "{who}, {key}");
        }
    }
    assert!(asked > often(5, 1), "Ana was asked {asked} times");
}

#[test]
fn the_numbers_of_a_foe_are_kept() {
    let foe = include_str!("../../sheets/ork.toml");
    let other = foe.replace("Club = 12", "Club = 13").replace("torso = 1", "torso = 2");
    affray_conformance::secrets::numbers_are_kept::<Gurps4>(
        "gurps4",
        "",
        "ana",
        [foe, &other],
        ["facing = \"E\"", "facing = \"W\""],
    );
}

/// `G4-R70` `G4-R48` `G4-110` After the last foe is down a table goes on round by round: Ana is asked for her turn, and a round
/// brings her no HP back; then it is over, and the log leads to the same.
#[test]
fn the_end_of_a_battle_is_played() {
    let begin = |names| SITTING.session::<Gurps4>(3, 0, DiceFrom::Drawn, names);
    let mut table = begin(&["Ana"]);
    for foe in ["Ork", "Cai"] {
        table.set(&format!("{foe}.hp"), json!(-70));
    }
    table.play_until(|question| matches!(question, Question::After { .. }));
    assert_eq!(table.prompt(), "After the battle: what next?");
    table.set("Ana.hp", json!(9));
    let rounds = table.state().rounds.0;
    table.say("round").unwrap();
    assert_eq!(table.prompt(), "Ana: which maneuver?");
    table.say("nothing").unwrap();
    assert_eq!(table.prompt(), "1 round after the battle: what next?");
    assert_eq!((table.state().rounds.0, table.state()[CombatantId(0)].hp), (rounds + 1, 9));
    table.say("over").unwrap();
    assert!(matches!(table.wanted(), Wanted::Nothing { text } if text.starts_with("Victory")), "{:?}", table.wanted());
    let mut again = begin(&["Ana"]);
    assert_eq!(again.follow(table.written()), Ok(0));
    table.undo().unwrap();
    assert_eq!(table.prompt(), "1 round after the battle: what next?");
}

/// `G4-R62` What follows from a state that is set is told with its rule: Ork has 12 HP, so 5 are below half, -12 are -1 times and -60
/// are -5 times as many; Ana has 12 FP, and 5 are below half.
#[test]
fn what_follows_from_a_state_that_is_set_is_told() {
    let mut table = SITTING.session::<Gurps4>(3, 0, DiceFrom::Drawn, SITTING.names);
    for (path, value, expected) in [
        ("Ork.hp", json!(6), &[][..]),
        ("Ork.hp", json!(5), &["Ork is below half of 12 HP with 5: Move and Dodge are halved (G4-341)."]),
        (
            "Ork.hp",
            json!(-3),
            &["Ork is at 0 HP or below with -3: HT at the start of each turn, or unconscious (G4-342)."],
        ),
        (
            "Ork.hp",
            json!(-12),
            &["Ork is at -12 HP or below with -12: the next injury brings a roll for death (G4-343, G4-R62)."],
        ),
        ("Ork.hp", json!(12), &[]),
        (
            "Ork.crippled",
            json!(["right-arm"]),
            &["Ork's right arm is crippled: it holds nothing (G4-R34, G4-R62).", "Ork's club lies at 1,0."],
        ),
        ("Ana.fp", json!(5), &["Ana is below half of 12 FP with 5: Move, Dodge and ST are halved (G4-346)."]),
        (
            "Ana.fp",
            json!(0),
            &["Ana is at 0 FP or below with 0: Will before anything but Do Nothing, or it collapses (G4-347)."],
        ),
        ("Ork.hp", json!(-60), &["Ork dies: -60 HP are -5 x 12 or less (G4-R35, G4-R62).", "Ork is prone."]),
    ] {
        let before = table.lines().len();
        table.set(path, value.clone());
        let told = table.lines()[before..].iter();
        let events =
            told.filter(|line| matches!(&line.entry, LogEntry::Event { event } if event["event"] != "turn-ends"));
        let told: Vec<&str> = events.filter_map(|line| line.text.as_deref()).take(expected.len().max(1)).collect();
        assert_eq!(told, expected, "{path} {value}");
    }
}
