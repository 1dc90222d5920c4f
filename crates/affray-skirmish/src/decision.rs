//! What is asked, and what is answered.

use affray_files::value::{FromValue, ToValue};
use affray_grid::Cell;
use affray_kernel::referee::CombatantId;
use affray_session::choices::Asked;

/// A decision that is due.
#[derive(Debug, Clone, Copy, PartialEq, Asked)]
#[allow(missing_docs, reason = "`who` is asked, `by` is the one who strikes")]
pub enum Question {
    /// `SK-D01` `SK-03` The movement of a turn.
    #[asked(example = "`stay`, `rise` or a hex such as `[2, 0]`")]
    Move { who: CombatantId },
    /// `SK-D02` `SK-02` The action of a turn.
    #[asked(example = "`nothing`, `guard` or `{ strike = \"Bo\" }`")]
    Act { who: CombatantId },
    /// `SK-D03` `SK-07` A parry?
    Parry { who: CombatantId, by: CombatantId },
}

/// An answer. In files it is a table with one key, the name of the variant.
#[derive(Debug, Clone, Copy, PartialEq, FromValue, ToValue)]
pub enum Choice {
    /// The movement: `"stay"`, `"rise"`, or a hex such as `[2, 0]`. Default: stay.
    Move(Go),
    /// The action: `"nothing"`, `"guard"` or `{ strike = NAME }`. Default: nothing.
    Act(Act),
    /// Whether a strike is parried. Default: `true`.
    Parry(bool),
}

/// A movement.
#[derive(Debug, Clone, Copy, PartialEq, FromValue, ToValue)]
pub enum Go {
    /// None.
    Stay,
    /// Up from the ground.
    Rise,
    /// To that hex.
    #[value(list)]
    To(Cell),
}

/// An action.
#[derive(Debug, Clone, Copy, PartialEq, FromValue, ToValue)]
pub enum Act {
    /// None.
    Nothing,
    /// `SK-04` A guard.
    Guard,
    /// `SK-05` A strike at somebody.
    Strike(CombatantId),
}
