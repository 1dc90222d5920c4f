//! Sheets: the attributes, skills and gear of a combatant, which a fight never changes.
//!
//! A [`Sheet`] is compiled once from its file (see [`files::sheet`](crate::files::sheet)); whatever can be computed beforehand
//! stands in it, so that a turn only adds modifiers.

use affray_3d6::damage::{Damage, DamageType};
use affray_3d6::location::Location;
use affray_3d6::text::DamageText;
use affray_files::plain;
use affray_files::value::{FromValue, ToValue};
use affray_kernel::referee::CombatantId;
use affray_kernel::rules::RuleId;
use affray_kernel::tally::Tally;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, PoisonError};

/// The most things that can be held or carried.
pub const MOST_ITEMS: usize = 8;
/// The most items and natural weapons together.
pub const MOST_ARMS: usize = 16;
/// Locations of this game: those of the family without wings and tail.
pub const LOCATIONS: usize = 16;

/// An item or natural weapon, as a combatant names it: the low byte is its number among the arms of its owner, the high
/// byte says whose it is, 0 for one's own. It stands for the same thing all through a fight, wherever that thing is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ItemId(pub u16);

affray_files::named!(ItemId, "item");

impl ItemId {
    /// None.
    pub const NONE: Self = Self(u8::MAX as u16);

    /// An item or natural weapon of one's own sheet, by its number there.
    pub const fn own(number: u8) -> Self {
        Self(number as u16)
    }
    /// A thing of somebody, as `who` names it.
    pub const fn of(who: CombatantId, owner: CombatantId, number: u8) -> Self {
        if who.0 == owner.0 { Self::own(number) } else { Self((owner.0 as u16 + 1) << 8 | number as u16) }
    }
    /// Whether it is on the sheet of another one.
    #[inline]
    pub const fn is_anothers(self) -> bool {
        self.0 >> 8 != 0
    }
    /// Whose sheet it is on.
    #[inline]
    pub const fn owner(self, who: CombatantId) -> CombatantId {
        if self.is_anothers() { CombatantId((self.0 >> 8) as u8 - 1) } else { who }
    }
    /// Its number on the sheet of its owner.
    #[inline]
    pub const fn number(self) -> u8 {
        self.0 as u8
    }
    /// The number of a way to strike with it, by its number on the sheet of the owner.
    pub const fn mode(self, number: u8) -> u16 {
        self.0 & 0xFF00 | number as u16
    }
}

impl From<u16> for ItemId {
    fn from(number: u16) -> Self {
        Self(number)
    }
}

impl From<ItemId> for usize {
    fn from(item: ItemId) -> Self {
        item.0.into()
    }
}

affray_kernel::flags! {
    /// Traits.
    pub Traits: u16 {
        /// `G4-033`
        COMBAT_REFLEXES = 0,
        /// `G4-205`
        AMBIDEXTERITY = 1,
        /// `G4-242`
        PERIPHERAL_VISION = 2,
        /// `G4-331`
        PERFECT_BALANCE = 3,
        /// `G4-272`
        TRAINED_BY_A_MASTER = 4,
        /// `G4-272`
        WEAPON_MASTER = 5,
        /// `G4-326`
        MALE = 6,
    }
}

/// Skills that rules know by name. Weapon skills have any name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "each is the name of a skill")]
pub enum Skill {
    Cloak,
    Shield,
    Brawling,
    Sumo,
    Boxing,
    Judo,
    Karate,
    Acrobatics,
    Jumping,
    BlindFighting,
    Tactics,
}

impl Skill {
    /// Their number.
    pub const COUNT: usize = 11;
    /// All of them, in the order of their numbers, with their names.
    pub const ALL: [(Self, &'static str); Self::COUNT] = [
        (Self::Cloak, "Cloak"),
        (Self::Shield, "Shield"),
        (Self::Brawling, "Brawling"),
        (Self::Sumo, "Sumo"),
        (Self::Boxing, "Boxing"),
        (Self::Judo, "Judo"),
        (Self::Karate, "Karate"),
        (Self::Acrobatics, "Acrobatics"),
        (Self::Jumping, "Jumping"),
        (Self::BlindFighting, "Blind Fighting"),
        (Self::Tactics, "Tactics"),
    ];
    /// Its name.
    pub const fn name(self) -> &'static str {
        Self::ALL[self as usize].1
    }
    /// The skill of that name; capitals, blanks and punctuation make no difference.
    pub fn named(name: &str) -> Option<Self> {
        let name = plain(name);
        Self::ALL.into_iter().find(|(_, known)| plain(known) == name).map(|(skill, _)| skill)
    }
}

