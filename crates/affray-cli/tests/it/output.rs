//! Output files of commands: no file is overwritten unasked or written by two commands at a time.

use super::{affray, affray_with, folder};
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
            if args[1] == encounter && file == encounter {
                assert!(
                    says.contains("is not overwritten: this command reads it") && !says.contains("--force"),
                    "{says}"
                );
                continue;
            }
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

/// No command overwrites a file that it reads or that its encounter names, by whatever path and whatever `--force` says.
#[cfg(unix)]
#[test]
fn inputs_are_never_overwritten() {
    let encounter = format!(
        "{}[map]\npicture = {{ file = 'hall.png', at = [0, 0], size = [5, 5] }}\n",
        ENCOUNTER.replace("'orc'", "'mine.toml'")
    );
    let map = r#"{ "format": 0.3, "resolution": { "map_size": { "x": 4, "y": 3 }, "pixels_per_grid": 70 } }"#;
    let gcs = r#"{ "version": 5, "profile": { "name": "Ana" } }"#;
    let files = [
        ("tonight.toml", encounter.as_str()),
        ("hall.png", "a picture"),
        ("cellar.uvtt", map),
        ("ana.gcs", gcs),
        ("sub/x", ""),
    ];
    let (folder, path) = folder(&files);
    assert_eq!(affray(&["new", "dfrpg", "--sheet", "orc", &path("mine.toml")]).code, Some(0));
    std::os::unix::fs::symlink(path("tonight.toml"), path("link.toml")).expect("a link");
    std::fs::hard_link(path("tonight.toml"), path("hard.csv")).expect("a link");
    std::fs::hard_link(path("mine.toml"), path("sheet.jsonl")).expect("a link");
    let all = || -> Vec<(std::path::PathBuf, Vec<u8>)> {
        let entries = std::fs::read_dir(folder.path()).expect("a folder").map(|entry| entry.expect("a file").path());
        let mut files: Vec<_> = entries.filter(|path| path.is_file()).collect();
        files.sort();
        files.into_iter().map(|path| (path.clone(), std::fs::read(&path).expect("it can be read"))).collect()
    };
    let before = all();
    let run = |args: &[&str], input: &str| {
        let mut command = Command::new(assert_cmd::cargo::cargo_bin("affray"));
        let input = std::fs::File::open(path(input)).expect("it is there");
        command.current_dir(folder.path()).args(args).stdin(input).output().expect("it runs")
    };
    for line in [
        "fight tonight.toml --force --log tonight.toml",
        "fight tonight.toml --force --log sub/../tonight.toml",
        "fight tonight.toml --force --log link.toml",
        "fight link.toml --force --log tonight.toml",
        "fight tonight.toml --force --log hard.csv",
        "fight tonight.toml --force --log mine.toml",
        "fight tonight.toml --force --log hall.png",
        "fight - --force --log tonight.toml",
        "play tonight.toml --force --save tonight.toml",
        "play tonight.toml --force --save sub/../mine.toml",
        "serve tonight.toml --force --save hall.png",
        "sim tonight.toml -n 1 --force --report tonight.toml",
        "sim tonight.toml -n 1 --force --report hall.png --rows new.csv",
        "sim tonight.toml -n 1 --force --rows hard.csv",
        "sim tonight.toml -n 1 --force --rows sheet.jsonl",
        "sim bridge -n 1 --vary Wenna.sheet=mine.toml --force --report mine.toml",
        "import cellar.uvtt --ruleset dfrpg --force -o cellar.uvtt",
        "import ana.gcs --force -o sub/../ana.gcs",
    ] {
        let ran = run(&line.split(' ').collect::<Vec<_>>(), "tonight.toml");
        let says = flat(&String::from_utf8_lossy(&ran.stderr));
        assert_eq!(ran.status.code(), Some(2), "{line}: {says}");
        let file = line.rsplit(' ').next().filter(|_| !line.contains("new.csv")).unwrap_or("hall.png");
        assert!(says.contains(&format!("{file} is not overwritten: this command reads it")), "{line}: {says}");
        assert_eq!(all(), before, "{line}");
    }
    let twice = run(&["sim", "duel", "-n", "1", "--rows", "new.csv", "--report", "sub/../new.csv"], "ana.gcs");
    assert!(flat(&String::from_utf8_lossy(&twice.stderr)).contains("two files"), "{twice:?}");
    assert_eq!(all(), before);
    // What only has the name of an encounter that comes with the program is a file like any other.
    assert_eq!(run(&["fight", "duel", "--quiet", "--log", "duel"], "ana.gcs").status.code(), Some(0));
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

/// `DF-410` `fight` says what the end of the battle costs: at ST 10 a load of 50 lb is above 2 x 20 and at most 3 x 20, which is
/// medium encumbrance, 2 FP; who carries nothing loses nothing.
#[test]
fn fatigue_after_a_battle_is_told() {
    let text = r#"
ruleset = "dfrpg"
combatant = [
    { name = "Laden", side = "A", sheet = { name = "Laden", st = 10, dx = 14, iq = 10, ht = 12, hp = 30, load = 50, skills = { Brawling = 16 } }, at = [0, 0], facing = "E" },
    { name = "Foe", side = "B", sheet = { name = "Foe", st = 8, dx = 8, iq = 8, ht = 10, hp = 1 }, at = [4, 0], facing = "W" },
]
"#;
    let told = affray_with(&["fight", "-", "--seed", "1"], text).out;
    let due: Vec<&str> = told.lines().filter(|line| line.contains("After the battle")).collect();
    assert_eq!(due, ["After the battle Laden loses 2 FP for its encumbrance (DF-410)."], "{told}");
}
