//! `affray fight`: policies play a fight to its end, and every roll is told with its reasons.

use crate::failure::{Exit, Failure};
use crate::fight::{Hands, Teller, Wishes, sit_down, standing};
use crate::text::{STRONG, map, styled};
use affray_core::files::told;
use affray_core::session::{DiceFrom, LogEntry, Table};
use std::io::Write as _;
use std::path::PathBuf;

/// Watch a fight: policies play both sides to the end.
///
/// Every roll is told with its target number, each modifier with the rule that gave it. The same seed
/// always gives the same fight, which is the first fight of `affray sim` with that seed.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  affray fight duel
  affray fight tonight.toml --seed 7 --log tonight.jsonl
  affray fight tonight.toml --quiet")]
pub(crate) struct Args {
    /// The encounter: a file, `-` for standard input, or the name of one that comes with the program.
    encounter: PathBuf,
    /// The seed of the dice.
    #[arg(long, default_value_t = 0, value_name = "N", allow_negative_numbers = true, value_parser = super::seed)]
    seed: u64,
    /// Write the log, from which the fight can be replayed.
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    /// Only the summary.
    #[arg(short, long)]
    quiet: bool,
}

pub(crate) fn run(args: &Args) -> Result<Exit, Failure> {
    let wishes = Wishes { seed: args.seed, dice: DiceFrom::Drawn, by_hand: Hands::Nobody };
    let table = sit_down(&args.encounter, wishes)?;
    if let Some(path) = &args.log {
        let text: String = table.written().iter().map(|line| format!("{line}\n")).collect();
        std::fs::write(path, text)
            .map_err(|error| Failure::Usage(format!("{}: {}", path.display(), told(&error)), None))?;
    }
    let mut out = anstream::stdout().lock();
    let title = &table.terms().title;
    if !title.is_empty() {
        writeln!(out, "{}", styled(STRONG, title))?;
    }
    if !args.quiet {
        if let Some(first) = table.turn(1) {
            write!(out, "\n{}\n", map(&first.map))?;
        }
        let mut teller = Teller::new(&*table);
        for line in table.lines() {
            if let Some(text) = teller.tell(line) {
                write!(out, "{text}")?;
            }
        }
    } else if let Some(text) = table.lines().last().and_then(|line| line.text.as_deref()) {
        writeln!(out, "{text}")?;
    }
    write!(out, "\n{}", summary(&*table))?;
    Ok(Exit::Done)
}

/// How everybody came out, and how often they were asked to roll.
pub(crate) fn summary(table: &dyn Table) -> String {
    let rolls = table.lines().iter().filter(|line| matches!(line.entry, LogEntry::Roll(_))).count();
    let turns = table.turns();
    // Of a fight that goes on the round that it is in counts too.
    let rounds = match table.lines().last().map(|line| &line.entry) {
        Some(LogEntry::Ending { rounds, .. }) => *rounds,
        _ => turns.last().map_or(0, |turn| turn.round),
    };
    let mut text = standing(table);
    text += &format!(
        "{}, {}, {}; seed {}.\n",
        crate::text::count(rounds as usize, "round"),
        crate::text::count(turns.len(), "turn"),
        crate::text::count(rolls, "roll"),
        table.terms().seed
    );
    text
}
