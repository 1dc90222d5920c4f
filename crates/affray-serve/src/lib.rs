//! A fight at a table in the browser: a server for one evening, on the laptop of whoever leads it.
//!
//! | module | holds |
//! | --- | --- |
//! | `desk` | the table as each seat may see it and act at it; nothing else touches the table |
//! | `act` | what is done, as it comes over the wire |
//! | `owner` | the thread to which a table belongs |
//! | `hall` | all tables, each by its id |
//! | `start`, `draft` | the evening's start: what can be fought, what is put together, what is begun |
//! | `record` | which lines of the log are read on |
//! | `seats` | who sits there, and by which links |
//! | `http`, `socket`, `guard` | what can be asked, what is told, what every request has to keep to |
//! | `links`, `addresses` | links, their codes, where they lead |
//! | `assets` | the files of the page |
//! | `server` | listening, and leaving in good order |
//!
//! `docs/serve.md` describes what goes over the wire. Async stays in this crate.

mod act;
mod addresses;
mod assets;
mod bring;
mod desk;
mod draft;
mod guard;
mod hall;
mod http;
mod links;
mod owner;
mod record;
mod seats;
mod server;
mod socket;
mod start;

#[cfg(test)]
mod tests;

pub use links::code_as_text;
pub use server::{Hosted, Link, Player, Where, evening, host};
pub use start::{Fights, NotResumed, Wish};
