//! A battle as one looks at it: what never changes and what does, side by side.

use crate::items::borrowed::Others;
use crate::sheet::Sheet;
use crate::state::{Fighter, Flags, State};
use crate::symmetry::Symmetry;
use affray_files::value::FromValue;
use affray_grid::Map;
use affray_kernel::referee::CombatantId;
use affray_kernel::turns::FinalStatus;
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
    /// How it is read what the source leaves open.
    pub options: Options,
    /// By combatant: what the things of others are to it.
    pub others: Vec<Others>,
    /// The states that are equivalent.
    pub symmetry: Symmetry,
}

/// What the source leaves open, where a table may read it otherwise than the rulings do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, FromValue)]
#[value(default)]
pub struct Options {
    /// A combatant that lies or crawls may retreat, as it can step (`DF-R99`). Default: yes.
    pub lying_retreat: bool,
    /// A shot is at -4 for each figure that stands or kneels on its line (`DF-R62`). Default: yes.
    pub figures_in_line: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self { lying_retreat: true, figures_in_line: true }
    }
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

affray_session::battle!(crate::Dfrpg, Sheet, Fighter, facing);

impl Scene<'_> {
    /// How a combatant stands.
    pub fn final_status(self, who: CombatantId) -> FinalStatus {
        let fighter = self.fighter(who);
        FinalStatus {
            dead: fighter.flags.has(Flags::DEAD),
            out: !fighter.is_conscious(),
            fled: fighter.flags.has(Flags::FLED),
            hp: fighter.hp.into(),
            max_hp: self.sheet(who).hp.into(),
            ..FinalStatus::default()
        }
    }
}
