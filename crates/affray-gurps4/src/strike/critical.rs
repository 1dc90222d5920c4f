//! Critical hits and misses.
//!
//! Ruling `G4-R36`, which stands for tables that the source only points to.

use crate::Gurps4;
use crate::body::damage::DamageRoll;
use crate::decision::{Plan, Strike};
use crate::event::{Condition, CriticalHit, CriticalMiss, Event};
use crate::scene::{Fight, Scene};
use crate::sheet::ItemId;
use crate::state::{Flags, Posture};
use affray_3d6::location::Location;
use affray_kernel::dice::Dice;
use affray_kernel::referee::{CombatantId, Referee, Why};

/// `G4-R36` `G4-320` `G4-322` Eyes, skull and face.
use affray_3d6::location::is_head;

/// `G4-R36` The critical hit table.
pub const fn critical_hit(roll: i32) -> CriticalHit {
    match roll {
        ..=3 | 18.. => CriticalHit::Times(3),
        4..=5 | 16..=17 => CriticalHit::Times(2),
        6..=7 => CriticalHit::HalfDr,
        8 => CriticalHit::Major,
        9..=12 => CriticalHit::Normal,
        13 => CriticalHit::Drops,
        14..=15 => CriticalHit::Maximum,
    }
}

/// `G4-R36` `G4-320` `G4-322` The critical head blow table.
pub const fn critical_head_blow(roll: i32) -> CriticalHit {
    match roll {
        ..=3 => CriticalHit::Times(3),
        4..=5 => CriticalHit::NoDr,
        6..=7 => CriticalHit::Times(2),
        8 => CriticalHit::Fells,
        9..=12 => CriticalHit::Normal,
        13 => CriticalHit::Drops,
        14..=15 => CriticalHit::Stuns,
        16..=17 => CriticalHit::Maximum,
        18.. => CriticalHit::TwiceNoDr,
    }
}

/// `G4-R36` The critical miss table.
pub const fn critical_miss(roll: i32) -> CriticalMiss {
    match roll {
        ..=4 | 17.. => CriticalMiss::Disabled,
        5..=6 => CriticalMiss::HitsOwnLeg,
        7..=8 => CriticalMiss::OffBalance,
        9..=11 => CriticalMiss::Dropped,
        12..=13 => CriticalMiss::Unready,
        14..=15 => CriticalMiss::Flies,
        16 => CriticalMiss::Falls,
    }
}

impl Scene<'_> {
    /// The weapon that a figure drops first: in the main hand, then in the off hand; never a shield.
    pub(crate) fn weapon_in_hand(self, who: CombatantId) -> Option<ItemId> {
        let weapon = |item: &ItemId| self.arm(who, *item).is_some_and(|item| !item.is_shield());
        self.fighter(who).hands.iter().copied().find(weapon)
    }
}

