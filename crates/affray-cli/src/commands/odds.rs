//! `affray odds`: every outcome of a declared action with its exact chance.

use crate::failure::{Exit, Failure};
use crate::input::{self, Head};
use crate::json;
use crate::text::{FAINT, STRONG, bar, count, percent, styled, width};
use affray_files::value::Schema;
use affray_session::catalog::{Distribution, Odds};
use serde::Serialize;
use std::io::{IsTerminal as _, Write};
use std::path::PathBuf;

/// The exact odds of one declared action.
///
/// The file sets a scene in any state and declares what a combatant does on its turn and how the
/// others defend, in the format of cases but without dice. The rules are then carried out once for
/// every way in which the dice can matter: nothing is sampled. A file may hold several cases; each
/// has its own odds. Where the declaration breaks a rule, the rule is named.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  affray odds examples/odds/blow.toml
  affray odds blow.toml --json | jq '.odds[0].chances'

A file of odds:
  ruleset = \"dfrpg\"
  [[combatant]]
  name = \"Knight\"
  sheet = \"knight\"
  at = [0, 0]
  [[combatant]]
  name = \"Orc\"
  sheet = \"orc\"
  at = [1, 0]
  facing = \"W\"
  [[case]]
  id = \"a cut at the neck\"
  [[case.play]]
  turn = \"Knight\"
  do = { maneuver = \"attack\", attack = { target = \"Orc\", at = \"neck\" }, defend = \"parry\" }")]
pub(crate) struct Args {
    /// The file; `-` for standard input.
    file: PathBuf,
    /// Print as JSON, with full precision.
    #[arg(long)]
    json: bool,
}

/// What is printed as JSON.
#[derive(Debug, Serialize, Schema)]
pub(crate) struct Output {
    /// The ruleset of the file.
    ruleset: String,
    /// The odds of each case, and of each row of a table.
    odds: Vec<Odds>,
}

pub(crate) fn run(args: &Args) -> Result<Exit, Failure> {
    let source = input::read(&args.file)?;
    Head::of(&source)?.has_cases(&source)?;
    let ruleset = affray_games::of_source(&source)?;
    let progress = if std::io::stderr().is_terminal() {
        indicatif::ProgressBar::new_spinner().with_message("Every outcome is visited ...")
    } else {
        indicatif::ProgressBar::hidden()
    };
    // Most odds are there before it turns for the first time.
    progress.enable_steady_tick(std::time::Duration::from_millis(250));
    let all = ruleset.odds(&source, &input::beside(&args.file));
    progress.finish_and_clear();
    let all = all?;
    let mut out = anstream::stdout().lock();
    if args.json {
        json::print(&mut out, "odds", &Output { ruleset: ruleset.id().to_owned(), odds: all })?;
        return Ok(Exit::Done);
    }
    for (at, odds) in all.iter().enumerate() {
        if at > 0 {
            writeln!(out)?;
        }
        tell(&mut out, odds)?;
    }
    Ok(Exit::Done)
}

/// The odds of a case.
fn tell(out: &mut impl Write, odds: &Odds) -> std::io::Result<()> {
    chances(out, odds)?;
    odds.distributions.iter().try_for_each(|one| plot(out, one))
}

/// What odds are of, how they were come by, and the chances; the title is left out of what somebody is about to do, which has
/// none.
fn chances(out: &mut impl Write, odds: &Odds) -> std::io::Result<()> {
    if !odds.title.is_empty() {
        writeln!(out, "{}", styled(STRONG, &odds.title))?;
    }
    let leaves = usize::try_from(odds.leaves).unwrap_or(usize::MAX);
    let how = match odds.sampled {
        true => format!("sampled: {} of this turn, shares within 2 %", count(leaves, "run")),
        false => format!("{}, each visited: these odds are exact", count(leaves, "outcome")),
    };
    writeln!(out, "{}", styled(FAINT, how))?;
    let widest = odds.chances.iter().map(|one| one.of.chars().count()).max().unwrap_or_default().min(48);
    let room = width().saturating_sub(widest + 13).min(40);
    if !odds.chances.is_empty() {
        writeln!(out)?;
    }
    for one in &odds.chances {
        let line = format!("  {:widest$} {:>8}  {}", one.of, percent(one.chance), bar(one.chance, 1.0, room));
        writeln!(out, "{}", line.trim_end())?;
    }
    if odds.chances.is_empty() && odds.distributions.is_empty() {
        writeln!(out, "\n  Nothing comes of it that odds count.")?;
    }
    Ok(())
}

/// The odds of what somebody is about to do, without the shape of distributions.
pub(super) fn tell_short(out: &mut impl Write, odds: &Odds) -> std::io::Result<()> {
    chances(out, odds)?;
    for one in &odds.distributions {
        let none: f64 = one.values.iter().filter(|(value, _)| *value == 0).map(|(_, chance)| chance).sum();
        let mean = format!("mean {}{:.2}", if one.open { "at least " } else { "" }, one.mean);
        writeln!(out, "  {}: {mean}, any at all {}", one.of, percent((1.0 - none).max(0.0)))?;
    }
    Ok(())
}

/// A distribution as bars, the longest across the whole room.
fn plot(out: &mut impl Write, distribution: &Distribution) -> std::io::Result<()> {
    let mean = format!("mean {}{:.2}", if distribution.open { "at least " } else { "" }, distribution.mean);
    writeln!(out, "\n  {}  {}", styled(STRONG, &distribution.of), styled(FAINT, mean))?;
    let most = distribution.values.iter().fold(0.0, |most: f64, &(_, chance)| most.max(chance));
    let room = width().saturating_sub(30).min(50);
    let mut at_least = 1.0;
    for (at, &(value, chance)) in distribution.values.iter().enumerate() {
        // The chance of so much or more, which is what one asks of damage.
        let more = if at == 0 { String::new() } else { format!("{:>8}+", percent(at_least)) };
        let open = distribution.open && at + 1 == distribution.values.len();
        let value = if open { format!("{value}+") } else { value.to_string() };
        let line = format!("  {value:>6} {:>8} {more:>9}  {}", percent(chance), bar(chance, most, room));
        writeln!(out, "{}", line.trim_end())?;
        at_least = f64::max(0.0, at_least - chance);
    }
    Ok(())
}
