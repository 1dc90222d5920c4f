//! Help, wrong usage, wrong input, colors.

use super::{affray, affray_with, folder};

const COMMANDS: [&str; 12] =
    ["fight", "play", "replay", "sim", "odds", "check", "rules", "list", "docs", "schema", "new", "import"];

#[test]
fn help_has_examples_and_exit_codes() {
    let help = affray(&["--help"]);
    assert_eq!(help.code, Some(0));
    for part in COMMANDS.iter().chain(&["Examples:", "Exit codes:", "130", "unofficial"]) {
        assert!(help.out.contains(part), "{part}: {}", help.out);
    }
    for command in COMMANDS {
        let help = affray(&[command, "--help"]);
        assert_eq!(help.code, Some(0), "{command}");
        assert!(help.out.contains("Examples:") && help.out.contains(&format!("affray {command}")), "{}", help.out);
        assert!(help.out.ends_with('\n'), "{command}");
    }
    assert!(affray(&["--version"]).out.starts_with("affray "));
}

#[test]
fn wrong_usage() {
    for args in [
        &[][..],
        &["fly"],
        &["schema", "spaceship"],
        &["schema", "encounter", "--ruleset", "chess"],
        &["schema", "encounter", "chess"],
        &["list", "no-such-file.toml"],
        &["docs", "cases-chess"],
        &["new", "chess"],
        &["new", "dfrpg", "--in-place"],
        &["new", "dfrpg", "--sheet", "unicorn"],
        &["import"],
        &["import", "no-such-file.gcs"],
        &["sim"],
        &["sim", "duel", "--fights", "0"],
        &["sim", "duel", "--fights", "1000000001"],
        &["sim", "duel", "--fights", "many"],
        &["sim", "duel", "--threads", "0"],
        &["sim", "duel", "--threads", "many"],
        &["sim", "no-such-encounter"],
        &["odds", "no-such-file.toml"],
        &["check"],
        &["check", "no-such-file.toml"],
        &["rules", "dfrpg", "xyzzy-plugh"],
        &["rules", "dfrpg", "feint", "--most", "0"],
        &["rules", "--color", "sometimes"],
    ] {
        let ran = affray(args);
        assert_eq!(ran.code, Some(2), "{args:?}: {}{}", ran.out, ran.err);
        assert!(!ran.err.is_empty() || !ran.out.is_empty(), "{args:?} says nothing");
        assert!(!ran.err.contains("panicked"), "{}", ran.err);
    }
    for command in ["sim", "fight", "play"] {
        let ran = affray(&[command, "dule"]);
        assert!(ran.code == Some(2) && ran.err.contains("did you mean `duel`?"), "{command}: {}", ran.err);
    }
    assert!(affray(&["new", "dfrgp"]).err.contains("one of: dfrpg"));
}

#[test]
fn wrong_files_show_the_place_and_the_way_out() {
    let text = "ruleset = \"dfrpg\"\n[[combatant]]\nname = \"Arn\"\nsheet = \"arm\"\nat = [0, 0]\n";
    let (_folder, path) = folder(&[
        ("sheet.toml", text),
        ("ruleset.toml", "ruleset = \"chess\"\n"),
        ("none.toml", "title = \"x\"\n"),
        ("broken.toml", "ruleset = \n"),
        ("beside.toml", "ruleset = \"dfrpg\"\n[[combatant]]\nname = \"A\"\nsheet = \"mine.toml\"\nat = [0, 0]\n"),
        ("mine.toml", "name = \"Mine\"\nst = 10\ndx = 10\niq = 10\nht = 1000\n"),
    ]);
    for (file, place, says) in [
        ("sheet.toml", "sheet.toml:4:9", "did you mean `arn`?"),
        ("ruleset.toml", "ruleset.toml:1:11", "one of: dfrpg"),
        ("none.toml", "none.toml", "ruleset"),
        ("broken.toml", "broken.toml:1:", ""),
        ("beside.toml", "mine.toml:5:6", ""),
        ("missing.toml", "missing.toml", ""),
    ] {
        let ran = affray(&["sim", &path(file)]);
        assert_eq!(ran.code, Some(2), "{file}");
        // Long paths are broken over lines.
        let err: String = ran.err.split_whitespace().collect();
        let squeezed = |text: &str| text.split_whitespace().collect::<String>();
        assert!(err.contains(&squeezed(place)), "{file}: {}", ran.err);
        assert!(err.contains(&squeezed(says)), "{file}: {}", ran.err);
        assert!(ran.out.is_empty());
    }
}

