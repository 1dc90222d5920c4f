//! Encounters that come with the program.

use affray_files::sheets::Shelf;

/// An encounter to start from, with a comment on every key.
pub const STARTER: &str = include_str!("../content/starter.toml");

/// Encounters to fight at once.
pub const ENCOUNTERS: Shelf = affray_files::shelf![
    "content/encounters": "graded-duel", "same-duel-graded", "bow-and-blade", "the-ford-graded", "alley-brawl",
    "the-watchtower"
];
