//! Attacks at what somebody holds: disarming, breaking weapons.
//!
//! Rules `G4-280` to `G4-292`, rulings `G4-R28` to `G4-R30` and `G4-R37`. What each costs on the roll to hit stands in
//! [`to_hit`](crate::strike::to_hit).

use crate::Gurps4;
use crate::body::damage::Blow;
use crate::check::{Contestant, contest};
use crate::event::{CriticalHit, Event};
use crate::scene::{Fight, Scene};
use crate::sheet::Material;
use crate::state::{Ignored, ItemFlags};
use crate::strike::values::{Plan, Strike};
use affray_3d6::damage::DamageType;
use affray_3d6::location::Location;
use affray_grid::Facing;
use affray_kernel::dice::Dice;
use affray_kernel::referee::{CombatantId, Referee, Why};
use affray_kernel::tally::Tally;

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
    if penetrating <= 0 {
        return 0;
    }
    let (times, over) = match kind {
        DamageType::SmallPiercing => (1, 10),
        DamageType::Piercing => (1, 5),
        DamageType::LargePiercing => (1, 3),
        DamageType::Impaling | DamageType::HugePiercing => (1, 2),
        DamageType::Cutting => (3, 2),
        _ => (1, 1),
    };
    penetrating * times / over
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
    /// HP lost by this blow.
    points: Ignored<i32>,
}

impl Scene<'_> {
    /// `G4-283` `G4-R37` One side of the contest over a weapon: the better of ST and DX, neither lowered by shock, and
    /// what gives it a bonus.
    fn grip<T: Tally>(self, who: CombatantId, bonus: Option<&'static str>) -> T {
        let (st, dx) = (self.st_for_contests(who), i32::from(self.sheet(who).dx));
        let mut score = T::base(rule!("G4-283").named(if st < dx { "DX" } else { "ST" }), st.max(dx));
        score.add(rule!("G4-283").named(bonus.unwrap_or_default()), if bonus.is_some() { 2 } else { 0 });
        score
    }

    /// `G4-289` `G4-290` `G4-292` The effect of so much basic damage on a weapon, after that row of the critical hit table.
    fn dent(self, owner: CombatantId, held: u8, row: CriticalHit, basic: i32, kind: DamageType) -> Option<Dent> {
        let item = self.item(owner, held)?;
        let dr = weapon_dr(item.material);
        let dr = if row == CriticalHit::HalfDr { dr / 2 } else { dr };
        let times = if let CriticalHit::Times(times) = row { times } else { 1 };
        let points = weapon_damage(basic * times - dr, kind);
        let before = i32::from(self.fighter(owner).items[held as usize].lost);
        let lost = (before + points).min((2 * i32::from(item.hp)).max(before)).min(255) as u8;
        Some(Dent { lost, points: Ignored(points) })
    }
}

impl<R: Referee<Gurps4>> Fight<'_, R> {
    /// `G4-283` to `G4-286` `G4-006` A disarm that hit: a Quick Contest over the weapon.
    pub(crate) fn disarm(&mut self, who: CombatantId, strike: &Strike, held: u8) -> Result<(), R::Pause> {
        let (scene, target) = (self.scene(), strike.target);
        let Some(item) = scene.item(target, held).filter(|_| scene.fighter(target).holds(held)) else { return Ok(()) };
        let apt = scene.mode(who, strike.mode).and_then(|mode| scene.arm(who, mode.item));
        let mine = scene.grip::<R::Tally>(who, apt.filter(|weapon| weapon.disarm_bonus).map(|_| "weapon made for it"));
        let theirs = scene.grip::<R::Tally>(target, (item.hands > 1).then_some("two-handed weapon"));
        let one = Contestant { who, what: "disarm", score: mine };
        let other = Contestant { who: target, what: "keep hold", score: theirs };
        match contest(self.referee, rule!("G4-283"), &one, &other, disarmed)? {
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
    fn flies_away(&mut self, who: CombatantId, item: u8) -> Result<(), R::Pause> {
        let why = Why::new(who, rule!("G4-284"), "where it lands").scatter();
        let side = self.referee.throw(why, Dice::d6(1), |die| Facing::hex(die - 1))?;
        let here = self.state[who].at;
        let open = self.setup.map.ground(here.step(side)).is_some_and(|ground| !ground.impassable);
        self.drop_item(who, item, if open { here.step(side) } else { here });
        Ok(())
    }

    /// `G4-288` to `G4-292` `G4-R28` `G4-R30` A blow at a weapon that hit. Of the critical hit table what concerns
    /// damage, DR and the grip counts.
    pub(crate) fn break_weapon(
        &mut self,
        who: CombatantId,
        strike: &Strike,
        plan: &Plan,
        held: u8,
        critical: bool,
    ) -> Result<(), R::Pause> {
        let target = strike.target;
        let Some(item) = self.scene().item(target, held).filter(|_| self.state[target].holds(held)) else {
            return Ok(());
        };
        let (max, before) = (i32::from(item.hp), i32::from(self.state[target].items[held as usize].lost));
        let (damage, kind) = self.scene().damage_of(who, strike, plan);
        let blow = Blow { by: who, target, damage, kind, at: Location::Torso, critical };
        let read = |scene: Scene<'_>, row, basic| scene.dent(target, held, row, basic, kind);
        let (row, Some(dent)) = self.roll_damage(rule!("G4-310"), &blow, read)? else { return Ok(()) };
        self.state[target].items[held as usize].lost = dent.lost;
        self.tell(Event::Damages {
            who: target,
            item: held,
            points: dent.points.0,
            left: max - before - dent.points.0,
        });
        match max - i32::from(dent.lost) {
            left if left <= -max => self.destroy(target, held),
            ..=0 => self.disable(target, held),
            _ => {}
        }
        if row == CriticalHit::Drops {
            self.drop_weapon(target);
        }
        Ok(())
    }

    /// `G4-292` `G4-R30` A weapon is destroyed: it is gone.
    fn destroy(&mut self, who: CombatantId, item: u8) {
        let fighter = &mut self.state[who];
        fighter.let_go_of(item);
        let state = &mut fighter.items[item as usize];
        state.flags.set(ItemFlags::DISABLED.union(ItemFlags::AWAY));
        state.make_ready();
        self.tell(Event::Destroys { who, item });
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
        assert_eq!(weapon_damage(-3, Cutting), 0);
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
