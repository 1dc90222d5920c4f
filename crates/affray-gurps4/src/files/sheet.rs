//! Sheet files: one character or creature in TOML, as people write it.
//!
//! [`SheetFile`] is the format with the ranges of its values, a [`Sheet`] is what the rules read; [`compile`] makes one
//! of the other and complains of every unknown name and of what does not go together. Rules `G4-020` to
//! `G4-033`, `G4-291`, rulings `G4-R29`, `G4-R47`, `G4-R52`, `G4-R55` and `G4-R66`.

use crate::derived;
use crate::sheet::{
    Flight, Item, ItemId, ItemKind, LOCATIONS, Level, MOST_ARMS, MOST_ITEMS, Material, Mode, Ranged, Sheet, ShieldKind,
    Skill, Traits, skill_name,
};
use affray_3d6::damage::{Damage, DamageType};
use affray_3d6::location::Location;
use affray_3d6::text::{self, Basis, DamageText};
use affray_files::value::FromValue;
use affray_files::{Diagnostic, Diagnostics, FileError, Path, Source, plain};
use std::collections::BTreeMap;

/// Reads a sheet file.
///
/// # Errors
/// Every mistake, with its place.
///
/// ```
/// use affray_files::Source;
/// let text = "name = 'Ana'\nst = 13\ndx = 13\niq = 10\nht = 12\n";
/// let ana = affray_gurps4::files::sheet::read(&Source::new("ana.toml", text)).unwrap();
/// assert_eq!((ana.speed, ana.loaded_move, ana.lift), (25, 6, 340)); // G4-E06
/// ```
pub fn read(source: &Source) -> Result<Sheet, FileError> {
    affray_files::sheets::read::<SheetFile>(source)
}

/// A character or creature for the gurps4 ruleset.
#[derive(Debug, Clone, PartialEq, FromValue)]
pub struct SheetFile {
    /// What it is called, up to 60 characters.
    pub name: String,
    /// Strength, 1 to 100. Default: 10.
    #[value(default = 10, range = 1..=100)]
    pub st: i16,
    /// Dexterity, 1 to 100. Default: 10.
    #[value(default = 10, range = 1..=100)]
    pub dx: i16,
    /// Intelligence, 1 to 100. Default: 10.
    #[value(default = 10, range = 1..=100)]
    pub iq: i16,
    /// Health, 1 to 100. Default: 10.
    #[value(default = 10, range = 1..=100)]
    pub ht: i16,
    /// Hit points, 1 to 1000. Default: ST.
    #[value(range = 1..=1000)]
    pub hp: Option<i16>,
    /// Will, 1 to 100. Default: IQ.
    #[value(range = 1..=100)]
    pub will: Option<i16>,
    /// Perception, 1 to 100. Default: IQ.
    #[value(range = 1..=100)]
    pub per: Option<i16>,
    /// Fatigue points, 1 to 1000, or 0 for whom nothing tires (`G4-R67`). Default: HT.
    #[value(range = 0..=1000)]
    pub fp: Option<i16>,
    /// Basic Speed in steps of a quarter, 0.5 to 50. Default: (HT + DX) / 4.
    #[value(range = 0.5..=50)]
    pub basic_speed: Option<f64>,
    /// Basic Move, 1 to 50. Default: Basic Speed without its fraction.
    #[value(range = 1..=50)]
    pub basic_move: Option<i16>,
    /// Size, -10 to 10. Default: 0.
    #[value(default, range = -10..=10)]
    pub sm: i16,
    /// Thrusting damage as dice, such as `1d+2`. Default: by ST.
    pub thrust: Option<String>,
    /// Swinging damage as dice. Default: by ST.
    pub swing: Option<String>,
    /// Added to every Dodge, -10 to 10: by a trait that no rule of this game knows, or by magic.
    #[value(default, range = -10..=10)]
    pub dodge_bonus: i16,
    /// Added to every Parry, -10 to 10.
    #[value(default, range = -10..=10)]
    pub parry_bonus: i16,
    /// Added to every Block, -10 to 10.
    #[value(default, range = -10..=10)]
    pub block_bonus: i16,
    /// Points of darkness that take nothing from its attacks, 0 to 9: of whoever sees at night.
    #[value(default, range = 0..=9)]
    pub dark_sight: i16,
    /// The level of encumbrance, 0 to 4, whatever the weights say. Default: by what it carries.
    #[value(range = 0..=4)]
    pub encumbrance: Option<i16>,
    /// What it carries, in pounds. Default: the weights of weapons, shield and items.
    #[value(range = 0..=1_000_000)]
    pub load: Option<f64>,
    /// The main hand. Default: right.
    #[value(default)]
    pub main_hand: Hand,
    /// Male, as the groin rule asks. Default: no.
    #[value(default)]
    pub male: bool,
    /// `combat-reflexes`, `ambidexterity`, `peripheral-vision`, `perfect-balance`, `trained-by-a-master`,
    /// `weapon-master`.
    #[value(default)]
    pub traits: Vec<String>,
    /// Parts that the body lacks, at which nobody aims (`G4-R68`): vitals, skull, eye, face, neck, groin, arm, leg, hand,
    /// foot. Without arm or hand it holds nothing.
    #[value(default)]
    pub lacks: Vec<String>,
    /// Skills, each 1 to 40: weapon skills of any name, and Cloak, Shield, Brawling, Sumo, Boxing, Judo, Karate,
    /// Acrobatics, Jumping, Blind Fighting, Tactics.
    #[value(default, range = 1..=40)]
    pub skills: BTreeMap<String, i16>,
    /// Damage resistance, 0 to 100, by location: skull, eye, face, neck, torso, groin, arm, leg, hand, foot.
    #[value(default, range = 0..=100)]
    pub dr: BTreeMap<String, u8>,
    /// Weapons, the usual one first. Weapons, shield and items are at most 8 together.
    #[value(default)]
    pub weapon: Vec<WeaponFile>,
    /// Fist, claws, bite: at most 8.
    #[value(default)]
    pub natural: Vec<WeaponFile>,
    /// A shield, buckler or cloak.
    pub shield: Option<ShieldFile>,
    /// Potions and the like.
    #[value(default)]
    pub item: Vec<ItemFile>,
}

