//! `affray play`: a fight at the terminal, by people, with the dice of the table if they like.

mod board;
mod lines;

use super::evening::Evening;
use super::fight::summary;
use crate::failure::{Exit, Failure};
use crate::fight::{Detail, Hands, Teller, ordered};
use crate::text::{BAD, FAINT, STRONG, count, fit, percent, size_of_terminal, styled, width, wrap};
use affray_files::{FileError, Source, tree};
use affray_grid::Cell;
use affray_session::orders::read_cell;
use affray_session::typed::{COMMANDS, Typed, help, two_named, understand};
use affray_session::{Command, LogEntry, LogLine, Save, Table, TallyKind, TallyLine, Wanted, Withdrawal, Withdrawn};
use board::{Board, Marks};
use lines::{Line, Lines};
use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, IsTerminal as _, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether the running command was interrupted from the keyboard.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Fights of `win` between two looks whether it was interrupted.
const FIGHTS_AT_ONCE: u32 = 10;

/// Options that are listed at first; `more` shows all of them.
const SHOWN: usize = 12;

/// Options that are shown at the least, if there are so many.
const FEWEST_SHOWN: usize = 6;

/// Decisions and rolls that are named where they are taken back.
const MOST_NAMED: usize = 6;

/// Commands behind which nothing stands.
const ALONE: [&str; 8] = ["map", "more", "order", "quit", "redo", "save", "suggest", "why"];

/// Columns and rows for a map that goes to a file.
const ROOM: (usize, usize) = (80, 24);

/// Play a fight at the terminal.
///
/// Anybody can be played by hand, the others are played by the program. At every question type the number
/// of an option, or say it in words: `attack orc neck`, `5,2`, `to orc`. `help` lists what else there is.
/// The fight is saved at every input.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  affray play duel
  affray play tonight.toml --hand Arn --hand Bo --dice typed
  affray play --resume tonight.save.jsonl")]
pub(crate) struct Args {
    /// The encounter: a file, or the name of one that comes with the program.
    #[arg(required_unless_present = "resume", conflicts_with = "resume")]
    encounter: Option<PathBuf>,
    #[command(flatten)]
    evening: Evening,
    /// Show nothing but ASCII. So it is where the terminal knows no more: `TERM=dumb`, or a locale without UTF-8.
    #[arg(long)]
    ascii: bool,
}

/// Whether a terminal knows nothing but ASCII, as far as the environment says so.
fn is_plain_terminal() -> bool {
    let set = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
    let locale = set("LC_ALL").or_else(|| set("LC_CTYPE")).or_else(|| set("LANG"));
    let is_utf8 = |locale: String| ["utf-8", "utf8"].iter().any(|one| locale.to_ascii_lowercase().contains(one));
    let is_dumb = set("TERM").is_some_and(|term| term == "dumb");
    io::stdout().is_terminal() && (is_dumb || !locale.is_none_or(is_utf8))
}

/// Standard output, where it has to be in nothing but ASCII.
struct Plain<W> {
    inner: W,
    ascii: bool,
}

