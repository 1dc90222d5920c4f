//! `affray import`: characters of the sheet editor GCS as sheets; maps are a matter of `import_map`.

use crate::failure::{Exit, Failure};
use crate::input::{self, Inputs};
use crate::output::{Output, wrong};
use crate::text::{BAD, FAINT, STRONG, count, fit, styled};
use affray_files::{FileError, Source, told};
use affray_import::file::{Made, put};
use affray_import::{Kind, Report, Ruleset};
use std::ffi::OsStr;
use std::io::Write as _;
use std::path::{Path, PathBuf};

/// Take characters over from the sheet editor GCS, and maps from map makers.
///
/// A `.uvtt`, `.dd2vtt`, `.df2vtt`, `.tmj` or `.tmx` file becomes an encounter on its map, with the picture beside. A `.gcs` file of version 5 becomes a sheet beside it, with the numbers that the editor has computed. What became what,
/// what was left out and why is printed line by line. Imported again, lines of yours around the marked block stay. Of a
/// folder, all `.gcs` files in it and in the folders below are taken.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  affray import Knight.gcs                         Knight.toml, for gurps4
  affray import Knight.gcs --ruleset dfrpg -o kay.toml
  affray import Knight.gcs -o -                    the sheet to standard output
  affray import characters/ -o sheets/             a whole folder
  affray import Knight.gcs --dry-run               only the report
  affray import cellar.uvtt --cells 2              cellar.toml with the map, two hexes for each square

Exit codes: 0 if everything was taken over, 2 if a file cannot be read or written.")]
pub(crate) struct Args {
    /// The character, a folder of characters, or the map.
    #[arg(value_name = "FILE|FOLDER")]
    pub(super) path: PathBuf,
    /// The ruleset: gurps4 or dfrpg for characters, any for maps. Default: that of the file that is there, else gurps4.
    #[arg(long, value_name = "RULESET")]
    pub(super) ruleset: Option<String>,
    /// The file to write, or the folder for those of a folder; `-` is standard output. Default: beside it.
    #[arg(short, long, value_name = "FILE")]
    pub(super) output: Option<PathBuf>,
    /// Cells for each square of a map, 1 to 8: hexes of a yard on squares of two yards are 2.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=8))]
    pub(super) cells: u8,
    /// Write nothing: only report.
    #[arg(long)]
    pub(super) dry_run: bool,
    /// Overwrite a file that was not imported, and changes within the marked block.
    #[arg(long)]
    pub(super) force: bool,
}

/// The ruleset of an id, for characters.
fn ruleset(id: &str) -> Result<Ruleset, Failure> {
    let known = Ruleset::ALL.map(Ruleset::id).join(" or ");
    Ruleset::named(id)
        .ok_or_else(|| Failure::usage(format!("characters are not imported for `{id}`"), format!("for {known}")))
}

pub(crate) fn run(args: &Args) -> Result<Exit, Failure> {
    if super::import_map::is_map(&args.path) {
        return super::import_map::run(args);
    }
    if args.path.is_dir() {
        return folder(args);
    }
    let to_output = args.output.as_deref() == Some(Path::new("-"));
    let target = args.output.clone().unwrap_or_else(|| args.path.with_extension("toml"));
    let one = prepare(args, &args.path, &target, to_output)?;
    let report = in_full(&args.path, one.ruleset.id(), &one.report, &one.kept);
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
    let made = if to_output { None } else { made(args, target, &Inputs::of(from))? };
    let ruleset =
        ruleset(args.ruleset.as_deref().or(made.as_ref().map(|made| made.ruleset.as_str())).unwrap_or("gurps4"))?;
    let imported =
        affray_import::character(&from.display().to_string(), &read(from, affray_import::gcs::MAX_BYTES)?, ruleset)?;
    let (text, kept) = put(&imported.text, &name(from), ruleset, &target.display().to_string(), made.as_ref())?;
    let source = Source::new(target.display().to_string(), text.clone());
    affray_import::check(&source, ruleset)?;
    Ok(Prepared { ruleset, text, kept, report: imported.report })
}

pub(super) fn name(path: &Path) -> String {
    path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned())
}

/// A text of at most so many bytes, and one more.
pub(super) fn read(path: &Path, most: usize) -> Result<String, FileError> {
    let name = path.display().to_string();
    let file = std::fs::File::open(path).map_err(|error| FileError::whole(&name, told(&error)))?;
    let mut bytes = Vec::new();
    std::io::Read::read_to_end(&mut std::io::Read::take(file, most as u64 + 1), &mut bytes)
        .map_err(|error| FileError::whole(&name, told(&error)))?;
    String::from_utf8(bytes)
        .map_err(|_| FileError::whole(&name, "this is no text in UTF-8, as characters and maps are"))
}

/// The sheet that is there already, if an import has made it; another file is in the way.
pub(super) fn made(args: &Args, target: &Path, inputs: &Inputs) -> Result<Option<Made>, Failure> {
    if !target.exists() {
        return Ok(None);
    }
    let instead = "give another name with -o";
    let in_the_way = |force| Output { path: target, force, instead, inputs: Some(inputs) }.check();
    if !target.is_file() || inputs.has(target) {
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

pub(super) fn write(target: &Path, text: &str) -> Result<(), Failure> {
    let mut file = Output { path: target, force: true, instead: "", inputs: None }.create()?;
    file.write_all(text.as_bytes()).map_err(|error| wrong(target, &error))
}

/// What became of a file, line by line, and what of somebody's own was kept.
pub(super) fn in_full(from: &Path, ruleset: &str, report: &Report, kept: &[String]) -> String {
    let mut out = format!("{} for {ruleset}:\n", styled(STRONG, from.display()));
    let mut line = |word: &str, text: &str| out += &format!("  {}  {text}\n", styled(FAINT, format!("{word:8}")));
    for kind in Kind::ALL {
        report.of(kind).for_each(|text| line(kind.name(), text));
    }
    kept.iter().for_each(|text| line("kept", text));
    out
}

/// Takes over all characters of a folder: a line for each.
fn folder(args: &Args) -> Result<Exit, Failure> {
    let mut files = Vec::new();
    let is_character = |extension: &OsStr| extension.eq_ignore_ascii_case("gcs");
    input::below(&args.path, &is_character, &mut files).map_err(|(path, error)| wrong(&path, &error))?;
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
                    (of(Kind::Note), if of(Kind::Note) == 1 { "note" } else { "notes" }),
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
