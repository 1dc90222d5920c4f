//! Events with names in place of numbers, for logs and people.

use crate::event::Event;
use crate::scene::Setup;
use serde_json::{Map, Value};

/// Fields of events that hold a combatant.
const COMBATANTS: &[&str] = &["who", "target", "by", "mount", "helper", "second", "owner", "from", "bandage"];

/// An event as JSON, with names in place of numbers.
pub fn event(setup: &Setup, event: &Event) -> Value {
    named(setup, &serde_json::to_value(event).unwrap_or(Value::Null), None, None)
}

/// Puts names in place of the numbers of combatants, arms and sides, in every table.
fn named(setup: &Setup, value: &Value, owner: Option<usize>, target: Option<usize>) -> Value {
    match value {
        Value::Array(all) => Value::Array(all.iter().map(|value| named(setup, value, owner, target)).collect()),
        Value::Object(table) => {
            let own = table.get("owner").or_else(|| table.get("who")).and_then(Value::as_u64).map(|who| who as usize);
            let owner = own.or(owner).filter(|&who| who < setup.combatants.len());
            let aimed = table.get("target").and_then(Value::as_u64).map(|target| target as usize);
            let target = aimed.or(target).filter(|&target| target < setup.combatants.len());
            let name = |key: &str, value: &Value| {
                let number = value.as_u64()? as usize;
                let sheet = owner.map(|owner| &setup.combatants[owner].sheet);
                match key {
                    key if COMBATANTS.contains(&key) => {
                        Some(setup.combatants.get(number).map_or("nobody", |one| one.name.as_str()))
                    }
                    "spell" => sheet?.spells.get(number).map(|spell| spell.name.as_str()),
                    "poison" => crate::poison::NAMES.get(number).copied(),
                    "item" | "with" | "prepare" | "store" | "pick-up" | "load" => {
                        sheet?.arms.get(number).map(|arm| arm.name.as_str())
                    }
                    "held" => setup.combatants[target?].sheet.arms.get(number).map(|arm| arm.name.as_str()),
                    "row" => crate::harm::ROWS.get(number).copied(),
                    "side" => setup.sides.get(number).map(|side| side.name.as_str()),
                    _ => None,
                }
            };
            let entry = |(key, value): (&String, &Value)| {
                let value = name(key, value).map_or_else(|| named(setup, value, owner, target), Value::from);
                (key.clone(), value)
            };
            Value::Object(table.iter().map(entry).collect::<Map<_, _>>())
        }
        other => other.clone(),
    }
}
