//! The sheet file: a character or creature as people write it, and how it is compiled.
//!
//! Ledger 1.3. Everything out of range is refused (`OB-I34`).

use crate::sheet::{
    Ability, Item, ItemKind, Kind, KnownList, MOST_ITEMS, MOST_POWERS, MOST_SPELLS, Place, Potion, Power, Save, Sheet,
    Size, Skill, Spell, SpellCost, SpellMode, Weapon, explosion,
};
use crate::state::Condition;
use affray_files::sheets::{SheetText, Shelf};
use affray_files::value::FromValue;
use affray_files::{Diagnostic, Diagnostics, Path};
use affray_kernel::dice::Dice;
use std::collections::BTreeMap;

/// A sheet, as a file states it.
#[derive(Debug, Clone, PartialEq, FromValue)]
pub struct SheetFile {
    /// The name.
    pub name: String,
    /// The ability scores, -5 to 15; those left out are 0. The score is the modifier.
    #[value(default)]
    pub abilities: BTreeMap<AbilityKey, i64>,
    /// Base attack bonus, 0 to 30.
    #[value(default)]
    pub bab: i64,
    /// Caster level, 0 to 30. Default: 0, no magic.
    #[value(default)]
    pub cl: i64,
    /// The ability that spells go by: INT, WIS or CHA. Default: INT.
    pub cast_ability: Option<AbilityKey>,
    /// Added to the save DC of spells, 0 to 20.
    #[value(default)]
    pub adept: i64,
    /// Magic points at the most, 0 to 200.
    #[value(default)]
    pub mp: i64,
    /// Hit points at the most, 1 to 1000.
    pub hp: i64,
    /// Base values of the saves, 0 to 30.
    #[value(default)]
    pub saves: SavesFile,
    /// Ranks of skills, 0 to 30.
    #[value(default)]
    pub skills: SkillsFile,
    /// Personal talents, -10 to 20: to attack rolls.
    #[value(default)]
    pub skill_ar: i64,
    /// To damage.
    #[value(default)]
    pub skill_dmg: i64,
    /// To Defense.
    #[value(default)]
    pub skill_def: i64,
    /// To initiative.
    #[value(default)]
    pub skill_init: i64,
    /// The weapon lists that it knows, with their bonuses.
    #[value(default)]
    pub lists: BTreeMap<String, ListFile>,
    /// The size. Default: medium.
    #[value(default)]
    pub size: Size,
    /// Base move in meters, 0 to 60. Default: 9.
    #[value(rename = "move")]
    pub move_: Option<i64>,
    /// Sees in dim light.
    #[value(default)]
    pub low_light: bool,
    /// Sees in darkness.
    #[value(default)]
    pub darkvision: bool,
    /// Makes opportunity attacks where only some do. Default: true.
    pub opportunist: Option<bool>,
    /// Taken off each damage total, 0 to 50.
    #[value(default)]
    pub damage_reduction: i64,
    /// It threatens without a weapon in hand.
    #[value(default)]
    pub natural_weapon: bool,
    /// The armor that it wears.
    pub armor: Option<ArmorFile>,
    /// Its weapons. The first that is not said to be elsewhere is in the main hand.
    #[value(default)]
    pub weapon: Vec<WeaponFile>,
    /// Its shields. The first is in the off hand, if that is free.
    #[value(default)]
    pub shield: Vec<ShieldFile>,
    /// Its potions.
    #[value(default)]
    pub potion: Vec<PotionFile>,
    /// Its spells.
    #[value(default)]
    pub spell: Vec<SpellFile>,
    /// Powers and items with uses per day, at most 4.
    #[value(default)]
    pub day_power: Vec<PowerFile>,
}

/// An ability, as a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, FromValue)]
#[value(rename_all = "UPPERCASE")]
#[allow(missing_docs, reason = "the usual six")]
pub enum AbilityKey {
    Str,
    Dex,
    Con,
    Int,
    Wis,
    Cha,
}

impl AbilityKey {
    const fn ability(self) -> Ability {
        match self {
            Self::Str => Ability::Str,
            Self::Dex => Ability::Dex,
            Self::Con => Ability::Con,
            Self::Int => Ability::Int,
            Self::Wis => Ability::Wis,
            Self::Cha => Ability::Cha,
        }
    }
}