impl<W: Write> Write for Plain<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self.ascii {
            true => self.inner.write_all(board::ascii(&String::from_utf8_lossy(bytes)).as_bytes())?,
            false => self.inner.write_all(bytes)?,
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

pub(crate) fn run(args: &Args) -> Result<Exit, Failure> {
    // The command line has one or the other.
    let (mut table, save) =
        args.evening.sit_down(args.encounter.as_deref().unwrap_or(Path::new("")), Hands::FirstSide)?;
    // The first time breaks off what runs, the second time the program. The prompt reads the key by itself.
    let interrupt = || {
        if INTERRUPTED.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    };
    if io::stdin().is_terminal() {
        ctrlc::set_handler(interrupt).map_err(|error| Failure::Usage(error.to_string(), None))?;
    }
    let all = args.evening.ask_all || table.was_asked() == Some(true);
    table.ask_all(all).map_err(|wrong| Failure::Usage(wrong.to_string(), None))?;
    if args.evening.ask_all && table.was_asked() != Some(true) {
        table.act(Command::Ask { all }).map_err(|wrong| Failure::Usage(wrong.to_string(), None))?;
    }
    let teller = Teller::numbered(&*table);
    Play {
        table,
        save,
        teller,
        resumed: args.evening.resume.is_some(),
        pending: Vec::new(),
        told: 0,
        shown_for: None,
        shown: String::new(),
        board: Board::new(args.ascii || is_plain_terminal()),
        is_explained: false,
        options_shown: SHOWN,
    }
    .run()
}

/// Who is to join with the sheet of a file has it in place, so that the log holds it.
fn with_sheet(mut command: Command) -> Result<Command, FileError> {
    if let Command::Add { combatant } = &mut command
        && let Some(name) = combatant["sheet"].as_str().filter(|name| name.ends_with(".toml"))
    {
        let path = Path::new(name);
        let sheet = tree(&Source::read(path)?)?;
        let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
        if combatant.get("name").is_none() {
            combatant["like"] = stem.into();
        }
        combatant["sheet"] = sheet;
    }
    Ok(command)
}

struct Play {
    table: Box<dyn Table + Send>,
    save: Save,
    teller: Teller,
    /// The fight goes on from a file.
    resumed: bool,
    /// What waits for a `yes`.
    pending: Vec<Command>,
    /// Written lines that were told.
    told: usize,
    /// For whose turn the map was shown.
    shown_for: Option<(Option<u32>, String)>,
    /// The map and how everybody stood, as they were shown last.
    shown: String,
    /// The map.
    board: Board,
    /// What its signs mean was told.
    is_explained: bool,
    /// Options for which there is room below the map.
    options_shown: usize,
}

impl Play {
    fn run(&mut self) -> Result<Exit, Failure> {
        let mut out = Plain { inner: anstream::stdout().lock(), ascii: self.board.is_ascii() };
        self.keep(&mut out)?;
        let title = self.table.terms().title.clone();
        if !title.is_empty() {
            writeln!(out, "{}", styled(STRONG, title))?;
        }
        writeln!(
            out,
            "{}",
            styled(FAINT, format!("Saved in {}. `help` lists what can be typed.", self.save.path().display()))
        )?;
        let mut lines = Lines::new();
        if self.resumed {
            self.tell_resumed(&mut out)?;
        }
        self.tell(&mut out, &Withdrawn::default())?;
        self.show(&mut out, SHOWN)?;
        loop {
            let line = match lines.next(&mut out, || self.words())? {
                Line::Text(line) => line,
                Line::Garbled => {
                    writeln!(out, "{}", styled(BAD, "that is no text"))?;
                    continue;
                }
                Line::End => return self.leave(&mut out),
            };
            let dice_are_due = matches!(self.table.wanted(), Wanted::Roll { .. });
            if !self.pending.is_empty() {
                let pending = std::mem::take(&mut self.pending);
                match line.trim().to_ascii_lowercase().as_str() {
                    "yes" | "y" => self.act(&mut out, pending)?,
                    _ => writeln!(out, "Nothing was changed.")?,
                }
                continue;
            }
            match understand(&line, dice_are_due) {
                Typed::Act(command) if self.has_to_be_confirmed(&mut out, &command, dice_are_due)? => {
                    self.pending = vec![command];
                }
                Typed::Act(command) => match with_sheet(command) {
                    Ok(command) => self.act(&mut out, [command])?,
                    Err(error) => Self::told(&mut out, error)?,
                },
                Typed::Undo(number) => {
                    let number = number as usize;
                    let all = vec![Command::Undo; number];
                    match number {
                        2.. if self.takes_rolls_back(&mut out, Some(number))? => self.pending = all,
                        _ => self.act(&mut out, all)?,
                    }
                }
                Typed::More => self.show(&mut out, usize::MAX)?,
                Typed::Map => self.map(&mut out, true)?,
                Typed::Order => write!(out, "{}", self.order(Detail::All))?,
                Typed::Reach(words) => self.reach(&mut out, &words)?,
                Typed::Look(who) => self.look(&mut out, &who)?,
                Typed::Measure(who) => self.measure(&mut out, &who)?,
                Typed::Plan(words) => self.plan(&mut out, &words)?,
                Typed::Odds(words) => self.odds(&mut out, &words)?,
                Typed::Win(fights) => self.win(&mut out, fights)?,
                Typed::Suggest => self.suggest(&mut out)?,
                Typed::Why => self.why(&mut out)?,
                Typed::Log(lines) => self.log(&mut out, lines)?,
                Typed::Rules(id) => self.rules(&mut out, &id)?,
                Typed::Save => {
                    self.keep(&mut out)?;
                    writeln!(out, "The fight is saved in {}.", self.save.path().display())?;
                }
                Typed::Help(of) => {
                    write!(out, "{}", fit(&help(&of)))?;
                    self.show(&mut out, SHOWN)?;
                }
                Typed::Quit => return self.leave(&mut out),
                Typed::Nothing => {}
                Typed::Wrong(message) => writeln!(out, "{}", fit(&styled(BAD, message)))?,
            }
        }
    }

