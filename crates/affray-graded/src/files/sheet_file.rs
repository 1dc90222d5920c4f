//! Sheet files: one character in TOML, as people write it.
//!
//! [`SheetFile`] is the format, a [`Sheet`] is what the rules read; [`SheetText::compile`] makes one of the
//! other and complains of every value that is out of its range and of every unknown name. Rules `GR-009`,
//! `GR-015` to `GR-017`, `GR-024`, `GR-030`; rulings `GR-R12`, `GR-R28` to `GR-R32`, `GR-R72`, `GR-R74`,
//! `GR-R98`, `GR-R111` to `GR-R114`.

use crate::body::location::{LOCATIONS, Location};
use crate::gear::tables::{ARMOR, Base, MELEE, Melee, SHIELDS, SHOTS, Shot, base_damage};
use crate::sheet::{
    Class, DamageType, Item, ItemKind, ItemTraits, MOST_ITEMS, Protection, Ranged, Rate, Scores, Sheet, Shield, Size,
    Spell, Traits,
};
use crate::state::NONE;
use crate::strike::damage::NO_CAP;
use affray_files::sheets::{SheetText, Shelf};
use affray_files::value::FromValue;
use affray_files::{Diagnostic, FileError, Path, Source, error, plain};
use affray_session::names::one_of;
use std::collections::BTreeMap;

/// Reads a sheet file.
///
/// # Errors
/// What is wrong with it, each with its place.
///
/// ```
/// use affray_files::Source;
/// let text = "name = 'Arn'\nst = 12\ndx = 12\niq = 10\nht = 11\nload = 24.1\n";
/// let arn = affray_graded::files::sheet_file::read(&Source::new("arn.toml", text)).unwrap();
/// assert_eq!((arn.encumbrance, arn.mv, arn.scores[0].dodge), (1, 4, 5)); // GR-E01
/// ```
pub fn read(source: &Source) -> Result<Sheet, FileError> {
    affray_files::sheets::read::<SheetFile>(source)
}

/// A character for the graded ruleset.
#[derive(Debug, Clone, PartialEq, FromValue)]
pub struct SheetFile {
    /// What it is called, up to 60 characters.
    pub name: String,
    /// Strength, 1 to 40.
    pub st: i64,
    /// Dexterity, 1 to 40.
    pub dx: i64,
    /// Intelligence, 1 to 40.
    pub iq: i64,
    /// Health, 1 to 40.
    pub ht: i64,
    /// Will, 1 to 40. Default: IQ.
    pub will: Option<i64>,
    /// Perception, 1 to 40. Default: IQ.
    pub per: Option<i64>,
    /// Hit points, 1 to 200. Default: HT.
    pub hp: Option<i64>,
    /// Fatigue points, 0 to 200. Default: ST.
    pub fp: Option<i64>,
    /// Hexes a round, 1 to 40. Default: by DX, HT and encumbrance.
    pub mv: Option<i64>,
    /// What is carried, in pounds. Default: the weight of all that the sheet lists.
    pub load: Option<f64>,
    /// Skills by name, 0 to 40: those of weapons (`broadsword`, `two-handed axe`, `bow` ...), and `shield`,
    /// `boxing`, `brawling`, `acrobatics`, `riding`, `mounted combat`, `first aid`, `physician`.
    #[value(default)]
    pub skills: BTreeMap<String, i64>,
    /// Traits.
    #[value(default)]
    pub traits: Vec<TraitName>,
    /// The weapon hand is the left one.
    #[value(default)]
    pub left_handed: bool,
    /// Wears heavy boots.
    #[value(default)]
    pub heavy_boots: bool,
    /// Wears brass knuckles.
    #[value(default)]
    pub brass_knuckles: bool,
    /// Innate PD and DR.
    #[value(default)]
    pub innate: OwnFile,
    /// Magical PD and DR.
    #[value(default)]
    pub magical: OwnFile,
    /// Armor and helms, by name or in place, the innermost layer first.
    #[value(default)]
    pub armor: Vec<ArmorRef>,
    /// Weapons, the usual one first.
    #[value(default)]
    pub weapon: Vec<WeaponFile>,
    /// Shields.
    #[value(default)]
    pub shield: Vec<ShieldFile>,
    /// Spells, up to 16.
    #[value(default)]
    pub spell: Vec<SpellFile>,
}

