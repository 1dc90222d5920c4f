//! Files that people write, and errors that say where and what would be right.
//!
//! [`read`] reads TOML into any type that derives [`FromValue`](value::FromValue); [`complain`] puts what is found wrong
//! later, when the parts of a file are compared with each other, at its place in the text. Both answer with a
//! [`FileError`]. [`sheets`] are read from a file of their own, by name or in place.
//!
//! ```
//! use affray_files::value::FromValue;
//! use affray_files::{Diagnostic, Path, Source, complain, read};
//!
//! #[derive(FromValue)]
//! struct Fight { rounds: u32 }
//!
//! let source = Source::new("fight.toml", "rounds = 3\nround = 3\n");
//! let error = read::<Fight>(&source).err().unwrap();
//! assert_eq!(error.to_string(), "fight.toml:2:1: unknown field `round` (did you mean `rounds`?)");
//!
//! let source = Source::new("fight.toml", "rounds = 0\n");
//! let fight: Fight = read(&source).unwrap();
//! let none = (fight.rounds == 0).then(|| Diagnostic::new(Path::root().key("rounds"), "a fight without rounds"));
//! let error = complain(&source, none);
//! assert_eq!(error.to_string(), "fight.toml:1:10: a fight without rounds");
//! ```
//!
//! # Limits
//! A file has at most [`MAX_BYTES`], its tables and lists are at most [`MAX_DEPTH`] deep and hold
//! at most [`MAX_ENTRIES`] values together. Within these, no input panics.
//!
//! Absent: what any one file holds, rules, terminals.

extern crate self as affray_files;

mod diagnostics;
mod document;
mod error;
mod explain;
mod limits;
mod locate;
pub mod names;
mod path;
pub mod sheets;
pub mod value;

pub use diagnostics::Diagnostics;
pub use document::complain;
pub use error::{FileError, Place, Problem};
pub use explain::suggest;
pub use limits::{MAX_BYTES, MAX_DEPTH, MAX_ENTRIES};
pub use names::plain;
pub use path::{Diagnostic, Path, PathStep, error};
pub use value::{read, tree};

use std::io::Read as _;

/// A text and the name under which errors speak of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    /// The file as the reader knows it, or what else the text is: `standard input`.
    pub name: String,
    /// The text.
    pub text: String,
}

impl Source {
    /// A text with its name.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        Self { name: name.into(), text: text.into() }
    }

    /// A text from its bytes.
    ///
    /// # Errors
    /// If there are more than [`MAX_BYTES`], or at the first byte that is not UTF-8.
    pub fn from_bytes(name: impl Into<String>, bytes: impl Into<Vec<u8>>) -> Result<Self, FileError> {
        let (name, bytes) = (name.into(), bytes.into());
        if let Some(message) = limits::size(bytes.len()) {
            return Err(FileError::whole(name, message));
        }
        match String::from_utf8(bytes) {
            Ok(text) => Ok(Self { name, text }),
            Err(error) => {
                let start = error.utf8_error().valid_up_to();
                let byte = error.as_bytes().get(start).copied().unwrap_or_default();
                let text = String::from_utf8_lossy(error.as_bytes()).into_owned();
                // The text is the same up to the fault, where the sign for 'unknown' now stands.
                let end = start + char::REPLACEMENT_CHARACTER.len_utf8();
                let message = format!("the byte {byte:#04x} is not UTF-8 text");
                let hint = "save the file as UTF-8".to_owned();
                Err(FileError::new(name, text, [(Some(start..end), message, Some(hint))]))
            }
        }
    }

    /// The text of a file.
    ///
    /// # Errors
    /// If the file cannot be read, and as [`Source::from_bytes`].
    pub fn read(path: impl AsRef<std::path::Path>) -> Result<Self, FileError> {
        let path = path.as_ref();
        let name = path.display().to_string();
        let mut bytes = Vec::new();
        // One byte more than allowed is enough to know that there are too many.
        let read = std::fs::File::open(path).and_then(|file| file.take(MAX_BYTES as u64 + 1).read_to_end(&mut bytes));
        match read {
            Err(error) => {
                let near = (error.kind() == std::io::ErrorKind::NotFound).then(|| neighbor(path)).flatten();
                let hint = near.map(|near| format!("did you mean `{}`?", near.display()));
                Err(FileError::new(name, String::new(), [(None, told(&error), hint)]))
            }
            Ok(_) => Self::from_bytes(name, bytes),
        }
    }
}

/// Reads the files that a file names, such as sheets beside an encounter.
pub type FileResolver<'a> = &'a dyn Fn(&str) -> Result<Source, FileError>;

/// Nothing stands beside the file.
///
/// # Errors
/// Whatever is named.
pub fn no_files(name: &str) -> Result<Source, FileError> {
    Err(FileError::whole(name, "there are no files beside it"))
}

/// What lies in the folder of a file that is not there under a name much like its own.
fn neighbor(path: &std::path::Path) -> Option<std::path::PathBuf> {
    let folder = path.parent()?;
    let here = if folder.as_os_str().is_empty() { std::path::Path::new(".") } else { folder };
    let names = std::fs::read_dir(here).ok()?.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    // In an order that does not hang on the system.
    let names: std::collections::BTreeSet<String> = names.collect();
    suggest(path.file_name()?.to_str()?, names.iter().map(String::as_str)).map(|near| folder.join(near))
}

/// Why the system does not read or write a file, in words for whoever named it.
pub fn told(error: &std::io::Error) -> String {
    match error.kind() {
        std::io::ErrorKind::NotFound => String::from("there is no such file or folder"),
        std::io::ErrorKind::IsADirectory => String::from("this is a folder: name a file"),
        std::io::ErrorKind::PermissionDenied => String::from("this is not permitted"),
        _ => error.to_string(),
    }
}

#[cfg(test)]
mod tests;
