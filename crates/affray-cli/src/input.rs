//! Files that a command line names.

use affray_core::files::{FileError, Source};
use std::path::Path;

/// Reads a file; `-` is standard input.
pub(crate) fn read(path: &Path) -> Result<Source, FileError> {
    if path == Path::new("-") {
        let mut bytes = Vec::new();
        let input = std::io::stdin().lock();
        // One byte more than allowed is enough to know that there are too many.
        std::io::Read::read_to_end(&mut std::io::Read::take(input, affray_core::files::MAX_BYTES as u64 + 1), &mut bytes)
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
