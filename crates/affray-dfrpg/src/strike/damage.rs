//! Damage: from the dice to what gets through, and on to the wound.
//!
//! Rules `DF-325` to `DF-344`, rulings `DF-R20`, `DF-R21`, `DF-R25` and `DF-R103`.

use crate::Dfrpg;
use crate::body::injury::{DamageResult, Wound};
use crate::body::location;
use crate::check::THREE_DICE;
use crate::decision::{Aim, AllOut, AttackFrom, AttackPlan, IncomingAttack, Strike};
use crate::event::Event;
use crate::scene::{Fight, Scene};
use crate::sheet::{Damage, DamageType, Location, Mode, Sheet};
use crate::state::Flags;
use affray_files::value::{Schema, ToValue};
use affray_grid::Arc;
use affray_kernel::dice::Dice;
use affray_kernel::referee::{CombatantId, Referee, Why};

/// A blow, shot or spell that hit and was not stopped.
#[derive(Debug, Clone, Copy, PartialEq, Hash)]
pub struct Blow {
    /// Who dealt it.
    pub by: CombatantId,
    /// Who is hit.
    pub target: CombatantId,
    /// Its damage, every bonus added (`DF-326`).
    pub damage: Damage,
    /// The type.
    pub kind: DamageType,
    /// The armor divisor, as a fraction.
    pub divisor: (u8, u8),
    /// Where it was aimed: a location, chinks or random.
    pub aim: Aim,
    /// Beyond half-damage range (`DF-327`).
    pub halved: bool,
    /// A critical hit: a table is rolled on.
    pub critical: bool,
    /// From the target's rear (`DF-304`).
    pub from_behind: bool,
    /// It can push the target (`DF-R25`).
    pub knocks_back: bool,
}

/// `DF-R20` `DF-R21` What a critical hit does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Schema, ToValue)]
pub enum CriticalHit {
    /// Nothing more.
    Normal,
    /// Basic damage times that.
    Times(u8),
    /// DR is halved after the divisor.
    HalfDr,
    /// Basic damage twice, and no DR.
    TwiceNoDr,
    /// No DR.
    NoDr,
    /// Any injury counts as over half HP.
    Major,
    /// All dice show their highest face.
    Maximum,
    /// A knockdown roll at a further -5.
    HardKnockdown,
    /// The target is dazed.
    Dazed,
    /// The target drops everything held.
    Drops,
}

/// `DF-196` `DF-R20` The critical hit table.
pub const fn critical_hit(roll: i32) -> CriticalHit {
    match roll {
        ..=4 => CriticalHit::Times(3),
        5..=6 => CriticalHit::Times(2),
        7..=8 => CriticalHit::HalfDr,
        9..=11 => CriticalHit::Normal,
        12..=13 => CriticalHit::Major,
        14..=15 => CriticalHit::Maximum,
        _ => CriticalHit::Drops,
    }
}

/// `DF-303` `DF-R21` The critical head blow table.
pub const fn critical_head_blow(roll: i32) -> CriticalHit {
    match roll {
        ..=4 => CriticalHit::TwiceNoDr,
        5..=6 => CriticalHit::NoDr,
        7..=8 => CriticalHit::Maximum,
        9..=11 => CriticalHit::Normal,
        12..=13 => CriticalHit::HardKnockdown,
        14..=15 => CriticalHit::Dazed,
        _ => CriticalHit::Drops,
    }
}

/// `DF-R103` The row of a roll for a critical hit on each of the two tables: which of them counts may be known only
/// when the location is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CriticalRow {
    body: CriticalHit,
    head: CriticalHit,
}

impl CriticalRow {
    /// No critical hit.
    const NONE: Self = Self { body: CriticalHit::Normal, head: CriticalHit::Normal };

    /// `DF-303` The row that counts at a location.
    pub const fn at(self, location: Location) -> CriticalHit {
        if location::is_head_blow(location) { self.head } else { self.body }
    }
}

impl CriticalHit {
    /// The factor of basic damage.
    const fn times(self) -> i32 {
        match self {
            Self::Times(times) => times as i32,
            Self::TwiceNoDr => 2,
            _ => 1,
        }
    }

    /// The DR that is left.
    const fn pierced(self, dr: i32) -> i32 {
        match self {
            Self::HalfDr => dr / 2,
            Self::NoDr | Self::TwiceNoDr => 0,
            _ => dr,
        }
    }
}

/// `DF-325` `DF-032` Basic damage from the sum of the dice: at least 0 for crushing, 1 for all else.
pub use affray_3d6::damage::basic_damage;

/// `DF-328` DR after the armor divisor. A divisor below 1 multiplies DR, and DR 0 counts as 1 against it.
pub const fn divided(dr: i32, divisor: (u8, u8)) -> i32 {
    let (over, under) = (divisor.0 as i32, divisor.1 as i32);
    let divided = dr * under / over;
    if over < under && divided < 1 { 1 } else { divided }
}

