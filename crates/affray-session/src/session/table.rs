//! A session as faces know it: text and JSON, no types of any one game.

use super::log::{LogEntry, LogLine, RollFrom, TallyLine, Withdrawal, tally};
use super::{Decider, Header, Pause, Session, Terms};
use crate::ruleset::{Change, Rules};
use affray_files::{FileError, Source};
use affray_grid::Drawing;
use affray_kernel::dice::Dice;
use affray_kernel::referee::{CombatantId, Game, Input, Need};
use affray_kernel::tally::Tally;
use affray_kernel::turns::FinalStatus;
use serde::Serialize;
use serde_json::Value;

/// What somebody at the table does.
#[derive(Debug, Clone, PartialEq)]
pub enum Command {
    /// Takes the decision that is due: the number of an option, or words.
    Choose {
        /// The number or the words.
        words: String,
        /// The game master lets it pass against the rules.
        allow: bool,
    },
    /// Says what the dice show that are due: their sum, or each of them.
    Roll {
        /// The sum, or the single dice.
        words: String,
    },
    /// Lays down the sum of the roll that is due, or of an earlier one: see [`Session::force`].
    Force {
        /// The sum.
        total: i32,
        /// The line of the roll.
        line: Option<u64>,
    },
    /// Makes a roll void: see [`Session::void`].
    Void {
        /// The line of the roll; nothing for the last one.
        line: Option<u64>,
    },
    /// Sets a part of the state.
    Set {
        /// Which part, such as `Orc.hp`.
        path: String,
        /// To what.
        value: Value,
    },
    /// Does something unasked.
    Interject {
        /// Who does it.
        who: String,
        /// What.
        words: String,
    },
    /// Takes the last of all this back.
    Undo,
}

/// What the table waits for.
#[derive(Debug, Clone, PartialEq)]
pub enum Wanted {
    /// Nothing: the fight is over.
    Nothing {
        /// How it ended.
        text: String,
    },
    /// Dice.
    Roll {
        /// Whose roll it is.
        who: String,
        /// What it decides.
        what: String,
        /// The rule that wants it.
        rule: String,
        /// The dice.
        dice: Dice,
        /// The number to roll against.
        target: Option<i32>,
        /// How that number came about.
        tally: Vec<TallyLine>,
        /// Number and explanation in words, as they are said behind the roll; nothing without a number.
        explained: String,
        /// For the game master's eyes only.
        hidden: bool,
    },
    /// A decision.
    Choice {
        /// Whose it is.
        who: String,
        /// The question.
        prompt: String,
        /// What a person would be shown, by number from 1.
        options: Vec<String>,
        /// Why it is asked although a policy plays this combatant.
        notice: Option<String>,
    },
}

/// How a combatant stands.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct CombatantView {
    /// The name.
    pub name: String,
    /// The side.
    pub side: String,
    /// Whether a person plays it.
    pub by_hand: bool,
    /// In one line.
    pub text: String,
    /// In numbers.
    pub fate: FinalStatus,
}

/// A turn of the fight.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct TurnInfo {
    /// Its number, from 1.
    pub number: u32,
    /// The round, from 1.
    pub round: u32,
}

/// A turn as one looks back on it.
#[derive(Debug, Clone, PartialEq)]
pub struct TurnView {
    /// Which.
    pub turn: TurnInfo,
    /// The map at its start.
    pub map: Drawing,
    /// The combatants at its start.
    pub standing: Vec<CombatantView>,
    /// What happened in it.
    pub lines: Vec<LogLine>,
}

/// Where a log and its replay part.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, Serialize)]
#[error("line {line} of the log does not reproduce: {message}")]
pub struct Difference {
    /// The line, from 0 as lines number themselves.
    pub line: u64,
    /// What is wrong.
    pub message: String,
    /// What the log says there, if it says anything.
    pub logged: Option<String>,
    /// What the fight comes to there, if it goes on at all.
    pub replayed: Option<String>,
}

/// A fight that goes on at a table.
pub trait Table {
    /// On which terms.
    fn terms(&self) -> &Terms;
    /// What is waited for.
    fn wanted(&self) -> Wanted;
    /// Does something; the fight goes on as far as that leads.
    ///
    /// # Errors
    /// Why it is refused; everything is then as it was.
    fn act(&mut self, command: Command) -> Result<(), String>;
    /// All lines of the log as they are written: each operation adds some, none is ever changed.
    fn written(&self) -> &[String];
    /// The lines that hold: those that were written without those that were withdrawn.
    fn lines(&self) -> &[LogLine];
    /// The event with which somebody's turn begins, by its name in the log.
    fn turn_begins(&self) -> &'static str;
    /// The map with the figures as they are now.
    fn draw(&self) -> Drawing;
    /// The combatants as they are now.
    fn standing(&self) -> Vec<CombatantView>;
    /// The turns up to now in which anything happened.
    fn turns(&self) -> Vec<TurnInfo>;
    /// A turn as one looks back on it.
    fn turn(&self, number: u32) -> Option<TurnView>;
    /// Goes through a log of the same fight: does what people did in it, and compares every line. Returns
    /// how many lines the log lacks of what it leads to, such as one that a crash tore.
    ///
    /// # Errors
    /// The first line that does not reproduce. The table is then at that place of the fight.
    fn follow(&mut self, log: &[String]) -> Result<usize, Box<Difference>>;
}

