//! One strike, from its declaration to its consequences.
//!
//! Rules `DF-170`, `DF-171`, `DF-195` to `DF-197`, `DF-227`, `DF-242`, `DF-262` and `DF-268`. Read [`Fight::strike`]
//! for the order in which dice fall (`DF-011`).

pub mod attack;
pub mod blast;
pub mod critical_miss;
pub mod damage;
pub mod defense;
pub mod geometry;
pub mod judge;
mod judge_defense;
pub mod objects;
pub mod options;
pub mod ranged;
pub mod to_hit;

use crate::Dfrpg;
use crate::body::location;
use crate::check::{Grade, THREE_DICE, grade};
use crate::decision::{Aim, AttackFrom, AttackPlan, IncomingKind, NONE, Strike};
use crate::event::{Event, Unreadied};
use crate::magic::missile::is_held_spell;
use crate::scene::{Fight, Scene};
use crate::sheet::{Location, ModeKind};
use crate::state::{Doing, Fighter, ItemFlags};
use crate::turn::wait::Snapshots;
use affray_kernel::referee::{CombatantId, Referee, Why};
use affray_kernel::tally::Tally;

/// The aim of a strike that reaches another combatant than its target: an item of the target is none of the other's.
pub(crate) const fn aim_at_another(aim: Aim) -> Aim {
    match aim {
        Aim::Damage(_) | Aim::Disarm(_) => Aim::At(Location::Torso),
        aim => aim,
    }
}

/// `DF-195` `DF-302` How a roll to hit came out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ToHit {
    Critical,
    Hit,
    /// By exactly one, where that strikes the torso.
    AlmostHit,
    Miss,
    CriticalMiss,
}

/// What became of an attack.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// The roll to hit failed.
    Missed,
    /// A dodge avoided it.
    Dodged,
    /// A parry, a block or a spell stopped it.
    Stopped,
    /// A lifted foe was put in the way, and is hit (`DF-R35`).
    Redirected(CombatantId),
    /// It hit.
    Hit,
}

