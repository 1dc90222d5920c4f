//! Everything that can be typed at a table, in every ruleset.

use super::{affray, affray_with, folder};
use affray_session::typed::{COMMANDS, HELP};

/// Each ruleset with an encounter of it: who is asked first, a foe, and where nobody stands.
const FIGHTS: [(&str, &str, &str, &str, &str); 5] = [
    ("dfrpg", "duel", "brand", "vela", "6,2"),
    ("gurps4", "axe-and-shield", "ana", "bor", "1,-2"),
    ("graded", "graded-duel", "arn", "bryn", "0,2"),
    ("dragonquest", "axe-and-sword", "aldric", "brakka", "2,1"),
    ("obss", "stone-and-mist", "arn", "lys", "3,2"),
];

/// What is typed, with what has to be told then; `ME`, `FOE` and `CELL` stand for those of the fight.
const INPUTS: [(&str, &str); 43] = [
    ("help", "Take back, overrule:"),
    ("help hurt", "`hurt orc 3`"),
    ("more", "   1  "),
    ("map", "can go there"),
    ("status", "at "),
    ("order", "> "),
    ("reach move", "Cells by their number of steps"),
    ("look FOE", "played by"),
    ("measure ME FOE", " in sight of each other"),
    ("measure FOE ME", "("),
    ("plan to FOE", "then: "),
    ("odds to FOE", "odds"),
    ("win 2", "of 2 fights"),
    ("suggest", "chances to win the fight"),
    ("why", "("),
    ("log 5", "."),
    ("log", "."),
    ("rules attack", "-"),
    ("ask all", "Everything is asked"),
    ("ask less", "is not asked any more"),
    ("set odds off", "No odds are told"),
    ("odds to FOE", "no odds are told at this table"),
    ("set odds own", "to whoever decides"),
    ("note the lights go out", "Note: the lights go out"),
    ("hurt FOE 1", "sets "),
    ("hurt FOE -1", "sets "),
    // Beyond what the points of `dragonquest` can be.
    ("hurt FOE 30", "sets "),
    ("undo", "taken back"),
    ("hide FOE", "hidden from"),
    ("reveal FOE", "hidden from"),
    ("undo 2", "are taken back"),
    ("orders FOE hold, nerve = 30%", "orders"),
    ("look FOE", "Orders: hold, nerve = 30."),
    ("undo", "taken back"),
    ("redo", "orders"),
    ("undo turn", "taken back"),
    ("add FOE at CELL", "joins the fight."),
    ("remove FOE 2", "leaves the fight."),
    ("undo", "taken back"),
    ("to FOE", "."),
    ("undo", "taken back"),
    ("save", "The fight is saved in"),
    ("quit", "--resume"),
];

/// What takes seconds in a program that is not optimized.
const LONG: [&str; 1] = ["suggest"];

/// Whether a test tries this ruleset: each of them in an optimized build, as CI does; in an unoptimized one those whose
/// questions take it least.
fn is_tried(ruleset: &str) -> bool {
    !cfg!(debug_assertions) || ruleset == "dfrpg"
}

/// What one is told who is not understood.
const COMPLAINTS: [&str; 6] =
    ["nobody is called", "cannot be understood", "is not understood", "type `", "could be ", "there is no "];

