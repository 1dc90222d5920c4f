//! A session as faces know it: text and JSON, no types of any one game.

use super::log::{LogEntry, LogLine, OddsFor, RollFrom, Withdrawal};
use super::roster::Roster;
use super::{
    CombatantView, Command, Decider, Giver, MapView, Measure, Pause, Plan, Reachable, Seat, Session, Terms, ThreatView,
    TurnInfo, TurnView, View, Wanted, Way, Withdrawn, ahead_of,
};
use crate::catalog::Odds;
use crate::cunning::Suggestion;
use crate::narrate::tags;
use crate::orders;
use crate::position::line::find;
use crate::position::{Denied, Position, Reach, WinChance};
use crate::ruleset::{Change, Rules};
use affray_grid::{Cell, Drawing, Facing, Layout, Map};
use affray_kernel::referee::{CombatantId, Expanded, Found, Game, Input, Need};
use serde::Serialize;
use serde_json::Value;

/// Some decision or other, to ask whether who sits there may take it.
pub(super) const DECISION: Command = Command::Choose { words: String::new(), allow: false };

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
    /// How many dice of a pool are due one after another, beside those that they may bring; 0 where a roll is due by itself.
    fn dice_of_pool(&self) -> usize;
    /// Everything that who sits there may know of the fight as it is now.
    fn view(&self) -> View;
    /// A view of the fight as it was when that line of the log was told, without what was waited for; nothing if the line does
    /// not hold.
    fn view_at(&self, line: u64) -> Option<View>;
    /// The map, which never changes.
    fn map(&self) -> MapView;
    /// The ground of the map.
    fn field(&self) -> &Map;
    /// The cells in which a combatant threatens those who come there.
    fn threatened(&self, who: usize) -> Vec<Cell>;
    /// Says who sits there from now on: what is told and done is what that seat may know and do, and the log keeps its name
    /// with what comes from it. Nobody in particular has none, `""`. At first it is the game master.
    fn sit(&mut self, name: &str, seat: Seat);
    /// Takes decisions one after another, as [offered](crate::Offer::id), up to the first dice, somebody else's question or one that
    /// is refused; says how many were taken. Questions between them that have a usual answer are answered so.
    ///
    /// # Errors
    /// Why the first is refused; everything is then as it was.
    fn decide(&mut self, choices: &[Value]) -> Result<usize, Denied>;
    /// Does something; the fight goes on as far as that leads.
    ///
    /// # Errors
    /// Why it is refused; everything is then as it was.
    fn act(&mut self, command: Command) -> Result<(), Denied>;
    /// Whether who sits there may do something of the kind, as far as that is a matter of seats.
    ///
    /// # Errors
    /// Why not.
    fn may(&self, command: &Command) -> Result<(), Denied>;
    /// Whether questions are asked that nearly always have one sensible answer; they are, unless this is set otherwise. A
    /// line of words can still answer them.
    ///
    /// # Errors
    /// If such an answer is refused.
    fn ask_all(&mut self, all: bool) -> Result<(), Denied>;
    /// What the log says of that, as [`Command::Ask`] set it.
    fn was_asked(&self) -> Option<bool>;
    /// Who is told odds, as [`Command::Odds`] set it.
    fn odds_for(&self) -> OddsFor;
    /// All words that answers can have, such as the places of a body.
    fn vocabulary(&self) -> Vec<String>;
    /// What words would do, up to the first dice or somebody else's question, without doing it. What is asked next is
    /// looked for past questions with a usual answer, unless `all` are wanted.
    ///
    /// # Errors
    /// What cannot be understood or is refused.
    fn plan(&self, words: &str, all: bool) -> Result<Plan, Denied>;
    /// The outcomes of what words say, up to the end of the turn: see [`Position::odds`](crate::position::Position::odds).
    ///
    /// # Errors
    /// What cannot be understood or is refused.
    fn odds(&self, words: &str) -> Result<Odds, Denied>;
    /// How fights from here come out: see [`Position::win_chance`](crate::position::Position::win_chance).
    fn win_chance(&self, seed: u64, fights: u32) -> WinChance;
    /// The best plans for what is asked: see [`Position::suggest`](crate::position::Position::suggest).
    ///
    /// # Errors
    /// If nothing is to be done with a turn now, or numbers are kept from who sits there.
    fn suggest(&self) -> Result<Vec<Suggestion>, Denied>;
    /// Where the movement that goes on, or that words begin, can end; without words and a movement a plain one.
    ///
    /// # Errors
    /// What cannot be understood, or that nobody is moving then.
    fn reachable(&self, words: &str) -> Result<Reachable, Denied>;
    /// The choices that lead a movement to a place that can be [reached](Self::reachable) without words, facing that way if any is
    /// named, as [`decide`](Self::decide) takes them.
    ///
    /// # Errors
    /// That nobody is moving, or cannot reach it.
    fn way_to(&self, cell: Cell, facing: Option<Facing>) -> Result<Vec<Value>, Denied>;
    /// What is withdrawn where the last roll, or the one on that line, is made void or laid down otherwise.
    ///
    /// # Errors
    /// If there is no such roll.
    fn follows_from(&self, line: Option<u64>) -> Result<Withdrawn, Denied>;
    /// What is taken back by so many commands `undo`, or by `undo turn`.
    fn taken_back(&self, commands: Option<usize>) -> Withdrawn;
    /// The combatants in the order in which they act, by their place in [`standing`](Self::standing).
    fn order(&self) -> Vec<usize>;
    /// Somebody by a name or the beginning of one: the place in [`standing`](Self::standing).
    ///
    /// # Errors
    /// If there is nobody, or more than one.
    fn find(&self, words: &str) -> Result<usize, Denied>;
    /// What matters of a combatant's sheet and of how it stands, a line each.
    fn look(&self, who: usize) -> Vec<String>;
    /// A cell of the map: what it is like, who stands there and what lies there, a line each; nothing off the map.
    fn look_at(&self, at: Cell) -> Vec<String>;
    /// How two combatants are to each other.
    ///
    /// # Errors
    /// If one of them is not on the map.
    fn measure(&self, one: usize, other: usize) -> Result<Measure, Denied>;
    /// Where a combatant is a threat as it stands, as far as who sits there may know.
    ///
    /// # Errors
    /// If it is not on the map.
    fn threat(&self, who: usize) -> Result<ThreatView, Denied>;
    /// The moment as a value of its own, as who sits there knows it: whoever plans or searches goes on from there, and nothing
    /// that is done there changes this fight. All dice and all decisions are asked for, so its dice say nothing of those to
    /// come. Its log begins with the turn that goes on.
    ///
    /// # Errors
    /// If what happened in this turn cannot be without somebody of whom who sits there does not know.
    fn moment(&self) -> Result<Box<dyn Table + Send>, Denied>;
    /// Whether a choice, as [offered](crate::Offer::id), answers the question that is due legally.
    ///
    /// # Errors
    /// The rule that it breaks, and what would be right.
    fn judge(&self, choice: &Value) -> Result<(), Denied>;
    /// Every way from here to the next decision or the end of the turn; their chances add up to 1. Searches stand on it.
    ///
    /// # Errors
    /// If the battle is over, something was set since the turn began, or odds are kept from who sits there.
    fn expand(&self) -> Result<Vec<Way>, Denied>;
    /// The lines of the log from that number on, as who sits there may [read](Self::read) them.
    fn events_since(&self, number: u64) -> Vec<LogLine> {
        (number..self.written().len() as u64).filter_map(|number| self.read(number)).collect()
    }
    /// All lines of the log as they are written: each operation adds some, none is ever changed.
    fn written(&self) -> &[String];
    /// The lines that hold: those that were written without those that were withdrawn.
    fn lines(&self) -> &[LogLine];
    /// A line of the log by its number, as who sits there may read it: one that holds, a note, or that lines were withdrawn.
    fn read(&self, number: u64) -> Option<LogLine>;
    /// The event with which somebody's turn begins, by its name in the log.
    fn turn_begins(&self) -> &'static str;
    /// The name of a round.
    fn round_name(&self) -> &'static str;
    /// What the end of the battle still has to bring, in sentences, where nobody at the table plays what comes after it.
    fn due_after_battle(&self) -> Vec<String>;
    /// The map with the figures as they are now.
    fn draw(&self) -> Drawing;
    /// The combatants as they are now.
    fn standing(&self) -> Vec<CombatantView>;
    /// The turns up to now.
    fn turns(&self) -> Vec<TurnInfo>;
    /// A turn as one looks back on it.
    fn turn(&self, number: u32) -> Option<TurnView>;
    /// Goes through a log of the same fight: does what people did in it, and compares every line. Returns
    /// how many lines the log lacks of what it leads to, such as one that a crash tore.
    ///
    /// # Errors
    /// The first line that does not reproduce. The table is then at that place of the fight.
    fn follow(&mut self, log: &[String]) -> Result<usize, Box<Difference>>;
    /// Goes through a log as [`follow`](Self::follow) does, but compares its values alone: other words of another version make no
    /// other fight.
    ///
    /// # Errors
    /// The first line that comes to something else. The table is then at that place of the fight.
    fn follow_values(&mut self, log: &[String]) -> Result<usize, Box<Difference>>;
    /// Leaves a log where it does not reproduce: the fight goes on from there, as a fight of its own.
    ///
    /// # Errors
    /// If dice are due and cannot be thrown.
    fn go_on_from_here(&mut self) -> Result<(), Denied>;
}