#[test]
fn control_characters_and_lists_that_are_no_cells() {
    for (ruleset, sheet) in
        [("dfrpg", "arn"), ("gurps4", "ana"), ("graded", "arn"), ("dragonquest", "aldric"), ("obss", "arn")]
    {
        // A description may have lines; names and titles would move a terminal's cursor or break a list.
        let text = format!(
            "ruleset = '{ruleset}'\ntitle = \"\\u001b[2J\"\ndescription = \"a\\nb\"\n\
            [[side]]\nname = \"A\\nB\"\n\
            [[combatant]]\nname = \"He\\u001b[31mro\"\nsheet = '{sheet}'\nat = [3, 0, 7]\n\
            [[combatant]]\nname = 'Foe'\ncount = 2\nsheet = '{sheet}'\nat = [3]\n\
            [[ground]]\nowner = 'Foe'\nitem = \"a\\u0085b\"\nat = [0, 0, 0]\n"
        );
        let (_folder, path) = folder(&[("x.toml", &text)]);
        let ran = affray(&["sim", &path("x.toml")]);
        assert_eq!(ran.code, Some(2), "{ruleset}");
        let err: String = ran.err.split_whitespace().collect();
        for place in ["2:9", "5:8", "7:8", "9:6", "14:6", "17:8", "18:6"] {
            assert!(err.contains(&format!("x.toml:{place}]")), "{ruleset} {place}: {}", ran.err);
        }
        for says in ["\\u{1b}", "\\n", "\\u{85}"] {
            assert!(ran.err.contains(says), "{ruleset} {says}: {}", ran.err);
        }
        assert!(!ran.err.contains("x.toml:3:"), "{ruleset}: {}", ran.err);
    }
}

#[test]
fn files_of_another_kind_are_named() {
    let prose = "A line of prose\n".repeat(40);
    let (_folder, path) = folder(&[
        ("fight.toml", "ruleset = \"dfrpg\"\n[[combatant]]\nname = \"Arn\"\nsheet = \"arn\"\nat = [0, 0]\n"),
        ("case.toml", "ruleset = \"dfrpg\"\n[[case]]\nid = \"x\"\n"),
        ("sheet.toml", "name = \"Mine\"\nst = 10\n"),
        ("prose.md", &prose),
    ]);
    for (command, file, says) in [
        ("check", "fight.toml", "this is an encounter"),
        ("odds", "fight.toml", "this is an encounter"),
        ("check", "sheet.toml", "this is a sheet"),
        ("fight", "case.toml", "these are cases"),
        ("sim", "sheet.toml", "this is a sheet"),
        ("play", "case.toml", "these are cases"),
        ("fight", "", "this is a folder"),
        ("fight", "missing.toml", "there is no such file"),
        ("check", "prose.md", "the first 10 of which are"),
    ] {
        let ran = affray(&[command, &path(file)]);
        assert_eq!(ran.code, Some(2), "{command} {file}");
        // Long paths are broken over lines.
        let err = ran.err.split_whitespace().filter(|word| !"│×".contains(*word)).collect::<Vec<_>>().join(" ");
        assert!(err.contains(says), "{command} {file}: {}", ran.err);
    }
}

#[test]
fn colors_are_for_terminals() {
    let escape = '\u{1b}';
    assert!(!affray(&["rules", "dfrpg"]).out.contains(escape));
    assert!(affray(&["rules", "dfrpg", "--color", "always"]).out.contains(escape));
    assert!(!affray(&["rules", "dfrpg", "--color", "never"]).out.contains(escape));
    assert!(!affray(&["sim", "nothing"]).err.contains(escape));
    assert!(affray(&["--color", "always", "sim", "nothing"]).err.contains(escape));
}

