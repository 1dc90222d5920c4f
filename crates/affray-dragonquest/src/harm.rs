//! What a hit does: Fatigue before Endurance, grievous injuries, stun, unconsciousness, death.
//!
//! Rules `DQ-501` to `DQ-508`, `DQ-517` to `DQ-524`; rulings `DQ-R19`, `DQ-R23`, `DQ-R24`, `DQ-R54`.

use crate::DragonQuest;
use crate::decision::{Choice, Question, Spoil};
use crate::event::Event;
use crate::pools::Pool;
use crate::scene::{D10, D100, Fight, Scene};
use crate::sheet::{Arm, Class, ItemKind};
use crate::state::{Flags, GUARDS, Injuries, ItemFlags, NONE};
use affray_core::referee::{CombatantId, Referee, Refusal, Share, Why};
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

/// What a rule wants to know of a damage roll.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Harm {
    /// Points that the pool loses, if it has so many.
    lost: i32,
    /// At least one point got through.
    pub some: bool,
    /// More than a third of the original Endurance (`DQ-520`).
    stuns: bool,
    /// They come off Endurance.
    endurance: bool,
}

/// What the damage of a hit goes by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Hit {
    /// Added to the die.
    added: i32,
    /// Taken off by armor.
    protection: i32,
    /// Points at which the damage is cut.
    most: i32,
    /// The original Endurance.
    original: i32,
}

impl Hit {
    #[inline]
    fn read(&self, roll: i32, endurance: bool) -> Harm {
        let points = ((roll + self.added).max(1) - self.protection).max(0);
        Harm { lost: points.min(self.most), some: 0 < points, stuns: self.original < 3 * points, endurance }
    }
}

impl Harm {
    /// Whether so hard a blow may call for a roll on the table of grievous injuries.
    pub(crate) fn may_injure(&self, force: Force) -> bool {
        self.some && force == Force::Grievous
    }
}

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

/// The most rows of one class, and one more.
const MOST_ROWS: usize = 8;

/// The last rolls of the rows of a class, and of what comes before them.
const fn ends(class: Class) -> [i32; MOST_ROWS] {
    let mut ends = [0; MOST_ROWS];
    let (mut row, mut count) = (0, 0);
    while row < TABLE.len() {
        let own = TABLE[row].class as u8 == class as u8;
        if own && count == 0 && row != 0 {
            ends[0] = TABLE[row - 1].upto as i32;
            count = 1;
        }
        if own {
            ends[count] = TABLE[row].upto as i32;
            count += 1;
        }
        row += 1;
    }
    ends
}

