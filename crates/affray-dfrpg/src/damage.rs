//! Damage: from the dice to what gets through, and on to the wound.
//!
//! Rules `DF-325` to `DF-344`, rulings `DF-R20`, `DF-R21`, `DF-R25` and `DF-R103`.

use crate::Dfrpg;
use crate::check::THREE_DICE;
use crate::decision::Aim;
use crate::event::Event;
use crate::injury::{Fate, Harm, Hurt, Push, Wound, injury};
use crate::location;
use crate::scene::{Fight, Scene};
use crate::sheet::{Damage, DamageType, Location, Sheet};
use crate::state::{Flags, Unread};
use affray_core::referee::{CombatantId, Referee, Why};
use affray_core::rules::RuleId;
use serde::Serialize;

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
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
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

/// The row of a sum, on the head's table or the body's.
pub(crate) const fn critical_row(head: bool, roll: i32) -> CriticalHit {
    if head { critical_head_blow(roll) } else { critical_hit(roll) }
}

/// By which rule that table is rolled on.
const fn critical_rule(head: bool) -> RuleId {
    if head { rule!("DF-R21") } else { rule!("DF-R20") }
}

/// The last sums of the rows of both tables.
pub(crate) const CRITICAL_HIT_ROWS: [i32; 6] = [4, 6, 8, 11, 13, 15];

impl CriticalHit {
    /// What basic damage is multiplied by.
    const fn times(self) -> i32 {
        match self {
            Self::Times(times) => times as i32,
            Self::TwiceNoDr => 2,
            _ => 1,
        }
    }

    /// What is left of DR.
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

/// `DF-328` DR after the armor divisor. A divisor below 1 multiplies, and what it leaves without DR has 1 against it.
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

/// What a blow meets where it lands. All of it stands before the dice of its damage are thrown.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Impact {
    /// What basic damage is multiplied by (`DF-R20`).
    times: i32,
    /// DR that it meets.
    pub(crate) dr: i32,
    /// What basic damage is divided by for knockback; 0 where the blow cannot push (`DF-R25`).
    push: i32,
    /// It pushes only where it does not penetrate.
    pushes_unless_through: bool,
    /// What gets through does this.
    pub(crate) harm: Harm,
}

/// What a damage roll comes to. Rolls that do the same are one outcome, whatever the dice showed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Dealt {
    hurt: Option<Hurt>,
    knockback: i32,
    basic: Unread<i32>,
    penetrating: Unread<i32>,
}

impl Dealt {
    /// What it comes to but for the HP that it takes, and these.
    fn apart(&self, harm: &Harm) -> ((Option<Hurt>, i32, i32), i32) {
        let lost = self.hurt.map_or(0, |hurt| hurt.lost_hp());
        let hurt = self.hurt.map(|hurt| hurt.but_for_hp());
        ((hurt, harm.felt(lost), self.knockback), -lost)
    }
}

/// What the dice of a blow at a location hang on, besides what never changes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Met {
    at: Location,
    dr: i32,
    /// The location is crippled, or destroyed.
    maimed: (bool, bool),
    /// Nobody feels it any more.
    out: bool,
    /// There is something to drop, where that can matter.
    holds_anything: bool,
    /// How the target stands, where the blow can bring it near death.
    near_death: Option<(i16, u8, bool, bool)>,
    blow: Blow,
}

/// Where a blow landed and what it dealt.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Landed {
    /// A number in which they mostly differ, to tell them apart at once.
    glance: u64,
    dealt: Dealt,
    /// The rolls that it calls for, where they were made ahead.
    fate: Option<Fate>,
    at: Location,
    /// What the row of the critical table does after the damage.
    after: CriticalHit,
    /// The row as a whole.
    critical: Unread<CriticalHit>,
    /// The dice told the referee of the HP that it takes.
    said: Unread<bool>,
}

impl PartialEq for Landed {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.glance == other.glance && self.is_same(other)
    }
}