/// The part of [`Scene::resistance`] that never changes: armor and hide.
#[inline]
pub(crate) fn worn(sheet: &Sheet, at: Location, chinks: bool) -> i32 {
    let armor = sheet.armor[at as usize];
    let rigid = i32::from(armor.rigid);
    let rigid = if chinks { rigid / 2 } else { rigid };
    // DF-340: the extra DR of the skull does not protect the eye.
    let skull = if at == Location::Skull { 2 } else { 0 };
    rigid + i32::from(armor.flexible) + i32::from(armor.natural) + skull
}

/// `DF-326` The damage of a strike in a mode, with the bonuses that its maneuver gives.
pub fn strike_damage(mode: &Mode, plan: &AttackPlan) -> Damage {
    let mut damage = mode.damage;
    if plan.from == AttackFrom::AllOut(AllOut::Strong) && !mode.kind.is_ranged() {
        // DF-062: +2, or +1 per die if that is more.
        damage.add += i16::from(damage.dice.number).max(2);
    }
    // DF-096
    damage.add += i16::from(plan.thrust_bonus);
    damage
}

impl Scene<'_> {
    /// `DF-326` The damage of a strike; `None` for a spell that a hand holds.
    pub fn strike_damage(self, who: CombatantId, mode: u16, plan: &AttackPlan) -> Option<Damage> {
        self.mode(who, mode).map(|mode| strike_damage(mode, plan))
    }

    /// `DF-328` `DF-329` `DF-339` `DF-342` DR of a location, before the divisor.
    pub fn resistance(self, who: CombatantId, at: Location, chinks: bool) -> i32 {
        worn(self.sheet(who), at, chinks) + self.spell_resistance(who)
    }

    /// The blow that a strike deals.
    fn blow(self, strike: &Strike, mode: &Mode, plan: &AttackPlan, critical: bool, incoming: &IncomingAttack) -> Blow {
        let who = incoming.by;
        let far = mode.kind.is_ranged()
            && mode.half_range != 0
            && i32::from(mode.half_range) < self.distance(who, strike.target);
        Blow {
            by: who,
            target: strike.target,
            damage: strike_damage(mode, plan),
            kind: mode.damage_type,
            divisor: mode.divisor,
            aim: strike.aim,
            halved: far,
            critical,
            from_behind: incoming.arc == Arc::Rear,
            knocks_back: true,
        }
    }

    /// `DF-304` `DF-301` The location where a blow lands that came at another one.
    fn landing(self, blow: &Blow, at: Location) -> Location {
        match at {
            Location::Face if blow.from_behind => Location::Skull,
            at => self.present(blow.target, at),
        }
    }

    /// `DF-325` `DF-327` `DF-328` `DF-R25` The result of a blow at a location whose damage dice show so many pips.
    fn blow_result(self, blow: &Blow, at: Location, critical: CriticalHit, pips: i32) -> DamageResult {
        let basic = basic_damage(blow.damage, pips, blow.kind) * critical.times();
        let basic = if blow.halved { basic / 2 } else { basic };
        let wound = Wound {
            counts_as_major: critical == CriticalHit::Major,
            knockdown_penalty: if critical == CriticalHit::HardKnockdown { 5 } else { 0 },
            ..Wound::new(blow.target, Some(at), blow.kind)
        };
        // DF-328
        let chinks = matches!(blow.aim, Aim::Chinks(_));
        let dr = critical.pierced(divided(self.resistance(blow.target, at, chinks), blow.divisor));
        let result = self.damage_result(basic, dr, &wound);
        // DF-R25: a cutting blow pushes only where it does not penetrate.
        let pushes = match blow.kind {
            DamageType::Crushing => blow.knocks_back,
            DamageType::Cutting => blow.knocks_back && !result.penetrates(),
            _ => false,
        };
        let resists = (i32::from(self.sheet(blow.target).st) - 2).max(1);
        if pushes { result.pushing(basic / resists) } else { result }
    }
}

