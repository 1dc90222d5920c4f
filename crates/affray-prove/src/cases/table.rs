//! A case with a table: each row of it is the case with some keys changed.

use affray_files::value::{FromValue, Map, Reader, Schema, Schemas, Value};
use affray_files::{Diagnostic, Path, PathStep};
use affray_session::encounter::Places;

/// Keys of a case that a row of its table changes. Tables are changed key by key, everything else as a whole. `play` is a
/// table with the changes of the only step, or a list with those of each.
#[derive(Debug, Clone, PartialEq)]
pub struct Row(Map);

impl Schema for Row {
    fn schema(_: &mut Schemas) -> Value {
        serde_json::json!({
            "type": "object",
            "description": "Keys of the case that this row changes: tables key by key, everything else as a whole. \
                `play` is a table with the changes of the only step, or a list with those of each.",
        })
    }
}

impl FromValue for Row {
    fn read(value: &Value, reader: &mut Reader<'_>) -> Option<Self> {
        match value {
            Value::Object(row) => Some(Self(row.clone())),
            _ => reader.expected("a table with what this row changes", value),
        }
    }
}

/// A case as a row of its table has it, and where what the row says stands in the file.
pub(super) struct Changed {
    /// The table of the case.
    pub(super) case: Value,
    /// The places, seen from the top of the file.
    pub(super) places: Places,
}

impl Row {
    /// The case at `root` with what this row, the one of that number, changes.
    ///
    /// # Errors
    /// If it changes the only step of a case that has another number of them.
    pub(super) fn change(&self, case: &Value, root: &Path, number: usize) -> Result<Changed, Diagnostic> {
        let there = root.key("table").index(number);
        let mut changed = Changed { case: case.clone(), places: Places::top() };
        let mut row = self.0.clone();
        match (row.remove("play"), case.get("play").and_then(Value::as_array).map(Vec::as_slice)) {
            (None, _) => {}
            (Some(Value::Array(steps)), played) => {
                let mut all = played.unwrap_or_default().to_vec();
                for (at, step) in steps.iter().enumerate() {
                    let (to, from) = (root.key("play").index(at), there.key("play").index(at));
                    match all.get_mut(at) {
                        Some(base) => merge(base, step, &to, &from, &mut changed.places),
                        None => {
                            changed.places.put(to, from);
                            all.push(step.clone());
                        }
                    }
                }
                changed.case["play"] = Value::Array(all);
            }
            (Some(step), Some([_])) => {
                let (to, from) = (root.key("play").index(0), there.key("play"));
                merge(&mut changed.case["play"][0], &step, &to, &from, &mut changed.places);
            }
            (Some(_), played) => {
                let message =
                    format!("a table changes the only step, and the case has {}", played.map_or(0, <[Value]>::len));
                return Err(Diagnostic::new(there.key("play"), message).hint("a list with the changes of each step"));
            }
        }
        if let Value::Object(case) = &mut changed.case {
            case.remove("table");
        }
        merge(&mut changed.case, &Value::Object(row), root, &there, &mut changed.places);
        Ok(changed)
    }
}

/// Puts changes into a value: into tables key by key, else in its place. What stands at `to` is then found at `from`.
pub(super) fn merge(base: &mut Value, change: &Value, to: &Path, from: &Path, places: &mut Places) {
    match (base, change) {
        (Value::Object(base), Value::Object(change)) => {
            for (key, value) in change {
                let (to, from) = (to.key(key), from.key(key));
                match base.get_mut(key) {
                    Some(base) => merge(base, value, &to, &from, places),
                    None => {
                        places.put(named(&to), named(&from));
                        places.put(to, from);
                        base.insert(key.clone(), value.clone());
                    }
                }
            }
        }
        (base, change) => {
            places.put(to.clone(), from.clone());
            *base = change.clone();
        }
    }
}

/// The way to a key itself.
fn named(path: &Path) -> Path {
    let mut steps = path.steps.clone();
    if let Some(PathStep::Key(key)) = steps.pop() {
        steps.push(PathStep::Name(key));
    }
    Path { steps }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn row(case: &Value, row: &Value) -> Result<Changed, Diagnostic> {
        let Value::Object(row) = row else { panic!("{row}") };
        Row(row.clone()).change(case, &Path::root().key("case").index(2), 1)
    }

    #[test]
    fn tables_key_by_key_and_lists_as_a_whole() {
        let case = json!({
            "id": "it", "table": [{}], "rules": ["A", "B"], "state": { "Ork": { "hp": 3, "at": [1, 0] } },
            "play": [{ "turn": "Ana", "dice": [3, 4], "expect": { "targets": [9] } }],
        });
        let changes = json!({
            "title": "far", "rules": ["C"], "state": { "Ork": { "at": [2, 0] } },
            "play": { "dice": [5], "expect": { "never": [] } },
        });
        let changed = row(&case, &changes).unwrap();
        assert_eq!(
            changed.case,
            json!({
                "id": "it", "title": "far", "rules": ["C"], "state": { "Ork": { "hp": 3, "at": [2, 0] } },
                "play": [{ "turn": "Ana", "dice": [5], "expect": { "targets": [9], "never": [] } }],
            })
        );
        let case = Path::root().key("case").index(2);
        for (path, place) in [
            (case.key("state").key("Ork").key("at").index(0), "case[2].table[1].state.Ork.at[0]"),
            (case.key("state").key("Ork").key("hp"), "case[2].state.Ork.hp"),
            (case.key("play").index(0).key("dice"), "case[2].table[1].play.dice"),
            (case.key("play").index(0).key("expect").key("targets"), "case[2].play[0].expect.targets"),
            (named(&case.key("title")), "case[2].table[1].title"),
        ] {
            assert_eq!(changed.places.of(path).to_string(), place);
        }
    }

    #[test]
    fn steps_of_which_there_are_several() {
        let case = json!({ "play": [{ "turn": "Ana" }, { "turn": "Ork" }] });
        let changed = row(&case, &json!({ "play": [{}, { "turn": "Ana" }, { "gm": "next" }] })).unwrap();
        assert_eq!(changed.case, json!({ "play": [{ "turn": "Ana" }, { "turn": "Ana" }, { "gm": "next" }] }));
        let wrong = row(&case, &json!({ "play": { "turn": "Ana" } })).err().unwrap();
        assert_eq!(
            (wrong.path.to_string().as_str(), wrong.message.as_str()),
            ("case[2].table[1].play", "a table changes the only step, and the case has 2")
        );
    }
}
