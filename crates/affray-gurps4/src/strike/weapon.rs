//! Attacks at what somebody holds: disarming, breaking weapons.
//!
//! Rules `G4-280` to `G4-292`, rulings `G4-R28` to `G4-R30` and `G4-R37`. What each costs on the roll to hit stands in
//! [`to_hit`](crate::strike::to_hit).

use crate::Gurps4;
use crate::body::damage::DamageRoll;
use crate::check::{Contestant, contest};
use crate::event::{CriticalHit, Event};
use crate::scene::{Fight, Scene};
use crate::sheet::{ItemId, Material};
use crate::state::{Ignored, ItemFlags};
use crate::strike::values::{Plan, Strike};
use affray_3d6::damage::DamageType;
use affray_3d6::location::Location;
use affray_grid::Facing;
use affray_kernel::dice::Dice;
use affray_kernel::referee::{CombatantId, Referee, Why};
use affray_kernel::tally::{Sum, Tally};

/// `G4-289` DR of a weapon.
pub const fn weapon_dr(material: Material) -> i32 {
    match material {
        Material::Wood => 2,
        Material::Mixed => 4,
        Material::Metal => 6,
    }
}

/// `G4-290` `G4-R28` `G4-R33` The HP that a weapon loses by damage that got through its DR.
pub const fn weapon_damage(penetrating: i32, kind: DamageType) -> i32 {
    let (_, times, over) = weapon_multiplier(kind);
    penetrating * times / over
}

/// `G4-290` `G4-R28` `G4-R33` What damage of a type does to a weapon, in words and as a fraction.
const fn weapon_multiplier(kind: DamageType) -> (&'static str, i32, i32) {
    match kind {
        DamageType::SmallPiercing => ("x 1/10, small piercing", 1, 10),
        DamageType::Piercing => ("x 1/5, piercing", 1, 5),
        DamageType::LargePiercing => ("x 1/3, large piercing", 1, 3),
        DamageType::Impaling => ("x 1/2, impaling", 1, 2),
        DamageType::HugePiercing => ("x 1/2, huge piercing", 1, 2),
        DamageType::Cutting => ("x 1.5, cutting", 3, 2),
        _ => ("x 1", 1, 1),
    }
}

/// `G4-284` to `G4-286` The result of a contest over a weapon.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Disarmed {
    /// It flies out of the hand.
    Flies,
    /// It is unready.
    Unready,
    /// Nothing.
    Kept,
}

/// `G4-284` `G4-285` `G4-286` By the margin of victory as the attacker sees it.
pub const fn disarmed(margin: i32) -> Disarmed {
    match margin {
        1.. => Disarmed::Flies,
        -2..=0 => Disarmed::Unready,
        _ => Disarmed::Kept,
    }
}

/// The effect of a blow on a weapon.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Dent {
    /// HP lost in all, up to what destroys it.
    lost: u8,
    /// The sum of the dice.
    pips: Ignored<i32>,
}

impl Scene<'_> {
    /// `G4-283` `G4-R37` One side of the contest over a weapon: the better of ST and DX, neither lowered by shock, and
    /// what gives it a bonus.
    fn grip<T: Tally>(self, who: CombatantId, bonus: Option<&'static str>) -> T {
        let dx = T::base(rule!("G4-283").named("DX"), self.sheet(who).dx.into());
        let mut score = self.strength::<T>(who, rule!("G4-283")).or(dx);
        score.add(rule!("G4-283").named(bonus.unwrap_or_default()), if bonus.is_some() { 2 } else { 0 });
        score
    }
}

/// `G4-289` `G4-290` `G4-R36` The HP that a weapon loses, line by line from the dice.
fn weapon_injury<T: Tally>(material: Material, roll: &DamageRoll, pips: i32) -> T {
    let mut damage: T = roll.basic(pips);
    let dr = weapon_dr(material);
    damage.add(rule!("G4-289"), -dr);
    if roll.row == CriticalHit::HalfDr {
        damage.add(rule!("G4-R36").named("half of DR, critical hit"), dr - dr / 2);
    }
    damage.at_least(rule!("G4-289").named("nothing gets through"), 0);
    let (words, times, over) = weapon_multiplier(roll.kind);
    if times != over {
        damage.becomes(rule!("G4-290").named(words), weapon_damage(damage.total(), roll.kind));
    }
    damage
}

