//! Melee maneuvers: two weapons, feints, charges, ripostes.
//!
//! Rules `GR-061` to `GR-084`, `GR-132`, `GR-136`; rulings `GR-R48`, `GR-R49`, `GR-R51`, `GR-R59`, `GR-R62`.

use crate::Graded;
use crate::check::Check;
use crate::decision::{Blow, Charge, Choice, From, ManeuverKind, NONE, Plan, Question, Side};
use crate::event::Event;
use crate::scene::{Fight, Scene};
use crate::sheet::{Class, Item, Size, Traits};
use crate::state::{Feint, Flags, Marks};
use affray_kernel::referee::{CombatantId, Referee, Refusal};
use affray_kernel::tally::Tally;

impl Scene<'_> {
    /// `GR-067` `GR-R62` Whether a combatant has a weapon for each hand that may strike together.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn judge_pair(self, who: CombatantId) -> Result<(), Refusal> {
        let fighter = self.fighter(who);
        let [main, off] = fighter.hands;
        let fits = |with: u8| {
            fighter.wields(with)
                && self.item(who, with).is_some_and(|item| {
                    item.is_melee() && item.hands == 1 && item.size <= Size::Medium && item.shield.is_none()
                })
        };
        if main != off && fits(main) && fits(off) {
            Ok(())
        } else {
            Err(Refusal::new(rule!("GR-067"), "that takes a small or medium weapon in either hand: ready another"))
        }
    }

    /// `GR-067` Whether a blow can be one of two.
    pub(crate) fn judge_two_weapons(self, who: CombatantId, blow: &Blow) -> Result<(), Refusal> {
        self.judge_pair(who)?;
        if self.fighter(who).struck == blow.with {
            return Err(Refusal::new(rule!("GR-067"), "one blow with each weapon"));
        }
        if blow.mode.is_unarmed() {
            return Err(Refusal::new(rule!("GR-R62"), "two weapons, and no fist"));
        }
        Ok(())
    }

    /// `GR-068` to `GR-070` What two weapons take off each blow.
    pub(crate) fn add_two_weapons<T: Tally>(self, score: &mut T, who: CombatantId, blow: &Blow) {
        let [main, off] = self.fighter(who).hands;
        let small = |with: u8| self.item(who, with).is_some_and(Item::is_small);
        let (rule, penalty) = match (small(main), small(off)) {
            (true, true) => (rule!("GR-068"), -1),
            (false, false) => (rule!("GR-068"), -4),
            _ if small(blow.with) => (rule!("GR-069"), -2),
            _ => (rule!("GR-069"), -4),
        };
        score.add(rule, penalty);
        let awkward = blow.with == off && !self.sheet(who).traits.has(Traits::AMBIDEXTERITY);
        score.add(rule!("GR-070"), if awkward { -4 } else { 0 });
    }

    /// `GR-074` Whether the target of a feint sees it: not behind its back, and not with both eyes blinded.
    pub(crate) fn is_seen_by(self, who: CombatantId, target: CombatantId) -> bool {
        let fighter = self.fighter(target);
        let blind = fighter.flags.has(Flags::BLIND_NEAR.union(Flags::BLIND_FAR));
        fighter.is_up() && !blind && self.side_attacked(target, who) != Side::Rear && self.sees(target, who)
    }

    /// `GR-071` `GR-R48` What a feint's target sets against it: the best of ready shield, weapons in hand, DX,
    /// Boxing and Brawling.
    fn against_feint<T: Tally>(self, who: CombatantId) -> T {
        let (sheet, fighter) = (self.sheet(who), self.fighter(who));
        let scores = self.scores(who);
        let mut best = sheet.best_unarmed();
        let mut consider = |skill: i32, name| {
            if skill > best.0 {
                best = (skill, name);
            }
        };
        for with in fighter.hands {
            if let Some(item) = self.item(who, with)
                && item.is_melee()
                && fighter.wields(with)
            {
                consider(item.skill, item.class.name());
            }
        }
        if self.ready_shield(who).is_some() {
            consider(sheet.shield, "shield");
        }
        let (skill, name) = best;
        let mut score = T::base(rule!("GR-071").named(name), skill);
        score.add(rule!("GR-R31"), -scores.loss);
        score.add(rule!("GR-194"), self.stun_penalty(who));
        score
    }
}

