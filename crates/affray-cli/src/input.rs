//! Files that a command line names.

use crate::failure::Failure;
use affray_core::files::{FileError, Source, suggest};
use affray_core::ruleset::{Encounter, Ruleset};
use std::path::Path;

/// Reads a file; `-` is standard input.
pub(crate) fn read(path: &Path) -> Result<Source, FileError> {
    if path == Path::new("-") {
        let mut bytes = Vec::new();
        let input = std::io::stdin().lock();
        // One byte more than allowed is enough to know that there are too many.
        std::io::Read::read_to_end(
            &mut std::io::Read::take(input, affray_core::files::MAX_BYTES as u64 + 1),
            &mut bytes,
        )
        .map_err(|error| FileError::whole("standard input", error.to_string()))?;
        return Source::from_bytes("standard input", bytes);
    }
    Source::read(path)
}

/// Reads the files that a file names: they lie beside it.
pub(crate) fn beside(path: &Path) -> impl Fn(&str) -> Result<Source, FileError> + use<> {
    let folder = path.parent().map(Path::to_path_buf).unwrap_or_default();
    move |name: &str| Source::read(folder.join(name))
}

/// The text of an encounter: a file, standard input, or one that comes with the program, by its name.
pub(crate) fn encounter_text(path: &Path) -> Result<(&'static dyn Ruleset, Source), Failure> {
    let name = path.to_str().filter(|name| *name != "-" && !path.exists());
    if let Some(name) = name {
        if let Some(found) = affray_games::encounter(name) {
            return Ok(found);
        }
        // Something like `tonight.toml` is meant to be a file, and says for itself that there is none.
        if path.extension().is_none() && path.components().count() == 1 {
            let near = suggest(name, affray_games::encounters());
            let near = near.map_or(String::new(), |near| format!("did you mean `{near}`? "));
            let known = affray_games::encounters().collect::<Vec<_>>().join(", ");
            let message = format!("there is neither a file nor an encounter `{name}`");
            return Err(Failure::usage(message, format!("{near}a file, or one of: {known}")));
        }
    }
    let source = read(path)?;
    Ok((affray_games::of_source(&source)?, source))
}

/// Reads an encounter: a file, standard input, or one that comes with the program, by its name.
pub(crate) fn encounter(path: &Path) -> Result<(&'static dyn Ruleset, Box<dyn Encounter>), Failure> {
    let (ruleset, source) = encounter_text(path)?;
    let encounter = ruleset.load(&source, &beside(path))?;
    Ok((ruleset, encounter))
}
