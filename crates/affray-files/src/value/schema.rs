//! JSON Schemas of the values of files.

use super::{Map, Schema, Value};
use serde_json::json;
use std::any::type_name;
use std::collections::HashMap;

/// The definitions of a schema.
#[derive(Debug, Default)]
pub struct Schemas {
    definitions: Map,
    /// The names of the definitions, by [`type_name`], which tells types of one name in different modules apart.
    names: HashMap<&'static str, String>,
}

/// The keys of a table, for its schema.
pub trait SchemaKeys {
    /// Adds them.
    fn schema_keys(table: &mut TableSchema, schemas: &mut Schemas);
}

/// The schema of a type, as a document of its own.
pub fn schema_of<T: Schema>(title: &str) -> Value {
    let mut schemas = Schemas::default();
    let root = T::schema(&mut schemas);
    let mut document = Map::new();
    document.insert("$schema".into(), "https://json-schema.org/draft/2020-12/schema".into());
    document.insert("title".into(), title.into());
    // The root's own definition stands at the top, unless it holds itself.
    match root.get("$ref").and_then(Value::as_str).and_then(|it| it.strip_prefix("#/$defs/")).map(str::to_owned) {
        Some(name) if !refers(&Value::Object(schemas.definitions.clone()), &name) => {
            if let Some(Value::Object(own)) = schemas.definitions.remove(&name) {
                document.extend(own);
            }
        }
        _ => document.extend(root.as_object().cloned().unwrap_or_default()),
    }
    if !schemas.definitions.is_empty() {
        schemas.definitions.sort_keys();
        document.insert("$defs".into(), Value::Object(schemas.definitions));
    }
    Value::Object(document)
}

/// Whether a schema refers to that definition.
fn refers(value: &Value, name: &str) -> bool {
    match value {
        Value::Object(table) => {
            let here = table.get("$ref").and_then(Value::as_str);
            here.and_then(|it| it.strip_prefix("#/$defs/")) == Some(name)
                || table.values().any(|inner| refers(inner, name))
        }
        Value::Array(list) => list.iter().any(|inner| refers(inner, name)),
        _ => false,
    }
}

impl Schemas {
    /// A text.
    pub fn text(meaning: &str) -> Value {
        let mut schema = json!({ "type": "string" });
        put_doc(&mut schema, meaning);
        schema
    }

    /// The name of a thing of that kind.
    pub fn name_of(kind: &str) -> Value {
        let mut schema = Self::text(&format!("The name of a {kind}."));
        schema["nameOf"] = kind.into();
        schema
    }

    /// A word of an enum.
    pub fn word(name: &str, meaning: &str) -> Value {
        let mut schema = json!({ "type": "string", "const": name });
        put_doc(&mut schema, meaning);
        schema
    }

    /// A table with one key.
    pub fn entry(name: &str, meaning: &str, inner: Value) -> Value {
        let mut table = TableSchema::default();
        table.key(name, "", inner, false, None);
        table.made(meaning)
    }

    /// A type, defined once under that name. Of several types that have one name, the second is `Name2`, and so on.
    pub fn define<T: ?Sized>(&mut self, name: &str, make: impl FnOnce(&mut Self) -> Value) -> Value {
        let named = self.begin(type_name::<T>(), name);
        let name = named.unwrap_or_else(|name| {
            let made = make(self);
            self.definitions.insert(name.clone(), made);
            name
        });
        reference(&name)
    }

    /// The name of the definition of a type; as an error, the name under which it still has to be defined.
    fn begin(&mut self, type_name: &'static str, name: &str) -> Result<String, String> {
        if let Some(known) = self.names.get(type_name) {
            return Ok(known.clone());
        }
        let numbered = (2..).map(|number| format!("{name}{number}"));
        let mut names = std::iter::once(name.to_owned()).chain(numbered);
        let name = names.find(|name| !self.definitions.contains_key(name)).unwrap_or_default();
        self.names.insert(type_name, name.clone());
        // It may hold itself.
        self.definitions.insert(name.clone(), Value::Null);
        Err(name)
    }

