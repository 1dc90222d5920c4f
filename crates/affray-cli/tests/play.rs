//! `fight`, `play` and `replay` as somebody at a terminal has them.

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Command, Output, Stdio};

const CLOSE: &str = r#"
ruleset = "dfrpg"
title = "Blade to blade"
round_limit = 5
combatant = [
    { name = "Arn", side = "A", sheet = "arn", at = [0, 0], facing = "E" },
    { name = "Orc", side = "B", sheet = "orc", at = [1, 0], facing = "W" },
]
"#;

/// A blow with typed dice, by option and in words; Arn is faster and comes first.
const BLOW: &[&str] = &["done", "attack", "none", "{ target = \"Orc\", at = \"neck\" }"];

fn affray(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_affray"));
    command.current_dir(folder);
    command
}

fn play(folder: &Path, arguments: &[&str], lines: &[&str]) -> Output {
    let mut child = affray(folder)
        .arg("play")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    for line in lines {
        writeln!(input, "{line}").unwrap();
    }
    drop(input);
    child.wait_with_output().unwrap()
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("close.toml"), CLOSE).unwrap();
    folder
}

fn reproduces(folder: &Path, log: &str) -> bool {
    affray(folder).args(["replay", log]).output().unwrap().status.success()
}

#[test]
fn the_same_seed_gives_the_same_bytes() {
    let folder = folder();
    let fight = |log: &str| {
        let done = affray(folder.path()).args(["fight", "close.toml", "--seed", "4", "--log", log]).output().unwrap();
        assert!(done.status.success(), "{}", text(&done));
        std::fs::read(folder.path().join(log)).unwrap()
    };
    let log = fight("one.jsonl");
    assert_eq!(log, fight("two.jsonl"));
    assert!(reproduces(folder.path(), "one.jsonl"));
    // A line that was edited, one that is missing, one that is torn, another version.
    let lines: Vec<String> = String::from_utf8(log).unwrap().lines().map(String::from).collect();
    let altered = |name: &str, log: String| {
        std::fs::write(folder.path().join(name), log).unwrap();
        let replayed = affray(folder.path()).args(["replay", name]).output().unwrap();
        assert_eq!(replayed.status.code(), Some(1), "{name}: {}", text(&replayed));
        text(&replayed)
    };
    let text_of_all = |lines: &[String]| lines.iter().map(|line| format!("{line}\n")).collect::<String>();
    let mut edited = lines.clone();
    edited[5] = edited[5].replacen('"', "'", 1);
    assert!(altered("edited.jsonl", text_of_all(&edited)).contains("line 5"));
    altered("short.jsonl", text_of_all(&lines[..lines.len() - 1]));
    altered("torn.jsonl", text_of_all(&lines).trim_end().to_owned());
    let old = text_of_all(&lines).replacen("\"affray\":\"", "\"affray\":\"0.0.0-", 1);
    assert!(altered("old.jsonl", old).contains("written by Affray 0.0.0-"));
}

#[test]
fn typed_dice_are_checked_and_undone() {
    let folder = folder();
    let mut lines = BLOW.to_vec();
    lines.extend([
        "7 1 1",
        "4 1",
        "2",
        "4 3 2",
        "undo",
        "force 5",
        "void",
        "11",
        "set Orc.hp 3",
        "set Orc.luck 3",
        "undo",
    ]);
    let done = play(folder.path(), &["close.toml", "--all", "--dice", "typed"], &lines);
    let said = text(&done);
    assert!(done.status.success(), "{said}");
    for expected in [
        "a die shows 1 to 6",
        "3d cannot show 2: 3 to 18",
        "rolled 9",
        "rolled 5, laid down",
        "void, to be thrown again",
    ] {
        assert!(said.contains(expected), "{expected} is missing in:\n{said}");
    }
    assert!(said.contains("--resume close.save.jsonl"));
    assert!(reproduces(folder.path(), "close.save.jsonl"));
    // A save is never written over.
    let again = play(folder.path(), &["close.toml"], &[]);
    assert_eq!(again.status.code(), Some(2), "{}", text(&again));
}

/// The dice of a pool: the prompt says how many there are, and of a line with too many none is taken.
#[test]
fn a_pool_is_typed_in_one_line() {
    let folder = folder();
    let lines = ["dex", "4 5 6 3 2 2 2", "4 5 6 3"];
    let done = play(folder.path(), &["stone-and-mist", "--all", "--ask-all", "--dice", "typed"], &lines);
    let said = text(&done);
    for expected in [
        "type all 3 in one line, `4 4 4`, and behind them each die that they bring",
        "7 dice were typed, and none of them is taken: 4 are due here",
        "throws 4, 5, 6, then 3: 18.",
    ] {
        assert!(said.contains(expected), "{expected} is missing in:\n{said}");
    }
}

