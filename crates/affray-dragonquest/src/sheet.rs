//! The compiled sheet: what a fight never changes about a figure.
//!
//! Whatever a blow needs and no blow changes is worked out here once. What a figure fights with has a
//! number, its [`Arm`].

use affray_files::plain;
use affray_files::value::{FromValue, ToValue};
use affray_kernel::referee::CombatantId;

/// The most items of a sheet.
pub const MOST_ITEMS: usize = 8;
/// `DQ-404` The strike roll from which on a weapon without a bonus can break.
pub const BREAKS_FROM: u8 = 99;
/// A weapon or another thing of a figure: its own items come first, in the order of its sheet; then [`HANDS`],
/// [`KICK`] and its natural attacks; then what is another's, by whose it is and its number there.
///
/// The number stands for the same thing all through a fight, wherever that thing is, so that whatever is said of it
/// can be read without the state: by a log, or by the words of an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Arm(pub u16);

/// The arm of bare hands.
pub const HANDS: Arm = Arm(MOST_ITEMS as u16);
/// The arm of a kick.
pub const KICK: Arm = Arm(HANDS.0 + 1);
/// The number of the first natural attack.
const NATURAL: u16 = KICK.0 + 1;
/// The number of the first thing that is another's.
pub(crate) const ANOTHERS: u16 = 16;

impl From<u16> for Arm {
    fn from(number: u16) -> Self {
        Self(number)
    }
}

impl From<Arm> for usize {
    fn from(arm: Arm) -> Self {
        arm.index()
    }
}

impl Arm {
    /// None.
    pub const NONE: Self = Self(u16::MAX);

    /// An item of one's own sheet, by its number there.
    pub const fn own(item: u8) -> Self {
        Self(item as u16)
    }

    /// An item of somebody's sheet, as `who` names it.
    pub const fn of(who: CombatantId, owner: CombatantId, item: u8) -> Self {
        if who.0 == owner.0 {
            return Self::own(item);
        }
        Self(ANOTHERS + MOST_ITEMS as u16 * owner.0 as u16 + item as u16)
    }

    /// The owner of an item and its place on that sheet; `None` for an arm that is no item.
    #[inline]
    pub const fn thing(self, who: CombatantId) -> Option<(CombatantId, u8)> {
        if self.0 < HANDS.0 {
            return Some((who, self.0 as u8));
        }
        if self.0 < ANOTHERS || self.0 == Self::NONE.0 {
            return None;
        }
        let number = self.0 - ANOTHERS;
        Some((CombatantId((number / MOST_ITEMS as u16) as u8), (number % MOST_ITEMS as u16) as u8))
    }

    /// The place in [`Sheet::arms`].
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Whether it is an item, rather than a part of the body.
    pub const fn is_item(self) -> bool {
        self.0 < HANDS.0 || self.is_anothers()
    }

    /// Whether it is an item of another's sheet.
    pub const fn is_anothers(self) -> bool {
        self.0 >= ANOTHERS && self.0 != Self::NONE.0
    }

    /// Whether it is a natural attack.
    pub const fn is_natural(self) -> bool {
        self.0 >= NATURAL && self.0 < ANOTHERS
    }
}

/// The most natural attacks.
pub const MOST_NATURAL: usize = 4;

/// `DQ-R31` The class of a weapon: what sort of grievous injury it does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, FromValue, ToValue)]
#[value(rename_all = "PascalCase")]
pub enum Class {
    /// Piercing.
    A,
    /// Cutting.
    B,
    /// Crushing.
    C,
    /// None: it does no grievous injury.
    #[value(rename = "none")]
    Unclassed,
}

/// `DQ-R31` The group of a weapon.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, FromValue, ToValue)]
#[allow(missing_docs, reason = "the words of the table")]
pub enum Group {
    Sword,
    Hafted,
    Pole,
    Thrown,
    Missile,
    Entangling,
    Special,
    Unarmed,
    Natural,
}

affray_kernel::flags! {
    /// `DQ-R31` The uses of a weapon.
    pub Uses: u8 {
        /// To be thrown or fired.
        RANGED = 0,
        /// In melee.
        MELEE = 1,
        /// In close combat.
        CLOSE = 2,
    }
}

