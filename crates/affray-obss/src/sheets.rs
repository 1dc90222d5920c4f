//! Sheets that come with the program: the fighters of the ledger's examples, with the sample gear (`OB-R58`) and
//! the sample spells (`OB-325`).

use affray_core::sheets::Shelf;

/// The stock sheets.
pub const SHEETS: Shelf = affray_core::shelf![
    "sheets":"arn", "bel", "cor", "dag", "eli", "fen", "gik", "guard", "horse", "javelin"
];
