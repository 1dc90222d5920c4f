//! Attacks: one strike from its declaration to its end.
//!
//! Rules `G4-005`, `G4-112`, `G4-119`, `G4-127` to `G4-141`; rulings `G4-R12`, `G4-R18`, `G4-R41`, `G4-R52`
//! and `G4-R61`. Read
//! [`Fight::strike`] first: it calls each step by its name, in the order of part 1.4 of the ledger.
//!
//! | step | module |
//! | --- | --- |
//! | what is declared, as plain values | [`values`] |
//! | which attacks may be declared | [`declare`] |
//! | the roll to hit | [`to_hit`], [`mod@line`] |
//! | missed attacks that may hit others | [`stray`] |
//! | active defenses | [`defense`] |
//! | critical hits and misses | [`critical`] |
//! | damage and wounds | [`crate::body`] |
//! | two attacks for one | [`trade`] |
//! | disarming, breaking weapons | [`weapon`] |
//! | slams and shield rushes | [`slam`] |

pub mod critical;
pub mod declare;
pub mod defense;
pub mod line;
pub mod slam;
pub mod stray;
pub mod to_hit;
pub mod trade;
pub mod values;
pub mod weapon;

use crate::Gurps4;
use crate::body::damage::DamageRoll;
use crate::check::{THREE_DICE, grade};
use crate::decision::{
    AllOut, Attack, Choice, DefenseKind, FeintAt, FeintUse, Form, From, IncomingAttack, NO_MODE, Plan, Question,
    Strike, Trade,
};
use crate::event::{AimLoss, AttackResult, Event, Forgone, Lost};
use crate::maneuver::wait::Happening;
use crate::scene::{Fight, Scene};
use crate::sheet::{Flight, ItemId, ItemKind};
use crate::state::{Aimed, Feinted};
use affray_3d6::check::Grade;
use affray_3d6::damage::{Damage, DamageType};
use affray_3d6::text::Basis;
use affray_grid::Arc;
use affray_kernel::referee::{CombatantId, Referee, Refusal, Why};
use affray_kernel::tally::Tally;

