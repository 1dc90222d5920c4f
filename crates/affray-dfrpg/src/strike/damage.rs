//! Damage: from the dice to what gets through, and on to the wound.
//!
//! Rules `DF-325` to `DF-344`, rulings `DF-R20`, `DF-R21`, `DF-R25` and `DF-R103`. One tally goes from the dice to the
//! points lost: [`Blow::basic`], [`Scene::damage_result`] and [`Scene::injury`] each give it their lines.

use crate::Dfrpg;
use crate::body::injury::{DamageResult, Wound};
use crate::body::location;
use crate::check::THREE_DICE;
use crate::decision::{Aim, AllOut, AttackFrom, AttackPlan, IncomingAttack, Strike};
use crate::event::Event;
use crate::grapple::slam;
use crate::scene::{Fight, Scene};
use crate::sheet::{Damage, DamageType, Location, Mode, Sheet};
use crate::state::{Flags, Ignored};
use affray_files::value::{Schema, ToValue};
use affray_grid::Arc;
use affray_kernel::dice::Dice;
use affray_kernel::referee::{CombatantId, Referee, Why};
use affray_kernel::rules::RuleId;
use affray_kernel::tally::{Sum, Tally};

/// A blow, shot or spell that hit and was not stopped.
#[derive(Debug, Clone, Copy, PartialEq, Hash)]
pub struct Blow {
    /// Who dealt it.
    pub by: CombatantId,
    /// Who is hit.
    pub target: CombatantId,
    /// The damage of the weapon, body or spell.
    pub damage: Damage,
    /// What strength has of the adds of that damage, with the line that says so.
    pub strength: (RuleId, i16),
    /// The line of the others.
    pub adds: RuleId,
    /// What the maneuver adds to it.
    pub bonus: Bonus,
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

/// `DF-326` What a maneuver adds to damage.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Bonus {
    /// `DF-062` By an All-Out Attack (Strong).
    pub strong: i16,
    /// `DF-096` By a Stop Thrust.
    pub stop_thrust: i16,
    /// `DF-R26` The hexes of a slam, each die of which has the bonus of that speed.
    pub speed: u8,
}

impl Bonus {
    /// `DF-062` What an All-Out Attack (Strong) adds in melee: +2, or +1 per die if that is more.
    pub fn of_strong(plan: &AttackPlan, damage: Damage) -> Self {
        let is_strong = plan.from == AttackFrom::AllOut(AllOut::Strong);
        Self { strong: if is_strong { i16::from(damage.dice.number).max(2) } else { 0 }, ..Self::default() }
    }

    /// `DF-062` `DF-096` What the maneuver adds to a strike in a mode.
    pub fn of(plan: &AttackPlan, mode: &Mode) -> Self {
        let strong = if mode.kind.is_ranged() { Self::default() } else { Self::of_strong(plan, mode.damage) };
        Self { stop_thrust: i16::from(plan.thrust_bonus), ..strong }
    }
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

impl Blow {
    /// A plain blow in a mode, at the torso.
    pub fn plain(by: CombatantId, target: CombatantId, mode: &Mode, bonus: Bonus) -> Self {
        Self {
            by,
            target,
            damage: mode.damage,
            strength: (rule!("DF-028").named(if mode.swings { "swing" } else { "thrust" }), mode.strength),
            adds: if mode.is_unarmed { rule!("DF-036") } else { rule!("DF-031") }.named("adds"),
            bonus,
            kind: mode.damage_type,
            divisor: mode.divisor,
            aim: Aim::At(Location::Torso),
            halved: false,
            critical: false,
            from_behind: false,
            knocks_back: true,
        }
    }

