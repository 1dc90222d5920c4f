//! Traits: those that a ruleset knows, and what is told of the others.

use crate::arms::ArmMode;
use crate::gcs::{Armor, Character, Trait};
use crate::report::Report;
use crate::text;

/// Beginnings of traits that a fight could ask for; others are told of by their names alone.
#[rustfmt::skip]
const OF_FIGHTS: [&str; 91] = [
    "360", "Affliction", "Altered Time Rate", "Ambidexterity", "Bad Grip", "Bad Sight", "Berserk", "Binding", "Blindness",
    "Bloodlust", "Brittle", "Burning Attack", "Corrosion Attack", "Crushing Attack", "Cutting Attack", "Fatigue Attack",
    "Impaling Attack", "Innate Attack", "Piercing Attack", "Toxic Attack", "Catfall", "Chameleon", "Clinging", "Combat Paralysis", "Combat Reflexes", "Constriction",
    "Danger Sense", "Daredevil", "Dark Vision", "Diffuse", "Double-Jointed", "Enhanced Move", "Extra Arm", "Extra Attack",
    "Extra Head", "Extra Legs", "Fearfulness", "Fearlessness", "Fit", "Flight", "Fragile", "Ham-Fisted", "Hard to",
    "Heroic Archer", "High Pain", "Homogen", "Immunity", "Indomitable", "Infravision", "Injury Reduction", "Injury Tolerance",
    "Insubstantiality", "Invisibility", "Leech", "Low Pain", "Luck", "Magery", "Magic Resistance",
    "Night Vision", "No Blood", "No Brain", "No Depth Perception", "No Eyes", "No Fine Manipulators", "No Head", "No Legs",
    "No Manipulators", "No Neck", "No Vitals", "Not Subject to Fatigue", "Numb", "One Arm", "One Eye", "Pacifism",
    "Perfect Balance", "Peripheral Vision", "Recover Energy", "Regeneration", "Slippery", "Spider-Climb", "Super Jump",
    "Supernatural Durability", "Terror", "Trained by a Master", "Unfazeable", "Unkillable", "Unliving", "Vibration Sense",
    "Vulnerability", "Weakness", "Weapon Master",
];

/// Beginnings of traits whose effect stands in the numbers of the file, and so in those of the sheet.
#[rustfmt::skip]
const IN_NUMBERS: [&str; 19] = [
    "Arm ST", "Blunt Claws", "Claws", "Damage Resistance", "Decreased", "Enhanced Block", "Enhanced Dodge", "Enhanced Parry", "Extra Fatigue",
    "Extra Hit Points", "Fangs", "Hooves", "Increased", "Lifting ST", "Nictitating Membrane", "Sharp", "Striker", "Striking ST", "Teeth",
];

/// Parts that a sheet can say its body lacks: as sheets name them, by the ends of the ids of the file, and by the traits and
/// modifiers of Injury Tolerance that say so.
#[rustfmt::skip]
const PARTS: [(&str, &[&str], &[&str]); 10] = [
    ("vitals", &["vitals"], &["No Vitals"]),
    ("skull", &["skull", "brain"], &["No Brain", "No Head"]),
    ("eye", &["eye", "eyes"], &["No Eyes"]),
    ("face", &["face"], &["No Head"]),
    ("neck", &["neck"], &["No Neck", "No Head"]),
    ("groin", &["groin", "abdomen"], &[]),
    ("arm", &["arm"], &[]),
    ("leg", &["leg"], &[]),
    ("hand", &["hand"], &[]),
    ("foot", &["foot"], &[]),
];

/// What a trait says of itself: its modifiers, and what Injury Tolerance has in brackets behind its name.
pub(crate) fn said(one: &Trait) -> impl Iterator<Item = &str> {
    let in_name = one.name.strip_prefix("Injury Tolerance (").map(|rest| rest.trim_end_matches(')'));
    let in_name = in_name.into_iter().flat_map(|rest| rest.split([';', ',']).map(str::trim));
    one.modifiers.iter().map(String::as_str).chain(in_name)
}