    /// What a schema refers to, or itself.
    pub fn resolved<'a>(&'a self, schema: &'a Value) -> &'a Value {
        let name = schema.get("$ref").and_then(Value::as_str).and_then(|it| it.strip_prefix("#/$defs/"));
        name.and_then(|name| self.definitions.get(name)).unwrap_or(schema)
    }

    /// The variants of an enum that was defined.
    pub fn variants_of(&self, schema: &Value) -> Vec<Value> {
        self.resolved(schema).get("anyOf").and_then(Value::as_array).cloned().unwrap_or_default()
    }

    /// A struct.
    pub fn table<T: SchemaKeys>(&mut self, name: &str, meaning: &str) -> Value {
        self.define::<T>(name, |schemas| {
            let mut table = TableSchema::default();
            T::schema_keys(&mut table, schemas);
            table.made(meaning)
        })
    }

    /// A struct for which a text alone may stand, under that key.
    pub fn table_or_word<T: SchemaKeys>(&mut self, name: &str, meaning: &str, key: &str) -> Value {
        self.define::<T>(name, |schemas| {
            let mut table = TableSchema::default();
            T::schema_keys(&mut table, schemas);
            let word = table.properties.get(key).cloned().unwrap_or_default();
            any_of(meaning, vec![word, table.made("")])
        })
    }

    /// An enum.
    pub fn variants<T>(&mut self, name: &str, meaning: &str, make: impl FnOnce(&mut Self) -> Vec<Value>) -> Value {
        self.define::<T>(name, |schemas| any_of(meaning, make(schemas)))
    }
}

/// The schema of a table that is being put together.
#[derive(Debug, Default)]
pub struct TableSchema {
    properties: Map,
    required: Vec<Value>,
    /// Keys of any name have that schema.
    others: Option<Value>,
}

impl TableSchema {
    /// Adds a key.
    pub fn key(&mut self, name: &str, meaning: &str, mut inner: Value, optional: bool, limits: Option<(f64, f64)>) {
        put_doc(&mut inner, meaning);
        if let Some((least, most)) = limits {
            put_limits(&mut inner, least, most);
        }
        self.properties.insert(name.to_owned(), inner);
        if !optional {
            self.required.push(name.into());
        }
    }

    /// Adds the key that names the variant of an enum.
    pub fn tag(&mut self, tag: &str, name: &str) {
        self.key(tag, "", Schemas::word(name, ""), false, None);
    }

    /// Takes over the keys of another table but for some; each may be left out.
    pub fn take_optional(&mut self, other: Self, without: &[&str]) {
        self.properties.extend(other.properties.into_iter().filter(|(key, _)| !without.contains(&key.as_str())));
    }

    /// Keys of any other name have that schema.
    pub fn any(&mut self, inner: Value) {
        self.others = Some(inner);
    }

    /// The schema.
    pub fn made(self, meaning: &str) -> Value {
        let others = self.others.unwrap_or(Value::Bool(false));
        let mut schema = json!({ "type": "object" });
        put_doc(&mut schema, meaning);
        schema["properties"] = Value::Object(self.properties);
        if !self.required.is_empty() {
            schema["required"] = Value::Array(self.required);
        }
        schema["additionalProperties"] = others;
        schema
    }
}

/// A schema of what is one of these.
fn any_of(meaning: &str, all: Vec<Value>) -> Value {
    let mut schema = json!({ "anyOf": all });
    put_doc(&mut schema, meaning);
    schema
}

/// A schema that refers to a definition.
fn reference(name: &str) -> Value {
    json!({ "$ref": format!("#/$defs/{name}") })
}

/// Says what a schema is about.
fn put_doc(schema: &mut Value, meaning: &str) {
    if !meaning.is_empty() {
        schema["description"] = meaning.into();
    }
}

/// Puts limits to the number that a schema describes, or to those of a list or a table.
fn put_limits(schema: &mut Value, least: f64, most: f64) {
    let number = |limit: f64| {
        if limit.fract() == 0.0 { Value::from(limit as i64) } else { Value::from(limit) }
    };
    match schema.get("type").and_then(Value::as_str) {
        Some("array") => put_limits(&mut schema["items"], least, most),
        Some("object") => put_limits(&mut schema["additionalProperties"], least, most),
        _ => {
            schema["minimum"] = number(least);
            schema["maximum"] = number(most);
        }
    }
}
