//! Chapters that are still to come. Each function moves to its chapter's file.
#![allow(missing_docs, unused_variables, clippy::unused_self)]

use crate::Dfrpg;
use crate::attack::Outcome;
use crate::decision::*;
use crate::scene::{Fight, Scene};
use crate::state::Posture;
use affray_core::grid::Facing;
use affray_core::referee::{CombatantId, Refusal, Referee};
use affray_core::tally::Tally;

// grapple.rs, close.rs
impl Scene<'_> {
    pub fn is_grabbed(self, who: CombatantId) -> bool { false }
    pub fn is_pinned(self, who: CombatantId) -> bool { false }
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
// blows: critical.rs, objects.rs, knockback.rs
impl<R: Referee<Dfrpg>> Fight<'_, R> {
    pub fn knock_back(&mut self, by: CombatantId, who: CombatantId, hexes: i32) -> Result<(), R::Pause> { Ok(()) }
    pub fn after_drop(&mut self, who: CombatantId, strike: &Strike, outcome: Outcome) -> Result<(), R::Pause> { Ok(()) }
}
// movement.rs
impl Scene<'_> {
    pub fn may_finish_with(self, who: CombatantId, maneuver: &Maneuver) -> (u8, bool) { (0, false) }
    pub fn add_dx_modifiers<T: Tally>(self, score: &mut T, who: CombatantId) {}
}
impl<R: Referee<Dfrpg>> Fight<'_, R> {
    pub fn retreat(&mut self, who: CombatantId, side: Facing) {}
    pub fn step(&mut self, who: CombatantId, after: bool) -> Result<bool, R::Pause> { Ok(false) }
    pub fn step_after(&mut self, who: CombatantId, stepped: bool) -> Result<(), R::Pause> { Ok(()) }
    pub fn step_or_turn(&mut self, who: CombatantId) -> Result<(), R::Pause> { Ok(()) }
    pub fn half_move(&mut self, who: CombatantId, forward_only: bool) -> Result<(), R::Pause> { Ok(()) }
    pub fn full_move(&mut self, who: CombatantId) -> Result<(), R::Pause> { Ok(()) }
    pub fn move_and_attack(&mut self, who: CombatantId) -> Result<(), R::Pause> { Ok(()) }
    pub fn turn_to(&mut self, who: CombatantId, facing: Facing) {}
    pub fn take_posture(&mut self, who: CombatantId, posture: Posture) {}
    pub fn change_posture(&mut self, who: CombatantId, to: Posture, second: u8) {}
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

impl Scene<'_> {
    pub fn move_points(self, who: CombatantId) -> i32 { self.halved(who, i32::from(self.sheet(who).mv)) }
}
