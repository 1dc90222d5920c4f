//! The fixed part of a combatant: its sheet, compiled.
//!
//! Ledger 1.3 and 1.4. Whatever follows from the sheet alone (attack bonuses, damage bonuses, reach)
//! is worked out once, by [`Sheet::compile`].

use affray_files::value::{FromValue, ToValue};
use affray_kernel::dice::Dice;
use affray_kernel::tally::Tally;

/// The most items of one sheet, its fists among them.
pub const MOST_ITEMS: usize = 24;

/// The most spells of one sheet.
pub const MOST_SPELLS: usize = 24;

/// The most powers with uses per day of one sheet.
pub const MOST_POWERS: usize = 4;

/// The item that everybody has: fists and feet (`OB-083`).
pub const UNARMED: u8 = 0;

/// An ability score. The score itself is the modifier.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, FromValue, ToValue)]
#[value(rename_all = "UPPERCASE")]
#[allow(missing_docs, reason = "the usual six")]
pub enum Ability {
    Str,
    Dex,
    Con,
    Int,
    Wis,
    Cha,
}

impl Ability {
    /// Its name, as sheets spell it.
    pub const fn name(self) -> &'static str {
        ["STR", "DEX", "CON", "INT", "WIS", "CHA"][self as usize]
    }
}

/// A saving throw.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, FromValue, ToValue)]
#[value(rename_all = "lowercase")]
pub enum Save {
    /// Fortitude, with CON.
    Fort,
    /// Reflex, with DEX.
    Ref,
    /// Will, with WIS.
    Will,
}

impl Save {
    /// The ability that is added to it.
    pub const fn ability(self) -> Ability {
        match self {
            Self::Fort => Ability::Con,
            Self::Ref => Ability::Dex,
            Self::Will => Ability::Wis,
        }
    }
    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Fort => "Fortitude",
            Self::Ref => "Reflex",
            Self::Will => "Will",
        }
    }
}

/// A skill.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, FromValue, ToValue)]
#[value(rename_all = "snake_case")]
pub enum Skill {
    /// With STR.
    Athletics,
    /// With DEX.
    Acrobatics,
    /// With CHA.
    Bluff,
    /// With WIS.
    Sense,
    /// With WIS.
    FirstAid,
    /// With WIS.
    Ride,
}

impl Skill {
    /// The ability that is added to it.
    pub const fn ability(self) -> Ability {
        match self {
            Self::Athletics => Ability::Str,
            Self::Acrobatics => Ability::Dex,
            Self::Bluff => Ability::Cha,
            Self::Sense | Self::FirstAid | Self::Ride => Ability::Wis,
        }
    }

    /// `OB-227` `OB-226` The skill of an Overrun or an escape: Athletics, or Acrobatics.
    pub const fn of_body(acrobatics: bool) -> Self {
        if acrobatics { Self::Acrobatics } else { Self::Athletics }
    }

    /// Its name, as the ledger spells it.
    pub const fn name(self) -> &'static str {
        ["Athletics", "Acrobatics", "Bluff", "Sense", "First Aid", "Ride"][self as usize]
    }
}

/// `OB-R59` The sizes, smallest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, FromValue, ToValue)]
#[value(rename_all = "lowercase")]
#[allow(missing_docs, reason = "the ladder of sizes")]
pub enum Size {
    Tiny,
    Small,
    #[default]
    Medium,
    Large,
    Huge,
    Gargantuan,
    Colossal,
}

impl Size {
    /// The side of the largest, in meters.
    pub const LARGEST: u8 = Self::Colossal.side();

    /// `OB-R59` The side of the square that it takes, in meters.
    pub const fn side(self) -> u8 {
        match self {
            Self::Tiny | Self::Small | Self::Medium => 1,
            Self::Large => 2,
            Self::Huge => 3,
            Self::Gargantuan => 4,
            Self::Colossal => 6,
        }
    }

