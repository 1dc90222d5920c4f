//! What holds of simulations, of fights at a table, and of play at random.

use affray_conformance::table::{self, Sitting};
use affray_conformance::{load, memory, play};
use affray_graded::Graded;
use affray_graded::content::ENCOUNTERS;
use affray_graded::sheets::SHEETS;
use affray_session::Command;
use serde_json::json;

#[test]
fn warm_turns_allocate_nothing() {
    for (name, text) in ENCOUNTERS {
        memory::warm_turns_allocate_nothing(name, &load::<Graded>(name, text), 20);
    }
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
[[combatant]]
name = "Fay"
side = "A"
sheet = "fay"
at = [0, 0]
facing = "E"
[[combatant]]
name = "Gar"
side = "B"
sheet = "gar"
at = [2, 0]
facing = "W"
[[combatant]]
name = "Cole"
side = "B"
sheet = "cole"
at = [7, 0]
facing = "W"
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