/// Base values of saves.
#[derive(Debug, Clone, Default, PartialEq, FromValue)]
#[value(default)]
#[allow(missing_docs, reason = "the three saves")]
pub struct SavesFile {
    pub fort: i64,
    pub r#ref: i64,
    pub will: i64,
}

/// Ranks of skills.
#[derive(Debug, Clone, Default, PartialEq, FromValue)]
#[value(default)]
#[allow(missing_docs, reason = "the six skills")]
pub struct SkillsFile {
    pub athletics: i64,
    pub acrobatics: i64,
    pub bluff: i64,
    pub sense: i64,
    pub first_aid: i64,
    pub ride: i64,
}

/// A weapon list that is known.
#[derive(Debug, Clone, Default, PartialEq, FromValue)]
#[value(default)]
pub struct ListFile {
    /// Added to attack rolls, 0 to 10.
    pub ar: i64,
    /// Added to damage, 0 to 10.
    pub dmg: i64,
}

/// Armor.
#[derive(Debug, Clone, PartialEq, FromValue)]
pub struct ArmorFile {
    /// Its name.
    pub name: String,
    /// Its Defense, 0 to 12.
    pub def: i64,
    /// Its magic, 0 to 5.
    #[value(default)]
    pub magic: i64,
}

/// Where an item is at first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, FromValue)]
#[allow(missing_docs, reason = "named for what they are")]
pub enum Carried {
    MainHand,
    OffHand,
    Sheathed,
    Belt,
    Pack,
}

/// A weapon.
#[derive(Debug, Clone, PartialEq, FromValue)]
pub struct WeaponFile {
    /// Its name.
    pub name: String,
    /// Its weapon list; `Simple` is known to all.
    pub list: String,
    /// Its dice: 1 to 4 dice of 3, 4, 6, 8, 10 or 12 faces.
    pub dice: String,
    /// EDX: the least sum of the dice that explodes, where it is not the highest.
    pub ed: Option<i64>,
    /// Hands that it takes: 1 or 2. Default: 1.
    pub hands: Option<i64>,
    /// Light.
    #[value(default)]
    pub light: bool,
    /// Long.
    #[value(default)]
    pub long: bool,
    /// Versatile.
    #[value(default)]
    pub versatile: bool,
    /// It can be set against a charge.
    #[value(default)]
    pub brace: bool,
    /// It does nonlethal damage.
    #[value(default)]
    pub nonlethal: bool,
    /// Its use apart from striking: melee, thrown, bow, composite_bow, crossbow. Default: melee.
    #[value(default)]
    pub kind: Kind,
    /// The range increment in meters of a weapon that is shot or thrown: 1 to 80.
    pub range: Option<i64>,
    /// It stays in the hand when it is used at range: a sling.
    #[value(default)]
    pub stays: bool,
    /// The most STR that a composite bow adds, 0 to 15.
    pub composite_cap: Option<i64>,
    /// Its magic, 0 to 5.
    #[value(default)]
    pub magic: i64,
    /// It grows on the body and is always at hand.
    #[value(default)]
    pub natural: bool,
    /// Where it is at first. Default: in the main hand if that is free, else sheathed.
    pub carried: Option<Carried>,
}

/// A shield.
#[derive(Debug, Clone, PartialEq, FromValue)]
pub struct ShieldFile {
    /// Its name.
    pub name: String,
    /// Its Defense, 0 to 4.
    pub def: i64,
    /// Its magic, 0 to 5.
    #[value(default)]
    pub magic: i64,
    /// Where it is at first. Default: in the off hand if that is free, else sheathed.
    pub carried: Option<Carried>,
}

/// A potion.
#[derive(Debug, Clone, PartialEq, FromValue)]
pub struct PotionFile {
    /// Its name.
    pub name: String,
    /// Its healing: `1d8+2`.
    pub heal: String,
    /// Where it is at first. Default: at the belt.
    pub carried: Option<Carried>,
}

/// A power with uses per day.
#[derive(Debug, Clone, PartialEq, FromValue)]
pub struct PowerFile {
    /// Its name.
    pub name: String,
    /// Uses a day, 1 to 100.
    pub uses: i64,
    /// Uses left. Default: all.
    pub left: Option<i64>,
}

