//! Attacks: what may be declared, and how one is carried out.
//!
//! Rules `G4-008`, `G4-085`, `G4-086`, `G4-102`, `G4-127` to `G4-141`, `G4-145` to `G4-147`, `G4-313`, `G4-324`;
//! rulings `G4-R12` to `G4-R14`, `G4-R45`, `G4-R49`, `G4-R51` and `G4-R52`. Read [`Fight::strike`] for the
//! order in which things happen.

use crate::Gurps4;
use crate::check::{THREE_DICE, grade};
use crate::damage::Blow;
use crate::decision::{
    AllOut, Attack, Choice, DefenseKind, FeintUse, Form, From, Incoming, NONE, Plan, Question, Strike, Trade,
};
use crate::event::{AttackResult, Event};
use crate::scene::{Fight, Scene};
use crate::sheet::{Flight, LOCATIONS, MOST_ITEMS};
use crate::state::{Aimed, Feinted, ItemFlags, Posture};
use crate::to_hit::FARTHEST;
use crate::wait::Happening;
use affray_3d6::check::{Grade, fails_critically, succeeded};
use affray_3d6::damage::{Damage, DamageType};
use affray_3d6::location::Location;
use affray_core::grid::Arc;
use affray_core::referee::{CombatantId, Referee, Refusal, Why};
use affray_core::rules::RuleId;
use affray_core::tally::{Sum, Tally};

