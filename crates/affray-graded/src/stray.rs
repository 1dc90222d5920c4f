//! Missiles that were dodged and fly on.
//!
//! Rules `GR-258` to `GR-260`; ruling `GR-R93`.

use crate::Graded;
use crate::decision::{Blow, From};
use crate::scene::Fight;
use affray_core::referee::{CombatantId, Referee};

// Taken by B: to be written in full.
impl<R: Referee<Graded>> Fight<'_, R> {
    /// `GR-258` A missile that was dodged flies on.
    pub(crate) fn stray(&mut self, _: CombatantId, _: &Blow, _: From) -> Result<(), R::Pause> {
        Ok(())
    }
}