impl<G: Rules> Session<G> {
    pub(super) fn name(&self, who: CombatantId) -> String {
        self.roster.names.get(who.index()).cloned().unwrap_or_default()
    }

    fn find_named(&self, who: &str) -> Result<CombatantId, Denied> {
        let found = self.roster.names.iter().position(|name| name.eq_ignore_ascii_case(who.trim()));
        found
            .map(|at| CombatantId(at as u8))
            .ok_or_else(|| format!("nobody is called `{who}`: there are {}", self.roster.names.join(", ")).into())
    }

    /// The moment at which words are said, and the choices that they stand for: the number of an option as it is shown, or a
    /// line.
    pub(super) fn said(&self, words: &str) -> Result<(Position<G>, Vec<G::Choice>), Denied> {
        let here = self.here();
        if words.parse::<i64>().is_err() {
            let choices = here.say(words)?;
            return Ok((here, choices));
        }
        let (mut choices, at) = self.shown();
        choices.push(match self.knows_all() {
            true => numbered(self.shown_options(), words)?,
            false => numbered(&at.ranked(self.tells_odds()), words)?,
        });
        Ok((here, choices))
    }

    fn logged_choice(&self, who: CombatantId, choice: &Value) -> Result<G::Choice, Denied> {
        G::read_choice(&self.roster.setup, self.state(), who, choice)
            .map_err(|error| format!("the choice cannot be read ({error})").into())
    }

