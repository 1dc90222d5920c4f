//! Tables of which every key may be left out, for changing a value.

use super::{FromValue, Map, Names, Reader, Schema, Schemas, ToValue, Value, from_value, to_value};
use crate::Diagnostic;
use affray_kernel::referee::CombatantId;
use std::fmt;
use std::marker::PhantomData;

/// Some keys of a value, which change it and leave the rest as it is. The value is a struct with `#[value(partial)]`.
pub struct Partial<T> {
    keys: Map,
    of: PhantomData<fn() -> T>,
}

impl<T> Default for Partial<T> {
    fn default() -> Self {
        Self { keys: Map::new(), of: PhantomData }
    }
}

impl<T> fmt::Debug for Partial<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.keys.fmt(f)
    }
}

impl<T: Schema> Schema for Partial<T> {
    fn schema(schemas: &mut Schemas) -> Value {
        T::schema(schemas)
    }
}

impl<T: FromValue> FromValue for Partial<T> {
    fn read(value: &Value, reader: &mut Reader<'_>) -> Option<Self> {
        T::read(value, reader)?;
        Some(Self { keys: value.as_object()?.clone(), of: PhantomData })
    }
}

impl<T: FromValue + ToValue> Partial<T> {
    /// The value of a key, if it is there.
    pub fn get(&self, key: &str) -> Option<&Value> {
        self.keys.get(key)
    }

    /// The value with these keys changed.
    ///
    /// # Errors
    /// What is wrong with them.
    pub fn changed(&self, value: &T, names: &dyn Names, owner: Option<CombatantId>) -> Result<T, Vec<Diagnostic>> {
        let mut table = to_value(value, names, owner);
        if let Value::Object(table) = &mut table {
            table.extend(self.keys.clone());
        }
        from_value(&table, names, owner)
    }
}
