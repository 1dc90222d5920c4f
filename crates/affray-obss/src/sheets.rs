//! Sheets that come with the program: the fighters of the ledger's examples, with the sample gear (`OB-R58`) and
//! the sample spells (`OB-325`).

use affray_files::sheets::Shelf;

/// The stock sheets.
pub const SHEETS: Shelf = affray_files::shelf![
    "sheets":"arn", "bel", "cor", "dag", "eli", "fen", "gik", "guard", "horse", "javelin"
];