    /// `OB-068` Its reach without a long weapon: half its side, rounded up.
    pub const fn reach(self) -> u8 {
        self.side().div_ceil(2)
    }

    /// How many steps of the ladder it is above another.
    pub const fn above(self, other: Self) -> i32 {
        self as i32 - other as i32
    }
}

/// The use of a weapon apart from striking in melee.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, FromValue, ToValue)]
#[value(rename_all = "snake_case")]
pub enum Kind {
    /// For melee only.
    #[default]
    Melee,
    /// For melee, and to be thrown.
    Thrown,
    /// A bow (`OB-176`).
    Bow,
    /// A composite bow (`OB-175`).
    CompositeBow,
    /// A crossbow (`OB-177`).
    Crossbow,
}

impl Kind {
    /// `OB-179` Whether it strikes in melee.
    pub const fn strikes(self) -> bool {
        matches!(self, Self::Melee | Self::Thrown)
    }
    /// Whether it shoots or is thrown.
    pub const fn flies(self) -> bool {
        !matches!(self, Self::Melee)
    }
}

/// A weapon, with the numbers that follow from its owner's sheet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Weapon {
    /// Its weapon list.
    pub list: String,
    /// Its dice.
    pub dice: Dice,
    /// `OB-131` to `OB-136` The least sum of its dice that explodes; 0 for never.
    pub explodes: u8,
    /// Hands that it needs.
    pub hands: u8,
    /// Light.
    pub light: bool,
    /// `OB-067` Long: a meter more of reach, and a penalty under 2 m.
    pub long: bool,
    /// `OB-080` Versatile.
    pub versatile: bool,
    /// `OB-240` Can be set against a charge.
    pub brace: bool,
    /// `OB-082` Made to do nonlethal damage.
    pub nonlethal: bool,
    /// Its use apart from striking.
    pub kind: Kind,
    /// Range increment in meters.
    pub range: u8,
    /// `OB-R25` It stays in the hand when it is used at range: a sling.
    pub stays: bool,
    /// `OB-175` The most STR that a composite bow adds.
    pub composite_cap: Option<i8>,
    /// Magic bonus.
    pub magic: i8,
    /// Part of the body: claws, teeth, fists. It is always in hand and takes none.
    pub natural: bool,
    /// `OB-084` The owner knows its list.
    pub known: bool,
    /// `OB-073` The list bonus to attack rolls.
    pub list_ar: i8,
    /// `OB-125` The list bonus to damage.
    pub list_dmg: i8,
    /// `OB-068` Its reach in meters; 0 of a launcher.
    pub reach: u8,
}

/// A potion.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Potion {
    /// Dice of healing.
    pub dice: Dice,
    /// Added to them.
    pub plus: i8,
}

/// A kind of item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ItemKind {
    /// A weapon.
    Weapon(Weapon),
    /// `OB-119` A shield: Defense and magic.
    Shield {
        /// Its Defense.
        def: i8,
        /// Its magic.
        magic: i8,
    },
    /// A potion.
    Potion(Potion),
    /// Something else.
    Gear,
}

/// The place of an item on its owner.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, FromValue, ToValue)]
pub enum Place {
    /// In a hand or in both: see `Fighter::hands`.
    Held,
    /// Sheathed, to be drawn.
    #[default]
    Sheathed,
    /// At the belt.
    Belt,
    /// In the backpack.
    Pack,
    /// On the ground, or gone.
    Away,
}

/// An item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    /// Its name.
    pub name: String,
    /// Its kind.
    pub kind: ItemKind,
    /// Where it is at first.
    pub place: Place,
}

impl Item {
    /// The weapon that it is.
    pub fn weapon(&self) -> Option<&Weapon> {
        match &self.kind {
            ItemKind::Weapon(weapon) => Some(weapon),
            _ => None,
        }
    }
}

