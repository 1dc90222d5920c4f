//! Items on the ground.

use crate::Cell;
use affray_kernel::referee::CombatantId;

/// An item on the ground.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Lying {
    /// Whose sheet it stands on.
    pub owner: CombatantId,
    /// The item.
    pub item: u8,
    /// Where it lies.
    pub at: Cell,
}
