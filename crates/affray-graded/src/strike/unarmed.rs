//! Fist, foot and teeth.
//!
//! Rules `GR-090` to `GR-098`; rulings `GR-R38`, `GR-R53`, `GR-R83`.

use crate::decision::{Blow, Fist, From, Mode, Plan};
use crate::scene::Scene;
use crate::sheet::UNARMED;
use crate::state::{LEGS, Posture};
use affray_kernel::referee::{CombatantId, Refusal};

impl Scene<'_> {
    /// `GR-090` to `GR-093` `GR-R62` Whether a blow can be struck without a weapon: punches and kicks go with the
    /// maneuvers that say so, a bite with an Unarmed Attack only.
    pub(crate) fn judge_unarmed(self, who: CombatantId, plan: &Plan, blow: &Blow) -> Result<(), Refusal> {
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
        if plan.from == From::Attack || plan.from != From::Unarmed && blow.mode == Mode::Bite {
            return refuse(rule!("GR-R62"), "fist, foot and teeth strike in an Unarmed Attack");
        }
        match blow.mode {
            Mode::Punch(_) if !self.has_fist(who) => refuse(rule!("GR-090"), "a punch takes a free hand"),
            Mode::Kick(_) if fighter.is_crippled(LEGS) => refuse(rule!("GR-R85"), "a crippled leg does not kick"),
            Mode::Kick(_) if matches!(fighter.posture, Posture::Kneeling | Posture::Sitting) => {
                refuse(rule!("GR-092"), "a kick takes a foot that is free")
            }
            _ => Ok(()),
        }
    }
}
