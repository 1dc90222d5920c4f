//! `affray play`: a fight at the terminal, by people, with the dice of the table if they like.

use super::fight::summary;
use super::replay::tell;
use crate::failure::{Exit, Failure};
use crate::fight::{Hands, Teller, Wishes, sit_down, sit_down_again, standing};
use crate::output::{Output, lock};
use crate::text::{BAD, FAINT, STRONG, fit, map, styled, width, wrap};
use affray_files::{FileError, MAX_BYTES, Source, told};
use affray_session::{Command, DiceFrom, LogLine, Table, Wanted};
use clap::ValueEnum;
use serde_json::Value;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead as _, Read as _, Seek as _, Write};
use std::path::{Path, PathBuf};

/// Options that are listed at first; `more` shows all of them.
const SHOWN: usize = 12;

/// Play a fight at the terminal.
///
/// Anybody can be played by hand, the others are played by policies. At every question type the number
/// of an option, or say it in words; `help` lists what else there is. The fight is saved at every input.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  affray play duel
  affray play tonight.toml --hand Arn --hand Bo --dice typed
  affray play --resume tonight.save.jsonl")]
pub(crate) struct Args {
    /// The encounter: a file, or the name of one that comes with the program.
    #[arg(required_unless_present = "resume", conflicts_with = "resume")]
    encounter: Option<PathBuf>,
    /// Go on with a saved fight.
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
    /// Play this combatant by hand; can be given more than once. Without it: the first one's side.
    #[arg(long, value_name = "NAME", conflicts_with = "resume")]
    hand: Vec<String>,
    /// Play this side by hand; can be given more than once.
    #[arg(long, value_name = "NAME", conflicts_with_all = ["resume", "hand"])]
    side: Vec<String>,
    /// Play everybody by hand.
    #[arg(long, conflicts_with_all = ["resume", "hand", "side"])]
    all: bool,
    /// Where dice come from: `drawn` by the program, or `typed` as they fall on the table.
    #[arg(long, value_name = "WHENCE", default_value = "drawn", conflicts_with = "resume")]
    dice: Whence,
    /// The seed of the dice. Without it: another one each time.
    #[arg(long, value_name = "N", conflicts_with = "resume", allow_negative_numbers = true, value_parser = super::seed)]
    seed: Option<u64>,
    /// Where the fight is saved. Without it: beside the encounter, ending in `.save.jsonl`.
    #[arg(long, value_name = "FILE", conflicts_with = "resume")]
    save: Option<PathBuf>,
    /// Overwrite the file in which the fight is saved if it is there already.
    #[arg(long, conflicts_with = "resume")]
    force: bool,
}

/// Where dice come from.
#[derive(Debug, Clone, Copy, ValueEnum)]
enum Whence {
    /// From the seed.
    Drawn,
    /// From the table.
    Typed,
}

pub(crate) fn run(args: &Args) -> Result<Exit, Failure> {
    let (table, save) = match &args.resume {
        Some(path) => resume(path)?,
        None => begin(args)?,
    };
    let teller = Teller::numbered(&*table);
    Play { table, save, teller, told: 0, shown_for: None, shown: String::new() }.run()
}

fn begin(args: &Args) -> Result<(Box<dyn Table + Send>, Save), Failure> {
    // The command line has one or the other.
    let encounter = args.encounter.clone().unwrap_or_default();
    let by_hand = match (args.all, args.hand.is_empty(), args.side.is_empty()) {
        (true, _, _) => Hands::All,
        (_, false, _) => Hands::These(args.hand.clone()),
        (_, _, false) => Hands::Sides(args.side.clone()),
        _ => Hands::FirstSide,
    };
    let dice = match args.dice {
        Whence::Drawn => DiceFrom::Drawn,
        Whence::Typed => DiceFrom::Typed,
    };
    let path = args.save.clone().unwrap_or_else(|| match encounter.to_str() {
        Some("-") => PathBuf::from("fight.save.jsonl"),
        _ => encounter.with_extension("save.jsonl"),
    });
    let instead = format!("go on with a saved fight: --resume {}, save in another file: --save FILE", path.display());
    let output = Output { path: &path, force: args.force, instead: &instead };
    let table = sit_down(&encounter, Wishes { seed: args.seed.unwrap_or_else(any_seed), dice, by_hand })?;
    let save = Save { file: output.create()?, path, lines: 0 };
    Ok((table, save))
}

