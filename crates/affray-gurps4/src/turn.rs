//! The order of turns and of a turn, readable from top to bottom.
//!
//! Rules `G4-060` to `G4-066`, rulings `G4-R01`, `G4-R03`. Each maneuver is carried out by the chapter that
//! holds its rules; here is only what comes when.

use crate::Gurps4;
use crate::check::succeeds;
use crate::decision::{Act, AllOut, Choice, From, Gait, Maneuver, Plan, Question};
use crate::event::{Condition, Effort, Event, Lost};
use crate::maneuver::wait::Happening;
use crate::scene::{Fight, Scene};
use crate::sheet::{ItemId, MOST_ITEMS};
use crate::state::{Feinted, Flags, Focus, ItemState, NONE, Posture, Stage, State};
use affray_grid::{Arc, Cell};
use affray_kernel::dice::Dice;
use affray_kernel::referee::{CombatantId, Referee, Refusal, Why};
use affray_kernel::roll_off::roll_off;
use affray_kernel::tally::Tally;
use std::cmp::Reverse;

/// Maneuvers for which nobody needs anything of the sheet or the map; slams where forms of attacks are played.
const EVERYBODYS: [Act; 16] = [
    Act::Attack { giant: false },
    Act::Attack { giant: true },
    Act::Move,
    Act::AllOut { form: AllOut::Determined, slam: false },
    Act::AllOut { form: AllOut::Strong, slam: false },
    Act::AllOut { form: AllOut::Double, slam: false },
    Act::AllOut { form: AllOut::Feint, slam: false },
    Act::AllOut { form: AllOut::Determined, slam: true },
    Act::AllOut { form: AllOut::Strong, slam: true },
    Act::Charge { heroic: false },
    Act::Charge { heroic: true },
    Act::Feint,
    Act::Defense(Focus::Dodge),
    Act::Defense(Focus::Parry),
    Act::Defense(Focus::Block),
    Act::Defense(Focus::Double),
];

