//! From a sheet file to a [`Sheet`]: every range of part 1 of the ledger is checked here, and every
//! derived value is worked in.

use super::text;
use super::{
    ArmorKind, Focus, GearFile, Limb, ModeFile, NaturalFile, SheetFile, ShieldFile, ShieldSkill, SpellFile, Use,
    WeaponFile, Where,
};
use crate::derived;
use crate::sheet::{
    Body, Damage, DamageType, Item, ItemId, ItemKind, Location, MOST_ITEMS, MOST_MODES, MOST_SPELLS, Material,
    MissileSpell, Mode, ModeKind, Quality, Resistance, ResistedBy, Sheet, Skill, Spell, SpellClass, SpellCondition,
    SpellEffect, SpellScore, Start, Traits,
};
use affray_3d6::text::{Basis, DamageText};
use affray_core::dice::Dice;
use affray_core::files::{Complaint, Path};
use affray_core::names::plain;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Makes a sheet of a file.
///
/// # Errors
/// All that is wrong with it.
pub fn compile(file: &SheetFile) -> Result<Sheet, Vec<Complaint>> {
    let mut compiler = Compiler::default();
    let sheet = compiler.sheet(file);
    if compiler.complaints.is_empty() { Ok(sheet) } else { Err(compiler.complaints) }
}

/// `DF-R116` What the things of a sheet are in the hands of somebody else, in the order of its items: by his skills and
/// their defaults (`DF-R80`), his ST (`DF-031`, `DF-033`, `DF-R13`) and his own training with such things. A Parry or
/// Block that the sheet gives is its owner's.
pub(crate) fn in_hands_of(wielder: &Sheet, owner: &Sheet) -> Vec<(Item, Vec<Mode>)> {
    let mut compiler = Compiler::default();
    compiler.skills(&wielder.file, wielder.dx, wielder.iq, wielder.ht);
    compiler.traits(&wielder.file);
    let mut sheet = Sheet { items: Vec::new(), modes: Vec::new(), ..wielder.clone() };
    let path = &Path::root();
    for weapon in &owner.file.weapon {
        let weapon = WeaponFile { hand: Some(Where::Sheathed), parry_score: None, ..weapon.clone() };
        compiler.weapon(path, &weapon, false, &mut sheet);
    }
    for shield in &owner.file.shield {
        let shield = ShieldFile { arm: Some(Where::Sheathed), block_score: None, ..shield.clone() };
        compiler.shield(path, &shield, &mut sheet);
    }
    for gear in &owner.file.gear {
        compiler.gear(path, &GearFile { hand: None, ..gear.clone() }, &mut sheet);
    }
    let modes = compiler.modes;
    let of = |item: ItemId| modes.iter().map(|(_, mode)| mode).filter(move |mode| mode.item == Some(item)).cloned();
    sheet
        .own_items()
        .map(|item| of(item).collect())
        .zip(sheet.items.clone())
        .map(|(modes, item)| (item, modes))
        .collect()
}

/// The names of the spells of `DF-R56`, which every sheet may list with a score alone.
pub const SAMPLE_SPELLS: [&str; 8] = ["ember", "sting", "lull", "fumble", "gloom", "mend", "ward", "seek"];

/// `DF-R56` A sample spell, before its caster's Magery is known.
#[rustfmt::skip]
fn sample_spell(name: &str, score: i16) -> Option<Spell> {
    let spell = |class, cost, most_cost, resisted, effect| Spell {
        name: name.to_owned(), class, score, healing: false, cost, most_cost, seconds: 1, resisted,
        needs_concentration: false, upkeep: 0, effect, missile: None,
    };
    let burn = |number, per_energy| SpellEffect::Damage {
        damage: Damage { dice: Dice::d6(number), add: 0 }, per_energy, kind: DamageType::Burning,
    };
    Some(match name {
        "ember" => Spell {
            missile: Some(MissileSpell { acc: 1, half_range: 25, max_range: 50, bulk: -2 }),
            ..spell(SpellClass::Missile, 1, 1, None, burn(1, true))
        },
        "sting" => spell(SpellClass::Melee, 3, 3, None, burn(2, false)),
        "lull" => spell(SpellClass::Regular, 4, 4, Some(ResistedBy::Will),
            SpellEffect::Condition { condition: SpellCondition::Sleep, seconds: 0 }),
        "fumble" => spell(SpellClass::Regular, 1, 5, Some(ResistedBy::Ht),
            SpellEffect::Modifier { score: SpellScore::Dx, by: -1, per_energy: true, seconds: 60 }),
        "gloom" => spell(SpellClass::Area, 2, 2, Some(ResistedBy::Will),
            SpellEffect::Modifier { score: SpellScore::Attack, by: -2, per_energy: false, seconds: 60 }),
        "mend" => Spell { healing: true, ..spell(SpellClass::Regular, 1, 3, None, SpellEffect::Heal { most: 3 }) },
        "ward" => Spell { seconds: 0, ..spell(SpellClass::Blocking, 2, 2, None, SpellEffect::StopAttack) },
        "seek" => Spell { seconds: 10, ..spell(SpellClass::Information, 3, 3, None, SpellEffect::Report) },
        _ => return None,
    })
}

/// The traits, as files spell them, without Magery and Weapon Master, which say more.
pub(super) const PLAIN_TRAITS: [&str; 6] =
    ["High Pain Threshold", "Ambidexterity", "Trained by a Master", "Fit", "Recover Energy", "Unliving"];

/// Kinds of things that Fast-Draw is learned for, besides the names of weapons and skills.
const FAST_DRAW: [&str; 6] = ["Sword", "Axe", "Shield", "Arrow", "Stone", "Potion"];

/// Groups of locations.
const GROUPS: [(&str, &[Location]); 11] = {
    use Location as L;
    [
        (
            "all",
            &[
                L::Torso,
                L::Vitals,
                L::Groin,
                L::Neck,
                L::Face,
                L::Skull,
                L::RightArm,
                L::LeftArm,
                L::RightHand,
                L::LeftHand,
                L::RightLeg,
                L::LeftLeg,
                L::RightFoot,
                L::LeftFoot,
                L::RightWing,
                L::LeftWing,
                L::Tail,
            ],
        ),
        ("body", &[L::Torso, L::Vitals, L::Groin]),
        ("torso", &[L::Torso, L::Vitals]),
        ("head", &[L::Skull, L::Face]),
        ("eyes", &[L::RightEye, L::LeftEye]),
        ("arms", &[L::RightArm, L::LeftArm]),
        ("hands", &[L::RightHand, L::LeftHand]),
        ("legs", &[L::RightLeg, L::LeftLeg]),
        ("feet", &[L::RightFoot, L::LeftFoot]),
        (
            "limbs",
            &[L::RightArm, L::LeftArm, L::RightHand, L::LeftHand, L::RightLeg, L::LeftLeg, L::RightFoot, L::LeftFoot],
        ),
        ("wings", &[L::RightWing, L::LeftWing]),
    ]
};

