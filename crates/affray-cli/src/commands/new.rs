//! `affray new`: an encounter or a sheet to start from.

use crate::failure::{Exit, Failure};
use crate::output::{Output, wrong};
use affray_files::names::did_you_mean;
use affray_session::catalog::DynRules;
use std::io::Write as _;
use std::path::PathBuf;

/// Write an encounter to start from, or a sheet.
///
/// The encounter can be fought as it is, and a comment explains every key. With `--sheet` it is one of the sheets
/// that come with the program, to read or to change. A file that is there already is only overwritten with
/// `--force`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  affray new dfrpg tonight.toml
  affray new dfrpg | less
  affray new dfrpg --sheet                       the sheets that there are
  affray new dfrpg --sheet orc                   what the sheet of the orc holds
  affray new dfrpg --sheet orc mine.toml         a file of your own: sheet = \"mine.toml\"
  affray new dfrpg --sheet orc --in-place        to be pasted below a [[combatant]]")]
pub(crate) struct Args {
    /// The ruleset.
    ruleset: String,
    /// The file to write. Default: standard output.
    file: Option<PathBuf>,
    /// The sheet of that name instead of an encounter; without a name, a list of them.
    #[arg(long, value_name = "NAME", num_args = 0..=1)]
    sheet: Option<Option<String>>,
    /// The sheet as tables of an encounter, in place of a combatant's `sheet`.
    #[arg(long, requires = "sheet")]
    in_place: bool,
    /// Overwrite the file if it is there already.
    #[arg(long, requires = "file")]
    force: bool,
}

pub(crate) fn run(args: &Args) -> Result<Exit, Failure> {
    let ruleset = super::ruleset(&args.ruleset)?;
    let Some(sheet) = &args.sheet else {
        let next = |name: &dyn std::fmt::Display| format!("Try `affray sim {name}`.");
        return written(args, ruleset.starter(), next);
    };
    let Some(name) = sheet else {
        super::list::shelf(&mut anstream::stdout().lock(), "", ruleset.sheets())?;
        return Ok(Exit::Done);
    };
    let text = ruleset.sheets().get(name).ok_or_else(|| no_sheet(ruleset, name))?;
    let text = if args.in_place { in_place(text) } else { text.to_owned() };
    written(args, &text, |name| match args.in_place {
        true => String::from("Paste it below a [[combatant]] that has no `sheet`."),
        false => format!("A combatant beside it has it by `sheet = \"{name}\"`."),
    })
}

/// Writes a text to a file, or to standard output, and says what can be done with the file next.
fn written(args: &Args, text: &str, next: impl FnOnce(&dyn std::fmt::Display) -> String) -> Result<Exit, Failure> {
    let mut out = anstream::stdout().lock();
    let Some(path) = &args.file else {
        out.write_all(text.as_bytes())?;
        return Ok(Exit::Done);
    };
    let name = path.display();
    let mut file = Output { path, force: args.force, instead: "give another name", inputs: None }.create()?;
    file.write_all(text.as_bytes()).map_err(|error| wrong(path, &error))?;
    writeln!(out, "{name} is written. {}", next(&name))?;
    Ok(Exit::Done)
}

fn no_sheet(ruleset: &dyn DynRules, name: &str) -> Failure {
    let near = did_you_mean(ruleset.sheets().names(), name);
    let hint = format!("{near}`affray new {} --sheet` lists those that there are", ruleset.id());
    Failure::usage(format!("{} has no sheet `{name}`", ruleset.id()), hint)
}

/// A sheet as tables below a `[[combatant]]`. What goes on over several lines is indented in it, so that a bracket
/// at the beginning of a line opens a table.
fn in_place(sheet: &str) -> String {
    let comments = sheet.lines().take_while(|line| line.starts_with('#')).count();
    let mut out = String::new();
    for (at, line) in sheet.lines().enumerate() {
        if at == comments {
            out.push_str("[combatant.sheet]\n");
        }
        match (line.strip_prefix("[["), line.strip_prefix('[')) {
            (Some(name), _) => out += &format!("[[combatant.sheet.{name}\n"),
            (None, Some(name)) => out += &format!("[combatant.sheet.{name}\n"),
            (None, None) => out += &format!("{line}\n"),
        }
    }
    out
}
