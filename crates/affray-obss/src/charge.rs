//! The charge.
//!
//! Rules `OB-095`, `OB-156`, `OB-186` to `OB-190`, `OB-240` to `OB-242`, ruling `OB-R48`.

use crate::Obss;
use crate::attack::{Number, Sequence};
use crate::decision::{Attack, Way};
use crate::movement::InTheWay;
use crate::react::Trigger;
use crate::scene::{Fight, Footprint, Scene};
use crate::state::{Flags, NONE};
use affray_core::grid::{Cell, Facing, Flood};
use affray_core::referee::{CombatantId, Referee, Refusal};

/// The least distance of a charge in meters (`OB-187`).
const LEAST: u16 = 3;

impl Scene<'_> {
    /// The attack of a charge in the sequence (`OB-156`).
    pub fn charge_sequence(self, who: CombatantId) -> Sequence {
        let number = self.fighter(who).attacks.saturating_add(1);
        Sequence { number: Number::Of(number), charge: true, braced: false, pair: false }
    }

    /// `OB-186` `OB-187` Whether a charge is legal.
    ///
    /// # Errors
    /// The rule that it breaks.
    pub fn judge_charge(self, who: CombatantId, attack: &Attack) -> Result<(), Refusal> {
        if !self.exists(attack.target) || attack.target == who || !self.fighter(attack.target).is_present() {
            return Err(Refusal::impossible(rule!("OB-187"), "a charge needs somebody else as its target"));
        }
        // OB-338: the legs are those of the mount.
        let mover = self.bearer(who);
        self.judge_going(mover, true)?;
        self.judge_price(who, 2)?;
        if mover != who {
            self.judge_mounted_charge(who, mover, attack)?;
        }
        let fighter = self.fighter(who);
        if fighter.flags.has(Flags::TOTAL_DEFENSE) || self.fighter(mover).flags.has(Flags::TOTAL_DEFENSE) {
            return Err(Refusal::new(rule!("OB-186"), "all ground is difficult in Total Defense"));
        }
        if self.is_squeezed(who) {
            return Err(Refusal::new(rule!("OB-186"), "who is squeezed cannot charge"));
        }
        if fighter.flags.has(Flags::LOW_PAIR) {
            return Err(Refusal::new(rule!("OB-155"), "the Low Level Option is two plain attacks"));
        }
        if attack.way != Way::Melee || attack.precise || attack.pair {
            return Err(Refusal::new(rule!("OB-188"), "a charge ends in one plain melee attack"));
        }
        let weapon = self.sheet(who).weapon(attack.item);
        if !weapon.kind.strikes() {
            return Err(Refusal::new(rule!("OB-186"), "a charge takes a melee weapon, or bare hands"));
        }
        self.judge_options(who, attack)?;
        self.judge_limit(who, attack, self.charge_sequence(who))?;
        let (distance, most) = (self.distance(who, attack.target), 2 * u16::from(self.sheet(mover).move_));
        if distance < LEAST {
            return Err(Refusal::new(rule!("OB-187"), format!("the target is {distance} m away, a charge takes 3 m")));
        }
        let steps = distance.saturating_sub(u16::from(weapon.reach));
        if most < steps {
            return Err(Refusal::new(rule!("OB-187"), format!("that takes {steps} steps, and {most} are the most")));
        }
        if !self.charge_way(mover, attack.target, steps, |_| {}) {
            return Err(Refusal::new(
                rule!("OB-187"),
                "there is no way of which every step comes closer over free and easy squares",
            ));
        }
        Ok(())
    }

    /// `OB-338` Whether mount and rider can charge together.
    fn judge_mounted_charge(self, who: CombatantId, mount: CombatantId, attack: &Attack) -> Result<(), Refusal> {
        if attack.target == mount {
            return Err(Refusal::impossible(rule!("OB-187"), "a charge needs somebody else as its target"));
        }
        self.judge_able(mount)?;
        if self.fighter(mount).normal < crate::economy::MOUNT_ACTIONS {
            return Err(Refusal::new(rule!("OB-338"), "a mounted charge takes both Actions of the mount"));
        }
        self.judge_price(mount, 2)?;
        if self.fighter(who).flags.any(Flags::GRAPPLED.and(Flags::PINNED).and(Flags::PRONE)) {
            return Err(Refusal::new(rule!("OB-186"), "the rider lies or is in a hold"));
        }
        Ok(())
    }

    /// Whether a step of a charge is free, easy and comes closer.
    fn charges_on(self, who: CombatantId, target: CombatantId, from: Cell, way: Facing) -> bool {
        let size = self.sheet(who).size;
        let goal = self.footprint(target);
        let before = Footprint::of(size, from).distance(goal);
        Footprint::of(size, from.step(way)).distance(goal) + 1 == before
            && self.step_cost(who, from, way) == Ok((1, InTheWay::Nothing))
    }

    /// `OB-187` Finds the way of a charge of so many steps and hands out its directions in their order;
    /// `false` if there is none. Straight on where that is possible, else by a search.
    pub fn charge_way(self, who: CombatantId, target: CombatantId, steps: u16, mut each: impl FnMut(Facing)) -> bool {
        let from = self.fighter(who).at;
        let goal = self.fighter(target).at;
        let straight = |from: Cell| self.map().facing_towards(from, goal);
        let mut at = from;
        let is_straight = (0..steps).all(|_| {
            let way = straight(at);
            let goes = self.charges_on(who, target, at, way);
            at = at.step(way);
            goes
        });
        if is_straight {
            let mut at = from;
            for _ in 0..steps {
                let way = straight(at);
                each(way);
                at = at.step(way);
            }
            return true;
        }
        let mut flood = Flood::new();
        flood.cells(self.map(), from, steps, |from, to| {
            let way = self.map().facing_towards(from, to);
            self.charges_on(who, target, from, way).then_some(1)
        });
        let Some(end) = flood.reached().iter().find(|reached| reached.cost == steps) else { return false };
        let mut path = Vec::new();
        flood.path(end.cell, end.facing, &mut path);
        for step in &path {
            each(step.facing);
        }
        true
    }
}

