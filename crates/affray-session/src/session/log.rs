//! The log of a fight: JSON lines, one thing that happened on each.
//!
//! It is the save file too. The first line holds the texts that the fight is made of; the inputs of
//! people stand among the lines; everything else follows from these. `docs/log.md` describes it for
//! its readers.

use super::Giver;
use crate::ruleset::{Change, Rules};
use affray_files::value::{
    FromValue, Map, NoNames, Reader, Schema, Schemas, TableSchema, ToValue, Writer as ValueWriter, to_value,
};
use affray_files::{Diagnostic, FileError, Source};
use affray_kernel::referee::{CombatantId, Input, Record, RollRecord};
use affray_kernel::tally::{LineKind, Lines, Tally as _};
use affray_kernel::turns::Ending;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The version of the format.
pub const LOG_VERSION: u32 = 3;

/// The oldest version that is still read. Its inputs are those of today: it counted turns otherwise and kept no margins.
const OLDEST_LOG: u32 = 2;

/// The version of the program that writes logs.
pub const PROGRAM_VERSION: &str = env!("CARGO_PKG_VERSION");

/// One line of a log.
#[derive(Debug, Clone, PartialEq)]
pub struct LogLine {
    /// The number of the line: 0 for the first, then one more on each.
    pub line: u64,
    /// The round, counted from 1.
    pub round: Option<u32>,
    /// The turn, counted from 1 through the whole fight; nothing for what comes before the first or between two of them.
    pub turn: Option<u32>,
    /// The seat from which the input came, where seats have names.
    pub seat: Option<String>,
    /// What happened.
    pub entry: LogEntry,
    /// What happened in words, where words are due.
    pub text: Option<String>,
}

impl Schema for LogLine {
    fn schema(schemas: &mut Schemas) -> Value {
        let entry = LogEntry::schema(schemas);
        let mut table = TableSchema::default();
        let (count, text) = (u32::schema(schemas), String::schema(schemas));
        table.key(
            "line",
            "The number of the line: 0 for the first, then one more on each.",
            count.clone(),
            false,
            None,
        );
        table.key("round", "The round, counted from 1.", count.clone(), true, None);
        let turn =
            "The turn, counted from 1 through the whole fight; left out before the first one and between two of them.";
        table.key("turn", turn, count, true, None);
        let seat = "The seat from which the input came, where seats have names.";
        table.key("seat", seat, text.clone(), true, None);
        table.key("text", "The same in words, where words are due.", text, true, None);
        table.any(Value::Bool(true));
        let mut schema = table.made("One line of a log.");
        schema["allOf"] = Value::Array(vec![entry]);
        schema
    }
}

impl FromValue for LogLine {
    fn read(value: &Value, reader: &mut Reader<'_>) -> Option<Self> {
        let Value::Object(table) = value else { return reader.expected("a table", value) };
        let (line, round) = (reader.key(table, "line", || None), reader.key(table, "round", || Some(None)));
        let (turn, text) = (reader.key(table, "turn", || Some(None)), reader.key(table, "text", || Some(None)));
        let seat = reader.key(table, "seat", || Some(None));
        let mut rest: Map = table.clone();
        rest.retain(|key, _| !["line", "round", "turn", "seat", "text"].contains(&key.as_str()));
        let entry = LogEntry::read(&Value::Object(rest), reader);
        Some(Self { line: line?, round: round?, turn: turn?, seat: seat?, entry: entry?, text: text? })
    }
}

impl ToValue for LogLine {
    fn write(&self, writer: &mut ValueWriter<'_>) -> Value {
        let mut table = Map::new();
        writer.key(&mut table, "line", &self.line);
        writer.key(&mut table, "round", &self.round);
        writer.key(&mut table, "turn", &self.turn);
        writer.key(&mut table, "seat", &self.seat);
        if let Value::Object(entry) = self.entry.write(writer) {
            table.extend(entry);
        }
        writer.key(&mut table, "text", &self.text);
        Value::Object(table)
    }
}

impl LogLine {
    /// The line as a log has it.
    pub fn to_json(&self) -> String {
        self.to_value().to_string()
    }

    /// This line as a value.
    pub fn to_value(&self) -> Value {
        to_value(self, &NoNames, None)
    }

