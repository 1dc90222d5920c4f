//! Numbers, texts, lists and tables of the language as values of files.

use super::{
    FromValue, Map, ReadKeys, Reader, Schema, SchemaKeys, Schemas, TableSchema, ToValue, Value, WriteKeys, Writer,
};
use serde_json::{Number, json};
use std::collections::BTreeMap;

macro_rules! whole {
    ($($number:ty)*) => {$(
        impl Schema for $number {
            fn schema(_: &mut Schemas) -> Value {
                json!({ "type": "integer" })
            }
        }
        impl FromValue for $number {
            fn read(value: &Value, reader: &mut Reader<'_>) -> Option<Self> {
                let number = whole(value, reader)?;
                let number = reader.beyond(number as f64, &number).map_or(number, |limit| limit as i64);
                Self::try_from(number).ok().or_else(|| {
                    reader.wrong(format!("{number} is out of range"), format!("{} to {}", Self::MIN, Self::MAX))
                })
            }
        }
        impl ToValue for $number {
            fn write(&self, _: &mut Writer<'_>) -> Value {
                Value::from(*self)
            }
        }
    )*};
}
whole!(u8 u16 u32 u64 usize i8 i16 i32 i64);

/// The whole number that a value is.
fn whole(value: &Value, reader: &mut Reader<'_>) -> Option<i64> {
    value.as_i64().or_else(|| reader.expected("a whole number", value))
}

impl Schema for f64 {
    fn schema(_: &mut Schemas) -> Value {
        json!({ "type": "number" })
    }
}

impl FromValue for f64 {
    fn read(value: &Value, reader: &mut Reader<'_>) -> Option<Self> {
        let Some(number) = value.as_f64() else { return reader.expected("a number", value) };
        Some(reader.beyond(number, &number).unwrap_or(number))
    }
}

impl ToValue for f64 {
    fn write(&self, _: &mut Writer<'_>) -> Value {
        Number::from_f64(*self).map_or(Value::Null, Value::Number)
    }
}

impl Schema for bool {
    fn schema(_: &mut Schemas) -> Value {
        json!({ "type": "boolean" })
    }
}

impl FromValue for bool {
    fn read(value: &Value, reader: &mut Reader<'_>) -> Option<Self> {
        value.as_bool().or_else(|| reader.expected("true or false", value))
    }
}

impl ToValue for bool {
    fn write(&self, _: &mut Writer<'_>) -> Value {
        Value::Bool(*self)
    }
}

impl Schema for String {
    fn schema(_: &mut Schemas) -> Value {
        json!({ "type": "string" })
    }
}

/// Texts are names and words, in one line.
impl FromValue for String {
    fn read(value: &Value, reader: &mut Reader<'_>) -> Option<Self> {
        reader.text(value, "one line of printable characters", char::is_control)
    }
}

/// A text that may have more than one line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Prose(pub String);

impl Schema for Prose {
    fn schema(schemas: &mut Schemas) -> Value {
        String::schema(schemas)
    }
}

impl FromValue for Prose {
    fn read(value: &Value, reader: &mut Reader<'_>) -> Option<Self> {
        let refused = |one: char| one.is_control() && !matches!(one, '\n' | '\r' | '\t');
        reader.text(value, "printable characters", refused).map(Self)
    }
}

impl ToValue for String {
    fn write(&self, _: &mut Writer<'_>) -> Value {
        Value::from(self.as_str())
    }
}

/// Any value, to be read later.
impl Schema for Value {
    fn schema(_: &mut Schemas) -> Value {
        json!({})
    }
}

impl FromValue for Value {
    fn read(value: &Value, _: &mut Reader<'_>) -> Option<Self> {
        Some(value.clone())
    }
}

impl ToValue for Value {
    fn write(&self, _: &mut Writer<'_>) -> Value {
        self.clone()
    }
}

