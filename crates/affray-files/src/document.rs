//! What is found wrong with a text, at its place.

use crate::{Diagnostic, FileError, Source, limits, locate};
use toml::de::DeTable;

/// The error of a text that could be read, but says something that cannot be: each complaint at
/// the place of its value, or of the nearest table or list around it that is there.
///
/// Call it with at least one complaint; an error without any says only that there is one.
pub fn complain(source: &Source, complaints: impl IntoIterator<Item = Diagnostic>) -> FileError {
    let Source { name, text } = source;
    let readable = limits::size(text.len()).is_none() && limits::excess(text).is_none();
    let root = readable.then(|| DeTable::parse_recoverable(text).0);
    let located = complaints.into_iter().map(|Diagnostic { path, message, hint }| {
        let place = root.as_ref().map(|root| locate::of_path(text, root.get_ref(), &path));
        (place, message, hint)
    });
    FileError::new(name, text, located)
}
