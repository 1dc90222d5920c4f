//! A little of what `affray-fuzz encounters` does at length, and nobody gains by the order in which sides are listed.

use affray_conformance::often;
use affray_conformance::random::WorthOfBeingFirst;
use affray_fuzz::games;

/// Encounters of a ruleset that are joined in their middle.
const LATE: u64 = often(6, 3);

/// Fights of each kept encounter.
const KEPT: u64 = often(10, 2);

/// Encounters in which something was amiss once stand in `encounters/`, as `--print` prints them, with a comment that says
/// what it was.
#[test]
fn kept_encounters_hold() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/encounters");
    let mut fought = 0;
    for file in std::fs::read_dir(folder).expect("the folder is there") {
        let path = file.expect("it can be listed").path();
        let text = std::fs::read_to_string(&path).expect("it is text");
        let all = games::all();
        let of = |id: &str| text.lines().any(|line| line.replace('"', "'") == format!("ruleset = '{id}'"));
        let game = all.iter().find(|game| of(game.id())).unwrap_or_else(|| panic!("{}: no ruleset", path.display()));
        game.fight(&path.to_string_lossy(), &text, 0..KEPT);
        fought += 1;
    }
    assert!(fought > 8, "{fought} encounters");
}

/// Random encounters of a ruleset, and mirrored ones with the fights of each order of listing.
fn holds(id: &str, encounters: u64, mirrored: u64, fights: u64) {
    let game = games::all().into_iter().find(|game| game.id() == id).expect("there is such a ruleset");
    let (encounters, mirrored) = (often(encounters, encounters / 6), often(mirrored, mirrored / 3));
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
}

#[test]
fn gurps4() {
    holds("gurps4", 80, 30, 10);
}

#[test]
fn obss() {
    holds("obss", 60, 30, 10);
}
