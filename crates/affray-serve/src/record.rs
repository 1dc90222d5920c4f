//! Which lines of the log are read on: those that hold, with notes and what the game master overruled.

use affray_session::{LogEntry, LogLine, Table, Withdrawal};
use serde_json::{Value, json};

/// The lines that hold, kept along with the log.
#[derive(Debug, Default)]
pub(crate) struct Record {
    /// Lines of the log that were looked at.
    read: usize,
    /// The numbers of those that hold, each with whether it is a note.
    held: Vec<(u64, bool)>,
    /// Where lines were withdrawn: on which line, and from which on.
    withdrawn: Vec<(u64, u64)>,
}

/// What somebody has to read.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Reading {
    /// The numbers of the lines.
    pub(crate) lines: Vec<u64>,
    /// From where to read on.
    pub(crate) next: u64,
    /// All lines are told, since some were withdrawn that are known already.
    pub(crate) reset: bool,
}

impl Record {
    /// How many lines were looked at.
    pub(crate) fn next(&self) -> u64 {
        self.read as u64
    }

    /// Looks at what is new in the log.
    pub(crate) fn read_on(&mut self, written: &[String]) {
        for text in &written[self.read..] {
            let at = self.read as u64;
            self.read += 1;
            match LogLine::from_json(text).map(|line| line.entry) {
                Ok(LogEntry::Withdrawn { to, by, .. }) => {
                    self.withdrawn.push((at, to));
                    self.held.retain(|&(line, is_note)| line < to || is_note);
                    // Who takes something back leaves no trace to those who read; who overrules does.
                    if by != Withdrawal::Undo {
                        self.held.push((at, false));
                    }
                }
                Ok(entry) => self.held.push((at, matches!(entry, LogEntry::Note { .. }))),
                // The table writes nothing else.
                Err(_) => {}
            }
        }
    }

    /// What somebody has to read who has read up to `from`.
    pub(crate) fn reading(&self, from: u64) -> Reading {
        let reset = self.next() < from || self.withdrawn.iter().any(|&(at, to)| from <= at && to < from);
        let from = if reset { 0 } else { from };
        let start = self.held.partition_point(|&(line, _)| line < from);
        Reading { lines: self.held[start..].iter().map(|&(line, _)| line).collect(), next: self.next(), reset }
    }
}

/// A line as who sits at the table may read it; nothing if that is nothing.
pub(crate) fn line(table: &(dyn Table + Send), number: u64) -> Option<Value> {
    let line = table.read(number)?;
    if let LogEntry::Header(header) = &line.entry {
        // The texts of the encounter are long.
        return Some(
            json!({ "line": 0, "is": "header", "title": header.title, "ruleset": header.ruleset, "text": "" }),
        );
    }
    let mut value = line.to_value();
    value.as_object_mut()?.entry("text").or_insert_with(|| "".into());
    Some(value)
}
