//! Events with names in place of numbers, for logs and people.

use crate::Gurps4;
use crate::event::Event;
use crate::scene::Setup;
use affray_kernel::referee::CombatantId;
use affray_session::names::{in_table, told};
use serde_json::Value;

/// Fields of events that hold a combatant.
const COMBATANTS: &[&str] = &["who", "target", "by", "into", "owner", "let-go", "on"];

/// An event as JSON, with names in place of the numbers of combatants, items, modes, tasks and sides.
pub fn event(setup: &Setup, event: &Event) -> Value {
    let plain = serde_json::to_value(event).unwrap_or(Value::Null);
    told(
        &plain,
        &(None, None),
        &|table, &(owner, target)| {
            let of = |key| in_table::<Gurps4>(setup, table, key);
            (of("owner").or_else(|| of("who")).or(owner), of("target").or(target))
        },
        &|key, number, &(owner, target)| {
            let sheet = |who: Option<CombatantId>| Some(&setup.combatants[who?.index()].sheet);
            let name = match key {
                key if COMBATANTS.contains(&key) => {
                    setup.combatants.get(number).map_or("nobody", |one| one.name.as_str())
                }
                "item" | "with" | "reload" | "use" | "store" => sheet(owner)?.arms.get(number)?.name.as_str(),
                "disarm" | "break" => sheet(target)?.arms.get(number)?.name.as_str(),
                "mode" => sheet(owner)?.modes.get(number)?.name.as_str(),
                "task" | "concentrate" => setup.tasks.get(number)?.name.as_str(),
                "side" => setup.sides.get(number)?.name.as_str(),
                _ => return None,
            };
            Some(name.to_owned())
        },
    )
}
