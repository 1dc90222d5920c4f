//! Output files of commands: no file is overwritten unasked, none that the command reads at all, and no file is written by two
//! commands at a time.

use crate::failure::Failure;
use crate::input::{Head, Inputs};
use affray_files::{Source, told};
use affray_session::read_header;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::Path;

/// A file that a command is going to write.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Output<'a> {
    pub(crate) path: &'a Path,
    /// Whether a file that is there already may be overwritten.
    pub(crate) force: bool,
    /// The advice to somebody who does not want to overwrite a file.
    pub(crate) instead: &'a str,
    /// What the command reads, if it reads any file.
    pub(crate) inputs: Option<&'a Inputs>,
}

impl Output<'_> {
    /// Refuses a file that is there already, before any work is done for it.
    pub(crate) fn check(self) -> Result<(), Failure> {
        self.is_no_input()?;
        if !self.force && (self.path.is_file() || self.path.is_dir()) { Err(self.exists()) } else { Ok(()) }
    }

    /// Creates the file, or empties the one that is there, and locks it.
    pub(crate) fn create(self) -> Result<File, Failure> {
        let mut options = OpenOptions::new();
        options.write(true);
        self.is_no_input()?;
        // A pipe or a device, such as `/dev/stdout`, holds nothing that could be lost.
        let is_special = is_special(self.path);
        if self.force || is_special {
            options.create(true).truncate(false);
        } else {
            options.create_new(true);
        }
        let file = options.open(self.path).map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => self.exists(),
            _ => wrong(self.path, &error),
        })?;
        lock(&file, self.path)?;
        if !is_special {
            file.set_len(0).map_err(|error| wrong(self.path, &error))?;
        }
        Ok(file)
    }

    /// Refuses a file that the command reads.
    pub(crate) fn is_no_input(self) -> Result<(), Failure> {
        if is_special(self.path) || !self.inputs.is_some_and(|inputs| inputs.has(self.path)) {
            return Ok(());
        }
        let message = format!("{} is not overwritten: this command reads it or needs it", self.path.display());
        Err(Failure::usage(message, "give another name"))
    }

    fn exists(self) -> Failure {
        let message = format!("{} is there already: {}", self.path.display(), kind_of_file(self.path));
        Failure::usage(message, format!("{}, or overwrite it with --force", self.instead))
    }
}

/// Whether a path leads to a pipe or a device.
fn is_special(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|found| !found.is_file() && !found.is_dir())
}

/// Locks a file until it is closed, so that two commands do not write it at a time.
pub(crate) fn lock(file: &File, path: &Path) -> Result<(), Failure> {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Err(Failure::usage(
            format!("{} is in use: another `affray` is writing it", path.display()),
            "leave that one first (`quit`), or use another file",
        )),
        // A file system without locks is no reason not to save a fight.
        Ok(()) | Err(TryLockError::Error(_)) => Ok(()),
    }
}

/// A file that cannot be written.
pub(crate) fn wrong(path: &Path, error: &io::Error) -> Failure {
    Failure::Usage(format!("{}: {}", path.display(), told(error)), None)
}

/// The kind of a file, for a message.
fn kind_of_file(path: &Path) -> &'static str {
    if path.is_dir() {
        return "a folder";
    }
    let Ok(source) = Source::read(path) else { return "a file" };
    if read_header(&source).is_ok() {
        return "the log of a fight";
    }
    Head::of(&source).map_or("a file", |head| head.kind())
}
