//! A fight at a table: what its files hold, what is told, inputs, undo, log and replay; and what faces know of a
//! ruleset.
//!
//! | module | holds |
//! | --- | --- |
//! | [`ruleset`] | [`Rules`](ruleset::Rules): a game as it is told to people |
//! | [`mod@battle`] | a battle as the rules see it: `Scene` and `Fight` |
//! | [`encounter`] | what is read and judged alike of all encounter files |
//! | [`choices`] | the one form of a choice in cases, logs and words |
//! | [`scenario`] | encounters that were read |
//! | [`position`] | [`Position`](position::Position): a moment of a fight as a value, plans, movements, odds, lines of words |
//! | [`names`], [`narrate`] | names that are looked up, words that are the same in every game |
//! | [`mod@said`] | words that stand at the declaration of a value |
//! | [`orders`] | what opponents are told to do |
//! | [`reference`](mod@reference) | what a ledger says, searches in it |
//! | [`muster`] | who joins a fight that goes on, and who leaves it |
//! | [`typed`] | lines that people type at a table |
//! | [`variants`] | values of an encounter that are others than in its file |
//! | [`catalog`] | rulesets and encounters behind object-safe traits, for faces |
//!
//! The session itself stands here: [`Session`], the [`Table`] as which faces know it, and the [`LogLine`]s of its log.
//!
//! Absent: any one game, cases and odds, threads, terminals.

pub mod battle;
pub mod catalog;
pub mod choices;
pub mod cunning;
pub mod encounter;
pub mod groups;
pub mod muster;
pub mod names;
pub mod narrate;
pub mod orders;
pub mod position;
pub mod preferences;
pub mod reference;
pub mod ruleset;
pub mod said;
mod save;
pub mod scenario;
pub mod secrets;
mod session;
pub mod sorting;
pub mod typed;
pub mod variants;

pub use save::{Restored, Save, free_file};
pub use session::{
    AreaView, CombatantView, Command, Decider, DiceFrom, Difference, FigureView, GroundView, Header, LOG_VERSION,
    LogEntry, LogLine, LoggedRoll, LoggedText, LyingView, MapView, Measure, OddsFor, Offer, PROGRAM_VERSION, Pause,
    Place, Plan, PointsView, Reachable, Refused, RollFrom, Seat, Session, Spent, Table, TallyKind, TallyLine, Terms,
    ThreatView, TurnInfo, TurnView, View, Wanted, Way, Withdrawal, Withdrawn, read_header,
};
