//! A character as a sheet of `gurps4`.

use crate::arms::{Arm, ArmMode, Arms, Room, best_skill};
use crate::compare::{self, NO_ATTACK, ONE_PARRY, RANGE, UNKNOWN};
use crate::draft::{Draft, Figure};
use crate::gcs::Character;
use crate::report::Report;
use crate::text::{inline, key, list, names, number, quoted, without_effect};
use crate::{Imported, traits};
use affray_files::{Source, plain};
use affray_gurps4::derived;
use affray_gurps4::sheet::{MOST_ARMS, MOST_ITEMS, Sheet, Skill};
use std::collections::BTreeMap;

const ROOM: Room = Room {
    ruleset: "gurps4",
    items: MOST_ITEMS,
    naturals: MOST_ARMS - MOST_ITEMS,
    modes: 6,
    kinds: &["cr", "cut", "imp", "pi-", "pi", "pi+", "pi++", "cor", "burn"],
    shield_modes: false,
    divisors: false,
};

/// Traits that the ruleset knows, by the names that the editor gives them.
const TRAITS: [(&str, &str); 9] = [
    ("Combat Reflexes", "combat-reflexes"),
    ("Ambidexterity", "ambidexterity"),
    ("Peripheral Vision", "peripheral-vision"),
    ("360° Vision", "peripheral-vision"),
    ("Night Vision", traits::ELSEWHERE),
    ("Dark Vision", traits::ELSEWHERE),
    ("Perfect Balance", "perfect-balance"),
    ("Trained by a Master", "trained-by-a-master"),
    ("Weapon Master", "weapon-master"),
];

const FIGURE: Figure =
    Figure { keys: ["basic_speed", "basic_move"], most: [1000, 1000, 100], least_move: 1, largest: 10 };

/// Parts of the body, as sheets name them.
const PLACES: [&str; 10] = ["skull", "eye", "face", "neck", "torso", "groin", "arm", "leg", "hand", "foot"];

/// Makes a sheet.
pub(crate) fn sheet(one: &Character) -> Imported {
    let mut writer = Writer { one, draft: Draft::default(), skills: BTreeMap::new() };
    writer.write();
    let Draft { out: text, mut report } = writer.draft;
    match affray_gurps4::files::sheet::read(&Source::new("the imported sheet", text.clone())) {
        Ok(sheet) => {
            if sheet.modes.is_empty() {
                report.note(NO_ATTACK);
            }
            compare(one, &sheet, &mut report);
        }
        Err(error) => report.left_out(format!("the sheet does not load: {error}")),
    }
    Imported { text, report }
}

struct Writer<'a> {
    one: &'a Character,
    draft: Draft,
    /// Skills that the sheet needs, with their levels.
    skills: BTreeMap<String, i32>,
}

