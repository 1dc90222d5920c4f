//! What a seat is told of the fight: how everything is now, and the log, each by the seat's own numbers.

use super::{Desk, Shared, Who};
use crate::record::{Reader, Reading};
use serde_json::{Value, json};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

/// How everything was when a seat was told last.
#[derive(Debug, Clone)]
pub(super) struct Told {
    /// The number of the news by then.
    news: u64,
    pub(super) revision: u64,
    /// A hash of what the revision stands for: all but what passes beside the fight.
    of: u64,
    pub(super) message: Shared,
}

impl Desk {
    /// The number of the fight as a seat knows it, which moves only when something moves that the seat may know.
    pub(super) fn revision_for(&mut self, who: Who) -> u64 {
        self.told(who).revision
    }

    /// The message that tells a seat how everything is now.
    pub(crate) fn view(&mut self, who: Who) -> Shared {
        self.told(who).message
    }

    /// The log as a seat reads it, up to now.
    pub(super) fn reader(&mut self, who: Who) -> &Reader {
        // The seat sits down first: what it may read is the table's to say.
        self.table(who);
        let mut reader = std::mem::take(&mut self.memory(who).reader);
        reader.read_on(&self.record, &*self.table);
        let memory = self.memory(who);
        memory.reader = reader;
        &memory.reader
    }

    /// How everything is now, as a seat may know it.
    pub(super) fn told(&mut self, who: Who) -> Told {
        let (news, is_master) = (self.news.borrow().number, self.is_master(who));
        let before = self.memory(who).told.take();
        if let Some(told) = before.clone().filter(|told| told.news == news) {
            self.memory(who).told = before;
            return told;
        }
        let reader = self.reader(who);
        let (lines, turn) = (reader.next(), reader.turn());
        let mut view = self.table(who).view();
        view.revision = 0;
        if !is_master {
            view.turn = turn;
        }
        let mut message = json!({ "is": "view", "view": view, "lines": lines, "ask_all": self.seats.ask_all(),
            "odds": self.table.odds_for() });
        let of = match is_master {
            // The place in the log says it already.
            true => 0,
            false => {
                let mut hasher = DefaultHasher::new();
                message.to_string().hash(&mut hasher);
                hasher.finish()
            }
        };
        let revision = match (&before, is_master) {
            (_, true) => self.revision(),
            (Some(before), false) => before.revision + u64::from(before.of != of),
            (None, false) => self.begun,
        };
        message["revision"] = revision.into();
        message["view"]["revision"] = revision.into();
        message["asides"] = self.asides_for(who);
        let message = message.to_string();
        // Who knows all of it already can tell by its being the same.
        let message = match before {
            Some(before) if *before.message == *message => before.message,
            _ => message.into(),
        };
        let told = Told { news, revision, of, message };
        self.memory(who).told = Some(told.clone());
        told
    }

    /// The log from a line on.
    pub(crate) fn log(&mut self, who: Who, from: u64) -> Value {
        let revision = self.revision_for(who);
        self.reader(who);
        let reader = &self.memories[&self.seats.all()[who].name].reader;
        let Reading { lines, next, reset } = reader.reading(from, &*self.table);
        json!({ "revision": revision, "lines": lines, "next": next, "reset": reset })
    }
}