/// A weapon list that a combatant knows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KnownList {
    /// Its name.
    pub name: String,
    /// Added to attack rolls.
    pub ar: i8,
    /// Added to damage.
    pub dmg: i8,
}

/// A power or an item with uses per day (`OB-344`).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Power {
    /// Its name.
    pub name: String,
    /// Uses left at first.
    pub left: u8,
    /// Uses a day.
    pub most: u8,
}

/// How a spell works (`OB-310`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, FromValue, ToValue)]
#[value(rename_all = "snake_case")]
pub enum SpellMode {
    /// By an attack roll.
    Attack,
    /// By an attack roll that only has to touch.
    TouchAttack,
    /// A save halves the damage.
    SaveHalf,
    /// A save averts it all.
    SaveNegates,
    /// It heals.
    Heal,
    /// It works without a roll.
    Auto,
}

/// The price of a spell (`OB-311`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SpellCost {
    /// Normal Actions, 1 to 3.
    Actions(u8),
    /// The Immediate.
    Immediate,
}

/// A spell (`OB-310`).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spell {
    /// Its name.
    pub name: String,
    /// Its level, 0 to 9.
    pub level: u8,
    /// Its price.
    pub cost: SpellCost,
    /// Its range in meters; 0 for touch.
    pub range: u8,
    /// The radius of its area; 0 for one target.
    pub radius: u8,
    /// How it works.
    pub mode: SpellMode,
    /// The save against it.
    pub save: Save,
    /// Its dice; none for an effect without.
    pub dice: Option<Dice>,
    /// Added to them.
    pub plus: i8,
    /// Whether the casting ability is added too.
    pub plus_ability: bool,
    /// The condition that it brings, and for how many rounds.
    pub condition: Option<(crate::state::Condition, u8)>,
}

impl Spell {
    /// Whether it is for friends: it heals, or brings only a condition that helps (`OB-267`).
    pub fn helps(&self) -> bool {
        let likes = matches!(self.condition, Some((crate::state::Condition::Invisible, _)));
        self.mode == SpellMode::Heal || likes && self.dice.is_none() && !self.mode.attacks()
    }
}

/// A compiled sheet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sheet {
    /// The name.
    pub name: String,
    /// STR, DEX, CON, INT, WIS, CHA.
    pub abilities: [i8; 6],
    /// Base attack bonus.
    pub bab: i8,
    /// Caster level.
    pub cl: i8,
    /// The ability that spells go by.
    pub cast_ability: Ability,
    /// Added to the save DC of spells.
    pub adept: i8,
    /// Magic points.
    pub mp: i16,
    /// Hit points at the most, before any loss of that maximum.
    pub hp: i16,
    /// Base saves: Fortitude, Reflex, Will.
    pub saves: [i8; 3],
    /// Ranks: Athletics, Acrobatics, Bluff, Sense, First Aid, Ride.
    pub ranks: [i8; 6],
    /// Personal talents, added to attack rolls.
    pub skill_ar: i8,
    /// Added to damage.
    pub skill_dmg: i8,
    /// Added to Defense.
    pub skill_def: i8,
    /// Added to initiative.
    pub skill_init: i8,
    /// The lists that it knows.
    pub lists: Vec<KnownList>,
    /// Its size.
    pub size: Size,
    /// Its base move in meters.
    pub move_: u8,
    /// Sees in dim light (`OB-106`).
    pub low_light: bool,
    /// Sees in darkness (`OB-106`).
    pub darkvision: bool,
    /// Makes opportunity attacks where only some do (`OB-237`).
    pub opportunist: bool,
    /// It threatens without a weapon in hand (`OB-069`).
    pub natural_weapon: bool,
    /// How far it threatens without a weapon in hand; 0 for not at all. Compiled.
    pub natural_reach: u8,
    /// Taken off each damage total (`OB-138`).
    pub reduction: u8,
    /// Worn armor: Defense and magic.
    pub armor: (i8, i8),
    /// Its items; the first are its fists. Behind its own stand those that others bring into the fight.
    pub items: Vec<Item>,
    /// How many of the items are its own.
    pub own: u8,
    /// Its spells.
    pub spells: Vec<Spell>,
    /// Its powers.
    pub powers: Vec<Power>,
    /// It has something to use its Immediate for after an attack: a potion, or a spell of that price
    /// (`OB-243`). Compiled.
    pub has_quick: bool,
}

