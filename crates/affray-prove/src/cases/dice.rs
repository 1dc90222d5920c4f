//! The dice of a case, as they are written.

use affray_files::value::FromValue;
use affray_files::{Diagnostic, Path};

/// A throw as a case writes it.
#[derive(Debug, Clone, PartialEq, FromValue)]
#[value(expected = "a sum, or a text such as \"4+3\", \"force 11\" or \"void\"")]
pub enum DieFile {
    /// The sum.
    #[value(number)]
    Sum(i32),
    /// `"4+3"`, `"force 11"` or `"void"`.
    #[value(text)]
    Text(String),
}

/// A throw that was read.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Die {
    /// Dice, as their sum or one by one; `forced` is laid down by the game master.
    Thrown { faces: Vec<i32>, forced: bool },
    /// The throw before it is void.
    Void,
}

impl DieFile {
    pub(super) fn read(&self, path: Path) -> Result<Die, Diagnostic> {
        let text = match self {
            Self::Sum(sum) => return Ok(Die::Thrown { faces: vec![*sum], forced: false }),
            Self::Text(text) => text.trim(),
        };
        if text == "void" {
            return Ok(Die::Void);
        }
        let (forced, sum) = match text.strip_prefix("force") {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let faces: Option<Vec<i32>> =
            sum.split('+').map(|die| die.trim().parse().ok().filter(|die| (0..=1000).contains(die))).collect();
        match faces {
            Some(faces) => Ok(Die::Thrown { faces, forced }),
            None => Err(Diagnostic::new(path, format!("`{text}` is no throw"))
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
        assert_eq!(DieFile::Sum(11).read(Path::root()), Ok(Die::Thrown { faces: vec![11], forced: false }));
        assert_eq!(read("4 + 3"), Some(Die::Thrown { faces: vec![4, 3], forced: false }));
        assert_eq!(read(" force 11"), Some(Die::Thrown { faces: vec![11], forced: true }));
        assert_eq!(read("void"), Some(Die::Void));
        for text in ["", "4+", "eleven", "force", "-1", "99999999999"] {
            assert_eq!(read(text), None, "{text:?}");
        }
    }
}
