//! What holds of simulations, of fights at a table, and of play at random.

use affray_conformance::hands::Hands as _;
use affray_conformance::table::{self, Sitting};
use affray_conformance::{load, memory, play};
use affray_graded::Graded;
use affray_graded::content::ENCOUNTERS;
use affray_graded::decision::Question;
use affray_graded::sheets::SHEETS;
use affray_kernel::referee::{CombatantId, Need};
use affray_session::{Command, DiceFrom, Pause, Table as _, Wanted};
use serde_json::json;

#[test]
fn warm_turns_allocate_nothing() {
    memory::warm_turns_of_all_allocate_nothing::<Graded>(ENCOUNTERS);
}

#[test]
fn the_cache_changes_no_fight() {
    for (name, text) in ENCOUNTERS {
        play::the_cache_changes_no_fight(name, &load::<Graded>(name, text), 60);
    }
}

/// A fencer, an archer and a wrestler close together.
const SITTING: Sitting<'_> = Sitting {
    ruleset: "graded",
    names: &["Fay", "Cole", "Gar"],
    text: r#"
ruleset = "graded"
title = "Blade, bow and fists"
round_limit = 12
combatant = [
    { name = "Fay", side = "A", sheet = "fay", at = [0, 0], facing = "E" },
    { name = "Gar", side = "B", sheet = "gar", at = [2, 0], facing = "W" },
    { name = "Cole", side = "B", sheet = "cole", at = [7, 0], facing = "W" },
]
"#,
};

#[test]
fn a_table_is_exact() {
    let points = (-20..15).map(|hp| Command::Set { path: "Gar.hp".to_owned(), value: json!(hp) });
    let dropped = (0..20).map(|_| Command::Interject { who: "Fay".to_owned(), words: "drop rapier".to_owned() });
    let loosed = (0..10).map(|_| Command::Interject { who: "Gar".to_owned(), words: "let go".to_owned() });
    let allowed = (0..20).map(|_| Command::Choose { words: "all-out attack at +4".to_owned(), allow: true });
    let whims: Vec<Command> = points.chain(dropped).chain(loosed).chain(allowed).collect();
    table::holds::<Graded>(&SITTING, &whims);
}

#[test]
fn the_end_of_a_battle_is_played() {
    let mut table = SITTING.session::<Graded>(3, 0, DiceFrom::Drawn, &["Fay"]);
    for foe in ["Gar", "Cole"] {
        table.set(&format!("{foe}.conditions.dead"), json!(true));
    }
    table.play_until(|question| matches!(question, Question::After { .. }));
    assert_eq!(table.prompt(), "After the battle: what next?");
    table.set("Fay.fp", json!(3));
    table.set("Fay.hp", json!(7));
    // GR-251, GR-277
    let treat =
        |patient: &str| format!("{{ treat = {{ healer = \"Fay\", patient = \"{patient}\", with = \"unskilled\" }} }}");
    assert!(table.say(&treat("Gar")).unwrap_err().to_string().contains("GR-251"));
    assert!(table.say("{ day = { care = \"Fay\" } }").unwrap_err().to_string().contains("GR-277"));
    assert!(table.say("{ rest = { minutes = 1441 } }").is_err());
    // GR-257: a point a minute.
    table.say("{ rest = { minutes = 4 } }").unwrap();
    assert_eq!(table.state()[CombatantId(0)].fp, 7);
    assert_eq!(table.prompt(), "4 minutes after the battle: what next?");
    // GR-270: a minute for each point.
    let missing = i32::from(table.setup().combatants[0].sheet.hp) - 7;
    table.say(&treat("Fay")).unwrap();
    assert_eq!(table.prompt(), format!("{} minutes after the battle: what next?", 4 + missing));
    table.say("over").unwrap();
    assert!(matches!(table.wanted(), Wanted::Nothing { text } if text.starts_with("Victory")), "{:?}", table.wanted());
    // Somebody is up again: the battle goes on.
    table.set("Cole.conditions.dead", json!(false));
    assert!(matches!(table.pause(), Pause::Need(Need::Choice(_))), "{:?}", table.pause());
    assert!(!table.prompt().contains("After the battle"));
    let mut again = SITTING.session::<Graded>(3, 0, DiceFrom::Drawn, &["Fay"]);
    assert_eq!(again.follow(table.written()), Ok(0));
    // Nobody plays by hand: nobody is asked.
    let table = SITTING.session::<Graded>(3, 0, DiceFrom::Drawn, &[]);
    assert!(matches!(table.pause(), Pause::Over(_)));
}

/// Whoever answers at random among what is listed plays by the rules, and no fight gets stuck.
#[test]
fn what_is_listed_is_legal_and_leads_on() {
    let names: Vec<&str> = SHEETS.names().collect();
    for number in 0..40usize {
        let pick = |step: usize| names[(number * (2 * step + 1) + step) % names.len()];
        let places = [("a", "0, 0", "E"), ("a", "0, 2", "E"), ("b", "3, 0", "W"), ("b", "3, 2", "W")];
        let mut text = String::from("ruleset = 'graded'\nround_limit = 30\n");
        for (at, (side, cell, facing)) in places.into_iter().enumerate() {
            let sheet = pick(at);
            text += &format!(
                "[[combatant]]\nname = '{at}'\nside = '{side}'\nsheet = '{sheet}'\nat = [{cell}]\nfacing = '{facing}'\n"
            );
        }
        let loaded = load::<Graded>("random", &text);
        let first = number as u64;
        play::anything_that_is_listed_can_be_done(&loaded, first..first + 1, u32::MAX, usize::MAX, |_| false);
    }
}

#[test]
fn the_numbers_of_a_foe_are_kept() {
    let foe = include_str!("../../sheets/raider.toml");
    let other = foe.replace("= 13,", "= 14,").replace("\"cloth\", \"cap\"", "\"cloth\"");
    affray_conformance::secrets::numbers_are_kept::<Graded>(
        "graded",
        "",
        "arn",
        [foe, &other],
        ["facing = \"E\"", "facing = \"W\""],
    );
}
