//! A figure's turn: which action, and what it consists of.
//!
//! Rules `DQ-201` to `DQ-213`, `DQ-309` to `DQ-318`, `DQ-351` to `DQ-354`; rulings `DQ-R05`, `DQ-R11`,
//! `DQ-R18`, `DQ-R37`, `DQ-R42`, `DQ-R44`, `DQ-R46`.

pub mod close_combat;
pub mod pass;

use crate::DragonQuest;
use crate::decision::{Action, Choice, Deed, Free, From, Gait, Moving, NONE, Plan, Question, Stance, Walk};
use crate::event::{DropCause, Event};
use crate::scene::{Fight, Scene};
use crate::sheet::{Arm, Group};
use crate::state::{Flags, GUARDS, HELPLESS};
use affray_kernel::referee::{CombatantId, Referee, Refusal};
use affray_kernel::rules::RuleId;
use affray_kernel::tally::{Sum, Tally};

impl Scene<'_> {
    /// `DQ-351` `DQ-352` `DQ-R11` The hexes that an action allows, changed by agility: one fewer for the
    /// slow, one more for the quick, never below 1. A rider is not affected.
    pub fn allowed<T: Tally>(self, who: CombatantId, deed: Deed, pole: bool, mut hexes: T) -> T {
        if self.fighter(who).mount != NONE {
            return hexes;
        }
        let slow =
            matches!(deed, Deed::Pass | Deed::Retreat | Deed::Evade | Deed::Attack) || deed == Deed::Charge && pole;
        let quick = matches!(deed, Deed::Retreat | Deed::Pass | Deed::Withdraw | Deed::Evade | Deed::Attack);
        match self.mod_ag(who) {
            ..=8 if slow => {
                hexes.add(rule!("DQ-351").named("modAG of 8 or less"), -1);
                hexes.at_least(rule!("DQ-R11").named("at least 1"), 1);
            }
            22..=25 if quick => hexes.add(rule!("DQ-352").named("modAG of 22 to 25"), 1),
            _ => {}
        }
        hexes
    }

    /// [`Scene::allowed`] as a number.
    pub fn allowance(self, who: CombatantId, deed: Deed, pole: bool, hexes: i32) -> i32 {
        self.allowed(who, deed, pole, Sum::of(hexes)).total()
    }

    /// `DQ-309` `DQ-310` The hexes of a charge, with a pole weapon or not.
    fn charge_points<T: Tally>(self, who: CombatantId, pole: bool) -> T {
        self.allowed(who, Deed::Charge, pole, if pole { self.tmr_score(who) } else { self.half_tmr_score(who) })
    }

    /// [`Scene::charge_points`] as a number.
    pub(crate) fn charge_length(self, who: CombatantId, pole: bool) -> i32 {
        self.charge_points::<Sum>(who, pole).total()
    }

    /// `DQ-207` Whether some opponent and the figure stand in each other's melee zones.
    pub fn is_mutual(self, who: CombatantId) -> bool {
        let at = self.fighter(who).at;
        self.foes(who).any(|foe| self.holds(foe, who, at) && self.threatens(who, foe))
    }

    /// `DQ-R46` Whether an arm is ready for a charge, and whether it is of the pole group.
    fn charging_arm(self, who: CombatantId, with: Arm) -> Option<bool> {
        let arm = self.arm(who, with)?;
        let rush = arm.shield.is_some_and(|shield| shield.rush);
        let ready = if rush { self.judge_shield(who, with) } else { self.judge_arm(who, with) };
        ready.is_ok().then_some(arm.group == Group::Pole)
    }

    /// `DQ-R05` `DQ-353` `DQ-354` Whether a figure may take an action now.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn judge_action(self, who: CombatantId, after: Option<Deed>, action: Action) -> Result<(), Refusal> {
        let fighter = self.fighter(who);
        let deed = action.deed();
        let refuse = |rule, message: &'static str| Err(Refusal::new(rule, message));
        if deed == Deed::Nothing {
            return if after.is_some() || fighter.flags.any(HELPLESS) {
                Ok(())
            } else {
                refuse(rule!("DQ-R36"), "to do nothing is a Pass: pass")
            };
        }
        if fighter.flags.any(HELPLESS) {
            return refuse(rule!("DQ-R18"), "a dead, unconscious or restrained figure has no action");
        }
        if fighter.flags.has(Flags::STUNNED) {
            return refuse(rule!("DQ-354"), "a stunned figure can only try to recover");
        }
        if fighter.flags.has(Flags::LOSE_ACTION) {
            return refuse(rule!("DQ-407"), "the action of this pulse is lost");
        }
        if fighter.restrains != NONE && deed != Deed::Pass {
            return refuse(rule!("DQ-R18"), "a restraining figure passes, or releases its captive first");
        }
        if fighter.flags.has(Flags::MUST_PASS) && deed != Deed::Pass {
            return refuse(rule!("DQ-415"), "the parry of the last pulse calls for a Pass");
        }
        if let Some(first) = after {
            if self.mod_ag(who) < 26 || fighter.flags.has(Flags::MUST_PASS) {
                return refuse(rule!("DQ-353"), "two actions in one pulse need a modified AG of 26");
            }
            let alone = |deed| matches!(deed, Deed::Move | Deed::Cast);
            if deed == first || alone(deed) || alone(first) {
                let message = "two different actions of the list; a plain move and a spell go with nothing";
                return refuse(rule!("DQ-R37"), message);
            }
        }
        if fighter.flags.has(Flags::CLOSE) {
            return self.judge_close_action(who, action);
        }
        let engaged = self.is_engaged(who);
        let prone = fighter.flags.has(Flags::PRONE);
        if prone && !matches!(deed, Deed::Pass | Deed::Cast) {
            return refuse(rule!("DQ-R44"), "a prone figure passes: it crawls or stands up");
        }
        if fighter.flags.has(Flags::ENTANGLED) && !matches!(deed, Deed::Pass | Deed::Attack | Deed::Fire | Deed::Cast) {
            return refuse(rule!("DQ-R18"), "an entangled figure cannot move, evade, withdraw, retreat or charge");
        }
        if fighter.mount != NONE && matches!(deed, Deed::Move | Deed::Withdraw | Deed::Retreat | Deed::Charge) {
            self.judge_ride(who)?;
        }
        match action {
            // DQ-R63: attacks on unconscious opponents need neither close combat nor engagement.
            Action::Grapple if self.unconscious_foes(who).any(|foe| self.share_hex(who, foe)) => {}
            Action::Attack { move_after: false }
                if !engaged && self.unconscious_foes(who).any(|foe| self.faces_figure(who, foe)) => {}
            Action::Grapple | Action::Withdraw(Stance::Break) => {
                return refuse(rule!("DQ-223"), "that is for close combat: come to grips first");
            }
            Action::Attack { .. } | Action::Withdraw(_) | Action::Close { .. } if !engaged => {
                return refuse(rule!("DQ-R05"), "that is for the engaged: charge, move, evade, retreat or pass");
            }
            Action::Fire { .. } | Action::Breathe { .. } if engaged => {
                return refuse(rule!("DQ-R45"), "an engaged figure does not fire");
            }
            Action::Move | Action::Charge { .. } | Action::ChargeClose { .. } | Action::Retreat if engaged => {
                return refuse(rule!("DQ-R05"), "an engaged figure attacks, evades, withdraws or passes");
            }
            _ => {}
        }
        match action {
            Action::MoveThenPass if prone => {
                refuse(rule!("DQ-R44"), "a prone figure crawls, and that is the task of its Pass")
            }
            Action::MoveThenPass if fighter.restrains != NONE => {
                refuse(rule!("DQ-R18"), "a restraining figure stays in the hex")
            }
            Action::Attack { move_after: true } if self.is_held(who) => {
                refuse(rule!("DQ-201"), "within an opponent's melee zone the shift comes before the blow")
            }
            Action::Charge { target, .. } if target.index() >= self.state.fighters.len() || target == who => {
                Err(Refusal::impossible(rule!("DQ-R46"), "there is no such target"))
            }
            Action::Charge { target, .. }
                if !self.are_foes(who, target) || self.fighter(target).flags.any(Flags::DEAD.union(Flags::GONE)) =>
            {
                refuse(rule!("DQ-R46"), "one charges an opponent")
            }
            Action::Charge { with, .. } => match self.charging_arm(who, with) {
                None if self.arm(who, with).is_none() => {
                    Err(Refusal::impossible(rule!("DQ-R46"), "there is no such weapon"))
                }
                None => refuse(rule!("DQ-R46"), "a charge needs a prepared weapon for melee"),
                Some(_) => Ok(()),
            },
            Action::Close { target } => self.judge_closing(who, target, false),
            Action::ChargeClose { target } => self.judge_closing(who, target, true),
            Action::Fire { moving } => self.judge_fire(who, moving),
            Action::Breathe { target } => self.judge_breath(who, target),
            Action::Cast { target } => self.judge_cast(who, target),
            Action::Retreat if !self.is_single(who) => {
                refuse(rule!("DQ-702"), "the head goes into one of its two front hexes, never back: turn first")
            }
            Action::Withdraw(stance) => {
                let mutual = self.is_mutual(who);
                if stance == Stance::Open {
                    return if mutual {
                        refuse(rule!("DQ-207"), "between two melee zones one withdraws into a rear hex, in a posture")
                    } else {
                        Ok(())
                    };
                }
                if !mutual {
                    return refuse(rule!("DQ-211"), "no opponent is in the figure's melee zone: it moves normally");
                }
                if stance == Stance::Defensive && self.shields(who).is_empty() {
                    return refuse(rule!("DQ-209"), "a defensive withdrawal needs a prepared shield");
                }
                if !self.is_single(who) {
                    return refuse(
                        rule!("DQ-702"),
                        "the head goes into one of its two front hexes, never back: turn first",
                    );
                }
                if !self.rear_hexes(who).any(|cell| self.is_free(who, cell)) {
                    return refuse(rule!("DQ-R42"), "no rear hex is free");
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Lists the actions that a person would be shown.
    pub fn action_options(self, who: CombatantId, after: Option<Deed>, into: &mut Vec<Choice>) {
        let mut offer = |action| {
            if self.judge_action(who, after, action).is_ok() {
                into.push(Choice::Act(action));
            }
        };
        offer(Action::Attack { move_after: false });
        offer(Action::Attack { move_after: true });
        for with in self.arms(who) {
            for target in self.foes(who) {
                offer(Action::Charge { with, target });
            }
        }
        offer(Action::Grapple);
        for target in self.foes(who) {
            offer(Action::Close { target });
            offer(Action::ChargeClose { target });
        }
        for moving in [Moving::No, Moving::Before, Moving::After] {
            offer(Action::Fire { moving });
        }
        for target in self.foes(who) {
            offer(Action::Breathe { target });
            offer(Action::Cast { target });
        }
        offer(Action::Move);
        offer(Action::Evade);
        for stance in [Stance::Offensive, Stance::Defensive, Stance::Open, Stance::Break] {
            offer(Action::Withdraw(stance));
        }
        offer(Action::Retreat);
        offer(Action::Pass);
        offer(Action::MoveThenPass);
        offer(Action::Nothing);
    }
}

impl<R: Referee<DragonQuest>> Fight<'_, R> {
    /// A whole turn.
    ///
    /// # Errors
    /// The referee's pause.
    pub fn turn(&mut self, who: CombatantId) -> Result<(), R::Pause> {
        self.state[who].flags.set(Flags::ACTED);
        if !self.state[who].is_up() {
            return Ok(());
        }
        self.tell(Event::TurnBegins { who });
        self.state[who].flags.set(Flags::ACTING);
        // DQ-356: a Talent goes beside the action, before it or after.
        let talent = self.scene().has_talent(who) && self.use_talent(who)?;
        self.actions(who)?;
        if !talent && self.scene().has_talent(who) {
            self.use_talent(who)?;
        }
        self.settle_close()?;
        self.state[who].flags.clear(Flags::ACTING);
        self.tell(Event::TurnEnds { who });
        Ok(())
    }

    fn actions(&mut self, who: CombatantId) -> Result<(), R::Pause> {
        // DQ-728: a mount with momentum goes on, with any rider.
        let carried = self.carry_on(who);
        self.recover_mount(who)?;
        let flags = self.state[who].flags;
        if flags.any(Flags::LOSE_ACTION.union(HELPLESS).union(Flags::STUNNED)) {
            self.stop_all(who);
        }
        if flags.has(Flags::LOSE_ACTION) {
            self.tell(Event::LosesAction { who });
            return Ok(());
        }
        if flags.any(HELPLESS) {
            if flags.has(Flags::RESTRAINED) {
                self.tell(Event::IsHeld { who });
            }
            return Ok(());
        }
        if flags.has(Flags::STUNNED) {
            return self.recover(who);
        }
        if self.state[who].restrains != NONE {
            self.hold_or_release(who)?;
        }
        if carried {
            return self.pass_in_saddle(who);
        }
        let first = self.act(who, None)?;
        // DQ-353; a repulse (DQ-221) takes the second action too.
        let one_only = self.state[who].flags.any(Flags::MUST_PASS.union(Flags::LOSE_ACTION))
            || matches!(first, Deed::Move | Deed::Cast);
        if self.scene().mod_ag(who) >= 26 && self.can_go_on(who) && !one_only {
            self.act(who, Some(first))?;
        }
        Ok(())
    }

    /// Whether a figure can still do something in its turn.
    pub fn can_go_on(&self, who: CombatantId) -> bool {
        !self.state[who].flags.any(HELPLESS.union(Flags::STUNNED))
    }

    /// `DQ-R44` Whether a figure has been brought down in the middle of its action: what is left of the movement and
    /// of the blows is lost. In close combat one fights on from the ground.
    pub(crate) fn is_felled(&self, who: CombatantId) -> bool {
        let flags = self.state[who].flags;
        flags.has(Flags::PRONE) && !flags.has(Flags::CLOSE)
    }

    /// One action.
    fn act(&mut self, who: CombatantId, after: Option<Deed>) -> Result<Deed, R::Pause> {
        let question = Question::Act { who, after };
        let action = loop {
            match self.ask(question)? {
                Choice::Act(action) => break action,
                // DQ-R36: dropping is free.
                Choice::Free(Free::Drop(item)) if self.state[who].holds(item) => {
                    self.drop_item(who, item, DropCause::Choice)
                }
                _ => return Ok(Deed::Pass),
            }
        };
        let deed = action.deed();
        if deed == Deed::Nothing {
            return Ok(deed);
        }
        self.tell(Event::Acts { who, action, second: after.is_some() });
        // DQ-R12: a guard ends when the next action begins.
        self.state[who].flags.clear(GUARDS);
        // DQ-R22, DQ-R36: only Passes keep a spell ready and a heavy crossbow half loaded.
        if !matches!(deed, Deed::Pass | Deed::Cast) {
            self.lose_spell(who);
        }
        if deed != Deed::Pass {
            self.stop_all(who);
        }
        match action {
            Action::Nothing => {}
            Action::Fire { moving } => self.fire(who, moving)?,
            Action::Breathe { target } if target.index() < self.state.fighters.len() => self.breathe(who, target)?,
            Action::Cast { target } if target.index() < self.state.fighters.len() => self.cast(who, target)?,
            Action::Attack { move_after } => self.melee_attack(who, move_after)?,
            Action::Evade => self.evade(who)?,
            Action::Withdraw(stance) => self.withdraw(who, stance)?,
            Action::Pass => self.pass(who)?,
            Action::MoveThenPass => self.move_then_pass(who)?,
            // DQ-318
            Action::Move => {
                let tmr = self.scene().tmr_score(who);
                self.walk(who, Gait::Free, rule!("DQ-301"), tmr, true)?;
            }
            Action::Charge { with, target } => self.charge(who, with, target)?,
            Action::Retreat => {
                let two = R::Tally::base(rule!("DQ-314").named("hexes of a Retreat"), 2);
                let hexes = self.scene().allowed(who, Deed::Retreat, false, two);
                self.walk(who, Gait::Retreat, rule!("DQ-314"), hexes, false)?;
            }
            Action::Grapple => self.grapple(who)?,
            Action::Close { target } if target.index() < self.state.fighters.len() => self.close(who, target)?,
            Action::ChargeClose { target } if target.index() < self.state.fighters.len() => {
                self.charge_and_close(who, target)?;
            }
            Action::Close { .. } | Action::ChargeClose { .. } | Action::Breathe { .. } | Action::Cast { .. } => {}
        }
        Ok(deed)
    }

    /// `DQ-201` to `DQ-203` A Melee Attack with its movement; at an unconscious opponent from where the figure stands
    /// (`DQ-R63`).
    fn melee_attack(&mut self, who: CombatantId, move_after: bool) -> Result<(), R::Pause> {
        let plan = Plan { from: From::Melee, only: NONE, with: Arm::NONE };
        let scene = self.scene();
        if !scene.is_engaged(who) {
            return self.attack_with_mount(who, plan).map(|_| ());
        }
        if scene.is_held(who) {
            let one = R::Tally::base(rule!("DQ-201").named("hex of a shift"), 1);
            let hexes = scene.allowed(who, Deed::Attack, false, one);
            self.walk(who, Gait::Shift, rule!("DQ-201"), hexes, false)?;
            return self.attack_with_mount(who, plan).map(|_| ());
        }
        let hexes: R::Tally = scene.allowed(who, Deed::Attack, false, scene.half_tmr_score(who));
        if move_after {
            self.attack_with_mount(who, plan)?;
            if self.can_go_on(who) && !self.is_felled(who) {
                self.walk(who, Gait::Free, rule!("DQ-202"), hexes, false)?;
            }
            return Ok(());
        }
        let left = self.walk(who, Gait::Straight, rule!("DQ-202"), hexes, false)?;
        self.attack_with_mount(who, plan)?;
        if !self.can_go_on(who) || self.is_felled(who) {
            return Ok(());
        }
        if self.scene().is_single(who) {
            return self.face(who);
        }
        // DQ-703: turning now costs movement that is left.
        let left = R::Tally::base(rule!("DQ-202").named("points left"), left.into());
        self.walk(who, Gait::Pivot, rule!("DQ-202"), left, false).map(|_| ())
    }

    /// `DQ-204` to `DQ-206` `DQ-313` Evading: from now on, and with some movement.
    fn evade(&mut self, who: CombatantId) -> Result<(), R::Pause> {
        self.state[who].flags.set(Flags::EVADING);
        let scene = self.scene();
        let (gait, rule, hexes) = if scene.is_held(who) {
            (Gait::Shift, rule!("DQ-204"), R::Tally::base(rule!("DQ-204").named("hex of a shift"), 1))
        } else {
            let rule = if scene.is_engaged(who) { rule!("DQ-205") } else { rule!("DQ-313") };
            (Gait::Free, rule, scene.half_tmr_score(who))
        };
        let hexes = scene.allowed(who, Deed::Evade, false, hexes);
        self.walk(who, gait, rule, hexes, false).map(|_| ())
    }

    /// `DQ-207` to `DQ-211` `DQ-R42` Withdrawing: the blow of the offensive posture comes before the move.
    fn withdraw(&mut self, who: CombatantId, stance: Stance) -> Result<(), R::Pause> {
        match stance {
            Stance::Open => {
                let scene = self.scene();
                let tmr = scene.allowed(who, Deed::Withdraw, false, scene.tmr_score(who));
                return self.walk(who, Gait::Free, rule!("DQ-211"), tmr, false).map(|_| ());
            }
            Stance::Break => return self.break_out(who),
            Stance::Offensive => {
                self.attack_with_mount(who, Plan { from: From::Withdrawal, only: NONE, with: Arm::NONE })?;
            }
            Stance::Defensive => self.state[who].flags.set(Flags::WITHDRAWING),
        }
        if !self.can_go_on(who) || self.is_felled(who) {
            return Ok(());
        }
        let one = R::Tally::base(rule!("DQ-207").named("hex of a withdrawal"), 1);
        let hexes = self.scene().allowed(who, Deed::Withdraw, false, one);
        self.walk(who, Gait::Back, rule!("DQ-207"), hexes, false).map(|_| ())
    }

    /// `DQ-309` `DQ-310` `DQ-R46` A charge: the movement, then the blow at the declared target; where
    /// another's melee zone stopped the movement, at anybody in reach.
    fn charge(&mut self, who: CombatantId, with: Arm, target: CombatantId) -> Result<(), R::Pause> {
        let scene = self.scene();
        let pole = scene.charging_arm(who, with).unwrap_or(false);
        let hexes = scene.charge_points(who, pole);
        let from = scene.fighter(who).at;
        // DQ-727: on a mount in a straight line.
        let mounted = scene.mount_of(who);
        let gait = if mounted.is_some() { Gait::Ride } else { Gait::Free };
        let rule = if pole { rule!("DQ-310") } else { rule!("DQ-309") };
        self.walk(who, gait, rule, hexes, true)?;
        if !self.can_go_on(who) || self.is_felled(who) {
            return Ok(());
        }
        // DQ-R46: at least one hex has to be moved. DQ-R44: whoever's mount fell in a jump is off it, and charges no more.
        if self.state[who].at == from || self.scene().mount_of(who) != mounted {
            self.tell(Event::Wasted { who, deed: Deed::Charge, chosen: false, why: None });
            return Ok(());
        }
        // Only whom a melee zone stopped short of the declared target may turn to somebody else.
        let scene = self.scene();
        let declared = scene.apart(who, target) <= 1 || !scene.is_held(who);
        let plan = Plan { from: From::Charge, only: if declared { target.0 } else { NONE }, with };
        if self.attack_with_mount(who, plan)?
            && let Some(mount) = mounted
        {
            self.state[mount].flags.set(Flags::MOMENTUM_NEXT);
        }
        Ok(())
    }

    /// `DQ-212` `DQ-213` `DQ-317` The hexes of a Pass, and the rule that says how many.
    fn hexes_of_pass(&self, who: CombatantId) -> (RuleId, R::Tally) {
        let scene = self.scene();
        let (rule, hexes) = match scene.is_engaged(who) {
            _ if scene.is_held(who) => (rule!("DQ-212"), 1),
            true => (rule!("DQ-213"), 2),
            false => (rule!("DQ-317"), 2),
        };
        let words = if hexes == 1 { "hex of a Pass" } else { "hexes of a Pass" };
        (rule, scene.allowed(who, Deed::Pass, false, R::Tally::base(rule.named(words), hexes)))
    }

    /// `DQ-R36` A Pass with its movement first, then what it is used for.
    fn move_then_pass(&mut self, who: CombatantId) -> Result<(), R::Pause> {
        let from = self.state[who].at;
        let (rule, hexes) = self.hexes_of_pass(who);
        self.walk(who, Gait::Free, rule, hexes, false)?;
        if self.can_go_on(who) {
            self.task(who, self.state[who].at != from)?;
        }
        Ok(())
    }

    /// `DQ-212` `DQ-213` `DQ-317` A Pass: what it is used for, then what movement that leaves.
    fn pass(&mut self, who: CombatantId) -> Result<(), R::Pause> {
        let pass = self.hexes_of_pass(who);
        match self.task(who, false)? {
            // In close combat there is no facing, and one leaves it by withdrawing (DQ-223, DQ-R10); who restrains
            // somebody stays (DQ-R18).
            Some(_) if self.state[who].flags.has(Flags::CLOSE) || self.state[who].restrains != NONE => Ok(()),
            Some(crawl) if self.can_go_on(who) => {
                // DQ-308: a quarter of TMR in place of the hexes of a Pass.
                let scene = self.scene();
                let mut quarter: R::Tally = scene.tmr_score(who);
                quarter.becomes(rule!("DQ-308").named("a quarter"), (quarter.total() / 4).max(1));
                let crawling = (rule!("DQ-308"), scene.allowed(who, Deed::Pass, false, quarter));
                let (rule, hexes) = if crawl { crawling } else { pass };
                self.walk(who, Gait::Free, rule, hexes, false).map(|_| ())
            }
            _ => Ok(()),
        }
    }
}

/// A movement that has not begun.
impl Walk {
    /// One of so many hexes, by the rule that says how many.
    pub const fn begin(gait: Gait, rule: RuleId, hexes: i32, at: affray_grid::Cell, may_jump: bool) -> Self {
        let left = if hexes < 0 {
            0
        } else if hexes > 200 {
            200
        } else {
            hexes as u8
        };
        Self { gait, left, hexes: 0, stopped: false, turned: false, safe: at, may_jump, rule }
    }
}
