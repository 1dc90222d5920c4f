//! `affray play`: lines as people type them.

use super::{affray, affray_with, folder};

const FIGHT: &str = "ruleset = 'dfrpg'\n[[combatant]]\nname = 'Arn'\nsheet = 'arn'\nat = [0, 0]\n\
    [[combatant]]\nname = 'Orc'\nsheet = 'orc'\nat = [3, 0]\n";

/// Plays an encounter with a fixed seed, and returns what is shown. In the duel of that seed Brand dodges the first blow.
fn play(encounter: &str, more: &[&str], lines: &[&str]) -> String {
    let (_folder, path) = folder(&[]);
    let save = path("it.save.jsonl");
    let seed = if encounter == "duel" { "1" } else { "5" };
    let args = [&["play", encounter, "--seed", seed, "--save", &save], more].concat();
    let ran = affray_with(&args, &(lines.join("\n") + "\n"));
    assert_eq!(ran.code, Some(0), "{}{}", ran.out, ran.err);
    let replayed = super::affray(&["replay", &save]);
    assert_eq!(replayed.code, Some(0), "{}", replayed.err);
    ran.out
}

/// Asserts that those texts stand there in that order.
fn in_order(text: &str, parts: &[&str]) {
    let mut rest = text;
    for part in parts {
        match rest.split_once(part) {
            Some((_, after)) => rest = after,
            None => panic!("`{part}` is not there, or too early, in:\n{text}"),
        }
    }
}

/// Six hexes are one input, an attack is one line, and neither free actions, steps nor facings are asked about.
#[test]
fn a_turn_is_a_line() {
    let told = play("duel", &[], &["to vela", "dodge", "attack vela neck"]);
    in_order(
        &told,
        &[
            "Sergeant Brand: which maneuver?",
            "Sergeant Brand moves to 4,4 by 3,4, facing E; 2 points left.",
            "Which defense?",
            "Sergeant Brand tries to dodge.",
            "Sergeant Brand attacks Vela's neck",
        ],
    );
    assert!(!told.contains("step") && !told.contains("free actions before"), "{told}");
    let asked = play("duel", &["--ask-all"], &["done"]);
    in_order(&asked, &["Sergeant Brand: free actions before the maneuver?", "Sergeant Brand: which maneuver?"]);
}

/// Each of the other rulesets understands how people say it.
#[test]
fn every_ruleset_understands_it() {
    for (encounter, walk, after) in [
        ("axe-and-shield", "to bor", "Ana goes to 6,0 by 1,0 2,0 3,0 4,0 5,0, facing E."),
        ("graded-duel", "2,0", "Arn: "),
        ("axe-and-sword", "to brakka", "Aldric moves to 4,3 by 2,3 3,3."),
        ("stone-and-mist", "to lys", "Arn goes to 10,5 by "),
    ] {
        in_order(&play(encounter, &[], &[walk]), &[after]);
    }
}

/// The way of a walk, what would be rolled and its odds are shown before anything is done.
#[test]
fn plans_and_odds_do_nothing() {
    let told =
        play("duel", &[], &["plan 5,2", "to vela", "dodge", "plan attack vela neck", "odds attack vela neck", "log"]);
    in_order(
        &told,
        &[
            "way: 3,4  4,3  5,2, facing",
            "(3 steps)",
            "Sergeant Brand moves to 4,4",
            "Attack; Attack Vela's neck with broadsword swing",
            "then: Sergeant Brand rolls 3d for attack against 10: 15 Broadsword (DF-002) -5 neck (DF-179)",
            "these odds are exact",
            "Sergeant Brand's attack strays to the torso",
            // Missed by 1: 11 falls 27 times in 216.
            "12.50%",
            "HP lost by Vela: mean",
        ],
    );
    assert!(!told.contains("Sergeant Brand attacks Vela's neck"), "{told}");
}

/// One undo takes a whole line back, `redo` does it again, `undo turn` goes to the start of the turn.
#[test]
fn lines_are_taken_back() {
    let told = play("duel", &[], &["to vela", "undo", "order", "redo", "undo turn", "redo", "redo"]);
    in_order(
        &told,
        &[
            "moves to 4,4 by 3,4",
            "taken back",
            "at 2,4 facing E",
            "moves to 4,4 by 3,4",
            "taken back",
            "at 2,4 facing E",
            "there is nothing to do again",
        ],
    );
}