impl<R: Referee<Gurps4>> Fight<'_, R> {
    /// `G4-283` to `G4-286` `G4-006` A disarm that hit: a Quick Contest over the weapon.
    pub(crate) fn disarm(&mut self, who: CombatantId, strike: &Strike, held: ItemId) -> Result<(), R::Pause> {
        let (scene, target) = (self.scene(), strike.target);
        let Some(item) = scene.item(target, held).filter(|_| scene.fighter(target).holds(held)) else { return Ok(()) };
        let apt = scene.mode(who, strike.mode).and_then(|mode| scene.arm(who, mode.item));
        let mine = scene.grip::<R::Tally>(who, apt.filter(|weapon| weapon.disarm_bonus).map(|_| "weapon made for it"));
        let theirs = scene.grip::<R::Tally>(target, (item.hands > 1).then_some("two-handed weapon"));
        let one = Contestant { who, what: "disarm", score: mine };
        let other = Contestant { who: target, what: "keep hold", score: theirs };
        let read = |margin| (disarmed(margin), Ignored(margin));
        let (result, Ignored(margin)) = contest(self.referee, rule!("G4-283"), &one, &other, read)?;
        self.tell(Event::Disarms { who, target, item: held, margin });
        match result {
            Disarmed::Kept => Ok(()),
            Disarmed::Unready => {
                self.unready(target, held);
                Ok(())
            }
            Disarmed::Flies => self.flies_away(target, held),
        }
    }

    /// `G4-284` It lands in the next hex of a random direction; before a blocked hex and at the edge of the map it
    /// falls where it was held.
    fn flies_away(&mut self, who: CombatantId, item: ItemId) -> Result<(), R::Pause> {
        let why = Why::new(who, rule!("G4-284"), "where it lands").scatter();
        let side = self.referee.throw(why, Dice::d6(1), |die| Facing::hex(die - 1))?;
        let here = self.state[who].at;
        let open = self.setup.map.ground(here.step(side)).is_some_and(|ground| !ground.impassable);
        self.drop_item(who, item, if open { here.step(side) } else { here });
        Ok(())
    }

    /// `G4-288` `G4-289` `G4-290` `G4-291` `G4-292` `G4-R28` `G4-R30` A blow at a weapon that hit. Of the critical hit table what concerns
    /// damage, DR and the grip counts.
    pub(crate) fn break_weapon(
        &mut self,
        who: CombatantId,
        strike: &Strike,
        plan: &Plan,
        held: ItemId,
        critical: bool,
    ) -> Result<(), R::Pause> {
        let target = strike.target;
        let Some(item) = self.scene().item(target, held).filter(|_| self.state[target].holds(held)) else {
            return Ok(());
        };
        let (max, before) = (i32::from(item.hp), i32::from(self.scene().item_state(target, held).lost));
        let material = item.material;
        let roll = self.scene().damage_of(who, strike, plan);
        let roll = self.after_critical(who, target, Location::Torso, critical, roll)?;
        let dent = self.throw_damage(who, rule!("G4-310"), &roll, |pips| {
            // G4-292
            let points = weapon_injury::<Sum>(material, &roll, pips).total();
            let lost = (before + points).min((2 * max).max(before)).min(255) as u8;
            Dent { lost, pips: Ignored(pips) }
        })?;
        self.state.item_mut(target, held).lost = dent.lost;
        let injury: R::Tally = weapon_injury(material, &roll, dent.pips.0);
        self.referee.show(Why::new(target, rule!("G4-289"), "weapon damage"), &injury);
        let points = injury.total();
        self.tell(Event::Damages { who: target, item: held, points, left: max - before - points });
        match max - i32::from(dent.lost) {
            left if left <= -max => self.destroy(target, held),
            ..=0 => self.disable(target, held),
            _ => {}
        }
        if roll.row == CriticalHit::Drops {
            self.drop_weapon(target);
        }
        Ok(())
    }

    /// `G4-292` `G4-R30` A weapon is destroyed: it is gone.
    fn destroy(&mut self, who: CombatantId, item: ItemId) {
        self.state.take_away(who, item);
        let state = self.state.item_mut(who, item);
        state.flags.set(ItemFlags::DISABLED);
        state.make_ready();
        self.tell(Event::Destroys { who, item });
        self.lose_aim_with(who, item);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weapons_take_damage() {
        use DamageType::*;
        for (kind, expected) in [
            (SmallPiercing, 0),
            (Piercing, 1),
            (LargePiercing, 3),
            (Impaling, 4),
            (HugePiercing, 4),
            (Crushing, 9),
            (Corrosion, 9),
            (Burning, 9),
            (Cutting, 13),
        ] {
            assert_eq!(weapon_damage(9, kind), expected, "G4-E80: {kind:?}");
        }
    }

    #[test]
    fn contests_over_weapons() {
        // G4-E77.
        assert_eq!(disarmed(1), Disarmed::Flies);
        assert_eq!(disarmed(0), Disarmed::Unready);
        assert_eq!(disarmed(-2), Disarmed::Unready);
        assert_eq!(disarmed(-3), Disarmed::Kept);
    }
}