    /// What is compared where a saved fight is played again: the line without what is said to people (texts, names of rolls and of
    /// what their sums are made of), without the versions of program and format, and without what follows from the rest (round and
    /// turn, margins and what they mean).
    pub(super) fn what_is_compared(mut self) -> Self {
        let bare = |tally: &mut Vec<TallyLine>| tally.iter_mut().for_each(|line| line.words.clear());
        (self.text, self.round, self.turn) = (None, None, None);
        match &mut self.entry {
            LogEntry::Header(header) => {
                header.affray.clear();
                header.log = LOG_VERSION;
            }
            LogEntry::Roll(roll) | LogEntry::Voided(roll) => {
                roll.what.clear();
                (roll.margin, roll.success, roll.critical) = (None, None, false);
                bare(&mut roll.tally);
            }
            LogEntry::Score(score) => {
                score.what.clear();
                bare(&mut score.tally);
            }
            _ => {}
        }
        self
    }

    /// The line of a log.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn from_json(line: &str) -> Result<Self, String> {
        let value: Value = serde_json::from_str(line).map_err(|error| error.to_string())?;
        let mut reader = Reader::new(&NoNames, None).of_any_text();
        let made = Self::read(&value, &mut reader);
        reader.end(made).map_err(|wrongs| {
            let told = |wrong: &Diagnostic| match wrong.path.steps.as_slice() {
                [] => wrong.to_string(),
                _ => format!("{}: {wrong}", wrong.path),
            };
            wrongs.iter().map(told).collect::<Vec<_>>().join("; ")
        })
    }
}

/// What a line of a log holds.
#[derive(Debug, Clone, PartialEq, FromValue, ToValue)]
#[value(tag = "is", rename_all = "kebab-case")]
pub enum LogEntry {
    /// The first line: what the fight is made of.
    Header(Box<Header>),
    /// Dice were thrown.
    Roll(LoggedRoll),
    /// Dice were thrown, and the game master made the throw void. The next roll is thrown instead.
    Voided(LoggedRoll),
    /// A score that a roll is measured by besides its own target.
    Score(LoggedScore),
    /// A decision was taken.
    Choice {
        /// Who took it.
        who: String,
        /// What was decided, in the ruleset's own form.
        choice: Value,
        /// Whether a person or a policy decided.
        by: Decider,
        /// The rule against which the game master allowed it.
        #[value(default)]
        overruled: Option<String>,
        /// It came with the decision before it, as parts of one line of words do: both are taken back at once.
        #[value(default)]
        joined: bool,
    },
    /// Somebody did something unasked.
    Interjected {
        /// Who.
        who: String,
        /// What, in the ruleset's own form.
        choice: Value,
    },
    /// The game master set a part of the state.
    Set {
        /// Which part.
        path: String,
        /// To what.
        value: Value,
    },
    /// Something happened, in the ruleset's own form.
    Event {
        /// What.
        event: Value,
    },
    /// Lines are withdrawn: those from `to` on that still stood do not hold any more. What follows is
    /// what holds instead.
    Withdrawn {
        /// The first line that is withdrawn.
        to: u64,
        /// Why.
        by: Withdrawal,
        /// The sum that the game master lays down instead of the roll on the line `to`.
        #[value(default)]
        total: Option<i32>,
    },
    /// What holds at the table was set.
    Table {
        /// Whether everything is asked.
        #[value(default)]
        ask_all: Option<bool>,
        /// Who is told odds.
        #[value(default)]
        odds: Option<OddsFor>,
    },
    /// Somebody at the table wrote something down.
    Note {
        /// What.
        note: String,
    },
    /// The fight is over.
    Ending {
        /// The side that won; none for a draw.
        side: Option<String>,
        /// It was broken off at the limit of rounds.
        at_limit: bool,
        /// Completed rounds.
        rounds: u32,
    },
}

/// What a fight is made of.
#[derive(Debug, Clone, PartialEq, FromValue, ToValue)]
pub struct Header {
    /// The version of the program that wrote the log.
    pub affray: String,
    /// The version of the format.
    pub log: u32,
    /// The ruleset.
    pub ruleset: String,
    /// The title of the encounter.
    pub title: String,
    /// The seed of the dice, where they are drawn from one.
    #[value(default)]
    pub seed: Option<u64>,
    /// Which fight of that seed it is.
    pub number: u64,
    /// Where dice come from.
    pub dice: DiceFrom,
    /// The combatants that people play; policies play the others.
    pub by_hand: Vec<String>,
    /// What opponents were told to do before the fight, besides what the encounter says: `WHO = ORDERS`.
    #[value(default)]
    pub orders: Option<Vec<String>>,
    /// The text of the encounter.
    pub encounter: LoggedText,
    /// The texts of the files beside it.
    pub beside: Vec<LoggedText>,
}

