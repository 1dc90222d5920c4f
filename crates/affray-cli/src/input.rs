//! Files that a command line names.

use crate::failure::Failure;
use affray_files::names::{did_you_mean, one_of};
use affray_files::value::Value;
use affray_files::{FileError, Source, told, tree};
use affray_session::catalog::DynRules;
use std::cell::RefCell;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

/// Reads a file; `-` is standard input.
pub(crate) fn read(path: &Path) -> Result<Source, FileError> {
    if path == Path::new("-") {
        let mut bytes = Vec::new();
        let input = std::io::stdin().lock();
        // One byte more than allowed is enough to know that there are too many.
        std::io::Read::read_to_end(&mut std::io::Read::take(input, affray_files::MAX_BYTES as u64 + 1), &mut bytes)
            .map_err(|error| FileError::whole("standard input", told(&error)))?;
        return Source::from_bytes("standard input", bytes);
    }
    Source::read(path)
}

/// Reads the files that a file names: they lie beside it.
pub(crate) fn beside(path: &Path) -> impl Fn(&str) -> Result<Source, FileError> + use<> {
    let folder = folder_of(path);
    move |name: &str| Source::read(folder.join(name))
}

fn folder_of(path: &Path) -> PathBuf {
    path.parent().map(Path::to_path_buf).unwrap_or_default()
}

/// The files that a command reads, and the picture of its encounter: it overwrites none of them.
#[derive(Debug)]
pub(crate) struct Inputs {
    /// Where the files lie that the first one names.
    folder: PathBuf,
    files: RefCell<Vec<PathBuf>>,
}

impl Inputs {
    /// A file, standard input, or the name of an encounter that comes with the program.
    pub(crate) fn of(path: &Path) -> Self {
        // The file from which standard input comes is an input too.
        let file = if path == Path::new("-") { Path::new("/dev/stdin") } else { path };
        Self { folder: folder_of(path), files: RefCell::new(vec![file.to_owned()]) }
    }

    /// Reads a file that another one names: it lies beside it.
    pub(crate) fn beside(&self, name: &str) -> Result<Source, FileError> {
        self.add(name);
        Source::read(self.folder.join(name))
    }

    /// Adds the picture of an encounter.
    pub(crate) fn add_picture(&self, encounter: &Value) {
        let picture = encounter.get("map").and_then(|map| map.get("picture")?.get("file")?.as_str());
        picture.into_iter().for_each(|name| self.add(name));
    }

    /// Adds a file that another one names.
    pub(crate) fn add(&self, name: &str) {
        self.files.borrow_mut().push(self.folder.join(name));
    }

    /// Whether a file is one of them, by whatever path.
    pub(crate) fn has(&self, file: &Path) -> bool {
        self.files.borrow().iter().any(|input| input.exists() && is_same_file(input, file))
    }
}

/// Whether two paths lead to the same file, through links too. Of two paths to a file that is not there yet only the folder can be
/// a different path to the same one.
pub(crate) fn is_same_file(one: &Path, other: &Path) -> bool {
    let [one, other] = [one, other].map(|path| (fs::canonicalize(path), path));
    match (&one, &other) {
        ((Ok(first), _), (Ok(second), _)) => first == second || is_hard_link(first, second),
        ((Err(_), first), (Err(_), second)) => {
            let folder = |path: &Path| fs::canonicalize(Path::new(".").join(folder_of(path))).ok();
            first.file_name() == second.file_name() && folder(first) == folder(second)
        }
        _ => false,
    }
}

/// Whether two names are those of one file.
#[cfg(unix)]
fn is_hard_link(one: &Path, other: &Path) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    let [one, other] = [one, other].map(|path| fs::metadata(path).map(|found| (found.dev(), found.ino())).ok());
    one.is_some() && one == other
}

/// Whether two names are those of one file: nothing tells here.
#[cfg(not(unix))]
fn is_hard_link(_: &Path, _: &Path) -> bool {
    false
}

