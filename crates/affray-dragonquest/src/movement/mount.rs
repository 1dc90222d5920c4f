//! Riders and mounts: seats, arms that serve in the saddle, momentum.
//!
//! Rules `DQ-721` to `DQ-728`; rulings `DQ-R29`, `DQ-R30`. Rider and mount are two figures in one hex with
//! one facing, linked by `mount` and `rider` of [`Fighter`](crate::state::Fighter). The rider takes the
//! turn and moves with the mount's TMR; the mount has a zone and an attack of its own if it has any arms.

use crate::DragonQuest;
use crate::decision::{Action, Blow, From, NONE, Plan};
use crate::event::{Event, Halt};
use crate::movement::zones::direction;
use crate::scene::{Fight, Scene};
use crate::sheet::{Arm, Group, Traits};
use crate::state::{Flags, OUT};
use affray_grid::Cell;
use affray_kernel::referee::{CombatantId, Referee, Refusal, Why};
use affray_kernel::tally::Tally;

/// `DQ-R29` The Horsemanship Rank for two-handed weapons.
const TWO_HANDED: u8 = 3;
/// `DQ-R29` The Horsemanship Rank for missile and thrown weapons, and spells, while moving.
const ON_THE_MOVE: u8 = 5;
/// `DQ-R29` The Horsemanship Rank for two one-handed weapons at once.
const TWO_WEAPONS: u8 = 7;

/// A mount in one of these conditions carries nobody.
const DOWN: Flags = OUT.union(Flags::PRONE);
/// `DQ-R30` One of these neither goes anywhere by itself nor attacks (`DQ-407`, `DQ-R18`, `DQ-354`).
const IDLE: Flags = Flags::STUNNED.union(Flags::RESTRAINED).union(Flags::LOSE_ACTION);

