//! Sheets that come with the program: the fighters of the ledger's examples, and people and
//! creatures to fill an encounter with.

use affray_files::sheets::Shelf;

/// The stock sheets.
pub const SHEETS: Shelf = affray_files::shelf![
    "sheets":
    "aldric",
    "brakka",
    "cyra",
    "dorn",
    "elwin",
    "fenn",
    "garm",
    "hale",
    "ketil",
    "giant-rat",
    "wolf",
    "bear",
    "ogre",
    "giant-serpent",
    "young-dragon",
    "pony",
    "riding-horse",
    "warhorse",
    "rolf"
];
