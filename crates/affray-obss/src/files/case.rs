//! Cases and odds.

use affray_core::files::{FileError, Source};
use affray_core::ruleset::{Beside, CaseReport, Odds};
use schemars::JsonSchema;
use serde::Deserialize;

/// A file of cases.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CaseFile {
    /// The ruleset: `obss`.
    pub ruleset: String,
}

/// Runs the cases of a file.
///
/// # Errors
/// Where the file cannot be read.
pub fn check(source: &Source, _: Beside<'_>) -> Result<Vec<CaseReport>, FileError> {
    Err(FileError::whole(source.name.clone(), "cases of obss cannot be run yet"))
}

/// The exact outcomes of the step that each case of a file declares.
///
/// # Errors
/// Where the file cannot be read.
pub fn odds(source: &Source, _: Beside<'_>) -> Result<Vec<Odds>, FileError> {
    Err(FileError::whole(source.name.clone(), "odds of obss cannot be worked out yet"))
}
