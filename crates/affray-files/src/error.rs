//! One error type for everything that can be wrong with a file.

use miette::{Diagnostic, LabeledSpan, MietteError, MietteSpanContents, SourceCode, SourceSpan, SpanContents};
use serde::Serialize;
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

/// At most so many problems of one file are kept; the reader mends a few and asks again.
const MAX_PROBLEMS: usize = 50;

/// At most so many of them are shown on a terminal, the first ones.
const MOST_SHOWN: usize = 10;

/// A line longer than this is not shown around a problem.
const MAX_SHOWN_LINE: usize = 500;

/// Where in a file a problem is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Place {
    /// The line, counted from 1.
    pub line: usize,
    /// The character within the line, counted from 1.
    pub column: usize,
    /// The byte at which it begins. In a file of lines it is counted within the line.
    pub start: usize,
    /// The byte behind it, on the same line.
    pub end: usize,
}

/// One thing that is wrong with a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Problem {
    /// Where; nothing if it is the file as a whole.
    pub place: Option<Place>,
    /// What is wrong, on one line.
    pub message: String,
    /// What would be right, on one line.
    pub hint: Option<String>,
}

/// What is wrong with a file: at least one [`Problem`].
///
/// It displays as one plain line for each problem, `file:line:column: message (hint)`. For a
/// terminal, [`FileError::report`] shows the lines of the file too.
#[derive(Debug, Clone)]
pub struct FileError(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    snippet: Snippet,
    problems: Vec<Problem>,
}

/// The text that a problem is shown in.
#[derive(Debug)]
struct Snippet {
    name: String,
    text: String,
}

impl FileError {
    /// An error about a file as a whole.
    pub fn whole(name: impl Into<String>, message: impl Into<String>) -> Self {
        Self::new(name, String::new(), [(None, message.into(), None)])
    }

    pub(super) fn new(
        name: impl Into<String>,
        text: impl Into<String>,
        problems: impl IntoIterator<Item = (Option<Range<usize>>, String, Option<String>)>,
    ) -> Self {
        let text: String = text.into();
        let problem = |(span, message, hint): (Option<Range<usize>>, String, Option<String>)| Problem {
            place: span.map(|span| place(&text, span)),
            message: one_line(&message),
            hint: hint.map(|hint| one_line(&hint)),
        };
        let problems = problems.into_iter().take(MAX_PROBLEMS).map(problem).collect();
        Self::of(name.into(), text, problems)
    }

    /// An error of these problems, in the order of the file.
    fn of(name: String, text: String, mut problems: Vec<Problem>) -> Self {
        problems.sort_by_key(|problem| problem.place);
        if problems.is_empty() {
            problems.push(Problem { place: None, message: "something is wrong".to_owned(), hint: None });
        }
        Self(Arc::new(Inner { snippet: Snippet { name, text }, problems }))
    }

    /// The name of the file.
    pub fn name(&self) -> &str {
        &self.0.snippet.name
    }

    /// What is wrong, in the order of the file; at least one.
    pub fn problems(&self) -> &[Problem] {
        &self.0.problems
    }

    /// The error for a terminal: each problem with the lines around it and what would help.
    pub fn report(&self) -> miette::Report {
        match self.problems() {
            [_] => Shown { error: self.clone(), index: 0 }.into(),
            problems => {
                let each =
                    (0..problems.len().min(MOST_SHOWN)).map(|index| Shown { error: self.clone(), index }).collect();
                ShownAll { error: self.clone(), each }.into()
            }
        }
    }

    /// The text around a problem, unless there is none or its line is too long to be shown.
    fn shown_in(&self, problem: &Problem) -> Option<&dyn SourceCode> {
        let place = problem.place?;
        let text = self.0.snippet.text.as_bytes();
        let ends = |b: &&u8| **b != b'\n';
        let before = text[..place.start].iter().rev().take(MAX_SHOWN_LINE).take_while(ends).count();
        let behind = text[place.start..].iter().take(MAX_SHOWN_LINE).take_while(ends).count();
        (before + behind < MAX_SHOWN_LINE).then_some(&self.0.snippet as &dyn SourceCode)
    }
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, problem) in self.problems().iter().enumerate() {
            if index > 0 {
                writeln!(f)?;
            }
            write!(f, "{}:", self.name())?;
            if let Some(place) = problem.place {
                write!(f, "{}:{}:", place.line, place.column)?;
            }
            write!(f, " {}", problem.message)?;
            if let Some(hint) = &problem.hint {
                write!(f, " ({hint})")?;
            }
        }
        Ok(())
    }
}

