//! What never changes in a fight, what does, and both side by side.

use crate::files::SheetFile;
use affray_prove::prelude::*;

/// What never changes.
pub type Setup = affray_session::encounter::Setup<SheetFile>;

/// The changing part of a combatant. Its keys in files are those of its fields.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Patch)]
pub struct Fighter {
    /// The hex.
    pub at: Cell,
    /// HP left, -100 to 100.
    #[value(range = -100..=100)]
    pub hp: i16,
    /// `SK-11` It lies.
    pub fallen: bool,
    /// `SK-04` It guards.
    pub guards: bool,
    /// `SK-07` It parried since its turn.
    pub parried: bool,
}

impl Fighter {
    /// `SK-12` Whether it still fights.
    pub fn is_up(&self) -> bool {
        self.hp > 0 && self.is_present()
    }
    /// Whether it has not left the fight.
    pub fn is_present(&self) -> bool {
        self.at != Cell::NOWHERE
    }
}

affray_session::state! {
    /// Everything that changes.
    #[derive(Debug, Default, PartialEq, Eq, Hash)]
    pub struct State of Fighter {}
}

affray_session::battle!(crate::Skirmish, SheetFile, Fighter);

impl<'a> Scene<'a> {
    /// `SK-12` How a combatant stands.
    pub fn final_status(self, who: CombatantId) -> FinalStatus {
        let (one, max_hp) = (self.fighter(who), self.sheet(who).hp.into());
        let (out, fled, hp) = (!one.is_up(), !one.is_present(), one.hp.into());
        FinalStatus { out, fled, hp, max_hp, ..FinalStatus::default() }
    }
    /// Foes of a combatant that still fight.
    pub fn foes(self, who: CombatantId) -> impl Iterator<Item = CombatantId> + 'a {
        self.state.ids().filter(move |&other| self.are_foes(who, other) && self.state[other].is_up())
    }
}