impl Scene<'_> {
    /// The mount of a figure that sits on one.
    #[inline]
    pub fn mount_of(self, who: CombatantId) -> Option<CombatantId> {
        let mount = self.fighter(who).mount;
        if mount == NONE { None } else { Some(CombatantId(mount)) }
    }

    /// `DQ-722` `DQ-R29` `DQ-R30` Whether a figure can use a weapon where it sits or stands.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub(crate) fn judge_seat(self, who: CombatantId, with: Arm) -> Result<(), Refusal> {
        let fighter = self.fighter(who);
        if fighter.mount == NONE {
            let lance = self.arm(who, with).is_some_and(|arm| arm.traits.has(Traits::MOUNTED_ONLY));
            return if lance {
                Err(Refusal::new(rule!("DQ-R30"), "a lance is of use in the saddle only"))
            } else {
                Ok(())
            };
        }
        if fighter.hands == [with; 2] && self.sheet(who).horsemanship < TWO_HANDED {
            return Err(Refusal::new(rule!("DQ-722"), "both hands on a weapon need Horsemanship Rank 3"));
        }
        Ok(())
    }

    /// `DQ-723` `DQ-R29` Whether a figure may fire, throw or cast as its mount goes: standing still always,
    /// while it moves in this pulse at Rank 5.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn judge_riding_fire(self, who: CombatantId) -> Result<(), Refusal> {
        match self.mount_of(who) {
            Some(mount)
                if self.fighter(mount).flags.any(Flags::MOVED.union(Flags::MOMENTUM))
                    && self.sheet(who).horsemanship < ON_THE_MOVE =>
            {
                Err(Refusal::new(rule!("DQ-723"), "firing from a moving mount needs Horsemanship Rank 5"))
            }
            _ => Ok(()),
        }
    }

    /// `DQ-724` `DQ-R29` Whether a figure may use two weapons at once where it sits or stands.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub(crate) fn judge_riding_two(self, who: CombatantId) -> Result<(), Refusal> {
        if self.fighter(who).mount != NONE && self.sheet(who).horsemanship < TWO_WEAPONS {
            return Err(Refusal::new(rule!("DQ-724"), "two weapons at once need Horsemanship Rank 7"));
        }
        Ok(())
    }

    /// `DQ-725` `DQ-726` Whether a blow reaches across the head of a mount.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub(crate) fn judge_across(self, who: CombatantId, blow: &Blow) -> Result<(), Refusal> {
        let (fighter, target) = (self.fighter(who), self.fighter(blow.target));
        let ahead =
            |one: &crate::state::Fighter, other| direction(one.at, other).is_some_and(|way| way == one.facing.index());
        if fighter.mount != NONE && self.body(blow.target).iter().any(|&cell| ahead(fighter, cell)) {
            return Err(Refusal::new(rule!("DQ-725"), "the hex straight ahead of the mount is out of reach"));
        }
        let is_long = || {
            let arm = self.arm(who, blow.with);
            arm.is_some_and(|arm| arm.traits.has(Traits::LONG_HAFTED) || arm.group == Group::Missile)
        };
        if target.mount != NONE && !is_long() && self.body(who).iter().any(|&cell| ahead(target, cell)) {
            let message = "from straight ahead of the mount only long-hafted and missile weapons reach the rider";
            return Err(Refusal::new(rule!("DQ-726"), message));
        }
        Ok(())
    }

    /// `DQ-R30` Whether a warhorse has anybody before its hooves.
    fn reaches_anybody(self, mount: CombatantId) -> bool {
        let there = |foe: CombatantId| !self.fighter(foe).flags.any(Flags::DEAD.union(Flags::GONE));
        self.sheet(mount).naturals().next().is_some()
            && self.setup.foes[mount.index()].iter().any(|&foe| there(foe) && self.faces_figure(mount, foe))
    }

    /// `DQ-721` Whether a figure may mount another.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub(crate) fn judge_mounting(self, who: CombatantId, mount: CombatantId) -> Result<(), Refusal> {
        let refuse = |message: &'static str| Err(Refusal::new(rule!("DQ-721"), message));
        if mount.index() >= self.state.fighters.len() || mount == who || !self.sheet(mount).mount {
            return Err(Refusal::impossible(rule!("DQ-721"), "that is no mount"));
        }
        let (fighter, horse) = (self.fighter(who), self.fighter(mount));
        if self.are_foes(who, mount) {
            return refuse("that mount belongs to the other side");
        }
        if fighter.mount != NONE || fighter.rider != NONE || horse.rider != NONE || self.sheet(who).mount {
            return refuse("one rider a mount, one mount a rider");
        }
        if fighter.flags.any(Flags::PRONE.union(Flags::ENTANGLED).union(Flags::CLOSE)) || !self.is_single(who) {
            return refuse("a figure mounts standing free");
        }
        if horse.flags.any(DOWN.union(Flags::STUNNED).union(Flags::CLOSE).union(Flags::ENTANGLED)) {
            return refuse("the mount has to stand and be able");
        }
        if horse.flags.any(Flags::MOVED.union(Flags::MOMENTUM)) {
            return refuse("one mounts only while the mount is not moving");
        }
        if self.apart(who, mount) > 1 {
            return refuse("the mount has to be in the next hex");
        }
        Ok(())
    }

    /// `DQ-721` Whether a rider may dismount.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub(crate) fn judge_dismounting(self, who: CombatantId) -> Result<(), Refusal> {
        let Some(mount) = self.mount_of(who) else {
            return Err(Refusal::impossible(rule!("DQ-721"), "it does not ride"));
        };
        if self.fighter(mount).flags.any(Flags::MOVED.union(Flags::MOMENTUM)) {
            return Err(Refusal::new(rule!("DQ-721"), "one dismounts only while the mount is not moving"));
        }
        if self.fighter(who).flags.has(Flags::CLOSE) {
            return Err(Refusal::new(rule!("DQ-223"), "one leaves close combat by withdrawing"));
        }
        if self.fighter(who).flags.has(Flags::ENTANGLED) {
            return Err(Refusal::new(rule!("DQ-R18"), "an entangled figure stays where it is"));
        }
        if self.ways_out(who).next().is_none() {
            return Err(Refusal::new(rule!("DQ-721"), "no hex beside the mount is free"));
        }
        Ok(())
    }

    /// `DQ-R18` `DQ-R30` Whether the mount under a figure can move at all.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub(crate) fn judge_ride(self, who: CombatantId) -> Result<(), Refusal> {
        match self.mount_of(who) {
            Some(mount) if self.fighter(mount).flags.has(Flags::ENTANGLED) => {
                Err(Refusal::new(rule!("DQ-R18"), "an entangled mount stays in its hex"))
            }
            // A mount that recovers in this pulse has done so for its action, and is marked as having acted.
            Some(mount) if self.fighter(mount).flags.any(DOWN.union(IDLE).union(Flags::ACTED)) => {
                Err(Refusal::new(rule!("DQ-R30"), "the mount cannot move"))
            }
            _ => Ok(()),
        }
    }
}

