#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a command")]
//! Affray's speed, each figure as a ratio to a hand-written loop that runs interleaved with it.
//!
//! `cargo run --profile dist -p affray-bench` prints a table; `--quick` simulates 50,000 duels rather than a million;
//! `--check` exits non-zero where a bound does not hold; `--json` prints the figures for a program; `--only dfrpg`
//! measures that ruleset alone, `--table` how fast a table answers instead. Figures are medians over rounds in which every contestant takes its turn, so that
//! other work of the machine falls on all of them.
//!
//! `--exchange dfrpg --times 1000` only takes the exact odds of a ruleset's exchange of blows, so many times: something to count
//! instructions on. `--only dfrpg --fights bridge --times 1000` only fights an encounter, so many times: something to run a
//! profiler on; `--uncached` plays every turn by the rules.

mod dfrpg;
mod dragonquest;
mod exchange;
mod graded;
mod gurps4;
mod hand;
mod obss;
mod pace;
mod simulate;
mod table;

use affray_files::sheets::Shelf;
use affray_files::{Source, no_files};
use affray_session::catalog::Encounter;
use affray_session::encounter::EncounterFormat;
use affray_session::ruleset::Rules;
use affray_session::scenario::Scenario;
use affray_sim::Results;
use clap::Parser;
use exchange::Exchange;
use pace::Pace;
use serde::Serialize;
use simulate::{attacks_in, fights};
use std::hint::black_box;
use std::process::ExitCode;
use std::time::Instant;

/// Rounds of which the median is taken.
const ROUNDS: usize = 11;

/// One figure.
#[derive(Debug, Serialize)]
struct Figure {
    ruleset: &'static str,
    what: &'static str,
    value: f64,
    unit: &'static str,
    bound: Option<Bound>,
}

/// What a figure has to keep to.
#[derive(Debug, Clone, Copy, Serialize)]
#[serde(rename_all = "kebab-case")]
enum Bound {
    AtMost(f64),
    AtLeast(f64),
}

impl Figure {
    fn holds(&self) -> bool {
        match self.bound {
            None => true,
            Some(Bound::AtMost(most)) => self.value <= most,
            Some(Bound::AtLeast(least)) => self.value >= least,
        }
    }
}