#[test]
fn everything_can_be_typed_in_every_ruleset() {
    for (_, encounter, me, foe, cell) in FIGHTS.into_iter().filter(|fight| is_tried(fight.0)) {
        let (_folder, path) = folder(&[]);
        let save = path("it.save.jsonl");
        let typed = |line: &str| line.replace("ME", me).replace("FOE", foe).replace("CELL", cell);
        let inputs: Vec<_> =
            INPUTS.iter().filter(|(line, _)| !LONG.contains(line) || !cfg!(debug_assertions)).collect();
        let lines = inputs.iter().enumerate().map(|(at, (line, _))| format!("note now {at}:\n{}\n", typed(line)));
        let args = ["play", encounter, "--seed", "5", "--hand", me, "--save", &save];
        let ran = affray_with(&args, &lines.collect::<String>());
        assert_eq!(ran.code, Some(0), "{}", ran.err);
        for (at, (line, expected)) in inputs.iter().enumerate() {
            let told = ran.out.split_once(&format!("Note: now {at}:")).map(|(_, told)| told);
            let told = told.unwrap_or_else(|| panic!("{encounter}: `{line}` is not reached:\n{}", ran.out));
            let told = told.split(&format!("Note: now {}:", at + 1)).next().unwrap_or_default();
            assert!(told.contains(expected), "{encounter}: `{line}` does not tell `{expected}` but:\n{told}");
            let complaint = COMPLAINTS.iter().find(|complaint| !line.starts_with("help") && told.contains(**complaint));
            assert_eq!(complaint, None, "{encounter}: `{line}` tells:\n{told}");
        }
        assert_eq!(affray(&["replay", &save]).code, Some(0));
    }
}

/// Of each ruleset the sheets of somebody who walks and of a foe.
const WALKS: [(&str, &str, &str); 5] = [
    ("dfrpg", "knight", "peasant"),
    ("gurps4", "ana", "ork"),
    ("graded", "arn", "raider"),
    ("dragonquest", "aldric", "brakka"),
    ("obss", "arn", "gik"),
];

/// Somebody who walks, at 0,0 facing E, and two foes who face W.
fn field(ruleset: &str, [hero, foe]: [&str; 2], near: [i32; 2], far: [i32; 2]) -> String {
    let facing = |side: &str| if ruleset == "obss" { String::new() } else { format!("facing = {side:?}\n") };
    let combatant = |name: &str, side: &str, sheet: &str, at: [i32; 2], faces: &str| {
        format!("[[combatant]]\nname = {name:?}\nside = {side:?}\nsheet = {sheet:?}\nat = {at:?}\n{}", facing(faces))
    };
    format!(
        "ruleset = {ruleset:?}\n{}\n{}{}{}",
        if ruleset == "dragonquest" { "begun = true" } else { "" },
        combatant("Hero", "A", hero, [0, 0], "E"),
        combatant("Near", "B", foe, near, "W") + "orders = \"hold\"\n",
        combatant("Raider 10", "B", foe, far, "W") + "orders = \"hold\"\n",
    )
}

/// What is told of each of some lines that are typed one after another in such a field.
fn told_of_lines(text: &str, hands: &[&str], lines: &[&str]) -> Vec<String> {
    let (_folder, path) = folder(&[]);
    std::fs::write(path("walk.toml"), text).expect("a file");
    let typed: String = lines.iter().enumerate().map(|(at, line)| format!("note now {at}:\n{line}\n")).collect();
    let (file, save) = (path("walk.toml"), path("walk.jsonl"));
    let hands = hands.iter().flat_map(|hand| ["--hand", hand]);
    let args: Vec<&str> = ["play", &file, "--seed", "4", "--save", &save].into_iter().chain(hands).collect();
    let ran = affray_with(&args, &typed);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    let told = |at: usize| {
        let (_, told) = ran.out.split_once(&format!("Note: now {at}:")).unwrap_or_else(|| panic!("{}", ran.out));
        told.split(&format!("Note: now {}:", at + 1)).next().unwrap_or_default().to_owned()
    };
    (0..lines.len()).map(told).collect()
}

/// The cells of the way that a plan tells.
fn way(told: &str) -> Vec<&str> {
    let way = told.lines().find_map(|line| line.trim().strip_prefix("way: ")).unwrap_or_default();
    way.split(" (").next().unwrap_or_default().split(", facing").next().unwrap_or_default().split("  ").collect()
}

