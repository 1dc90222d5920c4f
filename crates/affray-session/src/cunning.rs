//! Opponents that try out plans before each of their turns.
//!
//! A [`Plan`] says in what a turn differs from what the game's own policy would do with it. Each is played out again and
//! again from the state in which the turn begins, with the same dice for all plans: the one whose turn it is follows the plan
//! in this turn, and everybody decides as trained opponents do from there on. What comes of it after some rounds is valued
//! alike in all games. The worse half of the plans is dropped again and again; the one that is left takes the place of the
//! own one only if it is better by more than two standard errors, with dice that did not choose it.
//!
//! The search is a function of the state as its side believes it: nothing is remembered between turns, and its effort is a
//! number of trials. So a seed has the same fight at a table, in a simulation and on any number of threads.

mod suggest;
mod trials;

pub use suggest::Suggestion;

use crate::choices::Asked as _;
use crate::orders::in_its_place;
use crate::preferences::{Preference, View};
use crate::ruleset::Rules;
use affray_kernel::orders::{Orders, Task, Wits, gets_away};
use affray_kernel::referee::{CombatantId, Policy};
use trials::Trials;

/// In what a turn differs from what the game's own policy would do with it.
pub enum Plan<G: Rules> {
    /// In nothing.
    Own,
    /// It is after something else.
    Task(Task),
    /// It begins with another choice.
    First(G::Choice),
    /// Something is preferred.
    Prefers(&'static Preference<G>),
}

impl<G: Rules> Clone for Plan<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Rules> Copy for Plan<G> {}

/// A combatant and its plan.
struct Follower<G: Rules> {
    who: CombatantId,
    plan: Plan<G>,
    /// Whether it has decided what to do with its turn.
    acted: bool,
}

impl<G: Rules> Follower<G> {
    fn decide(
        &mut self,
        policy: &mut dyn Policy<G>,
        setup: &G::Setup,
        state: &G::State,
        question: &G::Question,
    ) -> G::Choice {
        let who = self.who;
        if G::asked(question) != who {
            return policy.decide(setup, state, question);
        }
        let begins = begins::<G>(question) && !self.acted;
        self.acted |= begins;
        let orders = G::orders(state).of(who);
        if let Plan::Task(task) = self.plan {
            let (mut told, mut book) = (state.clone(), G::orders(state).clone());
            book.give(who, Orders { task, ..orders });
            G::command(&mut told, book);
            return policy.decide(setup, &told, question);
        }
        let legal = |choice: &G::Choice| G::judge(setup, state, question, choice).is_ok();
        let mut own = policy.decide(setup, state, question);
        // The policy may have counted on what the plan changed.
        if !matches!(self.plan, Plan::Own) && !legal(&own) {
            own = G::default_choice(setup, state, question);
        }
        let choice = match self.plan {
            Plan::First(first) if begins && legal(&first) => first,
            Plan::Prefers(preference) => preference.instead(&View { setup, state, question, who }, own),
            _ => own,
        };
        if choice == own || orders.task == Task::Free {
            return choice;
        }
        in_its_place::<G>(setup, state, question, orders, choice)
    }
}

/// Whether a question asks what somebody does with its turn.
fn begins<G: Rules>(question: &G::Question) -> bool {
    G::TURNS.contains(&question.key())
}

/// A policy in which those with the order `wits = cunning` follow the best plan that they find. All others, and the cunning
/// in the turns of others, decide as that policy.
pub struct Cunning<G: Rules, P> {
    policy: P,
    /// Who plays in what is tried out.
    trials: Option<Box<P>>,
    /// The state in which the turn began, if somebody in it is cunning.
    start: Option<G::State>,
    /// The plans for this turn.
    followers: Vec<Follower<G>>,
}

impl<G: Rules, P: Default> Default for Cunning<G, P> {
    fn default() -> Self {
        Self { policy: P::default(), trials: None, start: None, followers: Vec::new() }
    }
}

impl<G: Rules, P: std::fmt::Debug> std::fmt::Debug for Cunning<G, P> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Cunning").field("policy", &self.policy).finish_non_exhaustive()
    }
}

impl<G: Rules, P: Policy<G> + Default> Policy<G> for Cunning<G, P> {
    fn decide(&mut self, setup: &G::Setup, state: &G::State, question: &G::Question) -> G::Choice {
        let who = G::asked(question);
        let (Some(start), Wits::Cunning) = (&self.start, G::orders(state).of(who).wits) else {
            return self.policy.decide(setup, state, question);
        };
        let at = self.followers.iter().position(|one| one.who == who).unwrap_or_else(|| {
            let plan = match gets_away::<G>(setup, state, who) {
                true => Plan::Own,
                false => best(setup, start, who, self.trials.get_or_insert_default().as_mut()),
            };
            self.followers.push(Follower { who, plan, acted: false });
            self.followers.len() - 1
        });
        self.followers[at].decide(&mut self.policy, setup, state, question)
    }

    fn restart(&mut self) {
        self.policy.restart();
        self.start = None;
        self.followers.clear();
    }

    fn turn_begins(&mut self, setup: &G::Setup, state: &G::State) {
        let book = G::orders(state);
        let ids = (0..G::figures(setup).len() as u8).map(CombatantId);
        let is_cunning = !book.is_empty() && ids.into_iter().any(|who| book.of(who).wits == Wits::Cunning);
        if self.start.as_ref() != is_cunning.then_some(state) {
            self.start = is_cunning.then(|| state.clone());
            self.followers.clear();
        }
    }
}

/// The best plan for a turn of somebody that begins in that state; the own one in a turn of somebody else.
fn best<G: Rules>(setup: &G::Setup, start: &G::State, who: CombatantId, policy: &mut dyn Policy<G>) -> Plan<G> {
    Trials::new(setup, start, &[], who, policy).and_then(|mut trials| trials.better()).unwrap_or(Plan::Own)
}