fn seconds<T>(run: impl FnOnce() -> T) -> f64 {
    let start = Instant::now();
    black_box(run());
    start.elapsed().as_secs_f64()
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// An encounter without files beside it.
fn read<G: EncounterFormat>(name: &str, text: &str) -> Scenario<G> {
    Scenario::read(&Source::new(name, text), &no_files).unwrap_or_else(|error| panic!("{error}"))
}

/// An encounter that comes with a ruleset.
fn shipped<G: EncounterFormat>(shelf: Shelf, name: &str) -> Scenario<G> {
    read(name, shelf.get(name).unwrap_or_else(|| panic!("there is no encounter `{name}`")))
}

/// Walks the exchange of a ruleset so many times, and says how many outcomes it has.
fn walk_exchange(ruleset: &str, times: u32) {
    fn walked(exchange: &impl Exchange, times: u32) -> u64 {
        exchange.repeat(times);
        exchange.leaves()
    }
    let leaves = match ruleset {
        "dfrpg" => walked(&dfrpg::Exchange::new(), times),
        "dragonquest" => walked(&dragonquest::Exchange::new(), times),
        "graded" => walked(&graded::Exchange::new(), times),
        "gurps4" => walked(&gurps4::Exchange::new(), times),
        "obss" => walked(&obss::Round::new(), times),
        _ => panic!("there is no ruleset `{ruleset}`"),
    };
    println!("{leaves} outcomes");
}

/// Affray's speed, each figure as a ratio to a hand-written loop that runs interleaved with it.
#[derive(Parser)]
struct Arguments {
    /// Exit with 1 where a bound does not hold
    #[arg(long)]
    check: bool,
    /// Print the figures for a program
    #[arg(long)]
    json: bool,
    /// Simulate 50,000 duels rather than a million
    #[arg(long)]
    quick: bool,
    /// Measure that ruleset alone
    #[arg(long, value_name = "RULESET", value_parser = RULESETS.map(|(name, _)| name))]
    only: Option<String>,
    /// Measure how fast a table answers instead
    #[arg(long)]
    table: bool,
    /// Only walk the exchange of blows of that ruleset, `--times` times: something to count instructions on
    #[arg(long, value_name = "RULESET", value_parser = RULESETS.map(|(name, _)| name), requires = "times")]
    exchange: Option<String>,
    /// Only fight that encounter of the ruleset of `--only`, `all` for each of them, `--times` times: something to run a
    /// profiler on
    #[arg(long, value_name = "ENCOUNTER", requires = "times", requires = "only", conflicts_with = "exchange")]
    fights: Option<String>,
    /// With `--fights`: play every turn by the rules
    #[arg(long, requires = "fights")]
    uncached: bool,
    /// How many times
    #[arg(long, value_name = "N")]
    times: Option<u32>,
}

/// Fights encounters of a ruleset.
fn fight(ruleset: &str, pace: Pace<'_>) -> bool {
    match ruleset {
        "dfrpg" => pace.measure::<affray_dfrpg::Dfrpg>(affray_dfrpg::content::ENCOUNTERS),
        "dragonquest" => pace.measure::<affray_dragonquest::DragonQuest>(affray_dragonquest::content::ENCOUNTERS),
        "graded" => pace.measure::<affray_graded::Graded>(affray_graded::content::ENCOUNTERS),
        "gurps4" => pace.measure::<affray_gurps4::Gurps4>(affray_gurps4::content::ENCOUNTERS),
        "obss" => pace.measure::<affray_obss::Obss>(affray_obss::content::ENCOUNTERS),
        _ => panic!("there is no ruleset `{ruleset}`"),
    }
}

fn main() -> ExitCode {
    let Arguments { check, json, quick, only, table, exchange, fights, uncached, times } = Arguments::parse();
    if let (Some(ruleset), Some(times)) = (exchange, times) {
        walk_exchange(&ruleset, times);
        return ExitCode::SUCCESS;
    }
    if let (Some(encounter), Some(ruleset), Some(times)) = (&fights, &only, times) {
        if fight(ruleset, Pace { encounter, number: times.into(), uncached }) {
            return ExitCode::SUCCESS;
        }
        eprintln!("{ruleset} has no encounter `{encounter}`: `affray list {ruleset}` lists them");
        return ExitCode::FAILURE;
    }
    let scale = if quick { 1 } else { 4 };
    let mut figures = Vec::new();
    for ((name, measure), at_table) in RULESETS.into_iter().zip(TABLES) {
        if only.as_ref().is_none_or(|only| only == name) {
            figures.extend(if table { at_table() } else { measure(scale) });
        }
    }
    if json {
        println!("{}", serde_json::to_string_pretty(&figures).unwrap_or_default());
    } else {
        for figure in &figures {
            let bound = match figure.bound {
                None => String::new(),
                Some(Bound::AtMost(bound)) => format!("at most {bound}"),
                Some(Bound::AtLeast(bound)) => format!("at least {bound}"),
            };
            let holds = if figure.holds() { "" } else { "   MISSED" };
            let what = format!("{}: {}", figure.ruleset, figure.what);
            println!("{what:<66} {:>12.3} {:<9} {bound}{holds}", figure.value, figure.unit);
        }
    }
    if check && figures.iter().any(|figure| !figure.holds()) { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

/// How many duels are timed. A simulation gets faster with every fight, so its figure is that of so many fights from
/// the first: a million, as people ask for, or so many that one need not wait.
const fn duels(scale: u64) -> u64 {
    if scale == 1 { 50_000 } else { 1_000_000 }
}

/// What is timed of a ruleset.
struct Contest<'a, G: Rules, E> {
    ruleset: &'static str,
    duel: &'a Scenario<G>,
    /// Four against four.
    group: &'a Scenario<G>,
    exchange: E,
    /// How many attacks a choice is.
    attacks: fn(&G::Choice) -> u64,
    /// The loop written by hand, for a seed and fights from one number to another: its attacks, and the wins of the
    /// first.
    by_hand: fn(u64, u64, u64) -> (u64, u64),
    /// Bytes of the changing state of a combatant.
    bytes: usize,
    bounds: Bounds,
}

/// The bounds of a ruleset.
struct Bounds {
    /// Of an attack of a duel whose turns are all played by the rules, as a multiple of the loop's.
    uncached: f64,
    /// Of an attack of a duel with the cache of turns, as a multiple of the loop's.
    cached: f64,
    /// Of the exact odds of an exchange, in microseconds.
    odds_us: f64,
    /// Of group fights in a second.
    groups: f64,
}

/// The cache of turns may cost so much where it does not pay.
const COST_OF_CACHE: f64 = 1.05;

impl<G: EncounterFormat, E: Exchange> Contest<'_, G, E>
where
    Scenario<G>: Encounter,
{
    /// Lets all contestants take their turns.
    fn run(&self, scale: u64) -> Vec<Figure> {
        let (hand_fights, groups) = (100_000 * scale, 240 * scale);
        let (cached_fights, uncached_fights) = (duels(scale), 2_000 * scale);
        let uncached_attacks = attacks_in(self.duel, 1, uncached_fights, self.attacks) as f64;
        let attacks_a_fight = uncached_attacks / uncached_fights as f64;
        let hand_attacks = (self.by_hand)(1, 0, hand_fights).0 as f64;
        let by_rules = |encounter: &Scenario<G>, fights: u64| {
            encounter.simulation().uncached().run(1, 0..fights, &mut Results::default());
        };
        let [mut hand, mut cached, mut uncached, mut rate, mut loops, mut cost, mut odds] = [const { Vec::new() }; 7];
        for _ in 0..ROUNDS {
            let loop_time = seconds(|| (self.by_hand)(black_box(1), 0, hand_fights)) / hand_attacks;
            let cached_time =
                seconds(|| fights(self.duel, 1, cached_fights)) / (cached_fights as f64 * attacks_a_fight);
            let uncached_time = seconds(|| by_rules(self.duel, uncached_fights)) / uncached_attacks;
            let group_time = seconds(|| fights(self.group, 1, groups)) / groups as f64;
            let group_by_rules = seconds(|| by_rules(self.group, groups)) / groups as f64;
            hand.push(loop_time * 1e9);
            cached.push(cached_time / loop_time);
            uncached.push(uncached_time / loop_time);
            rate.push(1.0 / group_time);
            loops.push(group_time / loop_time);
            cost.push(group_time / group_by_rules);
            odds.push(self.exchange.time());
        }
        let figure = |what, value, unit, bound| Figure { ruleset: self.ruleset, what, value, unit, bound };
        let Bounds { uncached: most_uncached, cached: most_cached, odds_us, groups: least_groups } = self.bounds;
        vec![
            figure("hand-written duel, an attack", median(hand), "ns", None),
            figure(
                "duel by the rules, an attack, to the loop",
                median(uncached),
                "times",
                Some(Bound::AtMost(most_uncached)),
            ),
            figure(
                "duel with the cache of turns, an attack, to the loop",
                median(cached),
                "times",
                Some(Bound::AtMost(most_cached)),
            ),
            figure("attacks of a duel", attacks_a_fight, "", None),
            figure("outcomes of an exchange", self.exchange.leaves() as f64, "leaves", None),
            figure("exact odds of an exchange", median(odds), "us", Some(Bound::AtMost(odds_us))),
            figure("four against four", median(rate), "fights/s", Some(Bound::AtLeast(least_groups))),
            figure("four against four, a fight, to the loop's attack", median(loops), "times", None),
            figure(
                "four against four, with the cache to without",
                median(cost),
                "times",
                Some(Bound::AtMost(COST_OF_CACHE)),
            ),
            figure("changing state of a combatant", self.bytes as f64, "bytes", Some(Bound::AtMost(128.0))),
        ]
    }
}

/// Measures a ruleset at a scale.
type Measure = fn(u64) -> Vec<Figure>;

/// The rulesets, and what measures them.
const RULESETS: [(&str, Measure); 5] = [
    ("dfrpg", measure_dfrpg),
    ("gurps4", measure_gurps4),
    ("graded", measure_graded),
    ("dragonquest", measure_dragonquest),
    ("obss", measure_obss),
];

/// What measures their tables, in the same order.
const TABLES: [fn() -> Vec<Figure>; 5] = [
    || table::measure("dfrpg", &dfrpg::mob(), 50.0),
    || table::measure("gurps4", &gurps4::mob(), 50.0),
    || table::measure("graded", &graded::mob(), 50.0),
    || table::measure("dragonquest", &dragonquest::mob(), 50.0),
    || table::measure("obss", &obss::mob(), 150.0),
];

fn measure_dfrpg(scale: u64) -> Vec<Figure> {
    Contest {
        ruleset: "dfrpg",
        duel: &dfrpg::duel(),
        group: &dfrpg::mob(),
        exchange: dfrpg::Exchange::new(),
        attacks: dfrpg::attacks,
        by_hand: hand::duels,
        bytes: dfrpg::BYTES,
        bounds: Bounds { uncached: 150.0, cached: 30.0, odds_us: 250.0, groups: 3_100.0 },
    }
    .run(scale)
}

fn measure_gurps4(scale: u64) -> Vec<Figure> {
    Contest {
        ruleset: "gurps4",
        duel: &gurps4::duel(),
        group: &gurps4::mob(),
        exchange: gurps4::Exchange::new(),
        attacks: gurps4::attacks,
        by_hand: hand::duels,
        bytes: gurps4::BYTES,
        bounds: Bounds { uncached: 50.0, cached: 15.0, odds_us: 250.0, groups: 6_300.0 },
    }
    .run(scale)
}

fn measure_graded(scale: u64) -> Vec<Figure> {
    Contest {
        ruleset: "graded",
        duel: &graded::duel(),
        group: &graded::mob(),
        exchange: graded::Exchange::new(),
        attacks: graded::attacks,
        by_hand: graded::by_hand,
        bytes: graded::BYTES,
        bounds: Bounds { uncached: 45.0, cached: 9.0, odds_us: 250.0, groups: 17_300.0 },
    }
    .run(scale)
}

fn measure_dragonquest(scale: u64) -> Vec<Figure> {
    Contest {
        ruleset: "dragonquest",
        duel: &dragonquest::duel(),
        group: &dragonquest::mob(),
        exchange: dragonquest::Exchange::new(),
        attacks: dragonquest::strikes,
        by_hand: dragonquest::by_hand,
        bytes: size_of::<affray_dragonquest::state::Fighter>(),
        bounds: Bounds { uncached: 70.0, cached: 70.0, odds_us: 250.0, groups: 6_500.0 },
    }
    .run(scale)
}

fn measure_obss(scale: u64) -> Vec<Figure> {
    Contest {
        ruleset: "obss",
        duel: &obss::duel(),
        group: &obss::mob(),
        exchange: obss::Round::new(),
        attacks: obss::attacks,
        by_hand: obss::by_hand,
        bytes: obss::BYTES,
        bounds: Bounds { uncached: 24.0, cached: 10.0, odds_us: 1_000.0, groups: 7_000.0 },
    }
    .run(scale)
}
