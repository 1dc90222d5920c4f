//! The tables of a server, each by its id, with which the keys of its links begin; and the page of the evening's start.

use crate::desk::{Allowance, Denied, Desk};
use crate::links::Way;
use crate::owner::Owner;
use crate::seats::{KeyHash, Kind, Seats};
use crate::server::{Link, Player};
use crate::start::{START, Start};
use affray_session::{Save, Table};
use std::collections::{BTreeMap, HashMap};
use std::io;
use std::net::IpAddr;
use std::num::NonZero;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use std::thread::{JoinHandle, available_parallelism};
use tokio::sync::Semaphore;

/// Tables at a time.
const MOST_TABLES: usize = 128;

/// How often somebody may knock, in a second and at once, and how often all together: nobody guesses a code, and nobody keeps
/// others from the door.
const KNOCKS: (f64, f64) = (0.1, 6.0);
const ALL_KNOCKS: (f64, f64) = (2.0, 120.0);

/// Addresses that are remembered.
const MOST_ADDRESSES: usize = 256;

/// What the game master's seat is called, and that of those who look on.
pub(crate) const MASTER: &str = "Game master";
const SPECTATORS: &str = "Spectators";

/// A table in its thread.
struct Hosted {
    owner: Owner,
    thread: JoinHandle<()>,
}

/// The way to all tables.
#[derive(Clone)]
pub(crate) struct Hall(Arc<Inner>);

struct Inner {
    way: Way,
    tables: RwLock<BTreeMap<String, Hosted>>,
    /// The evening's start, with the hash of its key.
    start: Option<(KeyHash, Mutex<Start>)>,
    /// Of all, and of each address.
    knocks: Mutex<(Allowance, HashMap<IpAddr, Allowance>)>,
    /// Places for those who think about a moment: odds, plans, suggestions.
    thinkers: Arc<Semaphore>,
}

/// The seats of a table that is to be hosted.
#[derive(Debug, Clone, Default)]
pub(crate) struct Places {
    pub(crate) ask_all: bool,
    pub(crate) goes_on: bool,
    pub(crate) players: Vec<Player>,
}

impl Hall {
    /// A hall without tables.
    pub(crate) fn new(way: Way, start: Option<(KeyHash, Start)>) -> Self {
        Self(Arc::new(Inner {
            way,
            tables: RwLock::default(),
            start: start.map(|(key, start)| (key, Mutex::new(start))),
            knocks: Mutex::new((Allowance::full(ALL_KNOCKS), HashMap::new())),
            thinkers: Arc::new(Semaphore::new(available_parallelism().map_or(1, NonZero::get))),
        }))
    }

    /// Places for those who think about a moment, one for each processor.
    pub(crate) fn thinkers(&self) -> Arc<Semaphore> {
        Arc::clone(&self.0.thinkers)
    }

    pub(crate) fn way(&self) -> &Way {
        &self.0.way
    }

