//! Nothing that was acknowledged is lost, whenever the program is killed.

use std::io::{Read as _, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};

/// Lines of a fight of each ruleset, one of them in the middle of a turn.
const EVENINGS: [(&str, &[&str]); 5] = [
    (
        "duel",
        &[
            "to vela",
            "undo",
            "to vela",
            "1",
            "note so be it",
            "undo",
            "1",
            "attack vela",
            "hurt vela 2",
            "1",
            "add vela at 9,4",
            "1",
        ],
    ),
    ("sword-and-rapier", &["to dov", "undo", "to dov", "1", "1", "undo", "1", "remove dov"]),
    ("graded-duel", &["to bryn", "1", "hurt bryn 1", "undo", "1", "set odds off", "1"]),
    ("axe-and-sword", &["to brakka", "1", "hurt brakka 1", "undo", "1", "hide brakka", "1"]),
    ("stone-and-mist", &["to lys", "undo", "to lys", "1", "hurt lys 1", "undo", "1", "undo", "1", "ask all", "1"]),
];

struct Game {
    child: Child,
    out: ChildStdout,
}

impl Game {
    fn start(folder: &Path, args: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_affray"));
        let command = command.current_dir(folder).arg("play").args(args);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it starts");
        let out = child.stdout.take().expect("a pipe");
        let mut game = Self { child, out };
        game.wait();
        game
    }

    /// Waits for the next prompt, and says what was told: what was typed is acknowledged then.
    fn wait(&mut self) -> String {
        let (mut told, mut part) = (Vec::new(), [0; 4096]);
        while !told.ends_with(b"\n> ") && !told.ends_with(b"> ") {
            let read = self.out.read(&mut part).expect("a pipe");
            assert_ne!(read, 0, "it ended: {}", String::from_utf8_lossy(&told));
            told.extend_from_slice(&part[..read]);
        }
        String::from_utf8_lossy(&told).into_owned()
    }

    fn types(&mut self, line: &str) -> String {
        let input = self.child.stdin.as_mut().expect("a pipe");
        writeln!(input, "{line}").and_then(|()| input.flush()).expect("it listens");
        self.wait()
    }

    /// The way of `kill -9`.
    fn kill(mut self) {
        self.child.kill().and_then(|()| self.child.wait()).expect("it runs");
    }
}

/// Each evening starts a hundred programs: without optimization the first two are enough.
fn evenings() -> &'static [(&'static str, &'static [&'static str])] {
    if cfg!(debug_assertions) { &EVENINGS[..2] } else { &EVENINGS }
}

#[test]
fn killed_at_every_input_it_goes_on_as_if_nothing_had_happened() {
    for &(encounter, lines) in evenings() {
        let folder = tempfile::tempdir().expect("a folder");
        let save = |name: &str| std::fs::read_to_string(folder.path().join(name)).expect("it is saved");
        let mut whole = Game::start(folder.path(), &[encounter, "--seed", "6", "--save", "whole.jsonl"]);
        let mut after = Vec::new();
        for line in lines {
            whole.types(line);
            after.push(save("whole.jsonl"));
        }
        whole.kill();
        Game::start(folder.path(), &[encounter, "--seed", "6", "--save", "killed.jsonl"]).kill();
        for (at, line) in lines.iter().enumerate() {
            let mut game = Game::start(folder.path(), &["--resume", "killed.jsonl"]);
            game.types(line);
            game.kill();
            assert_eq!(save("killed.jsonl"), after[at], "{encounter}: after `{line}`, input {at}");
        }
        assert!(after.windows(2).any(|pair| pair[0] != pair[1]), "{encounter}");
    }
}

