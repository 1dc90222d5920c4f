//! The file in which a fight is saved: its log, written on at every input.

use std::fmt;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

/// The file in which a fight is saved. What was written is on the disk.
#[derive(Debug)]
pub struct Save {
    path: PathBuf,
    file: File,
    /// Lines in it.
    lines: usize,
    /// Bytes in it.
    length: u64,
    /// The path can be seen to lead to the file, as not every file system has it.
    is_watched: bool,
}

/// A file that was not there any more, or not as it was left, and where the whole fight was saved instead.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Restored {
    /// The file as it was.
    pub lost: PathBuf,
    /// The file that holds the whole fight now.
    pub path: PathBuf,
}

impl fmt::Display for Restored {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (lost, path) = (self.lost.display(), self.path.display());
        match self.lost == self.path {
            true => write!(f, "{path} was removed or renamed: the whole fight is saved there anew."),
            false => write!(
                f,
                "{lost} was replaced, changed or cannot be written any more, and stays as it is: the whole fight is saved in {path} \
                 from now on."
            ),
        }
    }
}

impl Save {
    /// An empty file.
    pub fn new(path: impl Into<PathBuf>, file: File) -> Self {
        let path = path.into();
        // A file is there for good only with its entry in the folder; where folders cannot be opened, that is all there is.
        let _ = File::open(folder_of(&path)).and_then(|folder| folder.sync_all());
        let is_watched = leads_to(&path, &file);
        Self { path, file, lines: 0, length: 0, is_watched }
    }

    /// A file that begins with those lines. What follows them, as a line that a crash tore, is cut off.
    ///
    /// # Errors
    /// If it cannot be cut.
    pub fn resumed(path: impl Into<PathBuf>, mut file: File, lines: &[String]) -> io::Result<Self> {
        let length = lines.iter().map(|line| line.len() as u64 + 1).sum();
        file.set_len(length)?;
        file.seek(SeekFrom::End(0))?;
        let path = path.into();
        let is_watched = leads_to(&path, &file);
        Ok(Self { path, file, lines: lines.len(), length, is_watched })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes on what is new of all lines, and waits until the disk has it. Where the file was removed, renamed, replaced or
    /// changed since, all lines are written to a new one, which it says.
    ///
    /// # Errors
    /// If that fails; the file is then cut back to what it held before.
    pub fn write(&mut self, written: &[String]) -> io::Result<Option<Restored>> {
        if self.is_watched && !self.is_as_left() {
            return self.restore(written).map(Some);
        }
        self.append(written).map(|()| None)
    }

    fn append(&mut self, written: &[String]) -> io::Result<()> {
        let Some(new) = written.get(self.lines..).filter(|new| !new.is_empty()) else { return Ok(()) };
        let text: String = new.iter().map(|line| format!("{line}\n")).collect();
        if let Err(error) = self.file.write_all(text.as_bytes()).and_then(|()| self.file.sync_data()) {
            // Half a line would be cut off by whoever goes on with it; this is only tidier, and may fail as well.
            let _ = self.file.set_len(self.length).and_then(|()| self.file.seek(SeekFrom::End(0)));
            return Err(error);
        }
        (self.lines, self.length) = (written.len(), self.length + text.len() as u64);
        Ok(())
    }

    /// Whether the path still leads to the file, and it is as long as what was written.
    fn is_as_left(&self) -> bool {
        leads_to(&self.path, &self.file) && self.file.metadata().is_ok_and(|found| found.len() == self.length)
    }

    /// Writes all lines to a new file: where the old one was, or, if something else is there, beside it or in the folder
    /// for temporary files.
    fn restore(&mut self, written: &[String]) -> io::Result<Restored> {
        let beside = free_file(self.path.clone());
        let temporary = beside.file_name().map(|name| free_file(std::env::temp_dir().join(name)));
        let mut saved = Self::anew(beside, written);
        if let (Err(_), Some(temporary)) = (&saved, temporary) {
            saved = Self::anew(temporary, written).or(saved);
        }
        let lost = std::mem::replace(self, saved?).path;
        Ok(Restored { lost, path: self.path.clone() })
    }

    /// A new file with those lines.
    fn anew(path: PathBuf, written: &[String]) -> io::Result<Self> {
        fs::create_dir_all(folder_of(&path))?;
        let file = OpenOptions::new().write(true).create_new(true).open(&path)?;
        // A file system without locks is no reason not to save a fight.
        let _ = file.try_lock();
        let mut save = Self::new(path, file);
        save.append(written)?;
        Ok(save)
    }
}

/// That file, or with a number in its name one that is not there yet.
pub fn free_file(first: PathBuf) -> PathBuf {
    let stem = first.with_extension("").with_extension("");
    let numbered = |number: u32| PathBuf::from(format!("{}-{number}.save.jsonl", stem.display()));
    std::iter::once(first).chain((2..).map(numbered)).find(|path| path.symlink_metadata().is_err()).unwrap_or_default()
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Whether a path leads to an open file, which is no pipe and no device.
fn leads_to(path: &Path, file: &File) -> bool {
    let (Ok(open), Ok(found)) = (file.metadata(), fs::metadata(path)) else { return false };
    open.is_file() && is_same(&open, &found)
}

/// Whether that is one file.
#[cfg(unix)]
fn is_same(one: &fs::Metadata, other: &fs::Metadata) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    (one.dev(), one.ino()) == (other.dev(), other.ino())
}

/// Whether that is one file: nothing but the time at which it was made tells here.
#[cfg(not(unix))]
fn is_same(one: &fs::Metadata, other: &fs::Metadata) -> bool {
    one.created().ok() == other.created().ok()
}
