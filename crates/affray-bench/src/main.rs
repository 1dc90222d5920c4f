#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a command")]
//! Affray's speed, each figure as a ratio to a hand-written loop that runs interleaved with it.
//!
//! `cargo run --release -p affray-bench` prints a table; `--quick` simulates 50,000 duels rather than a million;
//! `--check` exits non-zero where a bound does not hold; `--json` prints the figures for a program; `--only dfrpg`
//! measures that ruleset alone. Figures are medians over rounds in which every contestant takes its turn, so that
//! whatever else the machine does falls on all of them.
//!
//! `--exchange dfrpg 1000` only takes the exact odds of a ruleset's exchange of blows, so many times: something to count
//! instructions on.

mod dfrpg;
mod dragonquest;
mod exchange;
mod graded;
mod gurps4;
mod hand;
mod mini;
mod obss;
mod simulate;

use affray_core::dice::Stream;
use affray_core::files::Source;
use affray_core::loaded::Loaded;
use affray_core::referee::Sampler;
use affray_core::ruleset::{Encounter, Playable, Results, alone};
use affray_core::sheets::Shelf;
use exchange::Exchange as _;
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
    what: &'static str,
    value: f64,
    unit: &'static str,
    bound: Option<f64>,
    /// Whether the bound is a least value rather than a most.
    at_least: bool,
}