affray_kernel::flags! {
    /// Special properties of an item.
    pub Traits: u16 {
        /// Barbed: removing it hurts (`DQ-625`).
        BARBED = 0,
        /// Long-hafted: it reaches a rider from ahead of the mount (`DQ-726`, `DQ-R30`).
        LONG_HAFTED = 1,
        /// A crossbow, which has to be loaded (`DQ-R36`).
        CROSSBOW = 2,
        /// A heavy crossbow: two Passes to load.
        HEAVY = 3,
        /// May trip (`DQ-431`).
        TRIPS = 4,
        /// May knock out (`DQ-443`).
        KNOCKS_OUT = 5,
        /// May entangle (`DQ-435`).
        ENTANGLES = 6,
        /// Only of use to a rider (`DQ-R30`).
        MOUNTED_ONLY = 7,
        /// It leaves the hand when it is used at range.
        THROWN = 8,
        /// It cannot break or drop (`DQ-407`).
        PART_OF_BODY = 9,
        /// It bursts: every figure in the target's hex is attacked (`DQ-R31`).
        BURSTS = 10,
        /// Bite, claws or talons: its wounds are likelier to be infected (`DQ-803`).
        INFECTS = 11,
    }
}

/// `DQ-516` `DQ-R61` The optional damage bonus of a weapon.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, FromValue, ToValue)]
#[value(rename_all = "lowercase")]
pub enum Bonus {
    /// None.
    #[default]
    None,
    /// By PS (`DQ-512`).
    Ps,
    /// By Rank (`DQ-515`).
    Rank,
}

/// The kind of an arm.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ItemKind {
    /// There is none of that number.
    Nothing,
    /// A weapon; it may be a shield too.
    Weapon,
    /// A shield.
    Shield,
    /// Something else that can be held.
    Gear,
    /// Bare hands or feet (`DQ-605`).
    Unarmed,
    /// A natural attack, whose listed chance is complete (`DQ-R34`).
    Natural,
}

/// `DQ-R33` A shield.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Shield {
    /// Defense for each Rank.
    pub per_rank: u8,
    /// Taken off MD while it is prepared.
    pub md_penalty: u8,
    /// Whether one can rush with it (`DQ-447`).
    pub rush: bool,
    /// Whether it serves in close combat.
    pub close: bool,
}

/// A weapon, shield or other thing of a figure.
#[derive(Debug, Clone, PartialEq)]
pub struct Item {
    /// Its name.
    pub name: String,
    /// The kind.
    pub kind: ItemKind,
    /// Its group.
    pub group: Group,
    /// Its class.
    pub class: Class,
    /// Its uses.
    pub uses: Uses,
    /// Special properties.
    pub traits: Traits,
    /// The fewest hands that wield it.
    pub hands: u8,
    /// The number of hands that hold it when it is prepared.
    pub grip: u8,
    /// The most hands that wield it.
    pub most_hands: u8,
    /// The row of the table of its kind, weapons or shields; `None` for one that stands in neither.
    pub row: Option<u8>,
    /// The PS that it needs.
    pub ps: u8,
    /// The MD that it needs.
    pub md: u8,
    /// The base chance; of a natural attack the whole chance.
    pub base: i16,
    /// Added to D10 in melee and in close combat, with shortfall and optional bonus.
    pub damage: i8,
    /// Added to D10 when it is thrown or fired.
    pub ranged_damage: i8,
    /// The shortfall of PS, a positive number (`DQ-601`).
    pub shortfall: i8,
    /// The optional bonus that is part of `damage`.
    pub bonus: i8,
    /// The bonus in `ranged_damage`.
    pub ranged_bonus: i8,
    /// The lowest strike roll that can break it in melee (`DQ-404`, `DQ-513`).
    pub breaks_from: u8,
    /// Range in hexes; 0 for none.
    pub range: u16,
    /// The Rank; `None` for unranked.
    pub rank: Option<u8>,
    /// The shield, if it is one.
    pub shield: Option<Shield>,
    /// The Rank as a shield; `None` for unranked.
    pub shield_rank: Option<u8>,
    /// Its defense as a shield (`DQ-R33`).
    pub defense: u8,
    /// Which bonus it was declared with.
    pub mode: Bonus,
    /// Whether it is prepared when the fight begins.
    pub ready: bool,
    /// Shots at the start; `None` for as many as one likes.
    pub shots: Option<u8>,
    /// The poison on it at the start.
    pub poison: Option<u8>,
}