impl<R: Referee<Obss>> Fight<'_, R> {
    /// `OB-188` `OB-189` `OB-190` A charge: the run, whoever meets it, and one attack.
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn charge(&mut self, who: CombatantId, attack: &Attack) -> Result<(), R::Pause> {
        let target = attack.target;
        self.pay(who, 2);
        self.state[who].flags.set(Flags::CHARGED);
        let mover = self.scene().bearer(who);
        if mover != who {
            // OB-338: both pay, and both are open.
            self.pay(mover, 2);
            self.state[mover].flags.set(Flags::CHARGED);
        }
        // W4
        self.window_of(target, who, Trigger::Charges)?;
        let arrived = self.charge_steps(who, attack)?;
        self.state[target].braced = NONE;
        if !arrived || !self.state[who].is_able() {
            return Ok(());
        }
        let sequence = self.scene().charge_sequence(who);
        // OB-156, OB-R48: with the greater step it takes the number after its own too.
        let numbers = if self.setup.switches.charge_follow_up.get() == 10 { 2 } else { 1 };
        let fighter = &mut self.state[who];
        fighter.attacks = fighter.attacks.saturating_add(numbers);
        fighter.flags.set(Flags::ATTACKED);
        fighter.flags.put(Flags::OFF_HAND_ATTACKED, fighter.flags.has(Flags::OFF_HAND_ATTACKED) || attack.off_hand);
        self.attack(who, attack, sequence)
    }

    /// The run of a charge. Says whether the target is within reach at its end.
    fn charge_steps(&mut self, who: CombatantId, attack: &Attack) -> Result<bool, R::Pause> {
        let target = attack.target;
        let reach = u16::from(self.scene().sheet(who).weapon(attack.item).reach);
        let steps = self.scene().distance(who, target).saturating_sub(reach);
        let mut ways = [Facing::square(0); 128];
        let mut known = 0;
        let mover = self.scene().bearer(who);
        self.scene().charge_way(mover, target, steps, |way| {
            if known < ways.len() {
                ways[known] = way;
                known += 1;
            }
        });
        for &way in &ways[..known] {
            self.meet_charge(who, target)?;
            // OB-242; a rider who was thrown goes no farther either.
            let goes_on = self.state[who].is_able() && self.scene().bearer(who) == mover;
            if !goes_on || !self.step(mover, way)? {
                return Ok(false);
            }
        }
        self.meet_charge(who, target)?;
        Ok(self.scene().distance(who, target) <= reach)
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{Duel, arn, bel};
    use affray_core::grid::Cell;

    #[test]
    fn how_far_a_charge_goes() {
        let mut duel = Duel::of(arn(), bel());
        for (distance, legal) in [(2, false), (3, true), (11, true), (19, true), (20, false)] {
            duel.state.fighters[0].at = Cell::new(0, 0);
            duel.state.fighters[1].at = Cell::new(distance, 0);
            let judged = duel.scene().judge_charge(duel.ids[0], &duel.plain(0));
            assert_eq!(judged.is_ok(), legal, "OB-E44: {distance} m");
        }
    }
}
