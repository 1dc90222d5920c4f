//! `affray import`: characters of the sheet editor GCS as sheets.

use crate::failure::{Exit, Failure};
use crate::output::{Output, wrong};
use crate::text::{BAD, FAINT, STRONG, count, fit, styled};
use affray_files::{FileError, Source, told};
use affray_import::file::{Made, put};
use affray_import::{Kind, Report, Ruleset};
use std::io::Write as _;
use std::path::{Path, PathBuf};

/// Take characters over from the sheet editor GCS.
///
/// A `.gcs` file of version 5 becomes a sheet beside it, with the numbers that the editor has computed. What became what,
/// what was left out and why is printed line by line. Imported again, lines of yours around the marked block stay. Of a
/// folder, all `.gcs` files in it and in the folders below are taken.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  affray import Knight.gcs                         Knight.toml, for gurps4
  affray import Knight.gcs --ruleset dfrpg -o kay.toml
  affray import Knight.gcs -o -                    the sheet to standard output
  affray import characters/ -o sheets/             a whole folder
  affray import Knight.gcs --dry-run               only the report

Exit codes: 0 if everything was taken over, 2 if a file cannot be read or written.")]
pub(crate) struct Args {
    /// The character, or a folder of characters.
    #[arg(value_name = "FILE|FOLDER")]
    path: PathBuf,
    /// The ruleset, gurps4 or dfrpg. Default: that of the sheet that is there, else gurps4.
    #[arg(long, value_name = "RULESET", value_parser = ruleset)]
    ruleset: Option<Ruleset>,
    /// The sheet to write, or the folder for those of a folder; `-` is standard output. Default: beside the character.
    #[arg(short, long, value_name = "SHEET")]
    output: Option<PathBuf>,
    /// Write nothing: only report.
    #[arg(long)]
    dry_run: bool,
    /// Overwrite a file that was not imported, and changes within the marked block.
    #[arg(long)]
    force: bool,
}

fn ruleset(id: &str) -> Result<Ruleset, String> {
    let known = Ruleset::ALL.map(Ruleset::id).join(" or ");
    Ruleset::named(id).ok_or_else(|| format!("characters are imported for {known}"))
}

pub(crate) fn run(args: &Args) -> Result<Exit, Failure> {
    if args.path.is_dir() {
        return folder(args);
    }
    let to_output = args.output.as_deref() == Some(Path::new("-"));
    let target = args.output.clone().unwrap_or_else(|| args.path.with_extension("toml"));
    let one = prepare(args, &args.path, &target, to_output)?;
    let report = told_in_full(&args.path, &one);
    if to_output {
        write!(anstream::stderr().lock(), "{}", fit(&report))?;
        anstream::stdout().lock().write_all(one.text.as_bytes())?;
        return Ok(Exit::Done);
    }
    let mut out = anstream::stdout().lock();
    write!(out, "{}", fit(&report))?;
    if args.dry_run {
        writeln!(out, "\nNothing is written.")?;
        return Ok(Exit::Done);
    }
    write(&target, &one.text)?;
    writeln!(
        out,
        "\n{} is written. A combatant beside it has it by `sheet = \"{}\"`.",
        target.display(),
        name(&target)
    )?;
    Ok(Exit::Done)
}

/// A character that is ready to be written.
struct Prepared {
    ruleset: Ruleset,
    text: String,
    kept: Vec<String>,
    report: Report,
}

fn prepare(args: &Args, from: &Path, target: &Path, to_output: bool) -> Result<Prepared, Failure> {
    let made = if to_output { None } else { made(args, target)? };
    let ruleset = args.ruleset.or(made.as_ref().and_then(|made| made.ruleset)).unwrap_or(Ruleset::Gurps4);
    let imported = affray_import::character(&from.display().to_string(), &read(from)?, ruleset)?;
    let (text, kept) = put(&imported.text, &name(from), ruleset, &target.display().to_string(), made.as_ref())?;
    let source = Source::new(target.display().to_string(), text.clone());
    affray_import::check(&source, ruleset)?;
    Ok(Prepared { ruleset, text, kept, report: imported.report })
}

fn name(path: &Path) -> String {
    path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned())
}

/// A text of at most as many bytes as a character may have.
fn read(path: &Path) -> Result<String, FileError> {
    let name = path.display().to_string();
    let file = std::fs::File::open(path).map_err(|error| FileError::whole(&name, told(&error)))?;
    let mut bytes = Vec::new();
    std::io::Read::read_to_end(&mut std::io::Read::take(file, affray_import::gcs::MAX_BYTES as u64 + 1), &mut bytes)
        .map_err(|error| FileError::whole(&name, told(&error)))?;
    String::from_utf8(bytes).map_err(|_| FileError::whole(&name, "this is no text in UTF-8, as `.gcs` files are"))
}

