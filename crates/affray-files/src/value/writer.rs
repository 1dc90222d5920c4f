//! Writing: what numbers are called.

use super::{Map, Names, NoNames, Owner, ToValue, Value, WriteKeys};
use affray_kernel::referee::CombatantId;

/// What writes values, and knows what numbers are called.
pub struct Writer<'a> {
    names: &'a dyn Names,
    owner: Option<CombatantId>,
}

/// Writes a value in which nothing has a name.
pub fn written(value: &impl ToValue) -> Value {
    to_value(value, &NoNames, None)
}

/// Writes a value.
pub fn to_value<T: ToValue>(it: &T, names: &dyn Names, owner: Option<CombatantId>) -> Value {
    it.write(&mut Writer { names, owner })
}

impl std::fmt::Debug for Writer<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Writer").field("owner", &self.owner).finish_non_exhaustive()
    }
}

impl<'a> Writer<'a> {
    /// Begins to write what has those names; items without a further word are the owner's.
    pub fn new(names: &'a dyn Names, owner: Option<CombatantId>) -> Self {
        Self { names, owner }
    }

    /// What numbers are called.
    pub fn names(&self) -> &'a dyn Names {
        self.names
    }

    /// Whose the items are that are named here.
    pub fn owner(&self) -> Option<CombatantId> {
        self.owner
    }

    /// Says whose the items are that are named from here on.
    pub fn set_owner(&mut self, owner: Option<CombatantId>) {
        self.owner = owner;
    }

    /// The items that are named from here on are those of that combatant; nothing changes where that is nobody.
    pub fn own(&mut self, owner: &impl Owner) {
        self.owner = owner.owner().or(self.owner);
    }

    /// The name of the thing of a kind that has that number; `nobody` or `nothing` if there is none.
    pub fn named(&self, kind: &str, number: usize) -> Value {
        let nothing = if kind == "combatant" { "nobody" } else { "nothing" };
        self.names.name(kind, self.owner, number).map_or(Value::from(nothing), Value::from)
    }

    /// Puts the name of what has that number under a key, unless that may be nothing and is.
    pub fn named_key(&self, table: &mut Map, key: &str, kind: &str, number: usize, none: bool) {
        if !(none && number == usize::from(u8::MAX)) {
            table.insert(key.to_owned(), self.named(kind, number));
        }
    }

    /// A table of those keys.
    pub fn table(&mut self, keys: &impl WriteKeys) -> Value {
        let mut table = Map::new();
        keys.write_keys(&mut table, self);
        Value::Object(table)
    }

    /// A table of those keys, or what stands under that key if it has no other.
    pub fn packed(&mut self, key: &str, keys: &impl WriteKeys) -> Value {
        match self.table(keys) {
            Value::Object(mut table) if table.len() == 1 && table.contains_key(key) => {
                table.remove(key).unwrap_or_default()
            }
            table => table,
        }
    }

    /// Puts a value under its key, unless it is none.
    pub fn key(&mut self, table: &mut Map, key: &str, value: &impl ToValue) {
        if !value.is_absent() {
            let written = value.write(self);
            table.insert(key.to_owned(), written);
        }
    }

    /// A table with one key.
    pub fn pair(key: &str, value: Value) -> Value {
        Value::Object(Map::from_iter([(key.to_owned(), value)]))
    }

    /// A table with one key, under which there is a table.
    pub fn entry(&mut self, key: &str, write: impl FnOnce(&mut Map, &mut Self)) -> Value {
        let mut table = Map::new();
        write(&mut table, self);
        Self::pair(key, Value::Object(table))
    }

    /// A table that names what it is under a tag.
    pub fn tagged(&mut self, tag: &str, name: &str, write: impl FnOnce(&mut Map, &mut Self)) -> Value {
        let mut table = Map::new();
        table.insert(tag.to_owned(), Value::from(name));
        write(&mut table, self);
        Value::Object(table)
    }
}
