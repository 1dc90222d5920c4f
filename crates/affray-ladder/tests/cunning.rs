//! The cunning fight the same fight everywhere, and people are told the best plans in every ruleset.

use affray_conformance::often;
use affray_conformance::table::{
    Sitting, every_log_leads_to_where_it_was_written, without_hands_it_is_the_fight_of_a_simulation,
};
use affray_grid::Layout;
use affray_kernel::dice::Stream;
use affray_kernel::referee::{Need, Policy as _};
use affray_ladder::{Place, rungs};
use affray_session::Pause;
use affray_session::encounter::EncounterFormat;
use affray_session::position::Position;
use affray_sim::Results;
use std::sync::Arc;

/// Two of a sheet, 8 cells apart, the first one cunning.
fn duel<G: EncounterFormat>(sheet: &str) -> String {
    let [east, west] = if G::LAYOUT == Layout::Hex { [", facing = \"E\"", ", facing = \"W\""] } else { [""; 2] };
    format!(
        "ruleset = \"{}\"\n[[combatant]]\nname = \"Al\"\nside = \"West\"\nsheet = \"{sheet}\"\nat = [0, 0]\norders = \"wits = cunning\"\n{}\n\
         [[combatant]]\nname = \"Bea\"\nside = \"East\"\nsheet = \"{sheet}\"\nat = [8, 0]\n{}\n",
        G::ID,
        east.trim_start_matches(", "),
        west.trim_start_matches(", "),
    )
}

fn holds<G: EncounterFormat>(sheet: &str)
where
    G::Setup: Clone,
{
    let text = duel::<G>(sheet);
    let sitting = Sitting { ruleset: G::ID, text: &text, names: &["Al", "Bea"] };
    let scene = sitting.load::<G>();
    without_hands_it_is_the_fight_of_a_simulation::<G>(&sitting, 1);
    every_log_leads_to_where_it_was_written::<G>(&sitting, &[], 1);
    let (mut by_rules, mut cached) = (Results::default(), Results::default());
    scene.simulation().uncached().run(5, 0..often(2, 1), &mut by_rules);
    scene.simulation().run(5, 0..often(2, 1), &mut cached);
    assert_eq!(by_rules, cached, "{}", G::ID);
    // Everybody is told plans when it is asked what to do with a turn.
    let mut at = Position::<G>::new(Arc::new(scene.setup().clone()), scene.start().clone()).expect("a fight");
    let mut stream = Stream::new(3, 0);
    let (mut policy, mut refused) = (G::Own::default(), Vec::new());
    for _ in 0..200 {
        at = match at.waits_for() {
            Pause::Need(Need::Roll { dice, .. }) => at.roll(dice.draw(&mut stream)).expect("dice"),
            Pause::Need(Need::Choice(question)) => match at.suggest() {
                Ok(all) => {
                    assert!(!all.is_empty() && all.len() <= 3, "{}: {all:?}", G::ID);
                    assert!(all.is_sorted_by(|one, other| one.chance >= other.chance), "{}: {all:?}", G::ID);
                    assert!(all.iter().all(|one| (0.0..=1.0).contains(&one.chance) && !one.plan.is_empty()));
                    assert_eq!(at.suggest(), Ok(all), "{}: other plans for the same moment", G::ID);
                    return;
                }
                Err(denied) => {
                    refused.push(format!("{question:?}: {denied}"));
                    let choice = policy.decide(at.setup(), at.state(), question);
                    at.apply(choice).expect("what the policy decides is legal")
                }
            },
            Pause::Over(_) => break,
        };
    }
    panic!("{}: nobody was asked what to do with a turn: {}", G::ID, refused.join("\n"));
}

#[test]
fn cunning_in_dfrpg() {
    holds::<affray_dfrpg::Dfrpg>("orc");
}

#[test]
fn cunning_in_gurps4() {
    holds::<affray_gurps4::Gurps4>("gru");
}

#[test]
fn cunning_in_graded() {
    holds::<affray_graded::Graded>("arn");
}

#[test]
fn cunning_in_dragonquest() {
    holds::<affray_dragonquest::DragonQuest>("rolf");
}

#[test]
fn cunning_in_obss() {
    holds::<affray_obss::Obss>("guard");
}

/// Some fights of one mirror in which plans matter: `LADDER.md` has them all.
#[test]
#[cfg_attr(debug_assertions, ignore = "minutes without optimization: `cargo test --release`")]
fn the_cunning_win_a_mirror() {
    let rungs = rungs();
    let bryn = |place: &Place| *place == Place::Mirror("bryn");
    let rung = rungs.iter().find(|one| one.plan == Some("cunning") && bryn(&one.place)).expect("a rung of its own");
    let score = rung.fight(24);
    assert!(score.share() > 0.5, "{:.2} of the fights", score.share());
}
