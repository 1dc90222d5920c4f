//! `affray schema`: what a file may hold, for editors and programs.

use crate::failure::{Exit, Failure};
use affray_session::catalog::FileKind;
use clap::ValueEnum;
use std::io::Write as _;

/// Print the JSON Schema of a kind of file.
///
/// Editors that know JSON Schema complete and check the TOML files with it.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  affray schema encounter > encounter.schema.json
  affray schema log --ruleset dfrpg")]
pub(crate) struct Args {
    /// The kind of file.
    kind: Kind,
    /// The ruleset.
    #[arg(long, value_name = "RULESET", default_value = "dfrpg")]
    ruleset: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Kind {
    /// Who fights whom, where.
    Encounter,
    /// One character or creature.
    Sheet,
    /// Proofs of rules, and declared actions for odds.
    Case,
    /// A line of a log.
    Log,
}

pub(crate) fn run(args: &Args) -> Result<Exit, Failure> {
    let ruleset = super::ruleset(&args.ruleset)?;
    let schema = ruleset.schema(match args.kind {
        Kind::Encounter => FileKind::Encounter,
        Kind::Sheet => FileKind::Sheet,
        Kind::Case => FileKind::Case,
        Kind::Log => FileKind::Log,
    });
    writeln!(anstream::stdout().lock(), "{}", serde_json::to_string_pretty(&schema)?)?;
    Ok(Exit::Done)
}
