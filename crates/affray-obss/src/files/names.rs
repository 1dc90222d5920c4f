//! Events and choices with names in place of numbers, for logs, cases and people.

use crate::event::Event;
use crate::scene::Setup;
use serde_json::{Map, Value};

/// Fields that hold a combatant.
const COMBATANTS: &[&str] = &["who", "target", "to", "first", "against", "by", "patient", "mount", "whom", "owner"];

/// An event as JSON, with names in place of numbers.
pub fn event(setup: &Setup, event: &Event) -> Value {
    let plain = serde_json::to_value(event).unwrap_or(Value::Null);
    named(setup, &plain, None)
}

/// Puts names in place of the numbers of combatants and items, in every table. A cell is a list, and stays.
pub fn named(setup: &Setup, value: &Value, owner: Option<usize>) -> Value {
    match value {
        Value::Array(list) => Value::Array(list.iter().map(|value| named(setup, value, owner)).collect()),
        Value::Object(table) => {
            let own = table.get("who").and_then(Value::as_u64).map(|who| who as usize);
            let owner = own.filter(|&who| who < setup.combatants.len()).or(owner);
            let mut out = Map::new();
            for (key, value) in table {
                let name = value.as_u64().and_then(|number| {
                    if COMBATANTS.contains(&key.as_str()) {
                        return setup.combatants.get(number as usize).map(|one| one.name.clone());
                    }
                    let sheet = &setup.combatants.get(owner?)?.sheet;
                    match key.as_str() {
                        "spell" => return sheet.spells.get(number as usize).map(|spell| spell.name.clone()),
                        "power" => return sheet.powers.get(number as usize).map(|power| power.name.clone()),
                        _ => {}
                    }
                    let items = &sheet.items;
                    (key == "item").then(|| items.get(number as usize).map(|item| item.name.clone())).flatten()
                });
                out.insert(key.clone(), name.map_or_else(|| named(setup, value, owner), Value::from));
            }
            Value::Object(out)
        }
        other => other.clone(),
    }
}
