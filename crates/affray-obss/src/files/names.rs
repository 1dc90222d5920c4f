//! Events with names in place of numbers, for logs, cases and people.

use crate::Obss;
use crate::event::Event;
use crate::scene::Setup;
use affray_session::names::{in_table, told};
use serde_json::Value;

/// Fields that hold a combatant.
const COMBATANTS: &[&str] = &["who", "target", "to", "first", "against", "by", "patient", "mount", "whom", "owner"];

/// An event as JSON, with names in place of the numbers of combatants, items, spells and powers. A cell is a
/// list, and stays.
pub fn event(setup: &Setup, event: &Event) -> Value {
    let plain = serde_json::to_value(event).unwrap_or(Value::Null);
    told(&plain, &None, &|table, owner| in_table::<Obss>(setup, table, "who").or(*owner), &|key, number, owner| {
        if COMBATANTS.contains(&key) {
            return setup.combatants.get(number).map(|one| one.name.clone());
        }
        let sheet = &setup.combatants[(*owner)?.index()].sheet;
        match key {
            "item" => sheet.items.get(number).map(|item| item.name.clone()),
            "spell" => sheet.spells.get(number).map(|spell| spell.name.clone()),
            "power" => sheet.powers.get(number).map(|power| power.name.clone()),
            _ => None,
        }
    })
}