#[test]
fn a_starter_is_written_once_and_can_be_fought() {
    let (_folder, path) = folder(&[]);
    let file = path("tonight.toml");
    let ran = affray(&["new", "dfrpg", &file]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    let written = std::fs::read_to_string(&file).expect("it is there");
    assert_eq!(written, affray(&["new", "dfrpg"]).out);
    let again = affray(&["new", "dfrpg", &file]);
    assert_eq!(again.code, Some(2));
    assert!(again.err.contains("is there already"), "{}", again.err);
    assert_eq!(std::fs::read_to_string(&file).ok(), Some(written.clone()));
    for ran in [affray(&["sim", &file, "-n", "3"]), affray_with(&["sim", "-", "-n", "3"], &written)] {
        assert_eq!(ran.code, Some(0), "{}", ran.err);
        assert!(ran.out.contains("Night at the ford"), "{}", ran.out);
    }
}

/// Every sheet that comes with the program is the same as a file of its own and below a combatant.
#[test]
fn sheets_are_written_to_be_changed() {
    let parsed = |text: &str| toml::from_str::<toml::Table>(text).unwrap_or_else(|error| panic!("{error}: {text}"));
    for ruleset in affray_games::all() {
        let list = affray(&["new", ruleset.id(), "--sheet"]).out;
        for (name, text) in ruleset.sheets() {
            let line = list.lines().find(|line| line.split_whitespace().next() == Some(name));
            let what = line.and_then(|line| line.split_once(' ')).map(|(_, what)| what.trim());
            assert!(what.is_some_and(|what| what.ends_with('.')), "{name} is not explained: {list}");
            let sheet = affray(&["new", ruleset.id(), "--sheet", name]).out;
            assert_eq!(&sheet, text, "{name}");
            let below = affray(&["new", ruleset.id(), "--sheet", name, "--in-place"]).out;
            assert_eq!(parsed(&below)["combatant"]["sheet"].as_table(), Some(&parsed(&sheet)), "{name}");
        }
    }
}

#[test]
fn sheets_of_ones_own_are_fought_with() {
    let (_folder, path) = folder(&[]);
    let head = "ruleset = \"dfrpg\"\n[[combatant]]\nname = \"Dun\"\nat = [1, 0]\nsheet = \"knight\"\n\n";
    let orc = |sheet: &str| format!("{head}[[combatant]]\nname = \"Orc\"\nat = [0, 0]\n{sheet}");
    let ran = affray(&["new", "dfrpg", "--sheet", "Orc", &path("mine.toml")]);
    assert!(ran.code == Some(0) && ran.out.contains("sheet = "), "{}{}", ran.out, ran.err);
    let below = affray(&["new", "dfrpg", "--sheet", "orc", "--in-place"]).out;
    let fought = |sheet: &str| {
        std::fs::write(path("fight.toml"), orc(sheet)).expect("it can be written");
        let ran = affray(&["fight", &path("fight.toml"), "--seed", "5"]);
        assert_eq!(ran.code, Some(0), "{}", ran.err);
        ran.out
    };
    let by_name = fought("sheet = \"orc\"\n");
    assert_eq!(fought("sheet = \"mine.toml\"\n"), by_name);
    assert_eq!(fought(&below), by_name);
    let wrong = affray(&["new", "dfrpg", "--sheet", "orcc"]);
    assert!(wrong.err.contains("did you mean `orc`?"), "{}", wrong.err);
}

/// What is typed as a number and is none is told so, with the numbers that are right.
#[test]
fn numbers_that_are_none() {
    for args in [
        &["fight", "duel", "--seed", "-1"][..],
        &["sim", "duel", "--seed", "-1"],
        &["sim", "duel", "--seed", "x"],
        &["play", "duel", "--seed", "-1"],
    ] {
        let ran = affray(args);
        assert_eq!(ran.code, Some(2), "{args:?}");
        assert!(ran.err.contains("0 to 18446744073709551615") && !ran.err.contains("tip"), "{args:?}: {}", ran.err);
    }
    for args in [&["sim", "duel", "-n", "-1"][..], &["sim", "duel", "-t", "-1"], &["rules", "dfrpg", "-n", "-1"]] {
        let ran = affray(args);
        assert_eq!(ran.code, Some(2), "{args:?}");
        assert!(ran.err.contains("invalid value '-1'"), "{args:?}: {}", ran.err);
    }
}

/// In every ruleset the line with which somebody's turn begins stands at the head of a paragraph, the first of
/// a fight and of a round too. The summary counts these lines, and the full rounds: the round in which a fight ends is full
/// only if nobody is left to act in it.
#[test]
fn turns_are_paragraphs() {
    let (_folder, path) = folder(&[]);
    for ((encounter, begins), seed) in [
        ("duel", "turn-begins"),
        ("sword-and-rapier", "turn-begins"),
        ("graded-duel", "turn-begins"),
        ("axe-and-sword", "turn-begins"),
        ("ogre-hunt", "activation"),
    ]
    .into_iter()
    .flat_map(|scene| ["1", "3", "4", "6"].map(|seed| (scene, seed)))
    {
        let log = path(&format!("{encounter}-{seed}.jsonl"));
        let told = affray(&["fight", encounter, "--seed", seed, "--log", &log]).out;
        let lines = std::fs::read_to_string(&log).expect("the log was written");
        let lines: Vec<serde_json::Value> =
            lines.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        let turns = lines.iter().filter(|line| line["event"]["event"] == begins);
        let mut heads = told.lines().zip(told.lines().skip(1)).filter(|(before, line)| {
            before.is_empty() && !line.is_empty() && !line.starts_with(' ') && !line.starts_with("Round ")
        });
        let mut seen = 0;
        for head in turns.map(|line| line["text"].as_str().expect("it is told")) {
            assert!(heads.any(|(_, line)| line == head), "{encounter}: `{head}` is no head of a paragraph:\n{told}");
            seen += 1;
        }
        assert!(seen > 2, "{encounter} has {seen} turns");
        let what = if begins == "activation" { "activations" } else { "turns" };
        assert!(told.contains(&format!(", {seen} {what}, ")), "{encounter}: the summary counts {seen} {what}:\n{told}");
        let begun = told.lines().filter(|line| line.starts_with("Round ") || line.starts_with("Pulse ")).count();
        let full = told.lines().last().and_then(|line| line.split(' ').next()?.parse::<usize>().ok()).expect("rounds");
        assert!(full == begun || full + 1 == begun, "{encounter}: {full} of {begun} rounds are full:\n{told}");
        // Of two, each has a turn in a full round, but for one that falls before its own ends the fight.
        let fits = 2 * full - full.min(1) <= seen && seen <= 2 * full + 2;
        assert!(encounter == "ogre-hunt" || fits, "{encounter}: {seen} turns in {full} full rounds:\n{told}");
    }
}
