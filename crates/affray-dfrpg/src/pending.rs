//! Chapters that are still to come. Each function moves to its chapter's file.
#![allow(missing_docs, unused_variables, clippy::unused_self)]

use crate::Dfrpg;
use crate::decision::*;
use crate::scene::{Fight, Scene};
use affray_core::grid::Facing;
use affray_core::referee::{CombatantId, Refusal, Referee};

// grapple.rs, close.rs
impl Scene<'_> {
    pub fn is_grabbed(self, who: CombatantId) -> bool { false }
    pub fn is_pinned(self, who: CombatantId) -> bool { false }
    pub fn weight_of(self, who: CombatantId) -> i32 { self.sheet(who).load }
    pub fn holds_liftable(self, who: CombatantId, hand: u8) -> bool { false }
    pub fn judge_block_with_foe(self, who: CombatantId) -> Result<(), Refusal> { Ok(()) }
    pub fn controls_side(self, who: CombatantId, side: Facing) -> bool { true }
}
impl<R: Referee<Dfrpg>> Fight<'_, R> {
    pub fn redirect_to_lifted(&mut self, who: CombatantId, attack: &Incoming) -> Result<(), R::Pause> { Ok(()) }
    pub fn close_attack(&mut self, who: CombatantId, attack: &Attack, plan: &AttackPlan) -> Result<Option<CombatantId>, R::Pause> { Ok(None) }
    pub fn stray(&mut self, who: CombatantId, strike: &Strike, plan: &AttackPlan) -> Result<(), R::Pause> { Ok(()) }
    pub fn is_suffocating(&self, who: CombatantId) -> bool { false }
}
// grapple.rs
impl Scene<'_> {
    pub fn judge_close_attack(self, who: CombatantId, attack: &Attack, plan: &AttackPlan) -> Result<(), Refusal> { Ok(()) }
    pub fn close_attack_options(self, who: CombatantId, plan: &AttackPlan, into: &mut Vec<Choice>) {}
    pub fn judge_lift(self, who: CombatantId, victim: CombatantId) -> Result<(), Refusal> { Ok(()) }
}
impl<R: Referee<Dfrpg>> Fight<'_, R> {
    pub fn lift(&mut self, who: CombatantId, victim: CombatantId) -> Result<(), R::Pause> { Ok(()) }
}
