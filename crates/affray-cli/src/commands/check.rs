//! `affray check`: cases are run, and what differs is told.

use crate::failure::{Exit, Failure, show};
use crate::input::{self, Head};
use crate::json;
use crate::text::{BAD, FAINT, GOOD, STRONG, count, styled, wrap};
use affray_files::value::{Schema, Value};
use affray_files::{FileError, told, tree};
use affray_session::catalog::CaseReport;
use serde::Serialize;
use std::io::{IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};

/// Run cases: proofs of the rules, and your own.
///
/// A case sets a scene, says what everybody does and how the dice fall, and states what has to come
/// out. It holds only if the table, the simulation and the exact odds agree on it. Of folders, all
/// TOML files with cases are run, in all folders below too.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  affray check cases/
  affray check house-rules.toml --json

Exit codes: 0 if every case holds, 1 if one fails, 2 if a file cannot be read.")]
pub(crate) struct Args {
    /// Files and folders; `-` for standard input.
    #[arg(required = true, value_name = "FILE|FOLDER")]
    paths: Vec<PathBuf>,
    /// Print what came out as JSON.
    #[arg(long)]
    json: bool,
    /// Print the cases that hold, too.
    #[arg(short, long)]
    verbose: bool,
}

/// What came out, as a program reads it.
#[derive(Debug, Serialize, Schema)]
pub(crate) struct Report {
    /// How many cases were run.
    cases: usize,
    /// How many of them failed or could not be read.
    failed: usize,
    /// How many files could not be read at all.
    unreadable: usize,
    /// The files.
    files: Vec<Checked>,
}

/// A file, and what came out of it.
#[derive(Debug, Serialize, Schema)]
pub(crate) struct Checked {
    /// The file.
    file: String,
    /// Its ruleset.
    #[serde(skip_serializing_if = "Option::is_none")]
    ruleset: Option<String>,
    /// How each of its cases came out.
    #[serde(skip_serializing_if = "Option::is_none")]
    cases: Option<Vec<CaseReport>>,
    /// What is wrong with a file that cannot be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

pub(crate) fn run(args: &Args) -> Result<Exit, Failure> {
    let mut files = Vec::new();
    for path in &args.paths {
        if path.is_dir() {
            let mut found = Vec::new();
            input::below(path, &|extension| extension == "toml", &mut found)
                .map_err(|(path, error)| Failure::Usage(format!("{}: {}", path.display(), told(&error)), None))?;
            files.extend(found.into_iter().map(|path| (path, false)));
        } else {
            files.push((path.clone(), true));
        }
    }
    let progress = if std::io::stderr().is_terminal() && files.len() > 1 {
        indicatif::ProgressBar::new(files.len() as u64)
    } else {
        indicatif::ProgressBar::hidden()
    };
    let mut out = anstream::stdout().lock();
    let mut report = Report { cases: 0, failed: 0, unreadable: 0, files: Vec::new() };
    for (path, named) in &files {
        let result = check(path, *named);
        let file = path.display().to_string();
        progress.inc(1);
        match result {
            Ok(None) => {}
            Ok(Some(Came { ruleset, cases, are_odds })) => {
                report.cases += cases.len();
                report.failed += cases.iter().filter(|case| !case.differences.is_empty()).count();
                if !args.json {
                    progress.suspend(|| tell(&mut out, &file, &cases, args.verbose))?;
                    if are_odds {
                        let hint = format!("      Without dice these are odds: `affray odds {file}` works them out.");
                        writeln!(out, "{}", styled(FAINT, hint))?;
                    }
                }
                report.files.push(Checked { file, ruleset: Some(ruleset.to_owned()), cases: Some(cases), error: None });
            }
            Err(error) => {
                report.unreadable += 1;
                if !args.json {
                    progress.suspend(|| show(&error.report()));
                }
                report.files.push(Checked { file, ruleset: None, cases: None, error: Some(error.to_string()) });
            }
        }
    }
    progress.finish_and_clear();
    if args.json {
        json::print(&mut out, "check", &report)?;
    } else {
        sum_up(&mut out, &report)?;
    }
    Ok(match report {
        Report { unreadable: 1.., .. } => Exit::Unusable,
        Report { failed: 1.., .. } => Exit::Failed,
        // Whoever asks for a check of nothing has mistaken the folder.
        Report { cases: 0, .. } => Exit::Unusable,
        _ => Exit::Done,
    })
}

/// Whether no step of a file of cases has dice, nor states what has to come out: such a file is meant for `affray odds`.
fn have_no_dice(file: &Value) -> bool {
    let list = |value: &Value, key: &str| value.get(key).and_then(Value::as_array).cloned().unwrap_or_default();
    let steps = list(file, "case").into_iter().flat_map(|case| list(&case, "play"));
    steps.into_iter().all(|step| ["dice", "refused", "expect"].iter().all(|key| step.get(key).is_none()))
}

/// What came of a file of cases.
struct Came {
    ruleset: &'static str,
    cases: Vec<CaseReport>,
    /// Whether they fail for being odds.
    are_odds: bool,
}

/// Runs the cases of a file; nothing if it was merely found in a folder and
/// holds none.
fn check(path: &Path, named: bool) -> Result<Option<Came>, FileError> {
    let source = input::read(path)?;
    let head = Head::of(&source)?;
    if !named && !head.case {
        return Ok(None);
    }
    head.has_cases(&source)?;
    let ruleset = affray_games::of_source(&source)?;
    let beside = input::beside(path);
    let cases = ruleset.check(&source, &beside)?;
    let fails = cases.iter().any(|case| !case.differences.is_empty());
    let are_odds = fails && have_no_dice(&tree(&source)?);
    Ok(Some(Came { ruleset: ruleset.id(), cases, are_odds }))
}

fn tell(out: &mut impl std::io::Write, file: &str, cases: &[CaseReport], verbose: bool) -> std::io::Result<()> {
    for case in cases {
        let holds = case.differences.is_empty();
        if holds && !verbose {
            continue;
        }
        let verdict = if holds { styled(GOOD, "holds") } else { styled(BAD, "FAILS") };
        writeln!(out, "{verdict} {} {} {}", styled(STRONG, &case.id), case.title, styled(FAINT, format!("({file})")))?;
        for difference in &case.differences {
            let text = wrap(&format!("- {difference}"), "      ", crate::text::width());
            out.write_all(text.as_bytes())?;
        }
    }
    Ok(())
}

fn sum_up(out: &mut impl std::io::Write, report: &Report) -> std::io::Result<()> {
    let read = report.files.iter().filter(|file| file.cases.is_some()).count();
    let cases = format!("{} in {}", count(report.cases, "case"), count(read, "file"));
    let mut line = match (report.cases, report.failed) {
        (0, _) => styled(BAD, "no cases were found"),
        (_, 0) => format!("{cases}: {}", styled(GOOD, "all hold")),
        (_, failed) => format!("{cases}: {}", styled(BAD, format!("{failed} failed"))),
    };
    if report.unreadable > 0 {
        line += &format!("; {}", styled(BAD, format!("{} cannot be read", count(report.unreadable, "file"))));
    }
    writeln!(out, "{line}")
}
