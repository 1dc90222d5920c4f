//! Sheets that come with the program: the cast of the ledger's examples, and people to fill an encounter with.

use affray_core::sheets::Shelf;

/// The stock sheets.
pub const SHEETS: Shelf = affray_core::shelf![
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
