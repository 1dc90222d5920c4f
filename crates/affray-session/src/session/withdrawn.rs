//! What would be withdrawn, before it is.

use super::log::LogEntry;
use super::{Given, Giver, LogLine, Session};
use crate::position::Denied;
use crate::ruleset::Rules;
use affray_kernel::referee::{CombatantId, Input};
use serde::Serialize;

/// Decisions and rolls that an undo, or a roll that is made void or laid down otherwise, takes away.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Withdrawn {
    /// Lines of the log, besides that of the roll itself.
    pub lines: usize,
    /// Decisions and dice of people among them; of what is taken back, commands: all that a line of words does is one.
    pub inputs: usize,
    /// Rolls among them.
    pub rolls: usize,
    /// Decisions and rolls in words, in their order, with the roll itself first. Single steps, facings and free actions are left out
    /// where there is anything else.
    pub what: Vec<String>,
}

impl Withdrawn {
    /// The first of them, and how many more there are: `Vela: Attack; Vela, attack: rolled 12; and 3 more`.
    ///
    /// ```
    /// let words = |number: usize| (1..=number).map(|at| format!("roll {at}")).collect();
    /// let withdrawn = |number| affray_session::Withdrawn { what: words(number), ..Default::default() };
    /// assert_eq!(withdrawn(2).named(2), "roll 1; roll 2");
    /// assert_eq!(withdrawn(3).named(2), "roll 1; roll 2; and 1 more");
    /// ```
    pub fn named(&self, most: usize) -> String {
        let mut words = self.what.iter().take(most).cloned().collect::<Vec<_>>();
        if let Some(more @ 1..) = self.what.len().checked_sub(most) {
            words.push(format!("and {more} more"));
        }
        words.join("; ")
    }
}

/// Questions about the details of a turn besides paths, by their keys.
const DETAILS: [&str; 3] = ["finish", "free", "step"];

impl<G: Rules> Session<G> {
    /// What does not hold any more if the last roll, or the one on that line, is made void or laid down otherwise.
    ///
    /// # Errors
    /// If there is no such roll.
    pub fn follows_from(&self, line: Option<u64>) -> Result<Withdrawn, Denied> {
        let at = self.find_roll(line)?;
        let line = self.line_of_roll(at).unwrap_or_default();
        let inputs = self.inputs[at + 1..].iter().filter(|given| matches!(given.by, Giver::Person(_))).count();
        let lines = self.lines.iter().filter(|one| line < one.line).count();
        Ok(Withdrawn { lines, inputs, rolls: self.rolls_from(at + 1), what: self.words_from(at) })
    }

    /// What is taken back by so many commands `undo`, or by `undo turn`.
    pub fn taken_back(&self, commands: Option<usize>) -> Withdrawn {
        let starts = self.done.iter().map(|done| done.at);
        // Where the turn begins, or the fight.
        let first = match commands {
            Some(_) => 0,
            None => {
                let last = self.done.last().map_or(0, |done| done.at);
                let turn = self.turns.iter().rev().map(|turn| turn.inputs).find(|&inputs| inputs <= last).unwrap_or(0);
                starts.clone().filter(|&at| at < turn).count()
            }
        };
        let (mut left, mut inputs) = (self.done.len(), 0);
        // What was done before each command is known but for those of an earlier sitting.
        let mut commands_begin = self.before.iter().rev().copied();
        while first < left && commands.is_none_or(|most| inputs < most) {
            left = commands_begin.next().unwrap_or(left).min(left - 1);
            inputs += 1;
        }
        // The first command of a turn may have begun in the one before.
        let left = left.max(first);
        let from = starts.skip(left).min().unwrap_or(self.inputs.len());
        let lines = self.lines_of_inputs().nth(self.lines_before(from)).map_or(0, |(at, _)| self.lines.len() - at);
        Withdrawn { lines, inputs, rolls: self.rolls_from(from), what: self.words_from(from) }
    }

    fn rolls_from(&self, from: usize) -> usize {
        self.inputs[from..].iter().filter(|given| matches!(given.input, Input::Roll { .. })).count()
    }

    /// The lines that stand for inputs, with their places: one for each but for voids, which stand on the line of their roll.
    fn lines_of_inputs(&self) -> impl Iterator<Item = (usize, &LogLine)> {
        let is_input = |(_, line): &(usize, &LogLine)| {
            matches!(
                line.entry,
                LogEntry::Roll(_)
                    | LogEntry::Voided(_)
                    | LogEntry::Choice { .. }
                    | LogEntry::Interjected { .. }
                    | LogEntry::Set { .. }
            )
        };
        self.lines.iter().enumerate().filter(is_input)
    }

    /// How many lines stand for the inputs before one.
    fn lines_before(&self, from: usize) -> usize {
        self.inputs[..from].iter().filter(|given| !matches!(given.input, Input::Void)).count()
    }

    /// The decisions and rolls from an input on, in words.
    fn words_from(&self, from: usize) -> Vec<String> {
        let inputs = self.inputs[from..].iter().filter(|given| !matches!(given.input, Input::Void));
        let lines = self.lines_of_inputs().skip(self.lines_before(from)).map(|(_, line)| line);
        let all: Vec<_> = inputs.zip(lines).collect();
        let is_detail = |key: &String| G::PATHS.iter().chain(&DETAILS).any(|detail| detail == key);
        let matters = |line: &LogLine| match &line.entry {
            LogEntry::Choice { choice, .. } => !choice.as_object().is_some_and(|keys| keys.keys().all(is_detail)),
            _ => true,
        };
        let has_more = all.iter().any(|(_, line)| matters(line));
        let named = all.into_iter().filter(|(_, line)| !has_more || matters(line));
        named.map(|(given, line)| self.in_words(given, line)).collect()
    }

    /// An input in words, by the line that stands for it.
    fn in_words(&self, given: &Given<G::Choice>, line: &LogLine) -> String {
        match (&given.input, &line.entry) {
            (Input::Choice { choice, .. }, LogEntry::Choice { who, .. }) => {
                let at = self.roster.names.iter().position(|name| name == who).unwrap_or_default();
                format!("{who}: {}", G::describe_choice(&self.roster.setup, CombatantId(at as u8), choice))
            }
            (_, LogEntry::Roll(roll) | LogEntry::Voided(roll)) => {
                format!("{}, {}: rolled {}", roll.who, roll.what, roll.total)
            }
            _ => line.text.clone().unwrap_or_default().trim_end_matches('.').to_owned(),
        }
    }
}