/// A hand.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, FromValue)]
#[value(rename_all = "lowercase")]
pub enum Hand {
    /// The right one.
    #[default]
    Right,
    /// The left one.
    Left,
}

/// A weapon, held or natural.
#[derive(Debug, Clone, PartialEq, FromValue)]
pub struct WeaponFile {
    /// Its name.
    pub name: String,
    /// The skill, by its name under `skills`, or DX.
    pub skill: String,
    /// Ways to strike with it, the usual one first, 1 to 6.
    pub mode: Vec<ModeFile>,
    /// What it adds to a Parry, -10 to 10. Default: 0 in melee, no Parry otherwise; `"no"` for a weapon that cannot
    /// parry.
    #[value(range = -10..=10)]
    pub parry: Option<ParryFile>,
    /// Hands, 1 or 2. Default: 1.
    #[value(default = 1, range = 1..=2)]
    pub hands: u8,
    /// A fencing weapon.
    #[value(default)]
    pub fencing: bool,
    /// Jitte or sai, kusari, whip.
    #[value(default)]
    pub disarm_bonus: bool,
    /// Needs a Ready after every attack.
    #[value(default)]
    pub unready_after_attack: bool,
    /// An improvised weapon, -3 to 0.
    #[value(default, range = -3..=0)]
    pub improvised: i16,
    /// Pounds, 0 to 1000. Default: 3.
    #[value(range = 0..=1000)]
    pub weight: Option<f64>,
    /// What it is made of. Default: mixed.
    #[value(default)]
    pub material: Material,
    /// Shots that it holds when loaded, 0 to 200; 0 needs no loading. Default: 0.
    #[value(default, range = 0..=200)]
    pub shots: u8,
    /// Ready turns that a reload takes, 1 to 60. Default: 1.
    #[value(default = 1, range = 1..=60)]
    pub reload: u8,
    /// In hand when the fight begins. Default: the first weapon is, if the hands have room.
    pub ready: Option<bool>,
    /// Held in the off hand.
    #[value(default)]
    pub off_hand: bool,
}

