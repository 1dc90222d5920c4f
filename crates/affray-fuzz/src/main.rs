#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a command")]
//! `affray-fuzz`: random files, random play and random encounters, of every ruleset or of some.

use affray_conformance::random::{Fought, WorthOfBeingFirst};
use affray_fuzz::{Chance, files, games};
use clap::Parser;
use std::time::{Duration, Instant};

/// Random files, random play and random encounters: nothing may panic, hang or leave an illegal state.
///
/// `files` are damaged files, `play` is play by chance. `encounters` are fights of the program's opponents with random
/// sheets on random ground: their choices are legal, fights end and are those of simulations, logs replay.
/// Each target runs until it has had so many inputs or so many seconds, whichever comes first. An input of `encounters` is
/// one encounter of one ruleset, of each in turn. A panic names the
/// command that repeats it.
#[derive(Debug, Parser)]
#[command(arg_required_else_help = true, max_term_width = 100)]
#[command(group = clap::ArgGroup::new("limit").required(true).multiple(true).args(["inputs", "seconds"]))]
#[command(after_help = "Examples:
  affray-fuzz --seconds 60                       files of every ruleset, then play
  affray-fuzz files --seconds 20
  affray-fuzz play dfrpg --inputs 1000000
  affray-fuzz encounters --seconds 60
  affray-fuzz encounters --inputs 50000          ten thousand of each of five rulesets
  affray-fuzz encounters obss --seed 7 --inputs 1 --print
  affray-fuzz play dfrpg --seed 7 --inputs 1     one run again")]
struct Args {
    /// `files`, `play` or `encounters`, and rulesets. Default: each of them, of all rulesets.
    #[arg(value_name = "files|play|encounters|RULESET", value_parser = only)]
    only: Vec<String>,
    /// The most inputs of a target.
    #[arg(long, value_name = "N")]
    inputs: Option<u64>,
    /// The most seconds of a target.
    #[arg(long, value_name = "N")]
    seconds: Option<u64>,
    /// Fail where fewer random encounters of a ruleset were fought.
    #[arg(long, value_name = "N", default_value_t = 0)]
    least: u64,
    /// Print random encounters instead of fighting them; a fight is the one that `affray fight --seed` shows.
    #[arg(long)]
    print: bool,
    /// The seed of the first run; each further run has the next one.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

/// So often a mirrored encounter is fought with the sides listed either way.
const FIGHTS: u64 = 4;

/// One encounter of so many is fought again with some who join it in its middle.
const WITH_LATECOMERS: u64 = 10;

/// The targets, in the order in which they run.
const TARGETS: [&str; 3] = ["files", "play", "encounters"];

/// A target or the id of a ruleset.
fn only(word: &str) -> Result<String, String> {
    let known: Vec<&str> = TARGETS.into_iter().chain(affray_games::ids()).collect();
    if known.contains(&word) { Ok(word.to_owned()) } else { Err(format!("one of: {}", known.join(", "))) }
}

fn main() {
    let args = Args::parse();
    let (targets, ids): (Vec<&str>, Vec<&str>) =
        args.only.iter().map(String::as_str).partition(|word| TARGETS.contains(word));
    let inputs = args.inputs.unwrap_or(u64::MAX);
    let limit = args.seconds.map(Duration::from_secs);
    let runs = |id: &str| ids.is_empty() || ids.contains(&id);
    let named: String = ids.iter().map(|id| format!(" {id}")).collect();
    for target in TARGETS {
        if !targets.is_empty() && !targets.contains(&target) {
            continue;
        }
        let (start, mut done, mut seed) = (Instant::now(), 0u64, args.seed);
        let rulesets: Vec<_> = affray_games::all().iter().copied().filter(|ruleset| runs(ruleset.id())).collect();
        let played: Vec<_> = games::all().into_iter().filter(|game| runs(game.id())).collect();
        if played.is_empty() {
            println!("{target}: nothing is supplied for random play of{named}");
            continue;
        }
        let mut found = vec![(Fought::default(), WorthOfBeingFirst::default()); played.len()];
        let texts: Vec<_> = rulesets.iter().map(|ruleset| files::corpus(*ruleset)).collect();
        while done < inputs && limit.is_none_or(|limit| start.elapsed() < limit) {
            // Named before it runs, so that a panic can be repeated.
            let named = named.clone();
            std::panic::set_hook(Box::new(move |panic| {
                let trace = std::backtrace::Backtrace::capture();
                eprintln!("affray-fuzz {target}{named} --seed {seed} --inputs 1: {panic}\n{trace}");
            }));
            let mut chance = Chance::new(seed);
            if target == "files" {
                for (ruleset, corpus) in rulesets.iter().zip(&texts) {
                    files::one(*ruleset, corpus, &mut chance);
                    done += 1;
                }
                files::imported(&mut chance);
            } else if target == "play" {
                let at = chance.below(played.len());
                done += played[at].one(&mut chance);
            } else {
                for (game, (fought, worth)) in played.iter().zip(&mut found) {
                    if args.print {
                        println!("{}", game.encounter(seed));
                    } else {
                        let one = game.encounters(seed..seed + 1);
                        fought.fights += one.fights;
                        fought.at_limit.extend(one.at_limit);
                        if seed % WITH_LATECOMERS == 0 {
                            game.latecomers(seed..seed + 1);
                        }
                        game.measure(worth, seed, FIGHTS);
                    }
                    done += 1;
                }
            }
            seed += 1;
        }
        if args.print {
            continue;
        }
        println!(
            "{target}: {done} inputs, seeds {} to {}, {:.1} s, nothing amiss",
            args.seed,
            seed - 1,
            start.elapsed().as_secs_f64()
        );
        if target != "encounters" {
            continue;
        }
        for (game, (Fought { fights, at_limit }, worth)) in played.iter().zip(found) {
            let (id, (mean, deviation)) = (game.id(), worth.mean());
            println!("  {id}: {fights} random encounters fought");
            if fights < args.least {
                eprintln!("affray-fuzz encounters: {fights} random encounters of {id}, and {} are due", args.least);
                std::process::exit(1);
            }
            println!("  {id}: to be listed first is worth {mean:.4} +- {deviation:.4} points");
            println!("  {id}: {} fights ended at the limit of rounds: seeds {at_limit:?}", at_limit.len());
            worth.is_nothing();
        }
    }
}
