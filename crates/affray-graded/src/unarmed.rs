//! Fist, foot and teeth.
//!
//! Rules `GR-090` to `GR-098`; rulings `GR-R38`, `GR-R53`, `GR-R83`.

use crate::decision::{Blow, Fist, Mode, Plan};
use crate::scene::Scene;
use crate::sheet::UNARMED;
use crate::state::{LEGS, Posture};
use affray_core::referee::{CombatantId, Refusal};

impl Scene<'_> {
    /// `GR-091` to `GR-093` `GR-098` Whether a blow can be struck without a weapon.
    pub(crate) fn judge_unarmed(self, who: CombatantId, _plan: &Plan, blow: &Blow) -> Result<(), Refusal> {
        let refuse = |rule, message: &'static str| Err(Refusal::new(rule, message));
        let (sheet, fighter) = (self.sheet(who), self.fighter(who));
        if blow.with != UNARMED {
            return Err(Refusal::impossible(rule!("GR-090"), "fist, foot and teeth are no item"));
        }
        let fist = match blow.mode {
            Mode::Punch(fist) | Mode::Kick(fist) => fist,
            _ => Fist::Dx,
        };
        if fist == Fist::Boxing && sheet.boxing.is_none() || fist == Fist::Brawling && sheet.brawling.is_none() {
            return refuse(rule!("GR-091"), "a skill that is not on the sheet cannot be rolled");
        }
        match blow.mode {
            Mode::Punch(_) if !fighter.is_free(0) && !fighter.is_free(1) => {
                refuse(rule!("GR-090"), "a punch takes a free hand")
            }
            Mode::Kick(_) if fighter.is_crippled(LEGS) => refuse(rule!("GR-R85"), "a crippled leg does not kick"),
            Mode::Kick(_) if matches!(fighter.posture, Posture::Kneeling | Posture::Sitting) => {
                refuse(rule!("GR-092"), "a kick takes a foot that is free")
            }
            _ => Ok(()),
        }
    }
}