impl Writer<'_> {
    fn write(&mut self) {
        let one = self.one;
        let ([st, ..], _) = self.draft.figure(one, &FIGURE);
        if one.left_handed {
            self.draft.line("main_hand", "\"left\"");
        }
        if one.male {
            self.draft.line("male", true);
        }
        let arms = Arms::choose(one, &ROOM, &mut self.draft.report);
        self.bonuses(&arms);
        let sight = traits::dark_sight(one, &mut self.draft.report);
        if sight > 0 {
            self.draft.line("dark_sight", sight);
        }
        self.load(st);
        if traits::has(one, "360° Vision") {
            self.draft.report.changed("360° Vision: as Peripheral Vision, for this game knows no wider sight");
        }
        let known = traits::known(one, &TRAITS);
        for master in one.traits.iter().filter(|one| one.name.starts_with("Weapon Master (")) {
            self.draft.report.changed(format!("{}: the trait of this game is for all weapons", master.name));
        }
        if !known.is_empty() {
            let known: Vec<String> = known.iter().map(|name| quoted(name)).collect();
            self.draft.line("traits", list(&known));
        }
        self.lacks(&arms);
        let mut weapons = String::new();
        for arm in &arms.held {
            weapons += &self.weapon("weapon", arm);
        }
        if let Some(shield) = &arms.shield {
            weapons += &self.shield(shield, arms.held.first());
        }
        for arm in &arms.natural {
            weapons += &self.weapon("natural", arm);
        }
        self.known_skills();
        self.dr();
        let lacks = self.lacking(&arms);
        let limbs = [("No Legs", lacks.contains(&"leg")), ("No Manipulators", lacks.contains(&"arm"))];
        let known = traits::with_limbs(&TRAITS, &limbs);
        traits::tell(one, &known, "gurps4", &mut self.draft.report);
        self.draft.out += &traits::notes(one, &known, &[]);
        self.draft.out += &weapons;
    }

    /// What is added to defenses besides Combat Reflexes and the defense bonus of the shield.
    fn bonuses(&mut self, arms: &Arms<'_>) {
        let db = arms.shield.as_ref().map_or(0, |shield| shield.weapon.db) + traits::reflexes(self.one);
        for (name, bonus) in ["dodge_bonus", "parry_bonus", "block_bonus"].into_iter().zip(self.one.bonuses) {
            let bonus = self.draft.within(name, bonus - db, -10, 10);
            if bonus != 0 {
                self.draft.line(name, bonus);
            }
        }
    }

    fn load(&mut self, st: i32) {
        let one = self.one;
        let level = one.encumbrance();
        if level > 4 {
            self.draft
                .report
                .changed("it carries more than ten times Basic Lift: the sheet has the level 4".to_owned());
        }
        let level = level.min(4) as i16;
        let tenths = (one.load * 10.0).ceil() as i32;
        let by_load = derived::encumbrance(derived::basic_lift(st as i16), tenths);
        if one.load > 0.0 || one.weapons.iter().any(|weapon| weapon.held) {
            self.draft.line("load", number(one.load));
        }
        if by_load != level {
            self.draft.line("encumbrance", level);
        }
    }

    /// The name of a skill as the sheet has it.
    fn skill(&mut self, name: &str, level: i32) -> (String, i32) {
        if name == "DX" || level <= 0 || ["ST", "IQ", "HT", "WILL", "PER"].contains(&name) {
            return ("DX".to_owned(), self.one.scores[1].clamp(1, 100));
        }
        let bare = name.split(" (").next().unwrap_or(name);
        let name = match bare {
            "Shield" | "Cloak" => bare,
            "Sumo Wrestling" => "Sumo",
            _ => name,
        };
        let same = self.skills.keys().find(|known| plain(known) == plain(name)).cloned();
        let name = same.unwrap_or_else(|| name.to_owned());
        let level = self.draft.within(&name, level, 1, 40);
        let kept = *self.skills.entry(name.clone()).and_modify(|known| *known = level.max(*known)).or_insert(level);
        (name, kept)
    }

    fn weapon(&mut self, table: &str, arm: &Arm<'_>) -> String {
        let natural = table == "natural";
        let mut notes = Vec::new();
        let parries = arm.modes.iter().filter_map(|mode| mode.usage.parry.map(|parry| (parry, mode)));
        let best = parries.max_by_key(|(parry, _)| *parry);
        let usual = best.as_ref().map_or(&arm.modes[0], |(_, mode)| *mode);
        let (name, level) = best_skill(self.one, usual.usage);
        let (skill, level) = self.skill(&name, level);
        let mut out = format!("\n[[{table}]]\nname = {}\nskill = {}\n", quoted(&arm.name), quoted(&skill));
        let melee = arm.modes.iter().any(|mode| mode.usage.melee);
        match best {
            Some((parry, mode)) if !natural => {
                let others: Vec<i32> =
                    arm.modes.iter().filter_map(|mode| mode.usage.parry).filter(|one| *one != parry).collect();
                if !others.is_empty() {
                    let told = format!("{}: it parries at {parry} ({}) in all its uses", arm.name, mode.name);
                    self.draft.report.changed(told);
                }
                let adds = parry - self.one.bonuses[1] - 3 - level.div_euclid(2);
                let adds = self.draft.within(&format!("the Parry modifier of {}", arm.name), adds, -10, 10);
                if adds != 0 {
                    out += &format!("parry = {adds}\n");
                }
            }
            None if melee && !natural => out += "parry = \"no\"\n",
            _ => {}
        }
        let any = |of: fn(&ArmMode<'_>) -> bool| arm.modes.iter().any(of);
        // The mark of another use is not that of the Parry above.
        if best.map_or_else(|| any(|mode| mode.usage.fencing), |(_, mode)| mode.usage.fencing) {
            out += "fencing = true\n";
        }
        if let Some(mode) = arm.modes.iter().find(|mode| mode.usage.unready).filter(|_| !natural) {
            // So the file's mark is meant: a wielder of 1.5 times that ST is strong enough.
            if 2 * self.one.scores[0] < 3 * mode.usage.min_st {
                out += "unready_after_attack = true\n";
            } else {
                self.draft.report.changed(format!(
                    "{}: ready after an attack, by 1.5 times its ST of {}",
                    arm.name, mode.usage.min_st
                ));
            }
        }
        if any(|mode| mode.usage.unbalanced) {
            self.draft.report.left_out(format!("{}: unbalanced; this game has no rule for it", arm.name));
            notes.push("unbalanced".to_owned());
        }
        if arm.hands == 2 {
            out += "hands = 2\n";
        }
        if !natural {
            let weight = arm.weapon.weight.min(1000.0);
            out += &format!("weight = {}\n", number(weight));
        }
        let shots = arm.modes.iter().find(|mode| !mode.usage.melee && mode.usage.shots > 0);
        if natural && let Some(mode) = shots {
            self.draft
                .report
                .left_out(format!("{}: {} shots; a part of the body is not loaded", arm.name, mode.usage.shots));
            notes.push(format!("{} shots", mode.usage.shots));
        } else if let Some(shots) = shots {
            let loaded = self.draft.within(&format!("shots of {}", arm.name), shots.usage.shots, 0, 200);
            let reload =
                self.draft.within(&format!("reload of {}", arm.name), shots.usage.reload_of_all().max(1), 1, 60);
            out += &format!("shots = {loaded}\n");
            if reload != 1 {
                out += &format!("reload = {reload}\n");
            }
        }
        let mut modes = Vec::new();
        for mode in &arm.modes {
            modes.push(self.mode(arm, mode, &skill, level, &mut notes));
        }
        if !natural {
            notes.extend(arm.told_modifiers(&[], &mut self.draft.report));
        }
        out += &arm.comment(&notes);
        out += &format!("mode = {}\n", list(&modes));
        let uses: Vec<String> = arm.modes.iter().map(|mode| traits::told_mode(mode)).collect();
        self.draft.report.took(format!("{}: {}", arm.name, uses.join("; ")));
        let one = out.clone();
        for copy in 2..=arm.copies {
            out += &one.replacen(&quoted(&arm.name), &quoted(&format!("{} {copy}", arm.name)), 1);
        }
        out
    }

    fn mode(&mut self, arm: &Arm<'_>, mode: &ArmMode<'_>, usual: &str, level: i32, notes: &mut Vec<String>) -> String {
        let usage = mode.usage;
        let told = format!("{} ({})", arm.name, mode.name);
        let (name, own) = best_skill(self.one, usage);
        let (mut skill, mut own) = self.skill(&name, own);
        if own == level && usage.level == own {
            (skill, own) = (usual.to_owned(), level);
        }
        let mut parts = Vec::new();
        if arm.modes.len() > 1 || plain(&mode.name) != plain(&arm.name) {
            parts.push(format!("name = {}", quoted(&mode.name)));
        }
        if plain(&skill) != plain(usual) {
            parts.push(format!("skill = {}", quoted(&skill)));
        }
        let bonus = self.draft.within(&format!("the bonus of {told}"), usage.level - own, -30, 30);
        if bonus != 0 {
            parts.push(format!("bonus = {bonus}"));
        }
        parts.push(format!("damage = {}", quoted(&mode.damage(&self.one.thrust, &self.one.swing))));
        match usage.range {
            Some((half, most)) if !usage.melee => {
                let most = self.draft.within(&format!("the range of {told}"), most, 1, 5000);
                if half > 0 {
                    self.draft
                        .report
                        .left_out(format!("{told}: half damage from {half} yards on; this game has no rule for it"));
                    notes.push(format!("half damage from {half} yards on"));
                }
                parts.push(format!("range = {most}"));
                let acc = self.draft.within(&format!("Acc of {told}"), usage.acc, 0, 20);
                let bulk = self.draft.within(&format!("Bulk of {told}"), usage.bulk, -20, 0);
                for (key, value) in [("acc", acc), ("bulk", bulk)] {
                    if value != 0 {
                        parts.push(format!("{key} = {value}"));
                    }
                }
                if usage.thrown && arm.hands > 0 {
                    parts.push("flight = \"thrown\"".to_owned());
                } else if usage.is_gun() {
                    parts.push("flight = \"beam\"".to_owned());
                }
            }
            _ => {
                parts.push(format!("reach = {}", quoted(&mode.reach())));
                if mode.reach.ready {
                    self.draft
                        .report
                        .left_out(format!("{told}: a Ready to change its reach; this game has no rule for it"));
                    notes.push("a Ready to change its reach".to_owned());
                }
            }
        }
        inline(&parts)
    }

    fn shield(&mut self, shield: &Arm<'_>, first: Option<&Arm<'_>>) -> String {
        let usage = shield.weapon.usages.iter().find(|usage| usage.block.is_some());
        let Some((usage, block)) = usage.and_then(|usage| Some((usage, usage.block?))) else { return String::new() };
        let blocks = |name: &str| name.starts_with("Shield") || name.starts_with("Cloak");
        let trained = usage.skills.iter().filter(|(name, _)| blocks(name));
        let best = trained.filter_map(|(name, _)| Some((self.one.skill(name)?, name.clone()))).max();
        let is_cloak = usage.skills.iter().any(|(name, _)| name.starts_with("Cloak"));
        let is_buckler =
            best.as_ref().is_some_and(|(_, name)| name.contains("Buckler")) || plain(&shield.name).contains("buckler");
        let (level, name) = match (best, is_cloak) {
            (Some((level, _)), cloak) => (level, if cloak { "Cloak" } else { "Shield" }),
            (None, cloak) => {
                let level = (self.one.scores[1] - if cloak { 5 } else { 4 }).max(1);
                let name = if cloak { "Cloak" } else { "Shield" };
                self.draft.report.changed(format!(
                    "{}: {name} {level} is the default of DX, and stands under the skills",
                    shield.name
                ));
                (level, name)
            }
        };
        let (_, level) = self.skill(name, level);
        let mut out = format!("\n[shield]\nname = {}\n", quoted(&shield.name));
        if is_cloak || is_buckler {
            out += &format!("kind = \"{}\"\n", if is_cloak { "cloak" } else { "buckler" });
        }
        let (db, in_words) = shield.weapon.defense_bonus();
        let db = self.draft.within(&format!("the defense bonus of {}", shield.name), db, 0, 4);
        out += &format!("db = {db}\n");
        let adds = block - self.one.bonuses[2] - 3 - level.div_euclid(2);
        let adds = self.draft.within(&format!("the Block modifier of {}", shield.name), adds, -10, 10);
        if adds != 0 {
            out += &format!("block = {adds}\n");
        }
        if plain(&shield.name).starts_with("large") {
            out += "large = true\n";
        }
        out += &format!("weight = {}\n", number(shield.weapon.weight.min(1000.0)));
        if first.is_some_and(|first| first.hands == 2) {
            out += "ready = false\n";
            self.draft
                .report
                .changed(format!("{}: not in hand at the start, for the first weapon takes two", shield.name));
        }
        self.draft.report.took(format!("{}: DB {db}, Block {}", shield.name, block - shield.weapon.db));
        if let Some(told) = in_words {
            self.draft.report.changed(told);
        }
        out
    }

    /// Parts that the body lacks. Who has weapons for hands has hands, whatever the plan of its body says.
    fn lacking(&self, arms: &Arms<'_>) -> Vec<&'static str> {
        let armed = !arms.held.is_empty() || arms.shield.is_some();
        let lacks = traits::lacking(self.one).into_iter();
        lacks.filter(|part| !armed || !["arm", "hand"].contains(part)).collect()
    }

    fn lacks(&mut self, arms: &Arms<'_>) {
        let lacks = self.lacking(arms);
        if lacks.len() != traits::lacking(self.one).len() {
            let plan = &self.one.plan;
            let told = format!("the body ({plan}) has no arms or hands in the file, but weapons for them: it has them");
            self.draft.report.changed(told);
        }
        if !lacks.is_empty() {
            let quoted: Vec<String> = lacks.iter().map(|name| quoted(name)).collect();
            self.draft.line("lacks", list(&quoted));
            let plan = &self.one.plan;
            self.draft.report.took(format!("the body ({plan}) lacks {}: nobody aims there (G4-R68)", names(&lacks)));
        }
    }

    /// Skills that rules read, and those of the weapons.
    fn known_skills(&mut self) {
        for (skill, name) in Skill::ALL {
            if matches!(skill, Skill::Shield | Skill::Cloak) {
                continue;
            }
            let gcs = if skill == Skill::Sumo { "Sumo Wrestling" } else { name };
            if let Some(level) = self.one.skill(gcs) {
                self.skill(name, level);
            }
        }
        let skills: Vec<String> = self.skills.iter().map(|(name, level)| format!("{} = {level}", key(name))).collect();
        if !skills.is_empty() {
            self.draft.line("skills", inline(&skills));
        }
        let kept = |name: &str| self.skills.keys().any(|known| plain(known) == plain(name));
        let bare = |name: &str| {
            name.split(" (").next().is_some_and(|bare| matches!(bare, "Shield" | "Cloak" | "Sumo Wrestling"))
        };
        let rest: Vec<&str> =
            self.one.skills.iter().map(|(name, _)| name.as_str()).filter(|name| !kept(name) && !bare(name)).collect();
        if !rest.is_empty() {
            self.draft.report.left_out(format!("skills that no rule of this game reads: {}", rest.join(", ")));
        }
    }

    fn dr(&mut self) {
        let one = self.one;
        if one.body.is_empty() {
            return;
        }
        let at =
            |name: &'static str| one.body.iter().filter(move |part| place(&part.id) == Some(name)).map(|part| part.dr);
        let torso = at("torso").min().or_else(|| one.body.iter().map(|part| part.dr).min()).unwrap_or(0);
        let mut points = Vec::new();
        for name in PLACES {
            let least = at(name).min();
            let most = at(name).max();
            if least != most {
                self.draft.report.changed(format!(
                    "DR of the {name}: {} to {}; the sheet has the least",
                    least.unwrap_or(0),
                    most.unwrap_or(0)
                ));
            }
            let Some(dr) = least.or((name == "torso").then_some(torso)) else { continue };
            let dr = dr + if name == "eye" { traits::eye_dr(one) } else { 0 };
            let dr = self.draft.within(&format!("DR of the {name}"), dr, 0, 100);
            if dr != 0 {
                points.push(format!("{name} = {dr}"));
            }
        }
        if !points.is_empty() {
            self.draft.line("dr", inline(&points));
        }
        let others = one.body.iter().filter(|part| place(&part.id).is_none() && part.id != "vitals");
        let others: Vec<String> = others.map(|part| format!("{} (DR {})", part.name, part.dr)).collect();
        if !others.is_empty() {
            self.draft
                .report
                .left_out(format!("parts of the body that this game does not have: {}", others.join(", ")));
        }
        for armor in &one.armor {
            let notes = traits::conditions(armor);
            if !notes.is_empty() {
                self.draft.report.left_out(format!("{}: {}", armor.name, notes.join(", ")));
                self.draft.out +=
                    &without_effect(&notes.iter().map(|note| format!("{}: {note}", armor.name)).collect::<Vec<_>>());
            }
        }
        self.draft
            .report
            .took(format!("DR by location: {}", if points.is_empty() { "none".to_owned() } else { points.join(", ") }));
    }
}

/// The part of a sheet's body that a part of the file is.
fn place(id: &str) -> Option<&'static str> {
    let id = match id {
        "body" | "chest" | "abdomen" => "torso",
        "eyes" => "eye",
        "brain" => "skull",
        id if id.ends_with("leg") => "leg",
        id if id.ends_with("arm") && !id.contains("fore") => "arm",
        id => id,
    };
    PLACES.into_iter().find(|place| *place == id)
}

