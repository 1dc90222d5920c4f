//! What a hit does: Fatigue before Endurance, grievous injuries, stun, unconsciousness, death.
//!
//! Rules `DQ-501` to `DQ-508`, `DQ-517` to `DQ-524`; rulings `DQ-R19`, `DQ-R23`, `DQ-R24`, `DQ-R54`.

use crate::DragonQuest;
use crate::decision::{Choice, Question, Spoil};
use crate::event::Event;
use crate::scene::{D10, D100, Fight, Scene};
use crate::sheet::{Arm, Class, ItemKind};
use crate::state::{Flags, GUARDS, Injuries, ItemFlags, NONE};
use affray_core::referee::{CombatantId, Referee, Refusal, Why};
use affray_core::rules::RuleId;
use affray_core::tally::Tally;

/// How hard a blow hit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Force {
    /// It does damage as usual.
    Normal,
    /// Within 15 %: straight to Endurance, past armor (`DQ-505`).
    Endurance,
    /// Within 5 %: that, and perhaps a grievous injury (`DQ-506`).
    Grievous,
}

/// `DQ-004` What damage takes points from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pool {
    /// Fatigue.
    Fatigue,
    /// Endurance.
    Endurance,
}

/// What costs a figure points.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cause {
    /// A physical attack.
    Attack {
        /// By bite, claws or talons (`DQ-803`).
        infects: bool,
    },
    /// A spell or a breath.
    Magic,
    /// A stuck weapon that is taken out (`DQ-R52`).
    Removal,
    /// Bleeding (`DQ-R19`).
    Bleeding,
    /// Poison (`DQ-R25`).
    Poison,
    /// An infection (`DQ-806`).
    Infection,
}

impl Cause {
    /// `DQ-R26` Whether EN lost that way counts as lost to attacks.
    const fn is_attack(self) -> bool {
        matches!(self, Self::Attack { .. } | Self::Bleeding)
    }
}

/// A blow that hit, before its damage is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hit {
    /// Whose blow.
    pub by: CombatantId,
    /// Whom it hit.
    pub target: CombatantId,
    /// What is added to the die.
    pub added: i32,
    /// How hard it hit.
    pub force: Force,
    /// The class of the weapon.
    pub class: Class,
    /// Bite, claws or talons (`DQ-803`).
    pub infects: bool,
}

/// The effective damage of an attack: what is left of the damage check after armor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Damage {
    /// The points; 0 if none got through.
    pub points: i32,
    /// Straight to Endurance (`DQ-505`), or to Fatigue as long as there is any.
    pub past_fatigue: bool,
    /// The class of the weapon, where the table of grievous injuries is rolled on (`DQ-506`).
    pub grievous: Option<Class>,
    /// What did it.
    pub cause: Cause,
}

impl Damage {
    /// Of a spell or a breath.
    pub const fn magic(points: i32) -> Self {
        Self { points, past_fatigue: false, grievous: None, cause: Cause::Magic }
    }
}

/// What a grievous injury costs is lost to the blow.
const BLOW: Cause = Cause::Attack { infects: false };

