//! A policy with a fixed plan laid over it.

use affray_kernel::referee::{CombatantId, Policy};
use affray_session::preferences::{Preference, View};
use affray_session::ruleset::Rules;

/// A fixed plan: in what a sparring partner differs from the game's own policy.
pub struct Plan<G: Rules> {
    /// Its name, short.
    pub name: &'static str,
    /// What it does.
    pub what: &'static str,
    /// How.
    pub does: Does<G>,
}

/// The plan that searches for plans: no fixed one, and slower than all others.
pub const CUNNING: &str = "cunning";

/// By what the foe is chosen who is fought: the one with the least of it.
pub type Least<G> = fn(&View<'_, G>, CombatantId) -> i32;

/// How a plan differs from the game's own policy.
pub enum Does<G: Rules> {
    /// It answers otherwise, where that is legal.
    Prefers(&'static Preference<G>),
    /// It has orders.
    Orders(&'static str),
    /// It sees one foe alone, the one with the least of something, until that one is out of the fight.
    Sees(Least<G>),
}

/// The plans of a ruleset: some orders, what it has as preferences, and whom to fight.
pub(crate) fn plans<G: Rules>() -> Vec<Plan<G>> {
    let ordered = [
        ("hold", "has the order to hold", "hold"),
        ("advance", "has the order to advance", "advance"),
        ("instinct", "has the order `wits = instinct`", "wits = instinct"),
        (CUNNING, "has the order `wits = cunning`", "wits = cunning"),
    ];
    let seen: [(_, _, Least<G>); 3] = [
        ("nearest", "fights the nearest foe, whoever else is there", |view, foe| view.distance(foe)),
        ("weakest", "fights the foe with the fewest points left, wherever it is", |view, foe| {
            100 * view.points(foe) + view.distance(foe)
        }),
        ("strongest", "fights the foe with the most points, wherever it is", |view, foe| {
            -100 * view.max_points(foe) + view.distance(foe)
        }),
    ];
    let ordered = ordered.map(|(name, what, orders)| Plan { name, what, does: Does::Orders(orders) });
    let preferred = G::PREFERENCES.iter().map(|one| Plan { name: one.name, what: one.what, does: Does::Prefers(one) });
    let seen = seen.map(|(name, what, key)| Plan { name, what, does: Does::Sees(key) });
    ordered.into_iter().chain(preferred).chain(seen).collect()
}

/// The game's own policy for everybody, with a plan laid over it on one side.
pub struct Sparring<'a, G: Rules> {
    own: G::Own,
    plan: Option<&'a Plan<G>>,
    side: u8,
    /// The only foe that each combatant sees, chosen once a turn.
    sees: Vec<Option<CombatantId>>,
}

impl<'a, G: Rules> Sparring<'a, G> {
    /// Of that plan on that side.
    pub fn new(plan: Option<&'a Plan<G>>, side: u8) -> Self {
        Self { own: G::Own::default(), plan, side, sees: vec![None; 64] }
    }

    /// A turn begins: plans are forgotten.
    pub fn begin_turn(&mut self, setup: &G::Setup, state: &G::State) {
        Policy::<G>::restart(self);
        self.own.turn_begins(setup, state);
    }
}

impl<G: Rules> Policy<G> for Sparring<'_, G> {
    fn decide(&mut self, setup: &G::Setup, state: &G::State, question: &G::Question) -> G::Choice {
        let who = G::asked(question);
        let plan = self.plan.filter(|_| G::side(setup, who) == self.side);
        let Some(plan) = plan else { return self.own.decide(setup, state, question) };
        let view = View { setup, state, question, who };
        match plan.does {
            Does::Prefers(preference) => {
                let own = self.own.decide(setup, state, question);
                preference.instead(&view, own)
            }
            Does::Orders(_) => self.own.decide(setup, state, question),
            Does::Sees(key) => {
                let sees = &mut self.sees[who.index()];
                let is_there = |foe: CombatantId| !G::final_status(setup, state, foe).out;
                if sees.is_none_or(|foe| !is_there(foe)) {
                    *sees = view.foes().min_by_key(|&foe| key(&view, foe));
                }
                let mut believed = state.clone();
                view.foes().filter(|&foe| Some(foe) != *sees).for_each(|foe| G::leave_out(setup, &mut believed, foe));
                let choice = self.own.decide(setup, &believed, question);
                if view.is_legal(&choice) { choice } else { self.own.decide(setup, state, question) }
            }
        }
    }

    fn restart(&mut self) {
        self.own.restart();
        self.sees.fill(None);
    }
}
