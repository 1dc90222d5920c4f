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
use affray_files::{Diagnostic, Diagnostics, FileError, Path, Source, plain};
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
    #[value(range = 1..=40)]
    pub st: i32,
    /// Dexterity, 1 to 40.
    #[value(range = 1..=40)]
    pub dx: i32,
    /// Intelligence, 1 to 40.
    #[value(range = 1..=40)]
    pub iq: i32,
    /// Health, 1 to 40.
    #[value(range = 1..=40)]
    pub ht: i32,
    /// Will, 1 to 40. Default: IQ.
    #[value(range = 1..=40)]
    pub will: Option<i32>,
    /// Perception, 1 to 40. Default: IQ.
    #[value(range = 1..=40)]
    pub per: Option<i32>,
    /// Hit points, 1 to 200. Default: HT.
    #[value(range = 1..=200)]
    pub hp: Option<i16>,
    /// Fatigue points, 0 to 200. Default: ST.
    #[value(range = 0..=200)]
    pub fp: Option<i16>,
    /// Hexes a round, 1 to 40. Default: by DX, HT and encumbrance.
    #[value(range = 1..=40)]
    pub mv: Option<u8>,
    /// What is carried, in pounds, 0 to 10000. Default: the weight of all that the sheet lists.
    #[value(range = 0..=10_000)]
    pub load: Option<f64>,
    /// Skills by name, 0 to 40: those of weapons (`broadsword`, `two-handed axe`, `bow` ...), and `shield`,
    /// `boxing`, `brawling`, `acrobatics`, `riding`, `mounted combat`, `first aid`, `physician`.
    #[value(default, range = 0..=40)]
    pub skills: BTreeMap<String, i32>,
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
    pub spell: Vec<Spell>,
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
    #[value(range = 0..=20)]
    pub pd: i8,
    /// Damage resistance, 0 to 20.
    #[value(range = 0..=20)]
    pub dr: i32,
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
    #[value(range = 0..=20)]
    pub pd: [i8; 3],
    /// DR against crushing, cutting and impaling, 0 to 60 each.
    #[value(range = 0..=60)]
    pub dr: [i8; 3],
    /// What it covers. Default: all that a suit covers.
    pub covers: Option<Vec<Location>>,
    /// It is a helm.
    #[value(default)]
    pub helm: bool,
    /// The helm is closed.
    #[value(default)]
    pub closed: bool,
    /// Weight in pounds, 0 to 10000.
    #[value(default, range = 0..=10_000)]
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
    #[value(range = 1..=200)]
    pub count: Option<u8>,
    /// Its owner is not used to it.
    #[value(default)]
    pub unfamiliar: bool,
    /// The ST that it needs, 0 to 40.
    #[value(range = 0..=40)]
    pub st: Option<i32>,
    /// Added to swing for crushing, -20 to 20.
    #[value(range = -20..=20)]
    pub crush: Option<i16>,
    /// Added to swing for cutting, -20 to 20.
    #[value(range = -20..=20)]
    pub cut: Option<i16>,
    /// Added to thrust for impaling, -20 to 20.
    #[value(range = -20..=20)]
    pub impale: Option<i16>,
    /// The size.
    pub size: Option<Size>,
    /// Weight in pounds, 0 to 10000.
    #[value(range = 0..=10_000)]
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

impl SheetText for SheetFile {
    type Sheet = Sheet;

    fn shelf() -> Shelf {
        crate::sheets::SHEETS
    }

    fn compile(&self) -> Result<Sheet, Vec<Diagnostic>> {
        let mut compile = Compile { file: self, wrongs: Diagnostics::default() };
        let sheet = compile.sheet();
        compile.wrongs.or(sheet)
    }
}

/// A sheet that is being made, and what was found wrong so far.
struct Compile<'a> {
    file: &'a SheetFile,
    wrongs: Diagnostics,
}

/// `GR-R30` Skills with their defaults: what is taken off DX.
const UNTRAINED: i32 = 5;

