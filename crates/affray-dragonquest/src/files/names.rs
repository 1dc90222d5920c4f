//! Events with names in place of numbers, for logs and people.

use crate::DragonQuest;
use crate::event::Event;
use crate::scene::Setup;
use crate::sheet::Arm;
use affray_kernel::referee::CombatantId;
use affray_session::names::{in_table, told};
use serde_json::Value;

/// Fields of events that hold a combatant.
const COMBATANTS: &[&str] = &["who", "target", "by", "mount", "helper", "second", "owner", "from", "bandage"];

/// An event as JSON, with names in place of the numbers of combatants, arms and sides.
pub fn event(setup: &Setup, event: &Event) -> Value {
    let plain = serde_json::to_value(event).unwrap_or(Value::Null);
    // Numbers are of the owner's sheet, and of the target's where something is done to its arms.
    told(
        &plain,
        &(None, None),
        &|table, &(owner, target)| {
            let of = |key| in_table::<DragonQuest>(setup, table, key);
            (of("owner").or_else(|| of("who")).or(owner), of("target").or(target))
        },
        &|key, number, &(owner, target)| {
            let sheet = |who: Option<CombatantId>| Some(&setup.combatants[who?.index()].sheet);
            let name = match key {
                key if COMBATANTS.contains(&key) => {
                    setup.combatants.get(number).map_or("nobody", |one| one.name.as_str())
                }
                "spell" => sheet(owner)?.spells.get(number)?.name.as_str(),
                "poison" => crate::body::poison::NAMES.get(number)?,
                "item" | "with" | "prepare" | "store" | "pick-up" | "load" => {
                    setup.arm(owner?, Arm(number.try_into().ok()?))?.name.as_str()
                }
                "held" => setup.arm(target?, Arm(number.try_into().ok()?))?.name.as_str(),
                "row" => crate::body::injury::ROWS.get(number)?,
                "side" => setup.sides.get(number)?.name.as_str(),
                _ => return None,
            };
            Some(name.to_owned())
        },
    )
}
