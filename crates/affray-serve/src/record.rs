//! What has happened, for those who read on: the lines of the log that hold, with notes and what the game master overruled.

use serde_json::{Value, json};

/// A line that holds.
#[derive(Debug)]
struct Held {
    line: u64,
    /// As the game master sees it.
    full: String,
    /// As the others see it, where that is something else.
    open: Option<String>,
    /// Dice have fallen.
    is_roll: bool,
}

/// The lines that hold, kept along with the log.
#[derive(Debug, Default)]
pub(crate) struct Record {
    /// Lines of the log that were read.
    read: usize,
    held: Vec<Held>,
    /// Where lines were withdrawn: on which line, and from which on.
    withdrawn: Vec<(u64, u64)>,
}

/// Lines for somebody who has read up to some line.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Reading {
    /// JSON, a line each.
    pub(crate) lines: Vec<String>,
    /// From where to read on.
    pub(crate) next: u64,
    /// All lines are told, since some were withdrawn that are known already.
    pub(crate) reset: bool,
}

impl Record {
    /// How many lines were read.
    pub(crate) fn next(&self) -> u64 {
        self.read as u64
    }

    /// Reads what is new in the log.
    pub(crate) fn read_on(&mut self, written: &[String]) {
        for text in &written[self.read..] {
            let at = self.read as u64;
            self.read += 1;
            // A log holds nothing but objects.
            let Ok(Value::Object(mut line)) = serde_json::from_str(text) else { continue };
            let is_silent = !line.contains_key("text");
            line.entry("text").or_insert_with(|| "".into());
            let word = |key: &str| line.get(key).and_then(Value::as_str);
            let is_roll = matches!(word("is"), Some("roll" | "voided"));
            let mut held = Held { line: at, full: text.clone(), open: None, is_roll };
            if is_silent {
                held.full = Value::Object(line.clone()).to_string();
            }
            match word("is") {
                Some("header") => {
                    // The texts of the encounter are long, and the seed tells all dice to come.
                    let (title, ruleset) = (word("title"), word("ruleset"));
                    held.full = json!({ "line": at, "is": "header", "title": title, "ruleset": ruleset, "text": "" })
                        .to_string();
                }
                Some("withdrawn") => {
                    let to = line.get("to").and_then(Value::as_u64).unwrap_or_default();
                    self.withdrawn.push((at, to));
                    self.held.retain(|one| one.line < to || one.full.contains(r#""is":"note""#));
                    if word("by") == Some("undo") {
                        continue;
                    }
                }
                Some("roll" | "voided") if line.get("hidden") == Some(&Value::Bool(true)) => {
                    let (round, turn) = (line.get("round"), line.get("turn"));
                    let told = "The game master throws dice.";
                    let open = json!({ "line": at, "round": round, "turn": turn, "is": "hidden", "text": told });
                    held.open = Some(open.to_string());
                }
                _ => {}
            }
            self.held.push(held);
        }
    }

    /// Whether dice have fallen from a line on.
    pub(crate) fn has_roll_since(&self, from: u64) -> bool {
        self.held.iter().any(|held| from <= held.line && held.is_roll)
    }

    /// What somebody has to read who has read up to `from`.
    pub(crate) fn reading(&self, from: u64, is_master: bool) -> Reading {
        let reset = self.next() < from || self.withdrawn.iter().any(|&(at, to)| from <= at && to < from);
        let from = if reset { 0 } else { from };
        let text = |held: &Held| match &held.open {
            Some(open) if !is_master => open.clone(),
            _ => held.full.clone(),
        };
        let start = self.held.partition_point(|held| held.line < from);
        Reading { lines: self.held[start..].iter().map(text).collect(), next: self.next(), reset }
    }
}
