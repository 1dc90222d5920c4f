//! Sheet files: one character in TOML, as people write it.
//!
//! [`SheetFile`] is the format, a [`Sheet`] is what the rules read; [`compile`](affray_files::sheets::SheetText::compile) makes one of the
//! other and complains of every value that is out of its range and of every unknown name. Rules `GR-009`,
//! `GR-015` to `GR-017`, `GR-024`, `GR-030`; rulings `GR-R12`, `GR-R28` to `GR-R32`, `GR-R72`, `GR-R74`,
//! `GR-R98`, `GR-R111` to `GR-R114`.

use super::gear_file::{ArmorRef, ShieldFile, WeaponFile, tenths};
use crate::gear::tables::base_damage;
use crate::sheet::{Class, Scores, Sheet, Spell, Traits};
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

affray_files::sheet_text!(SheetFile => Sheet, compile);

/// Makes a sheet of a file.
fn compile(file: &SheetFile) -> Result<Sheet, Vec<Diagnostic>> {
    let mut compile = Compile { file, wrongs: Diagnostics::default() };
    let sheet = compile.sheet();
    compile.wrongs.or(sheet)
}

/// A sheet that is being made, and what was found wrong so far.
pub(super) struct Compile<'a> {
    pub(super) file: &'a SheetFile,
    pub(super) wrongs: Diagnostics,
}

/// `GR-R30` Skills with their defaults: what is taken off DX.
const UNTRAINED: i32 = 5;

impl Compile<'_> {
    /// A skill by its name.
    pub(super) fn skill(&self, name: &str) -> Option<i32> {
        let found = self.file.skills.iter().find(|(known, _)| plain(known) == plain(name));
        found.map(|(_, &value)| value)
    }

    /// `GR-R30` The skill with a weapon: as listed, else DX-5.
    pub(super) fn weapon_skill(&self, class: Class, dx: i32) -> i32 {
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