impl Landed {
    fn is_same(&self, other: &Self) -> bool {
        let all = |Self { glance: _, dealt, fate, at, after, critical, said }: &Self| {
            (*dealt, *fate, *at, *after, *critical, *said)
        };
        all(self) == all(other)
    }

    pub(crate) fn new(at: Location, critical: CriticalHit, dealt: Dealt) -> Self {
        let glance = dealt.hurt.map_or(0, |hurt| hurt.lost as u64) | (dealt.knockback as u64) << 32;
        Self { glance, dealt, fate: None, at, after: after(critical), critical: Unread(critical), said: Unread(false) }
    }

    /// Whether it pushes the target.
    pub(crate) const fn pushes(&self) -> bool {
        self.dealt.knockback != 0
    }

    /// The hexes that it pushes the target.
    pub(crate) const fn knockback(&self) -> i32 {
        self.dealt.knockback
    }

    /// The HP that it takes.
    pub(crate) const fn lost_hp(&self) -> i32 {
        match self.dealt.hurt {
            Some(hurt) => hurt.lost_hp(),
            None => 0,
        }
    }

    /// What it does to the target.
    pub(crate) const fn hurt(&self) -> Option<Hurt> {
        self.dealt.hurt
    }

    /// What of the row of a critical table comes after the damage.
    pub(crate) const fn after(&self) -> CriticalHit {
        self.after
    }

    /// The same with the rolls that it calls for.
    fn with_fate(self, fate: Option<Fate>) -> Self {
        Self { glance: self.glance ^ fate.map_or(0, Fate::glance) << 48, fate, ..self }
    }
}

/// What of a row of the critical tables comes after the damage.
const fn after(critical: CriticalHit) -> CriticalHit {
    match critical {
        CriticalHit::Drops | CriticalHit::Dazed => critical,
        _ => CriticalHit::Normal,
    }
}