impl<R: Referee<Dfrpg>> Fight<'_, R> {
    /// `DF-171` `DF-R73` `DF-R75` One strike, from its declaration to its consequences. `dual` is set for both strikes
    /// of a Dual-Weapon Attack, and says whether they are at one foe.
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn strike(
        &mut self,
        who: CombatantId,
        strike: &Strike,
        plan: &AttackPlan,
        dual: Option<bool>,
    ) -> Result<Outcome, R::Pause> {
        let target = strike.target;
        // The declaration, and the Waits that it triggers.
        if !self.declare_strike(who, strike, plan, dual.is_some())? {
            return Ok(Outcome::Missed);
        }
        let (before, stood) = (self.look_at_all(who, target), self.state[target].at);
        let geometry = self.scene().attack_geometry(who, target);
        let incoming = self.scene().incoming(who, strike, dual == Some(true), &geometry);
        let bystanders = self.scene().bystanders(who, target, &geometry);
        // The roll to hit.
        let score: R::Tally = self.scene().attack_score(who, strike, plan, dual.is_some(), &geometry);
        self.spend_for_attack(who, strike, plan);
        self.show_range(who, strike, geometry.distance);
        let hit = self.roll_to_hit(who, strike, plan, &score)?;
        // The defense.
        let outcome = match hit {
            ToHit::Miss | ToHit::CriticalMiss => Outcome::Missed,
            ToHit::Critical => Outcome::Hit,
            ToHit::Hit | ToHit::AlmostHit => self.defend(target, &incoming, strike.unseen)?,
        };
        // Critical hit table, damage, location, armor, wound and its consequences.
        let aim = if hit == ToHit::AlmostHit { Aim::At(Location::Torso) } else { strike.aim };
        if let Some(landed) = self.landed(&Strike { aim, ..*strike }, outcome) {
            self.strike_home(who, &landed, plan, hit == ToHit::Critical, &incoming)?;
        }
        // The attack goes on: the drop from above, others in the way, the attacker's balance, spell and weapon.
        if strike.drop.is_some() {
            self.after_drop(who, strike, outcome, stood)?;
        }
        let (mut missed, mut last) = (outcome == Outcome::Missed, outcome);
        // DF-R117: not after a critical miss.
        if matches!(outcome, Outcome::Missed | Outcome::Dodged)
            && hit != ToHit::CriticalMiss
            && let Some(stray) = self.stray(who, strike, plan, dual.is_some(), bystanders, &mut missed)?
        {
            last = stray;
        }
        if missed {
            self.kick_balance(who, strike)?;
        }
        if is_held_spell(strike.mode) {
            self.spell_after_strike(who, strike, last);
        }
        self.unready_after_attack(who, strike);
        self.settle_strike(before)?;
        Ok(outcome)
    }

    /// `DF-170` `DF-R07` The declaration of a strike, and the Waits for it; whether it comes to the roll to hit. It is
    /// lost if the Waits made it illegal; an attack that a game master allowed goes on.
    fn declare_strike(
        &mut self,
        who: CombatantId,
        strike: &Strike,
        plan: &AttackPlan,
        dual: bool,
    ) -> Result<bool, R::Pause> {
        let Strike { target, mode, aim, .. } = *strike;
        let scene = self.scene();
        if !scene.has_means(who, mode) || scene.state.fighters.len() <= target.index() {
            return Ok(false);
        }
        let kind = scene.held_spell_kind(who, mode).unwrap_or(IncomingKind::Strike);
        let spell = scene.held_by_mode(who, mode).map_or(NONE, |(held, _)| held.spell);
        self.tell(Event::Attacks { who, target, mode, spell, aim, kind });
        if !self.is_attack_awaited(who, target) {
            return Ok(true);
        }
        let was_legal = self.scene().judge_strike(who, strike, plan, dual).is_ok();
        if !self.checkpoint_attack(who, target)? {
            return Ok(true);
        }
        let goes_on = self.can_go_on(who)
            && self.scene().has_means(who, mode)
            && (!was_legal || self.scene().judge_strike(who, strike, plan, dual).is_ok());
        if !goes_on {
            self.tell(Event::Interrupted { who });
        }
        Ok(goes_on)
    }

    /// What the declaration uses up: the weapon's balance, the hand, a shot, an aim, a thrown weapon itself.
    fn spend_for_attack(&mut self, who: CombatantId, strike: &Strike, plan: &AttackPlan) {
        let scene = self.scene();
        let mode = scene.mode(who, strike.mode).map(|mode| (mode.kind, mode.item));
        let target_at = scene.fighter(strike.target).at;
        let reloads_itself = scene.item_of(who, strike.mode).is_some_and(|(_, item)| item.reload == 0);
        let busy = if plan.from == AttackFrom::MoveAndAttack { scene.hands_in_use(who, strike) } else { 0 };
        let unbalanced = scene.item_of(who, strike.mode).is_some_and(|(_, item)| item.unbalanced);
        let fighter = &mut self.state[who];
        // DF-103: that hand, or both of a two-handed weapon, cannot defend.
        fighter.busy_hands |= busy;
        // 1.4: the shot uses the aim up, and any other blow ends it.
        let mut wasted = false;
        if let Doing::Aiming(aim) = fighter.doing {
            fighter.doing = Doing::Nothing;
            let fits = (aim.mode, aim.target) == (strike.mode, strike.target.0);
            wasted = !fits || plan.from == AttackFrom::MoveAndAttack;
        }
        // DF-262: it matters only for unbalanced weapons.
        if unbalanced && let Some((_, Some(item))) = mode {
            fighter.attacked |= fighter.bit(item);
        }
        if wasted {
            self.tell(Event::AimLost { who });
        }
        let Some((kind, Some(item))) = mode else { return };
        match kind {
            // DF-242: no Ready is due where a reload takes none.
            ModeKind::Missile if !reloads_itself => {
                if let Some(state) = self.state.item_mut(who, item) {
                    let loaded = i32::from(state.shots);
                    state.shots = state.shots.saturating_sub(1);
                    if loaded > 0 && self.scene().item(who, item).is_some_and(|thing| thing.shots > 1) {
                        let mut shots = R::Tally::base(rule!("DF-242").named("loaded"), loaded);
                        shots.add(rule!("DF-242").named("shot"), -1);
                        self.referee.show(Why::new(who, rule!("DF-242"), "shots left"), &shots);
                    }
                }
            }
            // DF-R92: the weapon leaves the hand, and lies where it was thrown.
            ModeKind::Thrown => {
                self.put_there(who, item, target_at);
                self.tell(Event::Throws { who, item, at: target_at });
            }
            _ => {}
        }
    }

    /// `DF-033` `DF-195` `DF-197` `DF-302` `DF-R28` The roll to hit, and what a critical miss costs.
    fn roll_to_hit(
        &mut self,
        who: CombatantId,
        strike: &Strike,
        plan: &AttackPlan,
        score: &R::Tally,
    ) -> Result<ToHit, R::Pause> {
        let target = strike.target;
        let strays = location::strays_to_torso(strike.aim);
        if let Some(mode) = self.scene().mode(who, strike.mode).filter(|mode| mode.st_short != 0) {
            let mut short = R::Tally::base(rule!("DF-033").named("minimum ST"), mode.min_st.into());
            short.add(rule!("DF-033").named("own ST"), i32::from(mode.st_short - mode.min_st));
            self.referee.show(Why::new(who, rule!("DF-033"), "lack of ST"), &short);
        }
        let why = Why::new(who, rule!("DF-195"), "attack");
        let hit = self.referee.check(why, THREE_DICE, score, |roll, score| match grade(score, roll) {
            Grade::CriticalSuccess => ToHit::Critical,
            Grade::Success => ToHit::Hit,
            // DF-R28: by exactly one, and never on a critical miss.
            Grade::Failure if strays && roll == score + 1 => ToHit::AlmostHit,
            Grade::Failure => ToHit::Miss,
            Grade::CriticalFailure => ToHit::CriticalMiss,
        })?;
        match hit {
            ToHit::Critical => self.tell(Event::Hits { who, target, critical: true }),
            ToHit::Hit => self.tell(Event::Hits { who, target, critical: false }),
            ToHit::AlmostHit => {
                self.tell(Event::StraysToTorso { who });
                self.tell(Event::Hits { who, target, critical: false });
            }
            ToHit::Miss => self.tell(Event::Misses { who, target }),
            ToHit::CriticalMiss => {
                self.tell(Event::Misses { who, target });
                self.critical_miss_of(who, strike, plan)?;
            }
        }
        Ok(hit)
    }

    /// `DF-268` `DF-R35` The strike as it lands: on its target, or on a lifted foe that was put in its way and has no
    /// defense; `None` where it was missed or stopped.
    pub fn landed(&mut self, strike: &Strike, outcome: Outcome) -> Option<Strike> {
        match outcome {
            Outcome::Hit => Some(*strike),
            Outcome::Redirected(foe) => {
                self.tell(Event::Shields { who: strike.target, foe });
                Some(Strike { target: foe, aim: aim_at_another(strike.aim), ..*strike })
            }
            Outcome::Missed | Outcome::Dodged | Outcome::Stopped => None,
        }
    }

    /// `DF-R13` An unwieldy weapon is not ready after an attack.
    fn unready_after_attack(&mut self, who: CombatantId, strike: &Strike) {
        if let Some((item, thing)) = self.scene().item_of(who, strike.mode)
            && thing.unwieldy
            && self.state[who].hands.contains(&item)
        {
            self.state.set_item(who, item, ItemFlags::UNREADY);
            self.tell(Event::Unready { who, item, why: Unreadied::Unwieldy });
        }
    }

    /// `DF-011` `DF-227` `DF-R113` After a kick of which any roll to hit missed, and after all other rolls of it: DX,
    /// or fall.
    fn kick_balance(&mut self, who: CombatantId, strike: &Strike) -> Result<(), R::Pause> {
        let kicks = self.scene().mode(who, strike.mode).is_some_and(|mode| mode.kind == ModeKind::Kick);
        if kicks && !self.state[who].posture.is_lying() && self.state[who].is_conscious() {
            let mut score = R::Tally::base(rule!("DF-227").named("DX"), i32::from(self.scene().sheet(who).dx));
            self.scene().add_dx_modifiers(&mut score, who);
            if !self.succeeds(who, rule!("DF-227"), "balance", &score)? {
                self.fall_prone(who);
            }
        }
        Ok(())
    }

    /// `DF-R07` `DF-R51` After a strike: falls by a Retreat, one roll for all that disturbed a caster, and the Waits
    /// for wounds, falls and knockback.
    pub(crate) fn settle_strike(&mut self, mut before: Snapshots) -> Result<(), R::Pause> {
        let is_pending = |fighter: &Fighter| {
            fighter.retreat_fall != 0 || matches!(fighter.doing, Doing::Casting(_) | Doing::Waiting(_))
        };
        // Nearly always there is nothing to settle.
        if !self.state.fighters.iter().any(is_pending) {
            return Ok(());
        }
        self.settle_retreats(&mut before)?;
        self.settle_distractions()?;
        for before in before {
            self.checkpoint_changes(before)?;
        }
        Ok(())
    }
}

impl Scene<'_> {
    /// The hands that a strike is made with, as bits: all that hold the weapon, or the staff with the spell.
    fn hands_in_use(self, who: CombatantId, strike: &Strike) -> u8 {
        if let Some((item, _)) = self.striking_item(who, strike.mode) {
            return self.hands_with(who, item);
        }
        let hand = match self.mode(who, strike.mode) {
            Some(mode) if mode.kind == ModeKind::Punch => Some(if strike.hand == NONE { 0 } else { strike.hand }),
            Some(_) => None,
            None => crate::magic::missile::hand_of_mode(strike.mode),
        };
        hand.and_then(|hand| 1u8.checked_shl(u32::from(hand))).unwrap_or(0)
    }
}
