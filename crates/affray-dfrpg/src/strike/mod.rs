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
use crate::decision::{Aim, AllOut, AttackFrom, AttackPlan, IncomingAttack, IncomingKind, NONE, Strike};
use crate::event::Event;
use crate::scene::{Fight, Scene};
use crate::sheet::{Damage, Location, Mode, ModeKind};
use crate::state::{Doing, ItemFlags};
use crate::turn::wait::Snapshots;
use affray_core::grid::Arc;
use affray_core::referee::{CombatantId, Referee, Why};
use affray_core::tally::Tally;
use damage::Blow;

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
        let incoming = self.scene().incoming_at(who, strike, dual == Some(true), &geometry);
        let bystanders = self.scene().bystanders(who, target, &geometry);
        // The roll to hit.
        let score: R::Tally = self.scene().attack_score_at(who, strike, plan, dual.is_some(), &geometry);
        self.spend_for_attack(who, strike, plan);
        let hit = self.roll_to_hit(who, strike, plan, &score)?;
        // The defense.
        let stopped = match hit {
            ToHit::Hit | ToHit::AlmostHit => self.defend(target, &incoming, strike.unseen)?,
            ToHit::Miss | ToHit::CriticalMiss | ToHit::Critical => None,
        };
        // Critical hit table, damage, location, armor, wound and its consequences.
        let outcome = match hit {
            ToHit::Miss | ToHit::CriticalMiss => Outcome::Missed,
            hit => {
                let aim = if hit == ToHit::AlmostHit { Aim::At(Location::Torso) } else { strike.aim };
                self.apply_hit(who, strike, aim, plan, hit == ToHit::Critical, &incoming, stopped)?
            }
        };
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
        self.spell_after_strike(who, strike, last);
        self.unready_after_attack(who, strike);
        self.settle_strike(before)?;
        Ok(outcome)
    }

    /// `DF-170` `DF-R07` The declaration of a strike; whether it comes to the roll to hit.
    fn declare_strike(
        &mut self,
        who: CombatantId,
        strike: &Strike,
        plan: &AttackPlan,
        dual: bool,
    ) -> Result<bool, R::Pause> {
        let Strike { target, mode, aim, .. } = *strike;
        if !self.scene().has_means(who, mode) || self.state.fighters.len() <= target.index() {
            return Ok(false);
        }
        let kind = match self.scene().mode(who, mode) {
            Some(_) => IncomingKind::Strike,
            None => self.scene().held_spell_kind(who, mode).unwrap_or(IncomingKind::Strike),
        };
        let spell = self.scene().held_by_mode(who, mode).map_or(NONE, |(held, _)| held.spell);
        self.tell(Event::Attacks { who, target, mode, spell, aim, kind });
        let forestalled = self.anybody_waits() && self.is_forestalled(who, strike, plan, dual)?;
        if forestalled {
            self.tell(Event::Interrupted { who });
        }
        Ok(!forestalled)
    }

    /// `DF-R07` The Waits for an attack, and whether it is lost: if they made it illegal. An attack that a game master
    /// allowed goes on.
    #[cold]
    fn is_forestalled(
        &mut self,
        who: CombatantId,
        strike: &Strike,
        plan: &AttackPlan,
        dual: bool,
    ) -> Result<bool, R::Pause> {
        if !self.is_attack_awaited(who, strike.target) {
            return Ok(false);
        }
        let was_legal = self.scene().judge_strike(who, strike, plan, dual).is_ok();
        if !self.checkpoint_attack(who, strike.target)? {
            return Ok(false);
        }
        let goes_on = self.can_go_on(who) && self.scene().has_means(who, strike.mode);
        Ok(!goes_on || was_legal && self.scene().judge_strike(who, strike, plan, dual).is_err())
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
        if matches!(fighter.doing, Doing::Aiming(_)) {
            fighter.doing = Doing::Nothing;
        }
        let Some((kind, Some(item))) = mode else { return };
        // DF-262: it matters only for unbalanced weapons.
        if unbalanced {
            fighter.attacked |= fighter.bit(item);
        }
        match kind {
            // DF-242: no Ready is due where a reload takes none.
            ModeKind::Missile if !reloads_itself => {
                if let Some(state) = self.state.item_mut(who, item) {
                    state.shots = state.shots.saturating_sub(1);
                }
            }
            // DF-R92: the weapon leaves the hand, and lies where it was thrown.
            ModeKind::Thrown => self.drop_item_at(who, item, target_at),
            _ => {}
        }
    }

    /// `DF-195` `DF-197` `DF-302` `DF-R28` The roll to hit, and what a critical miss costs.
    fn roll_to_hit(
        &mut self,
        who: CombatantId,
        strike: &Strike,
        plan: &AttackPlan,
        score: &R::Tally,
    ) -> Result<ToHit, R::Pause> {
        let target = strike.target;
        let strays = location::strays_to_torso(strike.aim);
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

    /// `DF-268` `DF-R35` `DF-184` A strike that hit lands, unless a defense stopped it: on its target, on one of the
    /// target's items, or on a lifted foe that was put in its way and has no defense.
    ///
    /// # Errors
    /// What the referee lacks.
    #[allow(clippy::too_many_arguments, reason = "a strike with all that was found out about it")]
    pub fn apply_hit(
        &mut self,
        who: CombatantId,
        strike: &Strike,
        aim: Aim,
        plan: &AttackPlan,
        critical: bool,
        incoming: &IncomingAttack,
        stopped: Option<Outcome>,
    ) -> Result<Outcome, R::Pause> {
        let (strike, outcome) = match stopped {
            None => (Strike { aim, ..*strike }, Outcome::Hit),
            Some(Outcome::Redirected(foe)) => {
                self.tell(Event::Shields { who: strike.target, foe });
                (Strike { target: foe, aim: aim_at_another(aim), ..*strike }, Outcome::Redirected(foe))
            }
            Some(outcome) => return Ok(outcome),
        };
        let Some(mode) = self.scene().mode(who, strike.mode) else {
            self.land_spell(who, &strike, critical, incoming)?;
            return Ok(outcome);
        };
        let blow = self.scene().blow(&strike, mode, plan, critical, incoming);
        match strike.aim {
            Aim::Damage(item) => self.damage_item(&blow, item)?,
            Aim::Disarm(item) => self.disarm(&blow, &strike, item)?,
            _ => self.strike_home(&blow)?,
        }
        Ok(outcome)
    }

    /// `DF-R13` An unwieldy weapon is not ready after an attack.
    fn unready_after_attack(&mut self, who: CombatantId, strike: &Strike) {
        if let Some((item, thing)) = self.scene().item_of(who, strike.mode)
            && thing.unwieldy
            && self.state[who].hands.contains(&item)
        {
            self.state.set_item(who, item, ItemFlags::UNREADY);
            self.tell(Event::Unready { who, item });
        }
    }

    /// `DF-011` `DF-227` `DF-R113` After a kick of which any roll to hit missed, and after all other rolls of it: DX,
    /// or fall.
    fn kick_balance(&mut self, who: CombatantId, strike: &Strike) -> Result<(), R::Pause> {
        let kicks = self.scene().mode(who, strike.mode).is_some_and(|mode| mode.kind == ModeKind::Kick);
        if kicks && !self.state[who].posture.is_lying() && self.state[who].is_conscious() {
            let mut score = R::Tally::base(rule!("DF-227"), i32::from(self.scene().sheet(who).dx));
            self.scene().add_dx_modifiers(&mut score, who);
            if !self.succeeds(who, rule!("DF-227"), "balance", &score)? {
                self.fall_prone(who);
            }
        }
        Ok(())
    }

    /// `DF-R07` `DF-R51` After a strike: falls by a Retreat, one roll for all that disturbed a caster, and the Waits
    /// for wounds, falls and knockback.
    fn settle_strike(&mut self, mut before: Snapshots) -> Result<(), R::Pause> {
        if !self.is_anything_pending() {
            return Ok(());
        }
        self.settle_retreats(&mut before)?;
        self.settle_distractions()?;
        for before in before {
            self.checkpoint_changes(before)?;
        }
        Ok(())
    }

    /// Whether anybody waits, casts or is about to fall: else the end of an attack changes nothing more.
    #[inline]
    fn is_anything_pending(&self) -> bool {
        self.state
            .fighters
            .iter()
            .any(|fighter| fighter.retreat_fall != 0 || matches!(fighter.doing, Doing::Casting(_) | Doing::Waiting(_)))
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

    /// The blow that a strike deals.
    fn blow(self, strike: &Strike, mode: &Mode, plan: &AttackPlan, critical: bool, incoming: &IncomingAttack) -> Blow {
        let who = incoming.by;
        let far = mode.kind.is_ranged()
            && mode.half_range != 0
            && i32::from(mode.half_range) < self.distance(who, strike.target);
        Blow {
            by: who,
            target: strike.target,
            damage: self.strike_damage(who, strike.mode, plan).unwrap_or(mode.damage),
            kind: mode.damage_type,
            divisor: mode.divisor,
            aim: strike.aim,
            halved: far,
            critical,
            from_behind: incoming.arc == Arc::Rear,
            knocks_back: true,
        }
    }

    /// `DF-326` The damage of a strike, with the bonuses that its maneuver gives.
    pub fn strike_damage(self, who: CombatantId, mode: u16, plan: &AttackPlan) -> Option<Damage> {
        let mode = self.mode(who, mode)?;
        let mut damage = mode.damage;
        if plan.from == AttackFrom::AllOut(AllOut::Strong) && !mode.kind.is_ranged() {
            // DF-062: +2, or +1 per die if that is more.
            damage.add += i16::from(damage.dice.number).max(2);
        }
        // DF-096
        damage.add += i16::from(plan.thrust_bonus);
        Some(damage)
    }
}
