//! A policy with a fixed plan laid over it.

use affray_kernel::referee::{CombatantId, Policy};
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

/// How a plan differs from the game's own policy.
pub enum Does<G: Rules> {
    /// It answers otherwise, where that is legal.
    Answers(fn(&View<'_, G>, G::Choice) -> G::Choice),
    /// It has orders.
    Orders(&'static str),
    /// It sees one foe alone, the one with the least of something, until that one is out of the fight.
    Sees(fn(&View<'_, G>, CombatantId) -> i32),
}

/// A question, and the moment in which it is asked.
pub struct View<'a, G: Rules> {
    /// What never changes.
    pub setup: &'a G::Setup,
    /// What does.
    pub state: &'a G::State,
    /// The question.
    pub question: &'a G::Question,
    /// Who is asked.
    pub who: CombatantId,
}

impl<G: Rules> View<'_, G> {
    /// The foes who still fight.
    pub fn foes(&self) -> impl Iterator<Item = CombatantId> + '_ {
        let side = G::side(self.setup, self.who);
        (0..G::figures(self.setup).len() as u8)
            .map(CombatantId)
            .filter(move |&foe| G::side(self.setup, foe) != side && !G::final_status(self.setup, self.state, foe).out)
    }

    /// How far away somebody is, in cells.
    pub fn distance(&self, other: CombatantId) -> i32 {
        let [mine, other] = [self.who, other].map(|one| G::cells(self.setup, self.state, one));
        let map = G::map(self.setup);
        mine.iter().flat_map(|&from| other.iter().map(move |&to| map.distance(from, to) as i32)).min().unwrap_or(99)
    }

    /// How far away the nearest foe is, in cells.
    pub fn near(&self) -> i32 {
        self.foes().map(|foe| self.distance(foe)).min().unwrap_or(99)
    }

    /// The points left of a combatant.
    pub fn points(&self, who: CombatantId) -> i32 {
        G::final_status(self.setup, self.state, who).hp
    }

    /// The points of a combatant at the most.
    pub fn max_points(&self, who: CombatantId) -> i32 {
        G::final_status(self.setup, self.state, who).max_hp
    }

    /// Whether a choice answers the question legally.
    pub fn is_legal(&self, choice: &G::Choice) -> bool {
        G::judge(self.setup, self.state, self.question, choice).is_ok()
    }

    /// The first of some choices that is legal.
    pub fn first_of(&self, choices: impl IntoIterator<Item = G::Choice>) -> Option<G::Choice> {
        choices.into_iter().find(|choice| self.is_legal(choice))
    }

    /// The first listed option of that kind.
    pub fn option(&self, fits: impl Fn(&G::Choice) -> bool) -> Option<G::Choice> {
        let mut options = Vec::new();
        G::options(self.setup, self.state, self.question, &mut options);
        options.into_iter().find(|choice| fits(choice) && self.is_legal(choice))
    }
}

/// The game's own policy for everybody, with a plan laid over it on one side.
pub struct Sparring<G: Rules> {
    own: G::Own,
    plan: Option<&'static Plan<G>>,
    side: u8,
    /// The only foe that each combatant sees, chosen once a turn.
    sees: Vec<Option<CombatantId>>,
}

impl<G: Rules> Sparring<G> {
    /// Of that plan on that side.
    pub fn new(plan: Option<&'static Plan<G>>, side: u8) -> Self {
        Self { own: G::Own::default(), plan, side, sees: vec![None; 64] }
    }

    /// A turn begins: plans are forgotten.
    pub fn begin_turn(&mut self) {
        Policy::<G>::restart(self);
    }
}

impl<G: Rules> Policy<G> for Sparring<G> {
    fn decide(&mut self, setup: &G::Setup, state: &G::State, question: &G::Question) -> G::Choice {
        let who = G::asked(question);
        let plan = self.plan.filter(|_| G::side(setup, who) == self.side);
        let Some(plan) = plan else { return self.own.decide(setup, state, question) };
        let view = View { setup, state, question, who };
        match plan.does {
            Does::Answers(answer) => {
                let own = self.own.decide(setup, state, question);
                let choice = answer(&view, own);
                if choice != own && view.is_legal(&choice) { choice } else { own }
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
