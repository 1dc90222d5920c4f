//! What was found wrong so far.

use super::{Diagnostic, Path, error};
use std::ops::{Deref, DerefMut, RangeInclusive};

/// Everything that was found wrong so far, so that whoever wrote a file is told of all of it at once.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Diagnostics(pub Vec<Diagnostic>);

impl Diagnostics {
    /// Notes something that is wrong.
    pub fn add(&mut self, path: Path, message: impl Into<String>, hint: impl Into<String>) {
        self.0.push(error(path, message, hint));
    }

    /// Notes something that is wrong, unless it is right.
    pub fn check(&mut self, right: bool, path: Path, message: impl Into<String>, hint: impl Into<String>) {
        if !right {
            self.add(path, message, hint);
        }
    }

    /// What was read well; what was not is noted, and the default stands for it.
    pub fn ok<T>(&mut self, result: Result<T, Diagnostic>) -> Option<T> {
        result.map_err(|diagnostic| self.0.push(diagnostic)).ok()
    }

    /// A number of its range, as small as the range allows. One beyond is noted, and the nearest bound stands
    /// for it.
    pub fn number<N: TryFrom<i64> + Default>(&mut self, path: Path, value: i64, range: RangeInclusive<i64>) -> N {
        let (least, most) = range.into_inner();
        if !(least..=most).contains(&value) {
            self.add(path, format!("{value} is out of range"), format!("{least} to {most}"));
        }
        let bounded = N::try_from(value.clamp(least, most));
        debug_assert!(bounded.is_ok(), "{least} to {most} is no range of that type");
        bounded.unwrap_or_default()
    }

    /// A name of something: 1 to 60 characters.
    pub fn name(&mut self, path: Path, name: &str) {
        let fits = !name.trim().is_empty() && name.chars().count() <= 60;
        self.check(fits, path, "not a name", "1 to 60 characters");
    }

    /// What was made, if nothing is wrong.
    ///
    /// # Errors
    /// Everything that is wrong.
    pub fn or<T>(self, made: T) -> Result<T, Vec<Diagnostic>> {
        if self.0.is_empty() { Ok(made) } else { Err(self.0) }
    }
}

impl Deref for Diagnostics {
    type Target = Vec<Diagnostic>;
    fn deref(&self) -> &Vec<Diagnostic> {
        &self.0
    }
}

impl DerefMut for Diagnostics {
    fn deref_mut(&mut self) -> &mut Vec<Diagnostic> {
        &mut self.0
    }
}
