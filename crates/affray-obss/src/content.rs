//! Encounters that come with the program.

use affray_files::sheets::Shelf;

/// An encounter to start from, with a comment on every key.
pub const STARTER: &str = include_str!("../content/starter.toml");

/// Encounters to fight at once.
pub const ENCOUNTERS: Shelf = affray_files::shelf![
    "content/encounters": "stone-and-mist", "spears-in-the-corridor", "ogre-hunt", "archers-on-the-wall", "guarded-caster"
];