impl std::error::Error for FileError {}

impl Diagnostic for FileError {
    fn source_code(&self) -> Option<&dyn SourceCode> {
        // All or none: the labels of all problems are shown in one text.
        let first = self.shown_in(self.problems().iter().find(|problem| problem.place.is_some())?);
        self.problems().iter().all(|p| p.place.is_none() || self.shown_in(p).is_some()).then_some(first?)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        Some(Box::new(self.problems().iter().filter_map(label)))
    }
}

/// One problem as it is shown on a terminal, where the place is not part of the message.
#[derive(Debug)]
struct Shown {
    error: FileError,
    index: usize,
}

impl Shown {
    fn problem(&self) -> &Problem {
        &self.error.problems()[self.index]
    }
}

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (problem, name) = (self.problem(), self.error.name());
        match problem.place {
            Some(_) if self.error.shown_in(problem).is_some() => f.write_str(&problem.message),
            Some(Place { line, column, .. }) => {
                write!(f, "{name}:{line}:{column}: {}", problem.message)
            }
            None => write!(f, "{name}: {}", problem.message),
        }
    }
}

impl std::error::Error for Shown {}

impl Diagnostic for Shown {
    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        let hint = self.problem().hint.as_ref()?;
        Some(Box::new(hint))
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.error.shown_in(self.problem())
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let place = self.problem().place?;
        let span = SourceSpan::from(place.start..place.end);
        Some(Box::new(std::iter::once(LabeledSpan::underline(span))))
    }
}

/// Several problems of a file as they are shown on a terminal.
#[derive(Debug)]
struct ShownAll {
    error: FileError,
    each: Vec<Shown>,
}

impl fmt::Display for ShownAll {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (all, shown) = (self.error.problems().len(), self.each.len());
        write!(f, "{}: {all} problems", self.error.name())?;
        if shown < all { write!(f, ", the first {shown} of which are") } else { Ok(()) }
    }
}

impl std::error::Error for ShownAll {}

impl Diagnostic for ShownAll {
    fn related<'a>(&'a self) -> Option<Box<dyn Iterator<Item = &'a dyn Diagnostic> + 'a>> {
        Some(Box::new(self.each.iter().map(|shown| shown as &dyn Diagnostic)))
    }
}

fn label(problem: &Problem) -> Option<LabeledSpan> {
    let place = problem.place?;
    Some(LabeledSpan::at(place.start..place.end, problem.message.clone()))
}

impl SourceCode for Snippet {
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        lines_before: usize,
        lines_after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let found = self.text.read_span(span, lines_before, lines_after)?;
        Ok(Box::new(MietteSpanContents::new_named(
            self.name.clone(),
            found.data(),
            *found.span(),
            found.line(),
            found.column(),
            found.line_count(),
        )))
    }
}

/// Line and column of a span that may be any, cut off at the end of its first line.
fn place(text: &str, span: Range<usize>) -> Place {
    let start = boundary(text, span.start);
    let before = &text[..start];
    let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
    let line_end = text[start..].find(['\n', '\r']).map_or(text.len(), |newline| start + newline);
    let end = boundary(text, span.end).clamp(start, line_end);
    Place {
        line: 1 + before.bytes().filter(|&b| b == b'\n').count(),
        column: 1 + text[line_start..start].chars().count(),
        start,
        end,
    }
}

/// The last boundary of a character that is not behind an offset.
fn boundary(text: &str, offset: usize) -> usize {
    let mut offset = offset.min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
}

/// A message without line breaks, and of a length that a terminal can bear.
fn one_line(message: &str) -> String {
    const MAX: usize = 1000;
    let words = || message.split(|c: char| c.is_control() || c.is_whitespace()).filter(|word| !word.is_empty());
    let mut line = String::with_capacity(message.len().min(MAX));
    for word in words() {
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
        if line.len() > MAX {
            line.truncate(boundary(&line, MAX));
            line.push('…');
            break;
        }
    }
    line
}
