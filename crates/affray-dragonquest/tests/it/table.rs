//! Fights at a table.

use affray_conformance::hands::Hands as _;
use affray_conformance::table::{self, Sitting};
use affray_dragonquest::DragonQuest;
use affray_dragonquest::decision::Question;
use affray_kernel::referee::CombatantId;
use affray_session::{Command, DiceFrom, Pause, Session, Table as _, Wanted};
use serde_json::json;

const CLOSE: &str = r#"
ruleset = "dragonquest"
title = "Axe, sword and arrows"
pulse_limit = 12
begun = true
combatant = [
    { name = "Aldric", side = "A", sheet = "aldric", at = [0, 0], facing = "E" },
    { name = "Brakka", side = "B", sheet = "brakka", at = [1, 0], facing = "W" },
    { name = "Cyra", side = "B", sheet = "cyra", at = [6, 0], facing = "W" },
]
"#;

const SITTING: Sitting<'_> = Sitting { ruleset: "dragonquest", text: CLOSE, names: &["Aldric", "Brakka", "Cyra"] };

/// Commands that only this game has, sensible or not.
fn whims() -> Vec<Command> {
    let mut whims: Vec<Command> = (-5..25)
        .map(|en| Command::Set { path: "Brakka.en".to_owned(), value: json!(en) })
        .chain((0..30).map(|_| Command::Interject { who: "Aldric".to_owned(), words: "drop broadsword".to_owned() }))
        .collect();
    whims.extend((0..30).map(|_| Command::Choose { words: "attack, then move".to_owned(), allow: true }));
    // What was dropped is taken up, by somebody else too, and fought with.
    whims.extend((0..20).map(|_| Command::Set { path: "Brakka.at".to_owned(), value: json!([0, 0]) }));
    whims.extend((0..60).map(|_| Command::Choose { words: "pass".to_owned(), allow: false }));
    whims.extend((0..120).map(|_| Command::Choose { words: "pick up Aldric's broadsword".to_owned(), allow: true }));
    whims
}

#[test]
fn a_table_is_exact() {
    table::holds::<DragonQuest>(&SITTING, &whims());
}

#[test]
fn the_end_of_a_battle_is_played() {
    let mut table = SITTING.session::<DragonQuest>(3, 0, DiceFrom::Typed, &["Aldric"]);
    for path in ["Aldric.conditions.infected", "Brakka.conditions.dead", "Cyra.conditions.dead"] {
        table.act(Command::Set { path: path.to_owned(), value: json!(true) }).unwrap();
    }
    table.play_until(|question| matches!(question, Question::Day { .. }));
    assert_eq!(table.prompt(), "After the battle Aldric is infected: does day 1 pass?");
    table.say("yes").unwrap();
    // DQ-805, DQ-806: 18 is not under 18, 9 - 5.
    table.roll("18");
    table.roll("9");
    assert_eq!(table.state()[CombatantId(0)].en, 14);
    assert_eq!(table.prompt(), "After the battle Aldric is infected: does day 2 pass?");
    table.say("no").unwrap();
    assert!(matches!(table.wanted(), Wanted::Nothing { text } if text.starts_with("Victory")), "{:?}", table.wanted());
    let mut again = SITTING.session::<DragonQuest>(3, 0, DiceFrom::Typed, &["Aldric"]);
    assert_eq!(again.follow(table.written()), Ok(0));
    // Nobody plays by hand: nobody is asked.
    let table = SITTING.session::<DragonQuest>(3, 0, DiceFrom::Drawn, &[]);
    assert!(matches!(table.pause(), Pause::Over(_)));
}

#[test]
fn the_numbers_of_a_foe_are_kept() {
    let foe = include_str!("../../sheets/brakka.toml");
    let other = foe.replace("rank = 2", "rank = 3").replace("\"leather\"", "\"cloth\"");
    affray_conformance::secrets::numbers_are_kept::<DragonQuest>(
        "dragonquest",
        "begun = true",
        "aldric",
        [foe, &other],
        ["facing = \"E\"", "facing = \"W\""],
    );
}

/// `DQ-424` The odds of a shot that is not declared yet are those of a clear line: 79 less 3 and 13 is 63, whatever is on it.
#[test]
fn the_odds_of_a_shot_do_not_show_what_is_on_its_line() {
    let odds = |more: &str| {
        let text = format!(
            "ruleset = 'dragonquest'\nbegun = true\n{more}\n\
             [[combatant]]\nname = 'Cyra'\nside = 'a'\nsheet = 'cyra'\nat = [0, 0]\n\
             [[combatant]]\nname = 'Dorn'\nside = 'b'\nsheet = 'dorn'\nat = [12, 0]\n\
             [[combatant]]\nname = 'Hale'\nside = 'a'\nsheet = 'hale'\nat = {}\n",
            if more == "# Hale" { "[4, 0]" } else { "[-4, 0]" }
        );
        let sitting = Sitting { ruleset: "dragonquest", text: &text, names: &["Cyra", "Dorn", "Hale"] };
        let mut table = sitting.session::<DragonQuest>(3, 0, DiceFrom::Drawn, &["Cyra"]);
        table.play_until(|question| matches!(question, Question::Act { .. }));
        table.say("fire").unwrap();
        table.play_until(|question| matches!(question, Question::Attack { .. }));
        table.odds("attack Dorn").unwrap()
    };
    let clear = odds("");
    let hits = clear.chances.iter().find(|one| one.of == "Cyra hits Dorn").expect("she can hit");
    assert!((hits.chance - 0.63).abs() < 1e-12, "{hits:?}");
    for more in ["# Hale", "map = { open = true, area = [{ cells = [[5, 0]], terrain = 'wall' }] }"] {
        assert_eq!(odds(more), clear, "{more}");
    }
}

