//! Sheets that come with the program: the fighters of the ledger's examples, and people and
//! creatures to fill an encounter with.

use affray_files::sheets::Shelf;

/// The stock sheets.
pub const SHEETS: Shelf = affray_files::shelf![
    "sheets":
    "arn",
    "bo",
    "cyn",
    "dag",
    "ogre",
    "orc",
    "archer",
    "bandit",
    "bear",
    "crossbowman",
    "cultist",
    "gargoyle",
    "giant-spider",
    "goblin",
    "guard",
    "hobgoblin",
    "knight",
    "peasant",
    "skeleton",
    "spearman",
    "swashbuckler",
    "troll",
    "wizard",
    "wolf",

];
