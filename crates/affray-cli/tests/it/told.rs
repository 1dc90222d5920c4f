//! The numbers in a log, recomputed from the log alone: targets from their lines, margins, points left, rounds, turns.

use crate::{affray, folder};
use serde_json::Value;
use std::collections::{HashMap, HashSet};

/// The state of a pass through a log, from its first line to its last.
struct Reader {
    /// The current line, for failure messages.
    place: String,
    ruleset: String,
    round: i64,
    /// The turns so far, by round and combatant.
    turns: HashSet<(i64, String)>,
    /// The points that the log gave last, by combatant and pool.
    left: HashMap<(String, &'static str), i64>,
    /// What the dice showed so far.
    dice: Vec<i64>,
    /// What the sum of damage came to that was told last, and for whom.
    injury: Option<(String, i64)>,
    /// How many such sums there were.
    injuries: usize,
    /// How many wounds followed from such a sum.
    wounds: usize,
}

/// The first of these keys that is a number.
fn number(of: &Value, keys: &[&str]) -> Option<i64> {
    keys.iter().find_map(|key| of[key].as_i64())
}

impl Reader {
    /// Checks that the lines of a target number or a score add up to it, each with words and a rule.
    fn adds_up(&self, roll: &Value) {
        let Some(lines) = roll["tally"].as_array() else { return };
        let sum = lines.iter().fold(0, |sum, line| {
            let value = line["value"].as_i64().expect("a line has a value");
            let is_told = ["words", "rule"].iter().all(|key| line[key].as_str().is_some_and(|said| !said.is_empty()));
            assert!(is_told, "{}: a line without words in {roll}", self.place);
            if line["does"] == "add" { sum + value } else { value }
        });
        if let Some(target) = number(roll, &["target", "score"]) {
            assert_eq!(sum, target, "{}: {roll}", self.place);
        }
    }

    /// Checks `rolled 14, failed by 3` against target and sum.
    fn margin(&self, roll: &Value) {
        let text = roll["text"].as_str().unwrap_or_default();
        let Some((_, told)) = text.split_once("rolled ") else { return };
        let (Some(target), Some(total)) = (roll["target"].as_i64(), roll["total"].as_i64()) else { return };
        let Some((rolled, verdict)) = told.split_once(", ") else { return };
        assert_eq!(rolled.parse(), Ok(total), "{}: {roll}", self.place);
        // In `graded` a natural 3, 4, 17 or 18 is an automatic result, except in contests.
        const CONTESTS: [&str; 8] = ["break free", "feint", "grab", "hold", "slam", "tackle", "takedown", "wait"];
        let by_itself = self.ruleset == "graded" && !CONTESTS.iter().any(|contest| roll["for"] == *contest);
        if by_itself && !(5..17).contains(&total) {
            return;
        }
        for (word, margin) in [("made by ", target - total), ("failed by ", total - target)] {
            if let Some(by) = verdict.strip_prefix(word) {
                let by: String = by.chars().take_while(char::is_ascii_digit).collect();
                assert_eq!(by.parse(), Ok(margin), "{}: {roll}", self.place);
            }
        }
    }

    /// Checks margin, success and what is critical against target and sum, by the rules of each game.
    fn outcome(&self, roll: &Value) {
        let (what, is_3d6) = (roll["for"].as_str().expect("it says what for"), roll["dice"] == "3d");
        let has_number = match self.ruleset.as_str() {
            // What is added to the dice is no number to roll against.
            "obss" => false,
            "dragonquest" => true,
            _ => is_3d6,
        };
        let target = roll["target"].as_i64().filter(|_| has_number);
        let Some((target, total)) = target.zip(roll["total"].as_i64()) else {
            assert!(roll.get("margin").is_none() && roll.get("success").is_none(), "{}: {roll}", self.place);
            return;
        };
        let plain = target - total;
        let Some(success) = roll["success"].as_bool() else {
            assert_eq!(roll["margin"], plain, "{}: the margin in a contest: {roll}", self.place);
            return;
        };
        // In the 3d6 family a 3 or 4 always succeeds, a 17 or 18 always fails; of `graded` that is a margin of 0 or -1.
        let by_itself = match total {
            3 | 4 if is_3d6 => Some(true),
            17 | 18 if is_3d6 => Some(false),
            _ => None,
        };
        let (margin, made) = match (self.ruleset.as_str(), by_itself) {
            ("dragonquest", _) => (plain, if what == "strike" { plain >= 0 && total < 99 } else { plain >= 0 }),
            ("graded", Some(true)) => (plain.max(0), true),
            ("graded", Some(false)) => (plain.min(-1), false),
            (_, by_itself) => (plain, by_itself.unwrap_or(plain >= 0)),
        };
        assert_eq!((roll["margin"].as_i64(), success), (Some(margin), made), "{}: {roll}", self.place);
        let telegraphic = roll["tally"].as_array().is_some_and(|all| all.iter().any(|line| line["rule"] == "G4-140"));
        let at = if telegraphic { target - 4 } else { target };
        let hits = total <= 4 || (total == 5 && at >= 15) || (total == 6 && at >= 16);
        let misses = total == 18 || (total == 17 && at <= 15) || total - at >= 10;
        let critical = match self.ruleset.as_str() {
            "dragonquest" => false,
            // A low roll does nothing more there.
            "graded" => misses && total > 4,
            _ => hits || misses,
        };
        let is_critical = roll["critical"] == true;
        assert!(critical || !is_critical, "{}: {roll}", self.place);
        assert!(what != "attack" || critical == is_critical, "{}: {roll}", self.place);
    }

