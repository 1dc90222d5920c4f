//! Fights at a table.

use affray_core::session::Command;
use affray_obss::Obss;
use affray_proof::table::{self, Sitting};
use serde_json::json;

const SITTING: Sitting = Sitting {
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
fn without_hands_it_is_the_fight_of_a_simulation() {
    table::without_hands_it_is_the_fight_of_a_simulation::<Obss>(&SITTING, 12);
}

#[test]
fn drawn_dice_are_those_of_the_sampler() {
    table::drawn_dice_are_those_of_the_sampler::<Obss>(&SITTING, 4);
}

#[test]
fn every_log_leads_to_where_it_was_written() {
    table::every_log_leads_to_where_it_was_written::<Obss>(&SITTING, &whims(), 12);
}

#[test]
fn undo_takes_back_one_input_at_a_time() {
    table::undo_takes_back_one_input_at_a_time::<Obss>(&SITTING, &whims());
}