/// Seats a rider: from now on both are in the mount's hex and face its way.
pub fn seat(state: &mut crate::state::State, rider: CombatantId, mount: CombatantId) {
    state[rider].mount = mount.0;
    state[mount].rider = rider.0;
    state[rider].at = state[mount].at;
    state[rider].facing = state[mount].facing;
}

impl<R: Referee<DragonQuest>> Fight<'_, R> {
    /// `DQ-721` Mounts. The mount does not move in this pulse any more.
    pub(crate) fn mount_up(&mut self, who: CombatantId, mount: CombatantId) {
        let tied = |one: &crate::state::Fighter| one.rider != NONE || one.mount != NONE;
        if mount.index() >= self.state.fighters.len()
            || mount == who
            || tied(&self.state[mount])
            || tied(&self.state[who])
        {
            return;
        }
        seat(self.state, who, mount);
        self.state[mount].flags.set(Flags::ACTED);
        self.tell(Event::Mounts { who, mount });
    }

    /// `DQ-721` Dismounts into a hex beside the mount, which does not move in this pulse any more.
    ///
    /// # Errors
    /// The referee's pause.
    pub(crate) fn dismount(&mut self, who: CombatantId) -> Result<(), R::Pause> {
        let Some(mount) = self.scene().mount_of(who) else { return Ok(()) };
        let to = self.choose_way_out(who)?;
        self.unseat(who, None);
        self.state[mount].flags.set(Flags::ACTED);
        if let Some(to) = to {
            self.enter(who, to);
        }
        self.face(who)
    }

    /// `DQ-R30` Parts rider and mount, if it rides: the rider falls into that hex, or does not fall.
    pub(crate) fn unseat(&mut self, who: CombatantId, falls: Option<Cell>) {
        let mount = std::mem::replace(&mut self.state[who].mount, NONE);
        if mount != NONE {
            let had_turn = self.state[who].flags.has(Flags::ACTED);
            let mount = &mut self.state[CombatantId(mount)];
            mount.rider = NONE;
            // The turn of the rider was the mount's too.
            if had_turn {
                mount.flags.set(Flags::ACTED);
            }
            let to = falls.unwrap_or(self.state[who].at);
            self.tell(Event::LeavesSaddle { who, falls: falls.is_some(), to });
        }
    }

    /// `DQ-R30` Falls from the saddle, prone into a free rear hex of the mount: straight behind it if that is
    /// free. Where none is, the hex stays the same.
    pub(crate) fn fall_off(&mut self, who: CombatantId) {
        let Some(mount) = self.scene().mount_of(who) else { return };
        let (at, facing) = (self.state[mount].at, self.state[mount].facing);
        let behind = [3, 2, 4].map(|turn| at.step(facing.turned(turn)));
        let to = behind.into_iter().find(|&cell| self.scene().is_free(who, cell));
        self.unseat(who, Some(to.unwrap_or(at)));
        if let Some(to) = to {
            self.put(who, to);
            self.tell(Event::Moves { who, to, on: true });
        }
        self.fall(who);
    }

    /// `DQ-R30` The roll to stay in the saddle, or to come off a falling mount on one's feet.
    fn keeps_seat(&mut self, who: CombatantId) -> Result<bool, R::Pause> {
        let scene = self.scene();
        let mut target: R::Tally = scene.thrice_ag(who, rule!("DQ-R30"));
        target.add(rule!("DQ-R30").named("Horsemanship x 5"), 5 * i32::from(scene.sheet(who).horsemanship));
        self.succeeds(who, rule!("DQ-R30"), "keep the seat", &target)
    }

    /// `DQ-R30` A rider or a mount was stunned: the rider holds on, or falls off.
    ///
    /// # Errors
    /// The referee's pause.
    pub(crate) fn sway(&mut self, who: CombatantId) -> Result<(), R::Pause> {
        let rider = if self.state[who].rider != NONE { CombatantId(self.state[who].rider) } else { who };
        if self.state[rider].mount == NONE || !self.state[rider].is_up() || self.keeps_seat(rider)? {
            return Ok(());
        }
        self.fall_off(rider);
        Ok(())
    }

    /// `DQ-R30` Riders who are out of the fight or prone fall off; those whose mount is dead, unconscious or prone
    /// come off it, on their feet or not.
    ///
    /// # Errors
    /// The referee's pause.
    pub(crate) fn settle_seats(&mut self) -> Result<(), R::Pause> {
        for who in self.state.ids() {
            let Some(mount) = self.scene().mount_of(who) else { continue };
            // DQ-R59: a rider beyond the edge of the map stays in the saddle.
            if !self.state[who].is_present() {
                continue;
            }
            if self.state[who].flags.any(DOWN) {
                self.fall_off(who);
            } else if self.state[mount].flags.any(DOWN) {
                if self.keeps_seat(who)? {
                    self.unseat(who, None);
                } else {
                    self.fall_off(who);
                }
            }
        }
        // A fall may have ended a grip.
        self.settle_close()
    }

    /// `DQ-R30` An attack; the attacker's warhorse may add its own. Whether one was made.
    ///
    /// # Errors
    /// The referee's pause.
    pub(crate) fn attack_with_mount(&mut self, who: CombatantId, plan: Plan) -> Result<bool, R::Pause> {
        let made = self.attack(who, plan)?;
        if made
            && let Some(mount) = self.scene().mount_of(who)
            && !self.state[mount].flags.any(DOWN.union(IDLE).union(Flags::CLOSE))
            && self.scene().reaches_anybody(mount)
        {
            self.attack(mount, Plan { from: From::Melee, only: NONE, with: Arm::NONE })?;
        }
        Ok(made)
    }

    /// `DQ-354` `DQ-R30` A stunned mount tries to recover in its rider's turn: it has no other. Whether it had to.
    ///
    /// # Errors
    /// The referee's pause.
    pub(crate) fn recover_mount(&mut self, who: CombatantId) -> Result<bool, R::Pause> {
        let Some(mount) = self.scene().mount_of(who) else { return Ok(false) };
        if !self.state[mount].flags.has(Flags::STUNNED) || self.state[mount].flags.any(OUT) {
            return Ok(false);
        }
        self.recover(mount)?;
        // Whether it recovers or not, that was its action: it does not move in this pulse.
        self.state[mount].flags.set(Flags::ACTED);
        Ok(true)
    }

    /// `DQ-728` `DQ-R30` Carries a mount straight on for its whole TMR, past melee zones, up to the first hex
    /// that nobody can enter. Whether it was carried on: then the rider only passes.
    pub(crate) fn carry_on(&mut self, who: CombatantId) -> bool {
        let mount = self.scene().mount_of(who).unwrap_or(who);
        // DQ-R18, DQ-R30: an entangled or held rider or mount, or one in close combat, stays where it is.
        let tied = Flags::ENTANGLED.union(Flags::RESTRAINED).union(Flags::CLOSE);
        if !self.state[mount].flags.has(Flags::MOMENTUM) {
            return false;
        }
        let (horse, rider) = (self.state[mount].flags, self.state[who].flags);
        let halt = if horse.any(DOWN) {
            Some(Halt::Down)
        } else if horse.has(Flags::STUNNED) {
            Some(Halt::Stunned)
        } else if (horse.union(rider)).has(Flags::CLOSE) {
            Some(Halt::Close)
        } else {
            horse.union(rider).any(tied).then_some(Halt::Held)
        };
        if let Some(cause) = halt {
            self.tell(Event::LosesMomentum { who: mount, cause });
            return false;
        }
        self.tell(Event::CarriedOn { who: mount });
        let facing = self.state[mount].facing;
        let points: R::Tally = self.scene().tmr_score(mount);
        self.referee.show(Why::new(mount, rule!("DQ-728"), "movement points"), &points);
        let of = points.total();
        let mut left = of;
        let mut first = true;
        let mut told = self.state[mount].at;
        let barred = loop {
            let to = self.state[mount].at.step(facing);
            if !self.scene().is_free(mount, to) {
                break true;
            }
            let cost = self.scene().entry_cost(to);
            if left < cost && !first {
                break false;
            }
            self.put(mount, to);
            self.tell(Event::Moves { who: mount, to, on: false });
            self.pay_entry(mount, to);
            (left, first) = (left - cost, false);
            if left <= 0 {
                break false;
            }
        };
        self.arrive(mount, &mut told, left.max(0) as u8, of);
        if barred {
            self.tell(Event::Barred { who: mount });
        }
        true
    }

    /// `DQ-728` `DQ-D19` The turn of one whose mount was carried on: nothing but a Pass without movement.
    ///
    /// # Errors
    /// The referee's pause.
    pub(crate) fn pass_in_saddle(&mut self, who: CombatantId) -> Result<(), R::Pause> {
        self.tell(Event::Acts { who, action: Action::Pass, second: false });
        self.state[who].flags.clear(crate::state::GUARDS);
        self.task(who, false).map(|_| ())
    }
}
