//! `affray new`: an encounter to start from.

use crate::failure::{Exit, Failure};
use std::io::Write as _;
use std::path::PathBuf;

/// Write an encounter to start from.
///
/// It can be fought as it is, and a comment explains every key. A file that is there already is
/// never overwritten.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  affray new dfrpg tonight.toml
  affray new dfrpg | less")]
pub(crate) struct Args {
    /// The ruleset.
    ruleset: String,
    /// The file to write. Default: standard output.
    file: Option<PathBuf>,
}

pub(crate) fn run(args: &Args) -> Result<Exit, Failure> {
    let ruleset = super::ruleset(&args.ruleset)?;
    let mut out = anstream::stdout().lock();
    let Some(path) = &args.file else {
        out.write_all(ruleset.starter().as_bytes())?;
        return Ok(Exit::Done);
    };
    let name = path.display();
    let wrong = |error: std::io::Error| match error.kind() {
        std::io::ErrorKind::AlreadyExists => {
            Failure::usage(format!("{name} is there already"), "give another name, or remove that file first")
        }
        _ => Failure::Usage(format!("{name}: {error}"), None),
    };
    let mut file = std::fs::File::create_new(path).map_err(wrong)?;
    file.write_all(ruleset.starter().as_bytes()).map_err(wrong)?;
    writeln!(out, "{name} is written. Try `affray sim {name}`.")?;
    Ok(Exit::Done)
}