/// Parts that the body lacks, as sheets name them: by a trait, or since the plan of its body does not have them.
pub(crate) fn lacking(one: &Character) -> Vec<&'static str> {
    let says = |lack: &&str| one.traits.iter().any(|has| is(has, lack) || said(has).any(|with| with.starts_with(lack)));
    let has =
        |ids: &[&str]| one.body.is_empty() || one.body.iter().any(|part| ids.iter().any(|id| part.id.ends_with(id)));
    PARTS.iter().filter(|(_, ids, lacks)| !has(ids) || lacks.iter().any(says)).map(|(name, ..)| *name).collect()
}

/// How many legs a body has by the trait Extra Legs, 3 or more: its name or a modifier says `4` or `4 legs`.
pub(crate) fn extra_legs(one: &Character) -> Option<i32> {
    let has = one.traits.iter().find(|one| is(one, "Extra Legs"))?;
    let in_name = has.name.split_once('(').map(|(_, said)| said);
    let said = in_name.into_iter().chain(has.modifiers.iter().map(String::as_str));
    let number = |said: &str| said.split(|letter: char| !letter.is_ascii_digit()).next()?.parse().ok();
    said.filter_map(number).find(|legs| (3..=100).contains(legs))
}

/// How many arms a body has beyond two by the trait Extra Arms; 0 to 98.
pub(crate) fn extra_arms(one: &Character) -> i32 {
    let has = one.traits.iter().filter(|one| is(one, "Extra Arm") || is(one, "Extra Arms"));
    has.map(|has| has.levels.clamp(1, 98)).max().unwrap_or(0)
}

/// Points of darkness that take nothing from its attacks, 0 to 9: by Night Vision, or all by Dark Vision.
pub(crate) fn dark_sight(one: &Character, report: &mut Report) -> i32 {
    let night = one.traits.iter().filter(|one| is(one, "Night Vision")).map(|one| one.levels).max().unwrap_or(0);
    let sight = if has(one, "Dark Vision") { 9 } else { night.clamp(0, 9) };
    if sight > 0 {
        report.took(format!("sight in the dark: {sight} points of darkness take nothing from its attacks"));
    }
    sight
}

/// Whether a word says of a part that the body lacks it.
fn is_lack(word: &str) -> bool {
    PARTS.iter().flat_map(|(_, _, lacks)| *lacks).any(|lack| word.starts_with(lack))
}

/// Whether a trait is one of that name: `Weapon Master (Broadsword)` is a `Weapon Master`, `Magery 0` is `Magery`.
pub(crate) fn is(one: &Trait, name: &str) -> bool {
    let bare = one.name.split(" (").next().unwrap_or_default();
    let bare = bare.trim_end_matches(|letter: char| letter.is_ascii_digit()).trim_end();
    bare.eq_ignore_ascii_case(name) || one.name.eq_ignore_ascii_case(name)
}

/// Whether the character has a trait of that name.
pub(crate) fn has(one: &Character, name: &str) -> bool {
    one.traits.iter().any(|has| is(has, name))
}

/// The word of a trait that has a key and a line of its own.
pub(crate) const ELSEWHERE: &str = "";

