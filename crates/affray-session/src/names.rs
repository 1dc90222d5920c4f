//! Names as files and people write them, looked up without regard to capitals.
//!
//! Whoever names what is not there is told what there is.

use affray_files::{Diagnostic, Path};
use affray_kernel::referee::CombatantId;
use affray_kernel::turns::TurnRules;
use serde_json::{Map, Value};

pub use affray_files::names::{find, nearest_of, one_of, position};

/// The combatant of that name.
pub fn combatant<G: TurnRules>(setup: &G::Setup, name: &str) -> Option<CombatantId> {
    position(G::figures(setup).map(|(name, _)| name), name).map(|at| CombatantId(at as u8))
}

/// The combatant whom the value at `path` names.
///
/// # Errors
/// If nobody has that name: who there is.
pub fn known<G: TurnRules>(setup: &G::Setup, name: &str, path: Path) -> Result<CombatantId, Diagnostic> {
    let names = G::figures(setup).map(|(name, _)| name);
    find(names, name, path, || format!("there is no combatant `{name}`")).map(|at| CombatantId(at as u8))
}

/// The name of a combatant; `nobody` for one that is not there.
pub fn of<G: TurnRules>(setup: &G::Setup, who: CombatantId) -> &str {
    G::figures(setup).nth(who.index()).map_or("nobody", |(name, _)| name)
}

/// The names of all combatants, for a hint.
pub fn all<G: TurnRules>(setup: &G::Setup) -> String {
    G::figures(setup).map(|(name, _)| name).collect::<Vec<_>>().join(", ")
}

/// Puts names in place of numbers in every table of a value. `enter` makes of a table, and of what holds
/// around it, what its numbers belong to; `name` has the name of the number under a key, if it stands for
/// something.
pub fn told<S>(
    value: &Value,
    around: &S,
    enter: &dyn Fn(&Map<String, Value>, &S) -> S,
    name: &dyn Fn(&str, usize, &S) -> Option<String>,
) -> Value {
    match value {
        Value::Array(list) => list.iter().map(|value| told(value, around, enter, name)).collect(),
        Value::Object(table) => {
            let within = enter(table, around);
            let entry = |(key, value): (&String, &Value)| {
                let name_of = value.as_u64().and_then(|number| name(key, number as usize, &within));
                let value = name_of.map_or_else(|| told(value, &within, enter, name), Value::from);
                (key.clone(), value)
            };
            Value::Object(table.iter().map(entry).collect())
        }
        other => other.clone(),
    }
}

/// The combatant whose number stands in a table under a key.
pub fn in_table<G: TurnRules>(setup: &G::Setup, table: &Map<String, Value>, key: &str) -> Option<CombatantId> {
    let number = table.get(key)?.as_u64()? as usize;
    (number < G::figures(setup).len()).then_some(CombatantId(number as u8))
}
