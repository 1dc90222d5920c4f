//! What never changes in a fight, and a look at a battle.

use crate::Skirmish;
use crate::event::Event;
use crate::files::SheetFile;
use crate::state::State;
use affray_grid::Map;
use affray_kernel::referee::{CombatantId, Referee};

/// What never changes.
#[derive(Debug, Clone)]
pub struct Setup {
    /// The map.
    pub map: Map,
    /// The combatants.
    pub combatants: Vec<affray_session::encounter::Combatant<SheetFile>>,
    /// The names of the sides.
    pub sides: Vec<String>,
    /// `SK-01` The order of turns.
    pub order: Vec<CombatantId>,
    /// The fight ends as a draw after so many rounds.
    pub round_limit: u32,
}

impl Setup {
    /// The sheet of a combatant.
    pub fn sheet(&self, who: CombatantId) -> &SheetFile {
        &self.combatants[who.index()].sheet
    }
}

/// A look at a battle: scores and judgments.
#[derive(Debug, Clone, Copy)]
pub struct Scene<'a> {
    /// What never changes.
    pub setup: &'a Setup,
    /// What does.
    pub state: &'a State,
}

impl<'a> Scene<'a> {
    /// Foes of a combatant that still fight.
    pub fn foes(self, who: CombatantId) -> impl Iterator<Item = CombatantId> + 'a {
        let side = |who: CombatantId| self.setup.combatants[who.index()].side;
        self.state.ids().filter(move |&other| side(other) != side(who) && self.state[other].is_up())
    }
}

/// A battle that goes on: the rules are its functions.
#[derive(Debug)]
pub struct Fight<'a, R> {
    /// What never changes.
    pub setup: &'a Setup,
    /// What does.
    pub state: &'a mut State,
    /// Everything that the rules cannot decide by themselves.
    pub referee: &'a mut R,
}

impl<R: Referee<Skirmish>> Fight<'_, R> {
    /// A look at it.
    pub fn scene(&self) -> Scene<'_> {
        Scene { setup: self.setup, state: self.state }
    }
    /// Tells what happened.
    pub fn tell(&mut self, event: Event) {
        self.referee.tell(|| event);
    }
}