/// Traits that a ruleset knows, with those that the limbs of a body say where they do.
pub(crate) fn with_limbs(
    of: &[(&'static str, &'static str)],
    limbs: &[(&'static str, bool)],
) -> Vec<(&'static str, &'static str)> {
    let limbs = limbs.iter().filter(|(_, holds)| *holds).map(|(name, _)| (*name, ELSEWHERE));
    of.iter().copied().chain(limbs).collect()
}

/// What Combat Reflexes add to each defense.
pub(crate) fn reflexes(one: &Character) -> i32 {
    i32::from(has(one, "Combat Reflexes"))
}

/// The words of a ruleset for those traits that it knows and the character has, each once.
pub(crate) fn known(one: &Character, of: &[(&'static str, &'static str)]) -> Vec<&'static str> {
    let mut words = Vec::new();
    for (_, word) in of.iter().filter(|(name, word)| *word != ELSEWHERE && has(one, name)) {
        if !words.contains(word) {
            words.push(*word);
        }
    }
    words
}

/// Letters that are told of a trait.
const MOST_TOLD: usize = 80;

/// What is said of a trait that is none of those that the ruleset knows: parts that a body lacks are modifiers of Injury
/// Tolerance.
fn unknown_modifiers<'a>(one: &'a Trait, of: &[(&str, &str)]) -> Vec<&'a str> {
    let is_tolerance = is(one, "Injury Tolerance");
    one.modifiers.iter().map(String::as_str).filter(|with| !(is_tolerance && knows(with, of))).collect()
}

/// Whether the ruleset has something for what a trait says: a part that is lacking, or a trait of that name.
fn knows(with: &str, of: &[(&str, &str)]) -> bool {
    is_lack(with) || of.iter().any(|(name, _)| with.starts_with(name))
}

/// The name of a trait with its levels and that which is said of it and not known.
fn told(one: &Trait, of: &[(&str, &str)]) -> String {
    let levels = if one.levels > 0 { format!(" {}", one.levels) } else { String::new() };
    let with = unknown_modifiers(one, of);
    let with = if with.is_empty() { String::new() } else { format!(" ({})", with.join("; ")) };
    let name = format!("{}{levels}{with}", one.name);
    if name.chars().count() <= MOST_TOLD {
        return name;
    }
    format!("{}…", name.chars().take(MOST_TOLD).collect::<String>().trim_end())
}

/// Traits that the ruleset does not know and that begin with one of those words, each once.
fn beginning(one: &Character, of: &[(&'static str, &'static str)], words: &[&str]) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for has in &one.traits {
        let all_said =
            is(has, "Injury Tolerance") && said(has).next().is_some() && said(has).all(|with| knows(with, of));
        // An attack that the sheet has is not without effect.
        let is_attack = has.name.contains(" Attack") && one.weapons.iter().any(|weapon| weapon.name == has.name);
        let knows = is_attack || all_said || is_lack(&has.name) || of.iter().any(|(name, _)| is(has, name));
        if !knows && words.iter().any(|word| has.name.starts_with(word)) {
            let told = told(has, of);
            if !all.contains(&told) {
                all.push(told);
            }
        }
    }
    all
}

/// Traits that a fight could ask for and that the ruleset does not know.
pub(crate) fn without_effect(one: &Character, of: &[(&'static str, &'static str)]) -> Vec<String> {
    beginning(one, of, &OF_FIGHTS)
}

/// What of a character has no effect, as a comment of its sheet; empty, if all has.
pub(crate) fn notes(one: &Character, of: &[(&'static str, &'static str)], more: &[&str]) -> String {
    let mut notes = without_effect(one, of);
    notes.extend(more.iter().map(|&more| more.to_owned()));
    notes.extend(special_dr(one));
    text::without_effect(&notes)
}

/// Points of the eyes' own damage resistance that the file does not count: of a Nictitating Membrane.
pub(crate) fn eye_dr(one: &Character) -> i32 {
    let membrane = one.traits.iter().filter(|has| is(has, "Nictitating Membrane")).map(|has| has.levels).max();
    let counted = one.body.iter().filter(|part| part.id.starts_with("eye")).map(|part| part.dr).min();
    (membrane.unwrap_or(0) - counted.unwrap_or(0)).max(0)
}

