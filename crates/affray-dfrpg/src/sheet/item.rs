//! Items and the modes of attack that they give.

use super::{DamageType, Level, MOST_ITEMS, Skill};
use affray_files::value::{FromValue, ToValue};
use affray_kernel::referee::CombatantId;

pub(super) use affray_3d6::damage::Damage;

/// How good a weapon is made (`DF-R18`, `DF-R19`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, FromValue, ToValue)]
pub enum Quality {
    /// Breaks easily.
    Cheap,
    /// As made by any smith.
    #[default]
    Normal,
    /// Fine.
    Fine,
    /// Very fine.
    VeryFine,
}

/// What an object is made of (`DF-R22`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, FromValue, ToValue)]
pub enum Material {
    /// A sword: damage resistance 6.
    #[default]
    Metal,
    /// An axe with its shaft: 4.
    WoodAndMetal,
    /// A staff, a bow, a shield: 2.
    Wood,
    /// A whip, a cloak; rope, cloth or leather: 1.
    Rope,
}

/// Where an item is when the fight begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Start {
    /// Held in that hand; 0 is the main hand.
    Hand(u8),
    /// Held in hands 0 and 1.
    Both,
    /// Strapped to or wrapped around the arm of that hand: shields and cloaks.
    Arm(u8),
    /// Carried, to be drawn.
    Sheathed,
}

impl Start {
    /// The hands that it takes, as bits.
    pub const fn hands(self) -> u8 {
        match self {
            Self::Hand(hand) | Self::Arm(hand) => 1 << hand,
            Self::Both => 0b11,
            Self::Sheathed => 0,
        }
    }
}

/// What an item is to the rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, FromValue, ToValue)]
pub enum ItemKind {
    /// Strikes in melee (and may be thrown).
    Melee,
    /// Shoots, or is only thrown.
    Ranged,
    /// A shield, strapped to an arm.
    Shield,
    /// A cloak, wrapped around an arm.
    Cloak,
    /// Anything else that is carried.
    Gear,
}

impl ItemKind {
    /// Strapped to an arm: it stays there whatever the hand lets go (`DF-R33`).
    pub const fn is_strapped(self) -> bool {
        matches!(self, Self::Shield | Self::Cloak)
    }
}

/// An item as a combatant names it: one of its own by its place in `Sheet::items`, or one of another's sheet
/// (`DF-R116`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ItemId(pub u16);

/// The first number of what is another's.
pub(crate) const ANOTHERS: u16 = 256;

impl ItemId {
    /// No item.
    pub const NONE: Self = Self(u8::MAX as u16);

    /// An item of one's own sheet.
    #[inline]
    pub const fn own(item: u8) -> Self {
        Self(item as u16)
    }

    /// An item of somebody's sheet, as `who` names it.
    #[inline]
    pub const fn of(who: CombatantId, owner: CombatantId, item: u8) -> Self {
        if who.0 == owner.0 {
            return Self::own(item);
        }
        Self(ANOTHERS + MOST_ITEMS as u16 * owner.0 as u16 + item as u16)
    }

    /// Whose item it is, and which one on that sheet; `None` for none.
    #[inline]
    pub const fn thing(self, who: CombatantId) -> Option<(CombatantId, u8)> {
        match self.0 {
            own if own < Self::NONE.0 => Some((who, own as u8)),
            other if other < ANOTHERS => None,
            other => {
                let number = other - ANOTHERS;
                // More than that is no combatant's number either.
                let owner = number / MOST_ITEMS as u16;
                let owner = if owner < 255 { owner as u8 } else { 255 };
                Some((CombatantId(owner), (number % MOST_ITEMS as u16) as u8))
            }
        }
    }

    /// As a place in `Sheet::items`.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Whether it is an item of another's sheet.
    #[inline]
    pub const fn is_anothers(self) -> bool {
        self.0 >= ANOTHERS
    }
}

impl From<ItemId> for usize {
    fn from(item: ItemId) -> Self {
        item.index()
    }
}

/// The most modes of one item.
pub(crate) const MOST_MODES: usize = 8;