/// A line that is refused or not understood leaves what can be done again as it was; one that is carried out does not.
#[test]
fn a_slip_leaves_what_can_be_done_again() {
    let slips = ["atack vela", "attack vela banana", "99", "hurt nobody 3", "void", "map"];
    let lines = [&["to vela", "undo"][..], &slips, &["redo", "order", "undo", "1", "redo"]].concat();
    in_order(
        &play("duel", &[], &lines),
        &[
            "moves to 4,4 by 3,4",
            "taken back",
            "nobody is called `nobody`",
            "nothing was rolled yet",
            "moves to 4,4 by 3,4",
            "HP 14/14, FP 12/12, at 4,4",
            "taken back",
            "there is nothing to do again",
        ],
    );
}

/// Several lines are taken back with the rolls among them only after that was said.
#[test]
fn rolls_that_are_taken_back_are_named_first() {
    let lines = ["to vela", "dodge", "attack vela", "undo 3", "no", "undo 3", "yes", "order"];
    // A walk of two steps and the facing at its end are one decision: to move.
    let named = "Sergeant Brand: Move; Vela: Attack; Vela: Attack Sergeant Brand's neck with rapier thrust; Vela, attack: rolled ";
    let told = format!("That takes back {named}");
    in_order(
        &play("duel", &[], &lines),
        &[
            &told,
            "Sergeant Brand: Dodge; Sergeant Brand, dodge: rolled ",
            "3 inputs with ",
            "which fall anew. Type `yes` to do it.",
            "Nothing was changed.",
            &told,
            &format!("The last 3 inputs are taken back: {named}"),
        ],
    );
}

/// Where a file holds a fight that is over, the next one has a file of its own; one that goes on is kept.
#[test]
fn a_finished_fight_is_no_obstacle() {
    let (_folder, path) = folder(&[("m.toml", FIGHT)]);
    let (encounter, save) = (path("m.toml"), path("m.save.jsonl"));
    assert_eq!(affray(&["fight", &encounter, "--seed", "1", "--quiet", "--log", &save]).code, Some(0));
    let first = std::fs::read_to_string(&save).expect("the log of the fight");
    let ran = affray_with(&["play", &encounter, "--seed", "1"], "");
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    in_order(&ran.err, &["m.save.jsonl holds a fight that is over", "a file of its own"]);
    assert!(ran.out.contains("m-2.save.jsonl"), "{}", ran.out);
    assert_eq!(std::fs::read_to_string(&save).ok(), Some(first));
    // The second one goes on: it is neither overwritten nor passed over.
    std::fs::rename(path("m-2.save.jsonl"), &save).expect("it is there");
    let refused = affray_with(&["play", &encounter, "--seed", "1"], "");
    assert_eq!(refused.code, Some(2), "{}", refused.out);
    assert!(refused.err.contains("--resume"), "{}", refused.err);
}

/// After a battle nothing is told of odds, and whoever won has won.
#[test]
fn a_battle_that_is_over_has_no_odds() {
    let told =
        play("duel", &[], &["set Vela.conditions.dead true", "to vela", "odds 1", "win 10", "rest 10", "win 10"]);
    in_order(
        &told,
        &[
            "After the battle: what next?",
            "the battle is over: there are no odds of what comes after it",
            "100.00%  The garrison",
            "of 10 fights",
        ],
    );
}

/// What a forced or void roll withdraws is said before it happens, if people decided anything since.
#[test]
fn what_is_withdrawn_is_said_first() {
    let told = play("duel", &[], &["to vela", "dodge", "attack vela", "force 3 #41", "no", "force 3 #41", "yes"]);
    in_order(
        &told,
        &[
            "That withdraws what followed from the roll:",
            "of people among them. Type `yes` to do it.",
            "Nothing was changed.",
            "Type `yes` to do it.",
            "The game master lays a roll down.",
            "rolled 3, laid down by the game master",
        ],
    );
}