/// The order of [`Sheet::modes`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    /// With an item that is in hand when the fight begins.
    Held,
    /// With the body.
    Natural,
    /// With an item that has to be drawn.
    Sheathed,
    /// Fists, feet and teeth.
    Unarmed,
}

/// What the traits say of the sheet's items.
#[derive(Default)]
struct Mastery {
    everything: bool,
    names: Vec<String>,
}

impl Mastery {
    fn of(&self, name: &str, skill: Skill) -> bool {
        let (name, skill) = (plain(name), plain(skill.name()));
        self.everything || self.names.iter().any(|of| *of == name || *of == skill)
    }
}

/// Skills of the sheet that belong to a kind of thing: what is drawn, and the score.
type FastDraw = Vec<(String, i16)>;

/// `DF-R98` Whether a Fast-Draw for that is one for an item: its name, a word of it, its skill, or
/// the family of swords, knives or axes.
fn draws(what: &str, name: &str, skill: Option<Skill>) -> bool {
    let what = plain(what);
    let family = match what.as_str() {
        "sword" => matches!(
            skill,
            Some(Skill::Broadsword | Skill::Rapier | Skill::Saber | Skill::Shortsword | Skill::Smallsword)
        ),
        "knife" => matches!(skill, Some(Skill::Knife | Skill::MainGauche | Skill::ThrownKnife)),
        "axe" => matches!(skill, Some(Skill::AxeMace | Skill::TwoHandedAxeMace | Skill::ThrownAxeMace)),
        _ => false,
    };
    family
        || what == plain(name)
        || skill.is_some_and(|skill| what == plain(skill.name()))
        || name.split_whitespace().any(|word| plain(word) == what)
}

/// What items have in common.
struct Common<'a> {
    path: &'a Path,
    name: &'a str,
    kind: ItemKind,
    skill: Skill,
    weight: f64,
    count: i32,
    hands: i32,
    material: Material,
    hp: Option<i32>,
    dr: Option<i32>,
    focus: Option<Focus>,
}

#[derive(Default)]
struct Compiler {
    complaints: Vec<Complaint>,
    /// Names of items and natural attacks so far, without capitals and blanks.
    names: BTreeSet<String>,
    /// Hands that hold something already, as bits.
    taken: u8,
    mastery: Mastery,
    fast_draw: FastDraw,
    modes: Vec<(Rank, Mode)>,
    /// Hundredths of a pound so far.
    load: i32,
}

impl Compiler {
    fn complain(&mut self, path: Path, message: impl Into<String>, hint: impl Into<String>) {
        self.complaints.push(Complaint::new(path, message).hint(hint));
    }

    /// A whole number of the file, if it is within its range; the nearest bound if not.
    fn int(&mut self, path: Path, value: i32, least: i32, most: i32) -> i16 {
        if value < least || most < value {
            let message = format!("{value} is out of range");
            self.complain(path, message, format!("write a whole number from {least} to {most}"));
        }
        value.clamp(least, most) as i16
    }

    fn optional(&mut self, path: Path, value: Option<i32>, least: i32, most: i32) -> Option<i16> {
        value.map(|value| self.int(path, value, least, most))
    }

    /// A weight in hundredths of a pound.
    fn weight(&mut self, path: Path, pounds: f64, most: f64) -> i32 {
        if (0.0..=most).contains(&pounds) {
            (pounds * 100.0).round() as i32
        } else {
            self.complain(path, format!("{pounds} is no weight"), format!("write pounds from 0 to {most}"));
            0
        }
    }

    /// A small text that is read by its own function.
    fn text<T>(&mut self, path: Path, text: &str, read: Result<T, &'static str>) -> Option<T> {
        read.map_err(|hint| {
            let text: String = text.chars().take(60).collect();
            self.complain(path, format!("`{text}` cannot be read"), hint);
        })
        .ok()
    }

    /// A name that is fit to be shown.
    fn fit_name(&mut self, path: &Path, name: &str) {
        if plain(name).is_empty() || 60 < name.chars().count() || name.contains(char::is_control) {
            self.complain(
                path.key("name"),
                "this is no name",
                "write 1 to 60 characters on one line, with a letter or digit",
            );
        }
    }

    /// A name that nothing else on the sheet has.
    fn unique_name(&mut self, path: &Path, name: &str) {
        self.fit_name(path, name);
        if !self.names.insert(plain(name)) {
            self.complain(
                path.key("name"),
                format!("there are two things called `{name}`"),
                "weapons, shields, gear and natural attacks have names of their own",
            );
        }
    }

    fn few<T>(&mut self, path: Path, list: &[T], most: usize, what: &str) {
        if most < list.len() {
            let message = format!("{} {what} are too many", list.len());
            self.complain(path, message, format!("list at most {most}"));
        }
    }

    fn skill(&mut self, path: Path, name: &str) -> Skill {
        Skill::named(name).unwrap_or_else(|| {
            let complaint = Complaint::new(path, format!("there is no skill `{name}`"));
            let names = Skill::ALL.into_iter().map(Skill::name);
            self.complaints.push(complaint.did_you_mean(name, names));
            Skill::Brawling
        })
    }

