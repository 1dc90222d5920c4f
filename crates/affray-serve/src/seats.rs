//! Who sits at a table, and by which links: the file of seats beside the log.
//!
//! A link holds a key of 128 random bits. The file, which only its owner can read, holds the hashes of keys alone:
//! whoever gets hold of it can sit down nowhere. Logs are shared, so that keys never stand in them.

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

/// Links of a seat that are good at a time: each start of the server makes one more for the game master.
const MOST_KEYS: usize = 8;

/// What somebody may do at a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Kind {
    /// Everything.
    Master,
    /// Acts for its figures.
    Player,
    /// Looks on.
    Spectator,
    /// Looks on, on a screen for all.
    Screen,
}

/// A seat at a table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Sitting {
    /// What the others call it; no two seats have the same.
    pub(crate) name: String,
    pub(crate) kind: Kind,
    /// The names of the combatants that it plays.
    pub(crate) figures: Vec<String>,
    /// Where dice are typed: those of this seat are thrown by the program.
    #[serde(default)]
    pub(crate) throws: bool,
    /// The hashes of the keys that are good, the newest last.
    keys: Vec<String>,
}

impl Sitting {
    /// How many links of it are good.
    pub(crate) fn links(&self) -> usize {
        self.keys.len()
    }
}

/// A key as a request has it: the id of the table, a dot and a secret.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Key {
    /// The table to which it belongs.
    pub(crate) table: String,
    pub(crate) hash: KeyHash,
}

impl Key {
    pub(crate) fn of(text: &str) -> Self {
        let table = text.split_once('.').map_or("", |(table, _)| table);
        Self { table: table.to_owned(), hash: KeyHash::of(text) }
    }
}

/// The hash of a key, as requests are told apart by it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct KeyHash(String);

impl KeyHash {
    pub(crate) fn of(key: &str) -> Self {
        Self(hex(&Sha256::digest(key.as_bytes())))
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// So many random bytes in hexadecimal digits.
fn random<const BYTES: usize>() -> io::Result<String> {
    let mut bytes = [0; BYTES];
    getrandom::fill(&mut bytes).map_err(|error| io::Error::other(error.to_string()))?;
    Ok(hex(&bytes))
}

/// A new key of a table.
pub(crate) fn new_key(table: &str) -> io::Result<String> {
    Ok(format!("{table}.{}", random::<16>()?))
}

/// What the file of seats holds.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Kept {
    /// The id of the table.
    table: String,
    seats: Vec<Sitting>,
    /// Everything is asked, what nearly always has one sensible answer too.
    ask_all: bool,
    /// How often that was changed: a view after it is another one, although nothing stands in the log.
    changes: u64,
    /// Players have to wait.
    #[serde(default)]
    paused: bool,
    /// Who wants to take something back.
    #[serde(default)]
    wishes: Vec<Wish>,
}

/// Somebody who wants to take something back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Wish {
    /// The name of the seat.
    pub(crate) seat: String,
    /// The line of the log that it did last.
    pub(crate) line: u64,
}

/// The seats of a table.
#[derive(Debug)]
pub(crate) struct Seats {
    path: PathBuf,
    kept: Kept,
}

impl Seats {
    /// The file of seats of a log.
    pub(crate) fn path_of(log: &Path) -> PathBuf {
        log.with_extension("seats.json")
    }

    /// Those of a log that goes on, or none yet.
    pub(crate) fn of(log: &Path, goes_on: bool) -> io::Result<Self> {
        let path = Self::path_of(log);
        let mut kept = match fs::read(&path) {
            Ok(bytes) if goes_on => serde_json::from_slice(&bytes).map_err(|error| {
                io::Error::other(format!(
                    "{} cannot be read ({error}): remove it, and all get new links",
                    path.display()
                ))
            })?,
            Err(error) if goes_on && error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => Kept::default(),
        };
        if kept.table.is_empty() {
            kept.table = random::<4>()?;
        }
        Ok(Self { path, kept })
    }

    /// Keeps them beside another log from now on.
    pub(crate) fn move_to(&mut self, log: &Path) -> io::Result<()> {
        self.path = Self::path_of(log);
        self.write(&self.kept)
    }

    /// The id of the table.
    pub(crate) fn table(&self) -> &str {
        &self.kept.table
    }

    pub(crate) fn all(&self) -> &[Sitting] {
        &self.kept.seats
    }

    /// The seat to which a key belongs, by its place among all.
    pub(crate) fn find(&self, key: &KeyHash) -> Option<usize> {
        self.kept.seats.iter().position(|seat| seat.keys.contains(&key.0))
    }