/// What is refused at a question, with the rule.
fn refused(table: &Session<DragonQuest>) -> Vec<(String, String, String)> {
    match table.wanted() {
        Wanted::Choice { refused, .. } => refused.into_iter().map(|one| (one.words, one.rule, one.message)).collect(),
        other => panic!("{other:?}"),
    }
}

/// The rule and the reason for which a choice is refused.
fn why(table: &Session<DragonQuest>, words: &str) -> (String, String) {
    let all = refused(table);
    let found = all.iter().find(|one| one.0 == words).unwrap_or_else(|| panic!("{words} among {all:?}"));
    (found.1.clone(), found.2.clone())
}

/// `DQ-R13` `DQ-R37` `DQ-209` Defenses that are not offered are listed with the rule, the reason and the way out: a parry with a
/// shield, with what is not in hand and with fists; a second Evade in one pulse; a withdrawal behind a shield that is not there.
#[test]
fn defenses_that_are_refused_are_listed() {
    let text = "ruleset = 'dragonquest'\nbegun = true\n\
        [[combatant]]\nname = 'Brakka'\nside = 'b'\nsheet = 'brakka'\nat = [1, 0]\nfacing = 'W'\n\
        [[combatant]]\nname = 'Hal'\nside = 'a'\nat = [0, 0]\nfacing = 'E'\nsheet = { name = 'Hal', ps = 15, md = 17, \
        ag = 26, en = 15, ft = 20, wp = 12, pc = 8, armor = 'none', weapon = [{ name = 'short sword', rank = 2 }, \
        { name = 'dagger', rank = 1, ready = false }], shield = [{ name = 'small round', rank = 1 }] }\n";
    let sitting = Sitting { ruleset: "dragonquest", text, names: &["Brakka", "Hal"] };
    let mut table = sitting.session::<DragonQuest>(3, 0, DiceFrom::Typed, &["Brakka", "Hal"]);
    let hal = CombatantId(1);
    table.play_until(|question| matches!(question, Question::Act { who, after: None } if *who == hal));
    table.say("evade").unwrap();
    table.play_until(|question| matches!(question, Question::Act { who, after: Some(_) } if *who == hal));
    assert_eq!(why(&table, "Evade").0, "DQ-R37");
    table.play_until(|question| matches!(question, Question::Act { who, after: None } if *who != hal));
    assert_eq!(why(&table, "Withdraw defensively").0, "DQ-209");
    table.say("attack").unwrap();
    table.play_until(|question| matches!(question, Question::Attack { .. }));
    table.say("attack Hal").unwrap();
    table.roll("98");
    assert!(table.prompt().ends_with("Parry?"), "{}", table.prompt());
    let shield = "one parries with a prepared weapon, not with bare hands or a shield".to_owned();
    assert_eq!(why(&table, "Parry with small round"), ("DQ-R13".to_owned(), shield.clone()));
    assert_eq!(why(&table, "Parry with bare hands"), ("DQ-R13".to_owned(), shield));
    let stored = "that weapon is not prepared: one takes it in hand with a Pass".to_owned();
    assert_eq!(why(&table, "Parry with dagger"), ("DQ-R13".to_owned(), stored));
    assert!(!refused(&table).iter().any(|one| one.0 == "Parry with short sword"));
}

/// Who faces all opponents after a movement or a blow is not asked for another facing, unless the table asks for everything; who has
/// an opponent behind is.
#[test]
fn nobody_is_asked_for_the_facing_that_it_has() {
    let charge = |behind: bool, asks_all: bool| {
        let more = "[[combatant]]\nname = 'Dorn'\nside = 'b'\nsheet = 'dorn'\nat = [-9, 0]\nfacing = 'E'\n";
        let text = format!(
            "ruleset = 'dragonquest'\nbegun = true\n\
            [[combatant]]\nname = 'Aldric'\nside = 'a'\nsheet = 'aldric'\nat = [0, 0]\nfacing = 'E'\n\
            [[combatant]]\nname = 'Brakka'\nside = 'b'\nsheet = 'brakka'\nat = [3, 0]\nfacing = 'W'\n{}",
            if behind { more } else { "" }
        );
        let names: &[&str] = if behind { &["Aldric", "Brakka", "Dorn"] } else { &["Aldric", "Brakka"] };
        let sitting = Sitting { ruleset: "dragonquest", text: &text, names };
        let mut table = sitting.session::<DragonQuest>(3, 0, DiceFrom::Typed, &["Aldric"]);
        table.act(Command::Ask { all: asks_all }).unwrap();
        table.play_until(|question| matches!(question, Question::Act { .. }));
        for words in ["charge Brakka with broadsword", "E", "E"] {
            table.say(words).unwrap();
        }
        table.prompt()
    };
    assert_eq!(charge(false, false), "Aldric: which attack?");
    assert_eq!(charge(false, true), "Aldric has to stop: which facing?");
    assert_eq!(charge(true, false), "Aldric has to stop: which facing?");
}