/// The most names of skills that are kept, whatever files a program reads; sums call further ones `skill`.
const MOST_NAMES: usize = 10_000;

/// The name of a skill as sums tell it: as the sheet spells it, where it is not one of [`Skill`] or DX.
///
/// ```
/// use affray_gurps4::sheet::skill_name;
/// assert_eq!(skill_name("blind-fighting"), "Blind Fighting");
/// assert_eq!(skill_name("Two-Handed Mace"), "Two-Handed Mace");
/// ```
pub fn skill_name(name: &str) -> &'static str {
    /// The names that were met, which live as long as the program does, as those of rules do.
    static NAMES: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());
    let called = plain(name);
    let known = Skill::ALL.iter().map(|(_, known)| *known).chain(["DX"]).find(|known| plain(known) == called);
    if let Some(known) = known {
        return known;
    }
    let mut names = NAMES.lock().unwrap_or_else(PoisonError::into_inner);
    match names.get(name) {
        Some(known) => known,
        None if names.len() >= MOST_NAMES => "skill",
        None => {
            let kept: &'static str = Box::leak(name.into());
            names.insert(kept);
            kept
        }
    }
}

/// A skill or attribute by which something is rolled; its score is 0 for a skill that it does not have.
pub use affray_3d6::attributes::Level;

/// `G4-289` The material of a weapon.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, FromValue, ToValue)]
pub enum Material {
    /// Wood.
    Wood,
    /// Metal and wood.
    #[default]
    Mixed,
    /// Solid metal.
    Metal,
}

/// The kind of a shield.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, FromValue, ToValue)]
pub enum ShieldKind {
    /// A shield.
    #[default]
    Shield,
    /// A buckler.
    Buckler,
    /// A cloak.
    Cloak,
}

/// The kind of a ranged attack.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, FromValue, ToValue)]
pub enum Flight {
    /// Thrown: it leaves the hand.
    Thrown,
    /// An arrow, a bolt, a stone.
    Missile,
    /// A beam.
    Beam,
}

/// The kind of an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ItemKind {
    /// A weapon that is held.
    Weapon,
    /// Fist, claw: part of the body.
    Natural,
    /// A shield, buckler or cloak.
    Shield(ShieldKind),
    /// Something that is used up.
    Belt,
}

/// Something that a figure holds, carries or strikes with.
#[derive(Debug, Clone, PartialEq)]
pub struct Item {
    /// The name.
    pub name: String,
    /// Its kind.
    pub kind: ItemKind,
    /// The skill with which it is used; of a shield that with which it blocks.
    pub score: i16,
    /// The name of that skill as sums tell it.
    pub skill: &'static str,
    /// The name of that skill as the sheet spells it.
    pub takes: String,
    /// `G4-R65` What the lack of that skill takes off DX; 0 for who has it.
    pub untrained: i16,
    /// Hands that hold it, 1 or 2; 0 for parts of the body.
    pub hands: u8,
    /// The modifier to a Parry; `None` cannot parry.
    pub parry: Option<i16>,
    /// `G4-R66` The modifier of a shield to a Block.
    pub block: i16,
    /// A fencing weapon.
    pub fencing: bool,
    /// `G4-283` Jitte or sai, kusari, whip.
    pub disarm_bonus: bool,
    /// Needs a Ready after every attack.
    pub unready_after_attack: bool,
    /// `G4-219` 0 to -3.
    pub improvised: i16,
    /// Weight in hundredths of a pound.
    pub weight: i32,
    /// Its material.
    pub material: Material,
    /// `G4-291` Hit points of a weapon.
    pub hp: i16,
    /// Distances at which any of its modes strikes, as bits.
    pub reach: u16,
    /// Shots that it has when loaded; 0 for what needs no loading.
    pub shots: u8,
    /// Ready turns that a reload takes.
    pub reload: u8,
    /// A mode of it is ranged.
    pub ranged: bool,
    /// `G4-249` Defense bonus of a shield.
    pub db: i16,
    /// `G4-216` A large shield.
    pub large: bool,
    /// `G4-R10` Ready turns until a belt item takes effect.
    pub turns: u8,
    /// HP that it gives back.
    pub gives_hp: i16,
    /// FP that it gives back.
    pub gives_fp: i16,
    /// In hand when the fight begins.
    pub ready: bool,
    /// In the off hand, where it is held in one.
    pub off_hand: bool,
}