    fn sheet(&mut self, file: &SheetFile) -> Sheet {
        let at = |key: &str| Path::root().key(key);
        self.fit_name(&Path::root(), &file.name);
        // DF-020.
        let st = self.int(at("st"), file.st, 1, 100);
        let dx = self.int(at("dx"), file.dx, 1, 100);
        let iq = self.int(at("iq"), file.iq, 1, 100);
        let ht = self.int(at("ht"), file.ht, 1, 100);
        // DF-021.
        let hp = self.optional(at("hp"), file.hp, 1, 500).unwrap_or(st);
        let fp = self.optional(at("fp"), file.fp, 1, 200).unwrap_or(ht);
        let will = self.mind("will", file.will, iq);
        let per = self.mind("per", file.per, iq);
        let defense_bonus = self.int(at("defense_bonus"), file.defense_bonus, 0, 3);
        let speed_quarters = self.speed(file.speed, dx, ht);
        let basic_move = self.optional(at("move"), file.basic_move, 0, 50);
        let basic_move = basic_move.unwrap_or(derived::basic_move(speed_quarters));
        let dodge = self.optional(at("dodge"), file.dodge, 1, 60);
        let dodge = dodge.unwrap_or(derived::dodge(speed_quarters, defense_bonus));
        let mut dice = |key: &str, given: &Option<String>, by_st: Damage| {
            let given = given.as_ref();
            given.and_then(|given| self.text(at(key), given, text::dice(given))).unwrap_or(by_st)
        };
        let thrust = dice("thrust", &file.thrust, derived::thrust(st));
        let swing = dice("swing", &file.swing, derived::swing(st));
        let body = self.body(file);
        let (skills, trained) = self.skills(file, dx, iq, ht);
        let mut traits = self.traits(file);
        traits.defense_bonus = defense_bonus;

        let mut sheet = Sheet {
            name: file.name.clone(),
            st,
            dx,
            iq,
            ht,
            will,
            per,
            hp,
            fp,
            speed_quarters,
            basic_move,
            basic_lift: derived::basic_lift(st) / 10,
            basic_lift_tenths: derived::basic_lift(st),
            load: 0,
            encumbrance: 0,
            mv: basic_move,
            dodge,
            sm: self.int(at("sm"), file.sm, -10, 15),
            thrust,
            swing,
            skills,
            trained,
            traits,
            body,
            armor: self.armor(file, &body),
            items: Vec::new(),
            shields: 0,
            modes: Vec::new(),
            spells: Vec::new(),
            file: Arc::new(file.clone()),
        };
        self.belongings(file, &mut sheet);
        let strapped = (0..8).zip(&sheet.items).filter(|(_, item)| item.kind.is_strapped());
        sheet.shields = strapped.map(|(place, _)| 1 << place).sum();
        self.natural(file, &sheet);
        self.unarmed(file, &sheet);
        self.modes.sort_by_key(|(rank, _)| *rank);
        sheet.modes = self.modes.drain(..).map(|(_, mode)| mode).collect();
        let load = (self.load + 9) / 10;
        // DF-025 to DF-027.
        let by_load = derived::encumbrance(sheet.basic_lift_tenths, load);
        let encumbrance = self.optional(at("encumbrance"), file.encumbrance, 0, 4);
        sheet.load = load;
        sheet.encumbrance = encumbrance.unwrap_or(by_load);
        sheet.mv = derived::loaded_move(basic_move, sheet.encumbrance);
        sheet.dodge = derived::loaded_dodge(dodge, sheet.encumbrance);
        self.spells(file, &mut sheet);
        self.masteries(file, &sheet);
        sheet
    }

    /// Will and Perception, which IQ sets, but not beyond their own range.
    fn mind(&mut self, key: &str, given: Option<i32>, iq: i16) -> i16 {
        let path = Path::root().key(key);
        if given.is_none() && 40 < iq {
            let message = format!("`{key}` ends at 40, so that it cannot follow from IQ {iq}");
            self.complain(path.clone(), message, format!("write `{key} = 40` or less"));
        }
        self.optional(path, given, 1, 40).unwrap_or(iq.min(40))
    }

    /// `DF-022`.
    fn speed(&mut self, given: Option<f64>, dx: i16, ht: i16) -> i16 {
        let Some(speed) = given else {
            return derived::speed_quarters(dx, ht);
        };
        let quarters = 4.0 * speed;
        if !(2.0..=200.0).contains(&quarters) || quarters.fract() != 0.0 {
            self.complain(
                Path::root().key("speed"),
                format!("{speed} is no Basic Speed"),
                "write 0.5 to 50 in quarters, such as 5.75",
            );
            return derived::speed_quarters(dx, ht);
        }
        quarters as i16
    }

    fn body(&mut self, file: &SheetFile) -> Body {
        let at = |key: &str| Path::root().key(key);
        let legs = self.int(at("legs"), file.legs, 0, 100) as u8;
        if legs == 1 {
            self.complain(
                at("legs"),
                "a single leg is no body plan",
                "write 0, 2, or 3 and more; a lost leg is an injury",
            );
        }
        let hands = self.int(at("hands"), file.hands, 0, 4) as u8;
        if file.tail_useful && !file.tail {
            self.complain(at("tail_useful"), "there is no tail to be of use", "add `tail = true`");
        }
        Body {
            male: file.male,
            legs,
            hands,
            left_handed: file.left_handed,
            wings: file.wings,
            tail: file.tail,
            tail_useful: file.tail_useful,
            humanoid: file.humanoid.unwrap_or(legs == 2 && 0 < hands),
        }
    }

    /// `DF-R80` All skills, those that were learned, and what can be drawn fast.
    fn skills(&mut self, file: &SheetFile, dx: i16, iq: i16, ht: i16) -> ([i16; Skill::COUNT], u64) {
        let mut scores = Skill::ALL.map(|skill| derived::default_score(skill, dx, iq, ht));
        let mut trained = 0u64;
        for (name, &score) in &file.skills {
            let path = Path::root().key("skills").key(name);
            let score = self.int(path.clone(), score, 1, 40);
            let drawn = name.split_once('(').filter(|_| {
                let name = plain(name);
                name.starts_with("fastdraw")
            });
            if let Some((_, what)) = drawn {
                let what = what.trim_end().trim_end_matches(')').trim();
                let is_known = Skill::named(what).is_some()
                    || FAST_DRAW.iter().any(|known| plain(known) == plain(what))
                    || thing_names(file).any(|(name, skill)| draws(what, name, skill));
                if !is_known {
                    let all = FAST_DRAW.join(", ");
                    self.complain(
                        path,
                        format!("nothing on this sheet is a `{what}`"),
                        format!("write the name of a weapon, a weapon skill, or one of {all}"),
                    );
                } else if self.fast_draw.iter().any(|(other, _)| plain(other) == plain(what)) {
                    self.complain(path, "this skill is listed twice", "keep one of the two");
                } else {
                    self.fast_draw.push((what.to_owned(), score));
                }
                continue;
            }
            let Some(skill) = Skill::named(name) else {
                let complaint = Complaint::new(path, format!("there is no skill `{name}`"));
                let names = Skill::ALL.into_iter().map(Skill::name);
                self.complaints.push(complaint.did_you_mean(name, names));
                continue;
            };
            if trained & (1 << skill as u64) != 0 {
                self.complain(path, format!("{} is listed twice", skill.name()), "keep one of the two");
            }
            trained |= 1 << skill as u64;
            scores[skill as usize] = score;
        }
        (scores, trained)
    }

