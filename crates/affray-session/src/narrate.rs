//! Words that are the same in every game: scores, counts, cells, the map with the figures on it.

use crate::ruleset::Rules;
use affray_grid::{Bounds, Cell, Drawing, Facing, Glyph, Map, draw_region};
use affray_kernel::referee::{CombatantId, Refusal, RollRecord};
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

/// The letters for each figure on a map: see [`tags_of`].
pub fn tags<G: TurnRules>(setup: &G::Setup) -> Vec<String> {
    let names: Vec<&str> = G::figures(setup).map(|(name, _)| name).collect();
    tags_of(&names)
}

/// One or two characters for each of some names, no two alike: `R2` for `Raider 2` and `12` for `Raider 12`, whoever else
/// begins with R; the initial of a name without a number, with another letter of it where more names begin so.
///
/// ```
/// use affray_session::narrate::tags_of;
/// assert_eq!(tags_of(&["Rika", "Raider 1", "Raider 2", "Arn", "Aldo"]), ["R", "R1", "R2", "Ar", "Al"]);
/// ```
pub fn tags_of(names: &[&str]) -> Vec<String> {
    let named: Vec<(char, String)> = names.iter().map(|name| (initial(name), own_number(name))).collect();
    let mut tags = vec![String::new(); names.len()];
    for (at, (initial, number)) in named.iter().enumerate() {
        match number.len() {
            0 => {}
            1 if initial.is_alphabetic() => give(&mut tags, at, [format!("{initial}{number}")]),
            _ => give(&mut tags, at, [number.clone()]),
        }
    }
    for (at, (initial, number)) in named.iter().enumerate() {
        if number.is_empty()
            && named.iter().filter(|(other, number)| other == initial && number.is_empty()).count() == 1
        {
            give(&mut tags, at, [initial.to_string()]);
        }
    }
    for (at, (initial, _)) in named.iter().enumerate() {
        if tags[at].is_empty() {
            let own = names[at].chars().filter(|one| one.is_alphabetic()).skip(1).map(one_lowercase);
            let second: Vec<char> = own.chain('1'..='9').chain('a'..='z').collect();
            let any = std::iter::once(*initial).chain('A'..='Z');
            let pair = |first| second.iter().map(move |second| format!("{first}{second}"));
            give(&mut tags, at, any.flat_map(pair));
        }
    }
    tags
}

/// Gives the first of some tags to one that no other has.
fn give(tags: &mut [String], at: usize, wanted: impl IntoIterator<Item = String>) {
    if let Some(free) = wanted.into_iter().find(|tag| !tags.contains(tag)) {
        tags[at] = free;
    }
}

/// The first letter of a name, or else its first digit, as a capital.
fn initial(name: &str) -> char {
    let found = name.chars().find(|one| one.is_alphabetic()).or(name.chars().find(|one| one.is_alphanumeric()));
    found.map_or('?', |found| found.to_uppercase().next().unwrap_or(found))
}

