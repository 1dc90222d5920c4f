//! `affray sim`: an encounter fought many times.

mod page;
mod plots;
mod rows;
mod span;
mod tell;
mod variants;

use crate::failure::{Exit, Failure};
use crate::input::{self, Inputs, is_same_file};
use crate::json;
use crate::output::{Output as File, wrong};
use affray_arena::{
    CONFIDENCE, Comparison, Details, MOST_FIGHTS, MOST_THREADS, Report, Settings, Simulation, SpanReport, VariantReport,
};
use affray_files::value::{Schema, Value};
use affray_files::{FileResolver, Source, tree};
use affray_session::catalog::{DynRules, Encounter};
use rows::Rows;
use serde::Serialize;
use std::io::{IsTerminal as _, Write as _};
use std::num::NonZero;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use variants::Variant;

/// Fight an encounter many times: who wins, how long it takes, what it costs.
///
/// Everybody is played by the ruleset's own policy. Every fight draws from its own stream of dice,
/// derived from the seed and its number: the same command gives the same results on any number of
/// threads. Shares come with 95 % confidence intervals, means with standard errors. Ctrl-C ends the
/// simulation early and still reports what was fought. `affray docs sim` tells more.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  affray sim duel
  affray sim tonight.toml -n 100000 --seed 7
  affray sim tonight.toml --within 1%
  affray sim mage-and-escorts --orders 'Cult=hold'
  affray sim tonight.toml --vary count:Orc=3..6 --vary party.Arn.sheet=knight,guard
  affray sim tonight.toml --report tonight.html --rows tonight.csv
  affray sim tonight.toml --threads 1 --json > results.json")]
pub(crate) struct Args {
    /// A file, `-` for standard input, or the name of an encounter that comes with the program.
    encounter: PathBuf,
    /// How many fights, up to 1000000000. Default: 10000; with --within as many as that takes.
    #[arg(short = 'n', long, value_name = "N", allow_negative_numbers = true, value_parser = fights)]
    fights: Option<u64>,
    /// Fight until half of the interval of each side's wins is no wider than that: 1%.
    #[arg(long, value_name = "PERCENT", value_parser = within)]
    within: Option<f64>,
    /// Compare with variants, fought with the same dice: `count:Orc=3..6`, `Arn.sheet=knight,guard`, `options.KEY=true`. Given
    /// several times, all combinations.
    #[arg(long, value_name = "KEY=VALUES")]
    vary: Vec<String>,
    /// What opponents are told to do, a side or one of them: `--orders "Cult=hold"`, `--orders "Orc=hunt=Arn, nerve=30"`;
    /// `affray docs play` lists the orders.
    #[arg(long, value_name = "WHO=ORDERS")]
    orders: Vec<String>,
    /// Do not look at how far the answer hangs on whether sides without orders advance or hold.
    #[arg(long)]
    no_span: bool,
    /// How many threads, up to 1024. Default: as many as the machine has.
    #[arg(short, long, value_name = "K", allow_negative_numbers = true, value_parser = threads)]
    threads: Option<NonZero<usize>>,
    /// The seed of all dice.
    #[arg(short, long, value_name = "N", default_value_t = 0, allow_negative_numbers = true, value_parser = super::seed)]
    seed: u64,
    /// Write a page with plots for a browser or a printer to a new file.
    #[arg(long, value_name = "FILE.html")]
    report: Option<PathBuf>,
    /// Write every fight to a new file, one on each line: .csv for a spreadsheet, .jsonl for programs.
    #[arg(long, value_name = "FILE", value_parser = rows::path)]
    rows: Option<PathBuf>,
    /// Overwrite the files of --report and --rows if they are there already; reports are overwritten anyway.
    #[arg(long)]
    force: bool,
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
    /// How far the answer hangs on the orders of the sides; left out with `--vary` and `--no-span`, and where every side has
    /// orders.
    #[serde(skip_serializing_if = "Option::is_none")]
    span: Option<SpanReport>,
    /// The variants of `--vary`; left out without it.
    #[serde(skip_serializing_if = "Option::is_none")]
    variants: Option<Vec<VariantReport>>,
}

fn fights(text: &str) -> Result<u64, String> {
    let fights = text.parse().ok().filter(|fights| (1..=MOST_FIGHTS).contains(fights));
    fights.ok_or_else(|| format!("1 to {MOST_FIGHTS} fights are possible"))
}