    fn traits(&mut self, file: &SheetFile) -> Traits {
        let mut traits = Traits::default();
        let mut seen = BTreeSet::new();
        self.few(Path::root().key("traits"), &file.traits, 30, "traits");
        for (index, text) in file.traits.iter().enumerate() {
            let path = Path::root().key("traits").index(index);
            let name = plain(text);
            let kind: String = if name.starts_with("weaponmaster") {
                name.clone()
            } else {
                name.chars().filter(|c| !c.is_ascii_digit()).collect()
            };
            if !seen.insert(kind) {
                self.complain(path, format!("`{text}` is listed twice"), "keep one of the two");
                continue;
            }
            match name.as_str() {
                "highpainthreshold" => traits.high_pain_threshold = true,
                "ambidexterity" => traits.ambidexterity = true,
                "trainedbyamaster" => traits.trained_by_a_master = true,
                "fit" => traits.fit = true,
                "recoverenergy" => traits.recover_energy = true,
                "unliving" => traits.unliving = true,
                "weaponmaster" | "weaponmasterall" => self.mastery.everything = true,
                _ if name.starts_with("weaponmaster") => {
                    let list = text.split_once('(').map_or("", |(_, list)| list);
                    let list = list.trim_end().trim_end_matches(')').split(',').map(plain);
                    self.mastery.names.extend(list);
                }
                _ => match name.strip_prefix("magery").map(str::parse::<u8>) {
                    Some(Ok(level)) if level <= 6 => traits.magery = level,
                    Some(_) => self.complain(
                        path,
                        format!("`{text}` is no Magery"),
                        "write its level, `Magery 0` to `Magery 6`",
                    ),
                    None if name == "combatreflexes" => self.complain(
                        path,
                        format!("`{text}` is written as a number"),
                        "write `defense_bonus = 1` at the top of the sheet",
                    ),
                    None => {
                        let complaint = Complaint::new(path, format!("there is no trait `{text}`"));
                        let names = PLAIN_TRAITS.into_iter();
                        let names = names.chain(["Magery 3", "Weapon Master"]);
                        self.complaints.push(complaint.did_you_mean(text, names));
                    }
                },
            }
        }
        traits
    }

    /// Whether everything that Weapon Master is said to cover is on the sheet, or a skill.
    fn masteries(&mut self, file: &SheetFile, sheet: &Sheet) {
        for (index, text) in file.traits.iter().enumerate() {
            if !plain(text).starts_with("weaponmaster") {
                continue;
            }
            let Some((_, list)) = text.split_once('(') else {
                continue;
            };
            for name in list.trim_end().trim_end_matches(')').split(',') {
                let is_known = plain(name) == "all" || Skill::named(name).is_some() || sheet.item_named(name).is_some();
                if !is_known {
                    let path = Path::root().key("traits").index(index);
                    let name = name.trim();
                    self.complain(
                        path,
                        format!("no weapon of this sheet is a `{name}`"),
                        "write names of weapons or of weapon skills",
                    );
                }
            }
        }
    }

    fn armor(&mut self, file: &SheetFile, body: &Body) -> [Resistance; Location::COUNT] {
        let mut points = [[0u16; 3]; Location::COUNT];
        let natural = self.int(Path::root().key("natural_dr"), file.natural_dr, 0, 100) as u16;
        for at in GROUPS[0].1 {
            points[*at as usize][2] += natural;
        }
        self.few(Path::root().key("armor"), &file.armor, 40, "pieces");
        for (index, piece) in file.armor.iter().enumerate() {
            let path = Path::root().key("armor").index(index);
            let dr = self.int(path.key("dr"), piece.dr, 0, 100) as u16;
            let kind = match piece.kind {
                ArmorKind::Rigid => 0,
                ArmorKind::Flexible => 1,
                ArmorKind::Natural => 2,
            };
            if piece.on.is_empty() {
                self.complain(path.key("on"), "this is worn nowhere", "list locations, such as `[\"torso\"]`");
            }
            let mut covered = 0;
            for (word_index, word) in piece.on.iter().enumerate() {
                covered |= self.locations(path.key("on").index(word_index), word, body);
            }
            for at in Location::ALL {
                if covered & at.bit() != 0 {
                    points[at as usize][kind] += dr;
                }
            }
        }
        let most = points.iter().flatten().fold(0, |most, &point| most.max(point));
        if 200 < most {
            self.complain(
                Path::root().key("armor"),
                format!("pieces over one location add up to {most}"),
                "200 is the most of one kind",
            );
        }
        points.map(|[rigid, flexible, natural]| Resistance {
            rigid: rigid.min(200) as u8,
            flexible: flexible.min(200) as u8,
            natural: natural.min(200) as u8,
        })
    }

    /// The locations that a word means, as bits.
    fn locations(&mut self, path: Path, word: &str, body: &Body) -> u32 {
        let wanted = plain(word);
        let group = GROUPS.iter().find(|(name, _)| plain(name) == wanted);
        let single = Location::ALL.into_iter().find(|at| plain(at.name()) == wanted);
        let bits = match (group, single) {
            (Some((_, group)), _) => group.iter().fold(0, |bits, at| bits | at.bit()),
            (None, Some(at)) => at.bit(),
            (None, None) => {
                let complaint = Complaint::new(path, format!("there is no location `{word}`"));
                let names = GROUPS.iter().map(|(name, _)| *name);
                let names = names.chain(Location::ALL.into_iter().map(Location::name));
                self.complaints.push(complaint.did_you_mean(word, names));
                return 0;
            }
        };
        let there = Location::ALL.into_iter().filter(|&at| has(body, at));
        let bits = bits & there.fold(0, |bits, at| bits | at.bit());
        if bits == 0 {
            self.complain(path, format!("this body has no {word}"), "look at `legs`, `hands`, `wings` and `tail`");
        }
        bits
    }

