//! The table as those who sit at it reach it: whoever asks is known by a key, and gets what that seat may know and do.
//!
//! Nothing else in this crate touches a [`Table`]: what takes long is asked of a copy of the moment, a [`Thought`].

mod asides;
mod asks;
mod told;

pub(crate) use asides::DoorAct;
pub(crate) use asks::Thought;

use crate::act::{Act, Request};
use crate::links::{Way, picture};
use crate::record::{Reader, Record};
use crate::seats::{KeyHash, Kind, Seats, Sitting};
use affray_files::tree;
use affray_files::value::try_value;
use affray_grid::{MapFile, PictureFile};
use affray_session::position::Denied as Refusal;
use affray_session::{Command, DiceFrom, PROGRAM_VERSION, Save, Seat, Table, Wanted};
use asides::Asides;
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::{HashMap, VecDeque};
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use tokio::sync::{Semaphore, watch};
use told::Told;

/// Answers of a seat that are kept, so that what is sent again is done once.
const MOST_ANSWERS: usize = 64;

/// What a seat may do in a second, and how much of it at once.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Limits {
    pub(crate) acts: (f64, f64),
    pub(crate) questions: (f64, f64),
}

impl Default for Limits {
    fn default() -> Self {
        Self { acts: (10.0, 20.0), questions: (40.0, 80.0) }
    }
}

/// So often a copy of the log is made, besides the one at the end.
const BETWEEN_COPIES: Duration = Duration::from_secs(600);

/// Seats at a table, and the letters of their names.
const MOST_SEATS: usize = 32;
const MOST_NAME: usize = 40;

/// Windows that may show a seat at a time.
const MOST_WINDOWS: usize = 8;

/// The longest id of a command.
const MOST_ID: usize = 100;

/// A message that many are sent.
pub(crate) type Shared = std::sync::Arc<str>;

/// Why somebody does not get what was asked for.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Denied {
    /// It cannot be understood.
    Malformed(String),
    /// Nobody has that key.
    Stranger,
    /// The seat may not do that.
    Forbidden(String),
    /// There is no such thing.
    Missing(String),
    /// The fight has gone on: the view as it is now.
    Outdated(u64, Shared),
    /// The rules or the table refuse it.
    Refused(Refusal),
    /// Too much at a time.
    TooMuch,
    /// The program made a mistake.
    Broken,
    /// The table stands still, and why.
    Stopped(String),
}

impl Denied {
    /// The rules or the table refuse it.
    pub(crate) fn refused(why: impl Into<Refusal>) -> Self {
        Self::Refused(why.into())
    }
}

/// What a game master does with the seats.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) enum SeatAct {
    /// Makes a new one.
    Make { name: String, kind: Kind, figures: Vec<String> },
    /// Gives one a new link; the old ones are good no more.
    Reissue { name: String },
    /// Takes one away.
    Revoke { name: String },
    /// Says whom one plays.
    Figures { name: String, figures: Vec<String> },
}

/// What was done: the revision that it led to, and how many decisions were taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Done {
    pub(crate) revision: u64,
    pub(crate) taken: usize,
}

/// What everybody is told as soon as it is so.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct News {
    /// Grows with each thing that is worth a look.
    pub(crate) number: u64,
    /// Why all is over, if it is.
    pub(crate) closed: Option<Shared>,
}

/// How much of something may be done now.
#[derive(Debug)]
pub(crate) struct Allowance {
    left: f64,
    since: Instant,
}

impl Allowance {
    /// As much as there may be at once.
    pub(crate) fn full((_, most): (f64, f64)) -> Self {
        Self { left: most, since: Instant::now() }
    }

    pub(crate) fn take(&mut self, (each_second, most): (f64, f64)) -> Result<(), Denied> {
        let now = Instant::now();
        self.left = (self.left + each_second * now.duration_since(self.since).as_secs_f64()).min(most);
        self.since = now;
        if self.left < 1.0 {
            return Err(Denied::TooMuch);
        }
        self.left -= 1.0;
        Ok(())
    }
}

/// A window that shows a seat, until it is dropped: it is counted, and that it has gone is told.
pub(crate) struct Window(Option<std::sync::Arc<()>>, watch::Sender<News>);

impl Drop for Window {
    fn drop(&mut self) {
        // Whoever counts them after that counts one less.
        self.0 = None;
        self.1.send_modify(|news| news.number += 1);
    }
}

