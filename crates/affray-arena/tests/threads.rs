//! Results are the same on any number of threads, and a stop keeps what was fought.

use affray_arena::{Details, MOST_FIGHTS, Report, Settings, compare, simulate};
use affray_files::no_files;
use affray_session::catalog::Encounter;
use std::num::NonZero;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

fn duel() -> Box<dyn Encounter> {
    let (ruleset, source) = affray_games::encounter("duel").expect("it comes with the program");
    ruleset.load(&source, &no_files).unwrap_or_else(|error| panic!("{error}"))
}

fn settings(fights: u64, threads: usize) -> Settings {
    Settings { seed: 7, fights, within: None, threads: NonZero::new(threads).expect("not 0") }
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
        let simulation = simulate(&*duel, &settings(205, number), &count, &AtomicBool::new(false)).expect("it runs");
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
    let simulation = simulate(&*duel, &settings(10_000, 1), &done, &stop).expect("it runs");
    assert!(!simulation.is_complete());
    assert!(simulation.results.fights > 0 && simulation.results.fights < 10_000);
    let report = Report::new(&*duel, &simulation);
    assert_eq!((report.complete, report.fights), (false, simulation.results.fights));
    // Stopped before anything was fought: a report all the same.
    let nothing = simulate(&*duel, &settings(10_000, 2), &|_| {}, &AtomicBool::new(true)).expect("it runs");
    let report = Report::new(&*duel, &nothing);
    assert_eq!((report.fights, report.sides.len(), report.combatants.len()), (0, 2, 2));
}

#[test]
fn limits() {
    let duel = duel();
    let run = |fights, number| simulate(&*duel, &settings(fights, number), &|_| {}, &AtomicBool::new(true));
    assert!(run(MOST_FIGHTS + 1, 1).is_err_and(|message| message.contains("more than 1000000000")));
    assert!(run(1, 1025).is_err_and(|message| message.contains("more than 1024")));
}

#[test]
fn as_many_fights_as_an_interval_takes() {
    let duel = duel();
    let run = |within, fights, number| {
        let settings = Settings { within: Some(within), ..settings(fights, number) };
        simulate(&*duel, &settings, &|_| {}, &AtomicBool::new(false)).expect("it runs")
    };
    let one = run(0.05, MOST_FIGHTS, 1);
    // The interval of a share is widest at 50 %: 1.96 * sqrt(0.25 / 384) is 0.05; looked at after 256 fights and then ever
    // an eighth more.
    assert!(one.is_complete() && one.reached() <= 0.05, "{}", one.reached());
    assert!((256..=448).contains(&one.results.fights) && one.results.fights % 64 == 0, "{}", one.results.fights);
    assert_eq!(one, run(0.05, MOST_FIGHTS, 3));
    let few = run(0.01, 100, 2);
    assert!(few.is_complete() && few.results.fights == 100 && few.reached() > 0.01);
    let report = Report::new(&*duel, &few).within.expect("it was asked for");
    assert_eq!((report.asked, report.reached), (0.01, few.reached()));
}

#[test]
fn variants_fight_with_the_same_dice() {
    let (one, other) = (duel(), duel());
    let run = |number| {
        let (mut seen, mut details) = (Vec::new(), Details::default());
        let comparison =
            compare(&[&*one, &*other], &settings(205, number), &|_| {}, &AtomicBool::new(false), &mut |at, fight| {
                seen.push((at, fight.clone()));
                details.count(fight);
            });
        (comparison.expect("it runs"), seen, details)
    };
    let (comparison, seen, details) = run(1);
    assert_eq!((comparison.clone(), seen.clone(), details.clone()), run(3));
    // The same encounter is fought the same, as it is without looking at single fights.
    let alone = simulate(&*one, &settings(205, 1), &|_| {}, &AtomicBool::new(false)).expect("it runs");
    assert_eq!(comparison.simulations, [alone.clone(), alone.clone()]);
    assert!(comparison.differences[1].iter().all(|side| side.difference == 0.0 && side.low < 0.0 && side.high > 0.0));
    let numbers = |variant| seen.iter().filter(move |(at, _)| *at == variant).map(|(_, fight)| fight.number);
    assert!(numbers(0).eq(0..205) && numbers(1).eq(0..205));
    let lost = |who: usize| seen.iter().map(|(_, fight)| u64::from(fight.combatants[who].outcome.lost)).sum::<u64>();
    assert_eq!([lost(0), lost(1)], [0, 1].map(|who| 2 * alone.results.fates[who].hp_lost));
    assert_eq!(details.lost[0].values().sum::<u64>(), 410);
    let fell = |who: usize| details.fell[who].values().sum::<u64>();
    assert_eq!(
        [fell(0), fell(1)],
        [0, 1].map(|who| 2 * (alone.results.fates[who].out - alone.results.fates[who].fled))
    );
}
