//! Turns the ledger into the table that `src/lib.rs` includes.

fn main() -> std::process::ExitCode {
    affray_ledger::build::generate("rules.md", "src", "cases")
}