impl<R: Referee<Gurps4>> Fight<'_, R> {
    /// `G4-127` `G4-133` `G4-274` The attacks of a maneuver, each declared when its time has come.
    ///
    /// # Errors
    /// The input that the referee lacks.
    pub fn attack(&mut self, who: CombatantId, plan: Plan) -> Result<(), R::Pause> {
        let mut plan = plan;
        let mut forgone = Forgone::Attack;
        loop {
            let Choice::Attack(attack) = self.ask(Question::Attack { who, plan })? else {
                return Ok(());
            };
            match attack {
                Attack::None => {
                    // G4-119: an aim is for an attack that is made.
                    self.forgo(who, forgone, Question::Attack { who, plan });
                    self.lose_aim(who, AimLoss::Maneuver);
                    return Ok(());
                }
                Attack::One(strike) => {
                    self.recover_before(who, &strike);
                    self.pay_for(who, &strike);
                    self.strike(who, &strike, &plan, Trade::None)?;
                }
                Attack::Dual(first, second) => {
                    plan.traded = true;
                    let same = first.target == second.target;
                    let hand = |off| Trade::Dual { off, same };
                    self.tell(Event::Trades { who, rapid: false });
                    self.traded(who, &plan, [(&first, hand(false)), (&second, hand(true))])?;
                }
                Attack::Rapid(first, second) => {
                    plan.traded = true;
                    self.tell(Event::Trades { who, rapid: true });
                    self.traded(who, &plan, [(&first, Trade::Rapid), (&second, Trade::Rapid)])?;
                }
            }
            if plan.more == 0 || !self.can_go_on(who) {
                return Ok(());
            }
            plan.more -= 1;
            forgone = Forgone::FurtherAttack;
        }
    }

    /// Tells that something is not made, and whether it could have been: `question` is what was asked.
    pub(crate) fn forgo(&mut self, who: CombatantId, what: Forgone, question: Question) {
        let scene = Scene { setup: self.setup, state: self.state };
        self.referee.tell(|| {
            let mut options = Vec::new();
            crate::judge::options(scene, &question, &mut options);
            let none = |option: &Choice| matches!(option, Choice::Attack(Attack::None) | Choice::Feint(None));
            let chosen = !options.iter().all(none);
            Event::Forgoes { who, what, chosen, why: if chosen { None } else { scene.why_forgone(who, &question) } }
        });
    }

    /// `G4-112` Rapid Recovery before an attack.
    pub(crate) fn recover_before(&mut self, who: CombatantId, strike: &Strike) {
        if strike.recover
            && let Some(mode) = self.scene().mode(who, strike.mode)
        {
            let item = mode.item;
            self.recover(who, item);
        }
    }

    /// `G4-R41` One attack, whose extra effort is paid for: from its declaration to its end.
    ///
    /// # Errors
    /// The input that the referee lacks.
    pub fn strike(&mut self, who: CombatantId, strike: &Strike, plan: &Plan, trade: Trade) -> Result<(), R::Pause> {
        let target = strike.target;
        // The declaration. Whoever waits for it comes first (G4-R18).
        self.tell(Event::Attacks { who, strike: *strike });
        if !self.can_go_on(who) {
            return Ok(());
        }
        if self.checkpoint(who, Happening::Attacks(target))? && !self.still_attacks(who, strike, plan, trade) {
            return Ok(());
        }
        if strike.form == Form::BreakFree {
            return self.break_free(who);
        }

        // The roll to hit.
        if self.scene().is_ranged(who, strike) {
            let yards: R::Tally = self.scene().range_and_speed(who, target);
            self.referee.show(Why::new(who, rule!("G4-204"), "range"), &yards);
        }
        let skill: R::Tally = self.scene().attack_score(who, strike, plan, trade);
        let incoming = self.scene().incoming(who, strike, trade);
        self.spend_on_attack(who, strike);
        let why = Why::new(who, rule!("G4-001"), "attack");
        let read = |roll, skill| attack_result(roll, skill, strike.telegraphic);
        let result = self.referee.check(why, THREE_DICE, &skill, read)?;
        self.tell(Event::Strikes { who, target, result });
        self.spend_shot(who, strike);

        // The defense: against a hit that is not critical (G4-241).
        let from = self.state[target].at;
        let stopped = if result == AttackResult::Hit { self.defend(target, &incoming)? } else { None };
        let retreated = self.state[target].at != from;

        // What comes of it.
        let critical = result == AttackResult::Critical;
        match (result, stopped, strike.form) {
            (AttackResult::CriticalMiss, ..) => self.critical_miss(who, strike, plan)?,
            (AttackResult::Miss, ..) => self.miss(who, strike, plan, skill.total())?,
            (_, Some(DefenseKind::Dodge), Form::Slam | Form::ShieldRush) => self.slam_past(who, target, from, plan)?,
            (_, Some(_), _) => {}
            (_, None, Form::Blow) => self.land_blow(who, strike, plan, critical)?,
            (_, None, Form::Disarm(held)) => self.disarm(who, strike, held)?,
            (_, None, Form::Break(held)) => self.break_weapon(who, strike, plan, held, critical)?,
            (_, None, Form::Slam | Form::ShieldRush) => self.slam(who, strike, plan, critical)?,
            (_, None, Form::Grapple) => self.grapples(who, target),
            (_, None, Form::BreakFree) => {}
        }
        self.after_strike(who, strike);
        self.look_at_retreat(target, retreated)
    }

    /// `G4-R61` A Retreat can trigger a Wait, once the attack that it was made against is over.
    ///
    /// # Errors
    /// The input that the referee lacks.
    pub(crate) fn look_at_retreat(&mut self, who: CombatantId, retreated: bool) -> Result<(), R::Pause> {
        if retreated && self.state[who].is_up() {
            self.checkpoint(who, Happening::Moves)?;
        }
        Ok(())
    }

    /// `G4-R18` Whether an attack that somebody interrupted is still possible; says so if it is not.
    fn still_attacks(&mut self, who: CombatantId, strike: &Strike, plan: &Plan, trade: Trade) -> bool {
        // A weapon that was readied for it is ready.
        let ready = Strike { recover: false, ..*strike };
        if !self.can_go_on(who) {
            self.tell(Event::Wasted { who, second: false, why: Lost::Hindered });
            return false;
        }
        let still = self.scene().judge_paid(who, &ready, plan, trade);
        if let Err(refusal) = &still {
            self.tell(Event::Wasted { who, second: false, why: self.scene().why_lost(who, strike, refusal) });
        }
        still.is_ok()
    }

    /// `G4-119` `G4-R12` Uses up the margin of a Feint and the aim.
    fn spend_on_attack(&mut self, who: CombatantId, strike: &Strike) {
        let fighter = &mut self.state[who];
        if fighter.feint.foe == strike.target.0 {
            fighter.feint = Feinted::NONE;
        }
        fighter.aim = Aimed::NONE;
    }

    /// `G4-R52` Uses up the shot, once it is shot.
    fn spend_shot(&mut self, who: CombatantId, strike: &Strike) {
        let shoots = self.scene().flight(who, strike).is_some();
        let item = self.scene().mode(who, strike.mode).map(|mode| mode.item);
        if let Some(item) = item.filter(|&item| shoots && self.scene().item(who, item).is_some()) {
            let state = self.state.item_mut(who, item);
            if state.shots != 0 {
                state.shots -= 1;
                let left = state.shots.into();
                self.tell(Event::Shoots { who, item, left });
            }
        }
    }

    /// `G4-112` `G4-R52` After the attack: what was thrown lies there, what is unwieldy is unready.
    fn after_strike(&mut self, who: CombatantId, strike: &Strike) {
        if strike.form.is_bodily() {
            return;
        }
        let Some(mode) = self.scene().mode(who, strike.mode) else { return };
        let (item, thrown) = (mode.item, mode.ranged.is_some_and(|ranged| ranged.flight == Flight::Thrown));
        if thrown {
            let at = self.state[strike.target].at;
            if self.state[who].holds(item) {
                crate::maneuver::ready::put_down(self.state, who, item, at);
                self.tell(Event::Drops { who, item, at });
            }
            return;
        }
        if self.scene().arm(who, item).is_some_and(|item| item.unready_after_attack) {
            self.unready(who, item);
        }
        if strike.recover_after && self.can_go_on(who) && self.scene().judge_recovery(who, item).is_ok() {
            self.recover(who, item);
        }
    }
}

