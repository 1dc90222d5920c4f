//! Sheet files: one character or creature in TOML, as people write it.
//!
//! [`SheetFile`] is the format, a [`Sheet`] is what the rules read; [`compile`] makes one of the
//! other and complains of every value that is out of its range, of every unknown name and of
//! whatever does not go together. `docs/sheet-dfrpg.md` describes the format for its writers.

mod compile;
mod text;

use crate::sheet::{DamageType, MOST_ITEMS, Material, Quality, ResistedBy, Sheet, SpellClass};
use affray_files::value::FromValue;
use affray_files::{FileError, Source};
use std::collections::BTreeMap;

pub(crate) use compile::in_hands_of;
pub use compile::{SAMPLE_SPELLS, compile};

/// Reads a sheet file.
///
/// # Errors
/// What is wrong with it, each with its place.
///
/// ```
/// use affray_files::Source;
/// let text = "name = 'Ana'\nst = 13\ndx = 12\niq = 10\nht = 12\n";
/// let ana = affray_dfrpg::files::sheet::read(&Source::new("ana.toml", text)).unwrap();
/// assert_eq!((ana.hp, ana.mv, ana.dodge), (13, 6, 9));
/// ```
pub fn read(source: &Source) -> Result<Sheet, FileError> {
    affray_files::sheets::read::<SheetFile>(source)
}

affray_files::sheet_text!(SheetFile => Sheet, compile);