impl Scene<'_> {
    /// `G4-063` `G4-352` `G4-396` Whether nothing but Do Nothing is possible.
    #[inline]
    pub fn must_do_nothing(self, who: CombatantId) -> bool {
        let fighter = self.fighter(who);
        fighter.flags.has(Flags::STUNNED) || fighter.frozen != 0
    }

    /// `G4-063` `G4-352` `G4-396` What forces a figure to do nothing.
    fn forced_idleness(self, who: CombatantId) -> Option<Condition> {
        let stunned = self.fighter(who).flags.has(Flags::STUNNED).then_some(Condition::Stunned);
        if self.fighter(who).frozen != 0 { Some(Condition::Frozen) } else { stunned }
    }

    /// `G4-342` `G4-R35` HT at 0 HP or less, -1 for each full multiple of the maximum below zero.
    pub fn awake_score<T: Tally>(self, who: CombatantId) -> T {
        let (sheet, hp) = (self.sheet(who), i32::from(self.fighter(who).hp));
        let mut score = T::base(rule!("G4-342").named("HT"), sheet.ht.into());
        score.add(rule!("G4-342"), -(-hp / i32::from(sheet.hp)));
        score
    }

    /// `G4-353` `G4-R39` `G4-033` IQ, by which stun is snapped out of.
    pub fn snap_out_score<T: Tally>(self, who: CombatantId) -> T {
        let mut score = T::base(rule!("G4-353").named("IQ"), self.sheet(who).iq.into());
        score.add(rule!("G4-R39"), self.fighter(who).stunned.into());
        score.add(rule!("G4-033"), if self.has_reflexes(who) { 6 } else { 0 });
        score
    }

    /// `G4-062` `G4-066` Whether a maneuver may be chosen.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn judge_maneuver(self, who: CombatantId, maneuver: &Maneuver) -> Result<(), Refusal> {
        if *maneuver == Maneuver::Nothing {
            return Ok(());
        }
        let fighter = self.fighter(who);
        if !fighter.flags.any(Flags::ACTING) {
            return Err(Refusal::new(
                rule!("G4-062"),
                "a maneuver is for the own turn, or for a Wait that is triggered",
            ));
        }
        if self.must_do_nothing(who) {
            let rule = if fighter.frozen != 0 { rule!("G4-396") } else { rule!("G4-352") };
            return Err(Refusal::new(rule, "nothing but Do Nothing is possible"));
        }
        match maneuver {
            Maneuver::Nothing => Ok(()),
            Maneuver::Do(act) => self.judge_act(who, act),
            Maneuver::Wait(wait) => self.judge_wait(who, wait),
        }
    }

    /// Whether a maneuver can be begun.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn judge_act(self, who: CombatantId, act: &Act) -> Result<(), Refusal> {
        let refuse = |rule, message: &'static str| Err(Refusal::new(rule, message));
        match *act {
            Act::Ready(what) => self.judge_ready(who, what),
            Act::Aim { mode, target } => self.judge_aim(who, mode, target),
            Act::Feint => Ok(()),
            Act::Attack { giant } => {
                if giant {
                    self.judge_leaving(who)?;
                }
                self.judge_effort(who, giant.into())
            }
            Act::AllOut { form, slam } => {
                if slam && matches!(form, AllOut::Double | AllOut::Feint) {
                    return refuse(rule!("G4-295"), "a Slam goes with an All-Out Attack (Determined or Strong)");
                }
                Ok(())
            }
            Act::Charge { heroic } => {
                self.judge_charge(who)?;
                self.judge_effort(who, heroic.into())
            }
            Act::ChangePosture(to) => self.judge_posture(who, to),
            Act::Jump => self.judge_jump_at_all(who),
            Act::Move => self.judge_leaving(who),
            Act::Defense(Focus::None) => refuse(rule!("G4-162"), "name the defense: dodge, parry, block or double"),
            Act::Defense(_) => Ok(()),
            Act::Concentrate(task) => self.judge_concentration(task),
        }
    }

    /// `G4-104` Whether a figure can charge as it stands or lies.
    fn judge_charge(self, who: CombatantId) -> Result<(), Refusal> {
        if self.fighter(who).posture == Posture::Prone {
            return Err(Refusal::new(rule!("G4-104"), "no Charge while prone: change posture first"));
        }
        Ok(())
    }

    /// The maneuvers for which nobody needs anything of the sheet or the map, legal or not.
    pub(crate) fn everybodys(self) -> impl Iterator<Item = Act> {
        let forms = self.setup.options.forms;
        EVERYBODYS.into_iter().filter(move |act| forms || !matches!(act, Act::AllOut { slam: true, .. }))
    }

    /// The maneuvers that a person would be shown.
    pub fn maneuver_options(self, who: CombatantId, into: &mut Vec<Choice>) {
        let mut offer = |maneuver: Maneuver| {
            if self.judge_maneuver(who, &maneuver).is_ok() {
                into.push(Choice::Maneuver(maneuver));
            }
        };
        let act = Maneuver::Do;
        self.everybodys().for_each(|one| offer(act(one)));
        for to in [Posture::Standing, Posture::Crouch, Posture::Kneel, Posture::Sit, Posture::Prone] {
            offer(act(Act::ChangePosture(to)));
        }
        self.aim_options(who, &mut |one| offer(act(one)));
        self.ready_options(who, &mut |one| offer(act(one)));
        offer(act(Act::Jump));
        for task in 0..self.setup.tasks.len() as u8 {
            offer(act(Act::Concentrate(task)));
        }
        self.wait_options(who, &mut |wait| offer(Maneuver::Wait(wait)));
        offer(Maneuver::Nothing);
    }
}