/// What the sheet comes to beside what the editor has computed.
fn compare(one: &Character, sheet: &Sheet, report: &mut Report) {
    let Sheet { hp, fp, st, dx, iq, ht, will, per, .. } = *sheet;
    compare::scores(one, [hp, fp, st, dx, iq, ht, will, per], sheet.speed, report);
    let reflexes = i32::from(sheet.is(affray_gurps4::sheet::Traits::COMBAT_REFLEXES));
    let shield = sheet.arms.iter().find(|arm| arm.is_shield());
    let db = shield.map_or(0, |shield| i32::from(shield.db));
    let dodge = i32::from(sheet.speed / 4) + 3 + reflexes + i32::from(sheet.dodge_bonus) - i32::from(sheet.encumbrance);
    let arms = Arms::choose(one, &ROOM, &mut Report::default());
    let in_words = arms.shield.as_ref().map_or(0, |shield| shield.weapon.db_in_situations);
    compare::movement(one, sheet.loaded_move.into(), dodge.max(1) + db, in_words, report);
    let defense =
        |score: i16, adds: i16, all: i16| 3 + i32::from(score).div_euclid(2) + i32::from(adds + all) + reflexes + db;
    for arm in arms.held.iter().chain(&arms.natural) {
        let Some(number) = sheet.arms.iter().position(|known| known.name == arm.name) else { continue };
        let item = &sheet.arms[number];
        let modes = sheet.modes.iter().filter(|known| usize::from(known.item.number()) == number);
        for (mode, known) in arm.modes.iter().zip(modes) {
            let told = format!("{} ({})", arm.name, mode.name);
            report.compare(&format!("level of {told}"), mode.usage.level, known.score.into(), RANGE);
            let dice = format!("{} {}", known.damage, known.kind.name());
            report.compare(
                &format!("damage of {told}"),
                format!("{} {}", mode.wound.formula(), mode.wound.kind),
                dice,
                UNKNOWN,
            );
            let Some(parry) = mode.usage.parry else { continue };
            let score = sheet.unarmed.score;
            if item.is_natural() && (score == 0 || !sheet.has_hands()) {
                let why = if sheet.has_hands() {
                    "bare hands parry by Boxing, Brawling, Judo or Karate alone (G4-029)"
                } else {
                    "a body without arms or hands parries nothing (G4-R68)"
                };
                report.compare(&format!("Parry of {told}"), parry.to_string(), "none".to_owned(), why);
                continue;
            }
            let (own, why) = match item.is_natural() {
                false => (defense(item.score, item.parry.unwrap_or(0), sheet.parry_bonus), ONE_PARRY),
                true => (defense(score, 0, sheet.parry_bonus), "bare hands parry by the best skill (G4-029)"),
            };
            let why = compare::why_defense(parry, own, in_words, why);
            report.compare(&format!("Parry of {told}"), parry, own, why);
        }
    }
    if let (Some(shield), Some(arm)) = (shield, &arms.shield) {
        let block = arm.weapon.usages.iter().filter_map(|usage| usage.block).next().unwrap_or(0);
        let own = defense(shield.score, shield.block, sheet.block_bonus);
        let why = compare::why_defense(block, own, in_words, UNKNOWN);
        report.compare(&format!("Block of {}", arm.name), block, own, why);
    }
    for part in &one.body {
        use affray_3d6::location::Location as L;
        let at = match place(&part.id).unwrap_or(part.id.as_str()) {
            "skull" => L::Skull,
            "eye" => L::RightEye,
            "face" => L::Face,
            "neck" => L::Neck,
            "torso" => L::Torso,
            "vitals" => L::Vitals,
            "groin" => L::Groin,
            "arm" => L::RightArm,
            "leg" => L::RightLeg,
            "hand" => L::RightHand,
            "foot" => L::RightFoot,
            _ => continue,
        };
        let why = if at == L::RightEye && traits::eye_dr(one) > 0 {
            compare::MEMBRANE
        } else if at == L::Vitals {
            "vitals have the DR of the torso (G4-R47)"
        } else {
            "the sheet has the least of such parts"
        };
        report.compare(&format!("DR of {}", part.name), part.dr, sheet.resistance(at), why);
    }
}