/// `DQ-R19` Those of the classes that have rows.
const ENDS: [[i32; MOST_ROWS]; 3] = [ends(Class::A), ends(Class::B), ends(Class::C)];

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

    /// `DQ-502` `DQ-503` `DQ-505` What the damage of a hit goes by that takes points off that pool.
    #[inline]
    fn hit(self, target: CombatantId, added: i32, force: Force, pool: Pool) -> Hit {
        Hit {
            added,
            protection: if force == Force::Normal { self.protection(target) } else { 0 },
            most: self.at_most(target, pool),
            original: i32::from(self.sheet(target).en),
        }
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
    /// `DQ-501` to `DQ-508` (`DQ-504`: never both pools) `DQ-520` `DQ-603` The damage of a hit by a physical attack, with all
    /// that follows. Whether
    /// at least one point got through.
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn harm(
        &mut self,
        by: CombatantId,
        target: CombatantId,
        added: i32,
        force: Force,
        class: Class,
        natural: bool,
    ) -> Result<bool, R::Pause> {
        let harm = self.wound(by, target, added, force, natural)?;
        self.settle_wound(by, target, force, class, &harm)?;
        Ok(harm.some)
    }

    /// `DQ-501` to `DQ-505` The damage of a hit, and the points that it costs.
    ///
    /// # Errors
    /// What the referee lacks.
    #[inline]
    pub(crate) fn wound(
        &mut self,
        by: CombatantId,
        target: CombatantId,
        added: i32,
        force: Force,
        natural: bool,
    ) -> Result<Harm, R::Pause> {
        let scene = Scene { setup: self.setup, state: self.state };
        let endurance = force != Force::Normal || scene.fighter(target).ft == 0;
        let pool = if endurance { Pool::Endurance } else { Pool::Fatigue };
        let hit = || scene.hit(target, added, force, pool);
        let harm = self.referee.combine_by(hit, |referee| {
            let (hit, why) = (hit(), Why::new(by, rule!("DQ-501"), "damage"));
            let apart = |harm: &Harm| ((harm.some, harm.stuns), -harm.lost);
            let read = |roll| hit.read(roll, endurance);
            referee.throw_for(why, D10, pool.of(target), read, apart)
        })?;
        if !harm.some {
            self.tell(Event::Protected { who: target });
        } else {
            self.shake_off(by, target);
            self.state[target].flags.set(Flags::WOUNDED);
            if natural {
                self.state[target].flags.set(Flags::BITTEN);
            }
            if endurance {
                self.suffer_endurance(target, harm.lost);
            } else {
                let points = i32::from(self.take_as_said(target, pool, harm.lost));
                let left = i32::from(self.state[target].ft);
                self.tell(Event::Wounded { who: target, points, endurance, left });
            }
        }
        Ok(harm)
    }

    /// `DQ-506` `DQ-517` `DQ-518` `DQ-520` What comes of a wound.
    ///
    /// # Errors
    /// What the referee lacks.
    #[inline]
    pub(crate) fn settle_wound(
        &mut self,
        by: CombatantId,
        target: CombatantId,
        force: Force,
        class: Class,
        harm: &Harm,
    ) -> Result<(), R::Pause> {
        if self.state[target].flags.has(Flags::DEAD) {
            return self.settle_close();
        }
        let mut stuns = harm.stuns;
        if force == Force::Grievous {
            stuns |= self.grievous(by, target, class)?;
        }
        if harm.endurance {
            self.settle_endurance(target);
        }
        if !self.state[target].is_up() {
            self.settle_close()
        } else if stuns {
            self.stun(target)
        } else {
            Ok(())
        }
    }

    /// `DQ-441` `DQ-R18` One who restrains somebody and is hurt by a third figure lets go.
    pub(crate) fn shake_off(&mut self, by: CombatantId, who: CombatantId) {
        if self.state[who].restrains != NONE && self.state[who].restrains != by.0 {
            self.let_loose(who);
        }
    }

    /// `DQ-451` `DQ-R49` One point straight to EN, past Fatigue and armor.
    ///
    /// # Errors
    /// What the referee lacks.
    pub(crate) fn scratch(&mut self, by: CombatantId, target: CombatantId) -> Result<(), R::Pause> {
        self.state[target].flags.set(Flags::WOUNDED);
        self.shake_off(by, target);
        self.lose_endurance(target, 1);
        self.settle_endurance(target);
        if !self.state[target].is_up() {
            return self.settle_close();
        }
        // DQ-520: only of the smallest creatures is that more than a third.
        if self.scene().sheet(target).en < 3 { self.stun(target) } else { Ok(()) }
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

    /// Takes EN off without asking yet what that leads to.
    fn lose_endurance(&mut self, who: CombatantId, points: i32) {
        self.say_taken(who, Pool::Endurance, points);
        self.suffer_endurance(who, points);
    }

    /// The same of what the referee knows of already.
    fn suffer_endurance(&mut self, who: CombatantId, points: i32) {
        let points = i32::from(self.take_as_said(who, Pool::Endurance, points));
        let left = i32::from(self.state[who].en);
        self.tell(Event::Wounded { who, points, endurance: true, left });
        if fighter_is_dead(left) {
            self.die(who);
        }
    }

    /// `DQ-517` `DQ-518` `DQ-R24` What the Endurance that is left leads to.
    pub fn settle_endurance(&mut self, who: CombatantId) {
        if self.state[who].flags.has(Flags::DEAD) {
            return;
        }
        if fighter_is_dead(i32::from(self.state[who].en)) {
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
        let row = self.referee.combine_by(
            || class,
            |referee| {
                let why = Why::new(by, rule!("DQ-R19"), "grievous injury");
                let ends = || ENDS.get(class as usize).copied().unwrap_or_default();
                referee.roll_in_runs(why, D100, None, ends, |roll| find_row(roll, class))
            },
        )?;
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
            Effect::Loses(points) => self.lose_endurance(target, i32::from(points)),
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
                self.lose_endurance(target, 3);
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
        let why = Why::new(who, rule!("DQ-524"), "recover");
        let by = Share { gauge: Pool::Fatigue.of(who), per: 2, rest: 2 * willpower };
        if self.referee.check_by(why, D100, &target, by)? {
            self.state[who].flags.clear(Flags::STUNNED);
            self.tell(Event::Recovers { who });
        }
        Ok(())
    }
}

/// `DQ-517` Dead at an Endurance of 0.
const fn fighter_is_dead(en: i32) -> bool {
    en <= 0
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
