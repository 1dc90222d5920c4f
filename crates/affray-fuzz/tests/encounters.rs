//! A little of what `affray-fuzz encounters` does at length, and nobody gains by the order in which sides are listed.

use affray_conformance::random::WorthOfBeingFirst;
use affray_fuzz::games;

/// Encounters of a ruleset that are joined in their middle.
const LATE: u64 = 6;

/// Encounters of a ruleset in which an opponent once wanted what the rules refuse.
fn holds_again(id: &str, numbers: &[u64]) {
    let game = games::all().into_iter().find(|game| game.id() == id).expect("there is such a ruleset");
    numbers.iter().for_each(|&number| game.encounters_end(number..number + 1));
}

/// Random encounters of a ruleset, and mirrored ones with the fights of each order of listing.
fn holds(id: &str, encounters: u64, mirrored: u64, fights: u64) {
    let game = games::all().into_iter().find(|game| game.id() == id).expect("there is such a ruleset");
    game.encounters_end(0..encounters);
    assert!(game.latecomers(0..LATE) > LATE / 2, "hardly anybody joins");
    let mut worth = WorthOfBeingFirst::default();
    (0..mirrored).for_each(|number| game.measure(&mut worth, number, fights));
    worth.is_nothing();
}

#[test]
fn dfrpg() {
    holds("dfrpg", 30, 20, 6);
}

#[test]
fn graded() {
    holds("graded", 100, 30, 10);
}

#[test]
fn dragonquest() {
    holds("dragonquest", 60, 30, 10);
    // The blow of an offensive withdrawal leaves no foe to step away from.
    holds_again("dragonquest", &[107_056]);
}

#[test]
fn gurps4() {
    holds("gurps4", 80, 30, 10);
}

#[test]
fn obss() {
    holds("obss", 60, 30, 10);
}