impl Scene<'_> {
    /// `DF-328` `DF-329` `DF-339` `DF-342` DR of a location, before the divisor.
    pub fn resistance(self, who: CombatantId, at: Location, chinks: bool) -> i32 {
        worn(self.sheet(who), at, chinks) + self.spell_resistance(who)
    }

    /// `DF-328` DR that a blow meets, the divisor and a critical hit worked in.
    fn effective_dr(self, blow: &Blow, at: Location, critical: CriticalHit) -> i32 {
        let chinks = matches!(blow.aim, Aim::Chinks(_));
        critical.pierced(divided(self.resistance(blow.target, at, chinks), blow.divisor))
    }

    /// `DF-304` `DF-301` Where a blow lands that was aimed, or found to come, at a location.
    pub(crate) fn landing(self, blow: &Blow, at: Location) -> Location {
        match at {
            Location::Face if blow.from_behind => Location::Skull,
            at => self.present(blow.target, at),
        }
    }

    /// `DF-R25` What basic damage is divided by for knockback; 0 where the blow cannot push.
    fn push(self, blow: &Blow) -> i32 {
        match blow.kind {
            DamageType::Crushing | DamageType::Cutting if blow.knocks_back => {
                (i32::from(self.sheet(blow.target).st) - 2).max(1)
            }
            _ => 0,
        }
    }

    /// What a blow meets at a location.
    pub(crate) fn impact(self, blow: &Blow, at: Location, critical: CriticalHit) -> Impact {
        Impact {
            times: critical.times(),
            dr: self.effective_dr(blow, at, critical),
            push: self.push(blow),
            pushes_unless_through: blow.kind != DamageType::Crushing,
            harm: self.harm(&Wound {
                who: blow.target,
                penetrating: 0,
                location: Some(at),
                kind: blow.kind,
                counts_as_major: critical == CriticalHit::Major,
                knockdown_penalty: if critical == CriticalHit::HardKnockdown { 5 } else { 0 },
            }),
        }
    }

    /// The same where it is known what it meets without a critical hit.
    pub(crate) fn impact_of_row(self, plain: &Impact, blow: &Blow, at: Location, critical: CriticalHit) -> Impact {
        match critical {
            CriticalHit::Major | CriticalHit::HardKnockdown => self.impact(blow, at, critical),
            _ => Impact { times: critical.times(), dr: critical.pierced(plain.dr), ..*plain },
        }
    }

    /// What the dice of a blow at a location hang on.
    pub(crate) fn met(self, blow: &Blow, at: Location) -> Met {
        let fighter = self.fighter(blow.target);
        // No row does more than thrice the damage.
        let most = basic_damage(blow.damage, blow.damage.dice.highest(), blow.kind) * if blow.critical { 3 } else { 1 };
        let most_lost = injury(most, location::multiplier(at, blow.kind));
        Met {
            at,
            dr: self.effective_dr(blow, at, CriticalHit::Normal),
            maimed: (fighter.crippled.has(at), fighter.destroyed.has(at)),
            out: fighter.flags.any(Flags::DEAD.and(Flags::UNCONSCIOUS)),
            holds_anything: blow.critical && self.can_drop_anything(blow.target),
            near_death: self.near_death_after(blow.target, most_lost),
            blow: *blow,
        }
    }

    /// `DF-196` `DF-303` `DF-325` The damage of a blow at a location, after the critical table if it is a
    /// critical hit. `plain` keeps what the blow meets there without one, and what of the tables can matter.
    pub(crate) fn roll_damage<R: Referee<Dfrpg>>(
        self,
        referee: &mut R,
        blow: &Blow,
        at: Location,
        plain: &mut Option<(Impact, Feeling)>,
    ) -> Result<Landed, R::Pause> {
        let (plain, feeling) = plain.get_or_insert_with(|| {
            let plain = self.impact(blow, at, CriticalHit::Normal);
            (plain, self.feeling(blow, plain.dr == 0))
        });
        let critical = feeling.roll_critical_hit(referee, blow, Some(at))?;
        referee.ways_meet(|print, is_last| self.print_blow(blow, at, critical, is_last, print))?;
        let impact = self.impact_of_row(plain, blow, at, critical);
        if critical == CriticalHit::Maximum {
            return Ok(Landed::new(at, critical, impact.dealt(blow, blow.damage.dice.highest())));
        }
        let why = Why::new(blow.by, rule!("DF-325"), "damage");
        let (gauge, read) = (blow.target.index(), |pips| impact.dealt(blow, pips));
        let apart = |dealt: &Dealt| dealt.apart(&impact.harm);
        let dealt = referee.throw_for(why, blow.damage.dice, gauge, read, apart)?;
        Ok(Landed { said: Unread(true), ..Landed::new(at, critical, dealt) })
    }

    /// What makes rows of the critical tables matter to the target of a blow, that meets no DR or some.
    pub(crate) fn feeling(self, blow: &Blow, bare: bool) -> Feeling {
        let who = blow.target;
        Feeling {
            out: self.fighter(who).flags.any(Flags::DEAD.and(Flags::UNCONSCIOUS)),
            bare,
            holds_anything: blow.critical && self.can_drop_anything(who),
        }
    }

    /// What a row of the critical tables comes to for that target.
    fn felt(self, blow: &Blow, at: Location, critical: CriticalHit) -> CriticalHit {
        self.feeling(blow, self.effective_dr(blow, at, CriticalHit::Normal) == 0).felt(critical)
    }
}

/// What makes rows of the critical tables matter to a target.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Feeling {
    /// It feels nothing any more.
    out: bool,
    /// It has no DR there.
    bare: bool,
    /// It has something to drop.
    holds_anything: bool,
}

impl Feeling {
    /// What a row comes to: rows without any effect of their own are the normal one.
    #[inline]
    pub(crate) const fn felt(self, critical: CriticalHit) -> CriticalHit {
        match critical {
            CriticalHit::HalfDr | CriticalHit::NoDr if self.bare => CriticalHit::Normal,
            CriticalHit::TwiceNoDr if self.bare => CriticalHit::Times(2),
            CriticalHit::Major | CriticalHit::HardKnockdown | CriticalHit::Dazed if self.out => CriticalHit::Normal,
            CriticalHit::Drops if !self.holds_anything => CriticalHit::Normal,
            critical => critical,
        }
    }

