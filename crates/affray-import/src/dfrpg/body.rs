//! The body of a character: limbs, and damage resistance by what is worn and what is grown.

use crate::arms::{Arm, Arms};
use crate::draft::Draft;
use crate::gcs::{Armor, Character, Part, Weapon};
use crate::text::{list, names, number, quoted, without_effect};
use crate::traits;

/// The limbs of a body.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Body {
    pub(super) legs: i32,
    pub(super) hands: i32,
    pub(super) wings: bool,
    pub(super) tail: bool,
}

/// How many limbs a part stands for: `Right Arm` for one, `Foreleg` and `Leg 1-2` for two.
fn limbs(part: &Part) -> i32 {
    let name = part.name.to_ascii_lowercase();
    let one = name.starts_with("right") || name.starts_with("left") || name.starts_with("r.") || name.starts_with("l.");
    if one || name.starts_with("arm ") { 1 } else { 2 }
}

/// The words by which a sheet names a part of the file.
pub(super) fn words(part: &Part) -> Option<&'static str> {
    let name = part.name.to_ascii_lowercase();
    let side = |right, left, both| match () {
        () if name.starts_with("right") => right,
        () if name.starts_with("left") => left,
        () => both,
    };
    Some(match part.id.as_str() {
        "torso" | "body" | "chest" => "torso",
        "vitals" => "vitals",
        "groin" => "groin",
        "neck" => "neck",
        "face" => "face",
        "skull" | "brain" => "skull",
        "eye" | "eyes" => "eyes",
        "hand" => "hands",
        "foot" => "feet",
        "wing" => "wings",
        "tail" => "tail",
        "arm" | "rightarm" | "leftarm" => side("right-arm", "left-arm", "arms"),
        "leg" | "rightleg" | "leftleg" => side("right-leg", "left-leg", "legs"),
        _ => return None,
    })
}

/// Whether an attack of that name is one of a tail.
fn is_of_tail(name: &str) -> bool {
    name.split(|letter: char| !letter.is_alphabetic()).any(|word| word.eq_ignore_ascii_case("tail"))
}

impl Body {
    /// The limbs that the body plan of the file has.
    pub(super) fn of(one: &Character) -> Self {
        let rows = |id: &'static str| one.body.iter().filter(move |part| part.id.ends_with(id));
        // One pair of a plan may stand in two rows of that name, for two results of a roll.
        let is_first = |part: &Part| {
            let alike = one.body.iter().find(|other| other.id == part.id && other.name == part.name);
            alike.is_some_and(|first| std::ptr::eq(first, part))
        };
        let has = |id: &str| one.body.iter().any(|part| part.id == id);
        if one.body.is_empty() {
            return Self { legs: 2, hands: 2, wings: false, tail: false };
        }
        // A centaur's plan is often that of a person.
        let legs = rows("leg").filter(|part| is_first(part)).map(limbs).sum::<i32>();
        let legs = match legs.min(100) {
            1 | 2 => traits::extra_legs(one).unwrap_or(2),
            legs => legs,
        };
        let arms = rows("arm").filter(|part| is_first(part)).map(limbs).sum::<i32>();
        // A person's plan has two arms, whatever its traits.
        let hands = match traits::extra_arms(one) {
            more @ 1.. if arms > 0 => arms.max(2 + more),
            _ => arms,
        };
        // A person's plan has no tail: one that strikes proves it.
        let strikes = |weapon: &Weapon| !weapon.held && !weapon.spell && is_of_tail(&weapon.name);
        let tail = has("tail") || one.weapons.iter().any(strikes);
        Self { legs, hands, wings: has("wing") || has("wings"), tail }
    }

    /// Whether it has the part of those words.
    fn has(self, words: &str) -> bool {
        match words {
            "right-arm" | "left-arm" | "arms" | "hands" => self.hands > 1,
            "right-leg" | "left-leg" | "legs" | "feet" => self.legs > 0,
            "wings" => self.wings,
            "tail" => self.tail,
            _ => true,
        }
    }

