//! What `affray schema` says of a file is what the program reads.

use super::{affray, project};
use serde_json::Value;
use std::path::{Path, PathBuf};

/// The files of a kind in a folder of the project and below it.
fn files(folder: &Path, all: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("there is a folder") {
        let path = entry.expect("it can be listed").path();
        if path.is_dir() {
            files(&path, all);
        } else if path.extension().is_some_and(|it| it == "toml") {
            all.push(path);
        }
    }
}

/// What in a value is not as its schema says; of several forms, the least that is wrong with one of them.
pub(super) fn misfits(root: &Value, schema: &Value, value: &Value, place: &str) -> Vec<String> {
    if schema == &Value::Bool(false) {
        return vec![format!("{place} is no key")];
    }
    if let Some(name) = schema["$ref"].as_str().and_then(|it| it.strip_prefix("#/$defs/")) {
        let definition = &root["$defs"][name];
        assert!(definition.is_object(), "{name} is not defined");
        return misfits(root, definition, value, place);
    }
    if let Some(forms) = schema["anyOf"].as_array() {
        let wrongs = forms.iter().map(|form| misfits(root, form, value, place));
        return wrongs.min_by_key(Vec::len).unwrap_or_default();
    }
    let is_of_the_type = match schema["type"].as_str() {
        Some("string") => value.is_string(),
        Some("boolean") => value.is_boolean(),
        Some("integer") => value.is_i64(),
        Some("number") => value.is_number(),
        Some("array") => value.is_array(),
        Some("object") => value.is_object(),
        _ => true,
    };
    let is_a_word = schema.get("const").is_none_or(|word| word == value)
        && schema["enum"].as_array().is_none_or(|words| words.contains(value));
    let number = |key: &str, default| schema[key].as_f64().unwrap_or(default);
    let is_within = value
        .as_f64()
        .is_none_or(|it| (number("minimum", f64::NEG_INFINITY)..=number("maximum", f64::INFINITY)).contains(&it));
    if !(is_of_the_type && is_a_word && is_within) {
        return vec![format!("{place} = {value} is not {schema}")];
    }
    let mut wrongs = Vec::new();
    match value {
        Value::Object(table) => {
            for key in schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str) {
                if !table.contains_key(key) {
                    wrongs.push(format!("{place} has no {key}"));
                }
            }
            for (key, inner) in table {
                let known = schema["properties"].get(key).or(schema.get("additionalProperties"));
                let known = known.unwrap_or(&Value::Bool(true));
                wrongs.extend(misfits(root, known, inner, &format!("{place}.{key}")));
            }
        }
        Value::Array(list) => {
            for (at, inner) in list.iter().enumerate() {
                let own = schema.get("prefixItems").and_then(|each| each.get(at));
                let known = own.or(schema.get("items")).unwrap_or(&Value::Bool(true));
                wrongs.extend(misfits(root, known, inner, &format!("{place}[{at}]")));
            }
        }
        _ => {}
    }
    wrongs
}

#[test]
fn every_file_that_comes_with_a_ruleset_is_as_its_schema_says() {
    for ruleset in ["dfrpg", "gurps4", "graded", "dragonquest", "obss"] {
        for (kind, folder) in [("encounter", "content/encounters"), ("sheet", "sheets"), ("case", "cases")] {
            let schema = affray(&["schema", kind, "--ruleset", ruleset]).json();
            let mut all = Vec::new();
            files(project(&format!("crates/affray-{ruleset}/{folder}")).as_ref(), &mut all);
            assert!(all.len() >= 5, "{ruleset} has {} files in {folder}", all.len());
            for path in all {
                let text = std::fs::read_to_string(&path).expect("it can be read");
                let value: Value = toml::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
                assert_eq!(misfits(&schema, &schema, &value, ""), [""; 0], "{}", path.display());
            }
        }
    }
}