impl Sheet {
    /// An ability score.
    #[inline]
    pub const fn ability(&self, ability: Ability) -> i32 {
        self.abilities[ability as usize] as i32
    }
    /// A base save.
    pub const fn save(&self, save: Save) -> i32 {
        self.saves[save as usize] as i32
    }
    /// The rank of a skill.
    pub const fn rank(&self, skill: Skill) -> i32 {
        self.ranks[skill as usize] as i32
    }
    /// An item.
    pub fn item(&self, item: u8) -> Option<&Item> {
        self.items.get(item as usize)
    }
    /// The weapon that an item is; the fists where it is none.
    #[inline]
    pub fn weapon(&self, item: u8) -> &Weapon {
        match self.items.get(item as usize).map(|item| &item.kind) {
            Some(ItemKind::Weapon(weapon)) => weapon,
            _ => self.fists(),
        }
    }
    /// `OB-083` The fists.
    fn fists(&self) -> &Weapon {
        match &self.items[UNARMED as usize].kind {
            ItemKind::Weapon(weapon) => weapon,
            // `compile` puts them there.
            _ => unreachable!("the first item is the fists"),
        }
    }

    /// Works out the numbers of every weapon that follow from the sheet alone, and puts the fists in front.
    pub fn compile(&mut self) {
        let fists = Item { name: "unarmed".to_owned(), kind: ItemKind::Weapon(unarmed()), place: Place::Held };
        self.items.insert(UNARMED as usize, fists);
        self.own = self.items.len() as u8;
        let mut items = std::mem::take(&mut self.items);
        for item in &mut items {
            if let ItemKind::Weapon(weapon) = &mut item.kind {
                self.fit(weapon);
            }
        }
        self.items = items;
        self.has_quick = self.items.iter().any(|item| matches!(item.kind, ItemKind::Potion(_)))
            || self.spells.iter().any(|spell| spell.cost == SpellCost::Immediate);
        let grown = self.items.iter().skip(1).filter_map(Item::weapon).filter(|weapon| weapon.natural);
        let grown = grown.map(|weapon| weapon.reach).max();
        self.natural_reach = grown.unwrap_or(if self.natural_weapon { self.size.reach() } else { 0 });
    }
}

impl Sheet {
    /// `OB-073` `OB-084` `OB-R24` Works out the numbers of a weapon that follow from this sheet.
    pub fn fit(&self, weapon: &mut Weapon) {
        let list = self.lists.iter().find(|list| list.name.eq_ignore_ascii_case(&weapon.list));
        // OB-084: simple and natural weapons are known to all.
        weapon.known = weapon.natural || list.is_some() || weapon.list.eq_ignore_ascii_case("simple");
        weapon.list_ar = list.map_or(0, |list| list.ar);
        weapon.list_dmg = list.map_or(0, |list| list.dmg);
        weapon.reach = if weapon.kind.strikes() { self.size.reach() + u8::from(weapon.long) } else { 0 };
    }

    /// `OB-125` `OB-126` `OB-146` The damage of a weapon whose dice show that sum, before the target's reduction.
    pub fn damage<T: Tally>(&self, weapon: &Weapon, off_hand: bool, dice: i32) -> T {
        let strength = self.abilities[Ability::Str as usize];
        let mut damage = T::base(rule!("OB-125").named("dice"), dice);
        if off_hand {
            damage.add(rule!("OB-146"), halved(strength).into());
        } else {
            damage.add(rule!("OB-126").named("STR"), strength_part(weapon, strength).into());
        }
        damage.add(rule!("OB-125").named("list"), weapon.list_dmg.into());
        damage.add(rule!("OB-125").named("skill"), self.skill_dmg.into());
        damage.add(rule!("OB-075"), weapon.magic.into());
        damage
    }
}