/// Where the dice of a fight come from.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, FromValue, ToValue)]
#[value(rename_all = "lowercase")]
pub enum DiceFrom {
    /// They are drawn from the seed.
    #[default]
    Drawn,
    /// They fall on the table and are typed in.
    Typed,
    /// The operating system throws them, and each roll stands in the log: nobody can know them beforehand.
    Fresh,
    /// Those of whom people play are typed in, the operating system throws the others.
    #[value(rename = "typed-own")]
    TypedOwn,
}

/// A file as a log keeps it.
#[derive(Debug, Clone, PartialEq, FromValue, ToValue)]
pub struct LoggedText {
    /// Its name, as errors speak of it.
    pub name: String,
    /// Its text.
    pub text: String,
}

impl From<&Source> for LoggedText {
    fn from(source: &Source) -> Self {
        Self { name: source.name.clone(), text: source.text.clone() }
    }
}

impl From<&LoggedText> for Source {
    fn from(text: &LoggedText) -> Self {
        Self::new(&text.name, &text.text)
    }
}

/// A roll as a log keeps it.
#[derive(Debug, Clone, PartialEq, FromValue, ToValue)]
pub struct LoggedRoll {
    /// Whose roll it is.
    pub who: String,
    /// The rule that wants it.
    pub rule: String,
    /// What it decides.
    #[value(rename = "for")]
    pub what: String,
    /// The dice: `3d` for three six-sided ones, `1d100` for others.
    pub dice: String,
    /// The number to roll against, if there is one.
    #[value(default)]
    pub target: Option<i32>,
    /// How that number came about, line by line.
    #[value(default)]
    pub tally: Vec<TallyLine>,
    /// The sum that fell.
    pub total: i32,
    /// By how much the roll was made, below 0 by how much it failed, where there is a number to roll against.
    #[value(default)]
    pub margin: Option<i32>,
    /// Whether it was made; left out where margins are compared.
    #[value(default)]
    pub success: Option<bool>,
    /// It was made or failed critically, and the rule makes more of that.
    #[value(default)]
    pub critical: bool,
    /// Where it came from.
    pub from: RollFrom,
    /// The dice are for the game master's eyes only.
    #[value(default)]
    pub hidden: bool,
}

/// A score as a log keeps it.
#[derive(Debug, Clone, PartialEq, FromValue, ToValue)]
pub struct LoggedScore {
    /// Whose score it is.
    pub who: String,
    /// The rule that wants it.
    pub rule: String,
    /// What it is.
    #[value(rename = "for")]
    pub what: String,
    /// The score.
    pub score: i32,
    /// How it came about, line by line.
    pub tally: Vec<TallyLine>,
    /// It is for the game master's eyes only.
    #[value(default)]
    pub hidden: bool,
}

/// One line of a sum.
#[derive(Debug, Clone, PartialEq, Serialize, FromValue, ToValue)]
pub struct TallyLine {
    /// The rule.
    pub rule: String,
    /// What it counts, in words.
    #[value(default)]
    pub words: String,
    /// How it acts: it is the `base`, is `add`ed, or the total `becomes` the value.
    pub does: TallyKind,
    /// The value.
    pub value: i32,
}

/// How a line of a tally acts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, FromValue, ToValue)]
#[serde(rename_all = "lowercase")]
#[value(rename_all = "lowercase")]
pub enum TallyKind {
    /// The base value.
    Base,
    /// It is added.
    Add,
    /// The total becomes the value.
    Becomes,
}

/// Where a sum came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, FromValue, ToValue)]
#[value(rename_all = "lowercase")]
pub enum RollFrom {
    /// Drawn from the seed.
    Drawn,
    /// Thrown by the operating system.
    Fresh,
    /// Typed in.
    Typed,
    /// Laid down by the game master.
    Forced,
}