    /// The input that a line of a log stands for.
    fn input_of(&self, line: &LogLine) -> Result<Logged<G>, Denied> {
        Ok(match &line.entry {
            LogEntry::Roll(roll) if roll.from == RollFrom::Fresh => Logged::Fell(roll.total),
            LogEntry::Roll(roll) if roll.from != RollFrom::Drawn => {
                Logged::Input(Input::Roll { total: roll.total, forced: roll.from == RollFrom::Forced })
            }
            LogEntry::Choice { who, choice, by: Decider::Hand, overruled, .. } => {
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
            LogEntry::Table { ask_all, odds } => Logged::Table(*ask_all, *odds),
            LogEntry::Withdrawn { by: Withdrawal::Undo, .. } => Logged::Undo,
            LogEntry::Withdrawn { by: Withdrawal::Void, to, .. } => Logged::Void(*to),
            LogEntry::Withdrawn { by: Withdrawal::Force, to, total } => {
                Logged::Force(total.ok_or("the sum that is laid down is missing")?, *to)
            }
            _ => return Err("it stands for no input, and the fight does not come to it".into()),
        })
    }

    /// Whether who sits there is told odds of what is asked now.
    fn may_know_odds(&self) -> Result<(), Denied> {
        match self.odds_for {
            OddsFor::Off => {
                return Err("no odds are told at this table: `set odds open` has them told again".into());
            }
            // From whom something is kept is told odds of its own decisions only: others' would rest on what it does not know.
            OddsFor::Open if self.ids().all(|who| self.sees(G::hidden(&self.state), who)) => {}
            OddsFor::Own | OddsFor::Open => self.may(&DECISION)?,
        }
        self.keeps_odds().map_or(Ok(()), |kept| Err(kept.into()))
    }

    pub(super) fn standing_in(&self, roster: &Roster<G>, state: &G::State) -> Vec<CombatantView> {
        roster
            .figures
            .iter()
            .enumerate()
            .map(|(at, figure)| {
                let who = CombatantId(at as u8);
                CombatantView {
                    name: figure.name.clone(),
                    side: roster.sides.get(figure.side as usize).cloned().unwrap_or_default(),
                    by_hand: roster.hands[at],
                    text: G::status(&roster.setup, state, who),
                    conditions: G::conditions(&roster.setup, state, who),
                    fate: G::final_status(&roster.setup, state, who),
                }
            })
            .collect()
    }
}

/// The option of that number.
fn numbered<C: Copy>(options: &[(C, Reach)], number: &str) -> Result<C, Denied> {
    if options.is_empty() {
        return Err("there is no list here: say it in words".into());
    }
    let found = number.parse::<usize>().ok().and_then(|number| options.get(number.checked_sub(1)?));
    let found = found.map(|(choice, _)| *choice);
    found.ok_or_else(|| format!("there is no option `{number}`: 1 to {}", options.len()).into())
}

/// What a line of a log has one do.
enum Logged<G: Game> {
    Input(Input<G::Choice, Change>),
    /// What fresh dice showed.
    Fell(i32),
    Undo,
    Note(String),
    Table(Option<bool>, Option<OddsFor>),
    Void(u64),
    Force(i32, u64),
}

impl<G: Rules> Table for Session<G> {
    fn terms(&self) -> &Terms {
        &self.terms
    }

