//! What commands print as JSON.

use affray_files::value::Schema;
use serde::Serialize;
use std::io::Write;

/// The head of everything that is printed as JSON.
#[derive(Debug, Serialize, Schema)]
pub(crate) struct JsonHead {
    /// What this is: `affray-sim`, `affray-odds`, `affray-check` or `affray-rules`.
    schema: String,
    /// The version of this form: it rises where a key changes or goes.
    version: u32,
    /// The version of the program.
    program: String,
}

impl JsonHead {
    /// That of what a command prints.
    pub(crate) fn of(command: &str) -> Self {
        Self { schema: format!("affray-{command}"), version: 1, program: env!("CARGO_PKG_VERSION").to_owned() }
    }
}

/// A value behind the head.
#[derive(Debug, Serialize)]
struct Headed<T> {
    #[serde(flatten)]
    head: JsonHead,
    #[serde(flatten)]
    body: T,
}

/// Prints what a command has to say; the body is a table.
pub(crate) fn print(out: &mut impl Write, command: &str, body: &impl Serialize) -> std::io::Result<()> {
    writeln!(out, "{}", serde_json::to_string_pretty(&Headed { head: JsonHead::of(command), body })?)
}
