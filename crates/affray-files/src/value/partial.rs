//! Tables of which every key may be left out, for changing a value.

use super::{FromValue, Map, Names, ReadKeys, Reader, Schema, SchemaKeys, Schemas, TableSchema, Value, Writer};
use crate::Diagnostic;
use affray_kernel::referee::CombatantId;
use std::fmt;
use std::marker::PhantomData;

/// A table each of whose keys can be changed by itself. The derive makes it of the fields of a struct: each has the
/// [`Form`](super::Form) that it says by `#[value(form = EXPR)]`, or that of its type.
pub trait Patch: Sized {
    /// What a schema says of the keys.
    fn patched_schema(table: &mut TableSchema, schemas: &mut Schemas);
    /// The keys.
    fn patched_keys(keys: &mut Vec<&'static str>);
    /// Changes what the keys of the table say, and leaves the rest as it is. Without a value it is only looked at whether
    /// they can be read.
    fn patch_keys(it: Option<&mut Self>, table: &Map, reader: &mut Reader<'_>);
    /// Writes all keys.
    fn write_patched(&self, table: &mut Map, writer: &mut Writer<'_>);

    /// Changes what a table of which all keys are known says.
    fn patch(it: Option<&mut Self>, value: &Value, reader: &mut Reader<'_>) {
        let mut keys = Vec::new();
        Self::patched_keys(&mut keys);
        if let Some(table) = reader.keys_of(value, &keys) {
            Self::patch_keys(it, table, reader);
        }
    }
}

/// Some keys of a value, which change it and leave the rest as it is. The value derives [`Patch`].
pub struct Partial<T> {
    keys: Map,
    of: PhantomData<fn() -> T>,
}

/// Keys of a table that have their meaning only in a fight: they are looked through before it is known, and read in it.
pub struct Later<T> {
    keys: Map,
    of: PhantomData<fn() -> T>,
}

/// What holds keys is equal and cloned as they are, whatever they are of.
macro_rules! of_keys {
    ($($name:ident)*) => {
        $(
            impl<T> Clone for $name<T> {
                fn clone(&self) -> Self {
                    Self { keys: self.keys.clone(), of: PhantomData }
                }
            }

            impl<T> PartialEq for $name<T> {
                fn eq(&self, other: &Self) -> bool {
                    self.keys == other.keys
                }
            }

            impl<T> Default for $name<T> {
                fn default() -> Self {
                    Self { keys: Map::new(), of: PhantomData }
                }
            }

            impl<T> fmt::Debug for $name<T> {
                fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                    self.keys.fmt(f)
                }
            }

            impl<T> $name<T> {
                /// Those of a table that are in the list and given.
                fn of(table: &Map, own: &[&str]) -> Self {
                    let keys = table.iter().filter(|(key, value)| own.contains(&key.as_str()) && !value.is_null());
                    Self { keys: keys.map(|(key, value)| (key.clone(), value.clone())).collect(), of: PhantomData }
                }
            }
        )*
    };
}

of_keys!(Partial Later);

impl<T: SchemaKeys> SchemaKeys for Later<T> {
    fn schema_keys(table: &mut TableSchema, schemas: &mut Schemas) {
        T::schema_keys(table, schemas);
    }
}

impl<T: ReadKeys> ReadKeys for Later<T> {
    fn keys(keys: &mut Vec<&'static str>) {
        T::keys(keys);
    }
    fn read_keys(table: &Map, reader: &mut Reader<'_>) -> Option<Self> {
        T::read_keys(table, reader)?;
        let mut own = Vec::new();
        T::keys(&mut own);
        Some(Self::of(table, &own))
    }
}

impl<T: ReadKeys> Later<T> {
    /// Reads them.
    ///
    /// # Errors
    /// Everything that is wrong with them, with its place below the table.
    pub fn read(&self, names: &dyn Names, owner: Option<CombatantId>) -> Result<T, Vec<Diagnostic>> {
        let mut reader = Reader::new(names, owner).again();
        let made = T::read_keys(&self.keys, &mut reader);
        reader.end(made)
    }
}

impl<T: Schema> Schema for Partial<T> {
    fn schema(schemas: &mut Schemas) -> Value {
        T::schema(schemas)
    }
}

impl<T: Patch> SchemaKeys for Partial<T> {
    fn schema_keys(table: &mut TableSchema, schemas: &mut Schemas) {
        T::patched_schema(table, schemas);
    }
}

impl<T: Patch + Schema> FromValue for Partial<T> {
    fn read(value: &Value, reader: &mut Reader<'_>) -> Option<Self> {
        reader.table(value)
    }
}

impl<T: Patch> ReadKeys for Partial<T> {
    fn keys(keys: &mut Vec<&'static str>) {
        T::patched_keys(keys);
    }
    fn read_keys(table: &Map, reader: &mut Reader<'_>) -> Option<Self> {
        let unread = reader.unread_so_far();
        T::patch_keys(None, table, reader);
        if reader.unread_so_far() != unread {
            return None;
        }
        let mut own = Vec::new();
        T::patched_keys(&mut own);
        Some(Self::of(table, &own))
    }
}

impl<T: Patch> Partial<T> {
    /// The keys.
    pub fn keys(&self) -> &Map {
        &self.keys
    }

    /// Whether a key is given.
    pub fn has(&self, key: &str) -> bool {
        self.keys.contains_key(key)
    }

    /// Changes the value; returns what is wrong with the keys.
    pub fn patch(&self, it: &mut T, names: &dyn Names, owner: Option<CombatantId>) -> Vec<Diagnostic> {
        let mut reader = Reader::new(names, owner).again();
        T::patch_keys(Some(it), &self.keys, &mut reader);
        reader.end(Some(())).err().unwrap_or_default()
    }
}
