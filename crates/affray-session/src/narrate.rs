//! Words that are the same in every game: scores, counts, cells, the map with the figures on it.

use affray_grid::{Bounds, Cell, Drawing, Facing, Glyph, Map, draw_region};
use affray_kernel::referee::{Refusal, RollRecord};
use affray_kernel::tally::{Line, LineKind, Lines, Tally as _};
use affray_kernel::turns::TurnRules;
use std::fmt::Display;

/// Cells around the figures that are drawn.
const MARGIN: u16 = 2;

/// Wider or higher parts of a map are not drawn.
const LARGEST: u32 = 60;

/// Whether a game master laid a roll down, said behind its sum.
pub fn forced(roll: &RollRecord) -> &'static str {
    if roll.forced { ", laid down by the game master" } else { "" }
}

/// `14 Rapier (DF-002) -5 neck (DF-179) = 9`, or `12 HT (DF-367)` where nothing modifies it; a line that replaces
/// the total says it itself.
pub fn explained(score: &Lines) -> String {
    match score.lines() {
        [_] | [.., Line { kind: LineKind::Becomes, .. }] => score.to_string(),
        _ => format!("{score} = {}", score.total()),
    }
}

/// `9: 14 Rapier (DF-002) -5 neck (DF-179)`, or `12 HT (DF-367)` where nothing modifies it.
pub fn number_first(score: &Lines) -> String {
    match score.lines() {
        [_] => score.to_string(),
        _ => format!("{}: {score}", score.total()),
    }
}

/// A score by its name: `Dodge: 6 Basic Speed (G4-028) +3 (G4-028) = 9`.
pub fn score(name: &str, score: &Lines) -> String {
    format!("{name}: {}", explained(score))
}

/// A score that something is tried with, or the rule that forbids it now: `Block: no; [G4-248] one Block a round`.
pub fn score_if(allowed: Result<(), Refusal>, name: &str, sum: impl FnOnce() -> Lines) -> String {
    match allowed {
        Ok(()) => score(name, &sum()),
        Err(refusal) => format!("{name}: no; {refusal}"),
    }
}

/// Parts of a body with a number each, those of one number together: `4 torso, skull; 2 arms, groin`. A pair of parts is
/// told as one; `none` if there are no parts.
pub fn by_number<N: PartialEq + Display>(parts: &[(N, String)]) -> String {
    let mut groups: Vec<(&N, Vec<String>)> = Vec::new();
    for (number, part) in parts {
        let other_side = match part.split_once(' ') {
            Some(("left", part)) => Some((part, format!("right {part}"))),
            Some(("right", part)) => Some((part, format!("left {part}"))),
            _ => None,
        };
        let pair = other_side.filter(|(_, other)| parts.iter().any(|(same, part)| same == number && part == other));
        let told = match pair {
            Some(("foot", _)) => "feet".to_owned(),
            Some((part, _)) => format!("{part}s"),
            None => part.clone(),
        };
        match groups.iter_mut().find(|(known, _)| *known == number) {
            Some((_, group)) if group.contains(&told) => {}
            Some((_, group)) => group.push(told),
            None => groups.push((number, vec![told])),
        }
    }
    let groups: Vec<String> = groups.iter().map(|(number, group)| format!("{number} {}", group.join(", "))).collect();
    if groups.is_empty() { "none".to_owned() } else { groups.join("; ") }
}

/// The words of those flags that are set, as files spell them: `combat-reflexes, ambidexterity`.
pub fn flags<F: Copy>(names: &[(&str, F)], has: impl Fn(F) -> bool) -> Vec<String> {
    names.iter().filter(|(_, flag)| has(*flag)).map(|(name, _)| name.to_lowercase().replace('_', " ")).collect()
}

/// A cell, as people type it.
pub fn cell(cell: Cell) -> String {
    format!("{},{}", cell.q, cell.r)
}

/// A thing of which there is one or more.
pub fn count(number: i64, one: &str) -> String {
    if number == 1 { format!("1 {one}") } else { format!("{number} {one}s") }
}

/// The letters for each figure on a map: its initial, with a number where others have the same.
pub fn tags<G: TurnRules>(setup: &G::Setup) -> Vec<String> {
    let initial = |name: &str| name.chars().next().unwrap_or('?').to_uppercase().next().unwrap_or('?');
    let initials: Vec<char> = G::figures(setup).map(|(name, _)| initial(name)).collect();
    let tag = |(at, letter): (usize, &char)| {
        let same = |all: &[char]| all.iter().filter(|other| *other == letter).count();
        if same(&initials) == 1 {
            return letter.to_string();
        }
        let number = same(&initials[..at]) + 1;
        if number < 10 { format!("{letter}{number}") } else { format!("{}", number % 100) }
    };
    initials.iter().enumerate().map(tag).collect()
}

/// A figure on the map: its letters with an arrow for its facing, or with `×` where it is out of the fight.
pub fn figure(tag: &str, facing: Facing, is_up: bool) -> Glyph {
    if is_up { Glyph::figure(tag, facing) } else { Glyph::new(&format!("{tag}×")) }
}

/// The words of those conditions that a combatant has, in their order, up to `last`: of the dead nothing else counts.
pub fn conditions<F: Copy + PartialEq>(all: &[(F, &str)], last: F, has: impl Fn(F) -> bool) -> Vec<String> {
    let mut words = Vec::new();
    for &(condition, word) in all.iter().filter(|(condition, _)| has(*condition)) {
        words.push(word.to_owned());
        if condition == last {
            break;
        }
    }
    words
}

/// The map around some cells. What stands in one is drawn by `glyph`, and the ground where that is nothing.
pub fn draw(map: &Map, cells: &[Cell], glyph: impl FnMut(Cell) -> Option<Glyph>) -> Drawing {
    let Some(bounds) = Bounds::around(map.layout(), cells.iter().copied(), MARGIN) else {
        return Drawing::instead("Nobody is on the map.\n");
    };
    if LARGEST < bounds.width || LARGEST < bounds.height {
        return Drawing::instead("The figures are too far apart to draw them.\n");
    }
    draw_region(map, bounds, glyph)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_one_number_are_told_together() {
        let parts = [(4, "torso"), (4, "skull"), (2, "right arm"), (2, "left arm"), (1, "left leg")];
        let parts = parts.map(|(number, part)| (number, part.to_owned()));
        assert_eq!(by_number(&parts), "4 torso, skull; 2 arms; 1 left leg");
        assert_eq!(by_number::<i32>(&[]), "none");
    }
}