/// Six cells are one input, in every ruleset.
#[test]
fn six_cells_are_one_input() {
    let walkers = [("dfrpg", "wolf"), ("gurps4", "ana"), ("graded", "fay"), ("dragonquest", "wolf"), ("obss", "arn")];
    for (ruleset, sheet) in walkers.into_iter().filter(|walker| is_tried(walker.0)) {
        let foe = WALKS.iter().find(|(other, ..)| *other == ruleset).map_or("", |(.., foe)| foe);
        // In `dragonquest` the winner of the initiative says first which side begins.
        let begin = if ruleset == "dragonquest" { "1" } else { "order" };
        let text = field(ruleset, [sheet, foe], [30, 0], [40, 0]);
        let told = told_of_lines(&text, &["hero"], &[begin, "plan 6,0", "6,0"]);
        assert_eq!(way(&told[1]), ["1,0", "2,0", "3,0", "4,0", "5,0", "6,0"], "{ruleset}: {}", told[1]);
        assert!(told[2].contains(" to 6,0 by 1,0 2,0 3,0 4,0 5,0"), "{ruleset}: {}", told[2]);
    }
}

/// The list says `after a step`, and the line takes that step: of those that bring the foe into reach the one after which it is
/// in front. At 1,-2 stands whoever can be struck at from 1,-1, to the NW of it, and from 0,-1, to the NE of it. Who faces E
/// has to the NW its side, so that in `dfrpg`, whose Step turns nobody, it goes to 0,-1; in `gurps4` and `graded` it turns
/// as it goes to 1,-1. In `dragonquest` who is engaged with a foe at 1,0 shifts to where it stays so. In `obss` the
/// movement is an Action of its own.
#[test]
fn an_attack_takes_the_step_that_it_needs() {
    let steps = [
        ("dfrpg", [1, -2], "attack near", "0,-1", ", facing E"),
        ("gurps4", [1, -2], "attack near", "1,-1", ", facing NW"),
        ("graded", [1, -2], "attack near", "1,-1", ", facing NE"),
        ("dragonquest", [2, -2], "attack near", "1,-1", ", facing E"),
        ("obss", [2, 0], "move; attack near", "1,0", " (1 step)"),
    ];
    for (ruleset, near, line, cell, faces) in steps.into_iter().filter(|step| is_tried(step.0)) {
        let (_, hero, foe) = WALKS.into_iter().find(|(other, ..)| *other == ruleset).expect("one of them");
        let far = if ruleset == "dragonquest" { [1, 0] } else { [30, 0] };
        let text = field(ruleset, [hero, foe], near, far);
        let told = told_of_lines(&text, &["hero"], &[&format!("plan {line}"), line]);
        assert_eq!(way(&told[0]), [cell], "{ruleset}: {}", told[0]);
        assert!(told[0].contains(&format!("way: {cell}{faces}")), "{ruleset}: {}", told[0]);
        assert!(told[0].contains("then: Hero rolls "), "{ruleset}: {}", told[0]);
        let moved = told[1].find(&format!(" to {cell}")).unwrap_or(usize::MAX);
        let attacked = ["Hero, attack:", "Hero, strike:"].iter().find_map(|what| told[1].find(what));
        assert!(attacked.is_some_and(|attacked| moved < attacked), "{ruleset}: {}", told[1]);
    }
}

/// Nobody who just walks goes into a cell of a foe: who wants to get to one that stands behind another goes round, or stops
/// before it.
#[test]
fn a_walk_enters_no_cell_of_a_foe() {
    for (ruleset, hero, foe) in WALKS {
        let told = told_of_lines(&field(ruleset, [hero, foe], [4, 0], [3, 0]), &["hero"], &["plan to near"]);
        let way = way(&told[0]);
        assert!(way.len() > 1, "{ruleset}: {}", told[0]);
        assert!(!way.contains(&"3,0") && !way.contains(&"4,0"), "{ruleset}: {}", told[0]);
        assert!(!told[0].contains("on the way"), "{ruleset}: {}", told[0]);
    }
}

