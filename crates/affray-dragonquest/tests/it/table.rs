//! Fights at a table.

use affray_conformance::table::{self, Sitting};
use affray_dragonquest::DragonQuest;
use affray_session::Command;
use serde_json::json;

const CLOSE: &str = r#"
ruleset = "dragonquest"
title = "Axe, sword and arrows"
pulse_limit = 12
begun = true
[[combatant]]
name = "Aldric"
side = "A"
sheet = "aldric"
at = [0, 0]
facing = "E"
[[combatant]]
name = "Brakka"
side = "B"
sheet = "brakka"
at = [1, 0]
facing = "W"
[[combatant]]
name = "Cyra"
side = "B"
sheet = "cyra"
at = [6, 0]
facing = "W"
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