/// Traits, as files name them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, FromValue)]
pub enum TraitName {
    /// Either hand is as good.
    Ambidexterity,
    /// Trained with a dagger in the off hand.
    FencingDagger,
    /// Advanced defense: three parries in an all-out defense.
    AdvancedDefense,
    /// Scurries like a rat when it moves.
    Scurrying,
    /// Moves like a hummingbird.
    Hovering,
}

/// PD and DR that are not worn.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, FromValue)]
#[value(default)]
pub struct OwnFile {
    /// Passive defense, 0 to 20.
    pub pd: i64,
    /// Damage resistance, 0 to 20.
    pub dr: i64,
}

/// Armor or a helm.
#[derive(Debug, Clone, PartialEq, FromValue)]
#[value(expected = "the name of a piece of armor, or a table")]
pub enum ArmorRef {
    /// By name.
    #[value(text)]
    Named(String),
    /// In place.
    #[value(table)]
    Here(Box<ArmorFile>),
}

/// Armor of one's own.
#[derive(Debug, Clone, PartialEq, FromValue)]
pub struct ArmorFile {
    /// PD against crushing, cutting and impaling, 0 to 20 each.
    pub pd: [i64; 3],
    /// DR against crushing, cutting and impaling, 0 to 60 each.
    pub dr: [i64; 3],
    /// What it covers. Default: all that a suit covers.
    pub covers: Option<Vec<Location>>,
    /// It is a helm.
    #[value(default)]
    pub helm: bool,
    /// The helm is closed.
    #[value(default)]
    pub closed: bool,
    /// Weight in pounds.
    #[value(default)]
    pub weight: f64,
}

/// A weapon: rows of the lists by its name, with whatever differs.
#[derive(Debug, Clone, Default, PartialEq, FromValue)]
pub struct WeaponFile {
    /// Its name.
    pub name: String,
    /// The row of the lists that it is. Default: that of its name.
    #[value(rename = "as")]
    pub like: Option<String>,
    /// Where it is when the fight begins. Default: in the first hand that has room for it.
    pub hand: Option<HandName>,
    /// How many there are of what is thrown or loosed, 1 to 200. Default: 1 of what is thrown and used in melee
    /// too, else as many as one likes.
    pub count: Option<i64>,
    /// Its owner is not used to it.
    #[value(default)]
    pub unfamiliar: bool,
    /// The ST that it needs, 0 to 40.
    pub st: Option<i64>,
    /// Added to swing for crushing.
    pub crush: Option<i64>,
    /// Added to swing for cutting.
    pub cut: Option<i64>,
    /// Added to thrust for impaling.
    pub impale: Option<i64>,
    /// The size.
    pub size: Option<Size>,
    /// Weight in pounds.
    pub weight: Option<f64>,
}

/// Where something is when the fight begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, FromValue)]
pub enum HandName {
    /// In the weapon hand; what takes both hands is in both.
    Weapon,
    /// In the off hand.
    Off,
    /// Put away.
    Away,
}

/// A shield of the list.
#[derive(Debug, Clone, PartialEq, FromValue)]
pub struct ShieldFile {
    /// Its name.
    pub name: String,
    /// It has spikes.
    #[value(default)]
    pub spiked: bool,
    /// It is on the back when the fight begins.
    #[value(default)]
    pub away: bool,
}

/// A spell.
#[derive(Debug, Clone, PartialEq, FromValue)]
pub struct SpellFile {
    /// Its name.
    pub name: String,
    /// The skill, 1 to 40.
    pub skill: i64,
    /// Turns that casting takes, 1 to 5.
    pub turns: i64,
    /// FP that it costs, 0 to 50.
    pub fp: i64,
    /// Magical PD that it gives, 0 to 20.
    #[value(default)]
    pub pd: i64,
    /// Magical DR that it gives, 0 to 20.
    #[value(default)]
    pub dr: i64,
    /// Rounds that it lasts, 1 to 200.
    pub rounds: i64,
}