/// What a weapon adds to a Parry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, FromValue)]
#[value(expected = "a number or \"no\"")]
pub enum ParryFile {
    /// So much.
    #[value(number)]
    Adds(i16),
    /// It cannot parry.
    #[value(text)]
    No(No),
}

/// `"no"`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, FromValue)]
#[value(rename_all = "lowercase")]
pub enum No {
    /// No.
    No,
}

/// A way to strike.
#[derive(Debug, Clone, PartialEq, FromValue)]
pub struct ModeFile {
    /// Its name. Default: the weapon's.
    pub name: Option<String>,
    /// The skill of this mode, by its name under `skills`, or DX. Default: the weapon's.
    pub skill: Option<String>,
    /// Added to the skill in attacks with this mode, -30 to 30: for how it is made, for a trait, for magic.
    #[value(default, range = -30..=30)]
    pub bonus: i16,
    /// Damage: `sw+1 cut`, `thr+2 imp`, `1d imp`.
    pub damage: String,
    /// Distances at which it strikes, up to 15: `C`, `1`, `C,1`, `1,2`, `2-4`. Not of a ranged mode.
    pub reach: Option<String>,
    /// The greatest range in yards, 1 to 5000. Makes the mode ranged.
    #[value(range = 1..=5000)]
    pub range: Option<i16>,
    /// Accuracy, 0 to 20.
    #[value(default, range = 0..=20)]
    pub acc: i16,
    /// Bulk, -20 to 0.
    #[value(default, range = -20..=0)]
    pub bulk: i16,
    /// How it gets there. Default: missile.
    pub flight: Option<Flight>,
}

/// A shield, buckler or cloak.
#[derive(Debug, Clone, PartialEq, FromValue)]
pub struct ShieldFile {
    /// Its name. Default: what it is.
    pub name: Option<String>,
    /// What it is. Default: a shield.
    #[value(default)]
    pub kind: ShieldKind,
    /// Defense bonus, 0 to 4.
    #[value(range = 0..=4)]
    pub db: i16,
    /// A large shield.
    #[value(default)]
    pub large: bool,
    /// What it adds to a Block besides its defense bonus, -10 to 10. Default: 0.
    #[value(default, range = -10..=10)]
    pub block: i16,
    /// Pounds, 0 to 1000. Default: 0.
    #[value(default, range = 0..=1000)]
    pub weight: f64,
    /// In hand when the fight begins. Default: yes.
    pub ready: Option<bool>,
    /// The hand. Default: the off hand.
    pub hand: Option<Hand>,
}

/// A potion or the like.
#[derive(Debug, Clone, PartialEq, FromValue)]
pub struct ItemFile {
    /// Its name.
    pub name: String,
    /// Ready turns until it takes effect, 1 to 60. Default: 1.
    #[value(default = 1, range = 1..=60)]
    pub turns: u8,
    /// HP that it gives back, 0 to 1000.
    #[value(default, range = 0..=1000)]
    pub hp: i16,
    /// FP that it gives back, 0 to 1000.
    #[value(default, range = 0..=1000)]
    pub fp: i16,
    /// Pounds, 0 to 1000. Default: 0.
    #[value(default, range = 0..=1000)]
    pub weight: f64,
}

/// `G4-291` `G4-R29` Hit points of a weapon by its weight in hundredths of a pound.
pub const fn weapon_hp(hundredths: i32) -> i16 {
    match hundredths {
        ..50 => 4,
        50..100 => 6,
        100..200 => 8,
        200..300 => 10,
        300..500 => 12,
        500..800 => 14,
        800..1100 => 16,
        1100..1600 => 18,
        1600..2700 => 20,
        2700.. => 22,
    }
}

/// Pounds, in hundredths.
fn hundredths(pounds: f64) -> i32 {
    (pounds * 100.0).round() as i32
}