/// A character or creature for the dfrpg ruleset.
#[derive(Debug, Clone, PartialEq, FromValue)]
pub struct SheetFile {
    /// What it is called, up to 60 characters. Combatants of an encounter have names of their own.
    pub name: String,
    /// Strength. 10 is an ordinary person.
    #[value(range = 1..=100)]
    pub st: i16,
    /// Dexterity.
    #[value(range = 1..=100)]
    pub dx: i16,
    /// Intelligence.
    #[value(range = 1..=100)]
    pub iq: i16,
    /// Health.
    #[value(range = 1..=100)]
    pub ht: i16,
    /// Hit points; without it, ST.
    #[value(range = 1..=500)]
    pub hp: Option<i16>,
    /// Will; without it, IQ.
    #[value(range = 1..=40)]
    pub will: Option<i16>,
    /// Perception; without it, IQ.
    #[value(range = 1..=40)]
    pub per: Option<i16>,
    /// Fatigue points; without it, HT. 0 for whom nothing tires (`DF-R130`).
    #[value(range = 0..=200)]
    pub fp: Option<i16>,
    /// Basic Speed in quarters, such as 5.75; without it, (DX + HT) / 4.
    #[value(range = 0.5..=50.0)]
    pub speed: Option<f64>,
    /// Basic Move in yards, before the load; without it, Basic Speed without its fraction.
    #[value(rename = "move", range = 0..=50)]
    pub basic_move: Option<i16>,
    /// Dodge before the load, shields left out; without it, Basic Speed + 3 + `defense_bonus`,
    /// without the fraction.
    #[value(range = 1..=60)]
    pub dodge: Option<i16>,
    /// Thrusting damage as dice, such as `1d+2`; without it, by ST.
    pub thrust: Option<String>,
    /// Swinging damage as dice; without it, by ST.
    pub swing: Option<String>,
    /// Size modifier. 0 is a person.
    #[value(default, range = -10..=15)]
    pub sm: i16,
    /// Added to active defenses, for advantages such as Combat Reflexes.
    #[value(default, range = 0..=3)]
    pub defense_bonus: i16,
    /// Added to every Parry besides, with weapons and bare hands: for training, for magic (`DF-R125`).
    #[value(default, range = -10..=10)]
    pub parry_bonus: i16,
    /// Points of darkness that take nothing from its attacks, 0 to 10: of whoever sees at night
    /// (`DF-R125`).
    #[value(default, range = 0..=10)]
    pub dark_sight: i16,
    /// Male: blows at the groin are worse.
    #[value(default)]
    pub male: bool,
    /// The left hand is the main hand; else the right one is.
    #[value(default)]
    pub left_handed: bool,
    /// Legs: 0, 2, or 3 and more. 2 if not given.
    #[value(default = 2, range = 0..=100)]
    pub legs: u8,
    /// Arms that have hands. 2 if not given; 0 for most beasts.
    #[value(default = 2, range = 0..=4)]
    pub hands: u8,
    /// Has wings, which can be hit.
    #[value(default)]
    pub wings: bool,
    /// Has a tail, which can be hit.
    #[value(default)]
    pub tail: bool,
    /// The tail is of use, so that blows at the legs may hit it.
    #[value(default)]
    pub tail_useful: bool,
    /// Other parts that the body lacks, at which nobody aims (`DF-R131`): vitals, skull, eyes, face,
    /// neck, groin.
    #[value(default)]
    pub lacks: Vec<String>,
    /// Has the shape of a person, and so takes two hexes lying down. Without it: two legs and at
    /// least one hand.
    pub humanoid: Option<bool>,
    /// Damage resistance of the hide, everywhere but at the eyes.
    #[value(default, range = 0..=100)]
    pub natural_dr: u16,
    /// The damage type of its bite; who has none does not bite.
    pub bite: Option<DamageType>,
    /// Whether it can punch. Without it: if it has hands.
    pub punch: Option<bool>,
    /// Whether it can kick. Without it: if it has two legs.
    pub kick: Option<bool>,
    /// What is carried besides everything listed, in pounds.
    #[value(default, range = 0.0..=100_000.0)]
    pub load: f64,
    /// The encumbrance level, 0 (none) to 4 (extra-heavy), whatever the weights say.
    #[value(range = 0..=4)]
    pub encumbrance: Option<i16>,
    /// Advantages: `High Pain Threshold`, `Ambidexterity`, `Trained by a Master`, `Fit`,
    /// `Recover Energy`, `Unliving` (a golem, for `DF-429`), `Magery 3` (0 to 6), `Weapon Master` or
    /// `Weapon Master (rapier, Knife)`.
    #[value(default)]
    pub traits: Vec<String>,
    /// Scores of the skills that were learned, by name, 1 to 40. Capitals, spaces and punctuation
    /// of a name make no difference. `Fast-Draw (Knife)` is possible for any kind of item.
    #[value(default, range = 1..=40)]
    pub skills: BTreeMap<String, i16>,
    /// Scores in the sample spells, by name, 1 to 40: `ember`, `sting`, `lull`, `fumble`,
    /// `gloom`, `mend`, `ward`, `seek`.
    #[value(default, range = 1..=40)]
    pub spells: BTreeMap<String, i16>,
    /// Armor; pieces over the same location add up.
    #[value(default)]
    pub armor: Vec<ArmorFile>,
    /// Weapons of every kind, the usual one first.
    #[value(default)]
    pub weapon: Vec<WeaponFile>,
    /// Shields and cloaks.
    #[value(default)]
    pub shield: Vec<ShieldFile>,
    /// Other things that matter in a fight. Weapons, shields and these are at most 8 together.
    #[value(default)]
    pub gear: Vec<GearFile>,
    /// Claws, horns and the like: attacks without an item.
    #[value(default)]
    pub natural: Vec<NaturalFile>,
    /// Spells of your own.
    #[value(default)]
    pub spell: Vec<SpellFile>,
}

/// A piece of armor.
#[derive(Debug, Clone, PartialEq, FromValue)]
pub struct ArmorFile {
    /// For the reader only.
    pub name: Option<String>,
    /// Where it is: locations such as `skull` or `left-arm`, and groups: `all` (without the
    /// eyes), `body` (torso, vitals, groin), `head` (skull, face), `arms`, `hands`, `legs`,
    /// `feet`, `limbs`, `eyes`, `wings`. `torso` covers the vitals too.
    pub on: Vec<String>,
    /// Damage resistance.
    #[value(range = 0..=100)]
    pub dr: u16,
    /// Of what kind it is.
    #[value(default)]
    pub kind: ArmorKind,
    /// Weight in pounds.
    #[value(default, range = 0.0..=1000.0)]
    pub weight: f64,
}