impl<R: Referee<Gurps4>> Fight<'_, R> {
    /// `G4-060` `G4-061` The next turn of the fight. Before the first one surprise and order are settled.
    ///
    /// # Errors
    /// The input that the referee lacks.
    pub fn next_turn(&mut self) -> Result<(), R::Pause> {
        if self.state.stage == Stage::Start {
            self.settle_surprise()?;
            self.settle_order()?;
            self.state.stage = Stage::Fight;
        }
        for _ in 0..self.state.order.len() {
            if self.state.turn == 0 {
                let number = self.state.rounds.0 + 1;
                self.tell(Event::RoundBegins { number });
            }
            let who = self.state.order[self.state.turn as usize];
            self.wake(who);
            let up = self.state[who].is_up();
            if up {
                self.turn(who)?;
            }
            self.pass_turn();
            if up {
                break;
            }
        }
        Ok(())
    }

    /// `G4-060` The turn is the next combatant's. The round is over where all after it are dead or unconscious.
    fn pass_turn(&mut self) {
        self.state.turn += 1;
        let left = &self.state.order[self.state.turn as usize..];
        if left.iter().all(|&who| self.state[who].is_dead() || self.state[who].flags.has(Flags::UNCONSCIOUS)) {
            self.state.turn = 0;
            self.state.rounds.0 += 1;
        }
    }

    /// `G4-061` Who joins the fight gets its place in the order, behind its equals; where that place is before whoever's turn
    /// it is, it acts from the next round on.
    pub fn enlist(&mut self, who: CombatantId) {
        let key = |who: CombatantId| {
            let sheet = &self.setup.combatants[who.index()].sheet;
            (Reverse(sheet.speed), Reverse(sheet.dx))
        };
        let order = &mut self.state.order;
        if order.is_empty() {
            return;
        }
        let place = order.partition_point(|&other| key(other) <= key(who));
        self.enter_order(who, place);
    }

    /// It is on the map, and in the fight.
    pub fn join(&mut self, who: CombatantId, at: Cell) {
        self.state[who].at = at;
        self.state[who].flags.clear(Flags::GONE);
        if !self.state.order.contains(&who) {
            self.enlist(who);
        }
    }

    /// Nobody holds it, and it holds nobody and waits for nothing.
    pub fn quit(&mut self, who: CombatantId) {
        self.end_wait(who);
        self.release_all(who);
        if self.state[who].grappled_by != NONE {
            self.release(who);
        }
    }

    /// `G4-061` `G4-R01` `G4-D02` Basic Speed, then DX, then a die, re-rolled among equals.
    ///
    /// # Errors
    /// The input that the referee lacks.
    pub fn settle_order(&mut self) -> Result<(), R::Pause> {
        let setup = self.setup;
        let key = |who: &CombatantId| {
            let sheet = &setup.combatants[who.index()].sheet;
            (Reverse(sheet.speed), Reverse(sheet.dx))
        };
        let State { order, fighters, .. } = &mut *self.state;
        order.clear();
        let here = (0..).map(CombatantId).zip(fighters).filter(|(_, fighter)| !fighter.flags.has(Flags::GONE));
        order.extend(here.map(|(who, _)| who));
        order.sort_unstable_by_key(|who| (key(who), who.0));
        let mut from = 0;
        while from < self.state.order.len() {
            let order = &self.state.order;
            let to = from + order[from..].iter().take_while(|who| key(who) == key(&order[from])).count();
            // G4-R01: the tied roll one die each, the highest first; equals roll again.
            let Self { state, referee, .. } = self;
            roll_off(&mut state.order[from..to], rule!("G4-R01"), Dice::d6(1), *referee)?;
            from = to;
        }
        for place in 0..self.state.order.len() {
            let who = self.state.order[place];
            self.tell(Event::TakesPlace { who, place: place as u32 + 1 });
        }
        Ok(())
    }

    /// One whole turn of a combatant, interruptions by others included.
    ///
    /// # Errors
    /// The input that the referee lacks.
    pub fn turn(&mut self, who: CombatantId) -> Result<(), R::Pause> {
        self.begin_turn(who)?;
        if self.state[who].is_up() {
            self.take_maneuver(who)?;
        }
        self.end_turn(who)
    }

    /// `G4-063` `G4-342` `G4-D03` The start of a turn, in its order: nobody is asked.
    fn begin_turn(&mut self, who: CombatantId) -> Result<(), R::Pause> {
        self.tell(Event::TurnBegins { who });
        if self.state[who].wait.is_some() {
            self.end_wait(who);
            self.tell(Event::WaitLapses { who });
        }
        let fighter = &mut self.state[who];
        fighter.begin_round();
        fighter.flags.set(Flags::ACTING);
        let hp = fighter.hp;
        self.note_backs(who);
        if hp <= 0 {
            self.stay_awake(who)?;
        }
        Ok(())
    }

    /// `G4-244` Notes in whose back hexes the figure begins its turn.
    fn note_backs(&mut self, who: CombatantId) {
        let scene = self.scene();
        let mut behind = 0;
        // Friends too: a shot that misses may come at them (G4-227).
        for other in scene.state.ids() {
            if scene.arc_to(other, who) == Arc::Rear {
                behind |= 1 << other.0;
            }
        }
        self.state[who].behind = behind;
    }

    /// `G4-342` `G4-R35` The roll to stay awake at 0 HP or less.
    fn stay_awake(&mut self, who: CombatantId) -> Result<(), R::Pause> {
        let score: R::Tally = self.scene().awake_score(who);
        if !succeeds(self.referee, Why::new(who, rule!("G4-342"), "stay awake"), &score)? {
            self.falls_unconscious(who);
        }
        Ok(())
    }

    /// `G4-062` `G4-063` `G4-170` `G4-347` The one maneuver.
    fn take_maneuver(&mut self, who: CombatantId) -> Result<(), R::Pause> {
        let maneuver = if self.scene().must_do_nothing(who) {
            Maneuver::Nothing
        } else {
            match self.ask(Question::Maneuver { who })? {
                Choice::Maneuver(maneuver) => maneuver,
                _ => Maneuver::Nothing,
            }
        };
        let forced = self.scene().forced_idleness(who);
        self.tell(Event::Maneuvers { who, maneuver, forced });
        if maneuver != Maneuver::Nothing && !self.roll_for_will_to_act(who)? {
            return Ok(());
        }
        self.keep_or_give_up(who, &maneuver);
        // G4-353: a stunned combatant does nothing, whatever others make of it.
        if self.scene().must_do_nothing(who) {
            self.state[who].flags.set(Flags::IDLE);
        }
        if let Maneuver::Do(act) = maneuver {
            self.declare(who, act);
        }
        // Nobody interrupts where nobody waits.
        let before = (self.state.waiting != 0).then(|| (self.things(who), self.body(who)));
        if self.checkpoint(who, Happening::Declares(maneuver.kind()))? && !self.can_go_on(who) {
            return Ok(());
        }
        match maneuver {
            Maneuver::Nothing => {}
            Maneuver::Do(act) => {
                let unchanged = before.is_none_or(|before| before == (self.things(who), self.body(who)));
                if unchanged || self.still_can(who, act) {
                    self.carry_out(who, act)?;
                }
            }
            Maneuver::Wait(wait) => self.begin_wait(who, wait),
        }
        Ok(())
    }

    /// `G4-066` `G4-180` Applies the effects of a maneuver from its declaration on: limits on defenses, and FP.
    pub fn declare(&mut self, who: CombatantId, act: Act) {
        match act {
            // G4-130: no defense from here on.
            Act::AllOut { .. } => self.state[who].flags.set(Flags::ALL_OUT),
            // G4-145: no Parry and no Retreat from here on.
            Act::Charge { heroic } => {
                if heroic {
                    self.pay(who, Effort::HeroicCharge);
                }
                self.state[who].flags.set(Flags::CHARGED);
            }
            // G4-159: one more step.
            Act::Attack { giant: true } => self.pay(who, Effort::GiantStep),
            Act::Defense(focus) => self.state[who].focus = focus,
            _ => {}
        }
    }

    /// The items of a combatant, which an interruption can take from it.
    fn things(&self, who: CombatantId) -> ([ItemId; 2], [ItemState; 2], [ItemState; MOST_ITEMS]) {
        let hands = self.state[who].hands;
        (hands, hands.map(|item| self.scene().item_state(who, item)), self.state[who].items)
    }

    /// The parts of a combatant's body that an interruption can change.
    fn body(&self, who: CombatantId) -> (Posture, u16, u8) {
        let fighter = &self.state[who];
        (fighter.posture, fighter.crippled, fighter.grappled_by)
    }

    /// `G4-R18` Whether a figure to whom something was done in between still can do what it declared; says so if
    /// it cannot. What it paid is paid.
    fn still_can(&mut self, who: CombatantId, act: Act) -> bool {
        let scene = self.scene();
        let can = match act {
            Act::Ready(what) => scene.judge_ready(who, what),
            Act::Aim { mode, target } => scene.judge_aim(who, mode, target),
            Act::ChangePosture(to) => scene.judge_posture(who, to),
            Act::Jump => scene.judge_jump_at_all(who),
            // G4-104
            Act::Charge { .. } => scene.judge_charge(who),
            _ => Ok(()),
        };
        if let Err(refusal) = &can {
            self.tell(Event::Wasted { who, second: false, why: Lost::from(refusal) });
        }
        can.is_ok()
    }

    /// Whether a figure can go on with what it is about.
    #[inline]
    pub fn can_go_on(&self, who: CombatantId) -> bool {
        self.state[who].is_up() && !self.scene().must_do_nothing(who)
    }

    /// `G4-066` Carries a maneuver that was [declared](Self::declare) out, in the own turn or for a Wait.
    ///
    /// # Errors
    /// The input that the referee lacks.
    pub fn carry_out(&mut self, who: CombatantId, act: Act) -> Result<(), R::Pause> {
        match act {
            Act::Ready(_) | Act::Aim { .. } | Act::Feint | Act::Attack { .. } | Act::Concentrate(_) => {
                self.act_with_step(who, act)?;
            }
            Act::AllOut { form, slam } => self.all_out_attack(who, form, slam)?,
            Act::Charge { heroic } => {
                let path = self.travel(who, Gait::Charge)?;
                if self.can_go_on(who) {
                    let plan = Plan { left: path.left(), ..Plan::of(From::Charge { heroic }) };
                    self.attack(who, plan)?;
                }
            }
            Act::ChangePosture(to) => self.take_posture(who, to),
            Act::Jump => self.jump(who)?,
            Act::Move => {
                let facing = self.state[who].facing;
                let path = self.travel(who, Gait::Move)?;
                if path.spent == 0 && self.state[who].facing == facing && self.can_go_on(who) {
                    self.tell(Event::Stays { who, at: self.state[who].at, facing });
                }
            }
            Act::Defense(_) => {
                self.steps(who, 1, true)?;
            }
        }
        Ok(())
    }

    /// `G4-097` `G4-127` `G4-159` A maneuver with a step before or after its act, or two with a Giant Step.
    fn act_with_step(&mut self, who: CombatantId, act: Act) -> Result<(), R::Pause> {
        // Nobody interrupts where nobody waits.
        let before = (self.state.waiting != 0).then(|| self.things(who));
        let steps = if act == (Act::Attack { giant: true }) { 2 } else { 1 };
        let left = self.steps(who, steps, true)?;
        let unchanged = before.is_none_or(|before| before == self.things(who));
        if !self.can_go_on(who) || !unchanged && !self.still_can(who, act) {
            return Ok(());
        }
        match act {
            Act::Ready(what) => self.ready(who, what),
            Act::Aim { mode, target } => self.aim(who, mode, target),
            Act::Feint => self.feint(who)?,
            Act::Attack { .. } => self.attack(who, Plan::of(From::Attack))?,
            Act::Concentrate(task) => self.concentrate(who, task),
            _ => {}
        }
        self.steps(who, left, false)?;
        Ok(())
    }

    /// `G4-130` to `G4-134` All-Out Attack: movement first.
    fn all_out_attack(&mut self, who: CombatantId, form: AllOut, slam: bool) -> Result<(), R::Pause> {
        let path = self.travel(who, if slam { Gait::Charge } else { Gait::AllOut })?;
        if !self.can_go_on(who) {
            return Ok(());
        }
        let mut plan = Plan { slam, left: path.left(), ..Plan::of(From::AllOut(form)) };
        match form {
            AllOut::Double => plan.more = 1,
            AllOut::Feint => {
                self.feint(who)?;
                if !self.can_go_on(who) {
                    return Ok(());
                }
            }
            AllOut::Determined | AllOut::Strong => {}
        }
        self.attack(who, plan)
    }

    /// `G4-064` `G4-D12` The end of a turn, in its order: nobody is asked.
    fn end_turn(&mut self, who: CombatantId) -> Result<(), R::Pause> {
        let fighter = &self.state[who];
        if fighter.is_up() {
            if fighter.frozen != 0 {
                self.thaw(who);
            } else if fighter.flags.has(Flags::STUNNED) && fighter.flags.has(Flags::IDLE) {
                self.snap_out(who)?;
            }
        }
        let fighter = &mut self.state[who];
        fighter.flags.clear(Flags::ACTING.union(Flags::IDLE));
        // G4-350: shock from before this turn is over; shock from within it lasts for one more.
        if fighter.shock | fighter.shock_later != 0 {
            fighter.shock = fighter.shock_later;
            fighter.shock_later = 0;
            let groin = fighter.flags.has(Flags::GROIN_LATER);
            fighter.flags.clear(Flags::GROIN_LATER);
            fighter.flags.put(Flags::GROIN, groin);
        }
        if fighter.wait.is_none() {
            fighter.behind = 0;
        }
        // G4-124: a Feint is for the next turn.
        if fighter.feint.foe != crate::decision::NONE {
            if fighter.feint.fresh {
                fighter.feint.fresh = false;
            } else {
                fighter.feint = Feinted::NONE;
                self.tell(Event::FeintLapses { who });
            }
        }
        self.tell(Event::TurnEnds { who });
        Ok(())
    }

    /// `G4-353` `G4-R39` The roll to snap out of stun.
    fn snap_out(&mut self, who: CombatantId) -> Result<(), R::Pause> {
        let score: R::Tally = self.scene().snap_out_score(who);
        let out = succeeds(self.referee, Why::new(who, rule!("G4-353"), "snap out"), &score)?;
        let fighter = &mut self.state[who];
        if out {
            fighter.flags.clear(Flags::STUNNED);
            fighter.stunned = 0;
            self.tell(Event::SnapsOut { who });
        } else {
            fighter.stunned = fighter.stunned.saturating_add(1).min(30);
        }
        Ok(())
    }

    /// `G4-396` `G4-R40` One more turn of being frozen is over; after the last one it is stunned.
    fn thaw(&mut self, who: CombatantId) {
        self.state[who].frozen -= 1;
        self.tell(Event::Thaws { who, left: self.state[who].frozen.into() });
        if self.state[who].frozen == 0 {
            self.stun(who);
        }
    }

    /// `G4-352` `G4-R39` Stuns a figure: what it was in the middle of is over.
    pub fn stun(&mut self, who: CombatantId) {
        if !self.state[who].is_up() {
            return;
        }
        if self.state[who].flags.has(Flags::STUNNED) {
            self.tell(Event::StaysStunned { who });
            return;
        }
        self.state[who].flags.set(Flags::STUNNED);
        self.state[who].stunned = 0;
        self.tell(Event::Becomes { who, condition: Condition::Stunned });
        self.give_up_all(who);
        self.release_all(who);
    }
}
