//! Events with names in place of numbers, for logs and people.

use crate::Graded;
use crate::decision::Maneuver;
use crate::event::Event;
use crate::scene::Setup;
use affray_session::names::{in_table, told};
use serde_json::Value;

/// Fields of events that hold a combatant.
const COMBATANTS: &[&str] = &["who", "target", "by", "holder", "foe"];

/// An event as JSON, with names in place of the numbers of combatants, items and spells.
pub fn event(setup: &Setup, event: &Event) -> Value {
    let plain = serde_json::to_value(event).unwrap_or(Value::Null);
    // What is grabbed or wrested away is its target's.
    let whose = match event {
        Event::Wrests { .. } | Event::Maneuvers { maneuver: Maneuver::Grapple { .. }, .. } => "target",
        _ => "who",
    };
    told(&plain, &None, &|table, &owner| in_table::<Graded>(setup, table, whose).or(owner), &|key, number, &owner| {
        let sheet = || Some(&setup.combatants[owner?.index()].sheet);
        let name = match key {
            key if COMBATANTS.contains(&key) => setup.combatants.get(number).map_or("nobody", |one| one.name.as_str()),
            "spell" => sheet()?.spells.get(number)?.name.as_str(),
            "with" if number == usize::from(crate::sheet::UNARMED) => "bare hands",
            "item" | "with" | "parry" => sheet()?.items.get(number)?.name.as_str(),
            _ => return None,
        };
        Some(name.to_owned())
    })
}