impl<G: Rules> Session<G> {
    fn name(&self, who: CombatantId) -> String {
        self.names.get(who.index()).cloned().unwrap_or_default()
    }

    fn choose(&mut self, words: &str, allowed: bool) -> Result<(), String> {
        let Pause::Need(Need::Choice(question)) = &self.pause else {
            return Err(match &self.pause {
                Pause::Over(_) => "the fight is over",
                _ => "dice are due, no decision",
            }
            .to_owned());
        };
        let words = words.trim();
        let choice = match words.parse::<usize>() {
            Ok(number) => match number.checked_sub(1).and_then(|at| self.options.get(at)) {
                Some(choice) => *choice,
                None if self.options.is_empty() => return Err("there is no list here: say it in words".to_owned()),
                None => return Err(format!("there is no option {number}: 1 to {}", self.options.len())),
            },
            Err(_) => G::typed(&self.setup, &self.state, question, words)?,
        };
        self.push(Input::Choice { choice, allowed })
    }

    fn find(&self, who: &str) -> Result<CombatantId, String> {
        let found = self.names.iter().position(|name| name.eq_ignore_ascii_case(who.trim()));
        found
            .map(|at| CombatantId(at as u8))
            .ok_or_else(|| format!("nobody is called `{who}`: there are {}", self.names.join(", ")))
    }

    fn logged_choice(&self, who: CombatantId, choice: &Value) -> Result<G::Choice, String> {
        G::read_choice(&self.setup, self.state(), who, choice)
            .map_err(|error| format!("the choice cannot be read: {error}"))
    }

    /// The input that a line of a log stands for.
    fn input_of(&self, line: &LogLine) -> Result<Logged<G>, String> {
        Ok(match &line.entry {
            LogEntry::Roll(roll) if roll.from != RollFrom::Drawn => {
                Logged::Input(Input::Roll { total: roll.total, forced: roll.from == RollFrom::Forced })
            }
            LogEntry::Choice { who, choice, by: Decider::Hand, overruled } => {
                let choice = self.logged_choice(self.find(who)?, choice)?;
                Logged::Input(Input::Choice { choice, allowed: overruled.is_some() })
            }
            LogEntry::Interjected { who, choice } => {
                let who = self.find(who)?;
                Logged::Input(Input::Interject { who, choice: self.logged_choice(who, choice)? })
            }
            LogEntry::Set { path, value } => {
                Logged::Input(Input::Set(Change { path: path.clone(), value: value.clone() }))
            }
            LogEntry::Withdrawn { by: Withdrawal::Undo, .. } => Logged::Undo,
            LogEntry::Withdrawn { by: Withdrawal::Void, to, .. } => Logged::Void(*to),
            LogEntry::Withdrawn { by: Withdrawal::Force, to, total } => {
                Logged::Force(total.ok_or("the sum that is laid down is missing")?, *to)
            }
            _ => return Err("it stands for no input, and the fight does not come to it".to_owned()),
        })
    }

    fn standing_in(&self, state: &G::State) -> Vec<CombatantView> {
        self.figures
            .iter()
            .enumerate()
            .map(|(at, figure)| {
                let who = CombatantId(at as u8);
                CombatantView {
                    name: figure.name.clone(),
                    side: self.sides.get(figure.side as usize).cloned().unwrap_or_default(),
                    by_hand: self.hands[at],
                    text: G::status(&self.setup, state, who),
                    fate: G::final_status(&self.setup, state, who),
                }
            })
            .collect()
    }
}

/// What a line of a log has one do.
enum Logged<G: Game> {
    Input(Input<G::Choice, Change>),
    Undo,
    Void(u64),
    Force(i32, u64),
}

impl<G: Rules> Table for Session<G> {
    fn terms(&self) -> &Terms {
        &self.terms
    }

    fn wanted(&self) -> Wanted {
        match &self.pause {
            Pause::Over(_) => {
                let end = self.lines.iter().rev().find(|line| matches!(line.entry, LogEntry::Ending { .. }));
                Wanted::Nothing { text: end.and_then(|line| line.text.clone()).unwrap_or_default() }
            }
            Pause::Need(Need::Roll { why, dice, target }) => Wanted::Roll {
                who: self.name(why.who),
                what: why.what.to_owned(),
                rule: why.rule.to_string(),
                dice: *dice,
                target: target.as_ref().map(Tally::total),
                tally: tally(target.as_ref()),
                explained: target.as_ref().map(G::describe_target).unwrap_or_default(),
                hidden: why.hidden,
            },
            Pause::Need(Need::Choice(question)) => Wanted::Choice {
                who: self.name(G::asked(question)),
                prompt: G::prompt(&self.setup, &self.state, question),
                options: self
                    .options
                    .iter()
                    .map(|choice| G::label(&self.setup, &self.state, question, choice))
                    .collect(),
                notice: self.notice.clone(),
            },
        }
    }

