//! Evenings at a terminal: whole fights by keys, counted, in a pseudo-terminal.
#![cfg(unix)]

use rexpect::session::{PtySession, spawn_command};
use std::collections::HashMap;
use std::process::Command;

/// What an ordinary attack or move takes at the most, Enter included.
const MOST_KEYS: usize = 6;

/// Questions that are answered in one evening, at the most: fights are over before.
const QUESTIONS: usize = 400;

/// What is said once the fight and its aftermath are over.
const OVER: &str = "`undo` takes the last input back, `quit` leaves.";

/// Milliseconds that a question may take to be asked; a busy machine is slow.
const PATIENCE: u64 = 60_000;

/// Three against five of a ruleset.
fn evening(ruleset: &str, heroes: [&str; 3], raider: &str) -> String {
    let combatant = |name: &str, side: &str, sheet: &str, count: u8, at: [i32; 2]| {
        format!("[[combatant]]\nname = {name:?}\nside = {side:?}\nsheet = {sheet:?}\ncount = {count}\nat = {at:?}\n")
    };
    let mut text = format!("ruleset = {ruleset:?}\ntitle = \"Three against five\"\n");
    for (at, sheet) in heroes.into_iter().enumerate() {
        let name = ["Ada", "Bran", "Cade"][at];
        text += &combatant(name, "Heroes", sheet, 1, [0, 2 * at as i32]);
    }
    text + &combatant("Raider", "Raiders", raider, 5, [10, 1])
}

/// A fight at a pseudo-terminal.
struct Seat {
    terminal: PtySession,
    /// What was shown since the last line was typed.
    shown: String,
    /// Whose decision it is, as the prompt says, and how many keys it has taken.
    deciding: (String, usize),
    /// What was asked and typed for it.
    typed: Vec<String>,
    /// How often each number of keys was enough.
    counts: HashMap<usize, usize>,
}

impl Seat {
    fn at(folder: &std::path::Path, args: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_affray"));
        command.current_dir(folder).arg("play").args(args);
        command.env("TERM", "xterm").env("LC_ALL", "C.UTF-8").env_remove("NO_COLOR");
        let terminal = spawn_command(command, Some(PATIENCE)).expect("a pseudo-terminal");
        let mut seat = Self {
            terminal,
            shown: String::new(),
            deciding: (String::new(), 0),
            typed: Vec::new(),
            counts: HashMap::new(),
        };
        seat.read();
        seat
    }

    /// Reads up to the next prompt, whose line is empty.
    fn read(&mut self) {
        let shown = self.terminal.exp_string("> \r\u{1b}[2C").expect("a prompt");
        self.shown = bare(&shown);
    }

    /// The question that is asked, and its options.
    fn asked(&self) -> (String, Vec<String>) {
        let is_option = |line: &&str| {
            let number = line.trim_start().split(' ').next().unwrap_or_default();
            line.starts_with("   ") && number.parse::<usize>().is_ok()
        };
        let lines: Vec<&str> = self.shown.lines().collect();
        let first = lines.iter().rposition(|line| is_option(line) && line.trim_start().starts_with("1 "));
        let Some(first) = first else { return (String::new(), Vec::new()) };
        let question = lines[..first].iter().rfind(|line| !line.trim().is_empty()).unwrap_or(&"");
        let options = lines[first..].iter().take_while(|line| is_option(line));
        let words = |line: &&str| line.trim_start().split_once(' ').map_or("", |(_, words)| words).trim().to_owned();
        ((*question).to_owned(), options.map(words).collect())
    }

    /// Types a line, and counts its keys for the one who decides.
    fn types(&mut self, line: &str) {
        let question = self.asked().0;
        let who = question.split(':').next().unwrap_or_default().to_owned();
        // What is asked after dice have fallen is an answer to what came of them.
        let has_rolled = self.shown.contains("rolled ");
        if is_act(&question) || is_defense(&question) || has_rolled || self.deciding.0 != who {
            self.end_decision();
            self.deciding.0 = who;
        }
        self.typed.push(format!("{question} {line}"));
        self.deciding.1 += line.chars().count() + 1;
        self.terminal.send_line(line).expect("somebody reads");
        self.read();
    }

