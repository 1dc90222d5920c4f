//! Sheets that come with the program: the cast of the ledger's examples, and people to fill an encounter with.

use affray_files::sheets::Shelf;

/// The stock sheets.
pub const SHEETS: Shelf = affray_files::shelf![
    "sheets":
    "arn",
    "bryn",
    "cole",
    "dag",
    "fay",
    "gar",
    "dummy",
    "gerda",
    "ivo",
    "halberdier",
    "spearman",
    "raider",
    "crossbowman",
    "cutthroat",
    "wrestler",
    "captain",
    "hedge-mage"
];
