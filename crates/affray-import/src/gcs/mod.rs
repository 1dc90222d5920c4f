//! Characters of the sheet editor GCS: `.gcs`, version 5.
//!
//! What the editor has computed is taken, and nothing is computed again: attributes, points, damage and levels stand under
//! `calc`. Unknown keys are passed over, missing ones are zero or empty.

mod weapon;

pub use weapon::{Reach, Usage, Weapon, Wound};

use crate::json::{self, Json, Numbers};
use affray_files::FileError;
use serde_json::Value;

/// The size of the largest file that is read, in bytes: 16 MiB.
pub const MAX_BYTES: usize = 16 << 20;

/// The version of the format that is read.
pub const VERSION: i64 = 5;

/// A character, as the editor saved it.
#[derive(Debug, Clone, Default)]
pub struct Character {
    /// Its name; that of the file, where it has none.
    pub name: String,
    /// Said to be male.
    pub male: bool,
    /// Said to be left-handed.
    pub left_handed: bool,
    /// ST, DX, IQ, HT.
    pub scores: [i32; 4],
    /// Hit points at the most.
    pub hp: Option<i32>,
    /// Fatigue points at the most; the undead have none.
    pub fp: Option<i32>,
    /// Will.
    pub will: Option<i32>,
    /// Perception.
    pub per: Option<i32>,
    /// Basic Speed.
    pub speed: Option<f64>,
    /// Basic Move.
    pub basic_move: Option<i32>,
    /// Size Modifier.
    pub sm: i32,
    /// Hit points lost when it was saved.
    pub lost_hp: i32,
    /// Fatigue points lost when it was saved.
    pub lost_fp: i32,
    /// Thrusting damage.
    pub thrust: String,
    /// Swinging damage.
    pub swing: String,
    /// Basic Lift in pounds.
    pub basic_lift: f64,
    /// What it carries, in pounds.
    pub load: f64,
    /// What is added to Dodge, Parry and Block, shields included.
    pub bonuses: [i32; 3],
    /// Move by level of encumbrance.
    pub moves: [i32; 5],
    /// Dodge by level of encumbrance.
    pub dodges: [i32; 5],
    /// Advantages and the like that are switched on.
    pub traits: Vec<Trait>,
    /// Skills and techniques, by name with the specialty in parentheses.
    pub skills: Vec<(String, i32)>,
    /// Names of spells.
    pub spells: Vec<String>,
    /// Things and parts of the body that attack or block.
    pub weapons: Vec<Weapon>,
    /// Things that were left at home and could attack.
    pub not_carried: Vec<String>,
    /// Traits and equipment that are switched off in the file.
    pub switched_off: Vec<String>,
    /// The name of the body plan.
    pub plan: String,
    /// Parts of the body.
    pub body: Vec<Part>,
    /// Armor that is worn.
    pub armor: Vec<Armor>,
}

/// An advantage or the like.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Trait {
    /// Its name.
    pub name: String,
    /// Its levels; 0 for one without.
    pub levels: i32,
    /// Its modifiers that are switched on.
    pub modifiers: Vec<String>,
}

/// A part of the body.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Part {
    /// What it is: `arm`.
    pub id: String,
    /// Its name: `Right Arm`.
    pub name: String,
    /// Its damage resistance.
    pub dr: i32,
    /// Further damage resistance against one kind: `fire`.
    pub special: Vec<(String, i32)>,
}

/// A thing that is worn and protects.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Armor {
    /// Its name.
    pub name: String,
    /// What is noted of it.
    pub notes: String,
    /// Parts of the body and what it adds there.
    pub covers: Vec<(String, i32)>,
    /// Its weight in pounds.
    pub weight: f64,
}

impl Character {
    /// The trait of that name, whatever its letters' size.
    pub fn find(&self, name: &str) -> Option<&Trait> {
        self.traits.iter().find(|one| one.name.eq_ignore_ascii_case(name))
    }

    /// The level of encumbrance, 0 to 5: by the load and Basic Lift of the file. 5 is more than it can carry.
    pub fn encumbrance(&self) -> usize {
        let limits = [1.0, 2.0, 3.0, 6.0, 10.0];
        limits.iter().take_while(|&&times| self.load > self.basic_lift * times + 1e-9).count()
    }

