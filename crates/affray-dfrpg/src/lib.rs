//! The dfrpg ruleset of Affray: tactical combat in the style of Dungeon Fantasy.
//!
//! Every rule is stated in this crate's ledger, `rules.md`, under an id; see [`ledger`].

#[macro_use(rule)]
extern crate affray_kernel;

pub mod body;
pub mod catalog;
pub mod check;
pub mod content;
pub mod decision;
pub mod derived;
pub mod event;
pub mod files;
pub mod grapple;
pub mod items;
pub mod judge;
pub mod ledger;
pub mod magic;
pub mod movement;
pub mod odds;
pub mod policy;
mod rolls;
pub mod scene;
pub mod sheet;
pub mod sheets;
pub mod state;
pub mod strike;
pub mod symmetry;
pub mod turn;
pub mod words;

/// The ruleset, as the readers of [`affray_kernel::referee`] know it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Dfrpg;

affray_prove::game!(Dfrpg, policy::Tactician, canonicalize: symmetry::canonicalize, aftermath: aftermath);