affray_files::sheet_text!(SheetFile => Sheet, compile);

/// Makes a sheet of a file.
///
/// # Errors
/// Everything that is wrong with it, with paths from the sheet's own table.
pub fn compile(file: &SheetFile) -> Result<Sheet, Vec<Diagnostic>> {
    let root = Path::root();
    let mut r = Diagnostics::default();
    r.name(root.key("name"), &file.name);
    let (st, dx, iq, ht) = (file.st, file.dx, file.iq, file.ht);
    let speed = match file.basic_speed {
        None => derived::speed_quarters(dx, ht),
        Some(speed) if (speed * 4.0).fract() == 0.0 => (speed * 4.0) as i16,
        Some(speed) => {
            r.add(root.key("basic_speed"), format!("{speed} is no Basic Speed"), "0.5 to 50 in steps of 0.25");
            20
        }
    };
    let basic_move = file.basic_move.unwrap_or(derived::basic_move(speed).max(1));
    let traits = traits(&mut r, file);
    let (skills, levels) = skills(file);
    let lacks = lacking(&mut r, file);
    let dr = resistances(&mut r, file);
    let thrust = dice(&mut r, "thrust", &file.thrust, derived::thrust(st));
    let swing = dice(&mut r, "swing", &file.swing, derived::swing(st));
    let mut arms = Arms { reader: &mut r, dx, levels: &levels, thrust, swing, arms: Vec::new(), modes: Vec::new() };
    arms.weapons(file);
    arms.shield(file, &skills);
    arms.belt(file);
    let items = arms.arms.len();
    arms.naturals(file);
    let (mut arms, modes) = (arms.arms, arms.modes);
    if items > MOST_ITEMS {
        r.add(root.key("weapon"), format!("{items} weapons, shields and items"), "at most 8 together");
    }
    if [Location::RightArm, Location::RightHand].iter().any(|at| lacks & at.bit() != 0) {
        without_hands(&mut r, file, &mut arms);
    } else {
        in_hand(&mut r, file, &mut arms);
    }
    let weights: i32 = arms.iter().map(|item| item.weight).sum();
    let load = match file.load {
        // Tenths of a pound; a load above a limit stays above it.
        Some(load) => (load * 10.0).ceil() as i32,
        None => (weights + 9) / 10,
    };
    let lift = derived::basic_lift(st);
    let by_load = derived::encumbrance(lift, load);
    let encumbrance = file.encumbrance.unwrap_or(by_load);
    if encumbrance > 4 {
        let most = f64::from(lift);
        r.add(root.key("load"), "more than ten times Basic Lift (G4-026)", format!("at most {most} lb"));
    }
    let level = |skill: Skill| Level { score: skills[skill as usize], name: skill.name() };
    let unarmed_retreat = level(Skill::Boxing).or(level(Skill::Judo)).or(level(Skill::Karate));
    let unarmed = unarmed_retreat.or(level(Skill::Brawling));
    let slam = Level { score: dx, name: "DX" }.or(level(Skill::Brawling)).or(level(Skill::Sumo));
    r.or(Sheet {
        name: file.name.clone(),
        st,
        dx,
        iq,
        ht,
        // G4-020, G4-021, G4-022
        hp: file.hp.unwrap_or(st),
        will: file.will.unwrap_or(iq),
        per: file.per.unwrap_or(iq),
        fp: file.fp.unwrap_or(ht),
        speed,
        sm: file.sm,
        lift,
        load,
        encumbrance,
        basic_move,
        loaded_move: derived::loaded_move(basic_move, encumbrance),
        dodge_bonus: file.dodge_bonus,
        parry_bonus: file.parry_bonus,
        block_bonus: file.block_bonus,
        dark_sight: file.dark_sight,
        thrust,
        swing,
        left_handed: file.main_hand == Hand::Left,
        traits,
        lacks,
        dr,
        skills,
        trained: levels,
        unarmed,
        unarmed_retreat,
        slam,
        arms,
        items: items as u8,
        modes,
    })
}