/// A spell (`OB-310`).
#[derive(Debug, Clone, PartialEq, FromValue)]
pub struct SpellFile {
    /// Its name.
    pub name: String,
    /// Its level, 0 to 9.
    pub level: i64,
    /// Its price in Normal Actions, 1 to 3, or 0 for the Immediate. Default: 2.
    pub cost: Option<i64>,
    /// Its range in meters, 0 (touch) to 200.
    pub range: i64,
    /// The radius of its area, 0 (one target) to 30.
    #[value(default)]
    pub radius: i64,
    /// How it works.
    pub mode: SpellMode,
    /// The save against it. Default: ref.
    pub save: Option<Save>,
    /// Its dice: `5d6`, `1d8+2`. Default: none.
    pub dice: Option<String>,
    /// The casting ability is added to the dice.
    #[value(default)]
    pub plus_ability: bool,
    /// The condition that it brings.
    pub condition: Option<Condition>,
    /// For how many rounds, 1 to 254; 0 until it is removed.
    #[value(default)]
    pub rounds: i64,
}

/// Reads `2d6` or `1d8+2`.
pub fn read_dice(text: &str) -> Option<(Dice, i8)> {
    let text: String = text.split_whitespace().collect();
    let (dice, plus) = match text.find(['+', '-']) {
        Some(at) => (&text[..at], text[at..].parse::<i8>().ok()?),
        None => (text.as_str(), 0),
    };
    let (number, sides) = dice.split_once(['d', 'D'])?;
    let number = if number.is_empty() { 1 } else { number.parse().ok()? };
    let sides = sides.parse().ok()?;
    let known = (1..=10).contains(&number) && [3, 4, 6, 8, 10, 12].contains(&sides);
    known.then_some((Dice { number, sides }, plus))
}

/// A sheet with the items in its owner's hands at first.
#[derive(Debug, Clone, PartialEq)]
pub struct Compiled {
    /// The sheet.
    pub sheet: Sheet,
    /// The items in the hands, main hand first.
    pub hands: [u8; 2],
}

impl SheetText for SheetFile {
    type Sheet = Compiled;

    fn shelf() -> Shelf {
        crate::sheets::SHEETS
    }

    fn compile(&self) -> Result<Compiled, Vec<Diagnostic>> {
        compile(self)
    }
}

