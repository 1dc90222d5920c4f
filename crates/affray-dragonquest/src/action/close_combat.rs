//! Close combat: coming into a hex, being kept out of it, grappling, breaking out; holding others fast.
//!
//! Rules `DQ-219` to `DQ-226`, `DQ-311`, `DQ-312`; rulings `DQ-R10`, `DQ-R18`. Who shares a hex with an
//! opponent bears [`Flags::CLOSE`] from [`Fight::come_to_grips`] on until [`Fight::settle_close`] finds
//! nobody left to grapple with.

use crate::DragonQuest;
use crate::decision::{Action, Choice, Deed, From, Gait, NONE, Plan, Question, Stance};
use crate::event::{DropCause, Event, LetsInCause, ReleaseCause};
use crate::scene::{D10, Fight, Scene};
use crate::sheet::{Arm, Item, ItemKind, Uses};
use crate::state::{Flags, HELPLESS, Ignored};
use affray_grid::{Cell, Facing};
use affray_kernel::referee::{CombatantId, Referee, Refusal, Why};
use affray_kernel::tally::Tally;

/// `DQ-R10` The most figures in one hex.
pub const MOST_IN_A_HEX: usize = 4;

/// `DQ-224` `DQ-226` Whether a roll of strength leads out of close combat.
const fn breaks_out(roll: i32, strength: i32) -> bool {
    roll == 10 || roll + strength >= 10
}