    /// Saves what is new, and says if the file was not as it was left.
    fn keep(&mut self, out: &mut impl Write) -> Result<(), Failure> {
        match self.save.write(self.table.written()) {
            Ok(None) => Ok(()),
            Ok(Some(restored)) => Self::told(out, restored),
            Err(error) => {
                Err(Failure::Usage(format!("{} cannot be written: {error}", self.save.path().display()), None))
            }
        }
    }

    /// Does what was typed, and shows what is wanted then.
    fn act(&mut self, out: &mut impl Write, commands: impl IntoIterator<Item = Command>) -> Result<(), Failure> {
        let mut wrong = None;
        let commands: Vec<Command> = commands.into_iter().collect();
        let withdrawn = self.withdrawn_by(&commands).unwrap_or_default();
        for command in commands {
            let typed = if let Command::Choose { words, .. } = &command { words.clone() } else { String::new() };
            wrong = self.table.act(command).err().map(|wrong| Self::as_typed(&typed, &wrong));
            if wrong.is_some() {
                break;
            }
        }
        // What was shown is saved, always.
        let is_new = self.told < self.table.written().len();
        self.keep(out)?;
        if is_new {
            self.tell(out, &withdrawn)?;
            self.show(out, SHOWN)?;
        }
        if let Some(message) = wrong {
            writeln!(out, "{}", fit(&styled(BAD, message)))?;
        }
        Ok(())
    }

    /// What commands withdraw, if they do.
    fn withdrawn_by(&self, commands: &[Command]) -> Option<Withdrawn> {
        match commands {
            [Command::Undo, ..] => Some(self.table.taken_back(Some(commands.len()))),
            [Command::UndoTurn] => Some(self.table.taken_back(None)),
            [Command::Void { line }] => self.table.follows_from(*line).ok(),
            [Command::Force { line, .. }] if line.is_some() || !matches!(self.table.wanted(), Wanted::Roll { .. }) => {
                self.table.follows_from(*line).ok()
            }
            _ => None,
        }
    }

    /// Why a line is refused, where it can be a command with too many words behind it.
    fn as_typed(line: &str, wrong: &impl std::fmt::Display) -> String {
        match line.split_once(' ') {
            Some((first, _)) if ALONE.contains(&first) => format!("nothing stands behind `{first}`: type `{first}`"),
            _ => wrong.to_string(),
        }
    }