    /// Everything with a weight; items and their modes.
    fn belongings(&mut self, file: &SheetFile, sheet: &mut Sheet) {
        let at = |key: &str, index: usize| Path::root().key(key).index(index);
        let load = Path::root().key("load");
        self.load += self.weight(load, file.load, 100_000.0);
        for (index, piece) in file.armor.iter().enumerate().take(40) {
            self.load += self.weight(at("armor", index).key("weight"), piece.weight, 1000.0);
        }
        // Longer lists are complained of below; there is no need to look at all of them.
        for (index, weapon) in file.weapon.iter().enumerate().take(MOST_ITEMS + 1) {
            self.weapon(&at("weapon", index), weapon, index == 0, sheet);
        }
        for (index, shield) in file.shield.iter().enumerate().take(MOST_ITEMS + 1) {
            self.shield(&at("shield", index), shield, sheet);
        }
        for (index, gear) in file.gear.iter().enumerate().take(MOST_ITEMS + 1) {
            self.gear(&at("gear", index), gear, sheet);
        }
        if MOST_ITEMS < sheet.items.len() {
            let lists = [("weapon", file.weapon.len()), ("shield", file.shield.len()), ("gear", file.gear.len())];
            let key = lists.iter().find(|list| list.1 != 0);
            let hint = format!("list at most {MOST_ITEMS} weapons, shields and gear, each of a `count` counted");
            self.complain(Path::root().key(key.map_or("weapon", |list| list.0)), "these are too many things", hint);
        }
    }

    fn weapon(&mut self, path: &Path, weapon: &WeaponFile, first: bool, sheet: &mut Sheet) {
        let skill = self.skill(path.key("skill"), &weapon.skill);
        let is_melee = |mode: &ModeFile| matches!(mode.kind, Use::Swing | Use::Thrust);
        let has_melee = weapon.modes.iter().any(is_melee);
        let shoots = weapon.modes.iter().any(|mode| mode.kind == Use::Missile);
        let mut item = self.item(Common {
            path,
            name: &weapon.name,
            kind: if has_melee { ItemKind::Melee } else { ItemKind::Ranged },
            skill,
            weight: weapon.weight,
            count: weapon.count,
            hands: weapon.hands,
            material: weapon.material,
            hp: weapon.hp,
            dr: weapon.dr,
            focus: weapon.focus,
        });
        if weapon.modes.is_empty() {
            self.complain(
                path.key("modes"),
                "a weapon without an attack",
                "add a mode such as `{ kind = \"swing\", damage = \"sw cut\", reach = \"1\" }`, \
                 or list it as gear",
            );
        }
        let min_st = self.optional(path.key("min_st"), weapon.min_st, 1, 100);
        let short = derived::st_short(sheet.st, min_st.unwrap_or(1));
        item.score = sheet.skill(skill) - short;
        item.quality = weapon.quality;
        item.fencing = weapon.fencing;
        item.unbalanced = weapon.unbalanced;
        // DF-R13.
        item.unwieldy = weapon.unwieldy && derived::is_unwieldy(sheet.st, min_st);
        let parry = self.int(path.key("parry"), weapon.parry, -10, 10);
        let given = self.optional(path.key("parry_score"), weapon.parry_score, 1, 40);
        item.parry = if weapon.no_parry || !has_melee {
            if given.is_some() {
                self.complain(path.key("parry_score"), "this weapon cannot parry", "leave `parry_score` out");
            }
            None
        } else {
            Some(given.map_or(parry, |given| given - derived::defense_score(item.score)))
        };
        item.parryable = self.int(path.key("parryable"), weapon.parryable, -4, 0);
        item.blockable = self.int(path.key("blockable"), weapon.blockable, -4, 0);
        let shots = self.optional(path.key("shots"), weapon.shots, 1, 100);
        let reload = self.optional(path.key("reload"), weapon.reload, 0, 60);
        if shoots {
            item.shots = shots.unwrap_or(1) as u8;
            item.reload = reload.unwrap_or(1) as u8;
        } else if shots.or(reload).is_some() {
            let key = if shots.is_some() { "shots" } else { "reload" };
            self.complain(path.key(key), "this weapon does not shoot", "only a mode of the kind `missile` is loaded");
        }
        item.crossbow = weapon.crossbow;
        item.mastered = self.mastery.of(&item.name, skill);
        let carried = weapon.hand.unwrap_or_else(|| match (first, item.hands) {
            (false, _) => Where::Sheathed,
            (true, 1) => main_hand(sheet),
            (true, _) => Where::Both,
        });
        item.start = self.start(&path.key("hand"), carried, item.hands, sheet);
        self.add_all(path, item, weapon.count, &weapon.modes, min_st, sheet);
    }

    fn shield(&mut self, path: &Path, shield: &ShieldFile, sheet: &mut Sheet) {
        let (kind, skill, material) = match shield.skill {
            ShieldSkill::Shield => (ItemKind::Shield, Skill::Shield, Material::Wood),
            ShieldSkill::Cloak => (ItemKind::Cloak, Skill::Cloak, Material::Rope),
        };
        let mut item = self.item(Common {
            path,
            name: &shield.name,
            kind,
            skill,
            weight: shield.weight,
            count: 1,
            hands: 1,
            material: shield.material.unwrap_or(material),
            hp: shield.hp,
            dr: shield.dr,
            focus: None,
        });
        item.db = self.int(path.key("db"), shield.db, 1, 3);
        let given = self.optional(path.key("block_score"), shield.block_score, 1, 23);
        // DF-263 halves the score and adds 3: this is the score that comes to the Block given.
        item.score = given.map_or(sheet.skill(skill), |block| 2 * (block - 3));
        let arm = shield.arm.unwrap_or_else(|| off_hand(sheet));
        item.start = match self.start(&path.key("arm"), arm, 1, sheet) {
            Start::Hand(hand) => Start::Arm(hand),
            other => other,
        };
        self.add_all(path, item, 1, &shield.modes, None, sheet);
    }

    fn gear(&mut self, path: &Path, gear: &GearFile, sheet: &mut Sheet) {
        let mut item = self.item(Common {
            path,
            name: &gear.name,
            kind: ItemKind::Gear,
            skill: Skill::Throwing,
            weight: gear.weight,
            count: gear.count,
            hands: gear.hands,
            material: gear.material,
            hp: gear.hp,
            dr: gear.dr,
            focus: gear.focus,
        });
        item.score = sheet.skill(Skill::Throwing);
        let carried = gear.hand.unwrap_or(Where::Sheathed);
        item.start = self.start(&path.key("hand"), carried, item.hands, sheet);
        self.add_all(path, item, gear.count, &[], None, sheet);
    }