    /// Checks that points lost or gained lead from the last number of points to this one.
    fn points(&mut self, event: &Value) {
        let (name, who) = (event["event"].as_str().unwrap_or_default(), event["who"].as_str().unwrap_or_default());
        let pool = match name {
            "wounded" | "bleeds" if self.ruleset == "dragonquest" => {
                if event["endurance"] == false {
                    "fatigue"
                } else {
                    "endurance"
                }
            }
            "wounded" | "injured" | "bleeds" | "healed" => "hp",
            "bruised" => "nonlethal",
            "heals" if self.ruleset == "graded" => "hp",
            "tires" | "rests" => "fp",
            _ => return,
        };
        let gains = matches!(name, "heals" | "healed" | "rests" | "bruised");
        let amount = number(event, &["lost", "points", "gained", "rounds"]).unwrap_or(1);
        if let Some((_, sum)) = self.injury.take_if(|(whose, _)| whose == who) {
            assert_eq!(sum, amount, "{}: a sum of {sum} before {event}", self.place);
            self.wounds += 1;
        }
        let left = number(event, &["left", pool]).unwrap_or_else(|| panic!("{}: {event}", self.place));
        if let Some(before) = self.left.insert((who.to_owned(), pool), left) {
            let now = if gains { before + amount } else { before - amount };
            assert_eq!(now, left, "{}: {before} before {event}", self.place);
        }
    }