/// Dice that have no seed, or are typed, are kept as they fell: what was acknowledged stands in the log of the fight that goes on.
#[test]
fn killed_at_every_input_it_keeps_the_dice_that_fell() {
    for &(encounter, lines) in evenings() {
        for typed in [false, true] {
            let folder = tempfile::tempdir().expect("a folder");
            let save = || std::fs::read_to_string(folder.path().join("killed.jsonl")).expect("it is saved");
            let dice: &[&str] = if typed { &["--dice", "typed"] } else { &[] };
            Game::start(folder.path(), &[&[encounter, "--save", "killed.jsonl"], dice].concat()).kill();
            // Where no dice are due, `draw` is an answer that is not understood.
            let lines = lines.iter().take(5).flat_map(|line| if typed { vec![*line, "draw"] } else { vec![*line] });
            for line in lines {
                let before = save();
                let mut game = Game::start(folder.path(), &["--resume", "killed.jsonl"]);
                game.types(line);
                let acknowledged = save();
                game.kill();
                assert!(acknowledged.starts_with(&before), "{encounter}: `{line}` changed what was acknowledged");
                assert_eq!(save(), acknowledged, "{encounter}: after `{line}`");
            }
            let mut replay = Command::new(env!("CARGO_BIN_EXE_affray"));
            let ran = replay.current_dir(folder.path()).args(["replay", "killed.jsonl"]).output().expect("it runs");
            assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
            assert!(save().contains("\"is\":\"roll\""), "{encounter}: no dice fell");
        }
    }
}

/// Where the file is removed, renamed, replaced or changed while the fight goes on, the next input says so, and all that was
/// acknowledged is in the file that it names.
#[test]
fn a_file_that_is_gone_is_written_anew() {
    type Accident = fn(&Path) -> std::io::Result<()>;
    let accidents: [(&str, Accident, &str); 6] = [
        ("removed", |save| std::fs::remove_file(save), "fight.jsonl"),
        ("renamed", |save| std::fs::rename(save, save.with_file_name("old.jsonl")), "fight.jsonl"),
        ("its folder removed", |save| std::fs::remove_dir_all(save.parent().expect("a folder")), "fight.jsonl"),
        (
            "replaced",
            |save| std::fs::remove_file(save).and_then(|()| std::fs::write(save, "mine")),
            "fight-2.save.jsonl",
        ),
        ("emptied", |save| std::fs::write(save, ""), "fight-2.save.jsonl"),
        ("longer", |save| std::fs::write(save, std::fs::read_to_string(save)? + "mine"), "fight-2.save.jsonl"),
    ];
    let (encounter, lines) = EVENINGS[0];
    let play = |folder: &Path, accident: Option<Accident>| {
        let save = folder.join("sub/fight.jsonl");
        std::fs::create_dir(folder.join("sub")).expect("a folder");
        let mut game = Game::start(folder, &[encounter, "--seed", "6", "--save", "sub/fight.jsonl"]);
        game.types(lines[0]);
        if let Some(accident) = accident {
            accident(&save).expect("it happens");
        }
        let left = std::fs::read(&save).ok();
        let told = game.types(lines[1]);
        game.types(lines[2]);
        game.kill();
        (told, left)
    };
    let whole = tempfile::tempdir().expect("a folder");
    let (told, _) = play(whole.path(), None);
    assert!(!told.contains("the whole fight is saved"), "{told}");
    let whole = std::fs::read_to_string(whole.path().join("sub/fight.jsonl")).expect("it is saved");
    for (what, accident, to) in accidents {
        let folder = tempfile::tempdir().expect("a folder");
        let (told, left) = play(folder.path(), Some(accident));
        let told = told.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(told.contains("the whole fight is saved") && told.contains(&format!("sub/{to}")), "{what}: {told}");
        let file = |name: &str| std::fs::read(folder.path().join("sub").join(name)).ok();
        assert_eq!(file(to).as_deref(), Some(whole.as_bytes()), "{what}");
        if to != "fight.jsonl" {
            assert_eq!(file("fight.jsonl"), left, "{what}: it is somebody else's");
        }
        let mut game = Game::start(folder.path(), &["--resume", &format!("sub/{to}")]);
        assert!(game.types("redo").contains("there is nothing to do again"), "{what}");
        game.kill();
    }
}
