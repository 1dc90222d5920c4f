//! What passes between seats beside the fight: who asks to take something back, a pause, a nudge, who knocks at the door, whose dice
//! fall on the table. The log knows nothing of it.

use super::{Act, Denied, Desk, MOST_NAME, Who};
use crate::seats::{KeyHash, Kind, Seats, Sitting, Wish};
use affray_session::{Command, DiceFrom, Wanted};
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::io;

/// The letters of a code: none that makes a word, or looks like another.
const LETTERS: &[u8] = b"BCDFGHJKLMNPQRSTVWXZ";

/// The length of a code.
const CODE: usize = 6;

/// Those who may wait at the door.
const MOST_KNOCKS: usize = 8;

/// Inputs that one request takes back, at the most.
const MOST_TAKEN_BACK: usize = 200;

/// Throws in a row without anybody doing anything.
const MOST_THROWS: usize = 1000;

/// Somebody who knocks.
#[derive(Debug)]
struct Knock {
    ticket: KeyHash,
    name: String,
    /// The key, once it is let in.
    key: Option<String>,
}

/// What passes beside the fight. A pause and what somebody wants to take back stand with the seats: they outlast a restart.
#[derive(Debug, Default)]
pub(super) struct Asides {
    /// How often each was nudged.
    nudges: HashMap<String, u64>,
    code: Option<String>,
    knocks: Vec<Knock>,
    /// Why no copy of the log could be made.
    pub(super) unsaved: Option<String>,
    /// Where the fight is saved since its file was removed or changed.
    pub(super) restored: Option<String>,
}

/// How somebody who knocked is answered.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) enum DoorAct {
    /// Makes a code, or a new one; or takes it away.
    Code(bool),
    /// Lets somebody in: to a seat that there is, or to a new one of its own name.
    Admit { name: String, seat: Option<String>, kind: Kind, figures: Vec<String> },
    /// Turns somebody away.
    TurnAway { name: String },
    /// Whether the program throws the dice of a seat, where dice are typed.
    Throws { name: String, throws: bool },
}

impl Desk {
    /// What a seat is told of it.
    pub(super) fn asides_for(&self, who: Who) -> Value {
        let (asides, sitting) = (&self.asides, self.sitting(who));
        let wishes: Vec<&str> = self.seats.wishes().iter().map(|one| one.seat.as_str()).collect();
        let knocks: Vec<&str> =
            asides.knocks.iter().filter(|one| one.key.is_none()).map(|one| one.name.as_str()).collect();
        let mut told = json!({ "paused": self.seats.is_paused() });
        if self.is_master(who) {
            told["wishes"] = json!(wishes);
            told["knocks"] = json!(knocks);
            told["unsaved"] = json!(asides.unsaved);
            told["restored"] = json!(asides.restored);
            let seat = |one: &Sitting| {
                let here = self.windows(one) > 0;
                json!({ "name": one.name, "kind": one.kind, "figures": one.figures, "here": here })
            };
            told["seats"] = self.seats.all().iter().map(seat).collect();
        } else {
            told["wishes"] = json!(wishes.contains(&sitting.name.as_str()));
            told["nudges"] = json!(sitting.figures.iter().filter_map(|one| asides.nudges.get(one)).sum::<u64>());
        }
        told
    }

    /// Why a seat has to wait, if the game master paused.
    pub(super) fn not_paused(&self, who: Who, act: &Act) -> Result<(), Denied> {
        let goes_on = self.is_master(who) || matches!(act, Act::Note(_) | Act::AskUndo(_));
        match self.seats.is_paused() && !goes_on {
            true => Err(Denied::Forbidden("the game master has paused the fight".to_owned())),
            false => Ok(()),
        }
    }

    /// Does what is beside the fight; nothing if it is something else.
    pub(super) fn aside(&mut self, who: Who, act: &Act) -> Option<Result<usize, Denied>> {
        let done = match act {
            Act::Pause(paused) => {
                self.only_master(who).and_then(|()| self.seats.set_paused(*paused).map_err(unwritten))
            }
            Act::Nudge(_) => self.nudge(who),
            Act::AskUndo(asks) => self.ask_undo(who, *asks),
            Act::GrantUndo { seat, grant } => self.grant_undo(who, seat, *grant),
            _ => return None,
        };
        self.told = None;
        Some(done.map(|()| 1))
    }

