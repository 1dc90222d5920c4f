//! Which lines of the log a seat reads: those that hold, with notes and what the game master overruled.
//!
//! The game master reads the lines by their numbers in the file. Every other seat has a numbering of its own, which moves only with
//! lines that it may read: a gap would tell that somebody unseen acted.

use affray_session::{LogEntry, LogLine, Table, Withdrawal};
use serde_json::{Value, json};

/// What a line of the file is, for those who read on.
#[derive(Debug, Clone, Copy)]
enum Kind {
    /// It holds until it is withdrawn.
    Told,
    /// It holds for good.
    Note,
    /// It withdraws those from a line on. Who takes something back leaves no trace to those who read; who overrules does.
    Withdraws { from: u64, leaves_trace: bool },
}

/// What the lines of the file are, kept along with it.
#[derive(Debug, Default)]
pub(crate) struct Record(Vec<Kind>);

impl Record {
    /// Looks at what is new in the file.
    pub(crate) fn read_on(&mut self, written: &[String]) {
        for text in &written[self.0.len()..] {
            self.0.push(match LogLine::from_json(text).map(|line| line.entry) {
                Ok(LogEntry::Withdrawn { to, by, .. }) => {
                    Kind::Withdraws { from: to, leaves_trace: by != Withdrawal::Undo }
                }
                Ok(LogEntry::Note { .. }) => Kind::Note,
                // The table writes nothing that cannot be read.
                Ok(_) | Err(_) => Kind::Told,
            });
        }
    }
}

/// A line that a seat reads.
#[derive(Debug, Clone, Copy)]
struct Held {
    /// Its number for the seat.
    own: u64,
    /// Its number in the file.
    line: u64,
    is_note: bool,
    /// The first line that it withdraws, by the seat's number.
    withdraws: Option<u64>,
    /// Its turn in the file, and the number of that turn for the seat.
    turn: Option<u32>,
    own_turn: u32,
}

/// A seat that reads the log.
#[derive(Debug, Default)]
pub(crate) struct Reader {
    /// It reads all, by the numbers of the file.
    reads_all: bool,
    /// Where it begins to count. Another run of the server begins elsewhere, so that nobody reads on from a place of the last one.
    begun: u64,
    /// Lines of the file that were looked at.
    read: usize,
    /// The number of the next line.
    next: u64,
    held: Vec<Held>,
    /// Where lines were withdrawn: at which number, and from which on.
    withdrawn: Vec<(u64, u64)>,
}

/// What somebody has to read.
#[derive(Debug, PartialEq)]
pub(crate) struct Reading {
    pub(crate) lines: Vec<Value>,
    /// From where to read on.
    pub(crate) next: u64,
    /// All lines are told, since some were withdrawn that are known already.
    pub(crate) reset: bool,
}

impl Reader {
    /// The game master, to whom the numbers of the file are told.
    pub(crate) fn of_all() -> Self {
        Self { reads_all: true, next: 0, ..Self::of_some(0) }
    }

    /// Somebody who reads what the seat may, counted from a number.
    pub(crate) fn of_some(begun: u64) -> Self {
        Self { reads_all: false, begun, read: 0, next: begun + 1, held: Vec::new(), withdrawn: Vec::new() }
    }

    /// Reads everything anew: the seat may read something else from now on.
    pub(crate) fn begin_anew(&mut self) {
        self.withdrawn.push((self.next, self.begun));
        (self.read, self.next) = (0, self.next + 1);
        self.held.clear();
    }

    /// From where to read on.
    pub(crate) fn next(&self) -> u64 {
        self.next
    }

    /// The number of the last turn of which the seat knows.
    pub(crate) fn turn(&self) -> u32 {
        self.held.iter().rev().find(|one| one.turn.is_some()).map_or(1, |one| one.own_turn)
    }

    /// Looks at what is new in the file; the seat sits at the table.
    pub(crate) fn read_on(&mut self, record: &Record, table: &(dyn Table + Send)) {
        for (line, kind) in (self.read as u64..).zip(&record.0[self.read..]) {
            if self.reads_all {
                self.next = line;
            }
            let told = table.read(line);
            let is_note = matches!(kind, Kind::Note);
            // A note may come in the turn of somebody whom the seat does not see.
            let turn = told.as_ref().and_then(|line| line.turn).filter(|_| !is_note);
            let is_next = turn.is_some() && self.turn_in_file().is_some_and(|last| Some(last) != turn);
            let own_turn = self.turn() + u32::from(is_next);
            let mut held = Held { own: self.next, line, is_note, withdraws: None, turn, own_turn };
            match *kind {
                Kind::Withdraws { from, leaves_trace } => {
                    let first = self.held.iter().find(|one| from <= one.line && !one.is_note).map(|one| one.own);
                    let Some(first) = first.or(self.reads_all.then_some(from)) else { continue };
                    self.withdrawn.push((self.next, first));
                    self.held.retain(|one| one.line < from || one.is_note);
                    held.withdraws = Some(first);
                    if leaves_trace {
                        self.held.push(held);
                    }
                }
                _ if told.is_some() || self.reads_all => self.held.push(held),
                _ => continue,
            }
            self.next += 1;
        }
        self.read = record.0.len();
    }

    /// The last turn of the file of which the seat knows.
    fn turn_in_file(&self) -> Option<u32> {
        self.held.iter().rev().find_map(|one| one.turn)
    }

    /// What has to be read by who has read up to `from`; the seat sits at the table.
    pub(crate) fn reading(&self, from: u64, table: &(dyn Table + Send)) -> Reading {
        let is_elsewhere = from != 0 && !(self.begun..=self.next).contains(&from);
        let reset = is_elsewhere || self.withdrawn.iter().any(|&(at, to)| from <= at && to < from);
        let from = if reset { 0 } else { from };
        let start = self.held.partition_point(|one| one.own < from);
        let lines = self.held[start..].iter().filter_map(|one| self.line(one, table)).collect();
        Reading { lines, next: self.next, reset }
    }

    /// The number in the file, and that of the turn for the seat, of a line that it may read.
    pub(crate) fn find(&self, own: u64) -> Option<(u64, u32)> {
        let at = self.held.binary_search_by_key(&own.checked_add(self.begun)?, |one| one.own).ok()?;
        Some((self.held[at].line, self.held[at].own_turn))
    }

    /// A line as the seat may read it; nothing if that is nothing.
    fn line(&self, held: &Held, table: &(dyn Table + Send)) -> Option<Value> {
        let line = table.read(held.line)?;
        if let LogEntry::Header(header) = &line.entry {
            // The texts of the encounter are long.
            return Some(
                json!({ "line": 0, "is": "header", "title": header.title, "ruleset": header.ruleset, "text": "" }),
            );
        }
        let mut value = line.to_value();
        if !self.reads_all {
            value["line"] = (held.own - self.begun).into();
            if let Some(first) = held.withdraws {
                value["to"] = (first - self.begun).into();
            }
            if line.turn.is_some() {
                value["turn"] = held.own_turn.into();
            }
        }
        value.as_object_mut()?.entry("text").or_insert_with(|| "".into());
        Some(value)
    }
}
