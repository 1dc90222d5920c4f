#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a command")]
//! Plays every fixed plan against the opponents of every ruleset, and prints the tables of `LADDER.md`.
//!
//! `cargo run --release -p affray-ladder > crates/affray-ladder/LADDER.md`; `--only dfrpg` plays one ruleset, `--plan guard`
//! one plan, `--at wolf` one sheet or encounter, `--fights 4000` more fights for narrower intervals, `--quick` few fights.

use affray_ladder::{CUNNING, Place, Rung, Score, plans, rungs};
use clap::Parser;
use std::num::NonZero;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Fights of a mirror, and of a side of an encounter.
const FIGHTS: [u64; 2] = [2_000, 500];

/// So many fights of those who search for plans, which takes longer.
const CUNNING_FIGHTS: [u64; 2] = [100, 20];

/// From here on a plan is marked.
const TOO_GOOD: f64 = 0.55;

/// Plays fixed plans against the opponents of every ruleset and prints what they come to as Markdown.
#[derive(Parser)]
struct Arguments {
    /// Only that ruleset
    #[arg(long, value_name = "RULESET")]
    only: Option<String>,
    /// Only plans whose name contains this
    #[arg(long, value_name = "NAME")]
    plan: Option<String>,
    /// Only sheets and encounters whose name contains this
    #[arg(long, value_name = "NAME")]
    at: Option<String>,
    /// Only mirrors
    #[arg(long)]
    mirrors: bool,
    /// Fights of each mirror and each side of an encounter; by default 2000 and 500
    #[arg(long, value_name = "N")]
    fights: Option<u64>,
    /// 100 fights each
    #[arg(long)]
    quick: bool,
}

impl Arguments {
    fn wants(&self, rung: &Rung) -> bool {
        let is_in = |wanted: &Option<String>, name: &str| wanted.as_ref().is_none_or(|wanted| name.contains(wanted));
        let (name, mirror) = match &rung.place {
            Place::Mirror(sheet) => (*sheet, true),
            Place::Encounter { name, .. } => (*name, false),
        };
        self.only.as_ref().is_none_or(|only| only == rung.ruleset)
            && rung.plan.is_none_or(|plan| is_in(&self.plan, plan))
            && is_in(&self.at, name)
            && (mirror || !self.mirrors)
    }

    fn fights(&self, rung: &Rung) -> u64 {
        match self.fights {
            Some(fights) => fights,
            None if self.quick => 100,
            None => {
                let fights = if rung.plan == Some(CUNNING) { CUNNING_FIGHTS } else { FIGHTS };
                fights[usize::from(matches!(rung.place, Place::Encounter { .. }))]
            }
        }
    }
}

fn main() {
    let arguments = Arguments::parse();
    let wanted: Vec<Rung> = rungs().into_iter().filter(|rung| arguments.wants(rung)).collect();
    let (next, scores) = (AtomicUsize::new(0), Mutex::new(vec![Score::default(); wanted.len()]));
    let threads = std::thread::available_parallelism().map_or(1, NonZero::get);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some((at, rung)) = {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    wanted.get(at).map(|rung| (at, rung))
                } {
                    let score = rung.fight(arguments.fights(rung));
                    scores.lock().unwrap_or_else(std::sync::PoisonError::into_inner)[at] = score;
                }
            });
        }
    });
    let scores = scores.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    println!("{}", report(&wanted, &scores));
}

/// The tables.
fn report(rungs: &[Rung], scores: &[Score]) -> String {
    let mut text = String::from(HEAD);
    let mut rulesets: Vec<&str> = rungs.iter().map(|rung| rung.ruleset).collect();
    rulesets.dedup();
    for ruleset in rulesets {
        text += &format!("\n## {ruleset}\n");
        let of = |mirror: bool| {
            let is_of = move |(rung, _): &(&Rung, &Score)| {
                rung.ruleset == ruleset && matches!(rung.place, Place::Mirror(_)) == mirror
            };
            rungs.iter().zip(scores).filter(is_of).collect::<Vec<_>>()
        };
        for (title, cells) in [("Mirrors", of(true)), ("Encounters", of(false))] {
            if !cells.is_empty() {
                text += &table(title, &cells);
            }
        }
        let used = |name: &str| rungs.iter().any(|rung| rung.ruleset == ruleset && rung.plan == Some(name));
        text += "\n";
        for (name, what) in plans(ruleset).into_iter().filter(|(name, _)| used(name)) {
            text += &format!("- *{name}*: {what}.\n");
        }
    }
    text
}

const HEAD: &str = "\
# The ladder

Each fixed plan is the game's own policy, changed in one thing. The numbers are the percentages of fights that the side with the
plan wins, draws counted as halves; *own* is the policy against itself. A mirror is a sheet against itself, 8 cells apart on
an open field. Bold: more than 55 in a mirror, or more than 5 above *own* on a side of an encounter, beyond the 95 %
interval in both.
";

/// One table: a row for each place, a column for each plan.
fn table(title: &str, cells: &[(&Rung, &Score)]) -> String {
    let mut plans: Vec<Option<&str>> = Vec::new();
    let mut places: Vec<&Place> = Vec::new();
    for (rung, _) in cells {
        if !plans.contains(&rung.plan) {
            plans.push(rung.plan);
        }
        if !places.contains(&&rung.place) {
            places.push(&rung.place);
        }
    }
    let widest = cells.iter().map(|(_, score)| score.margin()).fold(0.0, f64::max);
    let mut text = format!("\n### {title}\n\nIntervals of at most {:.1} either way.\n\n| |", 100.0 * widest);
    for plan in &plans {
        text += &format!(" {} |", plan.unwrap_or("own"));
    }
    text += &format!("\n|---|{}\n", "---:|".repeat(plans.len()));
    let at = |place: &Place, plan: &Option<&str>| {
        cells.iter().find(|(rung, _)| rung.place == *place && rung.plan == *plan).map(|(_, score)| **score)
    };
    for place in places {
        let (name, bound) = match place {
            Place::Mirror(sheet) => ((*sheet).to_owned(), TOO_GOOD),
            Place::Encounter { name, side } => {
                (format!("{name}: {side}"), at(place, &None).map_or(1.0, |own| own.share() + 0.05))
            }
        };
        text += &format!("| {name} |");
        for plan in &plans {
            let Some(score) = at(place, plan) else {
                text += " |";
                continue;
            };
            let (share, bold) = (100.0 * score.share(), plan.is_some() && score.share() - score.margin() > bound);
            text += &if bold { format!(" **{share:.0}** |") } else { format!(" {share:.0} |") };
        }
        text += "\n";
    }
    text
}
