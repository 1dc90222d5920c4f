//! `affray fight`: policies play a fight to its end, and every roll is told with its reasons.

use crate::failure::{Exit, Failure, show};
use crate::fight::{Hands, Teller, Wishes, sit_down, sit_down_at_start, standing, told_by_side};
use crate::input::Inputs;
use crate::output::{Output, wrong};
use crate::text::{STRONG, fit, map, styled};
use affray_grid::{Drawing, Ground, Layout};
use affray_session::{DiceFrom, LogEntry, Table, Terms, Wanted};
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
  affray fight tonight.toml --quiet
  affray fight axe-and-sword --sheets

Exit codes: 0 if the fight is over, 1 if it stopped before its end, 2 if a file is wrong.")]
pub(crate) struct Args {
    /// The encounter: a file, `-` for standard input, or the name of one that comes with the program.
    encounter: PathBuf,
    /// The seed of the dice.
    #[arg(long, default_value_t = 0, value_name = "N", allow_negative_numbers = true, value_parser = super::seed)]
    seed: u64,
    /// Write the log, from which the fight can be replayed, to a new file.
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    /// Overwrite the file of --log if it is there already.
    #[arg(long, requires = "log")]
    force: bool,
    /// What opponents are told to do, a side or one of them: `--orders "Cult=hold"`, `--orders "Orc=hunt=Arn, nerve=30"`;
    /// `affray docs play` lists the orders.
    #[arg(long, value_name = "WHO=ORDERS")]
    orders: Vec<String>,
    /// Only the summary.
    #[arg(short, long)]
    quiet: bool,
    /// Before the fight, the size of the map, its kinds of ground, and what counts of everybody's sheet, as `look` shows it in
    /// `affray play`: also of sheets that stand in the encounter or are changed by it.
    #[arg(long, conflicts_with = "quiet")]
    sheets: bool,
}

pub(crate) fn run(args: &Args) -> Result<Exit, Failure> {
    let wishes = Wishes { seed: args.seed, dice: DiceFrom::Drawn, by_hand: Hands::Nobody, orders: args.orders.clone() };
    let inputs = Inputs::of(&args.encounter);
    let output = |path| Output { path, force: args.force, instead: "give another name", inputs: Some(&inputs) };
    let log = args.log.as_deref().map(output);
    if let Some(log) = log {
        log.check()?;
    }
    let table = sit_down(&args.encounter, &inputs, wishes)?;
    if let Some(log) = log {
        let text: String = table.written().iter().map(|line| format!("{line}\n")).collect();
        log.create()?.write_all(text.as_bytes()).map_err(|error| wrong(log.path, &error))?;
    }
    let mut out = anstream::stdout().lock();
    let title = &table.terms().title;
    if !title.is_empty() {
        writeln!(out, "{}", styled(STRONG, title))?;
    }
    if !args.quiet {
        if let Some(first) = table.turn(1) {
            write!(out, "\n{}\n{}\n", map(&first.map), told_by_side(&first.standing))?;
        }
        if args.sheets {
            // Played by hand, so that nothing is done before somebody decides.
            let by_hand = table.standing().into_iter().map(|one| one.name).collect();
            let terms = Terms { by_hand, ..table.terms().clone() };
            let start = sit_down_at_start(terms, &args.encounter.to_string_lossy())?;
            let drawing = table.turn(1).map_or(Drawing::instead(""), |first| first.map);
            for line in ground(&*start, &drawing) {
                write!(out, "{}", fit(&format!("{line}\n")))?;
            }
            writeln!(out)?;
            for (at, one) in start.standing().iter().enumerate() {
                writeln!(out, "{}", styled(STRONG, &one.name))?;
                for line in start.look(at) {
                    writeln!(out, "{}", fit(&format!("  {line}")))?;
                }
                writeln!(out)?;
            }
        }
        let mut teller = Teller::new(&*table);
        write!(out, "{}", teller.tell_all(table.lines()))?;
    } else if let Some(text) = table.lines().last().and_then(|line| line.text.as_deref()) {
        writeln!(out, "{text}")?;
    }
    write!(out, "\n{}", summary(&*table))?;
    match unfinished(&table.wanted()) {
        None => Ok(Exit::Done),
        Some(message) => {
            let hint = "to go on by hand, write a log: --log FILE, then `affray play --resume FILE`";
            show(&miette::miette!(help = hint, "{message}"));
            Ok(Exit::Failed)
        }
    }
}