    /// `DF-196` `DF-303` Rolls on a critical hit table, if the hit was critical.
    fn roll_critical_hit<R: Referee<Dfrpg>>(
        self,
        referee: &mut R,
        blow: &Blow,
        aimed: Option<Location>,
    ) -> Result<CriticalHit, R::Pause> {
        if !blow.critical {
            return Ok(CriticalHit::Normal);
        }
        let head = aimed.is_some_and(location::is_head_blow);
        let why = Why::new(blow.by, critical_rule(head), "critical hit");
        let (felt, row) = referee.roll_in_runs(
            why,
            THREE_DICE,
            None,
            || CRITICAL_HIT_ROWS,
            |roll| {
                let row = critical_row(head, roll);
                (self.felt(row), Unread(row))
            },
        )?;
        referee.tell(|| Event::CriticalHit { who: blow.by, target: blow.target, row: row.0 });
        Ok(felt)
    }
}

impl Impact {
    /// `DF-171` Reads the dice of a damage roll down to what they do.
    #[inline]
    pub(crate) fn dealt(&self, blow: &Blow, pips: i32) -> Dealt {
        let basic = basic_damage(blow.damage, pips, blow.kind) * self.times;
        // DF-327
        let basic = if blow.halved { basic / 2 } else { basic };
        let penetrating = (basic - self.dr).max(0);
        // DF-R25: a cutting blow pushes only where it does not penetrate.
        let pushes = self.push != 0 && !(self.pushes_unless_through && 0 < penetrating);
        let hurt = (0 < penetrating).then(|| self.harm.of(penetrating));
        let knockback = if pushes && self.push <= basic { basic / self.push } else { 0 };
        Dealt { hurt, knockback, basic: Unread(basic), penetrating: Unread(penetrating) }
    }
}

