//! Fights at a table.

use affray_conformance::hands::Hands as _;
use affray_conformance::table::{self, Sitting};
use affray_dfrpg::Dfrpg;
use affray_dfrpg::decision::Question;
use affray_grid::Cell;
use affray_kernel::referee::{CombatantId, Game, Need};
use affray_kernel::turns::TurnRules;
use affray_session::position::Denied;
use affray_session::ruleset::Words;
use affray_session::{Command, DiceFrom, LogEntry, Pause, Session, Table, Wanted};
use serde_json::json;

const CLOSE: &str = r#"
ruleset = "dfrpg"
title = "Blade to blade"
round_limit = 6
combatant = [
    { name = "Arn", side = "A", sheet = "arn", at = [0, 0], facing = "E" },
    { name = "Orc", side = "B", sheet = "orc", at = [1, 0], facing = "W" },
    { name = "Wizard", side = "B", sheet = "wizard", at = [4, 0], facing = "W" },
]
"#;

const SITTING: Sitting<'_> = Sitting { ruleset: "dfrpg", text: CLOSE, names: &["Arn", "Orc", "Wizard"] };

/// What only this game knows of, sensible or not.
fn whims() -> Vec<Command> {
    let mut whims: Vec<Command> = (-10..20)
        .map(|hp| Command::Set { path: "Orc.hp".to_owned(), value: json!(hp) })
        .chain((0..30).map(|_| Command::Interject { who: "Arn".to_owned(), words: "rise".to_owned() }))
        .collect();
    let kick = "{ target = \"Wizard\", with = \"kick\" }";
    whims.extend((0..30).map(|_| Command::Choose { words: kick.to_owned(), allow: true }));
    whims
}

#[test]
fn a_table_is_exact() {
    table::holds::<Dfrpg>(&SITTING, &whims());
}

/// `DF-270` `DF-274` `DF-R137` From 1,0 three hexes are farther from an attacker at 0,0; straight away is E alone.
#[test]
fn a_retreat_goes_straight_away() {
    for (words, to) in [
        ("dodge retreat=E", (2, 0)),
        ("dodge retreat=true", (2, 0)),
        ("parry retreat=E", (2, 0)),
        ("dodge, retreating E", (2, 0)),
    ] {
        let mut table = SITTING.session::<Dfrpg>(3, 0, DiceFrom::Typed, SITTING.names);
        for words in ["done", "attack", "none", "{ target = \"Orc\" }"] {
            table.say(words).unwrap_or_else(|wrong| panic!("{words}: {wrong}"));
        }
        table.act(Command::Roll { words: "10".to_owned() }).expect("a roll to hit is due");
        let Pause::Need(Need::Choice(question @ Question::Defend { .. })) = table.pause() else {
            panic!("the orc can defend itself");
        };
        let mut options = Vec::new();
        Dfrpg::options(table.setup(), table.state(), question, &mut options);
        let told: Vec<String> =
            options.iter().map(|option| Dfrpg::describe_choice(table.setup(), CombatantId(1), option)).collect();
        let dodges: Vec<&str> = told.iter().filter_map(|told| told.strip_prefix("Dodge, retreating ")).collect();
        assert_eq!(dodges[0], "E", "{told:?}");
        assert!(dodges.iter().all(|side| side.starts_with('E')), "{told:?}");
        table.say(words).unwrap_or_else(|wrong| panic!("{words}: {wrong}"));
        assert_eq!(table.state()[CombatantId(1)].at, Cell::new(to.0, to.1), "{words}");
    }
}

#[test]
fn a_game_master_overrules() {
    let mut table = SITTING.session::<Dfrpg>(3, 0, DiceFrom::Typed, SITTING.names);
    let say =
        |table: &mut Session<Dfrpg>, words: &str| table.act(Command::Choose { words: words.to_owned(), allow: false });
    let first = Dfrpg::asked(match table.pause() {
        Pause::Need(Need::Choice(question)) => question,
        other => panic!("{other:?}"),
    });
    let foe = if first == CombatantId(0) { "Orc" } else { "Arn" };
    say(&mut table, "done").unwrap();
    say(&mut table, "attack").unwrap();
    say(&mut table, "none").unwrap();
    let blow = format!("{{ target = \"{foe}\", at = \"torso\", deceptive = 9 }}");
    let refusal = say(&mut table, &blow).unwrap_err();
    assert!(refusal.rule.is_some(), "{refusal}");
    table.act(Command::Choose { words: blow, allow: true }).unwrap();
    let overruled = |line: &affray_session::LogLine| {
        matches!(&line.entry, LogEntry::Choice { overruled: Some(_), .. }) && line.text.is_some()
    };
    assert!(table.lines().iter().any(overruled));
    // While dice are due a setting waits for the next decision, but stands in the log at once.
    table.act(Command::Set { path: format!("{foe}.hp"), value: json!(3) }).unwrap();
    assert!(matches!(table.lines().last().unwrap().entry, LogEntry::Set { .. }));
    assert!(table.act(Command::Roll { words: "4 3".to_owned() }).is_err());
    table.act(Command::Force { total: 3, line: None }).unwrap();
    table.act(Command::Void { line: None }).unwrap();
    assert!(matches!(table.wanted(), Wanted::Roll { .. }));
    table.undo().unwrap();
    let mut again = SITTING.session::<Dfrpg>(3, 0, DiceFrom::Typed, SITTING.names);
    assert_eq!(again.follow(table.written()), Ok(0));
}