    /// A skill, by its name with the specialty or without.
    pub fn skill(&self, name: &str) -> Option<i32> {
        let bare = |known: &str| known.split(" (").next().is_some_and(|known| known.eq_ignore_ascii_case(name));
        let all = || self.skills.iter();
        let found = all().filter(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, level)| *level).max();
        found.or_else(|| all().filter(|(known, _)| bare(known)).map(|(_, level)| *level).max())
    }
}

/// Reads a character.
///
/// # Errors
/// If it is no JSON, not of version 5, or holds a number that no character has.
pub fn read(file: &str, text: &str) -> Result<Character, FileError> {
    let wrong = |message: String| FileError::whole(file, message);
    if text.len() > MAX_BYTES {
        return Err(wrong(format!(
            "the file has more than {} MB, the largest character that is read",
            MAX_BYTES >> 20
        )));
    }
    let json: Value = serde_json::from_str(text.trim_start_matches('\u{feff}'))
        .map_err(|error| wrong(format!("this is no JSON, as `.gcs` files are: {error}")))?;
    if !json.is_object() {
        return Err(wrong("this is no character: a `.gcs` file is one table of JSON".to_owned()));
    }
    match json.get("version").and_then(Value::as_i64) {
        Some(VERSION) => {}
        Some(version) => {
            let how = if version < VERSION { ": open it in GCS 5 and save it again" } else { "" };
            return Err(wrong(format!("this is version {version} of the format, and only {VERSION} is read{how}")));
        }
        None => return Err(wrong("this is no character of GCS: it has no `version`".to_owned())),
    }
    if json.get("attributes").and_then(Value::as_array).is_none() {
        return Err(wrong("this is no character of GCS: it has no list `attributes`".to_owned()));
    }
    let mut numbers = Numbers::default();
    let character = character(&json, stem(file), &mut numbers);
    match numbers.problem {
        Some(problem) => Err(wrong(problem)),
        None => Ok(character),
    }
}

/// The name of a file without its folders and its ending.
pub fn stem(file: &str) -> &str {
    let name = file.rsplit(['/', '\\']).next().unwrap_or(file);
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}

fn character(json: &Value, file: &str, numbers: &mut Numbers) -> Character {
    let profile = json.table("profile");
    let calc = json.table("calc");
    let mut one = Character { name: json::clean(profile.text("name")), ..Character::default() };
    if one.name.is_empty() {
        one.name = json::clean(file);
    }
    one.male = profile.text("gender").trim().eq_ignore_ascii_case("male");
    one.left_handed = profile.text("handedness").trim().eq_ignore_ascii_case("left");
    one.sm = numbers.whole(profile, "SM");
    attributes(json, &mut one, numbers);
    one.thrust = calc.text("thrust").to_owned();
    one.swing = calc.text("swing").to_owned();
    one.basic_lift = numbers.pounds(calc.text("basic_lift"));
    for (at, key) in ["dodge_bonus", "parry_bonus", "block_bonus"].into_iter().enumerate() {
        one.bonuses[at] = numbers.whole(calc, key);
    }
    for (key, into) in [("move", &mut one.moves), ("dodge", &mut one.dodges)] {
        for (value, into) in calc.list(key).iter().zip(into) {
            *into = numbers.as_whole(value, key);
        }
    }
    let body = json.table("settings").table("body_type");
    one.plan = json::clean(body.text("name"));
    parts(body, &mut one.body, numbers);
    off(json.list("traits"), "name", &mut one.switched_off);
    off(json.list("equipment"), "description", &mut one.switched_off);
    for (row, _) in rows(json, "traits") {
        one.sm += size_bonus(row, numbers);
        // An id that begins with T is that of a container, which may be empty.
        let id = row.text("id");
        let is_trait = id.starts_with('t') || !id.starts_with('T') && row.get("children").is_none();
        if is_trait {
            let modifiers = modifiers(row).into_iter();
            let levels = numbers.whole(row.table("calc"), "current_level");
            let levels = if levels == 0 { numbers.whole(row, "levels") } else { levels };
            one.traits.push(Trait { name: named(row, "name"), levels, modifiers: modifiers.collect() });
        }
    }
    for (row, _) in rows(json, "skills") {
        let level = numbers.whole(row.table("calc"), "level");
        if level > 0 {
            let (name, of) = (named(row, "name"), named(row, "specialization"));
            one.skills.push((if of.is_empty() { name } else { format!("{name} ({of})") }, level));
        }
    }
    let spells = rows(json, "spells").into_iter().filter(|(row, _)| row.get("children").is_none());
    one.spells = spells.map(|(row, _)| named(row, "name")).collect();
    one.load = json.list("equipment").iter().map(|row| numbers.pounds(weight(row))).sum();
    for (row, equipped) in rows(json, "equipment") {
        let name = named(row, "description");
        if !equipped {
            if !row.list("weapons").is_empty() {
                one.not_carried.push(name);
            }
            continue;
        }
        let weight = own_weight(row, numbers);
        let covers = covers(row, numbers);
        if !covers.is_empty() {
            one.armor.push(Armor { name, notes: notes(row), covers, weight });
        }
    }
    for (row, _) in rows(json, "other_equipment") {
        if !row.list("weapons").is_empty() {
            one.not_carried.push(named(row, "description"));
        }
    }
    one.weapons = weapon::all(json, numbers);
    one
}