/// The size of the map, and what each kind of its ground is like, a line each, with the sign that it has on the map.
/// Then the ground under the figures, which their letters hide.
fn ground(table: &dyn Table, drawing: &Drawing) -> Vec<String> {
    let map = table.field();
    let unit = if map.layout() == Layout::Hex { "hexes" } else { "squares" };
    let beyond = if map.is_open() { "; plain ground goes on beyond them" } else { "" };
    let all = map.bounds().cells().count();
    let part = if drawing.cells() < all { "; the drawing shows the part around the figures" } else { "" };
    let mut lines = match map.width() {
        0 => vec![format!("Map: open plain ground, in {unit}")],
        width => vec![format!("Map: {width} x {} {unit}{beyond}{part}", map.height())],
    };
    let mut told = vec![Ground::OPEN];
    for cell in map.bounds().cells() {
        let Some(ground) = map.ground(cell).filter(|ground| !told.contains(*ground)) else { continue };
        told.push(*ground);
        let words = table.look_at(cell).into_iter().next();
        lines.extend(words.map(|words| format!("  {} {words}", map.terrain(ground).glyph)));
    }
    for figure in table.view().figures {
        let on = figure.cells.iter().filter(|cell| map.ground(**cell).is_some_and(|ground| *ground != Ground::OPEN));
        for (cell, words) in on.filter_map(|&cell| Some((cell, table.look_at(cell).into_iter().next()?))) {
            lines.push(format!("Under {} at {},{}: {words}", figure.name, cell.q, cell.r));
        }
    }
    lines
}

/// Why a fight that policies play has stopped before its end, if it has.
fn unfinished(wanted: &Wanted) -> Option<String> {
    match wanted {
        Wanted::Nothing { .. } => None,
        Wanted::Roll { who, what, .. } => Some(format!("the fight is not over: {who} has yet to roll for {what}")),
        Wanted::Choice { who, prompt, notice, .. } => {
            let why = notice.as_ref().map_or(String::new(), |notice| format!(" ({notice})"));
            Some(format!("the fight is not over: {who} has yet to answer `{prompt}`{why}"))
        }
    }
}

/// How everybody came out, and how often they were asked to roll.
pub(crate) fn summary(table: &dyn Table) -> String {
    let rolls = table.lines().iter().filter(|line| matches!(line.entry, LogEntry::Roll(_))).count();
    let turns = table.turns();
    // Of a fight that goes on the round that it is in counts too; after its end comes what its players do then.
    let ending = table.lines().iter().rev().find_map(|line| match line.entry {
        LogEntry::Ending { rounds, .. } => Some((rounds, "full ")),
        _ => None,
    });
    let (rounds, full) = ending.unwrap_or_else(|| (turns.last().map_or(0, |turn| turn.round), ""));
    let what = format!("{full}{}", table.round_name());
    let mut text = standing(table);
    if ending.is_some() && matches!(table.wanted(), Wanted::Nothing { .. }) {
        for due in table.due_after_battle() {
            text += &format!("{due}\n");
        }
    }
    let terms = table.terms();
    let seed = match terms.dice {
        DiceFrom::Drawn => format!("; seed {}", terms.seed),
        _ => String::new(),
    };
    text += &format!(
        "{}, {}, {}{seed}.\n",
        crate::text::count(rounds as usize, &what),
        crate::text::count(turns.len(), if table.turn_begins() == "activation" { "activation" } else { "turn" }),
        crate::text::count(rolls, "roll")
    );
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    #[test]
    fn only_a_fight_to_the_end_is_finished() {
        let fight = |by_hand| {
            let wishes = Wishes { seed: 1, dice: DiceFrom::Drawn, by_hand, orders: Vec::new() };
            let duel = Path::new("duel");
            sit_down(duel, &Inputs::of(duel), wishes).unwrap_or_else(|failure| panic!("{failure:?}"))
        };
        assert_eq!(unfinished(&fight(Hands::Nobody).wanted()), None);
        // Somebody who is played by hand stops a fight as a refused choice of an opponent does.
        let stopped = unfinished(&fight(Hands::All).wanted()).expect("it waits for an answer");
        assert!(stopped.starts_with("the fight is not over: ") && stopped.contains(" has yet to "), "{stopped}");
    }

    #[test]
    fn the_reason_of_the_stop_is_told() {
        let wanted = Wanted::Choice {
            who: String::from("Orc"),
            key: String::from("defend"),
            prompt: String::from("Defense?"),
            options: Vec::new(),
            refused: Vec::new(),
            moves: false,
            notice: Some(String::from("its own choice was refused")),
        };
        assert_eq!(
            unfinished(&wanted).as_deref(),
            Some("the fight is not over: Orc has yet to answer `Defense?` (its own choice was refused)")
        );
    }
}