/// Dice that the sheet states in place of those of its ST.
fn dice(r: &mut Diagnostics, key: &str, given: &Option<String>, by_st: Damage) -> Damage {
    let Some(given) = given else { return by_st };
    text::dice(given).unwrap_or_else(|hint| {
        r.add(Path::root().key(key), format!("`{given}` are no dice"), hint);
        by_st
    })
}

fn traits(r: &mut Diagnostics, file: &SheetFile) -> Traits {
    let mut traits = Traits::default();
    traits.put(Traits::MALE, file.male);
    let spelled = |name: &str| plain(name);
    for (at, name) in file.traits.iter().enumerate() {
        let known = Traits::NAMES.iter().filter(|(_, flag)| *flag != Traits::MALE);
        match known.clone().find(|(known, _)| spelled(known) == plain(name)) {
            Some(&(_, flag)) => traits.set(flag),
            None => {
                let all: Vec<String> = known.map(|(name, _)| name.to_lowercase().replace('_', "-")).collect();
                let path = Path::root().key("traits").index(at);
                r.add(path, format!("there is no trait `{name}`"), format!("one of: {}", all.join(", ")));
            }
        }
    }
    traits
}

/// Skills by their numbers, and all of them by their names.
fn skills(file: &SheetFile) -> ([i16; Skill::COUNT], BTreeMap<String, i16>) {
    let mut known = [0; Skill::COUNT];
    let mut all = BTreeMap::new();
    for (name, &level) in &file.skills {
        if let Some(skill) = Skill::named(name) {
            known[skill as usize] = level;
        }
        all.insert(plain(name), level);
    }
    (known, all)
}

/// Parts of the body, as sheets name them: those with DR of their own, and the vitals, which every body has that does not
/// say otherwise.
const PARTS: [(&str, &[Location]); 11] = {
    use Location as L;
    [
        ("torso", &[L::Torso, L::Vitals]),
        ("skull", &[L::Skull]),
        ("eye", &[L::RightEye, L::LeftEye]),
        ("face", &[L::Face]),
        ("neck", &[L::Neck]),
        ("groin", &[L::Groin]),
        ("arm", &[L::RightArm, L::LeftArm]),
        ("leg", &[L::RightLeg, L::LeftLeg]),
        ("hand", &[L::RightHand, L::LeftHand]),
        ("foot", &[L::RightFoot, L::LeftFoot]),
        ("vitals", &[L::Vitals]),
    ]
};

