//! Events with names in place of numbers, for logs, cases and people.

use super::wire::mode_name;
use crate::Dfrpg;
use crate::event::Event;
use crate::scene::Setup;
use affray_core::names::{in_table, told};
use serde_json::Value;

/// Fields of events and choices that hold a combatant.
const COMBATANTS: &[&str] =
    &["who", "target", "foe", "by", "to", "on", "from", "victim", "first", "helper", "patient", "only"];

/// An event as JSON, with names in place of the numbers of combatants, items, spells and modes.
pub fn event(setup: &Setup, event: &Event) -> Value {
    let plain = serde_json::to_value(event).unwrap_or(Value::Null);
    // Numbers are of the owner's sheet, and of the target's where something is done to its items.
    let foe_owns = matches!(event, Event::Wrests { .. });
    told(
        &plain,
        &(None, None),
        &|table, (owner, target)| {
            let owners: &[&str] = if foe_owns { &["foe"] } else { &["who", "by", "owner"] };
            let own = owners.iter().find_map(|key| in_table::<Dfrpg>(setup, table, key));
            (own.or(*owner), in_table::<Dfrpg>(setup, table, "target").or(*target))
        },
        &|key, number, &(owner, target)| {
            let sheet = || Some(&setup.combatants[owner?.index()].sheet);
            match key {
                key if COMBATANTS.contains(&key) => {
                    Some(setup.combatants.get(number).map_or("nobody", |one| one.name.as_str()).to_owned())
                }
                "item" => sheet()?.items.get(number).map(|item| item.name.clone()),
                "damage" | "disarm" => {
                    let sheet = &setup.combatants[target.or(owner)?.index()].sheet;
                    sheet.items.get(number).map(|item| item.name.clone())
                }
                "spell" => sheet()?.spells.get(number).map(|spell| spell.name.clone()),
                "mode" => {
                    let sheet = sheet()?;
                    (number < sheet.modes.len().min(0x80)).then(|| mode_name(sheet, number as u8))
                }
                "side" => setup.sides.get(number).map(|side| side.name.clone()),
                _ => None,
            }
        },
    )
}
