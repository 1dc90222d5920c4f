//! What a fight never changes of a character: scores, skills, weapons, armor, compiled.
//!
//! Rules `GR-001` to `GR-003`, `GR-015` to `GR-017`, `GR-021`; rulings `GR-R28` to `GR-R32`, `GR-R72`,
//! `GR-R74`, `GR-R98`.

use crate::body::location::{LOCATIONS, Location};
use crate::gear::tables::Base;
use crate::state::NONE;
use affray_files::value::{FromValue, ToValue};

/// The most items of a combatant.
pub const MOST_ITEMS: usize = 8;
/// The arm that stands for fists, feet and teeth.
pub const UNARMED: u8 = MOST_ITEMS as u8;

/// The skill that a weapon is used with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, FromValue)]
#[allow(missing_docs, reason = "named as the lists (`GR-R111`, `GR-R112`) have them")]
pub enum Class {
    Knife,
    Shortsword,
    Fencing,
    Broadsword,
    TwoHandedSword,
    AxeMace,
    TwoHandedAxe,
    Flail,
    Quarterstaff,
    Spear,
    Polearm,
    KnifeThrowing,
    Dart,
    AxeThrowing,
    SpearThrowing,
    Sling,
    Bow,
    Crossbow,
    /// A shield.
    Shield,
    /// No weapon.
    Bare,
}

impl Class {
    /// The skills of weapons.
    pub const WEAPONS: [Self; 18] = [
        Self::Knife,
        Self::Shortsword,
        Self::Fencing,
        Self::Broadsword,
        Self::TwoHandedSword,
        Self::AxeMace,
        Self::TwoHandedAxe,
        Self::Flail,
        Self::Quarterstaff,
        Self::Spear,
        Self::Polearm,
        Self::KnifeThrowing,
        Self::Dart,
        Self::AxeThrowing,
        Self::SpearThrowing,
        Self::Sling,
        Self::Bow,
        Self::Crossbow,
    ];

    /// The name of the skill.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Knife => "knife",
            Self::Shortsword => "shortsword",
            Self::Fencing => "fencing",
            Self::Broadsword => "broadsword",
            Self::TwoHandedSword => "two-handed sword",
            Self::AxeMace => "axe/mace",
            Self::TwoHandedAxe => "two-handed axe",
            Self::Flail => "flail",
            Self::Quarterstaff => "quarterstaff",
            Self::Spear => "spear",
            Self::Polearm => "polearm",
            Self::KnifeThrowing => "knife throwing",
            Self::Dart => "dart",
            Self::AxeThrowing => "axe throwing",
            Self::SpearThrowing => "spear throwing",
            Self::Sling => "sling",
            Self::Bow => "bow",
            Self::Crossbow => "crossbow",
            Self::Shield => "shield",
            Self::Bare => "DX",
        }
    }
}

/// Sizes of weapons and shields.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, FromValue)]
#[allow(missing_docs, reason = "named for what they are")]
pub enum Size {
    VerySmall,
    Small,
    Medium,
    Large,
}

/// How often a weapon attacks (`GR-027` to `GR-037`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, FromValue)]
pub enum Rate {
    /// Once a round.
    Normal,
    /// Every other round, or at a penalty.
    Slow,
    /// Once a round, but a bad miss makes it unready.
    HandAndAHalf,
    /// Twice a round for the skilled.
    Fast,
    /// Once every other round.
    Crossbow,
}

affray_kernel::flags! {
    /// What else there is to a weapon.
    pub ItemTraits: u8 {
        /// A flail (`GR-151`).
        FLAIL = 0,
        /// A polearm.
        POLEARM = 1,
        /// A sword for thrusting (`GR-145`).
        THRUSTING_SWORD = 2,
        /// Of solid metal (`GR-213`).
        SOLID = 3,
        /// Fragile (`GR-217`).
        FRAGILE = 4,
        /// A narrow missile (`GR-233`).
        NARROW = 5,
        /// A knife that is thrown (`GR-150`).
        THROWN_KNIFE = 6,
        /// Its owner is not used to it (`GR-195`).
        UNFAMILIAR = 7,
    }
}

impl ItemTraits {
    /// Nothing.
    pub const NONE: Self = Self(0);
}

/// Damage types (`GR-008`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, FromValue, ToValue)]
pub enum DamageType {
    /// Crushing.
    Crushing,
    /// Cutting.
    Cutting,
    /// Impaling.
    Impaling,
}

impl DamageType {
    /// By its number: 0 crushing, 1 cutting, 2 impaling.
    pub const ALL: [Self; 3] = [Self::Crushing, Self::Cutting, Self::Impaling];
}

/// What kind of thing an item is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ItemKind {
    /// A weapon.
    Weapon,
    /// A shield.
    Shield,
    /// Something else.
    Gear,
}