    /// Says what a command withdraws, if people decided anything since.
    fn has_to_be_confirmed(&self, out: &mut impl Write, command: &Command, due: bool) -> Result<bool, Failure> {
        let line = match command {
            Command::Force { line, .. } if line.is_some() || !due => *line,
            Command::Void { line } => *line,
            Command::UndoTurn => return self.takes_rolls_back(out, None),
            Command::Choose { words, allow: false } if !due => return self.provokes(out, words),
            _ => return Ok(false),
        };
        let withdrawn = self.table.follows_from(line);
        let Some(withdrawn) = withdrawn.ok().filter(|withdrawn| withdrawn.inputs > 0) else { return Ok(false) };
        let (lines, inputs) = (count(withdrawn.lines, "line"), count(withdrawn.inputs, "input"));
        let told = format!(
            "That withdraws what followed from the roll: {}. These are {lines}, {inputs} of people among them. Type `yes` to do it.",
            withdrawn.named(MOST_NAMED)
        );
        writeln!(out, "{}", fit(&styled(BAD, told)))?;
        Ok(true)
    }

    /// Says what others are asked on the way that a line goes, if they are: they can break into it.
    fn provokes(&self, out: &mut impl Write, words: &str) -> Result<bool, Failure> {
        let asks = self.table.plan(words, false).map_or_else(|_| Vec::new(), |plan| plan.asks);
        for asked in &asks {
            writeln!(out, "{}", fit(&styled(BAD, format!("On the way {asked}"))))?;
        }
        if !asks.is_empty() {
            writeln!(out, "{}", styled(BAD, "Type `yes` to go all the same."))?;
        }
        Ok(!asks.is_empty())
    }

    /// Says what so many commands `undo`, or `undo turn`, take back, if that is more than the last one and rolls are among it.
    fn takes_rolls_back(&self, out: &mut impl Write, commands: Option<usize>) -> Result<bool, Failure> {
        let withdrawn = self.table.taken_back(commands);
        if withdrawn.rolls == 0 || withdrawn.inputs <= 1 {
            return Ok(false);
        }
        let (inputs, rolls) = (count(withdrawn.inputs, "input"), count(withdrawn.rolls, "roll"));
        let told = format!(
            "That takes back {}: {inputs} with {rolls}, which fall anew. Type `yes` to do it.",
            withdrawn.named(MOST_NAMED)
        );
        writeln!(out, "{}", fit(&styled(BAD, told)))?;
        Ok(true)
    }

    /// Words that mean something now, for completion.
    fn words(&self) -> Vec<String> {
        let mut words: Vec<String> = COMMANDS.iter().map(|&word| word.to_owned()).collect();
        words.extend(self.table.standing().iter().flat_map(|one| one.name.split(' ').map(str::to_lowercase)));
        words.extend(self.table.vocabulary());
        if let Wanted::Choice { options, .. } = self.table.wanted() {
            let is_word =
                |word: &&str| word.len() > 2 && word.chars().all(|letter| letter.is_alphabetic() || letter == '-');
            for option in options {
                words.extend(option.words.split([' ', ',']).filter(is_word).map(str::to_lowercase));
            }
        }
        words
    }

    /// Says what is wrong with a question about the fight.
    fn told(out: &mut impl Write, wrong: impl std::fmt::Display) -> Result<(), Failure> {
        Ok(writeln!(out, "{}", fit(&styled(BAD, wrong)))?)
    }

    /// Lists where a movement can go.
    fn reach(&self, out: &mut impl Write, words: &str) -> Result<(), Failure> {
        let all = match self.table.reachable(words) {
            Ok(found) => found.places,
            Err(wrong) => return Self::told(out, wrong),
        };
        let mut by_steps: BTreeMap<usize, Vec<String>> = BTreeMap::new();
        let mut seen = Vec::new();
        for place in &all {
            if !seen.contains(&place.cell) {
                seen.push(place.cell);
                let provokes = if place.asks.is_empty() { "" } else { "!" };
                let told = format!("{},{}{provokes}", place.cell.q, place.cell.r);
                by_steps.entry(place.way.len()).or_default().push(told);
            }
        }
        for (steps, cells) in &by_steps {
            writeln!(out, "{}", fit(&format!("{:>4}  {}", steps, cells.join("  "))))?;
        }
        writeln!(
            out,
            "{}",
            styled(FAINT, "Cells by their number of steps; type one to go there, with a facing if you like: `5,2 NE`.")
        )?;
        for asked in all.iter().flat_map(|place| &place.asks).collect::<BTreeSet<_>>() {
            writeln!(out, "{}", fit(&styled(FAINT, format!("`!`: on the way {asked}"))))?;
        }
        Ok(())
    }