impl Scene<'_> {
    /// `DQ-222` Whether an item stays in hand in close combat.
    pub fn suits_close(self, who: CombatantId, item: Arm) -> bool {
        match self.arm(who, item) {
            Some(arm) => match arm.kind {
                ItemKind::Weapon => arm.uses.has(Uses::CLOSE),
                ItemKind::Shield => arm.shield.is_some_and(|shield| shield.close),
                _ => true,
            },
            None => true,
        }
    }

    /// `DQ-223` Whether a figure in close combat may take an action.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub(crate) fn judge_close_action(self, who: CombatantId, action: Action) -> Result<(), Refusal> {
        match action {
            Action::Nothing | Action::Pass | Action::Grapple => Ok(()),
            Action::Withdraw(Stance::Break) => {
                if self.fighter(who).flags.has(Flags::ENTANGLED) {
                    return Err(Refusal::new(rule!("DQ-R18"), "an entangled figure cannot withdraw"));
                }
                if self.ways_out(who).next().is_none() {
                    return Err(Refusal::new(rule!("DQ-R10"), "no hex around is free to break out into"));
                }
                Ok(())
            }
            Action::Withdraw(_) => {
                Err(Refusal::new(rule!("DQ-224"), "one leaves close combat by a roll of strength, in no posture"))
            }
            Action::Cast { .. } => Err(Refusal::new(rule!("DQ-217"), "no spell is cast in close combat")),
            _ => Err(Refusal::new(rule!("DQ-223"), "in close combat one grapples, passes or withdraws")),
        }
    }

    /// `DQ-219` `DQ-311` `DQ-R10` Whether a figure may come to grips with another. Where it has to come near
    /// first, that is not looked at yet.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub(crate) fn judge_closing(self, who: CombatantId, target: CombatantId, from_afar: bool) -> Result<(), Refusal> {
        let refuse = |rule, message: &'static str| Err(Refusal::new(rule, message));
        if target.index() >= self.state.fighters.len() || target == who {
            return Err(Refusal::impossible(rule!("DQ-R10"), "there is no such opponent"));
        }
        if !self.are_foes(who, target) || !self.fighter(target).is_up() {
            return refuse(rule!("DQ-R10"), "one comes to grips with an opponent that is up");
        }
        if self.fighter(who).mount != NONE {
            return refuse(rule!("DQ-R10"), "a rider dismounts first");
        }
        let into = self.entry(who, target);
        if !self.is_passable(into) {
            return refuse(rule!("DQ-R06"), "that hex is impassable");
        }
        if self.at(into).count() >= MOST_IN_A_HEX {
            return refuse(rule!("DQ-R10"), "four figures are in that hex already");
        }
        if from_afar {
            return Ok(());
        }
        if self.apart(who, target) != 1 || !self.faces(who, into) {
            return refuse(rule!("DQ-R10"), "the opponent has to be in a front hex");
        }
        if self.is_single(who) { Ok(()) } else { self.judge_heavy_entry(who, target, into) }
    }

    /// The hex by which a figure comes to grips with another: one of the opponent's, next to it and ahead
    /// of it if there is such a one. Of a multi-hex figure it is the head that goes there.
    pub(crate) fn entry(self, who: CombatantId, target: CombatantId) -> Cell {
        if self.is_single(target) {
            return self.fighter(target).at;
        }
        let own = self.fighter(who).at;
        let ahead = |cell: Cell| if self.is_single(who) { self.faces(who, cell) } else { self.is_next_head(who, cell) };
        let far = |cell: &Cell| (crate::movement::zones::distance(own, *cell), !ahead(*cell));
        self.body(target).into_iter().min_by_key(far).unwrap_or(self.fighter(target).at)
    }

    /// `DQ-220` `DQ-008` `DQ-R10` Why a figure cannot try to keep another out of its hex; `None` if it can: it has that one
    /// in its melee zone, is not surprised, and has any Rank at all with what it threatens with.
    fn no_repulse(self, who: CombatantId, by: CombatantId) -> Option<LetsInCause> {
        if self.fighter(who).flags.has(Flags::SURPRISED) {
            Some(LetsInCause::Surprise)
        } else if !self.threatens(who, by) {
            Some(LetsInCause::Zone)
        } else {
            (self.repulse_rank(who) <= 0).then_some(LetsInCause::Rank)
        }
    }

    /// `DQ-220` `DQ-R09` The best Rank with what is ready for melee; bare-handed, the Unarmed Rank.
    pub(crate) fn repulse_rank(self, who: CombatantId) -> i32 {
        let fighter = self.fighter(who);
        let armed = fighter.hands.into_iter().filter(|&item| self.wields(who, item)).filter_map(|item| {
            self.arm(who, item).filter(|arm| arm.kind == ItemKind::Weapon && arm.uses.has(Uses::MELEE))
        });
        let best = armed.map(Item::rank_or_zero).max();
        best.unwrap_or_else(|| i32::from(self.sheet(who).unarmed_rank.unwrap_or(0)))
    }

    /// `DQ-224` `DQ-R10` Friendly PS less hostile PS, of those in the hex who are conscious, not stunned and
    /// not restrained.
    pub fn strength<T: Tally>(self, who: CombatantId) -> T {
        let sum = |friendly: bool| -> i32 {
            let fit = |&other: &CombatantId| {
                !self.fighter(other).flags.any(HELPLESS.union(Flags::STUNNED))
                    && self.are_foes(who, other) != friendly
                    && self.share_hex(who, other)
            };
            self.state.ids().filter(fit).map(|other| i32::from(self.sheet(other).ps)).sum()
        };
        let mut strength = T::base(rule!("DQ-224").named("PS of the own side"), sum(true));
        strength.add(rule!("DQ-R10").named("PS of the opponents"), -sum(false));
        strength
    }

    /// `DQ-225` The hexes into which a figure can break out of close combat. The head of a larger one goes
    /// there, and the rest needs room too.
    pub fn ways_out(self, who: CombatantId) -> impl Iterator<Item = Cell> {
        let fighter = self.fighter(who);
        let hexes = if self.is_single(who) { 1 } else { self.sheet(who).hexes };
        Facing::HEX.into_iter().map(move |way| fighter.at.step(way)).filter(move |&cell| {
            crate::movement::zones::footprint(cell, fighter.facing, hexes).iter().all(|&part| self.is_free(who, part))
        })
    }

    /// `DQ-225` Whether a figure can come away to a hex.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub(crate) fn judge_away(self, who: CombatantId, to: Cell) -> Result<(), Refusal> {
        if self.map().ground(to).is_none() {
            return Err(Refusal::impossible(rule!("DQ-225"), "that is off the map"));
        }
        if self.ways_out(who).any(|cell| cell == to) {
            Ok(())
        } else {
            Err(Refusal::new(rule!("DQ-225"), "one comes away to a free hex next to this one"))
        }
    }
}

