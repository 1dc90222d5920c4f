//! Fights at a table.

use affray_conformance::table::{self, Sitting};
use affray_obss::Obss;
use affray_session::Command;
use serde_json::json;

const SITTING: Sitting<'_> = Sitting {
    ruleset: "obss",
    text: r#"
ruleset = "obss"
round_limit = 6
[[combatant]]
name = "Arn"
side = "A"
sheet = "arn"
at = [0, 0]
[[combatant]]
name = "Bel"
side = "B"
sheet = "bel"
at = [2, 0]
[[combatant]]
name = "Gik"
side = "B"
sheet = "gik"
at = [4, 1]
"#,
    names: &["Arn", "Bel", "Gik"],
};

/// What only this game knows of, sensible or not.
fn whims() -> Vec<Command> {
    (-3..12).map(|hp| Command::Set { path: "Bel.hp".to_owned(), value: json!(hp) }).collect()
}

#[test]
fn a_table_is_exact() {
    table::holds::<Obss>(&SITTING, &whims());
}