impl<T: Schema> Schema for Option<T> {
    const IS_LIST: bool = T::IS_LIST;
    const IS_OPTIONAL: bool = true;
    fn schema(schemas: &mut Schemas) -> Value {
        T::schema(schemas)
    }
}

impl<T: FromValue> FromValue for Option<T> {
    fn read(value: &Value, reader: &mut Reader<'_>) -> Option<Self> {
        T::read(value, reader).map(Some)
    }
    fn absent() -> Option<Self> {
        Some(None)
    }
}

impl<T: ToValue> ToValue for Option<T> {
    fn write(&self, writer: &mut Writer<'_>) -> Value {
        self.as_ref().map_or(Value::Null, |value| value.write(writer))
    }
    fn is_absent(&self) -> bool {
        self.is_none()
    }
}

impl<T: Schema> Schema for Box<T> {
    const IS_LIST: bool = T::IS_LIST;
    fn schema(schemas: &mut Schemas) -> Value {
        T::schema(schemas)
    }
}

impl<T: FromValue> FromValue for Box<T> {
    fn read(value: &Value, reader: &mut Reader<'_>) -> Option<Self> {
        T::read(value, reader).map(Self::new)
    }
}

impl<T: ToValue> ToValue for Box<T> {
    fn write(&self, writer: &mut Writer<'_>) -> Value {
        self.as_ref().write(writer)
    }
}

/// No keys.
impl SchemaKeys for () {
    fn schema_keys(_: &mut TableSchema, _: &mut Schemas) {}
}

