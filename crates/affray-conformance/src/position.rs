//! Positions: they are the moments of fights at a table, and what is planned on them comes about.

use crate::often;
use crate::table::Sitting;
use affray_kernel::dice::Stream;
use affray_kernel::referee::{Input, Need};
use affray_session::encounter::EncounterFormat;
use affray_session::position::{Goal, Position};
use affray_session::{DiceFrom, Pause};
use std::hash::{BuildHasher as _, BuildHasherDefault, DefaultHasher};
use std::sync::Arc;

/// All that has to hold of positions.
///
/// # Panics
/// With what is wrong.
pub fn holds<G: EncounterFormat>(sitting: &Sitting<'_>)
where
    G::Setup: Clone,
{
    positions_are_the_moments_of_a_fight::<G>(sitting, often(3, 1), 120);
    what_is_planned_comes_about::<G>(sitting, often(2, 1), 60);
}

/// A start and the same inputs lead to the same moments as at a table, and nothing that is done on a copy changes one.
///
/// # Panics
/// If they do not.
pub fn positions_are_the_moments_of_a_fight<G: EncounterFormat>(sitting: &Sitting<'_>, fights: u64, inputs: usize)
where
    G::Setup: Clone,
{
    let hash = |position: &Position<G>| BuildHasherDefault::<DefaultHasher>::default().hash_one(position);
    for seed in 0..fights {
        let loaded = sitting.load::<G>();
        let mut table = sitting.session::<G>(seed, 0, DiceFrom::Typed, sitting.names);
        let mut at = Position::<G>::new(Arc::new(loaded.setup().clone()), loaded.start().clone()).expect("a start");
        let mut whims = Stream::new(seed, 5);
        for _ in 0..inputs {
            assert_eq!(at.state(), table.state());
            assert_eq!(format!("{:?}", at.waits_for()), format!("{:?}", table.pause()));
            let (input, next) = match at.waits_for().clone() {
                Pause::Over(_) => break,
                Pause::Need(Need::Roll { dice, .. }) => {
                    let total = dice.draw(&mut whims);
                    (Input::Roll { total, forced: false }, at.roll(total))
                }
                Pause::Need(Need::Choice(_)) => {
                    let options = at.options();
                    let choice = options[whims.below(options.len())];
                    (Input::Choice { choice, allowed: false }, at.apply(choice))
                }
            };
            let (copy, known) = (at.clone(), hash(&at));
            let next = next.expect("what is listed is legal");
            assert_eq!((&copy, hash(&copy)), (&at, known), "a position changed");
            assert!(next != at);
            table.push(input).expect("it was legal");
            at = next;
        }
    }
}

/// Ways that are listed lead where they say; the chances of all outcomes of a choice, and of all ways from a moment, add up
/// to 1; fights from a moment come out the same for the same seed.
///
/// # Panics
/// If they do not.
pub fn what_is_planned_comes_about<G: EncounterFormat>(sitting: &Sitting<'_>, fights: u64, choices: usize)
where
    G::Setup: Clone,
{
    let mut walked = 0;
    for seed in 0..fights {
        let mut table = sitting.session::<G>(seed, 1, DiceFrom::Drawn, sitting.names);
        let mut whims = Stream::new(seed, 6);
        for number in 0..choices {
            let at = table.position();
            let (Some(who), options) = (at.asked(), at.options()) else { break };
            // One place in three is enough of the many on a way.
            if at.is_moving() && number % 3 == 0 {
                let all = at.destinations();
                for _ in 0..all.len().min(5) {
                    let one = &all[whims.below(all.len())];
                    let planned = at.plan(&one.choices);
                    assert_eq!((planned.taken, planned.refused), (one.choices.len(), None), "{one:?}");
                    // What ends a movement can lead to more, such as a leap at somebody.
                    let moves = one.choices.len() - usize::from(!one.prompt.is_empty());
                    let there = at.plan(&one.choices[..moves]).position;
                    if there.is_in_turn_of(&at) {
                        let place = G::place(at.setup(), there.state(), who);
                        assert_eq!(place, Some((one.cell, one.facing)), "{one:?}");
                        walked += 1;
                    }
                }
                let goal = all.last().map(|one| Goal::Cell(one.cell));
                assert!(goal.is_none_or(|goal| at.best(&all, goal, None).is_some()));
            }
            let choice = options[whims.below(options.len())];
            if number % 30 == 0 {
                match at.odds(&[choice]) {
                    Ok(odds) => assert!((odds.total - 1.0).abs() < 1e-12, "{}", odds.total),
                    Err(denied) => assert!(denied.message.starts_with("the battle is over"), "{denied}"),
                }
                let mut total = 0.0;
                if at.expand(|way| total += way.chance).is_ok() {
                    assert!((total - 1.0).abs() < 1e-9, "{total}");
                }
            }
            table.push(Input::Choice { choice, allowed: false }).expect("it is listed");
        }
        let at = table.position();
        let chance = at.win_chance(seed, 3);
        assert!(chance.fights <= 3 && chance.wins.iter().map(|(_, wins)| wins).sum::<u32>() <= chance.fights);
        assert_eq!(chance, at.win_chance(seed, 3));
    }
    assert!(walked > 0 || G::PATHS.is_empty(), "nobody moved");
}