    /// Shows somebody's sheet, or what a cell is like.
    fn look(&self, out: &mut impl Write, who: &str) -> Result<(), Failure> {
        let found = match self.table.find(who) {
            Ok(found) => found,
            Err(wrong) => {
                let at = (!who.contains(char::is_alphabetic)).then(|| read_cell(who)).flatten();
                let lines = at.map(|at| self.table.look_at(at)).filter(|lines| !lines.is_empty());
                let Some(lines) = lines else { return Self::told(out, wrong) };
                for line in lines {
                    writeln!(out, "{}", fit(&format!("  {line}")))?;
                }
                return Ok(());
            }
        };
        let one = &self.table.standing()[found];
        let player = if one.by_hand { "played by hand" } else { "played by the program" };
        writeln!(out, "{} {}", styled(STRONG, &one.name), styled(FAINT, format!("({}, {player})", one.side)))?;
        writeln!(out, "{}", fit(&format!("  {}", one.text)))?;
        for line in self.table.look(found) {
            writeln!(out, "{}", fit(&format!("  {line}")))?;
        }
        Ok(())
    }

    /// Tells how two are to each other.
    fn measure(&self, out: &mut impl Write, words: &str) -> Result<(), Failure> {
        let found = two_named(&*self.table, words).and_then(|(one, other)| {
            let all = self.table.standing();
            Ok(self.table.measure(one, other)?.told(&all[one].name, &all[other].name))
        });
        match found {
            Ok(told) => Ok(writeln!(out, "{}", fit(&told))?),
            Err(wrong) => Self::told(out, wrong),
        }
    }

    /// Tells what words would do.
    fn plan(&self, out: &mut impl Write, words: &str) -> Result<(), Failure> {
        let plan = match self.table.plan(words, false) {
            Ok(plan) => plan,
            Err(wrong) => return Self::told(out, wrong),
        };
        let cell = |cell: &Cell| format!("{},{}", cell.q, cell.r);
        writeln!(out, "{}", fit(&format!("  {}", plan.choices.join("; "))))?;
        if let (Some((_, facing)), false) = (plan.end, plan.way.is_empty()) {
            let facing = facing.map(|facing| format!(", facing {}", facing.name())).unwrap_or_default();
            let way: Vec<String> = plan.way.iter().map(cell).collect();
            writeln!(out, "{}", fit(&format!("  way: {}{facing} ({})", way.join("  "), count(way.len(), "step"))))?;
        }
        for (at, sum) in &plan.costs {
            writeln!(out, "{}", fit(&format!("  {} costs {sum}", cell(at))))?;
        }
        for asked in &plan.asks {
            writeln!(out, "{}", fit(&format!("  on the way: {asked}")))?;
        }
        match plan.next {
            Wanted::Nothing { text } => writeln!(out, "  then: {text}")?,
            Wanted::Choice { prompt, .. } => writeln!(out, "{}", fit(&format!("  then: {prompt}")))?,
            Wanted::Roll { .. } => writeln!(out, "{}", fit(&format!("  then: {}", Self::due(plan.next))))?,
        }
        Ok(())
    }

    /// The dice that are due, in words; nothing where none are.
    fn due(wanted: Wanted) -> String {
        let Wanted::Roll { who, what, rule, dice, explained, target, .. } = wanted else { return String::new() };
        let number = if target.is_some() { explained } else { format!("({rule})") };
        format!("{who} rolls {dice} for {what} {number}")
    }

