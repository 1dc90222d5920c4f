//! Objects: weapons that break, blows at items, disarming.
//!
//! Rules `DF-183` to `DF-186` and `DF-267`, rulings `DF-R18`, `DF-R22` and `DF-R23`.

use crate::Dfrpg;
use crate::check::Contestant;
use crate::decision::IncomingAttack;
use crate::event::Event;
use crate::scene::{Fight, Scene};
use crate::sheet::{DamageType, Item, ItemId, Level, Location, Mode, Quality};
use crate::state::ItemFlags;
use crate::strike::damage::{Blow, CriticalHit, CriticalRow, pierce};
use affray_grid::{Cell, Facing};
use affray_kernel::dice::Dice;
use affray_kernel::referee::{CombatantId, Referee, Why};
use affray_kernel::rules::RuleId;
use affray_kernel::tally::{Sum, Tally};

/// `DF-R22` What each type of damage does to an object, as a fraction.
#[rustfmt::skip]
pub const fn object_multiplier(kind: DamageType) -> (i32, i32) {
    match kind {
        DamageType::Crushing | DamageType::Burning | DamageType::Corrosion => (1, 1),
        DamageType::Cutting                                                => (3, 2),
        DamageType::Impaling | DamageType::HugePiercing                    => (1, 2),
        DamageType::LargePiercing                                          => (1, 3),
        DamageType::Piercing                                               => (1, 5),
        DamageType::SmallPiercing                                          => (1, 10),
        DamageType::Fatigue | DamageType::Toxic                            => (0, 1),
    }
}

/// `DF-R18` The highest die on which a parrying weapon breaks, or `None` where it does not risk it.
/// Weights are in the same unit.
pub const fn breakage(parrying: i32, attacking: i32, quality: Quality) -> Option<i32> {
    let times = attacking / if parrying < 1 { 1 } else { parrying };
    if times < 3 {
        return None;
    }
    let made = match quality {
        Quality::Cheap => 2,
        Quality::Normal => 0,
        Quality::Fine => -1,
        Quality::VeryFine => -2,
    };
    Some(2 + (times - 3) + made)
}

/// `DF-R22` The HP that a blow takes from an object whose damage dice show so many pips.
fn wear<T: Tally>(blow: &Blow, thing: &Item, critical: CriticalHit, pips: i32) -> T {
    let mut score: T = blow.basic(critical, pips);
    let dr = i32::from(thing.dr);
    score.add(rule!("DF-R22").named("DR of the object"), -dr);
    pierce(&mut score, dr, blow.divisor, critical);
    let (over, under) = object_multiplier(blow.kind);
    if over != under {
        score.becomes(object_multiplier_line(blow.kind), score.total() * over / under);
    }
    score
}

/// The line of the multiplier of damage to an object.
const fn object_multiplier_line(kind: DamageType) -> RuleId {
    rule!("DF-R22").named(match kind {
        DamageType::Cutting => "x 1.5 cutting",
        DamageType::Impaling => "x 1/2 impaling",
        DamageType::HugePiercing => "x 1/2 huge piercing",
        DamageType::LargePiercing => "x 1/3 large piercing",
        DamageType::Piercing => "x 1/5 piercing",
        DamageType::SmallPiercing => "x 1/10 small piercing",
        _ => "x 0, does nothing to objects",
    })
}

impl Scene<'_> {
    /// Whether something can come to lie in a hex.
    pub fn can_lie_at(self, cell: Cell) -> bool {
        self.map().ground(cell).is_some_and(|ground| !ground.impassable)
    }
}