    fn wanted(&self) -> Wanted {
        self.wanted_now()
    }

    fn dice_of_pool(&self) -> usize {
        Self::dice_of_pool(self)
    }

    fn sit(&mut self, name: &str, seat: Seat) {
        Session::sit(self, name, seat);
    }

    fn decide(&mut self, choices: &[Value]) -> Result<usize, Denied> {
        self.may(&DECISION)?;
        let here = self.here();
        let Some(me) = here.asked() else { return Err("no decision is due".into()) };
        let (mut at, mut inputs, mut taken) = (here.clone(), Vec::new(), 0);
        while let Some(value) = choices.get(taken).filter(|_| at.asked() == Some(me) && at.is_in_turn_of(&here)) {
            let read = G::read_choice(&self.roster.setup, at.state(), me, value);
            let next = read.map(|choice| (choice, at.go_by(choice)));
            match (next, at.usual()) {
                (Ok((choice, Ok(next))), _) => {
                    (at, taken) = (next, taken + 1);
                    inputs.push((choice, taken));
                }
                (_, Some(usual)) => {
                    inputs.push((usual, taken));
                    at = at.apply(usual)?;
                }
                (Err(wrong) | Ok((_, Err(wrong))), None) if taken == 0 => return Err(self.said_to(wrong)),
                _ => break,
            }
        }
        if taken == 0 {
            return Err("that answers no question that is due".into());
        }
        let before = self.done.len();
        (self.commands, self.joins) = (true, false);
        let (choices, after): (Vec<G::Choice>, Vec<usize>) = inputs.into_iter().unzip();
        let done = self.take(here, choices, false).and_then(|count| self.answer_usual().map(|()| count));
        (self.commands, self.joins) = (false, false);
        self.before.push(before);
        self.forget_what_was_taken_back();
        let taken = |count: usize| count.checked_sub(1).map_or(0, |last| after[last]);
        done.map(taken).map_err(|wrong| self.said_to(wrong))
    }

    fn view(&self) -> View {
        self.seen()
    }

    fn view_at(&self, line: u64) -> Option<View> {
        self.seen_at(line)
    }

    fn may(&self, command: &Command) -> Result<(), Denied> {
        Self::may(self, command)
    }

