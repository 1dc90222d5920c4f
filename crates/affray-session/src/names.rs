//! Names as files and people write them, looked up without regard to capitals.
//!
//! Whoever names what is not there is told what there is.

use affray_files::{Diagnostic, Path, suggest};
use affray_kernel::referee::CombatantId;
use affray_kernel::turns::TurnRules;
use serde_json::{Map, Value};

/// The place in a list of the one of that name, in small or capital letters.
pub fn position<'a>(names: impl IntoIterator<Item = &'a str>, name: &str) -> Option<usize> {
    let name = name.trim();
    names.into_iter().position(|known| known.eq_ignore_ascii_case(name))
}

/// Names as a hint: `one of: ...`.
pub fn one_of<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    let names: Vec<_> = names.into_iter().collect();
    if names.is_empty() { String::from("there are none") } else { format!("one of: {}", names.join(", ")) }
}

/// The place in a list of the one of that name, for the value at `path`.
///
/// # Errors
/// If nothing there has that name: `message`, the name that is nearest, and those that there are.
pub fn find<'a>(
    names: impl IntoIterator<Item = &'a str> + Clone,
    name: &str,
    path: Path,
    message: impl FnOnce() -> String,
) -> Result<usize, Diagnostic> {
    position(names.clone(), name).ok_or_else(|| Diagnostic::new(path, message()).hint(nearest_of(names, name)))
}

/// What there is in place of a name that nobody has: the nearest, and all.
pub fn nearest_of<'a>(names: impl IntoIterator<Item = &'a str> + Clone, name: &str) -> String {
    let near = suggest(name, names.clone()).map_or(String::new(), |near| format!("did you mean `{near}`? "));
    near + &one_of(names)
}

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
