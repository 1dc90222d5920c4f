//! The way from the top of a file to one of its values.

use crate::value::Value;
use std::fmt;

/// One step down.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PathStep {
    /// To the value of a key of a table.
    Key(String),
    /// To an entry of a list, counted from 0.
    Index(usize),
    /// To a key itself, not to its value.
    Name(String),
}

impl From<&str> for PathStep {
    fn from(key: &str) -> Self {
        Self::Key(key.to_owned())
    }
}

impl From<&String> for PathStep {
    fn from(key: &String) -> Self {
        Self::Key(key.clone())
    }
}

impl From<usize> for PathStep {
    fn from(index: usize) -> Self {
        Self::Index(index)
    }
}

/// The way from the top of a file to one of its values.
///
/// ```
/// use affray_files::Path;
/// let combatants = Path::root().key("combatant");
/// assert_eq!(combatants.index(1).key("sheet").to_string(), "combatant[1].sheet");
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Path {
    /// The steps, from the top.
    pub steps: Vec<PathStep>,
}

impl Path {
    /// The file as a whole.
    pub const fn root() -> Self {
        Self { steps: Vec::new() }
    }

    /// One step further down, to a key.
    #[must_use]
    pub fn key(&self, key: impl Into<String>) -> Self {
        self.step(PathStep::Key(key.into()))
    }

    /// One step further down, to an entry of a list, counted from 0.
    #[must_use]
    pub fn index(&self, index: usize) -> Self {
        self.step(PathStep::Index(index))
    }

    /// This way, and then another one from there.
    #[must_use]
    pub fn join(&self, further: &Self) -> Self {
        let steps = self.steps.iter().chain(&further.steps).cloned().collect();
        Self { steps }
    }

    /// The value in a tree to which this way leads.
    pub fn of<'v>(&self, tree: &'v Value) -> Option<&'v Value> {
        self.steps.iter().try_fold(tree, |value, step| match step {
            PathStep::Key(key) => value.get(key),
            PathStep::Index(index) => value.get(*index),
            PathStep::Name(_) => None,
        })
    }

    fn step(&self, step: PathStep) -> Self {
        let steps = self.steps.iter().cloned().chain([step]).collect();
        Self { steps }
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (depth, step) in self.steps.iter().enumerate() {
            match step {
                PathStep::Key(key) | PathStep::Name(key) if depth == 0 => f.write_str(key)?,
                PathStep::Key(key) | PathStep::Name(key) => write!(f, ".{key}")?,
                PathStep::Index(index) => write!(f, "[{index}]")?,
            }
        }
        Ok(())
    }
}

/// Something wrong with a value that was read well: a name that nobody has, two figures in one
/// place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// The value. If it is not there, the complaint is shown at what would hold it.
    pub path: Path,
    /// What is wrong.
    pub message: String,
    /// What would be right.
    pub hint: Option<String>,
}

/// A diagnostic of a value: what is wrong with it, and what would be right.
pub fn error(path: Path, message: impl Into<String>, hint: impl Into<String>) -> Diagnostic {
    Diagnostic::new(path, message).hint(hint)
}

impl Diagnostic {
    /// A diagnostic without a hint.
    pub fn new(path: Path, message: impl Into<String>) -> Self {
        Self { path, message: message.into(), hint: None }
    }

    /// The diagnostic about a value below a table, seen from above that table.
    #[must_use]
    pub fn below(self, table: &Path) -> Self {
        Self { path: table.join(&self.path), ..self }
    }

    /// The diagnostic with a hint.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// The diagnostic with a hint at the candidate that a misspelled word is nearest to, or at
    /// all of them if they are few.
    #[must_use]
    pub fn did_you_mean<'c>(mut self, word: &str, candidates: impl IntoIterator<Item = &'c str>) -> Self {
        let candidates: Vec<&str> = candidates.into_iter().collect();
        self.hint = super::explain::choice(word, &candidates);
        self
    }
}

/// `message (hint)`, without the place.
impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        match &self.hint {
            Some(hint) => write!(f, " ({hint})"),
            None => Ok(()),
        }
    }
}
