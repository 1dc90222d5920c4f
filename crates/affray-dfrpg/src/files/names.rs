//! Events and choices with names in place of numbers, for logs, cases and people.

use crate::event::Event;
use crate::scene::Setup;
use serde_json::{Map, Value};

/// Fields of events and choices that hold a combatant.
const COMBATANTS: &[&str] =
    &["who", "target", "foe", "by", "to", "on", "from", "victim", "first", "helper", "patient", "only"];

/// An event as JSON, with names in place of numbers.
pub fn event(setup: &Setup, event: &Event) -> Value {
    let plain = serde_json::to_value(event).unwrap_or(Value::Null);
    named(setup, &plain, None)
}

/// Puts names in place of the numbers of combatants, items, spells and modes, in every table.
pub fn named(setup: &Setup, value: &Value, owner: Option<usize>) -> Value {
    match value {
        Value::Array(list) => Value::Array(list.iter().map(|value| named(setup, value, owner)).collect()),
        Value::Object(table) => {
            let owner = ["who", "by", "owner"]
                .iter()
                .find_map(|key| table.get(*key).and_then(Value::as_u64))
                .map(|who| who as usize)
                .filter(|&who| who < setup.combatants.len())
                .or(owner);
            let of_target = table.get("target").and_then(Value::as_u64).map(|who| who as usize);
            let mut out = Map::new();
            for (key, value) in table {
                let value = match (key.as_str(), value.as_u64()) {
                    (key, Some(number)) if COMBATANTS.contains(&key) => combatant(setup, number as usize),
                    ("item", Some(number)) => owned(setup, owner, value, |sheet| {
                        sheet.items.get(number as usize).map(|item| item.name.clone())
                    }),
                    ("damage" | "disarm", Some(number)) => owned(setup, of_target.or(owner), value, |sheet| {
                        sheet.items.get(number as usize).map(|item| item.name.clone())
                    }),
                    ("spell", Some(number)) => owned(setup, owner, value, |sheet| {
                        sheet.spells.get(number as usize).map(|spell| spell.name.clone())
                    }),
                    ("mode", Some(number)) if number < 0x80 => owned(setup, owner, value, |sheet| {
                        ((number as usize) < sheet.modes.len()).then(|| super::wire::mode_name(sheet, number as u8))
                    }),
                    ("side", Some(number)) => {
                        setup.sides.get(number as usize).map_or(value.clone(), |side| Value::from(side.name.clone()))
                    }
                    _ => named(setup, value, owner),
                };
                out.insert(key.clone(), value);
            }
            Value::Object(out)
        }
        other => other.clone(),
    }
}

fn combatant(setup: &Setup, number: usize) -> Value {
    Value::from(setup.combatants.get(number).map_or("nobody", |combatant| combatant.name.as_str()))
}

fn owned(
    setup: &Setup,
    owner: Option<usize>,
    value: &Value,
    name: impl Fn(&crate::sheet::Sheet) -> Option<String>,
) -> Value {
    owner.and_then(|owner| name(&setup.combatants.get(owner)?.sheet)).map_or_else(|| value.clone(), Value::from)
}
