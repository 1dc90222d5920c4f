//! `affray replay`: a log is proved, and any turn of it shown.

use super::fight::summary;
use crate::failure::{Exit, Failure};
use crate::fight::{Teller, sit_down_again};
use crate::input;
use crate::text::{BAD, FAINT, GOOD, STRONG, count, map, styled};
use affray_session::{Difference, PROGRAM_VERSION, Wanted, read_header};
use std::io::Write as _;
use std::path::PathBuf;

/// Prove that a log reproduces; show any turn of it.
///
/// The fight is fought again from the texts, the seed and the inputs that the log holds, and every line
/// is compared.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  affray replay tonight.jsonl
  affray replay tonight.jsonl --turn 12
  affray replay tonight.jsonl --all

Exit codes: 0 if the log reproduces, 1 if it does not, 2 if it cannot be read.")]
pub(crate) struct Args {
    /// The log; `-` for standard input.
    log: PathBuf,
    /// Show that turn: the map at its start, and what happened.
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    turn: Option<u32>,
    /// Show the turns of that round.
    #[arg(long, value_name = "N", conflicts_with = "turn", allow_negative_numbers = true)]
    round: Option<u32>,
    /// Show the whole fight.
    #[arg(long, conflicts_with_all = ["turn", "round"])]
    all: bool,
}

pub(crate) fn run(args: &Args) -> Result<Exit, Failure> {
    let source = input::read(&args.log)?;
    let (mut table, lines) = sit_down_again(&source)?;
    let mut out = anstream::stdout().lock();
    let whole = source.text.ends_with('\n');
    let missing = match table.follow(&lines) {
        Ok(missing) => missing,
        Err(difference) => {
            let (header, _) = read_header(&source)?;
            if header.affray != PROGRAM_VERSION {
                writeln!(out, "The log was written by Affray {}, and this is {PROGRAM_VERSION}.", header.affray)?;
            }
            tell(&mut out, &difference)?;
            return Ok(Exit::Failed);
        }
    };
    let turns = table.turns();
    let shown: Vec<u32> = match (args.turn, args.round) {
        (Some(number), _) => vec![number],
        (_, Some(round)) => turns.iter().filter(|turn| turn.round == round).map(|turn| turn.number).collect(),
        _ if args.all => turns.iter().map(|turn| turn.number).collect(),
        _ => Vec::new(),
    };
    let last = turns.last().copied();
    let there_are = last.map_or("there is none".to_owned(), |last| {
        format!("there are turns 1 to {} in rounds 1 to {}", last.number, last.round)
    });
    if (args.turn.is_some() || args.round.is_some()) && shown.iter().all(|number| table.turn(*number).is_none()) {
        return Err(Failure::usage("the log has no such turn", there_are));
    }
    let mut teller = Teller::new(&*table);
    for number in shown {
        let Some(view) = table.turn(number) else { continue };
        if !args.all || number == 1 {
            let heading = format!("Turn {number}, round {}", view.turn.round);
            writeln!(out, "{}\n{}", styled(STRONG, heading), map(&view.map))?;
            for one in &view.standing {
                writeln!(out, "  {}", one.text)?;
            }
        }
        write!(out, "{}", teller.tell_all(&view.lines))?;
        writeln!(out)?;
    }
    if missing != 0 || !whole {
        let next = table.written().get(lines.len()).map_or("", String::as_str);
        writeln!(out, "{}", styled(BAD, format!("The log ends early: line {} is missing or torn.", lines.len())))?;
        if !next.is_empty() {
            writeln!(out, "  the fight comes to: {next}")?;
        }
        return Ok(Exit::Failed);
    }
    if args.turn.is_none() && args.round.is_none() {
        let over = matches!(table.wanted(), Wanted::Nothing { .. });
        let how = if over { "to its end" } else { "as far as it has been played" };
        let lines = count(lines.len(), "line");
        writeln!(out, "{}", styled(GOOD, format!("The log reproduces {how}: {lines}, byte for byte.")))?;
        if let Some(text) = table.lines().last().and_then(|line| line.text.as_deref()).filter(|_| over) {
            writeln!(out, "{text}")?;
        }
        write!(out, "{}", summary(&*table))?;
    }
    Ok(Exit::Done)
}

/// A difference: what stands in the log, and what the fight comes to.
pub(crate) fn tell(out: &mut impl std::io::Write, difference: &Difference) -> std::io::Result<()> {
    writeln!(out, "{}", styled(BAD, difference))?;
    if let (Some(logged), Some(replayed)) = (&difference.logged, &difference.replayed) {
        // A line can be long: it is shown from a little before the place where the two part.
        let same = logged.bytes().zip(replayed.bytes()).take_while(|(one, other)| one == other).count();
        let from = |text: &str| {
            let mut start = same.saturating_sub(40);
            while !text.is_char_boundary(start) {
                start -= 1;
            }
            let shown: String = text[start..].chars().take(200).collect();
            if start == 0 { shown } else { format!("…{shown}") }
        };
        writeln!(out, "  logged:   {}", from(logged))?;
        writeln!(out, "  replayed: {}", from(replayed))?;
    } else if let Some(logged) = &difference.logged {
        let shown: String = logged.chars().take(200).collect();
        writeln!(out, "  {} {shown}", styled(FAINT, "logged:"))?;
    }
    Ok(())
}
