//! Events with names in place of numbers, for logs, cases and people.

use super::state_file::mode_name;
use crate::Dfrpg;
use crate::event::Event;
use crate::scene::Setup;
use crate::sheet::ItemId;
use affray_kernel::referee::CombatantId;
use affray_session::names::{in_table, told};
use serde_json::Value;

/// Fields of events and choices that hold a combatant.
const COMBATANTS: &[&str] =
    &["who", "whom", "target", "foe", "by", "to", "on", "from", "victim", "first", "helper", "patient", "only"];

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
            let item = |who: CombatantId| {
                let item = u16::try_from(number).ok().map(ItemId)?;
                setup.item(who, item).map(|item| item.name.clone())
            };
            match key {
                key if COMBATANTS.contains(&key) => {
                    Some(setup.combatants.get(number).map_or("nobody", |one| one.name.as_str()).to_owned())
                }
                "item" => item(owner?),
                "damage" | "disarm" => item(target.or(owner)?),
                "spell" => sheet()?.spells.get(number).map(|spell| spell.name.clone()),
                "mode" => {
                    let (owner, mode) = (owner?, u16::try_from(number).ok()?);
                    setup.mode(owner, mode).map(|_| mode_name(setup, owner, mode))
                }
                "side" => setup.sides.get(number).map(|side| side.name.clone()),
                _ => None,
            }
        },
    )
}