    /// The act of who decided is complete.
    fn end_decision(&mut self) {
        let (who, keys) = std::mem::take(&mut self.deciding);
        let typed = std::mem::take(&mut self.typed);
        if keys != 0 {
            *self.counts.entry(keys).or_default() += 1;
            assert!(keys <= MOST_KEYS, "{who} took {keys} keys: {typed:#?}");
        }
    }

    /// The letters of the nearest foe that stands, by the list of all who fight.
    fn nearest_foe(&mut self) -> Option<String> {
        let who = self.asked().0.split(':').next().unwrap_or_default().to_owned();
        let before = self.shown.clone();
        self.terminal.send_line("order").expect("somebody reads");
        self.read();
        let place = |line: &str| -> Option<(i32, i32)> {
            let at = line.split(" at ").nth(1)?.split([' ', ';', ',']).take(2).collect::<Vec<_>>();
            Some((at.first()?.parse().ok()?, at.get(1)?.parse().ok()?))
        };
        let lines: Vec<&str> = self.shown.lines().filter(|line| line.contains(" at ")).collect();
        let me = lines.iter().find(|line| line.contains(&format!(" {who}:"))).and_then(|line| place(line))?;
        let is_foe = |line: &&&str| {
            let is_out = ["dead", "unconscious", "dying", "left the fight"].iter().any(|word| line.contains(word));
            line.contains("Raider ") && !is_out
        };
        let foes = lines.iter().filter(is_foe).filter_map(|line| Some((*line, place(line)?)));
        let nearest = foes.min_by_key(|(_, at)| (at.0 - me.0).abs() + (at.1 - me.1).abs());
        let found =
            nearest.and_then(|(line, _)| line.trim_start_matches(['>', ' ']).split(' ').next().map(str::to_owned));
        self.shown = before;
        found
    }
}

/// Whether somebody is asked what it does.
fn is_act(question: &str) -> bool {
    ["which maneuver", "which action", "what next"].iter().any(|asks| question.contains(asks))
}

/// Whether somebody is asked how it defends itself, which is an answer to one attack.
fn is_defense(question: &str) -> bool {
    ["defense", "defend", "would hit", "hits", "evade", "parry"].iter().any(|asks| question.contains(asks))
}

/// A text without what moves the cursor or colors it.
fn bare(text: &str) -> String {
    let mut out = String::new();
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '\u{1b}' => drop(letters.by_ref().skip(1).find(|letter| letter.is_ascii_alphabetic())),
            '\r' => {}
            letter => out.push(letter),
        }
    }
    out
}

/// Plays an evening to its end: attacks whoever is in reach, and else goes to the nearest foe; after the battle does one of
/// the things that are listed, and lets it be over.
fn play(ruleset: &str, heroes: [&str; 3], raider: &str) {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("evening.toml"), evening(ruleset, heroes, raider)).expect("a file");
    let mut seat = Seat::at(folder.path(), &["evening.toml", "--seed", "3"]);
    let (mut attacks, mut moves, mut afterwards) = (0, 0, 0);
    for _ in 0..QUESTIONS {
        let (question, options) = seat.asked();
        if options.is_empty() {
            break;
        }
        if question.contains("After the battle") || afterwards > 0 {
            let ends = |option: &String| option.to_lowercase().ends_with("over");
            let number = options.iter().position(|option| ends(option) == (afterwards > 0)).map_or(1, |at| at + 1);
            afterwards += 1;
            seat.types(&number.to_string());
            continue;
        }
        let first = options[0].to_lowercase();
        let is_act = is_act(&question);
        // `Attack (Raider 1; after a step: Raider 2)` reaches somebody, `charge Raider 1` has to go there.
        let here = first.split("after ").next().unwrap_or_default();
        let reaches = here.contains("raider") && !here.starts_with("charge");
        if is_act && !reaches {
            let foe = seat.nearest_foe().unwrap_or_else(|| panic!("{ruleset}: no foe is left in:\n{}", seat.shown));
            let before = seat.shown.clone();
            seat.types(&format!("to {foe}"));
            moves += 1;
            if seat.shown.contains("Type `yes`") {
                // Others may break into the way.
                seat.types("y");
            }
            // The list is shown again only where something was done: who cannot go there does what is listed first.
            if seat.asked().1.is_empty() && !seat.shown.contains(OVER) {
                moves -= 1;
                (seat.shown, seat.deciding) = (before, (String::new(), 0));
                seat.types("1");
            }
        } else {
            attacks += usize::from(is_act);
            // Who is in reach goes no further.
            let stops = |option: &String| ["stop", "stay"].iter().any(|word| option.to_lowercase().starts_with(word));
            let number = options.iter().position(stops).map_or(1, |at| at + 1);
            seat.types(&number.to_string());
        }
    }
    seat.end_decision();
    assert!(
        attacks > 0 && moves > 0,
        "{ruleset}: {attacks} attacks, {moves} moves; at last there was:\n{}",
        seat.shown
    );
    assert!(seat.shown.contains(OVER), "{ruleset}: the evening has no end:\n{}", seat.shown);
    assert!(afterwards > 1, "{ruleset}: {afterwards} questions after the battle");
    seat.terminal.send_line("quit").expect("somebody reads");
    seat.terminal.exp_eof().expect("it ends");
    let replayed = Command::new(env!("CARGO_BIN_EXE_affray"))
        .current_dir(folder.path())
        .args(["replay", "evening.save.jsonl"])
        .output()
        .expect("it runs");
    assert!(replayed.status.success(), "{}", String::from_utf8_lossy(&replayed.stderr));
    assert!(seat.counts.len() > 1 && seat.counts.keys().all(|&keys| keys <= MOST_KEYS), "{:?}", seat.counts);
}

