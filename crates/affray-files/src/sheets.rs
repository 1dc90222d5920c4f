//! Sheets, and the texts that come with a ruleset.

use crate::names::{did_you_mean, one_of};
use crate::value::{FromValue, try_value};
use crate::{Diagnostic, FileError, FileResolver, Path, Source, complain, plain, tree};

/// Texts that come with a ruleset, by name.
#[derive(Debug, Clone, Copy)]
pub struct Shelf(pub &'static [(&'static str, &'static str)]);

impl Shelf {
    /// The text of that name; capitals, blanks and hyphens make no difference.
    pub fn get(self, name: &str) -> Option<&'static str> {
        let name = plain(name);
        self.0.iter().find(|(known, _)| plain(known) == name).map(|(_, text)| *text)
    }

    /// Names and texts.
    pub fn iter(self) -> std::slice::Iter<'static, (&'static str, &'static str)> {
        self.0.iter()
    }

    /// The names, as files are called.
    pub fn names(self) -> impl Iterator<Item = &'static str> + Clone {
        self.0.iter().map(|(name, _)| *name)
    }
}

impl IntoIterator for Shelf {
    type Item = &'static (&'static str, &'static str);
    type IntoIter = std::slice::Iter<'static, (&'static str, &'static str)>;
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// The texts of a folder below the crate, by the names of its files without `.toml`, or without the ending that is said.
///
/// ```ignore
/// pub static SHEETS: Shelf = affray_files::shelf!("sheets": "arn", "bo");
/// ```
#[macro_export]
macro_rules! shelf {
    ($folder:literal: $($name:literal),* $(,)?) => { $crate::shelf!($folder, ".toml": $($name),*) };
    ($folder:literal, $ending:literal: $($name:literal),* $(,)?) => {
        $crate::sheets::Shelf(&[$((
            $name,
            include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/", $folder, "/", $name, $ending)),
        )),*])
    };
}

/// What a sheet file holds, and what it is made into.
pub trait SheetText: FromValue {
    /// The sheet as the rules know it.
    type Sheet;

    /// The sheets that come with the program.
    fn shelf() -> Shelf;

    /// Makes a sheet of it.
    ///
    /// # Errors
    /// All that is wrong with it.
    fn compile(&self) -> Result<Self::Sheet, Vec<Diagnostic>>;
}

/// Declares what the sheet file of a ruleset is made into, and the function of it that does so. The sheets that come with the
/// program are `SHEETS` in the module `sheets` of its crate.
///
/// `affray_files::sheet_text!(SheetFile => Sheet, compile);`
#[macro_export]
#[allow(clippy::crate_in_macro_def, reason = "they are the ruleset's own")]
macro_rules! sheet_text {
    ($file:ty => $sheet:ty, $compile:expr) => {
        impl $crate::sheets::SheetText for $file {
            type Sheet = $sheet;

            fn shelf() -> $crate::sheets::Shelf {
                crate::sheets::SHEETS
            }

            fn compile(&self) -> Result<$sheet, Vec<$crate::Diagnostic>> {
                $compile(self)
            }
        }
    };
}

/// Reads a sheet that is a file of its own.
///
/// # Errors
/// All that is wrong with it.
pub fn read<F: SheetText>(source: &Source) -> Result<F::Sheet, FileError> {
    let (file, mut wrongs) = try_value::<F>(&tree(source)?);
    let sheet = file.and_then(|file| match file.compile() {
        Ok(sheet) => Some(sheet),
        Err(found) => {
            wrongs.extend(found);
            None
        }
    });
    sheet.filter(|_| wrongs.is_empty()).ok_or_else(|| complain(source, wrongs.0))
}

/// The text of a sheet that is named: a file ending in `.toml`, or one that comes with the program, if there is one.
///
/// # Errors
/// If that file cannot be read.
pub fn text_of<F: SheetText>(name: &str, beside: FileResolver<'_>) -> Result<Option<Source>, FileError> {
    if name.ends_with(".toml") {
        return beside(name).map(Some);
    }
    Ok(F::shelf().get(name).map(|text| Source::new(format!("{name} (built in)"), text)))
}

/// A sheet, by name or in place.
#[derive(Debug, Clone, PartialEq, FromValue)]
#[value(expected = "the name of a sheet, or a table")]
pub enum SheetRef<F> {
    /// By name.
    #[value(text)]
    Named(String),
    /// In place.
    #[value(table)]
    Here(Box<F>),
}

impl<F: SheetText> SheetRef<F> {
    /// The sheet; `None` after complaints about what stands here, at `path`.
    ///
    /// # Errors
    /// If another file is named, what is wrong with that.
    pub fn read(
        &self,
        path: &Path,
        beside: FileResolver<'_>,
        complaints: &mut Vec<Diagnostic>,
    ) -> Result<Option<F::Sheet>, FileError> {
        match self {
            Self::Here(file) => match file.compile() {
                Ok(sheet) => Ok(Some(sheet)),
                Err(wrongs) => {
                    complaints.extend(wrongs.into_iter().map(|one| one.below(path)));
                    Ok(None)
                }
            },
            Self::Named(name) => match text_of::<F>(name, beside)? {
                Some(text) => read::<F>(&text).map(Some),
                None => {
                    let near = did_you_mean(F::shelf().names(), name);
                    complaints.push(
                        Diagnostic::new(path.clone(), format!("the program has no sheet `{name}`"))
                            .hint(format!("{near}a file ending in `.toml`, or {}", one_of(F::shelf().names()))),
                    );
                    Ok(None)
                }
            },
        }
    }
}
