//! How a command ends: its exit code, and what it says when it cannot go on.

use affray_files::FileError;
use std::fmt;
use std::io::{self, Write as _};
use std::process::ExitCode;

/// How a command ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Exit {
    /// Everything was done: 0.
    Done,
    /// A case failed, a log does not reproduce, or a fight stopped before its end: 1.
    Failed,
    /// Wrong usage, or input that cannot be read: 2.
    Unusable,
    /// Interrupted by Ctrl-C: 130.
    Interrupted,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(match exit {
            Exit::Done => 0,
            Exit::Failed => 1,
            Exit::Unusable => 2,
            Exit::Interrupted => 130,
        })
    }
}

/// Why a command could not go on.
#[derive(Debug)]
pub(crate) enum Failure {
    /// A file is wrong.
    File(FileError),
    /// What was asked for is wrong: what is wrong, and what would be right.
    Usage(String, Option<String>),
    /// Output could not be written.
    Output(io::Error),
}

impl Failure {
    /// Something is wrong, and this would be right.
    pub(crate) fn usage(message: impl Into<String>, hint: impl Into<String>) -> Self {
        Self::Usage(message.into(), Some(hint.into()))
    }

    /// Says what is wrong, on standard error.
    pub(crate) fn show(self) -> Exit {
        let report = match self {
            // Whoever reads us has read enough, as `head` does.
            Self::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => return Exit::Done,
            Self::Output(error) => miette::miette!("the output cannot be written: {error}"),
            Self::File(error) => error.report(),
            Self::Usage(message, Some(hint)) => miette::miette!(help = hint, "{message}"),
            Self::Usage(message, None) => miette::miette!("{message}"),
        };
        show(&report);
        Exit::Unusable
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(error) => error.fmt(f),
            Self::Usage(message, Some(hint)) => write!(f, "{message} ({hint})"),
            Self::Usage(message, None) => f.write_str(message),
            Self::Output(error) => error.fmt(f),
        }
    }
}

impl From<FileError> for Failure {
    fn from(error: FileError) -> Self {
        Self::File(error)
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Self {
        Self::Output(error.into())
    }
}

/// Shows what is wrong, on standard error.
pub(crate) fn show(report: &miette::Report) {
    // Nothing is left to be done where not even this can be written.
    let _ = writeln!(anstream::stderr(), "{report:?}");
}

/// Sets up how errors look. Colors are cut off where they do not belong when they are written.
pub(crate) fn set_up() {
    let width = crate::text::width();
    let hook = miette::set_hook(Box::new(move |_| {
        let options = miette::MietteHandlerOpts::new().terminal_links(false).unicode(true).color(true).width(width);
        // Names such as `main-gauche` are typed as they stand there.
        Box::new(options.word_splitter(textwrap::WordSplitter::NoHyphenation).build())
    }));
    debug_assert!(hook.is_ok(), "nobody sets it before");
}