impl Item {
    /// Nothing.
    pub fn nothing() -> Self {
        Self {
            name: String::new(),
            kind: ItemKind::Nothing,
            group: Group::Special,
            class: Class::Unclassed,
            uses: Uses::default(),
            traits: Traits::default(),
            hands: 1,
            grip: 1,
            most_hands: 1,
            row: None,
            ps: 0,
            md: 0,
            base: 0,
            damage: 0,
            ranged_damage: 0,
            shortfall: 0,
            bonus: 0,
            ranged_bonus: 0,
            breaks_from: BREAKS_FROM,
            range: 0,
            rank: None,
            shield: None,
            shield_rank: None,
            defense: 0,
            mode: Bonus::None,
            ready: false,
            shots: None,
            poison: None,
        }
    }

    /// `DQ-R09` The Rank as initiative, repulse and parry read it: 0 for unranked.
    pub fn rank_or_zero(&self) -> i32 {
        i32::from(self.rank.unwrap_or(0))
    }

    /// `DQ-R33` Makes the item serve as a shield.
    pub(crate) fn serve_as_shield(&mut self, shield: Shield, rank: Option<u8>) {
        self.shield = Some(shield);
        self.shield_rank = rank;
        self.defense = shield.per_rank * rank.unwrap_or(1).max(1);
    }

    /// `DQ-512` `DQ-513` `DQ-514` `DQ-515` `DQ-R61` Puts the optional damage bonus in, or leaves it out.
    pub(crate) fn with_bonus(&mut self, ps: u8, allowed: bool, own: (i8, i8)) {
        let ranks = (self.rank.unwrap_or(0) / 4) as i8;
        let full_fives = (ps.saturating_sub(self.ps) / 5) as i8;
        (self.bonus, self.ranged_bonus) = match self.mode {
            _ if !allowed => (0, 0),
            Bonus::None => (0, 0),
            Bonus::Ps => (full_fives, 0),
            Bonus::Rank => (ranks, ranks),
        };
        let wider = if self.mode == Bonus::Ps { 6 * i32::from(self.bonus) } else { 0 };
        self.breaks_from = (i32::from(BREAKS_FROM) - wider).max(1) as u8;
        self.damage = own.0 - self.shortfall + self.bonus;
        self.ranged_damage = own.1 - self.shortfall + self.ranged_bonus;
    }
}

/// `DQ-434` The size of a figure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, FromValue, ToValue)]
#[value(rename_all = "lowercase")]
pub enum Size {
    /// Smaller than a human.
    Small,
    /// Of human size.
    #[default]
    Human,
    /// Larger.
    Large,
}

/// Which hand is the better one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, FromValue, ToValue)]
#[value(rename_all = "lowercase")]
pub enum Handedness {
    /// The right one.
    #[default]
    Right,
    /// The left one.
    Left,
    /// Neither: no penalty for the off hand (`DQ-R14`).
    Ambi,
}

