//! The charge.
//!
//! Rules `OB-066`, `OB-067`, `OB-095`, `OB-156`, `OB-186` to `OB-190`, `OB-240` to `OB-242`, ruling `OB-R48`.

use crate::Obss;
use crate::decision::{Attack, Way};
use crate::event::Event;
use crate::movement::{Crowd, InTheWay};
use crate::options::ChargeLength;
use crate::scene::{Fight, Footprint, Scene};
use crate::sheet::Size;
use crate::state::{Flags, NONE};
use crate::strike::declare::{Number, Sequence};
use crate::turn::react::Trigger;
use affray_grid::{Cell, Facing};
use affray_kernel::referee::{CombatantId, Referee, Refusal};
use arrayvec::ArrayVec;

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
        self.judge_charge_but_way(who, attack)?;
        if !self.has_charge_way(who, attack) {
            return Err(Refusal::new(
                rule!("OB-187"),
                "there is no way to within reach of which every step comes closer over free and easy squares",
            ));
        }
        Ok(())
    }

    /// `OB-187` `OB-R48` The most steps of a charge.
    fn charge_length(self, mover: CombatantId) -> u16 {
        let base = u16::from(self.sheet(mover).move_);
        match self.setup.options.charge_length {
            ChargeLength::Run => 2 * base,
            ChargeLength::Move => base,
        }
    }

    /// `OB-187` Whether there is a way for a charge.
    pub fn has_charge_way(self, who: CombatantId, attack: &Attack) -> bool {
        let mover = self.bearer(who);
        let most = self.charge_length(mover);
        self.charge_way(mover, attack.target, self.strike_reach(who, attack), most).is_some()
    }

    /// Whether a charge is legal if there is a way.
    ///
    /// # Errors
    /// The rule that it breaks.
    pub fn judge_charge_but_way(self, who: CombatantId, attack: &Attack) -> Result<(), Refusal> {
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
        if self.is_squeezed(who) || self.is_squeezed(mover) {
            return Err(Refusal::new(rule!("OB-186"), "a squeezed combatant cannot charge"));
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
        let (distance, most) = (self.distance(who, attack.target), self.charge_length(mover));
        if distance < LEAST {
            let words = "the target is {} m away, a charge takes 3 m";
            return Err(Refusal::counted(rule!("OB-187"), words, [i32::from(distance)]));
        }
        let reach = self.strike_reach(who, attack);
        let steps = distance.saturating_sub(reach);
        if steps > most {
            let numbers = [i32::from(steps), i32::from(most)];
            return Err(Refusal::counted(rule!("OB-187"), "that takes {} steps, and {} are the most", numbers));
        }
        Ok(())
    }

    /// `OB-338` Whether mount and rider can charge together.
    fn judge_mounted_charge(self, who: CombatantId, mount: CombatantId, attack: &Attack) -> Result<(), Refusal> {
        if attack.target == mount {
            return Err(Refusal::impossible(rule!("OB-187"), "a charge needs somebody else as its target"));
        }
        self.judge_able(mount)?;
        if self.fighter(mount).normal < crate::turn::economy::MOUNT_ACTIONS {
            return Err(Refusal::new(rule!("OB-338"), "a mounted charge takes both Actions of the mount"));
        }
        self.judge_price(mount, 2)?;
        if self.fighter(who).flags.any(Flags::GRAPPLED.union(Flags::PINNED).union(Flags::PRONE)) {
            return Err(Refusal::new(rule!("OB-186"), "the rider lies or is in a hold"));
        }
        Ok(())
    }

    /// `OB-067` `OB-187` `OB-R95` Finds the way of a charge to where a weapon of that reach gets at the target: where a wall
    /// or a height is between them, that is a nearer square. `None` if no way takes at most so many steps.
    pub fn charge_way(self, who: CombatantId, target: CombatantId, reach: u16, most: u16) -> Option<ChargeWay> {
        let distance = self.distance(who, target);
        let least = distance.saturating_sub(reach);
        (least..distance.min(most.saturating_add(1)).max(least + 1))
            .find_map(|steps| self.charge_way_of(who, target, reach, steps))
    }

    /// The way of a charge of so many steps: straight on where that is possible, else with as few steps aside as
    /// it takes.
    fn charge_way_of(self, who: CombatantId, target: CombatantId, reach: u16, steps: u16) -> Option<ChargeWay> {
        let (from, size) = (self.fighter(who).at, self.sheet(who).size);
        let mut way = ChargeWay::new();
        // All ground is difficult for the Prone and in Total Defense.
        let crawls = self.fighter(who).flags.any(Flags::PRONE.union(Flags::TOTAL_DEFENSE)) && steps != 0;
        if usize::from(steps) > way.capacity() || crawls {
            return None;
        }
        let goal = self.footprint(target);
        let crowd = self.crowd(who);
        let mut search = ChargeSearch { scene: self, who, size, goal, reach, start: from, crowd, dead_ends: None };
        search.go(from, steps, &mut way).then_some(way)
    }
}

