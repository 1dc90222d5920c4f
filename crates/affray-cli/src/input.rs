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

/// Reads an encounter: a file, standard input, or one that comes with the program, by its name.
pub(crate) fn encounter(name: &str) -> Result<(&'static dyn Ruleset, Box<dyn Encounter>), Failure> {
    let path = Path::new(name);
    if name != "-" && !path.exists() {
        if let Some((ruleset, source)) = affray_games::encounter(name) {
            let alone = |file: &str| -> Result<Source, FileError> {
                Err(FileError::whole(file, "an encounter that comes with the program has no files beside it"))
            };
            return Ok((ruleset, ruleset.load(&source, &alone)?));
        }
        let near =
            suggest(name, affray_games::encounters()).map_or(String::new(), |near| format!("did you mean `{near}`? "));
        let known = affray_games::encounters().collect::<Vec<_>>().join(", ");
        let message = format!("there is neither a file nor an encounter `{name}`");
        return Err(Failure::usage(message, format!("{near}a file, or one of: {known}")));
    }
    let source = read(path)?;
    let ruleset = affray_games::of_source(&source)?;
    let encounter = ruleset.load(&source, &beside(path))?;
    Ok((ruleset, encounter))
}
