//! Encounters that come with the program.

use affray_files::sheets::Shelf;

/// An encounter to start from, with a comment on every key.
pub const STARTER: &str = include_str!("../content/starter.toml");

/// Encounters to fight at once.
pub const ENCOUNTERS: Shelf = affray_files::shelf![
    "content/encounters":
    "duel",
    "bridge",
    "archers-on-a-slope",
    "mage-and-escorts",
    "wrestler-and-swordsman",
    "troll",
    "four-against-four",
    "ford",
    "ambush",
    "same-duel-dfrpg",
];