/// The steps of a charge.
pub type ChargeWay = ArrayVec<Facing, 512>;

/// A search for the way of a charge: deep first, since most ways are straight.
struct ChargeSearch<'a> {
    scene: Scene<'a>,
    who: CombatantId,
    size: Size,
    goal: Footprint,
    reach: u16,
    start: Cell,
    crowd: Crowd,
    /// Squares from which no way leads on, by their place around the start: a bit each.
    dead_ends: Option<[u128; 128]>,
}

impl ChargeSearch<'_> {
    /// Whether a step is free, easy and comes closer.
    fn goes_on(&self, from: Cell, way: Facing) -> bool {
        let (before, there) = (Footprint::of(self.size, from), Footprint::of(self.size, from.step(way)));
        if there.distance(self.goal) + 1 != before.distance(self.goal) {
            return false;
        }
        let cost = self.scene.step_cost_among(self.who, from, way, |there| self.crowd.in_the_way(there));
        matches!(cost, Ok((1, InTheWay::Nothing)))
    }

    fn straight(&self, from: Cell) -> Facing {
        self.scene.map().facing_towards(from, self.goal.at)
    }

    fn go(&mut self, from: Cell, left: u16, way: &mut ChargeWay) -> bool {
        if left == 0 {
            let there = Footprint::of(self.size, from);
            return self.scene.blow_between(there, self.goal) <= self.reach
                && (there.distance(self.goal) <= 1 || !self.scene.is_line_blocked(there, self.goal));
        }
        let straight = self.straight(from);
        let ahead = Facing::SQUARE.into_iter().position(|one| one == straight).unwrap_or(0);
        for turn in [0, 1, 7, 2, 6, 3, 5, 4] {
            let side = Facing::SQUARE[(ahead + turn) % 8];
            let to = from.step(side);
            if !self.goes_on(from, side) || self.is_dead_end(to) {
                continue;
            }
            way.push(side);
            if self.go(to, left - 1, way) {
                return true;
            }
            way.pop();
            self.note_dead_end(to);
        }
        false
    }

    fn place(&self, cell: Cell) -> Option<(usize, u32)> {
        let (q, r) = (cell.q.wrapping_sub(self.start.q), cell.r.wrapping_sub(self.start.r));
        let near = -64..64;
        (near.contains(&q) && near.contains(&r)).then(|| ((r + 64) as usize, (q + 64) as u32))
    }
    fn is_dead_end(&self, cell: Cell) -> bool {
        let Some(rows) = &self.dead_ends else { return false };
        self.place(cell).is_some_and(|(row, bit)| rows[row] >> bit & 1 == 1)
    }
    fn note_dead_end(&mut self, cell: Cell) {
        if let Some((row, bit)) = self.place(cell) {
            self.dead_ends.get_or_insert([0; 128])[row] |= 1 << bit;
        }
    }
}

impl<R: Referee<Obss>> Fight<'_, R> {
    /// `OB-188` `OB-189` `OB-190` A charge: the run, weapons that are set against it, and one attack.
    ///
    /// # Errors
    /// If an input is missing.
    pub fn charge(&mut self, who: CombatantId, attack: &Attack) -> Result<(), R::Pause> {
        let target = attack.target;
        self.pay(who, 2);
        self.state[who].flags.set(Flags::CHARGED);
        let mover = self.scene().bearer(who);
        if mover != who {
            // OB-338: both pay, and both are open.
            self.pay(mover, 2);
            self.state[mover].flags.set(Flags::CHARGED);
            self.tell(Event::CarriesCharge { who: mover });
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
        let numbers = if self.setup.options.charge_follow_up.get() == 10 { 2 } else { 1 };
        let fighter = &mut self.state[who];
        fighter.attacks = fighter.attacks.saturating_add(numbers);
        fighter.flags.set(Flags::ATTACKED);
        fighter.flags.put(Flags::OFF_HAND_ATTACKED, fighter.flags.has(Flags::OFF_HAND_ATTACKED) || attack.off_hand);
        self.attack(who, attack, sequence, None)
    }

    /// The run of a charge. Says whether the target is within reach at its end.
    fn charge_steps(&mut self, who: CombatantId, attack: &Attack) -> Result<bool, R::Pause> {
        let target = attack.target;
        let reach = self.scene().strike_reach(who, attack);
        let mover = self.scene().bearer(who);
        let most = self.scene().charge_length(mover);
        let ways = self.scene().charge_way(mover, target, reach, most).unwrap_or_default();
        for &way in &ways {
            self.meet_charge(who, target)?;
            // OB-242; a thrown rider goes no farther either.
            if !self.state[who].is_able() || self.scene().bearer(who) != mover {
                self.tell(Event::ChargeStops { who });
                return Ok(false);
            }
            if !self.step(mover, way)? {
                return Ok(false);
            }
        }
        self.meet_charge(who, target)?;
        let distance = self.scene().blow_distance(who, target);
        Ok(distance <= reach && (distance <= 1 || !self.scene().is_blocked(who, target)))
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{Duel, arn, bel};
    use affray_grid::Cell;

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
