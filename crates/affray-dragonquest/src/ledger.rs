//! The ledger of this ruleset, `rules.md`, as the program's reference.
//!
//! The table is made by the build script, together with the places in code and the cases that
//! cite each id. Code cites an id with `rule!`.

affray_session::ledger!();
