//! The dice of a case, as they are written.

use crate::files::{Complaint, Path};
use schemars::JsonSchema;

/// A throw as a case writes it.
#[derive(Debug, Clone, PartialEq, JsonSchema)]
#[serde(untagged)]
pub enum DieFile {
    /// The sum.
    Sum(i32),
    /// `"4+3"`, `"force 11"` or `"void"`.
    Text(String),
}

crate::forms!(DieFile, "a sum, or a text such as \"4+3\", \"force 11\" or \"void\"" {
    number => Sum,
    text => Text,
});

/// A throw that was read.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Die {
    Sum(i32),
    Forced(i32),
    Void,
}

impl DieFile {
    pub(super) fn read(&self, path: Path) -> Result<Die, Complaint> {
        let text = match self {
            Self::Sum(sum) => return Ok(Die::Sum(*sum)),
            Self::Text(text) => text.trim(),
        };
        if text == "void" {
            return Ok(Die::Void);
        }
        let (forced, sum) = match text.strip_prefix("force") {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let total: Option<i32> =
            sum.split('+').map(|die| die.trim().parse::<i32>().ok().filter(|&die| (0..=1000).contains(&die))).sum();
        match total {
            Some(total) if forced => Ok(Die::Forced(total)),
            Some(total) => Ok(Die::Sum(total)),
            None => Err(Complaint::new(path, format!("`{text}` is no throw"))
                .hint("a sum such as 11, \"4+3\", \"force 11\" or \"void\"")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn throws_as_they_are_written() {
        let read = |text: &str| DieFile::Text(String::from(text)).read(Path::root()).ok();
        assert_eq!(DieFile::Sum(11).read(Path::root()), Ok(Die::Sum(11)));
        assert_eq!(read("4 + 3"), Some(Die::Sum(7)));
        assert_eq!(read(" force 11"), Some(Die::Forced(11)));
        assert_eq!(read("void"), Some(Die::Void));
        for text in ["", "4+", "eleven", "force", "-1", "99999999999"] {
            assert_eq!(read(text), None, "{text:?}");
        }
    }
}