/// `OB-146` `OB-R45` Half of STR, rounded down; a negative one counts in full.
pub const fn halved(strength: i8) -> i8 {
    if strength < 0 { strength } else { strength / 2 }
}

/// `OB-126` `OB-175` `OB-176` `OB-177` `OB-178` The part of STR in a weapon's damage in the main hand.
pub const fn strength_part(weapon: &Weapon, strength: i8) -> i8 {
    match weapon.kind {
        Kind::Melee | Kind::Thrown => strength,
        Kind::Bow | Kind::Crossbow => 0,
        Kind::CompositeBow => match weapon.composite_cap {
            Some(cap) if cap < strength => cap,
            _ => strength,
        },
    }
}

/// `OB-131` `OB-133` `OB-134` `OB-135` `OB-136` `OB-R38` The least sum of weapon dice that explodes, 0 for never.
/// `edx` is the mark of the weapon.
pub fn explosion(dice: Dice, edx: Option<u8>) -> u8 {
    match dice.highest() {
        ..=6 => 0,
        highest => edx.unwrap_or(u8::try_from(highest).unwrap_or(u8::MAX)),
    }
}

/// `OB-083` `OB-R29` Fists and feet: 1d3, nonlethal, light, known to all.
fn unarmed() -> Weapon {
    Weapon {
        list: String::new(),
        dice: Dice { number: 1, sides: 3 },
        explodes: 0,
        hands: 1,
        light: true,
        long: false,
        versatile: false,
        brace: false,
        nonlethal: true,
        kind: Kind::Melee,
        range: 0,
        stays: false,
        composite_cap: None,
        magic: 0,
        natural: true,
        known: true,
        list_ar: 0,
        list_dmg: 0,
        reach: 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strength_in_the_off_hand() {
        for (strength, part) in [(4, 2), (3, 1), (1, 0), (-1, -1), (-3, -3)] {
            assert_eq!(halved(strength), part, "OB-E32: STR {strength}");
        }
    }

    #[test]
    fn strength_at_range() {
        let with = |kind, composite_cap| Weapon { kind, composite_cap, ..unarmed() };
        for (kind, cap, strength, part) in [
            (Kind::Bow, None, 4, 0),
            (Kind::Crossbow, None, 4, 0),
            (Kind::CompositeBow, Some(2), 4, 2),
            (Kind::CompositeBow, None, 4, 4),
            (Kind::Thrown, None, 4, 4),
            (Kind::Bow, None, -1, 0),
            (Kind::CompositeBow, None, -1, -1),
            (Kind::Thrown, None, -1, -1),
        ] {
            assert_eq!(strength_part(&with(kind, cap), strength), part, "OB-E55: {kind:?} {cap:?} {strength}");
        }
    }

    #[test]
    fn what_explodes() {
        let dice = |number, sides| Dice { number, sides };
        assert_eq!(explosion(dice(1, 6), None), 0, "OB-E21");
        assert_eq!(explosion(dice(2, 6), None), 12, "OB-E22");
        assert_eq!(explosion(dice(2, 4), None), 8, "OB-E22");
        assert_eq!(explosion(dice(1, 10), Some(9)), 9, "OB-E23");
    }

    #[test]
    fn reaches() {
        use Size::*;
        for (size, reach) in [(Tiny, 1), (Medium, 1), (Large, 1), (Huge, 2), (Gargantuan, 2), (Colossal, 3)] {
            assert_eq!(size.reach(), reach, "OB-R22: {size:?}");
        }
    }
}