/// A character or creature.
#[derive(Debug, Clone, PartialEq)]
pub struct Sheet {
    /// The name.
    pub name: String,
    /// Physical strength.
    pub ps: u8,
    /// Manual dexterity.
    pub md: u8,
    /// Agility.
    pub ag: u8,
    /// Agility, the armor's modifier included, at least 1 (`DQ-003`).
    pub mod_ag: u8,
    /// Original Endurance.
    pub en: u8,
    /// Original Fatigue.
    pub ft: u8,
    /// Willpower.
    pub wp: u8,
    /// Perception.
    pub pc: u8,
    /// Magical aptitude.
    pub ma: u8,
    /// Hexes a pulse.
    pub tmr: u8,
    /// Rank as a Military Scientist.
    pub mil_sci: u8,
    /// Horsemanship Rank.
    pub horsemanship: u8,
    /// An assassin handles poison safely (`DQ-613`).
    pub assassin: bool,
    /// Its size.
    pub size: Size,
    /// The number of hexes that it covers.
    pub hexes: u8,
    /// A monster (`DQ-519`).
    pub monster: bool,
    /// It can carry a rider.
    pub mount: bool,
    /// It has hands.
    pub has_hands: bool,
    /// Which hand is the better one.
    pub handedness: Handedness,
    /// Protection of the armor.
    pub armor: u8,
    /// Natural protection.
    pub natural_armor: u8,
    /// The chance of a Passive Resistance (`DQ-R21`).
    pub resistance: u8,
    /// By arm: items, hands, kick, natural attacks.
    pub arms: Vec<Item>,
    /// The number of its items.
    pub items: u8,
    /// Unarmed Rank; `None` for unranked.
    pub unarmed_rank: Option<u8>,
    /// Spells and Talents.
    pub spells: Vec<Spell>,
    /// Some of them are Talents.
    pub talented: bool,
    /// Its breath (`DQ-R51`).
    pub breath: Option<Breath>,
    /// The poisons that it carries, by their numbers.
    pub poisons: u8,
    /// The damage of each arm before shortfall and bonus: melee, ranged.
    pub plain_damage: Vec<(i8, i8)>,
}

impl Sheet {
    /// The arm of a name: an item, `bare hands`, `kick`, a natural attack.
    pub fn find_arm(&self, name: &str) -> Option<Arm> {
        let at = self.arms.iter().position(|arm| !arm.name.is_empty() && plain(&arm.name) == plain(name));
        at.map(|at| Arm(at as u16))
    }

    /// Its natural attacks, by arm.
    #[inline]
    pub fn naturals(&self) -> impl DoubleEndedIterator<Item = Arm> + use<> {
        (NATURAL..self.arms.len() as u16).map(Arm)
    }

    /// Whether it has natural attacks.
    #[inline]
    pub fn has_naturals(&self) -> bool {
        self.arms.len() > usize::from(NATURAL)
    }

    /// Its own items, by arm.
    #[inline]
    pub fn own_items(&self) -> impl Iterator<Item = Arm> + Clone + use<> {
        (0..self.items).map(Arm::own)
    }

    /// `DQ-516` Counts the optional damage bonuses, or leaves them out.
    pub fn with_bonuses(&mut self, allowed: bool) {
        for (item, plain) in self.arms.iter_mut().zip(&self.plain_damage) {
            item.with_bonus(self.ps, allowed, *plain);
        }
    }
}

impl Sheet {
    /// Whether it carries a poison of that number.
    pub const fn has_poison(&self, poison: u8) -> bool {
        poison < 8 && self.poisons & 1 << poison != 0
    }
}

/// `DQ-R22` The effect of resistance on a spell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, FromValue, ToValue)]
pub enum Resist {
    /// Nothing: there is none.
    None,
    /// It halves the damage.
    Halves,
    /// It makes the spell nothing.
    Negates,
}

/// `DQ-R22` A spell or a Talent, as its owner casts it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spell {
    /// Its name.
    pub name: String,
    /// The Fatigue that it costs.
    pub cost: u8,
    /// Range in hexes.
    pub range: u8,
    /// Added to D10; `None` for no damage.
    pub damage: Option<i8>,
    /// Purely magical: armor does not count (`DQ-509`).
    pub magical: bool,
    /// It stuns.
    pub stuns: bool,
    /// The effect of resistance.
    pub resist: Resist,
    /// The cast chance in percent.
    pub chance: u8,
    /// A Talent: no preparation, and beside the action (`DQ-356`).
    pub talent: bool,
}

/// `DQ-R51` A breath that reaches everybody on a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, FromValue)]
pub struct Breath {
    /// Added to D10, -10 to 60.
    #[value(range = -10..=60)]
    pub damage: i8,
    /// Range in hexes, 1 to 60. Default: 6.
    #[value(default = 6, range = 1..=60)]
    pub range: u8,
}