impl ReadKeys for () {
    fn keys(_: &mut Vec<&'static str>) {}
    fn read_keys(_: &Map, _: &mut Reader<'_>) -> Option<Self> {
        Some(())
    }
}

impl<T: SchemaKeys> SchemaKeys for Box<T> {
    fn schema_keys(table: &mut TableSchema, schemas: &mut Schemas) {
        T::schema_keys(table, schemas);
    }
}

impl<T: ReadKeys> ReadKeys for Box<T> {
    fn keys(keys: &mut Vec<&'static str>) {
        T::keys(keys);
    }
    fn read_keys(table: &Map, reader: &mut Reader<'_>) -> Option<Self> {
        T::read_keys(table, reader).map(Self::new)
    }
}

impl<T: WriteKeys> WriteKeys for Box<T> {
    fn write_keys(&self, table: &mut Map, writer: &mut Writer<'_>) {
        self.as_ref().write_keys(table, writer);
    }
}

/// The entries of a list, all of them, so that everything wrong is noted.
fn entries<T: FromValue>(value: &Value, reader: &mut Reader<'_>) -> Option<Vec<T>> {
    let Value::Array(list) = value else { return reader.expected("a list", value) };
    let read: Vec<Option<T>> =
        list.iter().enumerate().map(|(at, value)| reader.entry(at, |reader| T::read(value, reader))).collect();
    read.into_iter().collect()
}

impl<T: Schema> Schema for Vec<T> {
    const IS_LIST: bool = true;
    fn schema(schemas: &mut Schemas) -> Value {
        json!({ "type": "array", "items": T::schema(schemas) })
    }
}

impl<T: FromValue> FromValue for Vec<T> {
    fn read(value: &Value, reader: &mut Reader<'_>) -> Option<Self> {
        entries(value, reader)
    }
}

impl<T: ToValue> ToValue for Vec<T> {
    fn write(&self, writer: &mut Writer<'_>) -> Value {
        self.iter().map(|value| value.write(writer)).collect()
    }
}

impl<T: Schema, const N: usize> Schema for [T; N] {
    const IS_LIST: bool = true;
    fn schema(schemas: &mut Schemas) -> Value {
        json!({ "type": "array", "items": T::schema(schemas), "minItems": N, "maxItems": N })
    }
}

impl<T: FromValue, const N: usize> FromValue for [T; N] {
    fn read(value: &Value, reader: &mut Reader<'_>) -> Option<Self> {
        let found: Vec<T> = entries(value, reader)?;
        let length = found.len();
        found.try_into().ok().or_else(|| reader.wrong(format!("a list of {length}"), format!("a list of {N}")))
    }
}

impl<T: ToValue, const N: usize> ToValue for [T; N] {
    fn write(&self, writer: &mut Writer<'_>) -> Value {
        self.iter().map(|value| value.write(writer)).collect()
    }
}

impl<T: Schema, const N: usize> Schema for arrayvec::ArrayVec<T, N> {
    const IS_LIST: bool = true;
    fn schema(schemas: &mut Schemas) -> Value {
        json!({ "type": "array", "items": T::schema(schemas), "maxItems": N })
    }
}

impl<T: FromValue, const N: usize> FromValue for arrayvec::ArrayVec<T, N> {
    fn read(value: &Value, reader: &mut Reader<'_>) -> Option<Self> {
        let found: Vec<T> = entries(value, reader)?;
        if found.len() > N {
            return reader.wrong(format!("a list of {}", found.len()), format!("at most {N}"));
        }
        Some(found.into_iter().collect())
    }
}

impl<T: ToValue, const N: usize> ToValue for arrayvec::ArrayVec<T, N> {
    fn write(&self, writer: &mut Writer<'_>) -> Value {
        self.iter().map(|value| value.write(writer)).collect()
    }
}

impl<A: Schema, B: Schema> Schema for (A, B) {
    const IS_LIST: bool = true;
    fn schema(schemas: &mut Schemas) -> Value {
        json!({ "type": "array", "prefixItems": [A::schema(schemas), B::schema(schemas)], "minItems": 2, "maxItems": 2 })
    }
}

impl<A: FromValue, B: FromValue> FromValue for (A, B) {
    fn read(value: &Value, reader: &mut Reader<'_>) -> Option<Self> {
        match value {
            Value::Array(list) if list.len() == 2 => {
                let first = reader.entry(0, |reader| A::read(&list[0], reader));
                let second = reader.entry(1, |reader| B::read(&list[1], reader));
                Some((first?, second?))
            }
            _ => reader.expected("a list of two", value),
        }
    }
}

impl<A: ToValue, B: ToValue> ToValue for (A, B) {
    fn write(&self, writer: &mut Writer<'_>) -> Value {
        Value::Array(vec![self.0.write(writer), self.1.write(writer)])
    }
}

impl<K: Schema, T: Schema> Schema for BTreeMap<K, T> {
    fn schema(schemas: &mut Schemas) -> Value {
        let (names, inner) = (K::schema(schemas), T::schema(schemas));
        match names.get("$ref") {
            Some(_) => json!({ "type": "object", "propertyNames": names, "additionalProperties": inner }),
            None => json!({ "type": "object", "additionalProperties": inner }),
        }
    }
}

impl<K: FromValue + Ord, T: FromValue> FromValue for BTreeMap<K, T> {
    fn read(value: &Value, reader: &mut Reader<'_>) -> Option<Self> {
        let Value::Object(table) = value else { return reader.expected("a table", value) };
        let entry = |(key, value): (&String, &Value)| {
            let name = reader.name::<K>(key);
            let value = reader.below(key, |reader| T::read(value, reader));
            Some((name?, value?))
        };
        let read: Vec<Option<(K, T)>> = table.iter().map(entry).collect();
        let mut all = Self::new();
        for one in read {
            let (name, value) = one?;
            all.insert(name, value);
        }
        Some(all)
    }
}

impl<K: ToValue, T: ToValue> ToValue for BTreeMap<K, T> {
    fn write(&self, writer: &mut Writer<'_>) -> Value {
        let mut table = Map::new();
        for (key, value) in self {
            if let Value::String(key) = key.write(writer) {
                table.insert(key, value.write(writer));
            }
        }
        Value::Object(table)
    }
}
