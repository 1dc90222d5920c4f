//! From a sheet file to a [`Sheet`]: what does not go together is told, and every derived value is worked in.
//! Ranges of part 1 of the ledger stand at the fields of the file.

mod items;
mod spells;

pub use spells::SAMPLE_SPELLS;

use super::text;
use super::{ArmorKind, GearFile, SheetFile, ShieldFile, WeaponFile, Where};
use crate::derived;
use crate::sheet::{Body, Damage, Item, ItemId, Location, Mode, Resistance, Sheet, Skill, Traits};
use affray_files::{Diagnostic, Path, plain};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Makes a sheet of a file.
///
/// # Errors
/// All that is wrong with it.
pub fn compile(file: &SheetFile) -> Result<Sheet, Vec<Diagnostic>> {
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

/// The traits, as files spell them, without Magery and Weapon Master, which say more.
pub(super) const PLAIN_TRAITS: [&str; 6] =
    ["High Pain Threshold", "Ambidexterity", "Trained by a Master", "Fit", "Recover Energy", "Unliving"];

/// Kinds of things that Fast-Draw is learned for, besides the names of weapons and skills.
const FAST_DRAW: [&str; 5] = ["Sword", "Axe", "Shield", "Stone", "Potion"];

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

#[derive(Default)]
struct Compiler {
    complaints: Vec<Diagnostic>,
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
        self.complaints.push(Diagnostic::new(path, message).hint(hint));
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
        if plain(name).is_empty() || name.chars().count() > 60 || name.contains(char::is_control) {
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
            let complaint = Diagnostic::new(path, format!("there is no skill `{name}`"));
            let names = Skill::ALL.into_iter().map(Skill::name);
            self.complaints.push(complaint.did_you_mean(name, names));
            Skill::Brawling
        })
    }

    fn sheet(&mut self, file: &SheetFile) -> Sheet {
        let at = |key: &str| Path::root().key(key);
        self.fit_name(&Path::root(), &file.name);
        let SheetFile { st, dx, iq, ht, defense_bonus, .. } = *file;
        // DF-021.
        let hp = file.hp.unwrap_or(st);
        let fp = file.fp.unwrap_or(ht);
        let will = self.mind("will", file.will, iq);
        let per = self.mind("per", file.per, iq);
        let speed_quarters = self.speed(file.speed, dx, ht);
        let basic_move = file.basic_move.unwrap_or(derived::basic_move(speed_quarters));
        let dodge = file.dodge.unwrap_or(derived::dodge(speed_quarters, defense_bonus));
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
        traits.parry_bonus = file.parry_bonus;
        traits.dark_sight = file.dark_sight;

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
            sm: file.sm,
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
        sheet.load = load;
        sheet.encumbrance = file.encumbrance.unwrap_or(by_load);
        sheet.mv = derived::loaded_move(basic_move, sheet.encumbrance);
        sheet.dodge = derived::loaded_dodge(dodge, sheet.encumbrance);
        self.spells(file, &mut sheet);
        self.masteries(file, &sheet);
        sheet
    }

    /// Will and Perception, which IQ sets, but not beyond their own range.
    fn mind(&mut self, key: &str, given: Option<i16>, iq: i16) -> i16 {
        if given.is_none() && iq > 40 {
            let message = format!("`{key}` ends at 40, so that it cannot follow from IQ {iq}");
            self.complain(Path::root().key(key), message, format!("write `{key} = 40` or less"));
        }
        given.unwrap_or(iq.min(40))
    }

    /// `DF-022`.
    fn speed(&mut self, given: Option<f64>, dx: i16, ht: i16) -> i16 {
        let Some(speed) = given else {
            return derived::speed_quarters(dx, ht);
        };
        let quarters = 4.0 * speed;
        if quarters.fract() != 0.0 {
            self.complain(
                Path::root().key("speed"),
                format!("{speed} is no Basic Speed"),
                "write 0.5 to 50 in quarters, such as 5.75",
            );
            return derived::speed_quarters(dx, ht);
        }
        quarters as i16
    }

    /// `DF-R131` Locations that the body lacks, a bit each. Of limbs, wings and tail other fields tell.
    fn lacks(&mut self, file: &SheetFile) -> u32 {
        use Location as L;
        let parts: [(&str, &[Location]); 6] = [
            ("vitals", &[L::Vitals]),
            ("skull", &[L::Skull]),
            ("eyes", &[L::RightEye, L::LeftEye]),
            ("face", &[L::Face]),
            ("neck", &[L::Neck]),
            ("groin", &[L::Groin]),
        ];
        let mut bits = 0;
        for (at, name) in file.lacks.iter().enumerate() {
            match parts.iter().find(|(known, _)| known == name) {
                Some((_, locations)) => locations.iter().for_each(|at| bits |= at.bit()),
                None => {
                    let all = parts.map(|(name, _)| name).join(", ");
                    let path = Path::root().key("lacks").index(at);
                    let hint = format!("one of: {all}; `legs`, `hands`, `wings` and `tail` tell of limbs");
                    self.complain(path, format!("no body lacks `{name}` by this list"), hint);
                }
            }
        }
        bits
    }

    fn body(&mut self, file: &SheetFile) -> Body {
        let at = |key: &str| Path::root().key(key);
        let SheetFile { legs, hands, .. } = *file;
        if legs == 1 {
            self.complain(
                at("legs"),
                "a single leg is no body plan",
                "write 0, 2, or 3 and more; a lost leg is an injury",
            );
        }
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
            lacks: self.lacks(file),
            humanoid: file.humanoid.unwrap_or(legs == 2 && hands > 0),
        }
    }

    /// `DF-R80` All skills, those that were learned, and what can be drawn fast.
    fn skills(&mut self, file: &SheetFile, dx: i16, iq: i16, ht: i16) -> ([i16; Skill::COUNT], u64) {
        let mut scores = Skill::ALL.map(|skill| derived::default_score(skill, dx, iq, ht));
        let mut trained = 0u64;
        for (name, &score) in &file.skills {
            let path = Path::root().key("skills").key(name);
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
                let complaint = Diagnostic::new(path, format!("there is no skill `{name}`"));
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
                        let complaint = Diagnostic::new(path, format!("there is no trait `{text}`"));
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
        for at in GROUPS[0].1 {
            points[*at as usize][2] += file.natural_dr;
        }
        self.few(Path::root().key("armor"), &file.armor, 40, "pieces");
        for (index, piece) in file.armor.iter().enumerate() {
            let path = Path::root().key("armor").index(index);
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
                    let point = &mut points[at as usize][kind];
                    *point = point.saturating_add(piece.dr);
                }
            }
        }
        let most = points.iter().flatten().fold(0, |most, &point| most.max(point));
        if most > 200 {
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
                let complaint = Diagnostic::new(path, format!("there is no location `{word}`"));
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
}

/// A weight in hundredths of a pound.
fn hundredths(pounds: f64) -> i32 {
    (pounds * 100.0).round() as i32
}

/// Whether a body has a part.
fn has(body: &Body, at: Location) -> bool {
    use Location as L;
    let right_arm = if body.left_handed { 1 } else { 0 };
    match at {
        L::RightArm | L::RightHand => right_arm < body.hands,
        L::LeftArm | L::LeftHand => 1 - right_arm < body.hands,
        L::RightLeg | L::LeftLeg | L::RightFoot | L::LeftFoot => body.legs > 0,
        L::RightWing | L::LeftWing => body.wings,
        L::Tail => body.tail,
        _ => true,
    }
}

/// Names and skills of everything on a sheet that can be drawn.
fn thing_names(file: &SheetFile) -> impl Iterator<Item = (&str, Option<Skill>)> {
    let weapons = file.weapon.iter();
    let weapons = weapons.map(|weapon| (weapon.name.as_str(), Skill::named(&weapon.skill)));
    let shields = file.shield.iter().map(|shield| (shield.name.as_str(), None));
    let gear = file.gear.iter().map(|gear| (gear.name.as_str(), None));
    weapons.chain(shields).chain(gear)
}