    /// `DF-325` `DF-326` `DF-327` `DF-028` `DF-032` `DF-R20` `DF-R21` Basic damage when the dice show so many pips: with
    /// all adds, multiplied by a critical hit, halved by distance.
    pub fn basic<T: Tally>(&self, critical: CriticalHit, pips: i32) -> T {
        let Damage { dice, add } = self.damage;
        let (by_strength, of_strength) = self.strength;
        let mut basic = match critical {
            CriticalHit::Maximum => T::base(rule!("DF-R20").named("all dice at their highest"), dice.highest()),
            _ => T::base(rule!("DF-325").named("rolled"), pips),
        };
        basic.add(by_strength, of_strength.into());
        basic.add(self.adds, i32::from(add - of_strength));
        let speed = slam::speed_bonus(self.bonus.speed) * i16::from(dice.number);
        basic.add(slam::speed_line(self.bonus.speed), speed.into());
        basic.add(rule!("DF-062"), i32::from(self.bonus.strong));
        basic.add(rule!("DF-096"), i32::from(self.bonus.stop_thrust));
        basic.at_least(rule!("DF-032"), least_damage(self.kind));
        match critical {
            CriticalHit::Times(3) => basic.becomes(rule!("DF-R20").named("critical hit, x 3"), 3 * basic.total()),
            CriticalHit::Times(times) => {
                basic.becomes(rule!("DF-R20").named("critical hit, x 2"), i32::from(times) * basic.total());
            }
            CriticalHit::TwiceNoDr => basic.becomes(rule!("DF-R21").named("critical hit, x 2"), 2 * basic.total()),
            _ => {}
        }
        if self.halved {
            basic.becomes(rule!("DF-327"), basic.total() / 2);
        }
        basic
    }
}

/// `DF-032` The least basic damage: 0 for crushing, 1 for all else.
const fn least_damage(kind: DamageType) -> i32 {
    if matches!(kind, DamageType::Crushing) { 0 } else { 1 }
}

/// `DF-325` `DF-032` Basic damage of dice that show so many pips, with nothing but the add that goes with them, by the
/// rule `adds`.
pub fn plain_damage<T: Tally>(damage: Damage, adds: RuleId, pips: i32, kind: DamageType) -> T {
    let mut basic = T::base(rule!("DF-325").named("rolled"), pips);
    basic.add(adds.named("adds"), damage.add.into());
    basic.at_least(rule!("DF-032"), least_damage(kind));
    basic
}

/// `DF-328` DR after the armor divisor. A divisor below 1 multiplies DR, and DR 0 counts as 1 against it.
pub const fn divided(dr: i32, divisor: (u8, u8)) -> i32 {
    let (over, under) = (divisor.0 as i32, divisor.1 as i32);
    let divided = dr * under / over;
    if over < under && divided < 1 { 1 } else { divided }
}

/// `DF-328` `DF-330` `DF-R20` `DF-R21` Gives back what armor divisor and critical hit take from DR that was taken off;
/// returns the DR that is left.
pub(crate) fn pierce<T: Tally>(score: &mut T, dr: i32, divisor: (u8, u8), critical: CriticalHit) -> i32 {
    let words = match divisor {
        (2, 1) => "armor divisor 2",
        (3, 1) => "armor divisor 3",
        (5, 1) => "armor divisor 5",
        (10, 1) => "armor divisor 10",
        (1, 2) => "armor divisor 0.5",
        (1, 5) => "armor divisor 0.2",
        (1, 10) => "armor divisor 0.1",
        _ => "armor divisor",
    };
    let divided = divided(dr, divisor);
    score.add(rule!("DF-328").named(words), dr - divided);
    let (by, left) = match critical {
        CriticalHit::HalfDr => (rule!("DF-R20").named("critical hit, half of DR"), divided / 2),
        CriticalHit::NoDr | CriticalHit::TwiceNoDr => (rule!("DF-R21").named("critical hit, no DR"), 0),
        _ => (rule!("DF-R20"), divided),
    };
    score.add(by, divided - left);
    score.at_least(rule!("DF-330"), 0);
    left
}

/// How the DR of a target counts against damage.
#[derive(Debug, Clone, Copy)]
pub struct Protection {
    /// The blow comes through chinks in the armor (`DF-329`).
    pub chinks: bool,
    /// The armor divisor, as a fraction (`DF-328`).
    pub divisor: (u8, u8),
    /// What a critical hit makes of DR.
    pub critical: CriticalHit,
    /// DR of cover besides.
    pub cover: i32,
}

impl Protection {
    /// DR as it is worn.
    pub const PLAIN: Self = Self { chinks: false, divisor: (1, 1), critical: CriticalHit::Normal, cover: 0 };
}

/// `DF-329` `DF-339` `DF-342` Takes the DR off that never changes: armor and hide.
#[inline]
pub(crate) fn take_worn<T: Tally>(score: &mut T, sheet: &Sheet, at: Location, chinks: bool) {
    let armor = sheet.armor[at as usize];
    let rigid = i32::from(armor.rigid);
    if chinks {
        score.add(rule!("DF-329").named("half of rigid armor"), -(rigid / 2));
    } else {
        score.add(rule!("DF-328").named("rigid armor"), -rigid);
    }
    score.add(rule!("DF-328").named("flexible armor"), -i32::from(armor.flexible));
    score.add(rule!("DF-328").named("natural DR"), -i32::from(armor.natural));
    // DF-340: the extra DR of the skull does not protect the eye.
    score.add(rule!("DF-339").named("skull"), if at == Location::Skull { -2 } else { 0 });
}

/// The part of [`Scene::resistance`] that never changes: armor and hide.
#[inline]
pub(crate) fn worn(sheet: &Sheet, at: Location, chinks: bool) -> i32 {
    let mut score = Sum::of(0);
    take_worn(&mut score, sheet, at, chinks);
    -score.total()
}

/// `DF-326` The damage of a strike in a mode, with the bonuses that its maneuver gives.
pub fn strike_damage(mode: &Mode, plan: &AttackPlan) -> Damage {
    let Bonus { strong, stop_thrust, .. } = Bonus::of(plan, mode);
    Damage { add: mode.damage.add + strong + stop_thrust, ..mode.damage }
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
            aim: strike.aim,
            halved: far,
            critical,
            from_behind: incoming.arc == Arc::Rear,
            ..Blow::plain(who, strike.target, mode, Bonus::of(plan, mode))
        }
    }

    /// `DF-325` `DF-344` The result of damage that comes from no blow, with the tally of the points lost.
    fn dice_result<T: Tally>(
        self,
        (damage, adds): (Damage, RuleId),
        protection: &Protection,
        wound: &Wound,
        pips: i32,
    ) -> (DamageResult, T) {
        self.damage_result(plain_damage(damage, adds, pips, wound.kind), protection, wound)
    }

    /// `DF-304` `DF-301` The location where a blow lands that came at another one.
    fn landing(self, blow: &Blow, at: Location) -> Location {
        match at {
            Location::Face if blow.from_behind => Location::Skull,
            at => self.present(blow.target, at),
        }
    }

    /// `DF-325` `DF-327` `DF-328` `DF-R25` The result of a blow at a location whose damage dice show so many pips, with
    /// the tally of the points lost.
    fn blow_result<T: Tally>(self, blow: &Blow, at: Location, critical: CriticalHit, pips: i32) -> (DamageResult, T) {
        let basic = blow.basic::<T>(critical, pips);
        let pushing = basic.total();
        let wound = Wound {
            counts_as_major: critical == CriticalHit::Major,
            knockdown_penalty: if critical == CriticalHit::HardKnockdown { 5 } else { 0 },
            ..Wound::new(blow.target, Some(at), blow.kind)
        };
        // DF-328
        let chinks = matches!(blow.aim, Aim::Chinks(_));
        let protection = Protection { chinks, divisor: blow.divisor, critical, cover: 0 };
        let (result, injury) = self.damage_result(basic, &protection, &wound);
        // DF-R25: a cutting blow pushes only where it does not penetrate.
        let pushes = match blow.kind {
            DamageType::Crushing => blow.knocks_back,
            DamageType::Cutting => blow.knocks_back && !result.penetrates(),
            _ => false,
        };
        let hexes = self.knockback(blow.target, Sum::of(pushing)).total();
        (if pushes { result.pushing(hexes) } else { result }, injury)
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
        let (critical, (result, injury)) = match blow.aim {
            Aim::Damage(item) => return self.damage_item(&blow, row, item),
            Aim::Disarm(item) => return self.disarm(&blow, row, strike.mode, item),
            Aim::At(at) | Aim::Chinks(at) => {
                let at = self.scene().landing(&blow, at);
                let critical = row.at(at);
                let read = |scene: Scene<'_>, pips| scene.blow_result::<Sum>(&blow, at, critical, pips).0;
                self.tell_critical_hit(&blow, critical);
                let pips = self.throw_damage(why, dice, critical, read)?;
                (critical, self.scene().blow_result::<R::Tally>(&blow, at, critical, pips))
            }
            // DF-R103: a random location is rolled after the damage.
            Aim::Random => {
                let pips = self.referee.throw(why, dice, |pips| pips)?;
                let at = self.random_location(who, target)?;
                let at = self.scene().landing(&blow, at);
                let critical = row.at(at);
                self.tell(Event::Strikes { target, location: at });
                self.tell_critical_hit(&blow, critical);
                (critical, self.scene().blow_result(&blow, at, critical, pips))
            }
        };
        self.take_damage(&result, &injury, Some(who))?;
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

    /// `DF-325` `DF-R20` `DF-R21` Throws damage dice and returns what they show; on one row of the critical tables
    /// all show their highest face. `read` says what the rule wants to know of the sum: of sums that read the same one
    /// stands for all.
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn throw_damage<F: Copy + PartialEq>(
        &mut self,
        why: Why,
        dice: Dice,
        critical: CriticalHit,
        read: impl Fn(Scene<'_>, i32) -> F,
    ) -> Result<i32, R::Pause> {
        if critical == CriticalHit::Maximum {
            return Ok(dice.highest());
        }
        let scene = Scene { setup: self.setup, state: self.state };
        let (_, Ignored(pips)) = self.referee.throw(why, dice, |pips| (read(scene, pips), Ignored(pips)))?;
        Ok(pips)
    }

    /// `DF-325` `DF-344` Throws the dice of damage that comes from no blow, and wounds by it.
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn damage_by_dice(
        &mut self,
        why: Why,
        damage: Damage,
        protection: &Protection,
        wound: &Wound,
    ) -> Result<(), R::Pause> {
        let critical = CriticalHit::Normal;
        let by = (damage, why.rule);
        let read = |scene: Scene<'_>, pips| scene.dice_result::<Sum>(by, protection, wound, pips).0;
        let pips = self.throw_damage(why, damage.dice, critical, read)?;
        let (result, injury) = self.scene().dice_result::<R::Tally>(by, protection, wound, pips);
        self.take_damage(&result, &injury, None)
    }

    /// `DF-R20` `DF-R21` Tells the row of a critical hit, if the blow is one.
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
        let basic = |number, add, pips, kind| {
            let damage = Damage { dice: Dice::d6(number), add };
            plain_damage::<Sum>(damage, rule!("DF-031"), pips, kind).total()
        };
        assert_eq!(basic(1, -1, 1, DamageType::Impaling), 1, "DF-E100");
        assert_eq!(basic(1, -3, 2, DamageType::Crushing), 0, "DF-E100");
        assert_eq!(basic(2, 0, 7, DamageType::Cutting), 7, "DF-E09");
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
