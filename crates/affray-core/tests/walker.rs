//! What the walker does once is the same as if it did it every time.

use affray_core::dice::Dice;
use affray_core::referee::{CombatantId, Game, Policy, Referee, Refusal, Why, walk_at_most};
use affray_core::rules::RuleId;
use serde_json::Value;
use std::cell::Cell;
use std::collections::HashMap;

/// A game of which only the state matters.
struct Small;

/// What an action came to.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
struct State {
    first: i32,
    second: i32,
    third: i32,
    told: bool,
}

impl Game for Small {
    type Setup = ();
    type State = State;
    type Question = ();
    type Choice = ();
    type Event = ();

    fn glance(state: &State) -> u64 {
        state.first as u64
    }
    fn judge((): &(), _: &State, (): &(), (): &()) -> Result<(), Refusal> {
        Ok(())
    }
    fn options((): &(), _: &State, (): &(), _: &mut Vec<()>) {}
    fn set((): &(), _: &mut State, _: &str, _: &Value) -> Result<(), String> {
        Ok(())
    }
    fn interject((): &(), _: &mut State, _: CombatantId, (): &(), _: &mut dyn FnMut(())) -> Result<(), Refusal> {
        Ok(())
    }
}

/// Nobody is asked; every way is walked on its own unless it is forgetful.
struct Nobody {
    is_forgetful: bool,
}

impl Policy<Small> for Nobody {
    fn decide(&mut self, (): &(), _: &State, (): &()) {}
    fn is_forgetful(&self) -> bool {
        self.is_forgetful
    }
}

const WHY: Why = Why::new(CombatantId(0), RuleId::new("XY-1"), "test");

/// A first die, two more that go by whether it was high, a fourth that goes by all of them.
fn act<R: Referee<Small>>(referee: &mut R, state: &mut State, thrown: &Cell<u32>) -> Result<(), R::Pause> {
    state.first = referee.throw(WHY, Dice::d6(1), |die| die)?;
    referee.finish(state, |referee, state| {
        let high = 3 < state.first;
        state.second = referee.combine_by(
            || high,
            |referee| {
                thrown.set(thrown.get() + 1);
                let one = referee.throw(WHY, Dice::d6(1), |die| die.min(4))?;
                let other = referee.throw(WHY, Dice::d6(1), |die| die.min(3))?;
                Ok(if high { one + other } else { one - other })
            },
        )?;
        state.third = referee.throw(WHY, Dice::d6(2), |sum| (sum + state.second) / 5)?;
        referee.finish(state, |referee, state| {
            if 1 < state.third {
                state.told = referee.throw(WHY, Dice::d6(1), |die| die == 6)?;
            }
            Ok(())
        })
    })
}

/// All outcomes with their chances; how many leaves there are, how often the action was begun, and how often its
/// two dice in the middle were thrown.
fn walked(is_forgetful: bool, most: u64) -> Option<(HashMap<State, f64>, u64, u32, u32)> {
    let (mut outcomes, start) = (HashMap::<State, f64>::new(), State::default());
    let (runs, thrown) = (Cell::new(0), Cell::new(0));
    let leaves = walk_at_most::<Small, _, _>(
        most,
        &start,
        &mut State::default(),
        Nobody { is_forgetful },
        (),
        false,
        |state, walker| {
            runs.set(runs.get() + 1);
            let Ok(()) = act(walker, state, &thrown);
        },
        |leaf| *outcomes.entry(leaf.state.clone()).or_default() += leaf.chance,
    )?;
    Some((outcomes, leaves, runs.get(), thrown.get()))
}

#[test]
fn what_comes_last_and_what_hangs_on_a_key_lose_nothing() {
    let (each, ways, begun, _) = walked(false, u64::MAX).expect("there is no limit");
    let (once, leaves, runs, thrown) = walked(true, u64::MAX).expect("there is no limit");
    assert_eq!(u64::from(begun), ways);
    assert_eq!(runs, 6, "once for each first die");
    assert_eq!(each.len(), once.len());
    assert!(leaves < ways);
    // Debug builds throw once more for each first die, to compare.
    assert_eq!(thrown, if cfg!(debug_assertions) { 6 * 12 } else { 2 * 12 });
    let off = |(state, chance): (&State, &f64)| (once.get(state).copied().unwrap_or_default() - chance).abs();
    let worst = each.iter().map(off).fold(0.0, f64::max);
    assert!(worst < 1e-15, "{worst}");
}

#[test]
fn too_many_leaves_are_given_up_wherever_they_are() {
    let (_, leaves, ..) = walked(true, u64::MAX).expect("there is no limit");
    assert!(walked(true, leaves).is_some());
    for most in [1, 2, leaves / 2, leaves - 1] {
        assert!(walked(true, most).is_none(), "{most} of {leaves}");
    }
}
