//! Results are the same on any number of threads, and a stop keeps what was fought.

use affray_arena::{MOST_FIGHTS, Report, simulate};
use affray_files::no_files;
use affray_session::catalog::Encounter;
use std::num::NonZero;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

fn duel() -> Box<dyn Encounter> {
    let (ruleset, source) = affray_games::encounter("duel").expect("it comes with the program");
    ruleset.load(&source, &no_files).unwrap_or_else(|error| panic!("{error}"))
}

fn threads(number: usize) -> NonZero<usize> {
    NonZero::new(number).expect("not 0")
}

#[test]
fn threads_make_no_difference() {
    let duel = duel();
    let run = |number| {
        let done = AtomicU64::new(0);
        let count = |fights| {
            done.fetch_add(fights, Ordering::Relaxed);
        };
        // No multiple of a shard.
        let simulation = simulate(&*duel, 7, 205, threads(number), &count, &AtomicBool::new(false)).expect("it runs");
        assert_eq!(done.into_inner(), 205);
        simulation
    };
    let one = run(1);
    assert!(one.is_complete());
    assert_eq!(one.results.wins.iter().sum::<u64>() + one.results.draws, 205);
    assert_eq!(one, run(2));
    assert_eq!(one, run(7));
}

#[test]
fn a_stop_keeps_what_was_fought() {
    let (duel, stop) = (duel(), AtomicBool::new(false));
    let done = |_| stop.store(true, Ordering::Relaxed);
    let simulation = simulate(&*duel, 7, 10_000, threads(1), &done, &stop).expect("it runs");
    assert!(!simulation.is_complete());
    assert!(0 < simulation.results.fights && simulation.results.fights < 10_000);
    let report = Report::new(&*duel, &simulation);
    assert_eq!((report.complete, report.fights), (false, simulation.results.fights));
    // Stopped before anything was fought: a report all the same.
    let nothing = simulate(&*duel, 7, 10_000, threads(2), &|_| {}, &AtomicBool::new(true)).expect("it runs");
    let report = Report::new(&*duel, &nothing);
    assert_eq!((report.fights, report.sides.len(), report.combatants.len()), (0, 2, 2));
}

#[test]
fn limits() {
    let duel = duel();
    let run = |fights, number| simulate(&*duel, 1, fights, threads(number), &|_| {}, &AtomicBool::new(true));
    assert!(run(MOST_FIGHTS + 1, 1).is_err_and(|message| message.contains("more than 1000000000")));
    assert!(run(1, 1025).is_err_and(|message| message.contains("more than 1024")));
}