impl SheetText for SheetFile {
    type Sheet = Sheet;

    fn shelf() -> Shelf {
        crate::sheets::SHEETS
    }

    fn compile(&self) -> Result<Sheet, Vec<Diagnostic>> {
        let mut compile = Compile { file: self, wrongs: Vec::new() };
        let sheet = compile.sheet();
        if compile.wrongs.is_empty() { Ok(sheet) } else { Err(compile.wrongs) }
    }
}

/// A sheet that is being made, and what was found wrong so far.
struct Compile<'a> {
    file: &'a SheetFile,
    wrongs: Vec<Diagnostic>,
}

/// `GR-R30` Skills with their defaults: what is taken off DX.
const UNTRAINED: i32 = 5;

impl Compile<'_> {
    fn range(&mut self, path: Path, value: i64, least: i64, most: i64) -> i32 {
        if !(least..=most).contains(&value) {
            self.wrongs.push(error(path, format!("{value} is out of range"), format!("{least} to {most}")));
        }
        value.clamp(least, most) as i32
    }

    fn pounds(&mut self, path: Path, value: f64) -> u32 {
        if !(0.0..=10_000.0).contains(&value) {
            self.wrongs.push(error(path, "out of range", "pounds, 0 to 10000"));
            return 0;
        }
        (value * 10.0).round() as u32
    }

    /// A skill by its name.
    fn skill(&self, name: &str) -> Option<i32> {
        let found = self.file.skills.iter().find(|(known, _)| plain(known) == plain(name));
        found.map(|(_, &value)| value.clamp(0, 40) as i32)
    }

    /// `GR-R30` The skill with a weapon: as listed, else DX-5.
    fn weapon_skill(&self, class: Class, dx: i32) -> i32 {
        let name = Class::NAMES.iter().find(|(_, one)| *one == class).map_or("", |(name, _)| name);
        self.skill(name).unwrap_or(dx - UNTRAINED)
    }

    fn check_skills(&mut self) {
        const OTHERS: [&str; 8] =
            ["shield", "boxing", "brawling", "acrobatics", "riding", "mounted combat", "first aid", "physician"];
        let path = Path::root().key("skills");
        for (name, &value) in &self.file.skills {
            let names = || Class::NAMES.iter().map(|(name, _)| *name).chain(OTHERS);
            if !names().any(|known| plain(known) == plain(name)) {
                self.wrongs.push(error(path.key(name), format!("there is no skill `{name}`"), one_of(names())));
            }
            self.range(path.key(name), value, 0, 40);
        }
    }

    fn sheet(&mut self) -> Sheet {
        let file = self.file;
        let root = Path::root();
        if file.name.trim().is_empty() || file.name.chars().count() > 60 {
            self.wrongs.push(error(root.key("name"), "not a name", "1 to 60 characters"));
        }
        let mut attribute = |key: &'static str, value: i64| self.range(root.key(key), value, 1, 40);
        let (st, dx) = (attribute("st", file.st), attribute("dx", file.dx));
        let (iq, ht) = (attribute("iq", file.iq), attribute("ht", file.ht));
        let will = attribute("will", file.will.unwrap_or(i64::from(iq)));
        let per = attribute("per", file.per.unwrap_or(i64::from(iq)));
        let hp = self.range(root.key("hp"), file.hp.unwrap_or(i64::from(ht)), 1, 200);
        let fp = self.range(root.key("fp"), file.fp.unwrap_or(i64::from(st)), 0, 200);
        self.check_skills();
        let shield = self.skill("shield").unwrap_or(dx - 4);
        let (armor, closed_helm, mut weight) = self.armor();
        let items = self.items(st, dx, &mut weight);
        let load = match file.load {
            Some(load) => self.pounds(root.key("load"), load),
            None => weight,
        };
        let encumbrance = encumbrance(load, st);
        if encumbrance.is_none() {
            let hint = format!("at most {} lb for ST {st} (GR-R29)", 20 * st);
            self.wrongs.push(error(root.key("load"), format!("a load of {} lb", f64::from(load) / 10.0), hint));
        }
        let level = encumbrance.unwrap_or(4);
        let mv = match file.mv {
            Some(mv) => self.range(root.key("mv"), mv, 1, 40),
            None => ((dx + ht) / 4 - level).max(1),
        };
        let mut traits = Traits::default();
        for name in &file.traits {
            traits.set(match name {
                TraitName::Ambidexterity => Traits::AMBIDEXTERITY,
                TraitName::FencingDagger => Traits::FENCING_DAGGER,
                TraitName::AdvancedDefense => Traits::ADVANCED_DEFENSE,
                TraitName::Scurrying => Traits::SCURRYING,
                TraitName::Hovering => Traits::HOVERING,
            });
        }
        traits.put(Traits::LEFT_HANDED, file.left_handed);
        traits.put(Traits::BOOTS, file.heavy_boots);
        traits.put(Traits::KNUCKLES, file.brass_knuckles);
        let magical_dr = self.range(root.key("magical").key("dr"), file.magical.dr, 0, 20);
        let innate_dr = self.range(root.key("innate").key("dr"), file.innate.dr, 0, 20);
        let spells = self.spells();
        let halves = scores(st / 2, dx / 2, iq / 2, per / 2, ht, level, dx - dx / 2);
        Sheet {
            name: file.name.clone(),
            scores: [scores(st, dx, iq, per, ht, level, 0), halves],
            ht,
            will,
            hp: hp as i16,
            fp: fp as i16,
            encumbrance: level as u8,
            load,
            mv: mv as u8,
            shield,
            boxing: self.skill("boxing"),
            brawling: self.skill("brawling"),
            acrobatics: self.skill("acrobatics"),
            knife: self.weapon_skill(Class::Knife, dx),
            riding: self.skill("riding").unwrap_or(dx - UNTRAINED),
            mounted: self.skill("mounted combat"),
            first_aid: self.skill("first aid"),
            physician: self.skill("physician"),
            traits,
            own_dr: innate_dr + magical_dr,
            armor,
            closed_helm,
            items,
            spells,
        }
    }

    /// `GR-015` `GR-016` `GR-017` `GR-022` `GR-R72` `GR-R74` Protection by location, whether the helm is closed, and the weight.
    fn armor(&mut self) -> ([Protection; LOCATIONS], bool, u32) {
        let root = Path::root();
        let file = self.file;
        let innate = self.range(root.key("innate").key("pd"), file.innate.pd, 0, 20) as i8;
        let magical = self.range(root.key("magical").key("pd"), file.magical.pd, 0, 20) as i8;
        let mut all = [Protection::default(); LOCATIONS];
        let mut is_worn = [false; LOCATIONS];
        let (mut closed_helm, mut weight) = (false, 0);
        for (at, one) in file.armor.iter().enumerate() {
            let path = root.key("armor").index(at);
            let Some(layer) = self.layer(one, &path) else { continue };
            weight += layer.weight;
            closed_helm |= layer.closed;
            for location in Location::ALL.into_iter().filter(|&location| (layer.covers)(location)) {
                let (place, slot) = (&mut all[location as usize], location as usize);
                is_worn[slot] = true;
                for kind in 0..3 {
                    place.pd[kind] = place.pd[kind].max(layer.pd[kind]);
                    // GR-R98: the slits of a helm do not stop what comes through them.
                    if !location.is_eye() {
                        place.worn[kind] += layer.dr[kind];
                    }
                }
            }
        }
        for (place, worn) in all.iter_mut().zip(is_worn) {
            for pd in &mut place.pd {
                *pd = if worn { *pd } else { innate } + magical;
            }
        }
        (all, closed_helm, weight)
    }

    fn layer(&mut self, one: &ArmorRef, path: &Path) -> Option<Layer> {
        match one {
            ArmorRef::Named(name) => {
                let Some(row) = ARMOR.iter().find(|row| plain(row.name) == plain(name)) else {
                    let hint = one_of(ARMOR.iter().map(|row| row.name));
                    self.wrongs.push(error(path.clone(), format!("there is no armor `{name}`"), hint));
                    return None;
                };
                let covers: Box<dyn Fn(Location) -> bool> = match row.helm {
                    None => Box::new(Location::is_in_suit),
                    Some(closed) => Box::new(move |location| location.is_in_helm(closed)),
                };
                let weight = u32::from(row.weight);
                Some(Layer { pd: row.pd, dr: row.dr, covers, closed: row.helm == Some(true), weight })
            }
            ArmorRef::Here(file) => {
                let pd = file.pd.map(|pd| self.range(path.key("pd"), pd, 0, 20) as i8);
                let dr = file.dr.map(|dr| self.range(path.key("dr"), dr, 0, 60) as i8);
                let weight = self.pounds(path.key("weight"), file.weight);
                let (helm, closed) = (file.helm, file.closed);
                let covers: Box<dyn Fn(Location) -> bool> = match file.covers.clone() {
                    Some(list) => Box::new(move |location| list.contains(&location)),
                    None if helm => Box::new(move |location| location.is_in_helm(closed)),
                    None => Box::new(Location::is_in_suit),
                };
                Some(Layer { pd, dr, covers, closed: helm && closed, weight })
            }
        }
    }

    /// Weapons and shields, and what of them is in hand when the fight begins.
    fn items(&mut self, st: i32, dx: i32, weight: &mut u32) -> Vec<Item> {
        let file = self.file;
        let root = Path::root();
        let mut items: Vec<Item> = Vec::new();
        let number = file.weapon.len() + file.shield.len();
        if number > MOST_ITEMS {
            self.wrongs.push(error(root.key("weapon"), format!("{number} weapons and shields"), "at most 8"));
        }
        let mut hands = [true; 2];
        for (at, one) in file.shield.iter().enumerate() {
            let path = root.key("shield").index(at);
            if let Some(item) = self.shield(one, st, dx, &path, &mut hands, weight) {
                items.push(item);
            }
        }
        let shields = items.len();
        for (at, one) in file.weapon.iter().enumerate() {
            let path = root.key("weapon").index(at);
            if let Some(item) = self.weapon(one, st, dx, &path, &mut hands, weight) {
                items.push(item);
            }
        }
        // The usual weapon comes first.
        items.rotate_left(shields);
        for (at, item) in items.iter().enumerate() {
            if items[..at].iter().any(|other| other.name.eq_ignore_ascii_case(&item.name)) {
                let message = format!("there is a `{}` already", item.name);
                self.wrongs.push(error(root.key("weapon"), message, "a name of its own, and `as` for the row"));
            }
        }
        items.truncate(MOST_ITEMS);
        items
    }

    fn shield(
        &mut self,
        file: &ShieldFile,
        st: i32,
        dx: i32,
        path: &Path,
        hands: &mut [bool; 2],
        weight: &mut u32,
    ) -> Option<Item> {
        let Some(row) = SHIELDS.iter().find(|row| plain(row.name) == plain(&file.name)) else {
            let hint = one_of(SHIELDS.iter().map(|row| row.name));
            self.wrongs.push(error(path.key("name"), format!("there is no shield `{}`", file.name), hint));
            return None;
        };
        *weight += u32::from(row.weight);
        let drawn = if !file.away && hands[1] {
            hands[1] = false;
            1
        } else {
            NONE
        };
        let thrust = i32::from(base_damage(st).0);
        let skill = self.skill("shield").unwrap_or(dx - 4);
        Some(Item {
            name: row.name.to_owned(),
            kind: ItemKind::Shield,
            class: Class::Shield,
            size: row.size,
            hands: 1,
            rate: Rate::Normal,
            min_st: 0,
            traits: ItemTraits::NONE,
            reach: 0,
            skill,
            base: skill,
            parry: None,
            damage: [None; 3],
            slow: 0,
            unsteady: false,
            ranged: None,
            shield: Some(Shield {
                pd: i32::from(row.pd),
                ht: i32::from(row.ht),
                // GR-082, GR-084, GR-R51: thrust, the shield's modifier, spikes.
                bash: thrust + i32::from(row.bash) + i32::from(file.spiked),
            }),
            count: None,
            drawn,
        })
    }

    fn weapon(
        &mut self,
        file: &WeaponFile,
        st: i32,
        dx: i32,
        path: &Path,
        hands: &mut [bool; 2],
        weight: &mut u32,
    ) -> Option<Item> {
        let wanted = file.like.as_deref().unwrap_or(&file.name);
        let melee = MELEE.iter().find(|row| plain(row.name) == plain(wanted));
        let shot = SHOTS.iter().find(|row| plain(row.name) == plain(wanted));
        if melee.is_none() && shot.is_none() {
            let names = MELEE.iter().map(|row| row.name).chain(SHOTS.iter().map(|row| row.name));
            let key = if file.like.is_some() { "as" } else { "name" };
            self.wrongs.push(error(path.key(key), format!("there is no weapon `{wanted}`"), one_of(names)));
            return None;
        }
        let (half_hands, size, min_st, rate, tenths) = match (melee, shot) {
            (Some(row), _) => (row.hands, row.size, row.st, row.rate, row.weight),
            (None, Some(row)) => (row.hands, Size::Medium, row.st, row.rate, row.weight),
            (None, None) => return None,
        };
        let size = file.size.unwrap_or(size);
        let min_st = match file.st {
            Some(st) => self.range(path.key("st"), st, 0, 40),
            None => i32::from(min_st),
        };
        *weight += match file.weight {
            Some(weight) => self.pounds(path.key("weight"), weight),
            None => u32::from(tenths),
        };
        // GR-R32: what is missing of ST.
        let weak = (min_st - st).max(0);
        let class = melee.map_or(Class::Bare, |row| row.class);
        let skill = melee.map_or(0, |row| self.weapon_skill(row.class, dx));
        let mut traits = melee.map_or(ItemTraits::NONE, |row| row.traits);
        traits.set(shot.map_or(ItemTraits::NONE, |row| row.traits));
        traits.put(ItemTraits::UNFAMILIAR, file.unfamiliar);
        let damage = self.damage(melee, file, st, path);
        let count = match file.count {
            Some(count) => Some(self.range(path.key("count"), count, 1, 200) as u8),
            None if melee.is_some() && shot.is_some() => Some(1),
            None => None,
        };
        let number = if half_hands > 2 { 2 } else { 1 };
        let drawn = self.hand(file, number, path, hands);
        Some(Item {
            name: file.name.clone(),
            kind: ItemKind::Weapon,
            class,
            size,
            hands: number,
            rate,
            min_st,
            traits,
            reach: melee.map_or(0, |row| row.reach),
            skill,
            base: skill - weak,
            parry: melee.map(|_| skill),
            damage,
            // GR-029, GR-030: 3, less for ST above what is needed, and never more than 3.
            slow: if rate == Rate::Slow { (3 - (st - min_st).max(0)).max(0) } else { 0 },
            unsteady: rate == Rate::HandAndAHalf && st < min_st + 2,
            ranged: shot.map(|row| self.shot(row, st, dx, weak)),
            shield: None,
            count,
            drawn,
        })
    }

    /// `GR-002` `GR-003` Potential damage by type, with full and with halved ST.
    fn damage(&mut self, row: Option<&Melee>, file: &WeaponFile, st: i32, path: &Path) -> [Option<[i16; 2]>; 3] {
        let mut out = [None; 3];
        let own = [("crush", file.crush), ("cut", file.cut), ("impale", file.impale)];
        for (kind, (key, own)) in own.into_iter().enumerate() {
            let listed = row.and_then(|row| row.damage[kind]).map(i64::from);
            let Some(add) = own.or(listed) else { continue };
            let add = self.range(path.key(key), add, -20, 20) as i16;
            out[kind] = Some([st, st / 2].map(|st| {
                let (thrust, swing) = base_damage(st);
                add + if kind == 2 { thrust } else { swing }
            }));
        }
        out
    }

    /// `GR-R112` What a weapon is as it is thrown or shot.
    fn shot(&self, row: &Shot, st: i32, dx: i32, weak: i32) -> Ranged {
        let skill = self.weapon_skill(row.class, dx);
        let (thrust, swing) = base_damage(st);
        let (base, add, kind) = row.damage;
        let damage = i32::from(if base == Base::Thrust { thrust } else { swing }) + i32::from(add);
        Ranged {
            skill,
            base: skill - weak,
            ss: i32::from(row.ss),
            acc: i32::from(row.acc),
            range: (u32::from(row.range) * st as u32 / 10).min(crate::strike::range::FARTHEST),
            damage,
            kind: DamageType::ALL[kind as usize],
            cap: row.cap.map_or(NO_CAP, i32::from),
            thrown: row.thrown,
            rate: row.rate,
            narrow: row.traits.has(ItemTraits::NARROW),
            knife: row.traits.has(ItemTraits::THROWN_KNIFE),
            is_bow: matches!(row.class, Class::Bow | Class::Crossbow),
        }
    }

    /// `GR-025` In which hand a weapon is when the fight begins.
    fn hand(&mut self, file: &WeaponFile, number: u8, path: &Path, hands: &mut [bool; 2]) -> u8 {
        let shielded = !hands[1] && !self.file.shield.is_empty();
        let wanted = file.hand;
        if wanted == Some(HandName::Away) {
            return NONE;
        }
        if number > 1 {
            if *hands == [true; 2] {
                *hands = [false; 2];
                return 2;
            }
            if wanted.is_some() {
                let message = if shielded {
                    "a shield goes with weapons for one hand only (GR-025)"
                } else {
                    "the hands are full"
                };
                self.wrongs.push(error(path.key("hand"), message, "away, or the other thing away"));
            }
            return NONE;
        }
        let hand = match wanted {
            Some(HandName::Off) => 1,
            _ => 0,
        };
        if hands[hand] {
            hands[hand] = false;
            return hand as u8;
        }
        if wanted.is_some() {
            self.wrongs.push(error(path.key("hand"), "that hand is full", "away, or the other hand"));
        }
        NONE
    }

    fn spells(&mut self) -> Vec<Spell> {
        let file = self.file;
        let root = Path::root().key("spell");
        if file.spell.len() > 16 {
            self.wrongs.push(error(root.clone(), format!("{} spells", file.spell.len()), "at most 16"));
        }
        let one = |(at, spell): (usize, &SpellFile)| {
            let path = root.index(at);
            let mut value = |key: &'static str, value, least, most| self.range(path.key(key), value, least, most);
            Spell {
                name: spell.name.clone(),
                skill: value("skill", spell.skill, 1, 40),
                turns: value("turns", spell.turns, 1, 5) as u8,
                fp: value("fp", spell.fp, 0, 50) as i16,
                pd: value("pd", spell.pd, 0, 20),
                dr: value("dr", spell.dr, 0, 20),
                rounds: value("rounds", spell.rounds, 1, 200) as u8,
            }
        };
        file.spell.iter().enumerate().take(16).map(one).collect()
    }
}