/// Kinds of armor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, FromValue)]
pub enum ArmorKind {
    /// Plates, which have chinks.
    #[default]
    Rigid,
    /// Mail, leather, cloth.
    Flexible,
    /// Hide or scales that have grown there.
    Natural,
}

/// Where a thing is when the fight begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, FromValue)]
pub enum Where {
    /// In the right hand, or on the right arm.
    Right,
    /// In the left hand, or on the left arm.
    Left,
    /// In both hands: two-handed things only.
    Both,
    /// In the third hand, of those who have one.
    Third,
    /// In the fourth hand.
    Fourth,
    /// In its sheath, quiver, bag, or on the back.
    Sheathed,
}

/// A weapon with all the ways in which it can be used.
#[derive(Debug, Clone, PartialEq, FromValue)]
pub struct WeaponFile {
    /// Its name, unique on the sheet.
    pub name: String,
    /// The skill that it is used with.
    pub skill: String,
    /// Weight in pounds.
    #[value(range = 0.0..=1000.0)]
    pub weight: f64,
    /// Hands that it takes.
    #[value(default = 1, range = 1..=2)]
    pub hands: u8,
    /// Where it is when the fight begins. Without it: the first weapon of the sheet is in the main
    /// hand, or in both if it takes two; every other one is sheathed.
    pub hand: Option<Where>,
    /// The ways of attacking with it, the usual one first.
    pub modes: Vec<ModeFile>,
    /// What it adds to a Parry.
    #[value(default, range = -10..=10)]
    pub parry: i16,
    /// The Parry itself, in place of skill / 2 + 3 + `parry`.
    #[value(range = 1..=40)]
    pub parry_score: Option<i16>,
    /// Cannot parry. Weapons that are only shot or thrown never can.
    #[value(default)]
    pub no_parry: bool,
    /// Fencing weapon, `F` in lists.
    #[value(default)]
    pub fencing: bool,
    /// Unbalanced, `U` in lists: cannot both attack and parry in one turn.
    #[value(default)]
    pub unbalanced: bool,
    /// Needs a Ready maneuver after each attack, unless its wielder has 1.5 times its `min_st`.
    #[value(default)]
    pub unwieldy: bool,
    /// Minimum ST: -1 to the skill for each point that is missing.
    #[value(range = 1..=100)]
    pub min_st: Option<i16>,
    /// How well it is made.
    #[value(default)]
    pub quality: Quality,
    /// What it is made of, for blows at it.
    #[value(default)]
    pub material: Material,
    /// Hit points as an object; without it, by weight.
    #[value(range = 1..=100)]
    pub hp: Option<i16>,
    /// Damage resistance as an object; without it, by material.
    #[value(range = 0..=100)]
    pub dr: Option<i16>,
    /// What others add to a Parry against it: 0 to -4.
    #[value(default, range = -4..=0)]
    pub parryable: i16,
    /// What others add to a Block against it: 0 to -4.
    #[value(default, range = -4..=0)]
    pub blockable: i16,
    /// Shots that it holds when loaded, for weapons that shoot. 1 if not given.
    #[value(range = 1..=100)]
    pub shots: Option<u8>,
    /// Ready maneuvers that loading it takes, for weapons that shoot. 1 if not given; 0 for what
    /// never needs any.
    #[value(range = 0..=60)]
    pub reload: Option<u8>,
    /// Can be braced on something solid for better aim.
    #[value(default)]
    pub crossbow: bool,
    /// Helps spells over a distance.
    pub focus: Option<Focus>,
    /// How many there are of it. The second is called as the first with ` 2` behind, and every one
    /// but the first is sheathed.
    #[value(default = 1, range = 1..=MOST_ITEMS)]
    pub count: u8,
}

/// What a wizard points with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, FromValue)]
pub enum Focus {
    /// Cancels one hex of distance.
    Baton,
    /// Cancels two.
    Staff,
}