impl Item {
    /// The skill with its name.
    #[inline]
    pub const fn level(&self) -> Level {
        Level { score: self.score, name: self.skill }
    }
    /// `G4-R65` A sum that begins with the skill: without that skill, DX and what that takes off.
    #[inline]
    pub fn tally<T: Tally>(&self, rule: RuleId) -> T {
        skill_tally(self.level(), self.untrained, rule)
    }
    /// Whether it is a part of the body.
    pub const fn is_natural(&self) -> bool {
        matches!(self.kind, ItemKind::Natural)
    }
    /// Whether it is a shield, buckler or cloak.
    pub const fn is_shield(&self) -> bool {
        matches!(self.kind, ItemKind::Shield(_))
    }
    /// The longest distance at which it strikes.
    pub const fn longest_reach(&self) -> u32 {
        if self.reach == 0 { 0 } else { self.reach.ilog2() }
    }
}

/// `G4-R65` A sum that begins with a skill, or with DX and what the lack of that skill takes off.
#[inline]
fn skill_tally<T: Tally>(level: Level, untrained: i16, rule: RuleId) -> T {
    if untrained == 0 {
        return level.tally(rule);
    }
    let mut score: T = Level { score: level.score - untrained, name: "DX" }.tally(rule);
    score.add(rule!("G4-R65"), untrained.into());
    score
}

/// The values of a ranged mode.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ranged {
    /// Accuracy.
    pub acc: i16,
    /// Bulk, 0 or less.
    pub bulk: i16,
    /// The greatest range in yards.
    pub range: i16,
    /// Its flight.
    pub flight: Flight,
}

/// A way to strike with an item.
#[derive(Debug, Clone, PartialEq)]
pub struct Mode {
    /// The name, such as `swing`.
    pub name: String,
    /// The item.
    pub item: ItemId,
    /// The skill, `bonus` included.
    pub score: i16,
    /// The name of that skill as sums tell it.
    pub skill: &'static str,
    /// The name of that skill as the sheet spells it.
    pub takes: String,
    /// `G4-R65` What the lack of that skill takes off DX; 0 for who has it.
    pub untrained: i16,
    /// `G4-R66` The bonus to the skill that the sheet states.
    pub bonus: i16,
    /// The damage as the sheet says it.
    pub text: DamageText,
    /// The damage, ST worked in.
    pub damage: Damage,
    /// `G4-031` What ST adds to it; 0 where the dice do not go by ST.
    pub strength: i16,
    /// Its type.
    pub kind: DamageType,
    /// Distances at which it strikes, as bits; none of a ranged mode.
    pub reach: u16,
    /// The values of a ranged mode.
    pub ranged: Option<Ranged>,
}

impl Mode {
    /// `G4-R65` `G4-R66` A sum that begins with the skill, or what stands for it, and the bonus that the sheet states.
    #[inline]
    pub fn tally<T: Tally>(&self, rule: RuleId) -> T {
        let mut score: T =
            skill_tally(Level { score: self.score - self.bonus, name: self.skill }, self.untrained, rule);
        score.add(rule!("G4-R66").named("own modifier of this attack"), self.bonus.into());
        score
    }
}

