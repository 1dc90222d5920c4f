#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a command")]
//! `affray-fuzz [files|play] [RULESET] [--inputs N] [--seconds N] [--seed N]`: random files and random
//! play, of every ruleset or of one.

use affray_fuzz::{Chance, files, games};
use std::time::{Duration, Instant};

fn number(words: &[String], name: &str) -> Option<u64> {
    let at = words.iter().position(|word| word == name)?;
    words.get(at + 1)?.parse().ok()
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let inputs = number(&words, "--inputs").unwrap_or(u64::MAX);
    let limit = number(&words, "--seconds").map(Duration::from_secs);
    let first = number(&words, "--seed").unwrap_or(1);
    let only = |target: &str| {
        !words.iter().any(|word| word == "files" || word == "play") || words.iter().any(|word| word == target)
    };
    let one = affray_games::ids().find(|&id| words.iter().any(|word| word == id));
    for target in ["files", "play"] {
        if !only(target) {
            continue;
        }
        let (start, mut done, mut seed) = (Instant::now(), 0u64, first);
        let rulesets: Vec<_> =
            affray_games::all().iter().copied().filter(|ruleset| one.is_none_or(|one| one == ruleset.id())).collect();
        let played: Vec<_> = games::all().into_iter().filter(|game| one.is_none_or(|one| one == game.id())).collect();
        if played.is_empty() {
            println!("{target}: nothing is supplied for random play of that ruleset");
            continue;
        }
        let only_of = one.map_or(String::new(), |one| format!(" {one}"));
        let texts: Vec<_> = rulesets.iter().map(|ruleset| files::corpus(*ruleset)).collect();
        while done < inputs && limit.is_none_or(|limit| start.elapsed() < limit) {
            // Named before it runs, so that a panic can be repeated.
            let of = only_of.clone();
            std::panic::set_hook(Box::new(move |panic| {
                let trace = std::backtrace::Backtrace::capture();
                eprintln!("affray-fuzz {target}{of} --seed {seed} --inputs 1: {panic}\n{trace}");
            }));
            let mut chance = Chance::new(seed);
            if target == "files" {
                for (ruleset, corpus) in rulesets.iter().zip(&texts) {
                    files::one(*ruleset, corpus, &mut chance);
                    done += 1;
                }
            } else {
                let at = chance.below(played.len());
                done += played[at].one(&mut chance);
            }
            seed += 1;
        }
        println!(
            "{target}: {done} inputs, seeds {first} to {}, {:.1} s, nothing amiss",
            seed - 1,
            start.elapsed().as_secs_f64()
        );
    }
}