/// Words with a capital at their beginning.
pub fn capitalized(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// The number with which a name ends, without leading zeros; empty where it has none or one above 99.
fn own_number(name: &str) -> String {
    let digits = &name[name.trim_end_matches(|one: char| one.is_ascii_digit()).len()..];
    let number = digits.trim_start_matches('0');
    if number.len() <= 2 { number.to_owned() } else { String::new() }
}

fn one_lowercase(letter: char) -> char {
    letter.to_lowercase().next().unwrap_or(letter)
}

/// A figure on the map: its letters, with an arrow for its facing, if it has one, or with `×` where it is out of the fight.
pub fn figure(tag: &str, facing: Option<Facing>, is_up: bool) -> Glyph {
    match facing {
        _ if !is_up => Glyph::new(&format!("{tag}×")),
        Some(facing) => Glyph::figure(tag, facing),
        None => Glyph::new(tag),
    }
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

/// The map around the figures and what lies about: a figure with its letters and its facing, or with `×` where it is out of the
/// fight, the further cells that it covers with `_`, an item on the ground as `&`, which the legend names with its cell. Of several
/// figures in one cell that of the highest [rank](Rules::rank) is drawn.
pub fn draw_figures<G: Rules>(setup: &G::Setup, state: &G::State) -> Drawing {
    let (tags, ground) = (tags::<G>(setup), G::ground(setup, state));
    let rank = |who| G::rank(setup, state, who);
    let ids = (0..tags.len() as u8).map(CombatantId);
    let present: Vec<CombatantId> = ids.filter(|&who| G::place(setup, state, who).is_some()).collect();
    let mut cells: Vec<Cell> = present.iter().flat_map(|&who| G::cells(setup, state, who)).collect();
    cells.extend(ground.iter().map(|&(_, _, at)| at));
    let drawing = draw(G::map(setup), &cells, |at| {
        let here = |who: &&CombatantId| G::place(setup, state, **who).is_some_and(|(cell, _)| cell == at);
        if let Some(&who) = present.iter().filter(here).max_by_key(|who| rank(**who)) {
            let facing = G::place(setup, state, who).and_then(|(_, facing)| facing);
            return Some(figure(&tags[who.index()], facing, rank(who).0));
        }
        if let Some(who) = present.iter().find(|&&who| G::cells(setup, state, who).contains(&at)) {
            return Some(Glyph::new(&format!("{}_", tags[who.index()])));
        }
        ground.iter().any(|&(_, _, lies)| lies == at).then(|| Glyph::new("&"))
    });
    ground.iter().fold(drawing, |drawing, &(owner, item, at)| {
        let owner = G::figures(setup).nth(owner.index()).map_or("nobody", |(name, _)| name);
        drawing.with_entry(format!("& {item} of {owner} at {}", cell(at)))
    })
}

/// The map around some cells. What stands in one is drawn by `glyph`, and the ground where that is nothing.
pub fn draw(map: &Map, cells: &[Cell], glyph: impl FnMut(Cell) -> Option<Glyph>) -> Drawing {
    let Some(bounds) = Bounds::around(map.layout(), cells.iter().copied(), MARGIN) else {
        return Drawing::instead("Nobody is on the map.\n");
    };
    if bounds.width > LARGEST || bounds.height > LARGEST {
        return Drawing::instead("The figures are too far apart to draw them.\n");
    }
    draw_region(map, bounds, glyph)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn parts_of_one_number_are_told_together() {
        let parts = [(4, "torso"), (4, "skull"), (2, "right arm"), (2, "left arm"), (1, "left leg")];
        let parts = parts.map(|(number, part)| (number, part.to_owned()));
        assert_eq!(by_number(&parts), "4 torso, skull; 2 arms; 1 left leg");
        assert_eq!(by_number::<i32>(&[]), "none");
    }

    #[test]
    fn tags_follow_the_numbers_of_the_names() {
        for (names, expected) in [
            (&["Vela", "Sergeant Brand"][..], &["V", "S"][..]),
            (&["Rolf", "Rika", "Raider 2", "Raider 1"], &["Ro", "Ri", "R2", "R1"]),
            (&["Raider 9", "Raider 10", "Raider 11", "Goblin 11"], &["R9", "10", "11", "Go"]),
            (&["Raider 1", "Rogue 1", "Rat 01"], &["R1", "Ro", "Ra"]),
            (&["Ann", "Anna", "Annan"], &["An", "Aa", "A1"]),
            (&["7 of Nine", "\u{2605} Boss", "12", "3", "\u{2605}"], &["O", "B", "12", "3", "?"]),
            (&["\u{df}eta", "\u{e9}mile", "Agent 1234"], &["S", "\u{c9}", "A"]),
        ] {
            assert_eq!(tags_of(names), expected, "{names:?}");
        }
    }

    #[test]
    fn tags_are_one_or_two_characters_and_no_two_alike() {
        let raiders = (1..=12).map(|number| format!("Raider {number}"));
        let others = (1..=12).map(|number| format!("Rogue {number}"));
        let awkward =
            ["Rika", "R", "r2", "R 2", "2", "2 Raiders", "\u{2605}", "\u{2606}", "!!", "?", "Raider", "RAIDER 100"];
        let aaa = (1..=28).map(|length| "a".repeat(length));
        let names: Vec<String> = raiders.chain(others).chain(awkward.map(str::to_owned)).chain(aaa).collect();
        let tags = tags_of(&names.iter().map(String::as_str).collect::<Vec<_>>());
        let distinct: HashSet<&String> = tags.iter().collect();
        assert_eq!(distinct.len(), 64, "{tags:?}");
        assert!(tags.iter().all(|tag| (1..=2).contains(&tag.chars().count())), "{tags:?}");
        assert_eq!(tags[..12], ["R1", "R2", "R3", "R4", "R5", "R6", "R7", "R8", "R9", "10", "11", "12"]);
    }
}