    /// An item that is held nowhere and is good for nothing yet.
    fn item(&mut self, common: Common<'_>) -> Item {
        let path = common.path;
        let weight = self.weight(path.key("weight"), common.weight, 1000.0);
        self.load += weight * common.count.clamp(1, MOST_ITEMS as i32);
        let hp = self.optional(path.key("hp"), common.hp, 1, 100);
        let dr = self.optional(path.key("dr"), common.dr, 0, 100);
        let mut drawing = self.fast_draw.iter().filter(|(what, _)| {
            let skill = (common.kind != ItemKind::Gear).then_some(common.skill);
            draws(what, common.name, skill)
        });
        let fast_draw = drawing.by_ref().map(|(_, score)| *score).max();
        Item {
            name: common.name.to_owned(),
            kind: common.kind,
            hands: self.int(path.key("hands"), common.hands, 1, 2) as u8,
            weight: (weight + 5) / 10,
            quality: Quality::Normal,
            fencing: false,
            unbalanced: false,
            unwieldy: false,
            parry: None,
            score: 0,
            skill: common.skill,
            db: 0,
            reach_needs_ready: false,
            parryable: 0,
            blockable: 0,
            shots: 0,
            reload: 0,
            crossbow: false,
            spell_focus: match common.focus {
                None => 0,
                Some(Focus::Baton) => 1,
                Some(Focus::Staff) => 2,
            },
            // DF-R22.
            hp: hp.unwrap_or(derived::object_hp(weight)),
            dr: dr.unwrap_or(derived::object_dr(common.material)),
            fast_draw,
            mastered: false,
            start: Start::Sheathed,
        }
    }

    /// Where an item is at the start, and that nothing else is in that hand.
    fn start(&mut self, path: &Path, carried: Where, hands: u8, sheet: &Sheet) -> Start {
        let body = &sheet.body;
        let start = match carried {
            Where::Right => Start::Hand(u8::from(body.left_handed)),
            Where::Left => Start::Hand(u8::from(!body.left_handed)),
            Where::Third => Start::Hand(2),
            Where::Fourth => Start::Hand(3),
            Where::Both => Start::Both,
            Where::Sheathed => return Start::Sheathed,
        };
        if (hands == 2) != (start == Start::Both) {
            let hint = if hands == 2 { "write `both` or `sheathed`" } else { "write `right`, `left` or `sheathed`" };
            self.complain(path.clone(), format!("this takes {hands} hand(s)"), hint);
        } else if body.hands < 8 - start.hands().leading_zeros() as u8 {
            self.complain(
                path.clone(),
                format!("this body has {} hand(s)", body.hands),
                "set `hands` at the top of the sheet, write `sheathed`, or use `[[natural]]`",
            );
        } else if self.taken & start.hands() != 0 {
            self.complain(path.clone(), "something else is in that hand already", "write another hand or `sheathed`");
        }
        self.taken |= start.hands();
        start
    }

    /// Puts an item on the sheet as often as it is there, with its modes.
    fn add_all(
        &mut self,
        path: &Path,
        item: Item,
        count: i32,
        modes: &[ModeFile],
        min_st: Option<i16>,
        sheet: &mut Sheet,
    ) {
        let count = self.int(path.key("count"), count, 1, MOST_ITEMS as i32);
        self.few(path.key("modes"), modes, MOST_MODES, "modes");
        for number in 1..=count {
            let mut copy = item.clone();
            if 1 < number {
                copy.name = format!("{} {number}", item.name);
                copy.start = Start::Sheathed;
            }
            self.unique_name(path, &copy.name);
            let place = ItemId::own(sheet.items.len() as u8);
            let rank = if copy.start == Start::Sheathed { Rank::Sheathed } else { Rank::Held };
            let mut names = BTreeSet::new();
            for (index, file) in modes.iter().enumerate().take(MOST_MODES) {
                let path = path.key("modes").index(index);
                let (mode, ready) = self.mode(&path, file, &copy, place, min_st, sheet);
                copy.reach_needs_ready |= ready;
                if !names.insert(plain(&mode.name)) {
                    self.complain(
                        path,
                        format!("there are two modes called `{}`", mode.name),
                        "give one of them another `name`",
                    );
                }
                self.modes.push((rank, mode));
            }
            sheet.items.push(copy);
            if 2 * MOST_ITEMS < sheet.items.len() {
                return;
            }
        }
    }

    /// A mode of an item, and whether changing its reach takes a Ready maneuver.
    fn mode(
        &mut self,
        path: &Path,
        file: &ModeFile,
        item: &Item,
        place: ItemId,
        min_st: Option<i16>,
        sheet: &Sheet,
    ) -> (Mode, bool) {
        let (kind, usual_name) = match file.kind {
            Use::Swing => (ModeKind::Swing, "swing"),
            Use::Thrust => (ModeKind::Thrust, "thrust"),
            Use::Missile => (ModeKind::Missile, "missile"),
            Use::Thrown => (ModeKind::Thrown, "thrown"),
        };
        let name = file.name.as_deref().unwrap_or(usual_name);
        self.fit_name(path, name);
        let skill = match &file.skill {
            Some(skill) => self.skill(path.key("skill"), skill),
            None if kind == ModeKind::Thrown => item.skill.thrown(),
            None => item.skill,
        };
        let own_min = self.optional(path.key("min_st"), file.min_st, 1, 100);
        let min_st = own_min.or(min_st).unwrap_or(1);
        let (damage, damage_type, divisor) = self.damage(path.key("damage"), &file.damage, sheet);
        let mut mode = Mode {
            name: name.to_owned(),
            item: Some(place),
            kind,
            skill,
            score: sheet.skill(skill),
            st_short: derived::st_short(sheet.st, min_st),
            damage,
            damage_type,
            reach: 0,
            divisor,
            acc: 0,
            half_range: 0,
            max_range: 0,
            bulk: 0,
        };
        let mut ready = false;
        if kind.is_ranged() {
            if file.reach.is_some() {
                self.complain(
                    path.key("reach"),
                    "a ranged mode has a range and no reach",
                    "write `range`, or make it a mode of the kind `swing` or `thrust`",
                );
            }
            mode.acc = self.optional(path.key("acc"), file.acc, 0, 10).unwrap_or(0);
            mode.bulk = self.optional(path.key("bulk"), file.bulk, -12, 0).unwrap_or(0);
            match &file.range {
                Some(range) => {
                    let read = text::range(range, sheet.st);
                    if let Some((half, most)) = self.text(path.key("range"), range, read) {
                        (mode.half_range, mode.max_range) = (half, most);
                    }
                }
                None => self.complain(
                    path.clone(),
                    "a ranged mode needs its range",
                    "add `range = \"70/100\"`: half-damage and greatest range in yards",
                ),
            }
        } else {
            let stray = [("acc", file.acc.is_some()), ("range", file.range.is_some()), ("bulk", file.bulk.is_some())];
            if let Some((key, _)) = stray.into_iter().find(|(_, is_there)| *is_there) {
                self.complain(
                    path.key(key),
                    format!("a melee mode has no `{key}`"),
                    "leave it out, or make it a mode of the kind `missile` or `thrown`",
                );
            }
            match &file.reach {
                Some(reach) => {
                    let read = text::reach(reach);
                    if let Some((bits, needs_ready)) = self.text(path.key("reach"), reach, read) {
                        mode.reach = bits;
                        ready = needs_ready;
                    }
                }
                None => self.complain(path.clone(), "a melee mode needs its reach", "add `reach = \"1\"`"),
            }
        }
        (mode, ready)
    }