/// The dice of a pool are told in one line, which has the numbers of all but the first.
#[test]
fn every_die_has_its_number() {
    let told = play("stone-and-mist", &[], &["force 6 #3"]);
    in_order(&told, &["Arn, initiative: 1 DEX (OB-022). #2", "  Arn throws 5, 5, 6, then 5: 21. #3 to #5"]);
    in_order(
        &told,
        &["The game master lays a roll down.", "laid down by the game master. #20", "  Arn throws 5, 6, 5, then"],
    );
}

/// A line never does something else than it says: no costlier maneuver, nothing that is left out.
#[test]
fn lines_are_not_guessed() {
    for (encounter, line, told) in [
        ("duel", "to vela; attack vela", "[DF-172]"),
        ("duel", "dodge", "`dodge` is none of the options"),
        ("duel", "to vela; dodge", "`dodge` is not understood there, or comes too late"),
        ("troll", "aim grint", "could be: Aim at Grint with longbow missile"),
        ("troll", "ready longbow", "could be: Ready:"),
        ("axe-and-shield", "to bor; attack bor", "[G4-085]"),
        ("graded-duel", "to bryn; attack bryn", "[GR-R38]"),
        ("stone-and-mist", "dex\n13,3", "`13,3` is not within reach of this movement"),
        ("stone-and-mist", "dex\ncharge lys\nattack lys banana", "there is no item `banana` (one of: "),
        (
            "duel",
            "to vela\ndodge\nattack vela banana",
            "neither a place nor a weapon is called `banana`: torso, vitals, ",
        ),
        ("duel", "to vela\ndodge\nattack vela at=banana", "`banana` is no hit location"),
        ("axe-and-shield", "attack bor banana", "neither a place nor a weapon is called `banana`"),
        ("stone-and-mist", "dex\ncharge lys\nattack lys nonlethal", "-4 nonlethal (OB-108)"),
    ] {
        in_order(&play(encounter, &[], &[line]), &[told]);
    }
    // The blow of a Move and Attack is still to come after the walk.
    in_order(&play("duel", &[], &["move and attack; to vela", "attack"]), &["moves to 4,4 by 3,4", "which attack?"]);
}

/// What cannot be is said with its rule or with who is there, and nobody is guessed.
#[test]
fn what_cannot_be_is_said() {
    let told = play(
        "duel",
        &[],
        &[
            "attack vela",
            "attack orc",
            "40,40",
            "look x",
            "measure brand",
            "hurt vela",
            "win 0",
            "undo 0",
            "redo",
            "reach vela",
            "orders vela sit",
            "orders vela hold, sit",
            "orders vela hunt = vela",
            "orders vela guard = 1",
            "orders orc hold",
        ],
    );
    in_order(
        &told,
        &[
            "[DF-172] the target is not at a distance that this attack reaches",
            "there is no combatant `orc` (one of: Sergeant Brand, Vela)",
            "`40,40` is not within reach of this movement",
            "nobody is called `x`: there are Sergeant Brand, Vela",
            "type two names",
            "type `hurt`, a name and how many points",
            "type `win`",
            "type `undo`",
            "there is nothing to do again",
            "type `orders`, a side or a name, and orders",
            "`sit` is no order; expected one of: free, advance, hold,",
            "nobody hunts somebody of its own side",
            "a cell of the map, such as `guard = 3 -2`",
            "`orc` is neither a side nor a combatant; expected one of: The garrison, The fencing school,",
        ],
    );
    let told = play("four-against-four", &[], &["hurt o 3"]);
    assert!(told.contains("could be") || told.contains("nobody is called"), "{told}");
}

/// Everything that is asked about the fight is answered.
#[test]
fn the_fight_can_be_looked_at() {
    let told = play(
        "duel",
        &[],
        &[
            "measure sergeant brand to vela",
            "reach",
            "win 20",
            "why",
            "hurt vela 3",
            "look vela",
            "note the lights go out",
            "log all",
        ],
    );
    in_order(
        &told,
        &[
            "Sergeant Brand 2,4 to Vela 5,4: 3 yards, on the same height, in sight of each other.",
            "Vela is in front of Sergeant Brand; Sergeant Brand is in front of Vela.",
            "   1  3,4",
            "of 20 fights",
            "Vela, move",
            "     6  Move (DF-026)",
            "The game master sets Vela's HP to 8.",
            "Vela (The fencing school, played by the program)",
            "HP 8/11",
            "Note: the lights go out",
        ],
    );
}