/// Who took a decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq, FromValue, ToValue)]
#[value(rename_all = "lowercase")]
pub enum Decider {
    /// A person.
    Hand,
    /// A policy.
    Policy,
}

/// Who is told odds.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, FromValue, ToValue)]
#[serde(rename_all = "lowercase")]
#[value(rename_all = "lowercase")]
pub enum OddsFor {
    /// Everybody, of whatever is decided next.
    #[default]
    Open,
    /// Whoever decides.
    Own,
    /// Nobody, and lists show none.
    Off,
}

/// Why lines are withdrawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, FromValue, ToValue)]
#[value(rename_all = "lowercase")]
pub enum Withdrawal {
    /// The last input was taken back.
    Undo,
    /// The game master made the roll on the line `to` void.
    Void,
    /// The game master laid down another sum for the roll on the line `to`.
    Force,
}

pub(super) fn tally(lines: Option<&Lines>) -> Vec<TallyLine> {
    let lines = lines.map_or(&[][..], Lines::lines);
    lines
        .iter()
        .map(|line| TallyLine {
            rule: line.rule.to_string(),
            words: line.rule.words().to_owned(),
            does: match line.kind {
                LineKind::Base => TallyKind::Base,
                LineKind::Add => TallyKind::Add,
                LineKind::Becomes => TallyKind::Becomes,
            },
            value: line.value,
        })
        .collect()
}

/// Turns the records of one turn into lines, which get their numbers later.
pub(super) struct Writer<'a, G: Rules> {
    pub(super) setup: &'a G::Setup,
    pub(super) names: &'a [String],
    pub(super) seats: &'a [String],
    pub(super) round: u32,
}

/// Gives lines the numbers of their turns, behind those that began before, and says how many have begun then. What comes before
/// the first turn or between two of them belongs to none. A battle that is over has no further round: what comes then has the
/// one of the last line before.
pub(super) fn count_turns(lines: &mut [LogLine], mut begun: u32, before: Option<&LogLine>, begins: &str) -> u32 {
    let last = before.and_then(|line| line.round);
    let (mut is_in_turn, mut is_over) = (false, false);
    for line in lines {
        match &line.entry {
            LogEntry::Event { event } if event["event"] == begins => {
                (is_in_turn, is_over) = (true, false);
                begun += 1;
            }
            LogEntry::Ending { .. } => is_over = true,
            _ => {}
        }
        line.turn = is_in_turn.then_some(begun);
        if is_over {
            line.round = last.or(line.round);
        }
    }
    begun
}