/// `OB-238`: a step out of a square that a foe threatens lets it strike. The walk is made all the same, and says so before; who
/// does not begin in such a square goes round them, if that is possible.
#[test]
fn a_walk_says_who_may_break_into_it() {
    let lines = ["reach move", "plan 5,2", "5,2\nno", "5,2\nyes", "pass"];
    let told = told_of_lines(&field("obss", ["arn", "gik"], [1, 0], [40, 0]), &["hero", "near"], &lines);
    assert!(told[0].contains(" 5,2!") && told[0].contains("`!`: on the way Near: "), "{}", told[0]);
    assert_eq!(way(&told[1]).last(), Some(&"5,2"), "{}", told[1]);
    assert!(told[1].contains("on the way: Near: ") && told[1].contains("OB-238"), "{}", told[1]);
    assert!(told[2].contains("On the way Near: ") && told[2].contains("Type `yes`"), "{}", told[2]);
    assert!(told[2].contains("Nothing was changed.") && !told[2].contains("Hero goes"), "{}", told[2]);
    assert!(told[3].contains("Near: Hero leaves a square that you threaten (OB-238). React?"), "{}", told[3]);
    // The way is broken off there: the mover is asked again.
    assert!(told[4].contains("Hero: where to? "), "{}", told[4]);
    // Where the program plays the foe it goes on by itself, whether the foe strikes or not.
    let told = told_of_lines(&field("obss", ["arn", "gik"], [1, 0], [40, 0]), &["hero"], &["5,2\nyes"]);
    assert!(told[0].contains("Hero goes to 5,2 by "), "{}", told[0]);
    // 2,0 threatens all squares around it: between 0,0 and 3,0 a way of three squares leads out of one of them.
    let told = told_of_lines(&field("obss", ["arn", "gik"], [2, 0], [40, 0]), &["hero"], &["plan 3,0"]);
    assert_eq!(way(&told[0]).last(), Some(&"3,0"), "{}", told[0]);
    assert!(!told[0].contains("on the way"), "{}", told[0]);
}

#[test]
fn ways_can_be_said_in_every_ruleset() {
    for (ruleset, hero, foe) in WALKS.into_iter().filter(|walk| is_tried(walk.0)) {
        let ways = ["2,0", "to 2,0", "E E", "to near", "away near"];
        let lines = [&ways[..], &["flank raider 10", "flank r10", "0,0", "to hero", "flank near"]].concat();
        let typed: Vec<String> = lines.iter().map(|line| format!("{line}\nundo")).collect();
        let text = field(ruleset, [hero, foe], [4, 0], [40, 0]);
        let told = told_of_lines(&text, &["hero"], &typed.iter().map(String::as_str).collect::<Vec<_>>());
        let wrong =
            ["is not within reach", "is not understood", "is not known", "cannot be understood", "nobody is called"];
        for (at, line) in ways.iter().enumerate() {
            let told = &told[at];
            assert_eq!(wrong.iter().find(|wrong| told.contains(**wrong)), None, "{ruleset}: `{line}` tells:\n{told}");
            assert!(told.contains("taken back"), "{ruleset}: `{line}` does nothing:\n{told}");
        }
        for far in &told[5..7] {
            assert!(far.contains("is not within reach of this movement: "), "{ruleset}:\n{far}");
        }
        assert!(told[7].contains("leads nowhere: Hero is there already"), "{ruleset}:\n{}", told[7]);
        assert!(told[8].contains("Hero is the one who walks: name somebody else"), "{ruleset}:\n{}", told[8]);
        // Not far enough for its side everywhere, and nobody is led to its front instead.
        let flanked = told[9].contains("taken back") || told[9].contains("only the front of Near is within reach");
        assert!(flanked, "{ruleset}:\n{}", told[9]);
    }
}

/// Every command is in the help, and tried above or in a test of its own.
#[test]
fn every_command_is_in_the_help() {
    let elsewhere = ["allow", "away", "flank", "do", "draw", "force", "void"];
    for command in COMMANDS {
        let mut examples = HELP.lines().flat_map(|line| line.split('`').skip(1).step_by(2));
        let is_told = examples.any(|example| example.split(' ').next() == Some(command));
        // `map` has another name.
        assert!(is_told || command == "status", "the help has no example of `{command}`");
        let is_tried = INPUTS.iter().any(|(line, _)| line.split(' ').next() == Some(command));
        assert!(is_tried || elsewhere.contains(&command), "`{command}` is not tried");
    }
}