fn threads(text: &str) -> Result<NonZero<usize>, String> {
    let threads = text.parse().ok().and_then(NonZero::new).filter(|threads| threads.get() <= MOST_THREADS);
    threads.ok_or_else(|| format!("1 to {MOST_THREADS} threads are possible"))
}

/// Half of an interval that somebody typed, as a share.
fn within(text: &str) -> Result<f64, String> {
    let percent = text.strip_suffix('%').and_then(|number| number.trim().parse::<f64>().ok());
    let percent = percent.filter(|percent| (0.01..=50.0).contains(percent));
    percent.map(|percent| percent / 100.0).ok_or_else(|| String::from("0.01% to 50%, such as `1%`"))
}

/// Fights that are fought where nothing is said of their number.
const FIGHTS: u64 = 10_000;

pub(crate) fn run(args: &Args) -> Result<Exit, Failure> {
    if let (Some(rows), Some(report)) = (&args.rows, &args.report)
        && is_same_file(rows, report)
    {
        return Err(Failure::Usage(String::from("the report and the rows are two files: give two names"), None));
    }
    let inputs = Inputs::of(&args.encounter);
    let file = |path, force| File { path, force, instead: "give another name", inputs: Some(&inputs) };
    let rows = args.rows.as_deref().map(|path| file(path, args.force));
    let page = args.report.as_deref().map(|path| file(path, args.force || page::is_report(path)));
    rows.into_iter().chain(page).try_for_each(File::check)?;

    let (ruleset, source) = input::encounter_text(&args.encounter)?;
    let (tree, beside) = (tree(&source)?, |name: &str| inputs.beside(name));
    inputs.add_picture(&tree);
    let load = Load { ruleset, source: &source, tree: &tree, beside: &beside };
    let encounter = load.encounter(&args.orders)?;
    let variants = variants::read(&args.vary, &args.orders, &load)?;

    rows.into_iter().chain(page).try_for_each(File::is_no_input)?;
    let rows = rows.map(|file| Ok::<_, Failure>((file, file.create()?))).transpose()?;
    let page = page.map(|file| Ok::<_, Failure>((file, file.create()?))).transpose()?;
    let most = if args.within.is_some() { MOST_FIGHTS } else { FIGHTS };
    let settings = Settings {
        seed: args.seed,
        fights: args.fights.unwrap_or(most),
        within: args.within,
        threads: args.threads.or_else(|| std::thread::available_parallelism().ok()).unwrap_or(NonZero::<usize>::MIN),
    };
    let stop = stop()?;
    let fought = if rows.is_some() || page.is_some() || !variants.is_empty() {
        let rows = rows.map(|(file, open)| (file.path, open));
        fight_each(&*encounter, &variants, &settings, rows, &stop)?
    } else {
        let progress = progress(&settings, 1);
        let simulation = affray_arena::simulate(&*encounter, &settings, &|fights| progress.inc(fights), &stop);
        progress.finish_and_clear();
        let simulation = simulation.map_err(|message| Failure::Usage(message, None))?;
        Fought { simulations: vec![simulation], variants: None, details: Details::default() }
    };
    let report = Report::new(&*encounter, &fought.simulations[0]);
    let span = match fought.variants {
        None => span::span(args, &load, &*encounter, &report, &settings, &stop)?,
        Some(_) => None,
    };
    if let Some((file, mut open)) = page {
        let text = page::page(&page::Page {
            ruleset,
            encounter: &*encounter,
            report: &report,
            span: span.as_ref(),
            variants: fought.variants.as_deref().unwrap_or_default(),
            lengths: &fought.simulations[0].results.lengths,
            details: &fought.details,
        });
        open.write_all(text.as_bytes()).map_err(|error| wrong(file.path, &error))?;
    }
    let exit = if report.complete { Exit::Done } else { Exit::Interrupted };
    let mut out = anstream::stdout().lock();
    if args.json {
        let ruleset = ruleset.id().to_owned();
        let output = Output { ruleset, confidence: CONFIDENCE, report, span, variants: fought.variants };
        json::print(&mut out, "sim", &output)?;
    } else {
        match &fought.variants {
            None => tell::tell(&mut out, &report, span.as_ref())?,
            Some(variants) => tell::compare(&mut out, &report, variants)?,
        }
        for (what, path) in [("Report", &args.report), ("Rows", &args.rows)] {
            if let Some(path) = path {
                writeln!(out, "\n{what}: {}", path.display())?;
            }
        }
    }
    Ok(exit)
}

