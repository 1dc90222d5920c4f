//! A session as faces know it: text and JSON, no types of any one game.

use super::log::{LogEntry, LogLine, RollFrom, Withdrawal};
use super::{
    CombatantView, Decider, Giver, Header, MapView, Measure, Pause, Place, Plan, Seat, Session, Terms, TurnInfo,
    TurnView, View, Wanted,
};
use crate::catalog::Odds;
use crate::narrate::tags;
use crate::position::line::{MOVE, find};
use crate::position::{Position, Reach, WinChance};
use crate::ruleset::{Change, Rules};
use affray_files::{FileError, Source};
use affray_grid::Drawing;
use affray_kernel::dice::Dice;
use affray_kernel::referee::{CombatantId, Game, Input, Need};
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
    /// Takes points from a combatant, or gives them back: what it has is set to so many fewer.
    Hurt {
        /// Whom, by its name or the beginning of it.
        who: String,
        /// How many; fewer than none heal.
        points: i32,
    },
    /// Writes something down in the log.
    Note {
        /// What.
        note: String,
    },
    /// Takes the last of all this back.
    Undo,
    /// Takes everything of the turn that goes on back: see [`Session::undo_turn`].
    UndoTurn,
    /// Does again what was taken back last.
    Redo,
    /// Has the program throw dice that are due to be typed.
    Draw,
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
    /// Everything that a seat may know of the fight as it is now.
    fn view(&self, seat: &Seat) -> View;
    /// The map, which never changes.
    fn map(&self) -> MapView;
    /// Says from which seat everything comes that is done from now on; the log keeps its name. Nobody in particular has
    /// none, `""`.
    fn sit(&mut self, seat: &str);
    /// Takes decisions one after another, as [offered](Offer::id), up to the first dice, somebody else's question or one that
    /// is refused; says how many were taken. Questions between them that have a usual answer are answered so.
    ///
    /// # Errors
    /// Why the first is refused; everything is then as it was.
    fn decide(&mut self, choices: &[Value]) -> Result<usize, String>;
    /// Does something; the fight goes on as far as that leads.
    ///
    /// # Errors
    /// Why it is refused; everything is then as it was.
    fn act(&mut self, command: Command) -> Result<(), String>;
    /// Whether questions are asked that nearly always have one sensible answer; they are, unless this is set otherwise. A
    /// line of words can still answer them.
    ///
    /// # Errors
    /// If such an answer is refused.
    fn ask_all(&mut self, all: bool) -> Result<(), String>;
    /// What words would do, up to the first dice or somebody else's question, without doing it. Unless `all` is wanted,
    /// questions after them that have a usual answer are passed over.
    ///
    /// # Errors
    /// What cannot be understood or is refused.
    fn plan(&self, words: &str, all: bool) -> Result<Plan, String>;
    /// The outcomes of what words say, up to the end of the turn: see [`Position::odds`](crate::position::Position::odds).
    ///
    /// # Errors
    /// What cannot be understood or is refused.
    fn odds(&self, words: &str) -> Result<Odds, String>;
    /// How fights from here come out: see [`Position::win_chance`](crate::position::Position::win_chance).
    fn win_chance(&self, seed: u64, fights: u32) -> WinChance;
    /// Where the movement that goes on, or that words begin, can end; without words and a movement a plain one.
    ///
    /// # Errors
    /// What cannot be understood, or that nobody is moving then.
    fn reachable(&self, words: &str) -> Result<Vec<Place>, String>;
    /// How much is withdrawn where the last roll, or the one on that line, is made void or laid down otherwise: see
    /// [`Session::follows_from`].
    ///
    /// # Errors
    /// If there is no such roll.
    fn follows_from(&self, line: Option<u64>) -> Result<(usize, usize), String>;
    /// The combatants in the order in which they act, by their place in [`standing`](Self::standing).
    fn order(&self) -> Vec<usize>;
    /// Somebody by a name or the beginning of one: the place in [`standing`](Self::standing).
    ///
    /// # Errors
    /// If there is nobody, or more than one.
    fn find(&self, words: &str) -> Result<usize, String>;
    /// What matters of a combatant's sheet and of how it stands, a line each.
    fn look(&self, who: usize) -> Vec<String>;
    /// How two combatants are to each other.
    ///
    /// # Errors
    /// If one of them is not on the map.
    fn measure(&self, one: usize, other: usize) -> Result<Measure, String>;
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
    pub(super) fn name(&self, who: CombatantId) -> String {
        self.names.get(who.index()).cloned().unwrap_or_default()
    }

    /// Takes a decision, or several that one line of words says.
    fn choose(&mut self, words: &str, allowed: bool) -> Result<(), String> {
        let (pause, state) = self.shown();
        let Pause::Need(Need::Choice(question)) = pause else {
            return Err(match pause {
                Pause::Over(_) => "the fight is over",
                _ => "dice are due, no decision",
            }
            .to_owned());
        };
        let words = words.trim();
        let choices = if allowed && words.parse::<usize>().is_err() {
            let mut choices = self.ahead.as_deref().map_or(Vec::new(), |ahead| ahead.answers.clone());
            choices.push(G::typed(&self.setup, state, question, words)?);
            choices
        } else {
            self.said(words)?.1
        };
        let Some(last) = choices.len().checked_sub(1) else {
            return Err("that is so already: say how it goes on, such as `stop`".to_owned());
        };
        for (at, choice) in choices.into_iter().enumerate() {
            self.push(Input::Choice { choice, allowed: allowed && at == last })?;
        }
        Ok(())
    }

    fn find_named(&self, who: &str) -> Result<CombatantId, String> {
        let found = self.names.iter().position(|name| name.eq_ignore_ascii_case(who.trim()));
        found
            .map(|at| CombatantId(at as u8))
            .ok_or_else(|| format!("nobody is called `{who}`: there are {}", self.names.join(", ")))
    }

    fn do_command(&mut self, command: Command) -> Result<(), String> {
        match command {
            Command::Choose { words, allow } => self.choose(&words, allow),
            Command::Roll { words } => {
                let Pause::Need(Need::Roll { dice, .. }) = &self.pause else {
                    return Err("no dice are due".to_owned());
                };
                let wrong = match read_throw(*dice, &words) {
                    Ok(total) => return self.push(Input::Roll { total, forced: false }),
                    Err(wrong) => wrong,
                };
                self.throw_all(&words).ok_or(wrong)
            }
            Command::Force { total, line } => self.force(total, line),
            Command::Void { line } => self.void(line),
            Command::Set { path, value } => {
                // A name can be the beginning of one here too.
                let named = path.split_once('.').and_then(|(who, part)| Some((Table::find(self, who).ok()?, part)));
                let path = named.map_or(path.clone(), |(who, part)| format!("{}.{part}", self.names[who]));
                self.push(Input::Set(Change { path, value }))
            }
            Command::Interject { who, words } => {
                let who = CombatantId(Table::find(self, &who)? as u8);
                if let Pause::Need(Need::Roll { .. }) = &self.pause {
                    return Err("dice are due first".to_owned());
                }
                let choice = G::free_action_in_words(&self.setup, &self.state, who, &words)?;
                self.push(Input::Interject { who, choice })
            }
            Command::Hurt { who, points } => {
                let who = CombatantId(Table::find(self, &who)? as u8);
                let left = G::final_status(&self.setup, &self.state, who).hp.saturating_sub(points);
                let path = format!("{}.{}", self.name(who), G::POINTS);
                self.push(Input::Set(Change { path, value: left.into() }))
            }
            Command::Note { note } => {
                self.note(note);
                Ok(())
            }
            Command::Undo => self.undo_command(),
            Command::UndoTurn => {
                self.before.clear();
                self.undo_turn()
            }
            Command::Redo => {
                let inputs = self.back.pop().unwrap_or(1);
                (0..inputs).try_for_each(|_| self.redo())
            }
            Command::Draw => self.draw_roll(),
        }
    }

    /// Takes the faces of several rolls that come one after another, as the dice of a pool do; nothing if they are not as
    /// many as are due before anything else.
    fn throw_all(&mut self, words: &str) -> Option<()> {
        let mut faces = numbers(words)?;
        let (mut at, mut totals) = (self.position(), Vec::new());
        while !faces.is_empty() {
            let Pause::Need(Need::Roll { dice, why, .. }) = at.waits_for() else { return None };
            if !self.is_typed(why.who) {
                return None;
            }
            let count = usize::from(dice.number).min(faces.len());
            let total = dice.shown(&faces[..count]).ok()?;
            faces.drain(..count);
            totals.push(total);
            at = at.roll(total).ok()?;
        }
        totals.into_iter().try_for_each(|total| self.push(Input::Roll { total, forced: false }).ok())
    }

    /// The moment at which words are said, and the choices that they stand for: the number of an option as it is shown, or a
    /// line.
    fn said(&self, words: &str) -> Result<(Position<G>, Vec<G::Choice>), String> {
        let here = self.position();
        if words.parse::<usize>().is_err() {
            let choices = here.say(words).map_err(|denied| denied.to_string())?;
            return Ok((here, choices));
        }
        let mut choices = self.ahead.as_deref().map_or(Vec::new(), |ahead| ahead.answers.clone());
        choices.push(numbered(self.shown_options(), words)?);
        Ok((here, choices))
    }

    /// Takes all inputs of the last command back.
    fn undo_command(&mut self) -> Result<(), String> {
        let before = self.before.pop();
        loop {
            self.undo()?;
            if before.is_none_or(|before| self.done.len() <= before) {
                return Ok(());
            }
        }
    }

    fn logged_choice(&self, who: CombatantId, choice: &Value) -> Result<G::Choice, String> {
        G::read_choice(&self.setup, self.state(), who, choice)
            .map_err(|error| format!("the choice cannot be read: {error}"))
    }

    /// The input that a line of a log stands for.
    fn input_of(&self, line: &LogLine) -> Result<Logged<G>, String> {
        Ok(match &line.entry {
            LogEntry::Roll(roll) if roll.from == RollFrom::Fresh => Logged::Fell(roll.total),
            LogEntry::Roll(roll) if roll.from != RollFrom::Drawn => {
                Logged::Input(Input::Roll { total: roll.total, forced: roll.from == RollFrom::Forced })
            }
            LogEntry::Choice { who, choice, by: Decider::Hand, overruled } => {
                let choice = self.logged_choice(self.find_named(who)?, choice)?;
                Logged::Input(Input::Choice { choice, allowed: overruled.is_some() })
            }
            LogEntry::Interjected { who, choice } => {
                let who = self.find_named(who)?;
                Logged::Input(Input::Interject { who, choice: self.logged_choice(who, choice)? })
            }
            LogEntry::Set { path, value } => {
                Logged::Input(Input::Set(Change { path: path.clone(), value: value.clone() }))
            }
            LogEntry::Note { note } => Logged::Note(note.clone()),
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

/// The option of that number.
fn numbered<C: Copy>(options: &[(C, Reach)], number: &str) -> Result<C, String> {
    if options.is_empty() {
        return Err("there is no list here: say it in words".to_owned());
    }
    let found = number.parse::<usize>().ok().and_then(|number| options.get(number.checked_sub(1)?));
    let found = found.map(|(choice, _)| *choice);
    found.ok_or_else(|| format!("there is no option {number}: 1 to {}", options.len()))
}

/// What a line of a log has one do.
enum Logged<G: Game> {
    Input(Input<G::Choice, Change>),
    /// What fresh dice showed.
    Fell(i32),
    Undo,
    Note(String),
    Void(u64),
    Force(i32, u64),
}

impl<G: Rules> Table for Session<G> {
    fn terms(&self) -> &Terms {
        &self.terms
    }

    fn wanted(&self) -> Wanted {
        let (pause, state) = self.shown();
        self.wanted_at(pause, state, self.shown_options())
    }

    fn sit(&mut self, seat: &str) {
        Session::sit(self, seat);
    }

    fn decide(&mut self, choices: &[Value]) -> Result<usize, String> {
        let here = self.position();
        let Some(me) = here.asked() else { return Err("no decision is due".to_owned()) };
        let (mut at, mut inputs, mut taken) = (here.clone(), Vec::new(), 0);
        while let Some(value) = choices.get(taken).filter(|_| at.asked() == Some(me) && at.is_in_turn_of(&here)) {
            let read = G::read_choice(&self.setup, at.state(), me, value);
            let next = read.map(|choice| (choice, at.apply(choice).map_err(|denied| denied.to_string())));
            match (next, at.usual()) {
                (Ok((choice, Ok(next))), _) => {
                    inputs.push(choice);
                    (at, taken) = (next, taken + 1);
                }
                (_, Some(usual)) => {
                    inputs.push(usual);
                    at = at.apply(usual).map_err(|denied| denied.to_string())?;
                }
                (Err(wrong) | Ok((_, Err(wrong))), None) if taken == 0 => return Err(wrong),
                _ => break,
            }
        }
        if taken == 0 {
            return Err("that answers no question that is due".to_owned());
        }
        let before = self.done.len();
        let done = inputs
            .into_iter()
            .try_for_each(|choice| self.push(Input::Choice { choice, allowed: false }))
            .and_then(|()| self.answer_usual());
        self.before.push(before);
        self.back.clear();
        done.map(|()| taken)
    }

    fn view(&self, seat: &Seat) -> View {
        self.seen_by(seat)
    }

    fn map(&self) -> MapView {
        MapView::of(G::map(&self.setup))
    }

    fn plan(&self, words: &str, all: bool) -> Result<Plan, String> {
        let (here, choices) = self.said(words)?;
        let Some(me) = here.asked() else { return Err("no decision is due".to_owned()) };
        let place = |at: &Position<G>| G::place(&self.setup, at.state(), me);
        let (mut at, mut told, mut way) = (here.clone(), Vec::new(), Vec::new());
        let mut end = place(&here);
        for choice in choices {
            if at.asked() != Some(me) || !at.is_in_turn_of(&here) {
                break;
            }
            if at.usual() != Some(choice) {
                told.push(G::describe_choice(&self.setup, me, &choice));
            }
            let next = at.apply(choice).map_err(|denied| denied.to_string())?;
            if next.is_in_turn_of(&here) {
                let there = place(&next);
                if let (Some((before, _)), Some((cell, _))) = (end, there)
                    && before != cell
                {
                    way.push(cell);
                }
                end = there;
            }
            at = next;
        }
        let is_mine = |at: &Position<G>| !all && at.asked() == Some(me) && at.is_in_turn_of(&here);
        while let Some(usual) = at.usual().filter(|_| is_mine(&at)) {
            at = at.apply(usual).map_err(|denied| denied.to_string())?;
        }
        let next = match at.is_in_turn_of(&here) {
            true => self.wanted_at(at.waits_for(), at.state(), &at.ranked()),
            false => Wanted::Nothing { text: "the turn is over".to_owned() },
        };
        Ok(Plan { choices: told, way, end, next })
    }

    fn act(&mut self, command: Command) -> Result<(), String> {
        let goes_back = matches!(command, Command::Undo | Command::UndoTurn);
        let (before, is_new) = (self.done.len(), !goes_back && command != Command::Redo);
        let done = self.do_command(command);
        if goes_back {
            // What is asked now is what was asked before.
            while done.is_ok() && self.look_ahead().is_some() && !self.done.is_empty() {
                self.undo()?;
            }
            if self.done.len() < before {
                self.back.push(before - self.done.len());
            }
            return done;
        }
        let done = done.and_then(|()| self.answer_usual());
        if before < self.done.len() {
            self.before.push(before);
        }
        if is_new {
            self.back.clear();
        }
        done
    }

    fn ask_all(&mut self, all: bool) -> Result<(), String> {
        self.asks_all = all;
        self.answer_usual()
    }

    fn odds(&self, words: &str) -> Result<Odds, String> {
        let (here, choices) = self.said(words)?;
        here.odds(&choices).map_err(|denied| denied.to_string())
    }

    fn win_chance(&self, seed: u64, fights: u32) -> WinChance {
        self.position().win_chance(seed, fights)
    }

    fn reachable(&self, words: &str) -> Result<Vec<Place>, String> {
        let mut here = self.position();
        let is_moving = self.ahead.as_deref().map_or(here.is_moving(), |ahead| ahead.position.is_moving());
        let words = if words.is_empty() && !is_moving { MOVE } else { words };
        if !words.is_empty() {
            let choices = here.say(words).map_err(|denied| denied.to_string())?;
            here = here.plan(&choices).position;
        }
        while let Some(usual) = here.usual().filter(|_| !here.is_moving()) {
            here = here.apply(usual).map_err(|denied| denied.to_string())?;
        }
        if !here.is_moving() {
            return Err(
                "nobody moves now: name the decision with which a movement begins, such as `reach move`".to_owned()
            );
        }
        let all = here.destinations().into_iter();
        Ok(all.map(|one| Place { cell: one.cell, facing: one.facing, way: one.cells, prompt: one.prompt }).collect())
    }

    fn follows_from(&self, line: Option<u64>) -> Result<(usize, usize), String> {
        Session::follows_from(self, line)
    }

    fn order(&self) -> Vec<usize> {
        G::order(&self.setup, &self.state).iter().map(|who| who.index()).collect()
    }

    fn find(&self, words: &str) -> Result<usize, String> {
        let names: Vec<&str> = self.names.iter().map(String::as_str).collect();
        match find(&names, &tags::<G>(&self.setup), words) {
            Some(found) => found.map_err(|denied| denied.to_string()),
            None => Err(format!("nobody is called `{}`: there are {}", words.trim(), self.names.join(", "))),
        }
    }

    fn look(&self, who: usize) -> Vec<String> {
        G::look(&self.setup, &self.state, CombatantId(who as u8))
    }

    fn measure(&self, one: usize, other: usize) -> Result<Measure, String> {
        let (map, place) = (G::map(&self.setup), |at: usize| {
            let who = CombatantId(at as u8);
            G::place(&self.setup, &self.state, who).ok_or_else(|| format!("{} is not on the map", self.name(who)))
        });
        let ((from, faces), (to, back)) = (place(one)?, place(other)?);
        Ok(Measure {
            from,
            to,
            distance: map.distance(from, to),
            higher: map.elevation_difference(from, to),
            in_sight: map.in_sight(from, to),
            arcs: faces.zip(back).map(|(faces, back)| (map.arc(from, faces, to), map.arc(to, back, from))),
        })
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
        self.follows = true;
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
                // Dice that the log lacks are thrown now.
                self.follows = false;
                let goes_on = match &self.pause {
                    Pause::Need(Need::Roll { why, .. }) if !self.is_typed(why.who) => self.go_on(self.inputs.len()),
                    _ => Ok(()),
                };
                let told = |message| Difference { line: at as u64, message, logged: None, replayed: None };
                goes_on.map_err(|message| Box::new(told(message)))?;
                Session::sit(self, "");
                return Ok(self.written.len() - at);
            }
            let wrong = |message: String| {
                let logged = Some(log[at].clone());
                Box::new(Difference { line: at as u64, message, logged, replayed: None })
            };
            let line: LogLine =
                LogLine::from_json(&log[at]).map_err(|error| wrong(format!("it cannot be read: {error}")))?;
            Session::sit(self, line.seat.as_deref().unwrap_or_default());
            let done = match self.input_of(&line).map_err(wrong)? {
                Logged::Input(input) => self.push(input),
                Logged::Fell(total) => self.push_by(Input::Roll { total, forced: false }, Giver::Fresh),
                Logged::Undo => self.undo(),
                Logged::Note(note) => {
                    self.note(note);
                    Ok(())
                }
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

/// Numbers as they are typed in one line; nothing if there is anything else.
fn numbers(words: &str) -> Option<Vec<i32>> {
    words.split([' ', '+', ',', '\t']).filter(|word| !word.is_empty()).map(|word| word.parse().ok()).collect()
}

/// What dice show, as their sum or one by one.
fn read_throw(dice: Dice, words: &str) -> Result<i32, String> {
    let count = usize::from(dice.number);
    match numbers(words).as_deref() {
        Some(faces) if faces.len() == 1 || faces.len() == count => {
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