/// The sheet that is there already, if an import has made it; another file is in the way.
fn made(args: &Args, target: &Path) -> Result<Option<Made>, Failure> {
    if !target.exists() {
        return Ok(None);
    }
    let in_the_way = |force| Output { path: target, force, instead: "give another name with -o" }.check();
    if !target.is_file() {
        in_the_way(false)?;
        return Ok(None);
    }
    let read = Source::read(target).ok().map(|source| Made::read(&source)).transpose();
    let found = match read {
        Ok(found) => found.flatten(),
        Err(_) if args.force => None,
        Err(error) => return Err(error.into()),
    };
    match found {
        None => {
            in_the_way(args.force)?;
            Ok(None)
        }
        Some(made) if made.changed && !args.force => Err(Failure::usage(
            format!("{}: lines of the imported block were changed by hand", target.display()),
            "move them above the block (keys) or below it (tables), where they stay, or give them up with --force",
        )),
        Some(made) => Ok(Some(made)),
    }
}

fn write(target: &Path, text: &str) -> Result<(), Failure> {
    let mut file = Output { path: target, force: true, instead: "" }.create()?;
    file.write_all(text.as_bytes()).map_err(|error| wrong(target, &error))
}

/// What became of a character, line by line.
fn told_in_full(from: &Path, one: &Prepared) -> String {
    let mut out = format!("{} for {}:\n", styled(STRONG, from.display()), one.ruleset.id());
    for kind in [Kind::Took, Kind::Changed, Kind::LeftOut, Kind::Differs] {
        for line in one.report.of(kind) {
            out += &format!("  {}  {line}\n", styled(FAINT, format!("{:8}", kind.name())));
        }
    }
    for line in &one.kept {
        out += &format!("  {}  {line}: yours stays\n", styled(FAINT, format!("{:8}", "kept")));
    }
    out
}

/// Takes over all characters of a folder: a line for each.
fn folder(args: &Args) -> Result<Exit, Failure> {
    let mut files = Vec::new();
    find(&args.path, &mut files).map_err(|(path, error)| wrong(&path, &error))?;
    if files.is_empty() {
        let message = format!("{}: there is no `.gcs` file in this folder", args.path.display());
        return Err(Failure::usage(message, "name a file, or another folder"));
    }
    if args.output.as_deref() == Some(Path::new("-")) {
        return Err(Failure::usage("a folder goes into a folder, not to standard output", "name a folder with -o"));
    }
    let mut out = anstream::stdout().lock();
    let mut bad = 0;
    for from in &files {
        let below = from.strip_prefix(&args.path).unwrap_or(from);
        let target =
            args.output.as_ref().map_or_else(|| from.clone(), |folder| folder.join(below)).with_extension("toml");
        let done = prepare(args, from, &target, false).and_then(|one| {
            if !args.dry_run {
                if let Some(folder) = target.parent() {
                    std::fs::create_dir_all(folder).map_err(|error| wrong(folder, &error))?;
                }
                write(&target, &one.text)?;
            }
            Ok(one)
        });
        match done {
            Ok(one) => {
                let of = |kind| one.report.count(kind);
                let parts = [
                    (of(Kind::Changed), "changed"),
                    (of(Kind::LeftOut), "left out"),
                    (of(Kind::Differs), "differ"),
                    (one.kept.len(), "kept"),
                ];
                let parts: Vec<String> = parts
                    .iter()
                    .filter(|(number, _)| *number > 0)
                    .map(|(number, what)| format!("{number} {what}"))
                    .collect();
                writeln!(
                    out,
                    "{}: {}",
                    target.display(),
                    if parts.is_empty() { "all taken".to_owned() } else { parts.join(", ") }
                )?;
            }
            Err(failure) => {
                bad += 1;
                failure.show();
            }
        }
    }
    let written = if args.dry_run { "would be written" } else { "written" };
    write!(out, "{} {written}", count(files.len() - bad, "sheet"))?;
    if bad > 0 {
        write!(out, ", {}", styled(BAD, format!("{} not", count(bad, "character"))))?;
    }
    writeln!(out, ". The lines of one: `affray import FILE --dry-run`.")?;
    Ok(if bad > 0 { Exit::Unusable } else { Exit::Done })
}

/// All characters below a folder, by name. Links to folders are not followed: one could lead back.
fn find(folder: &Path, into: &mut Vec<PathBuf>) -> Result<(), (PathBuf, std::io::Error)> {
    let wrong = |error| (folder.to_path_buf(), error);
    let mut entries: Vec<_> = std::fs::read_dir(folder).map_err(wrong)?.collect::<Result<_, _>>().map_err(wrong)?;
    entries.sort_by_key(std::fs::DirEntry::file_name);
    for entry in entries {
        let path = entry.path();
        if entry.file_type().map_err(wrong)?.is_dir() {
            find(&path, into)?;
        } else if path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("gcs")) {
            into.push(path);
        }
    }
    Ok(())
}