/// What people type wrong, with what they are told at the least; `FOE` stands for the name of one.
const WRONG: [(&str, &str); 38] = [
    ("xyzzy", "`xyzzy` is none of the options: there are "),
    ("99", "there is no option `99`: 1 to "),
    ("0", "there is no option `0`: 1 to "),
    ("-1", "there is no option `-1`: 1 to "),
    ("Q", "`Q` is none of the options: there are "),
    ("mvoe", "did you mean `move`?"),
    ("to nobody", "nobody is called `nobody`: there are "),
    ("40,40", "`40,40` is not within reach of this movement: "),
    ("5,2 UP", "`5,2"),
    ("map now", "nothing stands behind `map`: type `map`"),
    ("why me", "nothing stands behind `why`: type `why`"),
    ("save it", "nothing stands behind `save`: type `save`"),
    ("look", "type `look`"),
    ("look nobody", "nobody is called `nobody`: there are "),
    ("measure FOE", "type two names: "),
    ("measure FOE nobody", "nobody is called `nobody`: there are "),
    ("plan", "type `plan`"),
    ("plan xyzzy", "`xyzzy` is none of the options: there are "),
    ("odds", "type `odds`"),
    ("odds xyzzy", "`xyzzy` is none of the options: there are "),
    ("win soon", "type `win`"),
    ("log all of it", "type `log`"),
    ("undo x", "type `undo`"),
    ("hurt", "type `hurt`"),
    ("hurt FOE badly", "type `hurt`"),
    ("hurt nobody 3", "nobody is called `nobody`: there are "),
    ("hide nobody", "nobody is called `nobody`: there are "),
    ("set FOE.hp", "type `set`"),
    ("set nobody.hp 5", "there is no combatant `nobody` (one of: "),
    ("set FOE.nonsense 5", "unknown field `nonsense` (expected "),
    ("add FOE", "say where, as `at 5,2`"),
    ("remove nobody", "nobody is called `nobody`: there are "),
    ("orders FOE dance", "type `orders`"),
    ("do nobody: rise", "nobody is called `nobody`: there are "),
    ("force x", "type `force`"),
    ("void 9999", "line 9999 is no roll that stands"),
    ("allow", "type `allow`"),
    ("rules XX-1", "there is no rule `XX-1`: type "),
];

/// Attacks that are refused at the first question, each by its rule and with a way out.
const REFUSED: [(&str, &str); 5] = [
    ("duel", "[DF-172] "),
    ("axe-and-shield", "[G4-085] "),
    ("graded-duel", "[GR-R38] "),
    ("axe-and-sword", "[DQ-R05] "),
    ("stone-and-mist", "[OB-067] "),
];

/// Whatever is typed wrong, what is told says what would be right, and nothing is done.
#[test]
fn what_is_wrong_names_a_way_out() {
    for ((_, encounter, _, foe, _), (_, rule)) in FIGHTS.into_iter().zip(REFUSED) {
        let (_folder, path) = folder(&[]);
        let save = path("it.save.jsonl");
        let attack = format!("attack {foe}");
        let lines: Vec<String> = WRONG.iter().map(|(line, _)| line.replace("FOE", foe)).chain([attack]).collect();
        let ran = affray_with(&["play", encounter, "--seed", "5", "--save", &save], &(lines.join("\n") + "\n"));
        let begin = ran.out.find("\n> `xyzzy`").unwrap_or_else(|| panic!("{encounter}: {}", ran.out));
        let told: Vec<&str> = ran.out[begin..].split("\n> ").skip(1).collect();
        assert_eq!(told.len(), lines.len() + 1, "{encounter}: something was done: {}", ran.out);
        for ((line, told), (_, expected)) in lines.iter().zip(&told).zip(WRONG) {
            assert!(told.contains(expected), "{encounter}: `{line}`: {told}");
        }
        let refused = told[lines.len() - 1];
        assert!(refused.starts_with(rule) && refused.contains(": "), "{encounter}: {refused}");
    }
}