/// The locations of a part, if it is one of those.
fn part(r: &mut Diagnostics, path: Path, name: &str, of: &[(&str, &'static [Location])]) -> &'static [Location] {
    if let Some((_, locations)) = of.iter().find(|(known, _)| *known == name) {
        return locations;
    }
    let all: Vec<&str> = of.iter().map(|(name, _)| *name).collect();
    r.add(path, format!("there is no location `{name}`"), format!("one of: {}", all.join(", ")));
    &[]
}

/// `G4-R68` Locations that the body lacks, a bit each: any but the torso.
fn lacking(r: &mut Diagnostics, file: &SheetFile) -> u32 {
    let names = file.lacks.iter().enumerate();
    let all = names.flat_map(|(at, name)| part(r, Path::root().key("lacks").index(at), name, &PARTS[1..]));
    all.fold(0, |bits, at| bits | at.bit())
}

/// `G4-R47` DR by location; vitals have the torso's.
fn resistances(r: &mut Diagnostics, file: &SheetFile) -> [u8; LOCATIONS] {
    let mut dr = [0; LOCATIONS];
    for (name, &points) in &file.dr {
        for &at in part(r, Path::root().key("dr").key(name), name, &PARTS[..10]) {
            dr[at as usize] = points;
        }
    }
    dr
}

/// Weapons and natural weapons, as they are read.
struct Arms<'a> {
    reader: &'a mut Diagnostics,
    dx: i16,
    levels: &'a BTreeMap<String, i16>,
    thrust: Damage,
    swing: Damage,
    arms: Vec<Item>,
    modes: Vec<Mode>,
}

impl Arms<'_> {
    fn name(&mut self, path: Path, name: &str) -> String {
        self.reader.name(path.clone(), name);
        let name = name.to_owned();
        if self.arms.iter().any(|other| plain(&other.name) == plain(&name)) {
            self.reader.add(path, format!("there is `{name}` already"), "every item has a name of its own");
        }
        name
    }

    fn skill(&mut self, path: Path, skill: &str) -> i16 {
        if plain(skill) == "dx" {
            return self.dx;
        }
        match self.levels.get(&plain(skill)) {
            Some(&level) => level,
            None => {
                let hint = "a skill that stands under `skills`, or DX";
                self.reader.add(path, format!("it has no skill `{skill}`"), hint);
                10
            }
        }
    }

    fn weapons(&mut self, file: &SheetFile) {
        for (at, weapon) in file.weapon.iter().enumerate() {
            self.weapon(Path::root().key("weapon").index(at), weapon, ItemKind::Weapon);
        }
    }

    /// `G4-R55` Fist, claw and the like.
    fn naturals(&mut self, file: &SheetFile) {
        let path = Path::root().key("natural");
        if file.natural.len() > MOST_ARMS - MOST_ITEMS {
            self.reader.add(path.clone(), format!("{} natural weapons", file.natural.len()), "at most 8");
        }
        for (at, weapon) in file.natural.iter().enumerate() {
            self.weapon(path.index(at), weapon, ItemKind::Natural);
        }
    }

    fn weapon(&mut self, path: Path, file: &WeaponFile, kind: ItemKind) {
        let name = self.name(path.key("name"), &file.name);
        let score = self.skill(path.key("skill"), &file.skill);
        let number = ItemId::own(self.arms.len() as u8);
        if !(1..=6).contains(&file.mode.len()) {
            self.reader.add(path.key("mode"), format!("{} modes", file.mode.len()), "1 to 6");
        }
        let (mut reach, mut ranged) = (0, false);
        for (at, mode) in file.mode.iter().enumerate() {
            let mode = self.mode(path.key("mode").index(at), mode, (&name, &file.skill, score), number);
            reach |= mode.reach;
            ranged |= mode.ranged.is_some();
            self.modes.push(mode);
        }
        let parry = match file.parry {
            None => (reach != 0 && kind == ItemKind::Weapon).then_some(0),
            Some(ParryFile::No(_)) => None,
            Some(ParryFile::Adds(adds)) => Some(adds),
        };
        let natural = kind == ItemKind::Natural;
        if natural && file.shots != 0 {
            self.reader.add(path.key("shots"), "a part of the body is not loaded", "leave `shots` out");
        }
        let default_weight = if natural { 0.0 } else { 3.0 };
        let weight = hundredths(file.weight.unwrap_or(default_weight));
        self.arms.push(Item {
            name,
            kind,
            score,
            skill: skill_name(&file.skill),
            takes: file.skill.clone(),
            untrained: 0,
            block: 0,
            hands: if natural { 0 } else { file.hands },
            parry,
            fencing: file.fencing,
            disarm_bonus: file.disarm_bonus,
            unready_after_attack: file.unready_after_attack && !natural,
            improvised: file.improvised,
            weight,
            material: file.material,
            hp: weapon_hp(weight),
            reach,
            shots: if natural { 0 } else { file.shots },
            reload: file.reload,
            ranged,
            db: 0,
            large: false,
            turns: 0,
            gives_hp: 0,
            gives_fp: 0,
            ready: file.ready.unwrap_or(false),
            off_hand: file.off_hand,
        });
    }

    /// A way to strike with a weapon, which has a name, a skill and a score in it.
    fn mode(&mut self, path: Path, file: &ModeFile, weapon: (&str, &str, i16), item: ItemId) -> Mode {
        let (skill, score) = match &file.skill {
            Some(skill) => (skill.as_str(), self.skill(path.key("skill"), skill)),
            None => (weapon.1, weapon.2),
        };
        let read = text::damage(&file.damage).and_then(|text| match (text.divisor, text.kind) {
            (divisor, _) if divisor != (1, 1) => Err("this game has no armor divisors"),
            (_, DamageType::Fatigue | DamageType::Toxic) => {
                Err("the types are cr, cut, imp, pi-, pi, pi+, pi++, cor and burn")
            }
            _ => Ok(text),
        });
        let damage = read.unwrap_or_else(|hint| {
            self.reader.add(path.key("damage"), format!("`{}` is no damage", file.damage), hint);
            DamageText { basis: Basis::Thrust, add: 0, divisor: (1, 1), kind: DamageType::Crushing }
        });
        let reach = match (&file.reach, file.range) {
            (Some(reach), None) => match text::reach(reach) {
                Ok((bits, false)) => bits,
                _ => {
                    let hint = "`C` for the same hex, and hexes from 1 to 15: `1`, `C,1`, `1,2`, `2-4`";
                    self.reader.add(path.key("reach"), format!("`{reach}` is no reach"), hint);
                    2
                }
            },
            (None, Some(_)) => 0,
            (None, None) => {
                self.reader.add(path.clone(), "a mode needs its reach, or its range", "add `reach = \"1\"`");
                2
            }
            (Some(_), Some(_)) => {
                let hint = "a thrown weapon has one mode for each";
                self.reader.add(path.key("range"), "a mode has a reach or a range", hint);
                0
            }
        };
        let ranged = file.range.map(|range| Ranged {
            acc: file.acc,
            bulk: file.bulk,
            range,
            flight: file.flight.unwrap_or(Flight::Missile),
        });
        Mode {
            name: file.name.clone().unwrap_or_else(|| weapon.0.to_owned()),
            item,
            score: score + file.bonus,
            skill: skill_name(skill),
            takes: skill.to_owned(),
            untrained: 0,
            bonus: file.bonus,
            text: damage,
            damage: damage.of(self.thrust, self.swing),
            strength: damage.by_strength(self.thrust, self.swing),
            kind: damage.kind,
            reach,
            ranged,
        }
    }

    fn shield(&mut self, file: &SheetFile, skills: &[i16; Skill::COUNT]) {
        let Some(shield) = &file.shield else { return };
        let path = Path::root().key("shield");
        let kind = match shield.kind {
            ShieldKind::Shield => "shield",
            ShieldKind::Buckler => "buckler",
            ShieldKind::Cloak => "cloak",
        };
        let name = self.name(path.key("name"), shield.name.as_deref().unwrap_or(kind));
        let skill = if shield.kind == ShieldKind::Cloak { Skill::Cloak } else { Skill::Shield };
        let score = skills[skill as usize];
        if score == 0 {
            let hint = "Shield for shields and bucklers, Cloak for cloaks, under `skills`";
            self.reader.add(path.clone(), "it has no skill to block with", hint);
        }
        let weight = hundredths(shield.weight);
        let off_hand = match shield.hand {
            None => true,
            Some(hand) => hand != file.main_hand,
        };
        self.arms.push(Item {
            score,
            skill: skill.name(),
            takes: skill.name().to_owned(),
            hands: 1,
            weight,
            db: shield.db,
            block: shield.block,
            large: shield.large,
            ready: shield.ready.unwrap_or(true),
            off_hand,
            ..thing(name, ItemKind::Shield(shield.kind))
        });
    }

    fn belt(&mut self, file: &SheetFile) {
        for (at, item) in file.item.iter().enumerate() {
            let path = Path::root().key("item").index(at);
            let name = self.name(path.key("name"), &item.name);
            let weight = hundredths(item.weight);
            self.arms.push(Item {
                weight,
                turns: item.turns,
                gives_hp: item.hp,
                gives_fp: item.fp,
                ..thing(name, ItemKind::Belt)
            });
        }
    }
}

/// A thing with which nobody strikes.
fn thing(name: String, kind: ItemKind) -> Item {
    Item {
        name,
        kind,
        score: 0,
        skill: "skill",
        takes: String::new(),
        untrained: 0,
        block: 0,
        hands: 1,
        parry: None,
        fencing: false,
        disarm_bonus: false,
        unready_after_attack: false,
        improvised: 0,
        weight: 0,
        material: Material::Mixed,
        hp: 0,
        reach: 0,
        shots: 0,
        reload: 1,
        ranged: false,
        db: 0,
        large: false,
        turns: 1,
        gives_hp: 0,
        gives_fp: 0,
        ready: false,
        off_hand: true,
    }
}

/// `G4-R68` A body without arms or hands holds nothing.
fn without_hands(r: &mut Diagnostics, file: &SheetFile, arms: &mut [Item]) {
    for at in file.weapon.iter().enumerate().filter_map(|(at, weapon)| (weapon.ready == Some(true)).then_some(at)) {
        let path = Path::root().key("weapon").index(at).key("ready");
        r.add(path, "a body without arms or hands holds nothing (G4-R68)", "a natural weapon, or another body");
    }
    for item in arms.iter_mut().filter(|item| !item.is_natural()) {
        item.ready = false;
    }
}

/// `G4-R52` What is in hand when the fight begins: what says so, and the first weapon if it says nothing.
fn in_hand(r: &mut Diagnostics, file: &SheetFile, arms: &mut [Item]) {
    let said = file.weapon.iter().any(|weapon| weapon.ready == Some(true));
    let shield = arms.iter().any(|item| item.is_shield() && item.ready);
    if let Some(first) = arms.first_mut()
        && first.kind == ItemKind::Weapon
        && !said
        && file.weapon[0].ready.is_none()
    {
        first.ready = true;
    }
    let mut taken = 0;
    for (at, item) in arms.iter().enumerate().filter(|(_, item)| item.ready && item.kind != ItemKind::Belt) {
        taken += item.hands;
        if taken > 2 {
            let path = Path::root();
            let (message, hint) = if shield && item.hands > 1 || item.is_shield() {
                ("a two-handed weapon goes with no shield (G4-R52)", "set `ready = false` for one of them")
            } else {
                ("more is ready than two hands hold (G4-R52)", "set `ready = false` for one of them")
            };
            let path = if item.is_shield() { path.key("shield") } else { path.key("weapon").index(at) };
            r.add(path, message, hint);
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_out_of_range_is_told_at_its_place() {
        let text = "name = 'Ana'\nst = 0\nhp = 1001\nbasic_speed = 51\nload = -1\nskills = { Karate = 41, Shield = 12 }
dr = { torso = 101 }\nshield = { db = 5, weight = 1001 }\nitem = [{ name = 'Potion', turns = 0 }]
weapon = [{ name = 'Axe', skill = 'DX', parry = 11, hands = 0, mode = [{ damage = 'sw cut', range = 0 }] }]\n";
        let error = read(&Source::new("ana.toml", text)).expect_err("nothing of it fits").to_string();
        let told: Vec<&str> = error.lines().filter_map(|line| line.strip_prefix("ana.toml:")).collect();
        assert_eq!(
            told,
            [
                "2:6: 0 is out of range (1 to 100)",
                "3:6: 1001 is out of range (1 to 1000)",
                "4:15: 51 is out of range (0.5 to 50)",
                "5:8: -1 is out of range (0 to 1000000)",
                "6:21: 41 is out of range (1 to 40)",
                "7:16: 101 is out of range (0 to 100)",
                "8:17: 5 is out of range (0 to 4)",
                "8:29: 1001 is out of range (0 to 1000)",
                "9:36: 0 is out of range (1 to 60)",
                "10:49: 11 is out of range (-10 to 10)",
                "10:61: 0 is out of range (1 to 2)",
                "10:101: 0 is out of range (1 to 5000)",
            ]
        );
    }

    #[test]
    fn hit_points_of_weapons() {
        for (hundredths, hp) in [(40, 4), (50, 6), (300, 12), (800, 16), (2690, 20), (2700, 22)] {
            assert_eq!(weapon_hp(hundredths), hp, "G4-E81: {hundredths}");
        }
    }
}