impl<R: Referee<Graded>> Fight<'_, R> {
    /// `GR-040` `GR-067` A blow with each of two weapons at one target.
    ///
    /// # Errors
    /// What the referee lacks.
    pub(crate) fn strike_twice(&mut self, who: CombatantId) -> Result<(), R::Pause> {
        let mut plan = Plan { from: From::TwoWeapons, only: NONE, with: NONE, number: 0 };
        let Some(blow) = self.attack(who, plan)? else { return Ok(()) };
        let [main, off] = self.state[who].hands;
        plan.only = blow.target.0;
        plan.with = if blow.with == main { off } else { main };
        plan.number = 1;
        if !self.is_stopped(who) && self.state[blow.target].is_up() {
            self.attack(who, plan)?;
        }
        Ok(())
    }

    /// `GR-071` to `GR-076`, `GR-075` among them: a feint is declared like an attack, a contest of skills. By how much it deceives.
    ///
    /// # Errors
    /// What the referee lacks.
    pub(crate) fn feint(&mut self, who: CombatantId, from: From, only: u8) -> Result<(), R::Pause> {
        let plan = Plan { from, only, with: NONE, number: 0 };
        let question = Question::Attack { who, plan };
        let Choice::Attack(Some(blow)) = self.ask(question)? else {
            self.forgo(who, &plan);
            return Ok(());
        };
        let target = blow.target;
        if target == who {
            return Ok(());
        }
        let (own, other): (R::Tally, R::Tally) =
            (self.scene().attack_score(who, &blow, &plan), self.scene().against_feint(target));
        let (amount, _) = self.contest((who, &own), (target, &other), rule!("GR-071"), "feint", |own, foe| {
            match own.check {
                // GR-073: a critical failure helps the target.
                Check::Fumble => -1,
                _ if own.margin < 0 => 0,
                _ => (own.margin - foe.max(0)).clamp(0, 20),
            }
        })?;
        let fighter = &mut self.state[who];
        fighter.feint = if amount == 0 { Feint::NONE } else { Feint { foe: target.0, amount: amount as i8 } };
        fighter.marks.set(Marks::FEINT_FRESH);
        self.tell(Event::Feints { who, target, amount });
        Ok(())
    }

    /// `GR-076` A feint prepares no shot and no rapid attack.
    pub(crate) fn discard_feint(&mut self, who: CombatantId) {
        self.state[who].feint = Feint::NONE;
    }

    /// `GR-077` `GR-081` What a charge does in the target's hex. Whether the charger may keep
    /// moving (`GR-104`).
    ///
    /// # Errors
    /// What the referee lacks.
    pub(crate) fn charge(&mut self, who: CombatantId, target: CombatantId, how: Charge) -> Result<bool, R::Pause> {
        let from = charging(how);
        let plan = Plan { from, only: target.0, with: NONE, number: 0 };
        match how {
            Charge::FeintAndSlam => self.feint(who, from, target.0)?,
            Charge::Attack | Charge::Strong | Charge::AttackAndSlam => {
                self.attack(who, plan)?;
            }
        }
        if matches!(how, Charge::AttackAndSlam | Charge::FeintAndSlam)
            && !self.is_stopped(who)
            && self.state[target].is_up()
            && self.state[who].at == self.state[target].at
        {
            return self.slam(who, target);
        }
        Ok(false)
    }

    /// `GR-132` `GR-136` `GR-R59` After a parry a fencer may riposte with the dagger in the off hand.
    ///
    /// # Errors
    /// What the referee lacks.
    pub(crate) fn offer_riposte(&mut self, who: CombatantId, target: CombatantId) -> Result<(), R::Pause> {
        let (scene, fighter) = (self.scene(), &self.state[who]);
        if !scene.sheet(who).traits.has(Traits::FENCING_DAGGER)
            || !matches!(fighter.maneuver, ManeuverKind::MultipleDefense | ManeuverKind::SingleDefense)
            || fighter.marks.has(Marks::RIPOSTED)
            || fighter.flags.any(Flags::UNCONSCIOUS.union(Flags::DEAD).union(Flags::INCAPACITATED))
        {
            return Ok(());
        }
        let with = fighter.hands[1];
        let dagger = scene.item(who, with).is_some_and(|item| item.class == Class::Knife && item.is_melee());
        let plan = Plan { from: From::Riposte, only: target.0, with, number: 0 };
        if !dagger || !fighter.wields(with) || scene.apart(who, target) > 1 || !scene.has_in_front(who, target) {
            return Ok(());
        }
        let question = Question::Riposte { who, target };
        if self.ask(question)? != Choice::Riposte(true) {
            return Ok(());
        }
        self.state[who].marks.set(Marks::RIPOSTED);
        self.attack(who, plan)?;
        Ok(())
    }
}

/// What an attack at the end of a charge is made as.
const fn charging(how: Charge) -> From {
    match how {
        Charge::Attack => From::Charge,
        Charge::Strong => From::ChargeStrong,
        Charge::AttackAndSlam => From::ChargeSlam,
        Charge::FeintAndSlam => From::ChargeFeint,
    }
}
