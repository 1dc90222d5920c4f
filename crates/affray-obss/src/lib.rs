//! The obss ruleset of Affray: fantasy combat with exploding dice, on squares.
//!
//! Every rule is stated in this crate's ledger, `rules.md`, under an id; see [`ledger`].
//!
//! # Where things are
//!
//! | module | sections of the ledger |
//! | --- | --- |
//! | [`dice`] | A: the open dice, checks, Trust to Luck |
//! | [`turn`] | B, C, M: initiative, rounds, activations, the budget of a round, acts in the middle of others' acts |
//! | [`movement`] | D, part of K, Q: steps, charges, reach, lines, threatened squares, mounts |
//! | [`strike`] | E to J: what an attack may be, its bonus, Defense, dice and damage; flanking; shots that go astray |
//! | [`action`] | K: stances, standing up, drawing and dropping, belt, backpack, potions |
//! | [`maneuver`] | L: the opposed check; disarm, trip, feint, bull rush, grapple, overrun |
//! | [`body`] | H, N, O, R: damage, conditions, the Confused, life and death, First Aid, time |
//! | [`magic`] | P: spells, saving throws |
//! | [`options`] | 1.2: the options of an encounter |
//!
//! The [`sheets`] are the fighters of the ledger's examples, with the sample gear (`OB-R58`) and the sample spells (`OB-325`).
//!
//! [`Scene`](scene::Scene) is a look at a battle: scores and judgments. [`Fight`](scene::Fight) is a battle
//! that goes on: a scene and a referee. [`judge`] finds the chapter that judges an answer. The README of the crate
//! shows the order of a turn and how rules are added.

#[macro_use(rule)]
extern crate affray_kernel;

pub mod action;
pub mod body;
pub mod decision;
pub mod dice;
pub mod event;
pub mod files;
pub mod judge;
pub mod magic;
pub mod maneuver;
pub mod movement;
pub mod odds;
pub mod options;
pub mod policy;
pub mod scene;
pub mod sheet;
pub mod state;
pub mod strike;
#[cfg(test)]
mod testing;
pub mod turn;
pub mod words;

affray_session::texts! {
    sheets: "arn", "bel", "cor", "dag", "eli", "fen", "gik", "guard", "horse", "javelin";
    encounters: "stone-and-mist", "spears-in-the-corridor", "ogre-hunt", "archers-on-the-wall", "guarded-caster";
    manuals: "encounters-obss", "sheet-obss", "cases-obss"
}

/// The ruleset, as the readers of [`affray_kernel::referee`] know it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Obss;

affray_prove::game!(Obss, "obss", "Fantasy combat with exploding dice, on squares", policy::Tactician, canonicalize: turn::canonicalize, aftermath: aftermath);