/// One way of attacking with a weapon.
#[derive(Debug, Clone, PartialEq, FromValue)]
pub struct ModeFile {
    /// What is done with the weapon.
    pub kind: Use,
    /// Its name; without it, the kind. Two modes of a weapon have different names.
    pub name: Option<String>,
    /// Damage: dice with adds, `thr` or `sw` with adds, an armor divisor in parentheses where there
    /// is one, and the type: `sw+1 cut`, `2d-1 cr`, `thr+2(2) imp`. Types are `cr`, `cut`, `imp`,
    /// `pi-`, `pi`, `pi+`, `pi++`, `burn`, `cor`, `tox`, `fat`.
    pub damage: String,
    /// Hexes that a melee mode reaches: `C` for the same hex, `1`, `1,2`, `C,1`, `2-4`. A `*` at
    /// the end: changing the reach takes a Ready maneuver.
    pub reach: Option<String>,
    /// Yards that a missile or a thrown weapon flies: the greatest, `100`, or half-damage and
    /// greatest, `70/100`. `x0.5/x1` multiplies ST.
    pub range: Option<String>,
    /// Accuracy, for ranged modes.
    #[value(range = 0..=10)]
    pub acc: Option<i16>,
    /// Bulk, for ranged modes: 0 to -12.
    #[value(range = -12..=0)]
    pub bulk: Option<i16>,
    /// The skill, where it is not the weapon's. A thrown knife, axe or spear uses the skill of
    /// throwing it without being told.
    pub skill: Option<String>,
    /// Added to the skill in attacks with this mode: for how it is made, for a trait, for magic.
    #[value(default, range = -30..=30)]
    pub bonus: i16,
    /// Minimum ST, where it is not the weapon's.
    #[value(range = 1..=100)]
    pub min_st: Option<i16>,
}

/// What is done with a weapon.
#[derive(Debug, Clone, Copy, PartialEq, Eq, FromValue)]
pub enum Use {
    /// Swung in melee.
    Swing,
    /// Thrust in melee.
    Thrust,
    /// It shoots.
    Missile,
    /// It is thrown itself.
    Thrown,
}

/// A shield or a cloak.
#[derive(Debug, Clone, PartialEq, FromValue)]
pub struct ShieldFile {
    /// Its name, unique on the sheet.
    pub name: String,
    /// Which of the two it is.
    #[value(default)]
    pub skill: ShieldSkill,
    /// Defense bonus; 0 for what only blocks.
    #[value(range = 0..=3)]
    pub db: i16,
    /// Weight in pounds.
    #[value(default, range = 0.0..=1000.0)]
    pub weight: f64,
    /// On which arm it is when the fight begins; without it, on the off hand's.
    pub arm: Option<Where>,
    /// The Block itself, in place of skill / 2 + 3.
    #[value(range = 1..=23)]
    pub block_score: Option<i16>,
    /// Ways of attacking with it, if any.
    #[value(default)]
    pub modes: Vec<ModeFile>,
    /// What it is made of; without it, wood for a shield and rope for a cloak.
    pub material: Option<Material>,
    /// Hit points as an object; without it, by weight.
    #[value(range = 1..=100)]
    pub hp: Option<i16>,
    /// Damage resistance as an object; without it, by material.
    #[value(range = 0..=100)]
    pub dr: Option<i16>,
}

/// What is blocked with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, FromValue)]
#[value(rename_all = "PascalCase")]
pub enum ShieldSkill {
    /// A shield.
    #[default]
    Shield,
    /// A cloak.
    Cloak,
}

/// A thing that is neither weapon nor shield, but can be held.
#[derive(Debug, Clone, PartialEq, FromValue)]
pub struct GearFile {
    /// Its name, unique on the sheet.
    pub name: String,
    /// Weight in pounds.
    #[value(default, range = 0.0..=1000.0)]
    pub weight: f64,
    /// Hands that it takes.
    #[value(default = 1, range = 1..=2)]
    pub hands: u8,
    /// Where it is when the fight begins; without it, sheathed.
    pub hand: Option<Where>,
    /// Helps spells over a distance.
    pub focus: Option<Focus>,
    /// What it is made of.
    #[value(default)]
    pub material: Material,
    /// Hit points as an object; without it, by weight.
    #[value(range = 1..=100)]
    pub hp: Option<i16>,
    /// Damage resistance as an object; without it, by material.
    #[value(range = 0..=100)]
    pub dr: Option<i16>,
    /// How many there are of it, as of a weapon.
    #[value(default = 1, range = 1..=MOST_ITEMS)]
    pub count: u8,
}

