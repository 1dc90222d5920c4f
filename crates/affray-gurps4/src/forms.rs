//! Optional attack forms: two weapons, rapid strikes, disarming, breaking weapons.
//!
//! Rules `G4-270` to `G4-292`.

use crate::Gurps4;
use crate::decision::{Attack, Plan, Strike};
use crate::scene::{Fight, Scene};
use affray_core::referee::{CombatantId, Referee, Refusal};

impl Scene<'_> {
    /// Whether a Dual Weapon Attack may be declared.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub(crate) fn judge_dual(self, _: CombatantId, plan: &Plan, _: &Strike, _: &Strike) -> Result<(), Refusal> {
        self.judge_trade(plan)?;
        Err(Refusal::impossible(rule!("G4-270"), "no Dual Weapon Attack yet"))
    }

    /// Whether a Rapid Strike may be declared.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub(crate) fn judge_rapid(self, _: CombatantId, plan: &Plan, _: &Strike, _: &Strike) -> Result<(), Refusal> {
        self.judge_trade(plan)?;
        Err(Refusal::impossible(rule!("G4-272"), "no Rapid Strike yet"))
    }

    /// Dual Weapon Attacks that a person would be shown.
    pub(crate) fn dual_options(self, _: CombatantId, _: CombatantId, _: &mut impl FnMut(Attack)) {}
}

impl<R: Referee<Gurps4>> Fight<'_, R> {
    /// Carries out a Dual Weapon Attack.
    pub(crate) fn dual(&mut self, _: CombatantId, _: &Plan, _: &Strike, _: &Strike) -> Result<(), R::Pause> {
        Ok(())
    }

    /// A disarm that hit.
    pub(crate) fn disarm(&mut self, _: CombatantId, _: &Strike, _: u8) -> Result<(), R::Pause> {
        Ok(())
    }

    /// A blow at a weapon that hit.
    pub(crate) fn break_weapon(
        &mut self,
        _: CombatantId,
        _: &Strike,
        _: &Plan,
        _: u8,
        _: bool,
    ) -> Result<(), R::Pause> {
        Ok(())
    }
}
