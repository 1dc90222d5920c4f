//! What the rulesets of the 3d6 family share: `dfrpg`, `gurps4` and `graded`.
//!
//! Plain functions and small types, without a state of their own. Nothing in here knows which ruleset it
//! serves: what differs comes as an argument, and where a procedure differs there are two functions.
//! Ledger ids stay with the rulesets: a function that has a roll made or a score explained is given them,
//! and a ruleset says beside its own use of a function which of its rules that carries out.
//!
//! | subject | module |
//! | --- | --- |
//! | success rolls of 3d6, quick and regular contests | [`check`] |
//! | speed, lift, load, damage by ST, the score of a defense | [`attributes`] |
//! | damage, its types, what they do to a wound | [`damage`] |
//! | parts of the body, what cripples them | [`location`] |
//! | the table of speed and range | [`ranged`] |
//! | what a hex costs, the last facing of a move | [`movement`] |
//! | the small texts of sheets: damage, reach, range | [`text`] |
//! | chances and expected wounds, for opponents | [`chance`] |

pub mod attributes;
pub mod chance;
pub mod check;
pub mod damage;
pub mod location;
pub mod movement;
pub mod ranged;
pub mod text;
