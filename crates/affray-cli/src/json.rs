//! What commands print as JSON.

use affray_files::value::{Schema, SchemaKeys, Schemas, TableSchema, Value};
use serde::Serialize;
use std::io::Write;

/// The head of everything that is printed as JSON.
#[derive(Debug, Serialize, Schema)]
struct Head {
    /// What this is: `affray-sim`, `affray-odds`, `affray-check` or `affray-rules`.
    schema: String,
    /// The version of this form: it rises where a key changes or goes.
    version: u32,
    /// The version of the program.
    program: String,
}

/// A table behind the head.
#[derive(Debug, Serialize)]
pub(crate) struct Headed<T> {
    #[serde(flatten)]
    head: Head,
    #[serde(flatten)]
    body: T,
}

impl<T: SchemaKeys> Schema for Headed<T> {
    fn schema(schemas: &mut Schemas) -> Value {
        let mut table = TableSchema::default();
        Head::schema_keys(&mut table, schemas);
        T::schema_keys(&mut table, schemas);
        table.made("")
    }
}

/// Prints what a command has to say; the body is a table.
pub(crate) fn print(out: &mut impl Write, command: &str, body: &impl Serialize) -> std::io::Result<()> {
    let head = Head { schema: format!("affray-{command}"), version: 1, program: env!("CARGO_PKG_VERSION").to_owned() };
    writeln!(out, "{}", serde_json::to_string_pretty(&Headed { head, body })?)
}