impl<R: Referee<Dfrpg>> Fight<'_, R> {
    /// `DF-171` `DF-184` `DF-325` `DF-R103` Steps 3 to 8 of a strike that hit and was not stopped: critical hit table,
    /// damage, location, DR, wound.
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn strike_home(
        &mut self,
        who: CombatantId,
        strike: &Strike,
        plan: &AttackPlan,
        is_critical: bool,
        incoming: &IncomingAttack,
    ) -> Result<(), R::Pause> {
        let blow = match self.scene().mode(who, strike.mode) {
            Some(mode) => self.scene().blow(strike, mode, plan, is_critical, incoming),
            None => match self.land_spell(who, strike, is_critical, incoming)? {
                Some(blow) => blow,
                None => return Ok(()),
            },
        };
        let (target, dice) = (blow.target, blow.damage.dice);
        let row = self.roll_critical_hit(&blow)?;
        let why = Why::new(who, rule!("DF-325"), "damage");
        let (critical, result) = match blow.aim {
            Aim::Damage(item) => return self.damage_item(&blow, row, item),
            Aim::Disarm(item) => return self.disarm(&blow, row, strike.mode, item),
            Aim::At(at) | Aim::Chinks(at) => {
                let at = self.scene().landing(&blow, at);
                let critical = row.at(at);
                self.tell_critical_hit(&blow, critical);
                let scene = Scene { setup: self.setup, state: self.state };
                let read = |pips| scene.blow_result(&blow, at, critical, pips);
                let result = match critical {
                    CriticalHit::Maximum => read(dice.highest()),
                    _ => self.referee.throw(why, dice, read)?,
                };
                (critical, result)
            }
            // DF-R103: a random location is rolled after the damage.
            Aim::Random => {
                let pips = self.referee.throw(why, dice, |pips| pips)?;
                let at = self.random_location(who, target)?;
                let at = self.scene().landing(&blow, at);
                let critical = row.at(at);
                self.tell(Event::Strikes { target, location: at });
                self.tell_critical_hit(&blow, critical);
                let pips = if critical == CriticalHit::Maximum { dice.highest() } else { pips };
                (critical, self.scene().blow_result(&blow, at, critical, pips))
            }
        };
        self.take_damage(&result, Some(who))?;
        match critical {
            CriticalHit::Drops => self.drop_everything(target, false),
            CriticalHit::Dazed => self.daze(target),
            _ => {}
        }
        Ok(())
    }

    /// `DF-196` `DF-303` `DF-R20` `DF-R21` `DF-R103` The roll on a critical hit table, if the hit was critical.
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn roll_critical_hit(&mut self, blow: &Blow) -> Result<CriticalRow, R::Pause> {
        if !blow.critical {
            return Ok(CriticalRow::NONE);
        }
        let rule = match blow.aim {
            Aim::At(at) | Aim::Chinks(at) if location::is_head_blow(self.scene().landing(blow, at)) => rule!("DF-R21"),
            Aim::Random => rule!("DF-R103"),
            _ => rule!("DF-R20"),
        };
        let read = |roll| CriticalRow { body: critical_hit(roll), head: critical_head_blow(roll) };
        self.referee.throw(Why::new(blow.by, rule, "critical hit"), THREE_DICE, read)
    }

    /// `DF-325` `DF-R20` `DF-R21` Throws damage dice; on one row of the critical tables all show their highest face.
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn throw_damage<F: Copy + PartialEq>(
        &mut self,
        why: Why,
        dice: Dice,
        critical: CriticalHit,
        read: impl Fn(Scene<'_>, i32) -> F,
    ) -> Result<F, R::Pause> {
        let scene = Scene { setup: self.setup, state: self.state };
        match critical {
            CriticalHit::Maximum => Ok(read(scene, dice.highest())),
            _ => self.referee.throw(why, dice, |pips| read(scene, pips)),
        }
    }

    /// Tells the row of a critical hit.
    pub fn tell_critical_hit(&mut self, blow: &Blow, row: CriticalHit) {
        if blow.critical {
            self.tell(Event::CriticalHit { who: blow.by, target: blow.target, row });
        }
    }

    /// `DF-R21` Dazes a combatant: only Do Nothing on its next turn. It goes on with what it does, for it defends
    /// normally and no rule calls this a stun.
    fn daze(&mut self, who: CombatantId) {
        if !self.state[who].is_conscious() {
            return;
        }
        if self.state[who].flags.has(Flags::ACTING) {
            self.state[who].flags.set(Flags::NEWLY_DAZED);
        }
        self.state[who].flags.set(Flags::DAZED);
        self.tell(Event::Dazed { who });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn damage_below_its_minimum() {
        let damage = |number, add| Damage { dice: Dice::d6(number), add };
        assert_eq!(basic_damage(damage(1, -1), 1, DamageType::Impaling), 1, "DF-E100");
        assert_eq!(basic_damage(damage(1, -3), 2, DamageType::Crushing), 0, "DF-E100");
        assert_eq!(basic_damage(damage(2, 0), 7, DamageType::Cutting), 7, "DF-E09");
    }

    #[test]
    fn armor_divisors() {
        assert_eq!(divided(3, (2, 1)), 1, "DF-E17");
        assert_eq!(divided(3, (1, 2)), 6, "DF-328");
        assert_eq!(divided(0, (1, 2)), 1, "DF-328: DR 0 counts as 1, and is not doubled");
        assert_eq!(divided(1, (1, 10)), 10, "DF-328");
        assert_eq!(divided(0, (2, 1)), 0);
    }
}