impl Compile<'_> {
    /// A skill by its name.
    fn skill(&self, name: &str) -> Option<i32> {
        let found = self.file.skills.iter().find(|(known, _)| plain(known) == plain(name));
        found.map(|(_, &value)| value)
    }

    /// `GR-R30` The skill with a weapon: as listed, else DX-5.
    fn weapon_skill(&self, class: Class, dx: i32) -> i32 {
        self.skill(class.name()).unwrap_or(dx - UNTRAINED)
    }

    fn check_skills(&mut self) {
        const OTHERS: [&str; 8] =
            ["shield", "boxing", "brawling", "acrobatics", "riding", "mounted combat", "first aid", "physician"];
        let path = Path::root().key("skills");
        for name in self.file.skills.keys() {
            let names = || Class::WEAPONS.into_iter().map(Class::name).chain(OTHERS);
            let known = names().any(|known| plain(known) == plain(name));
            self.wrongs.check(known, path.key(name), format!("there is no skill `{name}`"), one_of(names()));
        }
    }

    fn sheet(&mut self) -> Sheet {
        let file = self.file;
        let root = Path::root();
        let SheetFile { st, dx, iq, ht, .. } = *file;
        let per = file.per.unwrap_or(iq);
        self.wrongs.name(root.key("name"), &file.name);
        self.check_skills();
        let shield = self.skill("shield").unwrap_or(dx - 4);
        let (armor, closed_helm, mut weight) = self.armor();
        let items = self.items(st, dx, &mut weight);
        let load = file.load.map_or(weight, tenths);
        let encumbrance = encumbrance(load, st);
        if encumbrance.is_none() {
            let hint = format!("at most {} lb for ST {st} (GR-R29)", 20 * st);
            self.wrongs.add(root.key("load"), format!("a load of {} lb", f64::from(load) / 10.0), hint);
        }
        let level = encumbrance.unwrap_or(4);
        let mv = file.mv.unwrap_or(((dx + ht) / 4 - level).max(1) as u8);
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
        let spells = file.spell.len();
        self.wrongs.check(spells <= 16, root.key("spell"), format!("{spells} spells"), "at most 16");
        let halves = scores(st / 2, dx / 2, iq / 2, per / 2, ht, level, dx - dx / 2);
        Sheet {
            name: file.name.clone(),
            scores: [scores(st, dx, iq, per, ht, level, 0), halves],
            ht,
            will: file.will.unwrap_or(iq),
            hp: file.hp.unwrap_or(ht as i16),
            fp: file.fp.unwrap_or(st as i16),
            encumbrance: level as u8,
            load,
            mv,
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
            innate_dr: file.innate.dr,
            magical_pd: i32::from(file.magical.pd),
            magical_dr: file.magical.dr,
            armor,
            closed_helm,
            items,
            spells: file.spell.clone(),
        }
    }

    /// `GR-015` `GR-016` `GR-017` `GR-022` `GR-R72` `GR-R74` Protection by location, whether the helm is closed, and the weight.
    fn armor(&mut self) -> ([Protection; LOCATIONS], bool, u32) {
        let root = Path::root();
        let file = self.file;
        let mut all = [Protection::default(); LOCATIONS];
        let (mut closed_helm, mut weight) = (false, 0);
        for (at, one) in file.armor.iter().enumerate() {
            let path = root.key("armor").index(at);
            let Some(layer) = self.layer(one, &path) else { continue };
            weight += layer.weight;
            closed_helm |= layer.closed;
            for location in Location::ALL.into_iter().filter(|&location| (layer.covers)(location)) {
                let place = &mut all[location as usize];
                place.is_worn = true;
                for kind in 0..3 {
                    place.pd[kind] = place.pd[kind].max(layer.pd[kind]);
                    // GR-R98: the slits of a helm do not stop what comes through them.
                    if !location.is_eye() {
                        place.worn[kind] += layer.dr[kind];
                    }
                }
            }
        }
        for place in all.iter_mut().filter(|place| !place.is_worn) {
            place.pd = [file.innate.pd; 3];
        }
        (all, closed_helm, weight)
    }

    fn layer(&mut self, one: &ArmorRef, path: &Path) -> Option<Layer> {
        match one {
            ArmorRef::Named(name) => {
                let Some(row) = ARMOR.iter().find(|row| plain(row.name) == plain(name)) else {
                    let hint = one_of(ARMOR.iter().map(|row| row.name));
                    self.wrongs.add(path.clone(), format!("there is no armor `{name}`"), hint);
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
                let (helm, closed) = (file.helm, file.closed);
                let covers: Box<dyn Fn(Location) -> bool> = match file.covers.clone() {
                    Some(list) => Box::new(move |location| list.contains(&location)),
                    None if helm => Box::new(move |location| location.is_in_helm(closed)),
                    None => Box::new(Location::is_in_suit),
                };
                Some(Layer { pd: file.pd, dr: file.dr, covers, closed: helm && closed, weight: tenths(file.weight) })
            }
        }
    }

    /// Weapons and shields, and what of them is in hand when the fight begins.
    fn items(&mut self, st: i32, dx: i32, weight: &mut u32) -> Vec<Item> {
        let file = self.file;
        let root = Path::root();
        let mut items: Vec<Item> = Vec::new();
        let number = file.weapon.len() + file.shield.len();
        let message = format!("{number} weapons and shields");
        self.wrongs.check(number <= MOST_ITEMS, root.key("weapon"), message, "at most 8");
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
                self.wrongs.add(root.key("weapon"), message, "a name of its own, and `as` for the row");
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
            self.wrongs.add(path.key("name"), format!("there is no shield `{}`", file.name), hint);
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
                spiked: file.spiked,
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
            self.wrongs.add(path.key(key), format!("there is no weapon `{wanted}`"), one_of(names));
            return None;
        }
        let (half_hands, size, min_st, rate, listed) = match (melee, shot) {
            (Some(row), _) => (row.hands, row.size, row.st, row.rate, row.weight),
            (None, Some(row)) => (row.hands, Size::Medium, row.st, row.rate, row.weight),
            (None, None) => return None,
        };
        let size = file.size.unwrap_or(size);
        let min_st = file.st.unwrap_or(min_st.into());
        *weight += file.weight.map_or(listed.into(), tenths);
        // GR-R32: what is missing of ST.
        let weak = (min_st - st).max(0);
        let class = melee.map_or(Class::Bare, |row| row.class);
        let skill = melee.map_or(0, |row| self.weapon_skill(row.class, dx));
        let mut traits = melee.map_or(ItemTraits::NONE, |row| row.traits);
        traits.set(shot.map_or(ItemTraits::NONE, |row| row.traits));
        traits.put(ItemTraits::UNFAMILIAR, file.unfamiliar);
        let count = file.count.or((melee.is_some() && shot.is_some()).then_some(1));
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
            damage: damage(melee, file, st),
            // GR-029, GR-030: 3, less for ST above what is needed, and never more than 3.
            slow: if rate == Rate::Slow { (3 - (st - min_st).max(0)).max(0) } else { 0 },
            unsteady: rate == Rate::HandAndAHalf && st < min_st + 2,
            ranged: shot.map(|row| self.shot(row, st, dx, weak)),
            shield: None,
            count,
            drawn,
        })
    }

    /// `GR-R112` What a weapon is as it is thrown or shot.
    fn shot(&self, row: &Shot, st: i32, dx: i32, weak: i32) -> Ranged {
        let skill = self.weapon_skill(row.class, dx);
        let (thrust, swing) = base_damage(st);
        let (base, add, kind) = row.damage;
        let damage = i32::from(if base == Base::Thrust { thrust } else { swing }) + i32::from(add);
        Ranged {
            class: row.class,
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
            rests_on: base,
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
                self.wrongs.add(path.key("hand"), message, "away, or the other thing away");
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
            self.wrongs.add(path.key("hand"), "that hand is full", "away, or the other hand");
        }
        NONE
    }
}

/// Pounds as tenths of a pound.
fn tenths(pounds: f64) -> u32 {
    (pounds * 10.0).round() as u32
}

/// `GR-002` `GR-003` Potential damage by type, with full and with halved ST.
fn damage(row: Option<&Melee>, file: &WeaponFile, st: i32) -> [Option<[i16; 2]>; 3] {
    let listed = row.map_or([None; 3], |row| row.damage);
    let mut out = [None; 3];
    for (kind, own) in [file.crush, file.cut, file.impale].into_iter().enumerate() {
        let Some(add) = own.or(listed[kind].map(i16::from)) else { continue };
        out[kind] = Some([st, st / 2].map(|st| {
            let (thrust, swing) = base_damage(st);
            add + if kind == 2 { thrust } else { swing }
        }));
    }
    out
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