/// A weapon as it is thrown or shot (`GR-R112`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ranged {
    /// Which skill it is thrown or shot with.
    pub class: Class,
    /// The skill.
    pub skill: i32,
    /// The skill less what is missing of ST (`GR-R32`): where an attack roll starts.
    pub base: i32,
    /// Snap Shot.
    pub ss: i32,
    /// Accuracy.
    pub acc: i32,
    /// The greatest range in yards.
    pub range: u32,
    /// Potential damage.
    pub damage: i32,
    /// Its type.
    pub kind: DamageType,
    /// The most that a hit does that is not critical; 30000 for no bound (`GR-006`).
    pub cap: i32,
    /// It is thrown itself.
    pub thrown: bool,
    /// How often it shoots.
    pub rate: Rate,
    /// A narrow missile.
    pub narrow: bool,
    /// What its damage rests on.
    pub rests_on: Base,
    /// A knife.
    pub knife: bool,
    /// `GR-186` A bow or crossbow.
    pub is_bow: bool,
}

impl Ranged {
    /// `GR-034` `GR-043` Whether the skill is at least the Snap Shot number.
    pub const fn is_skilled(&self) -> bool {
        self.skill >= self.ss
    }
}

/// A shield (`GR-R114`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shield {
    /// Passive defense.
    pub pd: i32,
    /// HT.
    pub ht: i32,
    /// `GR-082` What a bash adds to thrust, spikes not counted.
    pub bash: i32,
    /// It has spikes.
    pub spiked: bool,
}

/// Something that is fought with or carried.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    /// Its name, unique on the sheet.
    pub name: String,
    /// What it is.
    pub kind: ItemKind,
    /// The skill.
    pub class: Class,
    /// The size.
    pub size: Size,
    /// Hands that it takes, 1 or 2. A weapon for a hand and a half takes both (`GR-025`).
    pub hands: u8,
    /// How often it attacks.
    pub rate: Rate,
    /// The ST that it needs.
    pub min_st: i32,
    /// What else there is to it.
    pub traits: ItemTraits,
    /// Reach in hexes; 0 for what is no melee weapon.
    pub reach: u8,
    /// The skill with it in melee.
    pub skill: i32,
    /// The skill less what is missing of ST (`GR-R32`).
    pub base: i32,
    /// What is parried on with it, without what the situation adds; `None` if it does not parry.
    pub parry: Option<i32>,
    /// `GR-002` `GR-003` Potential damage by type, [full, halved] ST; `None` if it does not do that.
    pub damage: [Option<[i16; 2]>; 3],
    /// `GR-028` `GR-030` What it costs to attack with a slow weapon every round, 0 to 3.
    pub slow: i32,
    /// `GR-031` `GR-032` A bad miss makes it unready.
    pub unsteady: bool,
    /// As it is thrown or shot.
    pub ranged: Option<Ranged>,
    /// As a shield.
    pub shield: Option<Shield>,
    /// How many there are of what is thrown or loosed; `None` for as many as one likes.
    pub count: Option<u8>,
    /// In which hand it is when the fight begins: 0 weapon hand, 1 off hand, 2 both; [`NONE`] for none.
    pub drawn: u8,
}

impl Item {
    /// Whether it is a melee weapon.
    #[inline]
    pub const fn is_melee(&self) -> bool {
        self.reach != 0
    }
    /// Whether it is thrown.
    pub fn is_thrown(&self) -> bool {
        self.ranged.is_some_and(|ranged| ranged.thrown)
    }
    /// Whether it is a missile weapon.
    pub fn is_missile(&self) -> bool {
        self.ranged.is_some_and(|ranged| !ranged.thrown)
    }
    /// Whether it is a crossbow, which has to be loaded.
    pub const fn is_crossbow(&self) -> bool {
        matches!(self.ranged, Some(Ranged { rate: Rate::Crossbow, .. }))
    }
    /// `GR-145` Whether it parries at two thirds of the skill: quarterstaffs, and fencing with a thrusting sword.
    pub fn parries_by_thirds(&self) -> bool {
        self.class == Class::Quarterstaff
            || self.class == Class::Fencing && self.traits.has(ItemTraits::THRUSTING_SWORD)
    }
    /// `GR-068` Whether it counts as a small weapon.
    pub const fn is_small(&self) -> bool {
        matches!(self.size, Size::VerySmall | Size::Small)
    }
}

/// `GR-R31` Scores that fall when HP or FP are used up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Scores {
    /// Strength.
    pub st: i32,
    /// Dexterity.
    pub dx: i32,
    /// Intelligence.
    pub iq: i32,
    /// Perception.
    pub per: i32,
    /// Thrust.
    pub thrust: i32,
    /// Swing.
    pub swing: i32,
    /// `GR-164` Dodge.
    pub dodge: i32,
    /// What all skills of the body lose (`GR-R31`).
    pub loss: i32,
    /// `GR-R19` Initiative.
    pub initiative: i32,
}

