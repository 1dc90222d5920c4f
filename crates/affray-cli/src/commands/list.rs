//! `affray list`: what comes with the program, and what own files are.

use crate::failure::{Exit, Failure, show};
use crate::input::{self, Head};
use crate::text::{STRONG, fit, styled};
use affray_files::{FileError, Source, tree};
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
            if 0 < at {
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
    let head = |text: &str| text.lines().next().and_then(|line| line.strip_prefix("# ")).unwrap_or_default().to_owned();
    let title = |text: &'static str| title(&Source::new("", text)).unwrap_or_else(|_| head(text));
    let encounters: Vec<(&str, String)> =
        ruleset.encounters().iter().map(|(name, text)| (*name, title(text))).collect();
    let sheets: Vec<(&str, String)> = ruleset.sheets().iter().map(|(name, text)| (*name, head(text))).collect();
    for (what, all) in [("encounters", encounters), ("sheets", sheets)] {
        writeln!(out, "  {what}")?;
        let width = all.iter().map(|(name, _)| name.len()).max().unwrap_or_default();
        for (name, words) in all {
            writeln!(out, "{}", fit(format!("    {name:width$}  {words}").trim_end()))?;
        }
    }
    Ok(())
}

/// The title of a file, empty if it has none.
fn title(source: &Source) -> Result<String, FileError> {
    let tree = tree(source)?;
    let text = |key| tree.get(key).and_then(|value| value.as_str());
    Ok(text("title").or_else(|| text("name")).unwrap_or_default().to_owned())
}

/// What a file is.
fn describe(path: &Path) -> Result<String, FileError> {
    let source = input::read(path)?;
    let (head, title) = (Head::of(&source)?, title(&source)?);
    let of = affray_games::of_source(&source).map_or(String::new(), |ruleset| format!(" of {}", ruleset.id()));
    let title = if title.is_empty() { title } else { format!(": {title}") };
    Ok(format!("{}{of}{title}", head.kind()))
}
