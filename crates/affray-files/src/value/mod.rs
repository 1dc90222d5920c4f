//! Values of files: read, written and described by one declaration.
//!
//! A file, whether TOML or JSON, is one tree of [`Value`]s. [`FromValue`] makes a type of a value and notes *everything*
//! that is wrong, each thing at its place; [`ToValue`] writes it again; [`Schema`] describes it. All three are derived:
//!
//! ```
//! use affray_files::value::{FromValue, ToValue};
//! use affray_files::{Source, read};
//!
//! /// How somebody strikes.
//! #[derive(Debug, PartialEq, FromValue, ToValue)]
//! struct Strike {
//!     /// With what.
//!     with: String,
//!     /// What is taken on the skill, -10 to 0. Default: 0.
//!     #[value(default, range = -10..=0)]
//!     deceptive: i8,
//! }
//!
//! let strike: Strike = read(&Source::new("strike.toml", "with = 'axe'\ndeceptive = -2\n"))?;
//! assert_eq!(strike, Strike { with: "axe".into(), deceptive: -2 });
//! let error = read::<Strike>(&Source::new("strike.toml", "with = 3\ndeceptiv = -2\n")).unwrap_err();
//! assert_eq!(
//!     error.to_string(),
//!     "strike.toml:1:8: expected a text in quotes, found the number 3\n\
//!      strike.toml:2:1: unknown field `deceptiv` (did you mean `deceptive`?)"
//! );
//! # Ok::<(), affray_files::FileError>(())
//! ```
//!
//! Numbers that stand for something with a name, such as combatants and items, are written by name. What names there are
//! is known to [`Names`]; a type that is such a number is declared by [`named!`](crate::named).

mod form;
mod impls;
mod names;
mod or_none;
mod partial;
mod reader;
mod schema;
mod tree;
mod writer;

pub use affray_derive::{FromValue, Patch, Schema, ToValue};
pub use form::{Anew, As, ByName, Combatants, Each, Form, Keys, Named, OrEmpty, Switches, UpTo, Whole, put};
pub use impls::Prose;
pub use names::{Names, NoNames, Owner};
pub use or_none::OrNone;
pub use partial::{Later, Partial, Patch};
pub use reader::{Reader, from_value, try_value};
pub use schema::{SchemaKeys, Schemas, TableSchema, schema_of};
pub use serde_json::Value;
pub use tree::{read, tree};
pub use writer::{Writer, to_value, written};

/// A table.
pub type Map = serde_json::Map<String, Value>;

/// What a schema says of a type.
pub trait Schema {
    /// Whether it is written as a list, so that a list of lists is many of it.
    const IS_LIST: bool = false;
    /// Whether a key with it may be left out.
    const IS_OPTIONAL: bool = false;
    /// The JSON Schema.
    fn schema(schemas: &mut Schemas) -> Value;
}

/// What can be read from a value.
pub trait FromValue: Schema + Sized {
    /// Reads it. `None` if nothing can be made of it; what is wrong was noted then.
    fn read(value: &Value, reader: &mut Reader<'_>) -> Option<Self>;

    /// What holds where its key is left out; `None` if the key has to be there.
    fn absent() -> Option<Self> {
        None
    }
}

/// What is read from the keys of a table, which may have further keys.
pub trait ReadKeys: SchemaKeys + Sized {
    /// What an error wants in place of another kind of value.
    const EXPECTED: &'static str = "a table";
    /// The keys.
    fn keys(keys: &mut Vec<&'static str>);
    /// Reads them.
    fn read_keys(table: &Map, reader: &mut Reader<'_>) -> Option<Self>;
}

/// An enum that is read by the keys of its variants.
pub trait Variants {
    /// The keys of variants that hold something, and whether that is written as a list.
    const ENTRIES: &'static [(&'static str, bool)];
    /// The variants that a tag names, and the keys beside the tag; those without any are left out.
    const TAGGED: &'static [(&'static str, &'static [&'static str])] = &[];
    /// Adds the words of all its values that are a word.
    fn words(words: &mut Vec<&'static str>);
}

/// What can be written as a value.
pub trait ToValue {
    /// Writes it.
    fn write(&self, writer: &mut Writer<'_>) -> Value;

    /// Whether a table has no key for it.
    fn is_absent(&self) -> bool {
        false
    }
}

/// What is written as keys of a table, which may have further keys.
pub trait WriteKeys {
    /// Writes them.
    fn write_keys(&self, table: &mut Map, writer: &mut Writer<'_>);
}

#[cfg(test)]
mod tests;