/// Tells of all traits.
pub(crate) fn tell(one: &Character, of: &[(&'static str, &'static str)], ruleset: &str, report: &mut Report) {
    let known = known(one, of);
    if !known.is_empty() {
        report.took(format!("traits: {}", known.join(", ")));
    }
    let numbers = beginning(one, of, &IN_NUMBERS);
    if !numbers.is_empty() {
        report.took(format!("traits that are in the numbers: {}", numbers.join(", ")));
    }
    let without = without_effect(one, of);
    if !without.is_empty() {
        report.left_out(format!(
            "traits for which {ruleset} has no rule, in a comment of the sheet: {}",
            without.join(", ")
        ));
    }
    let mut others: Vec<&str> = Vec::new();
    for has in &one.traits {
        let name = has.name.as_str();
        let is_told = OF_FIGHTS.iter().chain(&IN_NUMBERS).any(|word| name.starts_with(word))
            || of.iter().any(|(known, _)| is(has, known))
            || one.weapons.iter().any(|weapon| weapon.name == name);
        if !is_told && !others.contains(&name) {
            others.push(name);
        }
    }
    if !others.is_empty() {
        report.left_out(format!("other traits, which no rule of {ruleset} reads: {}", others.join(", ")));
    }
    let special = special_dr(one);
    if !special.is_empty() {
        report.left_out(format!("{ruleset} has no DR against one kind of damage: {}", special.join(", ")));
    }
    for limited in limited_dr(one).into_iter().filter(|_| special.is_empty()) {
        report.note(format!("{limited}: the file counts it in the DR against everything, and so does the sheet"));
    }
    if !one.switched_off.is_empty() {
        report.left_out(format!("switched off in the file: {}", one.switched_off.join(", ")));
    }
    if !one.not_carried.is_empty() {
        report.left_out(format!("weapons that are not carried or not equipped: {}", one.not_carried.join(", ")));
    }
}

/// Tells of attributes and points.
pub(crate) fn tell_points(one: &Character, report: &mut Report) {
    let [st, dx, iq, ht] = one.scores;
    let fp = one.fp.map_or(String::new(), |fp| format!(", FP {fp}"));
    let speed = one.speed.map_or(String::new(), |speed| format!(", Basic Speed {speed}"));
    report.took(format!("ST {st}, DX {dx}, IQ {iq}, HT {ht}, HP {}{fp}{speed}", one.hp.unwrap_or(st)));
    for (lost, what) in [(one.lost_hp, "HP"), (one.lost_fp, "FP")] {
        if lost > 0 {
            report
                .left_out(format!("{lost} {what} lost: the state is a matter of the encounter (`state = {{ ... }}`)"));
        }
    }
}

/// Damage resistance against one kind of damage, which no ruleset has.
pub(crate) fn special_dr(one: &Character) -> Vec<String> {
    let mut kinds: Vec<String> = Vec::new();
    for (kind, dr) in one.body.iter().flat_map(|part| &part.special).filter(|(_, dr)| *dr != 0) {
        let told = format!("DR {dr} against {kind}");
        if !kinds.contains(&told) {
            kinds.push(told);
        }
    }
    kinds
}

/// Damage resistance that by its modifiers is against some kinds of damage alone.
fn limited_dr(one: &Character) -> Vec<String> {
    let all = one.traits.iter().filter(|has| is(has, "Damage Resistance"));
    let limited = |has: &Trait| has.modifiers.iter().find(|with| with.starts_with("Limited")).cloned();
    all.filter_map(|has| Some(format!("{} ({})", has.name, limited(has)?))).collect()
}

/// A use of a weapon, for a report.
pub(crate) fn told_mode(mode: &ArmMode<'_>) -> String {
    format!("{} {} at {}", mode.name, mode.usage.damage, mode.usage.level)
}

/// What is noted of armor that says of its DR more than a number: `-1 DR vs. impaling`.
pub(crate) fn conditions(armor: &Armor) -> Vec<String> {
    let says = |part: &&str| {
        let part = part.to_lowercase();
        part.contains("dr") && ["vs", "versus", "against"].iter().any(|word| part.contains(word))
            || part.contains("only protects")
    };
    let parts = armor.notes.split([';', '\n']).map(str::trim).filter(says);
    parts.map(|part| part.trim_end_matches('.').to_owned()).collect()
}