    fn read(&self, number: u64) -> Option<LogLine> {
        self.readable(number)
    }

    fn map(&self) -> MapView {
        MapView::of(G::map(&self.roster.setup))
    }

    fn field(&self) -> &Map {
        G::map(&self.roster.setup)
    }

    fn threatened(&self, who: usize) -> Vec<Cell> {
        let (setup, who) = (&*self.roster.setup, CombatantId(who as u8));
        let mut cells = G::threatened(setup, &self.state, who);
        // How far it strikes is one of the numbers that may be kept secret.
        if !self.tells_all_of(who) {
            let own = G::cells(setup, &self.state, who);
            cells.retain(|&cell| own.iter().any(|&from| G::map(setup).distance(from, cell) <= 1));
        }
        cells
    }

    fn plan(&self, words: &str, all: bool) -> Result<Plan, Denied> {
        self.planned(words, all)
    }

    fn act(&mut self, command: Command) -> Result<(), Denied> {
        self.may(&command)?;
        let words = match &command {
            Command::Choose { words, .. } | Command::Interject { words, .. } => words.clone(),
            _ => String::new(),
        };
        self.do_and_go_on(command).map_err(|wrong| self.answered(&words, wrong))
    }

    fn ask_all(&mut self, all: bool) -> Result<(), Denied> {
        self.asks_all = all;
        match self.done.is_empty() {
            true => self.answer_usual_first().map(|_| ()),
            false => self.answer_usual(),
        }
    }

    fn was_asked(&self) -> Option<bool> {
        self.was_asked
    }

    fn odds_for(&self) -> OddsFor {
        self.odds_for
    }

    fn vocabulary(&self) -> Vec<String> {
        super::sight::vocabulary::<G>()
    }

    fn odds(&self, words: &str) -> Result<Odds, Denied> {
        self.may_know_odds()?;
        let told = |denied: Denied| self.answered(words, denied);
        let (here, choices) = self.said(words).map_err(told)?;
        here.odds(&choices).map_err(told)
    }

    fn win_chance(&self, seed: u64, fights: u32) -> WinChance {
        self.position().win_chance(seed, fights)
    }

    fn suggest(&self) -> Result<Vec<Suggestion>, Denied> {
        self.may(&DECISION)?;
        if self.odds_for == OddsFor::Off {
            return Err("no odds are told at this table: `set odds open` has them told again".into());
        }
        if let Some(kept) = self.keeps_odds() {
            return Err(kept.into());
        }
        self.shown().1.suggest().map_err(|denied| self.said_to(denied))
    }

    fn reachable(&self, words: &str) -> Result<Reachable, Denied> {
        self.places(words)
    }

    fn way_to(&self, cell: Cell, facing: Option<Facing>) -> Result<Vec<Value>, Denied> {
        self.way(cell, facing)
    }

    fn follows_from(&self, line: Option<u64>) -> Result<Withdrawn, Denied> {
        Session::follows_from(self, line)
    }

    fn taken_back(&self, commands: Option<usize>) -> Withdrawn {
        Session::taken_back(self, commands)
    }

    fn order(&self) -> Vec<usize> {
        G::order(&self.roster.setup, &self.state).iter().map(|who| who.index()).collect()
    }

    fn find(&self, words: &str) -> Result<usize, Denied> {
        let (hidden, tags) = (G::hidden(&self.state), tags::<G>(&self.roster.setup));
        let seen = (0..self.roster.names.len()).filter(|&at| self.sees(hidden, CombatantId(at as u8)));
        let seen: Vec<usize> = seen.collect();
        let names: Vec<&str> = seen.iter().map(|&at| self.roster.names[at].as_str()).collect();
        let tags: Vec<String> = seen.iter().map(|&at| tags[at].clone()).collect();
        match find(&names, &tags, words) {
            Some(found) => found.map(|at| seen[at]),
            None => Err(format!("nobody is called `{}`: there are {}", words.trim(), names.join(", ")).into()),
        }
    }