/// `DF-378` Orc has 14 HP: at -70 and below nobody is alive, and nobody is hurt further than to -69.
#[test]
fn nobody_is_hurt_beyond_death() {
    for points in [83, 84, 5000, 2_000_000_000] {
        let mut table = SITTING.session::<Dfrpg>(3, 0, DiceFrom::Typed, SITTING.names);
        table.act(Command::Hurt { who: "Orc".to_owned(), points }).unwrap();
        assert_eq!(table.state()[CombatantId(1)].hp, -69, "{points}");
    }
}

/// `DF-172` Another mode is proposed where one reaches: the spear can be thrown.
#[test]
fn a_refusal_for_distance_says_what_helps() {
    for (sheet, with, hexes, helps) in [
        ("guard", "spear thrust", 11, "step, or use another mode"),
        ("arn", "broadsword swing", 11, "come nearer, or choose another one"),
    ] {
        let text = format!(
            "ruleset = 'dfrpg'\ncombatant = [
            {{ name = 'Arn', side = 'A', sheet = '{sheet}', at = [0, 0], facing = 'E' }},
            {{ name = 'Orc', side = 'B', sheet = 'orc', at = [{hexes}, 0], facing = 'W' }} ]"
        );
        let sitting = Sitting { ruleset: "dfrpg", text: &text, names: &["Arn", "Orc"] };
        let mut table = sitting.session::<Dfrpg>(3, 0, DiceFrom::Typed, sitting.names);
        for words in ["done", "attack", "none"] {
            table.say(words).unwrap_or_else(|wrong| panic!("{words}: {wrong}"));
        }
        let words = format!("{{ target = \"Orc\", with = \"{with}\" }}");
        let refusal = table.say(&words).unwrap_err().to_string();
        assert!(refusal.contains("DF-172") && refusal.ends_with(helps), "{refusal}");
    }
}

#[test]
fn the_end_of_a_battle_is_played() {
    let mut table = SITTING.session::<Dfrpg>(3, 0, DiceFrom::Drawn, &["Arn"]);
    for foe in ["Orc", "Wizard"] {
        table.set(&format!("{foe}.conditions.dead"), json!(true));
    }
    table.play_until(|question| matches!(question, Question::After { .. }));
    assert_eq!(table.prompt(), "After the battle: what next?");
    table.set("Arn.fp", json!(5));
    table.set("Arn.hp", json!(6));
    // DF-R59: the dead are beyond it, and there is one try.
    let aid = |patient: &str| format!("{{ first-aid = {{ healer = \"Arn\", patient = \"{patient}\" }} }}");
    assert!(table.say(&aid("Orc")).unwrap_err().to_string().contains("DF-R59"));
    table.say(&aid("Arn")).unwrap();
    assert!(table.say(&aid("Arn")).unwrap_err().to_string().contains("DF-R59"));
    assert!(table.say("{ rest = { minutes = 0 } }").is_err());
    // DF-416: a point in ten minutes of rest, however they are parted; the ten of first aid are none.
    table.say("{ rest = { minutes = 44 } }").unwrap();
    assert_eq!(table.state()[CombatantId(0)].fp, 9);
    table.say("{ pass-time = { minutes = 4 } }").unwrap();
    assert_eq!(table.state()[CombatantId(0)].fp, 9);
    table.say("{ rest = { minutes = 6 } }").unwrap();
    assert_eq!(table.state()[CombatantId(0)].fp, 10);
    assert_eq!(table.prompt(), "64 minutes after the battle: what next?");
    table.say("over").unwrap();
    assert!(matches!(table.wanted(), Wanted::Nothing { text } if text.starts_with("Victory")), "{:?}", table.wanted());
    assert_eq!(table.say("over"), Err(Denied::from("the fight is over: `undo` takes the last input back").at("over")));
    let mut again = SITTING.session::<Dfrpg>(3, 0, DiceFrom::Drawn, &["Arn"]);
    assert_eq!(again.follow(table.written()), Ok(0));
    table.undo().unwrap();
    assert_eq!(table.prompt(), "64 minutes after the battle: what next?");
    // Nobody plays by hand: nobody is asked.
    let table = SITTING.session::<Dfrpg>(3, 0, DiceFrom::Drawn, &[]);
    assert!(matches!(table.pause(), Pause::Over(_)));
}

#[test]
fn the_numbers_of_a_foe_are_kept() {
    let foe = include_str!("../../sheets/orc.toml");
    let other = foe.replace("= 13 }", "= 12 }").replace("dr = 2", "dr = 1");
    affray_conformance::secrets::numbers_are_kept::<Dfrpg>(
        "dfrpg",
        "",
        "arn",
        [foe, &other],
        ["facing = \"E\"", "facing = \"W\""],
    );
}