impl<R: Referee<DragonQuest>> Fight<'_, R> {
    /// `DQ-219` Close and Grapple.
    ///
    /// # Errors
    /// The referee's pause.
    pub(crate) fn close(&mut self, who: CombatantId, target: CombatantId) -> Result<(), R::Pause> {
        if self.repulse(who, target)? {
            return Ok(());
        }
        self.enter_close(who, target)
    }

    /// `DQ-311` `DQ-312` `DQ-R10` Charge and Close: near without a turn, then into the hex, which counts
    /// against the movement. The opponent's own melee zone stops the movement next to him, but does not keep
    /// anybody out of his hex: that is what repulsing is for.
    ///
    /// # Errors
    /// The referee's pause.
    pub(crate) fn charge_and_close(&mut self, who: CombatantId, target: CombatantId) -> Result<(), R::Pause> {
        let scene = self.scene();
        let mut before: R::Tally = scene.allowed(who, Deed::ChargeClose, false, scene.half_tmr_score(who));
        before.add(rule!("DQ-R10").named("for the opponent's hex"), -scene.entry_cost(scene.entry(who, target)));
        if scene.apart(who, target) > 1 && before.total() > 0 {
            self.walk(who, Gait::Straight, rule!("DQ-311"), before, false)?;
        }
        if !self.can_go_on(who) {
            return Ok(());
        }
        let scene = self.scene();
        let into = scene.entry(who, target);
        let near = scene.apart(who, target) == 1 && self.state[target].is_up();
        if !near || !scene.is_single(who) && scene.judge_heavy_entry(who, target, into).is_err() {
            self.tell(Event::Wasted { who, deed: Deed::ChargeClose, chosen: false, why: None });
            return Ok(());
        }
        self.close(who, target)
    }

    /// `DQ-220` `DQ-221` The defender may keep the attacker out, who then has lost his action. Whether he
    /// does.
    fn repulse(&mut self, who: CombatantId, target: CombatantId) -> Result<bool, R::Pause> {
        let question = Question::Repulse { who: target, by: who };
        let cause = match self.scene().no_repulse(target, who) {
            None if self.ask(question)? == Choice::Repulse(true) => None,
            None => Some(LetsInCause::Choice),
            cause => cause,
        };
        if let Some(cause) = cause {
            self.tell(Event::LetsIn { who: target, by: who, cause });
            return Ok(false);
        }
        let rank = R::Tally::base(rule!("DQ-220").named("Rank"), self.scene().repulse_rank(target));
        let why = Why::new(target, rule!("DQ-220"), "repulse");
        let succeeds = self.referee.check(why, D10, &rank, |roll, rank| roll <= rank)?;
        if succeeds {
            // Whatever two actions it may have: the action of the pulse is gone.
            self.state[who].flags.set(Flags::LOSE_ACTION);
            self.tell(Event::Repulses { who: target, by: who });
        }
        Ok(succeeds)
    }

    /// `DQ-219` Into the hex, and the one Grapple attack that goes with it.
    fn enter_close(&mut self, who: CombatantId, target: CombatantId) -> Result<(), R::Pause> {
        let scene = self.scene();
        let into = scene.entry(who, target);
        if scene.is_single(who) {
            self.enter(who, into);
        } else if !self.enter_over(who, target, into)? {
            return Ok(());
        }
        self.come_to_grips(who);
        if !self.can_go_on(who) {
            return Ok(());
        }
        self.attack(who, Plan { from: From::Grapple, only: target.0, with: Arm::NONE })?;
        Ok(())
    }

    /// `DQ-222` `DQ-217` `DQ-R10` A figure is in close combat with the opponents in its hex from now on: all of
    /// them let go of what is of no use there, and lose spells that they had prepared.
    pub fn come_to_grips(&mut self, who: CombatantId) {
        let scene = self.scene();
        let in_hex = |&other: &CombatantId| scene.fighter(other).is_up() && scene.share_hex(who, other);
        if !self.state.ids().filter(in_hex).any(|other| scene.are_foes(who, other)) {
            return;
        }
        for other in self.state.ids() {
            let scene = self.scene();
            if !scene.fighter(other).is_up() || !scene.share_hex(who, other) || scene.in_close_combat(other) {
                continue;
            }
            self.state[other].flags.set(Flags::CLOSE);
            self.lose_spell(other);
            for hand in 0..2 {
                let item = self.state[other].hands[hand];
                if item != Arm::NONE && !self.scene().suits_close(other, item) {
                    self.drop_item(other, item, DropCause::Closing);
                }
            }
        }
        self.tell(Event::ComesToGrips { who });
    }

    /// `DQ-R10` A figure without an opponent in its hex is out of close combat, and picks its facing.
    ///
    /// # Errors
    /// The referee's pause.
    pub fn settle_close(&mut self) -> Result<(), R::Pause> {
        if self.state.fighters.iter().all(|fighter| !fighter.flags.has(Flags::CLOSE)) {
            return Ok(());
        }
        // DQ-R18: a captive out of the hex of its captor is free.
        for who in self.state.ids() {
            let held = self.state[who].restrains;
            if held != NONE && !self.scene().share_hex(who, CombatantId(held)) {
                self.let_loose(who, ReleaseCause::Apart);
            }
        }
        for who in self.state.ids() {
            let scene = self.scene();
            if !scene.in_close_combat(who)
                || scene.foes(who).any(|foe| scene.share_hex(who, foe)) && scene.fighter(who).is_up()
            {
                continue;
            }
            self.state[who].flags.clear(Flags::CLOSE);
            if self.state[who].is_up() {
                self.tell(Event::LeavesGrips { who });
                self.face(who)?;
            }
        }
        Ok(())
    }

    /// `DQ-223` `DQ-R63` A Grapple. Against an unconscious opponent in the hex, close combat lasts for this attack only.
    ///
    /// # Errors
    /// The referee's pause.
    pub(crate) fn grapple(&mut self, who: CombatantId) -> Result<(), R::Pause> {
        let plan = Plan { from: From::Grapple, only: NONE, with: Arm::NONE };
        if self.scene().in_close_combat(who) {
            return self.attack(who, plan).map(|_| ());
        }
        self.state[who].flags.set(Flags::CLOSE);
        self.attack(who, plan)?;
        self.state[who].flags.clear(Flags::CLOSE);
        Ok(())
    }

    /// `DQ-224` to `DQ-226` `DQ-R10` Breaking out of close combat: on success prone in a hex beside it.
    ///
    /// # Errors
    /// The referee's pause.
    pub(crate) fn break_out(&mut self, who: CombatantId) -> Result<(), R::Pause> {
        let strength: R::Tally = self.scene().strength(who);
        let why = Why::new(who, rule!("DQ-224"), "break out");
        self.referee.show(why, &strength);
        let strength = strength.total();
        let read = |roll| (breaks_out(roll, strength), Ignored(roll + strength));
        let (out, Ignored(total)) = self.referee.throw(why, D10, read)?;
        if !out {
            self.tell(Event::StaysIn { who, total });
            return Ok(());
        }
        self.tell(Event::BreaksOut { who, total });
        let Some(to) = self.choose_way_out(who)? else { return Ok(()) };
        // DQ-R30: a rider does so on his own feet.
        self.unseat(who, None);
        self.enter(who, to);
        self.fall(who);
        self.settle_close()
    }

    /// `DQ-225` `DQ-721` `DQ-R57` The hex into which a figure comes away, as its player likes; `None` if none is free.
    ///
    /// # Errors
    /// The referee's pause.
    pub(crate) fn choose_way_out(&mut self, who: CombatantId) -> Result<Option<Cell>, R::Pause> {
        let choice = self.ask(Question::Away { who })?;
        let scene = self.scene();
        Ok(match choice {
            Choice::Away(to) if scene.map().ground(to).is_some() => Some(to),
            _ => scene.ways_out(who).next(),
        })
    }

    /// `DQ-R18` The turn of one who restrains another: he holds on, or lets go. It costs nothing.
    ///
    /// # Errors
    /// The referee's pause.
    pub(crate) fn hold_or_release(&mut self, who: CombatantId) -> Result<(), R::Pause> {
        if self.ask(Question::Hold { who })? == Choice::Hold(false) {
            self.let_loose(who, ReleaseCause::Choice);
        }
        Ok(())
    }

    /// `DQ-441` `DQ-R18` Whatever a figure restrains is free, and whoever restrains it does so no more: it has
    /// been hurt, stunned, felled, or let go.
    pub fn let_loose(&mut self, who: CombatantId, cause: ReleaseCause) {
        let fighter = &self.state[who];
        let (held, cause) = if fighter.restrains != NONE {
            (fighter.restrains, cause)
        } else if fighter.flags.has(Flags::RESTRAINED) && !fighter.is_up() {
            (who.0, ReleaseCause::CaptiveDown)
        } else {
            return;
        };
        for fighter in &mut self.state.fighters {
            if fighter.restrains == held {
                fighter.restrains = NONE;
            }
        }
        let held = CombatantId(held);
        self.state[held].flags.clear(Flags::RESTRAINED);
        self.tell(Event::Released { who: held, cause });
    }
}
