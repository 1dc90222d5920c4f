//! `affray sim`: an encounter fought many times.

use crate::failure::{Exit, Failure};
use crate::input;
use crate::json;
use crate::text::{BAD, FAINT, STRONG, Table, percent, styled};
use affray_arena::{CONFIDENCE, MOST_FIGHTS, MOST_THREADS, Report, Share};
use affray_files::value::Schema;
use serde::Serialize;
use std::io::{IsTerminal as _, Write};
use std::num::NonZero;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Fight an encounter many times: who wins, how long it takes, what it costs.
///
/// Everybody is played by the ruleset's own policy. Every fight draws from its own stream of dice,
/// derived from the seed and its number: the same command gives the same results on any number of
/// threads. Shares come with 95 % confidence intervals, means with standard errors. Ctrl-C ends the
/// simulation early and still reports what was fought.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  affray sim duel
  affray sim tonight.toml -n 100000 --seed 7
  affray sim tonight.toml --threads 1 --json > results.json")]
pub(crate) struct Args {
    /// A file, `-` for standard input, or the name of an encounter that comes with the program.
    encounter: PathBuf,
    /// How many fights, up to 1000000000.
    #[arg(short = 'n', long, value_name = "N", default_value_t = 10_000, allow_negative_numbers = true, value_parser = fights)]
    fights: u64,
    /// How many threads, up to 1024. Default: as many as the machine has.
    #[arg(short, long, value_name = "K", allow_negative_numbers = true, value_parser = threads)]
    threads: Option<NonZero<usize>>,
    /// The seed of all dice.
    #[arg(short, long, value_name = "N", default_value_t = 0, allow_negative_numbers = true, value_parser = super::seed)]
    seed: u64,
    /// Print as JSON, with full precision.
    #[arg(long)]
    json: bool,
}

/// What is printed as JSON.
#[derive(Debug, Serialize, Schema)]
pub(crate) struct Output {
    /// The ruleset of the encounter.
    ruleset: String,
    /// The level of all intervals.
    confidence: f64,
    #[serde(flatten)]
    #[value(flatten)]
    report: Report,
}

fn fights(text: &str) -> Result<u64, String> {
    let fights = text.parse().ok().filter(|fights| (1..=MOST_FIGHTS).contains(fights));
    fights.ok_or_else(|| format!("1 to {MOST_FIGHTS} fights are possible"))
}

fn threads(text: &str) -> Result<NonZero<usize>, String> {
    let threads = text.parse().ok().and_then(NonZero::new).filter(|threads| threads.get() <= MOST_THREADS);
    threads.ok_or_else(|| format!("1 to {MOST_THREADS} threads are possible"))
}

pub(crate) fn run(args: &Args) -> Result<Exit, Failure> {
    let (ruleset, encounter) = input::encounter(&args.encounter)?;
    let threads = args.threads.or_else(|| std::thread::available_parallelism().ok()).unwrap_or(NonZero::<usize>::MIN);
    let stop = Arc::new(AtomicBool::new(false));
    let heard = Arc::clone(&stop);
    let caught = ctrlc::set_handler(move || {
        // Who asks twice will not wait for the fights that are going on.
        if heard.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    });
    if let Err(error) = caught {
        return Err(Failure::Usage(format!("Ctrl-C cannot be listened for: {error}"), None));
    }
    let progress = if std::io::stderr().is_terminal() {
        let style = indicatif::ProgressStyle::with_template("{bar:40} {human_pos} of {human_len} fights, {eta} left");
        indicatif::ProgressBar::new(args.fights)
            .with_style(style.unwrap_or_else(|_| indicatif::ProgressStyle::default_bar()))
    } else {
        indicatif::ProgressBar::hidden()
    };
    let simulation =
        affray_arena::simulate(&*encounter, args.seed, args.fights, threads, &|fights| progress.inc(fights), &stop)
            .map_err(|message| Failure::Usage(message, None))?;
    progress.finish_and_clear();
    let report = Report::new(&*encounter, &simulation);
    let exit = if report.complete { Exit::Done } else { Exit::Interrupted };
    let mut out = anstream::stdout().lock();
    if args.json {
        let ruleset = ruleset.id().to_owned();
        json::print(&mut out, "sim", &Output { ruleset, confidence: CONFIDENCE, report })?;
    } else {
        tell(&mut out, &report)?;
    }
    Ok(exit)
}

/// A share with its interval.
fn interval(share: &Share) -> [String; 2] {
    [percent(share.share), format!("{} to {}", percent(share.low), percent(share.high))]
}

fn tell(out: &mut impl Write, report: &Report) -> std::io::Result<()> {
    if !report.title.is_empty() {
        writeln!(out, "{}", styled(STRONG, &report.title))?;
    }
    if !report.complete {
        let line = format!("Interrupted: {} of {} fights were fought.", report.fights, report.wanted);
        writeln!(out, "{}", styled(BAD, line))?;
    }
    let line = format!("{} fights, seed {}, intervals of 95 %", report.fights, report.seed);
    writeln!(out, "{}\n", styled(FAINT, line))?;
    if report.fights == 0 {
        return Ok(());
    }
    let mut table = Table::new(["", "wins", "interval"]);
    for side in &report.sides {
        let [wins, range] = interval(&side.wins);
        table.row([side.side.clone(), wins, range]);
    }
    if 0 < report.draws.count {
        let [draws, range] = interval(&report.draws);
        table.row(["nobody".to_owned(), draws, range]);
    }
    if 0 < report.at_limit.count {
        let [at_limit, range] = interval(&report.at_limit);
        table.row(["  (broken off)".to_owned(), at_limit, range]);
    }
    table.write(out)?;
    writeln!(out)?;
    let rounds = &report.rounds;
    writeln!(
        out,
        "Length: {:.2} ± {:.2} rounds; half within {}, 95 % within {}, the longest {}",
        rounds.mean.mean, rounds.mean.standard_error, rounds.median, rounds.most_of_them, rounds.longest
    )?;
    writeln!(out)?;
    let mut table = Table::new(["", "side", "dead", "interval", "out", "interval", "fled", "HP lost"]);
    for one in &report.combatants {
        let ([dead, dead_range], [out, out_range]) = (interval(&one.dead), interval(&one.out));
        let lost = format!("{:.2} ± {:.2}", one.hp_lost.mean, one.hp_lost.standard_error);
        let fled = percent(one.fled.share);
        table.row([one.combatant.clone(), one.side.clone(), dead, dead_range, out, out_range, fled, lost]);
    }
    table.write(out)
}
