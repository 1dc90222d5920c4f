//! What a line means that somebody types at a table; `docs/play.md` describes it for people.

use crate::muster::wish;
use crate::orders::{ORDER_WORDS, ORDERS};
use crate::position::Denied;
use crate::position::line::find;
use crate::session::{Command, OddsFor, Table};
use affray_files::{Source, tree};
use serde_json::Value;

/// What a typed line asks for.
#[derive(Debug, Clone, PartialEq)]
pub enum Typed {
    /// Something is done.
    Act(Command),
    /// The last commands are taken back, so many of them.
    Undo(u32),
    /// All options.
    More,
    /// The map, and how everybody stands.
    Map,
    /// The order of turns.
    Order,
    /// Where a movement can go.
    Reach(String),
    /// The sheet of somebody.
    Look(String),
    /// How two are to each other.
    Measure(String),
    /// What words would do.
    Plan(String),
    /// The odds of a choice.
    Odds(String),
    /// Who wins from here: of so many fights.
    Win(u32),
    /// The best plans for the turn.
    Suggest,
    /// The last number, line by line.
    Why,
    /// The last lines of the log.
    Log(usize),
    /// What a rule says, or which rules have those words.
    Rules(String),
    /// Where the fight is saved.
    Save,
    /// Leaving.
    Quit,
    /// What can be typed, or what is said of a command.
    Help(String),
    /// An empty line.
    Nothing,
    /// What is wrong with the line, and what would be right.
    Wrong(&'static str),
}

/// The commands, for completion.
pub const COMMANDS: [&str; 36] = [
    "add", "allow", "ask", "away", "do", "draw", "flank", "force", "help", "hide", "hurt", "log", "look", "map",
    "measure", "more", "note", "odds", "order", "orders", "plan", "quit", "reach", "redo", "remove", "reveal", "rules",
    "save", "set", "status", "suggest", "to", "undo", "void", "why", "win",
];

/// Fights of `win`, unless a number is given.
const FIGHTS: u32 = 200;

/// The most fights of `win`.
const MOST_FIGHTS: u32 = 100_000;

/// Lines of `log`, unless a number is given.
const LINES: usize = 20;

/// What a line means; words that are no command are dice where dice are due, and a decision otherwise.
pub fn understand(line: &str, dice_are_due: bool) -> Typed {
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    let mut numbers = rest.split_whitespace().map(|word| word.trim_start_matches('#'));
    Typed::Act(match (word.to_ascii_lowercase().as_str(), rest) {
        ("", _) => return Typed::Nothing,
        ("help" | "?", of) => return Typed::Help(of.to_owned()),
        ("more", "") => return Typed::More,
        ("map" | "status", "") => return Typed::Map,
        ("order", "") => return Typed::Order,
        ("reach", words) => return Typed::Reach(words.to_owned()),
        ("look", "") => return Typed::Wrong("type `look` and a name or a cell: `look orc`, `look 5,2`"),
        ("look", who) => return Typed::Look(who.to_owned()),
        ("measure", "") => return Typed::Wrong("type `measure` and two names: `measure arn orc`"),
        ("measure", who) => return Typed::Measure(who.to_owned()),
        ("plan", "") => return Typed::Wrong("type `plan` and what you would say: `plan 5,2`, `plan attack orc neck`"),
        ("plan", words) => return Typed::Plan(words.to_owned()),
        ("odds", "") => {
            return Typed::Wrong("type `odds` and a choice, by its number or in words: `odds attack orc neck`");
        }
        ("odds", words) => return Typed::Odds(words.to_owned()),
        ("win", "") => return Typed::Win(FIGHTS),
        ("win", number) => match number.parse() {
            Ok(fights) if (1..=MOST_FIGHTS).contains(&fights) => return Typed::Win(fights),
            _ => return Typed::Wrong("type `win`, or `win` and a number of fights up to 100000: `win 1000`"),
        },
        ("suggest", "") => return Typed::Suggest,
        ("why", "") => return Typed::Why,
        ("log", "") => return Typed::Log(LINES),
        ("log", "all") => return Typed::Log(usize::MAX),
        ("log", number) => match number.parse() {
            Ok(lines) => return Typed::Log(lines),
            Err(_) => return Typed::Wrong("type `log`, or `log` and a number of lines, or `log all`"),
        },
        ("ask", "all") => Command::Ask { all: true },
        ("ask", "less") => Command::Ask { all: false },
        ("set", "odds open") => Command::Odds { of: OddsFor::Open },
        ("set", "odds own") => Command::Odds { of: OddsFor::Own },
        ("set", "odds off") => Command::Odds { of: OddsFor::Off },
        ("ask", _) => return Typed::Wrong("type `ask all` to be asked everything, or `ask less`"),
        ("save", "") => return Typed::Save,
        ("quit" | "exit", "") => return Typed::Quit,
        ("rules" | "rule", id) => return Typed::Rules(id.to_owned()),
        ("undo", "") => return Typed::Undo(1),
        ("undo", "turn") => Command::UndoTurn,
        ("undo", number) => match number.parse() {
            Ok(number) if number > 0 => return Typed::Undo(number),
            _ => return Typed::Wrong("type `undo`, `undo` and a number of inputs, or `undo turn`"),
        },
        ("redo", "") => Command::Redo,
        ("draw", "") => Command::Draw,
        ("note", "") => return Typed::Wrong("type `note` and what is to stand in the log"),
        ("note", note) => Command::Note { note: note.to_owned() },
        ("hurt", _) => match rest.rsplit_once(char::is_whitespace).map(|(who, points)| (who, points.parse())) {
            Some((who, Ok(points))) => Command::Hurt { who: who.to_owned(), points },
            _ => return Typed::Wrong("type `hurt`, a name and how many points: `hurt orc 3`; `hurt orc -3` heals"),
        },
        ("to" | "flank" | "behind" | "away", "") => {
            return Typed::Wrong("type a name behind it: `to orc`, `flank orc`, `away orc`");
        }
        ("hide" | "reveal", "") => {
            return Typed::Wrong("type a name behind it: `hide orc`, `hide orc from party`, `reveal orc`");
        }
        ("hide", _) => match rest.split_once(" from ") {
            Some((who, side)) => Command::Hide { who: who.to_owned(), from: Some(side.trim().to_owned()) },
            None => Command::Hide { who: rest.to_owned(), from: None },
        },
        ("add", _) => match wish(rest) {
            Ok(combatant) => Command::Add { combatant },
            Err(how) => return Typed::Wrong(how),
        },
        ("remove", "") => return Typed::Wrong("type `remove` and a name: `remove orc`"),
        ("remove", who) => Command::Remove { who: who.to_owned() },
        ("reveal", who) => Command::Reveal { who: who.to_owned() },
        ("void", "") => Command::Void { line: None },
        ("void", _) => match numbers.next().map(str::parse) {
            Some(Ok(line)) => Command::Void { line: Some(line) },
            _ => return Typed::Wrong("type `void`, or `void` and the number of a roll: `void 17`"),
        },
        ("force", _) => match (numbers.next().map(str::parse), numbers.next().map(str::parse)) {
            (Some(Ok(total)), None) => Command::Force { total, line: None },
            (Some(Ok(total)), Some(Ok(line))) => Command::Force { total, line: Some(line) },
            _ => return Typed::Wrong("type `force` and a sum, and the number of a roll if not the last: `force 4 17`"),
        },
        // Names hold blanks; what follows the point does not.
        ("set", _) => match rest.find('.').and_then(|point| {
            let end = point + rest[point..].find(char::is_whitespace)?;
            Some((&rest[..end], &rest[end..]))
        }) {
            Some((path, value)) => Command::Set { path: path.to_owned(), value: read_value(value.trim()) },
            None => {
                return Typed::Wrong(
                    "type `set`, a part of the state and a value: `set Orc.hp 5`; or `set odds own`, `open` or `off`",
                );
            }
        },
        ("orders", _) => match orders_to(rest) {
            Some((who, orders)) => Command::Set { path: format!("{who}.{ORDERS}"), value: orders.into() },
            None => return Typed::Wrong("type `orders`, a side or a name, and orders: `orders cult hold`"),
        },
        ("allow", "") => return Typed::Wrong("type `allow` and a choice, by its number or in words"),
        ("allow", words) => Command::Choose { words: words.to_owned(), allow: true },
        // That is a decision, as lists have it.
        ("do", words) if !dice_are_due && words.eq_ignore_ascii_case("nothing") => {
            Command::Choose { words: line.to_owned(), allow: false }
        }
        ("do", _) => match rest.split_once(':') {
            Some((who, words)) => Command::Interject { who: who.trim().to_owned(), words: words.trim().to_owned() },
            // The name of a maneuver.
            None if rest.split(';').next().is_some_and(|words| words.trim().eq_ignore_ascii_case("nothing")) => {
                Command::Choose { words: line.to_owned(), allow: false }
            }
            None => return Typed::Wrong("type `do`, a name, a colon and a free action: `do Arn: rise`"),
        },
        _ if dice_are_due => Command::Roll { words: line.to_owned() },
        _ => Command::Choose { words: line.to_owned(), allow: false },
    })
}

/// The one to whom orders go, and the orders: a name holds blanks, and the first word of an order ends it.
fn orders_to(words: &str) -> Option<(&str, &str)> {
    let at = words.match_indices(char::is_whitespace).map(|(at, _)| at).find(|&at| {
        let rest = words[at..].trim_start().to_lowercase();
        let word = rest.split(|letter: char| !letter.is_ascii_alphabetic()).next().unwrap_or_default();
        ORDER_WORDS.contains(&word)
    })?;
    Some((words[..at].trim().trim_end_matches(':'), words[at..].trim()))
}

/// Which of some names words mean: a whole one, or the beginning of a word of one alone.
///
/// # Errors
/// If it is none of them, or could be several.
pub fn whom(names: &[&str], words: &str) -> Result<usize, Denied> {
    match find(names, &[], words) {
        Some(found) => found,
        None => Err(format!("nobody is called `{}`: there are {}", words.trim(), names.join(", ")).into()),
    }
}

/// The two whom words name, with a blank, `and` or `to` between them, by their places among all.
///
/// # Errors
/// If there are no two names.
pub fn two_named(table: &dyn Table, words: &str) -> Result<(usize, usize), Denied> {
    let all: Vec<&str> = words.split_whitespace().filter(|word| !["and", "to"].contains(word)).collect();
    let mut wrong = Denied::from("type two names: `measure arn orc`");
    for at in 1..all.len() {
        match (table.find(&all[..at].join(" ")), table.find(&all[at..].join(" "))) {
            (Ok(one), Ok(other)) => return Ok((one, other)),
            (Err(one), _) | (_, Err(one)) => wrong = one,
        }
    }
    Err(wrong)
}

/// A value as JSON or TOML has it; a word alone is a text.
fn read_value(text: &str) -> Value {
    serde_json::from_str(text)
        .ok()
        .or_else(|| {
            let mut table = tree(&Source::new("", format!("it = {text}"))).ok()?;
            table.get_mut("it").map(Value::take)
        })
        .unwrap_or_else(|| Value::String(text.to_owned()))
}

/// All that can be typed, by what it is for.
pub const HELP: &str = "Decide:
  NUMBER            take that option: `3`
  WORDS             say it instead: `attack orc neck`, `attack orc with=axe`, `step NE; attack orc`
  Q,R | to NAME     walk there: `5,2`, `5,2 NE` (and face NE), `to orc`; side by side: `E E NE`
  flank NAME        walk beside somebody, as far behind as can be: `flank orc`; `away orc`: far from somebody
  more              all options: `more`
  ask all | less    be asked about free actions, steps and facings too: `ask all`; no more: `ask less`
Look:
  map | order       the map with all who fight, and what its signs mean: `map`; all who fight, in their order: `order`
  reach [WORDS]     where this movement can go, or the one that words begin: `reach`, `reach move`
  look NAME         somebody's sheet, defenses and items: `look orc`; what a cell is like: `look 5,2`
  measure A B       distance, height, sight, sides, and range and cover of shots: `measure arn orc`
  plan WORDS        what words would do, up to the first dice: `plan 5,2`, `plan step NE; attack orc`
  odds CHOICE       the exact odds of a choice, up to the end of the turn: `odds 2`, `odds attack orc neck`
  win [N]           who wins from here, of N fights that go on from now: `win`, `win 1000`
  suggest           the three best plans for this turn, each with the chance to win the fight, and why: `suggest`
  why               the last number, line by line, with its rules: `why`
  log [N | all]     the last lines of the log: `log`, `log 50`
  rules ID          what a rule says, or the rules that have those words: `rules shield`
Dice that are typed:
  SUM | DICE        their sum, or each of them; the dice of several rolls may stand in one line: `11`, `4 3 4`
  draw              have the program throw these: `draw`
Take back, overrule:
  undo [N | turn]   take the last input back, or N of them, or all of this turn: `undo`, `undo 3`, `undo turn`
  redo              do again what was taken back: `redo`
  hurt NAME N       take N points from somebody, without any roll that they bring: `hurt orc 3`; `hurt orc -3` heals
  orders WHO WHAT   tell opponents what to do: `orders cult hold`, `orders orc hunt = arn`, `orders cult free`
  hide NAME         hide somebody from all other sides, or from one: `hide orc`, `hide orc from party`
  reveal NAME       show somebody to all again: `reveal orc`
  add SHEET at Q,R  somebody joins: `add orc at 5,2`, also `side raiders`, `as Orc 3`, `facing E`, `orc.toml`
  remove NAME       takes somebody out of the fight: `remove orc`
  set odds WHO      tell no odds: `set odds off`; to whoever decides: `set odds own`; to everybody: `set odds open`
  set PATH VALUE    set a part of the state: `set Arn.conditions.stunned true`
  force N [LINE]    lay down the roll that is due, or the last, or that on LINE: `force 4`, `force 4 17`
  void [LINE]       have the last roll thrown again, or that on LINE: `void`, `void 17`
  allow CHOICE      take a decision although the rules refuse it: `allow 3`, `allow attack orc neck`
  do NAME: WORDS    a free action of somebody, unasked: `do Arn: rise`
  note WORDS        write something into the log: `note the bridge burns`
  help [COMMAND]    this list, or what it says of a command: `help undo`
  save | quit       say where the fight is saved: `save`; leave, the fight stays saved: `quit`
";

/// What the help says of a command, or of what is typed so; all of it where there is nothing of the kind.
pub fn help(of: &str) -> String {
    let wanted = of.trim().to_lowercase();
    let is_it = |line: &&str| {
        let (head, examples) = line.split_at_checked(20).unwrap_or((line, ""));
        let begins = |text: &str| text.split_whitespace().next().is_some_and(|word| word == wanted);
        line.starts_with(' ') && (head.split('|').any(begins) || examples.split('`').skip(1).step_by(2).any(begins))
    };
    let found: Vec<&str> = HELP.lines().filter(is_it).collect();
    if found.is_empty() { HELP.to_owned() } else { found.join("\n") + "\n" }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn lines_are_understood() {
        let choose = |words: &str, allow| Typed::Act(Command::Choose { words: words.to_owned(), allow });
        assert_eq!(understand(" 3 ", false), choose("3", false));
        assert_eq!(understand("attack orc neck", false), choose("attack orc neck", false));
        assert_eq!(understand("do nothing", false), choose("do nothing", false));
        assert_eq!(understand("allow 3", false), choose("3", true));
        assert_eq!(understand("4 3 4", true), Typed::Act(Command::Roll { words: "4 3 4".to_owned() }));
        assert_eq!(understand("undo", true), Typed::Undo(1));
        assert_eq!(understand("undo 3", true), Typed::Undo(3));
        assert_eq!(understand("undo turn", true), Typed::Act(Command::UndoTurn));
        assert!(matches!(understand("undo 0", true), Typed::Wrong(_)));
        assert_eq!(understand("draw", true), Typed::Act(Command::Draw));
        assert_eq!(understand("draw", false), Typed::Act(Command::Draw));
        assert_eq!(understand("draw dagger", false), choose("draw dagger", false));
        assert_eq!(understand("force 4 #17", false), Typed::Act(Command::Force { total: 4, line: Some(17) }));
        assert_eq!(understand("void", false), Typed::Act(Command::Void { line: None }));
        let set = Typed::Act(Command::Set { path: "Orc.hp".to_owned(), value: json!(5) });
        assert_eq!(understand("set Orc.hp 5", false), set);
        assert!(matches!(understand("set Orc.hp", false), Typed::Wrong(_)));
        let set = Typed::Act(Command::Set { path: "Sergeant Brand.hp".to_owned(), value: json!(5) });
        assert_eq!(understand("set Sergeant Brand.hp 5", false), set);
        assert!(matches!(understand("force", false), Typed::Wrong(_)));
        let hurt = |points| Typed::Act(Command::Hurt { who: "raider 1".to_owned(), points });
        assert_eq!(understand("hurt raider 1 3", false), hurt(3));
        assert_eq!(understand("hurt raider 1 -3", false), hurt(-3));
        assert!(matches!(understand("hurt 3", false), Typed::Wrong(_)));
        assert_eq!(understand("do nothing", false), choose("do nothing", false));
        assert!(matches!(understand("do something", false), Typed::Wrong(_)));
        let hide = |from: Option<&str>| {
            Typed::Act(Command::Hide { who: "raider 1".to_owned(), from: from.map(str::to_owned) })
        };
        assert_eq!(understand("hide raider 1", false), hide(None));
        assert_eq!(understand("hide raider 1 from the watch", false), hide(Some("the watch")));
        assert_eq!(understand("reveal orc", false), Typed::Act(Command::Reveal { who: "orc".to_owned() }));
        assert!(matches!(understand("hide", false), Typed::Wrong(_)));
        assert!(matches!(understand("flank", false), Typed::Wrong(_)));
        let orders =
            |who: &str, orders: &str| Typed::Act(Command::Set { path: format!("{who}.orders"), value: json!(orders) });
        assert_eq!(
            understand("orders raider 1 hunt = arn, nerve = 30", false),
            orders("raider 1", "hunt = arn, nerve = 30")
        );
        assert_eq!(understand("orders the watch: hold", false), orders("the watch", "hold"));
        assert!(matches!(understand("orders hold", false), Typed::Wrong(_)));
    }

    #[test]
    fn the_help_of_a_command_is_its_entry() {
        let lines = |of: &str| help(of).lines().map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(lines("hurt").len(), 1);
        assert!(lines("hurt")[0].contains("`hurt orc 3`"));
        assert!(lines("attack").iter().any(|line| line.contains("`attack orc neck`")));
        assert!(lines("away")[0].contains("`away orc`"));
        assert_eq!(help("nonsense"), HELP);
        assert_eq!(help(""), HELP);
    }

    #[test]
    fn values_are_json_toml_or_words() {
        assert_eq!(read_value("5"), json!(5));
        assert_eq!(read_value("true"), json!(true));
        assert_eq!(read_value("prone"), json!("prone"));
        assert_eq!(read_value("{ hp = 3 }"), json!({"hp": 3}));
        assert_eq!(read_value("[1, 2]"), json!([1, 2]));
    }
}
