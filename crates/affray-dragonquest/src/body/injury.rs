//! Grievous injuries: the table, what its rows do, and what the armor suffers.
//!
//! Rules `DQ-506` to `DQ-508`; rulings `DQ-R19`, `DQ-R54`.

use super::damage::{Cause, Pool};
use crate::DragonQuest;
use crate::decision::{Choice, Question, Spoil};
use crate::event::{DropCause, Event, Faint};
use crate::scene::{D10, D100, Fight, Scene};
use crate::sheet::{Arm, Class};
use crate::state::{Ignored, Injuries, ItemFlags};
use affray_kernel::referee::{CombatantId, Referee, Refusal, Why};
use affray_kernel::tally::Tally as _;

/// The cause of the Endurance that a grievous injury costs: the blow.
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

/// The names of the rows as wounds of figures that have no arms and perhaps no legs.
const ROWS_OF_BEASTS: [&str; 16] = [
    "a deep bleeding puncture",
    "a pierced gut",
    "a cut tendon",
    "a pierced muscle",
    "an eye",
    "an open slash",
    "a deep cut",
    "a deep cut",
    "a crippling cut",
    "a slash in the face",
    "a maiming cut",
    "broken ribs",
    "crushed bones",
    "a crippling fracture",
    "a concussion",
    "a cracked skull",
];

/// The names of the rows for a figure with hands or without.
pub const fn row_names(has_hands: bool) -> &'static [&'static str; 16] {
    if has_hands { &ROWS } else { &ROWS_OF_BEASTS }
}

/// `DQ-R19` The rows by their rolls, 1 to 100.
const ROW_OF: [u8; 101] = {
    let mut rows = [0; 101];
    let (mut roll, mut row) = (1, 0);
    while roll <= 100 {
        if roll > TABLE[row as usize].upto {
            row += 1;
        }
        rows[roll as usize] = row;
        roll += 1;
    }
    rows
};

/// `DQ-R19` The row of a roll.
fn row_of(roll: i32) -> u8 {
    ROW_OF.get(roll as usize).copied().unwrap_or_default()
}

/// `DQ-R19` The row of a roll, if it is of the weapon's class.
fn find_row(roll: i32, class: Class) -> Option<u8> {
    Some(row_of(roll)).filter(|&row| class_of(row) == class)
}

/// `DQ-R19` What a row does at once, beside what lasts, in words; empty if nothing.
pub(crate) const fn at_once(row: u8) -> &'static str {
    match TABLE[row as usize % TABLE.len()].effect {
        Effect::Fells => "prone",
        Effect::Stuns => "stunned",
        _ => "",
    }
}

/// `DQ-R19` The class of weapons that cause the injury of a row.
pub(crate) fn class_of(row: u8) -> Class {
    TABLE[usize::from(row) % TABLE.len()].class
}

impl Scene<'_> {
    /// `DQ-804` `DQ-R19` The sum that grievous injuries add to the chance of infection, each row once.
    pub fn infection_of_injuries(self, who: CombatantId) -> i32 {
        let injuries = self.fighter(who).injuries;
        let rows = TABLE.iter().enumerate().filter(|(at, _)| injuries.has(Injuries::of_row(*at as u8)));
        rows.map(|(_, row)| i32::from(row.infection)).sum()
    }

    /// Whether a figure has a whole shield prepared.
    fn has_whole_shield(self, who: CombatantId) -> bool {
        !self.shields(who).is_empty()
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
    /// `DQ-506` to `DQ-508` `DQ-R19` The table of grievous injuries; whether the row stuns.
    pub(crate) fn grievous(&mut self, by: CombatantId, target: CombatantId, class: Class) -> Result<bool, R::Pause> {
        let why = Why::new(by, rule!("DQ-R19"), "grievous injury");
        let read = |roll| (find_row(roll, class), Ignored(row_of(roll)));
        let (row, Ignored(rolled)) = self.referee.throw(why, D100, read)?;
        let Some(at) = row else {
            self.tell(Event::NoInjury { who: target, row: rolled, class });
            return Ok(false);
        };
        let again = self.state[target].injuries.has(Injuries::of_row(at));
        self.tell(Event::Grievous { who: target, row: at, again });
        let row = TABLE[at as usize];
        let fighter = &mut self.state[target];
        fighter.injuries.set(Injuries::of_row(at));
        let humanlike = self.setup.combatants[target.index()].sheet.has_hands;
        let mut stuns = false;
        match row.effect {
            Effect::Bleeds(points) => fighter.bleeding = fighter.bleeding.saturating_add(points),
            Effect::Loses(points) => self.lose_more(target, points),
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
                self.lose_more(target, 3);
            }
            Effect::Skull => {
                let why = Why::new(by, rule!("DQ-R19"), "unconscious");
                let roll = self.referee.throw(why, D10, |roll| roll)?;
                let mut minutes = R::Tally::base(rule!("DQ-001").named("rolled"), roll);
                minutes.add(rule!("DQ-R19").named("minutes"), 5);
                self.referee.show(Why { who: target, ..why }, &minutes);
                self.knock_out(target, minutes.total(), Faint::Skull);
            }
        }
        self.spoil(target)?;
        Ok(stuns)
    }

    /// `DQ-R19` The Endurance that an injury costs beside the points of the blow.
    fn lose_more(&mut self, who: CombatantId, points: u8) {
        self.lose(who, Pool::Endurance, R::Tally::base(rule!("DQ-R19"), points.into()), BLOW);
    }

    /// `DQ-445` Unconscious for so many minutes.
    pub fn knock_out(&mut self, who: CombatantId, minutes: i32, by: Faint) {
        self.faint(who, by);
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
            (true, true) => match self.ask(Question::Spare { who })? {
                Choice::Spoil(what) => what,
                _ => Spoil::Armor,
            },
        };
        let item = match (what, self.scene().shields(who).first()) {
            (Spoil::Shield, Some(&(shield, _))) => shield,
            _ => Arm::NONE,
        };
        // DQ-507: never below 0.
        let points = if what == Spoil::Armor { self.scene().worn_protection(who).min(2) } else { 0 };
        match what {
            Spoil::Armor => {
                let fighter = &mut self.state[who];
                fighter.armor_damage = fighter.armor_damage.saturating_add(points as u8);
            }
            Spoil::Shield => {
                if let Some(item) = self.state.item_mut(who, item) {
                    item.flags.set(ItemFlags::BROKEN);
                }
            }
        }
        self.tell(Event::Spoiled { who, what, points, item });
        Ok(())
    }

    /// A useless arm holds nothing (`DQ-R19`).
    fn lose_arm(&mut self, who: CombatantId, hand: usize) {
        let item = self.state[who].hands[hand];
        if item != Arm::NONE {
            self.drop_item(who, item, DropCause::UselessArm);
        }
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
