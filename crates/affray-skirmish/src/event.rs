//! What can happen.

use affray_files::value::{Schema, ToValue};
use affray_grid::Cell;
use affray_kernel::referee::CombatantId;

affray_kernel::events! {
    /// Something that happened.
    #[derive(Debug, Clone, Copy, PartialEq, Schema, ToValue)]
    #[value(tag = "event")]
    #[allow(missing_docs, reason = "fields are named for what they are")]
    pub enum Event {
        Revealed { who: CombatantId },
        TurnBegins { who: CombatantId },
        Moves { who: CombatantId, to: Cell },
        Rises { who: CombatantId },
        Guards { who: CombatantId },
        Strikes { who: CombatantId, target: CombatantId, hits: bool },
        Parries { who: CombatantId, succeeds: bool },
        Wounded { who: CombatantId, lost: i16, left: i16 },
        Falls { who: CombatantId },
        Out { who: CombatantId },
    }
}