/// What is remembered of a seat besides its links.
#[derive(Debug)]
struct Memory {
    /// The log as it reads it.
    reader: Reader,
    told: Option<Told>,
    windows: std::sync::Arc<()>,
    acts: Allowance,
    questions: Allowance,
    /// It thinks of one thing at a time.
    thinks: std::sync::Arc<Semaphore>,
    answers: VecDeque<(String, Act, Done)>,
}

impl Memory {
    fn new(limits: Limits, reader: Reader) -> Self {
        let (acts, questions) = (Allowance::full(limits.acts), Allowance::full(limits.questions));
        let thinks = std::sync::Arc::new(Semaphore::new(1));
        let windows = Default::default();
        Self { reader, told: None, windows, acts, questions, thinks, answers: VecDeque::new() }
    }
}

/// A table with its seats and its file.
pub(crate) struct Desk {
    table: Box<dyn Table + Send>,
    save: Save,
    seats: Seats,
    way: Way,
    record: Record,
    pub(crate) limits: Limits,
    /// By the name of the seat.
    memories: HashMap<String, Memory>,
    /// From where the numbers of seats are counted, of lines and revisions: not those of an earlier run of the server.
    pub(crate) begun: u64,
    /// Something is being done right now.
    busy: bool,
    /// The revision that everybody was told of.
    told: Option<u64>,
    stopped: Option<String>,
    asides: Asides,
    /// When a copy of the log was made last.
    copied: Instant,
    news: watch::Sender<News>,
}

/// Who asks: the place among the seats.
type Who = usize;