fn attributes(json: &Value, one: &mut Character, numbers: &mut Numbers) {
    one.scores = [10; 4];
    for attribute in json.list("attributes") {
        let calc = attribute.table("calc");
        if calc.get("value").is_none() {
            continue;
        }
        let value = numbers.number(calc, "value");
        let lost = numbers.whole(attribute, "damage");
        let whole = value.round() as i32;
        match attribute.text("attr_id") {
            "st" => one.scores[0] = whole,
            "dx" => one.scores[1] = whole,
            "iq" => one.scores[2] = whole,
            "ht" => one.scores[3] = whole,
            "will" => one.will = Some(whole),
            "per" => one.per = Some(whole),
            "hp" => (one.hp, one.lost_hp) = (Some(whole), lost),
            "fp" => (one.fp, one.lost_fp) = (Some(whole), lost),
            "basic_speed" => one.speed = Some(value),
            "basic_move" => one.basic_move = Some(whole),
            _ => {}
        }
    }
}

/// All parts of a body, those of tables within tables too.
fn parts(table: &Value, into: &mut Vec<Part>, numbers: &mut Numbers) {
    for location in table.list("locations") {
        let (mut dr, mut special) = (0, Vec::new());
        if let Some(Value::Object(kinds)) = location.table("calc").get("dr") {
            for (kind, value) in kinds {
                let points = numbers.as_whole(value, "dr");
                if kind == "all" { dr = points } else { special.push((json::clean(kind), points)) }
            }
        }
        let (id, name) = (location.text("id").to_ascii_lowercase(), json::clean(location.text("table_name")));
        into.push(Part { id, name, dr, special });
        parts(location.table("sub_table"), into, numbers);
    }
}

/// The names of rows of a tree that are switched off, with all that they hold.
fn off(list: &[Value], key: &str, into: &mut Vec<String>) {
    for row in list {
        if row.get("disabled").and_then(Value::as_bool) != Some(true) {
            off(row.list("children"), key, into);
            continue;
        }
        let name = named(row, key);
        if !name.is_empty() && !into.contains(&name) {
            into.push(name);
        }
    }
}

/// All rows of a tree that are switched on, and whether they are equipped with all that they lie in.
fn rows<'a>(json: &'a Value, key: &str) -> Vec<(&'a Value, bool)> {
    fn collect<'a>(list: &'a [Value], equipped: bool, into: &mut Vec<(&'a Value, bool)>) {
        for row in list {
            let none = row.get("quantity").and_then(Value::as_f64) == Some(0.0);
            if row.get("disabled").and_then(Value::as_bool) == Some(true) || none {
                continue;
            }
            let equipped = equipped && row.get("equipped").and_then(Value::as_bool) != Some(false);
            into.push((row, equipped));
            collect(row.list("children"), equipped, into);
        }
    }
    let mut all = Vec::new();
    collect(json.list(key), true, &mut all);
    all
}

/// A text of a row, with what stands between `@` signs in it put in.
fn named(row: &Value, key: &str) -> String {
    json::clean(&replaced(row.text(key), &[row]))
}

/// A text with what stands between `@` signs in it put in by the rows that say it; what none says is left out.
fn replaced(text: &str, rows: &[&Value]) -> String {
    let mut text = text.to_owned();
    for row in rows {
        if let Some(Value::Object(replacements)) = row.get("replacements") {
            for (word, by) in replacements {
                text = text.replace(&format!("@{word}@"), by.as_str().unwrap_or_default());
            }
        }
    }
    while let Some((before, rest)) = text.split_once('@')
        && let Some((_, after)) = rest.split_once('@')
    {
        text = format!("{before}{after}").replace("()", "");
    }
    text
}

