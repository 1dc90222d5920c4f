//! Encounters that come with the program.

use affray_files::sheets::Shelf;

/// An encounter to start from, with a comment on every key.
pub const STARTER: &str = include_str!("../content/starter.toml");

/// Encounters to fight at once.
pub const ENCOUNTERS: Shelf = affray_files::shelf![
    "content/encounters": "axe-and-sword", "spears-and-swords", "cavalry", "the-serpent", "the-dragon", "arrows-and-bolts"
];
