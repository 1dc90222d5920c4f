//! The `affray` command.

fn main() {}