/// An encounter that was found, and of which variants can be made.
struct Load<'a> {
    ruleset: &'static dyn DynRules,
    source: &'a Source,
    tree: &'a Value,
    beside: FileResolver<'a>,
}

impl Load<'_> {
    /// The encounter with orders besides its own.
    fn encounter(&self, orders: &[String]) -> Result<Box<dyn Encounter>, Failure> {
        self.varied(self.source, self.tree.clone(), orders)
    }

    /// The encounter with other values; errors speak of it as `source`.
    fn varied(&self, source: &Source, tree: Value, orders: &[String]) -> Result<Box<dyn Encounter>, Failure> {
        let mut encounter = self.ruleset.load_tree(source, tree, self.beside)?;
        for line in orders {
            encounter.order(line).map_err(|wrong| Failure::Usage(wrong.to_string(), None))?;
        }
        Ok(encounter)
    }
}

/// What was fought.
struct Fought {
    /// Of the encounter as it stands, and of each variant.
    simulations: Vec<Simulation>,
    /// How the variants compare, if there are any.
    variants: Option<Vec<VariantReport>>,
    /// Of the encounter as it stands.
    details: Details,
}

/// Fights an encounter and its variants one fight at a time, and writes a row for each.
fn fight_each(
    encounter: &dyn Encounter,
    variants: &[Variant],
    settings: &Settings,
    rows: Option<(&std::path::Path, std::fs::File)>,
    stop: &AtomicBool,
) -> Result<Fought, Failure> {
    let all: Vec<(&str, &dyn Encounter)> = std::iter::once((AS_IT_STANDS, encounter))
        .chain(variants.iter().map(|variant| (variant.name.as_str(), &*variant.encounter)))
        .collect();
    let encounters: Vec<&dyn Encounter> = all.iter().map(|(_, encounter)| *encounter).collect();
    let mut rows = match rows {
        Some((path, file)) => Some(Rows::begin(path, file, &all)?),
        None => None,
    };
    let (mut details, mut unwritten) = (Details::default(), None);
    let progress = progress(settings, all.len() as u64);
    let comparison =
        affray_arena::compare(&encounters, settings, &|fights| progress.inc(fights), stop, &mut |variant, fight| {
            if variant == 0 {
                details.count(fight);
            }
            if let Some(rows) = &mut rows
                && unwritten.is_none()
                && let Err(failure) = rows.write(variant, fight)
            {
                unwritten = Some(failure);
                stop.store(true, Ordering::Relaxed);
            }
        });
    progress.finish_and_clear();
    if let Some(failure) = unwritten {
        return Err(failure);
    }
    rows.map_or(Ok(()), Rows::end)?;
    let comparison: Comparison = comparison.map_err(|message| Failure::Usage(message, None))?;
    let reports = (!variants.is_empty()).then(|| VariantReport::all(all, &comparison));
    Ok(Fought { simulations: comparison.simulations, variants: reports, details })
}

/// The encounter as it stands, among its variants.
const AS_IT_STANDS: &str = "as it stands";

/// What Ctrl-C sets: it ends a simulation early.
fn stop() -> Result<Arc<AtomicBool>, Failure> {
    let stop = Arc::new(AtomicBool::new(false));
    let heard = Arc::clone(&stop);
    let caught = ctrlc::set_handler(move || {
        // Who asks twice will not wait for the fights that are going on.
        if heard.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    });
    match caught {
        Ok(()) => Ok(stop),
        Err(error) => Err(Failure::Usage(format!("Ctrl-C cannot be listened for: {error}"), None)),
    }
}

/// A bar that shows how many fights of so many variants were fought.
fn progress(settings: &Settings, variants: u64) -> indicatif::ProgressBar {
    if !std::io::stderr().is_terminal() {
        return indicatif::ProgressBar::hidden();
    }
    let styled = |template| {
        let style = indicatif::ProgressStyle::with_template(template);
        style.unwrap_or_else(|_| indicatif::ProgressStyle::default_bar())
    };
    if settings.within.is_some() {
        // Nobody knows how many it will take.
        return indicatif::ProgressBar::no_length().with_style(styled("{spinner} {human_pos} fights"));
    }
    let style = styled("{bar:40} {human_pos} of {human_len} fights, {eta} left");
    indicatif::ProgressBar::new(settings.fights.saturating_mul(variants)).with_style(style)
}
