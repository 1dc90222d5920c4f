//! TOML into types, and complaints about what the types cannot know.

use super::explain::{explain, unknown};
use super::{Diagnostic, FileError, Source, limits, locate};
use serde::de::DeserializeOwned;
use toml::de::{DeTable, Deserializer};

/// Reads a TOML text.
///
/// # Errors
/// Every fault of the text as TOML, or the first value that does not fit the type, with its place
/// and, where one word is close to another that would do, the other word.
pub fn parse<T: DeserializeOwned>(source: &Source) -> Result<T, FileError> {
    let Source { name, text } = source;
    if let Some(message) = limits::size(text.len()) {
        return Err(FileError::whole(name, message));
    }
    if let Some((start, message)) = limits::excess(text) {
        return Err(FileError::new(name, text, [(Some(start..start + 1), message, None)]));
    }
    let (root, faults) = DeTable::parse_recoverable(text);
    if !faults.is_empty() {
        let faults = faults.iter().map(|fault| (Some(fault.span().unwrap_or(0..0)), fault.message().to_owned(), None));
        return Err(FileError::new(name, text, faults));
    }
    let error = match T::deserialize(Deserializer::from(root)) {
        Ok(value) => return Ok(value),
        Err(error) => error,
    };
    // Reading consumed the table; only an error needs it once more.
    let (root, _) = DeTable::parse_recoverable(text);
    let known = error.span().unwrap_or_else(|| root.span());
    let better = unknown(error.message()).and_then(|(unknown, _)| locate::of_unknown(&root, unknown, &known));
    let (message, hint) = explain(error.message());
    Err(FileError::new(name, text, [(Some(better.unwrap_or(known)), message, hint)]))
}

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
