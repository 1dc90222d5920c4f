//! Which attacks may be declared.
//!
//! Rules `G4-008`, `G4-085`, `G4-086`, `G4-102`, `G4-112`, `G4-127` to `G4-141`, `G4-145` to `G4-147`, `G4-209` to
//! `G4-223`, `G4-276`, `G4-313`, `G4-324`; rulings `G4-R13`, `G4-R14`, `G4-R30`, `G4-R45`, `G4-R49`, `G4-R51`, `G4-R52` and
//! `G4-R69`.

use crate::decision::Choice;
use crate::scene::Scene;
use crate::sheet::{ItemId, LOCATIONS, Mode};
use crate::state::{ItemFlags, Posture};
use crate::strike::to_hit::FARTHEST;
use crate::strike::values::{AllOut, Attack, FeintUse, Form, From, NO_MODE, Plan, Strike, Trade};
use affray_3d6::location::Location;
use affray_grid::Arc;
use affray_kernel::referee::{CombatantId, Refusal};
use affray_kernel::rules::RuleId;
use affray_kernel::tally::{Sum, Tally};

impl Scene<'_> {
    /// `G4-127` `G4-R30` `G4-R34` Whether a weapon can be used: in hand, ready and whole, or a part of the body.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn judge_weapon(self, who: CombatantId, item: ItemId, rule: RuleId) -> Result<(), Refusal> {
        let Some(arm) = self.arm(who, item) else {
            return Err(Refusal::impossible(rule, "there is no such weapon"));
        };
        if arm.is_natural() {
            return Ok(());
        }
        let fighter = self.fighter(who);
        if !self.sheet(who).has_hands() {
            return Err(Refusal::new(rule!("G4-R68"), "that weapon is not in hand: its body has no hands"));
        }
        if !fighter.holds(item) && [0, 1].iter().any(|&hand| !self.has_use_of(who, hand)) {
            return Err(Refusal::new(rule!("G4-R34"), "that weapon is not in hand: a crippled arm holds nothing"));
        }
        if !fighter.holds(item) {
            return Err(Refusal::new(rule, "that weapon is not in hand"));
        }
        let state = self.item_state(who, item);
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
            Attack::Dual(first, second) => self.judge_dual(who, plan, [first, second]),
            Attack::Rapid(first, second) => self.judge_rapid(who, plan, [first, second]),
        }
    }

    /// Whether everything exists that a strike names. Not even a game master can allow what does not, so this is
    /// judged first.
    ///
    /// # Errors
    /// The part that does not exist.
    fn judge_possible(self, who: CombatantId, strike: &Strike) -> Result<(), Refusal> {
        let none = |rule, message: &'static str| Err(Refusal::impossible(rule, message));
        if !self.exists(strike.target) || strike.target == who {
            return none(rule!("G4-127"), "there is no such target");
        }
        if strike.at as usize >= LOCATIONS {
            return none(rule!("G4-313"), "there is no such location here");
        }
        if self.sheet(strike.target).lacks(strike.at) {
            return none(rule!("G4-R68"), "the target's body has no such part: aim at another");
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
        self.judge_effort(who, paid + strike.effort())
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
            let item = self.mode(who, strike.mode).map_or(ItemId::NONE, |mode| mode.item);
            if self.item(who, item).is_none_or(|item| item.shots != 0 || item.reach == 0) || strike.form.is_bodily() {
                return refuse(rule!("G4-112"), "Rapid Recovery is for melee weapons, never for ammunition");
            }
            // The second of two blows is declared before the first has made the weapon unready.
            let ready = !self.item_state(who, item).flags.has(ItemFlags::UNREADY);
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
            if strike.deceptive > 0 || strike.deceptive % 2 != 0 {
                return refuse(rule!("G4-137"), "the penalty on the skill is -2, -4 and so on");
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
            return refuse(rule!("G4-211"), "darkness is 0 to -9; total darkness is the condition `blind`");
        }
        if !(-10..=10).contains(&said.other) {
            return refuse(rule!("G4-223"), "another modifier is -10 to 10");
        }
        Ok(())
    }

    /// Whether an attack with a weapon may be declared.
    fn judge_blow(self, who: CombatantId, strike: &Strike, plan: &Plan) -> Result<(), Refusal> {
        let refuse = |rule, message: &'static str| Err(Refusal::new(rule, message));
        let Some(mode) = self.mode(who, strike.mode) else {
            return Err(Refusal::impossible(rule!("G4-127"), "there is no such mode"));
        };
        if strike.recover {
            // G4-112: what is unready becomes ready first.
            let state = self.item_state(who, mode.item);
            if !self.fighter(who).holds(mode.item) || state.flags.has(ItemFlags::DISABLED) {
                return self.judge_weapon(who, mode.item, rule!("G4-127"));
            }
        } else {
            self.judge_weapon(who, mode.item, rule!("G4-127"))?;
        }
        self.judge_place(who, strike.target, mode, plan)?;
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

    /// `G4-085` `G4-086` `G4-102` `G4-132` to `G4-134` `G4-R20` `G4-R52` `G4-R63` Whether an attack in that mode gets to the
    /// target from where the two are, whatever it aims at.
    fn judge_place(self, who: CombatantId, target: CombatantId, mode: &Mode, plan: &Plan) -> Result<(), Refusal> {
        let refuse = |rule, message: &'static str| Err(Refusal::new(rule, message));
        let distance = self.distance(who, target);
        let front = self.arc_to(who, target) == Arc::Front;
        if !self.has_line(who, target) {
            return refuse(rule!("G4-R63"), "something stands in the way: go where the target can be seen");
        }
        match mode.ranged {
            None => {
                if self.fighter(who).posture == Posture::Prone && distance != 0 {
                    return refuse(rule!("G4-102"), "a prone combatant can strike in its own hex only");
                }
                let reached = |yards: i32| (0..16).contains(&yards) && mode.reach & 1 << yards != 0;
                if !reached(self.blow_distance(who, target)) {
                    return Err(match reached(distance) {
                        true => self.too_high(who, target),
                        false => Refusal::new(
                            rule!("G4-085"),
                            "the target is not at a distance that this weapon strikes at: step, or use another mode",
                        ),
                    });
                }
                if !front {
                    return refuse(rule!("G4-085"), "the target is not in front: turn first");
                }
            }
            Some(ranged) => {
                if self.arm(who, mode.item).is_some_and(|item| item.shots != 0)
                    && self.item_state(who, mode.item).shots == 0
                {
                    return refuse(rule!("G4-R52"), "it has to be loaded first");
                }
                let speed = i32::from(self.fighter(target).moved);
                if distance > i32::from(ranged.range) {
                    return refuse(rule!("G4-086"), "the target is out of range");
                }
                if distance + speed > FARTHEST {
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
        Ok(())
    }

    /// `G4-280` `G4-R30` Whether a weapon in the target's hands can be gone for.
    fn judge_held(self, strike: &Strike, mode: &Mode, held: ItemId) -> Result<(), Refusal> {
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

    /// `G4-R69` A blow that the difference in height keeps from its target.
    pub(crate) fn too_high(self, who: CombatantId, target: CombatantId) -> Refusal {
        let (from, to) = (self.fighter(who).at, self.fighter(target).at);
        let numbers = [self.distance(who, target), self.map().elevation_difference(from, to).abs()];
        let message = "the target is out of reach, {} in hexes and {} yards up or down: go nearer, or shoot";
        Refusal::counted(rule!("G4-R69"), message, numbers)
    }

    /// `G4-R43` `G4-R68` Whether a grapple, or breaking free of one, can be tried.
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
        if self.distance(who, strike.target) > 1 || self.arc_to(who, strike.target) != Arc::Front {
            return refuse(rule!("G4-R43"), "a grapple is tried at distance 0 or 1, in front");
        }
        if self.blow_distance(who, strike.target) > 1 {
            return Err(self.too_high(who, strike.target));
        }
        if self.fighter(who).posture == Posture::Prone && self.distance(who, strike.target) != 0 {
            return refuse(rule!("G4-102"), "a prone combatant can reach its own hex only");
        }
        // G4-R68
        let free = |hand: usize| self.fighter(who).hands[hand] == ItemId::NONE && self.has_use_of(who, hand);
        if self.sheet(who).has_hands() && !(0..2).any(free) {
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
            for (number, mode) in self.modes(who) {
                if self.judge_place(who, target, mode, plan).is_err() {
                    continue;
                }
                let plain = Strike::plain(number, target);
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
                // What is in both hands is one thing.
                let [main, off] = self.fighter(target).hands;
                for held in [Some(main), (off != main).then_some(off)].into_iter().flatten() {
                    offer(Attack::One(Strike { form: Form::Disarm(held), ..plain }));
                    offer(Attack::One(Strike { form: Form::Break(held), ..plain }));
                }
            }
            for form in [Form::Slam, Form::ShieldRush, Form::Grapple, Form::BreakFree] {
                offer(Attack::One(Strike { form, ..Strike::plain(NO_MODE, target) }));
            }
            self.dual_options(who, target, &mut offer);
        }
        offer(Attack::None);
    }
}