/// Compiles a sheet file.
///
/// # Errors
/// Everything that is wrong with it.
pub fn compile(file: &SheetFile) -> Result<Compiled, Vec<Diagnostic>> {
    let root = Path::root();
    let mut wrongs = Diagnostics::default();
    wrongs.name(root.key("name"), &file.name);
    let mut abilities = [0i8; 6];
    for (&key, &score) in &file.abilities {
        let name = format!("{key:?}").to_uppercase();
        abilities[key.ability() as usize] = wrongs.number(root.key("abilities").key(name), score, -5..=15);
    }
    let cast_ability = file.cast_ability.unwrap_or(AbilityKey::Int);
    if !matches!(cast_ability, AbilityKey::Int | AbilityKey::Wis | AbilityKey::Cha) {
        wrongs.add(root.key("cast_ability"), "spells do not go by that", "INT, WIS or CHA");
    }
    let at = |key: &str| root.key(key);
    let saves = at("saves");
    let ranks = at("skills");
    let lists = file
        .lists
        .iter()
        .map(|(name, list)| KnownList {
            name: name.clone(),
            ar: wrongs.number(at("lists").key(name.clone()).key("ar"), list.ar, 0..=10),
            dmg: wrongs.number(at("lists").key(name.clone()).key("dmg"), list.dmg, 0..=10),
        })
        .collect();
    let armor = file.armor.as_ref().map_or((0, 0), |armor| {
        (
            wrongs.number(at("armor").key("def"), armor.def, 0..=12),
            wrongs.number(at("armor").key("magic"), armor.magic, 0..=5),
        )
    });
    let (items, carried) = items(file, &mut wrongs);
    let spells = spells(file, &mut wrongs);
    if file.day_power.len() > MOST_POWERS {
        wrongs.add(at("day_power"), "too many powers", format!("at most {MOST_POWERS}"));
    }
    let powers = (0..)
        .zip(file.day_power.iter().take(MOST_POWERS))
        .map(|(place, power)| {
            let path = at("day_power").index(place);
            let most = wrongs.number(path.key("uses"), power.uses, 1..=100);
            let left = wrongs.number(path.key("left"), power.left.unwrap_or(most), 0..=most);
            Power { name: power.name.clone(), left, most: most as u8 }
        })
        .collect();
    let mut sheet = Sheet {
        name: file.name.clone(),
        abilities,
        bab: wrongs.number(at("bab"), file.bab, 0..=30),
        cl: wrongs.number(at("cl"), file.cl, 0..=30),
        cast_ability: cast_ability.ability(),
        adept: wrongs.number(at("adept"), file.adept, 0..=20),
        mp: wrongs.number(at("mp"), file.mp, 0..=200),
        hp: wrongs.number(at("hp"), file.hp, 1..=1000),
        saves: [
            wrongs.number(saves.key("fort"), file.saves.fort, 0..=30),
            wrongs.number(saves.key("ref"), file.saves.r#ref, 0..=30),
            wrongs.number(saves.key("will"), file.saves.will, 0..=30),
        ],
        ranks: {
            let mut all = [0; 6];
            for (skill, rank, name) in [
                (Skill::Athletics, file.skills.athletics, "athletics"),
                (Skill::Acrobatics, file.skills.acrobatics, "acrobatics"),
                (Skill::Bluff, file.skills.bluff, "bluff"),
                (Skill::Sense, file.skills.sense, "sense"),
                (Skill::FirstAid, file.skills.first_aid, "first_aid"),
                (Skill::Ride, file.skills.ride, "ride"),
            ] {
                all[skill as usize] = wrongs.number(ranks.key(name), rank, 0..=30);
            }
            all
        },
        skill_ar: wrongs.number(at("skill_ar"), file.skill_ar, -10..=20),
        skill_dmg: wrongs.number(at("skill_dmg"), file.skill_dmg, -10..=20),
        skill_def: wrongs.number(at("skill_def"), file.skill_def, -10..=20),
        skill_init: wrongs.number(at("skill_init"), file.skill_init, -10..=20),
        lists,
        size: file.size,
        move_: wrongs.number(at("move"), file.move_.unwrap_or(9), 0..=60),
        low_light: file.low_light,
        darkvision: file.darkvision,
        opportunist: file.opportunist.unwrap_or(true),
        natural_weapon: file.natural_weapon,
        natural_reach: 0,
        reduction: wrongs.number(at("damage_reduction"), file.damage_reduction, 0..=50),
        armor,
        items,
        own: 0,
        spells,
        powers,
        has_quick: false,
    };
    sheet.compile();
    let hands = hands(&mut sheet, &carried, &mut wrongs);
    wrongs.or(Compiled { sheet, hands })
}

/// Weapons, shields and potions, each with where the file puts it and where it stands in the file.
type Carrying = Vec<(Option<Carried>, Path)>;

fn items(file: &SheetFile, wrongs: &mut Diagnostics) -> (Vec<Item>, Carrying) {
    let root = Path::root();
    let (mut items, mut carried) = (Vec::new(), Vec::new());
    for (at, one) in file.weapon.iter().enumerate() {
        let path = root.key("weapon").index(at);
        let weapon = weapon(one, &path, wrongs);
        items.push(Item { name: one.name.clone(), kind: ItemKind::Weapon(weapon), place: Place::Sheathed });
        carried.push((one.carried, path));
    }
    for (at, one) in file.shield.iter().enumerate() {
        let path = root.key("shield").index(at);
        let kind = ItemKind::Shield {
            def: wrongs.number(path.key("def"), one.def, 0..=4),
            magic: wrongs.number(path.key("magic"), one.magic, 0..=5),
        };
        items.push(Item { name: one.name.clone(), kind, place: Place::Sheathed });
        carried.push((one.carried, path));
    }
    for (at, one) in file.potion.iter().enumerate() {
        let path = root.key("potion").index(at);
        let (dice, plus) = read_dice(&one.heal).unwrap_or_else(|| {
            wrongs.add(path.key("heal"), format!("`{}` is no such dice", one.heal), "for example `1d8+2`");
            (Dice::d6(1), 0)
        });
        let kind = ItemKind::Potion(Potion { dice, plus });
        items.push(Item { name: one.name.clone(), kind, place: Place::Belt });
        carried.push((Some(one.carried.unwrap_or(Carried::Belt)), path));
    }
    if items.len() > MOST_ITEMS - 1 {
        wrongs.add(root.key("weapon"), "too many items", format!("at most {} in all", MOST_ITEMS - 1));
        items.truncate(MOST_ITEMS - 1);
        carried.truncate(MOST_ITEMS - 1);
    }
    for (at, item) in items.iter().enumerate() {
        let same = |other: &Item| other.name.eq_ignore_ascii_case(&item.name);
        if item.name.trim().is_empty() || items[..at].iter().any(same) || item.name.eq_ignore_ascii_case("unarmed") {
            wrongs.add(carried[at].1.key("name"), format!("`{}` is no name of its own", item.name), "another name");
        }
    }
    (items, carried)
}

fn weapon(one: &WeaponFile, path: &Path, wrongs: &mut Diagnostics) -> Weapon {
    let dice = match read_dice(&one.dice) {
        Some((dice, 0)) if dice.number <= 4 => dice,
        _ => {
            let hint = "1 to 4 dice of 3, 4, 6, 8, 10 or 12 faces: `1d8`";
            wrongs.add(path.key("dice"), format!("`{}` are no weapon dice", one.dice), hint);
            Dice::d6(1)
        }
    };
    // OB-136: EDX needs a weapon that can roll more than 6.
    let ed = one.ed.and_then(|ed| {
        let (least, most) = (i64::from(dice.number) + 1, i64::from(dice.highest()));
        if most <= 6 {
            wrongs.add(path.key("ed"), format!("{dice} never explodes"), "a weapon that can roll more than 6");
            None
        } else {
            Some(wrongs.number(path.key("ed"), ed, least..=most))
        }
    });
    let hands = wrongs.number(path.key("hands"), one.hands.unwrap_or(1), 1..=2);
    let range = match (one.kind.flies(), one.range) {
        (true, Some(range)) => wrongs.number(path.key("range"), range, 1..=80),
        (true, None) => {
            wrongs.add(path.clone(), "a weapon that is shot or thrown has a range", "range = 20");
            1
        }
        (false, None | Some(0)) => 0,
        (false, Some(_)) => {
            wrongs.add(path.key("range"), "a melee weapon has no range", "kind = \"thrown\", or no range");
            0
        }
    };
    let composite_cap = one.composite_cap.map(|cap| wrongs.number(path.key("composite_cap"), cap, 0..=15));
    if composite_cap.is_some() && one.kind != Kind::CompositeBow {
        wrongs.add(path.key("composite_cap"), "only a composite bow has a cap", "kind = \"composite_bow\"");
    }
    Weapon {
        list: one.list.clone(),
        dice,
        explodes: explosion(dice, ed),
        hands,
        light: one.light,
        long: one.long,
        versatile: one.versatile,
        brace: one.brace,
        nonlethal: one.nonlethal,
        kind: one.kind,
        range,
        stays: one.stays,
        composite_cap,
        magic: wrongs.number(path.key("magic"), one.magic, 0..=5),
        natural: one.natural,
        known: false,
        list_ar: 0,
        damage: 0,
        off_hand_damage: 0,
        reach: 0,
    }
}

fn spells(file: &SheetFile, wrongs: &mut Diagnostics) -> Vec<Spell> {
    let root = Path::root().key("spell");
    if file.spell.len() > MOST_SPELLS {
        wrongs.add(root.clone(), "too many spells", format!("at most {MOST_SPELLS}"));
    }
    let mut spells = Vec::new();
    for (at, one) in file.spell.iter().take(MOST_SPELLS).enumerate() {
        let path = root.index(at);
        let dice = one.dice.as_ref().and_then(|text| {
            let read = read_dice(text);
            if read.is_none() {
                wrongs.add(path.key("dice"), format!("`{text}` is no such dice"), "for example `5d6` or `1d8+2`");
            }
            read
        });
        let cost = match wrongs.number(path.key("cost"), one.cost.unwrap_or(2), 0..=3) {
            0 => SpellCost::Immediate,
            actions => SpellCost::Actions(actions as u8),
        };
        let rounds = wrongs.number(path.key("rounds"), one.rounds, 0..=254);
        if one.mode.attacks() && one.radius != 0 {
            wrongs.add(path.key("radius"), "a spell that attacks has one target", "no radius, or a save");
        }
        spells.push(Spell {
            name: one.name.clone(),
            level: wrongs.number(path.key("level"), one.level, 0..=9),
            cost,
            range: wrongs.number(path.key("range"), one.range, 0..=200),
            radius: wrongs.number(path.key("radius"), one.radius, 0..=30),
            mode: one.mode,
            save: one.save.unwrap_or(Save::Ref),
            dice: dice.map(|(dice, _)| dice),
            plus: dice.map_or(0, |(_, plus)| plus),
            plus_ability: one.plus_ability,
            condition: one
                .condition
                .map(|condition| (condition, if rounds == 0 { crate::body::life::OPEN } else { rounds })),
        });
    }
    spells
}

/// Puts items into hands: where the file says, or as far as hands are free.
fn hands(sheet: &mut Sheet, carried: &Carrying, wrongs: &mut Diagnostics) -> [u8; 2] {
    use crate::state::NONE;
    let mut hands = [NONE; 2];
    for said in [true, false] {
        for (item, (carried, path)) in (1u8..).zip(carried) {
            let thing = &mut sheet.items[item as usize];
            let (two, natural, shield, weapon) = match &thing.kind {
                ItemKind::Weapon(weapon) => (weapon.hands == 2, weapon.natural, false, true),
                ItemKind::Shield { .. } => (false, false, true, false),
                _ => (false, false, false, false),
            };
            if natural {
                thing.place = Place::Held;
                continue;
            }
            let wanted = match (said, carried) {
                (true, Some(Carried::MainHand)) => Some(0),
                (true, Some(Carried::OffHand)) => Some(1),
                (true, Some(Carried::Belt)) => {
                    thing.place = Place::Belt;
                    None
                }
                (true, Some(Carried::Pack)) => {
                    thing.place = Place::Pack;
                    None
                }
                (false, None) if weapon && hands[0] == NONE && (!two || hands[1] == NONE) => Some(0),
                (false, None) if shield && hands[1] == NONE => Some(1),
                _ => None,
            };
            let Some(hand) = wanted else { continue };
            if (two && hands != [NONE; 2]) || hands[hand] != NONE || (shield && hand == 0) {
                wrongs.add(path.key("carried"), "that hand has no room for it", "`sheathed`, or the other hand");
                continue;
            }
            hands = if two { [item; 2] } else { hands };
            hands[hand] = item;
            thing.place = Place::Held;
        }
    }
    hands
}

#[cfg(test)]
mod tests {
    use super::*;
    use affray_files::{Source, read};

    #[test]
    fn every_stock_sheet_can_be_read() {
        for name in crate::sheets::SHEETS.names() {
            let text = crate::sheets::SHEETS.get(name).expect("it is in the list");
            let file: SheetFile = read(&Source::new(name, text)).unwrap_or_else(|error| panic!("{error}"));
            if let Err(wrongs) = compile(&file) {
                panic!("{name}: {wrongs:?}");
            }
        }
    }

    #[test]
    fn dice() {
        let dice = |number, sides| Dice { number, sides };
        assert_eq!(read_dice("2d6"), Some((dice(2, 6), 0)));
        assert_eq!(read_dice("1d8 + 2"), Some((dice(1, 8), 2)));
        assert_eq!(read_dice("d4-1"), Some((dice(1, 4), -1)));
        for wrong in ["", "2d7", "0d6", "11d6", "6", "1d8+", "xd6"] {
            assert_eq!(read_dice(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn what_is_out_of_range_is_refused() {
        let wrongs = |text: &str| {
            let file: SheetFile = read(&Source::new("a", text)).unwrap_or_else(|error| panic!("{error}"));
            compile(&file).map_or_else(|wrongs| wrongs.len(), |_| 0)
        };
        assert_eq!(wrongs("name = 'A'\nhp = 10\n"), 0);
        assert_eq!(wrongs("name = 'A'\nhp = 0\nbab = 31\nabilities = { STR = 16 }\n"), 3, "OB-I34");
        let weapon = |rest: &str| format!("name = 'A'\nhp = 5\n[[weapon]]\nname = 'w'\nlist = 'Simple'\n{rest}\n");
        assert_eq!(wrongs(&weapon("dice = '5d6'")), 1, "OB-I34");
        assert_eq!(wrongs(&weapon("dice = '1d6'\ned = 5")), 1, "OB-136");
        assert_eq!(wrongs(&weapon("dice = '1d10'\ned = 11")), 1, "OB-136");
        assert_eq!(wrongs(&weapon("dice = '1d10'\ned = 9")), 0, "OB-136");
    }
}
