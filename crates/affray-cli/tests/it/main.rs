//! The command as people and programs use it: what it prints where, and how it exits.

mod check;
mod import;
mod inputs;
mod odds;
mod output;
mod play;
mod readme;
mod reference;
mod schemas;
mod serve;
mod sim;
mod told;
mod usage;

use assert_cmd::Command;
use std::path::PathBuf;

/// What a command came to.
struct Ran {
    code: Option<i32>,
    out: String,
    err: String,
}

impl Ran {
    /// What it printed, as JSON.
    #[track_caller]
    fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error}: {}", self.out))
    }
}

/// Runs the command away from any terminal.
fn affray(args: &[&str]) -> Ran {
    affray_with(args, "")
}

/// Runs the command with something on its standard input.
fn affray_with(args: &[&str], input: &str) -> Ran {
    let mut command = Command::cargo_bin("affray").expect("it is built");
    let output = command.env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE").args(args).write_stdin(input).output();
    let output = output.expect("it runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("it prints UTF-8");
    Ran { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
}

/// A file of the project.
fn project(path: &str) -> String {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..");
    root.join(path).display().to_string()
}

/// A folder with these files, gone at the end.
fn folder(files: &[(&str, &str)]) -> (tempfile::TempDir, impl Fn(&str) -> String + use<>) {
    let folder = tempfile::tempdir().expect("a folder can be made");
    for (name, text) in files {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().expect("it lies in the folder")).expect("a folder can be made");
        std::fs::write(path, text).expect("a file can be written");
    }
    let root = folder.path().to_path_buf();
    (folder, move |name: &str| root.join(name).display().to_string())
}