    /// Tells the odds of a choice.
    fn odds(&self, out: &mut impl Write, words: &str) -> Result<(), Failure> {
        match self.table.odds(words) {
            Ok(odds) => Ok(super::odds::tell_short(out, &odds)?),
            Err(wrong) => Self::told(out, wrong),
        }
    }

    /// Tells who wins from here.
    fn win(&self, out: &mut impl Write, fights: u32) -> Result<(), Failure> {
        INTERRUPTED.store(false, Ordering::Relaxed);
        let (mut all, mut fought, mut done) = (Vec::<(String, u32)>::new(), 0, 0);
        // In parts, so that it can be broken off; each has a seed of its own.
        while done < fights && !INTERRUPTED.load(Ordering::Relaxed) {
            let part = self.table.win_chance(u64::from(done), FIGHTS_AT_ONCE.min(fights - done));
            match all.is_empty() {
                true => all = part.wins,
                false => all.iter_mut().zip(part.wins).for_each(|(sum, (_, wins))| sum.1 += wins),
            }
            fought += part.fights;
            done += FIGHTS_AT_ONCE;
        }
        let fights = fought;
        let mut others = fights;
        for (side, wins) in &all {
            others -= wins;
            let share = affray_arena::Share::of(u64::from(*wins), u64::from(fights));
            writeln!(
                out,
                "{}",
                fit(&format!(
                    "  {:>6}  {side} (95 %: {} to {})",
                    percent(share.share),
                    percent(share.low),
                    percent(share.high)
                ))
            )?;
        }
        if others > 0 {
            writeln!(out, "  {:>6}  nobody", percent(f64::from(others) / f64::from(fights)))?;
        }
        let how = format!("of {}, if everybody goes on as the program plays", count(fights as usize, "fight"));
        Ok(writeln!(out, "{}", styled(FAINT, how))?)
    }

    /// Tells the best plans for the turn.
    fn suggest(&self, out: &mut impl Write) -> Result<(), Failure> {
        let all = match self.table.suggest() {
            Ok(all) => all,
            Err(wrong) => return Self::told(out, wrong),
        };
        for one in all {
            writeln!(out, "{}", fit(&one.to_string()))?;
        }
        let how = "chances to win the fight, draws counted as halves, if everybody goes on as the program plays";
        Ok(writeln!(out, "{}", fit(&styled(FAINT, how)))?)
    }

    /// Shows the last number that was told, line by line.
    fn why(&self, out: &mut impl Write) -> Result<(), Failure> {
        let sum = |line: &LogLine| match &line.entry {
            LogEntry::Roll(roll) if !roll.tally.is_empty() => {
                Some((roll.who.clone(), roll.what.clone(), roll.tally.clone()))
            }
            LogEntry::Score(score) if !score.tally.is_empty() => {
                Some((score.who.clone(), score.what.clone(), score.tally.clone()))
            }
            _ => None,
        };
        let due = match self.table.wanted() {
            Wanted::Roll { who, what, tally, .. } if !tally.is_empty() => Some((who, what, tally)),
            _ => None,
        };
        let Some((who, what, tally)) = due.or_else(|| self.table.lines().iter().rev().find_map(sum)) else {
            return Self::told(out, "no number was told yet");
        };
        writeln!(out, "{}", styled(STRONG, format!("{who}, {what}")))?;
        let reference = affray_games::find(&self.table.terms().ruleset).map(|ruleset| ruleset.reference());
        let mut total = 0;
        for TallyLine { rule, words, does, value } in &tally {
            let (sign, after) = match does {
                TallyKind::Base => (format!("{value}"), *value),
                TallyKind::Add => (format!("{value:+}"), total + value),
                TallyKind::Becomes => (format!("= {value}"), *value),
            };
            total = after;
            let title = reference.and_then(|all| all.get(rule)).map(|entry| entry.headline()).unwrap_or_default();
            let title = if title == *words { String::new() } else { format!(": {title}") };
            writeln!(out, "{}", fit(&format!("{sign:>6}  {words} {}", styled(FAINT, format!("({rule}{title})")))))?;
        }
        Ok(writeln!(out, "{}", styled(STRONG, format!("{total:>6}")))?)
    }

