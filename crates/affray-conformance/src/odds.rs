//! Exact odds against chances that were worked out by hand.

use crate::load;
use affray_files::sheets::Shelf;
use affray_files::{Source, no_files};
use affray_kernel::dice::Stream;
use affray_kernel::referee::{Need, Policy as _};
use affray_prove::odds::{OddsReport, odds};
use affray_session::Pause;
use affray_session::catalog::Odds;
use affray_session::encounter::EncounterFormat;
use affray_session::position::Position;
use std::sync::Arc;

/// The odds of a case behind the text of a scene.
///
/// # Errors
/// What is wrong with it.
///
/// # Panics
/// If programs cannot tell two of them apart.
pub fn of<G: OddsReport>(scene: &str, case: &str) -> Result<Odds, String> {
    let source = Source::new("a.toml", format!("{scene}\n{case}"));
    let odds = odds::<G>(&source, &no_files).map_err(|error| error.to_string())?.remove(0);
    crate::shipped::odds_have_ids(&odds);
    Ok(odds)
}

/// Something has that chance; what is not listed has none.
///
/// # Panics
/// If it has another.
#[track_caller]
pub fn chance(odds: &Odds, of: &str, expected: f64) {
    let found = odds.chances.iter().find(|one| one.of == of).map_or(0.0, |one| one.chance);
    assert!((found - expected).abs() < 1e-12, "{of}: {found}, not {expected}; {odds:#?}");
}

/// Attacks of one question that are compared, at the most.
const MOST_COMPARED: usize = 3;

/// A list counts a second defense as though the first had changed nothing: that is so much at the most.
const NEAR: f64 = 0.01;

/// The chance that a list tells of an attack is the chance that its odds tell of what has that id between the two, in a fight of each encounter
/// that policies decide; `compares` says which answers are one attack and no more.
///
/// # Panics
/// If a list tells another chance, or too few were compared.
pub fn lists_tell_the_odds<G: EncounterFormat>(
    shelf: Shelf,
    id: &str,
    compares: impl Fn(&G::Question, &G::Choice) -> bool,
) where
    G::Setup: Clone,
{
    let mut compared = 0;
    for &(name, text) in shelf {
        let encounter = load::<G>(name, text);
        let setup = Arc::new(encounter.setup().clone());
        let mut at = Position::<G>::new(setup, encounter.start().clone()).expect("a start");
        let (mut dice, mut policy) = (Stream::new(3, 0), G::Own::default());
        for _ in 0..120 {
            at = match at.waits_for().clone() {
                Pause::Over(_) => break,
                Pause::Need(Need::Roll { dice: thrown, .. }) => at.roll(thrown.draw(&mut dice)).expect("dice are due"),
                Pause::Need(Need::Choice(question)) => {
                    let attacks = at.options().into_iter().filter(|choice| compares(&question, choice));
                    let told = attacks
                        .filter_map(|choice| Some((choice, G::chance(at.setup(), at.state(), &question, &choice)?)));
                    for (choice, told) in told.take(MOST_COMPARED) {
                        let odds = at.odds(&[choice]).expect("it is listed");
                        if odds.sampled {
                            continue;
                        }
                        let two = [at.asked(), G::target(&choice)].map(|who| {
                            who.and_then(|who| G::figures(at.setup()).nth(who.index())).map(|(name, _)| name.to_owned())
                        });
                        let is_it = |who: &[String]| who.iter().cloned().map(Some).eq(two.iter().cloned());
                        let found = odds.chances.iter().find(|one| one.id == id && is_it(&one.who));
                        let found = found.map_or(0.0, |one| one.chance);
                        let words = G::label(at.setup(), at.state(), &question, &choice);
                        assert!(
                            (found - told).abs() < NEAR,
                            "{name}: {words}: {told}, the odds say {found}; {odds:#?}"
                        );
                        compared += 1;
                    }
                    let choice = policy.decide(at.setup(), at.state(), &question);
                    let choice = if at.judge(&choice).is_ok() { choice } else { at.options()[0] };
                    at.apply(choice).expect("it is legal")
                }
            };
        }
    }
    assert!(compared > 30, "{compared} attacks were compared");
}
