//! Characters and maps from the tools that tables use, as sheets and encounters.
//!
//! [`gcs`] reads the character of a sheet editor as it is; [`character`] makes a sheet of it for a ruleset, reads that sheet
//! again by the ruleset's own reader, and reports line by line what became what, what was left out and why, and what differs
//! from the numbers of the editor. [`mod@file`] puts it into a file in which people's own lines are kept.

mod arms;
mod compare;
mod dfrpg;
mod draft;
pub mod file;
pub mod gcs;
mod gurps4;
mod json;
pub mod map;
mod report;
mod text;
mod traits;

pub use gcs::stem;
pub use report::{Kind, Line, Report};
pub use text::quoted;

use affray_files::{FileError, Source};
use gcs::Character;

/// The rulesets for which characters are imported.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ruleset {
    /// `gurps4`.
    Gurps4,
    /// `dfrpg`.
    Dfrpg,
}

impl Ruleset {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Gurps4, Self::Dfrpg];

    /// Its id.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Gurps4 => "gurps4",
            Self::Dfrpg => "dfrpg",
        }
    }

    /// The ruleset of an id.
    pub fn named(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|ruleset| ruleset.id().eq_ignore_ascii_case(id))
    }
}

/// A character that became a sheet.
#[derive(Debug, Clone)]
pub struct Imported {
    /// The sheet.
    pub text: String,
    /// What became what.
    pub report: Report,
}

/// Makes a sheet of a `.gcs` file.
///
/// # Errors
/// If the file cannot be read as a character.
///
/// ```
/// let text = r#"{ "version": 5, "profile": { "name": "Ana" }, "attributes": [{ "attr_id": "st", "calc": { "value": 13 } }] }"#;
/// let ana = affray_import::character("ana.gcs", text, affray_import::Ruleset::Gurps4).unwrap();
/// assert!(ana.text.contains("name = \"Ana\"\nst = 13\n"));
/// ```
pub fn character(file: &str, text: &str, ruleset: Ruleset) -> Result<Imported, FileError> {
    let character = gcs::read(file, text)?;
    Ok(sheet(&character, ruleset))
}

/// Reads a sheet by its ruleset, only to see that it can be read.
///
/// # Errors
/// What is wrong with it.
pub fn check(sheet: &Source, ruleset: Ruleset) -> Result<(), FileError> {
    match ruleset {
        Ruleset::Gurps4 => affray_gurps4::files::sheet::read(sheet).map(drop),
        Ruleset::Dfrpg => affray_dfrpg::files::sheet::read(sheet).map(drop),
    }
}

/// Makes a sheet of a character.
pub fn sheet(character: &Character, ruleset: Ruleset) -> Imported {
    match ruleset {
        Ruleset::Gurps4 => gurps4::sheet(character),
        Ruleset::Dfrpg => dfrpg::sheet(character),
    }
}
