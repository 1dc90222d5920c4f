//! What the walker does once is the same as if it did it every time.

use affray_core::dice::Dice;
use affray_core::referee::{CombatantId, Game, Last, Policy, Referee, Refusal, Why, walk_at_most};
use affray_core::rules::RuleId;
use affray_core::tally::Tally;
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

/// A stage of two dice, of which the lower one is all that counts, and a third die that goes by it.
fn act_in_stages<R: Referee<Small>>(referee: &mut R, state: &mut State, carried: &Cell<u32>) -> Result<(), R::Pause> {
    referee.stage(state, |referee, state| {
        let one = referee.throw(WHY, Dice::d6(1), |die| die)?;
        let other = referee.throw(WHY, Dice::d6(1), |die| die)?;
        carried.set(carried.get() + 1);
        state.first = one.min(other);
        Ok(())
    })?;
    state.second = referee.throw(WHY, Dice::d6(1), |die| state.first + die)?;
    Ok(())
}

/// A first die, and one that ends the action: from 3 on it calls for a further roll, and all of those are alike but for
/// what is added up.
fn act_with_last<R: Referee<Small>>(referee: &mut R, state: &mut State, carried: &Cell<u32>) -> Result<(), R::Pause> {
    state.first = referee.throw(WHY, Dice::d6(1), |die| die)?;
    referee.finish_with(state, Added { carried })
}

/// Whether the first die was high.
#[derive(Debug, Clone, Copy, PartialEq)]
struct High(bool);

/// The die that ends the action.
struct Added<'a> {
    /// How often one was carried out.
    carried: &'a Cell<u32>,
}

impl<R: Referee<Small>> Last<Small, R> for Added<'_> {
    type Key = High;
    type Value = i32;
    type End = ();

    fn key(&self, state: &State) -> High {
        High(3 < state.first)
    }
    fn throw(&mut self, referee: &mut R, state: &State) -> Result<i32, R::Pause> {
        referee.throw(WHY, Dice::d6(1), |die| if 3 < state.first { die } else { die.min(5) })
    }
    /// The highest come first, and 5 twice where a 6 counts as one.
    fn each(&self, state: &State, mut into: impl FnMut(i32, f64)) {
        (1..=6).rev().for_each(|die| into(if 3 < state.first { die } else { die.min(5) }, 1.0 / 6.0));
    }
    fn kind(value: &i32) -> u64 {
        u64::from(3 <= *value)
    }
    fn carry_out(&mut self, referee: &mut R, state: &mut State, value: &i32) -> Result<(), R::Pause> {
        self.carried.set(self.carried.get() + 1);
        state.second += value;
        if 3 <= *value {
            let score = referee.score(|| R::Tally::base(RuleId::new("XY-1"), state.first));
            state.told = referee.check(WHY, Dice::d6(1), &score, |die, target| die <= target)?;
        }
        Ok(())
    }
    fn instead(&self, state: &mut State, carried_out: &i32, other: &i32) {
        state.second += other - carried_out;
    }
}

/// The actions that are walked.
#[derive(Clone, Copy)]
enum Action {
    InStages,
    ByKey,
    WithLast,
}

/// All outcomes of an action with their chances; how many leaves there are, how often it was begun, and how often its
/// stage was carried out, its two dice in the middle were thrown or its last one carried out.
fn walked(action: Action, is_forgetful: bool, most: u64) -> Option<(HashMap<State, f64>, u64, u32, u32)> {
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
            let Ok(()) = match action {
                Action::InStages => act_in_stages(walker, state, &thrown),
                Action::ByKey => act(walker, state, &thrown),
                Action::WithLast => act_with_last(walker, state, &thrown),
            };
        },
        |leaf| *outcomes.entry(leaf.state.clone()).or_default() += leaf.chance,
    )?;
    Some((outcomes, leaves, runs.get(), thrown.get()))
}

#[test]
fn a_stage_is_carried_out_once_a_way_and_has_few_ends() {
    let walks = same_outcomes(Action::InStages);
    assert_eq!(walks.ways, 6 * 6 * 6);
    assert_eq!(walks.leaves, 6 * 6, "six ends of the stage, six of the third die");
    assert_eq!(u64::from(walks.begun), walks.leaves);
    assert_eq!(walks.counted, 6 * 6);
}

#[test]
fn what_comes_last_and_what_hangs_on_a_key_lose_nothing() {
    let walks = same_outcomes(Action::ByKey);
    assert!(walks.leaves < walks.ways);
    assert_eq!(walks.begun, 6, "once for each first die");
    // Debug builds throw once more for each first die, to compare.
    assert_eq!(walks.counted, if cfg!(debug_assertions) { 6 * 12 } else { 2 * 12 });
}

#[test]
fn what_ends_an_action_is_carried_out_once_a_kind() {
    let walks = same_outcomes(Action::WithLast);
    assert_eq!(walks.begun, 6, "once for each first die");
    // Of three first dice all six values, of three only five; from 3 on with two ways, but one where the first die is 6.
    let ways = |first: u64| if first == 6 { 1 } else { 2 };
    let expected = |first: u64| 2 + ways(first) * if 3 < first { 4 } else { 3 };
    assert_eq!(walks.leaves, (1..=6).map(expected).sum::<u64>());
    // 1 and 2 are of one kind, all others of a second one, with its two ways.
    assert_eq!(u64::from(walks.counted), (1..=6).map(|first| 1 + ways(first)).sum::<u64>());
}

/// How an action was walked.
struct Walks {
    /// Leaves if every way is gone on its own.
    ways: u64,
    /// Leaves with all that a walker does once.
    leaves: u64,
    /// How often it was begun for that.
    begun: u32,
    /// How often what it counts was done for that.
    counted: u32,
}

/// An action walked with all that a walker does once has the same outcomes as walked each time.
fn same_outcomes(action: Action) -> Walks {
    let (each, ways, begun, _) = walked(action, false, u64::MAX).expect("there is no limit");
    assert_eq!(u64::from(begun), ways);
    let (once, leaves, begun, counted) = walked(action, true, u64::MAX).expect("there is no limit");
    assert_eq!(each.len(), once.len());
    assert!(leaves <= ways);
    let off = |(state, chance): (&State, &f64)| (once.get(state).copied().unwrap_or_default() - chance).abs();
    let worst = each.iter().map(off).fold(0.0, f64::max);
    assert!(worst < 1e-15, "{worst}");
    Walks { ways, leaves, begun, counted }
}

#[test]
fn too_many_leaves_are_given_up_wherever_they_are() {
    for action in [Action::InStages, Action::ByKey, Action::WithLast] {
        let (_, leaves, ..) = walked(action, true, u64::MAX).expect("there is no limit");
        assert!(walked(action, true, leaves).is_some());
        for most in [1, 2, leaves / 2, leaves - 1] {
            assert!(walked(action, true, most).is_none(), "{most} of {leaves}");
        }
    }
}