affray_kernel::flags! {
    /// Traits of a character.
    pub Traits: u8 {
        /// `GR-070` Either hand is as good.
        AMBIDEXTERITY = 0,
        /// `GR-132` Trained with a dagger in the off hand.
        FENCING_DAGGER = 1,
        /// `GR-147` Advanced defense.
        ADVANCED_DEFENSE = 2,
        /// The weapon hand is the left one (`GR-R37`).
        LEFT_HANDED = 3,
        /// `GR-097` Heavy boots.
        BOOTS = 4,
        /// `GR-097` Brass knuckles.
        KNUCKLES = 5,
        /// `GR-210` Scurries like a rat when it moves.
        SCURRYING = 6,
        /// `GR-210` Moves like a hummingbird.
        HOVERING = 7,
    }
}

/// `GR-015` `GR-021` What protects a location: against crushing, cutting and impaling.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Protection {
    /// `GR-015` to `GR-017` PD: the best worn layer, or innate.
    pub pd: [i8; 3],
    /// Armor is worn there.
    pub is_worn: bool,
    /// `GR-R74` DR of what is worn there.
    pub worn: [i8; 3],
}

/// `GR-R33` A spell of a sheet.
#[derive(Debug, Clone, PartialEq, Eq, FromValue)]
pub struct Spell {
    /// Its name. Spells of the same name do not add up.
    pub name: String,
    /// The skill, 1 to 40.
    #[value(range = 1..=40)]
    pub skill: i32,
    /// Turns that casting takes, 1 to 5.
    #[value(range = 1..=5)]
    pub turns: u8,
    /// FP that it costs, 0 to 50.
    #[value(range = 0..=50)]
    pub fp: i16,
    /// Magical PD that it gives, 0 to 20.
    #[value(default, range = 0..=20)]
    pub pd: i32,
    /// Magical DR that it gives, 0 to 20.
    #[value(default, range = 0..=20)]
    pub dr: i32,
    /// Rounds that it lasts, 1 to 200.
    #[value(range = 1..=200)]
    pub rounds: u8,
}

/// A compiled character.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sheet {
    /// Its name.
    pub name: String,
    /// `GR-R31` Scores, full and halved.
    pub scores: [Scores; 2],
    /// Health, which is never halved.
    pub ht: i32,
    /// Will, which is never halved.
    pub will: i32,
    /// The most HP.
    pub hp: i16,
    /// The most FP.
    pub fp: i16,
    /// `GR-R29` Encumbrance level, 0 to 4.
    pub encumbrance: u8,
    /// Load in tenths of a pound.
    pub load: u32,
    /// `GR-R28` Hexes a round.
    pub mv: u8,
    /// Shield skill.
    pub shield: i32,
    /// Boxing.
    pub boxing: Option<i32>,
    /// Brawling.
    pub brawling: Option<i32>,
    /// Acrobatics.
    pub acrobatics: Option<i32>,
    /// Knife skill, for ripostes.
    pub knife: i32,
    /// Riding.
    pub riding: i32,
    /// Mounted combat.
    pub mounted: Option<i32>,
    /// First Aid.
    pub first_aid: Option<i32>,
    /// Physician.
    pub physician: Option<i32>,
    /// Traits.
    pub traits: Traits,
    /// Innate DR, everywhere.
    pub innate_dr: i32,
    /// `GR-020` `GR-023` The sheet's magical PD, everywhere.
    pub magical_pd: i32,
    /// `GR-023` The sheet's magical DR, everywhere.
    pub magical_dr: i32,
    /// Protection by location.
    pub armor: [Protection; LOCATIONS],
    /// `GR-R98` The helm is closed.
    pub closed_helm: bool,
    /// Items, the usual weapon first; at most [`MOST_ITEMS`].
    pub items: Vec<Item>,
    /// Spells.
    pub spells: Vec<Spell>,
}

impl Sheet {
    /// Scores: full, or halved.
    #[inline]
    pub fn scores(&self, halved: bool) -> &Scores {
        &self.scores[usize::from(halved)]
    }
    /// An item.
    #[inline]
    pub fn item(&self, item: u8) -> Option<&Item> {
        self.items.get(item as usize)
    }
    /// The best of DX, Boxing and Brawling, with its name: what bare hands are used with (`GR-R47`, `GR-R48`, `GR-R66`).
    pub fn best_unarmed(&self) -> (i32, &'static str) {
        let skills = [(self.boxing, "Boxing"), (self.brawling, "Brawling")];
        let known = skills.into_iter().filter_map(|(skill, name)| Some((skill?, name)));
        known.fold((self.scores[0].dx, "DX"), |best, one| if one.0 > best.0 { one } else { best })
    }
    /// What protects a location.
    #[inline]
    pub fn protection(&self, at: Location) -> &Protection {
        &self.armor[at as usize]
    }
    /// `GR-R37` The side of the body's own front that the shield hex lies on: turns to the left.
    pub const fn shield_turn(&self) -> i8 {
        if self.traits.has(Traits::LEFT_HANDED) { -1 } else { 1 }
    }
}

/// An item as an index, or nothing.
pub const fn some(item: u8) -> Option<u8> {
    if item == NONE { None } else { Some(item) }
}
