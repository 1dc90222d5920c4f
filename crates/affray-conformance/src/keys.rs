//! The table of a manual that says which case proves each key of a sheet.

use affray_files::value::{Map, Value, tree};
use affray_files::{Source, no_files};
use affray_prove::cases::{CaseFormat, check};
use affray_session::catalog::{DynRules, FileKind};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The heading of the table in `docs/sheet-RULESET.md`.
const HEADING: &str = "## What each key does";

/// A row of the table.
struct Row {
    /// The table of the sheet in which the key stands, by its schema: `SheetFile`, `WeaponFile`.
    table: String,
    /// The key.
    key: String,
    /// One entry of the key's list or table, where the row is about it.
    entry: Option<String>,
    /// What stands there in the other sheet; without it, nothing does.
    other: Option<Value>,
    /// The rules.
    rules: Vec<String>,
    /// The case; `None` for a key that is only told.
    case: Option<String>,
}

/// The table of a sheet's manual has every key of the schema. For a key with rules the case of its row proves them and
/// states the key; with another value, or without the key, the case fails. A key without rules is said to be only told.
///
/// # Panics
/// With the rows that are wrong or missing.
pub fn every_key_is_proved<G: CaseFormat + DynRules>(ruleset: &G, crate_folder: &str) {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../docs/sheet-{}.md", ruleset.id()));
    let page = std::fs::read_to_string(&page).unwrap_or_else(|error| panic!("{}: {error}", page.display()));
    let schema = ruleset.schema(FileKind::Sheet);
    let mut wrong = Vec::new();
    let rows = rows(&page, &schema, &mut wrong);
    let cases = cases(crate_folder);
    let keys = ["SheetFile"].into_iter().chain(tables(&schema)).flat_map(|table| {
        let keys: Vec<(String, String)> =
            properties(&schema, table).keys().map(|key| (table.to_owned(), key.clone())).collect();
        keys
    });
    for (table, key) in keys {
        // A key that holds tables of their own is proved by theirs.
        let inner =
            inner_table(&properties(&schema, &table)[&key]).is_some_and(|name| tables(&schema).any(|it| it == name));
        if !inner && !rows.iter().any(|row| row.table == table && row.key == key) {
            wrong.push(format!("no row for `{key}` of {table}"));
        }
    }
    // In an unoptimized build a quarter of them.
    for row in rows.iter().step_by(crate::often(1, 4) as usize) {
        if let Err(message) = proves(ruleset, &schema, &cases, row) {
            let entry = row.entry.as_ref().map(|entry| format!(".{entry}")).unwrap_or_default();
            wrong.push(format!("`{}{entry}` of {}: {message}", row.key, row.table));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Case files without their other cases, by the case that is left.
fn cases(crate_folder: &str) -> BTreeMap<String, Value> {
    let mut cases = BTreeMap::new();
    for path in crate::files_below(&Path::new(crate_folder).join("cases")) {
        let source = Source::read(&path).unwrap_or_else(|error| panic!("{error}"));
        let mut file = tree(&source).unwrap_or_else(|error| panic!("{error}"));
        let Some(Value::Array(list)) = file.get_mut("case").map(Value::take) else { continue };
        for case in list {
            if let Some(id) = case["id"].as_str() {
                let mut alone = file.clone();
                alone["case"] = Value::Array(vec![case.clone()]);
                cases.insert(id.to_owned(), alone);
            }
        }
    }
    cases
}

/// The tables of which a sheet is made, besides its own.
fn tables(schema: &Value) -> impl Iterator<Item = &str> {
    let parts = schema["$defs"].as_object().expect("a sheet has tables").iter();
    parts.filter(|(_, part)| part["properties"].is_object()).map(|(name, _)| name.as_str())
}

fn properties<'a>(schema: &'a Value, table: &str) -> &'a Map {
    let part = if table == "SheetFile" { schema } else { &schema["$defs"][table] };
    part["properties"].as_object().expect("a table has keys")
}

/// The table that a key holds, or a list of them.
fn inner_table(property: &Value) -> Option<&str> {
    let reference = |value: &'_ Value| value["$ref"].as_str().is_some();
    let holder = if reference(property) { property } else { &property["items"] };
    let from_all = || property["allOf"].get(0);
    let reference = holder["$ref"].as_str().or_else(|| from_all()?["$ref"].as_str());
    reference?.strip_prefix("#/$defs/")
}

/// The rows of the page: `key`, `table.key`, `key.entry`, each with ` = value` behind it where another value takes its place.
fn rows(page: &str, schema: &Value, wrong: &mut Vec<String>) -> Vec<Row> {
    let part = page.split_once(HEADING).map_or("", |(_, part)| part);
    let part = part.split("\n## ").next().unwrap_or_default();
    let names: BTreeMap<String, &str> =
        tables(schema).map(|name| (name.trim_end_matches("File").to_lowercase(), name)).collect();
    let mut rows = Vec::new();
    for line in part.lines().filter(|line| line.starts_with("| `")) {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        let [keys, rules, case] = cells[..] else {
            wrong.push(format!("a row has three cells: {line}"));
            continue;
        };
        let rules: Vec<String> = quoted(rules);
        let case = quoted(case).pop();
        for written in quoted(keys) {
            let (name, other) = match written.split_once(" = ") {
                None => (written.as_str(), None),
                Some((name, value)) => (name, value_of(value)),
            };
            let (table, rest) = match name.split_once('.') {
                Some((table, rest)) if names.contains_key(table) && !rest.is_empty() => (names[table], rest),
                _ => ("SheetFile", name),
            };
            let (key, entry) = rest.split_once('.').map_or((rest, None), |(key, entry)| (key, Some(entry.to_owned())));
            if !properties(schema, table).contains_key(key) {
                wrong.push(format!("there is no key `{name}`"));
            }
            rows.push(Row {
                table: table.to_owned(),
                key: key.to_owned(),
                entry,
                other,
                rules: rules.clone(),
                case: case.clone(),
            });
        }
    }
    rows
}

/// What stands between backticks.
fn quoted(cell: &str) -> Vec<String> {
    cell.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

fn value_of(text: &str) -> Option<Value> {
    tree(&Source::new("value", format!("value = {text}"))).ok()?.get("value").cloned()
}

fn proves<G: CaseFormat + DynRules>(
    ruleset: &G,
    schema: &Value,
    cases: &BTreeMap<String, Value>,
    row: &Row,
) -> Result<(), String> {
    let Some(id) = &row.case else {
        return if row.rules.is_empty() { Ok(()) } else { Err("its rules need a case".to_owned()) };
    };
    let mut file = cases.get(id).ok_or_else(|| format!("there is no case `{id}`"))?.clone();
    let proved: BTreeSet<&str> =
        file["case"][0]["rules"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    if row.rules.is_empty() {
        return Err("a case, and no rule".to_owned());
    }
    for rule in &row.rules {
        if ruleset.reference().get(rule).is_none() {
            return Err(format!("there is no rule `{rule}`"));
        }
        if !proved.contains(rule.as_str()) {
            return Err(format!("the case `{id}` does not prove {rule}"));
        }
    }
    if failures::<G>(&file, true)? != 0 {
        return Err(format!("the case `{id}` fails"));
    }
    let mut changed = 0;
    for sheet in sheets(&mut file) {
        changed += change(sheet, "SheetFile", schema, row);
    }
    match (changed, failures::<G>(&file, row.other.is_some())) {
        (0, _) => Err(format!("it does not stand in a sheet of the case `{id}`")),
        (_, Ok(0)) => Err(format!("the case `{id}` holds without it")),
        (_, Ok(_)) => Ok(()),
        (_, Err(message)) => Err(format!("without it the case `{id}` cannot be read: {message}")),
    }
}

/// How many rows of a case fail. With another value in place of a key, each has to be readable.
fn failures<G: CaseFormat>(file: &Value, with_other: bool) -> Result<usize, String> {
    let text: String =
        file.as_object().into_iter().flatten().map(|(key, value)| format!("{key:?} = {}\n", written(value))).collect();
    let reports = check::<G>(&Source::new("case.toml", text), &no_files, None).map_err(|error| error.to_string())?;
    // Without the key, the case may speak of what is not there.
    if let Some(report) = reports.iter().find(|report| !report.loads && with_other) {
        return Err(report.differences.join("\n"));
    }
    Ok(reports.iter().filter(|report| !report.differences.is_empty()).count())
}

/// A value as TOML.
fn written(value: &Value) -> String {
    match value {
        Value::Array(list) => format!("[{}]", list.iter().map(written).collect::<Vec<_>>().join(", ")),
        Value::Object(table) => {
            let entry = |(key, value): (&String, &Value)| format!("{} = {}", Value::from(key.as_str()), written(value));
            format!("{{ {} }}", table.iter().map(entry).collect::<Vec<_>>().join(", "))
        }
        other => other.to_string(),
    }
}

/// The sheets that a file of one case writes out.
fn sheets(file: &mut Value) -> Vec<&mut Value> {
    fn of_combatants(list: &mut Value) -> impl Iterator<Item = &mut Value> {
        let combatants = list.as_array_mut().into_iter().flatten();
        combatants.filter_map(|combatant| combatant.get_mut("sheet")).filter(|sheet| sheet.is_object())
    }
    let mut found = Vec::new();
    let Some(file) = file.as_object_mut() else { return found };
    for (key, value) in file.iter_mut() {
        match key.as_str() {
            "combatant" => found.extend(of_combatants(value)),
            "case" => {
                let Some(case) = value[0].as_object_mut() else { continue };
                for (key, value) in case.iter_mut() {
                    match key.as_str() {
                        "combatant" => found.extend(of_combatants(value)),
                        "sheet" => {
                            found.extend(value.as_object_mut().into_iter().flat_map(|sheets| sheets.values_mut()))
                        }
                        _ => {}
                    }
                }
            }
            _ => {}
        }
    }
    found
}

/// Takes the key of a row out of a table and those within, or puts the other value there; how often it stood there.
fn change(value: &mut Value, table: &str, schema: &Value, row: &Row) -> usize {
    if let Value::Array(list) = value {
        return list.iter_mut().map(|one| change(one, table, schema, row)).sum();
    }
    let Value::Object(keys) = value else { return 0 };
    let mut changed = 0;
    if table == row.table && keys.contains_key(&row.key) {
        changed += match (&row.entry, keys.get_mut(&row.key)) {
            (None, _) => {
                match &row.other {
                    None => keys.remove(&row.key),
                    Some(other) => keys.insert(row.key.clone(), other.clone()),
                };
                1
            }
            (Some(entry), Some(Value::Object(inner))) if inner.contains_key(entry) => {
                match &row.other {
                    None => inner.remove(entry),
                    Some(other) => inner.insert(entry.clone(), other.clone()),
                };
                1
            }
            (Some(entry), Some(Value::Array(list))) => {
                let before = list.len();
                list.retain(|one| one.as_str() != Some(entry));
                before - list.len()
            }
            _ => 0,
        };
    }
    for (key, property) in properties(schema, table) {
        let inner = inner_table(property).filter(|name| tables(schema).any(|it| it == *name));
        if let (Some(inner), Some(value)) = (inner, keys.get_mut(key)) {
            changed += change(value, inner, schema, row);
        }
    }
    changed
}
