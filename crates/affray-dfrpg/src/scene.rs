//! A battle as one looks at it: what never changes and what does, side by side.

use crate::items::borrowed::Others;
use crate::sheet::Sheet;
use crate::state::{Fighter, State};
use crate::symmetry::Symmetry;
use affray_grid::Map;
use affray_kernel::referee::{CombatantId, Referee};
use std::sync::Arc;

/// What a fight never changes.
#[derive(Debug, Clone)]
pub struct Setup {
    /// The map.
    pub map: Map,
    /// The combatants; copies of the setup share them.
    pub combatants: Arc<[Combatant]>,
    /// The sides.
    pub sides: Vec<Side>,
    /// The fight ends as a draw after so many rounds.
    pub round_limit: u32,
    /// By combatant: what the things of others are to it.
    pub others: Vec<Others>,
    /// The states that are equivalent.
    pub symmetry: Symmetry,
}

/// A combatant: its name, side and sheet.
pub type Combatant = affray_session::encounter::Combatant<Sheet>;

/// One party of a fight.
#[derive(Debug, Clone)]
pub struct Side {
    /// The name.
    pub name: String,
    /// The share of its members, in percent, whose loss makes the rest flee; 100 for never.
    pub morale: u8,
}

/// A look at a battle.
#[derive(Debug, Clone, Copy)]
pub struct Scene<'a> {
    /// What does not change.
    pub setup: &'a Setup,
    /// What does.
    pub state: &'a State,
}

impl<'a> Scene<'a> {
    /// The sheet of a combatant.
    #[inline]
    pub fn sheet(self, who: CombatantId) -> &'a Sheet {
        &self.setup.combatants[who.index()].sheet
    }
    /// The state of a combatant.
    #[inline]
    pub fn fighter(self, who: CombatantId) -> &'a Fighter {
        &self.state.fighters[who.index()]
    }
    /// The map.
    #[inline]
    pub fn map(self) -> &'a Map {
        &self.setup.map
    }
    /// Whether two combatants are on different sides.
    #[inline]
    pub fn are_foes(self, one: CombatantId, other: CombatantId) -> bool {
        self.setup.combatants[one.index()].side != self.setup.combatants[other.index()].side
    }
}

/// A battle that goes on: the rules' one parameter.
#[derive(Debug)]
pub struct Fight<'a, R> {
    /// What does not change.
    pub setup: &'a Setup,
    /// What does.
    pub state: &'a mut State,
    /// Everything the rules cannot decide by themselves.
    pub referee: &'a mut R,
}

impl<R: Referee<crate::Dfrpg>> Fight<'_, R> {
    /// A look at it.
    pub fn scene(&self) -> Scene<'_> {
        Scene { setup: self.setup, state: self.state }
    }
    /// Reports an event.
    pub fn tell(&mut self, event: crate::event::Event) {
        self.referee.tell(|| event);
    }
}