/// Adds all files below a folder with such an ending, by name. Links to folders are not followed: one could lead back.
///
/// # Errors
/// What cannot be listed.
pub(crate) fn below(
    folder: &Path,
    is: &dyn Fn(&OsStr) -> bool,
    into: &mut Vec<PathBuf>,
) -> Result<(), (PathBuf, std::io::Error)> {
    let wrong = |error| (folder.to_path_buf(), error);
    let mut entries: Vec<_> = std::fs::read_dir(folder).map_err(wrong)?.collect::<Result<_, _>>().map_err(wrong)?;
    entries.sort_by_key(std::fs::DirEntry::file_name);
    for entry in entries {
        let path = entry.path();
        if entry.file_type().map_err(wrong)?.is_dir() {
            below(&path, is, into)?;
        } else if path.extension().is_some_and(is) {
            into.push(path);
        }
    }
    Ok(())
}

/// The text of an encounter: a file, standard input, or one that comes with the program, by its name.
pub(crate) fn encounter_text(path: &Path) -> Result<(&'static dyn DynRules, Source), Failure> {
    let name = path.to_str().filter(|name| *name != "-" && !path.exists());
    if let Some(name) = name {
        if let Some(found) = affray_games::encounter(name) {
            return Ok(found);
        }
        // Something like `tonight.toml` is meant to be a file, and says for itself that there is none.
        if path.extension().is_none() && path.components().count() == 1 {
            let near = did_you_mean(affray_games::encounters(), name);
            let message = format!("there is neither a file nor an encounter `{name}`");
            let known = one_of(affray_games::encounters());
            return Err(Failure::usage(message, format!("{near}a file, or {known}")));
        }
    }
    let source = read(path)?;
    Head::of(&source)?.is_encounter(&source)?;
    Ok((affray_games::of_source(&source)?, source))
}

/// What tells one kind of file from another.
#[derive(Debug)]
pub(crate) struct Head {
    pub(crate) case: bool,
    pub(crate) combatant: bool,
    name: bool,
    /// The title, or the name of a sheet; empty if there is neither.
    pub(crate) title: String,
    /// The ruleset, as far as it is named.
    pub(crate) ruleset: String,
}

impl Head {
    /// Looks at a file.
    pub(crate) fn of(source: &Source) -> Result<Self, FileError> {
        let tree = tree(source)?;
        let has = |key| tree.get(key).is_some();
        let text = |key| tree.get(key).and_then(|value| value.as_str());
        Ok(Self {
            case: has("case"),
            combatant: has("combatant"),
            name: has("name"),
            title: text("title").or_else(|| text("name")).unwrap_or_default().to_owned(),
            ruleset: text("ruleset").unwrap_or_default().to_owned(),
        })
    }

    /// The kind of file, for a message.
    pub(crate) fn kind(&self) -> &'static str {
        match (self.case, self.combatant, self.name) {
            (true, _, _) => "a file of cases",
            (false, true, _) => "an encounter",
            (false, false, true) => "a sheet",
            (false, false, false) => "a file",
        }
    }

    /// Whether it is a file of cases, as far as can be seen from afar; what is neither fish nor fowl is looked at more
    /// closely by who reads it.
    pub(crate) fn has_cases(&self, source: &Source) -> Result<(), FileError> {
        if self.case {
            return Ok(());
        }
        self.is_no_sheet(source)?;
        if !self.combatant {
            return Ok(());
        }
        let message = "this is an encounter, for `affray fight` and `affray sim`: cases stand below `[[case]]`";
        Err(FileError::whole(&source.name, message))
    }

    /// Whether it is an encounter, as far as can be seen from afar.
    fn is_encounter(&self, source: &Source) -> Result<(), FileError> {
        if !self.case {
            return self.is_no_sheet(source);
        }
        let message = "these are cases, for `affray check` and `affray odds`: an encounter has no `[[case]]`";
        Err(FileError::whole(&source.name, message))
    }

    fn is_no_sheet(&self, source: &Source) -> Result<(), FileError> {
        if self.combatant || !self.name {
            return Ok(());
        }
        let message = "this is a sheet: a `[[combatant]]` of an encounter beside it names it as its `sheet`";
        Err(FileError::whole(&source.name, message))
    }
}
