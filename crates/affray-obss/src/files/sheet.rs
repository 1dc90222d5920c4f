//! The sheet file: a character or creature as people write it, and how it is compiled.
//!
//! Ledger 1.3. Everything out of range is refused (`OB-I34`).

use crate::sheet::{
    Ability, Item, ItemKind, Kind, KnownList, MOST_ITEMS, MOST_POWERS, MOST_SPELLS, Place, Potion, Power, Save, Sheet,
    Size, Skill, Spell, SpellCost, SpellMode, Weapon, explosion,
};
use crate::state::Condition;
use affray_files::value::{FromValue, Reader, Schema, Schemas, Value};
use affray_files::{Diagnostic, Diagnostics, Path};
use affray_kernel::dice::Dice;
use std::collections::BTreeMap;

/// A sheet, as a file states it.
#[derive(Debug, Clone, PartialEq, FromValue)]
pub struct SheetFile {
    /// The name.
    pub name: String,
    /// The ability scores, -5 to 15; those left out are 0. The score is the modifier.
    #[value(default, range = -5..=15)]
    pub abilities: BTreeMap<Ability, i8>,
    /// Base attack bonus, 0 to 30.
    #[value(default, range = 0..=30)]
    pub bab: i8,
    /// Caster level, 0 to 30. Default: 0, no magic.
    #[value(default, range = 0..=30)]
    pub cl: i8,
    /// The ability that spells go by: INT, WIS or CHA. Default: INT.
    #[value(default = Ability::Int)]
    pub cast_ability: Ability,
    /// Added to the save DC of spells, 0 to 20.
    #[value(default, range = 0..=20)]
    pub adept: i8,
    /// Magic points at the most, 0 to 200.
    #[value(default, range = 0..=200)]
    pub mp: i16,
    /// Hit points at the most, 1 to 1000.
    #[value(range = 1..=1000)]
    pub hp: i16,
    /// Base values of the saves, 0 to 30.
    #[value(default, range = 0..=30)]
    pub saves: BTreeMap<Save, i8>,
    /// Ranks of skills, 0 to 30.
    #[value(default, range = 0..=30)]
    pub skills: BTreeMap<Skill, i8>,
    /// Personal talents, -10 to 20: to attack rolls.
    #[value(default, range = -10..=20)]
    pub skill_ar: i8,
    /// To damage, -10 to 20.
    #[value(default, range = -10..=20)]
    pub skill_dmg: i8,
    /// To Defense, -10 to 20.
    #[value(default, range = -10..=20)]
    pub skill_def: i8,
    /// To initiative, -10 to 20.
    #[value(default, range = -10..=20)]
    pub skill_init: i8,
    /// The weapon lists that it knows, with their bonuses.
    #[value(default)]
    pub lists: BTreeMap<String, ListFile>,
    /// The size. Default: medium.
    #[value(default)]
    pub size: Size,
    /// Base move in meters, 0 to 60. Default: 9.
    #[value(rename = "move", default = 9, range = 0..=60)]
    pub move_: u8,
    /// Sees in dim light.
    #[value(default)]
    pub low_light: bool,
    /// Sees in darkness.
    #[value(default)]
    pub darkvision: bool,
    /// Makes opportunity attacks where only some do. Default: true.
    #[value(default = true)]
    pub opportunist: bool,
    /// Taken off each damage total, 0 to 50.
    #[value(default, range = 0..=50)]
    pub damage_reduction: u8,
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

/// A weapon list that is known.
#[derive(Debug, Clone, Default, PartialEq, FromValue)]
#[value(default)]
pub struct ListFile {
    /// Added to attack rolls, 0 to 10.
    #[value(range = 0..=10)]
    pub ar: i8,
    /// Added to damage, 0 to 10.
    #[value(range = 0..=10)]
    pub dmg: i8,
}

/// Armor.
#[derive(Debug, Clone, PartialEq, FromValue)]
pub struct ArmorFile {
    /// Its name.
    pub name: String,
    /// Its Defense, 0 to 12.
    #[value(range = 0..=12)]
    pub def: i8,
    /// Its magic, 0 to 5.
    #[value(default, range = 0..=5)]
    pub magic: i8,
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
    pub dice: DiceFile,
    /// EDX: the least sum of the dice that explodes, where it is not the highest.
    pub ed: Option<u8>,
    /// Hands that it takes: 1 or 2. Default: 1.
    #[value(default = 1, range = 1..=2)]
    pub hands: u8,
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
    #[value(range = 1..=80)]
    pub range: Option<u8>,
    /// It stays in the hand when it is used at range: a sling.
    #[value(default)]
    pub stays: bool,
    /// The most STR that a composite bow adds, 0 to 15.
    #[value(range = 0..=15)]
    pub composite_cap: Option<i8>,
    /// Its magic, 0 to 5.
    #[value(default, range = 0..=5)]
    pub magic: i8,
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
    #[value(range = 0..=4)]
    pub def: i8,
    /// Its magic, 0 to 5.
    #[value(default, range = 0..=5)]
    pub magic: i8,
    /// Where it is at first. Default: in the off hand if that is free, else sheathed.
    pub carried: Option<Carried>,
}

/// A potion.
#[derive(Debug, Clone, PartialEq, FromValue)]
pub struct PotionFile {
    /// Its name.
    pub name: String,
    /// Its healing: `1d8+2`.
    pub heal: DiceFile,
    /// Where it is at first. Default: at the belt.
    pub carried: Option<Carried>,
}

/// A power with uses per day.
#[derive(Debug, Clone, PartialEq, FromValue)]
pub struct PowerFile {
    /// Its name.
    pub name: String,
    /// Uses a day, 1 to 100.
    #[value(range = 1..=100)]
    pub uses: u8,
    /// Uses left. Default: all.
    pub left: Option<u8>,
}

/// A spell (`OB-310`).
#[derive(Debug, Clone, PartialEq, FromValue)]
pub struct SpellFile {
    /// Its name.
    pub name: String,
    /// Its level, 0 to 9.
    #[value(range = 0..=9)]
    pub level: u8,
    /// Its price in Normal Actions, 1 to 3, or 0 for the Immediate. Default: 2.
    #[value(default = 2, range = 0..=3)]
    pub cost: u8,
    /// Its range in meters, 0 (touch) to 200.
    #[value(range = 0..=200)]
    pub range: u8,
    /// The radius of its area, 0 (one target) to 30.
    #[value(default, range = 0..=30)]
    pub radius: u8,
    /// How it works.
    pub mode: SpellMode,
    /// The save against it. Default: ref.
    #[value(default = Save::Ref)]
    pub save: Save,
    /// Its dice: `5d6`, `1d8+2`. Default: none.
    pub dice: Option<DiceFile>,
    /// The casting ability is added to the dice.
    #[value(default)]
    pub plus_ability: bool,
    /// The condition that it brings.
    pub condition: Option<Condition>,
    /// For how many rounds, 1 to 254; 0 until it is removed.
    #[value(default, range = 0..=254)]
    pub rounds: u8,
}

/// Dice with what is added to them, as `2d6` or `1d8+2`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DiceFile {
    /// The dice.
    pub dice: Dice,
    /// What is added.
    pub plus: i8,
}

