//! The readers' agreement on what a step of a case comes to.

use super::{CaseFormat, Play, Script as _, carry_out};
use affray_kernel::referee::{DiceSource, Input, Policy, Prefixed, Recorded, Sampler, follow, walk_at_most};

/// The most leaves for which a case is compared with the whole walk; fewer in an unoptimized build, which is slow. A case
/// that bounds the number itself is walked up to its bound.
const MOST_LEAVES: u64 = if cfg!(debug_assertions) { 300 } else { 20_000 };

/// In an unoptimized build there is no walk for what came about with a smaller chance than that: most such steps have more
/// outcomes than are walked.
const LEAST_CHANCE: f64 = if cfg!(debug_assertions) { 1e-4 } else { 0.0 };

/// Policy over a script, for the readers that cannot stop. The tape went the same way before.
struct Follower<'a, G: CaseFormat + 'a>(G::Script<'a>);

impl<G: CaseFormat> Policy<G> for Follower<'_, G> {
    fn decide(&mut self, setup: &G::Setup, state: &G::State, question: &G::Question) -> G::Choice {
        self.0.answer(setup, state, question).unwrap_or_else(|_| G::default_choice(setup, state, question))
    }
    fn restart(&mut self) {
        self.0.restart();
    }
}

/// The sampler on the same dice, and the walker, have to come to the same state.
pub(super) fn agree<G: CaseFormat>(
    play: &Play<G>,
    setup: &G::Setup,
    start: &G::State,
    end: &G::State,
    used: &[Input<G::Choice, G::Change>],
    differences: &mut Vec<String>,
) {
    let mut totals: Vec<i32> = Vec::new();
    for input in used {
        match input {
            Input::Roll { total, .. } => totals.push(*total),
            Input::Void => {
                totals.pop();
            }
            _ => {}
        }
    }
    let follower = || Follower::<G>(G::Script::from(&play.said));
    let mut state = start.clone();
    let (mut dice, mut policy) = (Recorded::new(&totals), follower());
    let mut sampler = Sampler::new(&mut dice as &mut dyn DiceSource, &mut policy as &mut dyn Policy<G>);
    let Ok(()) = carry_out(play, setup, &mut state, &mut sampler);
    if state != *end || dice.ran_out || !dice.left().is_empty() {
        differences.push(String::from("the sampler does not come to the state of the tape"));
    }
    let mut state = start.clone();
    let chance = follow::<G>(&totals, follower(), |walker| {
        let Ok(()) = carry_out(play, setup, &mut state, &mut Prefixed::new(&[], walker));
    });
    if state != *end || chance <= 0.0 {
        differences.push(String::from("the walker's path does not come to the state of the tape"));
    }
    if chance < LEAST_CHANCE && play.expect.most_leaves.is_none() {
        return;
    }
    let most_walked = play.expect.most_leaves.map_or(MOST_LEAVES, |most| most.max(MOST_LEAVES));
    let (mut sum, mut found) = (0.0f64, false);
    let mut scratch = start.clone();
    let leaves = walk_at_most::<G, _, _>(
        most_walked,
        start,
        &mut scratch,
        follower(),
        (),
        false,
        |state, walker| {
            let Ok(()) = carry_out(play, setup, state, &mut Prefixed::new(&[], walker));
        },
        |leaf| {
            sum += leaf.chance;
            found |= (leaf.chance - chance).abs() <= 1e-12 * chance && leaf.state == end;
        },
    );
    if let Some(leaves) = leaves {
        if 1e-12 < (sum - 1.0).abs() {
            differences.push(format!("the chances of the {leaves} outcomes sum up to {sum}"));
        }
        if !found {
            differences
                .push(format!("what happened is not among the walker's {leaves} outcomes with its chance {}", chance));
        }
    }
    if let Some(most) = play.expect.most_leaves
        && leaves.is_none_or(|leaves| most < leaves)
    {
        differences.push(format!(
            "the walk has {} outcomes, more than {most}",
            leaves.map_or(format!("over {most_walked}"), |leaves| leaves.to_string())
        ));
    }
}
