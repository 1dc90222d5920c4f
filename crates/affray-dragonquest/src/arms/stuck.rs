//! Weapons that stick in whom they hit, and getting them out again; bandages.
//!
//! Rules `DQ-621` to `DQ-626`, rulings `DQ-R36`, `DQ-R52`, `DQ-R55`.

use crate::DragonQuest;
use crate::body::damage::{Cause, Pool};
use crate::event::{Event, LandCause};
use crate::scene::{Fight, Scene};
use crate::sheet::{Arm, Class, Group, Item, Size, Traits};
use crate::state::{Bond, Flags, Lodged, Lying};
use affray_grid::Cell;
use affray_kernel::referee::{CombatantId, Referee, Refusal, Why};
use affray_kernel::rules::RuleId;

/// `DQ-621` `DQ-622` `DQ-R55` The penalty of a stuck weapon on modAG, and its rule.
pub(crate) fn hindrance(arm: &Item) -> (RuleId, u8) {
    if arm.group == Group::Pole { (rule!("DQ-622"), 5) } else { (rule!("DQ-621"), 3) }
}

/// `DQ-625` `DQ-626` `DQ-R55` The number added to D10 for the damage of removing a weapon, and its rule; `None` for no damage.
fn tearing(arm: &Item) -> Option<(RuleId, i32)> {
    match arm.group {
        Group::Pole => Some((rule!("DQ-626"), -2)),
        _ if arm.traits.has(Traits::BARBED) => Some((rule!("DQ-625"), -4)),
        _ => None,
    }
}

impl Scene<'_> {
    /// `DQ-R36` Whether a figure is oneself or a friend within reach.
    ///
    /// # Errors
    /// That it is not.
    fn judge_tended(self, who: CombatantId, other: CombatantId) -> Result<(), Refusal> {
        if other.index() >= self.state.fighters.len() {
            return Err(Refusal::impossible(rule!("DQ-R36"), "there is no such figure"));
        }
        if !self.sheet(who).has_hands || !(0..2).any(|hand| self.fighter(who).has_use_of(hand)) {
            return Err(Refusal::new(rule!("DQ-R36"), "tending needs a hand"));
        }
        if self.are_foes(who, other) || self.apart(who, other) > 1 || !self.fighter(other).is_present() {
            return Err(Refusal::new(rule!("DQ-R36"), "one tends oneself or an adjacent friend"));
        }
        Ok(())
    }

    /// `DQ-624` Whether a figure can remove a stuck weapon.
    ///
    /// # Errors
    /// Why it cannot.
    pub fn judge_removal(
        self,
        who: CombatantId,
        from: CombatantId,
        owner: CombatantId,
        item: u8,
    ) -> Result<(), Refusal> {
        self.judge_tended(who, from)?;
        let is = |one: &Lodged| one.target == from && one.owner == owner && one.item == item && one.bond == Bond::Stuck;
        if self.state.lodged.iter().any(is) {
            Ok(())
        } else {
            Err(Refusal::impossible(rule!("DQ-624"), "no such weapon is stuck there"))
        }
    }

    /// `DQ-R36` Whether a figure can bandage another, or itself.
    ///
    /// # Errors
    /// Why it cannot.
    pub fn judge_bandage(self, who: CombatantId, patient: CombatantId) -> Result<(), Refusal> {
        self.judge_tended(who, patient)?;
        if self.fighter(patient).bleeding == 0 || self.fighter(patient).flags.has(Flags::DEAD) {
            return Err(Refusal::new(rule!("DQ-R36"), "nothing bleeds there"));
        }
        Ok(())
    }
}