    fn tables(&self) -> RwLockReadGuard<'_, BTreeMap<String, Hosted>> {
        self.0.tables.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn tables_mut(&self) -> RwLockWriteGuard<'_, BTreeMap<String, Hosted>> {
        self.0.tables.write().unwrap_or_else(PoisonError::into_inner)
    }

    /// The table of an id.
    pub(crate) fn table(&self, id: &str) -> Result<Owner, Denied> {
        self.tables().get(id).map(|one| one.owner.clone()).ok_or(Denied::Stranger)
    }

    /// All tables, with their ids.
    pub(crate) fn all(&self) -> Vec<(String, Owner)> {
        self.tables().iter().map(|(id, one)| (id.clone(), one.owner.clone())).collect()
    }

    /// Whether somebody at an address may try a code now.
    pub(crate) fn may_knock(&self, from: IpAddr) -> Result<(), Denied> {
        let mut knocks = self.0.knocks.lock().unwrap_or_else(PoisonError::into_inner);
        let (all, each) = &mut *knocks;
        if each.len() >= MOST_ADDRESSES && !each.contains_key(&from) {
            // So many that knocked say nothing of one more: all together are held back.
            each.clear();
        }
        each.entry(from).or_insert_with(|| Allowance::full(KNOCKS)).take(KNOCKS)?;
        all.take(ALL_KNOCKS)
    }

    /// Whether a key is that of the evening's start.
    pub(crate) fn opens_start(&self, key: &KeyHash) -> bool {
        self.0.start.as_ref().is_some_and(|(known, _)| known == key)
    }

    /// The evening's start, if there is one.
    pub(crate) fn start(&self) -> Option<MutexGuard<'_, Start>> {
        // Files and tables are whole after a panic as well: each is made before it is put in its place.
        self.0.start.as_ref().map(|(_, start)| start.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Hosts a table: its id, and the links to its seats. Of a new fight that cannot be hosted no file is left.
    pub(crate) fn host(
        &self,
        table: Box<dyn Table + Send>,
        save: Save,
        places: &Places,
    ) -> io::Result<(String, Vec<Link>)> {
        let path = save.path().to_owned();
        let hosted = self.seat(table, save, places);
        if hosted.is_err() && !places.goes_on {
            for file in [Seats::path_of(&path), path].iter().filter(|file| file.is_file()) {
                let _ = std::fs::remove_file(file);
            }
        }
        hosted
    }

    fn seat(&self, table: Box<dyn Table + Send>, save: Save, places: &Places) -> io::Result<(String, Vec<Link>)> {
        let mut seats = Seats::of(save.path(), places.goes_on)?;
        let id = seats.table().to_owned();
        let mut keys = Vec::new();
        for (name, kind) in [(MASTER, Kind::Master), (SPECTATORS, Kind::Spectator)] {
            keys.push((name.to_owned(), seats.let_in(name, kind, &[])?));
        }
        for player in &places.players {
            let mut figures = Vec::new();
            for figure in &player.figures {
                let found = table.find(figure).map_err(io::Error::other)?;
                figures.push(table.standing()[found].name.clone());
            }
            keys.push((player.name.clone(), seats.let_in(&player.name, Kind::Player, &figures)?));
        }
        if places.ask_all || !places.goes_on {
            seats.set_ask_all(places.ask_all)?;
        }
        let links = keys.into_iter().map(|(seat, key)| Link { seat, link: self.0.way.link(&key) }).collect();
        let desk = Desk::new(table, save, seats, self.0.way.clone()).map_err(io::Error::other)?;
        self.open(id.clone(), desk)?;
        Ok((id, links))
    }

    /// Gives a table its place and its thread.
    pub(crate) fn open(&self, id: String, desk: Desk) -> io::Result<()> {
        let mut tables = self.tables_mut();
        if tables.len() >= MOST_TABLES {
            return Err(io::Error::other(format!("{MOST_TABLES} tables are open: close one")));
        }
        if id == START || tables.contains_key(&id) {
            return Err(io::Error::other("a table with these seats is open already: close it first".to_owned()));
        }
        let (owner, thread) = Owner::of(desk)?;
        tables.insert(id, Hosted { owner, thread });
        Ok(())
    }

    /// Closes a table; its fight is saved.
    pub(crate) async fn close(&self, id: &str) -> Result<(), Denied> {
        let hosted = self.tables_mut().remove(id);
        let Some(Hosted { owner, .. }) = hosted else {
            return Err(Denied::Missing("there is no such table".to_owned()));
        };
        owner
            .ask(|desk| {
                desk.close();
                Ok(())
            })
            .await
    }

    /// Waits until the threads of all tables have ended; whether each ended well.
    pub(crate) fn end(&self) -> bool {
        let all = std::mem::take(&mut *self.tables_mut());
        let mut well = true;
        for Hosted { owner, thread } in all.into_values() {
            drop(owner);
            well &= thread.join().is_ok();
        }
        well
    }
}