    fn look(&self, who: usize) -> Vec<String> {
        let combatant = CombatantId(who as u8);
        if !self.tells_all_of(combatant) {
            return vec![format!("What {} can do is kept secret.", self.name(combatant))];
        }
        let mut lines = G::look(&self.roster.setup, &self.state, combatant);
        if self.sitter == Seat::GameMaster {
            let orders = orders::describe::<G>(&self.roster.setup, &self.state, combatant);
            lines.extend(orders.map(|orders| format!("Orders: {orders}.")));
        }
        lines
    }

    fn look_at(&self, at: Cell) -> Vec<String> {
        let setup = &self.roster.setup;
        let Some(ground) = G::describe_ground(setup, at) else { return Vec::new() };
        let View { figures, ground: lying, .. } = self.view();
        let mut lines = vec![ground];
        let here = figures.iter().filter(|figure| figure.cells.contains(&at));
        lines.extend(here.map(|figure| format!("{} is here.", figure.name)));
        let lying = lying.iter().filter(|lying| lying.cell == at);
        lines.extend(lying.map(|lying| format!("Here lies {} of {}.", lying.item, lying.owner)));
        lines
    }

    fn measure(&self, one: usize, other: usize) -> Result<Measure, Denied> {
        let (map, place) = (G::map(&self.roster.setup), |at: usize| {
            let who = CombatantId(at as u8);
            G::place(&self.roster.setup, &self.state, who)
                .ok_or_else(|| format!("{} is not on the map", self.name(who)))
        });
        let ((from, faces), (to, back)) = (place(one)?, place(other)?);
        let cells = |at: usize| G::cells(&self.roster.setup, &self.state, CombatantId(at as u8));
        let others = cells(other);
        let between = cells(one).into_iter().flat_map(|one| others.iter().map(move |&other| map.distance(one, other)));
        let distance = between.min().unwrap_or_else(|| map.distance(from, to));
        let count = |number: u32, one: &str, many: &str| format!("{number} {}", if number == 1 { one } else { many });
        let length = match G::CELL {
            (1, one, many) => count(distance, one, many),
            (each, one, many) => {
                let (cell, cells) = match map.layout() {
                    Layout::Hex => ("hex", "hexes"),
                    Layout::Square => ("square", "squares"),
                };
                format!("{} ({})", count(distance, cell, cells), count(each * distance, one, many))
            }
        };
        Ok(Measure {
            from,
            to,
            distance,
            length,
            higher: map.elevation_difference(from, to),
            in_sight: map.in_sight_at(from, G::EYES, to, G::EYES),
            arcs: faces.zip(back).map(|(faces, back)| (map.arc(from, faces, to), map.arc(to, back, from))),
            shots: match self.tells_all_of(CombatantId(one as u8)) {
                true => {
                    let (one, other) = (CombatantId(one as u8), CombatantId(other as u8));
                    G::measured(&self.roster.setup, self.here().state(), one, other)
                }
                false => Vec::new(),
            },
        })
    }

    fn threat(&self, who: usize) -> Result<ThreatView, Denied> {
        self.threat_of(CombatantId(who as u8))
    }

    fn moment(&self) -> Result<Box<dyn Table + Send>, Denied> {
        Ok(Box::new(self.at_moment().map_err(|wrong| self.said_to(wrong))?))
    }

    fn judge(&self, choice: &Value) -> Result<(), Denied> {
        self.may(&DECISION)?;
        let here = self.here();
        let me = here.asked().ok_or("no decision is due")?;
        let choice = G::read_choice(&self.roster.setup, here.state(), me, choice)?;
        here.judge(&choice)
    }

    fn expand(&self) -> Result<Vec<Way>, Denied> {
        self.may_know_odds()?;
        let (here, mut ways) = (self.here(), Vec::new());
        let hidden = G::hidden(&self.state);
        let each = |way: Expanded<'_, G>| {
            let asked = match &way.found {
                Found::Question(question) => Some(self.name(G::asked(question))),
                Found::End => None,
            };
            let (figures, _, _) = self.seen_in(&self.roster, hidden, way.state);
            ways.push(Way { chance: way.chance, asked, figures });
        };
        here.expand(each).map_err(|denied| self.said_to(denied))?;
        Ok(ways)
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

    fn round_name(&self) -> &'static str {
        G::ROUND
    }