impl<R: Referee<DragonQuest>> Fight<'_, R> {
    /// `DQ-R45` A thrown weapon leaves the hand.
    pub fn let_fly(&mut self, who: CombatantId, item: Arm) {
        crate::arms::hands::part_with(self.state, who, item);
    }

    /// Lays an item that has left a hand on the ground, and tells it.
    pub fn lay_down(&mut self, who: CombatantId, item: Arm, at: Cell, cause: LandCause) {
        let Some((owner, item)) = item.thing(who) else { return };
        // It may lie there already, where a game master had it thrown all the same.
        if self.state.ground.iter().all(|lying| (lying.owner, lying.item) != (owner, item)) {
            self.state.ground.push(Lying { owner, item, at });
        }
        self.tell(Event::Lands { who: owner, item: Arm::own(item), at, cause });
    }

    /// `DQ-621` `DQ-622` `DQ-623` `DQ-R55` A class A missile or thrown weapon that did damage sticks in a target
    /// of human size or smaller. Whether it does.
    pub fn stick(&mut self, who: CombatantId, item: Arm, target: CombatantId) -> bool {
        let scene = self.scene();
        let Some(arm) = scene.arm(who, item) else { return false };
        let Some((owner, item)) = item.thing(who) else { return false };
        if arm.class != Class::A || scene.sheet(target).size == Size::Large {
            return false;
        }
        let (_, points) = hindrance(arm);
        self.state.lodged.push(Lodged { target, owner, item, bond: Bond::Stuck });
        let fighter = &mut self.state[target];
        fighter.stuck = fighter.stuck.saturating_add(points);
        let hinders = !fighter.flags.has(Flags::DEAD);
        self.tell(Event::Sticks { who: target, owner, item, hinders });
        true
    }

    /// `DQ-624` to `DQ-626` `DQ-R55` Takes a stuck weapon out; it lies in the hex, if it is more than a missile.
    ///
    /// # Errors
    /// The referee's pause.
    pub fn remove_stuck(
        &mut self,
        who: CombatantId,
        from: CombatantId,
        owner: CombatantId,
        item: u8,
    ) -> Result<(), R::Pause> {
        let is = |one: &Lodged| one.target == from && one.owner == owner && one.item == item && one.bond == Bond::Stuck;
        let Some(at) = self.state.lodged.iter().position(is) else { return Ok(()) };
        self.state.lodged.remove(at);
        let scene = self.scene();
        let Some(arm) = scene.arm(owner, Arm::own(item)) else { return Ok(()) };
        let ((_, points), damage, missile) = (hindrance(arm), tearing(arm), arm.group == Group::Missile);
        let cell = scene.fighter(from).at;
        let fighter = &mut self.state[from];
        fighter.stuck = fighter.stuck.saturating_sub(points);
        if !missile {
            self.lay_down(owner, Arm::own(item), cell, LandCause::TakenOut);
        }
        if let Some((rule, added)) = damage
            && !self.state[from].flags.has(Flags::DEAD)
        {
            // DQ-R52: no attack, so that it calls for no stun.
            let why = Why::new(who, rule, "damage");
            let points = self.check_points(why, rule, added)?;
            let pool = self.scene().next_pool(from);
            self.lose(from, pool, points, Cause::Removal);
            if pool == Pool::Endurance {
                self.settle_endurance(from);
            }
        }
        self.settle_seats()?;
        self.settle_close()
    }

    /// `DQ-R36` A bandage stops all bleeding.
    pub fn bandage(&mut self, patient: CombatantId) {
        let points = std::mem::take(&mut self.state[patient].bleeding).into();
        if points != 0 {
            self.tell(Event::Stanched { who: patient, points });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sheet::ItemKind;

    #[test]
    fn what_sticks_and_tears() {
        let item = |group, traits| Item { kind: ItemKind::Weapon, group, traits, ..Item::nothing() };
        let barbed = Traits::BARBED;
        let plain = Traits::default();
        // DQ-E58: a plain arrow comes out without harm, a barbed one with D-4, a javelin with D-2.
        assert_eq!(tearing(&item(Group::Missile, plain)), None);
        assert_eq!(tearing(&item(Group::Missile, barbed)), Some((rule!("DQ-625"), -4)));
        assert_eq!(tearing(&item(Group::Pole, barbed)), Some((rule!("DQ-626"), -2)));
        assert_eq!(
            [Group::Missile, Group::Thrown, Group::Pole].map(|group| hindrance(&item(group, plain)).1),
            [3, 3, 5]
        );
    }
}
