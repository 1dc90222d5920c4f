//! Fights at a table.

use affray_conformance::table::{self, Sitting};
use affray_gurps4::Gurps4;
use affray_session::Command;
use serde_json::json;

const CLOSE: &str = r#"
ruleset = "gurps4"
title = "Sword, club and arrows"
round_limit = 12
[[combatant]]
name = "Ana"
side = "A"
sheet = "ana"
at = [0, 0]
facing = "E"
[[combatant]]
name = "Ork"
side = "B"
sheet = "ork"
at = [1, 0]
facing = "W"
[[combatant]]
name = "Cai"
side = "B"
sheet = "cai"
at = [6, 0]
facing = "W"
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