    fn nudge(&mut self, who: Who) -> Result<(), Denied> {
        self.only_master(who)?;
        let asked = self.table(who).view().asked;
        let asked = asked.ok_or_else(|| Denied::refused("nobody is asked anything".to_owned()))?;
        *self.asides.nudges.entry(asked).or_default() += 1;
        Ok(())
    }

    fn ask_undo(&mut self, who: Who, asks: bool) -> Result<(), Denied> {
        let seat = self.sitting(who).name.clone();
        if !asks {
            return self.seats.set_wish(&seat, None).map_err(unwritten);
        }
        if self.sitting(who).kind != Kind::Player {
            return Err(Denied::Forbidden("only players ask for that".to_owned()));
        }
        let last = self.table.lines().iter().rev().find(|line| line.seat.as_deref() == Some(&seat));
        let line = last.map(|line| line.line);
        let line =
            line.ok_or_else(|| Denied::refused("you have done nothing yet that could be taken back".to_owned()))?;
        self.seats.set_wish(&seat, Some(line)).map_err(unwritten)
    }

    /// Takes back what a seat did last, with all that came after it; its dice fall anew.
    fn grant_undo(&mut self, who: Who, seat: &str, grant: bool) -> Result<(), Denied> {
        self.only_master(who)?;
        let wish = self.seats.wishes().iter().find(|one| one.seat.eq_ignore_ascii_case(seat)).cloned();
        let Wish { seat, line } = wish.ok_or_else(|| Denied::Missing(format!("`{seat}` asks for nothing")))?;
        self.seats.set_wish(&seat, None).map_err(unwritten)?;
        for _ in 0..MOST_TAKEN_BACK {
            if !grant || self.table.lines().binary_search_by_key(&line, |one| one.line).is_err() {
                break;
            }
            self.table(who).act(Command::Undo).map_err(Denied::refused)?;
        }
        Ok(())
    }

    /// Throws the dice that are due for those seats that do not throw their own.
    pub(super) fn throw_for_seats(&mut self) -> Result<(), Denied> {
        if !matches!(self.table.terms().dice, DiceFrom::Typed | DiceFrom::TypedOwn) || self.seats.is_paused() {
            return Ok(());
        }
        for _ in 0..MOST_THROWS {
            let Wanted::Roll { who: roller, .. } = self.table.wanted() else { return Ok(()) };
            let all = self.seats.all();
            let of_player = all.iter().position(|seat| seat.kind == Kind::Player && seat.figures.contains(&roller));
            let seat = of_player.or_else(|| all.iter().position(|seat| seat.kind == Kind::Master));
            let Some(seat) = seat.filter(|&seat| all[seat].throws) else { return Ok(()) };
            self.table(seat).act(Command::Draw).map_err(Denied::refused)?;
        }
        Ok(())
    }

    /// The code of the table, for the game master.
    pub(super) fn code(&self) -> Option<&str> {
        self.asides.code.as_deref()
    }

    /// What the game master does at the door.
    pub(crate) fn door(&mut self, key: &KeyHash, act: DoorAct) -> Result<Value, Denied> {
        let who = self.asks(key)?;
        self.only_master(who)?;
        match act {
            DoorAct::Code(wanted) => {
                self.asides.code = if wanted { Some(new_code().map_err(unwritten)?) } else { None };
                self.asides.knocks.retain(|one| one.key.is_some());
            }
            DoorAct::Admit { name, seat, kind, figures } => {
                let at = self.knock_of(&name)?;
                let key = match seat {
                    Some(seat) => {
                        let known = self.seat_named(&seat)?;
                        if self.is_master(known) {
                            return Err(Denied::refused("that seat is the game master's".to_owned()));
                        }
                        let (kind, figures) = (self.sitting(known).kind, self.sitting(known).figures.clone());
                        self.seats.let_in(&seat, kind, &figures).map_err(unwritten)?
                    }
                    None => self.make_seat(who, &name, kind, figures)?,
                };
                self.asides.knocks[at].key = Some(key);
            }
            DoorAct::TurnAway { name } => {
                let at = self.knock_of(&name)?;
                self.asides.knocks.remove(at);
            }
            DoorAct::Throws { name, throws } => {
                let at = self.seat_named(&name)?;
                self.seats.set_throws(at, throws).map_err(unwritten)?;
                self.busy = true;
                let thrown = self.throw_for_seats();
                let kept = self.keep();
                self.busy = false;
                kept.and(thrown)?;
            }
        }
        self.tell();
        Ok(json!({ "code": self.asides.code }))
    }