/// A row of the table of grievous injuries.
#[derive(Debug, Clone, Copy)]
struct Row {
    /// The highest roll of the row.
    upto: u8,
    class: Class,
    effect: Effect,
    infection: u8,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Effect {
    /// Bleeding of so many EN at the end of each pulse.
    Bleeds(u8),
    /// More EN at once.
    Loses(u8),
    /// The weapon arm.
    WeaponArm,
    /// The off arm.
    OffArm,
    /// Nothing but what the injury itself stands for.
    Lasts,
    /// The figure falls prone.
    Fells,
    /// The figure is stunned.
    Stuns,
    /// Severed hand: weapon arm, 3 EN, bleeding of 2.
    Severed,
    /// Unconscious for D10+5 minutes.
    Skull,
}

const fn row(upto: u8, class: Class, effect: Effect, infection: u8) -> Row {
    Row { upto, class, effect, infection }
}

/// `DQ-R19` The table.
#[rustfmt::skip]
const TABLE: [Row; 16] = [
    row(  8, Class::A, Effect::Bleeds(1),                    5),
    row( 14, Class::A, Effect::Loses(2),                    20),
    row( 19, Class::A, Effect::WeaponArm,                    5),
    row( 23, Class::A, Effect::Lasts,       5),
    row( 25, Class::A, Effect::Lasts,      10),
    row( 37, Class::B, Effect::Bleeds(1),                   10),
    row( 47, Class::B, Effect::OffArm,                       5),
    row( 57, Class::B, Effect::WeaponArm,                    5),
    row( 67, Class::B, Effect::Fells,       5),
    row( 73, Class::B, Effect::Stuns,      10),
    row( 75, Class::B, Effect::Severed,                     20),
    row( 83, Class::C, Effect::Lasts,       0),
    row( 89, Class::C, Effect::WeaponArm,                    0),
    row( 94, Class::C, Effect::Fells,       0),
    row( 98, Class::C, Effect::Stuns,       0),
    row(100, Class::C, Effect::Skull,                        0),
];

/// The names of the rows, as people read them.
pub const ROWS: [&str; 16] = [
    "a deep bleeding puncture",
    "a pierced gut",
    "a tendon of the arm",
    "a pierced thigh",
    "an eye",
    "an open slash",
    "a cut in the shield arm",
    "a cut in the weapon arm",
    "a cut in the leg",
    "a slash in the face",
    "a severed hand",
    "broken ribs",
    "a crushed shoulder",
    "a broken leg",
    "a concussion",
    "a cracked skull",
];

/// `DQ-R19` The rows by their rolls, 1 to 100.
const ROW_OF: [u8; 101] = {
    let mut rows = [0; 101];
    let (mut roll, mut row) = (1, 0);
    while roll <= 100 {
        if TABLE[row as usize].upto < roll {
            row += 1;
        }
        rows[roll as usize] = row;
        roll += 1;
    }
    rows
};

/// `DQ-R19` The row of a roll, if it is of the weapon's class.
fn find_row(roll: i32, class: Class) -> Option<u8> {
    let at = *ROW_OF.get(roll as usize)?;
    (TABLE[at as usize].class == class).then_some(at)
}

impl Scene<'_> {
    /// `DQ-605` The damage of bare hands: +1 for each full 3 points of PS above 15.
    pub fn unarmed_damage(self, who: CombatantId, damage: i32) -> i32 {
        damage + i32::from(self.sheet(who).ps.saturating_sub(15) / 3)
    }

    /// `DQ-518` `DQ-519` Whether its Endurance keeps a figure unconscious.
    pub fn is_down_by_endurance(self, who: CombatantId) -> bool {
        let sheet = self.sheet(who);
        self.fighter(who).en <= 3 && !(sheet.monster && sheet.en <= 5)
    }

    /// `DQ-804` `DQ-R19` What grievous injuries add to the chance of infection, each row once.
    pub fn infection_of_injuries(self, who: CombatantId) -> i32 {
        let injuries = self.fighter(who).injuries;
        let rows = TABLE.iter().enumerate().filter(|(at, _)| injuries.has(Injuries::of_row(*at as u8)));
        rows.map(|(_, row)| i32::from(row.infection)).sum()
    }

    /// `DQ-502` `DQ-503` The pool from which the next damage comes.
    #[inline]
    pub(crate) fn next_pool(self, who: CombatantId) -> Pool {
        if self.fighter(who).ft == 0 { Pool::Endurance } else { Pool::Fatigue }
    }

    /// Whether a figure has a whole shield prepared.
    fn has_whole_shield(self, who: CombatantId) -> bool {
        self.setup.any_shield && self.shields(who).next().is_some()
    }

    /// `DQ-508` `DQ-R54` Whether armor or shield can be spoiled.
    ///
    /// # Errors
    /// That there is none.
    pub fn judge_spoil(self, who: CombatantId, spoil: Spoil) -> Result<(), Refusal> {
        let refuse = |message: &'static str| Err(Refusal::new(rule!("DQ-R54"), message));
        match spoil {
            Spoil::Armor if self.sheet(who).armor == 0 => refuse("there is no armor"),
            Spoil::Shield if !self.has_whole_shield(who) => refuse("there is no shield"),
            _ => Ok(()),
        }
    }
}