impl<R: Referee<Dfrpg>> Fight<'_, R> {
    /// `DF-171` Steps 3 to 8 of an attack that hit: critical table, damage, location, DR, wound.
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn strike_home(&mut self, blow: &Blow) -> Result<(), R::Pause> {
        let landed = self.roll_blow(blow)?;
        self.take_blow(blow, &landed)
    }

    /// `DF-171` The dice of a blow that hit: where it lands and what it deals. Nothing changes yet.
    ///
    /// # Errors
    /// What the referee lacks.
    pub(crate) fn roll_blow(&mut self, blow: &Blow) -> Result<Landed, R::Pause> {
        match blow.aim {
            Aim::At(at) | Aim::Chinks(at) => {
                let (scene, mut plain) = (Scene { setup: self.setup, state: self.state }, None);
                let at = || scene.landing(blow, at);
                self.referee.combine_by(
                    || scene.met(blow, at()),
                    |referee| {
                        let landed = referee.combine(|referee| scene.roll_damage(referee, blow, at(), &mut plain))?;
                        // What pushes may call for other rolls first.
                        match &landed.dealt.hurt {
                            Some(hurt) if referee.looks_ahead() && landed.dealt.knockback == 0 => {
                                Ok(landed.with_fate(scene.roll_fate_of(referee, blow.target, hurt)?))
                            }
                            _ => Ok(landed),
                        }
                    },
                )
            }
            _ => {
                let (setup, state) = (self.setup, &mut *self.state);
                self.referee.combine(|referee| Fight { setup, state, referee }.roll_damage_and_location(blow))
            }
        }
    }

    /// `DF-171` Carries out what the dice of a blow said.
    ///
    /// # Errors
    /// What the referee lacks.
    pub(crate) fn take_blow(&mut self, blow: &Blow, landed: &Landed) -> Result<(), R::Pause> {
        let Landed { at, dealt, fate, after, critical, said, .. } = *landed;
        let scene = Scene { setup: self.setup, state: self.state };
        self.referee.tell(|| Event::Damaged {
            who: blow.target,
            basic: dealt.basic.0,
            kind: blow.kind,
            location: at,
            resisted: scene.effective_dr(blow, at, critical.0),
            penetrating: dealt.penetrating.0,
        });
        let push = (0 < dealt.knockback).then_some(Push { by: blow.by, hexes: dealt.knockback });
        match (dealt.hurt, push) {
            (Some(hurt), push) => {
                if !said.0 {
                    self.referee.changes(blow.target.index(), -hurt.lost_hp());
                }
                if push.is_none() && fate.is_none() && scene.calls_for_rolls(blow.target, &hurt) {
                    self.referee.ways_meet(|print, is_last| scene.print_wound(blow, &hurt, after, is_last, print))?;
                }
                self.suffer_as_said(blow.target, &hurt, push, fate)?;
            }
            (None, Some(push)) => self.knock_back(push.by, blow.target, push.hexes)?,
            (None, None) => {}
        }
        match after {
            CriticalHit::Drops => self.drop_everything(blow.target, false),
            CriticalHit::Dazed => self.daze(blow.target),
            _ => {}
        }
        Ok(())
    }

    /// `DF-171` `DF-R103` The same of a blow at a random location, which is rolled after the damage. Where the hit
    /// is critical, the location says on which table the roll for that is read.
    fn roll_damage_and_location(&mut self, blow: &Blow) -> Result<Landed, R::Pause> {
        let (row, head) = self.roll_critical_hit_anywhere(blow)?;
        let (why, dice) = (Why::new(blow.by, rule!("DF-325"), "damage"), blow.damage.dice);
        // The damage is needed as it fell. Dice that fall below the least damage (DF-032) are one outcome.
        let least = basic_damage(blow.damage, i32::from(i16::MIN), blow.kind) - i32::from(blow.damage.add);
        let pips = self.referee.throw(why, dice, |pips| pips.max(least))?;
        let row_at = |scene: Scene<'_>, at: Location| {
            let row = if location::is_head_blow(at) { head } else { row };
            (row, scene.felt(blow, at, row))
        };
        let (at, (dealt, _, Unread(critical))) = self.random_location(blow.by, blow.target, |scene, at| {
            let at = scene.landing(blow, at);
            let (_, critical) = row_at(scene, at);
            let pips = if critical == CriticalHit::Maximum { dice.highest() } else { pips };
            let dealt = scene.impact(blow, at, critical).dealt(blow, pips);
            (dealt, after(critical), Unread(critical))
        })?;
        let at = self.scene().landing(blow, at);
        self.tell(Event::Strikes { target: blow.target, location: at });
        if blow.critical {
            let (row, _) = row_at(self.scene(), at);
            self.tell(Event::CriticalHit { who: blow.by, target: blow.target, row });
        }
        Ok(Landed::new(at, critical, dealt))
    }

    /// `DF-R103` The roll for a critical hit before it is known where it lands: the rows of both tables, the
    /// body's and the head's.
    fn roll_critical_hit_anywhere(&mut self, blow: &Blow) -> Result<(CriticalHit, CriticalHit), R::Pause> {
        if !blow.critical {
            return Ok((CriticalHit::Normal, CriticalHit::Normal));
        }
        let why = Why::new(blow.by, rule!("DF-R103"), "critical hit");
        self.referee.throw(why, THREE_DICE, |roll| (critical_hit(roll), critical_head_blow(roll)))
    }

    /// `DF-196` `DF-303` Rolls on a critical hit table, if the hit was critical: the head's for eye,
    /// skull and face where one of them was aimed at.
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn roll_critical_hit(&mut self, blow: &Blow, aimed: Option<Location>) -> Result<CriticalHit, R::Pause> {
        let scene = Scene { setup: self.setup, state: self.state };
        let is_bare = |at| scene.effective_dr(blow, at, CriticalHit::Normal) == 0;
        let feeling = scene.feeling(blow, blow.critical && aimed.is_some_and(is_bare));
        feeling.roll_critical_hit(self.referee, blow, aimed)
    }

    /// `DF-R21` Dazes a figure: only Do Nothing on its next turn. What it is in the middle of needs
    /// no giving up, for it defends normally and no rule calls this a stun.
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
    use affray_core::dice::Dice;

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