    /// `DF-031` Damage with ST worked in, its type and its divisor.
    fn damage(&mut self, path: Path, text: &str, sheet: &Sheet) -> (Damage, DamageType, (u8, u8)) {
        let read = self.text(path, text, text::damage(text));
        let text =
            read.unwrap_or(DamageText { basis: Basis::Thrust, add: 0, divisor: (1, 1), kind: DamageType::Crushing });
        (text.of(sheet.thrust, sheet.swing), text.kind, text.divisor)
    }

    fn natural(&mut self, file: &SheetFile, sheet: &Sheet) {
        self.few(Path::root().key("natural"), &file.natural, 8, "attacks");
        for (index, natural) in file.natural.iter().enumerate().take(8) {
            let path = Path::root().key("natural").index(index);
            self.unique_name(&path, &natural.name);
            let mode = self.natural_mode(&path, natural, sheet);
            self.modes.push((Rank::Natural, mode));
        }
    }

    fn natural_mode(&mut self, path: &Path, natural: &NaturalFile, sheet: &Sheet) -> Mode {
        let body = &sheet.body;
        let (kind, lacks) = match natural.limb {
            Limb::Hand => (ModeKind::Punch, body.hands == 0),
            Limb::Foot => (ModeKind::Kick, body.legs == 0),
            Limb::Tail => (ModeKind::Tail, !body.tail),
            Limb::Body => (ModeKind::Bite, false),
        };
        if lacks {
            self.complain(
                path.key("limb"),
                "this body has no such limb",
                "look at `hands`, `legs` and `tail`, or write `body`",
            );
        }
        let skill = match &natural.skill {
            Some(skill) => self.skill(path.key("skill"), skill),
            None => Skill::Brawling,
        };
        let (damage, damage_type, divisor) = self.damage(path.key("damage"), &natural.damage, sheet);
        let reach = natural.reach.as_deref().unwrap_or("C");
        let (reach, _) = self.text(path.key("reach"), reach, text::reach(reach)).unwrap_or((1, false));
        let own = sheet.skill(skill);
        let is_unarmed = matches!(skill, Skill::Boxing | Skill::Brawling | Skill::Karate);
        Mode {
            name: natural.name.clone(),
            item: None,
            kind,
            skill,
            score: if is_unarmed { own.max(sheet.dx) } else { own },
            st_short: 0,
            damage,
            damage_type,
            reach,
            divisor,
            acc: 0,
            half_range: 0,
            max_range: 0,
            bulk: 0,
        }
    }

    /// `DF-036` `DF-226` The attacks that a body has of itself.
    fn unarmed(&mut self, file: &SheetFile, sheet: &Sheet) {
        let body = &sheet.body;
        let punches = file.punch.unwrap_or(0 < body.hands);
        let kicks = file.kick.unwrap_or(body.legs == 2);
        for (key, wanted, lacks) in [("punch", punches, body.hands == 0), ("kick", kicks, body.legs == 0)] {
            if wanted && lacks {
                let message = format!("this body has nothing to {key} with");
                self.complain(Path::root().key(key), message, "look at `hands` and `legs`");
            }
        }
        // `thrust` may be given, and then these follow it as they follow ST.
        let plus = |add| derived::with_adds(sheet.thrust, add);
        let hand = [Skill::Karate, Skill::Boxing, Skill::Brawling];
        let foot = [Skill::Karate, Skill::Brawling];
        let crushing = DamageType::Crushing;
        let bite = file.bite.unwrap_or(crushing);
        for (name, there, kind, skills, damage, damage_type, reach) in [
            ("punch", punches, ModeKind::Punch, &hand[..], plus(-1), crushing, 0b1),
            ("kick", kicks, ModeKind::Kick, &foot[..], plus(0), crushing, 0b11),
            ("bite", file.bite.is_some(), ModeKind::Bite, &hand[2..], plus(-1), bite, 0b1),
        ] {
            let is_replaced = file.natural.iter().any(|natural| plain(&natural.name) == name);
            if !there || is_replaced {
                continue;
            }
            let (skill, score) = sheet.best_of(skills);
            self.modes.push((
                Rank::Unarmed,
                Mode {
                    name: name.to_owned(),
                    item: None,
                    kind,
                    skill: skill.unwrap_or(Skill::Brawling),
                    score,
                    st_short: 0,
                    damage,
                    damage_type,
                    reach,
                    divisor: (1, 1),
                    acc: 0,
                    half_range: 0,
                    max_range: 0,
                    bulk: 0,
                },
            ));
        }
    }