    pub(crate) fn ask_all(&self) -> bool {
        self.kept.ask_all
    }

    pub(crate) fn changes(&self) -> u64 {
        self.kept.changes
    }

    pub(crate) fn is_paused(&self) -> bool {
        self.kept.paused
    }

    pub(crate) fn wishes(&self) -> &[Wish] {
        &self.kept.wishes
    }

    /// Has players wait, or go on.
    pub(crate) fn set_paused(&mut self, paused: bool) -> io::Result<()> {
        self.change(|kept| {
            kept.paused = paused;
            Ok(())
        })
    }

    /// Says what a seat wants to take back, or that it wants nothing any more.
    pub(crate) fn set_wish(&mut self, seat: &str, line: Option<u64>) -> io::Result<()> {
        self.change(|kept| {
            kept.wishes.retain(|one| one.seat != seat);
            kept.wishes.extend(line.map(|line| Wish { seat: seat.to_owned(), line }));
            Ok(())
        })
    }

    pub(crate) fn set_ask_all(&mut self, all: bool) -> io::Result<()> {
        self.change(|kept| {
            kept.changes += u64::from(kept.ask_all != all);
            kept.ask_all = all;
            Ok(())
        })
    }

    /// One more key for the seat of that name, which is made if there is none, and which plays those combatants then.
    pub(crate) fn let_in(&mut self, name: &str, kind: Kind, figures: &[String]) -> io::Result<String> {
        self.change(|kept| {
            let key = new_key(&kept.table)?;
            let known = kept.seats.iter().position(|seat| seat.name == name);
            let at = known.unwrap_or_else(|| {
                kept.seats.push(Sitting {
                    name: name.to_owned(),
                    kind,
                    figures: figures.to_vec(),
                    throws: false,
                    keys: Vec::new(),
                });
                kept.seats.len() - 1
            });
            if kept.seats[at].kind != kind {
                return Err(io::Error::other(format!("`{name}` is another seat's name already")));
            }
            kept.seats[at].figures = figures.to_vec();
            let keys = &mut kept.seats[at].keys;
            keys.push(KeyHash::of(&key).0);
            if keys.len() > MOST_KEYS {
                keys.remove(0);
            }
            Ok(key)
        })
    }

    /// Lets nobody in any more by the keys that a seat has so far, but for one.
    pub(crate) fn forget_keys(&mut self, at: usize, but: &KeyHash) -> io::Result<()> {
        self.change(|kept| {
            kept.seats[at].keys.retain(|key| *key == but.0);
            Ok(())
        })
    }

    /// Takes a seat away.
    pub(crate) fn remove(&mut self, at: usize) -> io::Result<()> {
        self.change(|kept| {
            let gone = kept.seats.remove(at);
            kept.wishes.retain(|one| one.seat != gone.name);
            Ok(())
        })
    }

    /// Says which combatants a seat plays.
    pub(crate) fn set_figures(&mut self, at: usize, figures: Vec<String>) -> io::Result<()> {
        self.change(|kept| {
            kept.seats[at].figures = figures;
            Ok(())
        })
    }

    /// Says whether the program throws the dice of a seat.
    pub(crate) fn set_throws(&mut self, at: usize, throws: bool) -> io::Result<()> {
        self.change(|kept| {
            kept.seats[at].throws = throws;
            Ok(())
        })
    }

    /// A ticket for somebody who waits at the door of a table.
    pub(crate) fn ticket(table: &str) -> io::Result<String> {
        new_key(table)
    }

    /// Changes what is kept; if it cannot be written, nothing has changed.
    fn change<T>(&mut self, change: impl FnOnce(&mut Kept) -> io::Result<T>) -> io::Result<T> {
        let mut kept = self.kept.clone();
        let done = change(&mut kept)?;
        self.write(&kept)?;
        self.kept = kept;
        Ok(done)
    }

    /// Writes the file anew beside the old one and puts it in its place, so that a crash leaves one of them.
    fn write(&self, kept: &Kept) -> io::Result<()> {
        let new = self.path.with_extension("json.new");
        let text = serde_json::to_string_pretty(kept).map_err(io::Error::other)? + "\n";
        // One that a crash left may be readable by others.
        match fs::remove_file(&new) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let mut file: File = options.open(&new)?;
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        fs::rename(&new, &self.path)?;
        // A link that was withdrawn stays so after a power cut.
        match self.path.parent() {
            #[cfg(unix)]
            Some(folder) => File::open(if folder.as_os_str().is_empty() { ".".as_ref() } else { folder })?.sync_all(),
            _ => Ok(()),
        }
    }
}
