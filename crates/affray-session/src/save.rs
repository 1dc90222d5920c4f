//! The file in which a fight is saved: its log, written on at every input.

use std::fs::File;
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
}

impl Save {
    /// An empty file.
    pub fn new(path: impl Into<PathBuf>, file: File) -> Self {
        let path = path.into();
        // A file is there for good only with its entry in the folder; where folders cannot be opened, that is all there is.
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let _ = File::open(folder).and_then(|folder| folder.sync_all());
        Self { path, file, lines: 0, length: 0 }
    }

    /// A file that begins with those lines. What follows them, as a line that a crash tore, is cut off.
    ///
    /// # Errors
    /// If it cannot be cut.
    pub fn resumed(path: impl Into<PathBuf>, mut file: File, lines: &[String]) -> io::Result<Self> {
        let length = lines.iter().map(|line| line.len() as u64 + 1).sum();
        file.set_len(length)?;
        file.seek(SeekFrom::End(0))?;
        Ok(Self { path: path.into(), file, lines: lines.len(), length })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes on what is new of all lines, and waits until the disk has it.
    ///
    /// # Errors
    /// If that fails; the file is then cut back to what it held before.
    pub fn write(&mut self, written: &[String]) -> io::Result<()> {
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
}