/// The names of a row's modifiers that are switched on, with the words of the row put in; of `Limited` also against what.
fn modifiers(row: &Value) -> Vec<String> {
    let text = |one: &Value, key: &str| json::clean(&replaced(one.text(key), &[one, row]));
    let told = |one: &Value| match (text(one, "name"), text(one, "local_notes")) {
        (name, against) if name == "Limited" && !against.is_empty() => format!("Limited: {against}"),
        (name, _) => name,
    };
    rows(row, "modifiers").into_iter().map(|(one, _)| told(one)).collect()
}

/// What is noted of a thing.
fn notes(row: &Value) -> String {
    noted(&[row.text("local_notes"), row.text("notes")].join(" "))
}

/// Notes on one line, of at most 200 letters.
fn noted(text: &str) -> String {
    let words = text.split(|c: char| c.is_control() || c.is_whitespace()).filter(|word| !word.is_empty());
    let line = words.collect::<Vec<_>>().join(" ");
    if line.chars().count() <= 200 { line } else { line.chars().take(199).chain(['…']).collect() }
}

fn weight(row: &Value) -> &str {
    let calc = row.table("calc");
    let found = ["extended_weight", "weight"].into_iter().map(|key| calc.text(key)).find(|text| !text.is_empty());
    found.unwrap_or_else(|| row.text("base_weight"))
}

/// The weight of a thing without what lies in it.
fn own_weight(row: &Value, numbers: &mut Numbers) -> f64 {
    let within: f64 = row.list("children").iter().map(|row| numbers.pounds(weight(row))).sum();
    (numbers.pounds(weight(row)) - within).max(0.0)
}

/// Features of a row and of its modifiers that are switched on.
fn features(row: &Value) -> impl Iterator<Item = &Value> {
    let modifiers = rows(row, "modifiers").into_iter().flat_map(|(one, _)| one.list("features"));
    row.list("features").iter().chain(modifiers)
}

/// What a feature adds: its amount, times the levels of its row where it goes by them.
fn amount(row: &Value, feature: &Value, numbers: &mut Numbers) -> i32 {
    let amount = numbers.whole(feature, "amount");
    let by_level = feature.get("per_level").and_then(Value::as_bool) == Some(true);
    if by_level { amount.saturating_mul(numbers.whole(row, "levels")) } else { amount }
}

/// What a row adds to an attribute of the sheet.
fn adds(row: &Value, attribute: &str, numbers: &mut Numbers) -> i32 {
    let of = |feature: &&Value| {
        feature.text("type") == "attribute_bonus"
            && feature.text("attribute") == attribute
            && feature.text("limitation").is_empty()
    };
    features(row).filter(of).map(|feature| amount(row, feature, numbers)).sum()
}

/// What a shield adds to defenses by the words of a situation, `to Dodge, Parry & Block against attacks from the front`: the
/// editor adds it to nothing.
fn in_situations(row: &Value, numbers: &mut Numbers) -> i32 {
    let of = |feature: &&Value| {
        let situation = feature.text("situation").to_ascii_lowercase();
        feature.text("type") == "conditional_modifier" && situation.contains("dodge") && situation.contains("block")
    };
    features(row).filter(of).map(|feature| amount(row, feature, numbers)).sum()
}

fn size_bonus(row: &Value, numbers: &mut Numbers) -> i32 {
    adds(row, "sm", numbers)
}

/// Parts of the body that a thing covers, with what it adds there against everything.
fn covers(row: &Value, numbers: &mut Numbers) -> Vec<(String, i32)> {
    let mut all: Vec<(String, i32)> = Vec::new();
    for feature in features(row).filter(|feature| feature.text("type") == "dr_bonus") {
        let kind = feature.text("specialization");
        if !kind.is_empty() && kind != "all" {
            continue;
        }
        let points = amount(row, feature, numbers);
        let mut places: Vec<&str> = feature.list("locations").iter().filter_map(Value::as_str).collect();
        if places.is_empty() {
            places.extend(Some(feature.text("location")).filter(|place| !place.is_empty()));
        }
        for place in places {
            match all.iter_mut().find(|(known, _)| known == place) {
                Some((_, known)) => *known += points,
                None => all.push((place.to_ascii_lowercase(), points)),
            }
        }
    }
    all.retain(|(_, points)| *points > 0);
    all
}
