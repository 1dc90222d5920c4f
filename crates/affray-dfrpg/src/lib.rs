//! The dfrpg ruleset of Affray: tactical combat in the style of Dungeon Fantasy.
//!
//! Every rule is stated in this crate's ledger, `rules.md`, under an id; see [`ledger`].
//!
//! A moment of a fight as a value: what a line of words would do, its odds, and who wins from there on.
//!
//! ```
//! use affray_dfrpg::{Dfrpg, content::ENCOUNTERS};
//! use affray_files::{FileError, Source};
//! use affray_session::{position::Position, scenario::Scenario};
//! use std::sync::Arc;
//!
//! let source = Source::new("duel", ENCOUNTERS.get("duel").expect("it is shipped"));
//! let beside = |name: &str| Err(FileError::whole(name, "there is no such file"));
//! let (setup, start) = Scenario::<Dfrpg>::read(&source, &beside)?.into_parts();
//! // Dice and decisions are all asked for, here those of the whole fight.
//! let at = Position::<Dfrpg>::new(Arc::new(setup), start)?;
//! let refused = at.say("attack brand").expect_err("Sergeant Brand is three yards away");
//! assert_eq!(refused.rule.map(|rule| rule.to_string()).as_deref(), Some("DF-172"));
//! let walk = at.say("to brand")?;
//! let odds = at.odds(&walk)?;
//! assert!((odds.total - 1.0).abs() < 1e-12);
//! let there = at.plan(&walk).position;
//! assert_ne!(there, at);
//! let chance = there.win_chance(1, 10);
//! assert_eq!((chance.fights, chance.wins[0].0.as_str()), (10, "The garrison"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[macro_use(rule)]
extern crate affray_kernel;

pub mod body;
pub mod check;
pub mod decision;
pub mod derived;
pub mod event;
pub mod files;
pub mod grapple;
pub mod items;
pub mod judge;
pub mod magic;
pub mod movement;
pub mod odds;
pub mod policy;
pub mod scene;
pub mod sheet;
pub mod state;
pub mod strike;
pub mod symmetry;
pub mod turn;
pub mod words;

affray_session::texts! {
    sheets: "arn", "bo", "cyn", "dag", "ogre", "orc", "archer", "bandit", "bear", "crossbowman", "cultist", "gargoyle",
        "giant-spider", "goblin", "guard", "hobgoblin", "knight", "peasant", "skeleton", "spearman", "swashbuckler",
        "troll", "wizard", "wolf";
    encounters: "duel", "bridge", "archers-on-a-slope", "mage-and-escorts", "wrestler-and-swordsman", "troll",
        "four-against-four", "ford", "ambush", "same-duel-dfrpg";
    manuals: "encounters-dfrpg", "sheet-dfrpg", "cases-dfrpg"
}

/// The ruleset, as the readers of [`affray_kernel::referee`] know it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Dfrpg;

affray_prove::game!(Dfrpg, "dfrpg", "Dungeon Fantasy style tactical combat", policy::Tactician, canonicalize: symmetry::canonicalize, aftermath: aftermath);