impl Schema for DiceFile {
    fn schema(_: &mut Schemas) -> Value {
        Schemas::text("Dice, and what is added to them.")
    }
}

impl FromValue for DiceFile {
    fn read(value: &Value, reader: &mut Reader<'_>) -> Option<Self> {
        let text = String::read(value, reader)?;
        read_dice(&text).or_else(|| {
            let hint = "1 to 10 dice of 3, 4, 6, 8, 10 or 12 faces: `5d6`, `1d8+2`";
            reader.wrong(format!("`{text}` is no such dice"), hint)
        })
    }
}

/// Reads `2d6` or `1d8+2`.
fn read_dice(text: &str) -> Option<DiceFile> {
    let text: String = text.split_whitespace().collect();
    let (dice, plus) = match text.find(['+', '-']) {
        Some(at) => (&text[..at], text[at..].parse::<i8>().ok()?),
        None => (text.as_str(), 0),
    };
    let (number, sides) = dice.split_once(['d', 'D'])?;
    let number = if number.is_empty() { 1 } else { number.parse().ok()? };
    let sides = sides.parse().ok()?;
    let known = (1..=10).contains(&number) && [3, 4, 6, 8, 10, 12].contains(&sides);
    known.then_some(DiceFile { dice: Dice { number, sides }, plus })
}

/// A sheet with the items in its owner's hands at first.
#[derive(Debug, Clone, PartialEq)]
pub struct Compiled {
    /// The sheet.
    pub sheet: Sheet,
    /// The items in the hands, main hand first.
    pub hands: [u8; 2],
}

affray_files::sheet_text!(SheetFile => Compiled, compile);