impl Desk {
    /// Sits down; what the table has come to is saved.
    pub(crate) fn new(table: Box<dyn Table + Send>, save: Save, seats: Seats, way: Way) -> Result<Self, String> {
        let mut desk = Self {
            table,
            save,
            seats,
            way,
            record: Record::default(),
            limits: Limits::default(),
            memories: HashMap::new(),
            begun: SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as u64),
            busy: false,
            told: None,
            stopped: None,
            asides: Asides::default(),
            copied: Instant::now(),
            news: watch::Sender::new(News::default()),
        };
        let asked = desk.table.ask_all(desk.seats.ask_all());
        let thrown = desk.throw_for_seats();
        desk.keep().map_err(|_| desk.stopped.take().unwrap_or_default())?;
        asked.map_err(|wrong| wrong.to_string())?;
        thrown.map(|()| desk).map_err(|_| "the dice cannot be thrown".to_owned())
    }

    /// What is told of changes.
    pub(crate) fn news(&self) -> watch::Receiver<News> {
        self.news.subscribe()
    }

    /// The number of the fight as it is now: the game master's.
    fn revision(&self) -> u64 {
        self.table.written().len() as u64 + self.seats.changes()
    }

    fn sitting(&self, who: Who) -> &Sitting {
        &self.seats.all()[who]
    }

    /// Who has a key.
    pub(crate) fn who(&self, key: &KeyHash) -> Result<Who, Denied> {
        match &self.stopped {
            Some(why) => Err(Denied::Stopped(why.clone())),
            None => self.seats.find(key).ok_or(Denied::Stranger),
        }
    }

    /// Who has a key and asks something.
    pub(crate) fn asks(&mut self, key: &KeyHash) -> Result<Who, Denied> {
        let who = self.who(key)?;
        let limit = self.limits.questions;
        self.memory(who).questions.take(limit)?;
        Ok(who)
    }

    fn memory(&mut self, who: Who) -> &mut Memory {
        let (sitting, limits) = (&self.seats.all()[who], self.limits);
        let reader = || if sitting.kind == Kind::Master { Reader::of_all() } else { Reader::of_some(self.begun) };
        self.memories.entry(sitting.name.clone()).or_insert_with(|| Memory::new(limits, reader()))
    }

    /// One more window that shows a seat.
    pub(crate) fn window(&mut self, who: Who) -> Result<Window, Denied> {
        let windows = std::sync::Arc::clone(&self.memory(who).windows);
        // One of them is held by the memory, and one is meant for the window.
        if std::sync::Arc::strong_count(&windows) > MOST_WINDOWS + 1 {
            return Err(Denied::TooMuch);
        }
        // The game master sees who is there.
        self.tell();
        Ok(Window(Some(windows), self.news.clone()))
    }

    /// How many windows show a seat.
    fn windows(&self, seat: &Sitting) -> usize {
        self.memories.get(&seat.name).map_or(0, |memory| std::sync::Arc::strong_count(&memory.windows) - 1)
    }

    /// The table with somebody at it: all that a seat may know or do of it goes this way.
    fn table(&mut self, who: Who) -> &mut (dyn Table + Send) {
        let sitting = self.sitting(who);
        let seat = match sitting.kind {
            Kind::Master => Seat::GameMaster,
            Kind::Spectator | Kind::Screen => Seat::Spectator,
            Kind::Player => {
                let is_mine = |name: &String| sitting.figures.iter().any(|one| one.eq_ignore_ascii_case(name));
                let names = self.table.standing().into_iter().map(|one| one.name);
                Seat::Player(names.enumerate().filter(|(_, name)| is_mine(name)).map(|(at, _)| at).collect())
            }
        };
        // What the game master does is nobody's in particular, as at a terminal.
        let name = if sitting.kind == Kind::Master { String::new() } else { sitting.name.clone() };
        self.table.sit(&name, seat);
        &mut *self.table
    }

    pub(crate) fn is_master(&self, who: Who) -> bool {
        self.sitting(who).kind == Kind::Master
    }

    fn only_master(&self, who: Who) -> Result<(), Denied> {
        if self.is_master(who) { Ok(()) } else { Err(Denied::Forbidden("only the game master may do that".to_owned())) }
    }

    /// Whether a seat may decide or throw what is waited for.
    fn is_asked(&mut self, who: Who) -> Result<(), Denied> {
        self.may(who, &Act::Say(String::new()))
    }

    /// What does not change.
    pub(crate) fn terms(&self, who: Who) -> Value {
        let (terms, sitting) = (self.table.terms(), self.sitting(who));
        let file = self.save.path().file_name().map(|name| name.to_string_lossy().into_owned());
        let ruleset = affray_games::find(&terms.ruleset).filter(|_| self.is_master(who));
        let picture = self.picture().filter(|_| self.picture_file().is_ok());
        let sheets = ruleset.map(|ruleset| ruleset.sheets().names().collect::<Vec<_>>());
        json!({
            "ruleset": terms.ruleset,
            "title": terms.title,
            "seat": { "name": sitting.name, "kind": sitting.kind, "figures": sitting.figures },
            "map": self.table.map(),
            "practice": terms.dice == DiceFrom::Drawn,
            "dice": match terms.dice {
                DiceFrom::Drawn => "drawn",
                DiceFrom::Typed => "typed",
                DiceFrom::Fresh => "fresh",
                DiceFrom::TypedOwn => "typed-own",
            },
            "ask_all": self.seats.ask_all(),
            "version": PROGRAM_VERSION,
            "file": file.filter(|_| self.is_master(who)),
            "sheets": sheets,
            "picture": picture.map(|one| json!({ "at": one.at, "size": one.size })),
        })
    }

    /// The picture under the map, as the encounter has it; nothing where there is none.
    fn picture(&self) -> Option<PictureFile> {
        let map = tree(&self.table.terms().encounter).ok()?.get("map")?.clone();
        try_value::<MapFile>(&map).0?.picture
    }

    /// Where that picture lies: beside the saved fight, or beside the encounter.
    pub(crate) fn picture_file(&self) -> Result<PathBuf, Denied> {
        let none = || Denied::Missing("there is no picture under this map".to_owned());
        let name = self.picture().ok_or_else(none)?.file;
        let beside =
            [self.save.path(), Path::new(&self.table.terms().encounter.name)].map(|path| path.with_file_name(&name));
        beside.into_iter().find(|path| path.is_file()).ok_or_else(none)
    }

    /// A seat by its name, as which the game master wants to read.
    pub(crate) fn in_place_of(&self, who: Who, seat: &str) -> Result<Who, Denied> {
        self.only_master(who)?;
        let found = self.seats.all().iter().position(|one| one.name == seat);
        found.ok_or_else(|| Denied::Missing(format!("there is no seat `{seat}`")))
    }

    /// Does something, saves it, and tells everybody.
    pub(crate) fn act(&mut self, key: &KeyHash, request: Request) -> Result<Done, Denied> {
        let who = self.who(key)?;
        let Request { revision, id, command } = request;
        if id.is_empty() || id.len() > MOST_ID {
            return Err(Denied::Malformed(format!(
                "an `id` has 1 to {MOST_ID} bytes, and no two commands have the same"
            )));
        }
        let limit = self.limits.acts;
        let memory = self.memory(who);
        if let Some((_, known, done)) = memory.answers.iter().find(|(known, ..)| *known == id) {
            return match *known == command {
                true => Ok(*done),
                false => Err(Denied::Malformed(format!("the id `{id}` was that of another command"))),
            };
        }
        memory.acts.take(limit)?;
        if let Act::Draw(false) | Act::Undo(false) | Act::UndoTurn(false) | Act::Redo(false) = command {
            return Err(Denied::Malformed("leave the command out, or let it be `true`".to_owned()));
        }
        self.may(who, &command)?;
        self.not_paused(who, &command)?;
        let now = self.told(who);
        if revision != now.revision {
            return Err(Denied::Outdated(now.revision, now.message));
        }
        self.busy = true;
        let done = self.carry_out(who, &command);
        let kept = self.keep();
        self.busy = false;
        kept?;
        let taken = done?;
        let done = Done { revision: self.revision_for(who), taken };
        let memory = self.memory(who);
        memory.answers.push_back((id, command, done));
        if memory.answers.len() > MOST_ANSWERS {
            memory.answers.pop_front();
        }
        Ok(done)
    }

    /// Whether a seat may do something.
    fn may(&mut self, who: Who, act: &Act) -> Result<(), Denied> {
        if self.is_master(who) {
            return Ok(());
        }
        if let Act::AskUndo(_) = act {
            return Ok(());
        }
        let table = self.table(who);
        let only_master = || Denied::Forbidden("only the game master may do that".to_owned());
        let command = match act {
            Act::Decide(_) => Command::Choose { words: String::new(), allow: false },
            act => act.command().ok_or_else(only_master)?,
        };
        table.may(&command).map_err(|wrong| Denied::Forbidden(wrong.to_string()))
    }

    fn carry_out(&mut self, who: Who, act: &Act) -> Result<usize, Denied> {
        if let Act::AskAll(all) = act
            && let Err(error) = self.seats.set_ask_all(*all)
        {
            return Err(Denied::refused(format!("that cannot be kept: {error}")));
        }
        if let Some(done) = self.aside(who, act) {
            return done;
        }
        let table = self.table(who);
        let done = match act {
            Act::Decide(choices) => table.decide(choices),
            Act::AskAll(all) => table.ask_all(*all).map(|()| 1),
            act => act.command().map_or(Ok(()), |command| table.act(command)).map(|()| 1),
        };
        let done = done.map_err(Denied::refused)?;
        self.throw_for_seats().map(|()| done)
    }

    /// The seats, as the game master sees them.
    pub(crate) fn seats(&mut self, who: Who) -> Result<Value, Denied> {
        self.only_master(who)?;
        let one = |seat: &Sitting| {
            let windows = self.windows(seat);
            let (name, kind, figures, links) = (&seat.name, seat.kind, &seat.figures, seat.links());
            let throws = seat.throws;
            json!({ "name": name, "kind": kind, "figures": figures, "links": links, "windows": windows, "throws": throws })
        };
        let all: Vec<Value> = self.seats.all().iter().map(one).collect();
        let is_typed = matches!(self.table.terms().dice, DiceFrom::Typed | DiceFrom::TypedOwn);
        Ok(json!({ "seats": all, "addresses": self.way.all(), "code": self.code(), "typed": is_typed }))
    }

    /// A link to a seat, besides those that it has.
    pub(crate) fn one_more_key(&mut self, name: &str, kind: Kind) -> Result<String, Denied> {
        let key = self.seats.let_in(name, kind, &[]);
        key.map(|key| self.way.link(&key))
            .map_err(|error| Denied::refused(format!("the seats cannot be written: {error}")))
    }

    /// The table as the evening's start lists it.
    pub(crate) fn in_short(&mut self) -> Value {
        let here = self.seats.all().iter().filter(|seat| self.windows(seat) > 0);
        let mut there: Vec<String> = here.map(|seat| seat.name.clone()).collect();
        there.sort();
        let file = self.save.path().file_name().map(|name| name.to_string_lossy().into_owned());
        self.table.sit("", Seat::GameMaster);
        let view = self.table.view();
        let over = matches!(view.wanted, Some(Wanted::Nothing { .. }));
        let (round, asked) = (view.round, view.asked);
        json!({ "title": view.title, "ruleset": view.ruleset, "round": round, "asked": asked, "over": over, "file": file, "there": there })
    }

    /// Changes the seats; tells the link where there is a new one.
    pub(crate) fn change_seats(&mut self, key: &KeyHash, act: SeatAct) -> Result<Value, Denied> {
        let who = self.asks(key)?;
        self.only_master(who)?;
        let failed = |error: std::io::Error| Denied::refused(format!("the seats cannot be written: {error}"));
        let answer = match act {
            SeatAct::Make { name, kind, figures } => {
                let key = self.make_seat(who, &name, kind, figures)?;
                self.invitation(name.trim(), &key)
            }
            SeatAct::Reissue { name } => {
                let at = self.seat_named(&name)?;
                let Sitting { name, kind, figures, .. } = self.sitting(at).clone();
                // Whoever asks stays.
                self.seats.forget_keys(at, key).map_err(failed)?;
                let key = self.seats.let_in(&name, kind, &figures).map_err(failed)?;
                self.invitation(&name, &key)
            }
            SeatAct::Revoke { name } => {
                let at = self.seat_named(&name)?;
                if at == who {
                    return Err(Denied::refused("that seat is yours".to_owned()));
                }
                self.seats.remove(at).map_err(failed)?;
                self.memories.remove(&name);
                json!({})
            }
            SeatAct::Figures { name, figures } => {
                let at = self.seat_named(&name)?;
                let figures = self.named(who, figures, self.sitting(at).kind)?;
                self.seats.set_figures(at, figures).map_err(failed)?;
                self.memory(at).reader.begin_anew();
                json!({})
            }
        };
        // Everybody looks whether it is still so.
        self.tell();
        Ok(answer)
    }

    /// Makes a seat; tells its key.
    fn make_seat(&mut self, who: Who, name: &str, kind: Kind, figures: Vec<String>) -> Result<String, Denied> {
        let name = name.trim();
        if name.is_empty() || name.chars().count() > MOST_NAME || name.chars().any(char::is_control) {
            return Err(Denied::refused(format!("a seat has a name of 1 to {MOST_NAME} letters")));
        }
        if self.seats.all().iter().any(|seat| seat.name.eq_ignore_ascii_case(name)) {
            return Err(Denied::refused(format!("there is a seat `{name}` already")));
        }
        if self.seats.all().len() >= MOST_SEATS {
            return Err(Denied::refused(format!("there are {MOST_SEATS} seats already")));
        }
        let figures = self.named(who, figures, kind)?;
        let key = self.seats.let_in(name, kind, &figures);
        key.map_err(|error| Denied::refused(format!("the seats cannot be written: {error}")))
    }

    /// Tells everybody that something is otherwise.
    fn tell(&mut self) {
        self.news.send_modify(|news| news.number += 1);
    }

    /// A link and its code.
    fn invitation(&self, name: &str, key: &str) -> Value {
        let link = self.way.link(key);
        json!({ "name": name, "link": link, "qr": picture(&link) })
    }

    fn seat_named(&self, name: &str) -> Result<Who, Denied> {
        let found = self.seats.all().iter().position(|seat| seat.name == name);
        found.ok_or_else(|| Denied::Missing(format!("there is no seat `{name}`")))
    }

    /// The full names of combatants whom a seat is to play.
    fn named(&mut self, who: Who, figures: Vec<String>, kind: Kind) -> Result<Vec<String>, Denied> {
        if kind != Kind::Player && !figures.is_empty() {
            return Err(Denied::refused("only players have figures".to_owned()));
        }
        let (all, table) = (self.table.standing(), self.table(who));
        let one = |name: String| match table.find(&name) {
            Ok(found) if all[found].by_hand => Ok(all[found].name.clone()),
            Ok(found) => Err(Denied::refused(format!("the program plays {}", all[found].name))),
            Err(wrong) => Err(Denied::refused(wrong)),
        };
        figures.into_iter().map(one).collect()
    }

    /// Saves what is new, then tells it. Where it cannot be saved the table stands still: nobody is told what may be
    /// lost.
    fn keep(&mut self) -> Result<(), Denied> {
        if self.told == Some(self.revision()) {
            return Ok(());
        }
        let written = self.table.written();
        match self.save.write(written) {
            Ok(None) => {}
            Ok(Some(restored)) => {
                let moved = self.seats.move_to(&restored.path);
                let unmoved = moved.err().map_or(String::new(), |error| format!(" Its seats are not: {error}."));
                self.asides.restored = Some(format!("{restored}{unmoved}"));
            }
            Err(error) => {
                let path = self.save.path().display();
                return Err(self.stop(format!("{path} cannot be written ({error}): what was told up to here is saved")));
            }
        }
        self.record.read_on(written);
        if self.copied.elapsed() >= BETWEEN_COPIES {
            self.copy();
        }
        self.told = Some(self.revision());
        self.tell();
        Ok(())
    }

    /// Writes a copy of the log beside it. What goes wrong with it is told to the game master: the fight itself is saved.
    fn copy(&mut self) {
        self.copied = Instant::now();
        let (path, new) =
            (self.save.path().with_extension("backup.jsonl"), self.save.path().with_extension("backup.new"));
        let text: String = self.table.written().iter().map(|line| format!("{line}\n")).collect();
        // The one that is there is only given up for one that is on the disk.
        let written = fs::File::create(&new).and_then(|mut file| {
            file.write_all(text.as_bytes())?;
            file.sync_all()
        });
        let done = written.and_then(|()| fs::rename(&new, &path));
        self.asides.unsaved = done.err().map(|error| format!("{} cannot be written: {error}", path.display()));
    }

    /// Lets the table stand still.
    fn stop(&mut self, why: String) -> Denied {
        self.news.send_modify(|news| news.closed = Some(why.as_str().into()));
        self.stopped = Some(why.clone());
        Denied::Stopped(why)
    }

    /// Closes the table for good.
    pub(crate) fn close(&mut self) {
        // What is wrong with the file is of no use to anybody any more, but for a new one that holds the fight.
        let _ = self.save.write(self.table.written()).map(|new| new.map(|new| self.seats.move_to(&new.path)));
        self.copy();
        self.stop("the table is closed: the fight is saved".to_owned());
    }

    /// Something went wrong in the program itself: where it was about to change the fight, it goes no further.
    pub(crate) fn broke(&mut self) -> Denied {
        if !std::mem::take(&mut self.busy) {
            return Denied::Broken;
        }
        let path = self.save.path().display();
        self.stop(format!("the program made a mistake; start it again with `--resume {path}`: what was told is saved"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::desk;
    use std::fs::OpenOptions;

    fn note(revision: u64, id: &str) -> Request {
        Request { revision, id: id.to_owned(), command: Act::Note(id.to_owned()) }
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn a_table_that_cannot_be_saved_stands_still_and_says_why() {
        let folder = tempfile::tempdir().unwrap();
        let (mut desk, keys) = desk(folder.path(), "duel");
        let news = desk.news();
        let revision = desk.revision();
        assert!(desk.act(&keys.master, note(revision, "a")).is_ok());
        desk.save = Save::new("/dev/full", OpenOptions::new().write(true).open("/dev/full").unwrap());
        let told = news.borrow().number;
        let stopped = desk.act(&keys.master, note(revision + 1, "b"));
        assert!(
            matches!(&stopped, Err(Denied::Stopped(why)) if why.contains("/dev/full cannot be written")),
            "{stopped:?}"
        );
        // Nobody is told what is not saved, and nobody goes on with it.
        assert_eq!(news.borrow().number, told);
        assert!(news.borrow().closed.is_some());
        assert_eq!(desk.act(&keys.master, note(revision + 1, "c")), stopped);
        assert_eq!(desk.who(&keys.master).map(|_| ()), stopped.map(|_| ()));
    }

    #[test]
    fn a_fight_whose_file_was_replaced_is_saved_anew_with_its_seats() {
        let folder = tempfile::tempdir().unwrap();
        let (mut desk, keys) = desk(folder.path(), "duel");
        let (save, revision) = (desk.save.path().to_owned(), desk.revision());
        fs::remove_file(&save).and_then(|()| fs::write(&save, "mine")).unwrap();
        assert!(desk.act(&keys.master, note(revision, "a")).is_ok());
        let path = desk.save.path().to_owned();
        let master = desk.who(&keys.master).unwrap();
        let told = desk.asides_for(master)["restored"].as_str().unwrap_or_default().to_owned();
        assert!(path != save && told.contains(&path.display().to_string()), "{told}");
        assert_eq!(fs::read_to_string(&save).unwrap(), "mine");
        let log = fs::read_to_string(&path).unwrap();
        assert!(log.lines().eq(desk.table.written().iter().map(String::as_str)), "{log}");
        assert_eq!(fs::read(Seats::path_of(&path)).unwrap(), fs::read(Seats::path_of(&save)).unwrap());
    }

    #[test]
    fn what_is_too_much_is_refused_and_passes() {
        let folder = tempfile::tempdir().unwrap();
        let (mut desk, keys) = desk(folder.path(), "duel");
        desk.limits = Limits { acts: (1000.0, 2.0), questions: (1000.0, 2.0) };
        assert!(desk.asks(&keys.master).is_ok() && desk.asks(&keys.master).is_ok());
        assert_eq!(desk.asks(&keys.master), Err(Denied::TooMuch));
        assert!(desk.asks(&keys.spectator).is_ok(), "each seat has its own limits");
        std::thread::sleep(std::time::Duration::from_millis(20));
        assert!(desk.asks(&keys.master).is_ok());
        let windows: Vec<Window> = (0..MOST_WINDOWS).map(|_| desk.window(0).ok().unwrap()).collect();
        assert!(desk.window(0).is_err());
        drop(windows);
        assert!(desk.window(0).is_ok());
    }

    #[test]
    fn a_copy_of_the_log_is_made_every_ten_minutes_and_at_the_end() {
        let folder = tempfile::tempdir().unwrap();
        let (mut desk, keys) = desk(folder.path(), "duel");
        let read = |name: &str| std::fs::read_to_string(folder.path().join(name));
        let revision = desk.revision();
        assert!(desk.act(&keys.master, note(revision, "a")).is_ok());
        assert!(read("fight.save.backup.jsonl").is_err(), "it is too early");
        let Some(before) = Instant::now().checked_sub(BETWEEN_COPIES) else { return };
        desk.copied = before;
        assert!(desk.act(&keys.master, note(revision + 1, "b")).is_ok());
        assert_eq!(read("fight.save.backup.jsonl").unwrap(), read("fight.save.jsonl").unwrap());
        assert!(desk.act(&keys.master, note(revision + 2, "c")).is_ok());
        assert_ne!(read("fight.save.backup.jsonl").unwrap(), read("fight.save.jsonl").unwrap());
        desk.close();
        assert_eq!(read("fight.save.backup.jsonl").unwrap(), read("fight.save.jsonl").unwrap());
    }

    #[test]
    fn the_record_holds_the_lines_that_the_table_holds() {
        let folder = tempfile::tempdir().unwrap();
        let (mut desk, keys) = desk(folder.path(), "bridge");
        desk.limits.acts = (1e9, 1e9);
        let (mut undone, mut reader) = (0, (0, Vec::<Value>::new()));
        let commands = if cfg!(debug_assertions) { 50 } else { 120u64 };
        for at in 0..commands {
            let command = match at % 7 {
                3 => Act::Undo(true),
                5 => Act::Note("so it is".to_owned()),
                6 if at % 2 == 0 => Act::Void { line: None },
                _ => Act::Say("1".to_owned()),
            };
            undone += u64::from(command == Act::Undo(true));
            let request = Request { revision: desk.revision(), id: at.to_string(), command };
            if let Err(denied) = desk.act(&keys.master, request) {
                assert!(matches!(denied, Denied::Refused(_)), "{denied:?}");
            }
            // Whoever reads on knows the same as whoever reads all.
            let number = |line: &Value| line["line"].as_u64().unwrap();
            let mut read = |from: u64| desk.log(0, from);
            let (all, new) = (read(0), read(reader.0));
            if new["reset"] == true {
                reader.1.clear();
            }
            reader.1.extend(new["lines"].as_array().unwrap().iter().cloned());
            reader.0 = new["next"].as_u64().unwrap();
            assert_eq!(&reader.1, all["lines"].as_array().unwrap());
            let said = |line: &&Value| line["is"] == "note" || line["is"] == "withdrawn";
            let held: Vec<u64> = reader.1.iter().filter(|line| !said(line)).map(number).collect();
            // The head stands in the file alone.
            let table: Vec<u64> = desk.table.lines().iter().map(|line| line.line).filter(|&line| line != 0).collect();
            assert_eq!(held[1..], table, "after command {at}");
        }
        assert!(undone * 12 > commands && desk.table.lines().len() as u64 * 3 > commands);
    }
}