/// A layer of armor.
struct Layer {
    pd: [i8; 3],
    dr: [i8; 3],
    covers: Box<dyn Fn(Location) -> bool>,
    closed: bool,
    weight: u32,
}

/// `GR-R29` The encumbrance level of a load in tenths of a pound; `None` for what nobody carries.
pub const fn encumbrance(load: u32, st: i32) -> Option<i32> {
    let st = st as u32 * 10;
    Some(match load {
        load if load <= 2 * st => 0,
        load if load <= 4 * st => 1,
        load if load <= 6 * st => 2,
        load if load <= 12 * st => 3,
        load if load <= 20 * st => 4,
        _ => return None,
    })
}

/// `GR-164` `GR-R19` `GR-R31` Scores, full or halved.
fn scores(st: i32, dx: i32, iq: i32, per: i32, ht: i32, level: i32, loss: i32) -> Scores {
    let (thrust, swing) = base_damage(st);
    Scores {
        st,
        dx,
        iq,
        per,
        thrust: i32::from(thrust),
        swing: i32::from(swing),
        dodge: dx.div_euclid(2) - level,
        loss,
        initiative: dx + ht,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `GR-E01`
    #[test]
    fn loads() {
        assert_eq!(
            [240, 241, 480, 2400, 2401].map(|load| encumbrance(load, 12)),
            [Some(0), Some(1), Some(1), Some(4), None]
        );
    }
}
