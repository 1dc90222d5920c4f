//! The gurps4 ruleset of Affray: GURPS 4th edition style combat in seconds, with 3d6.
//!
//! Every rule is stated in this crate's ledger, `rules.md`, under an id; see [`ledger`]. What it shares with
//! the other rulesets of the 3d6 family stands in [`affray_3d6`].
//!
//! | part of the ledger | subject | module |
//! | --- | --- | --- |
//! | 1.1 to 1.3 | what never changes of a combatant | [`sheet`] |
//! | | what changes | [`state`] |
//! | 2.1 | success rolls and contests | [`check`] |
//! | 2.2 | attributes; what wounds and fatigue do to scores | [`derived`] |
//! | 2.3 | the order of turns and of a turn, stun, maneuvers | [`turn`] |
//! | 2.4, 2.5 | movement, steps, postures, jumps | [`movement`] |
//! | 2.6 | Ready, Aim, Concentrate, Feint, Wait | [`maneuver`] |
//! | 1.4, 2.6 to 2.9 | attacks: declaration, roll to hit, defense, optional forms | [`strike`] |
//! | 2.10, 2.11 | damage, knockback, injury, fatigue | [`body`] |
//! | 2.12 | surprise and initiative | [`surprise`] |
//! | `G4-R43` | grapples | [`grapple`] |
//! | `G4-R65` | others' things | [`borrowed`] |
//! | 4 | what is asked, and which answers are legal | [`decision`], [`judge`] |
//! | | encounters, sheets, cases and states as files spell them | [`files`] |
//! | | opponents | [`policy`] |
//! | | the words of a fight, what its odds are about | [`words`], [`odds`] |
//! | | the canonical form of a state between two turns | [`symmetry`] |
//!
//! How a turn runs: [`turn`] asks for the maneuver and composes it of [`steps`](scene::Fight::steps), a
//! [`movement`](scene::Fight::travel) and [`attacks`](scene::Fight::attack); one attack is carried out by
//! [`strike`](scene::Fight::strike). Others come in between at [`checkpoints`](scene::Fight::checkpoint).
//!
//! An *arm* is an item or a natural weapon, by its [`ItemId`](sheet::ItemId); a *mode* is a way to strike with one.

#[macro_use(rule)]
extern crate affray_kernel;

pub mod body;
pub mod borrowed;
pub mod check;
pub mod decision;
pub mod derived;
pub mod event;
pub mod files;
pub mod grapple;
pub mod judge;
pub mod maneuver;
pub mod movement;
pub mod odds;
pub mod policy;
pub mod scene;
pub mod sheet;
pub mod state;
pub mod strike;
pub mod surprise;
pub mod symmetry;
pub mod turn;
pub mod words;

affray_session::texts! {
    sheets: "ana", "bor", "cai", "dov", "ork", "gru";
    encounters: "sword-and-rapier", "axe-and-shield", "arrows-across-the-brook", "party-and-raiders", "the-brute",
        "same-duel-gurps4";
    manuals: "encounters-gurps4", "sheet-gurps4", "cases-gurps4"
}

/// The ruleset, as the readers of [`affray_kernel::referee`] know it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Gurps4;

affray_prove::game!(Gurps4, "gurps4", "GURPS 4th edition style combat in seconds, with 3d6", policy::Tactician, canonicalize: symmetry::canonicalize, aftermath: aftermath, consequences: body::injury::tell_consequences);
