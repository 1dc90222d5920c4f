//! Where typed lines come from: a terminal with editing, history and completion, or a pipe.

use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Context, Editor, Helper};
use std::io::{self, BufRead as _, IsTerminal as _, Write};

const PROMPT: &str = "> ";

/// Completes words by a list of those that mean something now.
#[derive(Debug, Default)]
pub(super) struct Words(Vec<String>);

impl Completer for Words {
    type Candidate = String;

    fn complete(&self, line: &str, at: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        let start = line[..at].rfind([' ', ';', '=']).map_or(0, |before| before + 1);
        let begun = line[start..at].to_lowercase();
        let fits = |word: &&String| word.to_lowercase().starts_with(&begun);
        let mut found: Vec<String> = self.0.iter().filter(fits).cloned().collect();
        found.sort_unstable_by_key(|word| word.to_lowercase());
        found.dedup();
        Ok((start, found))
    }
}

impl Hinter for Words {
    type Hint = String;
}
impl Highlighter for Words {}
impl Validator for Words {}
impl Helper for Words {}

/// Where typed lines come from.
pub(super) enum Lines {
    Terminal(Box<Editor<Words, MemHistory>>),
    Pipe(io::Lines<io::StdinLock<'static>>),
}

/// What was typed.
pub(super) enum Line {
    Text(String),
    /// It was no text.
    Garbled,
    End,
}

impl Lines {
    /// From a terminal, if there is one at both ends.
    pub(super) fn new() -> Self {
        let editor = || {
            let config = Config::builder().completion_type(CompletionType::List).auto_add_history(true).build();
            let mut editor = Editor::with_history(config, MemHistory::new()).ok()?;
            editor.set_helper(Some(Words::default()));
            Some(Box::new(editor))
        };
        let is_terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
        match is_terminal.then(editor).flatten() {
            Some(editor) => Self::Terminal(editor),
            None => Self::Pipe(io::stdin().lock().lines()),
        }
    }

    /// Reads a line; what is begun is completed by those words.
    pub(super) fn next(&mut self, out: &mut impl Write, words: impl FnOnce() -> Vec<String>) -> io::Result<Line> {
        match self {
            Self::Terminal(editor) => {
                out.flush()?;
                if let Some(helper) = editor.helper_mut() {
                    helper.0 = words();
                }
                match editor.readline(PROMPT) {
                    Ok(line) => Ok(Line::Text(line)),
                    // Who interrupts a line begins another.
                    Err(ReadlineError::Interrupted) => Ok(Line::Text(String::new())),
                    Err(_) => Ok(Line::End),
                }
            }
            Self::Pipe(lines) => {
                write!(out, "{PROMPT}")?;
                out.flush()?;
                Ok(match lines.next() {
                    Some(Ok(line)) => Line::Text(line),
                    Some(Err(error)) if error.kind() == io::ErrorKind::InvalidData => Line::Garbled,
                    Some(Err(_)) | None => {
                        writeln!(out)?;
                        Line::End
                    }
                })
            }
        }
    }
}