    fn spells(&mut self, file: &SheetFile, sheet: &mut Sheet) {
        let root = Path::root();
        let mut names = BTreeSet::new();
        let magery = sheet.traits.magery;
        for (name, &score) in &file.spells {
            let path = root.key("spells").key(name);
            let score = self.int(path.clone(), score, 1, 40);
            let Some(spell) = sample_spell(&plain(name), score) else {
                let message = format!("there is no sample spell `{name}`");
                let complaint = Complaint::new(path, message);
                self.complaints.push(complaint.did_you_mean(name, SAMPLE_SPELLS));
                continue;
            };
            if !names.insert(plain(name)) {
                self.complain(path, "this spell is listed twice", "keep one of the two");
                continue;
            }
            let spell = self.with_magery(&path, spell, magery);
            sheet.spells.push(spell);
        }
        self.few(root.key("spell"), &file.spell, MOST_SPELLS, "spells");
        for (index, spell) in file.spell.iter().enumerate().take(MOST_SPELLS) {
            let path = root.key("spell").index(index);
            self.fit_name(&path, &spell.name);
            if !names.insert(plain(&spell.name)) {
                self.complain(
                    path.key("name"),
                    format!("there are two spells called `{}`", spell.name),
                    "every spell has a name of its own",
                );
            }
            let spell = self.spell(&path, spell, sheet.st);
            let spell = self.with_magery(&path.key("class"), spell, magery);
            sheet.spells.push(spell);
        }
        if MOST_SPELLS < sheet.spells.len() {
            self.complain(root.key("spells"), "these are too many spells", format!("list at most {MOST_SPELLS}"));
        }
    }

    /// `DF-R52` A missile takes up to the caster's Magery in energy each second.
    fn with_magery(&mut self, path: &Path, spell: Spell, magery: u8) -> Spell {
        if spell.class != SpellClass::Missile {
            return spell;
        }
        if magery == 0 {
            self.complain(path.clone(), "a missile spell takes Magery", "add `Magery 1` or more to the traits");
        }
        let most_cost = spell.cost.max(magery);
        Spell { most_cost, ..spell }
    }

    fn spell(&mut self, path: &Path, file: &SpellFile, st: i16) -> Spell {
        let score = self.int(path.key("skill"), file.skill, 1, 40);
        let cost = self.int(path.key("cost"), file.cost, 0, 100);
        let most_cost = self.optional(path.key("most_cost"), file.most_cost, 0, 100);
        let most_cost = most_cost.unwrap_or(cost);
        if most_cost < cost {
            self.complain(
                path.key("most_cost"),
                "the most energy is less than the least",
                format!("write {cost} or more"),
            );
        }
        let seconds = self.optional(path.key("seconds"), file.seconds, 0, 3600);
        let upkeep = self.int(path.key("upkeep"), file.upkeep, 0, 100);
        let effect = self.text(path.key("effect"), &file.effect, text::effect(&file.effect));
        let misfit = effect.as_ref().and_then(|effect| misfit(file.class, effect));
        let effect = effect.unwrap_or(SpellEffect::Report);
        let is_missile = file.class == SpellClass::Missile;
        if let Some(message) = misfit {
            self.complain(path.key("effect"), message, "change the `class` or the `effect`");
        }
        let missile = if is_missile {
            let acc = self.optional(path.key("acc"), file.acc, 0, 10);
            let bulk = self.optional(path.key("bulk"), file.bulk, -12, 0);
            let range = match &file.range {
                Some(range) => self.text(path.key("range"), range, text::range(range, st)),
                None => {
                    self.complain(
                        path.clone(),
                        "a missile spell needs its range",
                        "add `range = \"25/50\"`: half-damage and greatest range in yards",
                    );
                    None
                }
            };
            let (half_range, max_range) = range.unwrap_or((0, 1));
            Some(MissileSpell { acc: acc.unwrap_or(0), half_range, max_range, bulk: bulk.unwrap_or(0) })
        } else {
            let stray = [("acc", file.acc.is_some()), ("range", file.range.is_some()), ("bulk", file.bulk.is_some())];
            if let Some((key, _)) = stray.into_iter().find(|(_, is_there)| *is_there) {
                self.complain(
                    path.key(key),
                    format!("only a missile has `{key}`"),
                    "leave it out, or write `class = \"missile\"`",
                );
            }
            None
        };
        Spell {
            name: file.name.clone(),
            class: file.class,
            score,
            healing: file.healing.unwrap_or(matches!(effect, SpellEffect::Heal { .. })),
            cost: cost as u8,
            most_cost: most_cost as u8,
            seconds: seconds.unwrap_or(i16::from(file.class != SpellClass::Blocking)) as u16,
            resisted: file.resisted,
            needs_concentration: file.concentration,
            upkeep: upkeep as u8,
            effect,
            missile,
        }
    }
}

/// Why an effect is none for a class of spells.
fn misfit(class: SpellClass, effect: &SpellEffect) -> Option<&'static str> {
    let stops = matches!(effect, SpellEffect::StopAttack);
    let reports = matches!(effect, SpellEffect::Report);
    let damages = matches!(effect, SpellEffect::Damage { .. });
    let (is_misfit, message) = match class {
        SpellClass::Blocking => (!stops, "a blocking spell does `stop_attack`"),
        SpellClass::Information => (!reports, "an information spell does `report`"),
        SpellClass::Missile => (!damages, "a missile does `damage`"),
        _ => (stops, "only a blocking spell does `stop_attack`"),
    };
    is_misfit.then_some(message)
}

/// Whether a body has a part.
fn has(body: &Body, at: Location) -> bool {
    use Location as L;
    let right_arm = if body.left_handed { 1 } else { 0 };
    match at {
        L::RightArm | L::RightHand => right_arm < body.hands,
        L::LeftArm | L::LeftHand => 1 - right_arm < body.hands,
        L::RightLeg | L::LeftLeg | L::RightFoot | L::LeftFoot => 0 < body.legs,
        L::RightWing | L::LeftWing => body.wings,
        L::Tail => body.tail,
        _ => true,
    }
}

const fn main_hand(sheet: &Sheet) -> Where {
    if sheet.body.left_handed { Where::Left } else { Where::Right }
}

const fn off_hand(sheet: &Sheet) -> Where {
    if sheet.body.left_handed { Where::Right } else { Where::Left }
}

/// Names and skills of everything on a sheet that can be drawn.
fn thing_names(file: &SheetFile) -> impl Iterator<Item = (&str, Option<Skill>)> {
    let weapons = file.weapon.iter();
    let weapons = weapons.map(|weapon| (weapon.name.as_str(), Skill::named(&weapon.skill)));
    let shields = file.shield.iter().map(|shield| (shield.name.as_str(), None));
    let gear = file.gear.iter().map(|gear| (gear.name.as_str(), None));
    weapons.chain(shields).chain(gear)
}