/// Points that a game master takes or gives end where those of the game do.
#[test]
fn points_end() {
    let told = play("duel", &[], &["hurt vela 999", "hurt vela -999", "hurt vela -1", "undo", "undo"]);
    in_order(
        &told,
        &[
            "The game master sets Vela's HP to -54.",
            "The game master sets Vela's HP to 11.",
            "Vela has 11 of 11 HP, and that stays so",
            "The last input is taken back: The game master sets Vela's HP to 11.",
            "The last input is taken back: The game master sets Vela's HP to -54.",
        ],
    );
}

/// Dice that nobody can know beforehand stand in the log, and lead to the same fight again.
#[test]
fn fresh_dice_stand_in_the_log() {
    let (_folder, path) = folder(&[]);
    let save = path("it.save.jsonl");
    let lines = "to vela\ndodge\nattack vela\nundo\nattack vela\n";
    let ran = affray_with(&["play", "duel", "--save", &save], lines);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    let log = std::fs::read_to_string(&save).expect("the saved fight");
    let header = log.lines().next().expect("a header");
    assert!(header.contains(r#""dice":"fresh""#) && !header.contains(r#""seed":"#), "{header}");
    assert!(log.contains(r#""from":"fresh""#) && !log.contains(r#""from":"drawn""#), "{log}");
    assert_eq!(super::affray(&["replay", &save]).code, Some(0));
    let resumed = affray_with(&["play", "--resume", &save], "order\n");
    assert_eq!(resumed.code, Some(0), "{}", resumed.err);
    let again = std::fs::read_to_string(&save).expect("the saved fight");
    assert_eq!(log, again, "to go on changes nothing by itself");
}

/// A log that comes to something else by the rules of today says so, and goes on from there in a new file; the old one is kept.
#[test]
fn a_log_of_other_rules_goes_on_from_where_they_part() {
    let (_folder, path) = folder(&[]);
    let save = path("it.save.jsonl");
    let lines = "do-nothing\ndo-nothing\ndo-nothing\n";
    let ran = affray_with(&["play", "duel", "--all", "--save", &save], lines);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    let log = std::fs::read_to_string(&save).expect("the saved fight");
    // Brand's first turn, which Vela's choice led to, was another event by the rules of then.
    let line = log.lines().position(|line| line.contains("Sergeant Brand's turn.")).expect("his turn");
    let event = |(at, text): (usize, &str)| match at == line {
        true => text.replacen("turn-begins", "turn-opens", 1),
        false => text.to_owned(),
    };
    let other: String = log.lines().enumerate().map(event).map(|line| line + "\n").collect();
    assert_ne!(other, log);
    std::fs::write(&save, &other).expect("the saved fight");
    let stuck = affray_with(&["play", "--resume", &save], "");
    assert_eq!(stuck.code, Some(2));
    let told = stuck.err.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(told.contains(&format!("from line {line} of {}", other.lines().count())), "{told}");
    assert!(told.contains("--from-here"), "{told}");
    let resumed = affray_with(&["play", "--resume", &save, "--from-here"], "do-nothing\n");
    assert_eq!(resumed.code, Some(0), "{}", resumed.err);
    assert_eq!(std::fs::read_to_string(&save).expect("the old one"), other);
    let new = path("it-2.save.jsonl");
    let gone_on = std::fs::read_to_string(&new).expect("the new one");
    assert_eq!(gone_on.lines().take(line).collect::<Vec<_>>(), log.lines().take(line).collect::<Vec<_>>());
    assert!(gone_on.lines().count() > line + 1, "{gone_on}");
    assert_eq!(super::affray(&["replay", &new]).code, Some(0));
}

/// A log that is told in other words today, sums included, or counts its turns otherwise and has no margins, as the last format
/// did, is the same fight: it goes on, in a new file with the words of today.
#[test]
fn a_log_in_other_words_is_the_same_fight() {
    let (_folder, path) = folder(&[]);
    let save = path("it.save.jsonl");
    let ran =
        affray_with(&["play", "duel", "--all", "--seed", "9", "--save", &save], "4,4\nstep E; attack vela\ndodge\n");
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    let log = std::fs::read_to_string(&save).expect("the saved fight");
    let version = format!(r#""affray":"{}""#, env!("CARGO_PKG_VERSION"));
    let other = log.replace("Sergeant Brand's turn.", "Sergeant Brand's go.");
    let other = other.replace(r#""words":"Broadsword""#, r#""words":"sword""#).replace(&version, r#""affray":"0.0.1""#);
    let other = other.replace(r#""log":3"#, r#""log":2"#).replace(r#""turn":2,"#, r#""turn":3,"#);
    let came_to = (-18..=18).map(|margin| format!(r#","margin":{margin}"#));
    let came_to = came_to.chain([r#","success":true"#, r#","success":false"#].map(String::from));
    let other = came_to.fold(other, |other, part| other.replace(&part, ""));
    assert!(other.contains(r#""log":2"#) && !other.contains("margin"), "{other}");
    assert!(other.contains("0.0.1") && other.contains("'s go.") && other.contains(r#""words":"sword""#), "{other}");
    std::fs::write(&save, &other).expect("the saved fight");
    let replayed = super::affray(&["replay", &save]);
    assert_eq!(replayed.code, Some(1), "byte for byte it is another log");
    let resumed = affray_with(&["play", "--resume", &save], "note on it goes\n");
    assert_eq!(resumed.code, Some(0), "{}", resumed.err);
    assert_eq!(std::fs::read_to_string(&save).expect("the old one"), other);
    let gone_on = std::fs::read_to_string(path("it-2.save.jsonl")).expect("the new one");
    assert!(gone_on.starts_with(&log) && gone_on.contains("on it goes"), "{gone_on}");
    assert_eq!(super::affray(&["replay", &path("it-2.save.jsonl")]).code, Some(0));
}

/// Only the dice of those whom people play are typed, several in a line where several are due, or thrown on demand.
#[test]
fn own_dice_are_typed() {
    let (_folder, path) = folder(&[]);
    let save = path("it.save.jsonl");
    let ran = affray_with(
        &["play", "duel", "--all", "--dice", "typed", "--save", &save],
        "do-nothing\nto vela\ndo-nothing\nto vela\ndo-nothing\nattack vela\n1 2 3 4\n19\n3 3 4\n",
    );
    in_order(
        &ran.out,
        &[
            "Dice:",
            "Sergeant Brand rolls 3d for attack",
            "4 dice were typed, and none of them is taken: 3 are due here",
            "3d cannot show 19: 3 to 18",
            "rolled 10",
        ],
    );
    let wrong = affray_with(&["play", "duel", "--dice", "typed", "--seed", "3", "--save", &path("other.jsonl")], "");
    assert_eq!(wrong.code, Some(2));
    assert!(wrong.err.contains("dice that are typed have no seed"), "{}", wrong.err);
}

/// Figures join and leave in mid-fight: with a sheet of somebody there, of the program or of a file.
#[test]
fn figures_join_and_leave() {
    let (_folder, path) = folder(&[("brute.toml", "")]);
    let sheet = affray(&["list", "dfrpg"]).out;
    assert!(sheet.contains("orc"), "{sheet}");
    let told = play(
        "duel",
        &[],
        &[
            "add vela at 5,4",
            "add vela",
            "add orc at 3,1",
            "add orc at 3,1 side nowhere",
            "add nixie at 3,1 side garrison",
            &format!("add {} at 3,1 side garrison", path("brute.toml")),
            "add orc at 3,1 side garrison as Grik facing W",
            "add vela at 4,1",
            "order",
            "remove grik",
            "look grik",
            "remove grik",
            "add orc at 3,1 as Grik",
            "undo",
            "redo",
            "look grik",
        ],
    );
    in_order(
        &told,
        &[
            "Vela stands on 5,4: name a free cell",
            "say where, as `at 5,2`",
            "say on which side, as `side The garrison`: The garrison, The fencing school",
            "there is no side `nowhere`",
            "the program has no sheet `nixie`",
            // An empty file is no sheet.
            "missing field",
            "Grik joins the fight.",
            "Vela 2 joins the fight.",
            "Grik: HP",
            "at 3,1 facing W",
            "Grik leaves the fight.",
            "left the fight",
            "that one has left the fight already",
            "Grik joins the fight.",
            "The last input is taken back: Grik joins the fight.",
            "Grik joins the fight.",
            "at 3,1",
        ],
    );
}