impl<G: Rules> Writer<'_, G> {
    fn name(&self, who: CombatantId) -> String {
        self.names.get(who.index()).cloned().unwrap_or_default()
    }

    /// A line for what has no record.
    pub(super) fn line(&self, entry: LogEntry, text: Option<String>) -> LogLine {
        LogLine { line: 0, round: Some(self.round), turn: None, seat: None, entry, text }
    }

    fn roll(&self, roll: &RollRecord, by: Giver) -> LoggedRoll {
        let outcome = roll.target_number().and_then(|number| G::outcome(roll, number));
        LoggedRoll {
            who: self.name(roll.why.who),
            rule: roll.why.rule.to_string(),
            what: roll.why.what.to_owned(),
            dice: roll.dice.to_string(),
            target: roll.target_number(),
            tally: tally(roll.target.as_ref()),
            total: roll.total,
            margin: outcome.map(|outcome| outcome.margin),
            success: outcome.and_then(|outcome| outcome.success),
            critical: outcome.is_some_and(|outcome| outcome.critical),
            from: match (roll.forced, by) {
                (true, _) => RollFrom::Forced,
                (false, Giver::Person(_)) => RollFrom::Typed,
                (false, Giver::Program) => RollFrom::Drawn,
                (false, Giver::Fresh) => RollFrom::Fresh,
            },
            hidden: roll.why.hidden,
        }
    }

    /// The lines of records. `used` are the inputs that brought them about, each with who gave it, in
    /// the same order.
    pub(super) fn lines<'i>(
        &self,
        records: &[Record<G>],
        used: impl Iterator<Item = (&'i Input<G::Choice, Change>, Giver, bool)>,
    ) -> Vec<LogLine> {
        // Voids stand among the inputs, but not as records of their own.
        let mut used = used.filter(|(input, ..)| !matches!(input, Input::Void));
        let mut giver = |record: &Record<G>| match record {
            Record::Event(_) | Record::Score { .. } => (Giver::Program, false),
            _ => used.next().map_or((Giver::Program, false), |(_, by, joined)| (by, joined)),
        };
        records
            .iter()
            .map(|record| {
                let (by, joined) = giver(record);
                let entry = match record {
                    Record::Roll(roll) => LogEntry::Roll(self.roll(roll, by)),
                    Record::Voided(roll) => LogEntry::Voided(self.roll(roll, by)),
                    Record::Score { why, score } => LogEntry::Score(LoggedScore {
                        who: self.name(why.who),
                        rule: why.rule.to_string(),
                        what: why.what.to_owned(),
                        score: score.total(),
                        tally: tally(Some(score)),
                        hidden: why.hidden,
                    }),
                    Record::Choice { question, choice, overruled } => LogEntry::Choice {
                        who: self.name(G::asked(question)),
                        choice: G::choice_json(self.setup, G::asked(question), choice),
                        by: if matches!(by, Giver::Person(_)) { Decider::Hand } else { Decider::Policy },
                        overruled: overruled.map(|rule| rule.to_string()),
                        joined,
                    },
                    Record::Interjected { who, choice } => {
                        LogEntry::Interjected { who: self.name(*who), choice: G::choice_json(self.setup, *who, choice) }
                    }
                    Record::Set(Change { path, value }) => LogEntry::Set { path: path.clone(), value: value.clone() },
                    Record::Event(event) => LogEntry::Event { event: G::event_json(self.setup, event) },
                };
                LogLine { seat: by.seat(self.seats), ..self.line(entry, G::narrate(self.setup, record)) }
            })
            .collect()
    }

    pub(super) fn ending(&self, ending: &Ending, sides: &[String], rounds: u32) -> LogLine {
        let side = ending.side.and_then(|side| sides.get(side as usize)).cloned();
        let text = ending_text(side.as_deref(), ending.at_limit, rounds, G::ROUND);
        self.line(LogEntry::Ending { side, at_limit: ending.at_limit, rounds }, Some(text))
    }
}

fn ending_text(side: Option<&str>, at_limit: bool, rounds: u32, name: &str) -> String {
    let after = match rounds {
        0 => format!("within the first {name}"),
        1 => format!("after 1 full {name}"),
        rounds => format!("after {rounds} full {name}s"),
    };
    match side {
        // Names of sides are singular or plural, a name or a word with an article.
        Some(side) => format!("Victory {after}: {side}."),
        None if at_limit => format!("No victory: the fight is broken off {after}."),
        None => format!("No victory: nobody is left standing {after}."),
    }
}

/// The first line of a log and all its lines, without a last one that a crash tore.
///
/// # Errors
/// If it is no log, or one of another version of the format.
pub fn read_header(source: &Source) -> Result<(Header, Vec<String>), FileError> {
    let mut lines: Vec<String> = source.text.split_inclusive('\n').map(String::from).collect();
    if lines.last().is_some_and(|last| !last.ends_with('\n')) {
        // Only a whole line ends with a line break.
        lines.pop();
    }
    for line in &mut lines {
        line.truncate(line.trim_end_matches('\n').len());
    }
    let wrong = |message: String| FileError::whole(&source.name, message);
    let Some(first) = lines.first() else {
        return Err(wrong("this is no log: it has no first line that is whole".to_owned()));
    };
    match LogLine::from_json(first) {
        Ok(LogLine { entry: LogEntry::Header(header), .. }) if (OLDEST_LOG..=LOG_VERSION).contains(&header.log) => {
            Ok((*header, lines))
        }
        Ok(LogLine { entry: LogEntry::Header(header), .. }) => Err(wrong(format!(
            "this log has version {} of the format, and Affray {} reads versions {OLDEST_LOG} to {LOG_VERSION}",
            header.log, PROGRAM_VERSION
        ))),
        Ok(_) => Err(wrong("this is no log: its first line is not the header".to_owned())),
        Err(error) if first.starts_with('{') => {
            Err(wrong(format!("this is no log: its first line cannot be read: {error}")))
        }
        Err(_) => Err(wrong("this is no log: `affray play` and `affray fight --log FILE` write logs".to_owned())),
    }
}
