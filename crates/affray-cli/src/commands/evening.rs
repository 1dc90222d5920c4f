//! Sitting down to a fight that people play: who plays whom, whose dice, where it is saved.

use super::replay::tell;
use crate::failure::Failure;
use crate::fight::{Hands, Wishes, sit_down, sit_down_again};
use crate::input::Inputs;
use crate::output::{Output, lock};
use affray_files::{FileError, Source, told};
use affray_serve::Wish;
use affray_session::{DiceFrom, Difference, LogEntry, LogLine, PROGRAM_VERSION, Save, Table, free_file, read_header};
use clap::ValueEnum;
use std::fs::OpenOptions;
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};

/// The longest log that is read: months of play.
const MOST_BYTES: u64 = 1 << 30;

/// How a fight is played.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct Evening {
    /// Go on with a saved fight.
    #[arg(long, value_name = "FILE")]
    pub(crate) resume: Option<PathBuf>,
    /// Where the saved fight comes to something else than its log says, as one of another version of Affray may: go on from that place, in
    /// a new file. The old one stays as it is.
    #[arg(long, requires = "resume")]
    from_here: bool,
    /// Play this combatant by hand; can be given more than once. The program plays the others.
    #[arg(long, value_name = "NAME", conflicts_with = "resume")]
    hand: Vec<String>,
    /// Play this side by hand; can be given more than once. The terminal of `play` is the game master's: it shows who is hidden from that
    /// side, and all numbers. `affray serve` gives each player a seat that knows no more than its side.
    #[arg(long, value_name = "NAME", conflicts_with_all = ["resume", "hand"])]
    side: Vec<String>,
    /// Play everybody by hand.
    #[arg(long, conflicts_with_all = ["resume", "hand", "side"])]
    all: bool,
    /// Where dice come from.
    #[arg(long, value_name = "WHENCE", default_value = "drawn", conflicts_with = "resume")]
    dice: Whence,
    /// Draw the dice from this seed, for practice: each time the same, even after `undo`. Without it nobody can know them
    /// beforehand.
    #[arg(long, value_name = "N", conflicts_with = "resume", allow_negative_numbers = true, value_parser = super::seed)]
    seed: Option<u64>,
    /// Where the fight is saved. Without it: beside the encounter, ending in `.save.jsonl`.
    #[arg(long, value_name = "FILE", conflicts_with = "resume")]
    pub(crate) save: Option<PathBuf>,
    /// What opponents are told to do, a side or one of them: `--orders "Cult=hold"`; `affray docs play` lists the orders.
    #[arg(long, value_name = "WHO=ORDERS", conflicts_with = "resume")]
    pub(crate) orders: Vec<String>,
    /// Ask everything: free actions, steps and facings too.
    #[arg(long)]
    pub(crate) ask_all: bool,
    /// Overwrite the file in which the fight is saved if it is there already.
    #[arg(long, conflicts_with = "resume")]
    pub(crate) force: bool,
}

/// Where dice come from.
#[derive(Debug, Clone, Copy, ValueEnum)]
enum Whence {
    /// The program throws them.
    Drawn,
    /// Those of whom people play fall on the table and are typed, the program throws the others.
    Typed,
    /// All fall on the table and are typed.
    TypedAll,
}

impl Evening {
    /// This evening with what somebody wishes otherwise, saved in a file of its own.
    ///
    /// # Errors
    /// If there is no such way to throw dice.
    pub(crate) fn with(&self, wish: &Wish, encounter: &Path) -> Result<Self, String> {
        let mut evening = self.clone();
        if let Some(sides) = &wish.sides {
            (evening.side, evening.hand, evening.all) = (sides.clone(), Vec::new(), false);
        }
        if let Some(dice) = &wish.dice {
            evening.dice = Whence::from_str(dice, false).map_err(|_| format!("there are no dice `{dice}`"))?;
            evening.seed = evening.seed.filter(|_| matches!(evening.dice, Whence::Drawn));
        }
        evening.save = Some(self.free_save(encounter));
        Ok(evening)
    }

    /// Where a fight of an encounter is saved without overwriting another.
    pub(crate) fn free_save(&self, encounter: &Path) -> PathBuf {
        free_file(save_beside(encounter))
    }

    /// Sits down to an encounter, or again to a saved fight. Unless it is said otherwise, people play `hands`.
    pub(crate) fn sit_down(&self, encounter: &Path, hands: Hands) -> Result<(Box<dyn Table + Send>, Save), Failure> {
        match &self.resume {
            Some(path) => resume(path, self.from_here).map_err(Into::into),
            None => self.begin(encounter, hands),
        }
    }

    /// Where a fight of an encounter is saved.
    pub(crate) fn save_of(&self, encounter: &Path) -> PathBuf {
        self.save.clone().unwrap_or_else(|| save_beside(encounter))
    }

