//! Sheets that come with the program: the fighters of the ledger's examples, and more to fill an encounter
//! with.

use affray_files::sheets::Shelf;

/// The stock sheets.
pub const SHEETS: Shelf = affray_files::shelf!["sheets": "ana", "bor", "cai", "dov", "ork", "gru"];