    fn knock_of(&self, name: &str) -> Result<usize, Denied> {
        let found = self.asides.knocks.iter().position(|one| one.key.is_none() && one.name == name);
        found.ok_or_else(|| Denied::Missing(format!("`{name}` does not knock any more")))
    }

    /// Somebody knocks with a code and a name: a ticket with which to ask whether it is let in; nothing where the code is
    /// another table's.
    pub(crate) fn knock(&mut self, code: &str, name: &str) -> Result<Option<String>, Denied> {
        if self.asides.code.as_deref().is_none_or(|own| !own.eq_ignore_ascii_case(code)) {
            return Ok(None);
        }
        let name = name.trim();
        if name.is_empty() || name.chars().count() > MOST_NAME || name.chars().any(char::is_control) {
            return Err(Denied::refused(format!("say who you are, in 1 to {MOST_NAME} letters")));
        }
        self.asides.knocks.retain(|one| one.name != name || one.key.is_some());
        if self.asides.knocks.len() >= MOST_KNOCKS {
            return Err(Denied::refused("too many wait at the door: try again later".to_owned()));
        }
        let ticket = Seats::ticket(self.seats.table()).map_err(|error| Denied::refused(error.to_string()))?;
        self.asides.knocks.push(Knock { ticket: KeyHash::of(&ticket), name: name.to_owned(), key: None });
        self.tell();
        Ok(Some(ticket))
    }

    /// How it stands with somebody who knocked. The key is told once.
    pub(crate) fn is_let_in(&mut self, ticket: &KeyHash) -> Value {
        let knocks = &mut self.asides.knocks;
        let Some(at) = knocks.iter().position(|one| one.ticket == *ticket) else {
            return json!({ "is": "turned-away" });
        };
        match &knocks[at].key {
            None => json!({ "is": "waiting" }),
            Some(_) => json!({ "is": "in", "key": knocks.remove(at).key }),
        }
    }
}

fn unwritten(error: io::Error) -> Denied {
    Denied::refused(format!("the seats cannot be written: {error}"))
}

/// What a typed line means that is about what passes beside the fight: what buttons do, in words.
pub(super) fn in_words(line: &str) -> Option<Act> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let lower: Vec<String> = words.iter().map(|word| word.to_lowercase()).collect();
    Some(match *lower.iter().map(String::as_str).collect::<Vec<_>>() {
        ["pause"] => Act::Pause(true),
        ["go", "on"] => Act::Pause(false),
        ["nudge"] => Act::Nudge(true),
        ["ask", "undo"] => Act::AskUndo(true),
        ["grant" | "decline", _, ..] => Act::GrantUndo { seat: words[1..].join(" "), grant: lower[0] == "grant" },
        _ => return None,
    })
}

/// What of it can be typed, behind what can be typed at a terminal too.
pub(super) const IN_WORDS: &str = "\
At the table:
  pause | go on     players have to wait, or go on: for the game master
  nudge             reminds whoever is asked
  ask undo          asks the game master to take back what you did last
  grant | decline   takes back what somebody asks for, or does not: `grant anna`
  seats | export    seats and links; the log for others, or on paper
  replay            the fight from its beginning
";

fn new_code() -> io::Result<String> {
    let mut code = String::new();
    while code.len() < CODE {
        let mut byte = [0];
        getrandom::fill(&mut byte).map_err(|error| io::Error::other(error.to_string()))?;
        // Beyond the last multiple some letters would be likelier than others.
        if usize::from(byte[0]) < 256 / LETTERS.len() * LETTERS.len() {
            code.push(char::from(LETTERS[usize::from(byte[0]) % LETTERS.len()]));
        }
    }
    Ok(code)
}
