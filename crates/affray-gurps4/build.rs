//! Turns the ledger into the table that `src/ledger.rs` includes.

fn main() -> std::process::ExitCode {
    affray_ledger::build::generate("rules.md", "src", "cases")
}
