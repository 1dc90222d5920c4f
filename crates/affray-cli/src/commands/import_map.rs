//! `affray import` of maps: the `[map]` of an encounter.

use super::import::{Args, in_full, made, name, read, write};
use crate::failure::{Exit, Failure};
use crate::input::{self, Inputs};
use crate::output::{Output, wrong};
use crate::text::fit;
use affray_files::Source;
use affray_import::file::put_map;
use affray_import::map::{Cells, ENDINGS, MAX_BYTES, map};
use std::io::Write as _;
use std::path::Path;

/// Whether a file is a map, by its name.
pub(super) fn is_map(path: &Path) -> bool {
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    ENDINGS.iter().any(|known| known.eq_ignore_ascii_case(ending))
}

pub(super) fn run(args: &Args) -> Result<Exit, Failure> {
    let to_output = args.output.as_deref() == Some(Path::new("-"));
    let target = args.output.clone().unwrap_or_else(|| args.path.with_extension("toml"));
    let inputs = Inputs::of(&args.path);
    let made = if to_output { None } else { made(args, &target, &inputs)? };
    let id = args.ruleset.as_deref().or(made.as_ref().map(|made| made.ruleset.as_str())).unwrap_or("gurps4");
    let ruleset = super::ruleset(id)?;
    let made = match made {
        Some(made) if made.ruleset == ruleset.id() => Some(made),
        Some(_) if args.force => None,
        Some(made) => {
            let message = format!("{} is an encounter of {}", target.display(), made.ruleset);
            return Err(Failure::usage(message, "give another name with -o, or overwrite it with --force"));
        }
        None => None,
    };
    let cells = if ruleset.id() == "obss" { Cells::Square } else { Cells::Hex };
    // A tile set of its own lies in the same folder or near it.
    let folder = args.path.parent().map(Path::to_path_buf).unwrap_or_default();
    let beside = |name: &str| {
        let near = Path::new(name).is_relative();
        inputs.add(name);
        if near { read(&folder.join(name), MAX_BYTES).ok() } else { None }
    };
    let text = read(&args.path, MAX_BYTES)?;
    let mut imported = map(&args.path.display().to_string(), &text, cells, args.cells.into(), &beside)?;
    if made.is_none() {
        imported.check_sheets(ruleset.id(), ruleset.sheets(), &input::beside(&target));
    }
    let from = name(&args.path);
    let title = affray_import::stem(&from).to_owned();
    let (above, below) = imported.around(ruleset.id(), ruleset.sheets().names().next().unwrap_or_default(), &title);
    let output = |path, force| Output { path, force, instead: "give another name with -o", inputs: Some(&inputs) };
    let picture = imported.picture.as_ref().map(|picture| target.with_extension(picture.ending));
    if let (Some(path), Some(picture)) = (&picture, &imported.picture) {
        let is_theirs = made.as_ref().is_some_and(|made| made.names(&name(path)));
        let is_same = std::fs::read(path).is_ok_and(|found| found == picture.bytes);
        if !to_output && !is_theirs && !is_same {
            output(path, args.force).check()?;
        }
    }
    for path in [Some(&target), picture.as_ref()].into_iter().flatten().filter(|_| !to_output) {
        output(path, true).is_no_input()?;
    }
    let tables = imported.tables(picture.as_deref().map(name).as_deref());
    let text = put_map(&tables, &from, ruleset.id(), made.as_ref(), (&above, &below));
    // What is written can be fought. Lines are those of the file as it would be written.
    let as_written = format!("{} as it would be with this map", target.display());
    ruleset.load(&Source::new(as_written, text.clone()), &input::beside(&target))?;
    let report = in_full(&args.path, ruleset.id(), &imported.report, &[]);
    if to_output {
        write!(anstream::stderr().lock(), "{}", fit(&report))?;
        anstream::stdout().lock().write_all(text.as_bytes())?;
        return Ok(Exit::Done);
    }
    let mut out = anstream::stdout().lock();
    write!(out, "{}", fit(&report))?;
    if args.dry_run {
        writeln!(out, "\nNothing is written.")?;
        return Ok(Exit::Done);
    }
    write(&target, &text)?;
    let mut written = target.display().to_string();
    if let (Some(path), Some(picture)) = (&picture, &imported.picture) {
        std::fs::write(path, &picture.bytes).map_err(|error| wrong(path, &error))?;
        written += &format!(" and {}", path.display());
    }
    writeln!(out, "\n{written}: written. Try `affray fight {}`.", target.display())?;
    Ok(Exit::Done)
}
