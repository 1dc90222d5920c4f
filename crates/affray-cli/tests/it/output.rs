//! Output files of commands: no file is overwritten unasked or written by two commands at a time.

use super::{affray, folder};
use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Command, Stdio};

const ENCOUNTER: &str = "\
ruleset = 'dfrpg'
combatant = [
    { name = 'Arn', side = 'A', sheet = 'arn', at = [0, 0] },
    { name = 'Orc', side = 'B', sheet = 'orc', at = [1, 0] },
]
";

/// A message without the line breaks that its width makes.
fn flat(text: &str) -> String {
    text.split_whitespace().filter(|word| !"│×".contains(*word)).collect::<Vec<_>>().join(" ")
}

#[test]
fn nothing_is_overwritten_unasked() {
    let (folder, path) = folder(&[
        ("tonight.toml", ENCOUNTER),
        ("cases.toml", "ruleset = 'dfrpg'\n[[case]]\nid = 'x'\n"),
        ("mine.toml", "name = 'Mine'\nst = 10\n"),
        ("notes.md", "Bring dice.\n"),
        ("sub/inner.md", ""),
    ]);
    let encounter = path("tonight.toml");
    let log = path("old.jsonl");
    assert_eq!(affray(&["fight", &encounter, "--log", &log, "--quiet"]).code, Some(0));
    for (file, kind) in [
        ("tonight.toml", "an encounter"),
        ("cases.toml", "a file of cases"),
        ("mine.toml", "a sheet"),
        ("notes.md", "a file"),
        ("old.jsonl", "the log of a fight"),
        ("sub", "a folder"),
    ] {
        let file = path(file);
        let before = std::fs::read(&file).ok();
        for args in [
            &["fight", &encounter, "--log", &file][..],
            &["new", "dfrpg", &file],
            &["new", "dfrpg", "--sheet", "orc", &file],
            &["play", &encounter, "--save", &file],
        ] {
            let ran = affray(args);
            assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""), "{args:?}");
            let says = flat(&ran.err);
            assert!(says.contains(&format!("is there already: {kind}")), "{args:?}: {says}");
            assert!(says.contains("or overwrite it with --force"), "{args:?}: {says}");
            assert_eq!(std::fs::read(&file).ok(), before, "{args:?}");
        }
    }
    drop(folder);
}

#[test]
fn force_overwrites() {
    let (_folder, path) = folder(&[("tonight.toml", ENCOUNTER)]);
    let (encounter, file) = (path("tonight.toml"), path("old"));
    let read = || std::fs::read_to_string(&file).expect("it is there");
    let long = "x".repeat(1_000_000);
    for args in [
        &["fight", &encounter, "--seed", "4", "--force", "--log", &file][..],
        &["new", "dfrpg", &file, "--force"],
        &["play", &encounter, "--seed", "4", "--save", &file, "--force"],
    ] {
        std::fs::write(&file, &long).expect("it can be written");
        let ran = affray(args);
        assert_eq!(ran.code, Some(0), "{args:?}: {}", ran.err);
        let forced = read();
        assert!(!forced.contains('x') || forced.len() < long.len(), "{args:?} leaves something of the old file");
        // What is written is what would be written to a new file.
        std::fs::remove_file(&file).expect("it can be removed");
        let unforced: Vec<&str> = args.iter().copied().filter(|&arg| arg != "--force").collect();
        assert_eq!(affray(&unforced).code, Some(0));
        assert_eq!(read(), forced, "{args:?}");
    }
    for args in [&["fight", "duel", "--force"][..], &["new", "dfrpg", "--force"]] {
        assert_eq!(affray(args).code, Some(2), "{args:?} names no file");
    }
}

/// A device holds nothing that could be lost.
#[cfg(unix)]
#[test]
fn devices_are_written_to() {
    let ran = affray(&["fight", "duel", "--quiet", "--log", "/dev/null"]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
}

#[test]
fn a_fight_is_played_by_one_command_at_a_time() {
    let (_folder, path) = folder(&[("tonight.toml", ENCOUNTER)]);
    let save = path("save.jsonl");
    for first in [&["play", &path("tonight.toml"), "--all", "--save", &save][..], &["play", "--resume", &save]] {
        let mut child = Command::new(assert_cmd::cargo::cargo_bin("affray"))
            .args(first)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("it starts");
        let mut lines = BufReader::new(child.stdout.take().expect("it is piped")).lines();
        assert!(lines.any(|line| line.expect("text").contains("Saved in")), "{first:?}");
        let before = std::fs::read(&save).expect("it is saved");
        for second in [
            &["play", "--resume", &save][..],
            &["play", "duel", "--save", &save, "--force"],
            &["fight", "duel", "--log", &save, "--force"],
        ] {
            let ran = affray(second);
            assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""), "{second:?}");
            assert!(flat(&ran.err).contains("is in use: another `affray` is writing it"), "{second:?}: {}", ran.err);
        }
        assert_eq!(std::fs::read(&save).expect("it is saved"), before);
        // Reading is allowed.
        assert_eq!(affray(&["replay", &save]).code, Some(0));
        writeln!(child.stdin.take().expect("it is piped"), "quit").expect("it listens");
        for _ in lines {}
        assert!(child.wait().expect("it ends").success());
        let resumed = affray(&["play", "--resume", &save]);
        assert_eq!(resumed.code, Some(0), "{}", resumed.err);
    }
}
