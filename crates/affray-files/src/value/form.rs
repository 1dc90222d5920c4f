//! Forms of fields that their types do not tell: names for numbers, tables of flags, lists for sets of a fixed size.
//!
//! A field of a struct that derives [`Patch`] has one by `#[value(form = EXPR)]`: a value of a type that implements [`Form`].

use super::{FromValue, Map, Patch, Reader, Schema, Schemas, ToValue, Value, Writer};
use crate::names::{nearest_of, spelled};
use affray_kernel::referee::CombatantId;
use affray_kernel::state::FlagSet;
use serde_json::json;
use std::marker::PhantomData;

/// How files have a field of type `T`.
pub trait Form<T> {
    /// Its schema.
    fn schema(&self, schemas: &mut Schemas) -> Value;
    /// Changes the field as the value says. Without the field it is only looked at whether it can be read. What is wrong is
    /// noted.
    fn patch(&self, field: Option<&mut T>, value: &Value, reader: &mut Reader<'_>);
    /// Writes it.
    fn write(&self, field: &T, writer: &mut Writer<'_>) -> Value;
}

/// The field is read and written as its type is.
#[derive(Debug)]
pub struct Whole;

impl<T: FromValue + ToValue> Form<T> for Whole {
    fn schema(&self, schemas: &mut Schemas) -> Value {
        T::schema(schemas)
    }
    fn patch(&self, field: Option<&mut T>, value: &Value, reader: &mut Reader<'_>) {
        put(field, T::read(value, reader));
    }
    fn write(&self, field: &T, writer: &mut Writer<'_>) -> Value {
        field.write(writer)
    }
}

/// As that other type, with which it converts.
#[derive(Debug)]
pub struct As<U>(pub PhantomData<U>);

impl<T: Clone + From<U>, U: FromValue + ToValue + From<T>> Form<T> for As<U> {
    fn schema(&self, schemas: &mut Schemas) -> Value {
        U::schema(schemas)
    }
    fn patch(&self, field: Option<&mut T>, value: &Value, reader: &mut Reader<'_>) {
        put(field, U::read(value, reader).map(T::from));
    }
    fn write(&self, field: &T, writer: &mut Writer<'_>) -> Value {
        U::from(field.clone()).write(writer)
    }
}

/// A table, of which the keys that are given change theirs alone.
#[derive(Debug)]
pub struct Keys;

impl<T: Patch + Schema + ToValue> Form<T> for Keys {
    fn schema(&self, schemas: &mut Schemas) -> Value {
        T::schema(schemas)
    }
    fn patch(&self, field: Option<&mut T>, value: &Value, reader: &mut Reader<'_>) {
        T::patch(field, value, reader);
    }
    fn write(&self, field: &T, writer: &mut Writer<'_>) -> Value {
        field.write(writer)
    }
}

/// A table that begins anew with these keys: what is left out is then as at first. Without them each key changes its own.
#[derive(Debug)]
pub struct Anew(pub &'static [&'static str]);

impl<T: Patch + Schema + ToValue + Default> Form<T> for Anew {
    fn schema(&self, schemas: &mut Schemas) -> Value {
        T::schema(schemas)
    }
    fn patch(&self, mut field: Option<&mut T>, value: &Value, reader: &mut Reader<'_>) {
        if self.0.iter().any(|key| value.get(*key).is_some()) {
            put(field.as_deref_mut(), Some(T::default()));
        }
        T::patch(field, value, reader);
    }
    fn write(&self, field: &T, writer: &mut Writer<'_>) -> Value {
        field.write(writer)
    }
}

/// A number that is written by the name of the thing of that kind; nothing, which is the last, by that word.
#[derive(Debug)]
pub struct Named<T>(pub &'static str, pub &'static str, pub T);

impl<T: Copy + PartialEq + TryFrom<u16> + Into<usize>> Form<T> for Named<T> {
    fn schema(&self, schemas: &mut Schemas) -> Value {
        String::schema(schemas)
    }
    fn patch(&self, field: Option<&mut T>, value: &Value, reader: &mut Reader<'_>) {
        let read = match value {
            Value::String(name) if name.eq_ignore_ascii_case(self.1) => Some(self.2),
            _ => reader.named(self.0, value).and_then(|number| T::try_from(number as u16).ok()),
        };
        put(field, read);
    }
    fn write(&self, field: &T, writer: &mut Writer<'_>) -> Value {
        if *field == self.2 {
            return self.1.into();
        }
        let name = writer.names().name(self.0, writer.owner(), (*field).into());
        name.map_or(self.1.into(), Value::from)
    }
}

/// A list with an entry for each.
#[derive(Debug)]
pub struct Each<F>(pub F);

impl<T: Copy, F: Form<T>, const N: usize> Form<[T; N]> for Each<F> {
    fn schema(&self, schemas: &mut Schemas) -> Value {
        json!({ "type": "array", "items": self.0.schema(schemas), "minItems": N, "maxItems": N })
    }
    fn patch(&self, mut field: Option<&mut [T; N]>, value: &Value, reader: &mut Reader<'_>) {
        let Some(list) = list(value, reader) else { return };
        if list.len() != N {
            return note(reader, format!("a list of {}", list.len()), format!("a list of {N}"));
        }
        for (at, value) in list.iter().enumerate() {
            entry(reader, at, |reader| self.0.patch(field.as_mut().map(|field| &mut field[at]), value, reader));
        }
    }
    fn write(&self, field: &[T; N], writer: &mut Writer<'_>) -> Value {
        field.iter().map(|one| self.0.write(one, writer)).collect()
    }
}

/// A list of those that are not none, which is the second.
#[derive(Debug)]
pub struct UpTo<F, T>(pub F, pub T);

impl<T: Copy + PartialEq, F: Form<T>, const N: usize> Form<[T; N]> for UpTo<F, T> {
    fn schema(&self, schemas: &mut Schemas) -> Value {
        json!({ "type": "array", "items": self.0.schema(schemas), "maxItems": N })
    }
    fn patch(&self, mut field: Option<&mut [T; N]>, value: &Value, reader: &mut Reader<'_>) {
        let Some(list) = list(value, reader) else { return };
        if list.len() > N {
            return note(reader, format!("a list of {}", list.len()), format!("at most {N}"));
        }
        if let Some(field) = &mut field {
            field.fill(self.1);
        }
        for (at, value) in list.iter().enumerate() {
            entry(reader, at, |reader| self.0.patch(field.as_mut().map(|field| &mut field[at]), value, reader));
        }
    }
    fn write(&self, field: &[T; N], writer: &mut Writer<'_>) -> Value {
        field.iter().filter(|one| **one != self.1).map(|one| self.0.write(one, writer)).collect()
    }
}

/// A table by the names of the things of that kind, whose numbers are the places in the field.
#[derive(Debug)]
pub struct ByName<F>(pub &'static str, pub F);

impl<T, F: Form<T>, const N: usize> Form<[T; N]> for ByName<F> {
    fn schema(&self, schemas: &mut Schemas) -> Value {
        json!({ "type": "object", "additionalProperties": self.1.schema(schemas) })
    }
    fn patch(&self, mut field: Option<&mut [T; N]>, value: &Value, reader: &mut Reader<'_>) {
        for (name, value) in table(value, reader) {
            let number = reader.names().find(self.0, reader.owner(), name).filter(|number| *number < N);
            below(reader, name, |reader| match number {
                Some(number) => self.1.patch(field.as_mut().map(|field| &mut field[number]), value, reader),
                None => {
                    let hint = reader.names().hint(self.0, reader.owner(), name);
                    note(reader, format!("there is no {} `{name}`", kind_word(self.0)), hint);
                }
            });
        }
    }
    fn write(&self, field: &[T; N], writer: &mut Writer<'_>) -> Value {
        let names: Vec<String> =
            writer.names().all(self.0, writer.owner()).into_iter().map(str::to_owned).take(N).collect();
        let pairs = names.into_iter().zip(field).filter(|(name, _)| !name.is_empty());
        pairs.map(|(name, one)| (name, self.1.write(one, writer))).collect::<Map>().into()
    }
}

/// A set of combatants, a bit each, as a list of their names.
#[derive(Debug)]
pub struct Combatants;

impl Form<u64> for Combatants {
    fn schema(&self, schemas: &mut Schemas) -> Value {
        Vec::<String>::schema(schemas)
    }
    fn patch(&self, field: Option<&mut u64>, value: &Value, reader: &mut Reader<'_>) {
        let named = Vec::<CombatantId>::read(value, reader);
        put(field, named.map(|all| all.into_iter().fold(0, |bits, one| bits | 1 << (one.0 & 63))));
    }
    fn write(&self, field: &u64, writer: &mut Writer<'_>) -> Value {
        (0..64).filter(|bit| field & 1 << bit != 0).map(|bit| CombatantId(bit).write(writer)).collect()
    }
}

/// A table, and an empty one for none, which is this.
#[derive(Debug)]
pub struct OrEmpty<T>(pub T);

impl<T: Copy + PartialEq + FromValue + ToValue> Form<T> for OrEmpty<T> {
    fn schema(&self, schemas: &mut Schemas) -> Value {
        T::schema(schemas)
    }
    fn patch(&self, field: Option<&mut T>, value: &Value, reader: &mut Reader<'_>) {
        let is_none = value.as_object().is_some_and(Map::is_empty);
        put(field, if is_none { Some(self.0) } else { T::read(value, reader) });
    }
    fn write(&self, field: &T, writer: &mut Writer<'_>) -> Value {
        if *field == self.0 { json!({}) } else { field.write(writer) }
    }
}

/// A set of flags as a table by their names, `half-loaded` or `half_loaded`: those that are given are set or cleared.
#[derive(Debug)]
pub struct Switches {
    /// What a flag is: `condition`.
    pub what: &'static str,
    /// Whether there are hyphens in the names.
    pub hyphens: bool,
    /// How many of the first flags have no name here.
    pub but: usize,
}

impl Switches {
    /// Flags whose names have hyphens.
    pub const fn hyphenated(what: &'static str) -> Self {
        Self { what, hyphens: true, but: 0 }
    }

    fn names<F: FlagSet>(&self) -> Vec<(String, F)> {
        let name = |key: &str| if self.hyphens { spelled(key) } else { key.to_owned() };
        F::FLAGS.iter().skip(self.but).map(|(key, _, flag)| (name(key), *flag)).collect()
    }
}

impl<F: FlagSet> Form<F> for Switches {
    fn schema(&self, _: &mut Schemas) -> Value {
        json!({ "type": "object", "additionalProperties": { "type": "boolean" } })
    }
    fn patch(&self, mut field: Option<&mut F>, value: &Value, reader: &mut Reader<'_>) {
        let names = self.names::<F>();
        for (name, value) in table(value, reader) {
            below(reader, name, |reader| {
                let Some(on) = bool::read(value, reader) else { return };
                match (names.iter().find(|(known, _)| known == name), &mut field) {
                    (Some((_, flag)), Some(field)) => field.put(*flag, on),
                    (Some(_), None) => {}
                    (None, _) => {
                        let hint = nearest_of(names.iter().map(|(known, _)| known.as_str()), name);
                        note(reader, format!("there is no {} `{name}`", self.what), hint);
                    }
                }
            });
        }
    }
    fn write(&self, field: &F, _: &mut Writer<'_>) -> Value {
        self.names::<F>().into_iter().map(|(name, flag)| (name, Value::Bool(field.has(flag)))).collect::<Map>().into()
    }
}

/// Flags whose names are keys of the table in which they stand, each `true` or `false`.
impl<F: FlagSet> Patch for F {
    fn patched_schema(table: &mut super::TableSchema, schemas: &mut Schemas) {
        for (key, doc, _) in F::FLAGS {
            table.key(key, doc, bool::schema(schemas), true, None);
        }
    }
    fn patched_keys(keys: &mut Vec<&'static str>) {
        keys.extend(F::FLAGS.iter().map(|(key, _, _)| *key));
    }
    fn patch_keys(mut it: Option<&mut Self>, table: &Map, reader: &mut Reader<'_>) {
        for (key, _, flag) in F::FLAGS {
            if let (Some(Some(on)), Some(it)) = (reader.key(table, key, || Some(None::<bool>)), &mut it) {
                it.put(*flag, on);
            }
        }
    }
    fn write_patched(&self, table: &mut Map, _: &mut Writer<'_>) {
        table.extend(F::FLAGS.iter().map(|(key, _, flag)| ((*key).to_owned(), Value::Bool(self.has(*flag)))));
    }
}

/// What things of a kind are called: `item` for an `own item`.
pub(super) fn kind_word(kind: &str) -> &str {
    kind.rsplit(' ').next().unwrap_or(kind)
}

/// Puts what was read into a field.
pub fn put<T>(field: Option<&mut T>, read: Option<T>) {
    if let (Some(field), Some(read)) = (field, read) {
        *field = read;
    }
}

fn note(reader: &mut Reader<'_>, message: String, hint: String) {
    let _ = reader.wrong::<()>(message, hint);
}

fn list<'v>(value: &'v Value, reader: &mut Reader<'_>) -> Option<&'v Vec<Value>> {
    value.as_array().or_else(|| reader.expected("a list", value))
}

fn table<'v>(value: &'v Value, reader: &mut Reader<'_>) -> impl Iterator<Item = (&'v String, &'v Value)> + use<'v> {
    value.as_object().or_else(|| reader.expected("a table", value)).into_iter().flatten()
}

fn entry(reader: &mut Reader<'_>, at: usize, read: impl FnOnce(&mut Reader<'_>)) {
    let _ = reader.entry::<()>(at, |reader| {
        read(reader);
        None
    });
}

fn below(reader: &mut Reader<'_>, key: &str, read: impl FnOnce(&mut Reader<'_>)) {
    let _ = reader.below::<()>(key, |reader| {
        read(reader);
        None
    });
}