    /// Shows the last lines of the log.
    fn log(&self, out: &mut impl Write, most: usize) -> Result<(), Failure> {
        let all: Vec<&LogLine> = self.table.lines().iter().filter(|line| line.text.is_some()).collect();
        let mut teller = Teller::numbered(&*self.table);
        let last = all[all.len().saturating_sub(most)..].iter().copied();
        Ok(write!(out, "{}", teller.tell_all(last))?)
    }

    fn leave(&mut self, out: &mut impl Write) -> Result<Exit, Failure> {
        self.keep(out)?;
        writeln!(out, "The fight is saved: affray play --resume {}", self.save.path().display())?;
        Ok(Exit::Done)
    }

    /// Tells what is new, and what is withdrawn in it.
    fn tell(&mut self, out: &mut impl Write, withdrawn: &Withdrawn) -> Result<(), Failure> {
        let what = withdrawn.named(MOST_NAMED);
        let mut goes_back = false;
        let mut lines = Vec::new();
        for line in &self.table.written()[self.told..] {
            let line = LogLine::from_json(line).map_err(|wrong| Failure::Usage(wrong.to_string(), None))?;
            // A command can be several inputs; that they are taken back is told once.
            if matches!(line.entry, LogEntry::Withdrawn { by: Withdrawal::Undo, .. }) {
                goes_back = true;
                continue;
            }
            if std::mem::take(&mut goes_back) {
                write!(out, "{}", self.teller.tell_all(&std::mem::take(&mut lines)))?;
                Self::tell_undone(out, withdrawn)?;
            }
            let withdraws = matches!(line.entry, LogEntry::Withdrawn { .. });
            lines.push(line);
            if withdraws && !what.is_empty() {
                write!(out, "{}", self.teller.tell_all(&std::mem::take(&mut lines)))?;
                writeln!(out, "  {}", fit(&styled(FAINT, format!("Withdrawn: {what}."))))?;
            }
        }
        write!(out, "{}", self.teller.tell_all(&lines))?;
        if goes_back {
            Self::tell_undone(out, withdrawn)?;
        }
        self.told = self.table.written().len();
        Ok(())
    }

    fn tell_undone(out: &mut impl Write, withdrawn: &Withdrawn) -> Result<(), Failure> {
        let told = match withdrawn.inputs {
            0 | 1 => "The last input is taken back".to_owned(),
            many => format!("The last {many} inputs are taken back"),
        };
        let what = withdrawn.named(MOST_NAMED);
        let what = if what.is_empty() { String::new() } else { format!(": {what}") };
        Ok(writeln!(out, "{}", fit(&format!("  {}", styled(FAINT, format!("{told}{what}.")))))?)
    }

    /// Tells the turn that goes on, as it holds.
    fn tell_resumed(&mut self, out: &mut impl Write) -> Result<(), Failure> {
        let last = self.table.turns().last().and_then(|turn| self.table.turn(turn.number));
        let lines = last.map_or_else(|| self.table.lines().to_vec(), |turn| turn.lines);
        write!(out, "{}", self.teller.tell_all(&lines))?;
        self.told = self.table.written().len();
        Ok(())
    }

    /// The map and how everybody stands; unless it is `wanted`, only where it is not what was shown last.
    fn map(&mut self, out: &mut impl Write, wanted: bool) -> Result<(), Failure> {
        let marks = Marks::of(&*self.table, &self.table.view());
        let explained = wanted || !std::mem::replace(&mut self.is_explained, true);
        // How many rows that takes is known when the map is drawn.
        let (before, mut rows) = (self.board.clone(), 0);
        let now = loop {
            let (room, detail) = self.room(rows);
            let [map, legend] = self.board.draw(&*self.table, &marks, room, explained);
            if legend.lines().count() <= rows {
                break map + &legend + "\n" + &self.order(detail);
            }
            rows = legend.lines().count();
            self.board = before.clone();
        };
        if wanted || now != self.shown {
            write!(out, "\n{now}")?;
            self.shown = now;
        }
        Ok(())
    }