    fn begin(&self, encounter: &Path, hands: Hands) -> Result<(Box<dyn Table + Send>, Save), Failure> {
        let by_hand = match (self.all, self.hand.is_empty(), self.side.is_empty()) {
            (true, _, _) => Hands::All,
            (_, false, _) => Hands::These(self.hand.clone()),
            (_, _, false) => Hands::Sides(self.side.clone()),
            _ => hands,
        };
        let dice = match (self.dice, self.seed) {
            (Whence::Drawn, None) => DiceFrom::Fresh,
            (Whence::Drawn, Some(_)) => DiceFrom::Drawn,
            (Whence::Typed, None) => DiceFrom::TypedOwn,
            (Whence::Typed, Some(_)) => {
                let hint = "leave `--seed` out, or `--dice`";
                return Err(Failure::usage("dice that are typed have no seed".to_owned(), hint.to_owned()));
            }
            (Whence::TypedAll, _) => DiceFrom::Typed,
        };
        let mut path = self.save_of(encounter);
        if self.save.is_none() && !self.force && is_over(&path) {
            let free = self.free_save(encounter);
            let told = format!("{} holds a fight that is over: this one has a file of its own.", path.display());
            writeln!(anstream::stderr(), "{told}").map_err(|error| Failure::Usage(error.to_string(), None))?;
            path = free;
        }
        let instead =
            format!("go on with a saved fight: --resume {}, save in another file: --save FILE", path.display());
        let inputs = Inputs::of(encounter);
        let output = Output { path: &path, force: self.force, instead: &instead, inputs: Some(&inputs) };
        output.is_no_input()?;
        let (seed, orders) = (self.seed.unwrap_or_default(), self.orders.clone());
        let table = sit_down(encounter, &inputs, Wishes { seed, dice, by_hand, orders })?;
        let file = output.create()?;
        Ok((table, Save::new(path, file)))
    }
}

/// Where a fight of an encounter is saved unless it is said otherwise.
fn save_beside(encounter: &Path) -> PathBuf {
    match encounter.to_str() {
        Some("-") => PathBuf::from("fight.save.jsonl"),
        _ => encounter.with_extension("save.jsonl"),
    }
}

/// Whether a file holds a fight that came to its end.
fn is_over(path: &Path) -> bool {
    let Ok(text) = std::fs::read_to_string(path) else { return false };
    let lines = text.lines().rev().filter_map(|line| LogLine::from_json(line).ok());
    let last = lines.map(|line| line.entry).find(|entry| !matches!(entry, LogEntry::Note { .. }));
    matches!(last, Some(LogEntry::Ending { .. }))
}

/// Why one does not go on with a saved fight.
pub(crate) enum Stuck {
    /// It cannot be read.
    Unreadable(Failure),
    /// Its log comes to something else here than it says.
    Differs { path: PathBuf, difference: Box<Difference>, lines: usize, version: String },
}

impl From<Failure> for Stuck {
    fn from(failure: Failure) -> Self {
        Self::Unreadable(failure)
    }
}

impl From<FileError> for Stuck {
    fn from(error: FileError) -> Self {
        Self::Unreadable(error.into())
    }
}

impl Stuck {
    /// In words.
    pub(crate) fn told(&self) -> String {
        match self {
            Self::Unreadable(failure) => failure.to_string(),
            Self::Differs { path, difference, lines, version } => format!(
                "{} was written by Affray {version}, and from line {} of {lines} on it comes to something else by the rules of this version, \
                 {PROGRAM_VERSION}",
                path.display(),
                difference.line
            ),
        }
    }
}

impl From<Stuck> for Failure {
    fn from(stuck: Stuck) -> Self {
        let told = stuck.told();
        match stuck {
            Stuck::Unreadable(failure) => failure,
            Stuck::Differs { difference, .. } => match tell(&mut anstream::stderr(), &difference) {
                Ok(()) => Self::usage(
                    told,
                    "go on with the version of Affray that wrote it, or from there in a new file: --from-here",
                ),
                Err(error) => Self::Output(error),
            },
        }
    }
}

/// Goes on with a saved fight; where its log comes to something else, `from_here` goes on from there in a new file. One that is
/// told in other words today goes on in a new file too.
pub(crate) fn resume(path: &Path, from_here: bool) -> Result<(Box<dyn Table + Send>, Save), Stuck> {
    let unreadable = |error: io::Error| FileError::whole(path.display().to_string(), told(&error));
    let opened = OpenOptions::new().read(true).write(true).open(path);
    // `Source::read` explains best why a file cannot be read.
    let file = opened.map_err(|error| Source::read(path).err().unwrap_or_else(|| unreadable(error)))?;
    // Locked before it is read, so that no other command goes on with the fight in between.
    lock(&file, path)?;
    let mut text = String::new();
    // A log grows with the fight, beyond what files may have that people write.
    (&file).take(MOST_BYTES).read_to_string(&mut text).map_err(unreadable)?;
    let source = Source::new(path.display().to_string(), text);
    let (mut table, lines) = sit_down_again(&source)?;
    match table.follow_values(&lines) {
        Ok(_) if table.written().starts_with(&lines) => {
            return Ok((table, Save::resumed(path, file, &lines).map_err(unreadable)?));
        }
        // The same fight in other words goes on in a file that has the words of today.
        Ok(_) => {}
        Err(difference) if !from_here => {
            let version = read_header(&source).map_or_else(|_| String::new(), |(header, _)| header.affray);
            return Err(Stuck::Differs { path: path.to_owned(), difference, lines: lines.len(), version });
        }
        Err(_) => {
            table.go_on_from_here().map_err(|denied| FileError::whole(&source.name, denied.to_string()))?;
        }
    }
    let new = free_file(path.to_owned());
    let file = Output { path: &new, force: false, instead: "", inputs: None }.create()?;
    let mut save = Save::new(&new, file);
    save.write(table.written()).map_err(|error| FileError::whole(new.display().to_string(), told(&error)))?;
    // Those who sat at the old one sit at the new one.
    let seats = path.with_extension("seats.json");
    if seats.is_file() {
        std::fs::copy(&seats, new.with_extension("seats.json")).map_err(unreadable)?;
    }
    Ok((table, save))
}
