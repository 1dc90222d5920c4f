//! `affray list`: what comes with the program, and what own files are.

use crate::failure::{Exit, Failure, show};
use crate::input::{self, Head};
use crate::text::{STRONG, fit, styled};
use affray_files::sheets::Shelf;
use affray_files::{FileError, Source};
use affray_session::catalog::DynRules;
use std::io::Write;
use std::path::{Path, PathBuf};

/// List rulesets with their encounters and sheets, or say what files are.
///
/// Without words: everything that comes with the program. With a ruleset: what comes with that one. With files: what
/// each of them is, by its ruleset and title.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  affray list                      all that comes with the program
  affray list graded               what comes with one ruleset
  affray list *.toml               what these files are")]
pub(crate) struct Args {
    /// Rulesets and files.
    #[arg(value_name = "RULESET|FILE")]
    words: Vec<PathBuf>,
}

pub(crate) fn run(args: &Args) -> Result<Exit, Failure> {
    let mut out = anstream::stdout().lock();
    if args.words.is_empty() {
        for (at, ruleset) in affray_games::all().iter().enumerate() {
            if at > 0 {
                writeln!(out)?;
            }
            list(&mut out, *ruleset)?;
        }
        return Ok(Exit::Done);
    }
    let mut exit = Exit::Done;
    for word in &args.words {
        let named = word.to_str().filter(|_| !word.exists()).and_then(affray_games::find);
        match named {
            Some(ruleset) => list(&mut out, ruleset)?,
            None => match describe(word) {
                Ok(line) => writeln!(out, "{}", fit(&format!("{}  {line}", styled(STRONG, word.display()))))?,
                Err(error) => {
                    show(&error.report());
                    exit = Exit::Unusable;
                }
            },
        }
    }
    Ok(exit)
}

/// What comes with a ruleset.
fn list(out: &mut impl Write, ruleset: &dyn DynRules) -> std::io::Result<()> {
    writeln!(out, "{}  {}", styled(STRONG, ruleset.id()), ruleset.title())?;
    for (what, all) in [("encounters", ruleset.encounters()), ("sheets", ruleset.sheets())] {
        writeln!(out, "  {what}")?;
        shelf(out, "    ", all)?;
    }
    Ok(())
}

/// The files of a shelf: encounters with their titles, sheets with the comments at their heads.
pub(super) fn shelf(out: &mut impl Write, indent: &str, shelf: Shelf) -> std::io::Result<()> {
    let width = shelf.names().map(str::len).max().unwrap_or_default();
    for (name, text) in shelf {
        let head = Head::of(&Source::new(*name, *text)).ok().filter(|head| head.combatant);
        let comment = text.lines().next().and_then(|line| line.strip_prefix("# ")).unwrap_or_default();
        let words = head.map_or_else(|| comment.to_owned(), |head| head.title);
        writeln!(out, "{}", fit(format!("{indent}{name:width$}  {words}").trim_end()))?;
    }
    Ok(())
}

/// What a file is.
fn describe(path: &Path) -> Result<String, FileError> {
    let source = input::read(path)?;
    let head = Head::of(&source)?;
    let of = affray_games::find(&head.ruleset).map_or(String::new(), |ruleset| format!(" of {}", ruleset.id()));
    let title = if head.title.is_empty() { String::new() } else { format!(": {}", head.title) };
    Ok(format!("{}{of}{title}", head.kind()))
}
