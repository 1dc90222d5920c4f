//! Missed attacks that may hit others.
//!
//! Rules `G4-226`, `G4-227`.

use crate::Gurps4;
use crate::decision::{Plan, Strike};
use crate::scene::Fight;
use affray_core::referee::{CombatantId, Referee};

impl<R: Referee<Gurps4>> Fight<'_, R> {
    /// A miss, which others may have to fear.
    pub(crate) fn missed(&mut self, _: CombatantId, _: &Strike, _: &Plan, _: i32) -> Result<(), R::Pause> {
        Ok(())
    }
}