    fn line(&mut self, line: &Value) {
        if let Some(round) = line["round"].as_i64() {
            assert!(self.round <= round, "{}: round {round} after {}", self.place, self.round);
            self.round = round;
        }
        // What comes before the first turn is the beginning of the fight, no turn.
        let turn = line["turn"].as_u64();
        let begun = self.turns.len() as u64;
        let begins = matches!(line["event"]["event"].as_str(), Some("turn-begins" | "activation"));
        assert!(turn.is_none_or(|turn| turn == begun + u64::from(begins)), "{}: {line}", self.place);
        match line["is"].as_str() {
            Some("roll") => {
                self.adds_up(line);
                self.margin(line);
                self.outcome(line);
                self.dice.push(line["total"].as_i64().expect("a number"));
            }
            Some("score") => {
                self.adds_up(line);
                if line["for"] == "injury" {
                    let who = line["who"].as_str().expect("somebody's").to_owned();
                    let sum = line["score"].as_i64().expect("a number");
                    // Where nothing gets through nobody is wounded.
                    self.injuries += usize::from(sum != 0);
                    self.injury = (sum != 0).then_some((who, sum));
                }
            }
            Some("event") => {
                let event = &line["event"];
                if matches!(event["event"].as_str(), Some("turn-begins" | "activation")) {
                    let who = event["who"].as_str().expect("somebody's").to_owned();
                    let first = self.turns.insert((self.round, who));
                    assert_eq!(line["turn"], self.turns.len(), "{}: {event}", self.place);
                    assert!(first, "{}: a second turn in round {}: {event}", self.place, self.round);
                }
                if event["event"] == "thrown" {
                    // In `obss`, where a 1 counts nothing.
                    let faces = event["faces"].as_array().expect("a list").iter();
                    let faces: Vec<i64> = faces.map(|face| face.as_i64().expect("a number")).collect();
                    assert!(self.dice.ends_with(&faces), "{}: {event}", self.place);
                    let sum: i64 = faces.iter().filter(|&&face| face != 1).sum();
                    assert_eq!(Some(sum), event["total"].as_i64(), "{}: {event}", self.place);
                }
                if event["event"] == "damaged" {
                    let through = number(event, &["basic"]).zip(number(event, &["resisted"]));
                    let through = through.map(|(basic, resisted)| (basic - resisted).max(0));
                    assert_eq!(through, event["penetrating"].as_i64(), "{}: {event}", self.place);
                }
                self.points(event);
            }
            _ => {}
        }
    }
}

#[test]
fn what_is_told_follows_from_what_was_told_before() {
    let (_folder, path) = folder(&[]);
    let log = path("fight.jsonl");
    let mut wounds: HashMap<String, (usize, usize)> = HashMap::new();
    for encounter in affray_games::encounters() {
        for seed in ["1", "2", "16"].into_iter().take(if cfg!(debug_assertions) { 1 } else { 3 }) {
            let ran = affray(&["fight", encounter, "--seed", seed, "--quiet", "--log", &log, "--force"]);
            assert_eq!(ran.code, Some(0), "{encounter}, seed {seed}: {}", ran.err);
            let text = std::fs::read_to_string(&log).expect("the log was written");
            let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
            let ruleset = lines[0]["ruleset"].as_str().expect("the header names it").to_owned();
            let (turns, left, dice) = (HashSet::new(), HashMap::new(), Vec::new());
            let place = String::new();
            let mut reader =
                Reader { place, ruleset, round: 0, turns, left, dice, injury: None, injuries: 0, wounds: 0 };
            let last_round = lines.iter().rev().find(|line| line["is"] != "ending").map(|line| &line["round"]);
            let ending = lines.last().expect("it ends");
            assert_eq!((ending["is"].as_str(), Some(&ending["round"])), (Some("ending"), last_round), "{encounter}");
            for line in &lines {
                reader.place = format!("{encounter}, seed {seed}, line {}", line["line"]);
                reader.line(line);
            }
            assert!(
                !reader.turns.is_empty()
                    && ["turn", "activation"]
                        .iter()
                        .any(|one| ran.out.contains(&format!(", {} {one}", reader.turns.len()))),
                "{}",
                ran.out
            );
            let (injuries, followed) = wounds.entry(reader.ruleset).or_default();
            *injuries += reader.injuries;
            *followed += reader.wounds;
        }
    }
    // A ruleset may show no sum of an injury; whoever shows them wounds by them.
    let shown = wounds.values().filter(|(injuries, _)| *injuries > 0);
    assert!(shown.clone().count() >= 5, "{wounds:?}");
    assert!(shown.clone().all(|(_, wounds)| *wounds > 20), "{wounds:?}");
}

/// A free pulse and each pulse have their headings, nothing is headed as a round, and what comes between the turns of a pulse
/// is a paragraph; `--sheets` tells what counts of a sheet that stands in the encounter, and the size and the ground of the map.
#[test]
fn pulses_are_headed_and_sheets_are_told() {
    let hale = |name: &str, side: &str, at: &str| {
        format!(
            "[[combatant]]\nname = '{name}'\nside = '{side}'\nat = {at}\nsheet = {{ name = 'S', ps = 14, md = 16, ag = 15, en = 15, \
             wp = 12, pc = 20, handedness = 'left', weapon = [{{ name = 'short sword', rank = 2 }}] }}\n"
        )
    };
    let text = "ruleset = 'dragonquest'\nsurprise = 'a'\n[map]\nrows = ['.........~', '....~....#']\n\
        [map.legend]\n'~' = { name = 'slope', cost = 1 }\n"
        .to_owned()
        + &hale("Hale", "a", "[0, 0]")
        + &hale("Gerd", "b", "[8, 0]\nfacing = 'W'");
    let run = crate::affray_with(&["fight", "-", "--seed", "1", "--sheets"], &text);
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert!(!run.out.contains("Round "), "{}", run.out);
    let line = |wanted: &str| run.out.lines().filter(|line| *line == wanted).count();
    assert_eq!((line("The free pulse."), line("Pulse 1.")), (1, 1), "{}", run.out);
    let ground = [
        "Map: 10 x 2 hexes",
        "  ~ slope, entering costs 1 more",
        "  # wall, cannot be entered, cannot be seen through",
    ];
    assert_eq!(ground.map(line), [1, 1, 1], "{}", run.out);
    assert_eq!(line("  Body: human size, 1 hex, left-handed"), 2, "{}", run.out);
    // Of the start of the fight: the one who is struck down still has the weapon.
    assert!(!run.out.contains("no longer with it") && !run.out.contains("incapacitated"), "{}", run.out);
    let run = affray(&["fight", "the-serpent", "--seed", "9"]);
    let lines: Vec<&str> = run.out.lines().collect();
    let engagements = (0..lines.len()).filter(|&at| lines[at].starts_with("  An engagement; "));
    let heads = engagements.filter_map(|at| Some(lines[lines[..at].iter().rposition(|line| line.is_empty())? + 1]));
    let heads: Vec<&str> = heads.collect();
    assert!(heads.len() > 3 && heads.iter().all(|head| !head.ends_with("'s turn.")), "{heads:?}");
}
