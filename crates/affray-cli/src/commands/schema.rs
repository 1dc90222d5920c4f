//! `affray schema`: what a file may hold, for editors and programs.

use crate::failure::{Exit, Failure};
use crate::json::Headed;
use affray_files::value::schema_of;
use affray_session::catalog::FileKind;
use clap::ValueEnum;
use std::io::Write as _;

/// Print the JSON Schema of a kind of file, or of what `sim`, `odds` or `check` prints with `--json`.
///
/// Editors that know JSON Schema complete and check the TOML files with it.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  affray schema encounter dfrpg > encounter.schema.json
  affray schema case gurps4
  affray schema sim                what `affray sim --json` prints")]
pub(crate) struct Args {
    /// The kind of file, or the command whose JSON it is.
    kind: Kind,
    /// The ruleset of a kind of file. Default: dfrpg.
    ruleset: Option<String>,
    /// The ruleset, as an option.
    #[arg(long = "ruleset", value_name = "RULESET", hide = true, conflicts_with = "ruleset")]
    option: Option<String>,
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
    /// What `sim --json` prints.
    Sim,
    /// What `odds --json` prints.
    Odds,
    /// What `check --json` prints.
    Check,
}

pub(crate) fn run(args: &Args) -> Result<Exit, Failure> {
    let ruleset = super::ruleset(args.ruleset.as_deref().or(args.option.as_deref()).unwrap_or("dfrpg"))?;
    let schema = match args.kind {
        Kind::Encounter => ruleset.schema(FileKind::Encounter),
        Kind::Sheet => ruleset.schema(FileKind::Sheet),
        Kind::Case => ruleset.schema(FileKind::Case),
        Kind::Log => ruleset.schema(FileKind::Log),
        Kind::Sim => schema_of::<Headed<super::sim::Output>>("What `affray sim --json` prints"),
        Kind::Odds => schema_of::<Headed<super::odds::Output>>("What `affray odds --json` prints"),
        Kind::Check => schema_of::<Headed<super::check::Report>>("What `affray check --json` prints"),
    };
    writeln!(anstream::stdout().lock(), "{}", serde_json::to_string_pretty(&schema)?)?;
    Ok(Exit::Done)
}