impl<R: Referee<Gurps4>> Fight<'_, R> {
    /// `G4-R36` `G4-R41` Where the hit was critical, rolls on a table, the head's for skull, eye and face: the damage after it.
    ///
    /// # Errors
    /// The input that the referee lacks.
    pub(crate) fn after_critical(
        &mut self,
        by: CombatantId,
        target: CombatantId,
        at: Location,
        critical: bool,
        roll: DamageRoll,
    ) -> Result<DamageRoll, R::Pause> {
        if !critical {
            return Ok(roll);
        }
        let (what, table): (_, fn(i32) -> CriticalHit) =
            if is_head(at) { ("critical head blow", critical_head_blow) } else { ("critical hit", critical_hit) };
        let armed = self.scene().weapon_in_hand(target).is_some();
        let row = self.referee.throw(Why::new(by, rule!("G4-R36"), what), Dice::d6(3), |roll| match table(roll) {
            CriticalHit::Drops if !armed => CriticalHit::Normal,
            row => row,
        })?;
        self.tell(Event::CriticalHit { who: by, target, row });
        Ok(DamageRoll { row, ..roll })
    }

    /// `G4-R36` A combatant drops the weapon that it holds, if it holds one.
    pub(crate) fn drop_weapon(&mut self, who: CombatantId) {
        if let Some(item) = self.scene().weapon_in_hand(who) {
            let at = self.state[who].at;
            self.drop_item(who, item, at);
        }
    }

    /// `G4-R36` A critical miss.
    ///
    /// # Errors
    /// The input that the referee lacks.
    pub(crate) fn critical_miss(&mut self, who: CombatantId, strike: &Strike, plan: &Plan) -> Result<(), R::Pause> {
        let item = if strike.form.is_bodily() {
            ItemId::NONE
        } else {
            self.scene().mode(who, strike.mode).map_or(ItemId::NONE, |mode| mode.item)
        };
        let weapon = self.scene().item(who, item).is_some();
        let why = Why::new(who, rule!("G4-R36"), "critical miss");
        let row = self.referee.throw(why, Dice::d6(3), |roll| {
            let row = critical_miss(roll);
            match row {
                CriticalMiss::Disabled | CriticalMiss::Dropped | CriticalMiss::Unready | CriticalMiss::Flies
                    if !weapon =>
                {
                    CriticalMiss::OffBalance
                }
                row => row,
            }
        })?;
        self.tell(Event::CriticalMiss { who, row });
        match row {
            CriticalMiss::Disabled => self.disable(who, item),
            CriticalMiss::HitsOwnLeg => self.hit_own_leg(who, strike, plan)?,
            CriticalMiss::OffBalance => {
                self.state[who].flags.set(Flags::OFF_BALANCE);
                self.tell(Event::Becomes { who, condition: Condition::OffBalance });
            }
            CriticalMiss::Dropped => {
                let at = self.state[who].at;
                self.drop_item(who, item, at);
            }
            CriticalMiss::Unready => self.unready(who, item),
            CriticalMiss::Flies => self.weapon_flies(who, item)?,
            CriticalMiss::Falls => self.take_posture(who, Posture::Prone),
        }
        Ok(())
    }

    /// `G4-R36` Half of the basic damage at the own leg, without a multiplier.
    fn hit_own_leg(&mut self, who: CombatantId, strike: &Strike, plan: &Plan) -> Result<(), R::Pause> {
        let leg = if self.scene().sheet(who).left_handed { Location::LeftLeg } else { Location::RightLeg };
        let roll = DamageRoll { own_leg: true, ..self.scene().damage_of(who, strike, plan) };
        let profile = self.scene().damage_profile(who, leg, roll);
        let result = self.throw_damage(who, rule!("G4-R36"), &roll, |pips| profile.result(pips))?;
        self.take_damage(&profile, &result)?;
        if result.wound.is_some() { self.distracted(who) } else { Ok(()) }
    }

    /// `G4-R36` The weapon lands so many hexes straight ahead; it stops before blocked hexes.
    fn weapon_flies(&mut self, who: CombatantId, item: ItemId) -> Result<(), R::Pause> {
        let why = Why::new(who, rule!("G4-R36"), "where it lands").scatter();
        let hexes = self.referee.throw(why, Dice::d6(1), |die| die)?;
        let facing = self.state[who].facing;
        let mut at = self.state[who].at;
        for _ in 0..hexes {
            let next = at.step(facing);
            if self.scene().map().at(next).impassable {
                break;
            }
            at = next;
        }
        self.drop_item(who, item, at);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables() {
        assert_eq!(critical_hit(15), CriticalHit::Maximum, "G4-E103");
        assert_eq!(critical_head_blow(5), CriticalHit::NoDr, "G4-E104");
        assert_eq!(critical_miss(9), CriticalMiss::Dropped, "G4-E105");
        assert_eq!((critical_hit(3), critical_hit(18)), (CriticalHit::Times(3), CriticalHit::Times(3)));
        assert_eq!((critical_miss(17), critical_miss(16)), (CriticalMiss::Disabled, CriticalMiss::Falls));
    }
}