/// `G4-005` Reads a roll to hit: criticals look at the final effective skill. `G4-141` A Telegraphic Attack is judged for criticals without its bonus.
const fn attack_result(roll: i32, skill: i32, telegraphic: bool) -> AttackResult {
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

/// `G4-128` `G4-132` What a Mighty Blow or an All-Out Attack (Strong) adds to damage: 2, or 1 a die.
pub(crate) const fn strength(damage: Damage) -> i16 {
    if damage.dice.number < 2 { 2 } else { damage.dice.number as i16 }
}

impl Scene<'_> {
    /// `G4-127` `G4-R30` Whether a weapon can be used: in hand, ready and whole, or a part of the body.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn judge_weapon(self, who: CombatantId, item: u8, rule: RuleId) -> Result<(), Refusal> {
        let Some(arm) = self.arm(who, item) else {
            return Err(Refusal::impossible(rule, "there is no such weapon"));
        };
        if arm.is_natural() {
            return Ok(());
        }
        let fighter = self.fighter(who);
        if !fighter.holds(item) {
            return Err(Refusal::new(rule, "that weapon is not in hand"));
        }
        let state = fighter.items[item as usize & 7];
        if state.flags.has(ItemFlags::DISABLED) {
            return Err(Refusal::new(rule!("G4-R30"), "that weapon is disabled"));
        }
        if state.flags.has(ItemFlags::UNREADY) {
            return Err(Refusal::new(rule, "that weapon is not ready: a Ready, or Rapid Recovery"));
        }
        Ok(())
    }

    /// Whether an attack may be declared.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn judge_attack(self, who: CombatantId, plan: &Plan, attack: &Attack) -> Result<(), Refusal> {
        let refuse = |rule, message: &'static str| Err(Refusal::new(rule, message));
        match attack {
            Attack::None => return Ok(()),
            Attack::One(strike) => self.judge_possible(who, strike)?,
            Attack::Dual(first, second) | Attack::Rapid(first, second) => {
                self.judge_possible(who, first)?;
                self.judge_possible(who, second)?;
            }
        }
        match attack {
            Attack::None => Ok(()),
            Attack::One(strike) => {
                if plan.slam && !strike.form.is_slam() {
                    return refuse(rule!("G4-295"), "full Move in an All-Out Attack is for a Slam or Shield Rush");
                }
                self.judge_strike(who, strike, plan, Trade::None, 0)
            }
            Attack::Dual(first, second) => self.judge_dual(who, plan, first, second),
            Attack::Rapid(first, second) => self.judge_rapid(who, plan, first, second),
        }
    }

    /// Whether there is at all what a strike names. What is not there no game master can allow, so it is looked at
    /// before everything else.
    ///
    /// # Errors
    /// What there is not.
    fn judge_possible(self, who: CombatantId, strike: &Strike) -> Result<(), Refusal> {
        let none = |rule, message: &'static str| Err(Refusal::impossible(rule, message));
        if !self.exists(strike.target) || strike.target == who {
            return none(rule!("G4-127"), "there is no such target");
        }
        if LOCATIONS <= strike.at as usize {
            return none(rule!("G4-313"), "there is no such location here");
        }
        if !strike.form.is_bodily() && self.mode(who, strike.mode).is_none() {
            return none(rule!("G4-127"), "there is no such mode");
        }
        if strike.form.held().is_some_and(|held| self.arm(strike.target, held).is_none()) {
            return none(rule!("G4-280"), "the target has no such weapon");
        }
        Ok(())
    }

    /// `G4-270` `G4-274` `G4-R26` `G4-R45` Whether one attack can be traded for two.
    pub(crate) fn judge_trade(self, plan: &Plan) -> Result<(), Refusal> {
        let refuse = |rule, message: &'static str| Err(Refusal::new(rule, message));
        if !self.setup.options.forms {
            return refuse(rule!("G4-R45"), "the optional attack forms are not in use here");
        }
        if plan.traded {
            return refuse(rule!("G4-274"), "one attack a turn can be traded for two");
        }
        if let From::Charge { .. } = plan.from {
            return refuse(rule!("G4-R26"), "a Charge Attack is one attack");
        }
        if plan.slam {
            return refuse(rule!("G4-295"), "full Move in an All-Out Attack is for a Slam or Shield Rush");
        }
        Ok(())
    }

    /// `G4-R13` How many FP a strike costs: each attack pays for its own efforts.
    pub(crate) const fn effort_of(strike: &Strike) -> i16 {
        strike.mighty as i16 + strike.flurry as i16 + strike.recover as i16
    }

    /// `G4-180` What of it is paid as soon as it is declared: Rapid Recovery is paid where it comes in.
    pub(crate) const fn paid_at_once(strike: &Strike) -> i16 {
        strike.mighty as i16 + strike.flurry as i16
    }

    /// Whether one attack may be declared, after so many FP were paid for others.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn judge_strike(
        self,
        who: CombatantId,
        strike: &Strike,
        plan: &Plan,
        trade: Trade,
        paid: i16,
    ) -> Result<(), Refusal> {
        self.judge_paid(who, strike, plan, trade)?;
        self.judge_effort(who, paid + Self::effort_of(strike))
    }

    /// Whether one attack can be made that is paid for.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn judge_paid(self, who: CombatantId, strike: &Strike, plan: &Plan, trade: Trade) -> Result<(), Refusal> {
        let refuse = |rule, message: &'static str| Err(Refusal::new(rule, message));
        if self.fighter(strike.target).is_dead() {
            return refuse(rule!("G4-127"), "that one is dead");
        }
        if strike.form != Form::Blow && strike.form != Form::Grapple && strike.form != Form::BreakFree {
            self.judge_form_allowed()?;
        }
        self.judge_situation(strike)?;
        match strike.form {
            Form::Slam | Form::ShieldRush => self.judge_slam(who, strike, plan)?,
            Form::Grapple | Form::BreakFree => self.judge_grapple(who, strike, plan)?,
            Form::Blow | Form::Disarm(_) | Form::Break(_) => self.judge_blow(who, strike, plan)?,
        }
        if strike.mighty {
            if plan.from != From::Attack {
                return refuse(rule!("G4-128"), "Mighty Blow goes with a Regular Attack only");
            }
            if self.is_ranged(who, strike) {
                return refuse(rule!("G4-128"), "Mighty Blow is for melee attacks");
            }
        }
        if strike.flurry && trade != Trade::Rapid {
            return refuse(rule!("G4-273"), "Flurry of Blows eases a Rapid Strike: declare one, or leave it out");
        }
        if strike.recover || strike.recover_after {
            let item = self.mode(who, strike.mode).map_or(NONE, |mode| mode.item);
            if self.item(who, item).is_none_or(|item| item.shots != 0 || item.reach == 0) || strike.form.is_bodily() {
                return refuse(rule!("G4-112"), "Rapid Recovery is for melee weapons, never for ammunition");
            }
            // The second of two blows is declared before the first has made the weapon unready.
            let ready = !self.fighter(who).items[item as usize & 7].flags.has(ItemFlags::UNREADY);
            if strike.recover && ready && trade != Trade::Rapid {
                return refuse(rule!("G4-112"), "it is ready already");
            }
        }
        if strike.telegraphic {
            if self.is_ranged(who, strike) {
                return refuse(rule!("G4-140"), "a ranged attack is not telegraphed");
            }
            if matches!(plan.from, From::Charge { .. } | From::AllOut(AllOut::Feint)) {
                return refuse(rule!("G4-140"), "a Charge or Feint is not telegraphed");
            }
            if strike.deceptive != 0 {
                return refuse(rule!("G4-R49"), "an attack is telegraphic or deceptive, not both");
            }
        }
        if strike.deceptive != 0 {
            if 0 < strike.deceptive || strike.deceptive % 2 != 0 {
                return refuse(rule!("G4-137"), "what is taken on the skill is -2, -4 and so on");
            }
            if matches!(plan.from, From::Charge { .. }) {
                return refuse(rule!("G4-139"), "a Charge is neither deceptive nor led");
            }
        }
        // G4-R43: breaking free is a contest, not a roll to hit.
        if strike.form == Form::BreakFree {
            return Ok(());
        }
        let skill = self.attack_score::<Sum>(who, strike, plan, trade).total();
        if strike.deceptive != 0 && skill < 10 {
            return refuse(rule!("G4-138"), "that would bring the skill below 10: take less");
        }
        if skill < 3 {
            return Err(Refusal::new(
                rule!("G4-008"),
                format!("the effective skill is {skill}, below 3: drop an option, or attack something easier"),
            ));
        }
        Ok(())
    }

    /// `G4-209` to `G4-223` `G4-R51` Whether the declared modifiers are in range.
    fn judge_situation(self, strike: &Strike) -> Result<(), Refusal> {
        let said = &strike.situation;
        let refuse = |rule, message: &'static str| Err(Refusal::new(rule, message));
        if !matches!(said.distraction, 0 | -4..=-2) {
            return refuse(rule!("G4-209"), "a distraction is 0 or -2 to -4");
        }
        if !matches!(said.cover, 0 | -4..=-2) {
            return refuse(rule!("G4-210"), "cover is 0 or -2 to -4");
        }
        if !(-9..=0).contains(&said.darkness) {
            return refuse(rule!("G4-211"), "darkness is 0 to -9; who sees nothing is blind");
        }
        if !(-10..=10).contains(&said.other) {
            return refuse(rule!("G4-223"), "another modifier is -10 to 10");
        }
        Ok(())
    }

    /// What holds for attacks with a weapon.
    fn judge_blow(self, who: CombatantId, strike: &Strike, plan: &Plan) -> Result<(), Refusal> {
        let refuse = |rule, message: &'static str| Err(Refusal::new(rule, message));
        let Some(mode) = self.mode(who, strike.mode) else {
            return Err(Refusal::impossible(rule!("G4-127"), "there is no such mode"));
        };
        if strike.recover {
            // G4-112: what is unready becomes ready first.
            let state = self.fighter(who).items[mode.item as usize & 7];
            if !self.fighter(who).holds(mode.item) || state.flags.has(ItemFlags::DISABLED) {
                return self.judge_weapon(who, mode.item, rule!("G4-127"));
            }
        } else {
            self.judge_weapon(who, mode.item, rule!("G4-127"))?;
        }
        let distance = self.distance(who, strike.target);
        let front = self.arc_to(who, strike.target) == Arc::Front;
        match mode.ranged {
            None => {
                if self.fighter(who).posture == Posture::Prone && distance != 0 {
                    return refuse(rule!("G4-102"), "who is prone strikes in its own hex only");
                }
                if !(0..16).contains(&distance) || mode.reach & 1 << distance == 0 {
                    return refuse(rule!("G4-085"), "the target is not at a distance that this weapon strikes at");
                }
                if !front {
                    return refuse(rule!("G4-085"), "the target is not in front: turn first");
                }
            }
            Some(ranged) => {
                if self.arm(who, mode.item).is_some_and(|item| item.shots != 0)
                    && self.fighter(who).items[mode.item as usize & 7].shots == 0
                {
                    return refuse(rule!("G4-R52"), "it has to be loaded first");
                }
                let speed = i32::from(self.fighter(strike.target).moved);
                if i32::from(ranged.range) < distance {
                    return refuse(rule!("G4-086"), "the target is out of range");
                }
                if FARTHEST < distance + speed {
                    return refuse(rule!("G4-R20"), "the target is too far away and too fast");
                }
                if !front {
                    return refuse(rule!("G4-086"), "the target is not in front: turn first");
                }
                match plan.from {
                    From::AllOut(AllOut::Strong) => {
                        return refuse(rule!("G4-132"), "an All-Out Attack (Strong) is made in melee");
                    }
                    From::AllOut(AllOut::Double) => {
                        return refuse(rule!("G4-133"), "an All-Out Attack (Double) is made in melee");
                    }
                    From::AllOut(AllOut::Feint) => {
                        return refuse(rule!("G4-134"), "an All-Out Attack (Feint) is made in melee");
                    }
                    _ => {}
                }
            }
        }
        if strike.form == Form::Blow {
            let pointed = mode.kind.is_pointed();
            if strike.at == Location::Vitals && !pointed {
                return refuse(rule!("G4-324"), "vitals are for impaling and piercing weapons: aim at the torso");
            }
            if strike.armor && !pointed {
                return refuse(rule!("G4-276"), "only impaling and piercing weapons find weak spots of armor");
            }
            if strike.armor && !self.setup.options.forms {
                return refuse(rule!("G4-R45"), "the optional attack forms are not in use here");
            }
        }
        if let Some(held) = strike.form.held() {
            self.judge_held(strike, mode, held)?;
        }
        Ok(())
    }

    /// `G4-280` `G4-R30` Whether a weapon in the target's hands can be gone for.
    fn judge_held(self, strike: &Strike, mode: &crate::sheet::Mode, held: u8) -> Result<(), Refusal> {
        let refuse = |rule, message: &'static str| Err(Refusal::new(rule, message));
        let Some(item) = self.arm(strike.target, held) else {
            return Err(Refusal::impossible(rule!("G4-280"), "the target has no such weapon"));
        };
        if item.is_natural() || item.is_shield() {
            return refuse(rule!("G4-R30"), "natural weapons and shields are no targets of that");
        }
        if !self.fighter(strike.target).holds(held) {
            return refuse(rule!("G4-280"), "the target does not hold that");
        }
        if mode.ranged.is_some() {
            return refuse(rule!("G4-280"), "that is done in melee");
        }
        Ok(())
    }

    /// `G4-R45` Whether the optional forms are in use.
    fn judge_form_allowed(self) -> Result<(), Refusal> {
        if self.setup.options.forms {
            return Ok(());
        }
        Err(Refusal::new(rule!("G4-R45"), "the optional attack forms are not in use here"))
    }

    /// `G4-R43` Whether a grapple, or breaking free of one, can be tried.
    fn judge_grapple(self, who: CombatantId, strike: &Strike, plan: &Plan) -> Result<(), Refusal> {
        let refuse = |rule, message: &'static str| Err(Refusal::new(rule, message));
        if plan.from != From::Attack {
            return refuse(rule!("G4-R43"), "that is done with a Regular Attack");
        }
        if strike.form == Form::BreakFree {
            if self.fighter(who).grappled_by != strike.target.0 {
                return refuse(rule!("G4-R43"), "that one does not hold it");
            }
            return Ok(());
        }
        if 1 < self.distance(who, strike.target) || self.arc_to(who, strike.target) != Arc::Front {
            return refuse(rule!("G4-R43"), "a grapple is tried at distance 0 or 1, in front");
        }
        if self.fighter(who).posture == Posture::Prone && self.distance(who, strike.target) != 0 {
            return refuse(rule!("G4-102"), "who is prone reaches its own hex only");
        }
        if !(0..2).any(|hand| self.fighter(who).hands[hand] == NONE && self.has_use_of(who, hand)) {
            return refuse(rule!("G4-R43"), "a grapple is unarmed: it takes a free hand");
        }
        Ok(())
    }

    /// The attacks that a person would be shown.
    pub fn attack_options(self, who: CombatantId, plan: &Plan, into: &mut Vec<Choice>) {
        let mut offer = |attack: Attack| {
            if self.judge_attack(who, plan, &attack).is_ok() {
                into.push(Choice::Attack(attack));
            }
        };
        const AIMS: [Location; 9] = [
            Location::Torso,
            Location::Vitals,
            Location::Face,
            Location::Neck,
            Location::Skull,
            Location::RightArm,
            Location::RightLeg,
            Location::Groin,
            Location::RightEye,
        ];
        for target in self.foes(who) {
            for mode in 0..self.sheet(who).modes.len() as u8 {
                let plain = Strike::plain(mode, target);
                for at in AIMS {
                    offer(Attack::One(Strike { at, ..plain }));
                }
                offer(Attack::One(Strike { telegraphic: true, ..plain }));
                offer(Attack::One(Strike { deceptive: -2, ..plain }));
                offer(Attack::One(Strike { mighty: true, ..plain }));
                offer(Attack::One(Strike { recover: true, ..plain }));
                if self.fighter(who).feint.foe == target.0 {
                    offer(Attack::One(Strike { feint: FeintUse::Skill, ..plain }));
                }
                offer(Attack::One(Strike { armor: true, ..plain }));
                offer(Attack::Rapid(plain, plain));
                offer(Attack::Rapid(plain, Strike { recover: true, ..plain }));
                let flurry = Strike { flurry: true, ..plain };
                offer(Attack::Rapid(flurry, flurry));
                for held in self.fighter(target).hands {
                    offer(Attack::One(Strike { form: Form::Disarm(held), ..plain }));
                    offer(Attack::One(Strike { form: Form::Break(held), ..plain }));
                }
            }
            for form in [Form::Slam, Form::ShieldRush, Form::Grapple, Form::BreakFree] {
                offer(Attack::One(Strike { form, ..Strike::plain(NONE, target) }));
            }
            self.dual_options(who, target, &mut offer);
        }
        offer(Attack::None);
    }

    /// `G4-242` to `G4-244` `G4-R44` An attack as its target sees it.
    pub(crate) fn incoming(self, who: CombatantId, strike: &Strike, trade: Trade) -> Incoming {
        let flight = self.flight(who, strike);
        let target = strike.target;
        let feint = self.fighter(who).feint;
        let feint = if strike.feint == FeintUse::Defense && feint.foe == target.0 { feint.margin } else { 0 };
        Incoming {
            by: who,
            mode: if strike.form.is_bodily() { NONE } else { strike.mode },
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

    /// `G4-128` `G4-132` `G4-310` The damage of a strike, every bonus added.
    pub fn damage_of(self, who: CombatantId, strike: &Strike, plan: &Plan) -> (Damage, DamageType) {
        let (mut damage, kind) = match self.mode(who, strike.mode) {
            Some(mode) if !strike.form.is_bodily() => (mode.damage, mode.kind),
            _ => (self.sheet(who).thrust, DamageType::Crushing),
        };
        let bonus = strength(damage);
        if strike.mighty {
            damage.add += bonus;
        }
        if plan.from == From::AllOut(AllOut::Strong) {
            damage.add += bonus;
        }
        (damage, kind)
    }
}

impl<R: Referee<Gurps4>> Fight<'_, R> {
    /// `G4-127` `G4-133` `G4-274` The attacks of a maneuver, each declared when its time has come.
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn attack(&mut self, who: CombatantId, plan: Plan) -> Result<(), R::Pause> {
        let mut plan = plan;
        loop {
            let Choice::Attack(attack) = self.referee.ask(self.setup, self.state, Question::Attack { who, plan })?
            else {
                return Ok(());
            };
            match attack {
                Attack::None => {
                    // G4-119: an aim is for an attack that is made.
                    self.lose_aim(who);
                    return Ok(());
                }
                Attack::One(strike) => {
                    self.recover_before(who, &strike);
                    self.pay(who, Scene::paid_at_once(&strike));
                    self.strike(who, &strike, &plan, Trade::None)?;
                }
                Attack::Dual(first, second) => {
                    plan.traded = true;
                    let same = first.target == second.target;
                    let hand = |off| Trade::Dual { off, same };
                    self.traded(who, &plan, [(&first, hand(false)), (&second, hand(true))])?;
                }
                Attack::Rapid(first, second) => {
                    plan.traded = true;
                    self.traded(who, &plan, [(&first, Trade::Rapid), (&second, Trade::Rapid)])?;
                }
            }
            if plan.more == 0 || !self.can_go_on(who) {
                return Ok(());
            }
            plan.more -= 1;
        }
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
    /// What the referee lacks.
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
        let skill: R::Tally = self.scene().attack_score(who, strike, plan, trade);
        let incoming = self.scene().incoming(who, strike, trade);
        self.spend_on_attack(who, strike);
        let why = Why::new(who, rule!("G4-001"), "attack");
        let read = |roll, skill| attack_result(roll, skill, strike.telegraphic);
        let result = self.referee.check(why, THREE_DICE, &skill, read)?;
        self.tell(Event::Strikes { who, target, result });

        // The defense: against a hit that is not critical (G4-241).
        let stopped = if result == AttackResult::Hit { self.defend(target, &incoming)? } else { None };

        // What comes of it.
        let critical = result == AttackResult::Critical;
        match (result, stopped, strike.form) {
            (AttackResult::CriticalMiss, ..) => self.critical_miss(who, strike, plan)?,
            (AttackResult::Miss, ..) => self.miss(who, strike, plan, skill.total())?,
            (_, Some(DefenseKind::Dodge), Form::Slam | Form::ShieldRush) => self.slam_past(who, strike, plan)?,
            (_, Some(_), _) => {}
            (_, None, Form::Blow) => {
                let blow = self.scene().blow(who, strike, plan, critical);
                self.land_blow(&blow)?;
            }
            (_, None, Form::Disarm(held)) => self.disarm(who, strike, held)?,
            (_, None, Form::Break(held)) => self.break_weapon(who, strike, plan, held, critical)?,
            (_, None, Form::Slam | Form::ShieldRush) => self.slam(who, strike, plan, critical)?,
            (_, None, Form::Grapple) => self.grapples(who, target),
            (_, None, Form::BreakFree) => {}
        }
        self.after_strike(who, strike);
        Ok(())
    }

    /// `G4-R18` Whether an attack that somebody interrupted is still possible; says so if it is not.
    fn still_attacks(&mut self, who: CombatantId, strike: &Strike, plan: &Plan, trade: Trade) -> bool {
        // A weapon that was readied for it is ready.
        let ready = Strike { recover: false, ..*strike };
        let still = self.can_go_on(who) && self.scene().judge_paid(who, &ready, plan, trade).is_ok();
        if !still {
            self.tell(Event::Wasted { who });
        }
        still
    }

    /// `G4-119` `G4-R12` `G4-R52` What an attack uses up: the margin of a Feint, the aim, the shot.
    fn spend_on_attack(&mut self, who: CombatantId, strike: &Strike) {
        let shoots = self.scene().flight(who, strike).is_some();
        let item = self.scene().mode(who, strike.mode).map(|mode| mode.item as usize % MOST_ITEMS);
        let fighter = &mut self.state[who];
        if fighter.feint.foe == strike.target.0 {
            fighter.feint = Feinted::NONE;
        }
        fighter.aim = Aimed::NONE;
        if let Some(item) = item.filter(|_| shoots) {
            fighter.items[item].shots = fighter.items[item].shots.saturating_sub(1);
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
                crate::hands::put_down(self.state, who, item, at);
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

impl Scene<'_> {
    /// A plain blow or shot, before its damage is rolled.
    pub(crate) fn blow(self, who: CombatantId, strike: &Strike, plan: &Plan, critical: bool) -> Blow {
        let (damage, kind) = self.damage_of(who, strike, plan);
        Blow { by: who, target: strike.target, damage, kind, at: strike.at, weak_spot: strike.armor, critical }
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
        let source = affray_core::files::Source::new("scene", text);
        let loaded = crate::ruleset::Loaded::read(&source, &affray_core::ruleset::alone).expect("the scene is sound");
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