    fn due_after_battle(&self) -> Vec<String> {
        let played = self.roster.hands.contains(&true);
        if played { Vec::new() } else { G::due_after_battle(&self.roster.setup, &self.state) }
    }

    fn draw(&self) -> Drawing {
        G::draw(&self.roster.setup, &self.state)
    }

    fn standing(&self) -> Vec<CombatantView> {
        self.standing_in(&self.roster, &self.state)
    }

    fn turns(&self) -> Vec<TurnInfo> {
        self.turn_infos()
    }

    fn turn(&self, number: u32) -> Option<TurnView> {
        self.turn_again(number)
    }

    fn go_on_from_here(&mut self) -> Result<(), Denied> {
        // Dice that the log lacks are thrown now.
        self.follows = false;
        let goes_on = match &self.pause {
            Pause::Need(Need::Roll { why, .. }) if !self.is_typed(why.who) => self.go_on(self.inputs.len()),
            _ => Ok(()),
        };
        Session::sit(self, "", Seat::GameMaster);
        goes_on
    }

    fn follow(&mut self, log: &[String]) -> Result<usize, Box<Difference>> {
        self.follow_by(log, |one, other| one == other)
    }

    fn follow_values(&mut self, log: &[String]) -> Result<usize, Box<Difference>> {
        let values = |line: &str| LogLine::from_json(line).map(LogLine::what_is_compared);
        self.follow_by(log, |one, other| one == other || values(one).is_ok_and(|one| Ok(one) == values(other)))
    }
}

impl<G: Rules> Session<G> {
    /// Goes through a log of the same fight, with those lines that are the same.
    fn follow_by(&mut self, log: &[String], is_same: impl Fn(&str, &str) -> bool) -> Result<usize, Box<Difference>> {
        self.follows = true;
        let mut at = 0;
        loop {
            while at < self.written.len() && at < log.len() {
                if !is_same(&self.written[at], &log[at]) {
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
                let told = |message| Difference { line: at as u64, message, logged: None, replayed: None };
                self.go_on_from_here().map_err(|denied| Box::new(told(denied.to_string())))?;
                return Ok(self.written.len() - at);
            }
            let wrong = |message: String| {
                let logged = Some(log[at].clone());
                Box::new(Difference { line: at as u64, message, logged, replayed: None })
            };
            let line: LogLine =
                LogLine::from_json(&log[at]).map_err(|error| wrong(format!("it cannot be read: {error}")))?;
            Session::sit(self, line.seat.as_deref().unwrap_or_default(), Seat::GameMaster);
            let before = self.done.len();
            self.joins = matches!(line.entry, LogEntry::Choice { joined: true, .. });
            let is_first = !self.joins;
            // Before anything that is asked, the usual answers belong to the beginning.
            let is_beginning = self.done.is_empty() && self.was_asked != Some(true);
            let usual = if is_beginning { ahead_of(&self.position()).err() } else { None };
            let done = match self.input_of(&line).map_err(|denied| wrong(denied.to_string()))? {
                Logged::Input(Input::Choice { choice, allowed }) if usual == Some(choice) => {
                    let done = self.push(Input::Choice { choice, allowed });
                    self.done.clear();
                    done
                }
                Logged::Input(input) => self.push(input),
                Logged::Fell(total) => self.push_by(Input::Roll { total, forced: false }, Giver::Fresh),
                Logged::Undo => self.undo(),
                Logged::Note(note) => {
                    self.note(note);
                    Ok(())
                }
                Logged::Table(ask_all, odds) => {
                    self.set_table(ask_all, odds);
                    Ok(())
                }
                Logged::Void(line) => self.void(Some(line)),
                Logged::Force(total, line) => self.force(total, Some(line)),
            };
            self.joins = false;
            done.map_err(|error| wrong(format!("it is refused: {error}")))?;
            // What belongs together is taken back at once, as when it was done.
            self.before.retain(|&start| start < self.done.len());
            if is_first && before < self.done.len() {
                self.before.push(before);
            }
            if self.written.len() == at {
                return Err(wrong("nothing follows from it".to_owned()));
            }
        }
    }
}
