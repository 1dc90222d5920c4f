//! Knockback, collisions and falls.
//!
//! Rules `G4-330` to `G4-332`.

use crate::Gurps4;
use crate::scene::Fight;
use affray_core::referee::{CombatantId, Referee};

impl<R: Referee<Gurps4>> Fight<'_, R> {
    /// Knocks a figure back.
    pub(crate) fn knock_back(&mut self, _: CombatantId, _: CombatantId, _: i32) -> Result<(), R::Pause> {
        Ok(())
    }
}