/// One character or creature.
#[derive(Debug, Clone, PartialEq)]
pub struct Sheet {
    /// Its name.
    pub name: String,
    /// Strength.
    pub st: i16,
    /// Dexterity.
    pub dx: i16,
    /// Intelligence.
    pub iq: i16,
    /// Health.
    pub ht: i16,
    /// `G4-020` Hit points at the most.
    pub hp: i16,
    /// `G4-021` Will.
    pub will: i16,
    /// `G4-021` Perception.
    pub per: i16,
    /// `G4-022` Fatigue points at the most.
    pub fp: i16,
    /// `G4-023` Basic Speed in quarters.
    pub speed: i16,
    /// `G4-032` Size.
    pub sm: i16,
    /// `G4-025` Basic Lift in tenths of a pound.
    pub lift: i32,
    /// `G4-026` The load in tenths of a pound.
    pub load: i32,
    /// `G4-026` The level of encumbrance, 0 to 4.
    pub encumbrance: i16,
    /// `G4-024` Basic Move.
    pub basic_move: i16,
    /// `G4-027` Move under the load.
    pub loaded_move: i16,
    /// `G4-R66` The bonus to Dodge that the sheet states.
    pub dodge_bonus: i16,
    /// `G4-R66` The bonus to Parry that the sheet states.
    pub parry_bonus: i16,
    /// `G4-R66` The bonus to Block that the sheet states.
    pub block_bonus: i16,
    /// `G4-031` Thrust.
    pub thrust: Damage,
    /// `G4-031` Swing.
    pub swing: Damage,
    /// The left hand is the main hand.
    pub left_handed: bool,
    /// Traits.
    pub traits: Traits,
    /// `G4-R66` Points of darkness that take nothing from its attacks.
    pub dark_sight: i16,
    /// `G4-R68` Locations that the body lacks, a bit each.
    pub lacks: u32,
    /// Damage resistance by location.
    pub dr: [u8; LOCATIONS],
    /// Skills by their numbers; 0 for one that it does not have.
    pub skills: [i16; Skill::COUNT],
    /// All skills by their names, in small letters without blanks and punctuation.
    pub trained: BTreeMap<String, i16>,
    /// `G4-029` The best skill for a parry with bare hands; 0 for none.
    pub unarmed: Level,
    /// `G4-252` The best of these that retreats well: all but Brawling; 0 for none.
    pub unarmed_retreat: Level,
    /// `G4-296` The best of DX, Brawling and Sumo.
    pub slam: Level,
    /// Items first, at most [`MOST_ITEMS`], then natural weapons.
    pub arms: Vec<Item>,
    /// The number of items among the arms.
    pub items: u8,
    /// The ways to strike.
    pub modes: Vec<Mode>,
}

impl Sheet {
    /// `G4-R65` The score in a skill with weapons, shields or cloaks, and what its lack takes off DX: 0 for a skill that
    /// it has.
    pub(crate) fn trained_in(&self, skill: &str) -> (i16, i16) {
        let skill = plain(skill);
        match self.trained.get(&skill) {
            Some(&score) => (score, 0),
            None if skill == "dx" => (self.dx, 0),
            None => {
                let lacks = if skill == "shield" { -4 } else { -5 };
                (self.dx + lacks, lacks)
            }
        }
    }
    /// The skill, 0 where it has none.
    #[inline]
    pub const fn skill(&self, skill: Skill) -> i16 {
        self.skills[skill as usize]
    }
    /// The skill with its name.
    #[inline]
    pub const fn level(&self, skill: Skill) -> Level {
        Level { score: self.skill(skill), name: skill.name() }
    }
    /// Whether it has that trait.
    #[inline]
    pub const fn is(&self, trait_: Traits) -> bool {
        self.traits.has(trait_)
    }
    /// `G4-R68` Whether the body lacks a location.
    #[inline]
    pub const fn lacks(&self, at: Location) -> bool {
        self.lacks & at.bit() != 0
    }
    /// `G4-R68` Whether the body has hands, which hold things and parry.
    #[inline]
    pub const fn has_hands(&self) -> bool {
        !self.lacks(Location::RightArm) && !self.lacks(Location::RightHand)
    }
    /// `G4-R68` The location by which a wound is multiplied and knocks down: an eye without a skull behind it is a face.
    #[inline]
    pub const fn wounded_as(&self, at: Location) -> Location {
        match at {
            Location::RightEye | Location::LeftEye if self.lacks(Location::Skull) => Location::Face,
            _ => at,
        }
    }
    /// `G4-R47` DR of a location; vitals have that of the torso.
    #[inline]
    pub fn resistance(&self, at: Location) -> i32 {
        i32::from(self.dr[at as usize & 15])
    }
}