    /// What an attack of the body is made with: by its name, or else by that of its trait.
    pub(super) fn limb(self, arm: &Arm<'_>) -> &'static str {
        let of = |name: &str| {
            let name = name.to_ascii_lowercase();
            let any = |words: &[&str]| words.iter().any(|word| name.contains(word));
            if self.tail && is_of_tail(&name) {
                Some("tail")
            } else if any(&["horn", "tusk", "antler", "gore", "butt", "bite", "teeth", "fang", "beak", "jaw"]) {
                Some("body")
            } else if self.legs > 0 && any(&["kick", "hoof", "hooves", "trample", "talon", "stomp"]) {
                Some("foot")
            } else if self.hands > 0 && any(&["punch", "claw", "fist", "hand", "slap"]) {
                Some("hand")
            } else {
                None
            }
        };
        of(&arm.name).or_else(|| of(&arm.weapon.name)).unwrap_or("body")
    }

    /// Writes the limbs.
    pub(super) fn write(self, one: &Character, arms: &Arms<'_>, draft: &mut Draft) {
        let hands = draft.within("hands", self.hands, 0, 4);
        for (name, value, usual) in [("legs", self.legs, 2), ("hands", hands, 2)] {
            if value != usual {
                draft.line(name, value);
            }
        }
        let useful = arms.natural.iter().any(|arm| self.limb(arm) == "tail");
        for (name, holds) in [("wings", self.wings), ("tail", self.tail), ("tail_useful", useful)] {
            if holds {
                draft.line(name, true);
            }
        }
        let limbs = [(self.legs, "legs"), (hands, "hands")].map(|(number, name)| match number {
            0 => format!("no {name}"),
            _ => format!("{number} {name}"),
        });
        let more =
            [(self.wings, ", wings"), (self.tail, ", a tail")].map(|(holds, words)| if holds { words } else { "" });
        draft.report.took(format!("the body ({}): {}{}", one.plan, limbs.join(", "), more.concat()));
        // Of limbs their numbers tell.
        let lacks = traits::lacking(one).into_iter().filter(|name| !["arm", "hand", "leg", "foot"].contains(name));
        let lacks: Vec<&str> = lacks.map(|name| if name == "eye" { "eyes" } else { name }).collect();
        if !lacks.is_empty() {
            let quoted: Vec<String> = lacks.iter().map(|name| quoted(name)).collect();
            draft.line("lacks", list(&quoted));
            let plan = &one.plan;
            draft.report.took(format!("the body ({plan}) lacks {}: nobody aims there (DF-R131)", names(&lacks)));
        }
        let others: Vec<&str> =
            one.body.iter().filter(|part| words(part).is_none()).map(|part| part.name.as_str()).collect();
        if !others.is_empty() {
            draft.report.left_out(format!("parts of the body that this game does not have: {}", others.join(", ")));
        }
    }

    /// The armor: what is worn piece by piece, and what the body has of itself.
    pub(super) fn armor(self, one: &Character, arms: &Arms<'_>, draft: &mut Draft, listed: &mut f64) -> String {
        let goal = self.goal(one, draft);
        let mut worn = self.worn(one, &goal);
        // What strikes as well is weighed among the weapons.
        for piece in worn.iter_mut().filter(|piece| arms.held.iter().any(|arm| arm.name == piece.name)) {
            piece.weight = 0.0;
        }
        for armor in &one.armor {
            let notes = traits::conditions(armor);
            if !notes.is_empty() && !worn.iter().any(|piece| piece.name == armor.name) {
                draft.report.left_out(format!("{}: {}", armor.name, notes.join(", ")));
            }
        }
        let fits = |worn: &[Piece]| goal.iter().all(|(words, dr)| sum(worn, words) <= *dr);
        if worn.len() > 30 || !fits(&worn) {
            draft.report.changed("the DR of the armor by location, in place of its pieces: they do not add up");
            worn.clear();
            let mut values: Vec<i32> = goal.iter().map(|(_, dr)| *dr).filter(|dr| *dr > 0).collect();
            values.sort_unstable();
            values.dedup();
            for dr in values {
                let on = goal.iter().filter(|(_, one)| *one == dr).map(|(words, _)| *words).collect();
                worn.push(Piece { name: "armor".to_owned(), on, dr, kind: "rigid", weight: 0.0, notes: Vec::new() });
            }
        }
        let rest: Vec<(&str, i32)> = goal.iter().map(|(words, dr)| (*words, dr - sum(&worn, words))).collect();
        let hide = rest
            .iter()
            .filter(|(words, _)| *words != "eyes" && *words != "vitals")
            .map(|(_, dr)| *dr)
            .min()
            .unwrap_or(0);
        if hide > 0 {
            draft.line("natural_dr", hide);
        }
        let over = |words: &str, dr: i32| match words {
            "eyes" => dr,
            // The torso's pieces cover the vitals.
            "vitals" => dr - rest.iter().find(|(one, _)| *one == "torso").map_or(hide, |(_, dr)| *dr),
            _ => dr - hide,
        };
        let mut values: Vec<i32> = rest.iter().map(|(words, dr)| over(words, *dr)).filter(|dr| *dr > 0).collect();
        values.sort_unstable();
        values.dedup();
        for dr in values {
            let on = rest.iter().filter(|(words, one)| over(words, *one) == dr).map(|(words, _)| *words).collect();
            worn.push(Piece { name: "hide".to_owned(), on, dr, kind: "natural", weight: 0.0, notes: Vec::new() });
        }
        let mut out = String::new();
        for piece in &worn {
            let on: Vec<String> = piece.on.iter().map(|words| quoted(words)).collect();
            out += &format!(
                "\n[[armor]]\nname = {}\non = {}\ndr = {}\n",
                quoted(&piece.name),
                list(&on),
                piece.dr.min(100)
            );
            if piece.kind != "rigid" {
                out += &format!("kind = \"{}\"\n", piece.kind);
            }
            if piece.weight > 0.0 {
                let weight = piece.weight.min(1000.0);
                *listed += weight;
                out += &format!("weight = {}\n", number(weight));
            }
            if !piece.notes.is_empty() {
                out += &without_effect(&piece.notes);
                draft.report.left_out(format!("{}: {}", piece.name, piece.notes.join(", ")));
            }
        }
        let told: Vec<String> =
            goal.iter().filter(|(_, dr)| *dr > 0).map(|(words, dr)| format!("{words} {dr}")).collect();
        draft
            .report
            .took(format!("DR by location: {}", if told.is_empty() { "none".to_owned() } else { told.join(", ") }));
        out
    }

    /// The damage resistance that each part has to come to. The 2 points of the skull's bone are a rule of the game.
    fn goal(self, one: &Character, draft: &mut Draft) -> Vec<(&'static str, i32)> {
        let mut goal: Vec<(&'static str, i32)> = Vec::new();
        for part in &one.body {
            let Some(words) = words(part).filter(|words| self.has(words)) else { continue };
            let dr = part.dr + if words == "eyes" { traits::eye_dr(one) } else { 0 };
            let dr = (dr - if words == "skull" { 2 } else { 0 }).max(0);
            match goal.iter_mut().find(|(known, _)| *known == words) {
                None => goal.push((words, dr)),
                Some((_, known)) if *known == dr => {}
                Some((_, known)) => {
                    draft.report.changed(format!(
                        "DR of the {words}: {} to {}; the sheet has the least",
                        dr.min(*known),
                        dr.max(*known)
                    ));
                    *known = dr.min(*known);
                }
            }
        }
        if let [(_, dr)] = goal.as_slice()
            && goal[0].0 != "torso"
        {
            let dr = *dr;
            goal.push(("torso", dr));
        }
        goal
    }

    /// What is worn, a piece for each number of points that it adds.
    fn worn(self, one: &Character, goal: &[(&'static str, i32)]) -> Vec<Piece> {
        let mut all = Vec::new();
        for armor in &one.armor {
            let notes = traits::conditions(armor);
            let mut pieces: Vec<Piece> = Vec::new();
            for (place, dr) in &armor.covers {
                let at = |words: &str| {
                    goal.iter().map(|(known, _)| *known).filter(|known| place_of(known) == words).collect()
                };
                let on: Vec<&'static str> =
                    if place == "all" { goal.iter().map(|(words, _)| *words).collect() } else { at(place) };
                // The vitals lie below the torso.
                let on: Vec<&'static str> = on
                    .iter()
                    .copied()
                    .filter(|words| *words != "vitals" || !goal.iter().any(|(one, _)| *one == "torso"))
                    .collect();
                if on.is_empty() {
                    continue;
                }
                match pieces.iter_mut().find(|piece| piece.dr == *dr) {
                    Some(piece) => piece.on.extend(on),
                    None => pieces.push(Piece {
                        name: armor.name.clone(),
                        on,
                        dr: *dr,
                        kind: kind(armor),
                        weight: 0.0,
                        notes: notes.clone(),
                    }),
                }
            }
            if let Some(first) = pieces.first_mut() {
                first.weight = armor.weight;
            }
            all.extend(pieces);
        }
        all
    }
}

/// The id of a part of the file by the words of a sheet.
fn place_of(words: &str) -> &str {
    match words {
        "right-arm" | "left-arm" | "arms" => "arm",
        "right-leg" | "left-leg" | "legs" => "leg",
        "eyes" => "eye",
        "hands" => "hand",
        "feet" => "foot",
        "wings" => "wing",
        words => words,
    }
}

/// A piece of armor, or of the hide.
struct Piece {
    name: String,
    on: Vec<&'static str>,
    dr: i32,
    kind: &'static str,
    weight: f64,
    /// What of it has no effect here.
    notes: Vec<String>,
}

/// What lies over a part.
fn sum(pieces: &[Piece], words: &str) -> i32 {
    let covers = |piece: &&Piece| piece.on.contains(&words) || words == "vitals" && piece.on.contains(&"torso");
    pieces.iter().filter(covers).map(|piece| piece.dr).sum()
}

/// Whether armor bends: by what is noted of it, else by its name.
fn kind(armor: &Armor) -> &'static str {
    let (name, notes) = (armor.name.to_lowercase(), armor.notes.to_lowercase());
    if notes.contains("flexible") && !notes.contains("inflexible") {
        return "flexible";
    }
    let any = |words: &[&str]| words.iter().any(|word| name.contains(word));
    // Where either is meant, the softer counts.
    let cloth = name.contains("cloth");
    let layered = name.contains("layered") && any(&["medium", "heavy"]);
    let stiff = ["plate", "scale", "chitin", "harden", "segmented", "heavy leather", "leather armor", "leather helm"];
    let soft = ["mail", "silk", "fur", "robe", "leather", "hide", "skin", "gambeson", "coat", "jacket"];
    if cloth || !layered && !any(&stiff) && any(&soft) { "flexible" } else { "rigid" }
}