/// `G4-002` `G4-004` Whether a roll is a critical failure, or a success.
use affray_3d6::check::{fails_critically, succeeded};

/// `G4-005` Reads a roll to hit: criticals look at the final effective skill. `G4-141` A Telegraphic Attack is judged for criticals without its bonus.
pub(crate) const fn attack_result(roll: i32, skill: i32, telegraphic: bool) -> AttackResult {
    let judged = if telegraphic { skill - 4 } else { skill };
    if matches!(grade(judged, roll), Grade::CriticalSuccess) {
        AttackResult::Critical
    } else if fails_critically(judged, roll) {
        AttackResult::CriticalMiss
    } else if succeeded(skill, roll) {
        AttackResult::Hit
    } else {
        AttackResult::Miss
    }
}

/// `G4-128` `G4-132` The bonus to damage of a Mighty Blow or an All-Out Attack (Strong): 2, or 1 a die.
pub(crate) const fn strength(damage: Damage) -> i16 {
    if damage.dice.number < 2 { 2 } else { damage.dice.number as i16 }
}

impl Scene<'_> {
    /// Why an attack that was declared is lost.
    pub(crate) fn why_lost(self, who: CombatantId, strike: &Strike, refusal: &Refusal) -> Lost {
        let target = strike.target;
        let yards =
            if self.is_ranged(who, strike) { self.distance(who, target) } else { self.blow_distance(who, target) };
        match Lost::from(refusal) {
            _ if self.fighter(target).is_dead() => Lost::Dead,
            Lost::Distance(_) if self.arc_to(who, strike.target) == Arc::Front => Lost::Distance(yards),
            Lost::Distance(_) => Lost::Behind,
            other => other,
        }
    }

    /// `G4-102` `G4-127` `G4-R52` What of a combatant itself keeps it from an attack or a Feint against any foe: it has no
    /// weapon in hand that could be used, or each that it has is kept from a foe by the same.
    fn why_forgone(self, who: CombatantId, question: &Question) -> Option<Lost> {
        let armed = self.arms(who).any(|arm| self.item(who, arm).is_some_and(|item| item.kind == ItemKind::Weapon));
        let in_hand = |arm: ItemId| self.fighter(who).holds(arm) && self.item(who, arm).is_some();
        let mut reasons = Vec::new();
        for foe in self.foes(who) {
            for arm in self.arms(who).filter(|&arm| in_hand(arm)) {
                match *question {
                    Question::Attack { plan, .. } => {
                        for (mode, _) in self.setup.modes_of(who, arm) {
                            let strike = Strike::plain(mode, foe);
                            let judged = self.judge_attack(who, &plan, &Attack::One(strike));
                            reasons.extend(judged.err().map(|refusal| self.why_lost(who, &strike, &refusal)));
                        }
                    }
                    Question::Feint { .. } => {
                        // A shield feints at nobody.
                        if self.item(who, arm).is_none_or(|item| item.reach == 0) {
                            continue;
                        }
                        let unready = self.judge_weapon(who, arm, rule!("G4-122")).is_err();
                        let judged = self.judge_feint(who, &FeintAt { with: arm, target: foe });
                        let why = |refusal| if unready { Lost::Weapon } else { Lost::from(&refusal) };
                        reasons.extend(judged.err().map(why));
                    }
                    _ => {}
                }
            }
        }
        let own = |why: Lost| matches!(why, Lost::Prone | Lost::Weapon | Lost::Hands | Lost::Held);
        match reasons.first() {
            None if self.foes(who).next().is_none() => Some(Lost::NoFoe),
            None if armed => Some(Lost::Weapon),
            Some(&first) if own(first) && reasons.iter().all(|&why| why == first) => Some(first),
            _ => None,
        }
    }

    /// `G4-242` to `G4-244` `G4-R44` An attack as its target sees it.
    pub(crate) fn incoming(self, who: CombatantId, strike: &Strike, trade: Trade) -> IncomingAttack {
        let flight = self.flight(who, strike);
        let target = strike.target;
        let feint = self.fighter(who).feint;
        let feint = if strike.feint == FeintUse::Defense && feint.foe == target.0 { feint.margin } else { 0 };
        IncomingAttack {
            by: who,
            mode: if strike.form.is_bodily() { NO_MODE } else { strike.mode },
            form: strike.form,
            arc: self.arc_to(target, who),
            behind: self.fighter(who).behind & 1 << (target.0 & 63) != 0,
            flight,
            distance: self.distance(who, target) as i16,
            deceptive: (-(i16::from(strike.deceptive) / 2)).max(0) as i8,
            telegraphic: strike.telegraphic,
            feint,
            dual: matches!(trade, Trade::Dual { same: true, .. }),
            unaware: strike.situation.unaware || flight.is_some() && self.is_blind(target),
        }
    }

    /// `G4-031` `G4-128` `G4-132` `G4-310` The damage of a strike, with every bonus.
    pub fn damage_of(self, who: CombatantId, strike: &Strike, plan: &Plan) -> DamageRoll {
        let (damage, by_strength, kind, swings) = match self.mode(who, strike.mode) {
            Some(mode) if !strike.form.is_bodily() => {
                (mode.damage, mode.strength, mode.kind, matches!(mode.text.basis, Basis::Swing))
            }
            _ => {
                let thrust = self.sheet(who).thrust;
                (thrust, thrust.add, DamageType::Crushing, false)
            }
        };
        let bonus = strength(damage);
        DamageRoll {
            mighty: if strike.mighty { bonus } else { 0 },
            strong: if plan.from == From::AllOut(AllOut::Strong) { bonus } else { 0 },
            swings,
            ..DamageRoll::of(damage, by_strength, kind)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whatever amount a game master lets through.
    #[test]
    fn any_amount_of_deception_can_be_carried_out() {
        let text = "ruleset = 'gurps4'\n[[combatant]]\nname = 'A'\nsheet = 'ana'\nat = [0, 0]\n\
            [[combatant]]\nname = 'O'\nsheet = 'ork'\nat = [1, 0]\nfacing = 'W'\n";
        let source = affray_files::Source::new("scene", text);
        let loaded = crate::files::Scenario::read(&source, &affray_files::no_files).expect("the scene is sound");
        let scene = Scene { setup: loaded.setup(), state: loaded.start() };
        for (amount, levels) in [(i8::MIN, 64), (-6, 3), (-5, 2), (0, 0), (4, 0), (i8::MAX, 0)] {
            let strike = Strike { deceptive: amount, ..Strike::plain(0, CombatantId(1)) };
            assert_eq!(scene.incoming(CombatantId(0), &strike, Trade::None).deceptive, levels, "{amount}");
        }
    }

    #[test]
    fn telegraphic_attacks_are_judged_without_their_bonus() {
        // G4-E38: Ork, 12 + 4.
        assert_eq!(attack_result(6, 16, true), AttackResult::Hit);
        assert_eq!(attack_result(17, 16, true), AttackResult::CriticalMiss);
        assert_eq!(attack_result(16, 16, true), AttackResult::Hit);
        assert_eq!(attack_result(17, 16, false), AttackResult::Miss);
        assert_eq!(attack_result(6, 16, false), AttackResult::Critical);
        assert_eq!(attack_result(17, 17, false), AttackResult::Miss, "G4-E33");
    }
}