    fn act(&mut self, command: Command) -> Result<(), String> {
        match command {
            Command::Choose { words, allow } => self.choose(&words, allow),
            Command::Roll { words } => {
                let Pause::Need(Need::Roll { dice, .. }) = &self.pause else {
                    return Err("no dice are due".to_owned());
                };
                let total = read_throw(*dice, &words)?;
                self.push(Input::Roll { total, forced: false })
            }
            Command::Force { total, line } => self.force(total, line),
            Command::Void { line } => self.void(line),
            Command::Set { path, value } => self.push(Input::Set(Change { path, value })),
            Command::Interject { who, words } => {
                let who = self.find(&who)?;
                if let Pause::Need(Need::Roll { .. }) = &self.pause {
                    return Err("dice are due first".to_owned());
                }
                let choice = G::free_action_in_words(&self.setup, &self.state, who, &words)?;
                self.push(Input::Interject { who, choice })
            }
            Command::Undo => self.undo(),
        }
    }

    fn written(&self) -> &[String] {
        &self.written
    }

    fn lines(&self) -> &[LogLine] {
        &self.lines
    }

    fn turn_begins(&self) -> &'static str {
        G::TURN_BEGINS
    }

    fn draw(&self) -> Drawing {
        G::draw(&self.setup, &self.state)
    }

    fn standing(&self) -> Vec<CombatantView> {
        self.standing_in(&self.state)
    }

    fn turns(&self) -> Vec<TurnInfo> {
        let mut turns: Vec<TurnInfo> = Vec::new();
        for line in &self.lines {
            if let (Some(number), Some(round)) = (line.turn, line.round)
                && turns.last().is_none_or(|last| last.number != number)
            {
                turns.push(TurnInfo { number, round });
            }
        }
        turns
    }

    fn turn(&self, number: u32) -> Option<TurnView> {
        // Turns in which nothing happens share their number with the next one in which something does.
        let start = self.turns.iter().rfind(|turn| turn.number == number)?;
        let lines: Vec<LogLine> = self.lines.iter().filter(|line| line.turn == Some(number)).cloned().collect();
        let round = lines.first()?.round?;
        Some(TurnView {
            turn: TurnInfo { number, round },
            map: G::draw(&self.setup, &start.state),
            standing: self.standing_in(&start.state),
            lines,
        })
    }

    fn follow(&mut self, log: &[String]) -> Result<usize, Box<Difference>> {
        let mut at = 0;
        loop {
            while at < self.written.len() && at < log.len() {
                if self.written[at] != log[at] {
                    return Err(Box::new(Difference {
                        line: at as u64,
                        message: "the fight comes to something else".to_owned(),
                        logged: Some(log[at].clone()),
                        replayed: Some(self.written[at].clone()),
                    }));
                }
                at += 1;
            }
            if log.len() <= at {
                return Ok(self.written.len() - at);
            }
            let wrong = |message: String| {
                let logged = Some(log[at].clone());
                Box::new(Difference { line: at as u64, message, logged, replayed: None })
            };
            let line: LogLine =
                LogLine::from_json(&log[at]).map_err(|error| wrong(format!("it cannot be read: {error}")))?;
            let done = match self.input_of(&line).map_err(wrong)? {
                Logged::Input(input) => self.push(input),
                Logged::Undo => self.undo(),
                Logged::Void(line) => self.void(Some(line)),
                Logged::Force(total, line) => self.force(total, Some(line)),
            };
            done.map_err(|error| wrong(format!("it is refused: {error}")))?;
            if self.written.len() == at {
                return Err(wrong("nothing follows from it".to_owned()));
            }
        }
    }
}

/// What dice show, as their sum or one by one.
fn read_throw(dice: Dice, words: &str) -> Result<i32, String> {
    let numbers: Result<Vec<i32>, _> =
        words.split([' ', '+', ',', '\t']).filter(|word| !word.is_empty()).map(str::parse).collect();
    let count = usize::from(dice.number);
    match numbers.as_deref() {
        Ok(faces) if faces.len() == 1 || faces.len() == count => {
            dice.shown(faces).map_err(|wrong| format!("{dice} {wrong}"))
        }
        _ if count == 1 => Err(format!("type what the die shows, 1 to {}", dice.sides)),
        _ => {
            let example = vec!["4"; count].join(" ");
            Err(format!("type the sum of the {count} dice, or each of them: `{example}`"))
        }
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
        Ok(LogLine { entry: LogEntry::Header(header), .. }) if header.log == super::LOG_VERSION => Ok((*header, lines)),
        Ok(LogLine { entry: LogEntry::Header(header), .. }) => Err(wrong(format!(
            "this log has version {} of the format, and Affray {} reads version {}",
            header.log,
            super::PROGRAM_VERSION,
            super::LOG_VERSION
        ))),
        Ok(_) => Err(wrong("this is no log: its first line is not the header".to_owned())),
        Err(error) if first.starts_with('{') => {
            Err(wrong(format!("this is no log: its first line cannot be read: {error}")))
        }
        Err(_) => Err(wrong("this is no log: `affray play` and `affray fight --log FILE` write logs".to_owned())),
    }
}
