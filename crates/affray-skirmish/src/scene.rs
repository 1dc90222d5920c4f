//! What never changes in a fight, and a look at a battle.

use crate::files::SheetFile;
use crate::state::{Fighter, State};
use affray_grid::Map;
use affray_kernel::referee::CombatantId;
use affray_kernel::turns::{FinalStatus, SidesLeft};
use affray_session::encounter::{Combatant, Side};

/// What never changes.
#[derive(Debug, Clone)]
pub struct Setup {
    /// The map.
    pub map: Map,
    /// The combatants.
    pub combatants: Vec<Combatant<SheetFile>>,
    /// The sides.
    pub sides: Vec<Side>,
    /// The fight ends as a draw after so many rounds.
    pub round_limit: u32,
}

affray_session::battle!(crate::Skirmish, SheetFile, Fighter);

impl<'a> Scene<'a> {
    /// `SK-12` The sides that have anybody left: with one at the most the fight is over.
    pub fn sides_left(self) -> SidesLeft {
        SidesLeft::of(self.state.ids().filter(|&who| self.state[who].is_up()).map(|who| self.side(who)))
    }
    /// `SK-12` How a combatant stands.
    pub fn final_status(self, who: CombatantId) -> FinalStatus {
        let (hp, max_hp) = (self.state[who].hp.into(), self.sheet(who).hp.into());
        let fighter = &self.state[who];
        FinalStatus { dead: false, out: !fighter.is_up(), fled: !fighter.is_present(), hp, max_hp }
    }
    /// Foes of a combatant that still fight.
    pub fn foes(self, who: CombatantId) -> impl Iterator<Item = CombatantId> + 'a {
        self.state.ids().filter(move |&other| self.are_foes(who, other) && self.state[other].is_up())
    }
}