impl<R: Referee<Dfrpg>> Fight<'_, R> {
    /// Puts an item on the ground, from the hand or from where it lies.
    pub fn put_on_ground(&mut self, who: CombatantId, item: ItemId, at: Cell) {
        self.state.pick_up(who, item);
        self.drop_item(who, item, at);
    }

    /// Breaks an item. It stays where it is, of no use.
    pub fn break_item(&mut self, who: CombatantId, item: ItemId) {
        if !self.scene().item_state(who, item).flags.has(ItemFlags::BROKEN) {
            self.state.set_item(who, item, ItemFlags::BROKEN);
            self.tell(Event::Breaks { who, item });
            self.lose_spell_in(who, item);
        }
    }

    /// `DF-267` `DF-R18` After a parry of something at least three times as heavy: does the parrying
    /// weapon break? The parry counts all the same, and limbs do not break.
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn parry_breakage(&mut self, who: CombatantId, attack: &IncomingAttack, hand: u8) -> Result<(), R::Pause> {
        let scene = self.scene();
        let item = scene.fighter(who).hands[hand as usize & 3];
        let (Some(weapon), Some((by, other))) = (scene.item(who, item), scene.striking_item(attack.by, attack.mode))
        else {
            return Ok(());
        };
        if let Some(highest) = breakage(weapon.weight, other.weight, weapon.quality) {
            self.tell(Event::MayBreak { who, item, foe: attack.by, by, on: highest });
            let why = Why::new(who, rule!("DF-R18"), "breakage");
            if self.referee.throw(why, Dice::d6(1), |die| die <= highest)? {
                self.break_item(who, item);
            } else {
                self.tell(Event::Holds { who, item });
            }
        }
        Ok(())
    }

    /// `DF-184` `DF-R22` A blow lands on an item of its target.
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn damage_item(&mut self, blow: &Blow, row: CriticalRow, item: ItemId) -> Result<(), R::Pause> {
        let (setup, who) = (self.setup, blow.target);
        let critical = row.at(Location::Torso);
        self.tell_critical_hit(blow, critical);
        if self.scene().hand_with(who, item).is_some()
            && let Some(thing) = setup.item(who, item)
        {
            let hp = i32::from(thing.hp);
            let why = Why::new(blow.by, rule!("DF-325"), "damage");
            let read = |_: Scene<'_>, pips| wear::<Sum>(blow, thing, critical, pips).total();
            let pips = self.throw_damage(why, blow.damage.dice, critical, read)?;
            let lost = wear::<R::Tally>(blow, thing, critical, pips);
            self.referee.show(Why::new(who, rule!("DF-R22"), "damage to an item"), &lost);
            let (basic, lost) = (blow.basic::<Sum>(critical, pips).total(), lost.total());
            self.tell(Event::ItemDamaged { who, item, basic, lost });
            // Beyond twice its HP nothing more can happen to it.
            let wear = i32::from(self.scene().item_state(who, item).wear) + lost;
            let wear = wear.min(2 * hp).clamp(0, 255);
            if let Some(state) = self.state.item_mut(who, item) {
                state.wear = wear as u8;
            }
            let left = hp - wear;
            if left <= -hp {
                self.break_item(who, item);
            } else if left <= 0 {
                let score = R::Tally::base(rule!("DF-R22").named("every object"), 12);
                if !self.succeeds(who, rule!("DF-R22"), "hold together", &score)? {
                    self.break_item(who, item);
                }
            }
        }
        if critical == CriticalHit::Drops {
            self.drop_everything(who, false);
        }
        Ok(())
    }

    /// `DF-184` `DF-R23` A blow that is meant to disarm: a Quick Contest for the item, no damage. Of a
    /// critical hit's table only the row by which everything is dropped can matter.
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn disarm(&mut self, blow: &Blow, row: CriticalRow, mode: u16, item: ItemId) -> Result<(), R::Pause> {
        let (by, who) = (blow.by, blow.target);
        let critical = row.at(Location::Torso);
        self.tell_critical_hit(blow, critical);
        if self.scene().hand_with(who, item).is_some()
            && self.scene().item(who, item).is_some_and(|thing| !thing.kind.is_strapped())
        {
            let scene = self.scene();
            let skill = scene.mode(by, mode).map(Mode::level).unwrap_or_default();
            let one = Contestant { who: by, what: "disarm", score: scene.grip_score::<R::Tally>(by, skill) };
            let mut score: R::Tally = scene.grip_score(who, scene.weapon_skill(who, item));
            let hands = scene.fighter(who).hands.iter().filter(|&&held| held == item).count();
            score.add(rule!("DF-R23").named("two hands"), if hands > 1 { 2 } else { 0 });
            let other = Contestant { who, what: "keep hold", score };
            if self.wins_contest(rule!("DF-R23"), &one, &other)? {
                let why = Why::new(by, rule!("DF-R23"), "direction").scatter();
                let side = self.referee.throw(why, Dice::d6(1), |die| die - 1)?;
                let (at, to) = (self.state[who].at, self.state[who].at.step(Facing::hex(side)));
                let at = if self.scene().can_lie_at(to) { to } else { at };
                self.put_on_ground(who, item, at);
            } else {
                self.tell(Event::NoEffect { who: by, foe: who });
            }
        }
        if critical == CriticalHit::Drops {
            self.drop_everything(who, false);
        }
        Ok(())
    }
}

impl Scene<'_> {
    /// The best skill with an item: that of its modes, or the one with which it parries and blocks.
    fn weapon_skill(self, who: CombatantId, item: ItemId) -> Level {
        let by_item = self.item(who, item).map(|item| Level { score: item.score, name: item.skill.name() });
        self.modes_of(who, item)
            .filter(|(_, mode)| !mode.kind.is_ranged())
            .map(|(_, mode)| mode.level())
            .fold(by_item.unwrap_or_default(), Level::or)
    }

    /// `DF-R23` The best of a weapon skill, DX and ST, with what changes each of them.
    fn grip_score<T: Tally>(self, who: CombatantId, skill: Level) -> T {
        let mut agile: T = skill.or(self.sheet(who).dx_level()).tally(rule!("DF-R23"));
        self.add_dx_modifiers(&mut agile, who);
        agile.or(self.st_score(who))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn breakage_of_the_lighter_weapon() {
        // In tenths of a pound.
        for (example, parrying, attacking, quality, expected) in [
            ("DF-E48", 27, 120, Quality::Normal, Some(3)),
            ("DF-E48", 27, 120, Quality::Fine, Some(2)),
            ("DF-R18", 30, 40, Quality::Normal, None),
            ("DF-R18", 30, 89, Quality::Normal, None),
            ("DF-R18", 30, 90, Quality::Normal, Some(2)),
            ("DF-R18", 30, 90, Quality::Cheap, Some(4)),
            ("DF-R18", 30, 90, Quality::VeryFine, Some(0)),
            ("DF-R18", 10, 80, Quality::Normal, Some(7)),
        ] {
            assert_eq!(breakage(parrying, attacking, quality), expected, "{example}: {parrying} against {attacking}");
        }
    }

    #[test]
    fn objects_are_hurt_in_their_own_way() {
        use DamageType::*;
        #[rustfmt::skip]
        let table = [
            (Crushing, 10), (Burning, 10), (Corrosion, 10), (Cutting, 15), (Impaling, 5), (HugePiercing, 5),
            (LargePiercing, 3), (Piercing, 2), (SmallPiercing, 1), (Fatigue, 0), (Toxic, 0),
        ];
        for (kind, of_ten) in table {
            let (over, under) = object_multiplier(kind);
            assert_eq!(10 * over / under, of_ten, "DF-R22: {kind:?}");
        }
    }
}