/// A seed that is another one each time.
fn any_seed() -> u64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    // Small enough to be typed again.
    now.map_or(0, |now| now.as_nanos() as u64 / 1000 % 1_000_000_007)
}

fn resume(path: &Path) -> Result<(Box<dyn Table + Send>, Save), Failure> {
    let unreadable = |error: io::Error| FileError::whole(path.display().to_string(), told(&error));
    let opened = OpenOptions::new().read(true).write(true).open(path);
    // `Source::read` explains best why a file cannot be read.
    let mut file = opened.map_err(|error| Source::read(path).err().unwrap_or_else(|| unreadable(error)))?;
    // Locked before it is read, so that no other command goes on with the fight in between.
    lock(&file, path)?;
    let mut bytes = Vec::new();
    // One byte more than allowed is enough to know that there are too many.
    (&file).take(MAX_BYTES as u64 + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    let source = Source::from_bytes(path.display().to_string(), bytes)?;
    let (mut table, lines) = sit_down_again(&source)?;
    if let Err(difference) = table.follow(&lines) {
        tell(&mut anstream::stderr(), &difference)?;
        return Err(Failure::usage(
            format!("{} does not lead where it says", path.display()),
            "go on with the version of Affray that wrote it, or cut the file off before that line",
        ));
    }
    // A line torn by a crash is cut off.
    let whole = lines.iter().map(|line| line.len() as u64 + 1).sum();
    file.set_len(whole).and_then(|()| file.seek(io::SeekFrom::End(0))).map_err(unreadable)?;
    Ok((table, Save { path: path.to_owned(), file, lines: lines.len() }))
}

/// The file in which a fight is saved: its log, written on at every input, and locked until the end.
struct Save {
    path: PathBuf,
    file: File,
    lines: usize,
}

impl Save {
    /// Writes on what is new.
    fn write(&mut self, written: &[String]) -> Result<(), Failure> {
        if written.len() <= self.lines {
            return Ok(());
        }
        let text: String = written[self.lines..].iter().map(|line| format!("{line}\n")).collect();
        let done = self.file.write_all(text.as_bytes()).and_then(|()| self.file.sync_data());
        done.map_err(|error| Failure::Usage(format!("{} cannot be written: {error}", self.path.display()), None))?;
        self.lines = written.len();
        Ok(())
    }
}

struct Play {
    table: Box<dyn Table + Send>,
    save: Save,
    teller: Teller,
    /// Written lines that were told.
    told: usize,
    /// For whose turn the map was shown.
    shown_for: Option<(Option<u32>, String)>,
    /// The map and how everybody stood, as they were shown last.
    shown: String,
}

/// What a typed line means.
#[derive(Debug, PartialEq)]
enum Typed {
    Act(Command),
    More,
    Map,
    Rules(String),
    Save,
    Quit,
    Help,
    Nothing,
    Wrong(&'static str),
}

fn understand(line: &str, dice_are_due: bool) -> Typed {
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    let mut numbers = rest.split_whitespace().map(|word| word.trim_start_matches('#'));
    Typed::Act(match (word.to_ascii_lowercase().as_str(), rest) {
        ("", _) => return Typed::Nothing,
        ("help" | "?", _) => return Typed::Help,
        ("more", "") => return Typed::More,
        ("map" | "status", "") => return Typed::Map,
        ("save", "") => return Typed::Save,
        ("quit" | "exit", "") => return Typed::Quit,
        ("rules" | "rule", id) => return Typed::Rules(id.to_owned()),
        ("undo", "") => Command::Undo,
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
        ("set", _) => match rest.split_once(char::is_whitespace) {
            Some((path, value)) => Command::Set { path: path.to_owned(), value: read_value(value.trim()) },
            None => return Typed::Wrong("type `set`, a part of the state and a value: `set Orc.hp 5`"),
        },
        ("allow", "") => return Typed::Wrong("type `allow` and a choice, by its number or in words"),
        ("allow", words) => Command::Choose { words: words.to_owned(), allow: true },
        ("do", _) => match rest.split_once(':') {
            Some((who, words)) => Command::Interject { who: who.trim().to_owned(), words: words.trim().to_owned() },
            None => return Typed::Wrong("type `do`, a name, a colon and a free action: `do Arn: rise`"),
        },
        _ if dice_are_due => Command::Roll { words: line.to_owned() },
        _ => Command::Choose { words: line.to_owned(), allow: false },
    })
}

/// A value as JSON or TOML has it; a word alone is a text.
fn read_value(text: &str) -> Value {
    serde_json::from_str(text)
        .ok()
        .or_else(|| {
            let mut table = toml::from_str::<serde_json::Map<String, Value>>(&format!("it = {text}")).ok()?;
            table.remove("it")
        })
        .unwrap_or_else(|| Value::String(text.to_owned()))
}

const HELP: &str = "  NUMBER            take that option; where dice are due, their sum, or each of them: `4 3 4`
  WORDS             say it instead, as a case does; what is wrong is answered with an example
  more              all options
  map               the map and how all stand: `A→` faces east, `A×` is out, `A_` lies there too, `/` is an item
  undo              take the last input back
  rules ID          what a rule says; with words, the rules that have them
  set PATH VALUE    set a part of the state: `set Arn.conditions.stunned true`
  force N [LINE]    lay down the roll that is due, or the last, or that on LINE
  void [LINE]       have the last roll thrown again, or that on LINE
  allow CHOICE      take a decision although the rules refuse it
  do NAME: WORDS    a free action of somebody, unasked: `do Arn: rise`
  save              say where the fight is saved
  quit              leave; the fight stays saved
";

impl Play {
    fn run(&mut self) -> Result<Exit, Failure> {
        let mut out = anstream::stdout().lock();
        self.save.write(self.table.written())?;
        let title = self.table.terms().title.clone();
        if !title.is_empty() {
            writeln!(out, "{}", styled(STRONG, title))?;
        }
        writeln!(
            out,
            "{}",
            styled(FAINT, format!("Saved in {}. `help` lists what can be typed.", self.save.path.display()))
        )?;
        let mut lines = io::stdin().lock().lines();
        self.tell(&mut out)?;
        self.show(&mut out, SHOWN)?;
        loop {
            write!(out, "> ")?;
            out.flush()?;
            let line = match lines.next() {
                Some(Ok(line)) => line,
                Some(Err(error)) if error.kind() == io::ErrorKind::InvalidData => {
                    writeln!(out, "{}", styled(BAD, "that is no text"))?;
                    continue;
                }
                Some(Err(_)) | None => {
                    writeln!(out)?;
                    return self.leave(&mut out);
                }
            };
            let dice_are_due = matches!(self.table.wanted(), Wanted::Roll { .. });
            match understand(&line, dice_are_due) {
                Typed::Act(command) => match self.table.act(command) {
                    Ok(()) => {
                        // What was shown is saved, always.
                        self.save.write(self.table.written())?;
                        self.tell(&mut out)?;
                        self.show(&mut out, SHOWN)?;
                    }
                    Err(message) => writeln!(out, "{}", fit(&styled(BAD, message)))?,
                },
                Typed::More => self.show(&mut out, usize::MAX)?,
                Typed::Map => self.map(&mut out, true)?,
                Typed::Rules(id) => self.rules(&mut out, &id)?,
                Typed::Save => writeln!(out, "The fight is saved in {}.", self.save.path.display())?,
                Typed::Help => {
                    write!(out, "{}", fit(HELP))?;
                    self.show(&mut out, SHOWN)?;
                }
                Typed::Quit => return self.leave(&mut out),
                Typed::Nothing => {}
                Typed::Wrong(message) => writeln!(out, "{}", fit(&styled(BAD, message)))?,
            }
        }
    }

    fn leave(&self, out: &mut impl Write) -> Result<Exit, Failure> {
        writeln!(out, "The fight is saved: affray play --resume {}", self.save.path.display())?;
        Ok(Exit::Done)
    }

    /// Tells what is new.
    fn tell(&mut self, out: &mut impl Write) -> Result<(), Failure> {
        let written = self.table.written();
        // After a resume only the turn that goes on is told.
        let from = if self.told == 0 { self.resumed_from() } else { self.told };
        for line in &written[from..] {
            let line = LogLine::from_json(line).map_err(|wrong| Failure::Usage(wrong, None))?;
            if let Some(text) = self.teller.tell(&line) {
                write!(out, "{text}")?;
            }
        }
        self.told = self.table.written().len();
        Ok(())
    }

    fn resumed_from(&self) -> usize {
        let turn = self.table.lines().last().and_then(|line| line.turn);
        let first = self.table.lines().iter().find(|line| line.turn == turn);
        first.map_or(0, |line| line.line as usize)
    }

    /// The map and how everybody stands; unless it is `wanted`, only where it is not what was shown last.
    fn map(&mut self, out: &mut impl Write, wanted: bool) -> Result<(), Failure> {
        let now = format!("\n{}\n{}", map(&self.table.draw()), standing(&*self.table));
        if wanted || now != self.shown {
            write!(out, "{now}")?;
            self.shown = now;
        }
        Ok(())
    }

    /// Shows what is wanted.
    fn show(&mut self, out: &mut impl Write, most: usize) -> Result<(), Failure> {
        let turn = self.table.lines().last().and_then(|line| line.turn);
        match self.table.wanted() {
            Wanted::Nothing { text } => {
                write!(out, "\n{}", summary(&*self.table))?;
                writeln!(out, "{}", styled(STRONG, text))?;
                writeln!(out, "{}", styled(FAINT, "`undo` takes the last input back, `quit` leaves."))?;
            }
            Wanted::Roll { who, what, rule, dice, explained, target, .. } => {
                let number = if target.is_some() { explained } else { format!("({rule})") };
                let dice_due = format!("{} {who} rolls {dice} for {what} {number}", styled(STRONG, "Dice:"));
                writeln!(out, "{}", fit(&dice_due))?;
            }
            Wanted::Choice { who, prompt, options, notice } => {
                let now = Some((turn, who));
                if self.shown_for != now {
                    self.map(out, false)?;
                    self.shown_for = now;
                }
                if let Some(notice) = notice {
                    writeln!(out, "{}", fit(&styled(BAD, notice)))?;
                }
                writeln!(out, "\n{}", fit(&styled(STRONG, prompt)))?;
                for (at, option) in options.iter().take(most).enumerate() {
                    writeln!(out, "{}", fit(&format!("{:>4}  {option}", at + 1)))?;
                }
                if most < options.len() {
                    let rest = options.len() - most;
                    writeln!(out, "{}", styled(FAINT, format!("      and {rest} more: `more`")))?;
                }
            }
        }
        Ok(())
    }

    fn rules(&self, out: &mut impl Write, id: &str) -> Result<(), Failure> {
        let Some(ruleset) = affray_games::find(&self.table.terms().ruleset) else { return Ok(()) };
        let reference = ruleset.reference();
        if let Some(entry) = reference.get(&id.to_ascii_uppercase()) {
            writeln!(out, "{}", styled(STRONG, format!("{} {}", entry.id, entry.headline())))?;
            write!(out, "{}", wrap(entry.text, "  ", width()))?;
            return Ok(());
        }
        let found = reference.search(id);
        for entry in found.iter().take(SHOWN) {
            writeln!(out, "{}", fit(&format!("  {}  {}", styled(STRONG, entry.id), entry.headline())))?;
        }
        if found.is_empty() {
            let near = reference.nearest_search(id).map(|near| format!("did you mean `{near}`?"));
            let hint = near.unwrap_or_else(|| String::from("type one as rolls name it, or words"));
            let wrong = if id.is_empty() { "which rule?".to_owned() } else { format!("there is no rule `{id}`:") };
            writeln!(out, "{}", styled(BAD, format!("{wrong} {hint}")))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn lines_are_understood() {
        let choose = |words: &str, allow| Typed::Act(Command::Choose { words: words.to_owned(), allow });
        assert_eq!(understand(" 3 ", false), choose("3", false));
        assert_eq!(understand("allow 3", false), choose("3", true));
        assert_eq!(understand("4 3 4", true), Typed::Act(Command::Roll { words: "4 3 4".to_owned() }));
        assert_eq!(understand("undo", true), Typed::Act(Command::Undo));
        assert_eq!(understand("force 4 #17", false), Typed::Act(Command::Force { total: 4, line: Some(17) }));
        assert_eq!(understand("void", false), Typed::Act(Command::Void { line: None }));
        let set = Typed::Act(Command::Set { path: "Orc.hp".to_owned(), value: json!(5) });
        assert_eq!(understand("set Orc.hp 5", false), set);
        assert!(matches!(understand("set Orc.hp", false), Typed::Wrong(_)));
        assert!(matches!(understand("force", false), Typed::Wrong(_)));
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