impl Figure {
    fn holds(&self) -> bool {
        self.bound.is_none_or(|bound| if self.at_least { bound <= self.value } else { self.value <= bound })
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
fn read<G: Playable>(name: &str, text: &str) -> Loaded<G> {
    Loaded::read(&Source::new(name, text), &alone).unwrap_or_else(|error| panic!("{error}"))
}

/// An encounter that comes with a ruleset.
fn shipped<G: Playable>(shelf: Shelf, name: &str) -> Loaded<G> {
    read(name, shelf.get(name).unwrap_or_else(|| panic!("there is no encounter `{name}`")))
}

fn mini_duels(from: u64, to: u64) -> (u64, u64) {
    let (mut attacks, mut wins) = (0, 0);
    for number in from..to {
        let mut sampler = Sampler::new(Stream::new(1, number), mini::Defends);
        let mut state = mini::start();
        let Ok((more, won)) = mini::duel(&mut state, &mut sampler);
        attacks += more;
        wins += u64::from(won);
    }
    (attacks, wins)
}

/// Walks the exchange of a ruleset so many times, and says how many outcomes it has.
fn walk_exchange(ruleset: &str, times: u32) {
    fn walked(exchange: &impl exchange::Exchange, times: u32) -> u64 {
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

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    if let [word, ruleset, times] = &words[..]
        && word == "--exchange"
    {
        walk_exchange(ruleset, times.parse().expect("how many times"));
        return ExitCode::SUCCESS;
    }
    let (check, json) = (words.iter().any(|word| word == "--check"), words.iter().any(|word| word == "--json"));
    let quick = words.iter().any(|word| word == "--quick");
    let scale = if quick { 1 } else { 4 };
    // `--only` and the name of a ruleset measures that one alone.
    let only = words.iter().position(|word| word == "--only").and_then(|at| words.get(at + 1)).map(String::as_str);
    let mut figures = if only.is_none_or(|name| name == "dfrpg") { measure(scale) } else { Vec::new() };
    if only.is_none_or(|name| name == "dragonquest") {
        figures.extend(measure_dragonquest(scale));
    }
    if only.is_none_or(|name| name == "obss") {
        figures.extend(measure_obss(scale));
    }
    if only.is_none_or(|name| name == "graded") {
        figures.extend(measure_graded(scale));
    }
    if only.is_none_or(|name| name == "gurps4") {
        figures.extend(measure_gurps4(scale));
    }
    if json {
        println!("{}", serde_json::to_string_pretty(&figures).unwrap_or_default());
    } else {
        for figure in &figures {
            let bound = match (figure.bound, figure.at_least) {
                (None, _) => String::new(),
                (Some(bound), true) => format!("at least {bound}"),
                (Some(bound), false) => format!("at most {bound}"),
            };
            let holds = if figure.holds() { "" } else { "   MISSED" };
            println!("{:<58} {:>12.3} {:<10} {bound}{holds}", figure.what, figure.value, figure.unit);
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
struct Contest<'a, G: Playable> {
    duel: &'a Loaded<G>,
    mob: &'a Loaded<G>,
    /// Microseconds of the exact odds of an exchange.
    odds: &'a dyn Fn() -> f64,
    /// How many attacks a choice is.
    attacks: fn(&G::Choice) -> u64,
    /// The loop written by hand, for a seed and fights from one number to another: its attacks, and the wins of the
    /// first.
    by_hand: fn(u64, u64, u64) -> (u64, u64),
}

/// What was measured, each the median of all rounds.
struct Medians {
    /// Nanoseconds of an attack of the loop.
    hand_ns: f64,
    /// Nanoseconds of an attack by the full rules, with memory.
    full_ns: f64,
    /// That to the loop.
    full_ratio: f64,
    /// The same, every turn by the rules.
    plain_ratio: f64,
    attacks_a_fight: f64,
    mobs_a_second: f64,
    odds_us: f64,
}

impl<G: Playable> Contest<'_, G>
where
    Loaded<G>: Encounter,
{
    /// Lets all of them take their turns; `also` is called in each round with the seconds of an attack of the loop.
    fn run(&self, scale: u64, mut also: impl FnMut(f64)) -> Medians {
        let (hand_fights, mob_fights) = (100_000 * scale, 60 * scale);
        let (full_fights, plain_fights) = (duels(scale), 2_000 * scale);
        let plain_attacks = attacks_in(self.duel, 1, plain_fights, self.attacks) as f64;
        let attacks_a_fight = plain_attacks / plain_fights as f64;
        let hand_attacks = (self.by_hand)(1, 0, hand_fights).0 as f64;
        let [mut hand, mut full, mut full_ratio, mut plain_ratio, mut mobs, mut odds] = [const { Vec::new() }; 6];
        for _ in 0..ROUNDS {
            let loop_time = seconds(|| (self.by_hand)(black_box(1), 0, hand_fights)) / hand_attacks;
            also(loop_time);
            let full_time = seconds(|| fights(self.duel, 1, full_fights)) / (full_fights as f64 * attacks_a_fight);
            let plain_time = seconds(|| {
                self.duel.simulation().forgetful().run(1, 0..plain_fights, &mut Results::default());
            }) / plain_attacks;
            hand.push(loop_time * 1e9);
            full.push(full_time * 1e9);
            full_ratio.push(full_time / loop_time);
            plain_ratio.push(plain_time / loop_time);
            mobs.push(mob_fights as f64 / seconds(|| fights(self.mob, 1, mob_fights)));
            odds.push((self.odds)());
        }
        Medians {
            hand_ns: median(hand),
            full_ns: median(full),
            full_ratio: median(full_ratio),
            plain_ratio: median(plain_ratio),
            attacks_a_fight,
            mobs_a_second: median(mobs),
            odds_us: median(odds),
        }
    }
}

const fn figure(what: &'static str, value: f64, unit: &'static str, bound: Option<f64>, at_least: bool) -> Figure {
    Figure { what, value, unit, bound, at_least }
}

fn measure(scale: u64) -> Vec<Figure> {
    let (duel, mob, odds) = (dfrpg::duel(), dfrpg::mob(), dfrpg::Exchange::new());
    let mini_fights = 100_000 * scale;
    let mini_attacks = mini_duels(0, mini_fights).0 as f64;
    let (mut mini_ratio, mut threads) = (vec![], vec![]);
    let contest =
        Contest { duel: &duel, mob: &mob, odds: &|| odds.time(), attacks: dfrpg::attacks, by_hand: hand::duels };
    let m = contest.run(scale, |by_hand| {
        mini_ratio.push(seconds(|| mini_duels(0, mini_fights)) / mini_attacks / by_hand);
        threads.push(second_thread(&duel, scale));
    });
    vec![
        figure("hand-written duel, an attack", m.hand_ns, "ns", None, false),
        figure("the same duel through the referee, to the loop", median(mini_ratio), "times", Some(1.35), false),
        figure("full-rules duel, an attack", m.full_ns, "ns", None, false),
        figure("full-rules duel, an attack, to the loop", m.full_ratio, "times", Some(10.0), false),
        figure("the same, every turn by the rules, to the loop", m.plain_ratio, "times", None, false),
        figure("attacks of a full-rules duel", m.attacks_a_fight, "", None, false),
        figure("second thread, to a loop in registers", median(threads), "times", Some(0.95), true),
        figure("outcomes of a full attack exchange", odds.leaves() as f64, "leaves", Some(600.0), false),
        figure("exact odds of a full attack exchange", m.odds_us, "us", Some(20.0), false),
        figure("four against four on 20x20", m.mobs_a_second, "fights/s", Some(2000.0), true),
        figure("changing state of a combatant", dfrpg::BYTES as f64, "bytes", Some(128.0), false),
    ]
}

/// The figures of the second ruleset.
fn measure_dragonquest(scale: u64) -> Vec<Figure> {
    let (duel, mob, odds) = (dragonquest::duel(), dragonquest::mob(), dragonquest::Exchange::new());
    let contest = Contest {
        duel: &duel,
        mob: &mob,
        odds: &|| odds.time(),
        attacks: dragonquest::strikes,
        by_hand: dragonquest::by_hand,
    };
    let m = contest.run(scale, |_| ());
    let bytes = size_of::<affray_dragonquest::state::Fighter>() as f64;
    vec![
        figure("dragonquest: hand-written duel, a strike", m.hand_ns, "ns", None, false),
        figure("dragonquest: full-rules duel, a strike", m.full_ns, "ns", None, false),
        figure("dragonquest: the same, to the loop", m.full_ratio, "times", Some(10.0), false),
        figure("dragonquest: every turn by the rules, to the loop", m.plain_ratio, "times", None, false),
        figure("dragonquest: strikes of a full-rules duel", m.attacks_a_fight, "", None, false),
        figure("dragonquest: outcomes of an exchange with riposte", odds.leaves() as f64, "leaves", None, false),
        figure("dragonquest: exact odds of that exchange", m.odds_us, "us", Some(40.0), false),
        figure("dragonquest: four against four", m.mobs_a_second, "fights/s", Some(2000.0), true),
        figure("dragonquest: changing state of a combatant", bytes, "bytes", Some(128.0), false),
    ]
}

/// The figures of the third ruleset.
fn measure_obss(scale: u64) -> Vec<Figure> {
    let (duel, mob, odds) = (obss::duel(), obss::mob(), obss::Round::new());
    let contest =
        Contest { duel: &duel, mob: &mob, odds: &|| odds.time(), attacks: obss::attacks, by_hand: obss::by_hand };
    let m = contest.run(scale, |_| ());
    vec![
        figure("obss: hand-written duel, an attack", m.hand_ns, "ns", None, false),
        figure("obss: full-rules duel, an attack", m.full_ns, "ns", None, false),
        figure("obss: the same, to the loop", m.full_ratio, "times", Some(10.0), false),
        figure("obss: every turn by the rules, to the loop", m.plain_ratio, "times", None, false),
        figure("obss: attacks of a full-rules duel", m.attacks_a_fight, "", None, false),
        figure("obss: outcomes of the attacks of a round", odds.leaves() as f64, "leaves", None, false),
        figure("obss: exact odds of the attacks of a round", m.odds_us, "us", Some(200.0), false),
        figure("obss: four against four", m.mobs_a_second, "fights/s", Some(2000.0), true),
        figure("obss: changing state of a combatant", obss::BYTES as f64, "bytes", Some(128.0), false),
    ]
}

/// The figures of `graded`.
fn measure_graded(scale: u64) -> Vec<Figure> {
    let (duel, mob, odds) = (graded::duel(), graded::mob(), graded::Exchange::new());
    let contest =
        Contest { duel: &duel, mob: &mob, odds: &|| odds.time(), attacks: graded::attacks, by_hand: graded::by_hand };
    let m = contest.run(scale, |_| ());
    vec![
        figure("graded: hand-written duel, an attack", m.hand_ns, "ns", None, false),
        figure("graded: full-rules duel, an attack", m.full_ns, "ns", None, false),
        figure("graded: the same, to the loop", m.full_ratio, "times", Some(10.0), false),
        figure("graded: every turn by the rules, to the loop", m.plain_ratio, "times", None, false),
        figure("graded: attacks of a full-rules duel", m.attacks_a_fight, "", None, false),
        figure("graded: outcomes of a blow and its block", odds.leaves() as f64, "leaves", None, false),
        figure("graded: exact odds of that exchange", m.odds_us, "us", Some(20.0), false),
        figure("graded: four against four", m.mobs_a_second, "fights/s", Some(2000.0), true),
        figure("graded: changing state of a combatant", graded::BYTES as f64, "bytes", Some(128.0), false),
    ]
}

/// The figures of the second ruleset of the family, against the same loop as the first.
fn measure_gurps4(scale: u64) -> Vec<Figure> {
    let (duel, mob, odds) = (gurps4::duel(), gurps4::mob(), gurps4::Exchange::new());
    let contest =
        Contest { duel: &duel, mob: &mob, odds: &|| odds.time(), attacks: gurps4::attacks, by_hand: hand::duels };
    let m = contest.run(scale, |_| ());
    vec![
        figure("gurps4: full-rules duel, an attack", m.full_ns, "ns", None, false),
        figure("gurps4: the same, to the loop", m.full_ratio, "times", Some(10.0), false),
        figure("gurps4: every turn by the rules, to the loop", m.plain_ratio, "times", None, false),
        figure("gurps4: attacks of a full-rules duel", m.attacks_a_fight, "", None, false),
        figure("gurps4: outcomes of a full attack exchange", odds.leaves() as f64, "leaves", Some(600.0), false),
        figure("gurps4: exact odds of that exchange", m.odds_us, "us", Some(20.0), false),
        figure("gurps4: four against four", m.mobs_a_second, "fights/s", Some(2000.0), true),
        figure("gurps4: changing state of a combatant", gurps4::BYTES as f64, "bytes", Some(128.0), false),
    ]
}

/// What the second thread gives the simulation, over what it gives a loop in registers right then: of as many duels
/// on each thread as are timed on one.
fn second_thread(encounter: &impl Encounter, scale: u64) -> f64 {
    let gain = |work: &(dyn Fn() + Sync)| {
        let one = seconds(work);
        let two = seconds(|| {
            std::thread::scope(|scope| {
                scope.spawn(work);
                scope.spawn(work);
            });
        });
        2.0 * one / two
    };
    let simulation = gain(&|| {
        black_box(fights(encounter, 2, duels(scale)));
    });
    let registers = gain(&|| {
        black_box(hand::registers(20_000_000 * scale));
    });
    simulation / registers
}
