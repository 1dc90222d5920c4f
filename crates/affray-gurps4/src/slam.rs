//! Slams and shield rushes, and parries against them.
//!
//! Rules `G4-295` to `G4-301`.

use crate::Gurps4;
use crate::decision::{Incoming, Plan, Strike};
use crate::scene::{Fight, Scene};
use affray_core::referee::{CombatantId, Referee, Refusal};

impl Scene<'_> {
    /// Whether a Slam may be declared.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub(crate) fn judge_slam(self, _: CombatantId, _: &Strike, _: &Plan) -> Result<(), Refusal> {
        Err(Refusal::impossible(rule!("G4-295"), "no Slam yet"))
    }

    /// Whether that hand can parry a Slam.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub(crate) fn judge_heavy_parry(self, _: CombatantId, _: &Incoming, _: u8) -> Result<(), Refusal> {
        Ok(())
    }
}

impl<R: Referee<Gurps4>> Fight<'_, R> {
    /// A Slam that hit.
    pub(crate) fn slam(&mut self, _: CombatantId, _: &Strike, _: &Plan, _: bool) -> Result<(), R::Pause> {
        Ok(())
    }

    /// A Slam that was dodged.
    pub(crate) fn slam_past(&mut self, _: CombatantId, _: &Strike, _: &Plan) -> Result<(), R::Pause> {
        Ok(())
    }

    /// What parrying a Slam does to the weapon.
    pub(crate) fn risk_weapon(&mut self, _: CombatantId, _: &Incoming, _: u8) -> Result<(), R::Pause> {
        Ok(())
    }
}