    /// Columns and rows for the map, and how much is told of each who fights, so that the map, who fights and the first options
    /// are on one screen: where there is no room for all, fewer options are shown, then less of each.
    fn room(&mut self, legend: usize) -> ((usize, usize), Detail) {
        let Some((columns, rows)) = size_of_terminal() else { return (ROOM, Detail::All) };
        let options = match self.table.wanted() {
            Wanted::Choice { options, .. } => options.len().min(SHOWN),
            Wanted::Roll { .. } | Wanted::Nothing { .. } => 0,
        };
        // Blanks, who is beyond the frame, the prompt, how many options more there are, what is typed; what the signs mean.
        let fixed = 6 + legend;
        let left = |detail: Detail| rows.saturating_sub(fixed + self.order(detail).lines().count());
        let (by_line, few) = (left(Detail::Line), options.min(FEWEST_SHOWN));
        let needed = self.board.rows(&*self.table, (columns, left(Detail::Name).saturating_sub(few)));
        let (left, detail) = match by_line.checked_sub(few) {
            Some(free) if needed <= free => (by_line, Detail::Line),
            _ => (left(Detail::Name), Detail::Name),
        };
        self.options_shown = left.saturating_sub(needed).clamp(few.max(1), SHOWN);
        ((columns, left.saturating_sub(self.options_shown.min(options))), detail)
    }

    /// All who fight, in the order in which they act, with their letters as the map has them.
    fn order(&self, detail: Detail) -> String {
        ordered(&*self.table, |tag, side| self.board.tag(tag, side), detail)
    }

    /// Shows what is wanted.
    fn show(&mut self, out: &mut impl Write, most: usize) -> Result<(), Failure> {
        let turn = self.table.turns().last().map(|turn| turn.number);
        match self.table.wanted() {
            Wanted::Nothing { text } => {
                let told = self.table.lines().iter().rev().find_map(|line| line.text.as_deref()) == Some(text.as_str());
                write!(out, "\n{}", summary(&*self.table))?;
                if !told {
                    writeln!(out, "{}", styled(STRONG, text))?;
                }
                writeln!(out, "{}", styled(FAINT, "`undo` takes the last input back, `quit` leaves."))?;
            }
            due @ Wanted::Roll { .. } => {
                writeln!(out, "{}", fit(&format!("{} {}", styled(STRONG, "Dice:"), Self::due(due))))?;
                let pool = self.table.dice_of_pool();
                if pool > 1 {
                    let line = vec!["4"; pool].join(" ");
                    let told =
                        format!("type all {pool} in one line, `{line}`, and behind them each die that they bring");
                    writeln!(out, "{}", fit(&styled(FAINT, told)))?;
                }
            }
            Wanted::Choice { who, prompt, options, notice, .. } => {
                let now = Some((turn, who));
                let mut shown = SHOWN;
                if self.shown_for != now {
                    self.map(out, false)?;
                    self.shown_for = now;
                    shown = self.options_shown;
                }
                if let Some(notice) = notice {
                    writeln!(out, "{}", fit(&styled(BAD, notice)))?;
                }
                writeln!(out, "\n{}", fit(&styled(STRONG, prompt)))?;
                let most = if most == SHOWN { shown } else { most };
                for (at, option) in options.iter().take(most).enumerate() {
                    let cost = option.cost.as_ref().map_or(String::new(), |cost| styled(FAINT, format!(" [{cost}]")));
                    writeln!(out, "{}", fit(&format!("{:>4}  {}{cost}", at + 1, option.words)))?;
                }
                if options.len() == 1 {
                    writeln!(out, "{}", styled(FAINT, "      nothing else; `undo` takes the last input back"))?;
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