#[test]
fn a_fight_that_was_killed_goes_on() {
    let folder = folder();
    let mut child = affray(folder.path())
        .args(["play", "close.toml", "--all", "--dice", "typed"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    for line in BLOW {
        writeln!(input, "{line}").unwrap();
    }
    let mut output = BufReader::new(child.stdout.take().unwrap()).lines();
    let due = output.find(|line| line.as_ref().unwrap().contains("rolls 3d for attack"));
    assert!(due.is_some());
    // Killed in the middle of its work, without a chance to clean up.
    child.kill().unwrap();
    child.wait().unwrap();
    let save = folder.path().join("close.save.jsonl");
    let whole = std::fs::read(&save).unwrap();
    for torn in [0, 1, 17] {
        std::fs::write(&save, &whole[..whole.len() - torn]).unwrap();
        let resumed = play(folder.path(), &["--resume", "close.save.jsonl"], &["save"]);
        assert!(resumed.status.success(), "{}", text(&resumed));
        assert!(text(&resumed).contains("rolls 3d for attack"), "{torn}: {}", text(&resumed));
        assert_eq!(std::fs::read(&save).unwrap(), whole, "{torn} bytes were torn off");
    }
}

/// In every ruleset what the rules refuse can be said in the words of a case, is refused by its rule, and can be
/// allowed; that is in the log, which reproduces.
#[test]
fn what_is_refused_can_be_allowed() {
    let folder = folder();
    for (encounter, first, refused, rule) in [
        ("duel", &["done"][..], "change-posture standing", "DF-104"),
        ("sword-and-rapier", &[], "{ change-posture = \"standing\" }", ""),
        ("graded-duel", &[], "missile", "GR-041"),
        ("axe-and-sword", &["1"], "grapple", "DQ-223"),
        ("ogre-hunt", &[], "stand", "OB-197"),
    ] {
        let log = format!("{encounter}.jsonl");
        let allowed = format!("allow {refused}");
        let lines: Vec<&str> = first.iter().copied().chain([refused, &allowed]).collect();
        let played = play(folder.path(), &[encounter, "--all", "--seed", "2", "--save", &log], &lines);
        let told = text(&played);
        assert!(told.contains(&format!("[{rule}")), "{encounter}: {told}");
        assert!(told.contains("The game master allows"), "{encounter}: {told}");
        let written = std::fs::read_to_string(folder.path().join(&log)).unwrap();
        assert!(written.contains(&format!("\"overruled\":\"{rule}")), "{encounter}: {written}");
        assert!(reproduces(folder.path(), &log), "{encounter}");
    }
}

#[test]
fn a_target_whom_nobody_knows() {
    let folder = folder();
    for (ruleset, sheets, lines) in [
        ("dfrpg", ["arn", "orc"], &["done", "attack", "none", "Brokka"][..]),
        ("gurps4", ["ana", "ork"], &["attack", "stay", "Brokka"]),
        ("graded", ["arn", "bryn"], &["attack", "stop", "Brokka"]),
        ("dragonquest", ["aldric", "brakka"], &["yes", "attack", "stop", "Brokka"]),
    ] {
        let begun = if ruleset == "dragonquest" { "begun = true\n" } else { "" };
        let scene = format!(
            "ruleset = '{ruleset}'\n{begun}\
            [[combatant]]\nname = 'Arn'\nside = 'A'\nsheet = '{}'\nat = [0, 0]\nfacing = 'E'\n\
            [[combatant]]\nname = 'Brakka'\nside = 'B'\nsheet = '{}'\nat = [1, 0]\nfacing = 'W'\n",
            sheets[0], sheets[1]
        );
        std::fs::write(folder.path().join("scene.toml"), scene).unwrap();
        let save = format!("{ruleset}.jsonl");
        let ran = text(&play(folder.path(), &["scene.toml", "--all", "--seed", "1", "--save", &save], lines));
        assert!(ran.contains("there is no combatant `Brokka`"), "{ruleset}: {ran}");
        assert!(ran.contains("did you mean `Brakka`?"), "{ruleset}: {ran}");
    }
}

/// The options of the first turn of a fight of two at that distance, played by hand.
fn first_options(ruleset: &str, sheets: [&str; 2], distance: u8) -> Vec<String> {
    let folder = folder();
    let begun = if ruleset == "dragonquest" { "begun = true\n" } else { "" };
    let facing = |way: &str| if ruleset == "obss" { String::new() } else { format!("facing = '{way}'\n") };
    let scene = format!(
        "ruleset = '{ruleset}'\n{begun}\
        [[combatant]]\nname = 'Foe'\nside = 'A'\nsheet = '{}'\nat = [0, 0]\n{}\
        [[combatant]]\nname = 'Oef'\nside = 'B'\nsheet = '{}'\nat = [{distance}, 0]\n{}",
        sheets[0],
        facing("E"),
        sheets[1],
        facing("W")
    );
    std::fs::write(folder.path().join("scene.toml"), scene).unwrap();
    let arguments = ["scene.toml", "--all", "--seed", "1", "--save", "one.jsonl"];
    // Apart from each other in `dragonquest`, the side that has won the initiative goes first.
    let lines = if ruleset == "dragonquest" && distance > 1 { &["1", "more"][..] } else { &["more"] };
    let ran = text(&play(folder.path(), &arguments, lines));
    let listed = ran.rsplit("> \n").nth(1).expect("a list");
    let option = |line: &str| {
        let (number, label) = line.trim().split_once("  ")?;
        number.parse::<u8>().ok().map(|_| label.replace("Oef", "Foe"))
    };
    let options: Vec<String> = listed.lines().filter_map(option).collect();
    assert!(options.len() > 5, "{ran}");
    options
}

#[test]
fn options_say_whom_they_reach() {
    for (ruleset, sheets, distance, first, last) in [
        // Reach 1 (DF-109), with a Step of one hex before it.
        ("dfrpg", ["arn", "orc"], 1, "Attack (Foe)", "Do Nothing"),
        ("dfrpg", ["arn", "orc"], 2, "Attack (after a step: Foe)", "Do Nothing"),
        ("dfrpg", ["arn", "orc"], 9, "Move", "Feint (nobody in reach)"),
        ("gurps4", ["ana", "ork"], 1, "Attack (Foe)", "Do Nothing"),
        ("gurps4", ["ana", "ork"], 2, "Attack (after a step: Foe)", "Do Nothing"),
        ("gurps4", ["ana", "ork"], 9, "Move", "Feint (nobody in reach)"),
        ("graded", ["arn", "bryn"], 1, "Attack (Foe)", "Wait with shortsword"),
        ("graded", ["arn", "bryn"], 9, "Move", "Attack unarmed (nobody in reach)"),
        ("dragonquest", ["aldric", "brakka"], 1, "Attack (Foe)", "Pass"),
        // Half of the TMR, two hexes, leads next to a foe 3 hexes away: such charges come before other movement.
        ("dragonquest", ["aldric", "aldric"], 3, "Charge Foe with broadsword", "Pass"),
        ("dragonquest", ["aldric", "aldric"], 9, "Move", "Charge Foe with bare hands (nobody found in reach)"),
    ] {
        let options = first_options(ruleset, sheets, distance);
        assert_eq!(options.first().map(String::as_str), Some(first), "{ruleset} {distance}: {options:?}");
        assert_eq!(options.last().map(String::as_str), Some(last), "{ruleset} {distance}: {options:?}");
    }
    // A list of attacks, each of which names its target, those first that get through most often; far away there are none.
    assert!(first_options("obss", ["arn", "arn"], 1)[0].starts_with("Precise strike at Foe with "));
    assert_eq!(first_options("obss", ["arn", "arn"], 60)[0], "Move [1 Action]");
}

/// Who is in reach only after a step is asked about the step, and told whom each reaches.
#[test]
fn a_step_is_asked_about_where_an_attack_needs_it() {
    for (ruleset, sheets) in [("dfrpg", ["arn", "orc"]), ("gurps4", ["ana", "ork"])] {
        let folder = folder();
        let scene = format!(
            "ruleset = '{ruleset}'\n\
            [[combatant]]\nname = 'Arn'\nsheet = '{}'\nat = [0, 0]\nfacing = 'E'\n\
            [[combatant]]\nname = 'Orc'\nsheet = '{}'\nat = [2, 0]\nfacing = 'W'\n",
            sheets[0], sheets[1]
        );
        std::fs::write(folder.path().join("scene.toml"), scene).unwrap();
        let arguments = ["scene.toml", "--all", "--seed", "1", "--save", "one.jsonl"];
        let ran = text(&play(folder.path(), &arguments, &["attack", "1", "1"]));
        let (before, after) = ran.split_once(": Attack.\n").expect("an attack");
        assert!(before.contains("   1  Attack (after a step: "), "{ruleset}: {ran}");
        assert!(after.contains("   1  Step E"), "{ruleset}: {ran}");
        assert!(after.lines().any(|line| line.contains("Step E") && line.contains("Orc")), "{ruleset}: {ran}");
        assert!(after.contains(" attacks "), "{ruleset}: {ran}");
        // In one line nothing is asked.
        let arguments = ["scene.toml", "--all", "--seed", "1", "--save", "two.jsonl"];
        let line = if ran.contains("Arn: which maneuver") { "step E; attack orc" } else { "step W; attack arn" };
        assert!(text(&play(folder.path(), &arguments, &[line])).contains(" attacks "), "{ruleset}");
    }
}

/// What was settled before anything was asked belongs to the beginning: nobody takes it back or does it again.
#[test]
fn the_beginning_is_not_taken_back() {
    let folder = folder();
    let arguments = ["stone-and-mist", "--seed", "5", "--save", "one.jsonl"];
    let ran = text(&play(folder.path(), &arguments, &["undo", "redo", "to lys", "undo", "redo", "undo", "undo"]));
    assert_eq!(ran.matches("there is nothing to take back").count(), 2, "{ran}");
    assert_eq!(ran.matches("there is nothing to do again").count(), 1, "{ran}");
    assert_eq!(ran.matches("The last input is taken back").count(), 2, "{ran}");
    assert_eq!(ran.matches("Arn goes to ").count(), 2, "{ran}");
}