/// Tab completes a word, and the arrow up brings the last line back.
#[test]
fn lines_are_completed_and_remembered() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut seat = Seat::at(folder.path(), &["duel", "--seed", "5", "--save", "duel.jsonl"]);
    let mut line = |keys: &str| {
        seat.terminal.send(keys).and_then(|_| seat.terminal.send_line("")).expect("somebody reads");
        seat.read();
        std::mem::take(&mut seat.shown)
    };
    let order = line("order");
    assert!(order.contains("Vela: HP 11/11"), "{order}");
    assert!(line("ord\t").contains("Vela: HP 11/11"));
    assert!(line("look ve\t").contains("played by"));
    assert!(line("\u{1b}[A").contains("played by"));
    assert!(line("\u{1b}[A\u{1b}[A").contains("Vela: HP 11/11"));
}

/// Lines that are pasted are carried out one after another, all of them.
#[test]
fn pasted_lines_are_all_carried_out() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut seat = Seat::at(folder.path(), &["duel", "--seed", "5", "--save", "duel.jsonl"]);
    let notes: Vec<String> = (1..=5).map(|number| format!("note line {number} of five")).collect();
    seat.terminal.send(&(notes.join("\n") + "\n")).expect("somebody reads");
    seat.terminal.flush().expect("somebody reads");
    for number in 1..=5 {
        seat.terminal.exp_string(&format!("Note: line {number} of five")).expect("the note is told");
    }
    seat.terminal.send_line("quit").expect("somebody reads");
    seat.terminal.exp_eof().expect("it ends");
    let log = std::fs::read_to_string(folder.path().join("duel.jsonl")).expect("it is saved");
    let noted = log.lines().filter_map(|line| line.split_once("\"note\":\"")?.1.split_once('"'));
    let noted: Vec<String> = noted.map(|(note, _)| format!("note {note}")).collect();
    assert_eq!(noted, notes);
}

#[test]
fn dfrpg() {
    play("dfrpg", ["arn", "knight", "guard"], "orc");
}

#[test]
#[cfg_attr(debug_assertions, ignore = "long without optimization: `cargo test --release`")]
fn gurps4() {
    play("gurps4", ["ana", "bor", "dov"], "ork");
}

#[test]
#[cfg_attr(debug_assertions, ignore = "long without optimization: `cargo test --release`")]
fn graded() {
    play("graded", ["captain", "halberdier", "dag"], "cutthroat");
}

#[test]
fn dragonquest() {
    play("dragonquest", ["aldric", "hale", "garm"], "brakka");
}

#[test]
#[cfg_attr(debug_assertions, ignore = "long without optimization: `cargo test --release`")]
fn obss() {
    play("obss", ["arn", "cor", "guard"], "gik");
}
