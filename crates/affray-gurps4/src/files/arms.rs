//! Weapons, shields and other things of a sheet file: their format, what they are made into, and what is in hand when the
//! fight begins.
//!
//! Rules `G4-291`, rulings `G4-R29`, `G4-R52`, `G4-R55` and `G4-R68`.

use super::sheet::{Hand, SheetFile};
use crate::sheet::{
    Flight, Item, ItemId, ItemKind, MOST_ARMS, MOST_ITEMS, Material, Mode, Ranged, ShieldKind, Skill, skill_name,
};
use affray_3d6::damage::{Damage, DamageType};
use affray_3d6::text::{self, Basis, DamageText};
use affray_files::value::FromValue;
use affray_files::{Diagnostics, Path, plain};
use std::collections::BTreeMap;

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

/// Weapons, shields and other things, as they are read.
pub(super) struct Arms<'a> {
    reader: &'a mut Diagnostics,
    dx: i16,
    levels: &'a BTreeMap<String, i16>,
    thrust: Damage,
    swing: Damage,
    /// What can be held or carried, then natural weapons.
    pub(super) arms: Vec<Item>,
    /// How many of those can be held or carried.
    pub(super) items: u8,
    /// The ways to strike.
    pub(super) modes: Vec<Mode>,
}

impl<'a> Arms<'a> {
    /// Reads all that a sheet names, whose skills are known by their numbers and by their names, thrust and swing by ST.
    pub(super) fn read(
        reader: &'a mut Diagnostics,
        file: &SheetFile,
        (skills, levels): (&[i16; Skill::COUNT], &'a BTreeMap<String, i16>),
        (thrust, swing): (Damage, Damage),
    ) -> Self {
        let mut arms =
            Self { reader, dx: file.dx, levels, thrust, swing, arms: Vec::new(), items: 0, modes: Vec::new() };
        arms.weapons(file);
        arms.shield(file, skills);
        arms.belt(file);
        let items = arms.arms.len();
        if items > MOST_ITEMS {
            let path = Path::root().key("weapon");
            arms.reader.add(path, format!("{items} weapons, shields and items"), "at most 8 together");
        }
        arms.items = items as u8;
        arms.naturals(file);
        arms
    }

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
pub(super) fn without_hands(r: &mut Diagnostics, file: &SheetFile, arms: &mut [Item]) {
    for at in file.weapon.iter().enumerate().filter_map(|(at, weapon)| (weapon.ready == Some(true)).then_some(at)) {
        let path = Path::root().key("weapon").index(at).key("ready");
        r.add(path, "a body without arms or hands holds nothing (G4-R68)", "a natural weapon, or another body");
    }
    for item in arms.iter_mut().filter(|item| !item.is_natural()) {
        item.ready = false;
    }
}

/// `G4-R52` What is in hand when the fight begins: what says so, or else the first weapon that says nothing.
pub(super) fn in_hand(r: &mut Diagnostics, file: &SheetFile, arms: &mut [Item]) {
    let said = file.weapon.iter().any(|weapon| weapon.ready == Some(true));
    let shield = arms.iter().any(|item| item.is_shield() && item.ready);
    let first = file.weapon.iter().position(|weapon| weapon.ready.is_none()).filter(|_| !said);
    if let Some(first) = first.and_then(|at| arms.get_mut(at)) {
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
    fn hit_points_of_weapons() {
        for (hundredths, hp) in [(40, 4), (50, 6), (300, 12), (800, 16), (2690, 20), (2700, 22)] {
            assert_eq!(weapon_hp(hundredths), hp, "G4-E81: {hundredths}");
        }
    }
}