/// An attack with a part of the body.
#[derive(Debug, Clone, PartialEq, FromValue)]
pub struct NaturalFile {
    /// Its name, unique on the sheet. One that is called `punch`, `kick` or `bite` takes the place
    /// of the attack that every body of that kind has.
    pub name: String,
    /// What it is made with.
    pub limb: Limb,
    /// Damage, as of a weapon.
    pub damage: String,
    /// Reach, as of a weapon; without it, `C`.
    pub reach: Option<String>,
    /// Range, as of a weapon, which makes it an attack at range: breath, a gaze, spines. It is made with the `body`.
    pub range: Option<String>,
    /// Accuracy, at range.
    #[value(range = 0..=10)]
    pub acc: Option<i16>,
    /// Whether it is an area attack, such as a cone or an explosion: its fire is no threat to the vitals alone (`DF-R45`).
    #[value(default)]
    pub area: bool,
    /// The skill; without it, Brawling. DX counts where it is better than an unarmed skill.
    pub skill: Option<String>,
    /// Added to the skill in attacks with it.
    #[value(default, range = -30..=30)]
    pub bonus: i16,
}

/// What an attack without an item is made with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, FromValue)]
pub enum Limb {
    /// A hand, which has to be free: fist or claw. Rules of a punch.
    Hand,
    /// A foot: hoof or talon. Rules of a kick, its -2 to hit included.
    Foot,
    /// A tail.
    Tail,
    /// Anything else: mouth, horns, the whole body. Rules of a bite: it goes with the head.
    Body,
}

/// A spell of your own.
#[derive(Debug, Clone, PartialEq, FromValue)]
pub struct SpellFile {
    /// Its name, unique on the sheet.
    pub name: String,
    /// The caster's score.
    #[value(range = 1..=40)]
    pub skill: i16,
    /// Its class.
    pub class: SpellClass,
    /// Energy: for an area spell of each hex of radius, for a missile the least. For spells whose
    /// energy the caster chooses, the least of it.
    #[value(range = 0..=100)]
    pub cost: u8,
    /// The most energy, where the caster chooses; without it, `cost`. A missile always takes up to
    /// the caster's Magery each second.
    #[value(range = 0..=100)]
    pub most_cost: Option<u8>,
    /// Casting time in seconds; without it 1, and 0 for a blocking spell.
    #[value(range = 0..=3600)]
    pub seconds: Option<u16>,
    /// What a target resists with, if it can.
    pub resisted: Option<ResistedBy>,
    /// What it does: `damage(2d,burn)`, `damage(per-energy,burn)`, `heal(3)`,
    /// `condition(sleep,60)`, `mod(dx,-1,60)`, `mod(dx,-1 per-energy,60)`, `dr(2,60)`,
    /// `stop_attack`, `report`.
    pub effect: String,
    /// Counts as healing for a caster who casts it on oneself; without it, whether it heals.
    pub healing: Option<bool>,
    /// Needs concentration while it lasts.
    #[value(default)]
    pub concentration: bool,
    /// Energy to keep it up when its time is over; 0 for what cannot be kept up.
    #[value(default, range = 0..=100)]
    pub upkeep: u8,
    /// How far a missile flies, in yards, as of a weapon.
    pub range: Option<String>,
    /// Accuracy of a missile.
    #[value(range = 0..=10)]
    pub acc: Option<i16>,
    /// Bulk of a missile: 0 to -12.
    #[value(range = -12..=0)]
    pub bulk: Option<i16>,
}

#[cfg(test)]
mod tests;
