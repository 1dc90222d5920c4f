//! No fixed plan wins a mirror of a sheet that people would play.

use affray_ladder::{CUNNING, Place, Rung, rungs};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Fights of each plan in each mirror: so few that the test is quick.
const FIGHTS: u64 = 100;

/// The most that a plan may win, beyond the 95 % interval.
const MOST: f64 = 0.55;

/// The sheets: `LADDER.md` has all of them, with more fights.
const SHEETS: [(&str, &str); 15] = [
    ("dfrpg", "guard"),
    ("dfrpg", "knight"),
    ("dfrpg", "swashbuckler"),
    ("gurps4", "ana"),
    ("gurps4", "dov"),
    ("gurps4", "ork"),
    ("graded", "arn"),
    ("graded", "captain"),
    ("graded", "dag"),
    ("dragonquest", "aldric"),
    ("dragonquest", "brakka"),
    ("dragonquest", "rolf"),
    ("obss", "arn"),
    ("obss", "cor"),
    ("obss", "guard"),
];

#[test]
#[cfg_attr(debug_assertions, ignore = "long without optimization: `cargo test --release`")]
fn no_fixed_plan_wins_a_mirror() {
    let is_tried = |rung: &Rung| match &rung.place {
        Place::Mirror(sheet) => {
            rung.plan.is_some_and(|plan| plan != CUNNING) && SHEETS.contains(&(rung.ruleset, sheet))
        }
        Place::Encounter { .. } => false,
    };
    let tried: Vec<Rung> = rungs().into_iter().filter(is_tried).collect();
    assert!(tried.len() > 20 * SHEETS.len(), "{} plans", tried.len());
    let (next, lost) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                while let Some(rung) = tried.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let score = rung.fight(FIGHTS);
                    if score.share() - score.margin() > MOST {
                        let told = format!("{:?}, {:?}: {:.0} %", rung.place, rung.plan, 100.0 * score.share());
                        lost.lock().expect("nobody panics").push(told);
                    }
                }
            });
        }
    });
    let lost = lost.into_inner().expect("nobody panics");
    assert!(lost.is_empty(), "{}", lost.join("\n"));
}
