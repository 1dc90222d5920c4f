//! What is done at a table, as it comes over the wire.

use affray_session::{Command, OddsFor};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What somebody does.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) enum Act {
    /// Takes decisions, as they are offered.
    Decide(Vec<Value>),
    /// Takes the decision that is due in words.
    Say(String),
    /// Takes it in words against the rules.
    Allow(String),
    /// Types dice.
    Roll(String),
    /// Has dice thrown.
    Draw(bool),
    /// Takes the last command back.
    Undo(bool),
    /// Takes the turn back.
    UndoTurn(bool),
    /// Does again what was taken back.
    Redo(bool),
    /// Sets a part of the state.
    Set { path: String, value: Value },
    /// Lays a roll down.
    Force { total: i32, line: Option<u64> },
    /// Makes a roll void.
    Void { line: Option<u64> },
    /// Takes points from somebody.
    Hurt { who: String, points: i32 },
    /// Hides somebody from a side, or from all others.
    Hide { who: String, from: Option<String> },
    /// Reveals somebody.
    Reveal { who: String },
    /// Has somebody join, as an encounter says a combatant.
    Add(Value),
    /// Takes somebody out of the fight.
    Remove { who: String },
    /// Writes something down.
    Note(String),
    /// Does something unasked.
    Interject { who: String, words: String },
    /// Whether everything is asked.
    AskAll(bool),
    /// Who is told odds.
    Odds(OddsFor),
    /// Whether players have to wait.
    Pause(bool),
    /// Reminds whoever is asked.
    Nudge(bool),
    /// Asks the game master to take back what the seat did last, or no longer.
    AskUndo(bool),
    /// Does so for a seat that asks, or declines.
    GrantUndo { seat: String, grant: bool },
}

/// Something that is to be done, of the fight as it was at a revision.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Request {
    pub(crate) revision: u64,
    pub(crate) id: String,
    pub(crate) command: Act,
}

impl Act {
    /// This act as a command of the table; nothing for what is no command there.
    pub(crate) fn command(&self) -> Option<Command> {
        Some(match self.clone() {
            Self::Decide(_)
            | Self::AskAll(_)
            | Self::Pause(_)
            | Self::Nudge(_)
            | Self::AskUndo(_)
            | Self::GrantUndo { .. } => return None,
            Self::Say(words) => Command::Choose { words, allow: false },
            Self::Allow(words) => Command::Choose { words, allow: true },
            Self::Roll(words) => Command::Roll { words },
            Self::Draw(_) => Command::Draw,
            Self::Undo(_) => Command::Undo,
            Self::UndoTurn(_) => Command::UndoTurn,
            Self::Redo(_) => Command::Redo,
            Self::Set { path, value } => Command::Set { path, value },
            Self::Force { total, line } => Command::Force { total, line },
            Self::Void { line } => Command::Void { line },
            Self::Hurt { who, points } => Command::Hurt { who, points },
            Self::Hide { who, from } => Command::Hide { who, from },
            Self::Reveal { who } => Command::Reveal { who },
            Self::Add(combatant) => Command::Add { combatant },
            Self::Remove { who } => Command::Remove { who },
            Self::Odds(of) => Command::Odds { of },
            Self::Note(note) => Command::Note { note },
            Self::Interject { who, words } => Command::Interject { who, words },
        })
    }
}

impl From<Command> for Act {
    fn from(command: Command) -> Self {
        match command {
            Command::Choose { words, allow: false } => Self::Say(words),
            Command::Choose { words, allow: true } => Self::Allow(words),
            Command::Roll { words } => Self::Roll(words),
            Command::Draw => Self::Draw(true),
            Command::Undo => Self::Undo(true),
            Command::UndoTurn => Self::UndoTurn(true),
            Command::Redo => Self::Redo(true),
            Command::Set { path, value } => Self::Set { path, value },
            Command::Force { total, line } => Self::Force { total, line },
            Command::Void { line } => Self::Void { line },
            Command::Hurt { who, points } => Self::Hurt { who, points },
            Command::Hide { who, from } => Self::Hide { who, from },
            Command::Reveal { who } => Self::Reveal { who },
            Command::Add { combatant } => Self::Add(combatant),
            Command::Remove { who } => Self::Remove { who },
            Command::Ask { all } => Self::AskAll(all),
            Command::Odds { of } => Self::Odds(of),
            Command::Note { note } => Self::Note(note),
            Command::Interject { who, words } => Self::Interject { who, words },
        }
    }
}
