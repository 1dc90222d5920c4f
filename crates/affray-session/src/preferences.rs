//! In what a decision can differ from what the game's own policy takes.
//!
//! Each ruleset lists its [`Preference`]s. The [cunning](crate::cunning) try them out before their turns, and the opponents are
//! measured against those who have one of them through a whole fight.

use crate::ruleset::Rules;
use affray_kernel::referee::CombatantId;

/// What somebody prefers to what the game's own policy decides.
pub struct Preference<G: Rules> {
    /// Its name, short.
    pub name: &'static str,
    /// What it does.
    pub what: &'static str,
    does: fn(&View<'_, G>, G::Choice) -> G::Choice,
}

impl<G: Rules> Preference<G> {
    /// One that answers a question otherwise, where that is legal.
    pub const fn new(name: &'static str, what: &'static str, does: fn(&View<'_, G>, G::Choice) -> G::Choice) -> Self {
        Self { name, what, does }
    }

    /// What is decided in the place of another choice: that choice, if the rules refuse what is preferred.
    pub fn instead(&self, view: &View<'_, G>, own: G::Choice) -> G::Choice {
        let choice = (self.does)(view, own);
        if choice != own && view.is_legal(&choice) { choice } else { own }
    }
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
