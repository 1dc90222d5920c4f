//! Traits: those that a ruleset knows, and what is told of the others.

use crate::arms::ArmMode;
use crate::gcs::{Character, Trait};
use crate::report::Report;

/// Beginnings of traits that a fight could ask for; others are told of by their number alone.
#[rustfmt::skip]
const OF_FIGHTS: [&str; 65] = [
    "Affliction", "Altered Time Rate", "Ambidexterity", "Berserk", "Binding", "Blindness", "Catfall", "Clinging", "Combat Reflexes",
    "Constriction", "Danger Sense", "Daredevil", "Dark Vision", "Diffuse", "Double-Jointed", "Enhanced Move", "Extra Arm", "Extra Attack",
    "Extra Legs", "Fit", "Flight", "Fragile", "Hard to", "High Pain", "Infravision", "Injury Tolerance", "Insubstantiality", "Invisibility",
    "Low Pain", "Luck", "Magery", "Magic Resistance", "Night Vision", "No Depth Perception", "No Legs", "No Manipulators", "One Arm", "One Eye",
    "Perfect Balance", "Peripheral Vision", "Recover Energy", "Regeneration", "Slippery", "Supernatural Durability",
    "Trained by a Master", "360", "Bad Grip", "Extra Head", "Homogen", "Indomitable", "Nictitating Membrane", "No Blood", "No Brain", "No Eyes",
    "No Fine Manipulators", "No Head", "No Neck", "No Vitals", "Super Jump", "Unfazeable", "Unkillable", "Vibration Sense", "Vulnerability", "Weakness", "Weapon Master",
];

/// Beginnings of traits whose effect stands in the numbers of the file, and so in those of the sheet.
#[rustfmt::skip]
const IN_NUMBERS: [&str; 18] = [
    "Arm ST", "Blunt Claws", "Claws", "Damage Resistance", "Decreased", "Enhanced Block", "Enhanced Dodge", "Enhanced Parry", "Extra Fatigue",
    "Extra Hit Points", "Fangs", "Hooves", "Increased", "Lifting ST", "Sharp", "Striker", "Striking ST", "Teeth",
];

/// Whether a trait is one of that name: `Weapon Master (Broadsword)` is a `Weapon Master`, `Magery 0` is `Magery`.
pub(crate) fn is(one: &Trait, name: &str) -> bool {
    let bare = one.name.split(" (").next().unwrap_or_default();
    let bare = bare.trim_end_matches(|letter: char| letter.is_ascii_digit()).trim_end();
    bare.eq_ignore_ascii_case(name) || one.name.eq_ignore_ascii_case(name)
}

/// The words of a ruleset for those traits that it knows and the character has, each once.
pub(crate) fn known(one: &Character, of: &[(&'static str, &'static str)]) -> Vec<&'static str> {
    of.iter().filter(|(name, _)| one.traits.iter().any(|has| is(has, name))).map(|(_, word)| *word).collect()
}

/// Letters that are told of a trait.
const MOST_TOLD: usize = 80;

/// The name of a trait with its levels and what is said of it.
fn told(one: &Trait) -> String {
    let levels = if one.levels > 0 { format!(" {}", one.levels) } else { String::new() };
    let with = if one.modifiers.is_empty() { String::new() } else { format!(" ({})", one.modifiers.join("; ")) };
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
        let knows = of.iter().any(|(name, _)| is(has, name));
        if !knows && words.iter().any(|word| has.name.starts_with(word)) {
            let told = told(has);
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
    let others = one.traits.iter().filter(|has| !of.iter().any(|(name, _)| is(has, name))).count();
    let others = others.saturating_sub(without.len() + numbers.len());
    if others > 0 {
        report.left_out(format!("{others} more traits, which concern no fight"));
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

/// Tells of damage resistance against one kind of damage.
pub(crate) fn special_dr(one: &Character, report: &mut Report) {
    let mut kinds: Vec<String> = Vec::new();
    for (kind, dr) in one.body.iter().flat_map(|part| &part.special) {
        let told = format!("{dr} against {kind}");
        if !kinds.contains(&told) {
            kinds.push(told);
        }
    }
    if !kinds.is_empty() {
        report.left_out(format!("DR against one kind of damage: {}", kinds.join(", ")));
    }
}

/// A use of a weapon, for a report.
pub(crate) fn told_mode(mode: &ArmMode<'_>) -> String {
    format!("{} {} at {}", mode.name, mode.usage.damage, mode.usage.level)
}
