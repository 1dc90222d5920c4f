//! Sheet files: one character or creature in TOML, as people write it.
//!
//! [`SheetFile`] is the format with the ranges of its values, a [`Sheet`] is what the rules read; [`compile`] makes one
//! of the other and complains of every unknown name and of what does not go together; weapons and other things are read
//! by [`arms`](super::arms). Rules `G4-020` to `G4-033`, rulings `G4-R47`, `G4-R66` and `G4-R68`.

use super::arms::{Arms, ItemFile, ShieldFile, WeaponFile, in_hand, without_hands};
use crate::derived;
use crate::sheet::{LOCATIONS, Level, Sheet, Skill, Traits};
use affray_3d6::damage::Damage;
use affray_3d6::location::Location;
use affray_3d6::text;
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
    let Arms { mut arms, items, modes, .. } = Arms::read(&mut r, file, (&skills, &levels), (thrust, swing));
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
        items,
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
}