/// Compiles a sheet file.
///
/// # Errors
/// Everything that is wrong with it.
pub fn compile(file: &SheetFile) -> Result<Compiled, Vec<Diagnostic>> {
    let root = Path::root();
    let mut wrongs = Diagnostics::default();
    wrongs.name(root.key("name"), &file.name);
    let mut abilities = [0; 6];
    for (&ability, &score) in &file.abilities {
        abilities[ability as usize] = score;
    }
    let (mut saves, mut ranks) = ([0; 3], [0; 6]);
    for (&save, &base) in &file.saves {
        saves[save as usize] = base;
    }
    for (&skill, &rank) in &file.skills {
        ranks[skill as usize] = rank;
    }
    if !matches!(file.cast_ability, Ability::Int | Ability::Wis | Ability::Cha) {
        wrongs.add(root.key("cast_ability"), "spells do not go by that", "INT, WIS or CHA");
    }
    let lists = file.lists.iter().map(|(name, list)| KnownList { name: name.clone(), ar: list.ar, dmg: list.dmg });
    let (items, carried) = items(file, &mut wrongs);
    let spells = spells(file, &mut wrongs);
    if file.day_power.len() > MOST_POWERS {
        wrongs.add(root.key("day_power"), "too many powers", format!("at most {MOST_POWERS}"));
    }
    let powers = (0..)
        .zip(file.day_power.iter().take(MOST_POWERS))
        .map(|(place, power)| {
            let path = root.key("day_power").index(place).key("left");
            let left = wrongs.number(path, power.left.unwrap_or(power.uses).into(), 0..=power.uses.into());
            Power { name: power.name.clone(), left, most: power.uses }
        })
        .collect();
    let mut sheet = Sheet {
        name: file.name.clone(),
        abilities,
        bab: file.bab,
        cl: file.cl,
        cast_ability: file.cast_ability,
        adept: file.adept,
        mp: file.mp,
        hp: file.hp,
        saves,
        ranks,
        skill_ar: file.skill_ar,
        skill_dmg: file.skill_dmg,
        skill_def: file.skill_def,
        skill_init: file.skill_init,
        lists: lists.collect(),
        size: file.size,
        move_: file.move_,
        low_light: file.low_light,
        darkvision: file.darkvision,
        opportunist: file.opportunist,
        natural_weapon: file.natural_weapon,
        natural_reach: 0,
        reduction: file.damage_reduction,
        armor: file.armor.as_ref().map_or((0, 0), |armor| (armor.def, armor.magic)),
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
        let kind = ItemKind::Shield { def: one.def, magic: one.magic };
        items.push(Item { name: one.name.clone(), kind, place: Place::Sheathed });
        carried.push((one.carried, path));
    }
    for (at, one) in file.potion.iter().enumerate() {
        let path = root.key("potion").index(at);
        let kind = ItemKind::Potion(Potion { dice: one.heal.dice, plus: one.heal.plus });
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
    let DiceFile { dice, plus } = one.dice;
    let hint = "1 to 4 dice of 3, 4, 6, 8, 10 or 12 faces: `1d8`";
    wrongs.check(dice.number <= 4 && plus == 0, path.key("dice"), "that are no weapon dice", hint);
    // OB-136: EDX needs a weapon that can roll more than 6.
    let ed = one.ed.and_then(|ed| {
        let (least, most) = (i64::from(dice.number) + 1, i64::from(dice.highest()));
        if most <= 6 {
            wrongs.add(path.key("ed"), format!("{dice} never explodes"), "a weapon that can roll more than 6");
            None
        } else {
            Some(wrongs.number(path.key("ed"), ed.into(), least..=most))
        }
    });
    if one.kind.flies() && one.range.is_none() {
        wrongs.add(path.clone(), "a weapon that is shot or thrown has a range", "range = 20");
    }
    if !one.kind.flies() && one.range.is_some() {
        wrongs.add(path.key("range"), "a melee weapon has no range", "kind = \"thrown\", or no range");
    }
    if one.composite_cap.is_some() && one.kind != Kind::CompositeBow {
        wrongs.add(path.key("composite_cap"), "only a composite bow has a cap", "kind = \"composite_bow\"");
    }
    Weapon {
        list: one.list.clone(),
        dice,
        explodes: explosion(dice, ed),
        hands: one.hands,
        light: one.light,
        long: one.long,
        versatile: one.versatile,
        brace: one.brace,
        nonlethal: one.nonlethal,
        kind: one.kind,
        range: one.range.unwrap_or(0),
        stays: one.stays,
        composite_cap: one.composite_cap,
        magic: one.magic,
        natural: one.natural,
        known: false,
        list_ar: 0,
        list_dmg: 0,
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
        if one.mode.attacks() && one.radius != 0 {
            let path = root.index(at).key("radius");
            wrongs.add(path, "a spell that attacks has one target", "no radius, or a save");
        }
        let rounds = if one.rounds == 0 { crate::body::life::OPEN } else { one.rounds };
        spells.push(Spell {
            name: one.name.clone(),
            level: one.level,
            // OB-311
            cost: if one.cost == 0 { SpellCost::Immediate } else { SpellCost::Actions(one.cost) },
            range: one.range,
            radius: one.radius,
            mode: one.mode,
            save: one.save,
            dice: one.dice.map(|dice| dice.dice),
            plus: one.dice.map_or(0, |dice| dice.plus),
            plus_ability: one.plus_ability,
            condition: one.condition.map(|condition| (condition, rounds)),
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
        let dice = |number, sides, plus| DiceFile { dice: Dice { number, sides }, plus };
        assert_eq!(read_dice("2d6"), Some(dice(2, 6, 0)));
        assert_eq!(read_dice("1d8 + 2"), Some(dice(1, 8, 2)));
        assert_eq!(read_dice("d4-1"), Some(dice(1, 4, -1)));
        for wrong in ["", "2d7", "0d6", "11d6", "6", "1d8+", "xd6"] {
            assert_eq!(read_dice(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn what_is_out_of_range_is_refused() {
        let wrongs = |text: &str| {
            let read = affray_files::sheets::read::<SheetFile>(&Source::new("a", text));
            read.map_or_else(|error| error.problems().len(), |_| 0)
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