/// One thing that is carried and can be held.
#[derive(Debug, Clone, PartialEq)]
pub struct Item {
    /// Its name on the sheet, unique there.
    pub name: String,
    /// What it is.
    pub kind: ItemKind,
    /// Hands that it takes, 1 or 2.
    pub hands: u8,
    /// Weight in tenths of a pound, rounded to the nearest (a half up).
    pub weight: i32,
    /// How good it is.
    pub quality: Quality,
    /// Fencing weapon, `F`.
    pub fencing: bool,
    /// Unbalanced weapon, `U`.
    pub unbalanced: bool,
    /// Unready after each attack, unless its wielder is strong enough (`DF-R13`; already decided).
    pub unwieldy: bool,
    /// The parry modifier; `None` for what cannot parry.
    pub parry: Option<i16>,
    /// The skill score with which it parries or blocks, minimum ST counted.
    pub score: i16,
    /// That skill.
    pub skill: Skill,
    /// Defense bonus of a shield or cloak.
    pub db: i16,
    /// Changing the reach for which it is held takes a Ready maneuver.
    pub reach_needs_ready: bool,
    /// Modifiers that an opponent has to parry or to block it, 0 to -4.
    pub parryable: i16,
    /// See `parryable`.
    pub blockable: i16,
    /// Shots that it holds, for missile weapons; 0 for what needs none.
    pub shots: u8,
    /// Ready maneuvers that a reload takes.
    pub reload: u8,
    /// Can be braced (`DF-077`).
    pub crossbow: bool,
    /// Distance penalty of spells that it cancels: baton 1, staff 2 (`DF-425`, `DF-426`).
    pub spell_focus: u8,
    /// Hit points as an object (`DF-R22`).
    pub hp: i16,
    /// Damage resistance as an object.
    pub dr: i16,
    /// Fast-Draw score for this kind of item, if trained (`DF-R98`).
    pub fast_draw: Option<i16>,
    /// Weapon Master counts for it.
    pub mastered: bool,
    /// Where it is when the fight begins.
    pub start: Start,
}

impl Item {
    /// `DF-257` Whether it can parry at all.
    pub fn can_parry(&self) -> bool {
        self.parry.is_some() && !self.kind.is_strapped()
    }
}

/// What kind of attack a mode is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, FromValue, ToValue)]
pub enum ModeKind {
    /// With a weapon in hand, swung.
    Swing,
    /// With a weapon in hand, thrust.
    Thrust,
    /// Shot from a weapon.
    Missile,
    /// The weapon itself is thrown.
    Thrown,
    /// Unarmed, with a hand.
    Punch,
    /// Unarmed, with a foot.
    Kick,
    /// With teeth or horns, or with the whole body.
    Bite,
    /// With a tail.
    Tail,
}

impl ModeKind {
    /// Whether range rules hold instead of reach.
    pub const fn is_ranged(self) -> bool {
        matches!(self, Self::Missile | Self::Thrown)
    }
    /// Whether no weapon is used.
    pub const fn is_unarmed(self) -> bool {
        matches!(self, Self::Punch | Self::Kick | Self::Bite | Self::Tail)
    }
}

/// One way of attacking, with every number of the sheet worked in.
#[derive(Debug, Clone, PartialEq)]
pub struct Mode {
    /// Its name, such as `swing`; with the item's name unique on the sheet.
    pub name: String,
    /// The item that is used; none for unarmed attacks.
    pub item: Option<ItemId>,
    /// What kind of attack it is.
    pub kind: ModeKind,
    /// The skill that is used.
    pub skill: Skill,
    /// The score before any modifier of the moment, `bonus` included; minimum ST and a kick's -2 are not in it.
    pub score: i16,
    /// `DF-R125` The bonus to the skill that the sheet states.
    pub bonus: i16,
    /// `DF-033` The ST that it takes to handle the weapon, 1 where anybody can.
    pub min_st: i16,
    /// Points of ST below the weapon's minimum (`DF-033`): subtracted from the score.
    pub st_short: i16,
    /// Damage, ST worked in.
    pub damage: Damage,
    /// `DF-028` What ST has of its adds.
    pub strength: i16,
    /// ST gives the damage of a swing; else that of a thrust, or nothing.
    pub swings: bool,
    /// `DF-036` One of the blows that a body has of itself, with no damage of its own on the sheet.
    pub is_unarmed: bool,
    /// Its type.
    pub damage_type: DamageType,
    /// `DF-338` An area attack, such as a cone.
    pub area: bool,
    /// Reaches as bits: bit 0 for C, bit 1 for one hex and so on. 0 for ranged modes.
    pub reach: u16,
    /// Armor divisor as a fraction: 2 is (2, 1), one half is (1, 2).
    pub divisor: (u8, u8),
    /// Accuracy.
    pub acc: i16,
    /// Half-damage range in yards, 0 for none.
    pub half_range: i16,
    /// Maximum range in yards.
    pub max_range: i16,
    /// Bulk, 0 to -12.
    pub bulk: i16,
}

impl Mode {
    /// The skill as it is with this weapon, lack of ST worked in, without the bonus that the sheet states.
    pub fn level(&self) -> Level {
        Level { score: self.score - self.bonus - self.st_short, name: self.skill.name() }
    }
}