impl<R: Referee<DragonQuest>> Fight<'_, R> {
    /// `DQ-501` `DQ-505` `DQ-506` `DQ-603` The damage check of a blow that hit, and what it does. Whether at least one
    /// point got through.
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn harm(&mut self, hit: &Hit) -> Result<bool, R::Pause> {
        let Hit { by, target, added, force, class, infects } = *hit;
        let protection = if force == Force::Normal { self.scene().protection(target) } else { 0 };
        let why = Why::new(by, rule!("DQ-501"), "damage");
        let points = self.referee.throw(why, D10, |roll| ((roll + added).max(1) - protection).max(0))?;
        let damage = Damage {
            points,
            past_fatigue: force != Force::Normal,
            grievous: (force == Force::Grievous).then_some(class),
            cause: Cause::Attack { infects },
        };
        self.hurt(by, target, &damage)
    }

    /// `DQ-502` to `DQ-508` `DQ-517` to `DQ-520` `DQ-R23` Damage by an attack of any kind, with all that follows.
    /// Whether at least one point got through.
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn hurt(&mut self, by: CombatantId, target: CombatantId, damage: &Damage) -> Result<bool, R::Pause> {
        let Damage { points, past_fatigue, grievous, cause } = *damage;
        if points <= 0 {
            self.tell(Event::Protected { who: target });
            return Ok(false);
        }
        self.shake_off(by, target);
        if let Cause::Attack { infects } = cause {
            self.state[target].flags.set(Flags::WOUNDED);
            if infects {
                self.state[target].flags.set(Flags::BITTEN);
            }
        }
        let pool = if past_fatigue { Pool::Endurance } else { self.scene().next_pool(target) };
        self.lose(target, pool, points, cause);
        let mut stuns = 3 * points > i32::from(self.scene().sheet(target).en);
        // DQ-R24: the dead make no further checks.
        if !self.state[target].flags.has(Flags::DEAD) {
            if let Some(class) = grievous {
                stuns |= self.grievous(by, target, class)?;
            }
            if pool == Pool::Endurance {
                self.settle_endurance(target);
            }
        }
        if !self.state[target].is_up() {
            self.settle_close()?;
        } else if stuns {
            self.stun(target)?;
        }
        Ok(true)
    }

    /// `DQ-502` `DQ-503` `DQ-504` `DQ-517` Points that one pool loses, as far as it has them. Whoever has no Endurance left
    /// dies.
    pub fn lose(&mut self, who: CombatantId, pool: Pool, points: i32, cause: Cause) {
        let fighter = &mut self.state[who];
        let endurance = pool == Pool::Endurance;
        let left = if endurance { &mut fighter.en } else { &mut fighter.ft };
        let points = points.clamp(0, i32::from(*left));
        *left -= points as u8;
        let left = i32::from(*left);
        if endurance && !cause.is_attack() {
            fighter.en_lost_otherwise += points as i16;
        }
        self.tell(match cause {
            Cause::Attack { .. } | Cause::Magic | Cause::Removal => Event::Wounded { who, points, endurance, left },
            Cause::Bleeding => Event::Bleeds { who, points, left },
            Cause::Poison => Event::Sickens { who, points, left },
            Cause::Infection => Event::Festers { who, points, left },
        });
        if endurance && left == 0 && !self.state[who].flags.has(Flags::DEAD) {
            self.die(who);
        }
    }

    /// `DQ-441` `DQ-R18` One who restrains somebody and is hurt by a third figure lets go.
    pub(crate) fn shake_off(&mut self, by: CombatantId, who: CombatantId) {
        if self.state[who].restrains != NONE && self.state[who].restrains != by.0 {
            self.let_loose(who);
        }
    }

    /// `DQ-R07` A roll of agility: at most three times modAG.
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn agility_roll(&mut self, who: CombatantId, rule: RuleId, what: &'static str) -> Result<bool, R::Pause> {
        let target = R::Tally::base(rule, 3 * self.scene().mod_ag(who));
        self.succeeds(who, rule, what, &target)
    }

    /// `DQ-433` `DQ-437` `DQ-450` `DQ-R24` `DQ-R49` One who is tripped, entangled or rushed keeps its footing or
    /// falls; who lies or is out of action already makes no check.
    pub(crate) fn keep_footing(&mut self, who: CombatantId, rule: RuleId) -> Result<(), R::Pause> {
        let fighter = &self.state[who];
        if fighter.is_up() && !fighter.flags.has(Flags::PRONE) && !self.agility_roll(who, rule, "keep footing")? {
            self.fall(who);
        }
        Ok(())
    }

    /// `DQ-517` `DQ-518` `DQ-R24` What the Endurance that is left leads to.
    pub fn settle_endurance(&mut self, who: CombatantId) {
        if self.state[who].flags.has(Flags::DEAD) {
            return;
        }
        if self.state[who].en == 0 {
            self.die(who);
        } else if self.scene().is_down_by_endurance(who) {
            self.fall_unconscious(who);
        }
    }

    fn die(&mut self, who: CombatantId) {
        self.state[who].flags.set(Flags::DEAD.and(Flags::PRONE));
        self.state[who].flags.clear(GUARDS.and(Flags::STUNNED));
        self.tell(Event::Dies { who });
        self.let_loose(who);
        self.lose_spell(who);
        self.drop_all(who);
    }

    /// `DQ-R24` Unconscious: prone, whatever was in the hands is dropped.
    pub fn fall_unconscious(&mut self, who: CombatantId) {
        if self.state[who].flags.has(Flags::UNCONSCIOUS) {
            return;
        }
        self.state[who].flags.set(Flags::UNCONSCIOUS.and(Flags::PRONE));
        self.state[who].flags.clear(GUARDS.and(Flags::STUNNED).and(Flags::HALF_FREE));
        self.tell(Event::FallsUnconscious { who });
        self.let_loose(who);
        self.lose_spell(who);
        self.drop_all(who);
    }

    /// `DQ-506` to `DQ-508` `DQ-R19` The table of grievous injuries; whether the row stuns.
    fn grievous(&mut self, by: CombatantId, target: CombatantId, class: Class) -> Result<bool, R::Pause> {
        let why = Why::new(by, rule!("DQ-R19"), "grievous injury");
        let row = self.referee.throw(why, D100, |roll| find_row(roll, class))?;
        let Some(at) = row else {
            self.tell(Event::NoInjury { who: target });
            return Ok(false);
        };
        self.tell(Event::Grievous { who: target, row: at });
        let row = TABLE[at as usize];
        let fighter = &mut self.state[target];
        fighter.injuries.set(Injuries::of_row(at));
        let humanlike = self.setup.combatants[target.index()].sheet.has_hands;
        let mut stuns = false;
        match row.effect {
            Effect::Bleeds(points) => fighter.bleeding = fighter.bleeding.saturating_add(points),
            Effect::Loses(points) => self.lose(target, Pool::Endurance, points.into(), BLOW),
            Effect::WeaponArm if humanlike => self.lose_arm(target, 0),
            Effect::OffArm if humanlike => self.lose_arm(target, 1),
            Effect::WeaponArm | Effect::OffArm | Effect::Lasts => {}
            Effect::Fells => self.fall(target),
            Effect::Stuns => stuns = true,
            Effect::Severed => {
                fighter.bleeding = fighter.bleeding.saturating_add(2);
                if humanlike {
                    self.lose_arm(target, 0);
                }
                self.lose(target, Pool::Endurance, 3, BLOW);
            }
            Effect::Skull => {
                let minutes = self.referee.throw(Why::new(by, rule!("DQ-R19"), "unconscious"), D10, |roll| roll + 5)?;
                self.knock_out(target, minutes);
            }
        }
        self.spoil(target)?;
        Ok(stuns)
    }

    /// `DQ-445` Unconscious for so many minutes.
    pub fn knock_out(&mut self, who: CombatantId, minutes: i32) {
        self.fall_unconscious(who);
        // Twelve pulses a minute (DQ-002); the pulse that is running ends too.
        self.state[who].asleep = self.state[who].asleep.max((12 * minutes) as u16);
    }

    /// `DQ-507` `DQ-508` Armor or shield suffers, as the defender likes.
    fn spoil(&mut self, who: CombatantId) -> Result<(), R::Pause> {
        let scene = self.scene();
        let (armor, shield) = (scene.sheet(who).armor != 0, scene.has_whole_shield(who));
        let what = match (armor, shield) {
            (false, false) => return Ok(()),
            (true, false) => Spoil::Armor,
            (false, true) => Spoil::Shield,
            (true, true) => match self.referee.ask(self.setup, self.state, Question::Spare { who })? {
                Choice::Spoil(what) => what,
                _ => Spoil::Armor,
            },
        };
        match what {
            Spoil::Armor => {
                let fighter = &mut self.state[who];
                fighter.armor_damage = fighter.armor_damage.saturating_add(2);
            }
            Spoil::Shield => {
                let shield = self.scene().shields(who).next();
                if let Some(item) = shield.and_then(|(item, _)| self.state.item_mut(who, item)) {
                    item.flags.set(ItemFlags::BROKEN);
                }
            }
        }
        self.tell(Event::Spoiled { who, what });
        Ok(())
    }

    /// A useless arm holds nothing (`DQ-R19`).
    fn lose_arm(&mut self, who: CombatantId, hand: usize) {
        let item = self.state[who].hands[hand];
        if item != Arm::NONE {
            self.drop_item(who, item);
        }
    }

    /// `DQ-R30` `DQ-R12` Falls prone, if it does not lie already: out of the saddle, and out of every guard.
    pub fn fall(&mut self, who: CombatantId) {
        if self.state[who].mount != NONE {
            return self.fall_off(who);
        }
        self.state[who].flags.clear(GUARDS);
        if !self.state[who].flags.has(Flags::PRONE) {
            self.state[who].flags.set(Flags::PRONE);
            self.tell(Event::Falls { who });
        }
    }

    /// `DQ-520` `DQ-521` `DQ-R23` Stun, with a check for every weapon in hand; who is stunned already does
    /// not check again.
    pub fn stun(&mut self, who: CombatantId) -> Result<(), R::Pause> {
        if self.state[who].flags.has(Flags::STUNNED) {
            return Ok(());
        }
        self.state[who].flags.set(Flags::STUNNED);
        self.state[who].flags.clear(GUARDS.and(Flags::HALF_FREE));
        self.tell(Event::Stunned { who });
        self.lose_spell(who);
        self.let_loose(who);
        let hands = self.state[who].hands;
        for hand in 0..2 {
            let item = hands[hand];
            if item == Arm::NONE {
                continue;
            }
            let is_weapon = self.scene().arm(who, item).is_some_and(|arm| arm.kind == ItemKind::Weapon);
            if !is_weapon || hand == 1 && hands[0] == item {
                continue;
            }
            let target = R::Tally::base(rule!("DQ-521"), 3 * self.scene().mod_md(who));
            if !self.succeeds(who, rule!("DQ-521"), "keep hold", &target)? {
                self.drop_item(who, item);
            }
        }
        self.sway(who)?;
        Ok(())
    }

    /// `DQ-523` `DQ-524` The one action of a stunned figure.
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn recover(&mut self, who: CombatantId) -> Result<(), R::Pause> {
        let willpower = i32::from(self.scene().sheet(who).wp);
        let target = R::Tally::base(rule!("DQ-524"), 2 * (willpower + i32::from(self.state[who].ft)));
        if self.succeeds(who, rule!("DQ-524"), "recover", &target)? {
            self.state[who].flags.clear(Flags::STUNNED);
            self.tell(Event::Recovers { who });
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_by_class() {
        // DQ-E62, DQ-E63, DQ-E78, DQ-E82
        assert_eq!(find_row(60, Class::B).map(|row| ROWS[row as usize]), Some("a cut in the leg"));
        assert_eq!(find_row(10, Class::B), None);
        assert_eq!(find_row(24, Class::A).map(Injuries::of_row), Some(Injuries::EYE));
        assert_eq!(find_row(80, Class::C).map(Injuries::of_row), Some(Injuries::RIBS));
        assert_eq!(find_row(100, Class::C), Some(15));
        assert!((1..=100).all(|roll| find_row(roll, Class::Unclassed).is_none()));
        assert!(TABLE.windows(2).all(|rows| rows[0].upto < rows[1].upto));
    }
}
